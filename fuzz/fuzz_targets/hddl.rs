//! Any two texts are a planning problem or a list of flaws; planning ends within its limits, and its plans are valid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_planner::{Answer, Limits, solve, verify};
use motive_planner::hddl::{print_plan, read, read_plan};

fuzz_target!(|text: &str| {
    let (domain, problem) = text.split_once('\0').unwrap_or((text, text));
    let _ = read_plan(text);
    let Ok(problem) = read(domain, problem) else { return };
    let limits = Limits { work: 100_000, memory: 64 << 20, ..Limits::default() };
    if let Ok((Answer::Plan(plan), _)) = solve(&problem, &limits) {
        verify(&problem, &plan).unwrap();
        let written = read_plan(&print_plan(&problem, &plan)).unwrap();
        verify(&problem, &written.plan(&problem).unwrap()).unwrap();
    }
});
