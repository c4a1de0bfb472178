//! Splits methods with many free variables, so that independent choices are made separately.
//!
//! A variable that occurs in one call only, and neither in the head nor in the precondition, is independent of the others. Such a call is
//! moved into a hidden task, whose hidden method binds the variable when its turn comes. A product of choices becomes a sum.

use super::normal_form::FormulaLiteral;
use super::{LiftedMethod, NONE, Schemas, SubtaskOrder};
use crate::problem::{Subtask, TaskId, Term};

/// Splits all methods that benefit from it.
pub(crate) fn split(schemas: &mut Schemas) {
    let mut hidden = Vec::new();
    let mut methods = std::mem::take(&mut schemas.methods);
    for method in &mut methods {
        if method.calls.len() < 2 {
            continue;
        }
        let counts = occurrences(method);
        let mut moved = vec![false; method.types.len()];
        for place in 0..method.calls.len() {
            let is_local =
                |variable: u32| counts.get(variable as usize).is_some_and(|count| *count == Some(place));
            let terms = &method.calls[place].terms;
            let has_local =
                terms.iter().any(|term| matches!(term, Term::Variable(variable) if is_local(*variable)));
            if has_local {
                (0..method.types.len())
                    .for_each(|variable| moved[variable] |= counts[variable] == Some(place));
                let task = schemas.root + 1 + schemas.hidden.len() as u32;
                let (call, chooser, places) = hide(method, place, task, &is_local);
                method.calls[place] = call;
                hidden.push(chooser);
                schemas.hidden.push(places);
            }
        }
        leave_out(method, &moved);
    }
    methods.extend(hidden);
    schemas.methods = methods;
}

/// For each variable the one call in which it occurs; none if it occurs elsewhere too, or nowhere.
fn occurrences(method: &LiftedMethod) -> Vec<Option<usize>> {
    let mut seen = vec![false; method.types.len()];
    let mut only = vec![None; method.types.len()];
    let mut note = |variable: u32, place: Option<usize>| {
        let variable = variable as usize;
        only[variable] = if seen[variable] && only[variable] != place { None } else { place };
        seen[variable] = true;
    };
    let in_head = variables(&method.terms);
    let in_condition = method.literals.iter().flat_map(FormulaLiteral::variables);
    in_head.chain(in_condition).for_each(|variable| note(variable, None));
    for (place, call) in method.calls.iter().enumerate() {
        variables(&call.terms).for_each(|variable| note(variable, Some(place)));
    }
    only
}

fn variables(terms: &[Term]) -> impl Iterator<Item = u32> + '_ {
    terms.iter().filter_map(|term| if let Term::Variable(variable) = term { Some(*variable) } else { None })
}

/// The call of a hidden task in place of a call, the hidden method that makes that call, and the types of the hidden task's places.
fn hide(
    method: &LiftedMethod,
    place: usize,
    task: u32,
    is_local: &dyn Fn(u32) -> bool,
) -> (Subtask, LiftedMethod, Vec<u32>) {
    let original = &method.calls[place];
    let (mut shared, mut local): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for term in &original.terms {
        if let Term::Variable(variable) = term {
            let list = if is_local(*variable) { &mut local } else { &mut shared };
            if !list.contains(variable) {
                list.push(*variable);
            }
        }
    }
    let all: Vec<u32> = shared.iter().chain(&local).copied().collect();
    let kind = |variable: &u32| method.types[*variable as usize];
    let rename = |term: &Term| match term {
        Term::Variable(variable) => {
            Term::Variable(all.iter().position(|known| known == variable).unwrap_or(0) as u32)
        }
        Term::Object(_) => *term,
    };
    let places: Vec<u32> = shared.iter().map(kind).collect();
    let chooser = LiftedMethod {
        method: NONE,
        task,
        terms: (0..shared.len() as u32).map(Term::Variable).collect(),
        types: all.iter().map(kind).collect(),
        literals: Vec::new(),
        implied: Vec::new(),
        implied_in_series: Vec::new(),
        shape: SubtaskOrder::Chain,
        calls: vec![Subtask { task: original.task, terms: original.terms.iter().map(rename).collect() }],
    };
    let call =
        Subtask { task: TaskId::Compound(task), terms: shared.into_iter().map(Term::Variable).collect() };
    (call, chooser, places)
}

/// Removes variables that were moved. A parameter that is not used stays, since it still requires an object of its type.
fn leave_out(method: &mut LiftedMethod, moved: &[bool]) {
    let mut numbers = vec![0; method.types.len()];
    let mut types = Vec::new();
    for (variable, kind) in method.types.iter().enumerate() {
        numbers[variable] = types.len() as u32;
        if !moved[variable] {
            types.push(*kind);
        }
    }
    visit(method, &mut |term| {
        if let Term::Variable(variable) = term {
            *variable = numbers[*variable as usize];
        }
    });
    method.types = types;
}

fn visit(method: &mut LiftedMethod, each: &mut dyn FnMut(&mut Term)) {
    method.terms.iter_mut().for_each(&mut *each);
    method.literals.iter_mut().for_each(|literal| literal.each_term_mut(&mut *each));
    for call in &mut method.calls {
        call.terms.iter_mut().for_each(&mut *each);
    }
}
