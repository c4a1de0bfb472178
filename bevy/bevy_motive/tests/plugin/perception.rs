//! What agents know of themselves and see of others.

use crate::common::*;
use bevy_motive::motive::{Id, Value};
use bevy_motive::{id_of, motive};

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

#[derive(Component, Thing)]
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
    assert_eq!(id_of(voice).display(memory), "Ann");
    app.world_mut().despawn(voice);
    app.update();
    assert_eq!(known(&app, agent), 0);
}

#[test]
fn declared_names_can_be_written_for_editors() {
    let app = app();
    let names = app.world().resource::<MotiveGame>().vocabulary().unwrap();
    assert!(names.find_kind("wolf").is_some() && names.find_action("flee").is_some());
    let _: &motive::Vocabulary = &names;
}
