//! Agents that decide together.

use crate::common::*;
use bevy_motive::HerdMember;

const SHEEP: &str = "
    goal graze achieves Graze { when self.hunger > 5 priority self.hunger updated }
    goal idle maintains Idle { priority 1 }
    program Graze { done when self.hunger < 1 otherwise do graze() }
    program Idle { otherwise do wander() }
    mind Sheep = arbiter { goals graze, idle }
";

#[derive(Action)]
struct Graze;

fn sheep_app() -> (App, Mind) {
    let plugin = MotivePlugin::new(Update).seed(7).own::<Needs>().sees::<Wolf>(Within(10.0));
    let mut app = app_with(plugin.exclusive_actions::<(Wander, Graze, Eat)>());
    let sheep = mind(&mut app, SHEEP);
    (app, sheep)
}

fn is_in_herd(app: &App, entity: Entity) -> bool {
    app.world().get::<HerdMember>(entity).is_some() && app.world().get::<MotiveAgent>(entity).is_none()
}

#[test]
fn herds_decide_as_single_agents_do() {
    let (mut app, sheep) = sheep_app();
    let hunger = |at: usize, tick: usize| ((at * 7 + tick * (1 + at % 3)) % 11) as f32;
    let spawn = |app: &mut App, at: usize| {
        app.world_mut().spawn((sheep.clone(), Needs { hunger: hunger(at, 0) })).id()
    };
    let singles: Vec<Entity> = (0..70).map(|at| spawn(&mut app, at)).collect();
    let herd: Vec<Entity> = (0..70).map(|at| spawn(&mut app, at)).collect();
    herd.iter().for_each(|entity| _ = app.world_mut().entity_mut(*entity).insert(InHerd));
    let mut grazing = 0;
    for tick in 0..40 {
        for (at, (single, member)) in singles.iter().zip(&herd).enumerate() {
            for entity in [single, member] {
                app.world_mut().get_mut::<Needs>(*entity).unwrap().hunger = hunger(at, tick);
            }
        }
        app.update();
        for (single, member) in singles.iter().zip(&herd) {
            assert!(is_in_herd(&app, *member));
            assert_eq!(is_doing::<Graze>(&app, *single), is_doing::<Graze>(&app, *member), "tick {tick}");
            assert_eq!(is_doing::<Wander>(&app, *single), is_doing::<Wander>(&app, *member), "tick {tick}");
            grazing += usize::from(is_doing::<Graze>(&app, *member));
        }
    }
    assert!((200..2_600).contains(&grazing), "both actions occur: {grazing}");
}

#[test]
fn a_mind_that_looks_for_things_has_single_agents() {
    let (mut app, _) = sheep_app();
    let text = "goal a maintains A { priority 1 } program A { rule r when some wolf do graze() otherwise do wander() }
                mind M = arbiter { goals a }";
    let mind = mind(&mut app, text);
    let agent = app.world_mut().spawn((mind, InHerd, Transform::default())).id();
    app.update();
    assert!(app.world().get::<MotiveAgent>(agent).is_some());
    assert!(is_doing::<Wander>(&app, agent));
}

#[test]
fn members_come_and_go() {
    let (mut app, sheep) = sheep_app();
    let spawn = |app: &mut App| app.world_mut().spawn((sheep.clone(), InHerd, Needs::default())).id();
    let first: Vec<Entity> = (0..3).map(|_| spawn(&mut app)).collect();
    app.update();
    app.world_mut().despawn(first[0]);
    app.world_mut().entity_mut(first[1]).remove::<Mind>();
    let second = spawn(&mut app);
    app.update();
    assert!(!is_doing::<Wander>(&app, first[1]) && !is_in_herd(&app, first[1]));
    assert!(is_doing::<Wander>(&app, first[2]) && is_doing::<Wander>(&app, second));

    app.world_mut().get_mut::<Needs>(first[2]).unwrap().hunger = 9.0;
    app.world_mut().entity_mut(second).remove::<Needs>();
    app.update();
    assert!(is_doing::<Graze>(&app, first[2]) && is_doing::<Wander>(&app, second));
}

#[test]
fn an_action_that_the_game_ends_starts_again_if_it_is_still_wanted() {
    let (mut app, sheep) = sheep_app();
    let member = app.world_mut().spawn((sheep, InHerd, Needs::default())).id();
    app.update();
    app.world_mut().entity_mut(member).remove::<Doing<Wander>>();
    app.update();
    assert!(is_doing::<Wander>(&app, member));
    app.world_mut().get_mut::<Doing<Wander>>(member).unwrap().fail();
    app.update();
    let wander = app.world().get::<Doing<Wander>>(member).unwrap();
    assert!(!wander.has_ended(), "it is another run");
}

#[test]
fn a_herd_starts_anew_with_a_changed_mind() {
    let (mut app, sheep) = sheep_app();
    let member = app.world_mut().spawn((sheep.clone(), InHerd, Needs { hunger: 9.0 })).id();
    app.update();
    assert!(is_doing::<Graze>(&app, member));
    let text = SHEEP.replace("self.hunger > 5", "self.hunger > 50");
    let changed = MindAsset::parse(app.world().resource(), "sheep.motive", &text).unwrap();
    let _ = app.world_mut().resource_mut::<Assets<MindAsset>>().insert(sheep.0.id(), changed);
    (0..3).for_each(|_| app.update());
    assert!(is_doing::<Wander>(&app, member) && !is_doing::<Graze>(&app, member));
}
