//! Static analysis: what programs call and what they may change.

use super::definition::{Definition, Rule, Step};
use motive_core::action::Catalogue;
use motive_core::engine::PossibleChange;
use motive_core::engine::{KnownKinds, constant_change};
use rustc_hash::FxHashMap;

/// The programs of a library, and which of them call which.
pub(crate) struct ProgramGraph<'a> {
    definitions: &'a [Definition],
    by_name: FxHashMap<&'a str, usize>,
}

impl<'a> ProgramGraph<'a> {
    pub(crate) fn new(definitions: &'a [Definition]) -> Self {
        let by_name = (0..).zip(definitions).map(|(at, known)| (&*known.name, at)).collect();
        Self { definitions, by_name }
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The programs that a rule calls, in nested steps too.
    pub(crate) fn callees(&self, rule: &Rule) -> Vec<usize> {
        let mut found = Vec::new();
        for_each_step(&rule.steps, &mut |step| {
            if let Step::Call(name, _) = step {
                found.extend(self.find(name));
            }
        });
        found
    }

    /// A program and everything that it calls, directly or not.
    pub(crate) fn hierarchy(&self, from: usize) -> Vec<usize> {
        let mut seen = vec![false; self.definitions.len()];
        let (mut found, mut next) = (Vec::new(), vec![from]);
        while let Some(at) = next.pop() {
            let Some(definition) =
                self.definitions.get(at).filter(|_| !std::mem::replace(&mut seen[at], true))
            else {
                continue;
            };
            found.push(at);
            next.extend(definition.rules.iter().flat_map(|rule| self.callees(rule)));
        }
        found
    }

    /// What programs may change. `None` if an action is not declared.
    pub(crate) fn changes_of(
        &self,
        programs: &[usize],
        catalogue: &Catalogue,
    ) -> Option<Vec<PossibleChange>> {
        let mut changes = Vec::new();
        for rule in programs.iter().flat_map(|at| &self.definitions[*at].rules) {
            changes.extend(own_changes(rule, catalogue)?);
        }
        Some(changes)
    }
}

/// What the steps of a rule may change, without calls. `None` if an action is not declared.
pub(crate) fn own_changes(rule: &Rule, catalogue: &Catalogue) -> Option<Vec<PossibleChange>> {
    let known = KnownKinds::of(&rule.when);
    let (mut changes, mut declared) = (Vec::new(), true);
    for_each_step(&rule.steps, &mut |step| match step {
        Step::Do(action, _) => match catalogue.action(*action) {
            Some(action) => changes.extend(action.declared().changes()),
            None => declared = false,
        },
        Step::Note(kind, _) => changes.push(PossibleChange::Comes(*kind)),
        Step::Forget(thing) => changes.push(PossibleChange::Goes(known.kinds(thing))),
        Step::Set(thing, property, value) => {
            changes.push(PossibleChange::Property(known.whose(thing), *property, constant_change(value)));
        }
        // Another engine may do anything.
        Step::Ask(..) => declared = false,
        Step::Call(..) | Step::End(_) | Step::FirstOf(_) | Step::InTurn(_) => {}
    });
    declared.then_some(changes)
}

/// Visits all steps and the steps within them, in order.
pub(crate) fn for_each_step<'a>(steps: &'a [Step], visit: &mut dyn FnMut(&'a Step)) {
    let mut next: Vec<&'a Step> = steps.iter().rev().collect();
    while let Some(step) = next.pop() {
        visit(step);
        match step {
            Step::FirstOf(inner) => next.extend(inner.iter().rev()),
            Step::InTurn(turns) => next.extend(turns.iter().rev().flat_map(|(_, inner)| inner.iter().rev())),
            _ => {}
        }
    }
}
