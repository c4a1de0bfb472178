//! What goes wrong on purpose.

use crate::{ROOM, arena, cell, steps};
use motive_shooter::body::{Aim, BodyCommand, BodyEvent};
use motive_shooter::game::{Faults, MatchSettings};

fn with(faults: Faults) -> MatchSettings {
    MatchSettings { faults, ..MatchSettings::default() }
}

#[test]
fn commands_and_observations_are_late_by_the_latency() {
    let mut arena = arena(ROOM, with(Faults { latency: 0.5, ..Faults::default() }));
    arena.place_player(0, cell(1, 2, 0.0), 0);
    assert_eq!(arena.observe(0).unwrap().time, 0.0);
    arena.command(0, BodyCommand::RunTo(Aim::At(cell(11, 2, 0.0))));
    steps(&mut arena, 10);
    assert_eq!(arena.players()[0].position(), cell(1, 2, 0.0), "the command is still under way");
    assert_eq!(arena.observe(0).unwrap().time, 0.0, "what is seen is half a second old");
    steps(&mut arena, 10);
    assert!(arena.players()[0].position().x > 250.0);
    assert_eq!(arena.observe(0).unwrap().time, 0.5);
}

#[test]
fn jitter_keeps_the_order_of_commands() {
    let mut arena = arena(ROOM, with(Faults { jitter: 0.5, ..Faults::default() }));
    for column in [3, 8, 15] {
        arena.command(0, BodyCommand::RunTo(Aim::At(cell(column, 2, 0.0))));
    }
    steps(&mut arena, 120);
    assert_eq!(arena.players()[0].position(), cell(15, 2, 0.0));
}

#[test]
fn lost_messages_are_events_and_never_answers() {
    let mut arena = arena(ROOM, with(Faults { loss: 1.0, ..Faults::default() }));
    arena.command(0, BodyCommand::GetPath { to: cell(15, 2, 0.0), query: 3.0 });
    arena.hurt_player(0, 10, None);
    steps(&mut arena, 1);
    let events = arena.observe(0).unwrap().events;
    assert!(matches!(events.as_slice(), [BodyEvent::Path { query: 3.0, nodes: Some(_) }]), "{events:?}");
}

#[test]
fn answers_about_paths_are_late_where_chosen() {
    let mut arena = arena(ROOM, with(Faults { slow_paths: 1.0, ..Faults::default() }));
    arena.command(0, BodyCommand::CheckReach { to: cell(5, 2, 0.0), query: 1.0 });
    let answered = |events: &[BodyEvent]| {
        events.iter().any(|event| matches!(event, BodyEvent::Reach { reachable: true, .. }))
    };
    steps(&mut arena, 15);
    assert!(!answered(&arena.observe(0).unwrap().events));
    steps(&mut arena, 10);
    assert!(answered(&arena.observe(0).unwrap().events));
}

#[test]
fn pushes_throw_players_off_their_way() {
    let straight = |faults: Faults| {
        let mut arena = arena(ROOM, with(faults));
        arena.place_player(0, cell(1, 2, 0.0), 0);
        arena.command(0, BodyCommand::RunTo(Aim::At(cell(17, 2, 0.0))));
        steps(&mut arena, 100);
        arena.players()[0].position() == cell(17, 2, 0.0)
    };
    assert!(straight(Faults::default()));
    assert!(!straight(Faults { push_every: 0.2, ..Faults::default() }));
}
