//! What holds in every game of Pac-Man, whatever the maze, the settings, the seed and the moves.

use crate::careful_player::careful;
use std::sync::Arc;

use motive_worlds::pacman::{
    Cell, Direction, Event, Game, GhostMode, LevelRules, Maze, MazeProblem, Pace, PacmanFrame,
    PacmanSettings, Temper, handwritten,
};
use proptest::prelude::*;

fn wish() -> impl Strategy<Value = Option<Direction>> {
    prop::option::of(prop::sample::select(Direction::ALL.to_vec()))
}

fn pace() -> impl Strategy<Value = Pace> {
    (any::<u8>(), 0..10_u8).prop_map(|(moves, ticks)| Pace::new(moves % 12, ticks))
}

prop_compose! {
    fn level_rules()(
        ghost_pace in pace(),
        blue_pace in pace(),
        blue_ticks in prop_oneof![0..50_u32, Just(u32::MAX)],
        fruit_score in any::<u32>(),
    ) -> LevelRules {
        LevelRules { ghost_pace, blue_pace, blue_ticks, fruit_score }
    }
}

prop_compose! {
    fn settings()(
        lives in prop_oneof![0..5_u32, Just(u32::MAX)],
        ghosts in prop::collection::vec(prop::sample::select(Temper::ALL.to_vec()), 0..8),
        timing in prop::array::uniform6(prop_oneof![0..40_u32, Just(u32::MAX)]),
        leads in any::<(u8, u8, u16)>(),
        scores in any::<[u32; 6]>(),
        levels in prop::collection::vec(level_rules(), 0..3),
    ) -> PacmanSettings {
        let [release_ticks, revive_ticks, scatter_ticks, chase_ticks, fruit_every, fruit_ticks] = timing;
        let [dot_score, pill_score, ghost_scores @ ..] = scores;
        let (ambush_lead, flank_lead, wanderer_sight) = leads;
        PacmanSettings {
            lives, ghosts, release_ticks, revive_ticks, scatter_ticks, chase_ticks, ambush_lead, flank_lead,
            wanderer_sight, dot_score, pill_score, ghost_scores, fruit_every, fruit_ticks, levels,
        }
    }
}

/// Mazes of up to 12 by 12 tiles, most of them open.
fn maze() -> impl Strategy<Value = Maze> {
    let tile = prop::sample::select("##.....o FG_=".chars().collect::<Vec<_>>());
    let size = (1..12_usize, 1..12_usize, any::<prop::sample::Index>());
    let drawing = size.prop_flat_map(move |(columns, rows, start)| {
        prop::collection::vec(tile.clone(), columns * rows).prop_map(move |mut tiles| {
            tiles[start.index(columns * rows)] = 'P';
            tiles.chunks(columns).map(<[char]>::to_vec).collect::<Vec<_>>()
        })
    });
    drawing.prop_filter_map("Pac-Man is walled in", repaired)
}

/// Walls in whatever is wrong, where the error says that it is, until the drawing is a maze.
fn repaired(mut tiles: Vec<Vec<char>>) -> Option<Maze> {
    loop {
        let text: String = tiles.iter().flat_map(|row| row.iter().chain(&['\n'])).collect();
        match Maze::parse(&text) {
            Ok(maze) => return Some(maze),
            Err(error) if error.problem == MazeProblem::NoPacman => return None,
            Err(error) => tiles[error.line - 1][error.column - 1] = '#',
        }
    }
}

