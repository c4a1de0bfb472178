//! SplitMix64 (Steele, Lea and Flood, 2014): keyed random numbers for decisions, and a stream for everything else.

pub use motive_util::splitmix64;

/// Random numbers keyed by seed, agent, tick and place in the program. There is no stream, so skipping a draw (by caching, on another
/// thread, without a trace) never changes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyedRng {
    key: u64,
}

impl KeyedRng {
    /// The random numbers of one agent in one tick.
    #[must_use]
    pub fn new(seed: u64, agent: u64, tick: u64) -> Self {
        Self::in_tick(Self::key_of_agent(seed, agent), tick)
    }

    /// What the random numbers of one agent have in common, for [`KeyedRng::in_tick`].
    pub(crate) fn key_of_agent(seed: u64, agent: u64) -> u64 {
        splitmix64(splitmix64(seed) ^ agent)
    }

    /// The random numbers of an agent in one tick.
    pub(crate) fn in_tick(agent_key: u64, tick: u64) -> Self {
        Self { key: splitmix64(agent_key ^ tick) }
    }

    /// The random number of a place.
    #[must_use]
    pub fn at(self, place: u64) -> u64 {
        splitmix64(self.key ^ splitmix64(place))
    }

    /// The random numbers of a part of the program, independent of other parts.
    #[must_use]
    pub fn within(self, part: u64) -> Self {
        Self { key: splitmix64(self.key ^ part.rotate_left(32)) }
    }

    /// The random number of a place as a fraction in `0.0..1.0`.
    #[must_use]
    pub fn fraction(self, place: u64) -> f64 {
        (self.at(place) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// SplitMix64 as a stream, for studies, worlds and tests. Decisions use [`KeyedRng`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next number of the stream.
    pub fn next_u64(&mut self) -> u64 {
        let drawn = splitmix64(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_that_of_the_reference_implementation() {
        let mut stream = SplitMix64(1_234_567);
        assert_eq!(stream.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(stream.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn every_key_matters() {
        let base = KeyedRng::new(1, 2, 3).at(4);
        assert_eq!(KeyedRng::new(1, 2, 3).at(4), base);
        for other in
            [KeyedRng::new(9, 2, 3).at(4), KeyedRng::new(1, 9, 3).at(4), KeyedRng::new(1, 2, 9).at(4)]
        {
            assert_ne!(other, base);
        }
        assert_ne!(KeyedRng::new(1, 2, 3).at(5), base);
        assert_ne!(KeyedRng::new(1, 2, 3).within(1).at(4), base);
    }

    #[test]
    fn draws_spread_evenly() {
        let mut counts = [0_u32; 5];
        for tick in 0..10_000 {
            counts[(KeyedRng::new(7, 0, tick).at(1) % 5) as usize] += 1;
        }
        // Three standard deviations of a binomial with p = 1/5 and n = 10,000.
        assert!(counts.iter().all(|count| count.abs_diff(2000) < 120), "{counts:?}");
    }
}
