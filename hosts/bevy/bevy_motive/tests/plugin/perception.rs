//! What agents know of themselves and see of others.

use crate::common::*;
use bevy_motive::id_of;
use bevy_motive::motive::{kernel::Id, kernel::Value};

fn property(app: &App, agent: Entity, thing: Id, name: &str) -> Option<Value> {
    let memory = app.world().get::<MotiveAgent>(agent).unwrap().memory();
    memory.get(thing, memory.shared_vocabulary().find_property(name)?)
}

#[test]
fn own_components_are_read_when_they_change_and_lost_with_the_component() {
    let mut app = app();
    let agent = villager(&mut app);
    app.update();
    assert_eq!(property(&app, agent, Id::SELF, "hunger"), Some(Value::Number(0.0)));

    app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = 3.0;
    app.update();
    assert_eq!(property(&app, agent, Id::SELF, "hunger"), Some(Value::Number(3.0)));

    app.world_mut().entity_mut(agent).remove::<Needs>();
    app.update();
    assert_eq!(property(&app, agent, Id::SELF, "hunger"), None);

    app.world_mut().entity_mut(agent).insert(Needs { hunger: 4.0 });
    app.update();
    assert_eq!(property(&app, agent, Id::SELF, "hunger"), Some(Value::Number(4.0)));
}

#[test]
fn things_in_reach_are_known_with_their_distance_and_forgotten_when_they_go() {
    let mut app = app();
    let agent = villager(&mut app);
    let (near, far) = (wolf(&mut app, 4.0), wolf(&mut app, 11.0));
    app.update();
    assert_eq!(known(&app, agent), 1);
    assert_eq!(property(&app, agent, id_of(near), "distance"), Some(Value::Number(4.0)));

    app.world_mut().get_mut::<Transform>(far).unwrap().translation.x = 9.0;
    app.world_mut().get_mut::<Transform>(near).unwrap().translation.x = -5.0;
    app.world_mut().get_mut::<Wolf>(near).unwrap().hungry = false;
    app.update();
    assert_eq!(known(&app, agent), 2);
    assert_eq!(property(&app, agent, id_of(near), "distance"), Some(Value::Number(5.0)));
    assert_eq!(property(&app, agent, id_of(near), "hungry"), Some(Value::Bool(false)));

    app.world_mut().despawn(near);
    app.world_mut().get_mut::<Transform>(far).unwrap().translation.x = 90.0;
    app.update();
    assert_eq!(known(&app, agent), 0);
}

#[test]
fn of_the_nearest_only_so_many_are_known() {
    let mut app = app();
    let agent = villager(&mut app);
    let bushes = [30.0, 20.0, 40.0].map(|x| bush(&mut app, x));
    app.update();
    assert_eq!(known(&app, agent), 2);
    assert_eq!(property(&app, agent, id_of(bushes[2]), "distance"), None);
    app.world_mut().despawn(bushes[1]);
    app.update();
    assert_eq!(property(&app, agent, id_of(bushes[2]), "distance"), Some(Value::Number(40.0)));
}

#[test]
fn a_thing_of_two_kinds_stays_known_as_the_other() {
    let mut app = app();
    let agent = villager(&mut app);
    let both = wolf(&mut app, 4.0);
    app.world_mut().entity_mut(both).insert(Bush);
    app.update();
    app.world_mut().entity_mut(both).remove::<Wolf>();
    app.update();
    let memory = app.world().get::<MotiveAgent>(agent).unwrap().memory();
    let bush = memory.shared_vocabulary().find_kind("bush").unwrap();
    assert!(memory.thing(id_of(both)).unwrap().kinds().eq([bush]));
    assert_eq!(property(&app, agent, id_of(both), "hungry"), None);
}

#[test]
fn an_agent_does_not_see_itself() {
    let mut app = app();
    let agent = villager(&mut app);
    app.world_mut().entity_mut(agent).insert(Wolf { hungry: true });
    app.update();
    assert_eq!(known(&app, agent), 0);
}

