//! Planning: from a problem to a plan.

use super::error::PlanError;
use super::ground_problem::GroundProblem;
use super::lifted::LiftedSearch;
use super::limits::{Limits, StopReason, WorkMeter};
use super::object_types::ObjectTypes;
use super::plan::{ChoicePath, Plan, replay};
use super::problem::Problem;
use super::reachability::reach;
use super::schema::Schemas;
use super::search::{Search, SearchOrder, SearchOutcome};
use super::static_preconditions::pull_up;
use super::validate::validate;
use super::verify::verify_valid;

/// The result of planning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// A plan.
    Plan(Plan),
    /// There is no plan, and that is certain.
    Unsolvable,
    /// A limit was reached.
    GaveUp(StopReason),
}

/// Statistics of planning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The work that was done.
    pub work: u64,
    /// The number of actions, methods and facts after grounding; none if nothing was grounded.
    pub grounded: Option<[usize; 3]>,
    /// The number of cheaper plans found after the first.
    pub improved: u32,
    /// Whether the plan is proven to be the cheapest.
    pub cheapest: bool,
    /// The search strategy that found the plan.
    pub strategy: Option<&'static str>,
}

/// Searches for a plan.
///
/// # Errors
/// If the problem is not well formed.
pub fn solve(problem: &Problem, limits: &Limits<'_>) -> Result<(Answer, Report), PlanError> {
    validate(problem)?;
    let mut work = WorkMeter::new(limits);
    let mut report = Report::default();
    let kinds = ObjectTypes::of(problem);
    let mut schemas = Schemas::of(problem, &kinds)?;
    pull_up(&mut schemas, problem);
    let answer = match attempt(problem, &kinds, &schemas, &mut work, &mut report) {
        Ok(Some(plan)) => {
            verify_valid(problem, &kinds, &plan).map_err(|fault| PlanError::InvalidPlan(Box::new(fault)))?;
            Answer::Plan(plan)
        }
        Ok(None) => Answer::Unsolvable,
        Err(stop) => Answer::GaveUp(stop),
    };
    report.work = work.spent;
    Ok((answer, report))
}

fn attempt(
    problem: &Problem,
    kinds: &ObjectTypes,
    schemas: &Schemas,
    work: &mut WorkMeter<'_>,
    report: &mut Report,
) -> Result<Option<Plan>, StopReason> {
    // The cheapest plan needs the grounded problem anyway.
    let mut lifted = if work.improve() { None } else { LiftedSearch::new(problem, kinds, schemas) };
    let first_share = LIFTED_FIRST.min(work.limit() / 4);
    if let Some(plan) = go_lifted(&mut lifted, first_share, work, report)? {
        return Ok(Some(plan));
    }
    work.allow(u64::MAX);
    let grounded = reach(problem, kinds, schemas, work)
        .and_then(|reached| GroundProblem::new(problem, kinds, schemas, reached, work));
    let ground = match grounded {
        Ok(Some(ground)) => ground,
        Ok(None) => return Ok(None),
        // A problem that is too large for grounding may still be solved without it.
        Err(StopReason::Memory) if lifted.is_some() => {
            let found = go_lifted(&mut lifted, u64::MAX, work, report)?;
            return found.map(Some).ok_or(StopReason::Memory);
        }
        Err(stop) => return Err(stop),
    };
    report.grounded = Some([ground.action_task.len(), ground.method_task.len(), ground.facts.len()]);
    let mut best = match search(&ground, &mut lifted, work, report)? {
        PortfolioOutcome::ChoicePath(best) => best,
        PortfolioOutcome::Plan(plan) => return Ok(Some(plan)),
        PortfolioOutcome::Nothing => return Ok(None),
    };
    if work.improve() {
        improve(&ground, work, report, &mut best);
    }
    Ok(Some(replay(problem, schemas, &ground, &best)))
}

/// The work before grounding. Our choice.
const LIFTED_FIRST: u64 = 1 << 23;

