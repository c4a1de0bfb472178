//! The floor: what one would write for exactly this problem, without a library.

use crate::scenario::{Counters, DRIVES, Leaf, Population, Solution, TreeSensor, WaveDrives, best};

/// S1.
pub(super) fn choice(population: &Population) -> Box<dyn Solution> {
    Box::new(ByHand::new(population, best))
}

/// S2.
pub(super) fn tree(population: &Population) -> Box<dyn Solution> {
    Box::new(ByHand::new(population, leaf))
}

fn leaf(drives: &[f32; DRIVES]) -> usize {
    let leaf = if TreeSensor::Enemy.read(drives) {
        if TreeSensor::HealthLow.read(drives) { Leaf::Flee } else { Leaf::Attack }
    } else if TreeSensor::Hungry.read(drives) {
        Leaf::Eat
    } else {
        Leaf::Patrol
    };
    leaf as usize
}

struct ByHand<F> {
    agents: Vec<PlainAgent>,
    decide: F,
}

struct PlainAgent {
    drives: WaveDrives,
    counters: Counters,
}

impl<F> ByHand<F> {
    fn new(population: &Population, decide: F) -> Self {
        let agent = |&drives| PlainAgent { drives, counters: [0; 4] };
        Self { agents: population.agents().iter().map(agent).collect(), decide }
    }
}

impl<F: Fn(&[f32; DRIVES]) -> usize> Solution for ByHand<F> {
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
