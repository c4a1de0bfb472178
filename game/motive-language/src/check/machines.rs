//! State machines: what each state does, and when it is left for another.

use super::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{CheckedMachine, CheckedState, DefinitionId, DefinitionKind};
use crate::syntax::ast::{MachineItem, NameRef, State as StateView};
use motive_arbiter::teleo::{Definition, Rule};
use std::collections::BTreeMap;

/// The states of a machine, by name.
type States = Vec<(String, DefinitionId)>;

impl Checker<'_> {
    /// All machines of the files. The programs of their states join the others.
    pub(super) fn machines(&mut self, programs: &mut BTreeMap<String, Definition>) -> Vec<CheckedMachine> {
        let declared = self.declared.machines.clone();
        declared
            .into_values()
            .filter_map(|(file, item)| self.within(file, |this| this.machine(&item, programs)))
            .collect()
    }

    fn machine(
        &mut self,
        item: &MachineItem,
        programs: &mut BTreeMap<String, Definition>,
    ) -> Option<CheckedMachine> {
        let heading = item.name()?;
        let name = heading.text();
        if let Some(params) = item.params().filter(|params| params.params().count() > 0) {
            let message = "a machine pursues a goal by itself, so it has no parameters";
            self.error("parameters-at-top", span_of(&params), message);
            return None;
        }
        let mut known = States::new();
        let mut whole = true;
        for state in item.states().filter_map(|state| state.name()) {
            let id = self.define_within(DefinitionKind::State, &state);
            if known.iter().any(|(other, _)| *other == state.text()) {
                let message = format!("there are two states called `{}`", state.text());
                let diagnostic = Diagnostic::error("declared-twice", span_of(&state), message);
                self.report(diagnostic.with_help("give one of them another name"));
                whole = false;
            }
            known.push((state.text().to_owned(), id));
        }
        let mut states = Vec::new();
        for state in item.states() {
            match self.state(name, &state, &known, programs) {
                Some(state) => states.push(state),
                None => whole = false,
            }
        }
        let start = item.start()?;
        let first = self.state_named(&start, &known)?;
        whole.then_some(())?;
        states.rotate_left(first);
        let machine = CheckedMachine { name: name.to_owned(), states };
        self.try_machine(span_of(&heading), &machine)?;
        Some(machine)
    }

    /// The number of the state that a name refers to.
    fn state_named(&mut self, name: &NameRef, known: &States) -> Option<usize> {
        let found = known.iter().position(|(state, _)| *state == name.text());
        match found.and_then(|found| known.get(found)) {
            Some((_, id)) => self.refer_to(name, *id),
            None => {
                let known = known.iter().map(|(state, _)| state.as_str());
                self.unknown("state", name.text(), span_of(name), known);
            }
        }
        found
    }

    fn state(
        &mut self,
        machine: &str,
        view: &StateView,
        known: &States,
        programs: &mut BTreeMap<String, Definition>,
    ) -> Option<CheckedState> {
        let name = view.name()?;
        let name = name.text();
        let mut clauses = view.enter().map(|c| span_of(&c)).chain(view.leave().map(|c| span_of(&c)));
        if let Some(clause) = clauses.next() {
            let message = "`enter` and `leave` are not supported; use a state of its own";
            self.error("not-in-a-state", clause, message);
            return None;
        }
        if let Some(setting) = view.settings().next() {
            self.error("unknown-setting", span_of(&setting), "a state has `do` and `to ... when ...`");
            return None;
        }
        let mut rule = Rule::new(name);
        let mut does = false;
        for action in view.action() {
            let steps = self.scoped(|this| this.steps(&action.steps()?))?;
            does |= !steps.is_empty();
            rule = steps.into_iter().fold(rule, Rule::step);
        }
        let program = does.then(|| format!("{machine}.{name}"));
        if let Some(program) = &program {
            self.try_rule(span_of(&view.name()?), &[], &rule)?;
            if programs.contains_key(program) {
                let message = format!("`{program}` is already the name of a program");
                self.error("declared-twice", span_of(&view.name()?), message);
                return None;
            }
            programs.insert(program.clone(), Definition::new(program).rule(rule));
        }
        let mut transitions = Vec::new();
        for transition in view.transitions() {
            let to = transition.target()?;
            self.state_named(&to, known)?;
            let when = self.scoped(|this| this.when(transition.when()))?;
            transitions.push((to.text().to_owned(), when));
        }
        Some(CheckedState { name: name.to_owned(), program, transitions })
    }
}
