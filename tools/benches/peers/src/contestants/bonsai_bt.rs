//! bonsai-bt: a tree per agent, made reactive by `memory(false)`, which is faster than `reset_bt` in every tick.

use crate::scenario::{Counters, Leaf, Population, Solution, TreeSensor, WaveDrives};
use bonsai_bt::{Action, BT, Behavior, Event, Failure, RUNNING, Select, Sequence, Success};

#[derive(Clone, Copy, Debug)]
enum TreeNode {
    Check(TreeSensor),
    Act(Leaf),
}

/// The blackboard.
#[derive(Debug)]
struct Blackboard {
    drives: WaveDrives,
    counters: Counters,
}

struct BonsaiBt {
    trees: Vec<BT<TreeNode, Blackboard>>,
}

/// S2.
pub(super) fn tree(population: &Population) -> Box<dyn Solution> {
    let tree = behavior();
    let agent = |&drives| BT::new(tree.clone(), Blackboard { drives, counters: [0; 4] });
    Box::new(BonsaiBt { trees: population.agents().iter().map(agent).collect() })
}

/// The root starts over in every tick, and with it everything below.
fn behavior() -> Behavior<TreeNode> {
    let check = |sensor| Action(TreeNode::Check(sensor));
    let act = |leaf| Action(TreeNode::Act(leaf));
    Select(vec![
        Sequence(vec![
            check(TreeSensor::Enemy),
            Select(vec![Sequence(vec![check(TreeSensor::HealthLow), act(Leaf::Flee)]), act(Leaf::Attack)]),
        ]),
        Sequence(vec![check(TreeSensor::Hungry), act(Leaf::Eat)]),
        act(Leaf::Patrol),
    ])
    .memory(false)
}

impl Solution for BonsaiBt {
    fn run(&mut self, ticks: u32) {
        let event = Event::zero_dt_args();
        for _ in 0..ticks {
            for tree in &mut self.trees {
                tree.blackboard_mut().drives.advance();
                tree.tick(&event, &mut |args, agent: &mut Blackboard| match *args.action {
                    TreeNode::Check(sensor) if sensor.read(&agent.drives.value) => (Success, args.dt),
                    TreeNode::Check(_) => (Failure, args.dt),
                    TreeNode::Act(leaf) => {
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
