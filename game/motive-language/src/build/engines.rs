//! The engines of a mind: its programs, tasks, networks, plans and machines, built so that each can call the others.

use super::{ModelBuilder, refused};
use crate::model::{CheckedMachine, CheckedMind, CheckedNetworks, CheckedSchedule, FileSpan, Located};
use motive_arbiter::CharacterBuilder;
use motive_arbiter::teleo::{Library, ProgramError, TeleoProgram};
use motive_core::{
    Behaviour, Callable, Condition, Context, Expr, Outcome, Program, Stuck, Value, Vocabulary,
};
use motive_drives::PlanFor;
use motive_machines::fsm::{Machine, MachineError, MachineProgram, State};
use motive_machines::schedule::{Schedule, ScheduleError, ScheduleProgram, Schedules};
use motive_tasks::{HtnTask, Primitive, Settings, TaskError, TaskLibrary};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, OnceLock, Weak};

/// The one state that schedules of a file are in: goals decide which of them runs.
const STATE: &str = "any";

/// The engines of a mind beside the arbiter.
pub(super) struct Engines {
    pub(super) library: Arc<Library>,
    pub(super) side_engines: Vec<SideEngine>,
    /// All tasks, with those that stand for actions and other engines.
    pub(super) task_definitions: Vec<HtnTask>,
    /// The same, ready to run. `None` if the files have no tasks.
    pub(super) tasks: Option<Arc<TaskLibrary>>,
    /// What rules and states of machines call.
    pub(super) table: EngineTable,
}

/// Calls between the engines of a mind: rules call tasks, tasks call programs, and either may be built first.
///
/// The table has the engines by name, filled in once all of them are built. It is a program of the mind itself, one that is never
/// started, so that the engines live as long as the mind does.
#[derive(Clone, Debug)]
pub(super) struct EngineTable(Arc<EngineNames>);

#[derive(Debug)]
struct EngineNames {
    name: Arc<str>,
    engines: OnceLock<BTreeMap<String, Callable>>,
}

impl EngineTable {
    fn new() -> Self {
        Self(Arc::new(EngineNames { name: "'engines".into(), engines: OnceLock::new() }))
    }

    /// A callable that looks its engine up when it is started.
    fn callable(&self, name: &str, arity: usize, version: u64) -> Callable {
        // The table owns the engines; a strong reference back would be a cycle.
        let (table, wanted): (Weak<EngineNames>, String) = (Arc::downgrade(&self.0), name.to_owned());
        let find = move || table.upgrade()?.engines.get()?.get(&wanted).cloned();
        let described = find.clone();
        let start = move |values: &[Value]| find().map_or_else(stuck, |engine| engine.start(values));
        Callable::new(name, arity, start).versioned(version).described(move |names, text| {
            if let Some(engine) = described() {
                engine.describe(names, text);
            }
        })
    }

    /// Lets rules call the engines, tasks among them.
    fn fill(&self, mut callables: BTreeMap<String, Callable>, tasks: Option<&Arc<TaskLibrary>>) {
        if let Some(tasks) = tasks {
            callables.extend(tasks.definitions().iter().map(|task| {
                let (started, described) = (tasks.clone(), tasks.clone());
                let (name, arity) = (task.name.to_string(), task.parameters.len());
                let callable = Callable::new(&task.name, arity, move |values| {
                    let program = started.program(&name, values.to_vec());
                    program.map_or_else(|_| stuck(), |program| program.start())
                });
                let callable = callable.described(move |names, text| described.describe(names, text));
                (task.name.to_string(), callable)
            }));
        }
        drop(self.0.engines.set(callables));
    }
}

impl Program for EngineTable {
    fn name(&self) -> &Arc<str> {
        &self.0.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        stuck()
    }
}

/// A behaviour that never does anything, for an engine that is not there.
fn stuck() -> Box<dyn Behaviour> {
    Box::new(|_: &mut Context<'_>| Outcome::Stuck(Stuck::Nothing))
}

/// A network, planner, schedule or machine: it can pursue a goal, and be called by rules and tasks.
pub(super) struct SideEngine {
    callable: Callable,
    add: Box<dyn Fn(CharacterBuilder) -> CharacterBuilder>,
}

impl SideEngine {
    fn of<P: Program + Clone + 'static>(program: P) -> Self {
        let callable = Callable::of(program.clone());
        Self { callable, add: Box::new(move |builder| builder.program(program.clone())) }
    }

    /// Gives the engine to a character.
    pub(super) fn add_to(&self, builder: CharacterBuilder) -> CharacterBuilder {
        (self.add)(builder)
    }
}

