//! HDDL: planning domains and problems as the International Planning Competition writes them.
//!
//! [`read`] turns a domain and a problem into the library's planning form, or says everything that is wrong with them, each with its
//! place; [`check`] also warns of what is probably not meant. [`print_plan`] and [`read_plan`] are the competition's plan format.
//!
//! Understood: types (also `either`), constants, predicates, actions with conditional and quantified effects, compound tasks, methods with
//! ordered and partially ordered subtasks, method preconditions, constraints (`=`, `sortof`), all connectives and quantifiers in
//! conditions, negative conditions, equality, goals, and costs by `(increase (total-cost) ...)`.

mod build;
mod conditions;
mod names;
mod networks;
mod plan;
mod requirements;
pub(crate) mod s_expr;
mod types;
mod warnings;

pub use plan::{PlanFormatError, WrittenPlan, WrittenTask, print_plan, read_plan};

use crate::Problem;
use motive_diagnostics::Diagnostic;

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
pub fn read(domain: &str, problem: &str) -> Result<Problem, Vec<FileDiagnostic>> {
    read_trees(domain, problem).map(|(builder, _)| builder.problem)
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
#[must_use]
pub fn check(domain: &str, problem: &str) -> Vec<FileDiagnostic> {
    match read_trees(domain, problem) {
        Ok((builder, [domain, problem])) => warnings::warnings(&builder, &domain, &problem),
        Err(flaws) => flaws,
    }
}

type ReadTrees = (build::ProblemBuilder, [s_expr::SExpr; 2]);

fn read_trees(domain: &str, problem: &str) -> Result<ReadTrees, Vec<FileDiagnostic>> {
    let (domain, problem) = match (s_expr::read(domain), s_expr::read(problem)) {
        (Ok(domain), Ok(problem)) => (domain, problem),
        (domain, problem) => {
            let flaw = |file, result: Result<s_expr::SExpr, Box<Diagnostic>>| {
                result.err().map(|diagnostic| FileDiagnostic { file, diagnostic: *diagnostic })
            };
            let flaws = [flaw(InputFile::Domain, domain), flaw(InputFile::Problem, problem)];
            return Err(flaws.into_iter().flatten().collect());
        }
    };
    let what = |file: &s_expr::SExpr| file.list().and_then(|list| list.get(1)).and_then(s_expr::SExpr::head);
    if what(&domain).as_deref() == Some("problem") && what(&problem).as_deref() == Some("domain") {
        let exchanged =
            Diagnostic::error("exchanged", 0..0, "this is the problem, and the other file is the domain")
                .with_help("give the domain first");
        return Err(vec![FileDiagnostic { file: InputFile::Domain, diagnostic: exchanged }]);
    }
    let mut builder = build::ProblemBuilder::default();
    builder.build(&domain, &problem);
    if builder.flaws.is_empty() { Ok((builder, [domain, problem])) } else { Err(builder.flaws) }
}
