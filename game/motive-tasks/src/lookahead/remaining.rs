//! The tasks that remain: a chain from the innermost started task to the root.

use super::super::execute::{
    CompiledAlternative, CompiledBody, CompiledCall, CompiledTask, TaskLibrary, is_weighted, taken,
};
use motive_core::condition::Bindings;
use motive_core::engine::splitmix64;
use motive_core::vocabulary::Value;
use std::fmt;
use std::sync::Arc;

/// The tasks that remain to be done. Cheap to clone; valid only for the [`TaskLibrary`](super::super::TaskLibrary) it came from.
#[derive(Clone, Default)]
pub struct RemainingTasks(pub(super) Option<Remainder>);

/// What remains, if anything.
#[derive(Clone)]
pub(super) enum Remainder {
    /// A task that has not started.
    Call(usize, Arc<[Value]>),
    /// A started task.
    Under(Arc<TaskFrame>),
}

/// A started task: the line, the alternative of it, and the next call.
#[derive(Clone)]
pub(super) struct TaskFrame {
    pub(super) task: usize,
    pub(super) bindings: Bindings,
    pub(super) line: usize,
    pub(super) option: Option<u16>,
    pub(super) call: usize,
    /// The variable of the parent that gets the result.
    pub(super) into: Option<u16>,
    pub(super) up: Option<Arc<TaskFrame>>,
    /// The hash of the parents.
    pub(super) print_above: u64,
    /// The number of parents.
    pub(super) level: usize,
    /// Its depth in the displayed tree.
    pub(super) depth: usize,
}

impl RemainingTasks {
    /// Whether nothing remains.
    pub fn is_done(&self) -> bool {
        self.0.is_none()
    }

    /// The task that has not started, if there is one.
    pub(super) fn task(&self) -> Option<usize> {
        if let Some(Remainder::Call(task, _)) = &self.0 { Some(*task) } else { None }
    }

    pub(super) fn call(task: usize, arguments: Vec<Value>) -> Self {
        Self(Some(Remainder::Call(task, arguments.into())))
    }

    pub(super) fn under(node: Option<Arc<TaskFrame>>) -> Self {
        Self(node.map(Remainder::Under))
    }
}

impl fmt::Debug for RemainingTasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("RemainingTasks(nothing)"),
            Some(Remainder::Call(task, _)) => write!(f, "RemainingTasks(task {task})"),
            Some(Remainder::Under(node)) => {
                write!(f, "RemainingTasks(task {}, line {})", node.task, node.line)
            }
        }
    }
}

impl TaskFrame {
    /// The lines of the task. Only tasks with lines can be started.
    pub(super) fn lines<'t>(&self, tasks: &'t TaskLibrary) -> &'t [Vec<CompiledAlternative>] {
        match tasks.tasks.get(self.task).map(|code| &code.body) {
            Some(CompiledBody::Lines(lines)) => lines,
            _ => &[],
        }
    }

    /// The calls of the chosen alternative.
    pub(super) fn calls<'t>(&self, tasks: &'t TaskLibrary) -> &'t [CompiledCall] {
        let line = self.lines(tasks).get(self.line).map_or(&[][..], Vec::as_slice);
        self.option.map_or(&[][..], |option| calls_of(line, option))
    }

    /// Whether nothing of it remains, and its result is not used.
    fn is_over(&self, tasks: &TaskLibrary) -> bool {
        let code = tasks.tasks.get(self.task);
        let gives = self.into.is_some() && code.is_some_and(|code: &CompiledTask| code.returns.is_some());
        self.line >= self.lines(tasks).len() && !gives
    }

    /// The task after its current call.
    pub(super) fn after_call(&self, tasks: &TaskLibrary) -> Self {
        let mut next = self.clone();
        next.call += 1;
        if next.call >= self.calls(tasks).len() {
            (next.line, next.option, next.call) = (self.line + 1, None, 0);
        }
        next
    }

    /// What remains at this position. Completed frames are dropped, so tail recursion takes no space.
    pub(super) fn settled(self, tasks: &TaskLibrary) -> Option<Arc<Self>> {
        if !self.is_over(tasks) {
            return Some(Arc::new(self));
        }
        let mut up = self.up;
        while let Some(node) = up {
            if !node.is_over(tasks) {
                return Some(node);
            }
            up = node.up.clone();
        }
        None
    }

    /// A hash of the position in the tasks and the values of their variables.
    pub(super) fn print(&self) -> u64 {
        let mut print = self.print_above;
        for part in [self.task as u64, self.line as u64, self.call as u64] {
            print = splitmix64(print ^ part);
        }
        print = splitmix64(print ^ self.option.map_or(0, |option| u64::from(option) + 1));
        print = splitmix64(print ^ self.into.map_or(0, |into| u64::from(into) + 1));
        for variable in 0..self.bindings.count() as u16 {
            let (sort, bits) = self.bindings.get(variable).map_or((u8::MAX, 0), |value| value.key());
            print = splitmix64(splitmix64(print ^ u64::from(sort)) ^ bits);
        }
        print
    }
}

/// The number of alternatives of a line. Where one of several parallel calls is enough, each of them counts.
pub(super) fn options_of(line: &[CompiledAlternative]) -> usize {
    line.iter().map(ways).sum()
}

fn ways(one: &CompiledAlternative) -> usize {
    if one.any { one.calls.len() } else { 1 }
}

/// The alternative of a line that is tried after `tried` others: in order, or drawn if alternatives have weights.
pub(super) fn option_tried(line: &[CompiledAlternative], tried: u16, drawn: Option<u64>) -> u16 {
    let Some(drawn) = drawn.filter(|_| is_weighted(line)) else { return tried };
    let mut left = usize::from(tried);
    for turn in 0..line.len() {
        let Some(number) = taken(line, turn, drawn) else { break };
        let options = line.get(number).map_or(0, ways);
        if left < options {
            return (line.iter().take(number).map(ways).sum::<usize>() + left) as u16;
        }
        left -= options;
    }
    tried
}

/// The calls of one alternative of a line.
pub(super) fn calls_of(line: &[CompiledAlternative], option: u16) -> &[CompiledCall] {
    let mut left = usize::from(option);
    for one in line {
        let options = ways(one);
        if left < options {
            return if one.any { one.calls.get(left..=left).unwrap_or(&[]) } else { &one.calls };
        }
        left -= options;
    }
    &[]
}
