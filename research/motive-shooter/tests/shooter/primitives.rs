//! Primitives and their monitors, against observations made by hand.

use motive_shooter::body::primitive::{
    BodyPrimitive, Interruption, ItemClass, MonitorSettings, MovementMonitor, PrimitiveEnd, PrimitiveFailure,
    Primitives, TurnMonitor, WaitStatus,
};
use motive_shooter::body::{
    Aim, Atlas, AtlasPlace, BodyCommand, BodyEvent, BodyObservation, Id, OwnState, SeenFlag, SeenItem,
    SeenNode, SeenPlayer, ids,
};
use motive_shooter::geometry::Vec3;
use motive_shooter::map::{ArenaMap, PlaceKind};
use std::sync::Arc;

fn at(x: f32) -> Vec3 {
    Vec3::new(x, 0.0, 0.0)
}

fn own(x: f32, speed: f32) -> OwnState {
    OwnState {
        position: at(x),
        velocity: at(speed),
        health: 100,
        ammunition: 20,
        alive: true,
        ..OwnState::default()
    }
}

fn seen(time: f64, x: f32, speed: f32) -> BodyObservation {
    BodyObservation { time, own: own(x, speed), ..BodyObservation::default() }
}

fn enemy(id: u64, x: f32) -> SeenPlayer {
    SeenPlayer {
        id: Id::new(id),
        name: "Enemy".into(),
        team: 1,
        position: at(x),
        velocity: Vec3::ZERO,
        yaw: 0,
        weapon: None,
        reachable: true,
    }
}

/// Five places in a line, 500 apart; items lie at the second and fourth.
fn atlas() -> Arc<Atlas> {
    let place = |number: usize| AtlasPlace {
        id: Id::new(1000 + number as u64),
        name: format!("PathNode{number}").into(),
        position: at(number as f32 * 500.0),
        is_item: number % 2 == 1,
        neighbours: [number.checked_sub(1), Some(number + 1)].into_iter().flatten().collect(),
    };
    Arc::new(Atlas::new((0..5).map(place).collect()))
}

/// A bot at the first place that has looked once.
fn bot() -> Primitives {
    let mut bot = Primitives::new(atlas(), 1, 0);
    bot.observe(&seen(0.0, 0.0, 0.0));
    bot
}

fn query(commands: &[BodyCommand]) -> f64 {
    match commands {
        [BodyCommand::GetPath { query, .. }] => *query,
        other => panic!("{other:?}"),
    }
}

fn with(mut seen: BodyObservation, event: BodyEvent) -> BodyObservation {
    seen.events.push(event);
    seen
}

fn run_to(x: f32) -> BodyCommand {
    BodyCommand::RunTo(Aim::At(at(x)))
}

/// R-002-050: a path is asked for, its legs are run one after the other, and the place has been reached when the body stands there.
#[test]
fn a_travel_asks_for_its_path_and_runs_its_legs() {
    let mut bot = bot();
    let asked = query(&bot.start(7, BodyPrimitive::TravelTo(at(1500.0))));
    let path = BodyEvent::Path { query: asked, nodes: Some(vec![at(500.0), at(1000.0)]) };
    assert_eq!(bot.observe(&with(seen(0.25, 0.0, 0.0), path)), [run_to(500.0)]);
    assert_eq!(bot.observe(&seen(1.0, 300.0, 400.0)), []);
    assert_eq!(bot.observe(&seen(1.25, 460.0, 400.0)), [run_to(1000.0)], "a leg ends before it stands still");
    assert_eq!(bot.observe(&seen(2.5, 990.0, 400.0)), [run_to(1500.0)]);
    assert_eq!(bot.observe(&seen(3.75, 1480.0, 400.0)), []);
    assert_eq!(bot.last_node(), None);
    bot.observe(&seen(4.0, 1500.0, 0.0));
    assert_eq!(bot.take_ended(), [(7, Ok(()))]);
    assert_eq!(bot.last_node().map(|name| &**name), Some("PathNode3"));
}