/// Numbers are compared with constants, looked for, and compared with what they were.
const MINDFUL: &str = "
    goal survive achieves Escape { when some wolf { distance: ..6 } priority 90 }
    goal feed achieves Feed { when self.hunger > 4 priority self.hunger updated }
    goal idle maintains Idle { priority 3 }
    program Escape { done when no wolf { distance: ..8 } rule run when w: wolf { distance: ..8 lowest } do flee(w) }
    program Feed { done when self.hunger < 1 rule eat when b: bush { distance: ..5 lowest } do eat(b) otherwise do wander() }
    program Idle { rule near when b: bush { distance: ..3 } do flee(b) otherwise do wander() }
    mind Mindful = arbiter { goals survive, feed, idle }
";

/// What agents do, and know, in 120 ticks in which everything moves. They may be told everything at once.
fn history(seed: u64, at_once: bool) -> Vec<(Vec<String>, Vec<Option<Value>>)> {
    let mut app = app();
    if at_once {
        let tell = |mut agents: Query<&mut MotiveAgent>| {
            agents.iter_mut().for_each(|mut agent| _ = agent.memory_mut());
        };
        app.add_systems(Update, (tell.in_set(MotiveSet::Perceive), tell.in_set(MotiveSet::Act)));
    }
    let mindful = mind(&mut app, MINDFUL);
    let mut state = seed;
    let mut random = move |scale: f32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as f32 / (1_u64 << 31) as f32 - 0.5) * scale
    };
    let agents: Vec<Entity> = (0..12)
        .map(|_| {
            let at = Transform::from_xyz(random(40.0), 0.0, 0.0);
            app.world_mut().spawn((mindful.clone(), Needs::default(), at)).id()
        })
        .collect();
    let others: Vec<Entity> = (0..6)
        .map(|at| if at % 2 == 0 { wolf(&mut app, random(60.0)) } else { bush(&mut app, random(60.0)) })
        .collect();
    let mut history = Vec::new();
    for _ in 0..120 {
        for entity in agents.iter().chain(&others) {
            app.world_mut().get_mut::<Transform>(*entity).unwrap().translation.x += random(2.0);
        }
        for agent in &agents {
            let hunger = &mut app.world_mut().get_mut::<Needs>(*agent).unwrap().hunger;
            *hunger = (*hunger + 0.1 + random(0.3)).rem_euclid(7.0);
        }
        app.update();
        for agent in &agents {
            let actions = app.world().get::<MotiveAgent>(*agent).unwrap().actions();
            let known = others.iter().map(|other| property(&app, *agent, id_of(*other), "distance"));
            let known = known.chain([property(&app, *agent, Id::SELF, "hunger")]).collect();
            history.push((actions, known));
        }
    }
    history
}

#[test]
fn agents_decide_the_same_whether_they_are_told_at_once_or_when_it_matters() {
    for seed in 0..6 {
        let history = history(seed, false);
        assert_eq!(history, self::history(seed, true), "seed {seed}");
        let does = |name: &str| {
            history.iter().filter(|(actions, _)| actions.iter().any(|act| act.starts_with(name))).count()
        };
        assert!(does("flee") > 20 && does("wander") > 20 && does("eat") > 2, "all actions occur");
    }
}

#[derive(Component, Percept)]
struct Voice;

#[test]
fn a_system_can_say_what_is_perceived() {
    let plugin = plugin().sees::<Voice>(Listed);
    let mut app = app_with(plugin);
    app.add_systems(
        Update,
        (|voices: Query<Entity, With<Voice>>, mut agents: Query<&mut Sees<Voice>>| {
            for mut sees in &mut agents {
                sees.entities = voices.iter().collect();
            }
        })
        .in_set(MotiveSet::Perceive),
    );
    let agent = villager(&mut app);
    let voice = app.world_mut().spawn((Voice, Name::new("Ann"))).id();
    app.update();
    assert_eq!(property(&app, agent, id_of(voice), "distance"), None, "it has no place");
    let memory = app.world().get::<MotiveAgent>(agent).unwrap().memory();
    assert_eq!(id_of(voice).display(&*memory), "Ann");
    app.world_mut().despawn(voice);
    app.update();
    assert_eq!(known(&app, agent), 0);
}

#[test]
fn declared_names_can_be_written_for_editors() {
    let app = app();
    let game = app.world().resource::<MotiveGame>().declared().unwrap();
    let names = game.vocabulary();
    assert!(names.find_kind("wolf").is_some() && names.find_action("flee").is_some());
    let path = std::env::temp_dir().join(format!("bevy_motive_{}.names.motive", std::process::id()));
    game.write_names(&path).unwrap();
    let written = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(written.contains("action flee"), "{written}");
}
