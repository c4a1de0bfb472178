//! Agents that decide together.

use crate::common::*;
use bevy_motive::AgentNumber;

const SHEEP: &str = "
    goal graze achieves Graze { when self.hunger > 5 priority self.hunger updated }
    goal idle maintains Idle { priority 1 }
    program Graze { done when self.hunger < 1 otherwise do graze() }
    program Idle { otherwise do wander() }
    mind Sheep = arbiter { goals graze, idle }
";

#[derive(Actions)]
struct Graze;

fn sheep_app() -> (App, Mind) {
    let plugin = MotivePlugin::new(Update).seed(7).is::<Needs>().sees::<Wolf>(Within(10.0));
    let mut app = app_with(plugin.does_one_of::<(Wander, Graze, Eat)>());
    let sheep = mind(&mut app, SHEEP);
    (app, sheep)
}

fn is_in_herd(app: &App, entity: Entity) -> bool {
    app.world().get::<HerdMember>(entity).is_some() && app.world().get::<MotiveAgent>(entity).is_none()
}

fn flock(app: &mut App, sheep: &Mind, hunger: f32) -> Vec<Entity> {
    (0..10).map(|_| app.world_mut().spawn((sheep.clone(), Needs { hunger })).id()).collect()
}

#[test]
fn agents_that_read_only_own_properties_are_herds_by_themselves() {
    let (mut app, sheep) = sheep_app();
    let together = flock(&mut app, &sheep, 0.0);
    let explained = app.world_mut().spawn((sheep.clone(), Explain)).id();
    let slow = app.world_mut().spawn((sheep.clone(), ThinkEvery(2))).id();
    let alone = app.world_mut().spawn((sheep.clone(), Alone)).id();
    app.update();
    assert!(together.iter().all(|entity| is_in_herd(&app, *entity)));
    assert!([explained, slow, alone].iter().all(|entity| app.world().get::<MotiveAgent>(*entity).is_some()));
    let late = app.world_mut().spawn((sheep, Needs::default())).id();
    app.update();
    assert!(is_in_herd(&app, late), "there is a herd");
    assert!(
        together
            .iter()
            .chain(&[explained, slow, alone, late])
            .all(|entity| is_doing::<Wander>(&app, *entity))
    );
}

#[test]
fn agents_of_several_minds_that_come_by_turns_are_herds() {
    let (mut app, sheep) = sheep_app();
    let goat = mind(&mut app, SHEEP);
    let all: Vec<Entity> = (0..20)
        .map(|at| app.world_mut().spawn(if at % 2 == 0 { sheep.clone() } else { goat.clone() }).id())
        .collect();
    app.update();
    assert!(all.iter().all(|entity| is_in_herd(&app, *entity)));
}

const COMMITTED: &str = "
    goal graze achieves Graze { when self.hunger > 5 priority self.hunger }
    goal play achieves Play { when self.joy < 2 priority 7 - self.joy updated }
    goal idle maintains Idle { priority random(0, 4) updated }
    program Graze { done when self.hunger < 1 otherwise do graze() }
    program Play { done when self.joy > 4 rule hungry when self.hunger > 8 do graze() otherwise do hop(self.joy) }
    program Idle { otherwise do wander() }
    mind Sheep = arbiter { goals graze, play, idle }
";

#[derive(Component, SelfState, Clone, Copy)]
struct Mood {
    joy: f32,
}

#[derive(Actions, PartialEq, Debug)]
struct Hop {
    height: f32,
}

/// What an agent does and since when: grazes, wanders, hops how high.
type Acts = (Option<f32>, Option<f32>, Option<(f32, f32)>);

/// What an agent does, from its components.
fn acts(app: &App, entity: Entity) -> Acts {
    fn doing<A: Actions>(app: &App, entity: Entity) -> Option<&Doing<A>> {
        app.world().get::<Doing<A>>(entity)
    }
    let hop = doing::<Hop>(app, entity).map(|hop| (hop.height, hop.seconds()));
    let seconds = (
        doing::<Graze>(app, entity).map(|run| run.seconds()),
        doing::<Wander>(app, entity).map(|run| run.seconds()),
    );
    (seconds.0, seconds.1, hop)
}

