//! The planners as the sources print them: STRIPS, and GOAP's Algorithm 2 of Sloan 2015. Greedy, without backtracking, and not sound:
//! each meets the first unmet need of an action and then takes the action to be possible.
//!
//! They are here to be compared with. What they give must be [checked](motive_core::projection::compact::Problem::check) before it is
//! followed.

use motive_core::binding::{Budget, KeyedRng};
use motive_core::projection::compact::{GoalId, Need, Operator, Problem};

/// Which of several actions that would help is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The one declared first.
    First,
    /// The one with the fewest unmet needs.
    FewestUnmet,
    /// One drawn at random.
    Drawn(KeyedRng),
    /// The one whose cost and number of unmet needs add up to least: Algorithm 2.
    Cheapest,
}

/// How deep needs may lead to needs.
pub const DEEPEST: usize = 64;

/// Plans as STRIPS does: an action that helps, then what its first unmet need asks for, and so on, without looking back. Nothing if it
/// gets stuck.
#[must_use]
pub fn strips(
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

/// Plans as Algorithm 2 is printed.
#[must_use]
pub fn algorithm2(problem: &Problem, start: &[i64], goal: GoalId, budget: &mut Budget) -> Option<Vec<u16>> {
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
