//! Which pairs of facts can be true together, by what actions need and change (h², Haslum and Geffner).
//!
//! Only the actions are looked at, not the tasks that call them, so a pair that is found impossible is so in every plan.

use super::ground_problem::GroundProblem;
use super::limits::{LimitReached, WorkMeter};

/// The most facts for which pairs are looked at. Our choice.
const MOST_FACTS: usize = 512;

/// The pairs of facts that may be true together. All of them if there are too many facts to know.
pub(crate) struct FactPairs {
    facts: usize,
    possible: Vec<bool>,
}

impl FactPairs {
    /// The pairs that can be reached from the initial state by actions without conditional effects.
    pub(crate) fn of(ground: &GroundProblem, work: &mut WorkMeter<'_>) -> Result<Self, LimitReached> {
        let facts = ground.facts.len();
        let has_conditions = ground.conditional.lengths().any(|effects| effects > 0);
        if facts > MOST_FACTS || has_conditions {
            return Ok(Self { facts: 0, possible: Vec::new() });
        }
        let mut pairs = Self { facts, possible: vec![false; facts * facts] };
        let init: Vec<u32> = (0..facts as u32).filter(|fact| ground.init[*fact as usize]).collect();
        for first in &init {
            for second in &init {
                pairs.add(*first, *second);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for action in 0..ground.action_task.len() {
                let needed = ground.preconditions.row(action);
                work.spend(1 + (needed.len() * needed.len()) as u64 / 4)?;
                if pairs.are_possible(needed) {
                    work.spend((facts * (needed.len() + ground.adds.row(action).len())) as u64 / 4)?;
                    changed |= pairs.apply(ground, action);
                }
            }
        }
        Ok(pairs)
    }

    /// Whether no two of these facts exclude each other.
    pub(crate) fn are_possible(&self, facts: &[u32]) -> bool {
        self.facts == 0
            || (0..)
                .zip(facts)
                .all(|(place, first)| facts[place..].iter().all(|second| self.may(*first, *second)))
    }

    fn may(&self, first: u32, second: u32) -> bool {
        self.possible[first as usize * self.facts + second as usize]
    }

    fn add(&mut self, first: u32, second: u32) -> bool {
        let is_new = !self.may(first, second);
        self.possible[first as usize * self.facts + second as usize] = true;
        self.possible[second as usize * self.facts + first as usize] = true;
        is_new
    }

    /// Adds the pairs after an action that is possible: two facts that it adds, or one with a fact that stays true.
    fn apply(&mut self, ground: &GroundProblem, action: usize) -> bool {
        let (needed, adds, drops) =
            (ground.preconditions.row(action), ground.adds.row(action), ground.drops.row(action));
        let mut changed = false;
        for first in adds {
            for second in adds {
                changed |= self.add(*first, *second);
            }
        }
        for other in 0..self.facts as u32 {
            let stays = !drops.contains(&other) && self.may(other, other);
            if stays && needed.iter().all(|fact| self.may(*fact, other)) {
                for first in adds {
                    changed |= self.add(*first, other);
                }
            }
        }
        changed
    }
}
