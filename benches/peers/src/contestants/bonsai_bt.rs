//! bonsai-bt: a tree per agent, made reactive by `memory(false)`, which is faster than `reset_bt` in every tick.

use crate::contest::Contestant;
use crate::scenario::{Counters, Drives, Leaf, Population, Sensor};
use bonsai_bt::{Action, BT, Behavior, Event, Failure, RUNNING, Select, Sequence, Success};

#[derive(Clone, Copy, Debug)]
enum Node {
    Check(Sensor),
    Act(Leaf),
}

/// The blackboard.
#[derive(Debug)]
struct Agent {
    drives: Drives,
    counters: Counters,
}

struct BonsaiBt {
    trees: Vec<BT<Node, Agent>>,
}

/// S2.
pub(super) fn tree(population: &Population) -> Box<dyn Contestant> {
    let tree = behavior();
    let agent = |&drives| BT::new(tree.clone(), Agent { drives, counters: [0; 4] });
    Box::new(BonsaiBt { trees: population.agents().iter().map(agent).collect() })
}

/// The root starts over in every tick, and with it everything below.
fn behavior() -> Behavior<Node> {
    let check = |sensor| Action(Node::Check(sensor));
    let act = |leaf| Action(Node::Act(leaf));
    Select(vec![
        Sequence(vec![
            check(Sensor::Enemy),
            Select(vec![Sequence(vec![check(Sensor::HealthLow), act(Leaf::Flee)]), act(Leaf::Attack)]),
        ]),
        Sequence(vec![check(Sensor::Hungry), act(Leaf::Eat)]),
        act(Leaf::Patrol),
    ])
    .memory(false)
}

impl Contestant for BonsaiBt {
    fn run(&mut self, ticks: u32) {
        let event = Event::zero_dt_args();
        for _ in 0..ticks {
            for tree in &mut self.trees {
                tree.blackboard_mut().drives.advance();
                tree.tick(&event, &mut |args, agent: &mut Agent| match *args.action {
                    Node::Check(sensor) if sensor.read(&agent.drives.value) => (Success, args.dt),
                    Node::Check(_) => (Failure, args.dt),
                    Node::Act(leaf) => {
                        // Running, not done: a tree that has finished would have to be built anew.
                        agent.counters[leaf as usize] += 1;
                        RUNNING
                    }
                });
            }
        }
    }

    fn counters(&self) -> Vec<Counters> {
        self.trees.iter().map(|tree| tree.blackboard().counters).collect()
    }
}
