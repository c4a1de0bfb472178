//! The agents of a network as they are written: sensors, goals, skills.

use super::coefficient::{is_positive, is_zero_or_positive};
use super::{Coefficient, Literal, NetworkProfile, SensorValue, SkillDuration};
use crate::error::NetworkError;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Something that measures one proposition.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct NetworkSensor {
    /// What it measures.
    pub proposition: Arc<str>,
    /// Its value before it reports.
    pub value: SensorValue,
    /// If set, numbers are rounded to a multiple of this before they are compared.
    pub quantum: Option<f64>,
    /// A factor for the energy that it gives.
    pub trust: Coefficient,
}

impl NetworkSensor {
    /// A sensor of a proposition, and its value before it reports.
    pub fn new(proposition: &str, value: impl Into<SensorValue>) -> Self {
        Self {
            proposition: proposition.into(),
            value: value.into(),
            quantum: None,
            trust: Coefficient::default(),
        }
    }

    /// If set, numbers are rounded to a multiple of this before they are compared.
    pub fn quantum(mut self, step: f64) -> Self {
        self.quantum = Some(step);
        self
    }

    /// A factor for the energy that it gives.
    pub fn trust(mut self, trust: impl Into<Coefficient>) -> Self {
        self.trust = trust.into();
        self
    }
}

/// How the truth value of a sensor is derived from receptors.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SensorFunction {
    /// True from `on` upward, false below `off`, unchanged in between.
    Threshold {
        /// The receptor.
        receptor: Arc<str>,
        /// The least strength at which it becomes true.
        on: f64,
        /// Below this strength it becomes false.
        off: f64,
    },
    /// True between two strengths, both included.
    Within {
        /// The receptor.
        receptor: Arc<str>,
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// True while one receptor is stronger than another.
    Stronger {
        /// The stronger receptor.
        one: Arc<str>,
        /// The weaker receptor.
        than: Arc<str>,
    },
    /// True while a number of receptors, or more, have at least a strength.
    Count {
        /// The receptors.
        receptors: Vec<Arc<str>>,
        /// How strong each must be.
        strength: f64,
        /// How many of them.
        at_least: usize,
    },
    /// True while all are.
    All(Vec<SensorFunction>),
    /// True while at least one is.
    Any(Vec<SensorFunction>),
    /// True while it is not.
    Not(Box<SensorFunction>),
    /// Changes only when the other has had its new value for a number of steps.
    Debounce {
        /// The number of steps.
        steps: u32,
        /// The function to debounce.
        of: Box<SensorFunction>,
    },
}

/// A literal that should hold.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct NetworkGoal {
    /// The literal that should hold.
    pub literal: Literal,
    /// While the goal holds, skills that delete it lose activation.
    pub protected: bool,
    /// A factor for the energy that it gives.
    pub importance: Coefficient,
    /// In the extended profile: a proposition whose degree of truth is the relevance of the goal.
    pub relevance: Option<Arc<str>>,
}

impl NetworkGoal {
    /// A goal that a proposition is true, or has a value.
    pub fn new(literal: impl Into<Literal>) -> Self {
        Self {
            literal: literal.into(),
            protected: false,
            importance: Coefficient::default(),
            relevance: None,
        }
    }

    /// While the goal holds, skills that delete it lose activation.
    pub fn protected(mut self) -> Self {
        self.protected = true;
        self
    }

    /// A factor for the energy that it gives.
    pub fn importance(mut self, importance: impl Into<Coefficient>) -> Self {
        self.importance = importance.into();
        self
    }

    /// In the extended profile: a proposition whose degree of truth is the relevance of the goal.
    pub fn relevance(mut self, proposition: &str) -> Self {
        self.relevance = Some(proposition.into());
        self
    }
}

/// An entry of the add list or delete list of a skill.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Prediction {
    /// The proposition and the value it will have. On a delete list, a value that is neither true nor false is one that the
    /// proposition will no longer have.
    pub literal: Literal,
    /// Its weight when the success of the skill is judged.
    pub weight: f64,
    /// In the extended profile: the probability that it comes about.
    pub expectation: f64,
}

impl<P: Into<Literal>> From<P> for Prediction {
    fn from(literal: P) -> Self {
        Self { literal: literal.into(), weight: 1.0, expectation: 1.0 }
    }
}

