//! Profiles: the settings on which published systems differ.

use super::cycle_guard::CycleGuard;
use super::filter::Filter;
use motive_core::action::ConflictScope;
use motive_core::condition::{
    BindingRules, BindingTieBreak, CallFailure, MultiValueMatch, Negation, NumberMatch, PreferenceScoring,
    RangeOrder, SharedHold, Sharing,
};

/// What happens to a task none of whose rules can run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnStuck {
    /// It ends; its goal comes up again if it is still wanted (2005).
    #[default]
    Remove,
    /// It is suspended and tried again when something changes (2002).
    Suspend,
}

/// When a task that is over leaves the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Removal {
    /// At once.
    #[default]
    SameTick,
    /// Before the tasks are sorted next, after the goals have been evaluated: its goal then comes up a tick later.
    NextTick,
}

/// Where a variable keeps its thing from tick to tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Remembering {
    /// For each task.
    #[default]
    PerTask,
    /// For the whole agent.
    PerAgent,
}

/// Which of two equally important tasks comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TieBreak {
    /// The older.
    #[default]
    OldestFirst,
    /// The newer.
    NewestFirst,
    /// One, then the other, as the lists of the 2005 program happened to do.
    Alternate,
    /// Drawn each tick.
    Drawn,
}

/// When suspended tasks are tried again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResumeGate {
    /// Every tick.
    #[default]
    Always,
    /// When something in memory changed or something was freed.
    OnChange,
}

/// How things are shared out among tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allocation {
    /// The most important first; what it merely prefers may leave a less important task with nothing.
    #[default]
    Greedy,
    /// More tasks run where that is possible, as long as each that would have run anyway keeps its rule. Behaviours may be asked
    /// several times in one tick; only what they propose last counts.
    MostTasks,
}

/// How an arbiter works. [`Profile::motive`] is the repaired, best one; the others are published systems as published. Every
/// field can be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its name.
    pub name: &'static str,
    /// How things are matched and bound.
    pub binding: BindingRules,
    /// Which goals and tasks are too weak.
    pub filter: Filter,
    /// Priorities of live tasks follow the situation.
    pub updates: bool,
    /// See [`OnStuck`].
    pub on_stuck: OnStuck,
    /// See [`Removal`].
    pub removal: Removal,
    /// See [`Remembering`].
    pub remembering: Remembering,
    /// See [`TieBreak`].
    pub tie_break: TieBreak,
    /// At most this many tasks run in one tick.
    pub max_runnable: Option<usize>,
    /// See [`ConflictScope`].
    pub conflict_scope: ConflictScope,
    /// All actions that go together are done; otherwise only the most important one on the world.
    pub multiple_actions: bool,
    /// Actions are given to the world least important first.
    pub least_first: bool,
    /// See [`ResumeGate`].
    pub resume: ResumeGate,
    /// Suspended tasks keep what they hold unless a more important task wants it.
    pub suspended_keep: bool,
    /// At most this many tasks are suspended; beyond that the weakest ends.
    pub suspended_cap: Option<usize>,
    /// A task that was suspended for this many ticks ends.
    pub suspended_age: Option<u64>,
    /// No further task is tried once nothing in memory is free (2002, read literally).
    pub stop_when_exhausted: bool,
    /// Programs may write to memory.
    pub internal_actions: bool,
    /// See [`Allocation`].
    pub allocation: Allocation,
    /// A task that acted in the last tick is this much more important than its priority says, so that nearly equal
    /// goals do not take turns.
    pub commitment: f64,
    /// Watches for goals that take turns without end.
    pub cycle_guard: Option<CycleGuard>,
    /// Notes of tasks that are gone are forgotten.
    pub collect_notes: bool,
    /// Memory shows latched actions as things of kind `action`, from their start until a decision has seen their end. Otherwise it does so only if
    /// the character may read them, which makes it cheaper to start and end an action; the decisions are the same.
    pub show_actions: bool,
    /// Goals are evaluated once in this many ticks.
    pub goals_every: u64,
    /// Tasks are run once in this many ticks; in between, the last decision is repeated.
    pub tasks_every: u64,
    /// Tasks and goals are asked again only when something that they read has changed. The decisions are the same.
    pub reuse: bool,
}

