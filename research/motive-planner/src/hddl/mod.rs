//! HDDL: planning domains and problems as the International Planning Competition writes them.
//!
//! [`read`] turns a domain and a problem into the library's planning form, or says everything that is wrong with them, each with its
//! place; [`check`] also warns of what is probably not meant. [`print_plan`] and [`read_plan`] are the competition's plan format.
//!
//! Understood: types (also `either`), constants, predicates, actions with conditional and quantified effects, compound tasks, methods with
//! ordered and partially ordered subtasks, method preconditions, constraints (`=`, `sortof`), all connectives and quantifiers in
//! conditions, negative conditions, equality, goals, and costs by `(increase (total-cost) ...)`.

mod classical;
mod conditions;
mod names;
mod networks;
mod plan_format;
mod reader;
mod s_expr;
mod warnings;

pub use plan_format::{PlanFormatError, WrittenPlan, WrittenTask, print_plan, read_plan};

pub(crate) use classical::read_classical;

use crate::limits::{LimitReached, PlanningLimits, WorkMeter};
use crate::problem::HtnProblem;
use motive_diagnostics::Diagnostic;
use reader::HddlReader;
use s_expr::{ReadStop, SExpr};

/// Which file something is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFile {
    /// The domain.
    Domain,
    /// The problem.
    Problem,
}

/// Something wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDiagnostic {
    /// In which file.
    pub file: InputFile,
    /// What and where.
    pub diagnostic: Diagnostic,
}

/// Reads a domain and a problem.
///
/// # Errors
/// Everything that is wrong with them.
pub fn read(domain: &str, problem: &str) -> Result<HtnProblem, Vec<FileDiagnostic>> {
    let limits = PlanningLimits { memory: usize::MAX, ..PlanningLimits::default() };
    read_trees(domain, problem, &limits).map(|(builder, _)| builder.problem).map_err(ReadError::diagnostics)
}

/// Reads a domain and a problem within limits of memory and time.
///
/// # Errors
/// Everything that is wrong with them, or the limit that was reached.
pub fn read_within(
    domain: &str,
    problem: &str,
    limits: &PlanningLimits<'_>,
) -> Result<HtnProblem, ReadError> {
    read_trees(domain, problem, limits).map(|(builder, _)| builder.problem)
}

/// Why there is no problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// Everything that is wrong with the files.
    Wrong(Vec<FileDiagnostic>),
    /// A limit was reached first.
    Limit(LimitReached),
}

impl ReadError {
    pub(crate) fn diagnostics(self) -> Vec<FileDiagnostic> {
        let limit = match self {
            Self::Wrong(diagnostics) => return diagnostics,
            Self::Limit(limit) => Diagnostic::error("limit", 0..0, limit.to_string()),
        };
        vec![FileDiagnostic { file: InputFile::Domain, diagnostic: limit }]
    }
}

/// Everything that is wrong with a domain and a problem; if nothing is, warnings about what is probably not meant: parameters and
/// predicates that nothing uses, conditions that no fact and no effect makes true, methods and actions that no object fits, tasks without
/// methods, facts about objects of another type, features that `:requirements` does not name.
///
/// ```
/// let domain = "(define (domain d) (:requirements :hierarchy) (:predicates (open))
///     (:task enter :parameters ())
///     (:method m :parameters () :task (enter) :subtasks (walk))
///     (:action walk :parameters () :precondition (open)))";
/// let problem = "(define (problem p) (:domain d) (:htn :subtasks (enter)) (:init))";
/// let [warning] = motive_planner::hddl::check(domain, problem).try_into().map_err(|all| format!("{all:?}"))?;
/// assert_eq!(warning.diagnostic.message, "`open` is asked for, but no fact and no effect makes it true");
/// # Ok::<(), String>(())
/// ```
pub fn check(domain: &str, problem: &str) -> Vec<FileDiagnostic> {
    let limits = PlanningLimits { memory: usize::MAX, ..PlanningLimits::default() };
    match read_trees(domain, problem, &limits) {
        Ok((builder, [domain, problem])) => warnings::warnings(&builder, &domain, &problem),
        Err(error) => error.diagnostics(),
    }
}

/// The lists of both files, or what is wrong with their brackets.
fn read_lists(domain: &str, problem: &str, work: &mut WorkMeter<'_>) -> Result<[SExpr; 2], ReadError> {
    let mut wrong = Vec::new();
    let lists = [(InputFile::Domain, domain), (InputFile::Problem, problem)].map(|(file, text)| {
        s_expr::read(text, work).map_err(|stop| match stop {
            ReadStop::Wrong(diagnostic) => {
                wrong.push(FileDiagnostic { file, diagnostic: *diagnostic });
                None
            }
            ReadStop::Limit(limit) => Some(limit),
        })
    });
    if let Some(limit) = lists.iter().find_map(|list| *list.as_ref().err()?) {
        return Err(ReadError::Limit(limit));
    }
    match lists {
        [Ok(domain), Ok(problem)] => Ok([domain, problem]),
        _ => Err(ReadError::Wrong(wrong)),
    }
}

type ReadTrees<'l> = (HddlReader<'l>, [SExpr; 2]);

fn read_trees<'l>(
    domain: &str,
    problem: &str,
    limits: &'l PlanningLimits<'l>,
) -> Result<ReadTrees<'l>, ReadError> {
    let mut work = WorkMeter::new(limits);
    let [domain, problem] = read_lists(domain, problem, &mut work)?;
    let what = |file: &SExpr| file.list().and_then(|list| list.get(1)).and_then(SExpr::head);
    if what(&domain).as_deref() == Some("problem") && what(&problem).as_deref() == Some("domain") {
        let exchanged =
            Diagnostic::error("exchanged", 0..0, "this is the problem, and the other file is the domain")
                .with_help("give the domain first");
        return Err(ReadError::Wrong(vec![FileDiagnostic {
            file: InputFile::Domain,
            diagnostic: exchanged,
        }]));
    }
    let mut builder = HddlReader::new(work, false);
    builder.build(&domain, &problem);
    match builder.limit {
        Some(limit) => Err(ReadError::Limit(limit)),
        None if builder.flaws.is_empty() => Ok((builder, [domain, problem])),
        None => Err(ReadError::Wrong(builder.flaws)),
    }
}
