//! Plays games of Pac-Man with the agents of `agents/pacman`, and times their decisions beside the hand-written player.
//!
//! `cargo run --release -p motive-worlds --example pacman_agent [GAMES] [AGENT]`
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

#[path = "../tests/worlds/built_pacman_agents.rs"]
mod agents;

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use motive::arbiter::Character;
use motive_worlds::pacman::{Maze, PacmanSettings, PacmanWorld, handwritten};
use motive_worlds::{AnyWorld, TypedWorld};

const MOST_TICKS: u64 = 5000;

type Make = fn(&dyn AnyWorld) -> Result<Arc<Character>, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let games = std::env::args().nth(1).map_or(Ok(200), |count| count.parse())?;
    let all: [(&str, Make); 4] = [
        ("classic", agents::classic),
        ("ours", agents::ours),
        ("thesis", agents::thesis),
        ("report", agents::report),
    ];
    let only = std::env::args().nth(2);
    for (name, make) in all.into_iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name)) {
        compare(name, make, games)?;
    }
    Ok(())
}

fn compare(name: &str, make: Make, games: u64) -> Result<(), Box<dyn Error>> {
    let mut world = TypedWorld::of(PacmanWorld::of(Maze::standard(), PacmanSettings::default())?)?;
    let character = make(&world)?;
    let (mut score, mut ticks, mut level) = (0.0, 0, 0);
    let (mut seen, mut thought, mut by_hand, mut nothing) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for seed in 0..games {
        world.reset(seed);
        let mut agent = agents::agent(character.clone(), seed);
        while !world.is_over() && world.inner().game.tick < MOST_TICKS {
            let begun = Instant::now();
            world.perceive(0, agent.memory_mut())?;
            let perceived = Instant::now();
            let decision = agent.tick(world.time());
            let decided = Instant::now();
            black_box(handwritten::decide(black_box(&world.inner().game)));
            let done = Instant::now();
            nothing.push(done.elapsed());
            by_hand.push(done - decided);
            seen.push(perceived - begun);
            thought.push(decided - perceived);
            world.act(0, decision)?;
            world.step();
        }
        score += world.score(0);
        ticks += world.inner().game.tick;
        level += world.inner().game.level - 1;
    }
    let clock = median(nothing);
    let each = |times| median(times).saturating_sub(clock).as_nanos();
    println!(
        "{name}: {games} games, score {:.0}, ticks {}, levels cleared {:.2}; \
         in the median tick {} ns to perceive, {} ns to decide, {} ns by hand",
        score / games as f64,
        ticks / games.max(1),
        f64::from(level) / games as f64,
        each(seen),
        each(thought),
        each(by_hand),
    );
    Ok(())
}

/// The time that half of them stay below: other programs on the machine do not move it much.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
