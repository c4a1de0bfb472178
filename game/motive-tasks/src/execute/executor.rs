//! The executor: each task is entered when its turn comes, and its preconditions are evaluated then.
//!
//! There is no plan and no backtracking. The first action in the tree is done at once; what follows is decided in the state of the world at
//! that time.

use super::SubtaskEvent;
use super::definition::{Monitor, OnInterrupt};
use super::failure::TaskFailure;
use super::library::{CompiledAlternative, CompiledBody, CompiledCall, CompiledTask, TaskLibrary};
use super::running_actions::{act, hindered, is_weighted, taken};
use motive_core::action::Command;
use motive_core::condition::{Bindings, CompiledCondition, ReadSet};
use motive_core::engine::splitmix64;
use motive_core::mind::{Behaviour, Context, Outcome, Stuck};
use motive_core::trace::{Event, MindPart, TaskEnd};
use motive_core::vocabulary::Value;
use std::sync::Arc;

/// The greatest depth of parallel tasks inside each other. Our choice.
const DEEPEST_TOGETHER: usize = 16;

/// A running task and its position.
struct Frame {
    task: usize,
    bindings: Bindings,
    line: usize,
    /// The number of alternatives of the line that were tried.
    alternative: usize,
    /// The seed for the order of alternatives with weights.
    drawn: u64,
}

/// The next step of a strand.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each strand, and boxing would allocate at every task"
)]
enum TaskFlow {
    /// Enter a task.
    Enter(usize, Bindings),
    /// Leave a task, with its result or failure.
    Leave(Result<Option<Value>, TaskFailure>),
    /// An action, another engine or parallel tasks run.
    Wait,
}

/// What runs at the leaf of a strand.
enum StrandLeaf {
    Nothing,
    Acting { task: usize, bindings: Bindings, since: u64, proposed: Option<u64> },
    Behaving { task: usize, bindings: Bindings, behaviour: Box<dyn Behaviour>, since: u64 },
    Parallel { branches: Vec<(Strand, Option<bool>)>, any: bool },
}

/// A strand: the stack from a task down to what runs.
struct Strand {
    frames: Vec<Frame>,
    flow: TaskFlow,
    leaf: StrandLeaf,
    /// The tasks that it entered since an action last began: part of the seed for the order of alternatives with weights.
    entered: u32,
    /// How many parallel tasks it is inside of.
    level: usize,
    /// How many tasks of outer strands it is inside of.
    outer: usize,
}

/// The status of a strand after a tick.
enum StrandStatus {
    Running,
    Succeeded,
    Failed(TaskFailure),
}

/// Executes one task. It is a behaviour: it can pursue a goal or be part of another behaviour.
pub struct TaskExecutor {
    tasks: Arc<TaskLibrary>,
    strand: Strand,
    /// The tasks that all strands entered since an action last took time.
    silent: u32,
    answered: Option<(u64, Outcome)>,
    commands: Vec<Command>,
    failure: Option<TaskFailure>,
    current: Option<Arc<str>>,
}

impl TaskExecutor {
    pub(crate) fn new(tasks: Arc<TaskLibrary>, task: usize, arguments: Vec<Value>) -> Self {
        let bindings = tasks.tasks.get(task).map_or_else(Bindings::default, |code| code.bound(arguments));
        Self {
            strand: Strand::new(task, bindings, 0, 0),
            tasks,
            silent: 0,
            answered: None,
            commands: Vec::new(),
            failure: None,
            current: None,
        }
    }

    /// Why it failed, if it did.
    pub fn failure(&self) -> Option<&TaskFailure> {
        self.failure.as_ref()
    }

    /// The current depth of nested tasks.
    pub fn depth(&self) -> usize {
        self.strand.frames.len()
    }

    /// The names of the tasks from the root down to the leaf.
    pub fn path(&self) -> Vec<&str> {
        let mut path: Vec<&str> = Vec::new();
        self.strand.path(&self.tasks, &mut path);
        path
    }
}

