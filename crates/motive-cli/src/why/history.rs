//! What is known of an agent after following its trace up to some tick.

use super::explanation::PlanStory;
use crate::trace::{Fact, Header, MindText, Names, TickRecord};
use motive::trace::{Event, TaskEnd};
use motive::{Id, Property, Value, Vocabulary, VocabularyError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The past of one agent.
pub(super) struct History {
    pub(super) names: Arc<Vocabulary>,
    pub(super) mind: MindText,
    pub(super) tasks: BTreeMap<u64, TaskPast>,
    facts: BTreeMap<(Id, Property), Vec<Value>>,
    /// The last decision that was worked out: its tick, and what became of each proposal.
    pub(super) decided: (u64, Vec<Event>),
}

/// The past of a task.
pub(super) struct TaskPast {
    pub(super) goal: String,
    pub(super) program: String,
    pub(super) priority: f64,
    /// The priority before this tick, if it changed.
    pub(super) before: Option<f64>,
    pub(super) since: u64,
    /// When it was last asked, and what happened then.
    pub(super) asked: Option<(u64, Vec<Event>)>,
    pub(super) put_aside: bool,
    pub(super) ended: Option<TaskEnd>,
    /// The plan that it follows.
    pub(super) plan: Option<PlanStory>,
    /// How satisfied its drives are.
    drives: Vec<(String, f64)>,
    /// A new mind was loaded, and whether the task goes on in it has not been seen yet.
    doubtful: bool,
}

impl History {
    /// An agent at the start of a trace.
    pub(super) fn new(header: &Header, agent: u32) -> Result<Self, VocabularyError> {
        Ok(Self {
            names: header.names.vocabulary()?,
            mind: header.minds.get(agent as usize).cloned().unwrap_or_default(),
            tasks: BTreeMap::new(),
            facts: BTreeMap::new(),
            decided: (0, Vec::new()),
        })
    }

    /// The agent goes on with another mind.
    pub(super) fn replace(&mut self, names: &Names, mind: MindText) -> Result<(), VocabularyError> {
        self.names = names.vocabulary()?;
        self.mind = mind;
        self.tasks.values_mut().for_each(|task| task.doubtful = true);
        Ok(())
    }

    /// What a property of a thing was when it was last heard of.
    pub(super) fn known(&self, id: Id, property: Property) -> Option<&[Value]> {
        self.facts.get(&(id, property)).map(Vec::as_slice)
    }

    /// Goes on by a tick.
    pub(super) fn follow(&mut self, record: &TickRecord) {
        self.tasks.retain(|_, task| task.ended.is_none());
        self.tasks.values_mut().for_each(|task| task.before = None);
        for Fact { id, property, values } in &record.facts {
            if values.is_empty() {
                self.facts.remove(&(*id, *property));
            } else {
                self.facts.insert((*id, *property), values.to_vec());
            }
        }
        if record.events.iter().any(|event| matches!(event, Event::Stage(_))) {
            self.decided = (record.tick, Vec::new());
        }
        let mut seen = Vec::new();
        for event in &record.events {
            self.happened(record.tick, event);
            seen.extend(task_of(event));
        }
        self.tasks.retain(|number, task| {
            task.doubtful &= !seen.contains(number);
            !task.doubtful
        });
    }

    fn happened(&mut self, tick: u64, event: &Event) {
        if let Event::TaskStarted { task, goal, program, priority } = event {
            let begun = TaskPast {
                goal: goal.to_string(),
                program: program.to_string(),
                priority: *priority,
                before: None,
                since: tick,
                asked: None,
                put_aside: false,
                ended: None,
                plan: None,
                drives: Vec::new(),
                doubtful: false,
            };
            self.tasks.insert(*task, begun);
        }
        if let Event::Proposed { .. } = event {
            self.decided.1.push(event.clone());
            return;
        }
        let Some(task) = task_of(event).and_then(|number| self.tasks.get_mut(&number)) else { return };
        match event {
            Event::Priority { from, to, .. } => (task.before, task.priority) = (Some(*from), *to),
            Event::TaskRun { .. } => task.asked = Some((tick, Vec::new())),
            Event::TaskSuspended { .. } => task.put_aside = true,
            Event::TaskResumed { .. } => task.put_aside = false,
            Event::TaskEnded { why, .. } => task.ended = Some(*why),
            Event::Driven { drives, .. } => {
                task.drives = drives.iter().map(|(name, part)| (name.to_string(), *part)).collect();
            }
            Event::Planned { .. } => task.planned(tick, event),
            Event::Following { step, .. } => {
                if let Some(plan) = &mut task.plan {
                    plan.at = *step;
                }
            }
            Event::RuleFailed { .. }
            | Event::RuleFired { .. }
            | Event::Bound { .. }
            | Event::Overridden { .. }
            | Event::Decomposing { .. }
            | Event::Waiting { .. } => {
                // A task that is not asked again goes on waiting, which need not be noted twice.
                if let Some((_, events)) = &mut task.asked
                    && !(matches!(event, Event::Waiting { .. }) && events.contains(event))
                {
                    events.push(event.clone());
                }
            }
            _ => {}
        }
    }
}

impl TaskPast {
    /// Notes a plan that was made. One that is not followed leaves the plan at hand in place.
    fn planned(&mut self, tick: u64, event: &Event) {
        let Event::Planned { why, steps, utility, runner_up, considered, followed, .. } = event else {
            return;
        };
        if let (false, false, Some(plan)) = (followed, steps.is_empty(), &mut self.plan) {
            // To find what is left of the plan at hand again is no news.
            if !plan.steps.ends_with(steps) {
                plan.passed_over = Some((steps.clone(), *utility));
            }
            return;
        }
        self.plan = Some(PlanStory {
            made_at: tick,
            why: why.to_string(),
            steps: steps.clone(),
            at: 0,
            utility: *utility,
            runner_up: runner_up.clone(),
            considered: *considered,
            drives: self.drives.clone(),
            passed_over: None,
        });
    }
}

/// The task that an event is about.
pub(super) fn task_of(event: &Event) -> Option<u64> {
    match event {
        Event::Priority { task, .. }
        | Event::TaskStarted { task, .. }
        | Event::TaskEnded { task, .. }
        | Event::TaskSuspended { task }
        | Event::TaskResumed { task }
        | Event::TaskSkipped { task }
        | Event::TaskRun { task, .. }
        | Event::Unchanged { task }
        | Event::RuleFailed { task, .. }
        | Event::RuleFired { task, .. }
        | Event::Bound { task, .. }
        | Event::Overridden { task, .. }
        | Event::Decomposing { task, .. }
        | Event::Planned { task, .. }
        | Event::Driven { task, .. }
        | Event::Following { task, .. }
        | Event::Waiting { task }
        | Event::Proposed { task, .. } => Some(*task),
        _ => None,
    }
}
