//! A plan for a problem in HDDL.

use super::{Arguments, CpuClock};
use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::minds::{Placed, show};
use crate::text::counted;
use motive_language::SourceText;
use motive_language::diagnostic::{DiagnosticLevel, LineIndex};
use motive_planner::hddl::{self, FileDiagnostic, InputFile, ReadError, print_plan};
use motive_planner::{
    HtnPlan, HtnProblem, LimitReached, PlanPart, PlanningAnswer, PlanningLimits, PlanningReport, TaskId,
    explain, solve,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::path::Path;

/// When a plan was found, and what it costs.
#[derive(Clone, Copy, Serialize)]
struct FoundPlan {
    seconds: f64,
    steps: usize,
    cost: u32,
}

/// Plans for a domain and a problem.
pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let [domain, problem] = arguments.hddl.as_slice() else {
        return Err(Failure::input("`--hddl` needs a domain and a problem"));
    };
    if arguments.check {
        return check(domain, problem, arguments.json, console);
    }
    let clock = CpuClock::new(arguments);
    // What is in the way of a plan is looked for after a search that was given up, so that gets a part of the time.
    let share = if arguments.explain { SHARE_OF_SEARCH } else { 1.0 };
    let (stop, stop_search) = (|| clock.is_over(), || clock.has_used(share));
    let plans = RefCell::new(Vec::new());
    let found = |plan: &HtnPlan| {
        let (seconds, steps, cost) = (clock.seconds(), plan.steps.len(), plan.cost);
        plans.borrow_mut().push(FoundPlan { seconds, steps, cost });
    };
    let limits = PlanningLimits {
        memory: memory_of_planner(arguments.memory.saturating_mul(1 << 20)),
        memory_in_use: Some(&memory_in_use),
        stop: Some(&stop_search),
        found: Some(&found),
        improve: arguments.quality,
        ..PlanningLimits::default()
    };
    let (problem, (answer, report), is_read) = match read(domain, problem, &limits, console)? {
        Ok(problem) => {
            let solved = solve(&problem, &limits).map_err(Failure::input)?;
            (problem, solved, true)
        }
        Err(ReadError::Limit(limit)) => {
            (HtnProblem::default(), (PlanningAnswer::GaveUp(limit), PlanningReport::default()), false)
        }
        Err(ReadError::Wrong(_)) => return Ok(Exit::BadInput),
    };
    let seconds = clock.seconds();
    let plans = plans.take();
    if let (PlanningAnswer::Plan(plan), Some(out)) = (&answer, &arguments.out) {
        files::write(out, &print_plan(&problem, plan))?;
    }
    let why = match &answer {
        PlanningAnswer::Plan(_) => None,
        PlanningAnswer::Unsolvable => why_not(&problem, limits, &stop)?,
        PlanningAnswer::GaveUp(_) if arguments.explain && is_read => why_not(&problem, limits, &stop)?,
        PlanningAnswer::GaveUp(limit) if arguments.json => Some(limit.to_string()),
        _ => None,
    };
    if arguments.json {
        console.json(&planned(&problem, &answer, &report, &plans, seconds, why))?;
    } else {
        if arguments.quality {
            for plan in &plans {
                let FoundPlan { seconds, steps, cost } = plan;
                console.remark(format_args!("cost {cost} after {seconds:.2} s, {steps} steps"))?;
            }
        }
        tell(arguments, console, &problem, &answer)?;
        console.remark(summary(&answer, &report, seconds))?;
        if let Some(why) = why {
            console.remark(why)?;
        }
        if answer == PlanningAnswer::Unsolvable {
            console.remark("`--check` says what is probably not meant in the domain and the problem")?;
        }
    }
    Ok(match answer {
        PlanningAnswer::Plan(_) => Exit::Fine,
        PlanningAnswer::Unsolvable => Exit::Failed,
        _ => Exit::GaveUp,
    })
}

/// The bytes that the planner may take, with what the process takes when it starts, out of those that the whole process may take. The program's
/// code is loaded only as it is used, and what was freed is not all used again.
fn memory_of_planner(memory: usize) -> usize {
    const MARGIN: usize = 10 << 20;
    memory - MARGIN.min(memory / 6)
}

/// The memory of this process in bytes, where the system tells.
fn memory_in_use() -> usize {
    memory_stats::memory_stats().map_or(0, |memory| memory.physical_mem)
}

/// The most work for saying why there is no plan. Our choice: about a second.
const WORK_OF_EXPLAINING: u64 = 1 << 24;

/// The part of the time for the search if its failure is to be explained. Our choice.
const SHARE_OF_SEARCH: f64 = 0.9;

/// How far the tasks can be followed, and what is in the way there.
fn why_not(
    problem: &HtnProblem,
    limits: PlanningLimits<'_>,
    stop: &dyn Fn() -> bool,
) -> Result<Option<String>, Failure> {
    let limits = PlanningLimits { work: WORK_OF_EXPLAINING, stop: Some(stop), ..limits };
    let obstacle = explain(problem, &limits).map_err(Failure::input)?;
    Ok(obstacle.map(|obstacle| obstacle.describe(problem)))
}

fn tell(
    arguments: &Arguments,
    console: &mut Console,
    problem: &HtnProblem,
    answer: &PlanningAnswer,
) -> Result<(), Failure> {
    let PlanningAnswer::Plan(plan) = answer else { return Ok(()) };
    if arguments.explain {
        write!(console.out(), "{}", tree(problem, plan))?;
    } else if arguments.out.is_none() {
        write!(console.out(), "{}", print_plan(problem, plan))?;
    }
    Ok(())
}