impl TaskExecutor {
    /// Requests the next call: in the next tick, unless all actions run until something changes.
    fn request_call(&self, cx: &mut Context<'_>) {
        let is_cut_off = cx.ledger_and_budget().1.left() == 0;
        match self.strand.settled_until(&self.tasks, cx.time().tick).filter(|_| !is_cut_off) {
            Some(until) => cx.ask_at(until),
            None => cx.ask_again(),
        }
    }
}

impl Behaviour for TaskExecutor {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        let tick = cx.time().tick;
        // A second call in the same tick gives the same answer: progress depends on ticks, not on the number of calls.
        if let Some((answered, outcome)) = self.answered
            && answered == tick
        {
            self.commands.iter().for_each(|command| cx.propose(command.clone()));
            self.request_call(cx);
            return outcome;
        }
        self.commands.clear();
        let (tasks, commands) = (&*self.tasks, &mut self.commands);
        let mut run = Execution { tasks, cx, commands, silent: self.silent, is_cut_off: false };
        let status = self.strand.run(&mut run);
        let takes_time = matches!(status, StrandStatus::Running) && !run.is_cut_off;
        self.silent = if takes_time { 0 } else { run.silent };
        let outcome = match status {
            StrandStatus::Running if self.commands.is_empty() => Outcome::Waiting,
            StrandStatus::Running => Outcome::Acting,
            StrandStatus::Succeeded => Outcome::Done,
            StrandStatus::Failed(failure) => {
                let stuck = match failure {
                    TaskFailure::TooDeep => Stuck::Depth,
                    TaskFailure::Budget => Stuck::Budget,
                    _ => Stuck::Nothing,
                };
                self.failure = Some(failure);
                Outcome::Stuck(stuck)
            }
        };
        self.current = self.strand.current(&self.tasks);
        self.commands.iter().for_each(|command| cx.propose(command.clone()));
        self.answered = Some((tick, outcome));
        self.request_call(cx);
        outcome
    }

    fn reads(&self) -> Option<&ReadSet> {
        Some(&self.tasks.reads)
    }

    fn reacts_to_action_end(&self) -> bool {
        true
    }

    fn leave(&mut self, why: TaskEnd) {
        self.strand.cancel(why);
    }

    fn current(&self) -> Option<&str> {
        self.current.as_deref()
    }
}

/// The context of a strand in one tick.
pub(super) struct Execution<'a, 'c, 'm> {
    tasks: &'a TaskLibrary,
    pub(super) cx: &'c mut Context<'m>,
    pub(super) commands: &'a mut Vec<Command>,
    /// The tasks entered since an action last took time. All strands share it: one that is cancelled in the tick in which it began made no
    /// progress.
    silent: u32,
    /// Whether the work of the decision was used up.
    is_cut_off: bool,
}

impl Execution<'_, '_, '_> {
    fn holds(&mut self, condition: &CompiledCondition, bindings: &mut Bindings) -> bool {
        self.cx.ask(condition, bindings)
    }

    fn note(&mut self, code: &CompiledTask, depth: usize, what: impl FnOnce() -> SubtaskEvent) {
        let task = self.cx.holder().0;
        self.cx.trace(|| Event::Decomposing {
            task,
            depth: depth as u32,
            name: code.name.clone(),
            what: what(),
        });
    }
}

impl Strand {
    fn new(task: usize, bindings: Bindings, level: usize, outer: usize) -> Self {
        Self {
            frames: Vec::new(),
            flow: TaskFlow::Enter(task, bindings),
            leaf: StrandLeaf::Nothing,
            entered: 0,
            level,
            outer,
        }
    }

    /// How many tasks its leaf is inside of.
    fn depth(&self) -> usize {
        self.outer + self.frames.len()
    }

    /// Runs until something takes time or the strand ends.
    fn run(&mut self, run: &mut Execution<'_, '_, '_>) -> StrandStatus {
        self.check_guards(run);
        loop {
            if !run.cx.spend(1) {
                run.is_cut_off = true;
                return StrandStatus::Running;
            }
            match std::mem::replace(&mut self.flow, TaskFlow::Wait) {
                TaskFlow::Enter(task, bindings) => self.enter(task, bindings, run),
                TaskFlow::Leave(result) => {
                    if self.frames.is_empty() {
                        return match result {
                            Ok(_) => StrandStatus::Succeeded,
                            Err(failure) => StrandStatus::Failed(failure),
                        };
                    }
                    self.leave(result, run);
                }
                TaskFlow::Wait => {
                    if !self.wait(run) {
                        return StrandStatus::Running;
                    }
                }
            }
        }
    }