/// Other minds that the first may be replaced by: with other goals, another program, and one that looks for things.
fn other_minds() -> [String; 4] {
    [
        COMMITTED.to_owned(),
        COMMITTED
            .replace("self.hunger > 5", "self.hunger > 3")
            .replace("priority 7 - self.joy", "priority 8 - self.joy"),
        COMMITTED.replace("done when self.joy > 4", "done when self.joy > 3"),
        COMMITTED.replace("when self.joy < 2", "when self.joy < 2 and no wolf"),
    ]
}

/// What 40 agents do in 60 ticks in which components change, come and go, entities despawn and are spawned, actions end, agents leave their herd,
/// and the mind is loaded again, at random.
fn history(seed: u64, extra: Option<Alone>) -> Vec<Vec<Acts>> {
    let plugin = MotivePlugin::new(Update).seed(seed).is::<Needs>().is::<Mood>().sees::<Wolf>(Within(10.0));
    let mut app = app_with(plugin.does_one_of::<(Wander, Graze, Hop)>());
    let sheep = mind(&mut app, COMMITTED);
    let mut state = seed;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let spawn = |app: &mut App, hunger: u64| {
        let mut entity =
            app.world_mut().spawn((sheep.clone(), Needs { hunger: hunger as f32 }, Mood { joy: 3.0 }));
        if let Some(alone) = extra {
            entity.insert(alone);
        }
        entity.id()
    };
    let mut all: Vec<Entity> = (0..40).map(|_| spawn(&mut app, random(10))).collect();
    let (mut history, mut most) = (Vec::new(), 0);
    for _ in 0..60 {
        for place in &mut all {
            let entity = *place;
            match random(13) {
                0..=3 => _ = app.world_mut().entity_mut(entity).insert(Needs { hunger: random(10) as f32 }),
                4 | 5 => _ = app.world_mut().entity_mut(entity).insert(Mood { joy: random(6) as f32 }),
                6 if random(4) == 0 => _ = app.world_mut().entity_mut(entity).remove::<Mood>(),
                7 if random(8) == 0 => {
                    app.world_mut().despawn(entity);
                    *place = spawn(&mut app, random(10));
                }
                8 => _ = app.world_mut().entity_mut(entity).remove::<Doing<Graze>>(),
                9 => app
                    .world_mut()
                    .get_mut::<Doing<Hop>>(entity)
                    .into_iter()
                    .for_each(|mut hop| hop.succeed()),
                10 => app
                    .world_mut()
                    .get_mut::<Doing<Wander>>(entity)
                    .into_iter()
                    .for_each(|mut wander| wander.fail()),
                11 if random(8) == 0 => _ = app.world_mut().entity_mut(entity).insert(Alone),
                _ => {}
            }
        }
        // Those that come late are in herds too, if they are enough or there is a herd.
        if random(8) == 0 {
            all.extend((0..random(20)).map(|hunger| spawn(&mut app, hunger)));
        }
        if random(12) == 0 {
            let other = &other_minds()[random(4) as usize];
            let other = parse(&app, "sheep.motive", other).unwrap();
            let _ = app.world_mut().resource_mut::<Assets<MindAsset>>().insert(sheep.0.id(), other);
        }
        app.update();
        history.push(all.iter().map(|entity| acts(&app, *entity)).collect());
        most = most.max(app.world_mut().query::<&HerdMember>().iter(app.world()).count());
    }
    assert_eq!(most > 20, extra.is_none(), "{most} are in herds");
    history
}

#[test]
fn herds_decide_as_single_agents_do_whatever_happens() {
    let mut counts = [0; 3];
    for seed in 0..12 {
        let together = history(seed, None);
        assert_eq!(together, history(seed, Some(Alone)), "seed {seed}");
        for (graze, wander, hop) in together.into_iter().flatten() {
            let does = [graze.is_some(), wander.is_some(), hop.is_some()];
            counts.iter_mut().zip(does).for_each(|(count, does)| *count += usize::from(does));
        }
    }
    assert!(counts.iter().all(|count| *count > 1_000), "all actions occur: {counts:?}");
}

#[test]
fn a_mind_that_looks_for_things_has_single_agents() {
    let (mut app, _) = sheep_app();
    let text = "goal a maintains A { priority 1 } program A { rule r when some wolf do graze() otherwise do wander() }
                mind M = arbiter { goals a }";
    let mind = mind(&mut app, text);
    let agents: Vec<Entity> = (0..10).map(|_| app.world_mut().spawn(mind.clone()).id()).collect();
    app.update();
    assert!(agents.iter().all(|agent| app.world().get::<MotiveAgent>(*agent).is_some()));
    assert!(agents.iter().all(|agent| is_doing::<Wander>(&app, *agent)));
}