/// R-002-050, R-002-064: what each of the others sends first.
#[test]
fn each_primitive_sends_its_commands() {
    let cases: [(BodyPrimitive, Vec<BodyCommand>); 4] = [
        (BodyPrimitive::DashTo(at(500.0)), vec![run_to(500.0)]),
        (BodyPrimitive::TurnBy(-2000), vec![BodyCommand::Rotate(-2000.0)]),
        (BodyPrimitive::Wait(1.0), vec![]),
        (BodyPrimitive::WaitForSpawn, vec![]),
    ];
    for (primitive, commands) in cases {
        assert_eq!(bot().start(1, primitive.clone()), commands, "{primitive:?}");
    }
    let mut bot = bot();
    let mut view = seen(0.25, 0.0, 0.0);
    view.nodes = vec![SeenNode { id: Id::new(1001), position: at(500.0), reachable: true }];
    view.items =
        vec![SeenItem { id: Id::new(1003), kind: PlaceKind::Health, position: at(1500.0), reachable: false }];
    view.players = vec![enemy(2, 1600.0)];
    bot.observe(&view);
    assert_eq!(bot.start(1, BodyPrimitive::DashToAnyNode), [run_to(500.0)]);
    assert!(
        matches!(bot.start(2, BodyPrimitive::Fetch(ItemClass::Health))[..], [BodyCommand::GetPath { to, .. }] if to == at(1500.0))
    );
    assert!(
        matches!(bot.start(3, BodyPrimitive::TravelToAnyItem)[..], [BodyCommand::GetPath { to, .. }] if to == at(500.0) || to == at(1500.0))
    );
    assert!(
        matches!(bot.start(4, BodyPrimitive::Flee)[..], [BodyCommand::GetPath { to, .. }] if to == at(0.0)),
        "farthest from the enemy"
    );
    assert_eq!(bot.start(5, BodyPrimitive::Follow(Id::new(2))), [BodyCommand::RunTo(Aim::Thing(Id::new(2)))]);
    bot.start(6, BodyPrimitive::Fetch(ItemClass::Armour));
    assert_eq!(bot.take_ended(), [(6, Err(PrimitiveFailure::NothingThere))]);
}

/// What a monitor says of a stream of places and speeds.
fn watched(stream: &[(f32, f32)], settings: MonitorSettings) -> Vec<WaitStatus> {
    let mut monitor = MovementMonitor::new(&own(0.0, 0.0), 0.0, at(500.0), true);
    let look = |(update, (x, speed)): (usize, &(f32, f32))| {
        monitor.look(&own(*x, *speed), update as f64 * 0.25, false, &settings)
    };
    stream.iter().enumerate().map(look).collect()
}

/// R-002-051
#[test]
fn a_run_ends_at_its_place_or_after_ten_observations_in_place() {
    let settings = MonitorSettings::default();
    let arrives = watched(&[(200.0, 400.0), (450.0, 400.0), (500.0, 0.0)], settings);
    assert_eq!(arrives, [WaitStatus::Wait, WaitStatus::Wait, WaitStatus::Done]);
    let mut nine = vec![(0.0, 0.0); 9];
    nine.extend([(300.0, 400.0), (500.0, 0.0)]);
    assert_eq!(watched(&nine, settings).last(), Some(&WaitStatus::Done));
    let ten = watched(&[(0.0, 0.0); 10], settings);
    assert_eq!((ten[8], ten[9]), (WaitStatus::Wait, WaitStatus::Stalled));
    // Short of its place it is told again, twice.
    let short = watched(&[(100.0, 0.0), (200.0, 0.0), (300.0, 0.0)], settings);
    assert_eq!(short, [WaitStatus::Again, WaitStatus::Again, WaitStatus::Stalled]);
    let legacy = watched(&[(100.0, 0.0)], MonitorSettings::legacy());
    assert_eq!(legacy, [WaitStatus::Done], "in 2008 wherever it stood still was its place");
}

