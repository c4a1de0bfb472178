//! How patterns are matched and things handed out: the choices on which the published systems differ.

use crate::vocabulary::{Kind, Property};

/// When several values are asked of a property that has several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MultiValueMatch {
    /// Every value asked for must be among those that the thing has.
    #[default]
    Contains,
    /// The two lists must be equal.
    Equals,
}

/// How numbers in a preferred range are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RangeOrder {
    /// Inside beats outside, then the preferred end, then nearness; equally good ones score the same.
    #[default]
    Sound,
    /// As the 2005 program did: by number alone, one winner, the first found. With `Highest` it also accepts a divisible
    /// quantity below a firm minimum.
    ByNumber,
}

/// What a plain number in a request means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberMatch {
    /// Exactly that number, or a portion of that size of a divisible quantity (2005).
    #[default]
    Exact,
    /// At least that number, and that much of it is reserved (2002).
    AtLeast,
}

/// What decides whether two tasks may use one thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// The access that each asks for: exclusive or shared (2005).
    #[default]
    ByAccess,
    /// Quantities alone: a thing serves one task, its amounts several, an infinite amount any number (2002).
    ByQuantity,
}

/// What "no ghost" means when every ghost is held by another task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Negation {
    /// There is none that I could have.
    #[default]
    Unavailable,
    /// There is none in memory.
    Unknown,
}

/// What happens when a task asks for exclusive use of what another holds shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SharedHold {
    /// It is refused.
    #[default]
    Deny,
    /// It is granted, and reported.
    Warn,
    /// It is granted, as the 2005 program did.
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
    /// Not at all: an ablation.
    Off,
}

/// Which of several equally scored things is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BindingTieBreak {
    /// One drawn by seed, agent, tick and place in the program.
    #[default]
    Drawn,
    /// The one known for longest.
    Oldest,
}

/// What happens to a rule that calls a program with no rule that can run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallFailure {
    /// The rule fails too, and the next one is tried.
    #[default]
    NextRule,
    /// The rule runs all the same; the call adds nothing (2005).
    Nothing,
    /// The whole task cannot run.
    Task,
}

/// How things are matched and handed out. The default is Motive's own profile.
#[derive(Clone, Debug, PartialEq)]
pub struct BindingRules {
    /// Keep the previous tick's thing while it is free and still fits.
    pub persistence: bool,
    /// Honour exclusive access.
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
    /// Quantities can be divided; otherwise who asks for a part of one gets the whole, however much that is: an ablation.
    pub divisible: bool,
    /// Two variables of one rule must have two things.
    pub distinct: bool,
    /// A thing with an infinite amount serves any number of tasks (with [`Sharing::ByQuantity`]).
    pub infinite_shares: bool,
    /// Things of this kind offer time: this property of theirs limits how much time tasks can ask for together.
    pub clock: Option<(Kind, Property)>,
    /// A pattern that needs a thing for ever ([`Pattern::for_seconds`](crate::Pattern::for_seconds) with infinity) refuses one
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
