//! A* with a consistent heuristic.

use super::packed_problem::{PackedForm, PackedGoal, PackedProblem};
use super::{GoalId, Problem};
use crate::binding::Budget;
use motive_util::{Cost, OpenList};

/// A search whose buffers are reused from plan to plan.
#[derive(Clone, Debug, Default)]
pub struct Astar {
    one: SearchSpace<1>,
    two: SearchSpace<2>,
    four: SearchSpace<4>,
    eight: SearchSpace<8>,
    actions: Vec<u16>,
}

/// The cheapest plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompactPlan<'a> {
    /// The numbers of its actions, in order.
    pub actions: &'a [u16],
    /// Its cost.
    pub cost: f64,
    /// How many states were expanded.
    pub expanded: u32,
    /// How many states were seen.
    pub seen: u32,
}

/// Why no plan was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPlan {
    /// The goal cannot be reached.
    #[error("no sequence of actions reaches the goal")]
    Impossible,
    /// The work budget is used up. [`Astar::go_on_at`] continues.
    #[error("the work budget is used up")]
    Budget,
    /// The goal belongs to another problem.
    #[error("the goal belongs to another problem")]
    Foreign,
}

impl Astar {
    /// A search with empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// The cheapest plan from a state to a goal. Each expanded state costs 1 of the budget. Ties are broken deterministically.
    pub fn plan(
        &mut self,
        problem: &Problem,
        start: &[i64],
        goal: GoalId,
        budget: &mut Budget,
    ) -> Result<CompactPlan<'_>, NoPlan> {
        self.run(problem, Some(start), goal, &DeclaredCosts, budget)
    }

    /// Like [`Astar::plan`], with the current costs of the actions by number. Actions without a positive cost cannot be done.
    pub fn plan_at(
        &mut self,
        problem: &Problem,
        start: &[i64],
        goal: GoalId,
        costs: &[f64],
        budget: &mut Budget,
    ) -> Result<CompactPlan<'_>, NoPlan> {
        self.run(problem, Some(start), goal, &CurrentCosts::new(problem, costs), budget)
    }

    /// Goes on with a search of [`Astar::plan_at`] whose budget was used up, with the same problem, goal and costs. Where it was interrupted has
    /// no influence on the plan.
    pub fn go_on_at(
        &mut self,
        problem: &Problem,
        goal: GoalId,
        costs: &[f64],
        budget: &mut Budget,
    ) -> Result<CompactPlan<'_>, NoPlan> {
        self.run(problem, None, goal, &CurrentCosts::new(problem, costs), budget)
    }

    fn run(
        &mut self,
        problem: &Problem,
        start: Option<&[i64]>,
        goal: GoalId,
        costs: &impl Costs,
        budget: &mut Budget,
    ) -> Result<CompactPlan<'_>, NoPlan> {
        let actions = &mut self.actions;
        actions.clear();
        let (cost, expanded, seen) = match &problem.code {
            PackedProblem::One(form) => self.one.run(form, start, goal, budget, actions, costs)?,
            PackedProblem::Two(form) => self.two.run(form, start, goal, budget, actions, costs)?,
            PackedProblem::Four(form) => self.four.run(form, start, goal, budget, actions, costs)?,
            PackedProblem::Eight(form) => self.eight.run(form, start, goal, budget, actions, costs)?,
        };
        Ok(CompactPlan { actions: &self.actions, cost, expanded, seen })
    }
}

/// The costs of actions.
trait Costs {
    /// The cost of an action with this declared cost; none if it cannot be done.
    fn of(&self, action: usize, declared: f64) -> Option<f64>;
    /// The factor by which the heuristic is multiplied to stay a lower bound.
    fn scale(&self) -> f64;
}

struct DeclaredCosts;

impl Costs for DeclaredCosts {
    #[inline]
    fn of(&self, _: usize, declared: f64) -> Option<f64> {
        Some(declared)
    }

    #[inline]
    fn scale(&self) -> f64 {
        1.0
    }
}

struct CurrentCosts<'a> {
    costs: &'a [f64],
    scale: f64,
}

impl<'a> CurrentCosts<'a> {
    /// Scales the heuristic down by the greatest reduction of a cost.
    fn new(problem: &Problem, costs: &'a [f64]) -> Self {
        let shrunk = problem.operators.iter().zip(costs).filter(|(_, cost)| **cost > 0.0);
        let scale = shrunk.map(|(operator, cost)| cost / operator.cost).fold(1.0_f64, f64::min);
        Self { costs, scale }
    }
}

