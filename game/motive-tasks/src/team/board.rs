//! The task lists of a team.

use super::super::{HtnTask, Settings, TaskError, TaskLibrary};
use super::requests::{TaskRequests, asking};
use motive_core::action::{ActiveAction, Decision, Phase};
use motive_core::memory::{Memory, MemoryError};
use motive_core::vocabulary::{Facts, Id, Value, Vocabulary};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// A task with its arguments, as an entry of a list.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Assignment {
    /// The task.
    pub task: Arc<str>,
    /// Its arguments.
    pub arguments: Vec<Value>,
}

impl Assignment {
    /// A task without arguments.
    pub fn new(task: &str) -> Self {
        Self { task: task.into(), arguments: Vec::new() }
    }

    /// Adds an argument.
    pub fn with(mut self, argument: impl Into<Value>) -> Self {
        self.arguments.push(argument.into());
        self
    }
}

/// Whether a change of a list interrupts the running task of its member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preempt {
    /// The member finishes its running task first, as in the program of 2008. An endless task is never left.
    Never,
    /// The running task is stopped at once.
    #[default]
    Now,
}

/// Why an order is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TeamError {
    /// There is no such member.
    #[error("the team has no member `{0}`")]
    NoSuchMember(String),
    /// There is no such role.
    #[error("there is no role called `{0}`")]
    NoSuchRole(String),
    /// The task cannot be assigned.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// A reloaded team has other members than the running one.
    #[error("the team has other members or another coordinator now; a running team cannot be changed")]
    OtherMembers,
    /// An order with too few arguments.
    #[error("the order `{0}` needs a member, and a task or role")]
    Incomplete(String),
}

/// The published list of a member.
#[derive(Clone, Debug, Default)]
pub(super) struct TaskList {
    pub(super) entries: Vec<Assignment>,
    /// Counts changes.
    pub(super) changes: u64,
    /// Counts changes that interrupt the running task.
    pub(super) breaks: u64,
    /// Requests of other members, which come before the list: a number and the task.
    pub(super) requests: Vec<(u64, Assignment)>,
}

#[derive(Debug)]
struct MemberRecord {
    draft: TaskList,
    published: Arc<TaskList>,
    /// One more than the tick in which the member last read its list; 0 if it never did.
    heard: AtomicU64,
    /// Its running task.
    doing: Option<Arc<str>>,
}

#[derive(Debug, Default)]
pub(super) struct BoardState {
    members: BTreeMap<Arc<str>, MemberRecord>,
    pub(super) requests: TaskRequests,
    roles: BTreeMap<Arc<str>, Vec<Assignment>>,
    unique: bool,
}

/// The task lists of all members. A handle: clones are the same board.
#[derive(Clone, Debug)]
#[must_use]
pub struct Board {
    tasks: Arc<RwLock<Arc<TaskLibrary>>>,
    state: Arc<Mutex<BoardState>>,
}

impl BoardState {
    pub(super) fn knows(&self, member: &str) -> bool {
        self.members.contains_key(member)
    }
}

impl Board {
    /// A board for members that know these tasks.
    pub fn new(tasks: Arc<TaskLibrary>) -> Self {
        Self { tasks: Arc::new(RwLock::new(tasks)), state: Arc::default() }
    }

    /// A board for members that know these tasks and `ask(member, task, arguments)`: it makes another member do a task before anything on
    /// its list, and ends when that member has done it. Several such tasks [in parallel](super::super::Line::together) form a join: they
    /// end when the last member is done, and when one fails the others are cancelled.
    ///
    /// # Errors
    /// As for [`TaskLibrary::new`].
    pub fn with_asking(
        names: &Vocabulary,
        definitions: Vec<HtnTask>,
        settings: Settings,
    ) -> Result<Self, Vec<TaskError>> {
        let state: Arc<Mutex<BoardState>> = Arc::default();
        let tasks = knowing_to_ask(&state, names, definitions, settings)?;
        Ok(Self { tasks: Arc::new(RwLock::new(tasks)), state })
    }

    /// Replaces the tasks of a board made [with asking](Board::with_asking). The lists stay. Members restart a running task if it, or
    /// anything it calls, changed; all others continue. Entries of tasks that no longer exist are skipped.
    ///
    /// # Errors
    /// As for [`TaskLibrary::new`]; the old tasks stay then.
    pub fn renew(
        &self,
        names: &Vocabulary,
        definitions: Vec<HtnTask>,
        settings: Settings,
    ) -> Result<(), Vec<TaskError>> {
        let tasks = knowing_to_ask(&self.state, names, definitions, settings)?;
        *self.tasks.write().unwrap_or_else(PoisonError::into_inner) = tasks;
        Ok(())
    }

