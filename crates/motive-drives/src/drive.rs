//! Long-lived drives, and what the satisfaction of all of them is worth.

use super::goal_template::GoalTemplate;
use motive_core::condition::Condition;
use std::fmt;
use std::sync::Arc;

/// How the goals of a drive become one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Satisfaction {
    /// The mean of their completeness, each as often as it counts.
    #[default]
    WeightedMean,
    /// The least complete decides.
    Least,
}

impl Satisfaction {
    /// The satisfaction from pairs of weight and completeness; `idle` if there are none that count.
    #[must_use]
    pub fn of(self, goals: impl Iterator<Item = (f64, f64)>, idle: f64) -> f64 {
        let (mut weights, mut sum, mut least) = (0.0, 0.0, 1.0_f64);
        for (weight, completeness) in goals {
            weights += weight;
            sum += weight * completeness;
            least = least.min(completeness);
        }
        match self {
            _ if weights <= 0.0 => idle,
            Self::WeightedMean => sum / weights,
            Self::Least => least,
        }
    }
}

/// Something that an agent is driven by as long as it lives, or while it is under orders.
///
/// ```
/// use motive::drives::{GoalTemplate, Drive, Measure};
/// use motive::{Expr, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let health = names.own("health", Type::Number);
/// let stay_healthy = Drive::new("stay_healthy", 0.48)
///     .goal(GoalTemplate::new("health").measure(Measure::toward(Expr::own(health), 0, 100)));
/// # let _ = stay_healthy;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Drive {
    /// What it is called.
    pub name: Arc<str>,
    /// How much it counts beside the others.
    pub weight: f64,
    /// What it makes goals of.
    pub templates: Vec<GoalTemplate>,
    /// When a drive that comes from outside is taken up. An internal drive is there from the start.
    pub arrives: Option<Condition>,
    /// When it is dropped, with all its goals.
    pub leaves: Option<Condition>,
    /// How its goals become one number.
    pub satisfaction: Satisfaction,
    /// How satisfied it is without any goal.
    pub idle: f64,
}

impl Drive {
    /// A drive that comes with the agent.
    #[must_use]
    pub fn new(name: &str, weight: f64) -> Self {
        Self {
            name: name.into(),
            weight,
            templates: Vec::new(),
            arrives: None,
            leaves: None,
            satisfaction: Satisfaction::WeightedMean,
            idle: 1.0,
        }
    }

    /// Adds something to make goals of.
    #[must_use]
    pub fn goal(mut self, aim: GoalTemplate) -> Self {
        self.templates.push(aim);
        self
    }

    /// Makes it a drive from outside, taken up when a condition comes to hold in memory: an order that was heard, a place that was
    /// entered. What nobody perceives drives nobody.
    #[must_use]
    pub fn arrives(mut self, when: impl Into<Condition>) -> Self {
        self.arrives = Some(when.into());
        self
    }

    /// When it is dropped.
    #[must_use]
    pub fn leaves(mut self, when: impl Into<Condition>) -> Self {
        self.leaves = Some(when.into());
        self
    }

    /// How its goals become one number.
    #[must_use]
    pub fn satisfied_by(mut self, satisfaction: Satisfaction) -> Self {
        self.satisfaction = satisfaction;
        self
    }

    /// How satisfied it is without any goal. Normally wholly.
    #[must_use]
    pub fn idle(mut self, satisfaction: f64) -> Self {
        self.idle = satisfaction;
        self
    }
}

/// A function of the satisfactions of all drives, in the order in which they were declared. A drive that is not there is
/// [`f64::NAN`].
pub type UtilityFunction = Arc<dyn Fn(&[f64]) -> f64 + Send + Sync>;

/// What the satisfaction of all drives is worth.
#[derive(Clone, Default)]
pub struct Utility {
    pub(super) function: Option<UtilityFunction>,
    pub(super) nothing_when: Vec<Condition>,
    pub(super) nothing_without: Vec<Arc<str>>,
}

impl fmt::Debug for Utility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Utility")
            .field("function", &self.function.as_ref().map_or("weighted mean", |_| "custom"))
            .field("nothing_when", &self.nothing_when)
            .field("nothing_without", &self.nothing_without)
            .finish()
    }
}

impl Utility {
    /// The mean of the satisfactions, each as often as its drive counts.
    #[must_use]
    pub fn weighted_mean() -> Self {
        Self::default()
    }

    /// Any function of the satisfactions.
    #[must_use]
    pub fn function(function: impl Fn(&[f64]) -> f64 + Send + Sync + 'static) -> Self {
        Self { function: Some(Arc::new(function)), ..Self::default() }
    }

    /// Nothing is worth anything when a condition holds: when one is dead.
    #[must_use]
    pub fn nothing_when(mut self, condition: impl Into<Condition>) -> Self {
        self.nothing_when.push(condition.into());
        self
    }

    /// Nothing is worth anything when a drive is not satisfied at all: `linear_with_bad_death` of the source, with the drive for
    /// one's own health.
    #[must_use]
    pub fn nothing_without(mut self, drive: &str) -> Self {
        self.nothing_without.push(drive.into());
        self
    }
}
