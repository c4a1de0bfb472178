//! An exhaustive check of plans: some order of the steps and of the methods' preconditions must be executable.
//!
//! The names and arguments of the plan are taken to be right; only the order is checked.

use crate::exhaustive::{Binding, Facts, Leaf, execute, holds, members};
use motive_planner::{Formula, HtnPlan, HtnProblem, PlanPart, SchemaVariables, TaskNetwork, Term};
use std::collections::BTreeSet;

/// The leaves of a decomposition tree, and for each the set of leaves that come before it, as bits.
struct Tree<'p> {
    problem: &'p HtnProblem,
    plan: &'p HtnPlan,
    leaves: Vec<TreeLeaf<'p>>,
    before: Vec<u64>,
}

enum TreeLeaf<'p> {
    Step,
    Check(&'p Formula, &'p SchemaVariables, Binding),
}

/// Whether a plan is valid. It may have 60 steps and decompositions at most.
pub(crate) fn is_valid(problem: &HtnProblem, plan: &HtnPlan) -> bool {
    let mut facts: Facts = problem.facts.iter().cloned().collect();
    let mut states = vec![facts.clone()];
    for step in &plan.steps {
        let Some(after) = execute(problem, &Leaf::Action(step.action, step.objects.clone()), &facts) else {
            return false;
        };
        facts = after;
        states.push(facts.clone());
    }
    let goal_types = &problem.goal_variables.types;
    if !holds(problem, &problem.goal, goal_types, &mut vec![None; goal_types.len()], &facts) {
        return false;
    }
    // The first leaves are the steps, in their order.
    let steps = plan.steps.len();
    let leaves = (0..steps).map(|_| TreeLeaf::Step).collect();
    let before = (0..steps).map(|step| (1_u64 << step) - 1).collect();
    let mut tree = Tree { problem, plan, leaves, before };
    let binding = vec![None; problem.variables.types.len()];
    tree.network(&problem.tasks, &problem.variables, binding, &plan.roots);
    tree.has_order(&states)
}

impl<'p> Tree<'p> {
    /// Adds a network and returns the set of its leaves.
    fn network(
        &mut self,
        network: &'p TaskNetwork,
        variables: &'p SchemaVariables,
        mut binding: Binding,
        parts: &[PlanPart],
    ) -> u64 {
        for (call, part) in network.calls.iter().zip(parts) {
            let objects = match *part {
                PlanPart::Step(step) => &self.plan.steps[step as usize].objects,
                PlanPart::Decomposition(number) => &self.plan.decompositions[number as usize].objects,
            };
            bind(&call.terms, objects, &mut binding);
        }
        let check = 1_u64 << self.leaves.len();
        self.leaves.push(TreeLeaf::Check(&network.precondition, variables, binding));
        self.before.push(0);
        let sets: Vec<u64> = parts.iter().map(|part| self.part(*part)).collect();
        let all = sets.iter().fold(0, |all, set| all | set);
        self.precedes(check, all);
        for (first, second) in &network.order {
            self.precedes(sets[*first as usize], sets[*second as usize]);
        }
        all | check
    }

    fn part(&mut self, part: PlanPart) -> u64 {
        let number = match part {
            PlanPart::Step(step) => return 1 << step,
            PlanPart::Decomposition(number) => number,
        };
        let one = &self.plan.decompositions[number as usize];
        let method = &self.problem.methods[one.method as usize];
        let mut binding = vec![None; method.variables.types.len()];
        bind(&method.terms, &one.objects, &mut binding);
        self.network(&method.network, &method.variables, binding, &one.parts)
    }

    fn precedes(&mut self, first: u64, second: u64) {
        for (leaf, before) in self.before.iter_mut().enumerate() {
            if second >> leaf & 1 == 1 {
                *before |= first;
            }
        }
    }

    /// Whether all leaves can be executed in some order. `states` are those after each number of steps.
    fn has_order(&self, states: &[Facts]) -> bool {
        let all = (1_u64 << self.leaves.len()) - 1;
        let (mut seen, mut open) = (BTreeSet::from([0_u64]), vec![0_u64]);
        while let Some(done) = open.pop() {
            if done == all {
                return true;
            }
            let steps = self.plan.steps.len();
            let facts = &states[(done & ((1 << steps) - 1)).count_ones() as usize];
            for (number, leaf) in self.leaves.iter().enumerate() {
                let is_ready = done >> number & 1 == 0 && self.before[number] & !done == 0;
                if is_ready && self.can_execute(leaf, facts) && seen.insert(done | 1 << number) {
                    open.push(done | 1 << number);
                }
            }
        }
        false
    }

    fn can_execute(&self, leaf: &TreeLeaf<'_>, facts: &Facts) -> bool {
        match leaf {
            TreeLeaf::Step => true,
            TreeLeaf::Check(formula, variables, binding) => {
                self.can_hold(formula, variables, &mut binding.clone(), facts)
            }
        }
    }

    /// Whether a condition holds with some objects for the parameters that have none.
    fn can_hold(
        &self,
        formula: &Formula,
        variables: &SchemaVariables,
        binding: &mut Binding,
        facts: &Facts,
    ) -> bool {
        let Some(free) = (0..variables.arity).find(|place| binding[*place].is_none()) else {
            return holds(self.problem, formula, &variables.types, binding, facts);
        };
        let found = members(self.problem, variables.types[free]).any(|object| {
            binding[free] = Some(object);
            self.can_hold(formula, variables, &mut binding.clone(), facts)
        });
        binding[free] = None;
        found
    }
}

fn bind(terms: &[Term], objects: &[u32], binding: &mut Binding) {
    for (term, object) in terms.iter().zip(objects) {
        if let Term::Variable(variable) = term {
            binding[*variable as usize] = Some(*object);
        }
    }
}
