//! Motive in Bevy against hand-written systems, in one run: `cargo bench`.
//!
//! - **S1**: 10,000 entities with four drives; each tick the drives advance and each entity does what its highest drive wants.
//! - **Village**: 1,000 villagers that flee from wolves and go to bushes when they are hungry, as in the example.
//!
//! Each side runs in an app of its own with one thread. In S1 all sides count what their entities do, and the counts must agree; in the village
//! they must be equally hungry. Times are processor times of whole updates, the fastest of several passes. Compare the ratios: times move from machine to machine. `--ticks N` and
//! `--passes N` change the length, `--only S1` or `--only village` leaves the other out, and `--side NAME` runs one side alone without
//! measuring it, for a profiler.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]
#![expect(clippy::unwrap_used, reason = "a bench stops if something is wrong")]

mod drives;
mod village;

use bevy_app::{TaskPoolOptions, prelude::*};
use bevy_ecs::schedule::{Schedules, SingleThreadedExecutor};
use bevy_motive::prelude::*;
use cpu_time::ThreadTime;

/// A name and the app that is measured under it.
type Side = (&'static str, fn() -> App);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let option = |name: &str| arguments.iter().skip_while(|given| *given != name).nth(1).cloned();
    let number = |name: &str, default| option(name).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (ticks, passes) = (number("--ticks", 256), number("--passes", 5));
    let only = option("--only");
    let contests = [("S1", 10_000, &drives::SIDES[..]), ("village", 1_000, &village::SIDES[..])];
    for (name, entities, sides) in contests {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        match option("--side") {
            Some(side) => {
                let (_, build) = sides.iter().find(|(name, _)| *name == side).unwrap();
                drop(run(build(), ticks));
            }
            None => report(name, sides, entities, ticks, passes),
        }
    }
    if option("--side").is_none() {
        drives::compare(64);
        village::compare(512);
    }
}

fn run(mut app: App, ticks: u32) -> App {
    (0..ticks).for_each(|_| app.update());
    app
}

fn report(name: &str, sides: &[Side], entities: u32, ticks: u32, passes: u32) {
    let mut fastest = vec![f64::INFINITY; sides.len()];
    for _ in 0..passes {
        for ((_, build), fastest) in sides.iter().zip(&mut fastest) {
            let app = run(build(), 16);
            let begin = ThreadTime::now();
            let app = run(app, ticks);
            let time = begin.elapsed().as_nanos() as f64 / f64::from(ticks) / f64::from(entities);
            *fastest = fastest.min(time);
            drop(app);
        }
    }
    println!("{name}, {entities} entities");
    for ((side, _), time) in sides.iter().zip(&fastest) {
        println!("  {side:14} {time:8.1} ns an entity and tick, {:6.1} times the floor", time / fastest[0]);
    }
}

/// An app with one thread, so that all sides have the same.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins(TaskPoolPlugin { task_pool_options: TaskPoolOptions::with_num_threads(1) });
    app
}

fn single_threaded(mut app: App) -> App {
    let mut schedules = app.world_mut().resource_mut::<Schedules>();
    schedules.get_mut(Update).unwrap().set_executor(SingleThreadedExecutor::new());
    app
}

fn mind(app: &mut App, text: &str) -> Mind {
    let mind = app.world().resource::<MotiveGame>().declared().unwrap().parse("bench.motive", text).unwrap();
    Mind(app.world_mut().resource_mut::<Assets<MindAsset>>().add(mind))
}
