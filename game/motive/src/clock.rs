//! The time and the seeds of a game.

use crate::kernel::Time;
use std::time::Duration;

/// What the random draws of agents depend on. The same seed, number of the agent and percepts always give the same decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

/// Counts ticks of equal length.
///
/// ```
/// use motive::prelude::*;
/// use std::time::Duration;
///
/// let mut clock = Clock::new(Duration::from_millis(50));
/// assert_eq!(clock.tick(), clock.at(0));
/// assert_eq!(clock.tick().micros, 50_000);
/// ```
#[derive(Clone, Debug)]
pub struct Clock {
    micros: u64,
    next: u64,
}

impl Clock {
    /// A clock before its first tick.
    pub fn new(tick: Duration) -> Self {
        Self { micros: tick.as_micros().try_into().unwrap_or(u64::MAX), next: 0 }
    }

    /// The time of the next tick. The first is 0.
    pub fn tick(&mut self) -> Time {
        self.next += 1;
        self.at(self.next - 1)
    }

    /// The time of a tick.
    pub fn at(&self, tick: u64) -> Time {
        Time::of_tick(tick, self.micros)
    }
}
