//! Checkpoints: from where to read when somebody asks for a tick in the middle of a long trace.
//!
//! Every so many ticks the writer notes what each agent knows and which earlier records say what it is doing. A reader starts from there
//! instead of from the beginning. The index at the end of the file says where the checkpoints are.

use crate::format::{AgentCheckpoint, AgentInfo, Fact, TaskMark, TickRecord};
use crate::history::{AgentHistory, task_of};
use motive_core::VocabularyError;
use motive_core::trace::{Event, Stage};
use std::collections::BTreeMap;

/// How many ticks lie between two checkpoints.
pub(crate) const TICKS_BETWEEN: u64 = 512;

/// What a writer notes of one agent between checkpoints.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentNotes {
    tasks: BTreeMap<u64, TaskNotes>,
    /// The record of the last decision that was computed.
    decided: Option<u64>,
    reloaded: bool,
}

/// Where the records are that say what a task is doing.
#[derive(Clone, Debug, Default)]
struct TaskNotes {
    priority: f64,
    suspended: bool,
    started: u64,
    run: Option<u64>,
    plan: Option<u64>,
    other_plan: Option<u64>,
    driven: Option<u64>,
    following: Option<u64>,
    unconfirmed: bool,
}

impl AgentNotes {
    /// The agent goes on with another mind. Which tasks go on in it shows in the next record.
    pub(crate) fn reload(&mut self) {
        self.reloaded = true;
        self.tasks.values_mut().for_each(|task| task.unconfirmed = true);
    }

    /// Notes the events of the record that begins at this byte.
    pub(crate) fn follow(&mut self, events: &[Event], at: u64) {
        for event in events {
            self.note(event, at);
        }
        if std::mem::take(&mut self.reloaded) {
            for task in events.iter().filter_map(task_of) {
                if let Some(task) = self.tasks.get_mut(&task) {
                    task.unconfirmed = false;
                }
            }
            self.tasks.retain(|_, task| !task.unconfirmed);
        }
    }

    fn note(&mut self, event: &Event, at: u64) {
        match event {
            Event::Stage(Stage::Resume) => self.decided = Some(at),
            Event::TaskStarted { task, priority, .. } => {
                let notes = TaskNotes { priority: *priority, started: at, ..TaskNotes::default() };
                self.tasks.insert(*task, notes);
            }
            Event::TaskEnded { task, .. } => drop(self.tasks.remove(task)),
            Event::Priority { task, to, .. } => self.with(*task, |notes| notes.priority = *to),
            Event::TaskRun { task, .. } => self.with(*task, |notes| notes.run = Some(at)),
            Event::TaskSuspended { task } => self.with(*task, |notes| notes.suspended = true),
            Event::TaskResumed { task } => self.with(*task, |notes| notes.suspended = false),
            Event::Driven { task, .. } => self.with(*task, |notes| notes.driven = Some(at)),
            Event::Following { task, .. } => self.with(*task, |notes| notes.following = Some(at)),
            Event::Planned { task, followed, steps, .. } => self.with(*task, |notes| {
                let adopted = *followed || steps.is_empty() || notes.plan.is_none();
                let place = if adopted { &mut notes.plan } else { &mut notes.other_plan };
                *place = Some(at);
            }),
            _ => {}
        }
    }

    fn with(&mut self, task: u64, note: impl FnOnce(&mut TaskNotes)) {
        if let Some(notes) = self.tasks.get_mut(&task) {
            note(notes);
        }
    }

    /// The agent now, apart from what it knows.
    pub(crate) fn checkpoint(&self, agent: u64, facts: Vec<Fact>) -> AgentCheckpoint {
        let mark = |(task, notes): (&u64, &TaskNotes)| TaskMark {
            task: *task,
            priority: notes.priority,
            suspended: notes.suspended,
        };
        let mut records: Vec<u64> = self
            .tasks
            .values()
            .flat_map(|task| {
                let later = [task.run, task.plan, task.other_plan, task.driven, task.following];
                std::iter::once(task.started).chain(later.into_iter().flatten())
            })
            .chain(self.decided)
            .collect();
        records.sort_unstable();
        records.dedup();
        AgentCheckpoint { agent, facts, tasks: self.tasks.iter().map(mark).collect(), records }
    }
}

impl AgentCheckpoint {
    /// The agent as it was at the checkpoint. `records` are those that the checkpoint names.
    pub(crate) fn restore(
        self,
        info: AgentInfo,
        records: &[TickRecord],
    ) -> Result<AgentHistory, VocabularyError> {
        let mut history = AgentHistory::new(info)?;
        records.iter().for_each(|record| history.follow(record));
        history.know(&self.facts);
        history.tasks.retain(|number, _| self.tasks.iter().any(|mark| mark.task == *number));
        for TaskMark { task, priority, suspended } in self.tasks {
            if let Some(task) = history.tasks.get_mut(&task) {
                (task.priority, task.previous_priority) = (priority, None);
                (task.suspended, task.ended) = (suspended, None);
            }
        }
        Ok(history)
    }
}