/// R-002-052
#[test]
fn no_velocity_is_none_however_it_is_written() {
    for zero in [0.0, -0.0, 0.9] {
        assert_eq!(watched(&[(500.0, zero)], MonitorSettings::default()), [WaitStatus::Done], "{zero}");
    }
    assert_eq!(watched(&[(500.0, 1.1)], MonitorSettings::default()), [WaitStatus::Wait]);
}

/// R-002-053
#[test]
fn a_turn_closes_the_circle() {
    let turned = |yaw: i32, settings: MonitorSettings| {
        let start = OwnState { yaw: 65_000, ..own(0.0, 0.0) };
        let mut monitor = TurnMonitor::new(&start, 0.0, 2_000, &settings);
        monitor.look(&OwnState { yaw, ..start }, 0.25, &settings)
    };
    let settings = MonitorSettings::default();
    for yaw in [1_464, 1_464 - 499, 1_464 + 499] {
        assert_eq!(turned(yaw, settings), WaitStatus::Done, "{yaw}");
    }
    assert_eq!(
        (turned(1_464 - 500, settings), turned(65_500, settings)),
        (WaitStatus::Wait, WaitStatus::Wait)
    );
    assert_eq!(turned(1_465, MonitorSettings::legacy()), WaitStatus::Done, "a full turn had 65,535 units");
    let mut late = bot();
    late.start(1, BodyPrimitive::TurnBy(30_000));
    for update in 1..=10 {
        late.observe(&seen(f64::from(update) * 0.25, 0.0, 0.0));
    }
    assert_eq!(late.take_ended(), [(1, Err(PrimitiveFailure::TooLong))]);
    let mut late = bot().with_settings(MonitorSettings::legacy());
    late.start(1, BodyPrimitive::TurnBy(30_000));
    for update in 1..=10 {
        late.observe(&seen(f64::from(update) * 0.25, 0.0, 0.0));
    }
    assert_eq!(late.take_ended(), [(1, Ok(()))]);
}

/// R-002-054: answered, answered with nothing in between, answered that there is none, and not answered.
#[test]
fn a_path_is_waited_for_five_observations() {
    let asks = || {
        let mut bot = bot();
        let asked = query(&bot.start(1, BodyPrimitive::TravelTo(at(1500.0))));
        (bot, asked)
    };
    let answer =
        |query: f64, nodes: Option<Vec<Vec3>>| with(seen(0.25, 0.0, 0.0), BodyEvent::Path { query, nodes });
    let (mut answered, asked) = asks();
    assert_eq!(
        answered.observe(&answer(asked + 1.0, Some(vec![at(1.0)]))),
        [],
        "an answer to another question"
    );
    assert_eq!(answered.observe(&answer(asked, Some(vec![at(500.0)]))), [run_to(500.0)]);
    let (mut direct, asked) = asks();
    assert_eq!(direct.observe(&answer(asked, Some(vec![]))), [run_to(1500.0)]);
    let (mut refused, asked) = asks();
    refused.observe(&answer(asked, None));
    assert_eq!(refused.take_ended(), [(1, Err(PrimitiveFailure::NoPath))]);
    let silence = |mut bot: Primitives| -> (Vec<BodyCommand>, Vec<(u64, PrimitiveEnd)>) {
        let sent = (1..=5).flat_map(|n| bot.observe(&seen(f64::from(n) * 0.25, 0.0, 0.0))).collect();
        (sent, bot.take_ended())
    };
    let (sent, ended) = silence(asks().0);
    assert_eq!((sent, ended), (vec![run_to(0.0)], vec![]), "the bot finds a path over the places it knows");
    let mut legacy = bot().with_settings(MonitorSettings::legacy());
    legacy.start(1, BodyPrimitive::TravelTo(at(1500.0)));
    assert_eq!(silence(legacy).1, [(1, Err(PrimitiveFailure::NoPath))]);
}

