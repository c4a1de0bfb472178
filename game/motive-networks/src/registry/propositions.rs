//! Numbers for propositions and literals.

use crate::model::literal::{Literal, SensorValue};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Up to this many unused propositions or literals are never freed.
const MIN_UNUSED: usize = 64;

/// Numbers for propositions and literals, in the order in which they were first mentioned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Propositions {
    by_name: FxHashMap<Arc<str>, u32>,
    names: Vec<Arc<str>>,
    /// By proposition: the values that some agent mentions, each with the number of the literal.
    values: Vec<Vec<(SensorValue, u32)>>,
    /// By literal: its proposition.
    proposition_of: Vec<u32>,
}

/// New numbers for old ones, after unused ones were freed.
#[derive(Debug)]
pub(crate) struct Renumbering {
    propositions: Vec<u32>,
    literals: Vec<u32>,
}

impl Renumbering {
    /// The new number of a proposition, or `u32::MAX` if it was freed.
    pub(crate) fn proposition(&self, old: u32) -> u32 {
        self.propositions.get(old as usize).copied().unwrap_or(u32::MAX)
    }

    /// The new number of a literal, or `u32::MAX` if it was freed.
    pub(crate) fn literal(&self, old: u32) -> u32 {
        self.literals.get(old as usize).copied().unwrap_or(u32::MAX)
    }
}

impl Propositions {
    /// The number of a proposition; a new one if it is mentioned for the first time.
    pub(crate) fn proposition(&mut self, name: &Arc<str>) -> u32 {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let number = self.names.len() as u32;
        self.by_name.insert(name.clone(), number);
        self.names.push(name.clone());
        self.values.push(Vec::new());
        number
    }

    /// The one copy of a proposition's name that all agents share.
    pub(crate) fn shared(&mut self, name: &Arc<str>) -> Arc<str> {
        let number = self.proposition(name);
        self.names.get(number as usize).unwrap_or(name).clone()
    }

    /// The number of a literal; a new one if it is mentioned for the first time.
    pub(crate) fn literal(&mut self, literal: &Literal) -> u32 {
        let proposition = self.proposition(&literal.proposition);
        let values = self.values(proposition).iter();
        if let Some((_, known)) = values.clone().find(|(known, _)| *known == literal.value) {
            return *known;
        }
        let number = self.proposition_of.len() as u32;
        self.proposition_of.push(proposition);
        if let Some(values) = self.values.get_mut(proposition as usize) {
            values.push((literal.value.clone(), number));
        }
        number
    }

    /// The number of a proposition, if some agent has mentioned it.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// The values of a proposition that were mentioned, with the numbers of the literals.
    pub(crate) fn values(&self, proposition: u32) -> &[(SensorValue, u32)] {
        self.values.get(proposition as usize).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn name(&self, proposition: u32) -> Option<&Arc<str>> {
        self.names.get(proposition as usize)
    }

    /// By literal, its proposition.
    pub(crate) fn of_literals(&self) -> &[u32] {
        &self.proposition_of
    }

    /// Every name, in the order of the numbers.
    pub(crate) fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// Every literal, in the order of the numbers.
    pub(crate) fn literals(&self) -> Vec<Literal> {
        let mut literals: Vec<Option<Literal>> = vec![None; self.proposition_of.len()];
        for (name, values) in self.names.iter().zip(&self.values) {
            for (value, number) in values {
                if let Some(place) = literals.get_mut(*number as usize) {
                    *place = Some(Literal { proposition: name.clone(), value: value.clone() });
                }
            }
        }
        literals.into_iter().flatten().collect()
    }

    /// The number of propositions.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// The number of literals.
    pub(crate) fn literal_count(&self) -> usize {
        self.proposition_of.len()
    }

    /// Frees what is not used, if that is more than what is. A proposition is used if it is sensed or one of its literals is used.
    /// The rest keeps its order.
    pub(crate) fn free(&mut self, used: &[bool], sensed: &[bool]) -> Option<Renumbering> {
        let mut kept = sensed.to_vec();
        for (proposition, _) in self.proposition_of.iter().zip(used).filter(|(_, used)| **used) {
            if let Some(place) = kept.get_mut(*proposition as usize) {
                *place = true;
            }
        }
        let many_unused = |used: &[bool]| {
            let count = used.iter().filter(|used| **used).count();
            used.len() - count > count + MIN_UNUSED
        };
        if !many_unused(used) && !many_unused(&kept) {
            return None;
        }
        let old = std::mem::take(self);
        let mut new = Renumbering {
            propositions: vec![u32::MAX; old.names.len()],
            literals: vec![u32::MAX; old.proposition_of.len()],
        };
        for (number, name) in
            old.names.iter().enumerate().filter(|(number, _)| kept.get(*number) == Some(&true))
        {
            new.propositions[number] = self.proposition(name);
        }
        for (number, literal) in old.literals().iter().enumerate() {
            if used.get(number) == Some(&true) {
                new.literals[number] = self.literal(literal);
            }
        }
        Some(new)
    }
}
