//! A whole decision in Pac-Man: the classic player as a file of the language against the same player in plain Rust.
//!
//! Both look around with the same functions. The player in plain Rust decides from what it sees; ours has it written into a memory, where any
//! condition could ask for it and `why` can show it, and decides there.

use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, median, race, ratio};
use anyhow::{Context, Result, ensure};
use motive::arbiter::{Arbiter, Character};
use motive::kernel::{Agent, Decision, Memory};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_worlds::pacman::{Maze, PacmanSettings, PacmanSight, PacmanWorld, handwritten};
use motive_worlds::{AnyWorld, TypedWorld};
use std::hint::black_box;
use std::sync::Arc;

measures! {
    /// Pac-Man: to see and to decide, over the same in plain Rust with the same eyes
    "pacman.vs_handwritten" Ratio <= 15.0 => |effort| {
            let times = times(effort)?;
            Ok(ratio(&times.ours(), &times.hand))
        };
    /// Pac-Man: to see and to decide, over plain Rust that looks only where it must
    "pacman.vs_bare" Ratio => |effort| {
            let times = times(effort)?;
            Ok(ratio(&times.ours(), &times.bare))
        };
    /// Pac-Man: to tell an agent what is new, one tick
    "pacman.see" Nanoseconds => |effort| Ok(median(times(effort)?.see) * 1e9);
    /// Pac-Man: to decide, one tick
    "pacman.decide" Nanoseconds => |effort| Ok(median(times(effort)?.decide) * 1e9);
}

const CLASSIC: &str = include_str!("../../../../../agents/pacman/classic.motive");

/// Games of one turn.
const GAMES: u64 = 8;

/// Seconds for one decision, turn by turn.
#[derive(Default)]
struct Times {
    hand: Vec<f64>,
    bare: Vec<f64>,
    see: Vec<f64>,
    decide: Vec<f64>,
}

impl Times {
    fn ours(&self) -> Vec<f64> {
        self.see.iter().zip(&self.decide).map(|(see, decide)| see + decide).collect()
    }
}

/// Plays the same games again and again: without any player, with those in plain Rust, with an agent that only sees, and with one that
/// decides too. What each adds is its time.
fn times(effort: &Effort) -> Result<Times> {
    let games =
        (0..GAMES).map(|seed| PacmanGame::record(seed, effort.ticks * 16)).collect::<Result<Vec<_>>>()?;
    let decisions = games.iter().map(|game| game.moves.len()).sum::<usize>().max(1) as f64;
    let all = |play: fn(&PacmanGame) -> Result<f64>| games.iter().map(play).sum::<Result<f64>>();
    let [alone, hand, bare, see, decide] = race(
        effort.passes,
        [
            &mut || all(PacmanGame::alone),
            &mut || all(PacmanGame::by_hand),
            &mut || all(PacmanGame::by_hand_bare),
            &mut || all(PacmanGame::seen),
            &mut || all(PacmanGame::decided),
        ],
    )?;
    let added = |more: &[f64], less: &[f64]| {
        more.iter().zip(less).map(|(more, less)| (more - less).max(0.0) / decisions).collect()
    };
    Ok(Times {
        hand: added(&hand, &alone),
        bare: added(&bare, &alone),
        see: added(&see, &alone),
        decide: added(&decide, &see),
    })
}

/// A game that was played, to be played again.
struct PacmanGame {
    character: Arc<Character>,
    seed: u64,
    moves: Vec<Decision>,
}

impl PacmanGame {
    /// Plays a game and sees to it that both players agree throughout.
    fn record(seed: u64, ticks: usize) -> Result<Self> {
        let mut world = world(seed)?;
        let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
        let loaded = load(SourceText::new("classic.motive", CLASSIC), &given, &NoFiles);
        let model = loaded.model.context("the classic player has mistakes")?;
        let character =
            model.mind(None).map(|mind| mind.character()).context("the classic player has no goals")?;
        let mut game = Self { character: character.clone(), seed, moves: Vec::new() };
        let mut agent = game.agent();
        while !world.is_over() && game.moves.len() < ticks {
            world.perceive(0, agent.memory_mut())?;
            let decision = agent.tick(world.time()).clone();
            let by_hand = handwritten::decide_at_a_glance(&PacmanSight::of(&world.inner().game))
                .map(|way| format!("move({way:?})").to_lowercase());
            let chosen = decision.display(world.vocabulary());
            ensure!(chosen.iter().eq(&by_hand), "the players do not agree: {chosen:?} and {by_hand:?}");
            world.act(0, &decision)?;
            world.step();
            game.moves.push(decision);
        }
        Ok(game)
    }

    fn agent(&self) -> Agent<Arbiter> {
        let memory = Memory::new(self.character.vocabulary().clone());
        Agent::new(memory, Arbiter::new(self.character.clone()), self.seed, 0)
    }

    /// Seconds to play the game with something done before every move.
    fn replay(&self, mut before: impl FnMut(&mut TypedWorld<PacmanWorld>) -> Result<()>) -> Result<f64> {
        let mut world = world(self.seed)?;
        let mut play = || {
            self.moves.iter().try_for_each(|decision| {
                before(&mut world)?;
                world.act(0, decision)?;
                world.step();
                Ok(())
            })
        };
        let mut played = Ok(());
        let seconds = cpu_seconds(|| played = play())?;
        played.map(|()| seconds)
    }

    fn alone(&self) -> Result<f64> {
        self.replay(|_| Ok(()))
    }

    fn by_hand(&self) -> Result<f64> {
        self.replay(|world| {
            black_box(handwritten::decide_at_a_glance(&PacmanSight::of(black_box(&world.inner().game))));
            Ok(())
        })
    }

    fn by_hand_bare(&self) -> Result<f64> {
        self.replay(|world| {
            black_box(handwritten::decide(black_box(&world.inner().game)));
            Ok(())
        })
    }

    fn seen(&self) -> Result<f64> {
        let mut agent = self.agent();
        self.replay(|world| {
            world.perceive(0, agent.memory_mut())?;
            agent.memory_mut().end_tick();
            Ok(())
        })
    }

    fn decided(&self) -> Result<f64> {
        let mut agent = self.agent();
        self.replay(|world| {
            world.perceive(0, agent.memory_mut())?;
            black_box(agent.tick(world.time()));
            Ok(())
        })
    }
}

fn world(seed: u64) -> Result<TypedWorld<PacmanWorld>> {
    let mut world = TypedWorld::of(PacmanWorld::of(Maze::standard(), PacmanSettings::default())?)?;
    world.reset(seed);
    Ok(world)
}
