use crate::vocabulary::{ActionId, Id, Property, Time, Value};
use std::sync::Arc;

/// The four stages of arbitration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Stage {
    /// Suspended tasks come back.
    Resume,
    /// Tasks reserve things, highest priority first.
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
    /// Its priority fell below the filter.
    Filtered,
    /// A command ended it.
    Told,
    /// Its program was replaced or removed.
    Withdrawn,
    /// It was suspended for too long, or too many were.
    Expired,
    /// Its goal was disabled by hand.
    Disabled,
}

/// A plan that a task considered and did not choose.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OtherPlan {
    /// The steps as text.
    pub steps: Vec<String>,
    /// The utility at the end.
    pub utility: f64,
    /// Why it could not be chosen, whatever it is worth. None if it is a plan like the chosen one.
    pub flaw: Option<String>,
}

/// Why a condition failed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ConditionFailure {
    /// It does not hold.
    False,
    /// Nothing known matches.
    Unknown,
    /// Something matches, but another task holds it.
    Held {
        /// The thing.
        id: Id,
        /// The task that holds it.
        by: Option<u64>,
    },
    /// A called program has no rule that can run.
    Call,
    /// An expression has no value.
    NoValue,
    /// Calls are nested too deeply.
    CallDepth,
    /// The work budget of the decision is used up.
    Budget,
    /// It is disabled by hand.
    Disabled,
}

/// The activation of a skill of a network after a step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SkillLevel {
    /// The skill.
    pub skill: Arc<str>,
    /// Its activation.
    pub level: f64,
    /// The activation received in this step, by source; inhibition is negative.
    pub sources: Vec<(Arc<str>, f64)>,
}

/// What happened to a proposal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ProposalResult {
    /// It is carried out.
    Kept,
    /// It conflicts with one of higher priority.
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
    /// It could not change memory.
    Failed,
}

/// Something that happened while an agent decided. Tasks are numbered; each is named by a [`Event::TaskStarted`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Event {
    /// A decision begins.
    Tick {
        /// The time.
        time: Time,
    },
    /// The changes in memory since the last decision.
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
        /// The priority.
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
        /// The threshold.
        threshold: f64,
        /// The activation received in this step, by source; inhibition is negative.
        sources: Vec<(Arc<str>, f64)>,
    },
    /// Activation has spread through a network.
    Activation {
        /// The task.
        task: u64,
        /// What the activation of a skill must reach for it to start.
        threshold: f64,
        /// All skills.
        skills: Vec<SkillLevel>,
    },
    /// A user changed something by hand before this decision, as in a debugger.
    ByHand {
        /// What, as a sentence without a full stop.
        what: Arc<str>,
    },
    /// A goal was filtered out.
    GoalFiltered {
        /// The goal.
        goal: Arc<str>,
        /// How important.
        priority: f64,
        /// The threshold of the filter.
        threshold: f64,
    },
    /// No program is known for a goal.
    NoProgram {
        /// The goal.
        goal: Arc<str>,
    },
    /// The priority of a goal is not a number; the goal is ignored.
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
    /// A task is suspended until something changes.
    TaskSuspended {
        /// The task.
        task: u64,
    },
    /// A suspended task is tried again.
    TaskResumed {
        /// The task.
        task: u64,
    },
    /// A task is not run because the limit of running tasks is reached.
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
    /// Nothing that a task depends on changed: its last proposals are repeated.
    Unchanged {
        /// The task.
        task: u64,
    },
    /// A rule was tried and failed.
    RuleFailed {
        /// The task.
        task: u64,
        /// The program.
        program: Arc<str>,
        /// Which rule.
        rule: usize,
        /// The part of its condition that failed.
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
    /// A variable was bound to a thing.
    Bound {
        /// The task.
        task: u64,
        /// The variable.
        name: Option<Arc<str>>,
        /// The thing.
        id: Id,
        /// Whether it is held exclusively.
        exclusive: bool,
        /// Portions of divisible quantities.
        portions: Vec<(Property, f64)>,
    },
    /// A task got exclusive access to a thing that others share.
    Overridden {
        /// The task.
        task: u64,
        /// The thing.
        id: Id,
    },
    /// A task planned, with or without a result.
    Planned {
        /// The task.
        task: u64,
        /// Why it planned.
        why: Arc<str>,
        /// The steps as text. Empty if there is no plan.
        steps: Vec<String>,
        /// The utility at the end.
        utility: f64,
        /// The best of the plans that were not chosen, best first. A planner keeps a few of them.
        chosen_over: Vec<OtherPlan>,
        /// The number of considered plans.
        considered: u64,
        /// Whether it is followed. If not, the current plan is nearly as good.
        followed: bool,
    },
    /// The satisfaction of the drives of a task.
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
    /// A task waits.
    Waiting {
        /// The task.
        task: u64,
    },
    /// A command was proposed.
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
    /// Notes of ended tasks were forgotten.
    NotesCollected {
        /// How many.
        count: usize,
    },
    /// Goals alternate in a cycle; their priorities are lowered for a while.
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
        /// The work.
        work: u64,
    },
    /// An event of a subtask in a task hierarchy.
    Decomposing {
        /// The task of the arbiter.
        task: u64,
        /// Its depth in the hierarchy.
        depth: u32,
        /// The name of the subtask.
        name: Arc<str>,
        /// What happened to it.
        what: SubtaskEvent,
    },
}

/// An event of a subtask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SubtaskEvent {
    /// It is entered.
    Entered,
    /// Its goal holds already.
    GoalReached,
    /// A precondition does not hold.
    NeedFailed {
        /// The index of the precondition.
        part: usize,
    },
    /// Its action begins.
    Started,
    /// It succeeded.
    Succeeded,
    /// It failed.
    Failed,
    /// A precondition ceased to hold while it ran.
    Broken,
    /// It is disabled by hand.
    Disabled,
    /// It is an empty slot.
    EmptySlot,
    /// It is not started: tasks are nested too deeply.
    TooDeep,
    /// It is not started, and everything fails: too many tasks were entered without an action.
    NoProgress,
}
