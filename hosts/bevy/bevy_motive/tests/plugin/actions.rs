//! Actions as components and events.

use crate::common::*;
use bevy_motive::{ActionChanged, AgentNumber};

#[derive(Resource, Default, Debug)]
struct Log(Vec<String>);

fn logging(app: &mut App) {
    app.init_resource::<Log>();
    app.add_observer(|_: On<ActionStarted<Eat>>, mut log: ResMut<Log>| log.0.push("eat started".into()));
    app.add_observer(|_: On<ActionSucceeded<Eat>>, mut log: ResMut<Log>| log.0.push("eat succeeded".into()));
    app.add_observer(|_: On<ActionFailed<Eat>>, mut log: ResMut<Log>| log.0.push("eat failed".into()));
    app.add_observer(|_: On<ActionStopped<Eat>>, mut log: ResMut<Log>| log.0.push("eat stopped".into()));
    app.add_observer(|_: On<ActionStarted<Wander>>, mut log: ResMut<Log>| log.0.push("wander".into()));
    app.add_observer(|_: On<ActionStopped<Wander>>, mut log: ResMut<Log>| {
        log.0.push("wander stopped".into());
    });
    app.add_observer(|event: On<ActionStarted<Flee>>, doing: Query<&Doing<Flee>>, mut log: ResMut<Log>| {
        log.0.push(format!("flee from {}", doing.get(event.entity).unwrap().from));
    });
    app.add_observer(|event: On<ActionChanged<Flee>>, doing: Query<&Doing<Flee>>, mut log: ResMut<Log>| {
        log.0.push(format!("changed to {}", doing.get(event.entity).unwrap().from));
    });
    app.add_observer(|_: On<Decided>, mut log: ResMut<Log>| log.0.push("decided".into()));
}

fn take(app: &mut App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<Log>().0)
}

#[test]
fn an_action_is_a_component_in_the_same_tick_and_goes_when_another_starts() {
    let mut app = app();
    logging(&mut app);
    let agent = villager(&mut app);
    app.update();
    assert!(is_doing::<Wander>(&app, agent));
    assert_eq!(take(&mut app), ["wander", "decided"]);
    app.update();
    assert_eq!(take(&mut app), [""; 0], "nothing new was decided");

    let enemy = wolf(&mut app, 5.0);
    app.update();
    assert!(!is_doing::<Wander>(&app, agent));
    assert_eq!(app.world().get::<Doing<Flee>>(agent).unwrap().from, enemy);
    assert_eq!(take(&mut app), ["wander stopped", &format!("flee from {enemy}"), "decided"]);
}

#[test]
fn an_action_until_ended_continues_until_the_game_ends_it() {
    let mut app = app();
    logging(&mut app);
    let agent = villager(&mut app);
    let bush = bush(&mut app, 1.0);
    app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = 9.0;
    app.update();
    assert_eq!(app.world().get::<Doing<Eat>>(agent).unwrap().what, bush);
    app.update();
    let mut eat = app.world_mut().get_mut::<Doing<Eat>>(agent).unwrap();
    assert!(eat.seconds() > 0.0);
    eat.succeed();
    app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = 0.0;
    app.update();
    assert!(!is_doing::<Eat>(&app, agent));
    assert!(is_doing::<Wander>(&app, agent));
    assert_eq!(take(&mut app), ["eat started", "decided", "eat succeeded", "wander", "decided"]);
}

#[test]
fn a_failed_action_starts_again_if_it_is_still_wanted() {
    let mut app = app();
    logging(&mut app);
    let agent = villager(&mut app);
    bush(&mut app, 1.0);
    app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = 9.0;
    app.update();
    app.world_mut().get_mut::<Doing<Eat>>(agent).unwrap().fail();
    app.update();
    assert!(is_doing::<Eat>(&app, agent));
    assert_eq!(take(&mut app), ["eat started", "decided", "eat failed", "eat started", "decided"]);
}

#[test]
fn an_action_component_removed_by_another_system_has_failed_and_starts_again() {
    let mut app = app();
    let agent = villager(&mut app);
    bush(&mut app, 1.0);
    app.update();
    app.world_mut().entity_mut(agent).remove::<Doing<Wander>>();
    app.update();
    assert!(is_doing::<Wander>(&app, agent), "what is still wanted starts again");

    app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = 9.0;
    app.update();
    assert!(is_doing::<Eat>(&app, agent));
    app.world_mut().entity_mut(agent).remove::<Doing<Eat>>();
    app.world_mut().get_mut::<Needs>(agent).unwrap().hunger = 0.0;
    app.update();
    assert!(!is_doing::<Eat>(&app, agent), "it does not continue by itself");
    assert!(is_doing::<Wander>(&app, agent));
}

