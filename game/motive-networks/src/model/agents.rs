//! The agents of a network as they are written: sensors, goals, skills.

use crate::model::coefficient::Coefficient;
use crate::model::literal::{Literal, SensorValue};
use std::sync::Arc;

/// Something that measures one proposition.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Sensor {
    /// What it measures.
    pub proposition: Arc<str>,
    /// Its value before it reports.
    pub value: SensorValue,
    /// If set, numbers are rounded to a multiple of this before they are compared.
    pub quantum: Option<f64>,
    /// A factor for the energy that it gives.
    pub trust: Coefficient,
}

impl Sensor {
    /// A sensor of a proposition, and its value before it reports.
    #[must_use]
    pub fn new(proposition: &str, value: impl Into<SensorValue>) -> Self {
        Self {
            proposition: proposition.into(),
            value: value.into(),
            quantum: None,
            trust: Coefficient::default(),
        }
    }

    /// If set, numbers are rounded to a multiple of this before they are compared.
    #[must_use]
    pub fn quantum(mut self, step: f64) -> Self {
        self.quantum = Some(step);
        self
    }

    /// A factor for the energy that it gives.
    #[must_use]
    pub fn trust(mut self, trust: impl Into<Coefficient>) -> Self {
        self.trust = trust.into();
        self
    }
}

/// A literal that should hold.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Goal {
    /// The literal that should hold.
    pub literal: Literal,
    /// While the goal holds, skills that delete it lose activation.
    pub protected: bool,
    /// A factor for the energy that it gives.
    pub importance: Coefficient,
    /// In the extended profile: a proposition whose degree of truth is the relevance of the goal.
    pub relevance: Option<Arc<str>>,
}

impl Goal {
    /// A goal that a proposition is true, or has a value.
    #[must_use]
    pub fn new(literal: impl Into<Literal>) -> Self {
        Self {
            literal: literal.into(),
            protected: false,
            importance: Coefficient::default(),
            relevance: None,
        }
    }

    /// While the goal holds, skills that delete it lose activation.
    #[must_use]
    pub fn protected(mut self) -> Self {
        self.protected = true;
        self
    }

    /// A factor for the energy that it gives.
    #[must_use]
    pub fn importance(mut self, importance: impl Into<Coefficient>) -> Self {
        self.importance = importance.into();
        self
    }

    /// In the extended profile: a proposition whose degree of truth is the relevance of the goal.
    #[must_use]
    pub fn relevance(mut self, proposition: &str) -> Self {
        self.relevance = Some(proposition.into());
        self
    }
}

/// An entry of the add list or delete list of a skill.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
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
    #[must_use]
    pub fn outcome(&self) -> Option<Literal> {
        match self.literal.value {
            SensorValue::Truth(_) => {
                Some(Literal { proposition: self.literal.proposition.clone(), value: SensorValue::FALSE })
            }
            _ => None,
        }
    }

    /// Its weight when the success of the skill is judged.
    #[must_use]
    pub fn weight(mut self, weight: f64) -> Self {
        self.weight = weight;
        self
    }

    /// In the extended profile: the probability that it comes about.
    #[must_use]
    pub fn expectation(mut self, expectation: f64) -> Self {
        self.expectation = expectation;
        self
    }
}

/// How the activation of a skill decays before all are normalized.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
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
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
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
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            preconditions: Vec::new(),
            adds: Vec::new(),
            deletes: Vec::new(),
            patience: DEFAULT_PATIENCE,
            decay: Decay::None,
            influence: Coefficient::default(),
            takes: Vec::new(),
        }
    }

    /// Adds preconditions.
    #[must_use]
    pub fn needs<P: Into<Literal>>(mut self, literals: impl IntoIterator<Item = P>) -> Self {
        self.preconditions.extend(literals.into_iter().map(Into::into));
        self
    }

    /// Adds entries to the add list.
    #[must_use]
    pub fn adds<P: Into<Prediction>>(mut self, predictions: impl IntoIterator<Item = P>) -> Self {
        self.adds.extend(predictions.into_iter().map(Into::into));
        self
    }

    /// Adds entries to the delete list. They have the value that the proposition will have; [`Skill::makes_false`] takes names.
    #[must_use]
    pub fn deletes<P: Into<Prediction>>(mut self, predictions: impl IntoIterator<Item = P>) -> Self {
        self.deletes.extend(predictions.into_iter().map(Into::into));
        self
    }

    /// Adds propositions to the delete list.
    #[must_use]
    pub fn makes_false<'n>(self, propositions: impl IntoIterator<Item = &'n str>) -> Self {
        self.deletes(propositions.into_iter().map(|name| (name, false)))
    }

    /// How often it may be executed in a row before it counts as failed.
    #[must_use]
    pub fn patience(mut self, times: u32) -> Self {
        self.patience = times;
        self
    }

    /// How its activation decays.
    #[must_use]
    pub fn decay(mut self, decay: Decay) -> Self {
        self.decay = decay;
        self
    }

    /// A factor for what flows from it to other skills.
    #[must_use]
    pub fn influence(mut self, influence: impl Into<Coefficient>) -> Self {
        self.influence = influence.into();
        self
    }

    /// In the extended profile: adds a resource that it occupies while it is executed.
    #[must_use]
    pub fn takes(mut self, resource: &str, amount: f64) -> Self {
        self.takes.push((resource.into(), amount));
        self
    }

    /// All its effects as written: the add list, then the delete list.
    pub fn predictions(&self) -> impl Iterator<Item = &Prediction> {
        self.adds.iter().chain(&self.deletes)
    }

    /// What holds after it was executed as predicted, as far as that is known: first for the delete list, then for the add list.
    #[must_use]
    pub fn effects(&self) -> Vec<Literal> {
        let deletes = self.deletes.iter().filter_map(Prediction::outcome);
        deletes.chain(self.adds.iter().map(|add| add.literal.clone())).collect()
    }

    /// Every literal on its lists.
    pub(crate) fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.preconditions.iter().chain(self.predictions().map(|prediction| &prediction.literal))
    }
}