#[test]
fn members_come_and_go() {
    let (mut app, sheep) = sheep_app();
    let first = flock(&mut app, &sheep, 0.0);
    app.update();
    app.world_mut().despawn(first[0]);
    app.world_mut().entity_mut(first[1]).remove::<Mind>();
    let second = flock(&mut app, &sheep, 0.0);
    app.update();
    assert!(!is_doing::<Wander>(&app, first[1]) && !is_in_herd(&app, first[1]));
    assert!(is_doing::<Wander>(&app, first[2]) && is_doing::<Wander>(&app, second[0]));

    app.world_mut().get_mut::<Needs>(first[2]).unwrap().hunger = 9.0;
    app.world_mut().entity_mut(second[0]).remove::<Needs>();
    app.update();
    assert!(is_doing::<Graze>(&app, first[2]) && is_doing::<Wander>(&app, second[0]));
}

#[test]
fn a_member_that_is_to_explain_itself_leaves_its_herd() {
    let (mut app, sheep) = sheep_app();
    let agents = flock(&mut app, &sheep, 9.0);
    app.update();
    app.world_mut().entity_mut(agents[3]).insert(Explain);
    app.update();
    assert!(app.world().get::<HerdMember>(agents[3]).is_none());
    assert!(is_doing::<Graze>(&app, agents[3]));
    assert_eq!(app.world().get::<Why>(agents[3]).unwrap().goals[0].goal, "graze");
    assert_eq!(app.world().get::<MotiveAgent>(agents[3]).unwrap().number(), AgentNumber(3));
    assert!(is_in_herd(&app, agents[2]) && is_doing::<Graze>(&app, agents[2]));
}

#[test]
fn an_action_that_the_game_ends_starts_again_if_it_is_still_wanted() {
    let (mut app, sheep) = sheep_app();
    let member = flock(&mut app, &sheep, 0.0)[4];
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
fn a_herd_continues_with_a_changed_mind() {
    let (mut app, sheep) = sheep_app();
    let member = flock(&mut app, &sheep, 9.0)[0];
    let calm = flock(&mut app, &sheep, 0.0)[0];
    app.update();
    assert!(is_doing::<Graze>(&app, member));
    let since = |app: &App| app.world().get::<Doing<Wander>>(calm).unwrap().seconds();
    let before = since(&app);
    let change = |app: &mut App, text: &str| {
        let changed = parse(app, "sheep.motive", text).unwrap();
        let _ = app.world_mut().resource_mut::<Assets<MindAsset>>().insert(sheep.0.id(), changed);
        (0..3).for_each(|_| app.update());
    };
    change(&mut app, &SHEEP.replace("self.hunger > 5", "self.hunger > 50"));
    let late = app.world_mut().spawn((sheep.clone(), Needs { hunger: 9.0 })).id();
    app.update();
    assert!(is_doing::<Graze>(&app, member), "the program that it follows has not changed");
    assert!(is_doing::<Wander>(&app, late), "one that comes later is not hungry enough");
    assert!(is_in_herd(&app, member) && is_in_herd(&app, late));
    assert!(since(&app) > before, "no agent starts anew");

    change(&mut app, &SHEEP.replace("self.hunger > 5", "no wolf"));
    assert!(app.world().get::<MotiveAgent>(member).is_some(), "the new mind looks for things");
    assert!(is_doing::<Graze>(&app, member) && !is_doing::<Wander>(&app, member));
    assert!(since(&app) > before, "no agent starts anew");
}

#[test]
fn a_mind_that_is_inserted_twice_makes_one_agent() {
    let (mut app, sheep) = sheep_app();
    let agents = flock(&mut app, &sheep, 0.0);
    agents.iter().for_each(|agent| _ = app.world_mut().entity_mut(*agent).insert(sheep.clone()));
    app.update();
    assert!(agents.iter().all(|agent| is_in_herd(&app, *agent)));
    app.add_observer(|_: On<ActionStarted<Wander>>| panic!("it goes on with what it does"));
    agents.iter().for_each(|agent| _ = app.world_mut().entity_mut(*agent).insert(sheep.clone()));
    (0..2).for_each(|_| app.update());
    assert!(agents.iter().all(|agent| is_in_herd(&app, *agent) && is_doing::<Wander>(&app, *agent)));
}
