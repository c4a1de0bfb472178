//! bevy_behave: a tree per agent, its leaves answered by observers.

use crate::contest::Contestant;
use crate::scenario::{Counters, Leaf, Population, Sensor};
use bevy_app_0_18::{App, Update};
use bevy_behave::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs_0_18 as bevy_ecs;
use bevy_time_0_18::Time;
use std::time::Duration;

/// Time that passes in a tick. How much does not matter, as long as it is more than the wait of the tree.
const TICK: Duration = Duration::from_millis(16);

#[derive(Component)]
struct Drives(crate::scenario::Drives);

#[derive(Component, Default)]
struct Chosen(Counters);

/// Asks whether the sensor is true.
#[derive(Clone, Copy)]
struct Check(Sensor);

/// Counts the leaf.
#[derive(Clone, Copy)]
struct Act(Leaf);

struct BevyBehave {
    app: App,
    agents: Vec<Entity>,
}

/// S2.
pub(super) fn tree(population: &Population) -> Box<dyn Contestant> {
    let mut app = App::new();
    app.init_resource::<Time>();
    // Otherwise every question to an observer takes a tick, and a decision four or more of them.
    app.add_plugins(BehavePlugin::new(Update).with_synchronous());
    app.add_systems(Update, advance.before(BehaveSet)).add_observer(check).add_observer(act);

    let tree = behaviour();
    let agent = |&drives| {
        let agent = app.world_mut().spawn((Drives(drives), Chosen::default())).id();
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
                        Behave::trigger(Check(Sensor::Enemy)),
                        Behave::Fallback => {
                            Behave::Sequence => {
                                Behave::trigger(Check(Sensor::HealthLow)),
                                Behave::trigger(Act(Leaf::Flee)),
                            },
                            Behave::trigger(Act(Leaf::Attack)),
                        },
                    },
                    Behave::Sequence => {
                        Behave::trigger(Check(Sensor::Hungry)),
                        Behave::trigger(Act(Leaf::Eat)),
                    },
                    Behave::trigger(Act(Leaf::Patrol)),
                },
                Behave::Wait(0.0),
            },
        }
    }
}

fn advance(mut agents: Query<&mut Drives>) {
    for mut drives in &mut agents {
        drives.0.advance();
    }
}

fn check(trigger: On<BehaveTrigger<Check>>, agents: Query<&Drives>, mut commands: Commands) {
    let ctx = trigger.event().ctx();
    let Check(sensor) = trigger.event().inner();
    let holds = agents.get(ctx.target_entity()).is_ok_and(|drives| sensor.read(&drives.0.value));
    commands.trigger(if holds { ctx.success() } else { ctx.failure() });
}

fn act(trigger: On<BehaveTrigger<Act>>, mut agents: Query<&mut Chosen>, mut commands: Commands) {
    let ctx = trigger.event().ctx();
    let Act(leaf) = *trigger.event().inner();
    if let Ok(mut chosen) = agents.get_mut(ctx.target_entity()) {
        chosen.0[leaf as usize] += 1;
    }
    commands.trigger(ctx.success());
}

impl Contestant for BevyBehave {
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
