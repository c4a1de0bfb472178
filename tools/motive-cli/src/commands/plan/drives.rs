//! A plan for drives: its steps, its utility, and the plans that were considered.

use super::{Arguments, CpuClock, PlanSource, numbered, search_svg};
use crate::console::{Console, Exit, Outcome};
use crate::files;
use crate::text::counted;
use motive::drives::{
    Considered, Domain, DriveStates, PlanFor, PlanSearch, PlanStatus, SearchCounts, SearchProgress,
    Termination,
};
use motive::kernel::Budget;
use serde::Serialize;
use std::fmt::Write as _;

/// How much work is done before the clock is checked again.
const SLICE: u64 = 50_000;
/// How many plans an explanation lists.
const MOST_TOLD: usize = 100;

/// What `--json` prints.
#[derive(Serialize)]
pub(super) struct DrivesReport {
    answer: &'static str,
    steps: Vec<String>,
    /// The utility of the current situation.
    now: f64,
    /// The utility at the end of the plan.
    utility: Option<f64>,
    seconds: Option<f64>,
    drives: Vec<DriveReport>,
    seeds: u32,
    expanded: u32,
    generated: u32,
    filtered: u32,
    repeated: u32,
    cut: u32,
    considered: Vec<ConsideredPlan>,
}

/// A drive before and after.
#[derive(Serialize)]
struct DriveReport {
    name: String,
    now: f64,
    then: Option<f64>,
}

/// A plan that was considered.
#[derive(Serialize)]
pub(super) struct ConsideredPlan {
    pub(super) number: usize,
    pub(super) from: usize,
    pub(super) steps: Vec<String>,
    pub(super) utility: f64,
    pub(super) rating: f64,
    pub(super) drives: Vec<f64>,
    pub(super) standing: &'static str,
    /// Why it was not chosen; none if it was.
    pub(super) why_not: Option<String>,
}

/// Plans for the drives of a mind.
pub(super) fn run(
    plan: &PlanFor,
    source: &PlanSource,
    arguments: &Arguments,
    console: &mut Console,
) -> Outcome {
    let domain = plan.domain();
    let mut urges = DriveStates::new(domain);
    urges.update(domain, &source.memory);
    let (clock, mut search) = (CpuClock::new(arguments), PlanSearch::new());
    let progress = loop {
        let progress = search.run(domain, &urges, &source.memory, &mut Budget::new(SLICE));
        if progress != SearchProgress::Unfinished || clock.is_over() {
            break progress;
        }
    };
    let told = told(domain, &urges, source, &search, &progress);
    if let Some(file) = &arguments.svg {
        files::write(file, &search_svg::svg(&told.considered))?;
    }
    if arguments.json {
        console.json(&told)?;
    } else {
        let text = if arguments.explain { explained(&told) } else { plan_text(&told) };
        arguments.put_out(&text, console)?;
        console.remark(summary(&told, search.counts(), clock.seconds()))?;
    }
    Ok(match progress {
        SearchProgress::Found(_) => Exit::Fine,
        SearchProgress::Nothing if search.counts().termination == Termination::Exhausted => Exit::Failed,
        _ => Exit::GaveUp,
    })
}

fn told(
    domain: &Domain,
    urges: &DriveStates,
    source: &PlanSource,
    search: &PlanSearch,
    progress: &SearchProgress,
) -> DrivesReport {
    let plan = if let SearchProgress::Found(plan) = progress { Some(plan) } else { None };
    let considered = search.considered(domain);
    let steps = plan.map_or_else(Vec::new, |plan| plan.display(domain));
    let chosen = considered.iter().find(|one| {
        plan.is_some_and(|plan| one.steps == plan.steps) && one.standing != PlanStatus::Developed
    });
    let part = |at: usize| chosen.and_then(|one| one.parts.get(at).copied()).filter(|part| !part.is_nan());
    let drives = domain.drive_names().zip(urges.drives()).enumerate().map(|(at, (name, urge))| DriveReport {
        name: name.to_owned(),
        now: urge.satisfaction,
        then: part(at),
    });
    let now = urges.utility(domain, &source.memory);
    let best = chosen.map_or(f64::NAN, |one| one.rating);
    let SearchCounts { seeds, expansions, generated, filtered, repeated, cut, .. } = search.counts();
    DrivesReport {
        answer: match (progress, search.counts().termination) {
            (SearchProgress::Found(_), _) => "plan",
            (SearchProgress::Nothing, Termination::Exhausted) => "nothing worth doing",
            _ => "gave up",
        },
        steps,
        now,
        utility: plan.map(|plan| plan.utility),
        seconds: plan.map(|plan| plan.seconds),
        drives: drives.collect(),
        seeds,
        expanded: expansions,
        generated,
        filtered,
        repeated,
        cut,
        considered: considered
            .iter()
            .map(|one| plan_report(one, domain, chosen.map(|chosen| chosen.number), best, now, &considered))
            .collect(),
    }
}

