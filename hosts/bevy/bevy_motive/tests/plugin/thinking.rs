//! How often agents think.

use crate::common::*;
use bevy_motive::AgentNumber;

/// Whether an agent has noticed that it is hungry, in the tick in which it became so and the ones after.
fn noticed_after(app: &mut App, agents: &[Entity], ticks: usize) -> Vec<usize> {
    for agent in agents {
        app.world_mut().get_mut::<Needs>(*agent).unwrap().hunger = 9.0;
    }
    let eating = |app: &App| agents.iter().filter(|agent| is_doing::<Eat>(app, **agent)).count();
    let tick = |_| {
        app.update();
        eating(app)
    };
    (0..ticks).map(tick).collect()
}

fn villagers(app: &mut App, count: usize) -> Vec<Entity> {
    let mind = mind(app, VILLAGER);
    bush(app, 1.0);
    let agents = (0..count)
        .map(|_| app.world_mut().spawn((mind.clone(), Needs::default(), Transform::default())).id());
    let agents = agents.collect();
    app.update();
    agents
}

#[test]
fn agents_are_numbered_in_the_order_in_which_they_got_a_mind() {
    let mut app = app();
    let agents = villagers(&mut app, 3);
    let numbers = agents.iter().map(|agent| app.world().get::<AgentNumber>(*agent).unwrap().0);
    assert_eq!(numbers.collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn all_agents_think_in_every_tick_by_default() {
    let mut app = app();
    let agents = villagers(&mut app, 4);
    assert_eq!(noticed_after(&mut app, &agents, 1), [4]);
}

#[test]
fn agents_with_less_detail_take_turns() {
    let mut app = app();
    let agents = villagers(&mut app, 4);
    for agent in &agents {
        app.world_mut().entity_mut(*agent).insert(ThinkEvery(4));
    }
    assert_eq!(noticed_after(&mut app, &agents, 4), [1, 2, 3, 4]);
    for agent in &agents {
        app.world_mut().entity_mut(*agent).remove::<ThinkEvery>();
        app.world_mut().get_mut::<Doing<Eat>>(*agent).unwrap().succeed();
        app.world_mut().get_mut::<Needs>(*agent).unwrap().hunger = 0.0;
    }
    app.update();
    assert!(agents.iter().all(|agent| is_doing::<Wander>(&app, *agent)), "in full detail again");
}

#[test]
fn a_budget_serves_those_first_who_waited_longest() {
    let mut app = app();
    let agents = villagers(&mut app, 5);
    app.world_mut().insert_resource(ThinkBudget(Some(2)));
    assert_eq!(noticed_after(&mut app, &agents, 3), [2, 4, 5]);
    app.world_mut().insert_resource(ThinkBudget(None));
    for agent in &agents {
        app.world_mut().get_mut::<Doing<Eat>>(*agent).unwrap().succeed();
        app.world_mut().get_mut::<Needs>(*agent).unwrap().hunger = 0.0;
    }
    app.update();
    assert!(agents.iter().all(|agent| is_doing::<Wander>(&app, *agent)));
}

#[test]
fn agents_for_whom_nothing_changed_do_not_think() {
    let mut app = app();
    let agents = villagers(&mut app, 1);
    app.update();
    let work =
        |app: &App| app.world().get::<MotiveAgent>(agents[0]).unwrap().game_agent().untyped().work_done();
    let before = work(&app);
    (0..5).for_each(|_| app.update());
    assert_eq!(work(&app), before);
}
