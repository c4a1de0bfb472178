//! S2, reactive tree: `Selector[Seq[enemy, Selector[Seq[health_low, flee], attack]], Seq[hungry, eat], patrol]`.

use super::herd_and_single_agents::{self, ArbiterScenario};
use crate::drive_waves::DRIVES;
use crate::measure::measures;
use anyhow::Result;
use motive::arbiter::teleo::{Definition, Library, Rule};
use motive::arbiter::{Character, Goal};
use motive::kernel::{Condition, Expr, Type, Vocabulary};

measures! {
    /// reactive tree over three sensors: a herd's time over a hand-written program's
    "s2.vs_handwritten" Ratio <= 2.5 => |effort| herd_and_single_agents::against_hand(&scenario()?, leaf, effort);
    /// reactive tree over three sensors: one agent of a herd, one tick
    "s2.herd" Nanoseconds => |effort| herd_and_single_agents::herd_nanoseconds(&scenario()?, effort);
    /// reactive tree over three sensors: one agent by itself, one tick
    "s2.single" Nanoseconds => |effort| herd_and_single_agents::single_nanoseconds(&scenario()?, leaf, effort);
}

/// Above which a sensor is true: enemy, health low, hungry.
const THRESHOLDS: [f32; 3] = [0.7, 0.6, 0.5];

/// The tree as a teleo-reactive program: one rule a leaf.
fn scenario() -> Result<ArbiterScenario> {
    let mut names = Vocabulary::new();
    let drives: [_; DRIVES] = std::array::from_fn(|drive| names.own(&format!("drive{drive}"), Type::Number));
    let [flee, attack, eat, patrol] = ["flee", "attack", "eat", "patrol"].map(|name| names.action(name, 0));
    let names = names.finish()?;
    let sensor = |at: usize| -> Condition { Expr::own(drives[at]).above(f64::from(THRESHOLDS[at])) };
    let (enemy, health_low, hungry) = (sensor(0), sensor(1), sensor(2));
    let program = Definition::new("Guard")
        .rule(Rule::new("flee").when(enemy.clone()).when(health_low).act(flee, []))
        .rule(Rule::new("attack").when(enemy).act(attack, []))
        .rule(Rule::new("eat").when(hungry).act(eat, []))
        .rule(Rule::new("patrol").act(patrol, []));
    let library = Library::new(&names, vec![program])?;
    let goal = Goal::maintain("guard", "Guard").always(1);
    let character = Character::new(names).library(&library).goal(goal).build()?;
    Ok(ArbiterScenario { character, drives })
}

fn leaf(drives: &[f32; DRIVES]) -> usize {
    let [enemy, health_low, hungry] = [0, 1, 2].map(|at| drives[at] > THRESHOLDS[at]);
    match (enemy, health_low, hungry) {
        (true, true, _) => 0,
        (true, false, _) => 1,
        (false, _, true) => 2,
        (false, _, false) => 3,
    }
}