fn plan_report(
    one: &Considered,
    domain: &Domain,
    chosen: Option<usize>,
    best: f64,
    now: f64,
    all: &[Considered],
) -> ConsideredPlan {
    let is_chosen = chosen == Some(one.number);
    ConsideredPlan {
        number: one.number,
        from: one.from,
        steps: one.steps.iter().map(|step| step.display(domain)).collect(),
        utility: one.utility,
        rating: one.rating,
        drives: one.parts.clone(),
        standing: match one.standing {
            _ if is_chosen => "chosen",
            PlanStatus::Developed => "developed",
            PlanStatus::Lethal => "lethal",
            PlanStatus::Useless => "useless",
            _ => "waiting",
        },
        why_not: (!is_chosen).then(|| why_not(one, domain, best, now, all)),
    }
}

/// Why a plan was not chosen, in a clause.
fn why_not(one: &Considered, domain: &Domain, best: f64, now: f64, all: &[Considered]) -> String {
    let unmet = one.unmet.as_ref().map(|(step, need)| format!("{} needs {need}", step.display(domain)));
    match (one.standing, unmet) {
        (PlanStatus::Lethal, _) => "it would end in death".to_owned(),
        (PlanStatus::Useless, _) => format!("it is no better than doing nothing ({now:.4})"),
        (PlanStatus::Developed, Some(unmet)) => {
            let made = all.iter().filter(|other| other.from == one.number).count();
            match made {
                0 => format!("{unmet}, which no action achieves"),
                1 => format!("{unmet}; one plan extends it"),
                _ => format!("{unmet}; {made} plans extend it"),
            }
        }
        (_, Some(unmet)) => format!("{unmet}, and its rating is lower ({:.4} against {best:.4})", one.rating),
        (_, None) => format!("its rating is no higher ({:.4} against {best:.4})", one.rating),
    }
}

/// The plan: its steps, and each drive before and after.
fn plan_text(told: &DrivesReport) -> String {
    // Writing to a string cannot fail.
    let mut text = numbered(&told.steps);
    if told.steps.is_empty() {
        text.push_str("Nothing is worth doing.\n");
    }
    let width = told.drives.iter().map(|drive| drive.name.chars().count()).max().unwrap_or(0).max(7);
    let row = |text: &mut String, name: &str, now: f64, then: Option<f64>| {
        let then = then.map_or_else(String::new, |then| format!(" → {then:.4}"));
        let _ = writeln!(text, "  {name:<width$}  {now:.4}{then}");
    };
    text.push('\n');
    row(&mut text, "utility", told.now, told.utility);
    for drive in &told.drives {
        row(&mut text, &drive.name, drive.now, drive.then);
    }
    text
}

/// The plan, and the others that were considered and why they were not chosen, the best first.
fn explained(told: &DrivesReport) -> String {
    let mut text = plan_text(told);
    let mut others: Vec<&ConsideredPlan> =
        told.considered.iter().filter(|one| one.why_not.is_some()).collect();
    others.sort_by(|a, b| b.rating.total_cmp(&a.rating).then(a.number.cmp(&b.number)));
    let _ = writeln!(text, "\nOther plans that were considered, the best first:");
    for one in others.iter().take(MOST_TOLD) {
        let why = one.why_not.as_deref().unwrap_or_default();
        let _ = writeln!(text, "  {:.4}  {}\n          not chosen: {why}", one.utility, one.steps.join(", "));
    }
    if others.is_empty() {
        let _ = writeln!(text, "  nothing");
    }
    if others.len() > MOST_TOLD {
        let _ = writeln!(text, "  and {} more", others.len() - MOST_TOLD);
    }
    text
}

fn summary(told: &DrivesReport, counts: SearchCounts, seconds: f64) -> String {
    let answer = match told.steps.len() {
        0 => told.answer.to_owned(),
        steps => counted(steps, "step"),
    };
    let SearchCounts { expansions, generated, filtered, repeated, cut, .. } = counts;
    let discarded = filtered + repeated + cut;
    format!(
        "{answer} ({expansions} plans expanded of {generated} simulated, {discarded} discarded, {seconds:.3} s)"
    )
}