fn summary(answer: &PlanningAnswer, report: &PlanningReport, seconds: f64) -> String {
    match answer {
        PlanningAnswer::Plan(plan) => {
            let way = report.strategy.unwrap_or("no search");
            let proved = if report.cheapest { ", proved to be the cheapest" } else { "" };
            format!("{} steps, cost {}{proved}, {seconds:.2} s, found by {way}", plan.steps.len(), plan.cost)
        }
        PlanningAnswer::Unsolvable => format!("there is no plan ({seconds:.2} s)"),
        PlanningAnswer::GaveUp(stop) => {
            let more = match stop {
                LimitReached::Memory => "; `--memory MIB` allows more",
                LimitReached::Time => "; `--time S` allows more",
                _ => "",
            };
            format!("gave up after {seconds:.2} s: {stop}{more}")
        }
    }
}

/// What `--json` prints.
fn planned(
    problem: &HtnProblem,
    answer: &PlanningAnswer,
    report: &PlanningReport,
    plans: &[FoundPlan],
    seconds: f64,
    why: Option<String>,
) -> Value {
    let plan = if let PlanningAnswer::Plan(plan) = answer { Some(plan) } else { None };
    let name = |(action, objects): (u32, &[u32])| words(problem, TaskId::Action(action), objects);
    let answer = match answer {
        PlanningAnswer::Plan(_) => "plan",
        PlanningAnswer::Unsolvable => "unsolvable",
        _ => "gave up",
    };
    let actions = plan.map(|plan| plan.steps.iter().map(|step| name((step.action, &step.objects))));
    json!({
        "answer": answer, "why": why, "seconds": seconds, "work": report.work, "way": report.strategy,
        "actions": actions.map(Iterator::collect::<Vec<_>>), "cost": plan.map(|plan| plan.cost),
        // Whether the plan is proven to be the cheapest.
        "cheapest": report.cheapest,
        // The plans in the order in which they were found; the last is the answer.
        "found": plans, "plan": plan.map(|plan| print_plan(problem, plan)),
    })
}

fn words(problem: &HtnProblem, task: TaskId, objects: &[u32]) -> String {
    let objects: Vec<&str> = objects.iter().map(|object| problem.object_name(*object)).collect();
    format!("{}({})", problem.task_name(task), objects.join(", "))
}

/// The decomposition of a plan, one task a line, subtasks indented below their task.
fn tree(problem: &HtnProblem, plan: &HtnPlan) -> String {
    let mut text = String::new();
    let mut open: Vec<(PlanPart, usize)> = plan.roots.iter().rev().map(|root| (*root, 0)).collect();
    while let Some((part, depth)) = open.pop() {
        text.push_str(&"  ".repeat(depth));
        match part {
            PlanPart::Step(number) => {
                let Some(step) = plan.steps.get(number as usize) else { continue };
                let step = words(problem, TaskId::Action(step.action), &step.objects);
                text.push_str(&format!("{number}. {step}\n"));
            }
            PlanPart::Decomposition(number) => {
                let Some(one) = plan.decompositions.get(number as usize) else { continue };
                let task = words(problem, TaskId::Compound(one.task), &one.objects);
                let method =
                    problem.methods.get(one.method as usize).map_or("?", |method| method.name.as_str());
                let nothing = if one.parts.is_empty() { " (nothing to do)" } else { "" };
                text.push_str(&format!("{task} by {method}{nothing}\n"));
                open.extend(one.parts.iter().rev().map(|part| (*part, depth + 1)));
            }
        }
    }
    text
}

/// Reads a domain and a problem within limits. If they have errors, these are printed.
pub(crate) fn read(
    domain: &Path,
    problem: &Path,
    limits: &PlanningLimits<'_>,
    console: &mut Console,
) -> Result<Result<HtnProblem, ReadError>, Failure> {
    let texts = texts(domain, problem)?;
    let read = hddl::read_within(&texts[0].text, &texts[1].text, limits);
    if let Err(ReadError::Wrong(flaws)) = &read {
        print(&texts, flaws, console)?;
    }
    Ok(read)
}

/// Prints everything that is wrong with a domain and a problem, or else what is probably not meant.
pub(crate) fn check(domain: &Path, problem: &Path, as_json: bool, console: &mut Console) -> Outcome {
    let texts = texts(domain, problem)?;
    let found = hddl::check(&texts[0].text, &texts[1].text);
    let count = |severity| found.iter().filter(|it| it.diagnostic.severity == severity).count();
    let (errors, warnings) = (count(DiagnosticLevel::Error), count(DiagnosticLevel::Warning));
    if as_json {
        let indices = [LineIndex::new(&texts[0].text), LineIndex::new(&texts[1].text)];
        let placed = |flaw: &FileDiagnostic| {
            let number = usize::from(flaw.file == InputFile::Problem);
            Placed::new(&texts[number], &indices[number], &flaw.diagnostic)
        };
        let problems: Vec<Placed> = found.iter().map(placed).collect();
        console.json(&json!({ "problems": problems, "errors": errors, "warnings": warnings }))?;
    } else {
        print(&texts, &found, console)?;
        console.remark(format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")))?;
    }
    Ok(if errors > 0 { Exit::BadInput } else { Exit::Fine })
}

fn texts(domain: &Path, problem: &Path) -> Result<[SourceText; 2], Failure> {
    Ok([files::read_text(domain)?, files::read_text(problem)?])
}

fn print(texts: &[SourceText; 2], flaws: &[FileDiagnostic], console: &mut Console) -> Result<(), Failure> {
    for (file, text) in [InputFile::Domain, InputFile::Problem].into_iter().zip(texts) {
        let of_file = flaws.iter().filter(|flaw| flaw.file == file);
        show(text, of_file.map(|flaw| &flaw.diagnostic), console)?;
    }
    Ok(())
}
