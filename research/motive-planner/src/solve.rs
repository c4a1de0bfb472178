//! Planning: from a problem to a plan.

use crate::error::{Halt, PlanError};
use crate::ground::GroundProblem;
use crate::ground::reachability::reach;
use crate::lifted::{LiftedSearch, PlanObstacle};
use crate::limits::{LimitReached, PlanningLimits, WorkMeter};
use crate::plan::HtnPlan;
use crate::problem::{HtnProblem, ObjectTypes};
use crate::schema::Schemas;
use crate::search::forward::{EstimateScope, ForwardSearch, SearchOrder, SearchOutcome};
use crate::search::two_ended::TwoEndedSearch;
use crate::search::{record, replay};
use crate::validate::validate;
use crate::verify::verify_within;

/// The result of planning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanningAnswer {
    /// A plan.
    Plan(HtnPlan),
    /// There is no plan, and that is certain.
    Unsolvable,
    /// A limit was reached.
    GaveUp(LimitReached),
}

/// Statistics of planning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanningReport {
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

/// Searches for a plan. Every plan is checked by the verifier, which shares no code with the search, before it is given.
///
/// # Errors
/// If the problem is not well formed.
pub fn solve(
    problem: &HtnProblem,
    limits: &PlanningLimits<'_>,
) -> Result<(PlanningAnswer, PlanningReport), PlanError> {
    validate(problem)?;
    let mut work = WorkMeter::new(limits);
    let (kinds, schemas) = match prepare(problem, &mut work) {
        Ok(prepared) => prepared,
        Err(Halt::Error(error)) => return Err(error),
        Err(Halt::Limit(limit)) => return Ok((PlanningAnswer::GaveUp(limit), PlanningReport::default())),
    };
    let fixed = work.unless_measured(problem.bytes()) + schemas.bytes;
    let mut planner = Planner {
        problem,
        kinds: &kinds,
        schemas: &schemas,
        limits,
        work,
        report: PlanningReport::default(),
        best: None,
        fixed,
    };
    let outcome = planner.plan();
    let Planner { work, mut report, best, .. } = planner;
    report.work = work.spent;
    let answer = match (outcome, best) {
        (Err(Halt::Error(error)), _) => return Err(error),
        (_, Some(plan)) => PlanningAnswer::Plan(plan),
        (Ok(()), None) => PlanningAnswer::Unsolvable,
        (Err(Halt::Limit(stop)), None) => PlanningAnswer::GaveUp(stop),
    };
    Ok((answer, report))
}

/// The types of all objects, and the schemas.
pub(crate) fn prepare(
    problem: &HtnProblem,
    work: &mut WorkMeter<'_>,
) -> Result<(ObjectTypes, Schemas), Halt> {
    work.reserve(work.unless_measured(problem.bytes()));
    work.hold(ObjectTypes::bytes_for(problem))?;
    let kinds = ObjectTypes::of(problem);
    let schemas = Schemas::of(problem, &kinds, work)?;
    Ok((kinds, schemas))
}

/// Planning for one problem.
struct Planner<'a> {
    problem: &'a HtnProblem,
    kinds: &'a ObjectTypes,
    schemas: &'a Schemas,
    limits: &'a PlanningLimits<'a>,
    work: WorkMeter<'a>,
    report: PlanningReport,
    /// The cheapest plan so far.
    best: Option<HtnPlan>,
    /// The memory in bytes of what stays: the problem, also in its grounded form.
    fixed: usize,
}

/// The work of the search without grounding before anything is grounded. Our choice.
const LIFTED_FIRST: u64 = 1 << 23;
/// The work of the first attempt at grounding, while the search without grounding can still continue, and by how much it grows with each
/// attempt. Our choice.
const GROUNDING_FIRST: u64 = 1 << 27;
const GROUNDING_GROWTH: u64 = 4;
/// The work of each strategy in its first turn. Each round doubles it. Our choice.
const FIRST_SHARE: u64 = 1 << 12;
/// The weights of the estimate in successive searches for cheaper plans. Our choice.
const WEIGHTS: [u32; 3] = [3, 2, 1];

