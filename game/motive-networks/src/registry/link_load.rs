//! Limits on the number of list entries and links.

use super::propositions::Propositions;
use crate::error::NetworkError;
use crate::model::agents::Skill;
use crate::model::literal::Literal;
use crate::model::validate::check_count;

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
