//! A monotonic clock.

use std::time::{Duration, Instant};

/// The most time that counts between two readings. If more passes, this process was suspended.
const LONGEST_PAUSE: Duration = Duration::from_millis(250);

/// A clock that never runs backward and does not count time in which this process was suspended.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    elapsed: Duration,
    read: Instant,
}

impl Clock {
    /// A clock that starts at a time.
    pub(crate) fn from(elapsed: Duration) -> Self {
        Self { elapsed, read: Instant::now() }
    }

    /// The time now.
    pub(crate) fn now(&mut self) -> Duration {
        self.at(Instant::now())
    }

    fn at(&mut self, instant: Instant) -> Duration {
        let passed = instant.saturating_duration_since(self.read);
        self.read = instant;
        self.elapsed += passed.min(LONGEST_PAUSE);
        self.elapsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suspension_of_the_process_does_not_count_as_time() {
        let mut clock = Clock::from(Duration::from_secs(5));
        let start = clock.read;
        assert_eq!(clock.at(start + Duration::from_millis(100)), Duration::from_millis(5100));
        assert_eq!(clock.at(start + Duration::from_secs(3600)), Duration::from_millis(5350));
        assert_eq!(clock.at(start), Duration::from_millis(5350));
    }
}