/// R-002-055
#[test]
fn death_ends_a_travel_and_a_new_start_is_no_arrival() {
    let mut bot = bot();
    bot.start(1, BodyPrimitive::DashTo(at(500.0)));
    bot.observe(&seen(0.25, 100.0, 400.0));
    // Killed, and started again at the very place, between two observations.
    let reborn = with(seen(0.5, 500.0, 0.0), BodyEvent::Died { by: None });
    assert_eq!(bot.observe(&reborn), [BodyCommand::Stop]);
    assert_eq!(bot.take_ended(), [(1, Err(PrimitiveFailure::Died))]);
    assert_eq!(bot.last_node(), None);
}

/// R-002-041: the symbolic position is the place reached last, until the bot moves on or dies.
#[test]
fn the_place_reached_last_is_remembered_until_death() {
    let mut bot = bot();
    bot.start(1, BodyPrimitive::DashTo(at(500.0)));
    bot.observe(&seen(1.25, 500.0, 0.0));
    assert_eq!(bot.last_node().map(|name| &**name), Some("PathNode1"));
    bot.observe(&with(seen(1.5, 500.0, 0.0), BodyEvent::Died { by: None }));
    assert_eq!(bot.last_node(), None);
}

fn facing(time: f64, enemies: &[u64], ammunition: i32) -> BodyObservation {
    let mut view = seen(time, 0.0, 0.0);
    view.own.ammunition = ammunition;
    view.players = enemies.iter().map(|id| enemy(*id, 500.0 + *id as f32)).collect();
    view
}

fn shoot(id: u64) -> BodyCommand {
    BodyCommand::Shoot(Aim::Thing(Id::new(id)))
}

/// R-002-056
#[test]
fn enemies_are_shot_at_one_after_the_other() {
    let mut none = bot();
    none.start(1, BodyPrimitive::ShootAtEnemies);
    assert_eq!(none.take_ended(), [(1, Err(PrimitiveFailure::NoEnemy))]);
    let mut bot = bot();
    bot.observe(&facing(0.1, &[2, 3], 20));
    assert_eq!(bot.start(1, BodyPrimitive::ShootAtEnemies), [shoot(2)], "the nearest");
    assert_eq!(bot.observe(&facing(0.2, &[2, 3], 19)), [], "aimed a moment ago");
    assert_eq!(bot.observe(&facing(0.4, &[2, 3], 19)), [shoot(2)], "aimed again");
    assert_eq!(bot.observe(&facing(0.5, &[3], 18)), [shoot(3)], "the next");
    assert_eq!(bot.observe(&facing(0.6, &[], 18)), [BodyCommand::StopShooting]);
    assert_eq!(bot.take_ended(), [(1, Ok(()))]);
    bot.observe(&facing(0.7, &[2], 1));
    bot.start(2, BodyPrimitive::ShootAtEnemies);
    assert_eq!(bot.observe(&facing(0.8, &[2], 0)), [BodyCommand::StopShooting]);
    assert_eq!(bot.take_ended(), [(2, Err(PrimitiveFailure::NoAmmunition))]);
    bot.observe(&facing(0.9, &[2], 5));
    bot.start(3, BodyPrimitive::ShootAtEnemies);
    assert_eq!(bot.stop(3), [BodyCommand::StopShooting], "also when it is called off");
}

/// R-002-057
#[test]
fn an_enemy_in_sight_is_never_taken_for_gone() {
    let mut bot = bot();
    bot.observe(&facing(0.0, &[2], 20));
    bot.start(1, BodyPrimitive::ShootAtEnemies);
    for block in 1..=100_000 {
        bot.observe(&facing(f64::from(block) * 0.25, &[2], 20));
    }
    assert_eq!(bot.take_ended(), []);
}

/// R-002-058
#[test]
fn every_wait_ends() {
    let mut runs = bot();
    runs.start(1, BodyPrimitive::DashTo(at(500.0)));
    for update in 1..=121 {
        // It runs on and on, and never arrives.
        runs.observe(&seen(f64::from(update) * 0.25, -40.0 * update as f32, -160.0));
    }
    assert_eq!(runs.take_ended(), [(1, Err(PrimitiveFailure::TooLong))]);
}

