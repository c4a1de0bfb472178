//! Numbers for propositions and literals, and the lists of skills in these numbers.

use crate::error::NetworkError;
use crate::model::{Literal, Prediction, SensorValue, Skill, check_count};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Up to this many unused propositions or literals are never freed.
const MIN_UNUSED: usize = 64;

/// Numbers for propositions and literals, in the order in which they were first mentioned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Propositions {
    by_name: FxHashMap<Arc<str>, u32>,
    pub(crate) names: Vec<Arc<str>>,
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

/// The lists of a skill, as numbers of literals.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkillLists {
    pub(crate) needs: Box<[u32]>,
    pub(crate) adds: Box<[u32]>,
    pub(crate) deletes: Box<[DeleteEntry]>,
}

/// An entry of a delete list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeleteEntry {
    /// The literal on the list.
    pub(crate) literal: u32,
    /// What holds afterwards, if that is known.
    pub(crate) outcome: Option<u32>,
}

impl SkillLists {
    /// Numbers the lists of a skill.
    pub(crate) fn new(skill: &Skill, propositions: &mut Propositions) -> Self {
        let mut entry = |made: &Prediction| DeleteEntry {
            literal: propositions.literal(&made.literal),
            outcome: made.outcome().map(|literal| propositions.literal(&literal)),
        };
        let deletes = skill.deletes.iter().map(&mut entry).collect();
        let needs = skill.preconditions.iter().map(|literal| propositions.literal(literal)).collect();
        let adds = skill.adds.iter().map(|add| propositions.literal(&add.literal)).collect();
        Self { needs, adds, deletes }
    }

    /// Every literal on the lists.
    pub(crate) fn literals(&self) -> impl Iterator<Item = u32> {
        let deletes = self.deletes.iter().flat_map(|entry| [Some(entry.literal), entry.outcome]);
        self.needs.iter().chain(&self.adds).copied().chain(deletes.flatten())
    }

    /// Gives every literal its new number.
    pub(crate) fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        self.needs.iter_mut().chain(&mut self.adds).for_each(|literal| *literal = number(*literal));
        for entry in &mut self.deletes {
            *entry = DeleteEntry { literal: number(entry.literal), outcome: entry.outcome.map(&number) };
        }
    }
}

/// The most list entries of a network.
const MAX_ENTRIES: u64 = 1 << 28;
/// The most inhibition links of a network: one for each pair of a skill that needs a proposition and one that changes it.
const MAX_INHIBITION_LINKS: u64 = 1 << 30;

/// Counts of list entries and inhibition links, by which skills beyond the limits are rejected.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkLoad {
    /// By proposition, how many skills need it.
    needing: Vec<u64>,
    /// By proposition, how many skills change it.
    changing: Vec<u64>,
    links: u64,
    entries: u64,
}

impl LinkLoad {
    /// The number of list entries of all skills.
    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    /// Counts a skill, or rejects it if a limit would be reached.
    pub(crate) fn add(&mut self, skill: &Skill, propositions: &mut Propositions) -> Result<(), NetworkError> {
        let entries = entries_of(skill);
        check_count(self.entries + entries, MAX_ENTRIES, "list entries")?;
        let mut number = |literal: &Literal| propositions.proposition(&literal.proposition);
        let needs: Vec<u32> = skill.preconditions.iter().map(&mut number).collect();
        let changes: Vec<u32> = skill.predictions().map(|made| number(&made.literal)).collect();
        self.needing.resize(propositions.len(), 0);
        self.changing.resize(propositions.len(), 0);
        let links = self.links + sum_at(&self.changing, &needs) + sum_at(&self.needing, &changes);
        check_count(
            links,
            MAX_INHIBITION_LINKS,
            "links between skills that delete and skills that need the same",
        )?;
        (self.links, self.entries) = (links, self.entries + entries);
        add_at(&mut self.needing, &needs, 1);
        add_at(&mut self.changing, &changes, 1);
        Ok(())
    }

    /// Stops counting a skill.
    pub(crate) fn remove(&mut self, skill: &Skill, propositions: &Propositions) {
        let number = |literal: &Literal| propositions.find(&literal.proposition);
        let needs: Vec<u32> = skill.preconditions.iter().filter_map(number).collect();
        let changes: Vec<u32> = skill.predictions().filter_map(|made| number(&made.literal)).collect();
        add_at(&mut self.needing, &needs, -1);
        add_at(&mut self.changing, &changes, -1);
        let gone = sum_at(&self.changing, &needs) + sum_at(&self.needing, &changes);
        self.links = self.links.saturating_sub(gone);
        self.entries = self.entries.saturating_sub(entries_of(skill));
    }

    /// Gives propositions new numbers; those without one have no agents.
    pub(crate) fn renumber(&mut self, number: impl Fn(u32) -> u32, propositions: usize) {
        for counts in [&mut self.needing, &mut self.changing] {
            let mut moved = vec![0; propositions];
            for (old, count) in (0_u32..).zip(counts.iter()).filter(|(_, count)| **count > 0) {
                if let Some(place) = moved.get_mut(number(old) as usize) {
                    *place = *count;
                }
            }
            *counts = moved;
        }
    }
}

fn entries_of(skill: &Skill) -> u64 {
    (skill.preconditions.len() + skill.adds.len() + skill.deletes.len()) as u64
}

fn sum_at(counts: &[u64], propositions: &[u32]) -> u64 {
    propositions.iter().map(|number| counts.get(*number as usize).copied().unwrap_or(0)).sum()
}

fn add_at(counts: &mut [u64], propositions: &[u32], by: i64) {
    for number in propositions {
        if let Some(count) = counts.get_mut(*number as usize) {
            *count = count.saturating_add_signed(by);
        }
    }
}