impl<'a> Planner<'a> {
    /// Searches for a plan, and for cheaper ones if they are wanted. If there is none after this, none exists.
    fn plan(&mut self) -> Result<(), Halt> {
        let mut lifted = LiftedSearch::new(self.problem, self.kinds, self.schemas);
        let first_share = LIFTED_FIRST.min(self.work.limit() / 4);
        self.go_lifted(&mut lifted, first_share, 0)?;
        if self.is_done() {
            return Ok(());
        }
        let Some(ground) = self.ground(&mut lifted)? else { return Ok(()) };
        self.report.grounded = Some([ground.action_task.len(), ground.method_task.len(), ground.facts.len()]);
        self.fixed += ground.bytes();
        if self.best.is_none() {
            self.search(&ground, &mut lifted)?;
        }
        if self.limits.improve && self.best.is_some() {
            self.improve(&ground)?;
        }
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.best.is_some() && !self.limits.improve
    }

    /// Takes a plan that is cheaper than the best so far, once it is verified.
    fn take(&mut self, plan: HtnPlan) -> Result<(), Halt> {
        // The verifier notes where each part of the plan begins, and when each fact changes.
        self.work.hold_more(plan.bytes())?;
        verify_within(self.problem, self.kinds, &plan, &mut self.work)?;
        if let Some(found) = self.limits.found {
            found(&plan);
        }
        self.best = Some(plan);
        Ok(())
    }

    /// Grounds the problem, in turn with the search without grounding. None if there is no plan, or if that search found one.
    fn ground(&mut self, lifted: &mut Option<LiftedSearch<'a>>) -> Result<Option<GroundProblem>, Halt> {
        let mut share = GROUNDING_FIRST;
        loop {
            self.work.reserve(self.fixed + lifted.as_ref().map_or(0, LiftedSearch::bytes));
            self.work.allow(if lifted.is_some() { share } else { u64::MAX });
            let grounded =
                reach(self.problem, self.kinds, self.schemas, &mut self.work).and_then(|reached| {
                    GroundProblem::new(self.problem, self.kinds, self.schemas, reached, &mut self.work)
                });
            match grounded {
                Ok(ground) => return Ok(ground),
                Err(LimitReached::Work) if !self.work.is_over() => {}
                // A problem that is too large for grounding may still be solved without it.
                Err(LimitReached::Memory) if lifted.is_some() && self.best.is_none() => share = u64::MAX,
                Err(stop) => return Err(stop.into()),
            }
            self.go_lifted(lifted, share, 0)?;
            if self.is_done() {
                return Ok(None);
            }
            if share == u64::MAX {
                return Err(LimitReached::Memory.into());
            }
            share = share.saturating_mul(GROUNDING_GROWTH);
        }
    }

    /// Continues the search without grounding, for this much work, beside other searches that take so many bytes. If it is exhausted, nothing
    /// is known.
    fn go_lifted(
        &mut self,
        lifted: &mut Option<LiftedSearch<'a>>,
        share: u64,
        others: usize,
    ) -> Result<(), Halt> {
        let Some(search) = lifted else { return Ok(()) };
        self.work.allow(share);
        self.work.reserve(self.fixed + others);
        match search.run(&mut self.work) {
            Ok(Some(plan)) => {
                self.report.strategy = Some("depth-first without grounding");
                *lifted = None;
                return self.take(plan);
            }
            Err(LimitReached::Work) if !self.work.is_over() => {}
            Ok(None) | Err(LimitReached::Memory) => *lifted = None,
            Err(stop) => return Err(stop.into()),
        }
        Ok(())
    }

