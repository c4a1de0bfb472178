//! The planners as printed in the sources: STRIPS, and GOAP's Algorithm 2 of Sloan 2015. They are greedy, do not backtrack and are not
//! sound: each meets the first unmet precondition of an action and then assumes that the action is possible.
//!
//! They are for comparison. Their plans must be [checked](motive::kernel::projection::compact::Problem::check) before they are followed.

use motive::kernel::binding::{Budget, KeyedRng};
use motive::kernel::projection::compact::{GoalId, Need, Operator, Problem};

/// Which of several helpful actions is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// The one declared first.
    First,
    /// The one with the fewest unmet preconditions.
    FewestUnmet,
    /// One drawn at random.
    Drawn(KeyedRng),
    /// The one with the least sum of cost and number of unmet preconditions: Algorithm 2.
    Cheapest,
}

/// The greatest depth of preconditions behind preconditions.
pub(crate) const DEEPEST: usize = 64;

/// Plans like STRIPS: an action that helps, then an action for its first unmet precondition, and so on, without backtracking. None if it
/// gets stuck.
#[must_use]
pub(crate) fn strips(
    problem: &Problem,
    start: &[i64],
    goal: GoalId,
    pick: Pick,
    budget: &mut Budget,
) -> Option<Vec<u16>> {
    let mut run = Run { problem, pick, plan: Vec::new(), budget };
    let mut state = start.to_vec();
    run.solve(problem.goal(goal), &mut state, DEEPEST)?;
    Some(run.plan)
}

/// Plans with Algorithm 2 as printed.
#[must_use]
pub(crate) fn algorithm2(
    problem: &Problem,
    start: &[i64],
    goal: GoalId,
    budget: &mut Budget,
) -> Option<Vec<u16>> {
    strips(problem, start, goal, Pick::Cheapest, budget)
}

struct Run<'a> {
    problem: &'a Problem,
    pick: Pick,
    plan: Vec<u16>,
    budget: &'a mut Budget,
}

impl Run<'_> {
    fn solve(&mut self, goal: &[Need], state: &mut Vec<i64>, depth: usize) -> Option<()> {
        while !self.problem.meets(state, goal) {
            if depth == 0 || !self.budget.spend(1) {
                return None;
            }
            let action = self.choose(goal, state)?;
            let operator = self.problem.operators().get(usize::from(action))?;
            if let Some(unmet) = operator.needs.iter().find(|need| !self.problem.meets(state, &[**need])) {
                self.solve(&[*unmet], state, depth - 1)?;
            }
            self.plan.push(action);
            self.problem.apply(state, operator);
        }
        Some(())
    }

    fn choose(&self, goal: &[Need], state: &[i64]) -> Option<u16> {
        let helps = |operator: &Operator| {
            let mut then = state.to_vec();
            self.problem.apply(&mut then, operator);
            goal.iter()
                .any(|need| !self.problem.meets(state, &[*need]) && self.problem.meets(&then, &[*need]))
        };
        let unmet = |operator: &Operator| {
            operator.needs.iter().filter(|need| !self.problem.meets(state, &[**need])).count()
        };
        let relevant: Vec<(u16, &Operator)> =
            (0..).zip(self.problem.operators()).filter(|(_, operator)| helps(operator)).collect();
        let best = match self.pick {
            Pick::First => relevant.first(),
            Pick::FewestUnmet => relevant.iter().min_by_key(|(_, operator)| unmet(operator)),
            Pick::Cheapest => {
                let total = |operator: &Operator| operator.cost + unmet(operator) as f64;
                relevant.iter().min_by(|(_, a), (_, b)| total(a).total_cmp(&total(b)))
            }
            Pick::Drawn(_) if relevant.is_empty() => None,
            Pick::Drawn(rng) => {
                let place = rng.at(self.plan.len() as u64) % relevant.len() as u64;
                relevant.get(place as usize)
            }
        };
        best.map(|(number, _)| *number)
    }
}
