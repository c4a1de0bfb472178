//! A monotonic clock.

use std::time::{Duration, Instant};

/// How much time may pass at most between two readings; more than that, and it was us who slept.
const LONGEST_PAUSE: Duration = Duration::from_millis(250);

/// A clock that never runs backward and does not count the time in which this process did not run.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    told: Duration,
    read: Instant,
}

impl Clock {
    /// A clock that goes on from where another stood.
    pub(crate) fn from(told: Duration) -> Self {
        Self { told, read: Instant::now() }
    }

    /// The time now.
    pub(crate) fn now(&mut self) -> Duration {
        self.at(Instant::now())
    }

    fn at(&mut self, instant: Instant) -> Duration {
        let passed = instant.saturating_duration_since(self.read);
        self.read = instant;
        self.told += passed.min(LONGEST_PAUSE);
        self.told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that was stopped for an hour must not find everybody else silent.
    #[test]
    fn a_jump_of_the_clock_is_not_a_jump_of_time() {
        let mut clock = Clock::from(Duration::from_secs(5));
        let start = clock.read;
        assert_eq!(clock.at(start + Duration::from_millis(100)), Duration::from_millis(5100));
        assert_eq!(clock.at(start + Duration::from_secs(3600)), Duration::from_millis(5350));
        assert_eq!(clock.at(start), Duration::from_millis(5350));
    }
}
