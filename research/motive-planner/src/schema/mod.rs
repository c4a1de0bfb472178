//! Schemas for grounding: conditions in normal form, sorted orders, and the root tasks and the goal as a method and an action.

mod implied_preconditions;
pub(crate) mod normal_form;
mod split_choices;

use crate::error::{Halt, PlanError};
use crate::limits::{LimitReached, WorkMeter};
use crate::problem::{
    ActionCost, Atom, Formula, HtnProblem, ObjectTypes, PrimitiveAction, SchemaVariables, Subtask, TaskId,
    TaskNetwork, Term, TypeId,
};
use implied_preconditions::pull_up;
use normal_form::{Existence, FormulaLiteral, Normaliser};
use split_choices::split;

/// No task, action or method.
pub(crate) const NONE: u32 = u32::MAX;

/// One change of an action, with one clause of its condition.
#[derive(Clone, Debug)]
pub(crate) struct SchemaEffect {
    pub(crate) when: Vec<FormulaLiteral>,
    pub(crate) atom: Atom,
    pub(crate) becomes: bool,
}

/// An action with one clause of its condition.
#[derive(Clone, Debug)]
pub(crate) struct LiftedAction {
    /// The number of the action; the number after the last is the goal.
    pub(crate) action: u32,
    pub(crate) types: Vec<TypeId>,
    pub(crate) arity: usize,
    pub(crate) literals: Vec<FormulaLiteral>,
    pub(crate) changes: Vec<SchemaEffect>,
    pub(crate) cost: ActionCost,
}

/// A method with one clause of its condition.
#[derive(Clone, Debug)]
pub(crate) struct LiftedMethod {
    /// The number of the method; the number after the last is the root tasks, and a hidden method has none.
    pub(crate) method: u32,
    /// The number of the compound task; the number after the last is the root.
    pub(crate) task: u32,
    pub(crate) terms: Vec<Term>,
    pub(crate) types: Vec<TypeId>,
    pub(crate) literals: Vec<FormulaLiteral>,
    /// Static facts that must hold because every decomposition of its tasks requires them.
    pub(crate) implied: Vec<FormulaLiteral>,
    /// The same where tasks are done one after the other: also facts that change.
    pub(crate) implied_in_series: Vec<FormulaLiteral>,
    pub(crate) shape: SubtaskOrder,
    pub(crate) calls: Vec<Subtask>,
}

/// The order of a method's tasks. The calls are sorted so that none comes before one that it must follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SubtaskOrder {
    /// One after the other.
    Chain,
    /// For each call, those that directly follow it.
    Partial(Vec<Vec<u32>>),
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schemas {
    pub(crate) actions: Vec<LiftedAction>,
    pub(crate) methods: Vec<LiftedMethod>,
    /// The number of the root among compound tasks.
    pub(crate) root: u32,
    /// The number of the goal among actions.
    pub(crate) goal: u32,
    /// For each predicate, whether some action changes it.
    pub(crate) fluent: Vec<bool>,
    /// The types of the places of hidden tasks, which are numbered after the root.
    pub(crate) hidden: Vec<Vec<TypeId>>,
    /// For each call's original place, where it went, by method number: `places[method][sorted] = original`.
    pub(crate) places: Vec<Vec<u32>>,
    /// Their approximate size.
    pub(crate) bytes: usize,
}

impl Schemas {
    /// Builds the schemas of a problem.
    pub(crate) fn of(
        problem: &HtnProblem,
        kinds: &ObjectTypes,
        work: &mut WorkMeter<'_>,
    ) -> Result<Self, Halt> {
        let (root, goal) = (problem.compounds.len() as u32, problem.actions.len() as u32);
        let mut fluent = vec![false; problem.predicates.len()];
        for effect in problem.actions.iter().flat_map(|action| &action.effects) {
            if let Some(fluent) = fluent.get_mut(effect.atom.predicate as usize) {
                *fluent = true;
            }
        }
        let mut this = Self { root, goal, fluent, ..Self::default() };
        for (number, action) in problem.actions.iter().enumerate() {
            this.add_action(kinds, number as u32, action, work)?;
        }
        this.add_goal(problem, kinds)?;
        for (number, method) in problem.methods.iter().enumerate() {
            let head = (number as u32, method.task, method.terms.as_slice());
            this.add_method(kinds, &method.name, head, &method.variables, &method.network, work)?;
        }
        this.add_root(problem, kinds, work)?;
        split(&mut this);
        pull_up(&mut this, problem, work)?;
        Ok(this)
    }