/// R-002-059, R-002-061: what ends which primitive, and that each is really ended by it.
#[test]
fn what_interrupts_a_primitive_depends_on_which_it_is() {
    let to = at(1500.0);
    let all = [
        (BodyPrimitive::DashTo(to), [true, false, false]),
        (BodyPrimitive::DashToAnyNode, [true, false, false]),
        (BodyPrimitive::TravelTo(to), [true, false, false]),
        (BodyPrimitive::TravelToUnlessAttacked(to), [true, true, false]),
        (BodyPrimitive::PatrolTo(to), [true, true, true]),
        (BodyPrimitive::TravelToAnyItem, [true, false, false]),
        (BodyPrimitive::TurnBy(7000), [true, false, false]),
        (BodyPrimitive::ShootAtEnemies, [true, false, false]),
        (BodyPrimitive::Fight, [true, false, false]),
        (BodyPrimitive::Flee, [true, false, false]),
        (BodyPrimitive::Wait(9.0), [false, false, false]),
    ];
    let events = [Interruption::Death, Interruption::Damage, Interruption::EnemyInView];
    for (primitive, ends) in all {
        assert!(primitive.ended_by(Interruption::GameOver).is_some());
        for (event, ends) in events.into_iter().zip(ends) {
            let mut bot = bot();
            let shoots = matches!(primitive, BodyPrimitive::ShootAtEnemies | BodyPrimitive::Fight);
            let mut view = seen(0.25, 0.0, 0.0);
            view.nodes = vec![SeenNode { id: Id::new(1001), position: at(500.0), reachable: true }];
            view.players = if shoots { vec![enemy(2, 600.0)] } else { Vec::new() };
            bot.observe(&view);
            bot.start(1, primitive.clone());
            assert_eq!(bot.take_ended(), [], "{primitive:?} begins");
            let mut next = BodyObservation { time: 0.5, ..view };
            match event {
                Interruption::Death => next.events.push(BodyEvent::Died { by: None }),
                Interruption::Damage => next.events.push(BodyEvent::Hurt { amount: 10, by: None }),
                _ => next.players.push(enemy(3, 700.0)),
            }
            bot.observe(&next);
            let ended = bot.take_ended().into_iter().any(|(run, end)| run == 1 && end.is_err());
            assert_eq!(ended, ends, "{primitive:?}, {event:?}");
            assert_eq!(primitive.ended_by(event).is_some(), ends, "{primitive:?}, {event:?}");
        }
    }
}

/// R-002-062
#[test]
fn a_bump_is_run_on_once() {
    let mut bot = bot();
    bot.start(1, BodyPrimitive::DashTo(at(500.0)));
    let bumped = |time: f64| with(seen(time, 0.0, 0.0), BodyEvent::Bumped { whom: Id::new(2) });
    assert_eq!(bot.observe(&bumped(0.25)), [run_to(500.0)]);
    assert_eq!(bot.observe(&bumped(0.5)), []);
    for update in 3..=11 {
        bot.observe(&seen(f64::from(update) * 0.25, 0.0, 0.0));
    }
    assert_eq!(bot.take_ended(), [(1, Err(PrimitiveFailure::Stalled))]);
}

/// R-002-063
#[test]
fn places_are_drawn_evenly_and_the_same_for_the_same_seed() {
    let draws = |seed: u64, count: usize| -> Vec<f32> {
        let mut bot = Primitives::new(atlas(), seed, 0);
        let mut view = seen(0.0, -500.0, 0.0);
        view.nodes = (0..4)
            .map(|n| SeenNode {
                id: Id::new(1003 - n),
                position: at(1500.0 - n as f32 * 500.0),
                reachable: true,
            })
            .collect();
        bot.observe(&view);
        let mut draw = |run: u64| match bot.start(run, BodyPrimitive::DashToAnyNode)[..] {
            [BodyCommand::RunTo(Aim::At(place))] => {
                bot.stop(run);
                place.x
            }
            _ => panic!("nothing was drawn"),
        };
        (0..count as u64).map(&mut draw).collect()
    };
    assert_eq!(draws(5, 50), draws(5, 50));
    assert_ne!(draws(5, 50), draws(6, 50));
    let drawn = draws(7, 10_000);
    let expected = 2_500.0;
    let square = |place: f32| {
        let count = drawn.iter().filter(|x| **x == place).count() as f64;
        (count - expected) * (count - expected) / expected
    };
    let chi: f64 = [0.0, 500.0, 1000.0, 1500.0].map(square).iter().sum();
    assert!(chi < 11.34, "chi-square of {chi} with three degrees of freedom: p below 0.01");
}

