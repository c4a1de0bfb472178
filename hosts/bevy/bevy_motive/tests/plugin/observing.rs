//! Why, recordings, saved games and reflection.

use crate::common::*;
use bevy_ecs::reflect::AppTypeRegistry;
use bevy_motive::{AgentNumber, SavedMind, save_minds};
use motive::kernel::Id;
use motive::recording::{Reader, Record};

#[test]
fn an_agent_that_explains_itself_says_why() {
    let mut app = app();
    let agent = villager(&mut app);
    app.world_mut().entity_mut(agent).insert(Explain);
    let enemy = wolf(&mut app, 5.0);
    app.update();
    let why = app.world().get::<Why>(agent).unwrap().clone();
    assert_eq!(why.goals.iter().map(|goal| goal.goal.as_str()).collect::<Vec<_>>(), ["survive", "idle"]);
    assert_eq!(why.actions, [format!("flee(wolf#{})", enemy.index_u32())]);
    assert_eq!(why.rejected, [format!("wander(): it conflicts with {}", why.actions[0])]);
    assert!(why.to_string().contains("survive by Escape"), "{why}");
}

#[test]
fn things_are_shown_by_their_names_or_by_index_and_generation() {
    let mut app = app();
    let agent = villager(&mut app);
    app.world_mut().entity_mut(agent).insert(Explain);
    // An index that is used a second time.
    let wolves = std::iter::repeat_with(|| {
        let wolf = wolf(&mut app, 5.0);
        if wolf.generation().to_bits() == 0 {
            app.world_mut().despawn(wolf);
        }
        wolf
    });
    let enemy = wolves.take(100_000).find(|wolf| wolf.generation().to_bits() > 0).unwrap();
    let actions = |app: &mut App| {
        app.update();
        app.world().get::<Why>(agent).unwrap().actions.clone()
    };
    assert_eq!(actions(&mut app), [format!("flee(wolf#{enemy})")]);
    app.world_mut().entity_mut(enemy).insert(Name::new("Grey"));
    assert_eq!(actions(&mut app), ["flee(Grey)"]);
    app.world_mut().entity_mut(enemy).insert(Name::new("White"));
    assert_eq!(actions(&mut app), ["flee(White)"]);
}

#[test]
fn an_agent_that_explains_itself_decides_as_others_do() {
    let mut app = app();
    let (plain, open) = (villager(&mut app), villager(&mut app));
    app.world_mut().entity_mut(open).insert(Explain);
    for tick in 0..40 {
        for agent in [plain, open] {
            app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = (tick % 9) as f32;
        }
        if tick % 7 == 0 {
            wolf(&mut app, 3.0 + tick as f32 / 4.0);
        }
        app.update();
        let actions = |agent| app.world().get::<MotiveAgent>(agent).unwrap().actions();
        assert_eq!(actions(plain), actions(open), "tick {tick}");
    }
}

#[test]
fn a_recording_can_be_explained() {
    let path = std::env::temp_dir().join(format!("bevy_motive_{}.trace", std::process::id()));
    let mut app = app();
    let agent = villager(&mut app);
    app.world_mut().entity_mut(agent).insert((RecordDecisions::to(&path), Name::new("Ann")));
    app.update();
    wolf(&mut app, 5.0);
    app.update();
    app.world_mut().entity_mut(agent).remove::<RecordDecisions>();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let mut reader = Reader::new(&bytes[..]).unwrap();
    let (mut names, mut ticks) = (Vec::new(), Vec::new());
    while let Some(record) = reader.next_record().unwrap() {
        match record {
            Record::Agent(info) => names.push(info.name.clone()),
            Record::Tick(record) => ticks.push(record.tick),
            Record::Backdrop(_) | Record::Scene(_) => {}
        }
    }
    assert_eq!((names, ticks), (vec!["Ann".to_owned()], vec![0, 1]));
}

#[test]
fn a_recording_that_cannot_be_written_is_reported_and_changes_nothing() {
    let mut app = app();
    let agent = villager(&mut app);
    app.world_mut().entity_mut(agent).insert(RecordDecisions::to("/nowhere/at/all.trace"));
    app.update();
    app.update();
    assert!(is_doing::<Wander>(&app, agent));
}

#[test]
fn a_saved_agent_knows_what_it_knew() {
    let mut app = app();
    let agent = villager(&mut app);
    wolf(&mut app, 5.0);
    app.update();
    let secret = Id::new(1 << 40);
    let mut running = app.world_mut().get_mut::<MotiveAgent>(agent).unwrap();
    let memory = running.memory_mut();
    let bush = memory.shared_vocabulary().find_kind("bush").unwrap();
    memory.put(motive::kernel::Thing::new(secret).kind(bush)).unwrap();
    app.update();
    let saved = app.world().get::<MotiveAgent>(agent).unwrap().save().unwrap();
    let text = serde_json::to_string(&saved).unwrap();

    let mut app = crate::common::app();
    let saved: SavedMind = serde_json::from_str(&text).unwrap();
    villager(&mut app);
    let mind = mind(&mut app, VILLAGER);
    let again = app.world_mut().spawn((mind, saved, Needs::default(), Transform::default())).id();
    app.update();
    let agent = app.world().get::<MotiveAgent>(again).unwrap();
    assert!(agent.memory().thing(secret).is_some());
    assert_eq!(agent.memory().len(), 1, "the wolf was only seen");
    assert_eq!(agent.number(), AgentNumber(0), "it has its number again");
    assert!(is_doing::<Wander>(&app, again));
}

#[test]
fn components_can_be_reflected_by_inspectors_and_scenes() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for path in ["Mind", "Why", "Explain", "ThinkEvery", "SavedMind", "AgentNumber"] {
        let registered = registry.get_with_short_type_path(path);
        assert!(registered.is_some_and(|kind| kind.data::<ReflectComponent>().is_some()), "{path}");
    }
}

#[test]
fn a_saved_mind_that_stays_on_a_running_entity_does_not_matter() {
    let mut app = app();
    let agent = villager(&mut app);
    app.update();
    app.world_mut().run_system_cached(save_minds).unwrap();
    assert!(app.world().get::<SavedMind>(agent).is_some());
    let other = mind(&mut app, VILLAGER);
    app.world_mut().entity_mut(agent).insert(other);
    app.update();
    assert!(is_doing::<Wander>(&app, agent));
}
