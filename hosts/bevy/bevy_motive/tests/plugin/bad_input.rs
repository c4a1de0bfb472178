//! What a game may do wrong: a clear error or a defined meaning, and never a panic.

use crate::common::*;
use bevy_asset::LoadState;
use bevy_ecs::error::warn as warn_of;
use bevy_motive::SavedMind;
use bevy_time::{Time, TimePlugin};
use std::time::Duration;

fn run(app: &mut App, ticks: u32) {
    (0..ticks).for_each(|_| app.update());
}

#[test]
fn a_mind_that_does_not_exist_leaves_the_entity_without_agent() {
    let mut app = app();
    let mind: Handle<MindAsset> = app.world().resource::<AssetServer>().load("nowhere.motive#Nobody");
    let entity = app.world_mut().spawn(Mind(mind.clone())).id();
    let begin = std::time::Instant::now();
    while !matches!(app.world().resource::<AssetServer>().load_state(&mind), LoadState::Failed(_)) {
        assert!(begin.elapsed() < Duration::from_secs(60));
        app.update();
    }
    run(&mut app, 3);
    assert!(app.world().get::<MotiveAgent>(entity).is_none());
}

#[test]
fn a_mind_of_another_game_is_refused() {
    let mut other = app_with(MotivePlugin::new(Update).does_one_of::<(Wander,)>());
    let text =
        "goal a maintains A { priority 1 } program A { otherwise do wander() } mind M = arbiter { goals a }";
    let strange = parse(&other, "m.motive", text).unwrap();
    other.update();

    let mut app = app();
    let strange = app.world_mut().resource_mut::<Assets<MindAsset>>().add(strange);
    let entity = app.world_mut().spawn(Mind(strange)).id();
    run(&mut app, 3);
    assert!(app.world().get::<MotiveAgent>(entity).is_none());
}

#[test]
fn a_text_with_unknown_names_is_an_error_with_its_place() {
    let app = app();
    let error = parse(&app, "m.motive", "program P { otherwise do dance() }").err().unwrap();
    assert!(error.to_string().contains("m.motive:1:"), "{error}");
}

#[test]
fn an_entity_that_goes_in_the_middle_of_its_action_leaves_nothing() {
    let mut app = app();
    app.set_error_handler(warn_of);
    let agent = villager(&mut app);
    bush(&mut app, 1.0);
    app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = 9.0;
    app.update();
    app.world_mut().get_mut::<Doing<Eat>>(agent).unwrap().succeed();
    app.world_mut().despawn(agent);
    run(&mut app, 3);
    assert_eq!(app.world_mut().query::<&Doing<Eat>>().iter(app.world()).count(), 0);
}

#[test]
fn what_an_action_is_about_may_be_gone() {
    let mut app = app();
    let agent = villager(&mut app);
    let bush = bush(&mut app, 1.0);
    app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = 9.0;
    app.update();
    app.world_mut().despawn(bush);
    run(&mut app, 3);
    assert!(is_doing::<Eat>(&app, agent), "it continues until the game ends it");
    app.world_mut().get_mut::<Doing<Eat>>(agent).unwrap().fail();
    run(&mut app, 2);
    assert!(is_doing::<Wander>(&app, agent));
}

#[derive(Component, SelfState)]
struct Mood {
    joy: f32,
}

#[test]
fn a_second_plug_in_declares_more_to_the_same_game() {
    let mut app = app();
    app.add_plugins(MotivePlugin::new(PostUpdate).is::<Mood>().is::<Needs>().does::<Wander>());
    let text = "goal a maintains A { priority 1 }
                program A { rule r when self.joy > 1 do wander() otherwise do flee(self) }
                mind M = arbiter { goals a }";
    let mind = mind(&mut app, text);
    let agent = app.world_mut().spawn((mind, Mood { joy: 2.0 }, Needs::default())).id();
    app.update();
    assert!(is_doing::<Wander>(&app, agent));
    app.world_mut().get_mut::<Mood>(agent).unwrap().joy = 0.0;
    app.update();
    assert!(is_doing::<Flee>(&app, agent));
}