#[test]
fn without_its_mind_an_entity_does_nothing() {
    let mut app = app();
    logging(&mut app);
    let agent = villager(&mut app);
    app.update();
    take(&mut app);
    app.world_mut().entity_mut(agent).remove::<Mind>();
    app.update();
    assert!(!is_doing::<Wander>(&app, agent));
    assert!(app.world().get::<MotiveAgent>(agent).is_none());
    assert!(app.world().get::<AgentNumber>(agent).is_none());
    assert_eq!(take(&mut app), ["wander stopped"]);
}

#[test]
fn another_mind_stops_what_the_entity_does_and_starts_anew() {
    let mut app = app();
    let agent = villager(&mut app);
    app.update();
    let text = "goal a maintains A { priority 1 } program A { otherwise do flee(self) } mind M = arbiter { goals a }";
    let other = mind(&mut app, text);
    app.world_mut().entity_mut(agent).insert(other);
    app.update();
    assert!(!is_doing::<Wander>(&app, agent));
    assert_eq!(app.world().get::<Doing<Flee>>(agent).unwrap().from, agent, "`self` is the entity itself");
}

#[derive(Actions)]
struct Look {
    at: Entity,
}

#[test]
fn an_action_can_be_done_several_times_at_once() {
    let mut app = app_with(plugin().does::<Look>());
    let text = "goal a maintains A { priority 2 } goal b maintains B { priority 1 }
                program A { rule l when w: wolf { distance: any lowest } do look(w) }
                program B { rule l when b: bush { distance: any lowest } do look(b) }
                mind M = arbiter { goals a, b }";
    let mind = mind(&mut app, text);
    let agent = app.world_mut().spawn((mind, Transform::default())).id();
    let (wolf, bush) = (wolf(&mut app, 1.0), bush(&mut app, 1.0));
    app.update();
    let at = |app: &App| -> Vec<Entity> {
        app.world().get::<Doing<Look>>(agent).unwrap().iter().map(|look| look.at).collect()
    };
    assert_eq!(at(&app), [wolf, bush]);
    app.world_mut().despawn(wolf);
    app.update();
    assert_eq!(at(&app), [bush]);
}

#[derive(Actions)]
#[motive(uses("mouth"))]
struct Sing;

#[derive(Actions)]
#[motive(uses("mouth", "hands"))]
struct Drink;

#[derive(Actions)]
struct Nod;

#[test]
fn actions_that_use_the_same_are_not_done_at_once() {
    let mut app = app_with(plugin().does::<Sing>().does::<Drink>().does::<Nod>());
    let text = "goal a maintains A { priority 3 } goal b maintains B { priority 2 } goal c maintains C { priority 1 }
                program A { otherwise do sing() } program B { otherwise do drink() } program C { otherwise do nod() }
                mind M = arbiter { goals a, b, c }";
    let mind = mind(&mut app, text);
    let agent = app.world_mut().spawn(mind).id();
    app.update();
    assert!(is_doing::<Sing>(&app, agent) && is_doing::<Nod>(&app, agent));
    assert!(!is_doing::<Drink>(&app, agent));
}

/// All that a cook does, in one component.
#[derive(Actions, Debug, PartialEq)]
#[motive(one_at_a_time)]
enum Cooking {
    Stir(Entity),
    #[motive(until_ended)]
    Serve {
        guests: Entity,
    },
}

#[test]
fn actions_can_be_an_enum() {
    let mut app = app_with(plugin().does::<Cooking>());
    let text = "goal a achieves A { when self.hunger > 5 priority 2 } goal b maintains B { priority 1 }
                program A { done when self.hunger < 1 rule s when b: bush do serve(b) }
                program B { rule s when b: bush do stir(b) } mind M = arbiter { goals a, b }";
    let mind = mind(&mut app, text);
    let bush = bush(&mut app, 1.0);
    let cook = app.world_mut().spawn((mind, Needs::default(), Transform::default())).id();
    app.update();
    assert_eq!(***app.world().get::<Doing<Cooking>>(cook).unwrap(), Cooking::Stir(bush));
    app.world_mut().get_mut::<Needs>(cook).unwrap().hunger = 9.0;
    app.update();
    let mut doing = app.world_mut().get_mut::<Doing<Cooking>>(cook).unwrap();
    assert_eq!(***doing, Cooking::Serve { guests: bush });
    assert_eq!(doing.iter().count(), 1, "it stirs no longer");
    doing.succeed();
    app.world_mut().get_mut::<Needs>(cook).unwrap().hunger = 0.0;
    app.update();
    assert_eq!(***app.world().get::<Doing<Cooking>>(cook).unwrap(), Cooking::Stir(bush));
}
