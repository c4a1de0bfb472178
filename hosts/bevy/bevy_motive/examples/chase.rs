//! A guard chases a thief. `cargo run --example chase`, and change `assets/chase.motive` while it runs.

#![expect(clippy::print_stdout, reason = "an example prints what happens")]

use bevy_app::{ScheduleRunnerPlugin, prelude::*};
use bevy_asset::AssetPlugin;
use bevy_log::LogPlugin;
use bevy_motive::prelude::*;
use bevy_time::{Time, TimePlugin};
use std::time::Duration;

/// What the guard knows of itself: the file reads it as `self.breath`.
#[derive(Component, SelfState)]
struct Body {
    breath: f32,
}

/// What the guard sees: things of kind `thief`. Their distance comes from `Transform`.
#[derive(Component, Percept)]
struct Thief;

/// What the guard can do. `Chase` continues while the mind wants it ...
#[derive(Actions)]
struct Chase(Entity);
#[derive(Actions)]
struct Rest;
#[derive(Actions)]
struct Walk;
/// ... and `Grab` until the game says how it ended.
#[derive(Actions)]
#[motive(until_ended)]
struct Grab(Entity);

fn main() {
    let motive = MotivePlugin::new(Update)
        .is::<Body>()
        .sees::<Thief>(Within(12.0))
        .does_one_of::<(Chase, Grab, Rest, Walk)>();
    let headless = ScheduleRunnerPlugin::run_loop(Duration::from_millis(100));
    let assets = AssetPlugin { watch_for_changes_override: Some(true), ..Default::default() };
    App::new()
        .add_plugins((LogPlugin::default(), TaskPoolPlugin::default(), headless, TimePlugin, assets, motive))
        .add_systems(Startup, spawn)
        // A system for each action: it runs for those who do it now.
        .add_systems(Update, (chase, grab, rest, walk, show).chain().in_set(MotiveSet::Act))
        // Or an observer, for the moment in which it starts or ends.
        .add_observer(|_: On<ActionStarted<Chase>>| println!("Stop, thief!"))
        .run();
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    let mind = assets.load("chase.motive#Guard");
    // `Explain` lets the guard say why: the plug-in keeps the component `Why` up to date.
    commands.spawn((Mind(mind), Explain, Body { breath: 8.0 }, Transform::default()));
    commands.spawn((Thief, Transform::from_xyz(20.0, 0.0, 0.0)));
}

fn chase(
    mut guards: Query<(&mut Transform, &mut Body, &Doing<Chase>)>,
    thieves: Query<&Transform, Without<Body>>,
) {
    for (mut at, mut body, chase) in &mut guards {
        // `Doing<Chase>` is the action with its arguments: here the thief.
        let Ok(thief) = thieves.get(chase.0) else { continue };
        at.translation.x += (thief.translation.x - at.translation.x).clamp(-0.5, 0.5);
        body.breath -= 0.2;
    }
}

fn grab(mut guards: Query<(&Transform, &mut Doing<Grab>)>, mut commands: Commands) {
    for (at, mut grab) in &mut guards {
        if grab.seconds() > 1.0 && !grab.has_ended() {
            commands.entity(grab.0).despawn(); // what despawns is forgotten by all who saw it
            commands.spawn((Thief, Transform::from_xyz(-20.0 * at.translation.x.signum(), 0.0, 0.0)));
            grab.succeed(); // the mind learns it at its next decision
        }
    }
}

fn rest(mut guards: Query<&mut Body, With<Doing<Rest>>>) {
    guards.iter_mut().for_each(|mut body| body.breath += 0.5);
}

fn walk(
    mut guards: Query<&mut Transform, With<Doing<Walk>>>,
    mut thieves: Query<&mut Transform, (With<Thief>, Without<Doing<Walk>>)>,
) {
    guards.iter_mut().for_each(|mut at| at.translation.x *= 0.9);
    thieves.iter_mut().for_each(|mut at| at.translation.x *= 0.98);
}

fn show(guards: Query<(&Transform, &Why), Changed<Why>>, time: Res<Time>) {
    for (at, why) in &guards {
        print!("{:5.1} s at {:5.2}, {why}", time.elapsed_secs(), at.translation.x);
    }
}
