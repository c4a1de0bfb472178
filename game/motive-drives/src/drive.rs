//! Drives, and the utility function over their satisfactions.

use super::goal_template::GoalTemplate;
use motive_core::condition::Condition;
use std::fmt;
use std::sync::Arc;

/// How the completeness of the goals of a drive is combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Satisfaction {
    /// The weighted mean.
    #[default]
    WeightedMean,
    /// The least.
    Least,
}

impl Satisfaction {
    /// The satisfaction from pairs of weight and completeness; `idle` if the weights add up to 0.
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

/// A long-lived want of an agent: it makes goals and is satisfied to the degree that they are complete.
///
/// ```
/// use motive::drives::{GoalTemplate, Drive, Measure};
/// use motive::kernel::{Expr, Type, Vocabulary};
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
    /// Its weight among the drives.
    pub weight: f64,
    /// The templates of its goals.
    pub templates: Vec<GoalTemplate>,
    /// When an external drive is taken up. A drive without this condition is always present.
    pub arrives: Option<Condition>,
    /// When it is dropped, with all its goals.
    pub leaves: Option<Condition>,
    /// How the completeness of its goals is combined.
    pub satisfaction: Satisfaction,
    /// Its satisfaction without any goal.
    pub idle: f64,
}

impl Drive {
    /// A drive that is always present.
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

    /// Adds a goal template.
    #[must_use]
    pub fn goal(mut self, template: GoalTemplate) -> Self {
        self.templates.push(template);
        self
    }

    /// Makes it an external drive, which is taken up when a condition begins to hold: an order was heard, a place was entered.
    #[must_use]
    pub fn arrives(mut self, when: impl Into<Condition>) -> Self {
        self.arrives = Some(when.into());
        self
    }

    /// Sets when it is dropped.
    #[must_use]
    pub fn leaves(mut self, when: impl Into<Condition>) -> Self {
        self.leaves = Some(when.into());
        self
    }

    /// Sets how the completeness of its goals is combined.
    #[must_use]
    pub fn satisfied_by(mut self, satisfaction: Satisfaction) -> Self {
        self.satisfaction = satisfaction;
        self
    }

    /// Sets its satisfaction without any goal. The default is 1.
    #[must_use]
    pub fn idle(mut self, satisfaction: f64) -> Self {
        self.idle = satisfaction;
        self
    }
}

/// A function of the satisfactions of all drives, in the order of declaration. A drive that is not present is [`f64::NAN`].
pub type UtilityFunction = Arc<dyn Fn(&[f64]) -> f64 + Send + Sync>;

/// The utility of the satisfactions of all drives.
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
    /// The weighted mean of the satisfactions.
    #[must_use]
    pub fn weighted_mean() -> Self {
        Self::default()
    }

    /// A custom function of the satisfactions.
    #[must_use]
    pub fn function(function: impl Fn(&[f64]) -> f64 + Send + Sync + 'static) -> Self {
        Self { function: Some(Arc::new(function)), ..Self::default() }
    }

    /// The utility is 0 while a condition holds, such as being dead.
    #[must_use]
    pub fn nothing_when(mut self, condition: impl Into<Condition>) -> Self {
        self.nothing_when.push(condition.into());
        self
    }

    /// The utility is 0 while the satisfaction of a drive is 0: `linear_with_bad_death` of the source, with the drive for the agent's
    /// health.
    #[must_use]
    pub fn nothing_without(mut self, drive: &str) -> Self {
        self.nothing_without.push(drive.into());
        self
    }
}
