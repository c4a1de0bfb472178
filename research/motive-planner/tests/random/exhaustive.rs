//! An exhaustive planner for tiny problems: it writes out every decomposition and every order of its actions.
//!
//! Nothing is shared with the planner under test but the problem form, and nothing is clever.

use motive_planner::{ActionEffect, Atom, Formula, HtnProblem, ObjectId, TaskId, TaskNetwork, Term};
use std::collections::BTreeSet;

/// The facts that are true.
pub(crate) type Facts = BTreeSet<(u32, Vec<ObjectId>)>;
/// The objects of the variables of one schema.
pub(crate) type Binding = Vec<Option<ObjectId>>;

/// One leaf of a decomposition: an action, or the precondition of a method, which must hold before its subtasks.
#[derive(Clone)]
pub(crate) enum Leaf<'p> {
    Action(u32, Vec<ObjectId>),
    Check(&'p Formula, Binding),
}

/// Leaves and the order among them: for each leaf the set of leaves that come before it, as bits.
#[derive(Clone, Default)]
struct Leaves<'p> {
    leaves: Vec<Leaf<'p>>,
    before: Vec<u64>,
}

/// What is known about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exhausted {
    /// The cost of the cheapest plan, among decompositions up to the depth that was asked for.
    Cheapest(u32),
    /// There is no plan up to that depth.
    NoPlan {
        /// Whether deeper decompositions exist that were not looked at.
        cut: bool,
    },
    /// There are too many decompositions to write out.
    TooLarge,
}

/// How many decompositions are written out at most.
const MOST: usize = 1000;
/// How many states and sets of executed leaves of one decomposition are looked at, at most.
const MOST_STATES: usize = 5000;

/// Looks at all plans whose decompositions are at most so deep.
pub(crate) fn exhaust(problem: &HtnProblem, depth: usize) -> Exhausted {
    let mut all = Expansion { problem, cut: false, too_large: false };
    let decompositions = all.network(
        &problem.tasks,
        vec![None; problem.variables.types.len()],
        problem.variables.arity,
        &problem.variables.types,
        depth,
    );
    if all.too_large {
        return Exhausted::TooLarge;
    }
    let mut costs = Vec::new();
    for leaves in &decompositions {
        match cheapest(problem, leaves) {
            Some(cost) => costs.extend(cost),
            None => return Exhausted::TooLarge,
        }
    }
    match costs.into_iter().min() {
        Some(cost) => Exhausted::Cheapest(cost),
        None => Exhausted::NoPlan { cut: all.cut },
    }
}

struct Expansion<'p> {
    problem: &'p HtnProblem,
    cut: bool,
    too_large: bool,
}

impl<'p> Expansion<'p> {
    /// All ways to write out a network, with all objects for its free parameters.
    fn network(
        &mut self,
        network: &'p TaskNetwork,
        mut binding: Binding,
        arity: usize,
        types: &[u32],
        depth: usize,
    ) -> Vec<Leaves<'p>> {
        if let Some(free) = (0..arity).find(|place| binding[*place].is_none()) {
            let mut all = Vec::new();
            for object in members(self.problem, types[free]) {
                binding[free] = Some(object);
                all.extend(self.network(network, binding.clone(), arity, types, depth));
            }
            return self.limited(all);
        }
        // For each way so far: its leaves, and for each call the leaves that it became.
        let check =
            Leaves { leaves: vec![Leaf::Check(&network.precondition, binding.clone())], before: vec![0] };
        let mut ways: Vec<(Leaves<'p>, Vec<u64>)> = vec![(check, Vec::new())];
        for call in &network.calls {
            let objects: Vec<ObjectId> = call.terms.iter().map(|term| value(*term, &binding)).collect();
            let parts = self.task(call.task, &objects, depth);
            let mut more = Vec::new();
            for (leaves, groups) in &ways {
                for part in &parts {
                    let (mut leaves, mut groups, offset) =
                        (leaves.clone(), groups.clone(), leaves.leaves.len());
                    if offset + part.leaves.len() > 60 {
                        self.too_large = true;
                        return Vec::new();
                    }
                    leaves.leaves.extend(part.leaves.iter().cloned());
                    // The network's own precondition comes before everything in it.
                    leaves.before.extend(part.before.iter().map(|before| before << offset | 1));
                    groups.push(((1_u64 << part.leaves.len()) - 1) << offset);
                    more.push((leaves, groups));
                }
            }
            ways = self.limited(more);
        }
        let ordered = ways.into_iter().map(|(mut leaves, groups)| {
            for (first, second) in &network.order {
                for leaf in 0..leaves.leaves.len() {
                    if groups[*second as usize] >> leaf & 1 == 1 {
                        leaves.before[leaf] |= groups[*first as usize];
                    }
                }
            }
            leaves
        });
        ordered.collect()
    }

