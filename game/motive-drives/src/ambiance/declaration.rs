//! Ambiances as they are declared to planners: where each comes from, and how it changes costs.

use super::cost_rate::{Modifier, RateError};
use motive_core::condition::{BuildError, Condition, Expr};
use motive_core::vocabulary::Kind;
use std::sync::Arc;

/// What is wrong with an ambiance.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AmbianceError {
    /// A condition or expression cannot be built.
    #[error("the ambiance `{name}`: {source}")]
    Build {
        /// The ambiance.
        name: String,
        /// What is wrong.
        source: BuildError,
    },
    /// The amount or time of a modifier is invalid.
    #[error("the ambiance `{name}`: {source}")]
    Rate {
        /// The ambiance.
        name: String,
        /// What is wrong.
        source: RateError,
    },
}

/// Where an ambiance comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Source {
    /// The strength of the ambiance. Each increase has a start time of its own.
    Level(Expr),
    /// Things of a kind that satisfy a condition. Each has a start time of its own.
    Things(Kind, Condition),
}

/// An ambiance that a planner observes in the agent's memory. The planner keeps the start time, so that the effect on costs can grow and
/// fade.
///
/// An [`Area`](super::Area) belongs to a world, which computes the costs and tells its agents. An ambiance belongs to the agent: it begins
/// when the agent learns of its source and ends at once when the source is gone. The [`Modifier`]s say how it grows and fades in between.
///
/// ```
/// use motive::drives::ambiance::{Ambiance, Modifier, Rate, Sensitivity};
/// use motive::drives::goap::{Goap, GoapAction, GoapGoal, GoapBehaviour};
/// use motive::kernel::{Budget, Expr, Memory, Time, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let (loud, done, inside) = (names.symbol("loud"), names.own("done", Type::Bool), names.own("inside", Type::Bool));
/// let (chat, browse) = (names.action("chat", 0), names.action("browse", 0));
/// let names = names.finish()?;
///
/// // The quiet of the library builds up: what is loud costs 5 more after 4 seconds.
/// let quiet = Ambiance::while_so("quiet", Expr::own(inside).equals(true)).puts(Modifier::new(loud, 5.0, Rate::Over(4.0)));
/// let mut goap = Goap::new(names.clone());
/// let met = goap.truth("met", Expr::own(done).equals(true));
/// goap.action(GoapAction::new(chat, vec![], 2.0).tagged([loud]).sets(met, true));
/// goap.action(GoapAction::new(browse, vec![], 4.0).sets(met, true));
/// goap.goal(GoapGoal::fixed("meet", 1.0).wants(met, true));
/// goap.ambiance(quiet).sensitive_to(Sensitivity::new([loud]));
/// let mut visitor = GoapBehaviour::new(goap.build()?);
///
/// let mut memory = Memory::new(names);
/// memory.set_own(done, false)?;
/// memory.set_own(inside, true)?;
/// let mut at = |second: u64| {
///     memory.set_time(Time::of_tick(second, 1_000_000));
///     visitor.update(&memory, &mut Budget::default());
///     visitor.rest().join(" ")
/// };
/// assert_eq!([at(0), at(1), at(2)], ["chat", "chat", "browse"]); // 2, 3.25 and 4.5 against 4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ambiance {
    pub(super) name: Arc<str>,
    pub(super) source: Source,
    pub(super) modifiers: Vec<Modifier>,
}

impl Ambiance {
    fn new(name: &str, source: Source) -> Self {
        Self { name: name.into(), source, modifiers: Vec::new() }
    }

    /// An ambiance that is present while a condition holds: in a place, at an hour.
    #[must_use]
    pub fn while_so(name: &str, condition: impl Into<Condition>) -> Self {
        Self::new(name, Source::Level(Expr::when(condition.into(), 1, 0)))
    }

    /// An ambiance whose strength is a number, such as how often something was seen lately. Each increase begins when it is observed; when
    /// the number falls, the oldest part ends first. An unknown or negative number counts as 0.
    #[must_use]
    pub fn counted(name: &str, times: impl Into<Expr>) -> Self {
        Self::new(name, Source::Level(times.into()))
    }

    /// An ambiance that comes from every thing of a kind that satisfies a condition, such as being near. The condition refers to the thing
    /// as `it`.
    #[must_use]
    pub fn around(name: &str, kind: Kind, condition: impl Into<Condition>) -> Self {
        Self::new(name, Source::Things(kind, condition.into()))
    }

    /// Adds a modifier. Several add up.
    #[must_use]
    pub fn puts(mut self, modifier: Modifier) -> Self {
        self.modifiers.push(modifier);
        self
    }
}
