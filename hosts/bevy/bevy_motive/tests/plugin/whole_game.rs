//! A small game from beginning to end, as its author would write it.

use bevy_app::prelude::*;
use bevy_asset::AssetPlugin;
use bevy_motive::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use std::time::Duration;

#[derive(Component, SelfState, Default)]
struct Needs {
    hunger: f32,
    energy: f32,
}
#[derive(Component, Percept)]
struct Wolf;
#[derive(Component, Percept)]
struct Bush;

#[derive(Actions)]
struct Wander;
#[derive(Actions)]
struct Flee {
    who: Entity,
}
#[derive(Actions)]
struct GoTo {
    what: Entity,
}
#[derive(Actions)]
#[motive(until_ended)]
struct Eat {
    what: Entity,
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    let mind: Handle<MindAsset> = assets.load("village.motive#Rules");
    let places = [0.0, 50.0].map(|x| Transform::from_xyz(x, 0.0, 0.0));
    for at in places {
        commands.spawn((at, Needs { hunger: 60.0, ..Needs::default() }, Mind(mind.clone())));
    }
    commands.spawn((Bush, Transform::from_xyz(3.0, 0.0, 0.0)));
    commands.spawn((Wolf, Transform::from_xyz(52.0, 0.0, 0.0)));
}

fn go_to(
    mut walkers: Query<(&mut Transform, &Doing<GoTo>), With<Mind>>,
    places: Query<&Transform, Without<Mind>>,
) {
    for (mut at, go) in &mut walkers {
        let Ok(to) = places.get(go.what) else { continue };
        at.translation.x += (to.translation.x - at.translation.x).clamp(-0.5, 0.5);
    }
}

fn flee(
    mut runners: Query<(&mut Transform, &Doing<Flee>), With<Mind>>,
    wolves: Query<&Transform, Without<Mind>>,
) {
    for (mut at, flee) in &mut runners {
        let Ok(wolf) = wolves.get(flee.who) else { continue };
        at.translation.x -= 0.5 * (wolf.translation.x - at.translation.x).signum();
    }
}

fn eat(mut eaters: Query<(&mut Needs, &mut Doing<Eat>)>, bushes: Query<&Bush>) {
    for (mut needs, mut eat) in &mut eaters {
        assert!(bushes.contains(eat.what));
        if eat.seconds() > 2.0 {
            needs.hunger = 0.0;
            eat.succeed();
        }
    }
}

#[test]
fn villagers_flee_from_wolves_and_walk_to_bushes_to_eat() {
    let mut app = App::new();
    app.add_plugins((
        (TaskPoolPlugin::default(), AssetPlugin::default(), TimePlugin),
        MotivePlugin::new(FixedUpdate)
            .is::<Needs>()
            .sees::<Wolf>(Within(10.0))
            .sees::<Bush>(Nearest(3))
            .does_one_of::<(Wander, Flee, GoTo, Eat)>(),
    ))
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
    .add_systems(Startup, spawn)
    .add_systems(FixedUpdate, (go_to, flee, eat).in_set(MotiveSet::Act));
    let mut villagers = app.world_mut().query::<(&Needs, &Transform, Has<Doing<Wander>>)>();
    let mut state = Vec::new();
    for _ in 0..2_000 {
        app.update();
        std::thread::sleep(Duration::from_millis(1));
        state = villagers
            .iter(app.world())
            .map(|(needs, at, idle)| (needs.hunger, at.translation.x, idle))
            .collect();
        if state.first().is_some_and(|(hunger, _, idle)| *hunger == 0.0 && *idle) {
            break;
        }
    }
    assert!(state[0].2, "it has eaten, and strolls: {state:?}");
    assert!(state[1].1 < 48.0, "it has fled from the wolf, and goes on to the bush: {state:?}");
}
