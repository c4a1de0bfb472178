//! Agents with four drives, each of which is a goal whose priority is the drive; only one action can be done at a time.
//!
//! Run it under callgrind to count the instructions of a decision, with two numbers of ticks; the difference is what decisions cost:
//! `valgrind --tool=callgrind target/release/examples/decision_cost 200`. A second argument gives the number of agents (20).
#![expect(clippy::print_stdout, reason = "a program for the command line")]

use motive_arbiter::teleo::{Definition, Library, Rule};
use motive_arbiter::{Arbiter, Character, Filter, Goal, Profile};
use motive_core::{ActionId, Agent, Condition, Expr, Memory, Property, Time, Type, Vocabulary};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let number = |at, default: u64| std::env::args().nth(at).map_or(Ok(default), |number| number.parse());
    let (ticks, count) = (number(1, 200)?, number(2, 20)?);
    let mut names = Vocabulary::new();
    let drives: [Property; 4] = std::array::from_fn(|at| names.own(&format!("drive{at}"), Type::Number));
    let actions: [ActionId; 4] = std::array::from_fn(|at| names.action(&format!("serve{at}"), 0));
    let names = names.finish()?;
    let serve =
        |at: usize| Definition::new(&format!("Serve{at}")).rule(Rule::new("serve").act(actions[at], []));
    let library = Library::new(&names, (0..4).map(serve).collect())?;
    let mut profile = Profile::motive();
    profile.filter = Filter::off();
    let mut character = Character::new(names.clone()).library(&library).profile(profile);
    for (at, drive) in drives.into_iter().enumerate() {
        let goal = Goal::maintain(&format!("drive{at}"), &format!("Serve{at}"));
        character = character.goal(goal.updated(Condition::always(), Expr::own(drive)));
        for other in &actions[..at] {
            character = character.conflict(actions[at], *other);
        }
    }
    let character = character.build()?;
    let agent = |number| Agent::new(Memory::new(names.clone()), Arbiter::new(character.clone()), 1, number);
    let mut agents: Vec<Agent<Arbiter>> = (0..count).map(agent).collect();
    let mut chosen = [0_u64; 4];
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
            for (count, action) in chosen.iter_mut().zip(actions) {
                *count += u64::from(decision.find(action).is_some());
            }
        }
    }
    println!("{ticks} ticks of {count} agents; how often each drive was served: {chosen:?}");
    Ok(())
}
