//! Why, recordings, saved games and reflection.

use crate::common::*;
use bevy_ecs::reflect::AppTypeRegistry;
use bevy_motive::{AgentNumber, MindObserver, Observed, SavedMind, save_minds};
use motive::Time;
use motive::kernel::Id;
use motive::kernel::Observer;
use motive::recording::Recording;
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

#[derive(Component)]
struct Suspect;

#[test]
fn a_recording_looks_on_as_long_as_it_is_there() {
    let path = std::env::temp_dir().join(format!("bevy_motive_{}.trace", std::process::id()));
    let mut app = app();
    app.add_plugins(ObserverPlugin::new(Recording::create(&path).unwrap()).of::<With<Suspect>>());
    let (agent, other) = (villager(&mut app), villager(&mut app));
    app.world_mut().entity_mut(agent).insert((Suspect, Name::new("Ann")));
    app.update();
    assert!(app.world().get::<Observed>(agent).is_some() && app.world().get::<Observed>(other).is_none());
    wolf(&mut app, 5.0);
    app.update();
    drop(app.world_mut().remove_resource::<MindObserver<Recording>>());
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
    app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = 9.0;
    app.update();
    assert!(app.world().get::<Observed>(agent).is_none());
    assert!(is_doing::<Flee>(&app, agent) && is_doing::<Flee>(&app, other));
}

/// An observer of a game's own: it counts the decisions of one agent.
struct Counter {
    agent: u64,
    decisions: usize,
}

impl Observer for Counter {
    fn wants(&self, number: u64) -> bool {
        number == self.agent
    }

    fn decide<M: motive::kernel::Mind>(
        &mut self,
        agent: &mut motive::kernel::Agent<M>,
        _: motive::kernel::AgentLabel<'_>,
        now: Time,
    ) {
        self.decisions += 1;
        agent.tick(now);
    }
}

#[test]
fn an_agent_that_is_observed_leaves_its_herd() {
    let mut app = app();
    app.add_plugins(ObserverPlugin::new(Counter { agent: 3, decisions: 0 }));
    let text =
        "goal a maintains A { priority 1 } program A { otherwise do wander() } mind M = arbiter { goals a }";
    let sheep = mind(&mut app, text);
    let flock: Vec<Entity> = (0..10).map(|_| app.world_mut().spawn(sheep.clone()).id()).collect();
    (0..5).for_each(|_| app.update());
    let herd = flock.iter().filter(|sheep| app.world().get::<HerdMember>(**sheep).is_some()).count();
    assert_eq!((herd, app.world().resource::<MindObserver<Counter>>().0.decisions), (9, 5));
    assert!(flock.iter().all(|sheep| is_doing::<Wander>(&app, *sheep)));
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
