//! Plays games of Pac-Man with the hand-written player, shows how the first one ended, and times a tick.
//!
//! `cargo run --release -p motive-worlds --example pacman [GAMES]`
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

#[path = "players/careful.rs"]
mod careful_player;

use careful_player::careful;
use std::error::Error;
use std::time::{Duration, Instant};

use motive_worlds::pacman::{Direction, Game, Maze, PacmanSettings, handwritten};

const MOST_TICKS: u64 = 5000;

fn main() -> Result<(), Box<dyn Error>> {
    let games = std::env::args().nth(1).map_or(Ok(100), |count| count.parse())?;
    let mut first = Game::new(Maze::standard(), PacmanSettings::default(), 0)?;
    play(&mut first, handwritten::decide);
    println!("{}", first.draw());

    compare("hand-written", games, handwritten::decide)?;
    compare("careful", games, careful)?;
    compare("random", games, |game| handwritten::random(game, 1))?;
    Ok(())
}

/// Plays to the end, and gives the moves made.
fn play(game: &mut Game, player: impl Fn(&Game) -> Option<Direction>) -> Vec<Option<Direction>> {
    let mut moves = Vec::new();
    while !game.is_over() && game.tick < MOST_TICKS {
        let wish = player(game);
        moves.push(wish);
        game.step(wish);
    }
    moves
}

fn compare(
    name: &str,
    games: u64,
    player: impl Fn(&Game) -> Option<Direction>,
) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(Maze::standard(), PacmanSettings::default(), 0)?;
    let (mut score, mut ticks, mut cleared) = (0, 0, 0);
    let (mut all, mut world) = (Duration::ZERO, Duration::ZERO);
    for seed in 0..games {
        game.reset(seed);
        let begun = Instant::now();
        let moves = play(&mut game, &player);
        all += begun.elapsed();
        (score, ticks, cleared) =
            (score + game.score, ticks + game.tick, cleared + u64::from(game.level - 1));
        // The same moves again, without the player's thoughts.
        game.reset(seed);
        let begun = Instant::now();
        for wish in moves {
            game.step(wish);
        }
        world += begun.elapsed();
    }
    println!(
        "{name}: {games} games, score {}, ticks {}, levels cleared {:.2}; {} ns a tick, {} of them the world's",
        score / games.max(1),
        ticks / games.max(1),
        cleared as f64 / games.max(1) as f64,
        all.as_nanos() / u128::from(ticks.max(1)),
        world.as_nanos() / u128::from(ticks.max(1)),
    );
    Ok(())
}