impl Prediction {
    /// What holds afterwards if this is an entry of a delete list: a truth value becomes false. For any other value nothing is
    /// known but that the proposition no longer has it.
    pub fn outcome(&self) -> Option<Literal> {
        match self.literal.value {
            SensorValue::Truth(_) => {
                Some(Literal { proposition: self.literal.proposition.clone(), value: SensorValue::FALSE })
            }
            _ => None,
        }
    }

    /// Its weight when the success of the skill is judged.
    pub fn weight(mut self, weight: f64) -> Self {
        self.weight = weight;
        self
    }

    /// In the extended profile: the probability that it comes about.
    pub fn expectation(mut self, expectation: f64) -> Self {
        self.expectation = expectation;
        self
    }
}

/// How the activation of a skill decays before all are normalized.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Decay {
    /// It does not decay.
    #[default]
    None,
    /// It loses this part of it in each step.
    Exponential(f64),
    /// This part of it is exempt from normalization.
    Hold(f64),
}

/// A skill, which Maes calls a competence module: what it needs, and what it adds and deletes when it is executed.
///
/// ```
/// use motive::networks::Skill;
///
/// let stand_up = Skill::new("stand-up")
///     .needs([("dude-is-standing", false), ("a-hand-is-free", true)])
///     .adds(["dude-is-standing"]);
/// assert_eq!(stand_up.preconditions.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Skill {
    /// Its name.
    pub name: Arc<str>,
    /// What must hold for it to be executable.
    pub preconditions: Vec<Literal>,
    /// The add list: what it makes true.
    pub adds: Vec<Prediction>,
    /// The delete list: what it makes false. Entries have the value that the proposition will have.
    pub deletes: Vec<Prediction>,
    /// How often it may be executed in a row before it counts as failed.
    pub patience: u32,
    /// How its activation decays.
    pub decay: Decay,
    /// A factor for what flows from it to other skills.
    pub influence: Coefficient,
    /// In the extended profile: the resources that it occupies while it is executed, and how much of each.
    pub takes: Vec<(Arc<str>, f64)>,
}

/// The default of [`Skill::patience`]. The published sources give none.
pub const DEFAULT_PATIENCE: u32 = 3;

impl Skill {
    /// A skill with empty lists.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), patience: DEFAULT_PATIENCE, ..Self::default() }
    }

    /// Adds preconditions.
    pub fn needs<P: Into<Literal>>(mut self, literals: impl IntoIterator<Item = P>) -> Self {
        self.preconditions.extend(literals.into_iter().map(Into::into));
        self
    }

    /// Adds entries to the add list.
    pub fn adds<P: Into<Prediction>>(mut self, predictions: impl IntoIterator<Item = P>) -> Self {
        self.adds.extend(predictions.into_iter().map(Into::into));
        self
    }

    /// Adds entries to the delete list. They have the value that the proposition will have; [`Skill::makes_false`] takes names.
    pub fn deletes<P: Into<Prediction>>(mut self, predictions: impl IntoIterator<Item = P>) -> Self {
        self.deletes.extend(predictions.into_iter().map(Into::into));
        self
    }

    /// Adds propositions to the delete list.
    pub fn makes_false<'n>(self, propositions: impl IntoIterator<Item = &'n str>) -> Self {
        self.deletes(propositions.into_iter().map(|name| (name, false)))
    }

    /// How often it may be executed in a row before it counts as failed.
    pub fn patience(mut self, times: u32) -> Self {
        self.patience = times;
        self
    }

    /// How its activation decays.
    pub fn decay(mut self, decay: Decay) -> Self {
        self.decay = decay;
        self
    }

    /// A factor for what flows from it to other skills.
    pub fn influence(mut self, influence: impl Into<Coefficient>) -> Self {
        self.influence = influence.into();
        self
    }

    /// In the extended profile: adds a resource that it occupies while it is executed.
    pub fn takes(mut self, resource: &str, amount: f64) -> Self {
        self.takes.push((resource.into(), amount));
        self
    }

    /// All its effects as written: the add list, then the delete list.
    pub fn predictions(&self) -> impl Iterator<Item = &Prediction> {
        self.adds.iter().chain(&self.deletes)
    }

    /// What holds after it was executed as predicted, as far as that is known: first for the delete list, then for the add list.
    pub fn effects(&self) -> Vec<Literal> {
        let deletes = self.deletes.iter().filter_map(Prediction::outcome);
        deletes.chain(self.adds.iter().map(|add| add.literal.clone())).collect()
    }

    /// Every literal on its lists.
    pub(crate) fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.preconditions.iter().chain(self.predictions().map(|prediction| &prediction.literal))
    }
}

