//! Random draws, keyed rather than streamed.
//!
//! A draw is a pure function of the seed, the tick and what it is for. So it does not matter in which order
//! draws are made, or whether some are skipped: the same seed and moves always give the same game. The
//! function is SplitMix64 (Steele, Lea and Flood 2014), its output step applied once per key.

/// What a draw is for.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    FruitAppears,
    FruitPlace,
    RandomPlayer,
    /// Where the ghost of this number turns.
    Turn(usize),
}

impl Purpose {
    fn key(self) -> u64 {
        match self {
            Self::FruitAppears => 0,
            Self::FruitPlace => 1,
            Self::RandomPlayer => 2,
            Self::Turn(ghost) => 0x100 + ghost as u64,
        }
    }
}

/// A number from 0 to `limit` without the last; 0 when `limit` is 0.
///
/// The high half of a product: the odds of two numbers differ by less than `limit` in 2^64.
pub(crate) fn below(limit: u64, seed: u64, tick: u64, purpose: Purpose) -> u64 {
    let draw = mix(mix(mix(seed) ^ tick) ^ purpose.key());
    ((u128::from(draw) * u128::from(limit)) >> 64) as u64
}

/// One step of SplitMix64 from the state `z`.
fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_splitmix64() {
        // The first two outputs of the reference implementation for the seed 1234567.
        assert_eq!(mix(1_234_567), 6_457_827_717_110_365_317);
        assert_eq!(mix(1_234_567_u64.wrapping_add(0x9e37_79b9_7f4a_7c15)), 3_203_168_211_198_807_973);
    }

    #[test]
    fn draws_are_spread_evenly_over_ticks_and_purposes() {
        let mut counts = [0_u32; 4];
        for tick in 0..1000 {
            for ghost in 0..4 {
                counts[below(4, 9, tick, Purpose::Turn(ghost)) as usize] += 1;
            }
        }
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_limit_of_nothing_is_no_error() {
        assert_eq!(below(0, 1, 2, Purpose::FruitPlace), 0);
    }
}
