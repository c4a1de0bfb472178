//! Random small problems, compared with a planner that writes out everything: the same problems are solvable, the costs of cheapest plans
//! agree, and every plan is valid.
//!
//! `MOTIVE_RANDOM_PROBLEMS=20000 cargo test -p motive-planner --test random` compares more of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod exhaustive;
mod generate;

use exhaustive::{Exhausted, exhaust};
use generate::{SubtaskOrder, generate};
use motive_planner::{Answer, Limits, solve, verify};

/// How deep decompositions of recursive problems are written out.
const RECURSIVE_DEPTH: usize = 4;

fn count() -> u64 {
    std::env::var("MOTIVE_RANDOM_PROBLEMS").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

/// Compares the planner with the exhaustive one. Gives how many problems were solvable, unsolvable, and left out.
fn compare(shape: SubtaskOrder) -> [u64; 3] {
    // A recursive problem without a plan takes all the work that is allowed, so there are fewer of them.
    let count = if shape.recursive { count() / 4 } else { count() };
    let mut kinds = [0; 3];
    let mut compared = 0;
    for seed in 0.. {
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
            let limits = Limits { work: 50_000, memory: 1 << 26, improve, ..Limits::default() };
            let (answer, report) = solve(&problem, &limits)
                .unwrap_or_else(|error| panic!("{shape:?}, seed {seed}: {error}\n{problem:#?}"));
            let what = format!(
                "{shape:?}, seed {seed}, {answer:?}, {report:?}, expected {expected:?}\n{problem:#?}"
            );
            match (&answer, expected) {
                (Answer::Plan(plan), _) => {
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
                (Answer::Unsolvable, _) => assert!(matches!(expected, Exhausted::NoPlan { .. }), "{what}"),
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
