//! Write access to one property of all agents.

use super::columns::{ColumnRule, encode};
use crate::arbiter::Arbiter;
use motive_core::Crowd;
use motive_core::vocabulary::{Id, Property};
use std::ops::{Deref, DerefMut};

/// Write access to one property of all agents, as a slice of numbers. See [`Herd::column_mut`](crate::Herd::column_mut).
///
/// When it is dropped, numbers are clamped to the property's limits, and values that the property cannot hold are removed.
pub struct ColumnMut<'h> {
    rule: ColumnRule,
    target: Target<'h>,
}

enum Target<'h> {
    Column(&'h mut [f64]),
    SingleAgents { crowd: &'h mut Crowd<Arbiter>, property: Property, before: Vec<f64>, now: Vec<f64> },
}

impl<'h> ColumnMut<'h> {
    pub(super) fn of_column(rule: ColumnRule, column: &'h mut [f64]) -> Self {
        Self { rule, target: Target::Column(column) }
    }

    pub(super) fn of_agents(rule: ColumnRule, crowd: &'h mut Crowd<Arbiter>, property: Property) -> Self {
        let before = gather(crowd, property);
        let now = before.clone();
        Self { rule, target: Target::SingleAgents { crowd, property, before, now } }
    }
}

/// A property of all agents, encoded as numbers.
pub(super) fn gather(crowd: &Crowd<Arbiter>, property: Property) -> Vec<f64> {
    let number = |place: usize| {
        let value = crowd.agent(place).and_then(|agent| agent.memory().own(property));
        value.and_then(|value| encode(&value)).map_or(f64::NAN, |(_, code)| code)
    };
    (0..crowd.places()).map(number).collect()
}

impl Deref for ColumnMut<'_> {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        match &self.target {
            Target::Column(column) => column,
            Target::SingleAgents { now, .. } => now,
        }
    }
}

impl DerefMut for ColumnMut<'_> {
    fn deref_mut(&mut self) -> &mut [f64] {
        match &mut self.target {
            Target::Column(column) => column,
            Target::SingleAgents { now, .. } => now,
        }
    }
}

impl Drop for ColumnMut<'_> {
    fn drop(&mut self) {
        let column_type = self.rule.column_type();
        match &mut self.target {
            Target::Column(column) => self.rule.sanitize(column),
            Target::SingleAgents { crowd, property, before, now } => {
                self.rule.sanitize(now);
                for (agent, (before, now)) in before.iter().zip(now).enumerate() {
                    if before == now {
                        continue;
                    }
                    crowd.tell(agent, |memory| match column_type.value(*now) {
                        None => {
                            memory.unset(Id::SELF, *property);
                        }
                        // After `sanitize` the property can hold the number.
                        Some(value) => {
                            let _ = memory.set_own(*property, value);
                        }
                    });
                }
            }
        }
    }
}