    /// How many compound tasks there are, with the root and hidden ones.
    pub(crate) fn compounds(&self) -> u32 {
        self.root + 1 + self.hidden.len() as u32
    }

    fn add_action(
        &mut self,
        kinds: &ObjectTypes,
        number: u32,
        action: &PrimitiveAction,
        work: &mut WorkMeter<'_>,
    ) -> Result<(), Halt> {
        let mut normaliser = Normaliser::new(kinds, &action.name, &action.variables);
        let clauses = normaliser.clauses(&action.precondition, Existence::Variable)?;
        let types = normaliser.types.clone();
        let mut changes = Vec::new();
        for effect in &action.effects {
            normaliser.each(&effect.each, &mut |this| {
                for when in this.clauses(&effect.when, Existence::Alternatives)? {
                    changes.push(SchemaEffect {
                        when,
                        atom: this.atom(&effect.atom),
                        becomes: effect.becomes,
                    });
                }
                Ok(())
            })?;
        }
        for literals in clauses {
            self.take(literals.len() + changes.len(), work)?;
            self.actions.push(LiftedAction {
                action: number,
                types: types.clone(),
                arity: action.variables.arity,
                literals,
                changes: changes.clone(),
                cost: action.cost.clone(),
            });
        }
        Ok(())
    }

    fn add_goal(&mut self, problem: &HtnProblem, kinds: &ObjectTypes) -> Result<(), PlanError> {
        let variables = SchemaVariables { types: problem.goal_variables.types.clone(), arity: 0 };
        let mut normaliser = Normaliser::new(kinds, "goal", &variables);
        let clauses = normaliser.clauses(&problem.goal, Existence::Variable)?;
        let types = normaliser.types;
        for literals in clauses {
            self.actions.push(LiftedAction {
                action: self.goal,
                types: types.clone(),
                arity: 0,
                literals,
                changes: Vec::new(),
                cost: ActionCost::default(),
            });
        }
        Ok(())
    }

    fn add_root(
        &mut self,
        problem: &HtnProblem,
        kinds: &ObjectTypes,
        work: &mut WorkMeter<'_>,
    ) -> Result<(), Halt> {
        self.take(problem.tasks.calls.len() + problem.tasks.order.len(), work)?;
        let mut network = problem.tasks.clone();
        let last = network.calls.len() as u32;
        if problem.goal != Formula::True {
            network.calls.push(Subtask { task: TaskId::Action(self.goal), terms: Vec::new() });
            network.order.extend((0..last).map(|before| (before, last)));
        }
        let head = (problem.methods.len() as u32, self.root, &[][..]);
        self.add_method(kinds, "the root tasks", head, &problem.variables, &network, work)
    }

    fn add_method(
        &mut self,
        kinds: &ObjectTypes,
        name: &str,
        (method, task, terms): (u32, u32, &[Term]),
        variables: &SchemaVariables,
        network: &TaskNetwork,
        work: &mut WorkMeter<'_>,
    ) -> Result<(), Halt> {
        // The lists by which the tasks are sorted.
        work.hold_more((network.calls.len() + network.order.len()) * ENTRY_BYTES)?;
        let (sorted, shape) = sort(network, work)?.ok_or_else(|| PlanError::Circle(name.to_owned()))?;
        let calls: Vec<Subtask> =
            sorted.iter().filter_map(|place| network.calls.get(*place as usize)).cloned().collect();
        let mut normaliser = Normaliser::new(kinds, name, variables);
        let clauses = normaliser.clauses(&network.precondition, Existence::Variable)?;
        let types = normaliser.types;
        for literals in clauses {
            self.take(literals.len() + 2 * calls.len(), work)?;
            self.methods.push(LiftedMethod {
                method,
                task,
                terms: terms.to_vec(),
                types: types.clone(),
                literals,
                implied: Vec::new(),
                implied_in_series: Vec::new(),
                shape: shape.clone(),
                calls: calls.clone(),
            });
        }
        self.places.push(sorted);
        Ok(())
    }