    /// Evaluates monitored preconditions again, and leaves a branch whose precondition no longer holds.
    fn check_guards(&mut self, run: &mut Execution<'_, '_, '_>) {
        if matches!(self.leaf, StrandLeaf::Nothing) {
            return;
        }
        let tasks = run.tasks;
        let all = tasks.settings.monitor == Monitor::Ancestors;
        let broken = self.frames.iter().position(|frame| {
            let code = &tasks.tasks[frame.task];
            let watched = all || code.guarded;
            watched && !code.needs.iter().all(|need| need.holds(run.cx.memory(), &mut frame.bindings.clone()))
        });
        if let Some(place) = broken {
            let code = &tasks.tasks[self.frames[place].task];
            run.note(code, self.outer + place, || SubtaskEvent::Broken);
            self.cancel(TaskEnd::Told);
            self.frames.truncate(place);
            self.flow = TaskFlow::Leave(Err(TaskFailure::Broken(code.name.clone())));
        }
    }

    fn enter(&mut self, task: usize, mut bindings: Bindings, run: &mut Execution<'_, '_, '_>) {
        let code = &run.tasks.tasks[task];
        let depth = self.depth();
        self.entered += 1;
        run.silent += 1;
        if run.silent > run.tasks.settings.silent {
            // Its caller would only call it again, so everything fails.
            run.note(code, depth, || SubtaskEvent::NoProgress);
            self.frames.clear();
            self.flow = TaskFlow::Leave(Err(TaskFailure::NoProgress(code.name.clone())));
            return;
        }
        if self.frames.len() >= run.tasks.settings.deepest {
            run.note(code, depth, || SubtaskEvent::TooDeep);
            self.flow = TaskFlow::Leave(Err(TaskFailure::TooDeep));
            return;
        }
        if run.cx.is_disabled(MindPart::Task(&code.name)) {
            run.note(code, depth, || SubtaskEvent::Disabled);
            self.flow = TaskFlow::Leave(Err(TaskFailure::Disabled(code.name.clone())));
            return;
        }
        run.note(code, depth, || SubtaskEvent::Entered);
        if run.tasks.goals_hold(code, run.cx.memory(), &mut bindings) {
            run.note(code, depth, || SubtaskEvent::GoalReached);
            let value = returned(code, &mut bindings, run);
            self.flow = TaskFlow::Leave(Ok(value));
            return;
        }
        for (part, need) in code.needs.iter().enumerate() {
            if !run.holds(need, &mut bindings) {
                run.note(code, depth, || SubtaskEvent::NeedFailed { part });
                self.flow = TaskFlow::Leave(Err(TaskFailure::Need(code.name.clone(), part)));
                return;
            }
        }
        self.begin(task, bindings, run);
    }

    fn begin(&mut self, task: usize, mut bindings: Bindings, run: &mut Execution<'_, '_, '_>) {
        let code = &run.tasks.tasks[task];
        let since = run.cx.time().micros;
        match &code.body {
            CompiledBody::Slot(slot) => {
                let filled = run.tasks.filled(run.cx.memory(), *slot, code.parameters);
                self.flow =
                    match filled.and_then(|number| run.tasks.tasks.get(number).map(|code| (number, code))) {
                        Some((number, filling)) => {
                            TaskFlow::Enter(number, filling.bound(code.arguments(&bindings)))
                        }
                        None => {
                            run.note(code, self.depth(), || SubtaskEvent::EmptySlot);
                            TaskFlow::Leave(Err(TaskFailure::EmptySlot(code.name.clone())))
                        }
                    };
            }
            CompiledBody::Lines(lines) if lines.is_empty() => {
                let value = returned(code, &mut bindings, run);
                self.flow = TaskFlow::Leave(Ok(value));
            }
            CompiledBody::Lines(_) => {
                self.frames.push(Frame { task, bindings, line: 0, alternative: 0, drawn: 0 });
                self.call(run);
            }
            CompiledBody::Act(_) => {
                self.entered = 0;
                run.note(code, self.depth(), || SubtaskEvent::Started);
                self.leaf = StrandLeaf::Acting { task, bindings, since, proposed: None };
            }
            CompiledBody::Behave(behave) => {
                run.note(code, self.depth(), || SubtaskEvent::Started);
                let behaviour = behave.guest.start(&code.arguments(&bindings));
                self.leaf = StrandLeaf::Behaving { task, bindings, behaviour, since };
            }
        }
    }

