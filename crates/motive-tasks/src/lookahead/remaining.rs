//! What is left to be done of tasks: a chain from the innermost task that is under way to the first one.

use super::super::execute::{
    CompiledAlternative, CompiledBody, CompiledCall, CompiledTask, Tasks, is_weighted, taken,
};
use motive_core::condition::Bindings;
use motive_core::engine::splitmix64;
use motive_core::vocabulary::Value;
use std::fmt;
use std::sync::Arc;

/// What is left of tasks. Cheap to keep and to share; it means something only to the tasks that it came from.
#[derive(Clone, Default)]
pub struct RemainingTasks(pub(super) Option<Remainder>);

/// What is left, if anything.
#[derive(Clone)]
pub(super) enum Remainder {
    /// A task has not begun.
    Call(usize, Arc<[Value]>),
    /// A task is under way.
    Under(Arc<TaskFrame>),
}

/// A task under way: which line, which alternative of it, and which call of that is next.
#[derive(Clone)]
pub(super) struct TaskFrame {
    pub(super) task: usize,
    pub(super) bindings: Bindings,
    pub(super) line: usize,
    pub(super) option: Option<u16>,
    pub(super) call: usize,
    /// The variable of the task above that gets what this one returns.
    pub(super) into: Option<u16>,
    pub(super) up: Option<Arc<TaskFrame>>,
    /// The print of what is above.
    pub(super) print_above: u64,
    /// How many tasks are above it.
    pub(super) level: usize,
    /// How deep it is in the tree that people see.
    pub(super) depth: usize,
}

impl RemainingTasks {
    /// Whether nothing is left.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.0.is_none()
    }

    /// The task that has not begun, if one has not.
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
    /// The lines of the task. Only tasks with lines are ever under way.
    pub(super) fn lines<'t>(&self, tasks: &'t Tasks) -> &'t [Vec<CompiledAlternative>] {
        match tasks.tasks.get(self.task).map(|code| &code.body) {
            Some(CompiledBody::Lines(lines)) => lines,
            _ => &[],
        }
    }

    /// The calls of the alternative that was taken.
    pub(super) fn calls<'t>(&self, tasks: &'t Tasks) -> &'t [CompiledCall] {
        let line = self.lines(tasks).get(self.line).map_or(&[][..], Vec::as_slice);
        self.option.map_or(&[][..], |option| calls_of(line, option))
    }

    /// Whether nothing of it is left, and nobody waits for what it returns.
    fn is_over(&self, tasks: &Tasks) -> bool {
        let code = tasks.tasks.get(self.task);
        let gives = self.into.is_some() && code.is_some_and(|code: &CompiledTask| code.returns.is_some());
        self.line >= self.lines(tasks).len() && !gives
    }

    /// The task after the call that it is at.
    pub(super) fn after_call(&self, tasks: &Tasks) -> Self {
        let mut next = self.clone();
        next.call += 1;
        if next.call >= self.calls(tasks).len() {
            (next.line, next.option, next.call) = (self.line + 1, None, 0);
        }
        next
    }

    /// What is left when this is where one stands: tasks of which nothing is left are not kept, so that a task that ends by calling
    /// itself takes no more room each time.
    pub(super) fn settled(self, tasks: &Tasks) -> Option<Arc<Self>> {
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

    /// A number for where one stands in the tasks and with which values, alike for alike places but for an accident of one in 2^64.
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

/// How many ways a line can be done: where one of several at once is enough, each of them is one.
pub(super) fn options_of(line: &[CompiledAlternative]) -> usize {
    line.iter().map(ways).sum()
}

fn ways(one: &CompiledAlternative) -> usize {
    if one.any { one.calls.len() } else { 1 }
}

/// The way to do a line that is tried after so many others: as they are written, or, where alternatives have weights, as is drawn.
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

/// The calls of one way to do a line.
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
