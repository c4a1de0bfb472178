//! Ambiances as planners are told of them: where each comes from, and what it puts on which actions.

use super::rate::{Modifier, RateError};
use motive_core::condition::{BuildError, Condition, Expr};
use motive_core::vocabulary::Kind;
use std::sync::Arc;

/// What is wrong with an ambiance.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AmbianceError {
    /// What it depends on cannot be built.
    #[error("the ambiance `{name}`: {source}")]
    Build {
        /// The ambiance.
        name: String,
        /// What is wrong.
        source: BuildError,
    },
    /// What it puts on actions has no sensible amount or time.
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
    /// How much of it there is: what comes on top has its own beginning.
    Level(Expr),
    /// Things of a kind for which a condition holds; each has its own beginning.
    Things(Kind, Condition),
}

/// An ambiance that a planner notices by itself: the planner keeps since when it has been there, so that what it puts on actions can come and go
/// with time.
///
/// An [`Area`](super::Area) belongs to a world, which adds up what lies on an action and tells its agents. An ambiance belongs to the agent: it
/// begins when the agent comes to know what it comes from, and is gone at once when that is gone. How it comes and goes in between is for the
/// [`Modifier`]s to say.
///
/// ```
/// use motive::drives::ambiance::{Ambiance, Modifier, Rate, Temper};
/// use motive::drives::goap::{Goap, GoapAction, GoapGoal, GoapBehaviour};
/// use motive::{Budget, Expr, Memory, Time, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let (loud, done, inside) = (names.symbol("loud"), names.own("done", Type::Bool), names.own("inside", Type::Bool));
/// let (chat, browse) = (names.action("chat", 0), names.action("browse", 0));
/// let names = names.finish()?;
///
/// // The quiet of the library is felt little by little: 5 more on what is loud, after 4 seconds.
/// let quiet = Ambiance::while_so("quiet", Expr::own(inside).equals(true)).puts(Modifier::new(loud, 5.0, Rate::Over(4.0)));
/// let mut goap = Goap::new(names.clone());
/// let met = goap.truth("met", Expr::own(done).equals(true));
/// goap.action(GoapAction::new(chat, vec![], 2.0).tagged([loud]).sets(met, true));
/// goap.action(GoapAction::new(browse, vec![], 4.0).sets(met, true));
/// goap.goal(GoapGoal::fixed("meet", 1.0).wants(met, true));
/// goap.ambiance(quiet).minds(Temper::new([loud]));
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

    /// One that is there while something is so: a place, an hour.
    #[must_use]
    pub fn while_so(name: &str, condition: impl Into<Condition>) -> Self {
        Self::new(name, Source::Level(Expr::when(condition.into(), 1, 0)))
    }

    /// One of which there is as much as a number says: how often something was seen done lately. What comes on top begins when it
    /// comes; when the number falls, the oldest goes first. A number that is not known, or below 0, is 0.
    #[must_use]
    pub fn counted(name: &str, times: impl Into<Expr>) -> Self {
        Self::new(name, Source::Level(times.into()))
    }

    /// One that each thing of a kind brings for which a condition holds, in which the thing is called `it`: those that are near.
    #[must_use]
    pub fn around(name: &str, kind: Kind, condition: impl Into<Condition>) -> Self {
        Self::new(name, Source::Things(kind, condition.into()))
    }

    /// What it puts on actions. Several add up.
    #[must_use]
    pub fn puts(mut self, modifier: Modifier) -> Self {
        self.modifiers.push(modifier);
        self
    }
}
