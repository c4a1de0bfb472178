//! Planning: from a problem to a plan.

use super::error::PlanError;
use super::form::Problem;
use super::ground::Ground;
use super::kinds::Kinds;
use super::pull::pull_up;
use super::reach::reach;
use super::schema::Schemas;
use super::search::{Found, Order, Search, WAYS};
use super::solution::{Plan, replay};
use super::validate::validate;
use super::work::{Limits, Stop, Work};

/// What planning came to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// A plan.
    Plan(Plan),
    /// There is no plan, and that is certain.
    Unsolvable,
    /// It was given up.
    GaveUp(Stop),
}

/// How planning went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// How much work was done.
    pub work: u64,
    /// How many actions, methods and facts are left after grounding; none if it was not grounded.
    pub grounded: Option<[usize; 3]>,
    /// How often a cheaper plan was found after the first.
    pub improved: u32,
    /// Whether it is certain that no plan is cheaper.
    pub cheapest: bool,
    /// Which way of searching found the plan.
    pub way: Option<&'static str>,
}

/// Plans.
///
/// # Errors
/// If the problem is not well formed.
pub fn solve(problem: &Problem, limits: &Limits<'_>) -> Result<(Answer, Report), PlanError> {
    validate(problem)?;
    let mut work = Work::new(limits);
    let mut report = Report::default();
    let kinds = Kinds::of(problem);
    let mut schemas = Schemas::of(problem, &kinds)?;
    pull_up(&mut schemas, problem);
    let answer = match attempt(problem, &kinds, &schemas, &mut work, &mut report) {
        Ok(Some(plan)) => Answer::Plan(plan),
        Ok(None) => Answer::Unsolvable,
        Err(stop) => Answer::GaveUp(stop),
    };
    report.work = work.spent;
    Ok((answer, report))
}

fn attempt(
    problem: &Problem,
    kinds: &Kinds,
    schemas: &Schemas,
    work: &mut Work<'_>,
    report: &mut Report,
) -> Result<Option<Plan>, Stop> {
    let reached = reach(problem, kinds, schemas, work)?;
    let Some(ground) = Ground::new(problem, kinds, schemas, reached, work)? else { return Ok(None) };
    report.grounded = Some([ground.action_task.len(), ground.method_task.len(), ground.facts.len()]);
    let Some(mut best) = search(&ground, work, report)? else { return Ok(None) };
    if work.improve() {
        improve(&ground, work, report, &mut best);
    }
    let (path, cost) = best;
    Ok(Some(replay(problem, schemas, &ground, &path, cost)))
}

/// How much the estimate outweighs the cost so far, in one search for cheaper plans after the other. Ours.
const WEIGHTS: [u32; 3] = [3, 2, 1];

/// Looks for cheaper plans until the limits are reached or there are none.
fn improve(ground: &Ground, work: &mut Work<'_>, report: &mut Report, best: &mut Way) {
    work.allow(u64::MAX);
    for weight in WEIGHTS {
        let mut search = Search::new(ground, Order::Best { weight, late: false });
        loop {
            search.bound = best.1;
            match search.run(work) {
                Ok(Found::Path(path, cost)) => {
                    *best = (path, cost);
                    report.improved += 1;
                }
                // Everything that could be cheaper has been looked at.
                Ok(Found::Nothing) => {
                    report.cheapest = true;
                    return;
                }
                Err(Stop::Memory) => break,
                Err(_) => return,
            }
        }
    }
}

/// How much work each way of searching gets in its first turn. Each round doubles it; ours.
const FIRST_SHARE: u64 = 1 << 18;

type Way = (Vec<(u32, u32)>, u32);

/// Searches in several ways in turn, each going on where it stopped, until one finds a plan or there is nothing left to look at.
fn search(ground: &Ground, work: &mut Work<'_>, report: &mut Report) -> Result<Option<Way>, Stop> {
    let mut ways = [
        ("methods as written", Search::new(ground, Order::Written)),
        ("nearest first", Search::new(ground, Order::Best { weight: 0, late: false })),
        ("nearest first, judged late", Search::new(ground, Order::Best { weight: 0, late: true })),
    ];
    let (mut share, mut full) = (FIRST_SHARE, [false; WAYS]);
    loop {
        for ((name, search), full) in ways.iter_mut().zip(&mut full) {
            if *full {
                continue;
            }
            work.allow(share);
            match search.run(work) {
                Ok(Found::Path(path, cost)) => {
                    report.way = Some(name);
                    return Ok(Some((path, cost)));
                }
                Ok(Found::Nothing) => return Ok(None),
                Err(Stop::Work) if !work.is_over() => {}
                // One way that fills its part of the memory leaves the others to go on.
                Err(Stop::Memory) => {
                    *full = true;
                    search.clear();
                }
                Err(stop) => return Err(stop),
            }
        }
        if full.iter().all(|full| *full) {
            return Err(Stop::Memory);
        }
        share *= 2;
    }
}
