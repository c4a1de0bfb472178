//! emergent: its reasoner for S1, its behaviour tree builder for S2.

use crate::contest::Contestant;
use crate::scenario::{Counters, DRIVES, Drives, Leaf, Population, Sensor};
use emergent::prelude::*;

/// What an agent's tasks and considerations see: emergent calls it the memory.
struct Memory {
    drives: Drives,
    counters: Counters,
}

/// An agent's decision maker and its memory. Decision makers hold the active state, so each agent has its own.
struct Agent<D> {
    memory: Memory,
    mind: D,
}

struct Emergent<D> {
    agents: Vec<Agent<D>>,
}

impl<D> Emergent<D> {
    fn new(population: &Population, mind: impl Fn() -> D) -> Self {
        let agent = |&drives| Agent { memory: Memory { drives, counters: [0; 4] }, mind: mind() };
        Self { agents: population.agents().iter().map(agent).collect() }
    }
}

impl<D: Task<Memory>> Contestant for Emergent<D> {
    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            for Agent { memory, mind } in &mut self.agents {
                memory.drives.advance();
                mind.on_process(memory);
                mind.on_update(memory);
            }
        }
    }

    fn counters(&self) -> Vec<Counters> {
        self.agents.iter().map(|agent| agent.memory.counters).collect()
    }
}

/// The task of option `.0`: counts each update in which it is active.
struct Act(usize);

impl Task<Memory> for Act {
    fn on_update(&mut self, memory: &mut Memory) {
        memory.counters[self.0] += 1;
    }
}

/// S1: a reasoner scores the four tasks in every tick.
pub(super) fn choice(population: &Population) -> Box<dyn Contestant> {
    Box::new(Emergent::new(population, || {
        (0..DRIVES)
            .fold(ReasonerBuilder::<Memory, usize>::default(), |builder, option| {
                builder.state(option, ReasonerState::new(Drive(option), Act(option)))
            })
            .build_with_state_selector(FirstOfTheBest)
    }))
}

/// Scores an option by its drive.
struct Drive(usize);

impl Consideration<Memory> for Drive {
    fn score(&self, memory: &Memory) -> Scalar {
        memory.drives.value[self.0]
    }
}

/// The highest score, and of equal ones the lowest option. The reasoner keeps its states in a hash map, so the
/// stock `MaxReasonerStateSelector` would take any of the equal ones.
struct FirstOfTheBest;

impl ReasonerStateSelector<Memory, usize> for FirstOfTheBest {
    fn select_state(&self, _: &Memory, scored_states: &[(&usize, Scalar)]) -> Option<usize> {
        let mut states = scored_states.iter();
        let &(&first, score) = states.next()?;
        let best = states.fold((first, score), |best, &(&option, score)| {
            if score > best.1 || (score == best.1 && option < best.0) { (option, score) } else { best }
        });
        Some(best.0)
    }
}

/// S2: in emergent every node of a tree has a condition, so that `Seq[condition, node]` is a node.
pub(super) fn tree(population: &Population) -> Box<dyn Contestant> {
    Box::new(Emergent::new(population, || {
        BehaviorTree::selector(true)
            .node(
                BehaviorTree::selector(When(Sensor::Enemy))
                    .node(BehaviorTree::state(When(Sensor::HealthLow), Act(Leaf::Flee as usize)))
                    .node(BehaviorTree::state(true, Act(Leaf::Attack as usize))),
            )
            .node(BehaviorTree::state(When(Sensor::Hungry), Act(Leaf::Eat as usize)))
            .node(BehaviorTree::state(true, Act(Leaf::Patrol as usize)))
            .build()
    }))
}

/// Holds while the sensor is true.
struct When(Sensor);

impl Condition<Memory> for When {
    fn validate(&self, memory: &Memory) -> bool {
        self.0.read(&memory.drives.value)
    }
}