/// Rejects a count that reaches the limit.
pub(crate) fn check_count(count: u64, limit: u64, what: &'static str) -> Result<(), NetworkError> {
    if count < limit { Ok(()) } else { Err(NetworkError::TooMany(what, limit)) }
}

/// Rejects an empty name.
pub(crate) fn check_name(name: &str, what: &'static str) -> Result<(), NetworkError> {
    if name.is_empty() { Err(NetworkError::NoName(what)) } else { Ok(()) }
}

/// Rejects values that are infinite or not a number.
pub(crate) fn check_finite(proposition: &str, value: &SensorValue) -> Result<(), NetworkError> {
    if value.is_finite() {
        return Ok(());
    }
    Err(NetworkError::NotFinite(proposition.to_owned()))
}

/// The skill without repeated entries; an error if its lists are contradictory.
pub(crate) fn valid_skill(mut skill: Skill, profile: NetworkProfile) -> Result<Skill, NetworkError> {
    check_name(&skill.name, "a skill")?;
    let name = skill.name.to_string();
    skill.influence.check(&name)?;
    check_numbers(&skill)?;
    for literal in skill.literals() {
        check_name(&literal.proposition, "a proposition")?;
        check_finite(&literal.proposition, &literal.value)?;
    }
    if profile.settings().duration == SkillDuration::Instant {
        only_true(&skill)?;
    }
    dedup(&mut skill.preconditions, |literal| literal);
    dedup(&mut skill.adds, |add| &add.literal);
    dedup(&mut skill.deletes, |entry| &entry.literal);
    check_consistent(&name, "needs", skill.preconditions.iter().cloned())?;
    let outcomes = skill.deletes.iter().filter_map(Prediction::outcome);
    check_consistent(&name, "predicts", skill.adds.iter().map(|add| add.literal.clone()).chain(outcomes))?;
    Ok(skill)
}

fn check_numbers(skill: &Skill) -> Result<(), NetworkError> {
    let bad = |what: &'static str, must: &'static str, value: f64| {
        Err(NetworkError::Number { what, of: skill.name.to_string(), must, value })
    };
    for made in skill.predictions() {
        if !is_zero_or_positive(made.weight) {
            return bad("weight of a prediction", "0 or from 1e-9 to 1e9", made.weight);
        }
        if !(0.0..=1.0).contains(&made.expectation) {
            return bad("expectation of a prediction", "from 0 to 1", made.expectation);
        }
    }
    if let Decay::Exponential(part) | Decay::Hold(part) = skill.decay
        && !(0.0..=1.0).contains(&part)
    {
        return bad("decay", "from 0 to 1", part);
    }
    match skill.takes.iter().find(|(_, amount)| !is_positive(*amount)) {
        Some((_, amount)) => bad("amount taken", "from 1e-9 to 1e9", *amount),
        None => Ok(()),
    }
}

fn only_true(skill: &Skill) -> Result<(), NetworkError> {
    let needs = skill.preconditions.iter().map(|literal| ("needs", literal));
    let adds = skill.adds.iter().map(|add| ("adds", &add.literal));
    match needs.chain(adds).find(|(_, literal)| literal.value != SensorValue::TRUE) {
        Some((list, literal)) => {
            Err(NetworkError::OnlyTrue { skill: skill.name.to_string(), list, literal: literal.to_string() })
        }
        None => Ok(()),
    }
}

/// Removes repeated entries.
fn dedup<T>(list: &mut Vec<T>, literal: impl Fn(&T) -> &Literal) {
    let mut seen: FxHashSet<(Arc<str>, String)> = FxHashSet::default();
    list.retain(|entry| {
        let literal = literal(entry);
        seen.insert((literal.proposition.clone(), literal.value.to_string()))
    });
}

/// Rejects two values of one proposition.
fn check_consistent(
    skill: &str,
    list: &'static str,
    literals: impl Iterator<Item = Literal>,
) -> Result<(), NetworkError> {
    let mut seen: FxHashMap<Arc<str>, SensorValue> = FxHashMap::default();
    for Literal { proposition, value } in literals {
        match seen.get(&proposition) {
            Some(known) if *known != value => {
                let (one, other) = (known.to_string(), value.to_string());
                let (skill, proposition) = (skill.to_owned(), proposition.to_string());
                return Err(NetworkError::Contradiction { skill, list, proposition, one, other });
            }
            _ => {
                seen.insert(proposition, value);
            }
        }
    }
    Ok(())
}
