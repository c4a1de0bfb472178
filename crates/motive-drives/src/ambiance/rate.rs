//! How a change of cost comes and goes with time.

use motive_core::vocabulary::Symbol;

/// How fast a change comes: from 0 to 1 in the seconds since it began.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Rate {
    /// At once.
    AtOnce,
    /// Evenly over this many seconds.
    Over(f64),
    /// Fast at first: all but a thousandth of it within seven times this many seconds, after which it is whole.
    Fading(f64),
    /// An S over this many seconds.
    Swelling(f64),
    /// As another, this many seconds later.
    After(f64, Box<Rate>),
}

/// What is wrong with a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RateError {
    /// A time that is negative or not a number.
    #[error("the times of a booster or dampener must be numbers of seconds, 0 or more")]
    NotATime,
    /// An amount that is not a number.
    #[error("the amount of a booster must be a number")]
    NotANumber,
    /// Rates inside rates without end.
    #[error("a rate can begin after another at most 8 times")]
    TooDeep,
}

/// How often one rate may begin after another.
const DEEPEST: usize = 8;

impl Rate {
    /// Refuses times that are none.
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

    /// How much of the change there is this many seconds after it began, from 0 to 1. Nothing before it began.
    #[must_use]
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

    /// From when on there may be more of the change than there is now, both in seconds since it began: now if it is on the move, later if it has
    /// yet to set in, never once it is whole.
    #[must_use]
    pub fn next_change(&self, seconds: f64) -> Option<f64> {
        let (sets_in, whole) = self.span();
        if seconds < sets_in { Some(sets_in) } else { (seconds < whole).then_some(seconds) }
    }

    /// After how many seconds it sets in, and after how many it is whole.
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

/// A change of what actions with a tag cost: it comes with the booster and goes with the dampener.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Modifier {
    /// The actions whose cost changes.
    pub tag: Symbol,
    /// By how much, at most: negative makes them cheaper.
    pub amount: f64,
    /// How it comes.
    pub booster: Rate,
    /// How it goes again. Without one it stays until it is taken away.
    pub dampener: Option<Rate>,
}

impl Modifier {
    /// A change that comes and stays.
    #[must_use]
    pub fn new(tag: Symbol, amount: f64, booster: Rate) -> Self {
        Self { tag, amount, booster, dampener: None }
    }

    /// Lets it go again.
    #[must_use]
    pub fn dampened(mut self, dampener: Rate) -> Self {
        self.dampener = Some(dampener);
        self
    }

    /// Refuses what is no number.
    pub fn check(&self) -> Result<(), RateError> {
        if !self.amount.is_finite() {
            return Err(RateError::NotANumber);
        }
        self.booster.check()?;
        self.dampener.as_ref().map_or(Ok(()), Rate::check)
    }

    /// What it puts on a cost this many seconds after it began.
    #[must_use]
    pub fn total(&self, seconds: f64) -> f64 {
        let gone = self.dampener.as_ref().map_or(0.0, |dampener| dampener.at(seconds));
        self.amount * (self.booster.at(seconds) - gone)
    }

    /// Whether it has come and gone.
    #[must_use]
    pub fn is_over(&self, seconds: f64) -> bool {
        self.dampener.as_ref().is_some_and(|dampener| dampener.at(seconds) >= 1.0)
            && self.booster.at(seconds) >= 1.0
    }

    /// From when on it may put another amount on a cost than it does now, both in seconds since it began. Never once it is settled.
    #[must_use]
    pub fn next_change(&self, seconds: f64) -> Option<f64> {
        let gone = self.dampener.as_ref().and_then(|dampener| dampener.next_change(seconds));
        match (self.booster.next_change(seconds), gone) {
            (Some(comes), Some(goes)) => Some(comes.min(goes)),
            (comes, goes) => comes.or(goes),
        }
    }

    /// Whether at some time the dampener takes back more than the booster has brought, which turns the change into its opposite for a while. Looked at
    /// in 200 moments of each.
    #[must_use]
    pub fn is_overtaken(&self) -> bool {
        let Some(dampener) = &self.dampener else { return false };
        let ahead = |seconds: f64| dampener.at(seconds) > self.booster.at(seconds) + 1e-9;
        let spans = [self.booster.span().1, dampener.span().1];
        spans.into_iter().any(|whole| (0..=200).any(|part| ahead(whole * f64::from(part) / 200.0)))
    }

    /// Whether it is all there at once and stays, so that it does not matter since when it has been there.
    pub(super) fn is_still(&self) -> bool {
        self.dampener.is_none() && self.booster.span() == (0.0, 0.0)
    }
}
