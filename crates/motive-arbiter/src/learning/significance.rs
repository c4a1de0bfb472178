//! Significance tests: how likely an outcome is by chance alone.

/// How likely at least so many of some successes are by luck, if each is with a given probability (binomial distribution).
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

/// How likely one list of numbers exceeds another as much as it does, if both come from the same source: the Mann-Whitney test,
/// one-sided, normally approximated, with ties corrected. Where a list is empty or all numbers are equal, it is certain.
pub(super) fn mann_whitney(these: &[f64], those: &[f64]) -> f64 {
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
    if variance > 0.0 { upper_tail((u - n * m / 2.0) / variance.sqrt()) } else { 1.0 }
}

/// How likely a normally distributed number exceeds its mean by so many standard deviations (Abramowitz and Stegun 26.2.17;
/// off by less than 1e-7).
fn upper_tail(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let factors = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let series = factors.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt() * series;
    if z >= 0.0 { tail } else { 1.0 - tail }
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

    #[test]
    fn tails_of_the_normal_distribution_are_as_in_the_tables() {
        for (z, tail) in
            [(0.0, 0.5), (1.0, 0.158_655_3), (1.96, 0.024_997_9), (3.0, 0.001_349_9), (-1.0, 0.841_344_7)]
        {
            assert!(close(upper_tail(z), tail), "{z}");
        }
    }

    #[test]
    fn ranks_are_as_worked_out_by_hand() {
        let p = mann_whitney(&[6.0, 7.0, 8.0, 9.0], &[1.0, 2.0, 3.0, 4.0, 5.0]);
        // U = 20, mean 10, variance 4 * 5 * 10 / 12.
        assert!(close(p, upper_tail(10.0 / (200.0_f64 / 12.0).sqrt())), "{p}");
        // With ties: values 0 0 1 against 0 1 1; ranks 2 and 5, U = 2 + 2 + 5 - 6 = 3, mean 4.5,
        // variance 9 / 12 * (7 - 48 / 30).
        let p = mann_whitney(&[0.0, 0.0, 1.0], &[0.0, 1.0, 1.0]);
        assert!(close(p, upper_tail(-1.5 / (0.75 * (7.0 - 48.0 / 30.0_f64)).sqrt())), "{p}");
    }

    #[test]
    fn nothing_can_be_said_of_equals_or_of_nothing() {
        for (these, those) in
            [(vec![1.0, 1.0], vec![1.0]), (vec![], vec![1.0]), (vec![1.0], vec![]), (vec![], vec![])]
        {
            assert_eq!(mann_whitney(&these, &those), 1.0);
        }
    }

    /// Of eight cups of tea, four are told right: one way in seventy; three or more: seventeen (Fisher 1935).
    #[test]
    fn the_lady_tastes_tea() {
        let mut all_right = Sample::default();
        (0..8).for_each(|n| all_right.count(n < 4, n < 4));
        assert!(close(all_right.chance(), 1.0 / 70.0));
        let mut three_right = Sample::default();
        (0..8).for_each(|n| three_right.count(n < 4, (1..5).contains(&n)));
        assert!(close(three_right.chance(), 17.0 / 70.0));
        assert_eq!(Sample::default().chance(), 1.0);
    }

    #[test]
    fn luck_is_binomial() {
        assert!(close(luck(1, 2, 0.1), 0.19));
        assert!(close(luck(2, 2, 0.1), 0.01));
        assert_eq!((luck(0, 5, 0.0), luck(1, 5, 0.0)), (1.0, 0.0));
    }
}