/// Checks what must hold between two ticks.
fn check(before: &PacmanFrame, game: &Game) -> Result<(), TestCaseError> {
    let (maze, after) = (&game.maze, game.frame());
    let eaten = game.events.iter().filter(|event| matches!(event, Event::DotEaten { .. })).count();
    let cleared = game.events.iter().any(|event| matches!(event, Event::LevelCleared { .. }));
    let died = game.events.iter().filter(|event| matches!(event, Event::Died { .. })).count();
    let dots = if cleared { 0 } else { after.dots.len() };
    prop_assert_eq!(before.dots.len(), dots + eaten);
    prop_assert!(after.score >= before.score);
    prop_assert_eq!(before.lives as usize, after.lives as usize + died);
    prop_assert_eq!(game.events.contains(&Event::GameOver), after.lives == 0 && before.lives > 0);
    prop_assert!(!maze.is_house(after.pacman) && maze.position(after.pacman).is_some());
    prop_assert!(after.dots.iter().all(|cell| maze.dots().contains(cell)));
    prop_assert!(after.pills.iter().all(|cell| maze.pills().contains(cell)));
    prop_assert!(after.fruit.is_none_or(|fruit| maze.fruit_places().contains(&fruit.cell)));
    for ghost in &after.ghosts {
        prop_assert!(maze.position(ghost.cell).is_some());
        match ghost.mode {
            GhostMode::Home { .. } => prop_assert!(maze.is_house(ghost.cell)),
            GhostMode::Roaming => prop_assert!(!maze.is_house(ghost.cell)),
            GhostMode::Eaten => prop_assert!(!ghost.is_blue()),
        }
        let touching = ghost.cell == after.pacman && ghost.is_dangerous();
        prop_assert!(!touching || game.is_over());
    }
    let moved = |from: Cell, to: Cell| {
        from == to || maze.steps(from).any(|step| maze.neighbour(from, step) == Some(to))
    };
    prop_assert!(moved(before.pacman, after.pacman) || cleared || died > 0);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_moves_keep_the_rules(seed: u64, moves in prop::collection::vec(wish(), 2000)) {
        let settings = PacmanSettings { lives: 50, ..PacmanSettings::default() };
        let mut game = Game::new(Maze::standard(), settings, seed).unwrap();
        for wish in moves {
            let before = game.frame();
            game.step(wish);
            check(&before, &game)?;
        }
    }

    #[test]
    fn good_players_keep_the_rules_on_all_levels(seed: u64) {
        let settings = PacmanSettings { lives: 1000, ..PacmanSettings::default() };
        let mut game = Game::new(Maze::standard(), settings, seed).unwrap();
        for _ in 0..5000 {
            let before = game.frame();
            let wish = handwritten::decide(&game);
            prop_assert!(wish.is_some());
            game.step(wish);
            check(&before, &game)?;
        }
    }

    #[test]
    fn the_same_seed_and_moves_give_the_same_game(seed: u64, moves in prop::collection::vec(wish(), 500)) {
        let new = || Game::new(Maze::standard(), PacmanSettings::default(), seed).unwrap();
        let (mut one, mut other) = (new(), new());
        for (index, wish) in moves.iter().enumerate() {
            one.step(*wish);
            // Looking at a game, or playing on in a copy of it, changes nothing.
            if index % 50 == 0 {
                let mut copy = other.clone();
                copy.step(handwritten::random(&copy, seed));
                prop_assert!(!copy.draw().is_empty());
            }
            other.step(*wish);
            prop_assert_eq!(&one.events, &other.events);
        }
        prop_assert_eq!(one.draw(), other.draw());
        prop_assert_eq!(one.frame(), other.frame());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_maze_and_any_settings_keep_the_rules(
        maze in maze(),
        settings in settings(),
        seed: u64,
        moves in prop::collection::vec(wish(), 200),
    ) {
        let ghosts = if maze.homes().len() == 0 { Vec::new() } else { settings.ghosts };
        let mut game = Game::new(Arc::new(maze), PacmanSettings { ghosts, ..settings }, seed).unwrap();
        for wish in moves {
            let before = game.frame();
            let wish = match game.tick % 3 {
                0 => handwritten::decide(&game),
                1 => careful(&game),
                _ => wish,
            };
            game.step(wish);
            check(&before, &game)?;
        }
    }

    #[test]
    fn any_text_is_a_maze_or_an_error_that_points_into_it(text in r"[#.oPFG_=\n a]{0,60}|\PC{0,40}") {
        if let Err(error) = Maze::parse(&text) {
            let lines = text.lines().count().max(1);
            prop_assert!((1..=lines + 1).contains(&error.line), "{}", error);
            let length = text.lines().nth(error.line - 1).map_or(0, |line| line.chars().count());
            prop_assert!((1..=length + 1).contains(&error.column), "{}", error);
        }
    }
}

/// Recordings and published scores stand on this: if it changes, they are of another game.
#[test]
fn a_seed_gives_the_same_game_on_every_machine() {
    let mut game = Game::new(Maze::standard(), PacmanSettings::default(), 1).unwrap();
    while !game.is_over() {
        game.step(careful(&game));
    }
    assert_eq!((game.tick, game.level, game.score), (1213, 3, 22790));
}

#[test]
fn the_largest_maze_works() {
    let row = format!("{}\n", ".".repeat(64));
    let text = format!("P{}{}", &row[1..], row.repeat(63));
    let maze = Maze::parse(&text).unwrap();
    assert_eq!((maze.cell_count(), maze.dots().len()), (4096, 4095));
    // Edges join, so that the furthest cell is half a round away in both directions.
    let furthest = maze.cells().filter_map(|cell| maze.distance(maze.start(), cell)).max();
    assert_eq!(furthest, Some(64));
}