    /// Runs several search strategies in turn, each continuing where it stopped, until one finds a plan or proves that there is none.
    fn search(&mut self, ground: &GroundProblem, lifted: &mut Option<LiftedSearch<'a>>) -> Result<(), Halt> {
        self.work.allow(u64::MAX);
        // Fixing an order of the tasks loses plans, but is much faster where it does not.
        self.work.reserve(self.fixed + lifted.as_ref().map_or(0, LiftedSearch::bytes));
        let in_sequence = if ground.is_partial() { Some(ground.in_sequence(&mut self.work)?) } else { None };
        self.fixed += in_sequence.as_ref().map_or(0, GroundProblem::bytes);
        self.work.reserve(self.fixed + lifted.as_ref().map_or(0, LiftedSearch::bytes));
        let mut strategies = strategies(ground, in_sequence.as_ref(), &mut self.work)?;
        let mut share = FIRST_SHARE;
        while !strategies.is_empty() || lifted.is_some() {
            let mut place = 0;
            while place < strategies.len() {
                let bytes: Vec<usize> = strategies.iter().map(Strategy::bytes).collect();
                let all = bytes.iter().sum::<usize>() + lifted.as_ref().map_or(0, LiftedSearch::bytes);
                self.work.reserve(self.fixed + all - bytes[place]);
                self.work.allow(share);
                let strategy = &mut strategies[place];
                match strategy.run(self.schemas, &mut self.work) {
                    Ok(Some(plan)) => {
                        self.report.strategy = Some(strategy.name);
                        return self.take(plan);
                    }
                    Ok(None) if strategy.is_complete => return Ok(()),
                    Err(LimitReached::Work) if !self.work.is_over() => place += 1,
                    Ok(None) => {
                        strategies.remove(place);
                    }
                    // If the memory is used up, the search that takes the most ends, and the others continue.
                    Err(LimitReached::Memory) => {
                        let largest = largest(&strategies);
                        let size = |search: &LiftedSearch<'_>| search.bytes();
                        if lifted.as_ref().map_or(0, size) > strategies[largest].bytes() {
                            *lifted = None;
                        } else {
                            strategies.remove(largest);
                            place -= usize::from(largest < place);
                        }
                    }
                    Err(stop) => return Err(stop.into()),
                }
            }
            self.go_lifted(lifted, share, strategies.iter().map(Strategy::bytes).sum())?;
            if self.best.is_some() {
                return Ok(());
            }
            share = share.saturating_mul(2);
        }
        Err(LimitReached::Memory.into())
    }

    /// Searches for cheaper plans until a limit is reached or there are none.
    fn improve(&mut self, ground: &GroundProblem) -> Result<(), Halt> {
        self.work.allow(u64::MAX);
        self.work.reserve(self.fixed);
        for weight in WEIGHTS {
            self.work.hold(ForwardSearch::bytes_for(ground, false))?;
            let mut search = ForwardSearch::new(ground, SearchOrder::Weighted(weight));
            loop {
                search.bound = self.best.as_ref().map_or(u32::MAX, |best| best.cost);
                match search.run(&mut self.work) {
                    Ok(SearchOutcome::Path(path, cost)) => {
                        self.take(replay(self.schemas, ground, &path, cost))?;
                        self.report.improved += 1;
                    }
                    // Everything that could be cheaper was searched.
                    Ok(SearchOutcome::Nothing) => {
                        self.report.cheapest = true;
                        return Ok(());
                    }
                    Err(LimitReached::Memory) => break,
                    Err(stop) => return Err(stop.into()),
                }
            }
        }
        Ok(())
    }
}

/// A search with its name, and whether it proves that there is no plan when it is exhausted.
struct Strategy<'g> {
    name: &'static str,
    engine: SearchEngine<'g>,
    is_complete: bool,
}

enum SearchEngine<'g> {
    Forwards(Box<ForwardSearch<'g>>),
    TwoEnded(&'g GroundProblem, TwoEndedSearch<'g>),
}

impl Strategy<'_> {
    /// The approximate size of its search in bytes.
    fn bytes(&self) -> usize {
        match &self.engine {
            SearchEngine::Forwards(search) => search.bytes(),
            SearchEngine::TwoEnded(_, search) => search.bytes(),
        }
    }

    /// Continues the search. Gives a plan, or nothing if the search is exhausted.
    fn run(&mut self, schemas: &Schemas, work: &mut WorkMeter<'_>) -> Result<Option<HtnPlan>, LimitReached> {
        match &mut self.engine {
            SearchEngine::Forwards(search) => Ok(match search.run(work)? {
                SearchOutcome::Path(path, cost) => Some(replay(schemas, search.ground(), &path, cost)),
                SearchOutcome::Nothing => None,
            }),
            SearchEngine::TwoEnded(ground, search) => {
                let found = search.run(work)?;
                Ok(found.map(|it| record(schemas, ground, &it.tasks, &it.moves, it.cost)))
            }
        }
    }
}

