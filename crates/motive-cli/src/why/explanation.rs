//! What there is to say about one tick of one agent, as data.

use serde::Serialize;

/// One tick of one agent, explained.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Explanation {
    /// The world.
    pub world: String,
    /// The seed of the run.
    pub seed: u64,
    /// The tick.
    pub tick: u64,
    /// The agent.
    pub agent: u32,
    /// Its mind.
    pub mind: String,
    /// What changed in what it knows since the tick before.
    pub changes: Vec<ThingChange>,
    /// Goals that came up, or did not.
    pub goals: Vec<GoalStory>,
    /// The goals that it pursues, most important first.
    pub tasks: Vec<TaskStory>,
    /// Whatever else happened, in sentences.
    pub also: Vec<String>,
    /// What it does.
    pub does: Vec<String>,
    /// If nothing that matters had changed: the tick of the decision that still stands.
    pub decided_at: Option<u64>,
}

/// What became of what the agent knows of a thing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThingChange {
    /// The thing.
    pub thing: String,
    /// How it changed.
    #[serde(flatten)]
    pub turn: Turn,
}

/// How a thing changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum Turn {
    /// It was not known before.
    New {
        /// What sort of thing it is.
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

/// What became of a property.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PropertyChange {
    /// The property.
    pub property: String,
    /// Its value before; none if it had none.
    pub before: Option<String>,
    /// Its value now; none if it has none.
    pub now: Option<String>,
}

/// What became of a goal that is not pursued yet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoalStory {
    /// The goal.
    pub goal: String,
    /// What became of it.
    #[serde(flatten)]
    pub state: GoalState,
}

/// What became of a goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum GoalState {
    /// It came up.
    CameUp {
        /// How important.
        priority: f64,
        /// The condition that made it come up; empty if it always does.
        because: String,
    },
    /// It came up and was too weak.
    TooWeak {
        /// How important.
        priority: f64,
        /// What it would have had to exceed.
        threshold: f64,
    },
    /// It came up, and no program is known for it.
    NoProgram,
    /// Its priority has no value.
    NoPriority,
    /// It did not come up.
    NotWanted,
}

/// How the pursuit of a goal went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskStory {
    /// The number of the task.
    pub task: u64,
    /// The goal.
    pub goal: String,
    /// The program that pursues it.
    pub program: String,
    /// How important.
    pub priority: f64,
    /// Its priority before, if it changed in this tick.
    pub priority_before: Option<f64>,
    /// The tick in which it began.
    pub since: u64,
    /// The tick in which it was last asked. If that is earlier, nothing that matters to it has changed since.
    pub asked_at: Option<u64>,
    /// It was not asked, because enough others ran.
    pub skipped: bool,
    /// It is put aside until something changes.
    pub put_aside: bool,
    /// It waits for something under way.
    pub waits: bool,
    /// The rules that were tried, in order.
    pub tried: Vec<Attempt>,
    /// How its task fell apart, in order: how deep, and what happened.
    pub decomposed: Vec<Decomposed>,
    /// The plan that it made or follows, if it plans.
    pub plan: Option<PlanStory>,
    /// What its variables have.
    pub bound: Vec<Binding>,
    /// What it proposed.
    pub proposed: Vec<Proposal>,
    /// Why it ended in this tick, if it did.
    pub ended: Option<String>,
}

/// Something that happened to a part of a task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decomposed {
    /// How many tasks it is inside of.
    pub depth: u32,
    /// What it is called.
    pub name: String,
    /// What happened to it.
    pub what: String,
}

/// A plan, and why it was chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanStory {
    /// The tick in which it was made.
    pub made_at: u64,
    /// Why a plan was looked for.
    pub why: String,
    /// What is to be done, in order. Empty if nothing was worth doing.
    pub steps: Vec<String>,
    /// The step at hand, from 0.
    pub at: usize,
    /// What everything is worth at its end.
    pub utility: f64,
    /// The next best that was considered, and what it would be worth.
    pub runner_up: Option<(Vec<String>, f64)>,
    /// How many plans were considered.
    pub considered: u64,
    /// How satisfied the drives are that it is for.
    pub drives: Vec<(String, f64)>,
    /// A plan that was looked for later and not taken up, because it is hardly better: its steps and what it is worth.
    pub passed_over: Option<(Vec<String>, f64)>,
}

/// A rule that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attempt {
    /// The program.
    pub program: String,
    /// Which of its rules, from 1.
    pub number: usize,
    /// The rule's name.
    pub rule: String,
    /// Whether it ran.
    pub ran: bool,
    /// Whether it also ran in the tick before.
    pub continued: bool,
    /// The part of its condition that failed, if one did.
    pub part: Option<String>,
    /// Why it did not run, in a clause.
    pub why: Option<String>,
}

/// What a variable has.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Binding {
    /// The variable; none if the rule does not name it.
    pub name: Option<String>,
    /// The thing.
    pub thing: String,
    /// Nobody of lower priority may have it.
    pub exclusive: bool,
    /// Portions of quantities.
    pub portions: Vec<String>,
}

/// Something that was proposed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proposal {
    /// What.
    pub command: String,
    /// Whether it is done.
    pub done: bool,
    /// Why it is not, in a clause.
    pub why_not: Option<String>,
}
