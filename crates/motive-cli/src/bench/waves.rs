//! The agents of the scenarios S1 and S2: four drives each, and how often each option was chosen.

/// Drives of an agent, and options that it has.
pub(super) const DRIVES: usize = 4;

/// How often one agent chose each option.
pub(super) type Counters = [u32; DRIVES];

const SHORTEST: u32 = 64;
const LONGEST: u32 = 256;

/// The drives of one agent: triangle waves between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drives {
    position: [u32; DRIVES],
    period: [u32; DRIVES],
    slope: [f32; DRIVES],
    pub(super) value: [f32; DRIVES],
}

impl Drives {
    /// One tick later.
    #[inline]
    pub(super) fn advance(&mut self) {
        for drive in 0..DRIVES {
            self.position[drive] = next(self.position[drive], self.period[drive]);
            self.value[drive] = triangle(self.position[drive], self.slope[drive]);
        }
    }
}

#[inline]
fn next(position: u32, period: u32) -> u32 {
    if position + 1 == period { 0 } else { position + 1 }
}

#[inline]
fn triangle(position: u32, slope: f32) -> f32 {
    1.0 - (position as f32 * slope - 1.0).abs()
}

/// The same agents in every run: periods and phases come from a fixed seed.
pub(super) fn population(agents: usize) -> Vec<Drives> {
    let mut place = 0;
    let mut below = |bound: u32| {
        place += 1;
        ((u128::from(motive::Draws::new(1, 0, 0).at(place)) * u128::from(bound)) >> 64) as u32
    };
    let mut drives = || {
        let period = [(); DRIVES].map(|()| SHORTEST + below(LONGEST - SHORTEST + 1));
        let position = period.map(&mut below);
        Drives { position, period, slope: period.map(|period| 2.0 / period as f32), value: [0.0; DRIVES] }
    };
    (0..agents).map(|_| drives()).collect()
}

/// One drive of all agents, as a host that keeps columns keeps it.
#[derive(Clone, Debug)]
pub(super) struct WaveColumn {
    position: Vec<u32>,
    period: Vec<u32>,
    slope: Vec<f32>,
}

impl WaveColumn {
    /// The drives of all agents, each as a column.
    pub(super) fn of(agents: &[Drives]) -> [Self; DRIVES] {
        std::array::from_fn(|drive| Self {
            position: agents.iter().map(|agent| agent.position[drive]).collect(),
            period: agents.iter().map(|agent| agent.period[drive]).collect(),
            slope: agents.iter().map(|agent| agent.slope[drive]).collect(),
        })
    }

    /// One tick later, the values into a column.
    pub(super) fn advance(&mut self, into: &mut [f64]) {
        let waves = self.position.iter_mut().zip(&self.period).zip(&self.slope);
        for (((position, period), slope), value) in waves.zip(into) {
            *position = next(*position, *period);
            *value = f64::from(triangle(*position, *slope));
        }
    }
}

/// What a hand-written program does: advance the drives, decide, count.
pub(super) struct ByHand<F> {
    agents: Vec<(Drives, Counters)>,
    decide: F,
}

impl<F: Fn(&[f32; DRIVES]) -> usize> ByHand<F> {
    pub(super) fn new(agents: &[Drives], decide: F) -> Self {
        Self { agents: agents.iter().map(|drives| (*drives, Counters::default())).collect(), decide }
    }

    pub(super) fn run(&mut self, ticks: usize) {
        for _ in 0..ticks {
            for (drives, counters) in &mut self.agents {
                drives.advance();
                counters[(self.decide)(&drives.value)] += 1;
            }
        }
    }

    pub(super) fn counters(&self) -> Vec<Counters> {
        self.agents.iter().map(|(_, counters)| *counters).collect()
    }
}
