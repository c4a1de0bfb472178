//! How patterns are matched and things are reserved: the choices in which the published systems differ.

use crate::vocabulary::{Kind, Property};

/// How several requested values are matched against a property with several values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MultiValueMatch {
    /// Every requested value must be among those of the thing.
    #[default]
    Contains,
    /// The two lists must be equal.
    Equals,
}

/// How numbers in a preferred range are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RangeOrder {
    /// Inside before outside, then by the preferred end, then by distance; equally good numbers score the same.
    #[default]
    Sound,
    /// As in the 2005 program: by number alone, with one winner, the first found. With `Highest` it also accepts a divisible quantity below
    /// a firm minimum.
    ByNumber,
}

/// How a plain number in a request is matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberMatch {
    /// Exactly that number, or a portion of that size of a divisible quantity (2005).
    #[default]
    Exact,
    /// At least that number, and that much of it is reserved (2002).
    AtLeast,
}

/// What decides whether two tasks may use the same thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// The requested access: exclusive or shared (2005).
    #[default]
    ByAccess,
    /// Quantities alone: a thing serves one task, its amounts several, an infinite amount any number (2002).
    ByQuantity,
}

/// The meaning of "no ghost" when every ghost is held by other tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Negation {
    /// None is free.
    #[default]
    Unavailable,
    /// None is known.
    Unknown,
}

/// What happens when a task requests exclusive use of a thing that another holds shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SharedHold {
    /// It is refused.
    #[default]
    Deny,
    /// It is granted, and reported.
    Warn,
    /// It is granted silently, as in the 2005 program.
    Ignore,
}

/// How candidates are ordered by preferred properties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PreferenceScoring {
    /// A point for each preferred value that a thing has, and one for being best in a preferred range (2005).
    #[default]
    Ranges,
    /// A point for each preferred request that a thing satisfies (2002).
    Count,
    /// Not at all, for ablation studies.
    Off,
}

/// Which of several equally scored things is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BindingTieBreak {
    /// A random one, keyed by seed, agent, tick and place in the program.
    #[default]
    Drawn,
    /// The one known for longest.
    Oldest,
}

/// What happens to a rule that calls a program without a runnable rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallFailure {
    /// The rule fails too, and the next one is tried.
    #[default]
    NextRule,
    /// The rule runs; the call adds nothing (2005).
    Nothing,
    /// The whole task cannot run.
    Task,
}

/// How patterns are matched and things are reserved. The default is Motive's own profile.
#[derive(Clone, Debug, PartialEq)]
pub struct BindingRules {
    /// Whether a variable keeps the thing of the previous tick while it is free and still matches.
    pub persistence: bool,
    /// Whether exclusive access is respected.
    pub exclusive: bool,
    /// See [`SharedHold`].
    pub shared_hold: SharedHold,
    /// See [`Sharing`].
    pub sharing: Sharing,
    /// See [`NumberMatch`].
    pub number_match: NumberMatch,
    /// See [`MultiValueMatch`].
    pub multi_value_match: MultiValueMatch,
    /// See [`RangeOrder`].
    pub range_order: RangeOrder,
    /// See [`PreferenceScoring`].
    pub preference_scoring: PreferenceScoring,
    /// See [`Negation`].
    pub negation: Negation,
    /// See [`BindingTieBreak`].
    pub tie_break: BindingTieBreak,
    /// Whether quantities can be divided. Otherwise a task that requests a portion gets all of it, for ablation studies.
    pub divisible: bool,
    /// Whether two variables of one rule must be bound to different things.
    pub distinct: bool,
    /// Whether a thing with an infinite amount serves any number of tasks (with [`Sharing::ByQuantity`]).
    pub infinite_shares: bool,
    /// The kind of things that offer time, and the property that limits how much time tasks can request together.
    pub clock: Option<(Kind, Property)>,
    /// Whether a pattern that needs a thing forever ([`Pattern::for_seconds`](crate::Pattern::for_seconds) with infinity) rejects things
    /// with a finite life span.
    pub strict_time: bool,
    /// See [`CallFailure`].
    pub call_failure: CallFailure,
}

impl Default for BindingRules {
    fn default() -> Self {
        Self {
            persistence: true,
            exclusive: true,
            shared_hold: SharedHold::default(),
            sharing: Sharing::default(),
            number_match: NumberMatch::default(),
            multi_value_match: MultiValueMatch::default(),
            range_order: RangeOrder::default(),
            preference_scoring: PreferenceScoring::default(),
            negation: Negation::default(),
            tie_break: BindingTieBreak::default(),
            divisible: true,
            distinct: false,
            infinite_shares: false,
            clock: None,
            strict_time: false,
            call_failure: CallFailure::default(),
        }
    }
}