    fn task(&mut self, task: TaskId, objects: &[ObjectId], depth: usize) -> Vec<Leaves<'p>> {
        let problem = self.problem;
        let number = match task {
            TaskId::Action(action) => {
                let leaves = vec![Leaf::Action(action, objects.to_vec())];
                return vec![Leaves { leaves, before: vec![0] }];
            }
            TaskId::Compound(number) => number,
        };
        let declared = &problem.compounds[number as usize].places;
        if !objects.iter().zip(declared).all(|(object, kind)| is_a(problem, *object, *kind)) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for method in problem.methods.iter().filter(|method| method.task == number) {
            if depth == 0 {
                self.cut = true;
                break;
            }
            let mut binding: Binding = vec![None; method.variables.types.len()];
            let fits = method.terms.iter().zip(objects).all(|(term, object)| match term {
                Term::Object(known) => known == object,
                Term::Variable(variable) => {
                    let place = *variable as usize;
                    is_a(problem, *object, method.variables.types[place])
                        && *binding[place].get_or_insert(*object) == *object
                }
            });
            if fits {
                let types = &method.variables.types;
                all.extend(self.network(&method.network, binding, method.variables.arity, types, depth - 1));
            }
        }
        self.limited(all)
    }

    fn limited<T>(&mut self, list: Vec<T>) -> Vec<T> {
        self.too_large |= list.len() > MOST;
        if self.too_large { Vec::new() } else { list }
    }
}