    /// Asks for room for so many literals, changes and calls.
    fn take(&mut self, entries: usize, work: &mut WorkMeter<'_>) -> Result<(), LimitReached> {
        self.bytes += (1 + entries) * ENTRY_BYTES;
        work.hold(self.bytes)?;
        work.check_time(1 + entries as u64)
    }
}

/// About the bytes of a literal, a change or a call, with its terms. Our choice.
const ENTRY_BYTES: usize = 80;

/// An order of places in which nothing comes before what it must follow (of several, the one that keeps to the places), and the
/// shape of it. None if the order has a cycle.
fn sort(
    network: &TaskNetwork,
    work: &mut WorkMeter<'_>,
) -> Result<Option<(Vec<u32>, SubtaskOrder)>, LimitReached> {
    let count = network.calls.len();
    let mut after = vec![Vec::new(); count];
    let mut before = vec![0_u32; count];
    let mut edges: Vec<(u32, u32)> = network.order.clone();
    edges.sort_unstable();
    edges.dedup();
    for (first, second) in edges {
        // All references were checked before.
        after[first as usize].push(second);
        before[second as usize] += 1;
    }
    let mut ready: std::collections::BTreeSet<u32> =
        (0..count as u32).filter(|place| before[*place as usize] == 0).collect();
    let (mut sorted, mut total) = (Vec::with_capacity(count), true);
    while let Some(next) = ready.pop_first() {
        total &= ready.is_empty();
        sorted.push(next);
        for second in &after[next as usize] {
            before[*second as usize] -= 1;
            if before[*second as usize] == 0 {
                ready.insert(*second);
            }
        }
    }
    if sorted.len() < count {
        return Ok(None);
    }
    if total {
        return Ok(Some((sorted, SubtaskOrder::Chain)));
    }
    let mut position = vec![0_u32; count];
    for (place, original) in sorted.iter().enumerate() {
        position[*original as usize] = place as u32;
    }
    let following = sorted.iter().map(|original| {
        let mut next: Vec<u32> =
            after[*original as usize].iter().map(|place| position[*place as usize]).collect();
        next.sort_unstable();
        next
    });
    let following: Vec<Vec<u32>> = following.collect();
    Ok(Some((sorted, SubtaskOrder::Partial(reduce(following, work)?))))
}

/// Leaves out what follows anyway through another.
fn reduce(following: Vec<Vec<u32>>, work: &mut WorkMeter<'_>) -> Result<Vec<Vec<u32>>, LimitReached> {
    if following.iter().all(|next| next.len() < 2) {
        return Ok(following);
    }
    let count = following.len();
    let words = count.div_ceil(64);
    work.hold_more(count * (words * size_of::<u64>() + ENTRY_BYTES))?;
    let mut reach = vec![vec![0_u64; words]; count];
    let mut reduced = vec![Vec::new(); count];
    for place in (0..count).rev() {
        let mut seen = vec![0_u64; words];
        work.check_time(1 + (following[place].len() * words) as u64 / 8)?;
        for next in &following[place] {
            let next = *next as usize;
            if seen[next / 64] >> (next % 64) & 1 == 0 {
                reduced[place].push(next as u32);
            }
            for (word, other) in seen.iter_mut().zip(&reach[next]) {
                *word |= other;
            }
            seen[next / 64] |= 1 << (next % 64);
        }
        reach[place] = seen;
    }
    Ok(reduced)
}
