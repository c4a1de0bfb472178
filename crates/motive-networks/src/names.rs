//! Numbers for propositions and for their values.

use super::sign::{Pair, Sign};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Numbers for propositions and pairs. They are given once and never change, so that agents may come and go.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    by_name: FxHashMap<Arc<str>, u32>,
    propositions: Vec<Arc<str>>,
    /// The values of each proposition that somebody mentions, and the number of the pair.
    values: Vec<Vec<(Sign, u32)>>,
    /// The proposition of each pair.
    owners: Vec<u32>,
}

impl Names {
    /// The number of a proposition; a new one if nobody has mentioned it.
    pub(super) fn proposition(&mut self, name: &Arc<str>) -> u32 {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let number = self.propositions.len() as u32;
        self.by_name.insert(name.clone(), number);
        self.propositions.push(name.clone());
        self.values.push(Vec::new());
        number
    }

    /// The one copy of a proposition's name that all agents share.
    pub(super) fn shared(&mut self, name: &Arc<str>) -> Arc<str> {
        let number = self.proposition(name);
        self.propositions.get(number as usize).unwrap_or(name).clone()
    }

    /// The number of a pair; a new one if nobody has mentioned it.
    pub(super) fn pair(&mut self, pair: &Pair) -> u32 {
        let proposition = self.proposition(&pair.proposition);
        if let Some(known) = self.find_value(proposition, &pair.value) {
            return known;
        }
        let number = self.owners.len() as u32;
        self.owners.push(proposition);
        if let Some(values) = self.values.get_mut(proposition as usize) {
            values.push((pair.value.clone(), number));
        }
        number
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// The pair of a proposition and a value, if somebody mentions it.
    pub(super) fn find_value(&self, proposition: u32, value: &Sign) -> Option<u32> {
        let values = self.values.get(proposition as usize)?;
        values.iter().find(|(known, _)| known == value).map(|(_, pair)| *pair)
    }

    /// The values of a proposition that somebody mentions.
    pub(super) fn values(&self, proposition: u32) -> &[(Sign, u32)] {
        self.values.get(proposition as usize).map_or(&[], Vec::as_slice)
    }

    pub(super) fn name(&self, proposition: u32) -> Option<&Arc<str>> {
        self.propositions.get(proposition as usize)
    }

    /// The proposition of each pair, by number.
    pub(super) fn owners(&self) -> &[u32] {
        &self.owners
    }

    /// Every name, in the order of the numbers.
    pub(super) fn propositions(&self) -> &[Arc<str>] {
        &self.propositions
    }

    /// Every pair, in the order of the numbers.
    pub(super) fn pairs(&self) -> Vec<Pair> {
        let named = self.propositions.iter().zip(&self.values);
        let of_name = |(name, values): (&Arc<str>, &Vec<(Sign, u32)>)| {
            let pair = |(value, number): &(Sign, u32)| {
                (*number, Pair { proposition: name.clone(), value: value.clone() })
            };
            values.iter().map(pair).collect::<Vec<_>>()
        };
        let mut pairs: Vec<(u32, Pair)> = named.flat_map(of_name).collect();
        pairs.sort_by_key(|(number, _)| *number);
        pairs.into_iter().map(|(_, pair)| pair).collect()
    }

    /// How many propositions there are.
    pub(super) fn len(&self) -> usize {
        self.propositions.len()
    }
}
