//! The floor: what one would write for exactly this problem, without a library.

use crate::contest::Contestant;
use crate::scenario::{Counters, DRIVES, Drives, Leaf, Population, Sensor, best};

/// S1.
pub(super) fn choice(population: &Population) -> Box<dyn Contestant> {
    Box::new(ByHand::new(population, best))
}

/// S2.
pub(super) fn tree(population: &Population) -> Box<dyn Contestant> {
    Box::new(ByHand::new(population, leaf))
}

fn leaf(drives: &[f32; DRIVES]) -> usize {
    let leaf = if Sensor::Enemy.read(drives) {
        if Sensor::HealthLow.read(drives) { Leaf::Flee } else { Leaf::Attack }
    } else if Sensor::Hungry.read(drives) {
        Leaf::Eat
    } else {
        Leaf::Patrol
    };
    leaf as usize
}

struct ByHand<F> {
    agents: Vec<Agent>,
    decide: F,
}

struct Agent {
    drives: Drives,
    counters: Counters,
}

impl<F> ByHand<F> {
    fn new(population: &Population, decide: F) -> Self {
        let agent = |&drives| Agent { drives, counters: [0; 4] };
        Self { agents: population.agents().iter().map(agent).collect(), decide }
    }
}

impl<F: Fn(&[f32; DRIVES]) -> usize> Contestant for ByHand<F> {
    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            for agent in &mut self.agents {
                agent.drives.advance();
                agent.counters[(self.decide)(&agent.drives.value)] += 1;
            }
        }
    }

    fn counters(&self) -> Vec<Counters> {
        self.agents.iter().map(|agent| agent.counters).collect()
    }
}
