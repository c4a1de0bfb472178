//! Expands tasks with lines in any order into recursive tasks.

use super::definition::{Alternative, Body, Call, HtnTask, Line};
use motive_core::condition::{Condition, Expr};
use std::sync::Arc;

/// A task whose lines are done in any order becomes a recursive task that does the first line that can be done, until none is left. Which
/// lines are done is passed on as booleans, so that a planner can backtrack over the order while the executor never repeats a line. Other
/// tasks are returned unchanged.
pub(super) fn any_order(task: HtnTask) -> Vec<HtnTask> {
    let Body::AnyOrder(lines) = &task.body else { return vec![task] };
    let group = AnyOrderParts::of(&task, lines.len());
    let mut all = vec![group.round(), group.pick()];
    all.extend(lines.iter().enumerate().map(|(number, line)| group.one(number, line.clone())));
    let begin = group.call("round", |_| Expr::from(false));
    let mut first = task;
    first.body = Body::Lines(vec![Line::of(begin)]);
    all.insert(0, first);
    all
}

/// The names of the parts of a task whose lines are done in any order.
struct AnyOrderParts {
    task: Arc<str>,
    parameters: Vec<Arc<str>>,
    /// Whether each line is done.
    done: Vec<String>,
}

/// The number of the line that was done.
const WHICH: &str = "'which";

impl AnyOrderParts {
    fn of(task: &HtnTask, lines: usize) -> Self {
        let done = (0..lines).map(|line| format!("'done{line}")).collect();
        Self { task: task.name.clone(), parameters: task.parameters.clone(), done }
    }

    fn name(&self, part: &str) -> String {
        format!("{}/{part}", self.task)
    }

    /// A part with the parameters of the task and the booleans.
    fn part(&self, part: &str) -> HtnTask {
        let task =
            self.parameters.iter().fold(HtnTask::new(&self.name(part)), |task, name| task.parameter(name));
        self.done.iter().fold(task, |task, name| task.parameter(name))
    }

    fn call(&self, part: &str, done: impl Fn(usize) -> Expr) -> Call {
        let call = Call::new(&self.name(part));
        let call = self.parameters.iter().fold(call, |call, name| call.with(Expr::var(name)));
        (0..self.done.len()).fold(call, |call, line| call.with(done(line)))
    }

    fn is_done(&self, line: usize) -> Expr {
        Expr::var(&self.done[line])
    }

    /// One line, then the others.
    fn round(&self) -> HtnTask {
        let all =
            (0..self.done.len()).fold(Condition::always(), |all, line| all & self.is_done(line).holds());
        let next = self.call("round", |line| {
            let is_this = Expr::var(WHICH).equals(line as f64);
            Expr::when(is_this, true, self.is_done(line))
        });
        let pick = self.call("pick", |line| self.is_done(line)).giving(WHICH);
        self.part("round").achieves(all).line(pick).line(next)
    }

    /// The first line that can be done.
    fn pick(&self) -> HtnTask {
        let call = |line: usize| self.call(&line.to_string(), |line| self.is_done(line)).giving(WHICH);
        let one = |line| Alternative { calls: vec![call(line)], any: false, weight: None };
        let line = Line((0..self.done.len()).map(one).collect());
        let task = if line.0.is_empty() { self.part("pick") } else { self.part("pick").line(line) };
        task.returns(Expr::var(WHICH))
    }

    /// A line, if it is not done.
    fn one(&self, number: usize, line: Line) -> HtnTask {
        let is_open = Expr::when(self.is_done(number).holds(), false, true);
        self.part(&number.to_string()).needs(is_open.holds()).line(line).returns(number as f64)
    }
}
