//! Running, turning, jumping and falling.

use crate::{ROOM, arena, cell, steps};
use glam::Vec3;
use motive_shooter::body::{Aim, BodyCommand, BodyEvent, MoverClass};
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::geometry::{FULL_TURN, flat_distance};
use motive_shooter::map::{ArenaMap, FloorSupport, MovingParts};

fn alone() -> MatchSettings {
    MatchSettings { players: 1, ..MatchSettings::default() }
}

#[test]
fn a_player_runs_at_its_speed_and_stops_where_it_was_sent() {
    let mut arena = arena(ROOM, alone());
    arena.place_player(0, cell(1, 2, 0.0), 0);
    arena.command(0, BodyCommand::RunTo(Aim::At(cell(11, 2, 0.0))));
    steps(&mut arena, 20);
    assert!((arena.players()[0].position().x - 550.0).abs() < 1.0, "400 units in a second");
    steps(&mut arena, 40);
    assert_eq!(arena.players()[0].position(), cell(11, 2, 0.0));
    assert_eq!(arena.players()[0].velocity(), Vec3::ZERO);
}

#[test]
fn walking_and_crouching_are_slower() {
    let distance = |gait: BodyCommand| {
        let mut arena = arena(ROOM, alone());
        arena.place_player(0, cell(1, 2, 0.0), 0);
        arena.command(0, gait);
        arena.command(0, BodyCommand::RunTo(Aim::At(cell(17, 2, 0.0))));
        steps(&mut arena, 20);
        arena.players()[0].position().x - 150.0
    };
    let walked = distance(BodyCommand::Walk);
    assert!(distance(BodyCommand::Run) > walked && walked > distance(BodyCommand::Crouch));
}

#[test]
fn turning_takes_time() {
    let mut settings = alone();
    settings.turn_rate = FULL_TURN / 4;
    let mut arena = arena(ROOM, settings);
    arena.place_player(0, cell(9, 2, 0.0), 0);
    arena.command(0, BodyCommand::Rotate(f64::from(FULL_TURN / 4)));
    steps(&mut arena, 10);
    let half_way = arena.players()[0].yaw();
    assert!((FULL_TURN / 8 - half_way).abs() < 50, "{half_way}");
    steps(&mut arena, 11);
    assert_eq!(arena.players()[0].yaw(), FULL_TURN / 4);
}

#[test]
fn strafing_looks_elsewhere_than_it_runs() {
    let mut arena = arena(ROOM, alone());
    arena.place_player(0, cell(1, 1, 0.0), 0);
    arena.command(0, BodyCommand::StrafeTo(cell(1, 3, 0.0), Aim::At(cell(17, 1, 0.0))));
    steps(&mut arena, 5);
    let player = &arena.players()[0];
    assert!(player.position().y > 200.0);
    assert!(motive_shooter::geometry::turn_between(player.yaw(), 0).abs() < 1_000, "{}", player.yaw());
}

#[test]
fn a_wall_stops_a_player_and_it_is_told_once() {
    let mut arena = arena(ROOM, alone());
    arena.place_player(0, cell(1, 2, 0.0), 0);
    arena.observe(0);
    arena.command(0, BodyCommand::RunTo(Aim::At(Vec3::new(-500.0, 250.0, 0.0))));
    steps(&mut arena, 40);
    assert!(arena.players()[0].position().x >= 117.0);
    let walls = |event: &&BodyEvent| matches!(event, BodyEvent::HitWall { .. });
    assert_eq!(arena.observe(0).unwrap().events.iter().filter(walls).count(), 1);
}

#[test]
fn players_bump_into_each_other_and_pass() {
    let mut arena = arena(ROOM, MatchSettings::default());
    arena.place_player(0, cell(5, 2, 0.0), 0);
    arena.place_player(1, cell(8, 2, 0.0), 0);
    arena.command(0, BodyCommand::RunTo(Aim::At(cell(17, 2, 0.0))));
    steps(&mut arena, 16);
    let bumped = |event: &BodyEvent| matches!(event, BodyEvent::Bumped { .. });
    assert!(arena.observe(0).unwrap().events.iter().any(bumped));
    assert!(arena.observe(1).unwrap().events.iter().any(bumped));
    steps(&mut arena, 80);
    assert_eq!(arena.players()[0].position(), cell(17, 2, 0.0));
}

#[test]
fn ramps_lead_up_and_steps_do_not() {
    let mut arena = arena(
        "game deathmatch\nlegend\n s start\n t start on 2\nfloor\n#########\n#s.>>2t.#\n#.......#\n#########\n",
        alone(),
    );
    arena.place_player(0, cell(1, 1, 0.0), 0);
    arena.command(0, BodyCommand::RunTo(Aim::At(cell(6, 1, 100.0))));
    steps(&mut arena, 40);
    assert_eq!(arena.players()[0].position(), cell(6, 1, 100.0));
    // From the floor on the other side the step of 100 is too high.
    arena.place_player(0, cell(6, 2, 0.0), 0);
    arena.command(0, BodyCommand::RunTo(Aim::At(cell(6, 1, 100.0))));
    steps(&mut arena, 40);
    assert_eq!(arena.players()[0].position().z, 0.0);
}

