//! Response curves: how much of what is wanted a share of the way there is worth.

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
#[non_exhaustive]
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
#[non_exhaustive]
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
    #[must_use]
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
