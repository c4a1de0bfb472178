//! Significance tests: how likely an outcome is by chance alone.

/// The probability of at least so many successes by luck, given the probability of each (binomial distribution).
pub(super) fn luck(lucky: usize, successes: usize, probability: f64) -> f64 {
    let probability = probability.clamp(0.0, 0.25);
    if lucky == 0 || probability == 0.0 {
        return if lucky == 0 { 1.0 } else { 0.0 };
    }
    let logs = LogFactorials::up_to(successes);
    let term = |k: usize| {
        let (k_, rest) = (k as f64, (successes - k) as f64);
        (logs.choose(successes, k) + k_ * probability.ln() + rest * (1.0 - probability).ln()).exp()
    };
    (lucky..=successes).map(term).sum::<f64>().min(1.0)
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

    /// How likely at least so many have the feature and succeeded, if success has nothing to do with the feature (Fisher's
    /// exact test).
    pub(super) fn chance(&self) -> f64 {
        let logs = LogFactorials::up_to(self.all);
        let whole = logs.choose(self.all, self.succeeded);
        let most = self.having.min(self.succeeded);
        let term = |both: usize| {
            let rest = (self.all - self.having).checked_sub(self.succeeded - both);
            // More successes than there are things without the feature cannot be.
            let Some(_) = rest else { return 0.0 };
            let ways =
                logs.choose(self.having, both) + logs.choose(self.all - self.having, self.succeeded - both);
            (ways - whole).exp()
        };
        (self.both..=most).map(term).sum::<f64>().min(1.0)
    }
}

/// Logarithms of factorials.
struct LogFactorials(Vec<f64>);

impl LogFactorials {
    fn up_to(n: usize) -> Self {
        let mut logs = vec![0.0];
        let mut sum = 0.0;
        for k in 1..=n {
            sum += (k as f64).ln();
            logs.push(sum);
        }
        Self(logs)
    }

    /// The logarithm of the number of ways to choose `k` of `n`, where `k <= n` and `n` is within the table.
    fn choose(&self, n: usize, k: usize) -> f64 {
        self.0[n] - self.0[k] - self.0[n - k]
    }
}

pub(super) fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 2e-7
    }

    /// Of eight cups of tea, four are told right: one way in seventy; three or more: seventeen (Fisher 1935).
    #[test]
    fn fishers_exact_test_agrees_with_the_tea_tasting_example() {
        let mut all_right = Sample::default();
        (0..8).for_each(|n| all_right.count(n < 4, n < 4));
        assert!(close(all_right.chance(), 1.0 / 70.0));
        let mut three_right = Sample::default();
        (0..8).for_each(|n| three_right.count(n < 4, (1..5).contains(&n)));
        assert!(close(three_right.chance(), 17.0 / 70.0));
        assert_eq!(Sample::default().chance(), 1.0);
    }

    #[test]
    fn the_probability_of_luck_is_binomial() {
        assert!(close(luck(1, 2, 0.1), 0.19));
        assert!(close(luck(2, 2, 0.1), 0.01));
        assert_eq!((luck(0, 5, 0.0), luck(1, 5, 0.0)), (1.0, 0.0));
    }
}
