//! Any two texts are a planning problem or a list of flaws; planning ends within its limits, and its plans are valid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_planner::hddl::{check, print_plan, read, read_plan};
use motive_planner::{PlanningAnswer, PlanningLimits, explain, solve, verify};

fuzz_target!(|text: &str| {
    let (domain, problem) = text.split_once('\0').unwrap_or((text, text));
    let _ = read_plan(text);
    let _ = check(domain, problem);
    let Ok(problem) = read(domain, problem) else { return };
    let limits = PlanningLimits { work: 100_000, memory: 64 << 20, ..PlanningLimits::default() };
    match solve(&problem, &limits) {
        Ok((PlanningAnswer::Plan(plan), _)) => {
            verify(&problem, &plan).unwrap();
            let written = read_plan(&print_plan(&problem, &plan)).unwrap();
            verify(&problem, &written.plan(&problem).unwrap()).unwrap();
        }
        Ok(_) => {
            let obstacle = explain(&problem, &limits).unwrap();
            let _ = obstacle.map(|obstacle| obstacle.describe(&problem));
        }
        // A plan that is not valid is a defect of the planner.
        Err(error) => assert!(!matches!(error, motive_planner::PlanError::InvalidPlan(_)), "{error}"),
    }
});
