//! What is shown of an agent after a tick.

use crate::explanation::UNNAMED_GOAL;
use crate::history::{AgentHistory, TaskHistory};
use crate::text::tidy;
use motive_core::trace::Event;

/// An agent after a tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentView {
    /// Its name.
    pub name: String,
    /// The tick.
    pub tick: u64,
    /// The goals that it pursues, most important first.
    pub goals: Vec<GoalView>,
    /// What it does.
    pub actions: Vec<ActionView>,
    /// Drives and their satisfaction, from 0 (not satisfied) to 1 (fully satisfied).
    pub drives: Vec<(String, f64)>,
    /// The plan that it follows.
    pub plan: PlanView,
}

/// A goal that is pursued.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoalView {
    /// The goal.
    pub goal: String,
    /// Its priority.
    pub priority: f64,
    /// The program that pursues it, and the rule or subtask that it is at: `Hunt.catch`.
    pub current: String,
    /// What its variables are bound to.
    pub bindings: Vec<String>,
    /// It is suspended until something changes.
    pub suspended: bool,
    /// Something that it proposed is done.
    pub acts: bool,
}

/// Something that is done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionView {
    /// The action with its arguments.
    pub command: String,
    /// The goal that it is for; empty if that has no name.
    pub goal: String,
}

/// A plan that is followed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanView {
    /// The actions, in order.
    pub steps: Vec<String>,
    /// The current step, from 0.
    pub current: usize,
}

impl AgentView {
    /// The agent after the last tick that its history followed, which was this one.
    pub fn of(history: &AgentHistory, tick: u64) -> Self {
        let live = || history.tasks.iter().filter(|(_, task)| task.ended.is_none());
        let mut goals: Vec<GoalView> =
            live().map(|(number, task)| goal_view(history, *number, task)).collect();
        goals.sort_by(|a, b| b.priority.total_cmp(&a.priority));
        let plan = live().find_map(|(_, task)| task.plan.as_ref().filter(|plan| !plan.steps.is_empty()));
        let plan = plan.map(|plan| PlanView {
            steps: plan.steps.iter().map(|step| history.with_names(step)).collect(),
            current: plan.current_step,
        });
        Self {
            name: history.info().name.clone(),
            tick,
            goals,
            actions: history.accepted().map(|(task, command)| action_view(history, task, command)).collect(),
            drives: history.drives(),
            plan: plan.unwrap_or_default(),
        }
    }
}

fn action_view(history: &AgentHistory, task: u64, command: &str) -> ActionView {
    let goal = history.tasks.get(&task).map(|task| task.goal.clone()).filter(|goal| goal != UNNAMED_GOAL);
    ActionView { command: history.with_names(command), goal: goal.unwrap_or_default() }
}

fn goal_view(history: &AgentHistory, number: u64, task: &TaskHistory) -> GoalView {
    let binding = |event: &Event| {
        let Event::Bound { name, id, .. } = event else { return None };
        Some(match name.as_ref().map(|name| tidy(name)).filter(|name| !name.is_empty()) {
            Some(name) => format!("{name} = {}", history.thing(*id)),
            None => history.thing(*id),
        })
    };
    let current = task.events.iter().rev().find_map(|event| match event {
        Event::RuleFired { program, rule, .. } => Some(format!("{program}.{}", history.rule(program, *rule))),
        Event::Decomposing { name, what: motive_core::trace::SubtaskEvent::Started, .. } => {
            Some(format!("{} > {name}", task.program))
        }
        _ => None,
    });
    GoalView {
        goal: if task.goal == UNNAMED_GOAL { history.info().name.clone() } else { task.goal.clone() },
        priority: task.priority,
        current: current.unwrap_or_else(|| short(&task.program)),
        bindings: task.events.iter().filter_map(binding).collect(),
        suspended: task.suspended,
        acts: history.accepted().any(|(task, _)| task == number),
    }
}

/// The name of a program. That of a plan for many drives, which have a panel of their own, is shortened.
fn short(program: &str) -> String {
    match program.split_once(',') {
        Some((first, rest)) if program.starts_with("plan for ") => {
            format!("{first} and {} more", rest.split(',').count())
        }
        _ => program.to_owned(),
    }
}
