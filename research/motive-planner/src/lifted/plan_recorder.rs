//! The plan of a search without grounding.

use super::super::ground_problem::NONE;
use super::super::plan::{Decomposition, Part, Plan, Step};
use super::super::problem::{Problem, Task};
use super::super::schema::Schemas;
use super::super::storage::ChunkedList;
use super::{LiftedMove, TaskNode};
use rustc_hash::FxHashMap;

/// The part of the plan that a task became.
#[derive(Clone, Copy)]
enum TaskOutcome {
    Done(Part),
    SameAs(u32),
}

/// Converts the decisions of a search to a plan.
pub(super) fn record(
    problem: &Problem,
    schemas: &Schemas,
    nodes: &ChunkedList<TaskNode>,
    events: &ChunkedList<LiftedMove>,
) -> Plan {
    let mut fates: FxHashMap<u32, TaskOutcome> = FxHashMap::default();
    let mut plan = Plan::default();
    // For each decomposition and the root tasks, the nodes of its parts.
    let mut families: Vec<(Option<usize>, Vec<u32>)> = Vec::new();
    for event in events.iter() {
        match *event {
            LiftedMove::Act { node } => {
                let (Task::Action(action), objects) =
                    (nodes[node].task, &nodes[node].objects)
                else {
                    continue;
                };
                if action != schemas.goal {
                    fates.insert(node, TaskOutcome::Done(Part::Step(plan.steps.len() as u32)));
                    plan.steps.push(Step { action, objects: objects.to_vec() });
                }
            }
            LiftedMove::Decompose { node, schema, first } => {
                let schema = &schemas.methods[schema as usize];
                if schema.method == NONE {
                    fates.insert(node, TaskOutcome::SameAs(first));
                    continue;
                }
                let count = schema.calls.len();
                let mut parts = vec![NONE; count];
                for (sorted, original) in schemas.places[schema.method as usize].iter().enumerate() {
                    parts[*original as usize] = first + (count - 1 - sorted) as u32;
                }
                if schema.method as usize >= problem.methods.len() {
                    families.push((None, parts));
                    continue;
                }
                let number = plan.decompositions.len();
                fates.insert(node, TaskOutcome::Done(Part::Decomposition(number as u32)));
                families.push((Some(number), parts));
                plan.decompositions.push(Decomposition {
                    task: schema.task,
                    objects: nodes[node].objects.to_vec(),
                    method: schema.method,
                    parts: Vec::new(),
                });
            }
        }
    }
    for (owner, nodes) in families {
        let parts = nodes.iter().filter_map(|node| part(&fates, *node)).collect();
        match owner {
            None => plan.roots = parts,
            Some(owner) => plan.decompositions[owner].parts = parts,
        }
    }
    plan.cost = cost(problem, &plan.steps);
    plan
}

fn part(fates: &FxHashMap<u32, TaskOutcome>, mut node: u32) -> Option<Part> {
    loop {
        match fates.get(&node)? {
            TaskOutcome::Done(part) => return Some(*part),
            TaskOutcome::SameAs(other) => node = *other,
        }
    }
}

/// The costs of actions: constants, and values of functions that never change.
fn cost(problem: &Problem, steps: &[Step]) -> u32 {
    let values: FxHashMap<(u32, &[u32]), u32> = problem
        .values
        .iter()
        .map(|(function, objects, value)| ((*function, objects.as_slice()), *value))
        .collect();
    let mut sum = 0_u32;
    for step in steps {
        let Some(action) = problem.actions.get(step.action as usize) else { continue };
        sum = sum.saturating_add(action.cost.constant);
        for atom in &action.cost.functions {
            let objects: Vec<u32> = atom
                .terms
                .iter()
                .map(|term| super::super::normal_form::object(*term, &step.objects))
                .collect();
            let value = values.get(&(atom.predicate, objects.as_slice())).copied().unwrap_or(0);
            sum = sum.saturating_add(value);
        }
    }
    sum
}
