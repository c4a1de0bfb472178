//! Pac-Man as text, and its frames as data.

use motive_worlds::pacman::PacmanFrame;
use motive_worlds::pacman::{Game, Maze, PacmanSettings, Temper};
use std::sync::Arc;

fn game(drawing: &str, settings: PacmanSettings) -> Game {
    Game::new(Arc::new(Maze::parse(drawing).unwrap()), settings, 0).unwrap()
}

fn step(game: &mut Game, ticks: usize) {
    for _ in 0..ticks {
        game.step(None);
    }
}

fn drawn(game: &Game) -> String {
    format!("\n{}", game.draw())
}

#[test]
fn a_game_is_drawn_with_all_that_is_in_it() {
    let settings = PacmanSettings { fruit_every: 1, release_ticks: 0, ..PacmanSettings::default() };
    let mut game = game("##########\n#P..o...F#\n#.##.#=###\n#.##.#GG##\n..o..#GG#.\n##########", settings);
    game.step(None);
    let expected = "
┌─────────────────┐
│ ◄ · · ● · · · % │
│ · ┌─┐ · ╷ C ╶─┬─┘
╵ · └─┘ · │ F W ├─╴
· · ● · · │     │ ·
╶─────────┴─────┴─╴
level 1  lives 3  score 0  tick 1
";
    assert_eq!(drawn(&game), expected);
}

#[test]
fn blue_ghosts_are_small_letters_and_eaten_ones_are_eyes() {
    let settings = PacmanSettings { ghosts: vec![Temper::Chaser], ..PacmanSettings::default() };
    let mut game = game("##########\n#     oP.#\n##=#######\n##G#######\n##########", settings);
    step(&mut game, 3);
    assert_eq!(game.draw().lines().nth(1), Some("│   c   ◄       · │"));
    step(&mut game, 2);
    // Eaten where Pac-Man is, and one step on its way home.
    assert_eq!(game.draw().lines().nth(1), Some("│   ◄           · │"));
    assert_eq!(game.draw().lines().nth(2), Some("└─┐ \" ┌───────────┘"));
}

#[test]
fn thick_walls_are_drawn_as_outlines_and_pillars_as_squares() {
    let game = game(
        "     \n ### \n ### \n ### \n  P  \n # # \n     ",
        PacmanSettings { ghosts: Vec::new(), ..PacmanSettings::default() },
    );
    let expected = "

  ┌───┐
  │   │
  └───┘
    ◄
  ▪   ▪

level 1  lives 3  score 0  tick 0
";
    assert_eq!(drawn(&game), expected);
}

#[test]
fn a_frame_of_another_maze_is_drawn_as_far_as_it_fits() {
    let frame = Game::new(Maze::standard(), PacmanSettings::default(), 0).unwrap().frame();
    let small = Maze::parse("####\n#P.#\n####").unwrap();
    assert_eq!(frame.draw(&small).lines().count(), 4);
}

#[test]
fn a_frame_survives_being_written_down() {
    let mut game = Game::new(Maze::standard(), PacmanSettings::default(), 3).unwrap();
    step(&mut game, 150);
    let text = serde_json::to_string(&game.frame()).unwrap();
    assert_eq!(serde_json::from_str::<PacmanFrame>(&text).unwrap(), game.frame());
    assert!(text.len() < 1000, "{} bytes a frame: {text}", text.len());
}

#[test]
fn a_damaged_frame_is_drawn_without_complaint() {
    let game = Game::new(Maze::standard(), PacmanSettings::default(), 3).unwrap();
    let text = serde_json::to_string(&game.frame()).unwrap();
    let damaged = text.replace("\"dots\":[", &format!("\"dots\":[{}", "4294967295,".repeat(3000)));
    let frame: PacmanFrame = serde_json::from_str(&damaged).unwrap();
    assert!(frame.draw(&game.maze).contains("level 1"));
}

#[test]
fn settings_can_be_given_in_part_but_not_misspelt() {
    let settings: PacmanSettings = serde_json::from_str(r#"{"lives": 5, "ghosts": ["chaser"]}"#).unwrap();
    assert_eq!(
        settings,
        PacmanSettings { lives: 5, ghosts: vec![Temper::Chaser], ..PacmanSettings::default() }
    );
    assert!(serde_json::from_str::<PacmanSettings>(r#"{"livs": 5}"#).is_err());
}
