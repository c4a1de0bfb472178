//! Minds and their tasks, for display.

use crate::condition::Condition;
use crate::vocabulary::{Id, Vocabulary};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whether a goal is achieved once or maintained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GoalMode {
    /// The task ends when the goal is reached.
    Achieve,
    /// The task stays and keeps what it holds, so that no task of lower priority can undo it.
    Maintain,
}

/// Whether a task is active or suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// It is run in the order of its priority.
    Active,
    /// It is suspended because it was stuck.
    Suspended,
}

/// A task, for display.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskView<'a> {
    /// Its number: later tasks have greater ones.
    pub number: u64,
    /// The goal.
    pub goal: &'a str,
    /// Its priority.
    pub priority: f64,
    /// Achieve once, or maintain.
    pub mode: GoalMode,
    /// The program that pursues it.
    pub program: &'a str,
    /// Active or suspended.
    pub state: TaskState,
    /// What it is doing, such as the current rule.
    pub current: Option<&'a str>,
    /// The tick in which it began.
    pub created: u64,
    /// The things in its variables.
    pub bindings: &'a [(Arc<str>, Id)],
}

/// The goals and rules of a mind as text, as [`Mind::describe`](super::Mind::describe) gives them.
///
/// Events refer to rules by program and number; their names and conditions are here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MindText {
    /// The goals, in the order of the mind.
    pub goals: Vec<GoalText>,
    /// The rules of each program, in order. A task or method has one rule, whose conditions are its preconditions.
    pub programs: BTreeMap<String, Vec<RuleText>>,
}

/// A goal as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GoalText {
    /// Its name.
    pub name: String,
    /// Whether it ends when it is reached.
    pub mode: GoalMode,
    /// The conditions of its clauses. An empty one always holds.
    pub clauses: Vec<String>,
}

/// A rule as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RuleText {
    /// Its name.
    pub name: String,
    /// The parts of its condition, all of which must hold.
    pub conditions: Vec<String>,
    /// What it makes true or false, as far as that is declared: a skill of a network says it.
    pub effects: Vec<String>,
}

impl RuleText {
    /// A rule with these conditions.
    pub fn new<'c>(
        name: &str,
        conditions: impl IntoIterator<Item = &'c Condition>,
        names: &Vocabulary,
    ) -> Self {
        let conditions = conditions.into_iter().map(|part| part.display(names)).collect();
        Self { name: name.to_owned(), conditions, effects: Vec::new() }
    }
}
