//! Drives: what an agent wants for long, the goals that they make, how complete those are, and the utility over all drives.

use motive_core::condition::{Condition, Expr, Pattern};
use motive_core::vocabulary::Value;
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
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
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
    pub fn new(name: &str, weight: f64) -> Self {
        Self { name: name.into(), weight, idle: 1.0, ..Self::default() }
    }

    /// Adds a goal template.
    pub fn goal(mut self, template: GoalTemplate) -> Self {
        self.templates.push(template);
        self
    }

    /// Makes it an external drive, which is taken up when a condition begins to hold: an order was heard, a place was entered.
    pub fn arrives(mut self, when: impl Into<Condition>) -> Self {
        self.arrives = Some(when.into());
        self
    }

    /// Sets when it is dropped.
    pub fn leaves(mut self, when: impl Into<Condition>) -> Self {
        self.leaves = Some(when.into());
        self
    }

    /// Sets its satisfaction without any goal. The default is 1.
    pub fn idle(mut self, satisfaction: f64) -> Self {
        self.idle = satisfaction;
        self
    }
}

/// A function of the satisfactions of all drives, in the order of declaration. A drive that is not present is [`f64::NAN`].
pub type UtilityFunction = Arc<dyn Fn(&[f64]) -> f64 + Send + Sync>;

/// The utility of the satisfactions of all drives.
#[derive(Clone, Default)]
#[must_use]
pub struct Utility {
    pub(crate) function: Option<UtilityFunction>,
    pub(crate) nothing_when: Vec<Condition>,
    pub(crate) nothing_without: Vec<Arc<str>>,
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
    pub fn weighted_mean() -> Self {
        Self::default()
    }

    /// A custom function of the satisfactions.
    pub fn function(function: impl Fn(&[f64]) -> f64 + Send + Sync + 'static) -> Self {
        Self { function: Some(Arc::new(function)), ..Self::default() }
    }

    /// The utility is 0 while a condition holds, such as being dead.
    pub fn nothing_when(mut self, condition: impl Into<Condition>) -> Self {
        self.nothing_when.push(condition.into());
        self
    }

    /// The utility is 0 while the satisfaction of a drive is 0: `linear_with_bad_death` of the source, with the drive for the agent's
    /// health.
    pub fn nothing_without(mut self, drive: &str) -> Self {
        self.nothing_without.push(drive.into());
        self
    }
}

/// A measure of completeness, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
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
    pub fn toward(value: impl Into<Expr>, from: impl Into<Expr>, to: impl Into<Expr>) -> Self {
        Self::Toward { value: value.into(), from: from.into(), to: to.into(), curve: Curve::Linear }
    }

    /// The degree to which a condition holds: a comparison of numbers has a degree, most other conditions are true or false.
    pub fn degree(condition: impl Into<Condition>) -> Self {
        Self::Degree(condition.into(), Curve::Linear)
    }

    /// What a share of the way is worth.
    pub fn curve(mut self, new: Curve) -> Self {
        match &mut self {
            Self::Toward { curve, .. } | Self::Degree(_, curve) => *curve = new,
        }
        self
    }

    /// A condition that would improve the measure if it became true. It decides which actions are tried.
    pub(crate) fn help(&self) -> Condition {
        match self {
            Self::Degree(condition, _) => condition.clone(),
            Self::Toward { value, from, to, .. } => {
                let number = |bound: &Expr| bound.constant().and_then(Value::number);
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
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
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
    /// The completeness that a plan must reach if plans have to reach their goal ([`Hard::NeedsAndGoal`](crate::Hard)).
    pub required: f64,
}

impl GoalTemplate {
    /// A template for one goal, about the agent itself or the world at large.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), weight: 1.0, required: 1.0, ..Self::default() }
    }

    /// A template for one goal per matching thing. Name the pattern to refer to the thing.
    pub fn each(name: &str, pattern: Pattern) -> Self {
        Self { each: Some(pattern), ..Self::new(name) }
    }

    /// Sets when a goal is made.
    pub fn when(mut self, condition: impl Into<Condition>) -> Self {
        self.when = self.when & condition.into();
        self
    }

    /// Adds a measure.
    pub fn measure(mut self, measure: Measure) -> Self {
        self.measures.push(measure);
        self
    }

    /// How its measures become one.
    pub fn combined(mut self, combine: Combine) -> Self {
        self.combine = combine;
        self
    }

    /// How much a goal counts beside the others of its drive.
    pub fn weight(mut self, weight: f64) -> Self {
        self.weight = weight;
        self
    }

    /// Sets when a goal is dropped.
    pub fn until(mut self, condition: impl Into<Condition>) -> Self {
        self.until = Some(condition.into());
        self
    }

    /// Sets the completeness of a goal whose thing is gone: 1 for an enemy, 0 for a treasure.
    pub fn when_gone(mut self, completeness: f64) -> Self {
        self.gone = completeness;
        self
    }

    /// How complete a goal must be where plans have to reach the goal that they began with.
    pub fn required(mut self, completeness: f64) -> Self {
        self.required = completeness;
        self
    }
}

/// How a share from 0 to 1 becomes a score from 0 to 1.
///
/// ```
/// use motive::drives::Curve;
///
/// assert_eq!(Curve::Linear.at(0.4), 0.4);
/// assert_eq!(Curve::Power(2.0).at(0.5), 0.25);
/// assert_eq!(Curve::Step(0.3).at(0.29), 0.0);
/// let table = Curve::Table(vec![(0.0, 1.0), (0.5, 0.25), (1.0, 0.0)]);
/// assert_eq!(table.at(0.25), 0.625);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Curve {
    /// The share itself.
    #[default]
    Linear,
    /// What is missing of it.
    Inverse,
    /// The share to a power: above 1 the last steps count most, below 1 the first.
    Power(f64),
    /// An S that is steepest in `middle`.
    Logistic {
        /// How steep; above 0.
        steepness: f64,
        /// Where it is steepest.
        middle: f64,
    },
    /// The inverse of an S: steep at both ends, flat in the middle.
    Logit {
        /// How flat the middle is; above 0.
        flatness: f64,
    },
    /// Nothing below a share, everything from there on.
    Step(f64),
    /// An S without parameters: `x * x * (3 - 2 * x)`.
    Smoothstep,
    /// Straight lines between points, which are sorted by their first number.
    Table(Vec<(f64, f64)>),
}

