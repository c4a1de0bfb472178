//! A plan over symbols: the cheapest for the most important goal that can be reached.

use super::{Arguments, CpuClock, PlanSource, numbered};
use crate::console::{Console, Exit, Failure, Outcome};
use motive::drives::goap::{Goap, Situation};
use motive::kernel::Budget;
use motive::kernel::projection::compact::NoPlan;
use serde::Serialize;
use std::fmt::Write as _;

/// The work allowed at first, and the factor by which it grows while there is no answer.
const WORK: u64 = 100_000;
/// The memory that a state takes, roughly, in bytes.
const STATE: u64 = 256;

/// What `--json` prints.
#[derive(Serialize)]
struct GoapReport {
    answer: &'static str,
    /// The goal that is planned for.
    goal: Option<String>,
    steps: Vec<String>,
    cost: Option<f64>,
    goals: Vec<GoalReport>,
    seconds: f64,
}

/// A goal, and the plan for it.
#[derive(Serialize)]
struct GoalReport {
    goal: String,
    priority: f64,
    /// `met`, `plan`, `impossible`, `gave up`, or `not tried`.
    answer: &'static str,
    steps: Vec<String>,
    cost: Option<f64>,
}

/// Plans for the most important goal that can be reached. With `--explain`, for all of them.
pub(super) fn run(goap: &Goap, source: &PlanSource, arguments: &Arguments, console: &mut Console) -> Outcome {
    if arguments.svg.is_some() {
        return Err(Failure::input("`--svg` draws searches for drives only; leave it out"));
    }
    let clock = CpuClock::new(arguments);
    let mut told = GoapReport {
        answer: "no goal is active",
        goal: None,
        steps: Vec::new(),
        cost: None,
        goals: Vec::new(),
        seconds: 0.0,
    };
    for at in goap.situations(&source.memory) {
        let is_settled = told.goal.is_some() && !arguments.explain;
        let goal = if is_settled { untried(&at) } else { goal_report(goap, &at, source, arguments, &clock) };
        if told.goal.is_none() && goal.answer != "met" {
            told.answer = goal.answer;
            if goal.answer == "plan" {
                (told.goal, told.steps, told.cost) = (Some(goal.goal.clone()), goal.steps.clone(), goal.cost);
            }
        }
        told.goals.push(goal);
    }
    if told.goal.is_none() && told.goals.iter().any(|goal| goal.answer == "gave up") {
        told.answer = "gave up";
    }
    told.seconds = clock.seconds();
    show(&told, arguments, console)?;
    Ok(match told.answer {
        "plan" => Exit::Fine,
        "gave up" => Exit::GaveUp,
        _ => Exit::Failed,
    })
}

fn untried(at: &Situation) -> GoalReport {
    let answer = if at.met { "met" } else { "not tried" };
    GoalReport { goal: at.goal.clone(), priority: at.priority, answer, steps: Vec::new(), cost: None }
}

fn goal_report(
    goap: &Goap,
    at: &Situation,
    source: &PlanSource,
    arguments: &Arguments,
    clock: &CpuClock,
) -> GoalReport {
    let mut told = untried(at);
    if at.met {
        return told;
    }
    let most = (arguments.memory as u64).saturating_mul(1 << 20) / STATE;
    let mut work = WORK;
    loop {
        match goap.plan(at, &mut Budget::new(work.min(most))) {
            Ok((actions, cost)) => {
                let name = |action: &u16| match goap.command(*action, at.target, &source.memory) {
                    Some(command) => command.display(goap.vocabulary()),
                    None => goap.problem().display(&[*action]).concat(),
                };
                told.steps = actions.iter().map(name).collect();
                (told.answer, told.cost) = ("plan", Some(cost));
                return told;
            }
            Err(NoPlan::Budget) if work < most && !clock.is_over() => work = work.saturating_mul(4),
            Err(error) => {
                told.answer = if error == NoPlan::Budget { "gave up" } else { "impossible" };
                return told;
            }
        }
    }
}

fn show(told: &GoapReport, arguments: &Arguments, console: &mut Console) -> Result<(), Failure> {
    if arguments.json {
        console.json(told)?;
        return Ok(());
    }
    // Writing to a string cannot fail.
    let mut text = numbered(&told.steps);
    if arguments.explain {
        let _ = writeln!(text, "\nGoals, the most important first:");
        for goal in &told.goals {
            let _ = writeln!(text, "  {} (priority {}): {}", goal.goal, goal.priority, what_of(goal));
        }
    }
    arguments.put_out(&text, console)?;
    let summary = match (&told.goal, told.cost) {
        (Some(goal), Some(cost)) => format!("{} steps for `{goal}`, cost {cost}", told.steps.len()),
        _ => told.answer.to_owned(),
    };
    Ok(console.remark(format_args!("{summary} ({:.3} s)", told.seconds))?)
}

fn what_of(goal: &GoalReport) -> String {
    match (goal.answer, goal.cost) {
        ("plan", Some(cost)) => format!("{}; cost {cost}", goal.steps.join(", ")),
        ("met", _) => "it is so already".to_owned(),
        ("impossible", _) => "no sequence of actions achieves it".to_owned(),
        (other, _) => other.to_owned(),
    }
}