/// R-002-060: a fighter never stands, changes sides when it is hit, and looks for an enemy that it lost.
#[test]
fn a_fighter_strafes_dodges_and_searches() {
    let mut bot = bot();
    bot.observe(&facing(0.0, &[2], 20));
    let begun = bot.start(1, BodyPrimitive::Fight);
    let side = |commands: &[BodyCommand]| {
        commands.iter().find_map(|command| match command {
            BodyCommand::StrafeTo(to, Aim::Thing(whom)) if *whom == Id::new(2) => Some(to.y > 0.0),
            _ => None,
        })
    };
    let first = side(&begun).unwrap();
    assert!(begun.contains(&shoot(2)));
    assert_eq!(side(&bot.observe(&facing(0.25, &[2], 19))), None);
    let hurt = with(facing(0.5, &[2], 18), BodyEvent::Hurt { amount: 10, by: Some(Id::new(2)) });
    assert_eq!(side(&bot.observe(&hurt)), Some(!first), "it dodges");
    assert_eq!(side(&bot.observe(&facing(1.25, &[2], 17))), Some(first), "it changes sides after 0.6 s");
    let lost = bot.observe(&facing(1.5, &[], 17));
    assert_eq!(lost, [BodyCommand::StopShooting, BodyCommand::RunTo(Aim::At(at(502.0)))]);
    assert_eq!(bot.take_ended(), []);
    bot.observe(&facing(3.5, &[], 17));
    assert_eq!(bot.take_ended(), [(1, Ok(()))]);
}

/// The places of a map are known by name, and every shipped map leads over them.
#[test]
fn an_atlas_has_the_names_and_ways_of_a_map() {
    let map = ArenaMap::shipped("stalwart-like").unwrap();
    let atlas = Atlas::of(&map);
    let west = atlas.called("stalwart-like.West").unwrap();
    let east = atlas.called("east").unwrap();
    assert_eq!(atlas.place(west.id), Some(west));
    let path = atlas.path(west.position, east.position).unwrap();
    assert_eq!((path.first(), path.last()), (Some(&west.position), Some(&east.position)));
    assert!(atlas.neighbours("west").all(|place| {
        map.graph().has_edge(ids::place_of(west.id).unwrap(), ids::place_of(place.id).unwrap())
    }));
    assert!(atlas.neighbours("west").next().is_some());
    assert_eq!(atlas.called("nowhere"), None);
}

#[test]
fn a_flag_is_known_where_it_was_last_seen_until_it_is_found_gone() {
    let mut bot = bot();
    assert_eq!(bot.knows_flag(Id::new(10_000)), None);
    let flag = SeenFlag {
        id: Id::new(10_000),
        team: 0,
        position: at(700.0),
        at_base: true,
        carrier: None,
        reachable: true,
    };
    bot.observe(&BodyObservation { flags: vec![flag], ..seen(0.25, 0.0, 0.0) });
    bot.observe(&seen(0.5, 0.0, 0.0));
    assert_eq!(bot.knows_flag(Id::new(10_000)), Some(at(700.0)));
    bot.observe(&BodyObservation { bare: vec![Id::new(10_000)], ..seen(0.75, 0.0, 0.0) });
    assert_eq!(bot.knows_flag(Id::new(10_000)), None);
}
