use crate::vocabulary::{ActionId, Id, Property, Time, Value};
use std::sync::Arc;

/// The four stages of arbitration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Stage {
    /// Suspended tasks come back.
    Resume,
    /// Tasks get things, most important first.
    Allocate,
    /// Tasks propose actions.
    Propose,
    /// Proposals are checked against each other.
    Resolve,
}

/// Why a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TaskEnd {
    /// Its goal is reached.
    Achieved,
    /// No rule of its program can run.
    Stuck,
    /// Its priority fell to the filter.
    Filtered,
    /// A program ended it.
    Told,
    /// Its program was replaced or taken away.
    Withdrawn,
    /// It was suspended for too long, or too many were.
    Expired,
}

/// Why a condition failed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ConditionFailure {
    /// It does not hold.
    False,
    /// Nothing known fits.
    Unknown,
    /// Something fits, but another task has it.
    Held {
        /// The thing.
        id: Id,
        /// Who has it.
        by: Option<u64>,
    },
    /// A program that the rule calls has no rule that can run.
    Call,
    /// Something that is compared, or an argument of an action, has no value.
    NoValue,
    /// Programs call each other too deeply.
    CallDepth,
    /// The work allowed for the decision is used up.
    Budget,
}

/// What happened to a proposal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ProposalResult {
    /// It is done.
    Kept,
    /// It conflicts with a more important one.
    Conflict {
        /// That action.
        with: String,
    },
    /// It was blended with another.
    Blended {
        /// That action.
        with: String,
    },
    /// It is vetoed.
    Vetoed,
    /// Only one action on the world is allowed.
    OnlyOne,
    /// It was to change memory and could not.
    Failed,
}

