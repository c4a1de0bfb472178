//! Moves preconditions of subtasks up into methods.
//!
//! If every decomposition of a task requires `road(a, b)`, and roads never change, a method that calls it with other arguments can never
//! work. With the precondition moved up, such methods are never grounded. A fact that changes is not moved, since an earlier task of the
//! same method, or one that is interleaved with it, may make it true.
//!
//! Where tasks are done one after the other, a fact that changes is moved too, unless an earlier task of the same method can change it.

use super::normal_form::FormulaLiteral;
use super::{LiftedMethod, Schemas};
use crate::limits::{LimitReached, WorkMeter};
use crate::problem::{HtnProblem, Subtask, TaskId, Term};
use rustc_hash::FxHashSet;

/// The number of passes over the hierarchy. Each moves preconditions one level up. Our choice.
const ROUNDS: usize = 16;

/// Adds the implied preconditions of all methods.
pub(crate) fn pull_up(
    schemas: &mut Schemas,
    problem: &HtnProblem,
    work: &mut WorkMeter<'_>,
) -> Result<(), LimitReached> {
    let fluent = schemas.fluent.clone();
    let changes = ChangedPredicates::of(schemas, work)?;
    let is_static = |literal: &FormulaLiteral, _: &Changed| is_static(literal, &fluent);
    let implied = implied_preconditions(schemas, problem, &changes, &is_static, work)?;
    let in_series = implied_preconditions(schemas, problem, &changes, &is_unchanged, work)?;
    for ((method, mut implied), mut in_series) in schemas.methods.iter_mut().zip(implied).zip(in_series) {
        let own: FxHashSet<&FormulaLiteral> = method.literals.iter().collect();
        for list in [&mut implied, &mut in_series] {
            list.retain(|literal| !own.contains(literal));
        }
        schemas.bytes += (implied.len() + in_series.len()) * size_of::<FormulaLiteral>() * 2;
        (method.implied, method.implied_in_series) = (implied, in_series);
    }
    Ok(())
}

/// The predicates whose facts may have become true, and those whose facts may have become false.
type Changed = [Vec<bool>; 2];
/// Whether a condition that holds before the tasks of a method must hold, given what may have changed.
type Survives<'f> = &'f dyn Fn(&FormulaLiteral, &Changed) -> bool;

fn is_unchanged(literal: &FormulaLiteral, changed: &Changed) -> bool {
    let FormulaLiteral::Atom(atom, positive) = literal else { return true };
    !changed[usize::from(!positive)][atom.predicate as usize]
}

/// What each method requires because its subtasks do. A precondition of a subtask is required by the method if `survives` says so, given
/// what the subtasks before it may change.
fn implied_preconditions(
    schemas: &Schemas,
    problem: &HtnProblem,
    changes: &ChangedPredicates,
    survives: Survives<'_>,
    work: &mut WorkMeter<'_>,
) -> Result<Vec<Vec<FormulaLiteral>>, LimitReached> {
    let actions = of_actions(schemas, &changes.nothing(), survives);
    let declared = of_declarations(problem, schemas);
    let mut compounds = declared.clone();
    let mut implied = Vec::new();
    for _ in 0..ROUNDS {
        implied.clear();
        for method in &schemas.methods {
            implied.push(of_method(method, &actions, &compounds, changes, survives, work)?);
        }
        let next = of_compounds(schemas, &implied, &declared);
        if next == compounds {
            break;
        }
        compounds = next;
    }
    Ok(implied)
}

/// For each task, what doing it may change.
struct ChangedPredicates {
    predicates: usize,
    actions: Vec<Changed>,
    compounds: Vec<Changed>,
}

