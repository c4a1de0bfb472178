//! Goal templates: what a drive wants of the agent itself or of each thing of a sort.

use super::curve::Curve;
use motive_core::condition::{Condition, Expr, Pattern};
use std::sync::Arc;

/// A measure of completeness, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Measure {
    /// How far a number has moved from one value toward another.
    Toward {
        /// The number.
        value: Expr,
        /// The value at which the score is 0.
        from: Expr,
        /// The value at which the score is 1.
        to: Expr,
        /// The response curve over the share.
        curve: Curve,
    },
    /// The degree to which a condition holds.
    Degree(Condition, Curve),
}

impl Measure {
    /// How far a number has moved from one value toward another: `linear` of the source if `to` is the greater, `inverse_linear` if it is
    /// the lesser.
    #[must_use]
    pub fn toward(value: impl Into<Expr>, from: impl Into<Expr>, to: impl Into<Expr>) -> Self {
        Self::Toward { value: value.into(), from: from.into(), to: to.into(), curve: Curve::Linear }
    }

    /// The degree to which a condition holds: a comparison of numbers has a degree, most other conditions are true or false.
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

    /// A condition that would improve the measure if it became true. It decides which actions are tried.
    pub(super) fn help(&self) -> Condition {
        match self {
            Self::Degree(condition, _) => condition.clone(),
            Self::Toward { value, from, to, .. } => {
                let number = |bound: &Expr| bound.constant().and_then(motive_core::vocabulary::Value::number);
                match (number(from), number(to)) {
                    (Some(from), Some(to)) if from < to => value.clone().at_least(to),
                    (Some(from), Some(to)) if from > to => value.clone().at_most(to),
                    // The direction is not known before evaluation, so any change may help.
                    _ => value.clone().holds(),
                }
            }
        }
    }
}

/// How several measures of one template are combined.
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
    /// Combines scores. Without any, the result is 1.
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

/// A template from which a drive makes goals: one for the agent itself, or one for each thing that matches a pattern.
///
/// ```
/// use motive::drives::{GoalTemplate, Measure};
/// use motive::kernel::{Expr, Pattern, Type, Vocabulary};
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
    /// Makes one goal for each matching thing. Without a pattern there is one goal.
    pub each: Option<Pattern>,
    /// When a goal is made. The condition can use the pattern's name and previous values ([`Expr::was`]).
    pub when: Condition,
    /// What its completeness is measured by.
    pub measures: Vec<Measure>,
    /// How its measures are combined.
    pub combine: Combine,
    /// The weight of its goals among those of the drive.
    pub weight: f64,
    /// When a goal is dropped. Without a condition it stays as long as its thing is known.
    pub until: Option<Condition>,
    /// The completeness of a goal whose thing is gone.
    pub gone: f64,
    /// The completeness that a plan must reach if plans have to reach their goal ([`Hard::Goal`](super::Hard)).
    pub required: f64,
}

impl GoalTemplate {
    /// A template for one goal, about the agent itself or the world at large.
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

    /// A template for one goal per matching thing. Name the pattern to refer to the thing.
    #[must_use]
    pub fn each(name: &str, pattern: Pattern) -> Self {
        Self { each: Some(pattern), ..Self::new(name) }
    }

    /// Sets when a goal is made.
    #[must_use]
    pub fn when(mut self, condition: impl Into<Condition>) -> Self {
        self.when = self.when & condition.into();
        self
    }

    /// Adds a measure.
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

    /// Sets when a goal is dropped.
    #[must_use]
    pub fn until(mut self, condition: impl Into<Condition>) -> Self {
        self.until = Some(condition.into());
        self
    }

    /// Sets the completeness of a goal whose thing is gone: 1 for an enemy, 0 for a treasure.
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
