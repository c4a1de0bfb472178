//! Why there is no plan.

use super::error::{Halt, PlanError};
use super::lifted::{LiftedSearch, Obstacle};
use super::limits::{Limits, WorkMeter};
use super::problem::Problem;
use super::solve::prepare;
use super::validate::validate;

/// Says why a problem has no plan: how far its tasks can be decomposed in order, and which condition is in the way there.
///
/// It follows the tasks depth-first within the limits and keeps the furthest point. None if that search finds a plan, or if a condition of
/// the problem is too large for it. Tasks that could be interleaved are done one after the other.
///
/// ```
/// use motive_planner::{Answer, Limits, explain, hddl, solve};
///
/// let domain = "(define (domain doors) (:types door) (:predicates (has-key ?d - door) (open ?d - door))
///     (:task pass :parameters (?d - door))
///     (:method through :parameters (?d - door) :task (pass ?d) :ordered-subtasks (and (unlock ?d)))
///     (:action unlock :parameters (?d - door) :precondition (has-key ?d) :effect (open ?d)))";
/// let text = "(define (problem two) (:domain doors) (:objects front back - door)
///     (:htn :ordered-subtasks (and (pass front) (pass back))) (:init (has-key front)))";
///
/// let problem = hddl::read(domain, text).map_err(|mistakes| format!("{mistakes:?}"))?;
/// assert_eq!(solve(&problem, &Limits::default())?.0, Answer::Unsolvable);
/// let obstacle = explain(&problem, &Limits::default())?.ok_or("there is no plan")?;
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
pub fn explain(problem: &Problem, limits: &Limits<'_>) -> Result<Option<Obstacle>, PlanError> {
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