impl ChangedPredicates {
    fn of(schemas: &Schemas, work: &mut WorkMeter<'_>) -> Result<Self, LimitReached> {
        let mut this = Self { predicates: schemas.fluent.len(), actions: Vec::new(), compounds: Vec::new() };
        this.actions = (0..=schemas.goal).map(|_| this.nothing()).collect();
        this.compounds = (0..schemas.compounds()).map(|_| this.nothing()).collect();
        for schema in &schemas.actions {
            for change in &schema.changes {
                this.actions[schema.action as usize][usize::from(!change.becomes)]
                    [change.atom.predicate as usize] = true;
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for method in &schemas.methods {
                let mut known = std::mem::take(&mut this.compounds[method.task as usize]);
                for task in distinct_tasks(&method.calls) {
                    work.check_time(1 + this.predicates as u64 / 4)?;
                    changed |= include(&mut known, this.of_task(task));
                }
                this.compounds[method.task as usize] = known;
            }
        }
        Ok(this)
    }

    fn nothing(&self) -> Changed {
        [vec![false; self.predicates], vec![false; self.predicates]]
    }

    fn of_task(&self, task: TaskId) -> &Changed {
        match task {
            TaskId::Action(number) => &self.actions[number as usize],
            TaskId::Compound(number) => &self.compounds[number as usize],
        }
    }
}

/// The tasks that calls are of, each once.
fn distinct_tasks(calls: &[Subtask]) -> impl Iterator<Item = TaskId> + '_ {
    let mut known = FxHashSet::default();
    calls.iter().map(|call| call.task).filter(move |task| known.insert(*task))
}

/// Includes what may change besides. Returns whether that is anything new.
fn include(known: &mut Changed, more: &Changed) -> bool {
    let mut is_new = false;
    for (known, more) in known.iter_mut().flatten().zip(more.iter().flatten()) {
        is_new |= more & !*known;
        *known |= more;
    }
    is_new
}

/// The declared types of compound tasks; the root has no parameters.
fn of_declarations(problem: &HtnProblem, schemas: &Schemas) -> Vec<Vec<FormulaLiteral>> {
    let typed =
        |(place, kind): (usize, &u32)| FormulaLiteral::OfType(Term::Variable(place as u32), *kind, true);
    let places = problem.compounds.iter().map(|compound| compound.places.as_slice()).chain([&[][..]]);
    let places = places.chain(schemas.hidden.iter().map(Vec::as_slice));
    places.map(|places| places.iter().enumerate().map(typed).collect()).collect()
}

/// The preconditions of each action, over its parameters.
fn of_actions(schemas: &Schemas, nothing: &Changed, survives: Survives<'_>) -> Vec<Vec<FormulaLiteral>> {
    let mut all: Vec<Option<Vec<FormulaLiteral>>> = vec![None; schemas.goal as usize + 1];
    for schema in &schemas.actions {
        let mut literals: Vec<FormulaLiteral> = schema
            .literals
            .iter()
            .filter(|literal| survives(literal, nothing) && within(literal, schema.arity))
            .cloned()
            .collect();
        let typed = schema.types.iter().take(schema.arity).enumerate();
        literals.extend(
            typed.map(|(place, kind)| FormulaLiteral::OfType(Term::Variable(place as u32), *kind, true)),
        );
        tidy(&mut literals);
        meet(&mut all[schema.action as usize], literals);
    }
    all.into_iter().map(Option::unwrap_or_default).collect()
}

/// The preconditions of a method: its own and those of its subtasks.
fn of_method(
    method: &LiftedMethod,
    actions: &[Vec<FormulaLiteral>],
    compounds: &[Vec<FormulaLiteral>],
    changes: &ChangedPredicates,
    survives: Survives<'_>,
    work: &mut WorkMeter<'_>,
) -> Result<Vec<FormulaLiteral>, LimitReached> {
    let (mut changed, mut tasks) = (changes.nothing(), FxHashSet::default());
    let own = method.literals.iter().filter(|literal| survives(literal, &changed)).cloned();
    let mut literals: Vec<FormulaLiteral> = own.collect();
    let mut tidied = literals.len();
    for Subtask { task, terms } in &method.calls {
        let preconditions = match task {
            TaskId::Action(number) => actions.get(*number as usize),
            TaskId::Compound(number) => compounds.get(*number as usize),
        };
        let called = preconditions.into_iter().flatten();
        let called = called.filter(|literal| survives(literal, &changed));
        literals
            .extend(called.map(|literal| rename(literal, &|variable| terms.get(variable as usize).copied())));
        // Thousands of subtasks require the same as a rule.
        if literals.len() > 2 * tidied + MANY_LITERALS {
            work.check_time(literals.len() as u64)?;
            tidy(&mut literals);
            tidied = literals.len();
        }
        if tasks.insert(*task) {
            include(&mut changed, changes.of_task(*task));
        }
    }
    literals.retain(|literal| !is_known(literal, method));
    tidy(&mut literals);
    work.check_time(1 + literals.len() as u64)?;
    Ok(literals)
}

