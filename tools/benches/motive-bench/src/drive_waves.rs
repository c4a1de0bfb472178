//! The agents of the scenarios S1 and S2: four drives each, and how often each option was chosen.

/// Drives of an agent, and options that it has.
pub(crate) const DRIVES: usize = 4;

/// How often one agent chose each option.
pub(crate) type Counters = [u32; DRIVES];

const SHORTEST: u32 = 64;
const LONGEST: u32 = 256;

/// The drives of one agent: triangle waves between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DriveWaves {
    position: [u32; DRIVES],
    period: [u32; DRIVES],
    slope: [f32; DRIVES],
    pub(crate) value: [f32; DRIVES],
}

impl DriveWaves {
    /// One tick later.
    #[inline]
    pub(crate) fn advance(&mut self) {
        for drive in 0..DRIVES {
            let next = self.position[drive] + 1;
            self.position[drive] = if next == self.period[drive] { 0 } else { next };
            self.value[drive] = triangle(self.position[drive] as f32, self.slope[drive]);
        }
    }
}

#[inline]
fn triangle(position: f32, slope: f32) -> f32 {
    1.0 - (position * slope - 1.0).abs()
}

/// The same agents in every run: periods and phases come from a fixed seed.
pub(crate) fn population(agents: usize) -> Vec<DriveWaves> {
    let mut place = 0;
    let mut below = |bound: u32| {
        place += 1;
        ((u128::from(motive::kernel::KeyedRng::new(1, 0, 0).at(place)) * u128::from(bound)) >> 64) as u32
    };
    let mut drives = || {
        let period = [(); DRIVES].map(|()| SHORTEST + below(LONGEST - SHORTEST + 1));
        let position = period.map(&mut below);
        DriveWaves { position, period, slope: period.map(|period| 2.0 / period as f32), value: [0.0; DRIVES] }
    };
    (0..agents).map(|_| drives()).collect()
}

/// One drive of all agents, as a host that keeps columns keeps it.
#[derive(Clone, Debug)]
pub(crate) struct WaveColumn {
    /// Numbers with a sign become floating-point ones faster.
    position: Vec<i32>,
    period: Vec<i32>,
    slope: Vec<f32>,
}

impl WaveColumn {
    /// The drives of all agents, each as a column.
    pub(crate) fn of(agents: &[DriveWaves]) -> [Self; DRIVES] {
        std::array::from_fn(|drive| Self {
            position: agents.iter().map(|agent| agent.position[drive] as i32).collect(),
            period: agents.iter().map(|agent| agent.period[drive] as i32).collect(),
            slope: agents.iter().map(|agent| agent.slope[drive]).collect(),
        })
    }

    /// One tick later, the values into a column: first in single precision, then widened, since a loop over small numbers
    /// does more of them at once.
    pub(crate) fn advance(&mut self, into: &mut [f64]) {
        let mut values = [0.0; PART];
        let parts = self.position.chunks_mut(PART).zip(self.period.chunks(PART)).zip(self.slope.chunks(PART));
        for (((positions, periods), slopes), into) in parts.zip(into.chunks_mut(PART)) {
            let waves = positions.iter_mut().zip(periods).zip(slopes);
            for (((position, period), slope), value) in waves.zip(&mut values) {
                *position = if *position + 1 == *period { 0 } else { *position + 1 };
                *value = triangle(*position as f32, *slope);
            }
            for (into, value) in into.iter_mut().zip(&values) {
                *into = f64::from(*value);
            }
        }
    }
}

/// How many values of a column are worked out before they are written.
const PART: usize = 256;

/// What a hand-written program does: advance the drives, decide, count.
pub(crate) struct HandWrittenDrives<F> {
    agents: Vec<(DriveWaves, Counters)>,
    decide: F,
}

impl<F: Fn(&[f32; DRIVES]) -> usize> HandWrittenDrives<F> {
    pub(crate) fn new(agents: &[DriveWaves], decide: F) -> Self {
        Self { agents: agents.iter().map(|drives| (*drives, Counters::default())).collect(), decide }
    }

    pub(crate) fn run(&mut self, ticks: usize) {
        for _ in 0..ticks {
            for (drives, counters) in &mut self.agents {
                drives.advance();
                counters[(self.decide)(&drives.value)] += 1;
            }
        }
    }

    pub(crate) fn counters(&self) -> Vec<Counters> {
        self.agents.iter().map(|(_, counters)| *counters).collect()
    }
}
