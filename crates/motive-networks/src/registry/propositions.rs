//! Numbers for propositions and for their values.

use crate::model::literal::{Literal, SensorValue};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Numbers for propositions and pairs. They are given once and never change, so that agents may come and go.
#[derive(Clone, Debug, Default)]
pub(crate) struct Propositions {
    by_name: FxHashMap<Arc<str>, u32>,
    propositions: Vec<Arc<str>>,
    /// The values of each proposition that somebody mentions, and the number of the pair.
    values: Vec<Vec<(SensorValue, u32)>>,
    /// The proposition of each pair.
    owners: Vec<u32>,
}

impl Propositions {
    /// The number of a proposition; a new one if nobody has mentioned it.
    pub(crate) fn proposition(&mut self, name: &Arc<str>) -> u32 {
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
    pub(crate) fn shared(&mut self, name: &Arc<str>) -> Arc<str> {
        let number = self.proposition(name);
        self.propositions.get(number as usize).unwrap_or(name).clone()
    }

    /// The number of a pair; a new one if nobody has mentioned it.
    pub(crate) fn pair(&mut self, pair: &Literal) -> u32 {
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

    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// The pair of a proposition and a value, if somebody mentions it.
    pub(crate) fn find_value(&self, proposition: u32, value: &SensorValue) -> Option<u32> {
        let values = self.values.get(proposition as usize)?;
        values.iter().find(|(known, _)| known == value).map(|(_, pair)| *pair)
    }

    /// The values of a proposition that somebody mentions.
    pub(crate) fn values(&self, proposition: u32) -> &[(SensorValue, u32)] {
        self.values.get(proposition as usize).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn name(&self, proposition: u32) -> Option<&Arc<str>> {
        self.propositions.get(proposition as usize)
    }

    /// The proposition of each pair, by number.
    pub(crate) fn owners(&self) -> &[u32] {
        &self.owners
    }

    /// Every name, in the order of the numbers.
    pub(crate) fn propositions(&self) -> &[Arc<str>] {
        &self.propositions
    }

    /// Every pair, in the order of the numbers.
    pub(crate) fn pairs(&self) -> Vec<Literal> {
        let named = self.propositions.iter().zip(&self.values);
        let of_name = |(name, values): (&Arc<str>, &Vec<(SensorValue, u32)>)| {
            let pair = |(value, number): &(SensorValue, u32)| {
                (*number, Literal { proposition: name.clone(), value: value.clone() })
            };
            values.iter().map(pair).collect::<Vec<_>>()
        };
        let mut pairs: Vec<(u32, Literal)> = named.flat_map(of_name).collect();
        pairs.sort_by_key(|(number, _)| *number);
        pairs.into_iter().map(|(_, pair)| pair).collect()
    }

    /// How many propositions there are.
    pub(crate) fn len(&self) -> usize {
        self.propositions.len()
    }
}