    /// Makes the next call of the innermost task. If that is its last one, its frame is removed first.
    fn call(&mut self, run: &mut Execution<'_, '_, '_>) {
        let Some(frame) = self.frames.last_mut() else { return };
        let code = &run.tasks.tasks[frame.task];
        let CompiledBody::Lines(lines) = &code.body else { return };
        let Some(alternatives) = lines.get(frame.line) else { return };
        if frame.alternative == 0 && is_weighted(alternatives) {
            frame.drawn = run
                .cx
                .draw(splitmix64(frame.task as u64) ^ (frame.line as u64) ^ (u64::from(self.entered) << 32));
        }
        let taken = taken(alternatives, frame.alternative, frame.drawn);
        let Some(one) = taken.and_then(|number| alternatives.get(number)) else { return };
        if let [call] = one.calls.as_slice() {
            let callee = &run.tasks.tasks[call.task];
            let Some(bindings) = pass(call, callee, &mut frame.bindings, run) else {
                self.flow = TaskFlow::Leave(Err(TaskFailure::NoValue(callee.name.clone())));
                return;
            };
            let is_last = frame.line + 1 == lines.len() && frame.alternative + 1 == alternatives.len();
            let is_watched =
                (code.guarded || run.tasks.settings.monitor == Monitor::Ancestors) && !code.needs.is_empty();
            if is_last && call.into.is_none() && code.returns.is_none() && !is_watched {
                self.frames.pop();
            }
            self.flow = TaskFlow::Enter(call.task, bindings);
        } else {
            self.call_together(one, run);
        }
    }

    fn call_together(&mut self, one: &CompiledAlternative, run: &mut Execution<'_, '_, '_>) {
        if self.level >= DEEPEST_TOGETHER {
            self.flow = TaskFlow::Leave(Err(TaskFailure::TooDeep));
            return;
        }
        let depth = self.depth();
        let Some(frame) = self.frames.last_mut() else { return };
        let mut branches = Vec::new();
        for call in &one.calls {
            let callee = &run.tasks.tasks[call.task];
            let Some(bindings) = pass(call, callee, &mut frame.bindings, run) else {
                self.flow = TaskFlow::Leave(Err(TaskFailure::NoValue(callee.name.clone())));
                return;
            };
            branches.push((Self::new(call.task, bindings, self.level + 1, depth), None));
        }
        self.entered = 0;
        self.leaf = StrandLeaf::Parallel { branches, any: one.any };
    }

    /// A subtask of the innermost task has ended.
    fn leave(&mut self, result: Result<Option<Value>, TaskFailure>, run: &mut Execution<'_, '_, '_>) {
        let Some(frame) = self.frames.last_mut() else { return };
        let code = &run.tasks.tasks[frame.task];
        let CompiledBody::Lines(lines) = &code.body else { return };
        let alternatives = lines.get(frame.line).map_or(&[][..], Vec::as_slice);
        match result {
            Ok(value) => {
                let taken = taken(alternatives, frame.alternative, frame.drawn);
                let one = taken.and_then(|number| alternatives.get(number));
                let into = one.and_then(|one| one.calls.first()?.into);
                if let (Some(into), Some(value)) = (into, value) {
                    frame.bindings.set(into, value);
                }
                (frame.line, frame.alternative) = (frame.line + 1, 0);
                if frame.line == lines.len() {
                    self.close(run);
                    return;
                }
            }
            Err(failure) => {
                frame.alternative += 1;
                if frame.alternative == alternatives.len() || failure.is_final() {
                    let name = code.name.clone();
                    run.note(code, self.depth() - 1, || SubtaskEvent::Failed);
                    self.frames.pop();
                    let because = Box::new(failure);
                    self.flow = TaskFlow::Leave(Err(if because.is_final() {
                        *because
                    } else {
                        TaskFailure::Line(name, because)
                    }));
                    return;
                }
            }
        }
        self.call(run);
    }