/// The settings of a profile as text: those of its binding rules, some under another name, then its own.
macro_rules! shown {
    ($profile:expr; $($name:ident = $rule:ident),*; $($own:ident),*) => {
        vec![
            $((stringify!($name), format!("{:?}", $profile.binding.$rule)),)*
            $((stringify!($own), format!("{:?}", $profile.$own)),)*
        ]
    };
}

impl Default for Profile {
    fn default() -> Self {
        Self::motive()
    }
}

impl Profile {
    /// The repaired, best one: what the thesis' text prescribes, with its corrections.
    pub fn motive() -> Self {
        Self {
            name: "motive",
            binding: BindingRules::default(),
            filter: Filter::above(0.0),
            updates: true,
            on_stuck: OnStuck::Remove,
            removal: Removal::SameTick,
            remembering: Remembering::PerTask,
            tie_break: TieBreak::OldestFirst,
            max_runnable: None,
            conflict_scope: ConflictScope::Pairwise,
            multiple_actions: true,
            least_first: false,
            resume: ResumeGate::Always,
            suspended_keep: false,
            suspended_cap: None,
            suspended_age: None,
            stop_when_exhausted: false,
            internal_actions: true,
            allocation: Allocation::Greedy,
            commitment: 0.0,
            cycle_guard: None,
            collect_notes: true,
            show_actions: true,
            goals_every: 1,
            tasks_every: 1,
            reuse: true,
        }
    }

    /// GRUE as its program ran for the thesis of 2005 (Gordon, University of Nottingham), apart from its crashes.
    pub fn thesis2005() -> Self {
        let binding = BindingRules {
            shared_hold: SharedHold::Ignore,
            multi_value_match: MultiValueMatch::Equals,
            range_order: RangeOrder::ByNumber,
            call_failure: CallFailure::Nothing,
            ..BindingRules::default()
        };
        Self {
            name: "thesis2005",
            binding,
            removal: Removal::NextTick,
            remembering: Remembering::PerAgent,
            tie_break: TieBreak::Alternate,
            least_first: true,
            collect_notes: false,
            ..Self::motive()
        }
    }

    /// GRUE as the report of 2002 describes it (Gordon and Logan, NOTTCS-WP-2003-1).
    pub fn report2002() -> Self {
        let binding = BindingRules {
            sharing: Sharing::ByQuantity,
            number_match: NumberMatch::AtLeast,
            infinite_shares: true,
            preference_scoring: PreferenceScoring::Count,
            negation: Negation::Unknown,
            tie_break: BindingTieBreak::Oldest,
            ..BindingRules::default()
        };
        Self {
            name: "report2002",
            binding,
            filter: Filter::off(),
            updates: false,
            on_stuck: OnStuck::Suspend,
            internal_actions: false,
            ..Self::motive()
        }
    }

    /// The profile of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        [Self::motive(), Self::thesis2005(), Self::report2002()].into_iter().find(|known| known.name == name)
    }

    /// Every setting with its value, for comparison.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        shown!(self;
            persistence = persistence, exclusive = exclusive, shared_hold = shared_hold,
            sharing = sharing, numbers = number_match, multi_value_match = multi_value_match,
            range_order = range_order, preference_scoring = preference_scoring, negation = negation,
            tie = tie_break, divisible = divisible, distinct = distinct,
            infinite_shares = infinite_shares, clock = clock, strict_time = strict_time,
            call_failure = call_failure;
            filter, updates, on_stuck, removal, remembering, tie_break, max_runnable, conflict_scope,
            multiple_actions, least_first, resume, suspended_keep, suspended_cap, suspended_age,
            stop_when_exhausted, internal_actions, allocation, commitment, cycle_guard, collect_notes,
            show_actions, goals_every, tasks_every, reuse
        )
    }
}
