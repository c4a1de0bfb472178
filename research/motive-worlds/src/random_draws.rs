//! Random draws, keyed rather than streamed.
//!
//! A draw is a pure function of the seed, the tick and what it is for. So it does not matter in which order
//! draws are made, or whether some are skipped: the same seed and moves always give the same game. The
//! function is SplitMix64 (Steele, Lea and Flood 2014), its output step applied once per key.

use motive::kernel::engine::splitmix64;

/// A number from 0 to `limit` without the last; 0 when `limit` is 0.
///
/// The high half of a product: the odds of two numbers differ by less than `limit` in 2^64.
pub(crate) fn below(limit: u64, seed: u64, tick: u64, key: u64) -> u64 {
    ((u128::from(draw(seed, tick, key)) * u128::from(limit)) >> 64) as u64
}

/// A number from 0 up to, but without, 1.
pub(crate) fn unit(seed: u64, tick: u64, key: u64) -> f64 {
    // As many bits as a double has digits: every number drawn is exact.
    (draw(seed, tick, key) >> 11) as f64 / (1_u64 << 53) as f64
}

fn draw(seed: u64, tick: u64, key: u64) -> u64 {
    splitmix64(splitmix64(splitmix64(seed) ^ tick) ^ key)
}

#[cfg(test)]
#[path = "../tests/unit/random_draws.rs"]
mod tests;
