//! State machines: what is done in each state, and when it is left for which other.

use super::{Checker, span_of};
use crate::model::{CheckedMachine, CheckedState};
use crate::syntax::ast::{MachineItem, State as StateView};
use motive_arbiter::teleo::{Definition, Rule};
use std::collections::BTreeMap;

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
        let name = item.name()?.text();
        if let Some(params) = item.params().filter(|params| params.params().count() > 0) {
            let message = "a machine has no parameters: it pursues a goal by itself";
            self.error("parameters-at-top", span_of(&params), message);
            return None;
        }
        let known: Vec<String> = item.states().filter_map(|state| Some(state.name()?.text())).collect();
        let mut whole = true;
        let mut states = Vec::new();
        for state in item.states() {
            match self.state(&name, &state, &known, programs) {
                Some(state) => states.push(state),
                None => whole = false,
            }
        }
        let start = item.start()?;
        let Some(first) = known.iter().position(|state| *state == start.text()) else {
            self.unknown("state", &start.text(), span_of(&start), known.iter().map(String::as_str));
            return None;
        };
        whole.then_some(())?;
        states.rotate_left(first);
        Some(CheckedMachine { name, states })
    }

    fn state(
        &mut self,
        machine: &str,
        view: &StateView,
        known: &[String],
        programs: &mut BTreeMap<String, Definition>,
    ) -> Option<CheckedState> {
        let name = view.name()?.text();
        let mut clauses = view.enter().map(|c| span_of(&c)).chain(view.leave().map(|c| span_of(&c)));
        if let Some(clause) = clauses.next() {
            let message = "nothing is done on the way into a state or out of it; do it in a state of its own";
            self.error("not-in-a-state", clause, message);
            return None;
        }
        if let Some(setting) = view.settings().next() {
            self.error("unknown-setting", span_of(&setting), "a state has `do` and `to ... when ...`");
            return None;
        }
        let mut rule = Rule::new(&name);
        let mut does = false;
        for action in view.action() {
            let steps = self.scoped(|this| this.steps(&action.steps()?))?;
            does |= !steps.is_empty();
            rule = steps.into_iter().fold(rule, Rule::step);
        }
        let program = does.then(|| format!("{machine}.{name}"));
        if let Some(program) = &program {
            programs.insert(program.clone(), Definition::new(program).rule(rule));
        }
        let mut transitions = Vec::new();
        for transition in view.transitions() {
            let to = transition.target()?;
            if !known.contains(&to.text()) {
                self.unknown("state", &to.text(), span_of(&to), known.iter().map(String::as_str));
                return None;
            }
            let when = self.scoped(|this| this.when(transition.when()))?;
            transitions.push((to.text(), when));
        }
        Some(CheckedState { name, program, transitions })
    }
}
