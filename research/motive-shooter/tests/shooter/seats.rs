//! Players who leave and others who take their seat.

use crate::{ROOM, arena, cell, shipped, steps};
use motive_shooter::body::{Aim, BodyCommand};
use motive_shooter::game::{FlagState, MatchSettings};

#[test]
fn a_player_who_left_is_seen_by_nobody_until_another_takes_the_seat() {
    let mut arena = arena(ROOM, MatchSettings { respawn: 0.5, ..Default::default() });
    arena.place_player(0, cell(2, 2, 0.0), 0);
    arena.place_player(1, cell(5, 2, 0.0), 0);
    assert_eq!(arena.observe(0).unwrap().players.len(), 1);
    arena.leave(1);
    steps(&mut arena, 100);
    assert!(!arena.is_taken(1));
    assert!(arena.observe(0).unwrap().players.is_empty());
    arena.command(1, BodyCommand::RunTo(Aim::At(cell(2, 2, 0.0))));
    arena.join(1, "Next");
    steps(&mut arena, 1);
    arena.place_player(1, cell(5, 2, 0.0), 0);
    let seen = arena.observe(0).unwrap().players;
    assert_eq!(seen.iter().map(|player| &*player.name).collect::<Vec<_>>(), ["Next"]);
    assert!(arena.is_taken(1));
    let own = arena.observe(1).unwrap();
    assert_eq!((own.own.health, own.events.len()), (100, 1), "a newcomer is told of its own start alone");
}

#[test]
fn a_carrier_who_leaves_drops_the_flag() {
    let mut arena = shipped("ctf-simple", MatchSettings::default());
    let base = arena.flags()[1].base;
    arena.place_player(0, base, 0);
    steps(&mut arena, 1);
    assert_eq!(arena.flags()[1].state, FlagState::Carried(0));
    arena.leave(0);
    assert!(matches!(arena.flags()[1].state, FlagState::Dropped { .. }));
}
