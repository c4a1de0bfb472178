//! Looking at runs while they are played.

use motive::kernel::trace::Tracer;
use motive::kernel::{Agent, Time};
use motive_worlds::{Run, World};

/// Looks at the runs of a thread while they are played, one after the other, as a debugger does. It may wait as long as it likes, and change what it likes: a run
/// that it touched is played once more by itself, and only that counts.
pub trait Spectator: Send {
    /// A run begins.
    fn begin(&mut self, about: &RunAbout<'_>, run: &Run);

    /// A tick begins, in a world that stands as it does now.
    fn begin_tick(&mut self, world: &dyn World);

    /// An agent decides, by [`Agent::tick_traced`] or something that does the same. `counts` gets what it considers.
    fn decide(&mut self, agent: &mut Agent, now: Time, counts: Option<&mut dyn Tracer>);

    /// The run is over. Says whether anything in it may have been otherwise than by itself, if only the work of an agent whose reasons were asked for.
    fn end(&mut self) -> bool;
}

/// Which run of a study it is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RunAbout<'a> {
    /// The study.
    pub study: &'a str,
    /// The part of the study.
    pub part: &'a str,
    /// The world.
    pub world: &'a str,
    /// The options of the world, as `name=value`.
    pub options: &'a [String],
    /// The agent.
    pub agent: &'a str,
    /// Its minds or teams, in the order of the bodies; the last may play all further ones.
    pub minds: &'a [String],
    /// Which repetition, from 1.
    pub run: usize,
    /// The seed.
    pub seed: u64,
}
