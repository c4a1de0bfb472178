//! Blue ghosts, eaten ghosts, and the house.

use super::*;

/// A corridor with a pill beside Pac-Man, and a house far away.
const PILL: &str = "############\n#.       oP#\n##=#########\n##G#########\n############";

#[test]
fn a_pill_makes_ghosts_blue_for_the_stated_ticks_and_turns_them_around() {
    let mut game = game(PILL, with_ghosts(&[Temper::Chaser]));
    game.rules.blue_ticks = 3;
    put(&mut game, 0, (5, 1), Direction::Right);
    let mut seen = Vec::new();
    for wish in [Direction::Left, Direction::Right, Direction::Right, Direction::Right] {
        game.step(Some(wish));
        let ghost = game.ghosts[0];
        seen.push((ghost.blue_left, ghost.is_edible(), ghost.is_dangerous()));
    }
    assert_eq!(seen, [(3, true, false), (2, true, false), (1, true, false), (0, false, true)]);
    assert_eq!(game.ghosts[0].heading, Direction::Left);
}

#[test]
fn in_its_last_blue_tick_a_ghost_can_still_be_eaten() {
    for (blue_left, eaten) in [(1, true), (0, false)] {
        let mut game = game(PILL, with_ghosts(&[Temper::Chaser]));
        put(&mut game, 0, (9, 1), Direction::Right);
        game.ghosts[0].blue_left = blue_left;
        game.pills.remove(at(&game, 9, 1));
        game.step(None);
        let died = game.events.iter().any(|event| matches!(event, Event::Died { .. }));
        assert_eq!((game.ghosts[0].mode == GhostMode::Eaten, died), (eaten, !eaten));
    }
}

#[test]
fn a_pill_without_blue_time_only_turns_ghosts_around() {
    let mut game = game(PILL, with_ghosts(&[Temper::Chaser]));
    game.rules.blue_ticks = 0;
    put(&mut game, 0, (5, 1), Direction::Right);
    game.step(None);
    assert!(game.ghosts[0].is_dangerous());
    assert_eq!(place(&game, game.ghosts[0].cell), (4, 1));
}

#[test]
fn a_pill_saves_from_the_ghost_that_stands_on_it() {
    let mut game = game(PILL, with_ghosts(&[Temper::Chaser]));
    put(&mut game, 0, (9, 1), Direction::Right);
    let pill = at(&game, 9, 1);
    let events = game.step(None);
    assert_eq!(events, [Event::PillEaten { at: pill }, Event::GhostEaten { ghost: 0, score: 200 }]);
}

#[test]
fn blue_ghosts_move_in_every_other_tick() {
    let mut game = game(PILL, with_ghosts(&[Temper::Chaser]));
    put(&mut game, 0, (8, 1), Direction::Left);
    game.ghosts[0].blue_left = 100;
    game.pills.remove(at(&game, 9, 1));
    game.heading = Direction::Right;
    assert_eq!(track(&mut game, 0, 6), [(7, 1), (7, 1), (6, 1), (6, 1), (5, 1), (5, 1)]);
}

#[test]
fn each_further_ghost_on_one_pill_is_worth_more() {
    let mut game = game(PILL, with_ghosts(&[Temper::Chaser; 5]));
    (0..5).for_each(|ghost| put(&mut game, ghost, (9, 1), Direction::Right));
    let score = |event: &Event| match event {
        Event::GhostEaten { score, .. } => Some(*score),
        _ => None,
    };
    let scores: Vec<u32> = game.step(None).iter().filter_map(score).collect();
    assert_eq!(scores, [200, 400, 800, 1600, 1600]);
    // The next pill begins again at the beginning.
    let pill = at(&game, 8, 1);
    game.pills.insert(pill);
    put(&mut game, 3, (8, 1), Direction::Right);
    assert_eq!(game.step(None).iter().find_map(score), Some(200));
}

#[test]
fn the_eyes_go_home_and_the_ghost_comes_out_again() {
    let settings = PacmanSettings { revive_ticks: 2, ..with_ghosts(&[Temper::Chaser]) };
    let mut game = game("#######\n#.  oP#\n##=####\n##G####\n#######", settings);
    put(&mut game, 0, (4, 1), Direction::Right);
    let mut seen = Vec::new();
    for tick in 0..8 {
        game.step(Some(if tick == 0 { Direction::Left } else { Direction::Right }));
        let ghost = game.ghosts[0];
        assert!(!ghost.is_blue() && !ghost.is_edible());
        seen.push((place(&game, ghost.cell), ghost.mode));
    }
    let home = |wait| GhostMode::Home { wait };
    assert_eq!(
        seen,
        [
            ((3, 1), GhostMode::Eaten),
            ((2, 1), GhostMode::Eaten),
            ((2, 2), GhostMode::Eaten),
            ((2, 3), home(2)),
            ((2, 3), home(1)),
            ((2, 3), home(0)),
            ((2, 2), home(0)),
            ((2, 1), GhostMode::Roaming),
        ]
    );
}

#[test]
fn eyes_harm_nobody() {
    let mut game = game(PILL, with_ghosts(&[Temper::Chaser]));
    put(&mut game, 0, (9, 1), Direction::Left);
    game.ghosts[0].mode = GhostMode::Eaten;
    game.step(None);
    assert_eq!((game.lives, game.ghosts[0].mode), (3, GhostMode::Eaten));
}

#[test]
fn ghosts_leave_the_house_one_after_another() {
    let settings = PacmanSettings { release_ticks: 3, ..with_ghosts(&[Temper::Chaser; 3]) };
    let mut game =
        game("###############\n#P           .#\n###########=###\n###########G_G#\n###############", settings);
    let homes: Vec<_> = game.ghosts.iter().map(|ghost| place(&game, ghost.cell)).collect();
    // Two homes for three ghosts: the third shares the first.
    assert_eq!(homes, [(11, 3), (13, 3), (11, 3)]);
    let mut ticks_at_home = [0; 3];
    while game.ghosts.iter().any(Ghost::in_house) {
        game.step(None);
        for (ghost, tick) in game.ghosts.iter().zip(&mut ticks_at_home) {
            *tick += u64::from(ghost.in_house());
        }
    }
    assert_eq!(ticks_at_home, [1, 6, 7]);
}

#[test]
fn ghosts_keep_the_pace_of_the_level() {
    let mut game = game(PILL, with_ghosts(&[Temper::Chaser]));
    game.rules.ghost_pace = Pace::new(2, 3);
    put(&mut game, 0, (1, 1), Direction::Right);
    game.pills.remove(at(&game, 9, 1));
    game.heading = Direction::Right;
    assert_eq!(track(&mut game, 0, 6), [(2, 1), (3, 1), (3, 1), (4, 1), (5, 1), (5, 1)]);
}
