//! The same decisions whatever Bevy's threads do.

use crate::common::*;
use bevy_app::TaskPoolOptions;
use bevy_ecs::schedule::{MultiThreadedExecutor, Schedules, SingleThreadedExecutor, SystemExecutor};

const RANDOM: &str = "
    goal feed achieves Feed { when self.hunger > 5 priority self.hunger + random(0, 3) updated }
    goal survive achieves Escape { when some wolf { hungry: true, distance: ..6 } priority random(0, 12) updated }
    goal idle maintains Idle { priority 1 }
    program Feed { done when self.hunger < 1 rule eat when b: bush do eat(b) otherwise do wander() }
    program Escape { done when no wolf rule run when w: wolf do flee(w) }
    program Idle { otherwise do wander() }
    mind Random = arbiter { goals feed, survive, idle }
";

/// A mind for herds.
const SHEEP: &str = "
    goal feed achieves Feed { when self.hunger > 5 priority self.hunger + random(0, 3) }
    goal idle maintains Idle { priority random(0, 9) updated }
    program Feed { done when self.hunger < 1 otherwise do flee(self) }
    program Idle { otherwise do wander() }
    mind Sheep = arbiter { goals feed, idle }
";

/// What 60 agents and some herds do in 60 ticks.
fn run(executor: impl SystemExecutor + 'static) -> Vec<Vec<String>> {
    let mut app = app();
    app.add_systems(
        Update,
        (|mut moving: Query<(&mut Transform, Option<&mut Needs>)>, mut eaters: Query<&mut Doing<Eat>>| {
            for (at, (mut place, needs)) in moving.iter_mut().enumerate() {
                place.translation.x = (place.translation.x + 0.1 * at as f32) % 40.0;
                if let Some(mut needs) = needs {
                    needs.hunger = (needs.hunger + 0.7) % 10.0;
                }
            }
            eaters.iter_mut().filter(|eat| eat.seconds() > 0.05).for_each(|mut eat| eat.succeed());
        })
        .in_set(MotiveSet::Act),
    );
    app.world_mut().resource_mut::<Schedules>().get_mut(Update).unwrap().set_executor(executor);
    let random = mind(&mut app, RANDOM);
    let mut agents = Vec::new();
    for at in 0..60 {
        let place = Transform::from_xyz(at as f32, 0.0, 0.0);
        agents.push(app.world_mut().spawn((random.clone(), Needs { hunger: 0.1 * at as f32 }, place)).id());
        match at % 6 {
            0 => _ = wolf(&mut app, 1.3 * at as f32),
            1 => _ = bush(&mut app, 0.7 * at as f32),
            _ => {}
        }
    }
    let sheep = mind(&mut app, SHEEP);
    let hunger = |at: usize| Needs { hunger: 0.01 * at as f32 };
    let herds: Vec<Entity> =
        (0..1_200).map(|at| app.world_mut().spawn((sheep.clone(), hunger(at))).id()).collect();
    let tick = |_| {
        app.update();
        let feeding: String =
            herds.iter().map(|sheep| if is_doing::<Flee>(&app, *sheep) { '+' } else { '-' }).collect();
        let actions = |agent: &Entity| app.world().get::<MotiveAgent>(*agent).unwrap().actions().join(" ");
        agents.iter().map(actions).chain([feeding]).collect()
    };
    (0..60).map(tick).collect()
}

#[test]
fn threads_do_not_change_decisions() {
    let alone = run(SingleThreadedExecutor::new());
    assert_eq!(alone, run(MultiThreadedExecutor::new()));
    let kinds = |name: &str| alone.iter().flatten().filter(|action| action.starts_with(name)).count();
    assert!(kinds("flee") > 10 && kinds("eat") > 10 && kinds("wander") > 10, "all actions occur");
}

/// The environment variable that makes [`prints_decisions`] print.
const THREADS: &str = "BEVY_MOTIVE_TEST_THREADS";

/// Not a test, but a process of its own for the one below: all apps of a process share their threads.
#[test]
fn prints_decisions() {
    let Some(threads) = std::env::var(THREADS).ok().and_then(|threads| threads.parse().ok()) else { return };
    TaskPoolOptions::with_num_threads(threads).create_default_pools();
    for tick in run(MultiThreadedExecutor::new()) {
        println!("decided {}", tick.join(","));
    }
}

#[test]
fn the_number_of_threads_does_not_change_decisions() {
    let decisions = |threads: &str| {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        child.args(["determinism::prints_decisions", "--exact", "--nocapture"]).env(THREADS, threads);
        let printed = String::from_utf8(child.output().unwrap().stdout).unwrap();
        printed.lines().filter(|line| line.contains("decided ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let alone = decisions("1");
    assert_eq!(alone.len(), 60);
    assert_eq!(alone, decisions("4"));
}
