//! Random small problems, compared with a planner that writes out everything: the same problems are solvable, the costs of cheapest plans
//! agree, and every plan is valid.
//!
//! `MOTIVE_RANDOM_PROBLEMS=20000 cargo test -p motive-planner --test random` compares more of them, and with `MOTIVE_RANDOM_FIRST=1000000`
//! others.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue fails")]

mod exhaustive;
mod generate;
mod valid;

use exhaustive::{Exhausted, exhaust};
use generate::{SubtaskOrder, generate};
use motive_planner::{HtnPlan, PlanPart, PlanningAnswer, PlanningLimits, solve, verify};
use valid::is_valid;

/// How deep decompositions of recursive problems are written out.
const RECURSIVE_DEPTH: usize = 4;

fn count() -> u64 {
    number("MOTIVE_RANDOM_PROBLEMS").unwrap_or(400)
}

fn first_seed() -> u64 {
    number("MOTIVE_RANDOM_FIRST").unwrap_or(0)
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Compares the planner with the exhaustive one. Gives how many problems were solvable, unsolvable, and left out.
fn compare(shape: SubtaskOrder) -> [u64; 3] {
    // A recursive problem without a plan takes all the work that is allowed, so there are fewer of them.
    let count = if shape.recursive { count() / 4 } else { count() };
    let mut kinds = [0; 3];
    let mut compared = 0;
    for seed in first_seed().. {
        if compared == count {
            break;
        }
        let problem = generate(seed, shape);
        let depth = if shape.recursive { RECURSIVE_DEPTH } else { 8 };
        let expected = exhaust(&problem, depth);
        if expected == Exhausted::TooLarge {
            kinds[2] += 1;
            continue;
        }
        compared += 1;
        for improve in [false, true] {
            let limits =
                PlanningLimits { work: 200_000, memory: 1 << 26, improve, ..PlanningLimits::default() };
            let (answer, report) = solve(&problem, &limits)
                .unwrap_or_else(|error| panic!("{shape:?}, seed {seed}: {error}\n{problem:#?}"));
            let what = format!(
                "{shape:?}, seed {seed}, {answer:?}, {report:?}, expected {expected:?}\n{problem:#?}"
            );
            match (&answer, expected) {
                (PlanningAnswer::Plan(plan), _) => {
                    verify(&problem, plan).unwrap_or_else(|fault| panic!("{fault}: {what}"));
                    match expected {
                        Exhausted::Cheapest(cost) => {
                            assert!(plan.cost >= cost || shape.recursive, "{what}");
                            assert!(!report.cheapest || plan.cost <= cost, "{what}");
                        }
                        // Only a plan that goes deeper than the exhaustive planner looked.
                        _ => assert_eq!(expected, Exhausted::NoPlan { cut: true }, "{what}"),
                    }
                }
                (PlanningAnswer::Unsolvable, _) => {
                    assert!(matches!(expected, Exhausted::NoPlan { .. }), "{what}");
                }
                // The search space of a recursive problem may be infinite; that of any other is not.
                _ => assert!(shape.recursive && matches!(expected, Exhausted::NoPlan { .. }), "{what}"),
            }
        }
        kinds[usize::from(matches!(expected, Exhausted::NoPlan { .. }))] += 1;
    }
    // Neither kind is rare, or the comparison would show little.
    assert!(kinds[0] * 10 > count && kinds[1] * 10 > count, "{kinds:?}");
    kinds
}

#[test]
fn totally_ordered_problems_agree_with_the_exhaustive_planner() {
    compare(SubtaskOrder { partial: false, recursive: false });
}

#[test]
fn partially_ordered_problems_agree_with_the_exhaustive_planner() {
    compare(SubtaskOrder { partial: true, recursive: false });
}

#[test]
fn recursive_problems_agree_with_the_exhaustive_planner() {
    compare(SubtaskOrder { partial: false, recursive: true });
    compare(SubtaskOrder { partial: true, recursive: true });
}

/// The plan with two neighbouring steps exchanged, in the order of execution and nowhere else.
fn exchanged(plan: &HtnPlan, first: u32) -> HtnPlan {
    let mut plan = plan.clone();
    plan.steps.swap(first as usize, first as usize + 1);
    let parts = plan.decompositions.iter_mut().flat_map(|one| &mut one.parts);
    for part in parts.chain(&mut plan.roots) {
        match part {
            PlanPart::Step(step) if *step == first => *step += 1,
            PlanPart::Step(step) if *step == first + 1 => *step -= 1,
            _ => {}
        }
    }
    plan
}

/// Plans and plans with exchanged steps: what the verifier accepts can be executed, and what it refuses cannot.
#[test]
fn the_verifier_agrees_with_trying_every_order() {
    let (mut valid, mut wrong) = (0, 0);
    for seed in first_seed()..first_seed() + count() * 4 {
        let problem = generate(seed, SubtaskOrder { partial: true, recursive: false });
        let limits = PlanningLimits { work: 20_000, ..PlanningLimits::default() };
        let Ok((PlanningAnswer::Plan(plan), _)) = solve(&problem, &limits) else { continue };
        if plan.steps.len() + plan.decompositions.len() > 20 {
            continue;
        }
        for first in 0..plan.steps.len().saturating_sub(1) as u32 {
            let changed = exchanged(&plan, first);
            let (verified, expected) = (verify(&problem, &changed), is_valid(&problem, &changed));
            assert_eq!(verified.is_ok(), expected, "seed {seed}: {verified:?}\n{changed:#?}\n{problem:#?}");
            if expected {
                valid += 1;
            } else {
                wrong += 1;
            }
        }
    }
    assert!(valid > 20 && wrong > 20, "{valid} valid, {wrong} wrong");
}
