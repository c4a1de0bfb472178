//! `motive verify`: checks a plan.

use super::plan::hddl;
use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::minds::show;
use crate::text::counted;
use clap::Args;
use motive_language::diagnostic::{Diagnostic, Span};
use motive_planner::hddl::{WrittenPlan, read_plan};
use motive_planner::{PlanningLimits, verify};
use std::path::PathBuf;

/// Verifies a plan for an HDDL problem, and reports the first wrong step and the reason
///
/// The plan is in the format of the International Planning Competition. The verifier shares no code with the planner.
///
/// Exit code 0: the plan is valid. 1: it is not. 2: the files cannot be used.
///
/// Examples:
///   motive verify --hddl domain.hddl problem.hddl problem.plan
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A domain and a problem in HDDL, and a plan
    #[arg(long, num_args = 3, value_names = ["DOMAIN", "PROBLEM", "PLAN"], required = true)]
    hddl: Vec<PathBuf>,
}

/// Checks a plan.
///
/// # Errors
/// If a file cannot be read.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let [domain, problem, plan] = arguments.hddl.as_slice() else {
        return Err(Failure::input("`--hddl` needs a domain, a problem and a plan"));
    };
    let text = files::read_text(plan)?;
    let limits = PlanningLimits { memory: usize::MAX, ..PlanningLimits::default() };
    let Ok(problem) = hddl::read(domain, problem, &limits, console)? else { return Ok(Exit::BadInput) };
    let (code, span, message) = match read_plan(&text.text) {
        Err(mistake) => (Exit::BadInput, mistake.span, mistake.message),
        Ok(written) => match written.plan(&problem) {
            Err(mistake) => (Exit::Failed, mistake.span, mistake.message),
            Ok(plan) => match verify(&problem, &plan) {
                Ok(()) => {
                    console.say(format_args!("the plan is valid: {}", counted(plan.steps.len(), "step")))?;
                    return Ok(Exit::Fine);
                }
                Err(fault) => (Exit::Failed, place(&written, &fault), fault.to_string()),
            },
        },
    };
    let wrong = Diagnostic::error("plan", span, message);
    show(&text, [wrong].iter(), console)?;
    Ok(code)
}

/// Where in the plan's text a fault is.
fn place(written: &WrittenPlan, fault: &motive_planner::Fault) -> Span {
    use motive_planner::{Fault, PlanPart};
    let task = match fault {
        Fault::Step { step, .. } => written.actions.get(*step),
        Fault::Decomposition { decomposition, .. } => written.decompositions.get(*decomposition),
        Fault::Tree { part: PlanPart::Step(step), .. } => written.actions.get(*step as usize),
        Fault::Tree { part: PlanPart::Decomposition(number), .. } => {
            written.decompositions.get(*number as usize)
        }
        _ => None,
    };
    task.map_or(written.root_span.clone(), |task| task.span.clone())
}
