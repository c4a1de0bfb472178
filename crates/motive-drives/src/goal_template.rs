//! What a drive wants, of the agent itself or of every thing of a sort.

use super::curve::Curve;
use motive_core::condition::{Condition, Expr, Pattern};
use std::sync::Arc;

/// How complete something is, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Measure {
    /// How far a number has come on its way from one number to another.
    Toward {
        /// The number.
        value: Expr,
        /// Where nothing has been reached yet.
        from: Expr,
        /// Where everything has.
        to: Expr,
        /// What a share of the way is worth.
        curve: Curve,
    },
    /// To what degree a condition holds.
    Degree(Condition, Curve),
}

impl Measure {
    /// How far a number has come on its way from one number to another: `linear` of the source if `to` is the greater, its
    /// `inverse_linear` if it is the lesser.
    #[must_use]
    pub fn toward(value: impl Into<Expr>, from: impl Into<Expr>, to: impl Into<Expr>) -> Self {
        Self::Toward { value: value.into(), from: from.into(), to: to.into(), curve: Curve::Linear }
    }

    /// To what degree a condition holds: a comparison of numbers in part, most other conditions wholly or not at all.
    #[must_use]
    pub fn degree(condition: impl Into<Condition>) -> Self {
        Self::Degree(condition.into(), Curve::Linear)
    }

    /// What a share of the way is worth.
    #[must_use]
    pub fn curve(mut self, new: Curve) -> Self {
        match &mut self {
            Self::Toward { curve, .. } | Self::Degree(_, curve) => *curve = new,
        }
        self
    }

    /// What would have to become true for it to be complete: this decides which actions are tried.
    pub(super) fn help(&self) -> Condition {
        match self {
            Self::Degree(condition, _) => condition.clone(),
            Self::Toward { value, from, to, .. } => {
                let number = |bound: &Expr| bound.constant().and_then(motive_core::vocabulary::Value::number);
                match (number(from), number(to)) {
                    (Some(from), Some(to)) if from < to => value.clone().at_least(to),
                    (Some(from), Some(to)) if from > to => value.clone().at_most(to),
                    // Which way is up cannot be told before it is asked: any change may help.
                    _ => value.clone().holds(),
                }
            }
        }
    }
}

/// How several measures of one aim become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Combine {
    /// Their mean.
    #[default]
    Mean,
    /// The least.
    Least,
    /// Their product.
    Product,
}

impl Combine {
    /// One score of many; without any, everything is as it should be.
    #[must_use]
    pub fn of(self, scores: impl Iterator<Item = f64>) -> f64 {
        let (mut sum, mut least, mut product, mut count) = (0.0, 1.0_f64, 1.0, 0_u32);
        for score in scores {
            sum += score;
            least = least.min(score);
            product *= score;
            count += 1;
        }
        match self {
            _ if count == 0 => 1.0,
            Self::Mean => sum / f64::from(count),
            Self::Least => least,
            Self::Product => product,
        }
    }
}

/// What a drive makes goals of: one for the agent itself, or one for every thing that fits a pattern.
///
/// ```
/// use motive::drives::{GoalTemplate, Measure};
/// use motive::{Expr, Pattern, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let goblin = names.kind("goblin");
/// let health = names.property("health", Type::Number);
///
/// let kill = GoalTemplate::each("kill_enemy", Pattern::of(goblin).named("enemy"))
///     .measure(Measure::toward(Expr::var("enemy").get(health), 30, 0))
///     .weight(2.0)
///     .until(Expr::var("enemy").get(health).at_most(0));
/// # let _ = kill;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GoalTemplate {
    /// What it is called.
    pub name: Arc<str>,
    /// The things that there is a goal for each of; without a pattern there is one goal.
    pub each: Option<Pattern>,
    /// When a goal comes up, whatever else there is. It may ask what was ([`Expr::was`]). The pattern's name can be used.
    pub when: Condition,
    /// How complete a goal is.
    pub measures: Vec<Measure>,
    /// How its measures become one.
    pub combine: Combine,
    /// How much a goal counts beside the others of its drive.
    pub weight: f64,
    /// When a goal is dropped. Without a condition it stands for as long as its thing is known.
    pub until: Option<Condition>,
    /// How complete a goal is whose thing is no more.
    pub gone: f64,
    /// How complete a goal must be where plans have to reach the goal that they began with.
    pub required: f64,
}

impl GoalTemplate {
    /// One goal about the agent itself or the world at large.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            each: None,
            when: Condition::always(),
            measures: Vec::new(),
            combine: Combine::Mean,
            weight: 1.0,
            until: None,
            gone: 0.0,
            required: 1.0,
        }
    }

    /// A goal for each thing that fits a pattern. Name the pattern to use the thing.
    #[must_use]
    pub fn each(name: &str, pattern: Pattern) -> Self {
        Self { each: Some(pattern), ..Self::new(name) }
    }

    /// When a goal comes up.
    #[must_use]
    pub fn when(mut self, condition: impl Into<Condition>) -> Self {
        self.when = self.when & condition.into();
        self
    }

    /// Adds something that it is to be complete in.
    #[must_use]
    pub fn measure(mut self, measure: Measure) -> Self {
        self.measures.push(measure);
        self
    }

    /// How its measures become one.
    #[must_use]
    pub fn combined(mut self, combine: Combine) -> Self {
        self.combine = combine;
        self
    }

    /// How much a goal counts beside the others of its drive.
    #[must_use]
    pub fn weight(mut self, weight: f64) -> Self {
        self.weight = weight;
        self
    }

    /// When a goal is dropped.
    #[must_use]
    pub fn until(mut self, condition: impl Into<Condition>) -> Self {
        self.until = Some(condition.into());
        self
    }

    /// How complete a goal is whose thing is no more: 1 for an enemy to be rid of, 0 for a treasure to be had.
    #[must_use]
    pub fn when_gone(mut self, completeness: f64) -> Self {
        self.gone = completeness;
        self
    }

    /// How complete a goal must be where plans have to reach the goal that they began with.
    #[must_use]
    pub fn required(mut self, completeness: f64) -> Self {
        self.required = completeness;
        self
    }
}
