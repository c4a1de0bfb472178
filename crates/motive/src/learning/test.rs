//! Whether a difference is more than chance.

use super::Caution;

/// Whether so few of the successes lack something that luck explains them.
pub(super) fn is_luck(misses: usize, successes: usize, caution: &Caution) -> bool {
    let (n, luck) = (successes as f64, caution.luck.clamp(0.0, 0.25));
    misses as f64 <= n * luck + caution.deviations * (n * luck * (1.0 - luck)).sqrt()
}

/// Things, some of which succeeded and some of which have a feature.
#[derive(Default)]
pub(super) struct Sample {
    all: usize,
    succeeded: usize,
    having: usize,
    both: usize,
}

impl Sample {
    pub(super) fn count(&mut self, succeeded: bool, has: bool) {
        self.all += 1;
        self.succeeded += usize::from(succeeded);
        self.having += usize::from(has);
        self.both += usize::from(succeeded && has);
    }

    /// By how many standard deviations more have the feature and succeeded than if those that succeeded had been drawn at
    /// random (hypergeometric distribution). Nothing is in excess where all are alike.
    pub(super) fn excess(&self) -> f64 {
        let (all, succeeded) = (self.all as f64, self.succeeded as f64);
        let share = self.having as f64 / all.max(1.0);
        let expected = succeeded * share;
        let variance = expected * (1.0 - share) * (all - succeeded) / (all - 1.0).max(1.0);
        if variance > 0.0 { (self.both as f64 - expected) / variance.sqrt() } else { 0.0 }
    }
}

/// By how many standard deviations one list of numbers exceeds another: the Mann-Whitney statistic, normally approximated, with
/// ties corrected. There is no answer if a list is empty or all numbers are equal.
pub(super) fn mann_whitney(these: &[f64], those: &[f64]) -> Option<f64> {
    let mut all: Vec<(f64, bool)> = these.iter().map(|n| (*n, true)).collect();
    all.extend(those.iter().map(|n| (*n, false)));
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (n, m) = (these.len() as f64, those.len() as f64);
    let total = n + m;
    let (mut rank_sum, mut ties, mut start) = (0.0, 0.0, 0);
    while start < all.len() {
        let end = start + all[start..].iter().take_while(|(value, _)| *value == all[start].0).count();
        let equals = (end - start) as f64;
        let rank = (start + end + 1) as f64 / 2.0;
        rank_sum += rank * all[start..end].iter().filter(|(_, mine)| *mine).count() as f64;
        ties += equals * equals * equals - equals;
        start = end;
    }
    let u = rank_sum - n * (n + 1.0) / 2.0;
    let variance = n * m / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
    (variance > 0.0).then(|| (u - n * m / 2.0) / variance.sqrt())
}

pub(super) fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statistic_is_as_worked_out_by_hand() {
        let z = mann_whitney(&[6.0, 7.0, 8.0, 9.0], &[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        // U = 20, mean 10, variance 4 * 5 * 10 / 12.
        assert!((z - 10.0 / (200.0_f64 / 12.0).sqrt()).abs() < 1e-12, "{z}");
        // With ties: values 0 0 1 against 0 1 1; ranks 2 and 5, U = 2 + 2 + 5 - 6 = 3, mean 4.5,
        // variance 9 / 12 * (7 - 48 / 30).
        let z = mann_whitney(&[0.0, 0.0, 1.0], &[0.0, 1.0, 1.0]).unwrap();
        assert!((z + 1.5 / (0.75 * (7.0 - 48.0 / 30.0_f64)).sqrt()).abs() < 1e-12, "{z}");
    }

    #[test]
    fn nothing_can_be_said_of_equals_or_of_nothing() {
        assert_eq!(mann_whitney(&[1.0, 1.0], &[1.0]), None);
        assert_eq!(mann_whitney(&[], &[1.0]), None);
        assert_eq!(mann_whitney(&[], &[]), None);
    }

    #[test]
    fn where_all_are_alike_nothing_is_in_excess() {
        assert_eq!(Sample::default().excess(), 0.0);
        let mut all_succeed = Sample::default();
        (0..10).for_each(|n| all_succeed.count(true, n < 5));
        assert_eq!(all_succeed.excess(), 0.0);
    }

    /// Three of six succeed and are exactly those that have it: 3 - 1.5 over the root of 3 * 1/2 * 1/2 * 3 / 5.
    #[test]
    fn the_excess_is_as_worked_out_by_hand() {
        let mut sample = Sample::default();
        (0..6).for_each(|n| sample.count(n < 3, n < 3));
        assert!((sample.excess() - 1.5 / 0.45_f64.sqrt()).abs() < 1e-12);
    }
}