/// Which of the strategies takes the most memory.
fn largest(strategies: &[Strategy<'_>]) -> usize {
    (0..strategies.len()).max_by_key(|place| strategies[*place].bytes()).unwrap_or(0)
}

/// The strategies for a problem and, if its tasks are partially ordered, for the same problem with a fixed order. Which ones depends on the
/// order of its tasks, on its effects and on its size.
fn strategies<'g>(
    ground: &'g GroundProblem,
    in_sequence: Option<&'g GroundProblem>,
    work: &mut WorkMeter<'_>,
) -> Result<Vec<Strategy<'g>>, LimitReached> {
    let all_tasks = SearchOrder::Lookahead(EstimateScope::All);
    let one_task = SearchOrder::Lookahead(EstimateScope::TopTask);
    let in_stages = SearchOrder::Lookahead(EstimateScope::TwoStages);
    let mut list = Vec::new();
    if let Some(sequence) = in_sequence {
        list.extend([
            ("depth-first in a fixed order", sequence, SearchOrder::Written, false),
            ("best-first in a fixed order", sequence, SearchOrder::Greedy, false),
            ("lookahead in a fixed order", sequence, all_tasks, false),
            ("lookahead by task in a fixed order", sequence, one_task, false),
            ("lookahead in two stages in a fixed order", sequence, in_stages, false),
        ]);
    }
    list.extend([
        ("depth-first", ground, SearchOrder::Written, true),
        ("best-first", ground, SearchOrder::Greedy, true),
        ("lookahead", ground, all_tasks, true),
    ]);
    list.extend(match in_sequence {
        Some(_) => vec![("weighted best-first", ground, SearchOrder::Weighted(1), true)],
        None => vec![
            ("lookahead by task", ground, one_task, true),
            ("lookahead in two stages", ground, in_stages, true),
        ],
    });
    // Without summaries of tasks the second stage would know nothing more of the first.
    list.retain(|(_, ground, order, _)| *order != in_stages || ground.summaries.are_known());
    // From both ends only where tasks can be interleaved: it looks at all that is left in every step.
    let both_ends = match in_sequence {
        Some(_) => TwoEndedSearch::new(ground, work)?,
        None => None,
    };
    let mut strategies = Vec::new();
    let mut bytes = both_ends.as_ref().map_or(0, TwoEndedSearch::bytes);
    for (name, ground, order, is_complete) in list {
        bytes += ForwardSearch::bytes_for(ground, order == in_stages);
        if work.has_room(bytes) {
            let engine = SearchEngine::Forwards(Box::new(ForwardSearch::new(ground, order)));
            strategies.push(Strategy { name, engine, is_complete });
        }
    }
    strategies.extend(both_ends.map(|search| Strategy {
        name: "from both ends",
        engine: SearchEngine::TwoEnded(ground, search),
        is_complete: true,
    }));
    Ok(strategies)
}

/// Says why a problem has no plan: how far its tasks can be decomposed in order, and which condition is in the way there.
///
/// It follows the tasks depth-first within the limits and keeps the furthest point. None if that search finds a plan, or if a condition of
/// the problem is too large for it. Tasks that could be interleaved are done one after the other.
///
/// ```
/// use motive_planner::{PlanningAnswer, PlanningLimits, explain, hddl, solve};
///
/// let domain = "(define (domain doors) (:types door) (:predicates (has-key ?d - door) (open ?d - door))
///     (:task pass :parameters (?d - door))
///     (:method through :parameters (?d - door) :task (pass ?d) :ordered-subtasks (and (unlock ?d)))
///     (:action unlock :parameters (?d - door) :precondition (has-key ?d) :effect (open ?d)))";
/// let text = "(define (problem two) (:domain doors) (:objects front back - door)
///     (:htn :ordered-subtasks (and (pass front) (pass back))) (:init (has-key front)))";
///
/// let problem = hddl::read(domain, text).map_err(|mistakes| format!("{mistakes:?}"))?;
/// assert_eq!(solve(&problem, &PlanningLimits::default())?.0, PlanningAnswer::Unsolvable);
/// let obstacle = explain(&problem, &PlanningLimits::default())?.ok_or("there is no plan")?;
/// assert_eq!(
///     obstacle.describe(&problem),
///     "at the start, the root tasks cannot be begun\n  \
///      it needs `has-key(back)`, which no action can bring about"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the problem is not well formed.
pub fn explain(problem: &HtnProblem, limits: &PlanningLimits<'_>) -> Result<Option<PlanObstacle>, PlanError> {
    validate(problem)?;
    let mut work = WorkMeter::new(limits);
    let (kinds, schemas) = match prepare(problem, &mut work) {
        Ok(prepared) => prepared,
        Err(Halt::Error(error)) => return Err(error),
        Err(Halt::Limit(_)) => return Ok(None),
    };
    work.reserve(work.unless_measured(problem.bytes()) + schemas.bytes);
    let Some(mut search) = LiftedSearch::new(problem, &kinds, &schemas) else { return Ok(None) };
    search.explain();
    let found = search.run(&mut work);
    Ok(if matches!(found, Ok(Some(_))) { None } else { search.obstacle() })
}
