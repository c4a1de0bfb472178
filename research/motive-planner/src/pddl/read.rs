//! From a problem as it was read to a task for planners over symbols.

use super::{FileDiagnostic, InputFile, PddlAction, PddlTask, fact};
use crate::hddl::read_classical;
use crate::problem::{Atom, Formula, Predicate};
use motive_diagnostics::Diagnostic;

/// Reads a domain and a problem.
///
/// # Errors
/// Everything that is wrong with them.
pub fn read(domain: &str, problem: &str) -> Result<PddlTask, Vec<FileDiagnostic>> {
    let read = read_classical(domain, problem)?;
    let [domain, name] = read.names;
    let problem = read.problem;
    let declared = |predicates: &[Predicate]| {
        predicates.iter().map(|predicate| (small(&predicate.name), predicate.places.len())).collect()
    };
    let facts = problem.values.iter().map(|(function, objects, _)| number_of(*function, objects));
    let mut goal = PddlAction::default();
    goal.take(&problem.goal, true);
    let mut task = PddlTask {
        domain,
        problem: name,
        types: problem.types.iter().map(|kind| (small(&kind.name), first(&kind.parents))).collect(),
        objects: problem.objects.iter().map(|object| (small(&object.name), first(&object.types))).collect(),
        predicates: declared(&problem.predicates),
        functions: declared(&problem.functions),
        values: facts.zip(read.values).collect(),
        schemas: Vec::new(),
        init: problem.facts.iter().map(|(predicate, objects)| number_of(*predicate, objects)).collect(),
        goal: goal
            .preconditions
            .iter()
            .filter_map(|(atom, holds)| Some((fact(atom, &[])?, *holds)))
            .collect(),
    };
    if task.goal.is_empty() {
        let none = Diagnostic::error("no-goal", 0..0, "the problem has no goal, so there is nothing to do")
            .with_help("say what is to be reached: (:goal (and ...))");
        return Err(vec![FileDiagnostic { file: InputFile::Problem, diagnostic: none }]);
    }
    for ((action, parameters), cost) in problem.actions.iter().zip(read.parameters).zip(read.costs) {
        let types = action.variables.types.iter().map(|kind| *kind as usize);
        let effects = action.effects.iter().map(|effect| (effect.atom.clone(), effect.becomes));
        let mut schema = PddlAction {
            name: small(&action.name),
            parameters: parameters.iter().map(|name| small(name)).zip(types).collect(),
            effects: effects.collect(),
            cost,
            costs: action.cost.functions.clone(),
            ..PddlAction::default()
        };
        schema.take(&action.precondition, true);
        task.schemas.push(schema);
    }
    Ok(task)
}

impl PddlAction {
    /// Takes the parts of a condition, which holds or does not hold. The reader has refused all other conditions.
    fn take(&mut self, condition: &Formula, holds: bool) {
        match condition {
            Formula::Atom(atom) => self.preconditions.push((Atom::clone(atom), holds)),
            Formula::Equal(one, other) => self.equal.push((*one, *other, holds)),
            Formula::Not(inner) => self.take(inner, !holds),
            Formula::And(parts) => parts.iter().for_each(|part| self.take(part, holds)),
            _ => {}
        }
    }
}

fn number_of(predicate: u32, objects: &[u32]) -> super::PddlFact {
    (predicate as usize, objects.iter().map(|object| *object as usize).collect())
}

/// The first of several types, or `object`.
fn first(types: &[u32]) -> usize {
    types.first().map_or(0, |kind| *kind as usize)
}

/// PDDL does not tell capitals from small letters.
fn small(name: &str) -> String {
    name.to_ascii_lowercase()
}
