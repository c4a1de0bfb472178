//! What tasks call, directly and indirectly.

use super::definition::{Body, Call, Line, Task};
use super::settings::Settings;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

impl Task {
    /// All calls in order.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        let lines: Vec<&Line> = match &self.body {
            Body::Lines(lines) | Body::AnyOrder(lines) => lines.iter().collect(),
            Body::Methods(methods) => methods.iter().flat_map(|method| &method.lines).collect(),
            _ => Vec::new(),
        };
        lines.into_iter().flat_map(|line| &line.0).flat_map(|one| &one.calls)
    }
}

/// By task: a hash of it and everything it calls. A task that reaches a slot may call any.
pub(super) fn versions_of(tasks: &[Task], settings: Settings) -> Vec<u64> {
    let by_name: FxHashMap<&Arc<str>, usize> = (0..).zip(tasks).map(|(at, task)| (&task.name, at)).collect();
    let prints: Vec<u64> = tasks.iter().map(|task| print_of(&format!("{settings:?}{task:?}"))).collect();
    let calls: Vec<Vec<usize>> = tasks
        .iter()
        .map(|task| task.calls().filter_map(|call| by_name.get(&call.task).copied()).collect())
        .collect();
    (0..tasks.len())
        .map(|from| {
            let (mut seen, mut next) = (vec![false; tasks.len()], vec![from]);
            let mut hasher = FxHasher::default();
            while let Some(at) = next.pop() {
                if std::mem::replace(&mut seen[at], true) {
                    continue;
                }
                prints[at].hash(&mut hasher);
                match tasks[at].body {
                    Body::Slot(_) => next.extend((0..tasks.len()).rev()),
                    _ => next.extend(calls[at].iter().rev()),
                }
            }
            hasher.finish()
        })
        .collect()
}

fn print_of(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