impl Costs for CurrentCosts<'_> {
    #[inline]
    fn of(&self, action: usize, _: f64) -> Option<f64> {
        self.costs.get(action).copied().filter(|cost| *cost > 0.0 && cost.is_finite())
    }

    #[inline]
    fn scale(&self) -> f64 {
        self.scale
    }
}

#[derive(Clone, Debug)]
struct Node<const W: usize> {
    state: [u64; W],
    cost: f64,
    bound: f64,
    from: u32,
    action: u16,
    done: bool,
}

const EMPTY: u32 = u32::MAX;
const FIRST_SLOTS: usize = 64;

#[derive(Clone, Debug, Default)]
struct SearchSpace<const W: usize> {
    nodes: Vec<Node<W>>,
    /// A hash table of node numbers: a power of two of slots, at most half full.
    slots: Vec<u32>,
    /// The least total first; among equals the nearest to the goal, then the first generated.
    open: OpenList<(Cost, Cost), u32>,
}

impl<const W: usize> SearchSpace<W> {
    fn run(
        &mut self,
        form: &PackedForm<W>,
        start: Option<&[i64]>,
        goal: GoalId,
        budget: &mut Budget,
        actions: &mut Vec<u16>,
        costs: &impl Costs,
    ) -> Result<(f64, u32, u32), NoPlan> {
        let goal = form.goals.get(usize::from(goal.0)).ok_or(NoPlan::Foreign)?;
        let scale = costs.scale();
        if let Some(start) = start {
            self.nodes.clear();
            self.open.clear();
            self.slots.clear();
            self.slots.resize(FIRST_SLOTS, EMPTY);
            self.reach(form.pack(start), 0.0, EMPTY, 0, goal, scale);
        }
        let mut expanded = 0;
        // A state stays in the open list until there is budget to expand it, so that the search can continue.
        while let Some(((Cost(total), _), next)) = self.open.peek().copied() {
            let Some(node) = self.nodes.get_mut(next as usize) else { break };
            if node.done || total > node.cost + node.bound {
                self.open.pop();
                continue;
            }
            if goal.tests.hold(&node.state) {
                let cost = node.cost;
                self.trace(next, actions);
                return Ok((cost, expanded, self.nodes.len() as u32));
            }
            if !budget.spend(1) {
                return Err(NoPlan::Budget);
            }
            node.done = true;
            self.open.pop();
            expanded += 1;
            let (state, cost) = (node.state, node.cost);
            for (number, op) in form.ops.iter().enumerate() {
                if op.needs.hold(&state)
                    && let Some(price) = costs.of(number, op.cost)
                {
                    let then = op.apply(&state);
                    if then != state {
                        self.reach(then, cost + price, next, number as u16, goal, scale);
                    }
                }
            }
        }
        Err(NoPlan::Impossible)
    }

    /// Adds a path to a state, if it is the first or a cheaper one.
    #[inline]
    fn reach(
        &mut self,
        state: [u64; W],
        cost: f64,
        from: u32,
        action: u16,
        goal: &PackedGoal<W>,
        scale: f64,
    ) {
        let mask = self.slots.len() - 1;
        let mut slot = hash(&state) as usize & mask;
        loop {
            let number = self.slots[slot];
            if number == EMPTY {
                break;
            }
            let node = &mut self.nodes[number as usize];
            if node.state == state {
                // An expanded state has its cheapest path, since the heuristic is consistent.
                if !node.done && cost < node.cost {
                    (node.cost, node.from, node.action) = (cost, from, action);
                    let total = cost + node.bound;
                    self.open.push((Cost(total), Cost(node.bound)), number);
                }
                return;
            }
            slot = (slot + 1) & mask;
        }
        let bound = goal.landmarks.bound(&state) * scale;
        let number = self.nodes.len() as u32;
        self.slots[slot] = number;
        self.nodes.push(Node { state, cost, bound, from, action, done: false });
        if bound < f64::INFINITY {
            self.open.push((Cost(cost + bound), Cost(bound)), number);
        }
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        for (number, node) in self.nodes.iter().enumerate() {
            let mut slot = hash(&node.state) as usize & (size - 1);
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number as u32;
        }
    }

    fn trace(&self, mut node: u32, actions: &mut Vec<u16>) {
        while let Some(found) = self.nodes.get(node as usize) {
            if found.from == EMPTY {
                break;
            }
            actions.push(found.action);
            node = found.from;
        }
        actions.reverse();
    }
}

#[inline]
fn hash<const W: usize>(state: &[u64; W]) -> u64 {
    let mut hash = 0_u64;
    for word in state {
        hash = (hash.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    hash ^ (hash >> 32)
}
