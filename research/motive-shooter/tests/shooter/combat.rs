//! Weapons, damage, items and death.

use crate::{ROOM, arena, cell, steps};
use motive_shooter::body::{Aim, BodyCommand, BodyEvent, ids};
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::geometry::FULL_TURN;
use motive_shooter::map::ArenaMap;
use motive_shooter::rules::{GameType, WeaponClass};

fn duel() -> Match {
    let mut arena = arena(ROOM, MatchSettings { armed: true, ..MatchSettings::default() });
    arena.place_player(0, cell(2, 2, 0.0), 0);
    arena.place_player(1, cell(6, 2, 0.0), FULL_TURN / 2);
    arena
}

#[test]
fn a_hitscan_weapon_hits_at_its_rate_until_it_is_told_to_stop() {
    let mut arena = duel();
    arena.command(0, BodyCommand::Shoot(Aim::Thing(ids::player(1))));
    steps(&mut arena, 20);
    let counts = *arena.players()[0].counts();
    assert!((3..=4).contains(&counts.shots), "three a second: {}", counts.shots);
    assert_eq!(arena.players()[1].health(), 100 - 10 * counts.hits as i32);
    arena.command(0, BodyCommand::StopShooting);
    steps(&mut arena, 20);
    assert_eq!(arena.players()[0].counts().shots, counts.shots);
}

#[test]
fn shots_use_up_ammunition_and_end_with_it() {
    let mut arena = duel();
    arena.command(0, BodyCommand::Shoot(Aim::At(cell(2, 3, 0.0))));
    steps(&mut arena, 200);
    assert_eq!(arena.players()[0].shots(), 0);
    assert_eq!(arena.players()[0].counts().shots, 20);
}

/// Specified: nine of ten shots hit at hand, three of ten at 3,000 units, and evenly fewer between.
#[test]
fn the_part_of_shots_that_hit_falls_evenly_with_the_distance() {
    let room = format!(
        "game deathmatch\nlegend\n s start\n o node\nfloor\n{0}\n#s{1}s#\n{0}\n",
        "#".repeat(46),
        "......o".repeat(6)
    );
    let part_that_hits = |cells: usize| {
        let (mut shots, mut hits) = (0, 0);
        for seed in 0..250 {
            let map = ArenaMap::read("test", &room).unwrap();
            let settings = MatchSettings { armed: true, ..MatchSettings::default() };
            let mut arena = Match::new(map.into(), settings, seed).unwrap();
            arena.place_player(0, cell(1, 1, 0.0), 0);
            arena.place_player(1, cell(1 + cells, 1, 0.0), 0);
            arena.command(0, BodyCommand::Shoot(Aim::Thing(ids::player(1))));
            // Too short for the ten hits that kill.
            steps(&mut arena, 50);
            let counts = arena.players()[0].counts();
            (shots, hits) = (shots + counts.shots, hits + counts.hits);
        }
        assert!(shots >= 250 * 7, "three a second: {shots}");
        f64::from(hits) / f64::from(shots)
    };
    for (cells, specified) in [(1, 0.88), (5, 0.8), (10, 0.7), (20, 0.5), (30, 0.3)] {
        // Three standard deviations of so many shots.
        let part = part_that_hits(cells);
        assert!((part - specified).abs() < 0.035, "{part} at {cells}00 units, specified {specified}");
    }
}

#[test]
fn a_wall_stops_shots() {
    let mut arena = arena(
        "game deathmatch\nlegend\n s start\n o node\nfloor\n#########\n#s..#..s#\n#o.....o#\n#########\n",
        MatchSettings { armed: true, ..MatchSettings::default() },
    );
    arena.place_player(0, cell(1, 1, 0.0), 0);
    arena.place_player(1, cell(7, 1, 0.0), 0);
    arena.command(0, BodyCommand::Shoot(Aim::At(cell(7, 1, 0.0))));
    steps(&mut arena, 60);
    assert!(arena.players()[0].counts().shots > 5);
    assert_eq!(arena.players()[1].health(), 100);
}

