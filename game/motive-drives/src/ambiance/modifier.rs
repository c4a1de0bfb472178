//! How a change of cost grows and fades with time.

use motive_core::vocabulary::Symbol;

/// How a change grows from 0 to 1 over the seconds since it began.
#[derive(Clone, Debug, PartialEq)]
pub enum Rate {
    /// The whole change at once.
    AtOnce,
    /// Linear over this many seconds.
    Over(f64),
    /// Exponential with this time constant in seconds. It counts as complete after seven time constants.
    Fading(f64),
    /// An S-curve over this many seconds.
    Swelling(f64),
    /// Another rate, delayed by this many seconds.
    After(f64, Box<Rate>),
}

/// What is wrong with a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RateError {
    /// A time that is negative or not a number.
    #[error("the times of a booster or dampener must be numbers of seconds, 0 or more")]
    NotATime,
    /// An amount that is not a number.
    #[error("the amount of a booster must be a number")]
    NotANumber,
    /// Delays that are nested too deeply.
    #[error("delays can be nested at most 8 deep")]
    TooDeep,
}

/// The most delays inside each other.
const DEEPEST: usize = 8;

impl Rate {
    /// Checks that all times are finite and not negative.
    pub fn check(&self) -> Result<(), RateError> {
        self.check_below(DEEPEST)
    }

    fn check_below(&self, depth: usize) -> Result<(), RateError> {
        let time = |seconds: f64| {
            if seconds >= 0.0 && seconds.is_finite() { Ok(()) } else { Err(RateError::NotATime) }
        };
        match self {
            Self::AtOnce => Ok(()),
            Self::Over(seconds) | Self::Fading(seconds) | Self::Swelling(seconds) => time(*seconds),
            Self::After(..) if depth == 0 => Err(RateError::TooDeep),
            Self::After(seconds, inner) => time(*seconds).and_then(|()| inner.check_below(depth - 1)),
        }
    }

    /// The share of the change this many seconds after it began, from 0 to 1; 0 before that.
    pub fn at(&self, seconds: f64) -> f64 {
        if seconds.is_nan() || seconds < 0.0 {
            return 0.0;
        }
        let share = |over: f64| if over <= 0.0 { 1.0 } else { (seconds / over).min(1.0) };
        match self {
            Self::AtOnce => 1.0,
            Self::Over(over) => share(*over),
            Self::Fading(time) if *time <= 0.0 || seconds >= 7.0 * time => 1.0,
            Self::Fading(time) => 1.0 - libm::exp(-seconds / time),
            Self::Swelling(over) => {
                let x = share(*over);
                x * x * (3.0 - 2.0 * x)
            }
            Self::After(delay, inner) => inner.at(seconds - delay),
        }
    }

    /// The next time at which the share may grow, in seconds since the change began: now if it is growing, later if it is delayed, never
    /// once it is complete.
    pub fn next_change(&self, seconds: f64) -> Option<f64> {
        let (sets_in, whole) = self.span();
        if seconds < sets_in { Some(sets_in) } else { (seconds < whole).then_some(seconds) }
    }

    /// The seconds after which it starts to grow, and after which it is complete.
    fn span(&self) -> (f64, f64) {
        match self {
            Self::AtOnce => (0.0, 0.0),
            Self::Over(seconds) | Self::Swelling(seconds) => (0.0, *seconds),
            Self::Fading(time) => (0.0, 7.0 * time),
            Self::After(delay, inner) => {
                let (sets_in, whole) = inner.span();
                (delay + sets_in, delay + whole)
            }
        }
    }
}

/// A change of the cost of actions with a tag. It grows with the booster and fades with the dampener.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Modifier {
    /// The tag of the actions whose cost changes.
    pub tag: Symbol,
    /// The full change of cost; negative makes actions cheaper.
    pub amount: f64,
    /// How it grows.
    pub booster: Rate,
    /// How it fades. Without a dampener it stays until it is removed.
    pub dampener: Option<Rate>,
}

impl Modifier {
    /// A change that does not fade.
    pub fn new(tag: Symbol, amount: f64, booster: Rate) -> Self {
        Self { tag, amount, booster, dampener: None }
    }

    /// Makes the change fade.
    pub fn dampened(mut self, dampener: Rate) -> Self {
        self.dampener = Some(dampener);
        self
    }

    /// Checks that the amount and all times are valid.
    pub fn check(&self) -> Result<(), RateError> {
        if !self.amount.is_finite() {
            return Err(RateError::NotANumber);
        }
        self.booster.check()?;
        self.dampener.as_ref().map_or(Ok(()), Rate::check)
    }

    /// The change of cost this many seconds after it began.
    pub fn total(&self, seconds: f64) -> f64 {
        let gone = self.dampener.as_ref().map_or(0.0, |dampener| dampener.at(seconds));
        self.amount * (self.booster.at(seconds) - gone)
    }

    /// Whether it has grown and faded completely.
    pub fn is_over(&self, seconds: f64) -> bool {
        self.dampener.as_ref().is_some_and(|dampener| dampener.at(seconds) >= 1.0)
            && self.booster.at(seconds) >= 1.0
    }

    /// The next time at which the change of cost may differ from now, in seconds since it began; never once it is constant.
    pub fn next_change(&self, seconds: f64) -> Option<f64> {
        let gone = self.dampener.as_ref().and_then(|dampener| dampener.next_change(seconds));
        match (self.booster.next_change(seconds), gone) {
            (Some(comes), Some(goes)) => Some(comes.min(goes)),
            (comes, goes) => comes.or(goes),
        }
    }

    /// Whether at some time the dampener exceeds the booster, which reverses the change for a while. Tested at 200 points of each.
    pub fn is_overtaken(&self) -> bool {
        let Some(dampener) = &self.dampener else { return false };
        let ahead = |seconds: f64| dampener.at(seconds) > self.booster.at(seconds) + 1e-9;
        let spans = [self.booster.span().1, dampener.span().1];
        spans.into_iter().any(|whole| (0..=200).any(|part| ahead(whole * f64::from(part) / 200.0)))
    }

    /// Whether it is complete at once and never fades, so that the start time does not matter.
    pub(super) fn is_constant(&self) -> bool {
        self.dampener.is_none() && self.booster.span() == (0.0, 0.0)
    }
}
