//! HDDL: planning domains and problems as the International Planning Competition writes them.
//!
//! [`read`] turns a domain and a problem into the library's planning form, or says everything that is wrong with them, each with its
//! place. [`print_plan`] and [`read_plan`] are the competition's plan format.
//!
//! Understood: types (also `either`), constants, predicates, actions with conditional and quantified effects, compound tasks, methods with
//! ordered and partially ordered subtasks, method preconditions, constraints (`=`, `sortof`), all connectives and quantifiers in
//! conditions, negative conditions, equality, goals, and costs by `(increase (total-cost) ...)`.

mod build;
mod conditions;
mod names;
mod networks;
mod plan;
pub(crate) mod s_expr;
mod types;

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
    let mut builder = build::ProblemBuilder::default();
    match (s_expr::read(domain), s_expr::read(problem)) {
        (Ok(domain), Ok(problem)) => builder.build(&domain, &problem),
        (domain, problem) => {
            let flaw = |file, result: Result<s_expr::SExpr, Box<Diagnostic>>| {
                result.err().map(|diagnostic| FileDiagnostic { file, diagnostic: *diagnostic })
            };
            builder.flaws.extend(flaw(InputFile::Domain, domain));
            builder.flaws.extend(flaw(InputFile::Problem, problem));
        }
    }
    if builder.flaws.is_empty() { Ok(builder.problem) } else { Err(builder.flaws) }
}
