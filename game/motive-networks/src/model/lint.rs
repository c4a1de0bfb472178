//! Warnings about a network before it runs.

use crate::model::agents::Prediction;
use crate::model::blueprint::Blueprint;
use crate::model::literal::{Literal, SensorValue};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// A probable mistake in the description of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Finding {
    /// A goal without a sensor: the network cannot tell when it is achieved.
    GoalUnsensed(Literal),
    /// A precondition without a sensor: it never holds.
    PreconditionUnsensed {
        /// Of which skill.
        skill: Arc<str>,
        /// Which.
        literal: Literal,
    },
    /// An effect without a sensor: the skill cannot be judged by it.
    EffectUnsensed {
        /// Of which skill.
        skill: Arc<str>,
        /// Which.
        literal: Literal,
    },
    /// A goal that does not hold and that no chain of skills achieves.
    Unreachable(Literal),
    /// Two skills that may be executed at the same time although one deletes a precondition of the other.
    ParallelConflict {
        /// The skill that deletes it.
        one: Arc<str>,
        /// The skill that needs it.
        other: Arc<str>,
        /// The precondition.
        proposition: Arc<str>,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GoalUnsensed(literal) => {
                write!(
                    f,
                    "no sensor measures `{}`, so the network cannot tell when the goal is achieved",
                    literal.proposition
                )
            }
            Self::PreconditionUnsensed { skill, literal } => {
                write!(f, "no sensor measures `{}`, so `{skill}` can never be executed", literal.proposition)
            }
            Self::EffectUnsensed { skill, literal } => {
                write!(f, "no sensor measures `{}`, so `{skill}` cannot be judged by it", literal.proposition)
            }
            Self::Unreachable(literal) => write!(f, "no chain of skills achieves the goal `{literal}`"),
            Self::ParallelConflict { one, other, proposition } => {
                write!(f, "`{one}` may delete `{proposition}` while `{other}`, which needs it, is executing")
            }
        }
    }
}

impl Blueprint {
    /// Everything that is probably a mistake.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        let mut found = self.unsensed();
        found.extend(self.unreachable());
        found
    }

    fn unsensed(&self) -> Vec<Finding> {
        let known: BTreeSet<&str> = self.sensors.iter().map(|sensor| &*sensor.proposition).collect();
        let missing = |literal: &&Literal| !known.contains(&*literal.proposition);
        let mut found: Vec<Finding> = self
            .goals
            .iter()
            .map(|goal| &goal.literal)
            .filter(missing)
            .cloned()
            .map(Finding::GoalUnsensed)
            .collect();
        for skill in &self.skills {
            let name = || skill.name.clone();
            let preconditions = skill.preconditions.iter().filter(missing);
            found.extend(
                preconditions
                    .map(|literal| Finding::PreconditionUnsensed { skill: name(), literal: literal.clone() }),
            );
            let effects = skill.predictions().map(|made| &made.literal).filter(missing);
            found.extend(
                effects.map(|literal| Finding::EffectUnsensed { skill: name(), literal: literal.clone() }),
            );
        }
        found
    }

    /// Goals that no chain of skills achieves even if nothing were ever deleted.
    fn unreachable(&self) -> Vec<Finding> {
        let as_key = |literal: &Literal| (literal.proposition.clone(), literal.value.to_string());
        let mut possible: BTreeSet<(Arc<str>, String)> = self
            .sensors
            .iter()
            .map(|sensor| (sensor.proposition.clone(), sensor.value.to_string()))
            .collect();
        loop {
            let before = possible.len();
            for skill in &self.skills {
                if skill.preconditions.iter().all(|literal| possible.contains(&as_key(literal))) {
                    possible.extend(skill.adds.iter().map(|add| as_key(&add.literal)));
                    possible.extend(
                        skill.deletes.iter().filter_map(Prediction::outcome).map(|literal| as_key(&literal)),
                    );
                }
            }
            if possible.len() == before {
                break;
            }
        }
        let reachable = |literal: &Literal| {
            let measured = self.sensors.iter().find(|sensor| sensor.proposition == literal.proposition);
            // A sensor may measure any number.
            possible.contains(&as_key(literal))
                || measured.is_some_and(|sensor| matches!(sensor.value, SensorValue::Number(_)))
        };
        let goals = self.goals.iter().filter(|goal| self.templates.is_empty() && !reachable(&goal.literal));
        goals.map(|goal| Finding::Unreachable(goal.literal.clone())).collect()
    }

    /// Pairs of skills that may be executed at the same time although one deletes a precondition of the other.
    #[must_use]
    pub fn parallel_conflicts(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        for one in &self.skills {
            for other in self.skills.iter().filter(|other| other.name != one.name) {
                let excluded = one.preconditions.iter().any(|literal| {
                    other.preconditions.iter().any(|theirs| {
                        theirs.proposition == literal.proposition && theirs.value != literal.value
                    })
                });
                let deleted = one.deletes.iter().find(|entry| {
                    let conflicts = |literal: &Literal| {
                        literal.proposition == entry.literal.proposition
                            && literal.value != entry.literal.value
                    };
                    other.preconditions.iter().any(conflicts)
                });
                if let (false, Some(entry)) = (excluded, deleted) {
                    let proposition = entry.literal.proposition.clone();
                    let (one, other) = (one.name.clone(), other.name.clone());
                    found.push(Finding::ParallelConflict { one, other, proposition });
                }
            }
        }
        found
    }
}