impl CheckedNetworks {
    /// The networks as engines that goals, rules and tasks can use.
    fn side_engines(&self) -> Vec<SideEngine> {
        #[cfg(feature = "networks")]
        return self.programs.iter().cloned().map(SideEngine::of).collect();
        #[cfg(not(feature = "networks"))]
        Vec::new()
    }
}

impl ModelBuilder<'_> {
    /// Builds the engines of a mind. `None` if one of them refuses its definition, which is reported.
    pub(super) fn engines(&mut self, mind: &CheckedMind, plans: &[PlanFor]) -> Option<Rc<Engines>> {
        let (items, names, version) = (&self.checked.items, &self.checked.vocabulary, self.checked.version);
        let table = EngineTable::new();
        let called = items.calls.by_rules.iter();
        let callables = called.map(|(name, arity)| table.callable(name, *arity, version)).collect();
        let library = Library::with_callables(names, mind.definitions(items, names), callables);
        let library = match library {
            Ok(library) => library,
            Err(error) => {
                self.findings.push(refused(self.place_of_rule(mind, &error), &error));
                return None;
            }
        };
        let side_engines = self.side_engines(plans, &library)?;
        let callables: BTreeMap<String, Callable> = side_engines
            .iter()
            .map(|engine| (engine.callable.name.to_string(), engine.callable.clone()))
            .collect();
        let mut task_definitions: Vec<HtnTask> =
            mind.tasks(&items.tasks).map(|task| task.definition.clone()).collect();
        if !task_definitions.is_empty() {
            task_definitions.extend(self.called_tasks(&library, &callables));
        }
        let tasks = self.tasks(mind, &task_definitions)?;
        table.fill(callables, tasks.as_ref());
        Some(Rc::new(Engines { library, side_engines, task_definitions, tasks, table }))
    }

    /// Where the rule or program stands that an error is about.
    fn place_of_rule<'p>(&'p self, mind: &'p CheckedMind, error: &ProgramError) -> &'p FileSpan {
        let (program, rule) = match error {
            ProgramError::Rule { program, rule, .. } | ProgramError::UnknownProgram { program, rule, .. } => {
                (program, Some(rule))
            }
            ProgramError::Twice(program)
            | ProgramError::Empty(program)
            | ProgramError::ArgumentsAtTop(program) => (program, None),
        };
        let place = mind.program(&self.checked.items, program).and_then(|program| {
            let rules = &program.definition.rules;
            let at = rules.iter().position(|known| Some(&*known.name) == rule.map(String::as_str));
            program.rules.get(at.unwrap_or(0))
        });
        place.unwrap_or(&mind.place)
    }

    /// Builds all tasks of a mind together: `Some(None)` without any, `None` if one has an error.
    fn tasks(&mut self, mind: &CheckedMind, definitions: &[HtnTask]) -> Option<Option<Arc<TaskLibrary>>> {
        if definitions.is_empty() {
            return Some(None);
        }
        let items = &self.checked.items;
        let mut all = definitions.to_vec();
        all.extend(items.answers_ask.then(unanswered_ask));
        match TaskLibrary::new(&self.checked.vocabulary, all, Settings::default()) {
            Ok(tasks) => Some(Some(tasks)),
            Err(errors) => {
                for error in &errors {
                    let is_meant = |task: &&Located<HtnTask>| &*task.definition.name == name_of(error);
                    let place =
                        mind.tasks(&items.tasks).find(is_meant).map_or(&mind.place, |task| &task.place);
                    self.findings.push(refused(place, error));
                }
                None
            }
        }
    }

    /// The tasks that stand for actions, programs and other engines, for those that call them by name.
    fn called_tasks(&self, library: &Arc<Library>, engines: &BTreeMap<String, Callable>) -> Vec<HtnTask> {
        let names = &self.checked.vocabulary;
        let mut all = Vec::new();
        for name in &self.checked.items.calls.by_tasks {
            if let Some(program) = library.program(name) {
                let callable = program.callable();
                all.push(with_parameters(name, callable.arity).guest(callable));
            } else if let Some(engine) = engines.get(name) {
                all.push(with_parameters(name, engine.arity).guest(engine.clone()));
            } else if let Some(action) = names.find_action(name) {
                let arity = names.action_info(action).map_or(0, |info| info.arity);
                let primitive = (0..arity).fold(Primitive::new(action), |primitive, place| {
                    primitive.with(Expr::var(&parameter(place)))
                });
                all.push(with_parameters(name, arity).act(primitive));
            }
        }
        all
    }

    /// The networks, planners, schedules and machines of the files, and the plans of a mind.
    fn side_engines(&mut self, plans: &[PlanFor], library: &Arc<Library>) -> Option<Vec<SideEngine>> {
        let (items, names) = (&self.checked.items, &self.checked.vocabulary);
        let mut all = items.networks.side_engines();
        all.extend(items.goaps.values().cloned().map(SideEngine::of));
        let mut whole = true;
        for (name, checked) in &items.schedules {
            let built = self.built(&checked.place, schedule(name, &items.schedules, names));
            whole &= built.is_some();
            all.extend(built.map(SideEngine::of));
        }
        for checked in &items.machines {
            let built = machine(&checked.definition, names, |name| library.program(name));
            let built = self.built(&checked.place, built);
            whole &= built.is_some();
            all.extend(built.map(SideEngine::of));
        }
        all.extend(plans.iter().cloned().map(SideEngine::of));
        whole.then_some(all)
    }
}

