//! bevy_behave: a tree per agent, its leaves answered by observers.

use crate::scenario::{Counters, Leaf, Population, Solution, TreeSensor, WaveDrives};
use bevy_app_0_18::{App, Update};
use bevy_behave::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs_0_18 as bevy_ecs;
use bevy_time_0_18::Time;
use std::time::Duration;

/// Time that passes in a tick. How much does not matter, as long as it is more than the wait of the tree.
const TICK: Duration = Duration::from_millis(16);

#[derive(Component)]
struct AgentWaves(WaveDrives);

#[derive(Component, Default)]
struct Chosen(Counters);

/// Asks whether the sensor is true.
#[derive(Clone, Copy)]
struct AskSensor(TreeSensor);

/// Counts the leaf.
#[derive(Clone, Copy)]
struct CountLeaf(Leaf);

struct BevyBehave {
    app: App,
    agents: Vec<Entity>,
}

/// S2.
pub(super) fn tree(population: &Population) -> Box<dyn Solution> {
    let mut app = App::new();
    app.init_resource::<Time>();
    // Otherwise every question to an observer takes a tick, and a decision four or more of them.
    app.add_plugins(BehavePlugin::new(Update).with_synchronous());
    app.add_systems(Update, advance.before(BehaveSet)).add_observer(check).add_observer(act);

    let tree = behaviour();
    let agent = |&drives| {
        let agent = app.world_mut().spawn((AgentWaves(drives), Chosen::default())).id();
        app.world_mut().spawn((BehaveTree::new(tree.clone()), ChildOf(agent)));
        agent
    };
    let agents = population.agents().iter().map(agent).collect();
    Box::new(BevyBehave { app, agents })
}

/// The tree, and a wait that ends in the next tick, over and over.
fn behaviour() -> Tree<Behave> {
    behave! {
        Behave::Forever => {
            Behave::Sequence => {
                Behave::Fallback => {
                    Behave::Sequence => {
                        Behave::trigger(AskSensor(TreeSensor::Enemy)),
                        Behave::Fallback => {
                            Behave::Sequence => {
                                Behave::trigger(AskSensor(TreeSensor::HealthLow)),
                                Behave::trigger(CountLeaf(Leaf::Flee)),
                            },
                            Behave::trigger(CountLeaf(Leaf::Attack)),
                        },
                    },
                    Behave::Sequence => {
                        Behave::trigger(AskSensor(TreeSensor::Hungry)),
                        Behave::trigger(CountLeaf(Leaf::Eat)),
                    },
                    Behave::trigger(CountLeaf(Leaf::Patrol)),
                },
                Behave::Wait(0.0),
            },
        }
    }
}

fn advance(mut agents: Query<&mut AgentWaves>) {
    for mut drives in &mut agents {
        drives.0.advance();
    }
}

fn check(trigger: On<BehaveTrigger<AskSensor>>, agents: Query<&AgentWaves>, mut commands: Commands) {
    let ctx = trigger.event().ctx();
    let AskSensor(sensor) = trigger.event().inner();
    let holds = agents.get(ctx.target_entity()).is_ok_and(|drives| sensor.read(&drives.0.value));
    commands.trigger(if holds { ctx.success() } else { ctx.failure() });
}

fn act(trigger: On<BehaveTrigger<CountLeaf>>, mut agents: Query<&mut Chosen>, mut commands: Commands) {
    let ctx = trigger.event().ctx();
    let CountLeaf(leaf) = *trigger.event().inner();
    if let Ok(mut chosen) = agents.get_mut(ctx.target_entity()) {
        chosen.0[leaf as usize] += 1;
    }
    commands.trigger(ctx.success());
}

impl Solution for BevyBehave {
    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.app.world_mut().resource_mut::<Time>().advance_by(TICK);
            self.app.update();
        }
    }

    fn counters(&self) -> Vec<Counters> {
        let world = self.app.world();
        self.agents.iter().filter_map(|&agent| world.get::<Chosen>(agent)).map(|chosen| chosen.0).collect()
    }
}
