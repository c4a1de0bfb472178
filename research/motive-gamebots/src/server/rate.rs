//! How much may be read from a client.

use tokio::time::{Duration, Instant};

/// An allowance that fills up with time. More may be spent than there is; then nothing is read until it is filled again.
#[derive(Debug)]
pub(super) struct Allowance {
    per_second: f64,
    left: f64,
    counted_at: Instant,
}

impl Allowance {
    /// So much in a second; it begins with as much as fills up in two.
    pub(super) fn new(per_second: u32, now: Instant) -> Allowance {
        let per_second = f64::from(per_second.max(1));
        Allowance { per_second, left: 2.0 * per_second, counted_at: now }
    }

    pub(super) fn spend(&mut self, amount: usize, now: Instant) {
        let filled = now.saturating_duration_since(self.counted_at).as_secs_f64() * self.per_second;
        self.left = (self.left + filled).min(2.0 * self.per_second) - amount as f64;
        self.counted_at = now;
    }

    /// When reading may go on.
    pub(super) fn resumes(&self) -> Instant {
        let wait = (-self.left).max(0.0) / self.per_second;
        self.counted_at + Duration::from_secs_f64(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_spends_too_much_waits_and_saves_for_two_seconds_at_most() {
        let start = Instant::now();
        let mut allowance = Allowance::new(10, start);
        allowance.spend(20, start);
        assert_eq!(allowance.resumes(), start);
        allowance.spend(5, start);
        assert_eq!(allowance.resumes(), start + Duration::from_millis(500));
        let later = start + Duration::from_secs(3600);
        allowance.spend(30, later);
        assert_eq!(allowance.resumes(), later + Duration::from_secs(1));
    }
}
