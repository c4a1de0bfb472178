//! S1, choice among drives: four actions, each wanted as much as its drive says; the best runs.

use super::herd_and_single_agents::{self, ArbiterScenario};
use crate::drive_waves::DRIVES;
use crate::measure::{Effort, measures};
use anyhow::Result;
use motive::arbiter::teleo::{Definition, Library, Rule};
use motive::arbiter::{Character, Filter, Goal, Profile};
use motive::kernel::{Condition, Expr, Type, Vocabulary};

measures! {
    /// choice among four drives: a herd's time over a hand-written program's
    "s1.vs_handwritten" Ratio <= 4.0 => |effort| herd_and_single_agents::against_hand(&scenario()?, best, effort);
    /// choice among four drives: one agent of a herd, one tick
    "s1.herd" Nanoseconds => |effort| herd_and_single_agents::herd_nanoseconds(&scenario()?, effort);
    /// choice among four drives: one agent by itself, one tick
    "s1.single" Nanoseconds => |effort| herd_and_single_agents::single_nanoseconds(&scenario()?, best, effort);
    /// decisions that a herd makes in a second, on one thread
    "herd.decisions" PerSecond => decisions;
    /// memory that a herd takes for one agent
    "herd.bytes" Bytes => |effort| herd_and_single_agents::herd_bytes(&scenario()?, effort);
    /// memory that one agent by itself takes
    "agent.bytes" Bytes <= 2048.0 => |effort| herd_and_single_agents::single_bytes(&scenario()?, effort);
}

fn decisions(effort: &Effort) -> Result<f64> {
    Ok(1e9 / herd_and_single_agents::herd_nanoseconds(&scenario()?, effort)?)
}

/// Four goals whose priorities follow the drives, and actions of which only one can be done at a time.
pub(crate) fn scenario() -> Result<ArbiterScenario> {
    let mut names = Vocabulary::new();
    let drives = std::array::from_fn(|drive| names.own(&format!("drive{drive}"), Type::Number));
    let actions: [_; DRIVES] = std::array::from_fn(|drive| names.action(&format!("serve{drive}"), 0));
    let names = names.finish()?;
    let name = |drive: usize| format!("Serve{drive}");
    let programs = (0..DRIVES)
        .map(|drive| Definition::new(&name(drive)).rule(Rule::new("serve").act(actions[drive], [])));
    let library = Library::new(&names, programs.collect())?;
    // A drive of nought still has its goal: of equal drives the first is served.
    let mut profile = Profile::motive();
    profile.filter = Filter::off();
    let mut builder = Character::new(names).library(&library).profile(profile);
    for (drive, property) in drives.into_iter().enumerate() {
        let goal = Goal::maintain(&format!("drive{drive}"), &name(drive));
        builder = builder.goal(goal.updated(Condition::always(), Expr::own(property)));
        for other in &actions[..drive] {
            builder = builder.conflict(actions[drive], *other);
        }
    }
    Ok(ArbiterScenario { character: builder.build()?, drives })
}

fn best(scores: &[f32; DRIVES]) -> usize {
    let mut best = 0;
    for option in 1..DRIVES {
        if scores[option] > scores[best] {
            best = option;
        }
    }
    best
}
