//! A plan for a mind that is a task, planned ahead from what is known at the start.

use super::{Arguments, CpuClock, PlanSource, numbered};
use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use motive::kernel::{Budget, Facts, Vocabulary};
use motive::tasks::lookahead::{DecompositionAttempt, Lookahead, LookaheadOptions, LookaheadOutcome};
use motive_language::PlannedTask;
use serde_json::json;

/// How much work is done before the clock is checked again.
const SLICE: u64 = 1 << 16;
/// The memory that a visited search state takes, roughly, in bytes.
const PLACE: usize = 256;

/// Plans a task ahead.
pub(super) fn run(
    task: &PlannedTask,
    source: &PlanSource,
    arguments: &Arguments,
    console: &mut Console,
) -> Outcome {
    let ahead = task
        .tasks
        .lookahead(&task.name, task.arguments.clone(), task.catalogue.clone())
        .map_err(Failure::input)?;
    let clock = CpuClock::new(arguments);
    let (forecast, work) = look(&ahead, source, arguments, &clock);
    let (names, seconds) = (source.memory.vocabulary(), clock.seconds());
    let answer = match &forecast {
        LookaheadOutcome::Plan(_) => ("plan", Exit::Fine),
        LookaheadOutcome::Impossible(_) => ("impossible", Exit::Failed),
        _ => ("gave up", Exit::GaveUp),
    };
    let course = if let LookaheadOutcome::Plan(course) = &forecast { Some(course) } else { None };
    let steps = course.map(|course| course.display(names));
    if let (Some(steps), Some(out)) = (&steps, &arguments.out) {
        files::write(out, &numbered(steps))?;
    }
    if arguments.json {
        console.json(&json!({
            "answer": answer.0, "seconds": seconds, "work": work,
            "actions": steps, "cost": course.map(|course| course.cost),
            // Which alternative was taken wherever there were several.
            "choices": course.map(|course| &course.choices),
        }))?;
        return Ok(answer.1);
    }
    if arguments.explain {
        write!(console.out(), "{}", tree(&forecast, names))?;
    } else if let (Some(steps), None) = (&steps, &arguments.out) {
        write!(console.out(), "{}", numbered(steps))?;
    }
    console.remark(match &forecast {
        LookaheadOutcome::Plan(course) => {
            format!("{} steps, cost {}, {seconds:.2} s", course.steps.len(), course.cost)
        }
        LookaheadOutcome::Impossible(_) => format!("there is no plan ({seconds:.2} s)"),
        _ => format!(
            "gave up after {seconds:.2} s; a task that never ends has no complete plan: try `--steps 10`"
        ),
    })?;
    Ok(answer.1)
}

/// Plans with more and more work, until there is an answer or time or memory is used up. The plan does not depend on the clock; only
/// whether it is found in time does.
fn look(
    ahead: &Lookahead,
    source: &PlanSource,
    arguments: &Arguments,
    clock: &CpuClock,
) -> (LookaheadOutcome, u64) {
    let options = options(arguments);
    let most = (arguments.memory.saturating_mul(1 << 20) / PLACE) as u64;
    let mut work = SLICE;
    loop {
        let mut budget = Budget::new(work.min(most));
        let forecast = ahead.plan(&source.memory, &options, &mut budget);
        let is_known = budget.left() > 0 || work >= most;
        if is_known || clock.is_over() {
            return (forecast, budget.spent());
        }
        work = work.saturating_mul(4);
    }
}

fn options(arguments: &Arguments) -> LookaheadOptions {
    LookaheadOptions {
        steps: arguments.steps,
        cheapest: arguments.quality,
        explain: arguments.explain,
        drawn: Some(arguments.seed),
        ..LookaheadOptions::default()
    }
}

fn tree(forecast: &LookaheadOutcome, names: &Vocabulary) -> String {
    let attempts: &[DecompositionAttempt] = match forecast {
        LookaheadOutcome::Plan(course) => &course.attempts,
        LookaheadOutcome::Impossible(attempts) | LookaheadOutcome::GaveUp(attempts) => attempts,
        _ => &[],
    };
    attempts.iter().map(|attempt| format!("{}\n", attempt.display(names))).collect()
}
