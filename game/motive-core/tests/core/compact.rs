//! Plans over compact states: always executable, always the cheapest. The checker reads what was declared, not what the planner
//! made of it.

use motive_core::projection::compact::{
    Astar, CompactError, GoalId, NoPlan, Problem, ProblemBuilder, Variable,
};
use motive_core::{Budget, Comparison};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// F-8.
fn shooter() -> (ProblemBuilder, GoalId) {
    let mut problem = Problem::new();
    let (drawn, loaded, dead) = (problem.truth("drawn"), problem.truth("loaded"), problem.truth("dead"));
    problem.action("attack", 1.0).needs(loaded, true).sets(dead, true);
    problem.action("reload_weapon", 1.0).needs(drawn, true).sets(loaded, true);
    problem.action("draw_weapon", 1.0).sets(drawn, true);
    let kill = problem.goal(&[(dead, Comparison::Equal, 1)]);
    (problem, kill)
}

/// F-8. R-001-057
#[test]
fn the_weapon_is_drawn_loaded_and_used() {
    let (problem, kill) = shooter();
    let problem = problem.build().unwrap();
    let mut search = Astar::new();
    let found = search.plan(&problem, &problem.start(), kill, &mut Budget::default()).unwrap();
    assert_eq!(problem.display(found.actions), ["draw_weapon", "reload_weapon", "attack"]);
    assert_eq!((found.cost, found.expanded), (3.0, 3), "and nothing else is looked at");
}

/// A search that is interrupted after every state finds the plan that it would have found at once.
#[test]
fn where_a_search_is_interrupted_does_not_matter() {
    let mut problem = Problem::new();
    let places: Vec<Variable> = (0..6).map(|place| problem.number(&format!("place {place}"), 0, 3)).collect();
    let mut costs = Vec::new();
    for (number, place) in places.iter().enumerate() {
        problem.action(&format!("up {number}"), 1.0).adds(*place, 1);
        problem.action(&format!("jump {number}"), 2.0).sets(*place, 3);
        costs.extend([1.0 + number as f64 / 10.0, 2.5]);
    }
    let all: Vec<_> = places.iter().map(|place| (*place, Comparison::AtLeast, 2)).collect();
    let goal = problem.goal(&all);
    let problem = problem.build().unwrap();
    let start = problem.start();
    let mut search = Astar::new();
    let whole = search.plan_at(&problem, &start, goal, &costs, &mut Budget::default()).unwrap();
    let (actions, cost) = (whole.actions.to_vec(), whole.cost);
    let mut ticks = 1;
    let mut found = search.plan_at(&problem, &start, goal, &costs, &mut Budget::new(1)).map(|plan| plan.cost);
    while found == Err(NoPlan::Budget) {
        ticks += 1;
        let plan = search.go_on_at(&problem, goal, &costs, &mut Budget::new(1));
        found = plan.map(|plan| {
            assert_eq!(plan.actions, actions);
            plan.cost
        });
    }
    assert_eq!(found, Ok(cost));
    assert!(ticks > 5, "{ticks}");
}

/// F-9. R-001-057: the fetch from two places, from everywhere and with the needs in either order.
#[test]
fn a_fetch_from_two_places_is_planned_from_everywhere() {
    for start in 0..3 {
        for medication_first in [true, false] {
            let mut problem = Problem::new();
            let (at, has, treated) =
                (problem.number("at", 0, 2), problem.truth("has"), problem.truth("treated"));
            let medicate = problem.action("medicate", 1.0).sets(treated, true);
            if medication_first {
                medicate.needs(has, true).needs(at, 2);
            } else {
                medicate.needs(at, 2).needs(has, true);
            }
            problem.action("get_pills", 1.0).needs(at, 1).sets(has, true);
            problem.action("goto_pills", 1.0).sets(at, 1);
            problem.action("goto_patient", 1.0).sets(at, 2);
            let goal = problem.goal(&[(treated, Comparison::Equal, 1)]);
            let problem = problem.build().unwrap();
            let mut search = Astar::new();
            let found = search.plan(&problem, &[start, 0, 0], goal, &mut Budget::default()).unwrap();
            let whole = ["goto_pills", "get_pills", "goto_patient", "medicate"];
            assert_eq!(problem.display(found.actions), whole[usize::from(start == 1)..]);
        }
    }
}

/// R-001-061: with the same needs and effect the dearer action is never chosen.
#[test]
fn the_dearer_of_two_like_actions_is_never_chosen() {
    let mut problem = Problem::new();
    let hurt = problem.number("hurt", 0, 10);
    problem.action("kick", 2.0).adds(hurt, 1);
    problem.action("punch", 1.0).adds(hurt, 1);
    let goal = problem.goal(&[(hurt, Comparison::AtLeast, 7)]);
    let problem = problem.build().unwrap();
    let mut search = Astar::new();
    let found = search.plan(&problem, &problem.start(), goal, &mut Budget::default()).unwrap();
    assert_eq!(problem.display(found.actions), vec!["punch"; 7]);
}