/// Something that happened while an agent decided. Tasks are numbered; each is named by a [`Event::TaskStarted`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Event {
    /// A decision begins.
    Tick {
        /// Now.
        time: Time,
    },
    /// What came, changed and went in memory since the last decision.
    Perceived {
        /// Things that were not known before.
        added: Vec<Id>,
        /// Known things of which a property changed.
        changed: Vec<Id>,
        /// Things that are no longer known.
        removed: Vec<Id>,
    },
    /// A stage of arbitration begins.
    Stage(Stage),
    /// A goal was generated.
    GoalMade {
        /// The goal.
        goal: Arc<str>,
        /// How important.
        priority: f64,
        /// Which clause of its generator.
        clause: usize,
    },
    /// A skill of a network begins.
    SkillStarted {
        /// Which.
        skill: Arc<str>,
        /// Its activation.
        level: f64,
        /// What it had to reach.
        threshold: f64,
        /// What it got in this step, by source; what was taken away is negative.
        sources: Vec<(Arc<str>, f64)>,
    },
    /// A goal is too weak.
    GoalFiltered {
        /// The goal.
        goal: Arc<str>,
        /// How important.
        priority: f64,
        /// What it would have to exceed.
        threshold: f64,
    },
    /// No program is known for a goal.
    NoProgram {
        /// The goal.
        goal: Arc<str>,
    },
    /// A goal's priority is not a number; it is left alone.
    BadPriority {
        /// The goal.
        goal: Arc<str>,
    },
    /// A task's priority changed.
    Priority {
        /// The task.
        task: u64,
        /// Before.
        from: f64,
        /// Now.
        to: f64,
    },
    /// A goal became a task.
    TaskStarted {
        /// Its number.
        task: u64,
        /// The goal.
        goal: Arc<str>,
        /// The program that pursues it.
        program: Arc<str>,
        /// How important.
        priority: f64,
    },
    /// A task ended.
    TaskEnded {
        /// The task.
        task: u64,
        /// Why.
        why: TaskEnd,
    },
    /// A task is put aside until something changes.
    TaskSuspended {
        /// The task.
        task: u64,
    },
    /// A task that was put aside is tried again.
    TaskResumed {
        /// The task.
        task: u64,
    },
    /// A task is not run, because enough others are.
    TaskSkipped {
        /// The task.
        task: u64,
    },
    /// A task is run.
    TaskRun {
        /// The task.
        task: u64,
        /// How important.
        priority: f64,
    },
    /// Nothing that matters to a task changed: it proposes what it proposed before.
    Unchanged {
        /// The task.
        task: u64,
    },
    /// A rule was tried and cannot run.
    RuleFailed {
        /// The task.
        task: u64,
        /// The program.
        program: Arc<str>,
        /// Which rule.
        rule: usize,
        /// Which part of its condition failed.
        part: usize,
        /// Why.
        why: ConditionFailure,
    },
    /// A rule runs.
    RuleFired {
        /// The task.
        task: u64,
        /// The program.
        program: Arc<str>,
        /// Which rule.
        rule: usize,
        /// It also ran in the previous tick.
        continued: bool,
    },
    /// A variable got a thing.
    Bound {
        /// The task.
        task: u64,
        /// The variable.
        name: Option<Arc<str>>,
        /// The thing.
        id: Id,
        /// Nobody of lower priority may have it.
        exclusive: bool,
        /// Portions of divisible quantities.
        portions: Vec<(Property, f64)>,
    },
    /// A task got exclusive use of a thing that others share.
    Overridden {
        /// The task.
        task: u64,
        /// The thing.
        id: Id,
    },
    /// A task made a plan, or looked for one in vain.
    Planned {
        /// The task.
        task: u64,
        /// Why it looked for one.
        why: Arc<str>,
        /// What is to be done, as text. Empty if nothing is worth doing.
        steps: Vec<String>,
        /// What everything is worth at its end.
        utility: f64,
        /// The next best plan that was considered, and what it would be worth.
        runner_up: Option<(Vec<String>, f64)>,
        /// How many plans were considered.
        considered: u64,
        /// Whether it is followed; if not, the plan at hand is nearly as good.
        followed: bool,
    },
    /// How well the drives of a task that plans for them are satisfied.
    Driven {
        /// The task.
        task: u64,
        /// The drives and their satisfaction, from 0 to 1.
        drives: Vec<(Arc<str>, f64)>,
    },
    /// A task begins a step of its plan.
    Following {
        /// The task.
        task: u64,
        /// Which step, from 0.
        step: usize,
    },
    /// A task waits for something under way.
    Waiting {
        /// The task.
        task: u64,
    },
    /// Something was proposed.
    Proposed {
        /// The task.
        task: u64,
        /// The action, if it is a declared one.
        action: Option<ActionId>,
        /// Its arguments.
        arguments: Vec<Value>,
        /// As text.
        command: String,
        /// What happened to it.
        fate: ProposalResult,
    },
    /// Notes of tasks that are gone were forgotten.
    NotesCollected {
        /// How many.
        count: usize,
    },
    /// Goals take turns without end; their priorities are lowered for a while.
    GoalCycle {
        /// The goals.
        goals: Vec<Arc<str>>,
    },
    /// The filter's threshold moved.
    Threshold {
        /// Before.
        from: f64,
        /// Now.
        to: f64,
    },
    /// A decision ends.
    Decided {
        /// What it cost.
        work: u64,
    },
    /// Something happened to a part of a task that is broken into smaller ones.
    Decomposing {
        /// The task of the arbiter.
        task: u64,
        /// How many tasks it is inside of.
        depth: u32,
        /// What the part is called.
        name: Arc<str>,
        /// What happened to it.
        what: SubtaskEvent,
    },
}

/// What can happen to a part of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SubtaskEvent {
    /// It is its turn.
    Entered,
    /// What it is for holds already.
    GoalReached,
    /// Something that it needs does not hold.
    NeedFailed {
        /// Which of its needs.
        part: usize,
    },
    /// Its action begins.
    Started,
    /// It is done.
    Succeeded,
    /// It cannot be done.
    Failed,
    /// What it needs ceased to hold while it was being done.
    Broken,
    /// It is a slot that names no task.
    EmptySlot,
    /// It is not begun: tasks are too deeply inside each other.
    TooDeep,
    /// It is not begun, and all is given up: too many tasks have been begun without anything being done.
    NoProgress,
}