    fn close(&mut self, run: &mut Execution<'_, '_, '_>) {
        let Some(mut frame) = self.frames.pop() else { return };
        let code = &run.tasks.tasks[frame.task];
        let value = returned(code, &mut frame.bindings, run);
        run.note(code, self.depth(), || SubtaskEvent::Succeeded);
        self.flow = TaskFlow::Leave(Ok(value));
    }

    /// Continues the leaf. Returns whether it has ended.
    fn wait(&mut self, run: &mut Execution<'_, '_, '_>) -> bool {
        let (task, ended) = match &mut self.leaf {
            StrandLeaf::Nothing => return false,
            StrandLeaf::Acting { task, bindings, since, proposed } => {
                let code = &run.tasks.tasks[*task];
                let CompiledBody::Act(primitive) = &code.body else { return false };
                (*task, act(code, primitive, bindings, since, proposed, run))
            }
            StrandLeaf::Behaving { task, bindings, behaviour, since } => {
                let code = &run.tasks.tasks[*task];
                let CompiledBody::Behave(behave) = &code.body else { return false };
                let ended = match hindered(code, &behave.interrupts, behave.within, bindings, since, run) {
                    Some(failure) => {
                        behaviour.leave(TaskEnd::Told);
                        Some(Err(failure))
                    }
                    None => match behaviour.propose(run.cx) {
                        Outcome::Acting | Outcome::Waiting => {
                            self.entered = 0;
                            None
                        }
                        Outcome::Done => Some(Ok(None)),
                        Outcome::Stuck(_) => Some(Err(TaskFailure::Stuck(code.name.clone()))),
                    },
                };
                (*task, ended)
            }
            StrandLeaf::Parallel { branches, any } => {
                return match together(branches, *any, run) {
                    None => false,
                    Some(result) => {
                        self.leaf = StrandLeaf::Nothing;
                        self.flow = TaskFlow::Leave(result);
                        true
                    }
                };
            }
        };
        let Some(result) = ended else { return false };
        let code = &run.tasks.tasks[task];
        let happening = if result.is_ok() { SubtaskEvent::Succeeded } else { SubtaskEvent::Failed };
        run.note(code, self.depth(), || happening);
        let value = match std::mem::replace(&mut self.leaf, StrandLeaf::Nothing) {
            StrandLeaf::Acting { mut bindings, .. } | StrandLeaf::Behaving { mut bindings, .. } => {
                returned(code, &mut bindings, run)
            }
            _ => None,
        };
        self.flow = TaskFlow::Leave(result.map(|given: Option<Value>| given.or(value)));
        true
    }

    /// Until when it does as in this tick if nothing changes that it reads, in microseconds. None if it may do something else in the next tick.
    fn settled_until(&self, tasks: &TaskLibrary, tick: u64) -> Option<u64> {
        match &self.leaf {
            // What it held when it entered its tasks, it held in that tick only.
            StrandLeaf::Acting { task, since, proposed: Some(first), .. } if *first < tick => {
                let code = tasks.tasks.get(*task)?;
                let CompiledBody::Act(primitive) = &code.body else { return None };
                let is_instant = !primitive.is_latched && code.goals.is_empty();
                let starts_over = |(_, then): &(_, OnInterrupt)| *then == OnInterrupt::Resume;
                match primitive.within {
                    _ if is_instant => None,
                    None => Some(u64::MAX),
                    Some(_) if primitive.interrupts.iter().any(starts_over) => None,
                    Some(within) => Some(since.saturating_add(within).saturating_add(1)),
                }
            }
            StrandLeaf::Parallel { branches, .. } => {
                let open = branches.iter().filter(|(_, ended)| ended.is_none());
                open.map(|(branch, _)| branch.settled_until(tasks, tick))
                    .try_fold(u64::MAX, |least, until| Some(least.min(until?)))
            }
            _ => None,
        }
    }

