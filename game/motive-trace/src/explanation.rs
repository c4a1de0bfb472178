//! The explanation of one decision, as data.
//!
//! `motive why --json` prints an [`DecisionExplanation`]; its fields are the schema. Absent values are `null`. Fields may be added;
//! none changes its meaning without a new version of the trace format.

use motive_core::trace::OtherPlan;
use serde::Serialize;

/// The name of the only goal of a mind that is a single behaviour, such as a plan for drives. It is generated, so it is not shown.
pub(crate) const UNNAMED_GOAL: &str = "it";

/// One decision of one agent, explained.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DecisionExplanation {
    /// The world, if the recording names one.
    pub world: Option<String>,
    /// The seed of the run, if the recording has one.
    pub seed: Option<u64>,
    /// The tick.
    pub tick: u64,
    /// The number of the agent.
    pub agent: u64,
    /// The name of the agent.
    pub name: String,
    /// What the agent does, and for which goal.
    pub actions: Vec<ActionExplanation>,
    /// The tick of the decision, if it was made earlier and still stands because nothing that it depends on has changed.
    pub decided_at: Option<u64>,
    /// The goals that are pursued, most important first.
    pub tasks: Vec<TaskExplanation>,
    /// The goals that became active in this tick, and those that are not pursued.
    pub goals: Vec<GoalExplanation>,
    /// What else happened, as sentences.
    pub notes: Vec<String>,
    /// What changed in memory since the previous tick, the agent itself first.
    pub changes: Vec<ThingChange>,
}

/// Something that the agent does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionExplanation {
    /// The action with its arguments.
    pub command: String,
    /// The task that proposed it; `null` for a reflex.
    pub task: Option<u64>,
}

/// How a goal is pursued.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TaskExplanation {
    /// The number of the task.
    pub task: u64,
    /// The goal.
    pub goal: String,
    /// The program that pursues it.
    pub program: String,
    /// The priority.
    pub priority: f64,
    /// The priority in the previous tick, if it changed in this one.
    pub previous_priority: Option<f64>,
    /// The tick in which the task started.
    pub started_at: u64,
    /// The tick in which it was last evaluated. If that is earlier than this tick, nothing that it depends on has changed since.
    pub evaluated_at: Option<u64>,
    /// It was not evaluated, because the limit of tasks was reached.
    pub skipped: bool,
    /// It is suspended until something changes.
    pub suspended: bool,
    /// It waits for a running action, or its search for a plan goes on.
    pub waiting: bool,
    /// The rules that were tried, in order.
    pub rules: Vec<RuleAttempt>,
    /// What happened to its subtasks, in order.
    pub subtasks: Vec<SubtaskStep>,
    /// Its plan, if it plans.
    pub plan: Option<PlanExplanation>,
    /// The things that its variables are bound to.
    pub bindings: Vec<BoundThing>,
    /// What it proposed.
    pub proposals: Vec<ProposalOutcome>,
    /// Why it ended in this tick, if it did.
    pub ended: Option<String>,
}

/// A rule that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleAttempt {
    /// The program.
    pub program: String,
    /// The position of the rule in the program, from 1.
    pub number: usize,
    /// The name of the rule.
    pub rule: String,
    /// Whether it ran.
    pub ran: bool,
    /// Whether it also ran in the previous tick.
    pub continued: bool,
    /// The parts of its condition.
    pub conditions: Vec<String>,
    /// The part of its condition that failed, if one did.
    pub failed_condition: Option<String>,
    /// Why it did not run.
    pub reason: Option<String>,
}

/// Something that happened to a subtask.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SubtaskStep {
    /// How many tasks the subtask is inside of.
    pub depth: u32,
    /// The name of the subtask, method or action.
    pub name: String,
    /// What happened.
    pub event: String,
    /// Whether this is its beginning, with more to come.
    pub entered: bool,
}

impl SubtaskStep {
    /// Whether it is an action, or a behaviour of another engine, that runs after this tick.
    pub(crate) fn is_running(&self) -> bool {
        self.event == RUNNING
    }
}

/// The event of a subtask that runs.
pub(crate) const RUNNING: &str = "running";

/// A plan, and why it was chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlanExplanation {
    /// The tick in which it was made.
    pub made_at: u64,
    /// Why a plan was needed.
    pub reason: String,
    /// The actions, in order. Empty if no plan improves the situation.
    pub steps: Vec<String>,
    /// The current step, from 0.
    pub current_step: usize,
    /// The expected utility at its end.
    pub utility: f64,
    /// The best of the plans that were considered and not chosen, best first.
    pub chosen_over: Vec<OtherPlan>,
    /// How many plans were considered. 0 for a planner that finds the cheapest plan.
    pub considered: u64,
    /// The satisfaction of the drives when it was made, from 0 (not satisfied) to 1 (fully satisfied).
    pub satisfaction: Vec<(String, f64)>,
    /// A plan that was found later and not adopted, because it is not better by enough: its steps and expected utility.
    pub not_adopted: Option<(Vec<String>, f64)>,
}

/// A thing that a variable is bound to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoundThing {
    /// The variable; `null` if the rule does not name it.
    pub variable: Option<String>,
    /// The thing.
    pub thing: String,
    /// Whether no task of lower priority may use it.
    pub exclusive: bool,
    /// Reserved portions of its quantities.
    pub portions: Vec<String>,
}

/// Something that was proposed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProposalOutcome {
    /// The action with its arguments.
    pub command: String,
    /// Whether it is done.
    pub accepted: bool,
    /// Why it is not.
    pub reason: Option<String>,
}

/// A goal that became active in this tick, or is not pursued.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoalExplanation {
    /// The goal.
    pub goal: String,
    /// Its state.
    #[serde(flatten)]
    pub state: GoalState,
}

/// The state of a goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum GoalState {
    /// It became active in this tick.
    Activated {
        /// Its priority.
        priority: f64,
        /// The condition that activated it; empty if it is always active.
        condition: String,
    },
    /// Its priority is too low.
    Filtered {
        /// Its priority.
        priority: f64,
        /// What the priority has to exceed.
        threshold: f64,
    },
    /// It is active, and no program pursues it.
    NoProgram,
    /// Its priority has no value.
    NoPriority,
    /// None of its conditions holds.
    Inactive,
}

/// What changed about a thing in memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThingChange {
    /// The thing.
    pub thing: String,
    /// How it changed.
    #[serde(flatten)]
    pub change: MemoryChange,
}

/// How a thing in memory changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum MemoryChange {
    /// It was not known before.
    New {
        /// Its kinds.
        kinds: Vec<String>,
    },
    /// It is no longer known.
    Gone,
    /// Properties changed.
    Changed {
        /// Which, and how.
        properties: Vec<PropertyChange>,
    },
}

/// How a property changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PropertyChange {
    /// The property.
    pub property: String,
    /// Its value before; `null` if it had none.
    pub before: Option<String>,
    /// Its value now; `null` if it has none.
    pub now: Option<String>,
}
