//! Running minds that are saved in a scene and loaded from it.

#![expect(clippy::unwrap_used, reason = "a test that lacks something fails there")]

use bevy_app::prelude::*;
use bevy_asset::AssetPlugin;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::reflect::AppTypeRegistry;
use bevy_motive::prelude::*;
use bevy_motive::{AgentNumber, SavedMind, save_minds};
use bevy_world_serialization::serde::WorldDeserializer;
use bevy_world_serialization::{DynamicWorld, DynamicWorldBuilder};
use motive::kernel::{Id, Thing};
use serde::de::DeserializeSeed;
use std::time::{Duration, Instant};

#[derive(Component, Percept)]
struct Wolf;
#[derive(Component, Percept)]
struct Bush;
#[derive(Actions)]
struct Wander;
#[derive(Actions)]
struct Flee(Entity);

/// An app whose minds are in the folder `assets`.
fn app() -> App {
    let mut app = App::new();
    let motive = MotivePlugin::new(Update).sees::<Wolf>(Within(10.0)).sees::<Bush>(Nearest(2));
    let motive = motive.does_one_of::<(Wander, Flee)>();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), motive));
    app
}

fn load(app: &mut App, path: &'static str) -> Entity {
    let mind = app.world().resource::<AssetServer>().load(path);
    app.world_mut().spawn((Mind(mind), Transform::default())).id()
}

/// Lets the app run until something holds.
fn until(app: &mut App, what: &str, holds: impl Fn(&App) -> bool) {
    let begin = Instant::now();
    while !holds(app) {
        assert!(begin.elapsed() < Duration::from_secs(60), "waited in vain: {what}");
        app.update();
    }
}

fn count<C: Component>(app: &App) -> usize {
    app.world().iter_entities().filter(|entity| entity.contains::<C>()).count()
}

/// The minds of all agents, as the text of a scene.
fn save(app: &mut App) -> String {
    app.world_mut().run_system_cached(save_minds).unwrap();
    let agents: Vec<Entity> =
        app.world_mut().query_filtered::<Entity, With<Mind>>().iter(app.world()).collect();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let scene = DynamicWorldBuilder::from_world(app.world(), &registry)
        .deny_all()
        .allow_component::<Mind>()
        .allow_component::<SavedMind>()
        .extract_entities(agents.into_iter());
    scene.build().serialize(&registry).unwrap()
}

fn restore(app: &mut App, text: &str) {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let mut server = app.world().resource::<AssetServer>().clone();
    let scene: DynamicWorld = {
        let registry = registry.read();
        let deserializer = WorldDeserializer { type_registry: &registry, load_from_path: &mut server };
        deserializer.deserialize(&mut ron::Deserializer::from_str(text).unwrap()).unwrap()
    };
    scene.write_to_world(app.world_mut(), &mut EntityHashMap::default()).unwrap();
}

#[test]
fn a_scene_carries_minds_and_what_agents_know() {
    let mut one = app();
    load(&mut one, "village.motive#Villager");
    let agent = load(&mut one, "village.motive#Villager");
    until(&mut one, "the agent wanders", |app| app.world().get::<Doing<Wander>>(agent).is_some());
    one.world_mut().spawn((Wolf, Transform::default()));
    let secret = Id::new(1 << 40);
    let mut running = one.world_mut().get_mut::<MotiveAgent>(agent).unwrap();
    let memory = running.memory_mut();
    let bush = memory.shared_vocabulary().find_kind("bush").unwrap();
    memory.put(Thing::new(secret).kind(bush)).unwrap();
    one.update();
    let text = save(&mut one);
    one.update();
    assert_eq!(count::<Doing<Flee>>(&one), 2, "those that are saved go on");

    let mut other = app();
    restore(&mut other, &text);
    until(&mut other, "both agents are there", |app| count::<MotiveAgent>(app) == 2);
    let mut query = other.world_mut().query::<(&MotiveAgent, &AgentNumber)>();
    let (agent, _) = query.iter(other.world()).find(|(_, number)| number.0 == 1).unwrap();
    assert!(agent.memory().thing(secret).is_some());
    assert_eq!(agent.memory().len(), 1, "the wolf was only seen");
}

#[test]
fn herds_are_saved_too() {
    let mut one = app();
    (0..10).for_each(|_| _ = load(&mut one, "village.motive#Sheep"));
    until(&mut one, "they are a herd", |app| count::<HerdMember>(app) == 10);
    let text = save(&mut one);

    let mut other = app();
    restore(&mut other, &text);
    until(&mut other, "they are a herd again", |app| count::<HerdMember>(app) == 10);
    assert_eq!(count::<Doing<Wander>>(&other), 10);
}