#[test]
fn without_agents_nothing_happens() {
    let mut app = app();
    run(&mut app, 5);
    wolf(&mut app, 1.0);
    run(&mut app, 5);
}

#[test]
fn a_plug_in_without_assets_or_time_runs_minds_made_in_rust() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), plugin()));
    let agent = villager(&mut app);
    app.update();
    assert!(is_doing::<Wander>(&app, agent));
}

#[test]
fn time_that_jumps_back_stands_still() {
    let mut app = app();
    app.add_plugins(TimePlugin);
    let agent = villager(&mut app);
    app.world_mut()
        .insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(Duration::from_millis(200)));
    run(&mut app, 10);
    let before = app.world().get::<Doing<Wander>>(agent).unwrap().seconds();
    assert!(before >= 1.0, "{before}");
    // A loaded game brings its own, earlier time.
    app.world_mut().insert_resource(Time::<bevy_time::Virtual>::default());
    app.update();
    let after = app.world().get::<Doing<Wander>>(agent).unwrap().seconds();
    assert!(after >= before);
    run(&mut app, 2);
    wolf(&mut app, 1.0);
    app.update();
    assert!(is_doing::<Flee>(&app, agent));
}

#[test]
fn numbers_that_are_none_are_not_known() {
    let mut app = app();
    let agent = villager(&mut app);
    let wolf = wolf(&mut app, f32::NAN);
    app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = f32::NAN;
    run(&mut app, 2);
    assert_eq!(known(&app, agent), 0);
    app.world_mut().get_mut::<Transform>(wolf).unwrap().translation.x = f32::INFINITY;
    app.world_mut().get_mut::<Transform>(agent).unwrap().translation.x = f32::INFINITY;
    run(&mut app, 2);
    assert!(is_doing::<Wander>(&app, agent));
}

#[test]
fn a_damaged_save_starts_anew() {
    let mut app = app();
    let saved: SavedMind = serde_json::from_str(r#"{"number": 3, "memory": "nonsense"}"#).unwrap();
    let mind = mind(&mut app, VILLAGER);
    let agent = app.world_mut().spawn((mind, saved, Needs::default(), Transform::default())).id();
    app.update();
    assert!(is_doing::<Wander>(&app, agent));
}

/// The next number of a simple generator: tests need no more.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn entities_that_come_and_go_at_random_leave_no_agent_behind() {
    let mut app = app();
    let mind = mind(&mut app, VILLAGER);
    let (mut state, mut alive) = (1, Vec::new());
    for _ in 0..300 {
        for _ in 0..random(&mut state) % 20 {
            let place = Transform::from_xyz((random(&mut state) % 50) as f32, 0.0, 0.0);
            let hunger = (random(&mut state) % 10) as f32;
            let mut entity = app.world_mut().spawn(place);
            match random(&mut state) % 4 {
                0 => entity.insert(Wolf { hungry: true }),
                1 => entity.insert(Bush),
                _ => entity.insert((mind.clone(), Needs { hunger })),
            };
            alive.push(entity.id());
        }
        while alive.len() > 100 || !alive.is_empty() && random(&mut state).is_multiple_of(3) {
            let at = random(&mut state) as usize % alive.len();
            app.world_mut().despawn(alive.swap_remove(at));
        }
        app.update();
    }
    let agents = |app: &mut App| app.world_mut().query::<&MotiveAgent>().iter(app.world()).count();
    let minds = app.world_mut().query::<&Mind>().iter(app.world()).count();
    assert_eq!(agents(&mut app), minds);
    let most =
        app.world_mut().query::<&MotiveAgent>().iter(app.world()).map(|agent| agent.memory().len()).max();
    assert!(most.unwrap_or(0) <= alive.len());
    alive.into_iter().for_each(|entity| _ = app.world_mut().despawn(entity));
    app.update();
    assert_eq!(agents(&mut app), 0);
    assert_eq!(app.world_mut().query::<&Doing<Wander>>().iter(app.world()).count(), 0);
}
