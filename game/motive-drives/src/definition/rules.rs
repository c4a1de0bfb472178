//! Rules for making and following plans for drives.

/// Where an action that meets an open precondition is inserted in the chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// At the front, as in the source. Plans that visit two places may not be found.
    Front,
    /// Directly before the action with the open precondition.
    BeforeOwner,
    /// Both are tried.
    #[default]
    Both,
}

/// What a plan must satisfy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hard {
    /// The preconditions of its actions.
    #[default]
    Needs,
    /// Also the goal that its first action was chosen for. See [`GoalTemplate::required`](crate::GoalTemplate).
    NeedsAndGoal,
}

/// How plans are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rating {
    /// By the utility at the end.
    #[default]
    Utility,
    /// By the gain of utility per second.
    PerSecond,
}

/// When a search stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thoroughness {
    /// As soon as the best plan in the open list is complete, as in the source. A better plan that still has open preconditions is not
    /// found.
    #[default]
    First,
    /// When no plan in the open list can become better than the best one found.
    Bounded,
    /// When everything within the limits was expanded.
    Exhaustive,
}

/// Limits of a search. What they cut off is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most actions in a plan.
    pub chain: usize,
    /// The most expanded plans.
    pub expansions: usize,
    /// The most plans in the open list.
    pub open: usize,
    /// The most rounds of reactions of the world to one action.
    pub rounds: usize,
    /// The most work of a search in one tick, as [`PlanSearch::run`](crate::PlanSearch::run) counts it. The search goes on in the next tick; until
    /// then an agent without a plan follows the best one so far.
    pub work_per_tick: u64,
}

impl Default for Limits {
    /// 8 actions, 256 expansions, 1,024 open plans, 16 rounds, 400 simulated actions in a tick. All are our choice; the source names none.
    /// 400 simulated actions take about half a millisecond.
    fn default() -> Self {
        Self { chain: 8, expansions: 256, open: 1024, rounds: 16, work_per_tick: 400 }
    }
}

/// How plans for drives are made and followed.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Where an action that meets an open precondition is inserted.
    pub placement: Placement,
    /// What a plan has to reach.
    pub hard: Hard,
    /// Whether actions that do not improve the precondition they are meant for are left out.
    pub relevance: bool,
    /// Whether a plan may begin with an action that improves no goal.
    pub idle_seeds: bool,
    /// Whether a plan that ends in the agent's death may be chosen.
    pub lethal: bool,
    /// Whether doing nothing is preferred to a plan that improves nothing.
    pub rest: bool,
    /// What makes one plan better than another.
    pub rating: Rating,
    /// When a search has looked far enough.
    pub thoroughness: Thoroughness,
    /// The number of goals from which plans begin: those that are least complete, weighted. 0 means all.
    pub focus: usize,
    /// Which plan is followed: 0 for the best, 1 for the second best, and so on. It makes a character weaker without making it stupid.
    pub rank: usize,
    /// How much the standard deviation of the utility is subtracted from a plan. With 0 only the expected value counts.
    pub risk: f64,
    /// How much each point of ambiance on its actions is subtracted from a plan.
    pub ambiance: f64,
    /// Whether time passes in simulations.
    pub passage: bool,
    /// Whether the world reacts in simulations.
    pub replies: bool,
    /// Whether all drives count in every plan. Otherwise only the one with the greatest weighted lack does.
    pub soft: bool,
    /// Whether a running action may be interrupted for a better plan. Otherwise none is, whatever its declaration says.
    pub interrupts: bool,
    /// Limits of the search.
    pub limits: Limits,
    /// How often a better plan is searched for, in microseconds.
    pub period: u64,
    /// By how much a plan must be better than the rest of the current one to replace it.
    pub hysteresis: f64,
    /// How long the goals of a plan are paused after one of its steps failed, in microseconds. 0 means not at all.
    pub pause: u64,
}

impl Rules {
    /// The default: as the text of the source prescribes, with what a sound planner needs in addition.
    pub fn motive() -> Self {
        Self {
            placement: Placement::Both,
            hard: Hard::Needs,
            relevance: true,
            idle_seeds: false,
            lethal: false,
            rest: true,
            rating: Rating::Utility,
            thoroughness: Thoroughness::First,
            focus: 0,
            rank: 0,
            risk: 0.0,
            ambiance: 0.1,
            passage: true,
            replies: true,
            soft: true,
            interrupts: true,
            limits: Limits::default(),
            period: 200_000,
            hysteresis: 0.02,
            pause: 0,
        }
    }

    /// The algorithms as printed in Sloan's thesis of 2015: actions are inserted at the front and chosen by their keys alone, a plan that
    /// ends in death is acceptable, and a new plan replaces the old one at every query. A search ends in the tick in which it began.
    pub fn thesis2015() -> Self {
        Self {
            limits: Limits { work_per_tick: u64::MAX, ..Limits::default() },
            placement: Placement::Front,
            relevance: false,
            idle_seeds: true,
            lethal: true,
            rest: false,
            ambiance: 0.0,
            hysteresis: 0.0,
            ..Self::motive()
        }
    }

    /// One action at a time, the one that leads to the best state: the single-step utility of Mark 2009.
    pub fn single_step() -> Self {
        let limits = Limits { chain: 1, ..Limits::default() };
        Self { limits, ..Self::motive() }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::motive()
    }
}
