//! emergent: its reasoner for S1, its behaviour tree builder for S2.

use crate::scenario::{Counters, DRIVES, Leaf, Population, Solution, TreeSensor, WaveDrives};
use emergent::prelude::*;

/// What an agent's tasks and considerations see: emergent calls it the memory.
struct AgentState {
    drives: WaveDrives,
    counters: Counters,
}

/// An agent's decision maker and its memory. Decision makers hold the active state, so each agent has its own.
struct DecidingAgent<D> {
    memory: AgentState,
    mind: D,
}

struct Emergent<D> {
    agents: Vec<DecidingAgent<D>>,
}

impl<D> Emergent<D> {
    fn new(population: &Population, mind: impl Fn() -> D) -> Self {
        let agent = |&drives| DecidingAgent { memory: AgentState { drives, counters: [0; 4] }, mind: mind() };
        Self { agents: population.agents().iter().map(agent).collect() }
    }
}

impl<D: Task<AgentState>> Solution for Emergent<D> {
    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            for DecidingAgent { memory, mind } in &mut self.agents {
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
struct CountOption(usize);

impl Task<AgentState> for CountOption {
    fn on_update(&mut self, memory: &mut AgentState) {
        memory.counters[self.0] += 1;
    }
}

/// S1: a reasoner scores the four tasks in every tick.
pub(super) fn choice(population: &Population) -> Box<dyn Solution> {
    Box::new(Emergent::new(population, || {
        (0..DRIVES)
            .fold(ReasonerBuilder::<AgentState, usize>::default(), |builder, option| {
                builder.state(option, ReasonerState::new(ByDriveValue(option), CountOption(option)))
            })
            .build_with_state_selector(FirstOfTheBest)
    }))
}

/// Scores an option by its drive.
struct ByDriveValue(usize);

impl Consideration<AgentState> for ByDriveValue {
    fn score(&self, memory: &AgentState) -> Scalar {
        memory.drives.value[self.0]
    }
}

/// The highest score, and of equal ones the lowest option. The reasoner keeps its states in a hash map, so the
/// stock `MaxReasonerStateSelector` would take any of the equal ones.
struct FirstOfTheBest;

impl ReasonerStateSelector<AgentState, usize> for FirstOfTheBest {
    fn select_state(&self, _: &AgentState, scored_states: &[(&usize, Scalar)]) -> Option<usize> {
        let mut states = scored_states.iter();
        let &(&first, score) = states.next()?;
        let best = states.fold((first, score), |best, &(&option, score)| {
            if score > best.1 || (score == best.1 && option < best.0) { (option, score) } else { best }
        });
        Some(best.0)
    }
}

/// S2: in emergent every node of a tree has a condition, so that `Seq[condition, node]` is a node.
pub(super) fn tree(population: &Population) -> Box<dyn Solution> {
    Box::new(Emergent::new(population, || {
        BehaviorTree::selector(true)
            .node(
                BehaviorTree::selector(When(TreeSensor::Enemy))
                    .node(BehaviorTree::state(When(TreeSensor::HealthLow), CountOption(Leaf::Flee as usize)))
                    .node(BehaviorTree::state(true, CountOption(Leaf::Attack as usize))),
            )
            .node(BehaviorTree::state(When(TreeSensor::Hungry), CountOption(Leaf::Eat as usize)))
            .node(BehaviorTree::state(true, CountOption(Leaf::Patrol as usize)))
            .build()
    }))
}

/// Holds while the sensor is true.
struct When(TreeSensor);

impl Condition<AgentState> for When {
    fn validate(&self, memory: &AgentState) -> bool {
        self.0.read(&memory.drives.value)
    }
}