#[test]
fn what_cannot_be_is_refused_and_what_cannot_be_reached_is_said() {
    let mut problem = Problem::new();
    let x = problem.number("x", 0, 3);
    problem.action("free", 0.0).adds(x, 1);
    assert!(matches!(problem.build(), Err(CompactError::Cost(..))));
    let mut problem = Problem::new();
    let x = problem.number("x", 0, 3);
    problem.action("far", 1.0).sets(x, 9);
    assert!(matches!(problem.build(), Err(CompactError::OutOfBounds { value: 9, .. })));
    let mut problem = Problem::new();
    problem.number("x", 3, 0);
    assert!(matches!(problem.build(), Err(CompactError::Bounds(..))));
    let mut problem = Problem::new();
    for number in 0..600 {
        problem.truth(&number.to_string());
    }
    assert!(matches!(problem.build(), Err(CompactError::TooLarge(..))));

    let mut problem = Problem::new();
    let (x, y) = (problem.number("x", 0, 3), problem.truth("y"));
    problem.action("up", 1.0).adds(x, 1);
    let goal = problem.goal(&[(y, Comparison::Equal, 1)]);
    let far = problem.goal(&[(x, Comparison::AtLeast, 9)]);
    let problem = problem.build().unwrap();
    let mut search = Astar::new();
    for goal in [goal, far] {
        assert_eq!(
            search.plan(&problem, &[0, 0], goal, &mut Budget::default()).unwrap_err(),
            NoPlan::Impossible
        );
    }
    assert_eq!(search.plan(&problem, &[0, 0], far, &mut Budget::new(1)).unwrap_err(), NoPlan::Budget);
}

/// Variable, comparison and value.
type DrawnNeed = (usize, usize, i64);
/// Variable, the value it gets, and by how much it grows if it gets none.
type DrawnChange = (usize, Option<i64>, i64);

#[derive(Clone, Debug)]
struct Drawn {
    bounds: Vec<i64>,
    operators: Vec<(Vec<DrawnNeed>, Vec<DrawnChange>, u32)>,
    goal: Vec<DrawnNeed>,
    start: Vec<i64>,
}

const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::AtLeast,
    Comparison::AtMost,
    Comparison::Unequal,
    Comparison::Less,
    Comparison::More,
];

fn drawn() -> impl Strategy<Value = Drawn> {
    let need = (0..5_usize, 0..10_usize, 0..5_i64);
    let change = (0..5_usize, prop_oneof![3 => (0..5_i64).prop_map(Some), 2 => Just(None)], -2..3_i64);
    let operator = (prop::collection::vec(need.clone(), 0..3), prop::collection::vec(change, 1..3), 1..6_u32);
    (
        prop::collection::vec(1..5_i64, 5),
        prop::collection::vec(operator, 1..8),
        prop::collection::vec(need, 1..3),
        prop::collection::vec(0..5_i64, 5),
    )
        .prop_map(|(bounds, operators, goal, start)| Drawn { bounds, operators, goal, start })
}

impl Drawn {
    /// Equalities come up more often than other comparisons.
    fn comparison(at: usize) -> Comparison {
        COMPARISONS.get(at).copied().unwrap_or(Comparison::Equal)
    }

    fn build(&self) -> (Problem, GoalId, Vec<i64>) {
        let mut problem = Problem::new();
        let variables: Vec<Variable> = self
            .bounds
            .iter()
            .enumerate()
            .map(|(at, high)| problem.number(&at.to_string(), 0, *high))
            .collect();
        for (number, (needs, changes, cost)) in self.operators.iter().enumerate() {
            let operator = problem.action(&number.to_string(), f64::from(*cost));
            for (variable, comparison, value) in needs {
                operator.needs_that(variables[*variable], Self::comparison(*comparison), *value);
            }
            for (variable, to, by) in changes {
                match to {
                    Some(to) => operator.sets(variables[*variable], (*to).min(self.bounds[*variable])),
                    None => operator.adds(variables[*variable], *by),
                };
            }
        }
        let goal: Vec<_> = self
            .goal
            .iter()
            .map(|(variable, comparison, value)| {
                (variables[*variable], Self::comparison(*comparison), *value)
            })
            .collect();
        let goal = problem.goal(&goal);
        let start = self.start.iter().zip(&self.bounds).map(|(value, high)| *value.min(high)).collect();
        (problem.build().unwrap(), goal, start)
    }
}

/// What the cheapest plan costs, by looking at every state there is, in the order of what it costs to get there.
fn exhaustive(problem: &Problem, start: &[i64], goal: GoalId) -> Option<u64> {
    let mut costs: BTreeMap<Vec<i64>, u64> = BTreeMap::from([(start.to_vec(), 0)]);
    let mut open: BTreeSet<(u64, Vec<i64>)> = BTreeSet::from([(0, start.to_vec())]);
    while let Some((cost, state)) = open.pop_first() {
        if problem.meets(&state, problem.goal(goal)) {
            return Some(cost);
        }
        for operator in problem.operators() {
            if problem.meets(&state, &operator.needs) {
                let (mut next, then) = (state.clone(), cost + operator.cost as u64);
                problem.apply(&mut next, operator);
                if costs.get(&next).is_none_or(|known| then < *known) {
                    costs.insert(next.clone(), then);
                    open.insert((then, next));
                }
            }
        }
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    /// R-001-057: on thousands of random problems every plan can be done step by step and costs what the cheapest costs.
    #[test]
    fn every_plan_can_be_done_and_is_the_cheapest(drawn in drawn()) {
        let (problem, goal, start) = drawn.build();
        let mut search = Astar::new();
        let expected = exhaustive(&problem, &start, goal);
        match search.plan(&problem, &start, goal, &mut Budget::default()) {
            Ok(found) => {
                let cost = problem.check(&start, found.actions, goal);
                prop_assert_eq!(cost, Ok(found.cost));
                prop_assert_eq!(Some(found.cost as u64), expected);
            }
            Err(error) => {
                prop_assert_eq!(error, NoPlan::Impossible);
                prop_assert_eq!(expected, None);
            }
        }
    }
}