/// Continues the search without grounding, for this much work. If it is exhausted, nothing is known.
fn go_lifted(
    lifted: &mut Option<LiftedSearch<'_>>,
    share: u64,
    work: &mut WorkMeter<'_>,
    report: &mut Report,
) -> Result<Option<Plan>, StopReason> {
    let Some(search) = lifted else { return Ok(None) };
    work.allow(share);
    match search.run(work) {
        Ok(Some(plan)) => {
            report.strategy = Some("depth-first without grounding");
            return Ok(Some(plan));
        }
        Err(StopReason::WorkMeter) if !work.is_over() => {}
        Ok(None) | Err(StopReason::Memory) => *lifted = None,
        Err(stop) => return Err(stop),
    }
    Ok(None)
}

/// The result of the grounded searches.
enum PortfolioOutcome {
    ChoicePath(ChoicePath),
    Plan(Plan),
    Nothing,
}

/// The weights of the estimate in successive searches for cheaper plans. Our choice.
const WEIGHTS: [u32; 3] = [3, 2, 1];

/// Searches for cheaper plans until a limit is reached or there are none.
fn improve(ground: &GroundProblem, work: &mut WorkMeter<'_>, report: &mut Report, best: &mut ChoicePath) {
    work.allow(u64::MAX);
    for weight in WEIGHTS {
        let mut search = Search::new(ground, SearchOrder::Best { weight, late: false });
        loop {
            search.bound = best.cost;
            match search.run(work) {
                Ok(SearchOutcome::Path(path, cost)) => {
                    *best = ChoicePath { path, cost, serial: false };
                    report.improved += 1;
                }
                // Everything that could be cheaper was searched.
                Ok(SearchOutcome::Nothing) => {
                    report.cheapest = true;
                    return;
                }
                Err(StopReason::Memory) => break,
                Err(_) => return,
            }
        }
    }
}

/// The work of each strategy in its first turn. Each round doubles it. Our choice.
const FIRST_SHARE: u64 = 1 << 18;

/// Runs several search strategies in turn, each continuing where it stopped, until one finds a plan or is exhausted.
fn search(
    ground: &GroundProblem,
    lifted: &mut Option<LiftedSearch<'_>>,
    work: &mut WorkMeter<'_>,
    report: &mut Report,
) -> Result<PortfolioOutcome, StopReason> {
    let mut strategies = vec![
        ("depth-first", Search::new(ground, SearchOrder::Written)),
        ("best-first", Search::new(ground, SearchOrder::Best { weight: 0, late: false })),
        ("lazy best-first", Search::new(ground, SearchOrder::Best { weight: 0, late: true })),
    ];
    if ground.is_partial() {
        let one_by_one = |order| Search::new(ground, order).serial();
        strategies.insert(0, ("depth-first without interleaving", one_by_one(SearchOrder::Written)));
        let nearest = one_by_one(SearchOrder::Best { weight: 0, late: false });
        strategies.push(("best-first without interleaving", nearest));
    }
    let (mut share, mut full) = (FIRST_SHARE, vec![false; strategies.len()]);
    loop {
        for ((name, search), full) in strategies.iter_mut().zip(&mut full) {
            if *full {
                continue;
            }
            work.allow(share);
            match search.run(work) {
                Ok(SearchOutcome::Path(path, cost)) => {
                    report.strategy = Some(name);
                    return Ok(PortfolioOutcome::ChoicePath(ChoicePath {
                        path,
                        cost,
                        serial: search.is_serial(),
                    }));
                }
                // A search without interleaving that is exhausted proves nothing.
                Ok(SearchOutcome::Nothing) if search.is_serial() => {
                    *full = true;
                    search.clear();
                }
                Ok(SearchOutcome::Nothing) => return Ok(PortfolioOutcome::Nothing),
                Err(StopReason::WorkMeter) if !work.is_over() => {}
                // If one strategy uses up its share of memory, the others continue.
                Err(StopReason::Memory) => {
                    *full = true;
                    search.clear();
                }
                Err(stop) => return Err(stop),
            }
        }
        if let Some(plan) = go_lifted(lifted, share, work, report)? {
            return Ok(PortfolioOutcome::Plan(plan));
        }
        if full.iter().all(|full| *full) && lifted.is_none() {
            return Err(StopReason::Memory);
        }
        share *= 2;
    }
}
