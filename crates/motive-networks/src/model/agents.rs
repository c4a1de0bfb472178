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
    /// What it says at first.
    pub value: SensorValue,
    /// Numbers are compared after rounding to a multiple of this.
    pub quantum: Option<f64>,
    /// How much its word counts.
    pub trust: Coefficient,
}

impl Sensor {
    /// A sensor and what it says at first.
    #[must_use]
    pub fn new(proposition: &str, value: impl Into<SensorValue>) -> Self {
        Self {
            proposition: proposition.into(),
            value: value.into(),
            quantum: None,
            trust: Coefficient::default(),
        }
    }

    /// Numbers are compared after rounding to a multiple of this.
    #[must_use]
    pub fn quantum(mut self, step: f64) -> Self {
        self.quantum = Some(step);
        self
    }

    /// How much its word counts.
    #[must_use]
    pub fn trust(mut self, trust: impl Into<Coefficient>) -> Self {
        self.trust = trust.into();
        self
    }
}

/// Something that is wanted, or to be kept.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Goal {
    /// What is wanted.
    pub literal: Literal,
    /// Skills that would undo it lose energy while it holds.
    pub protected: bool,
    /// How much it counts.
    pub importance: Coefficient,
    /// In the extended profile: a proposition whose degree says how much the goal matters now.
    pub relevance: Option<Arc<str>>,
}

impl Goal {
    /// Wants a proposition to be true, or to have a value.
    #[must_use]
    pub fn new(literal: impl Into<Literal>) -> Self {
        Self {
            literal: literal.into(),
            protected: false,
            importance: Coefficient::default(),
            relevance: None,
        }
    }

    /// Skills that would undo it lose energy while it holds.
    #[must_use]
    pub fn protected(mut self) -> Self {
        self.protected = true;
        self
    }

    /// How much it counts.
    #[must_use]
    pub fn importance(mut self, importance: impl Into<Coefficient>) -> Self {
        self.importance = importance.into();
        self
    }

    /// In the extended profile: a proposition whose degree says how much the goal matters now.
    #[must_use]
    pub fn relevance(mut self, proposition: &str) -> Self {
        self.relevance = Some(proposition.into());
        self
    }
}

/// What a skill predicts of one proposition.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Prediction {
    /// The proposition and the value it will have. A dropped value that is neither true nor false will no longer be had.
    pub literal: Literal,
    /// How much it counts when the skill's success is judged.
    pub weight: f64,
    /// In the extended profile: how likely it comes about.
    pub expectation: f64,
}

impl<P: Into<Literal>> From<P> for Prediction {
    fn from(literal: P) -> Self {
        Self { literal: literal.into(), weight: 1.0, expectation: 1.0 }
    }
}

impl Prediction {
    /// What holds after it, read as an entry of a delete list: a truth value becomes false. Of any other value it is only known that the
    /// proposition no longer has it.
    #[must_use]
    pub fn outcome(&self) -> Option<Literal> {
        match self.literal.value {
            SensorValue::Truth(_) => {
                Some(Literal { proposition: self.literal.proposition.clone(), value: SensorValue::FALSE })
            }
            _ => None,
        }
    }

    /// How much it counts when the skill's success is judged.
    #[must_use]
    pub fn weight(mut self, weight: f64) -> Self {
        self.weight = weight;
        self
    }

    /// In the extended profile: how likely it comes about.
    #[must_use]
    pub fn expectation(mut self, expectation: f64) -> Self {
        self.expectation = expectation;
        self
    }
}

/// How a skill's own activation fades before all are normalised.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Decay {
    /// It does not.
    #[default]
    None,
    /// This part of it goes away each step.
    Exponential(f64),
    /// This part of it is not touched by normalisation.
    Hold(f64),
}

/// Something that can be selected and done.
///
/// ```
/// use motive::network::Skill;
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
    /// What must hold for it to be done.
    pub preconditions: Vec<Literal>,
    /// What it makes true.
    pub adds: Vec<Prediction>,
    /// What it makes false, written as it will be afterwards.
    pub deletes: Vec<Prediction>,
    /// How often it may be done in a row before it is taken to have failed.
    pub patience: u32,
    /// How its activation fades.
    pub decay: Decay,
    /// How much its activation counts where it flows to.
    pub influence: Coefficient,
    /// In the extended profile: what it takes up while it is done, and how much of it.
    pub takes: Vec<(Arc<str>, f64)>,
}

/// How often a skill may be done in a row unless it says otherwise; ours.
pub const DEFAULT_PATIENCE: u32 = 3;

impl Skill {
    /// A skill that needs and changes nothing yet.
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

    /// Adds what must hold for it to be done.
    #[must_use]
    pub fn needs<P: Into<Literal>>(mut self, literals: impl IntoIterator<Item = P>) -> Self {
        self.preconditions.extend(literals.into_iter().map(Into::into));
        self
    }

    /// Adds what it makes true.
    #[must_use]
    pub fn adds<P: Into<Prediction>>(mut self, predictions: impl IntoIterator<Item = P>) -> Self {
        self.adds.extend(predictions.into_iter().map(Into::into));
        self
    }

    /// Adds what it makes false. A prediction says what will be afterwards; [`Skill::makes_false`] takes bare names.
    #[must_use]
    pub fn deletes<P: Into<Prediction>>(mut self, predictions: impl IntoIterator<Item = P>) -> Self {
        self.deletes.extend(predictions.into_iter().map(Into::into));
        self
    }

    /// Adds propositions that it makes false.
    #[must_use]
    pub fn makes_false<'n>(self, propositions: impl IntoIterator<Item = &'n str>) -> Self {
        self.deletes(propositions.into_iter().map(|name| (name, false)))
    }

    /// How often it may be done in a row before it is taken to have failed.
    #[must_use]
    pub fn patience(mut self, times: u32) -> Self {
        self.patience = times;
        self
    }

    /// How its activation fades.
    #[must_use]
    pub fn decay(mut self, decay: Decay) -> Self {
        self.decay = decay;
        self
    }

    /// How much its activation counts where it flows to.
    #[must_use]
    pub fn influence(mut self, influence: impl Into<Coefficient>) -> Self {
        self.influence = influence.into();
        self
    }

    /// In the extended profile: what it takes up while it is done.
    #[must_use]
    pub fn takes(mut self, resource: &str, amount: f64) -> Self {
        self.takes.push((resource.into(), amount));
        self
    }

    /// What it predicts: what it adds, then what it deletes.
    pub fn predictions(&self) -> impl Iterator<Item = &Prediction> {
        self.adds.iter().chain(&self.deletes)
    }

    /// What holds after it has been done as predicted, as far as that can be said: first what it deletes, then what it adds.
    #[must_use]
    pub fn effects(&self) -> Vec<Literal> {
        let deletes = self.deletes.iter().filter_map(Prediction::outcome);
        deletes.chain(self.adds.iter().map(|add| add.literal.clone())).collect()
    }

    /// Every literal that it mentions.
    pub(crate) fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.preconditions.iter().chain(self.predictions().map(|prediction| &prediction.literal))
    }
}