    /// The same, without duplicate tasks on a list.
    pub fn unique(self) -> Self {
        self.set_unique(true);
        self
    }

    /// Sets whether a task that is on a list already is not added again.
    pub fn set_unique(&self, unique: bool) {
        self.lock().unique = unique;
    }

    /// The current tasks.
    pub(super) fn tasks(&self) -> Arc<TaskLibrary> {
        self.tasks.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, BoardState> {
        locked(&self.state)
    }

    /// Adds a member with an empty list. An existing member keeps its list.
    pub fn enrol(&self, name: &str) {
        let new = || MemberRecord {
            draft: TaskList::default(),
            published: Arc::default(),
            heard: AtomicU64::new(0),
            doing: None,
        };
        self.lock().members.entry(name.into()).or_insert_with(new);
    }

    /// Defines a role by its tasks.
    ///
    /// # Errors
    /// If one of the tasks does not exist, or has other parameters.
    pub fn role(&self, name: &str, tasks: Vec<Assignment>) -> Result<(), TeamError> {
        tasks.iter().try_for_each(|task| self.check(task))?;
        self.lock().roles.insert(name.into(), tasks);
        Ok(())
    }

    fn check(&self, assignment: &Assignment) -> Result<(), TeamError> {
        self.tasks().number(&assignment.task, assignment.arguments.len())?;
        Ok(())
    }

    fn change(&self, member: &str, change: impl FnOnce(&mut TaskList, bool)) -> Result<(), TeamError> {
        let mut state = self.lock();
        let unique = state.unique;
        let found = state.members.get_mut(member);
        let found = found.ok_or_else(|| TeamError::NoSuchMember(member.to_owned()))?;
        change(&mut found.draft, unique);
        found.draft.changes += 1;
        Ok(())
    }

    /// Appends a task to the list of a member.
    ///
    /// # Errors
    /// If there is no such member or task, or the task has other parameters.
    pub fn assign(&self, member: &str, assignment: Assignment) -> Result<(), TeamError> {
        self.check(&assignment)?;
        self.change(member, |list, unique| {
            if !(unique && list.entries.contains(&assignment)) {
                list.entries.push(assignment);
            }
        })
    }

    /// Clears the list of a member.
    ///
    /// # Errors
    /// If there is no such member.
    pub fn clear(&self, member: &str, preempt: Preempt) -> Result<(), TeamError> {
        self.set_tasks(member, Vec::new(), preempt)
    }

    /// Replaces the list of a member, atomically.
    ///
    /// # Errors
    /// If there is no such member, or one of the tasks does not exist or has other parameters.
    pub fn set_tasks(&self, member: &str, tasks: Vec<Assignment>, preempt: Preempt) -> Result<(), TeamError> {
        tasks.iter().try_for_each(|task| self.check(task))?;
        self.change(member, |list, _| {
            list.entries = tasks;
            list.breaks += u64::from(preempt == Preempt::Now);
        })
    }

    /// Gives a member the tasks of a role.
    ///
    /// # Errors
    /// If there is no such member or role.
    pub fn take_role(&self, member: &str, role: &str, preempt: Preempt) -> Result<(), TeamError> {
        let tasks = self.lock().roles.get(role).cloned();
        let tasks = tasks.ok_or_else(|| TeamError::NoSuchRole(role.to_owned()))?;
        self.set_tasks(member, tasks, preempt)
    }

    /// Publishes all orders since the last call.
    pub fn publish(&self) {
        let mut state = self.lock();
        let BoardState { members, requests, .. } = &mut *state;
        let asked = requests.publish();
        for (name, member) in members.iter_mut() {
            let own = asked.get(name).map_or(&[][..], Vec::as_slice);
            if member.published.changes != member.draft.changes || member.published.requests != own {
                member.draft.requests = own.to_vec();
                member.published = Arc::new(member.draft.clone());
            }
        }
    }

    /// A member reports its running task.
    pub(super) fn note_doing(&self, member: &str, doing: Option<&Arc<str>>) {
        if let Some(member) = self.lock().members.get_mut(member)
            && member.doing.as_ref() != doing
        {
            member.doing = doing.cloned();
        }
    }

    /// The published list of a member.
    pub fn list(&self, member: &str) -> Option<Vec<Assignment>> {
        Some(self.lock().members.get(member)?.published.entries.clone())
    }

    /// The members, by name.
    pub fn members(&self) -> Vec<Arc<str>> {
        self.lock().members.keys().cloned().collect()
    }

    /// The tick in which a member last read its list.
    pub fn heard(&self, member: &str) -> Option<u64> {
        self.lock().members.get(member)?.heard.load(Ordering::Relaxed).checked_sub(1)
    }

    /// The list that a member reads in this tick.
    pub(super) fn read(&self, member: &str, tick: u64) -> Option<Arc<TaskList>> {
        let state = self.lock();
        let found = state.members.get(member)?;
        found.heard.store(tick + 1, Ordering::Relaxed);
        Some(found.published.clone())
    }

    /// Writes the state of the members into the memory of the coordinator. The thing with the name of a member gets the number of `tasks`
    /// on its list, the number of ticks it has been `silent`, and the task it is `doing`, as far as the vocabulary declares these
    /// properties.
    ///
    /// # Errors
    /// If memory refuses a value.
    pub fn report(&self, memory: &mut Memory, tick: u64) -> Result<(), MemoryError> {
        let names = memory.vocabulary();
        let (tasks, silent) = (names.find_property("tasks"), names.find_property("silent"));
        let doing = names.find_property("doing");
        let known: Vec<_> = {
            let state = self.lock();
            let member = |(name, member): (&Arc<str>, &MemberRecord)| {
                let at = member.doing.as_ref().and_then(|task| names.find_symbol(task));
                (name.clone(), names.find_symbol(name).map(Id::named), at)
            };
            state.members.iter().map(member).collect()
        };
        for (name, id, at) in known {
            // Members that are not known there, such as the coordinator itself, are left out.
            let Some(id) = id.filter(|id| memory.exists(*id)) else { continue };
            if let (Some(doing), Some(at)) = (doing, at) {
                memory.set(id, doing, at)?;
            }
            let entries = self.list(&name).map_or(0, |list| list.len());
            let ticks = tick.saturating_sub(self.heard(&name).unwrap_or(0));
            if let Some(tasks) = tasks {
                memory.set(id, tasks, entries as f64)?;
            }
            if let Some(silent) = silent {
                memory.set(id, silent, ticks as f64)?;
            }
        }
        Ok(())
    }
}

/// The decisions of a coordinator as orders.
impl Board {
    /// Applies the decision of a coordinator. Actions are recognised by name; the first argument is the member:
    ///
    /// | action | order |
    /// |---|---|
    /// | `assign(member, task, arguments...)` | one more task at the end of the list |
    /// | `only(member, task, arguments...)` | this task and no other, at once |
    /// | `clear(member)` | no tasks, at once |
    /// | `take_role(member, role)` | the tasks of the role, at once |
    ///
    /// Other actions are ignored. Orders that are refused are returned; the others take effect.
    pub fn obey(&self, decision: &Decision, names: &Vocabulary) -> Vec<TeamError> {
        let new = |act: &&ActiveAction| matches!(act.phase, Phase::Started | Phase::Changed);
        decision.actions.iter().filter(new).filter_map(|act| self.order(act, names).err()).collect()
    }

