//! The switches on which plans from drives differ.

/// Where an action that meets an open need is put in the chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// At the front, as the source has it. Plans that visit two places may not be found.
    Front,
    /// Directly before the action that has the need.
    BeforeOwner,
    /// Both are tried.
    #[default]
    Both,
}

/// What a plan has to reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hard {
    /// Only that each of its actions can be done when its turn comes.
    #[default]
    Needs,
    /// Also the goal that its first action was chosen for.
    NeedsAndGoal,
}

/// What makes one plan better than another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rating {
    /// How good everything is at its end.
    #[default]
    Utility,
    /// How much better than now everything is at its end, by the seconds that it takes.
    PerSecond,
}

/// When a search has looked far enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thoroughness {
    /// As soon as the best plan that is waiting has nothing left to mend, as the source has it. What would have to be mended to
    /// become better still is not seen.
    #[default]
    First,
    /// When no plan that is waiting can become better than the best that was found.
    Bounded,
    /// When everything within the limits was looked at.
    Exhaustive,
}

/// How far a search may go. What is cut off is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Actions in a plan.
    pub chain: usize,
    /// Plans that are taken up to be mended.
    pub expansions: usize,
    /// Plans waiting to be taken up.
    pub open: usize,
    /// Rounds in which the world answers one action.
    pub rounds: usize,
}

impl Default for Limits {
    /// 8 actions, 256 expansions, 1,024 waiting, 16 rounds: all ours, the source names none.
    fn default() -> Self {
        Self { chain: 8, expansions: 256, open: 1024, rounds: 16 }
    }
}

/// How plans are made from drives and followed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rules {
    /// Where an action that meets an open need is put.
    pub placement: Placement,
    /// What a plan has to reach.
    pub hard: Hard,
    /// Whether an action that does not bring the need it is for any closer is left out.
    pub relevance: bool,
    /// Whether a plan may begin with an action that brings no goal any closer.
    pub idle_seeds: bool,
    /// Whether a plan that ends in the agent's death may be chosen.
    pub lethal: bool,
    /// Whether doing nothing is preferred to a plan that makes nothing better.
    pub rest: bool,
    /// What makes one plan better than another.
    pub rating: Rating,
    /// When a search has looked far enough.
    pub thoroughness: Thoroughness,
    /// From how many goals plans begin: those that are furthest from complete, by their weights. All, if it is 0.
    pub focus: usize,
    /// Which of the plans is taken: 0 for the best, 1 for the second best and so on, the last if there are fewer. It makes a
    /// character weaker without making it stupid.
    pub rank: usize,
    /// How much the spread of what may come of a plan, as a standard deviation, takes from it. With 0 only what is to be expected counts.
    pub risk: f64,
    /// How much every point of ambiance that its actions carry takes from a plan.
    pub ambiance: f64,
    /// Whether time passes in thought: drives that fall with time fall there too.
    pub passage: bool,
    /// Whether the world answers in thought.
    pub replies: bool,
    /// Whether all drives count in every plan. Otherwise only the one that is least satisfied now does, for what it weighs.
    pub soft: bool,
    /// Whether an action at hand may be given up for a better plan. Otherwise each is brought to its end, whatever its
    /// declaration says.
    pub interrupts: bool,
    /// How far a search may go.
    pub limits: Limits,
    /// How often it is asked whether there is a better plan, in microseconds.
    pub period: u64,
    /// By how much another plan must be better than the rest of the present one to take its place.
    pub hysteresis: f64,
    /// For how long the goals of a plan are let be after one of its steps could not be done, in microseconds. 0: they are taken up
    /// again at once.
    pub pause: u64,
}

impl Rules {
    /// The default: what the source's text prescribes, with what a sound planner needs beside it.
    #[must_use]
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

    /// The algorithms as they are printed in Sloan's thesis of 2015: actions are put at the front, chosen by their keys alone, a plan
    /// that ends in death will do, and a new plan takes the place of the old one at every query.
    #[must_use]
    pub fn thesis2015() -> Self {
        Self {
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

    /// One action at a time, whichever leads to the best state: the single-step utility of Mark 2009.
    #[must_use]
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