/// What is wrong with a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CurveError {
    /// A parameter is infinite or not a number.
    #[error("a parameter of the curve is not a finite number")]
    NotFinite,
    /// An exponent, steepness or flatness that is not above 0.
    #[error("the exponent, steepness or flatness of a curve must be above 0")]
    NotPositive,
    /// A table without points.
    #[error("a table curve needs at least one point")]
    Empty,
    /// Points that are not sorted.
    #[error(
        "the points of a table curve must be sorted by their first number, each greater than the one before"
    )]
    Unsorted,
    /// A score outside 0 to 1.
    #[error("the scores of a table curve must lie between 0 and 1")]
    OutOfRange,
}

impl Curve {
    /// Refuses curves that would give no score somewhere.
    pub fn check(&self) -> Result<(), CurveError> {
        let (numbers, positive): (&[f64], Option<f64>) = match self {
            Self::Linear | Self::Inverse | Self::Smoothstep => (&[], None),
            Self::Power(exponent) => (&[*exponent], Some(*exponent)),
            Self::Logistic { steepness, middle } => (&[*steepness, *middle], Some(*steepness)),
            Self::Logit { flatness } => (&[*flatness], Some(*flatness)),
            Self::Step(at) => (&[*at], None),
            Self::Table(points) => return check_table(points),
        };
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(CurveError::NotFinite);
        }
        if positive.is_some_and(|number| number <= 0.0) { Err(CurveError::NotPositive) } else { Ok(()) }
    }

    /// The score of a share. Both lie between 0 and 1; a share that is not a number is worth nothing.
    pub fn at(&self, share: f64) -> f64 {
        if share.is_nan() {
            return 0.0;
        }
        let x = share.clamp(0.0, 1.0);
        let score = match self {
            Self::Linear => x,
            Self::Inverse => 1.0 - x,
            Self::Power(exponent) => libm::pow(x, *exponent),
            Self::Logistic { steepness, middle } => {
                let rise = |x: f64| 1.0 / (1.0 + libm::exp(-steepness * (x - middle)));
                let (low, high) = (rise(0.0), rise(1.0));
                (rise(x) - low) / (high - low)
            }
            Self::Logit { flatness } => {
                // Kept off the ends, where the logarithm has none.
                let inner = 0.5 + (x - 0.5) / (1.0 + *flatness);
                let rise = |x: f64| libm::log(x / (1.0 - x));
                let most = rise(0.5 + 0.5 / (1.0 + *flatness));
                0.5 + 0.5 * rise(inner) / most
            }
            Self::Step(at) => f64::from(u8::from(x >= *at)),
            Self::Smoothstep => x * x * (3.0 - 2.0 * x),
            Self::Table(points) => read_table(points, x),
        };
        if score.is_nan() { 0.0 } else { score.clamp(0.0, 1.0) }
    }
}

fn check_table(points: &[(f64, f64)]) -> Result<(), CurveError> {
    if points.is_empty() {
        return Err(CurveError::Empty);
    }
    if !points.iter().all(|(x, y)| x.is_finite() && y.is_finite()) {
        return Err(CurveError::NotFinite);
    }
    if !points.windows(2).all(|pair| pair[0].0 < pair[1].0) {
        return Err(CurveError::Unsorted);
    }
    if points.iter().all(|(_, y)| (0.0..=1.0).contains(y)) { Ok(()) } else { Err(CurveError::OutOfRange) }
}

/// Before the first point and after the last the table is flat.
fn read_table(points: &[(f64, f64)], x: f64) -> f64 {
    let after = points.partition_point(|(at, _)| *at <= x);
    let before = after.checked_sub(1).and_then(|at| points.get(at));
    match (before, points.get(after)) {
        (Some((x0, y0)), Some((x1, y1))) => y0 + (y1 - y0) * (x - x0) / (x1 - x0),
        (Some((_, y)), None) | (None, Some((_, y))) => *y,
        (None, None) => 0.0,
    }
}