/// The cost of an executable order that reaches the goal, if there is one. None if there are too many orders.
fn cheapest(problem: &HtnProblem, leaves: &Leaves<'_>) -> Option<Option<u32>> {
    let all = (1_u64 << leaves.leaves.len()) - 1;
    let start: Facts = problem.facts.iter().cloned().collect();
    let (mut seen, mut open) = (BTreeSet::from([(0_u64, start.clone())]), vec![(0_u64, start)]);
    let mut reached = false;
    while let Some((done, facts)) = open.pop() {
        if seen.len() > MOST_STATES {
            return None;
        }
        if done == all {
            let mut binding = vec![None; problem.goal_variables.types.len()];
            reached |= holds(problem, &problem.goal, &problem.goal_variables.types, &mut binding, &facts);
            continue;
        }
        for (number, leaf) in leaves.leaves.iter().enumerate() {
            let is_ready = done >> number & 1 == 0 && leaves.before[number] & !done == 0;
            if is_ready && let Some(after) = execute(problem, leaf, &facts) {
                let next = (done | 1 << number, after);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    // All orders of one decomposition have the same actions, so they cost the same.
    let cost = |leaf: &Leaf<'_>| match leaf {
        Leaf::Action(action, _) => problem.actions[*action as usize].cost.constant,
        Leaf::Check(..) => 0,
    };
    Some(reached.then(|| leaves.leaves.iter().map(cost).sum()))
}

pub(crate) fn execute(problem: &HtnProblem, leaf: &Leaf<'_>, facts: &Facts) -> Option<Facts> {
    let (action, objects) = match leaf {
        Leaf::Check(precondition, binding) => {
            // A quantified variable carries its own type, so the types of the network are not needed here.
            let types = vec![0; binding.len()];
            return holds(problem, precondition, &types, &mut binding.clone(), facts).then(|| facts.clone());
        }
        Leaf::Action(action, objects) => (&problem.actions[*action as usize], objects),
    };
    let types = &action.variables.types;
    if !objects.iter().zip(types).all(|(object, kind)| is_a(problem, *object, *kind)) {
        return None;
    }
    let mut binding: Binding = objects.iter().copied().map(Some).collect();
    binding.resize(types.len(), None);
    if !holds(problem, &action.precondition, types, &mut binding, facts) {
        return None;
    }
    let mut after = facts.clone();
    for becomes in [false, true] {
        for effect in action.effects.iter().filter(|effect| effect.becomes == becomes) {
            apply(problem, effect, &effect.each, types, &mut binding, facts, &mut after);
        }
    }
    Some(after)
}

fn apply(
    problem: &HtnProblem,
    effect: &ActionEffect,
    each: &[u32],
    types: &[u32],
    binding: &mut Binding,
    before: &Facts,
    after: &mut Facts,
) {
    if let Some((first, rest)) = each.split_first() {
        for object in members(problem, types[*first as usize]) {
            binding[*first as usize] = Some(object);
            apply(problem, effect, rest, types, binding, before, after);
        }
        binding[*first as usize] = None;
    } else if holds(problem, &effect.when, types, binding, before) {
        let fact = fact(&effect.atom, binding);
        if effect.becomes {
            after.insert(fact)
        } else {
            after.remove(&fact)
        };
    }
}

pub(crate) fn holds(
    problem: &HtnProblem,
    formula: &Formula,
    types: &[u32],
    binding: &mut Binding,
    facts: &Facts,
) -> bool {
    match formula {
        Formula::True => true,
        Formula::Atom(atom) => facts.contains(&fact(atom, binding)),
        Formula::Equal(first, second) => value(*first, binding) == value(*second, binding),
        Formula::OfType(term, kind) => is_a(problem, value(*term, binding), *kind),
        Formula::Not(inner) => !holds(problem, inner, types, binding, facts),
        Formula::And(parts) => parts.iter().all(|part| holds(problem, part, types, binding, facts)),
        Formula::Or(parts) => parts.iter().any(|part| holds(problem, part, types, binding, facts)),
        Formula::All(variables, inner) => {
            !some(problem, variables, &Formula::Not(inner.clone()), types, binding, facts)
        }
        Formula::Some(variables, inner) => some(problem, variables, inner, types, binding, facts),
    }
}

fn some(
    problem: &HtnProblem,
    variables: &[u32],
    inner: &Formula,
    types: &[u32],
    binding: &mut Binding,
    facts: &Facts,
) -> bool {
    let Some((first, rest)) = variables.split_first() else {
        return holds(problem, inner, types, binding, facts);
    };
    let place = *first as usize;
    let before = binding[place];
    let found = members(problem, types[place]).any(|object| {
        binding[place] = Some(object);
        some(problem, rest, inner, types, binding, facts)
    });
    binding[place] = before;
    found
}

fn fact(atom: &Atom, binding: &Binding) -> (u32, Vec<ObjectId>) {
    (atom.predicate, atom.terms.iter().map(|term| value(*term, binding)).collect())
}

fn value(term: Term, binding: &Binding) -> ObjectId {
    match term {
        Term::Object(object) => object,
        Term::Variable(variable) => binding[variable as usize].unwrap(),
    }
}

fn is_a(problem: &HtnProblem, object: ObjectId, kind: u32) -> bool {
    let mut open = problem.objects[object as usize].types.clone();
    while let Some(one) = open.pop() {
        if one == kind {
            return true;
        }
        open.extend(&problem.types[one as usize].parents);
    }
    false
}

pub(crate) fn members(problem: &HtnProblem, kind: u32) -> impl Iterator<Item = ObjectId> {
    (0..problem.objects.len() as ObjectId).filter(move |object| is_a(problem, *object, kind))
}
