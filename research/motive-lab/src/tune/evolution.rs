//! An evolution strategy: candidates are drawn around a mean, and mean and spread follow the better half of each generation.
//!
//! This is the evolution strategy with adapted variances along the axes (sep-CMA-ES: Ros and Hansen 2008, after Hansen and Ostermeier 2001), with the
//! constants that its authors give. Parameters are scaled to their ranges. Ours are the start, the first spread,
//! and that a value outside its range is moved to the border.

use super::candidates::{stream, unit, value};
use crate::study::TuneParameter;
use motive::kernel::engine::SplitMix64;

/// How far candidates scatter at first, as a share of the range.
const FIRST_STEP: f64 = 0.3;

/// The state of the search.
#[derive(Clone, Debug)]
pub(super) struct Evolution {
    /// Shares of the ranges.
    middle: Vec<f64>,
    step: f64,
    variances: Vec<f64>,
    /// The evolution paths of the step size and of the variances.
    path: Vec<f64>,
    way: Vec<f64>,
    constants: Constants,
    generation: u64,
    seed: u64,
}

#[derive(Clone, Debug)]
struct Constants {
    weights: Vec<f64>,
    mass: f64,
    for_step: f64,
    damping: f64,
    for_way: f64,
    from_way: f64,
    from_ranks: f64,
    /// The expected length of a step in this number of dimensions.
    usual: f64,
}

/// A candidate as shares of the ranges.
pub(super) type Shares = Vec<f64>;

impl Evolution {
    /// Starts in the middle of all ranges with this number of candidates in a generation.
    pub(super) fn new(parameters: usize, candidates: usize, seed: u64) -> Self {
        Self {
            middle: vec![0.5; parameters],
            step: FIRST_STEP,
            variances: vec![1.0; parameters],
            path: vec![0.0; parameters],
            way: vec![0.0; parameters],
            constants: Constants::new(parameters, candidates),
            generation: 0,
            seed,
        }
    }

    /// Candidates of the next generation.
    pub(super) fn draw(&self, candidates: usize) -> Vec<Shares> {
        let one = |number: usize| {
            let mut state = stream(self.seed, number, self.generation);
            let along = self.middle.iter().zip(&self.variances);
            along
                .map(|(middle, variance)| {
                    (middle + self.step * variance.sqrt() * normal(&mut state)).clamp(0.0, 1.0)
                })
                .collect()
        };
        (0..candidates).map(one).collect()
    }

    /// Learns from a generation, the best first.
    pub(super) fn learn(&mut self, ranked: &[Shares]) {
        let c = &self.constants;
        let better = || ranked.iter().zip(&c.weights);
        for at in 0..self.middle.len() {
            let spread = self.step * self.variances[at].sqrt();
            let moved = |one: &Shares| (one[at] - self.middle[at]) / self.step;
            let shift: f64 = better().map(|(one, weight)| weight * moved(one)).sum();
            let squares: f64 = better().map(|(one, weight)| weight * moved(one).powi(2)).sum();
            self.middle[at] += self.step * shift;
            let keep = |share: f64| (share * (2.0 - share) * c.mass).sqrt();
            self.path[at] =
                (1.0 - c.for_step) * self.path[at] + keep(c.for_step) * shift * self.step / spread;
            self.way[at] = (1.0 - c.for_way) * self.way[at] + keep(c.for_way) * shift;
            self.variances[at] = ((1.0 - c.from_way - c.from_ranks) * self.variances[at]
                + c.from_way * self.way[at].powi(2)
                + c.from_ranks * squares)
                .max(1e-12);
        }
        let length = self.path.iter().map(|part| part * part).sum::<f64>().sqrt();
        let change = (c.for_step / c.damping) * (length / c.usual - 1.0);
        self.step = (self.step * change.exp()).clamp(1e-6, 1.0);
        self.generation += 1;
    }

    /// The mean of the search distribution, which is its best guess.
    pub(super) fn middle(&self) -> &[f64] {
        &self.middle
    }
}

impl Constants {
    fn new(parameters: usize, candidates: usize) -> Self {
        let n = parameters.max(1) as f64;
        let half = (candidates / 2).max(1);
        let raw: Vec<f64> = (1..=half).map(|rank| ((half as f64) + 0.5).ln() - (rank as f64).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mass = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let for_step = (mass + 2.0) / (n + mass + 5.0);
        // With variances along the axes only, learning can be faster.
        let faster = (n + 2.0) / 3.0;
        let from_way = (2.0 / ((n + 1.3).powi(2) + mass) * faster).min(0.5);
        let from_ranks = 2.0 * (mass - 2.0 + 1.0 / mass) / ((n + 2.0).powi(2) + mass) * faster;
        Self {
            for_step,
            damping: 1.0 + 2.0 * (((mass - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + for_step,
            for_way: (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n),
            from_way,
            from_ranks: from_ranks.clamp(0.0, 1.0 - from_way),
            usual: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
            mass,
        }
    }
}

/// Shares as values of the parameters.
pub(super) fn values(parameters: &[TuneParameter], shares: &[f64]) -> Vec<(String, f64)> {
    // A whole number has room up to the next; the last one too.
    let below_one = |share: f64| share.min(1.0 - f64::EPSILON);
    let one = |(parameter, share): (&TuneParameter, &f64)| {
        (parameter.name.clone(), value(parameter, below_one(*share)))
    };
    parameters.iter().zip(shares).map(one).collect()
}

/// A draw from the normal distribution.
fn normal(state: &mut SplitMix64) -> f64 {
    let (one, other) = (1.0 - unit(state), unit(state));
    (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

#[cfg(test)]
#[path = "../../tests/unit/tune_evolution.rs"]
mod tests;
