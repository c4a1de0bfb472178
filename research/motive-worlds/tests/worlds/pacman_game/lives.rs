//! Death, the end, and beginning again.

use super::*;

const CORRIDOR: &str = "########\n#   P .#\n####=###\n####G###\n########";

fn caught(lives: u32) -> Game {
    let mut game = game(CORRIDOR, PacmanSettings { lives, ..with_ghosts(&[Temper::Chaser]) });
    put(&mut game, 0, (2, 1), Direction::Right);
    game
}

#[test]
fn a_ghost_that_is_not_blue_costs_a_life() {
    let mut game = caught(3);
    let met = at(&game, 3, 1);
    assert_eq!(game.step(None), [Event::Died { at: met, ghost: 0 }]);
    assert_eq!((game.lives, game.score), (2, 0));
    assert_eq!(game.pacman, game.maze.start());
    assert!(game.ghosts[0].in_house());
    assert_eq!(game.dots.len(), 1);
}

#[test]
fn nobody_passes_through_anybody() {
    let mut game = caught(3);
    put(&mut game, 0, (3, 1), Direction::Right);
    let met = at(&game, 3, 1);
    assert_eq!(game.step(None), [Event::Died { at: met, ghost: 0 }]);
}

#[test]
fn with_the_last_life_the_game_is_over_and_stays_so() {
    let mut game = caught(1);
    let met = at(&game, 3, 1);
    assert_eq!(game.step(None), [Event::Died { at: met, ghost: 0 }, Event::GameOver]);
    let end = game.frame();
    assert!(game.is_over());
    assert_eq!(game.step(Some(Direction::Right)), []);
    assert_eq!(game.frame(), end);
}

#[test]
fn fruit_does_not_outlive_a_life() {
    let mut game = caught(2);
    let cell = at(&game, 6, 1);
    game.fruit = Some(Fruit { cell, ticks_left: 9, score: 100 });
    let met = at(&game, 3, 1);
    assert_eq!(game.step(None), [Event::Died { at: met, ghost: 0 }, Event::FruitVanished { at: cell }]);
}

#[test]
fn without_lives_the_game_is_over_before_it_begins() {
    let mut game = caught(0);
    assert!(game.is_over());
    assert_eq!(game.step(None), []);
    assert_eq!(game.tick, 0);
}

#[test]
fn a_reset_game_is_as_good_as_new() {
    let fresh = Game::new(Maze::standard(), PacmanSettings::default(), 5).unwrap();
    let mut used = Game::new(Maze::standard(), PacmanSettings::default(), 4).unwrap();
    for tick in 0..300 {
        used.step(Some(Direction::ALL[tick % 4]));
    }
    used.reset(5);
    assert_eq!(format!("{used:?}"), format!("{fresh:?}"));
}

#[test]
fn ghosts_need_a_place_to_start_and_have_a_limit() {
    let maze = Arc::new(Maze::parse("P").unwrap());
    let error = |ghosts| {
        let settings = with_ghosts(&vec![Temper::Chaser; ghosts]);
        Game::new(Arc::clone(&maze), settings, 0).err().map(|error| error.to_string())
    };
    assert_eq!(error(0), None);
    assert_eq!(
        error(2).as_deref(),
        Some("the settings ask for 2 ghosts, but the maze has no `G` where a ghost could start")
    );
    assert_eq!(error(65).as_deref(), Some("the settings ask for 65 ghosts; the most is 64"));
}