/// The name of the task that an error is about.
fn name_of(error: &TaskError) -> &str {
    match error {
        TaskError::Condition(task, _)
        | TaskError::Twice(task)
        | TaskError::EmptyLine(task)
        | TaskError::NoSuchTask(task)
        | TaskError::Unknown { task, .. }
        | TaskError::Arity { task, .. }
        | TaskError::Weight(task, _) => task,
    }
}

/// The task `ask` for agents that are not on a team: it has nobody to ask, and fails.
fn unanswered_ask() -> HtnTask {
    let task = ["who", "what", "with"].iter().fold(HtnTask::new("ask"), |task, name| task.parameter(name));
    task.guest(Callable::new("ask", 3, |_| stuck()))
}

/// The name of a parameter that no file can use.
fn parameter(place: usize) -> String {
    format!("'{place}")
}

/// A task without a body, with parameters under names that no file can use.
fn with_parameters(name: &str, arity: usize) -> HtnTask {
    (0..arity).fold(HtnTask::new(name), |task, place| task.parameter(&parameter(place)))
}

/// A state machine as a program. What its states do is looked up by name.
fn machine(
    checked: &CheckedMachine,
    names: &Vocabulary,
    program: impl Fn(&str) -> Option<TeleoProgram>,
) -> Result<MachineProgram, MachineError> {
    let mut machine = Machine::new(&checked.name);
    for checked in &checked.states {
        let mut state = State::new(&checked.name);
        if let Some(program) = checked.program.as_deref().and_then(&program) {
            state = state.behave(program);
        }
        for (to, when) in &checked.transitions {
            state = state.to(to, when.clone());
        }
        machine = machine.state(state);
    }
    machine.build(names)
}

/// A schedule, and those that follow when it fails, as a program.
fn schedule(
    name: &str,
    all: &BTreeMap<String, Located<CheckedSchedule>>,
    names: &Arc<Vocabulary>,
) -> Result<ScheduleProgram, ScheduleError> {
    let mut builder = Schedules::new(names.clone()).state(STATE, Condition::always());
    let (mut open, mut seen) = (vec![name.to_owned()], Vec::new());
    while let Some(name) = open.pop() {
        let Some(checked) = all.get(&name).filter(|_| !seen.contains(&name)) else { continue };
        let checked = &checked.definition;
        let flag = |what: &str| format!("{name}.{what}");
        let mut schedule = Schedule::new(&name, STATE).when(&flag("when"));
        // Schedules that only follow another are never chosen by themselves.
        let when = if seen.is_empty() { checked.when.clone() } else { !Condition::always() };
        builder = builder.flag(&flag("when"), when);
        for (number, interrupt) in checked.interrupts.iter().enumerate() {
            let interrupting = flag(&format!("interrupt{number}"));
            builder = builder.flag(&interrupting, interrupt.clone());
            schedule = schedule.fails_on(&interrupting);
        }
        if let Some(failure) = &checked.on_failure {
            schedule = schedule.on_failure(failure);
            open.push(failure.clone());
        }
        builder = builder.schedule(checked.tasks.iter().cloned().fold(schedule, Schedule::task));
        seen.push(name);
    }
    builder.build(name)
}
