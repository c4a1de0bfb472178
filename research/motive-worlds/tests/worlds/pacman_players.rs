//! The players of Pac-Man in plain Rust.

use crate::careful_player::careful;
use motive_worlds::pacman::handwritten::{decide, decide_at_a_glance, random};
use motive_worlds::pacman::{Direction, Game, GhostMode, Maze, PacmanSettings, PacmanSight, Temper};
use std::sync::Arc;

/// A game after enough ticks for the ghost to have left its house, which is a corridor's end.
fn game(drawing: &str, ghosts: &[Temper]) -> Game {
    let maze = Arc::new(Maze::parse(drawing).unwrap());
    let settings = PacmanSettings { ghosts: ghosts.to_vec(), fruit_every: 0, ..PacmanSettings::default() };
    let mut game = Game::new(maze, settings, 0).unwrap();
    while game.ghosts.iter().any(|ghost| ghost.mode != GhostMode::Roaming) {
        game.step(Some(Direction::Left));
    }
    game
}

#[test]
fn a_hunter_is_fled_from_when_nearer_than_ten() {
    // Pac-Man stands at the left end of a ring; the ghost enters on the right.
    let near = game("###########\n#        .#\n#P#######G#\n#o       .#\n###########", &[Temper::Chaser]);
    assert_eq!(near.maze.distance(near.pacman, near.ghosts[0].cell), Some(9));
    assert_eq!(decide(&near), near.maze.step_away(near.pacman, near.ghosts[0].cell));
    let far = game("############\n#         .#\n#P########G#\n#o        .#\n############", &[Temper::Chaser]);
    assert_eq!(far.maze.distance(far.pacman, far.ghosts[0].cell), Some(10));
    assert_eq!(decide(&far), Some(Direction::Down));
}

#[test]
fn without_ghosts_pills_come_before_dots_and_the_nearest_before_the_furthest() {
    let mut game = game("########\n#o.P.. #\n########", &[]);
    let mut steps = Vec::new();
    while game.level == 1 {
        let step = decide(&game);
        game.step(step);
        steps.extend(step);
    }
    assert_eq!(steps[..3], [Direction::Left, Direction::Left, Direction::Right]);
    assert_eq!(steps.len(), 6);
}

#[test]
fn with_nothing_to_eat_there_is_nothing_to_do() {
    let game = game("####\n#P #\n####", &[]);
    assert_eq!(decide(&game), None);
    assert_eq!(careful(&game), Some(Direction::Right));
    assert_eq!(random(&game, 3), Some(Direction::Right));
}

#[test]
fn a_glance_is_enough_for_the_classic_player() {
    for seed in 0..5 {
        let mut game = Game::new(Maze::standard(), PacmanSettings::default(), seed).unwrap();
        while !game.is_over() && game.tick < 2000 {
            let wish = decide(&game);
            assert_eq!(decide_at_a_glance(&PacmanSight::of(&game)), wish, "seed {seed}, tick {}", game.tick);
            game.step(wish);
        }
    }
}

#[test]
fn a_player_that_thinks_plays_better_than_one_that_does_not() {
    let total = |player: fn(&Game) -> Option<Direction>| -> u64 {
        let play = |seed| {
            let mut game = Game::new(Maze::standard(), PacmanSettings::default(), seed).unwrap();
            while !game.is_over() && game.tick < 2000 {
                let wish = player(&game);
                game.step(wish);
            }
            game.score
        };
        (0..10).map(play).sum()
    };
    let scores = [total(|game| random(game, 1)), total(decide), total(careful)];
    assert!(scores[0] * 4 < scores[1] && scores[1] * 3 < scores[2] * 2, "{scores:?}");
}