#[test]
fn a_rocket_takes_time_and_its_explosion_hurts_around_it() {
    let text = "game deathmatch\nlegend\n s start\n x weapon rocket_launcher\n o node\nfloor\n\
####################\n#s.x..............s#\n#.........o........#\n#..................#\n####################\n";
    let mut arena = arena(text, MatchSettings { players: 3, ..MatchSettings::default() });
    arena.place_player(0, cell(3, 1, 0.0), 0);
    steps(&mut arena, 1);
    assert_eq!(arena.players()[0].weapon(), Some(WeaponClass::RocketLauncher));
    arena.place_player(1, cell(12, 2, 0.0), 0);
    arena.place_player(2, cell(12, 3, 0.0), 0);
    arena.place_player(0, cell(3, 2, 0.0), 0);
    arena.command(0, BodyCommand::Shoot(Aim::Thing(ids::player(1))));
    steps(&mut arena, 10);
    arena.command(0, BodyCommand::StopShooting);
    assert_eq!(arena.players()[1].health(), 100, "900 units take a second");
    assert!(!arena.rockets().is_empty());
    assert!(arena.observe(1).unwrap().events.iter().all(|event| !matches!(event, BodyEvent::Hurt { .. })));
    steps(&mut arena, 15);
    assert!(arena.players()[1].health() < 60);
    let beside = arena.players()[2].health();
    assert!(beside < 100 && beside > arena.players()[1].health(), "{beside}");
}

#[test]
fn armour_takes_half_of_the_damage() {
    let text = "game deathmatch\nlegend\n s start\n y armour\nfloor\n######\n#s..y#\n######\n";
    let mut arena = arena(text, MatchSettings { players: 1, ..MatchSettings::default() });
    arena.place_player(0, cell(4, 1, 0.0), 0);
    steps(&mut arena, 1);
    assert_eq!(arena.players()[0].armour(), 50);
    arena.hurt_player(0, 40, None);
    assert_eq!((arena.players()[0].health(), arena.players()[0].armour()), (80, 30));
}

#[test]
fn items_are_taken_when_needed_and_return() {
    let text = "game deathmatch\nlegend\n s start\n h health\nfloor\n######\n#s..h#\n######\n";
    let mut arena = arena(text, MatchSettings { players: 1, ..MatchSettings::default() });
    arena.place_player(0, cell(4, 1, 0.0), 0);
    steps(&mut arena, 5);
    assert!(arena.has_item(1), "the healthy leave it");
    arena.hurt_player(0, 50, None);
    steps(&mut arena, 1);
    assert_eq!(arena.players()[0].health(), 70);
    assert!(!arena.has_item(1));
    let picked = |event: &BodyEvent| matches!(event, BodyEvent::PickedUp { item } if *item == ids::place(1));
    assert!(arena.observe(0).unwrap().events.iter().any(picked));
    steps(&mut arena, 590);
    assert!(!arena.has_item(1));
    steps(&mut arena, 10);
    assert_eq!(arena.players()[0].health(), 90, "after thirty seconds it is there again");
}

#[test]
fn the_dead_start_again_without_what_they_had() {
    let mut arena = duel();
    arena.hurt_player(1, 150, Some(0));
    assert!(!arena.players()[1].is_alive());
    assert!(arena.observe(1).unwrap().events.contains(&BodyEvent::Died { by: Some(ids::player(0)) }));
    let killed = BodyEvent::Killed { who: ids::player(1), by: Some(ids::player(0)) };
    assert!(arena.observe(0).unwrap().events.contains(&killed));
    steps(&mut arena, 39);
    assert!(!arena.players()[1].is_alive());
    steps(&mut arena, 3);
    assert!(arena.players()[1].is_alive());
    assert_eq!(arena.players()[1].health(), 100);
    assert_eq!(arena.players()[0].counts().kills, 1);
    assert_eq!(arena.players()[1].counts().deaths, 1);
}

#[test]
fn both_may_die_in_one_step() {
    let mut arena = duel();
    for number in [0, 1] {
        arena.hurt_player(number, 95, None);
        arena.command(number, BodyCommand::Shoot(Aim::Thing(ids::player(1 - number))));
    }
    for _ in 0..40 {
        arena.step();
        let alive = arena.players().iter().filter(|player| player.is_alive()).count();
        if alive < 2 {
            break;
        }
    }
    let counts: Vec<u32> = arena.players().iter().map(|player| player.counts().kills).collect();
    assert!(counts.iter().all(|kills| *kills <= 1) && counts.iter().sum::<u32>() >= 1);
}

#[test]
fn one_own_team_is_spared_unless_chosen() {
    for friendly_fire in [false, true] {
        let settings = MatchSettings {
            game: Some(GameType::TeamDeathmatch),
            players: 3,
            friendly_fire,
            ..MatchSettings::default()
        };
        let mut arena = crate::shipped("empty", settings);
        arena.hurt_player(2, 30, Some(0));
        assert_eq!(arena.players()[2].health(), if friendly_fire { 70 } else { 100 });
    }
}
