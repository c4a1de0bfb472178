//! State machines, and schedules: lists of actions with a condition to begin and conditions that interrupt them.

use super::findings::Findings;
use super::names::{NameTable, count, names_of};
use super::{ItemChecker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{
    CheckedMachine, CheckedProgram, CheckedSchedule, CheckedState, DefinitionId, DefinitionKind, Located,
};
use crate::syntax::ast::{
    Expr as View, MachineItem, NameRef, ParamList, ScheduleItem, Setting, State as StateView,
};
use motive_arbiter::teleo::{Definition, Rule, Step};
use motive_core::Condition;
use motive_machines::schedule::ScheduleTask;
use std::collections::BTreeMap;

/// The numbers of a machine's states, by name.
type States = BTreeMap<String, (usize, DefinitionId)>;

/// All machines of the files. The programs of their states join the others.
pub(super) fn machines(
    names: &NameTable,
    programs: &mut BTreeMap<String, CheckedProgram>,
    findings: &mut Findings,
) -> Vec<Located<CheckedMachine>> {
    let machines = names.machines.values();
    let check = |(file, item): &(usize, _)| ItemChecker::new(names, findings, *file).machine(item, programs);
    machines.filter_map(check).collect()
}

impl ItemChecker<'_> {
    fn machine(
        &mut self,
        item: &MachineItem,
        programs: &mut BTreeMap<String, CheckedProgram>,
    ) -> Option<Located<CheckedMachine>> {
        let heading = item.name()?;
        let name = heading.text();
        self.no_parameters("machine", item.params())?;
        let mut known = States::new();
        let mut whole = true;
        for (number, state) in item.states().filter_map(|state| state.name()).enumerate() {
            let id = self.findings.define_within(DefinitionKind::State, &state);
            if known.insert(state.text().to_owned(), (number, id)).is_some() {
                let message = format!("there are two states called `{}`", state.text());
                let diagnostic = Diagnostic::error("declared-twice", span_of(&state), message);
                self.report(diagnostic.with_help("give one of them another name"));
                whole = false;
            }
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
        Some(Located { place: self.findings.place_of(&heading), definition: machine })
    }

    /// What pursues a goal by itself has no parameters.
    fn no_parameters(&mut self, what: &str, params: Option<ParamList>) -> Option<()> {
        let Some(params) = params.filter(|params| count(Some(params)) > 0) else { return Some(()) };
        let message = format!("a {what} pursues a goal by itself, so it has no parameters");
        self.refuse("parameters-at-top", &params, message)
    }

    /// The number of the state that a name refers to.
    fn state_named(&mut self, name: &NameRef, known: &States) -> Option<usize> {
        match known.get(name.text()) {
            Some((_, id)) => self.findings.refer_to(name, *id),
            None => {
                self.unknown("state", name.text(), span_of(name), known.keys().map(String::as_str));
            }
        }
        known.get(name.text()).map(|(number, _)| *number)
    }

    fn state(
        &mut self,
        machine: &str,
        view: &StateView,
        known: &States,
        programs: &mut BTreeMap<String, CheckedProgram>,
    ) -> Option<CheckedState> {
        let heading = view.name()?;
        let name = heading.text();
        let mut clauses = view.enter().map(|c| span_of(&c)).chain(view.leave().map(|c| span_of(&c)));
        if let Some(clause) = clauses.next() {
            let message = "`enter` and `leave` are not supported; use a state of its own";
            self.error("not-in-a-state", clause, message);
            return None;
        }
        if let Some(setting) = view.settings().next() {
            return self.refuse("unknown-setting", &setting, "a state has `do` and `to ... when ...`");
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
            if programs.contains_key(program) {
                let message = format!("`{program}` is already the name of a program");
                return self.refuse("declared-twice", &heading, message);
            }
            let definition = Definition::new(program).rule(rule);
            let rules = vec![self.findings.place_of(&heading)];
            programs.insert(program.clone(), CheckedProgram { definition, rules });
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

    /// A schedule, or nothing if something in it is wrong.
    pub(super) fn schedule(&mut self, item: &ScheduleItem) -> Option<Located<CheckedSchedule>> {
        let name = item.name()?;
        self.no_parameters("schedule", item.params())?;
        let mut parts = CheckedSchedule {
            when: Condition::always(),
            interrupts: Vec::new(),
            on_failure: None,
            tasks: Vec::new(),
        };
        for when in item.when() {
            parts.when = parts.when & self.scoped(|this| this.when(Some(when)))?;
        }
        for setting in item.settings() {
            self.schedule_setting(&setting, &mut parts)?;
        }
        for action in item.action() {
            for step in self.scoped(|this| this.steps(&action.steps()?))? {
                let Step::Do(action, arguments) = step else {
                    let message =
                        "a schedule does actions in order, as in `do hide; reload`, and nothing else";
                    return self.refuse("not-an-action", &action, message);
                };
                parts.tasks.push(ScheduleTask::act(action, arguments));
            }
        }
        if parts.tasks.is_empty() {
            return self.refuse("nothing-to-do", &name, "a schedule needs actions, as in `do hide; reload`");
        }
        // `until` concerns the last action.
        for until in item.until() {
            let holds = self.scoped(|this| this.conditions(&until.condition()?))?;
            if let Some(ScheduleTask::Act { until, .. }) = parts.tasks.last_mut() {
                *until = Some(holds);
            }
        }
        Some(Located { place: self.findings.place_of(&name), definition: parts })
    }

    fn schedule_setting(&mut self, setting: &Setting, parts: &mut CheckedSchedule) -> Option<()> {
        let name = setting.name()?;
        match name.text() {
            "interrupt" => {
                for value in setting.values() {
                    parts.interrupts.push(self.scoped(|this| this.test(&value))?);
                }
            }
            "failure" => {
                let (word, span) = self.word(setting)?;
                if !self.names.schedules.contains_key(&word) {
                    self.unknown("schedule", &word, span, names_of(&self.names.schedules));
                    return None;
                }
                if let Some(View::Name(name)) = setting.values().next() {
                    self.refer(DefinitionKind::Schedule, &name.name()?);
                }
                parts.on_failure = Some(word);
            }
            other => {
                return self.no_such("setting of a schedule", other, &name, ["interrupt", "failure"]);
            }
        }
        Some(())
    }
}
