//! Agents with four drives that change in every tick, in two characters: one has a goal for each drive whose priority is the drive, and one a
//! program whose rules compare drives with constants.
//!
//! Run it under callgrind to count the instructions of a decision, with two numbers of ticks; the difference is what decisions cost:
//! `valgrind --tool=callgrind target/release/examples/decision_cost 200`. A second argument gives the number of agents (20), a third one
//! (`rules`) chooses the other character.
#![expect(clippy::print_stdout, reason = "a program for the command line")]

use motive_arbiter::teleo::{Definition, Library, Rule};
use motive_arbiter::{Arbiter, Character, Filter, Goal, Profile};
use motive_core::{ActionId, Agent, Condition, Expr, Memory, Property, Time, Type, Vocabulary};
use std::error::Error;
use std::sync::Arc;

/// A character, its drives and what it can do.
struct Scenario {
    character: Arc<Character>,
    drives: [Property; 4],
    actions: [ActionId; 4],
}

fn vocabulary() -> (Vocabulary, [Property; 4], [ActionId; 4]) {
    let mut names = Vocabulary::new();
    let drives = std::array::from_fn(|at| names.own(&format!("drive{at}"), Type::Number));
    let actions = std::array::from_fn(|at| names.action(&format!("serve{at}"), 0));
    (names, drives, actions)
}

/// A goal for each drive; only one action can be done at a time.
fn goals() -> Result<Scenario, Box<dyn Error>> {
    let (names, drives, actions) = vocabulary();
    let names = names.finish()?;
    let serve =
        |at: usize| Definition::new(&format!("Serve{at}")).rule(Rule::new("serve").act(actions[at], []));
    let library = Library::new(&names, (0..4).map(serve).collect())?;
    let mut profile = Profile::motive();
    profile.filter = Filter::off();
    let mut character = Character::new(names).library(&library).profile(profile);
    for (at, drive) in drives.into_iter().enumerate() {
        let goal = Goal::maintain(&format!("drive{at}"), &format!("Serve{at}"));
        character = character.goal(goal.updated(Condition::always(), Expr::own(drive)));
        for other in &actions[..at] {
            character = character.conflict(actions[at], *other);
        }
    }
    Ok(Scenario { character: character.build()?, drives, actions })
}

/// The first rule whose drives are high enough.
fn rules() -> Result<Scenario, Box<dyn Error>> {
    let (names, drives, actions) = vocabulary();
    let names = names.finish()?;
    let high = |drive: usize, threshold: f64| Expr::own(drives[drive]).above(threshold);
    let program = Definition::new("Guard")
        .rule(Rule::new("flee").when(high(0, 0.7)).when(high(1, 0.6)).act(actions[0], []))
        .rule(Rule::new("attack").when(high(0, 0.7)).act(actions[1], []))
        .rule(Rule::new("eat").when(high(2, 0.5)).act(actions[2], []))
        .rule(Rule::new("patrol").act(actions[3], []));
    let library = Library::new(&names, vec![program])?;
    let goal = Goal::maintain("guard", "Guard").always(1);
    Ok(Scenario { character: Character::new(names).library(&library).goal(goal).build()?, drives, actions })
}

fn main() -> Result<(), Box<dyn Error>> {
    let number = |at, default: u64| std::env::args().nth(at).map_or(Ok(default), |number| number.parse());
    let (ticks, count) = (number(1, 200)?, number(2, 20)?);
    let chosen = std::env::args().nth(3);
    let scenario = if chosen.as_deref() == Some("rules") { rules()? } else { goals()? };
    let Scenario { character, drives, actions } = scenario;
    let names = character.vocabulary();
    let agent = |number| Agent::new(Memory::new(names.clone()), Arbiter::new(character.clone()), 1, number);
    let mut agents: Vec<Agent<Arbiter>> = (0..count).map(agent).collect();
    let mut served = [0_u64; 4];
    for tick in 0..ticks {
        for (number, agent) in (0..).zip(&mut agents) {
            for (at, drive) in (0..).zip(drives) {
                // A triangle wave with a period of its own.
                let period = 64 + (number * 37 + at * 53) % 193;
                let position = (tick + number * 11 + at * 17) % period;
                let value = 1.0 - (position as f64 * 2.0 / period as f64 - 1.0).abs();
                agent.memory_mut().set_own(drive, value)?;
            }
            let decision = agent.tick(Time::of_tick(tick, 100_000));
            for (count, action) in served.iter_mut().zip(actions) {
                *count += u64::from(decision.find(action).is_some());
            }
        }
    }
    println!("{ticks} ticks of {count} agents; how often each drive was served: {served:?}");
    Ok(())
}
