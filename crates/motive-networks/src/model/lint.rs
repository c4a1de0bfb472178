//! What looks wrong with a network before it runs.

use crate::model::agents::Prediction;
use crate::model::blueprint::Blueprint;
use crate::model::literal::{Literal, SensorValue};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Something that looks wrong with a network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Finding {
    /// A goal that no sensor measures: it can never be known to be reached.
    GoalUnsensed(Literal),
    /// A condition that no sensor measures: it can never hold.
    ConditionUnsensed {
        /// Of which skill.
        skill: Arc<str>,
        /// Which.
        literal: Literal,
    },
    /// A prediction that no sensor measures: it can never be judged.
    EffectUnsensed {
        /// Of which skill.
        skill: Arc<str>,
        /// Which.
        literal: Literal,
    },
    /// A goal that does not hold and that no chain of skills leads to.
    Unreachable(Literal),
    /// Two skills that may be done at the same time though one undoes what the other needs.
    SpoilEachOther {
        /// The one that undoes.
        one: Arc<str>,
        /// The one that needs.
        other: Arc<str>,
        /// What.
        proposition: Arc<str>,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GoalUnsensed(literal) => {
                write!(
                    f,
                    "nobody senses `{}`, so the goal can never be known to be reached",
                    literal.proposition
                )
            }
            Self::ConditionUnsensed { skill, literal } => {
                write!(f, "nobody senses `{}`, so `{skill}` can never be done", literal.proposition)
            }
            Self::EffectUnsensed { skill, literal } => {
                write!(f, "nobody senses `{}`, so `{skill}` cannot be judged by it", literal.proposition)
            }
            Self::Unreachable(literal) => write!(f, "no chain of skills leads to the goal `{literal}`"),
            Self::SpoilEachOther { one, other, proposition } => {
                write!(f, "`{one}` may undo `{proposition}` while `{other}` is being done, which needs it")
            }
        }
    }
}

impl Blueprint {
    /// Everything that looks wrong.
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
            let conditions = skill.preconditions.iter().filter(missing);
            found.extend(
                conditions
                    .map(|literal| Finding::ConditionUnsensed { skill: name(), literal: literal.clone() }),
            );
            let effects = skill.predictions().map(|made| &made.literal).filter(missing);
            found.extend(
                effects.map(|literal| Finding::EffectUnsensed { skill: name(), literal: literal.clone() }),
            );
        }
        found
    }

    /// Goals to which no chain of skills leads, if nothing that once held were ever lost.
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
            // Numbers may be anything that a sensor measures.
            possible.contains(&as_key(literal))
                || measured.is_some_and(|sensor| matches!(sensor.value, SensorValue::Number(_)))
        };
        let goals = self.goals.iter().filter(|goal| self.templates.is_empty() && !reachable(&goal.literal));
        goals.map(|goal| Finding::Unreachable(goal.literal.clone())).collect()
    }

    /// Pairs of skills that could be done at the same time though one undoes what the other needs.
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
                let undone = one.deletes.iter().find(|drop| {
                    let spoiled = |literal: &Literal| {
                        literal.proposition == drop.literal.proposition && literal.value != drop.literal.value
                    };
                    other.preconditions.iter().any(spoiled)
                });
                if let (false, Some(drop)) = (excluded, undone) {
                    let proposition = drop.literal.proposition.clone();
                    let (one, other) = (one.name.clone(), other.name.clone());
                    found.push(Finding::SpoilEachOther { one, other, proposition });
                }
            }
        }
        found
    }
}
