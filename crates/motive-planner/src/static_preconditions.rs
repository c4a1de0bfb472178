//! Moves static preconditions of subtasks up into methods.
//!
//! If every decomposition of a task requires `road(a, b)`, and roads never change, a method that calls it with other arguments can never
//! work. With the precondition moved up, such methods are never grounded. Facts that change are not moved, since an earlier task of the
//! same method may make them true.

use super::normal_form::Literal;
use super::problem::{Problem, Subtask, Task, Term};
use super::schema::{MethodSchema, Schemas};

/// The number of passes over the hierarchy. Each moves preconditions one level up. Our choice.
const ROUNDS: usize = 16;

/// Adds the implied preconditions of all methods.
pub(crate) fn pull_up(schemas: &mut Schemas, problem: &Problem) {
    let actions = of_actions(schemas);
    let declared = of_declarations(problem, schemas);
    let mut compounds = declared.clone();
    for _ in 0..ROUNDS {
        let implied: Vec<Vec<Literal>> = schemas
            .methods
            .iter()
            .map(|method| of_method(method, &actions, &compounds, &schemas.fluent))
            .collect();
        for (method, implied) in schemas.methods.iter_mut().zip(implied) {
            method.implied = implied;
        }
        let next = of_compounds(schemas, &declared);
        if next == compounds {
            break;
        }
        compounds = next;
    }
    for method in &mut schemas.methods {
        let own = &method.literals;
        method.implied.retain(|literal| !own.contains(literal));
    }
}

/// The declared types of compound tasks; the root has no parameters.
fn of_declarations(problem: &Problem, schemas: &Schemas) -> Vec<Vec<Literal>> {
    let typed = |(place, kind): (usize, &u32)| Literal::OfType(Term::Variable(place as u32), *kind, true);
    let places = problem.compounds.iter().map(|compound| compound.places.as_slice()).chain([&[][..]]);
    let places = places.chain(schemas.hidden.iter().map(Vec::as_slice));
    places.map(|places| places.iter().enumerate().map(typed).collect()).collect()
}

/// The static preconditions of each action, over its parameters.
fn of_actions(schemas: &Schemas) -> Vec<Vec<Literal>> {
    let mut all: Vec<Option<Vec<Literal>>> = vec![None; schemas.goal as usize + 1];
    for schema in &schemas.actions {
        let mut literals: Vec<Literal> = schema
            .literals
            .iter()
            .filter(|literal| is_static(literal, &schemas.fluent) && within(literal, schema.arity))
            .cloned()
            .collect();
        let typed = schema.types.iter().take(schema.arity).enumerate();
        literals
            .extend(typed.map(|(place, kind)| Literal::OfType(Term::Variable(place as u32), *kind, true)));
        tidy(&mut literals);
        meet(&mut all[schema.action as usize], literals);
    }
    all.into_iter().map(Option::unwrap_or_default).collect()
}

/// The static preconditions of a method: its own and those of its subtasks.
fn of_method(
    method: &MethodSchema,
    actions: &[Vec<Literal>],
    compounds: &[Vec<Literal>],
    fluent: &[bool],
) -> Vec<Literal> {
    let own = method.literals.iter().filter(|literal| is_static(literal, fluent)).cloned();
    let mut literals: Vec<Literal> = own.collect();
    for Subtask { task, terms } in &method.calls {
        let preconditions = match task {
            Task::Action(number) => actions.get(*number as usize),
            Task::Compound(number) => compounds.get(*number as usize),
        };
        let called = preconditions.into_iter().flatten();
        literals
            .extend(called.map(|literal| rename(literal, &|variable| terms.get(variable as usize).copied())));
    }
    literals.retain(|literal| !is_known(literal, method));
    tidy(&mut literals);
    literals
}

/// The static preconditions common to all methods of a task, over its parameters.
fn of_compounds(schemas: &Schemas, declared: &[Vec<Literal>]) -> Vec<Vec<Literal>> {
    let mut all: Vec<Option<Vec<Literal>>> = vec![None; declared.len()];
    for method in &schemas.methods {
        let place_of = |variable| {
            let wanted = Term::Variable(variable);
            let place = method.terms.iter().position(|term| *term == wanted)?;
            Some(Term::Variable(place as u32))
        };
        let mut literals = Vec::new();
        for literal in &method.implied {
            if variables(literal).all(|variable| place_of(variable).is_some()) {
                literals.push(rename(literal, &place_of));
            }
        }
        for (place, term) in method.terms.iter().enumerate() {
            let place = Term::Variable(place as u32);
            match term {
                Term::Object(_) => literals.push(Literal::Equal(place, *term, true)),
                Term::Variable(variable) => {
                    let kind = method.types.get(*variable as usize).copied().unwrap_or(u32::MAX);
                    literals.push(Literal::OfType(place, kind, true));
                }
            }
        }
        literals.extend_from_slice(&declared[method.task as usize]);
        tidy(&mut literals);
        meet(&mut all[method.task as usize], literals);
    }
    all.into_iter().map(Option::unwrap_or_default).collect()
}

fn is_static(literal: &Literal, fluent: &[bool]) -> bool {
    match literal {
        Literal::Atom(atom, _) => !fluent.get(atom.predicate as usize).copied().unwrap_or(true),
        Literal::Equal(..) | Literal::OfType(..) => true,
    }
}

fn terms(literal: &Literal) -> impl Iterator<Item = Term> + '_ {
    let (list, pair): (&[Term], [Option<Term>; 2]) = match literal {
        Literal::Atom(atom, _) => (&atom.terms, [None, None]),
        Literal::Equal(first, second, _) => (&[], [Some(*first), Some(*second)]),
        Literal::OfType(term, _, _) => (&[], [Some(*term), None]),
    };
    list.iter().copied().chain(pair.into_iter().flatten())
}

fn variables(literal: &Literal) -> impl Iterator<Item = u32> + '_ {
    terms(literal).filter_map(|term| match term {
        Term::Variable(variable) => Some(variable),
        Term::Object(_) => None,
    })
}

fn within(literal: &Literal, arity: usize) -> bool {
    variables(literal).all(|variable| (variable as usize) < arity)
}

/// Whether the types of a method imply it already.
fn is_known(literal: &Literal, method: &MethodSchema) -> bool {
    match literal {
        Literal::OfType(Term::Variable(variable), kind, true) => {
            method.types.get(*variable as usize) == Some(kind)
        }
        Literal::Equal(first, second, true) => first == second,
        _ => false,
    }
}

fn rename(literal: &Literal, to: &dyn Fn(u32) -> Option<Term>) -> Literal {
    let term = |term: &Term| match term {
        Term::Variable(variable) => to(*variable).unwrap_or(*term),
        Term::Object(_) => *term,
    };
    match literal {
        Literal::Atom(atom, positive) => {
            let mut atom = atom.clone();
            atom.terms.iter_mut().for_each(|it| *it = term(it));
            Literal::Atom(atom, *positive)
        }
        Literal::Equal(first, second, positive) => Literal::Equal(term(first), term(second), *positive),
        Literal::OfType(it, kind, positive) => Literal::OfType(term(it), *kind, *positive),
    }
}

fn tidy(literals: &mut Vec<Literal>) {
    literals.sort_unstable();
    literals.dedup();
}

/// The intersection of two lists.
fn meet(known: &mut Option<Vec<Literal>>, more: Vec<Literal>) {
    match known {
        None => *known = Some(more),
        Some(known) => known.retain(|literal| more.binary_search(literal).is_ok()),
    }
}