    fn order(&self, act: &ActiveAction, names: &Vocabulary) -> Result<(), TeamError> {
        let order = names.action_name(act.action);
        if !["assign", "only", "clear", "take_role"].contains(&order) {
            return Ok(());
        }
        let incomplete = || TeamError::Incomplete(order.to_owned());
        let name = |place: usize| match act.arguments.get(place)? {
            Value::Text(text) => Some(text.to_string()),
            value => Some(value.display(names)),
        };
        let member = name(0).ok_or_else(incomplete)?;
        if order == "clear" {
            return self.clear(&member, Preempt::Now);
        }
        let what = name(1).ok_or_else(incomplete)?;
        if order == "take_role" {
            return self.take_role(&member, &what, Preempt::Now);
        }
        // Arguments may come one by one, or as one list.
        let mut arguments: Vec<Value> = act.arguments.iter().skip(2).cloned().collect();
        if let [Value::List(items)] = &arguments[..] {
            arguments = items.to_vec();
        }
        let assignment = Assignment { task: what.as_str().into(), arguments };
        match order {
            "assign" => self.assign(&member, assignment),
            _ => self.set_tasks(&member, vec![assignment], Preempt::Now),
        }
    }
}

/// These tasks and `ask`.
fn knowing_to_ask(
    state: &Arc<Mutex<BoardState>>,
    names: &Vocabulary,
    mut definitions: Vec<HtnTask>,
    settings: Settings,
) -> Result<Arc<TaskLibrary>, Vec<TaskError>> {
    let ask = ["who", "what", "with"].iter().fold(HtnTask::new("ask"), |task, name| task.parameter(name));
    definitions.push(ask.guest(asking(state, names)));
    TaskLibrary::new(names, definitions, settings)
}

/// A thread that panicked while it held the lock left the board consistent: each change is atomic.
pub(super) fn locked(state: &Mutex<BoardState>) -> MutexGuard<'_, BoardState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
