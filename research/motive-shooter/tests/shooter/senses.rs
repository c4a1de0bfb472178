//! Sight and hearing.

use crate::{ROOM, arena, cell, shipped, steps};
use glam::Vec3;
use motive_shooter::body::{Aim, BodyCommand, BodyEvent, Noise};
use motive_shooter::game::MatchSettings;
use motive_shooter::geometry::FULL_TURN;

#[test]
fn players_are_seen_within_the_field_of_view_only() {
    let mut arena = arena(ROOM, MatchSettings::default());
    arena.place_player(1, cell(10, 2, 0.0), 0);
    for (yaw, seen) in [(0, true), (FULL_TURN / 10, true), (FULL_TURN / 6, false), (FULL_TURN / 2, false)] {
        arena.place_player(0, cell(2, 2, 0.0), yaw);
        assert_eq!(!arena.observe(0).unwrap().players.is_empty(), seen, "{yaw}");
    }
}

#[test]
fn walls_and_heights_block_the_line_of_sight() {
    let text =
        "game deathmatch\nlegend\n s start\n o node\nfloor\n#########\n#s..#..s#\n#o.....o#\n#########\n";
    let mut blocked = arena(text, MatchSettings::default());
    blocked.place_player(0, cell(1, 1, 0.0), 0);
    blocked.place_player(1, cell(7, 1, 0.0), 0);
    assert!(blocked.observe(0).unwrap().players.is_empty());
    blocked.place_player(1, cell(7, 2, 0.0), 0);
    blocked.place_player(0, cell(1, 2, 0.0), 0);
    assert_eq!(blocked.observe(0).unwrap().players.len(), 1);
    // Over a block of 50 one sees; over one of 150 one does not.
    for (height, seen) in [(1, true), (3, false)] {
        let text = format!(
            "game deathmatch\nlegend\n s start\n o node\nfloor\n#########\n#s..{height}..s#\n#o.....o#\n#########\n"
        );
        let mut arena = arena(&text, MatchSettings::default());
        arena.place_player(0, cell(1, 1, 0.0), 0);
        arena.place_player(1, cell(7, 1, 0.0), 0);
        assert_eq!(!arena.observe(0).unwrap().players.is_empty(), seen, "{height}");
    }
}

#[test]
fn a_shut_door_blocks_sight_and_opens_for_who_comes_near() {
    let mut arena = shipped("duel", MatchSettings::default());
    arena.place_player(0, cell(3, 5, 0.0), 0);
    arena.place_player(1, cell(18, 5, 0.0), 0);
    steps(&mut arena, 1);
    assert_eq!(arena.open_doors(), [false]);
    let seen = arena.observe(0).unwrap();
    assert!(seen.players.is_empty());
    assert!(seen.movers.iter().any(|mover| !mover.open), "the door itself is seen");
    arena.place_player(0, cell(10, 5, 0.0), 0);
    steps(&mut arena, 1);
    assert_eq!(arena.open_doors(), [true]);
    assert_eq!(arena.observe(0).unwrap().players.len(), 1);
    arena.place_player(0, cell(3, 5, 0.0), 0);
    steps(&mut arena, 25);
    assert_eq!(arena.open_doors(), [false]);
}

#[test]
fn running_and_shooting_are_heard_and_walking_is_not() {
    let heard = |gait: BodyCommand, distance: usize, shoots: bool| {
        let mut arena = arena(ROOM, MatchSettings { armed: true, ..MatchSettings::default() });
        arena.place_player(0, cell(1, 2, 0.0), FULL_TURN / 2);
        arena.place_player(1, cell(1 + distance, 2, 0.0), 0);
        arena.observe(0);
        arena.command(1, gait);
        arena.command(1, BodyCommand::RunTo(Aim::At(cell(1 + distance, 3, 0.0))));
        if shoots {
            arena.command(1, BodyCommand::Shoot(Aim::At(Vec3::new(5000.0, 250.0, 20.0))));
        }
        steps(&mut arena, 10);
        let noises: Vec<Noise> = arena
            .observe(0)
            .unwrap()
            .events
            .iter()
            .filter_map(|event| if let BodyEvent::Heard { noise, .. } = event { Some(*noise) } else { None })
            .collect();
        noises
    };
    assert!(heard(BodyCommand::Run, 5, false).contains(&Noise::Steps));
    assert!(heard(BodyCommand::Walk, 5, false).is_empty());
    assert!(heard(BodyCommand::Run, 15, false).is_empty(), "too far away");
    assert!(heard(BodyCommand::Walk, 15, true).contains(&Noise::Shot));
}

#[test]
fn navigation_points_are_told_where_chosen() {
    for (shows_nodes, seen) in [(true, true), (false, false)] {
        let mut arena =
            shipped("corridor", MatchSettings { players: 1, shows_nodes, ..MatchSettings::default() });
        arena.place_player(0, cell(2, 1, 0.0), 0);
        let nodes = arena.observe(0).unwrap().nodes;
        assert_eq!(!nodes.is_empty(), seen);
        assert!(nodes.iter().all(|node| node.reachable == (node.position.x < 1260.0)), "{nodes:?}");
    }
}
