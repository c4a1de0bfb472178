//! What can be seen of one tick.

use crate::play::session::{Seen, Session};
use crate::text::{UNWRITTEN, tidy};
use motive::{Agent, Id, Mind, Phase, TaskState, TaskView, Vocabulary};
use std::sync::Arc;

/// One tick, ready to be drawn.
pub(super) struct Snapshot {
    pub(super) world: String,
    pub(super) tick: u64,
    pub(super) picture: String,
    pub(super) metrics: Vec<(&'static str, f64)>,
    pub(super) agents: Vec<AgentView>,
}

/// An agent in one tick.
pub(super) struct AgentView {
    pub(super) mind: String,
    pub(super) score: f64,
    pub(super) goals: Vec<GoalView>,
    pub(super) actions: Vec<ActionView>,
    /// Drives and how well each is satisfied, from 0 to 1.
    pub(super) drives: Vec<(String, f64)>,
    /// The steps of the plan that is followed, and which of them is at hand.
    pub(super) plan: (Vec<String>, usize),
}

/// A goal that is pursued.
pub(super) struct GoalView {
    pub(super) goal: String,
    pub(super) priority: f64,
    pub(super) program: String,
    pub(super) rule: Option<String>,
    pub(super) bindings: Vec<String>,
    pub(super) put_aside: bool,
    /// What it wants is done.
    pub(super) acts: bool,
}

/// Something that is done.
pub(super) struct ActionView {
    pub(super) text: String,
    pub(super) goal: String,
    pub(super) is_new: bool,
}

impl Snapshot {
    /// The session as it is now.
    pub(super) fn of(session: &Session) -> Self {
        let world = session.world();
        let agents = session.agents().iter().zip(session.players()).enumerate();
        Self {
            world: world.name().to_owned(),
            tick: world.time().tick,
            picture: world.draw(),
            metrics: world.metrics(),
            agents: agents
                .map(|(number, (agent, player))| {
                    agent_view(agent, &player.mind, world.score(number), session.seen(number))
                })
                .collect(),
        }
    }
}

fn agent_view(agent: &Agent, mind: &str, score: f64, seen: Option<&Seen>) -> AgentView {
    let names = agent.memory().shared_vocabulary();
    let tasks = agent.mind().pursued();
    let done = seen.map_or(&[][..], |seen| &seen.decision.actions);
    let actions = done.iter().map(|act| ActionView {
        text: act.display(names),
        goal: tasks
            .iter()
            .find(|task| task.number == act.task.0 && task.goal != UNWRITTEN)
            .map_or_else(String::new, |task| task.goal.into()),
        is_new: act.phase != Phase::Continued,
    });
    let acts = |task: &TaskView<'_>| done.iter().any(|act| act.task.0 == task.number);
    AgentView {
        mind: mind.to_owned(),
        score,
        goals: tasks
            .iter()
            .map(|task| {
                let has = seen.and_then(|seen| seen.bound.get(&task.number));
                let view = goal_view(task, acts(task), has.map_or(&[], Vec::as_slice), names);
                if task.goal == UNWRITTEN { GoalView { goal: mind.to_owned(), ..view } } else { view }
            })
            .collect(),
        actions: actions.collect(),
        drives: seen.map_or_else(Vec::new, drives_of),
        plan: seen.and_then(plan_of).unwrap_or_default(),
    }
}

/// The drives of all tasks that plan for some; a drive of two of them is shown once.
fn drives_of(seen: &Seen) -> Vec<(String, f64)> {
    let mut all: Vec<(String, f64)> = Vec::new();
    for (name, satisfaction) in seen.drives.values().flatten() {
        if !all.iter().any(|(known, _)| **known == **name) {
            all.push((name.to_string(), *satisfaction));
        }
    }
    all
}

/// The plan of the oldest task that has one.
fn plan_of(seen: &Seen) -> Option<(Vec<String>, usize)> {
    seen.plans.values().find(|plan| !plan.steps.is_empty()).map(|plan| (plan.steps.clone(), plan.at))
}

fn goal_view(
    task: &TaskView<'_>,
    acts: bool,
    bound: &[(Option<Arc<str>>, Id)],
    names: &Vocabulary,
) -> GoalView {
    let binding = |(name, id): &(Option<Arc<str>>, Id)| match name.as_ref().map(|name| tidy(name)) {
        Some(name) if !name.is_empty() => format!("{name} = {}", id.display(names)),
        _ => id.display(names),
    };
    GoalView {
        goal: task.goal.to_owned(),
        priority: task.priority,
        program: task.program.to_owned(),
        rule: task.current.map(str::to_owned),
        bindings: bound.iter().map(binding).collect(),
        put_aside: task.state == TaskState::Suspended,
        acts,
    }
}
