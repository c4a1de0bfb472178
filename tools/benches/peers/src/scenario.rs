//! The two problems that every contestant solves, the agents that have them, and what a contestant is.

/// Drives of an agent; also the number of options in either scenario.
pub const DRIVES: usize = 4;

/// How often one agent chose each of its four options.
pub type Counters = [u32; DRIVES];

/// Seed of the agents' waves. Fixed: every contestant in every run meets the same agents.
const SEED: u64 = 0x006d_6f74_6976_6531;

/// Periods of the drives' waves, in ticks.
const SHORTEST_PERIOD: u32 = 64;
const LONGEST_PERIOD: u32 = 256;

/// One of the two problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PeerScenario {
    /// S1, choice among drives: each tick run the action whose drive is highest ([`best`]).
    Choice,
    /// S2, reactive tree: each tick run the leaf that the tree of [`Leaf`] comes to.
    Tree,
}

impl PeerScenario {
    /// All scenarios, in the order of the report.
    pub const ALL: [Self; 2] = [Self::Choice, Self::Tree];

    /// The short name, as in the report's JSON.
    pub fn id(self) -> &'static str {
        match self {
            Self::Choice => "S1",
            Self::Tree => "S2",
        }
    }

    /// What it is about, for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Choice => "choice among four drives",
            Self::Tree => "reactive tree over three sensors",
        }
    }
}

/// The drives of one agent: four triangle waves between 0 and 1, each with a period and a phase of its own.
///
/// The fields are plain arrays so that a contestant may also keep them in a layout of its own, with
/// [`triangle`] for the values.
#[derive(Clone, Copy, Debug)]
pub struct WaveDrives {
    /// Where each wave is in its period: `0..period`.
    pub position: [u32; DRIVES],
    /// Length of each wave in ticks.
    pub period: [u32; DRIVES],
    /// `2.0 / period`.
    pub slope: [f32; DRIVES],
    /// The drives as of this tick.
    pub value: [f32; DRIVES],
}

impl WaveDrives {
    /// Moves every wave on by one tick. A tick begins with this, then the agent decides.
    #[inline]
    pub fn advance(&mut self) {
        for drive in 0..DRIVES {
            let next = self.position[drive] + 1;
            self.position[drive] = if next == self.period[drive] { 0 } else { next };
            self.value[drive] = triangle(self.position[drive], self.slope[drive]);
        }
    }
}

/// The value of a triangle wave: 0 at the start of its period, 1 in the middle.
#[inline]
pub fn triangle(position: u32, slope: f32) -> f32 {
    1.0 - (position as f32 * slope - 1.0).abs()
}

/// The option with the highest score; of equal ones the first.
#[inline]
pub fn best(scores: &[f32; DRIVES]) -> usize {
    let mut best = 0;
    for option in 1..DRIVES {
        if scores[option] > scores[best] {
            best = option;
        }
    }
    best
}

/// The leaves of the tree of S2, which is evaluated from the root in every tick:
///
/// ```text
/// Selector[
///     Seq[enemy, Selector[Seq[health_low, flee], attack]],
///     Seq[hungry, eat],
///     patrol,
/// ]
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Enemy in sight and health low.
    Flee,
    /// Enemy in sight.
    Attack,
    /// Hungry, and no enemy in sight.
    Eat,
    /// Nothing else to do.
    Patrol,
}

/// The sensors of S2. Each is true while its drive is above a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeSensor {
    /// Drive 0 is above 0.7.
    Enemy,
    /// Drive 1 is above 0.6.
    HealthLow,
    /// Drive 2 is above 0.5.
    Hungry,
}

impl TreeSensor {
    /// The drive that is read.
    pub const fn drive(self) -> usize {
        match self {
            Self::Enemy => 0,
            Self::HealthLow => 1,
            Self::Hungry => 2,
        }
    }

    /// The value above which the sensor is true.
    pub const fn threshold(self) -> f32 {
        match self {
            Self::Enemy => 0.7,
            Self::HealthLow => 0.6,
            Self::Hungry => 0.5,
        }
    }