/// How many literals are gathered before repeated ones are left out. Our choice.
const MANY_LITERALS: usize = 1024;

/// The preconditions common to all methods of a task, over its parameters.
fn of_compounds(
    schemas: &Schemas,
    implied: &[Vec<FormulaLiteral>],
    declared: &[Vec<FormulaLiteral>],
) -> Vec<Vec<FormulaLiteral>> {
    let mut all: Vec<Option<Vec<FormulaLiteral>>> = vec![None; declared.len()];
    for (method, implied) in schemas.methods.iter().zip(implied) {
        let place_of = |variable| {
            let wanted = Term::Variable(variable);
            let place = method.terms.iter().position(|term| *term == wanted)?;
            Some(Term::Variable(place as u32))
        };
        let mut literals = Vec::new();
        for literal in implied {
            if literal.variables().all(|variable| place_of(variable).is_some()) {
                literals.push(rename(literal, &place_of));
            }
        }
        for (place, term) in method.terms.iter().enumerate() {
            let place = Term::Variable(place as u32);
            match term {
                Term::Object(_) => literals.push(FormulaLiteral::Equal(place, *term, true)),
                Term::Variable(variable) => {
                    let kind = method.types.get(*variable as usize).copied().unwrap_or(u32::MAX);
                    literals.push(FormulaLiteral::OfType(place, kind, true));
                }
            }
        }
        literals.extend_from_slice(&declared[method.task as usize]);
        tidy(&mut literals);
        meet(&mut all[method.task as usize], literals);
    }
    all.into_iter().map(Option::unwrap_or_default).collect()
}

fn is_static(literal: &FormulaLiteral, fluent: &[bool]) -> bool {
    match literal {
        FormulaLiteral::Atom(atom, _) => !fluent.get(atom.predicate as usize).copied().unwrap_or(true),
        FormulaLiteral::Equal(..) | FormulaLiteral::OfType(..) => true,
    }
}

fn within(literal: &FormulaLiteral, arity: usize) -> bool {
    literal.variables().all(|variable| (variable as usize) < arity)
}

/// Whether the types of a method imply it already.
fn is_known(literal: &FormulaLiteral, method: &LiftedMethod) -> bool {
    match literal {
        FormulaLiteral::OfType(Term::Variable(variable), kind, true) => {
            method.types.get(*variable as usize) == Some(kind)
        }
        FormulaLiteral::Equal(first, second, true) => first == second,
        _ => false,
    }
}

fn rename(literal: &FormulaLiteral, to: &dyn Fn(u32) -> Option<Term>) -> FormulaLiteral {
    let mut renamed = literal.clone();
    renamed.each_term_mut(&mut |term| {
        if let Term::Variable(variable) = term {
            *term = to(*variable).unwrap_or(*term);
        }
    });
    renamed
}

fn tidy(literals: &mut Vec<FormulaLiteral>) {
    literals.sort_unstable();
    literals.dedup();
}

/// The intersection of two lists.
fn meet(known: &mut Option<Vec<FormulaLiteral>>, more: Vec<FormulaLiteral>) {
    match known {
        None => *known = Some(more),
        Some(known) => known.retain(|literal| more.binary_search(literal).is_ok()),
    }
}