    /// Cancels the leaf.
    fn cancel(&mut self, why: TaskEnd) {
        match std::mem::replace(&mut self.leaf, StrandLeaf::Nothing) {
            StrandLeaf::Behaving { mut behaviour, .. } => behaviour.leave(why),
            StrandLeaf::Parallel { branches, .. } => {
                for (mut branch, _) in branches {
                    branch.cancel(why);
                }
            }
            StrandLeaf::Nothing | StrandLeaf::Acting { .. } => {}
        }
    }

    fn current(&self, tasks: &TaskLibrary) -> Option<Arc<str>> {
        let task = match &self.leaf {
            StrandLeaf::Acting { task, .. } | StrandLeaf::Behaving { task, .. } => *task,
            StrandLeaf::Nothing | StrandLeaf::Parallel { .. } => self.frames.last()?.task,
        };
        tasks.tasks.get(task).map(|code| code.name.clone())
    }

    fn path<'t>(&self, tasks: &'t TaskLibrary, path: &mut Vec<&'t str>) {
        let names = self.frames.iter().filter_map(|frame| tasks.tasks.get(frame.task));
        path.extend(names.filter(|code| !code.is_method).map(|code| &*code.name));
        match &self.leaf {
            StrandLeaf::Acting { task, .. } | StrandLeaf::Behaving { task, .. } => {
                path.extend(tasks.tasks.get(*task).map(|code| &*code.name));
            }
            StrandLeaf::Parallel { branches, .. } => {
                branches
                    .iter()
                    .filter(|(_, ended)| ended.is_none())
                    .for_each(|(branch, _)| branch.path(tasks, path));
            }
            StrandLeaf::Nothing => {}
        }
    }
}

fn returned(code: &CompiledTask, bindings: &mut Bindings, run: &mut Execution<'_, '_, '_>) -> Option<Value> {
    run.cx.value(code.returns.as_ref()?, bindings)
}

/// The bindings of a called task. None if an argument has no value.
fn pass(
    call: &CompiledCall,
    callee: &CompiledTask,
    from: &mut Bindings,
    run: &mut Execution<'_, '_, '_>,
) -> Option<Bindings> {
    if call.inherits {
        return Some(callee.inheriting(from));
    }
    let mut bindings = Bindings::new(callee.variables);
    for (variable, argument) in (0..).zip(&call.arguments) {
        bindings.set(variable, run.cx.value(argument, from)?);
    }
    Some(bindings)
}

/// Runs strands in parallel. Ends when all have ended, or as soon as the result is certain.
fn together(
    branches: &mut [(Strand, Option<bool>)],
    any: bool,
    run: &mut Execution<'_, '_, '_>,
) -> Option<Result<Option<Value>, TaskFailure>> {
    let (mut last, before) = (None, run.commands.len());
    for (branch, ended) in branches.iter_mut().filter(|(_, ended)| ended.is_none()) {
        match branch.run(run) {
            StrandStatus::Running => {}
            StrandStatus::Succeeded => *ended = Some(true),
            StrandStatus::Failed(failure) => {
                *ended = Some(false);
                last = Some(failure);
            }
        }
    }
    let decisive = branches.iter().any(|(_, ended)| *ended == Some(any));
    let over = branches.iter().all(|(_, ended)| ended.is_some());
    if !decisive && !over {
        return None;
    }
    // The proposals of the others in this tick are withdrawn.
    run.commands.truncate(before);
    for (branch, _) in branches.iter_mut().filter(|(_, ended)| ended.is_none()) {
        branch.cancel(TaskEnd::Told);
    }
    let succeeded = if any { decisive } else { !decisive };
    Some(if succeeded { Ok(None) } else { Err(last.unwrap_or(TaskFailure::Together)) })
}