    /// What the sensor says in this tick.
    #[inline]
    pub fn read(self, drives: &[f32; DRIVES]) -> bool {
        drives[self.drive()] > self.threshold()
    }
}

/// The agents as they are before the first tick.
#[derive(Clone, Debug)]
pub struct Population {
    agents: Vec<WaveDrives>,
}

impl Population {
    /// Agents with waves drawn from a fixed seed. The first `n` agents of a larger population are those of a
    /// population of `n`.
    pub fn new(agents: u32) -> Self {
        let mut random = SplitMix(SEED);
        Self { agents: (0..agents).map(|_| drives(&mut random)).collect() }
    }

    /// The drives of each agent before the first tick.
    pub fn agents(&self) -> &[WaveDrives] {
        &self.agents
    }
}

fn drives(random: &mut SplitMix) -> WaveDrives {
    let period = [(); DRIVES].map(|()| SHORTEST_PERIOD + random.below(LONGEST_PERIOD - SHORTEST_PERIOD + 1));
    let position = period.map(|period| random.below(period));
    let slope = period.map(|period| 2.0 / period as f32);
    let mut value = [0.0; DRIVES];
    for drive in 0..DRIVES {
        value[drive] = triangle(position[drive], slope[drive]);
    }
    WaveDrives { position, period, slope, value }
}

/// A library's solution of one scenario, with agents of its own.
pub trait Solution {
    /// Lets this many ticks pass for every agent. In each tick an agent's drives
    /// [advance](WaveDrives::advance), then it decides.
    fn run(&mut self, ticks: u32);

    /// What each agent has chosen so far, in the order of the [`Population`].
    fn counters(&self) -> Vec<Counters>;

    /// Something that a reader of its time should know.
    fn remark(&self) -> Option<String> {
        None
    }
}

/// A contestant that can be entered: [`crate::contestants::ALL`] has one line for each.
#[derive(Clone, Copy, Debug)]
pub struct ContestEntry {
    /// The problem it solves.
    pub scenario: PeerScenario,
    /// Name and version.
    pub name: &'static str,
    /// Makes it ready for the first tick.
    pub build: fn(&Population) -> Box<dyn Solution>,
}

/// The generator of Steele, Lea and Flood (2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`, by multiplication instead of a remainder.
    fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix64_gives_the_published_numbers() {
        let mut random = SplitMix(1_234_567);
        let drawn = [(); 3].map(|()| random.next());
        assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn waves_stay_between_0_and_1_and_repeat_after_their_period() {
        for &start in Population::new(300).agents() {
            assert!(start.period.iter().all(|period| (SHORTEST_PERIOD..=LONGEST_PERIOD).contains(period)));
            let mut now = start;
            for tick in 1..=2 * LONGEST_PERIOD {
                now.advance();
                for drive in 0..DRIVES {
                    assert!((0.0..=1.0).contains(&now.value[drive]), "{now:?}");
                    if tick % start.period[drive] == 0 {
                        assert_eq!(now.value[drive], start.value[drive]);
                    }
                }
            }
        }
    }

    #[test]
    fn an_even_wave_reaches_both_ends() {
        let values = (0..64).map(|position| triangle(position, 2.0 / 64.0)).collect::<Vec<_>>();
        assert_eq!(values[0], 0.0);
        assert_eq!(values[32], 1.0);
        assert_eq!(values[16], 0.5);
        assert_eq!(values[48], 0.5);
    }

    #[test]
    fn of_equal_scores_the_first_wins() {
        assert_eq!(best(&[0.5, 0.5, 0.5, 0.5]), 0);
        assert_eq!(best(&[0.1, 0.7, 0.2, 0.7]), 1);
        assert_eq!(best(&[0.0, 0.0, 0.0, 0.1]), 3);
    }

    #[test]
    fn a_larger_population_begins_with_the_smaller_one() {
        let (small, large) = (Population::new(3), Population::new(5));
        for (a, b) in small.agents().iter().zip(large.agents()) {
            assert_eq!((a.position, a.period), (b.position, b.period));
        }
    }
}