#[test]
fn a_deep_fall_hurts_and_a_jump_does_not() {
    let drop = |height: usize| {
        let text = format!(
            "game deathmatch\nrise 90\nlegend\n s start on {height}\nfloor\n#########\n#s{height}.....#\n#########\n"
        );
        let mut arena = arena(&text, alone());
        arena.command(0, BodyCommand::RunTo(Aim::At(cell(5, 1, 0.0))));
        steps(&mut arena, 60);
        assert_eq!(arena.players()[0].position().z, 0.0);
        arena.players()[0].health()
    };
    assert_eq!(drop(2), 100);
    assert!(drop(9) < 80);
    let mut jumper = arena(ROOM, alone());
    jumper.command(0, BodyCommand::Jump);
    steps(&mut jumper, 5);
    assert!(jumper.players()[0].position().z > 30.0);
    steps(&mut jumper, 30);
    assert_eq!((jumper.players()[0].position().z, jumper.players()[0].health()), (0.0, 100));
}

#[test]
fn a_jump_reaches_what_a_step_does_not() {
    let text = "game deathmatch\nlegend\n s start\nfloor\n#######\n#s.11.#\n#######\n";
    let mut arena = arena(text, alone());
    arena.place_player(0, cell(1, 1, 0.0), 0);
    arena.command(0, BodyCommand::RunTo(Aim::At(cell(4, 1, 50.0))));
    steps(&mut arena, 20);
    assert_eq!(arena.players()[0].position().z, 0.0, "50 is too high for a step");
    arena.command(0, BodyCommand::Jump);
    arena.command(0, BodyCommand::RunTo(Aim::At(cell(4, 1, 50.0))));
    steps(&mut arena, 30);
    assert_eq!(arena.players()[0].position(), cell(4, 1, 50.0));
}

/// Gordon's programs take a node for reached from 150 units on. From there, whoever runs at the next one slides along walls and comes there: nobody
/// stands before a wall for ever.
#[test]
fn on_ctf_simple_the_next_node_is_reached_from_near_the_one_before() {
    let map = ArenaMap::shipped("ctf-simple").unwrap();
    let (parts, mut stuck) = (MovingParts::at_rest(map.level()), Vec::new());
    for (number, place) in map.places().iter().enumerate() {
        for next in map.graph().neighbours(number) {
            let to = map.places()[next].position;
            for (direction, far) in (0..16).map(|it| (it % 8, if it < 8 { 140.0 } else { 100.0 })) {
                let off = motive_shooter::geometry::direction(direction * FULL_TURN / 8, 0) * far;
                let (x, y) = (place.position.x + off.x, place.position.y + off.y);
                let Some(floor) = map.level().floor_at(x, y) else { continue };
                let from = Vec3::new(x, y, floor);
                // Where no body can be, or from where one would not have come.
                let fits = map.level().support(x, y, floor, 35.0, &parts) != FloorSupport::Blocked;
                if !fits || !map.level().can_walk(from, place.position) {
                    continue;
                }
                let mut arena = crate::shipped("ctf-simple", alone());
                arena.place_player(0, from, 0);
                arena.command(0, BodyCommand::RunTo(Aim::At(to)));
                let left = |arena: &Match| flat_distance(arena.players()[0].position(), to);
                let arrives = (0..120).any(|_| {
                    arena.step();
                    left(&arena) < 80.0
                });
                if !arrives {
                    stuck.push(format!(
                        "from {from} near {} to {to}: {} short",
                        place.position,
                        left(&arena)
                    ));
                }
            }
        }
    }
    assert!(stuck.is_empty(), "{}\n{}", stuck.len(), stuck.join("\n"));
}

/// A shaft in the middle: the floor left of it is low, that right of it 150 higher.
const LIFT: &str = "game deathmatch\nlegend\n s start\n o node\n n node on 3\nfloor\n\
###########\n\
#s.o.=33n3#\n\
###########\n";

#[test]
fn a_lift_takes_up_whoever_runs_onto_it_and_comes_back() {
    let mut arena = arena(LIFT, alone());
    let top = cell(8, 1, 150.0);
    arena.place_player(0, cell(3, 1, 0.0), 0);
    assert_eq!(arena.moving_parts().lifts, [0.0]);
    arena.command(0, BodyCommand::RunTo(Aim::At(top)));
    let mut rose = false;
    for _ in 0..60 {
        arena.step();
        let height = arena.moving_parts().lifts[0];
        rose |= arena.players()[0].velocity().z > 0.0;
        assert!((0.0..=150.0).contains(&height), "{height}");
    }
    assert!(rose, "who stands on it moves");
    assert_eq!(arena.players()[0].position(), top);
    assert_eq!(arena.moving_parts().lifts, [0.0], "nobody is on it any more");
    arena.command(0, BodyCommand::RunTo(Aim::At(cell(2, 1, 0.0))));
    steps(&mut arena, 60);
    assert_eq!(arena.players()[0].position(), cell(2, 1, 0.0), "one may jump down the shaft");
}

#[test]
fn a_lift_is_seen_where_it_is() {
    let mut arena = arena(LIFT, MatchSettings { players: 2, ..MatchSettings::default() });
    arena.place_player(0, cell(2, 1, 0.0), 0);
    arena.place_player(1, cell(5, 1, 0.0), 0);
    for (up, height) in [(false, 0.0), (true, 150.0)] {
        let seen = arena.observe(0).unwrap().movers;
        assert_eq!(seen.len(), 1);
        assert_eq!((seen[0].class, seen[0].open), (MoverClass::Lift, up));
        assert_eq!(seen[0].position, cell(5, 1, height));
        steps(&mut arena, 20);
    }
}
