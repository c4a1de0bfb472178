//! A character as straight-line code over blocks of agents.

use super::columns::Sort;
use super::lanes::{LANES, Lanes, Mask};
use crate::arbiter::Profile;
use motive_core::condition::{Arithmetic, BuiltinFunction, Comparison};
use motive_core::vocabulary::{ActionId, Property, Value};
use smallvec::SmallVec;
use std::ops::Range;

/// Where the numbers of a block of agents are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A property, by its slot.
    Slot(usize),
    /// A property as it was at the last decision.
    Before(usize),
    /// A result.
    Register(usize),
}

/// A set of agents that is worked out, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set(pub(super) usize);

/// Nobody.
pub(super) const NOBODY: Set = Set(0);
/// Everybody.
pub(super) const EVERYBODY: Set = Set(1);

/// One step of the code, with the register or set that gets its result. A step looks only at results before its own.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Op {
    Number(usize, NumberOp),
    Who(Set, WhoOp),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum NumberOp {
    Now,
    Arithmetic(Arithmetic, Source, Source),
    Fold(BuiltinFunction, Option<Source>, Source),
    Select(Set, Source, Source),
    /// One of these, drawn at a place by the agent or by the task of a goal, whose draws are kept apart by a key.
    Drawn {
        place: u64,
        task: Option<u64>,
        choices: Vec<Source>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum WhoOp {
    Known(Source),
    Nonzero(Source),
    Compare(Comparison, Source, Source),
    /// With one number for everybody, by its bits.
    CompareTo(Comparison, Source, u64),
    And(Set, Set),
    Or(Set, Set),
    Not(Set),
    /// The first without the second.
    Without(Set, Set),
}

/// A goal that the character may pursue.
#[derive(Clone, Debug)]
pub(super) struct GoalPlan {
    /// Its clauses are looked at every so many ticks.
    pub(super) every: u64,
    /// The task ends when the goal is reached.
    pub(super) achieve: bool,
    /// Who wants it, and how much.
    pub(super) first: (Set, Source),
    /// For whom the priority of a live task follows the situation, and to what.
    pub(super) updated: (Set, Source),
    /// For whom a rule of its program can run.
    pub(super) fired: Set,
    /// For whom the goal is reached.
    pub(super) success: Set,
    /// What its program may do.
    pub(super) sites: Range<usize>,
}

/// A place in a program where something is done.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) goal: usize,
    /// For whom the place is reached.
    pub(super) when: Set,
    pub(super) command: SiteCommand,
    pub(super) arguments: Vec<Argument>,
    /// What is not done because of a more important deed.
    pub(super) blockers: Vec<Blocker>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SiteCommand {
    /// On the world: the action, its number among the character's actions, and where its runs are counted.
    External { action: ActionId, choice: u16, run: usize },
    /// On oneself, as declared.
    Internal { action: ActionId },
    /// A property gets the argument as its value.
    Set { property: Property },
    /// The task of a goal ends.
    End { goal: usize },
}

impl SiteCommand {
    pub(super) fn action(self) -> Option<ActionId> {
        match self {
            Self::External { action, .. } | Self::Internal { action } => Some(action),
            Self::Set { .. } | Self::End { .. } => None,
        }
    }

    pub(super) fn is_external(self) -> bool {
        matches!(self, Self::External { .. })
    }

    pub(super) fn changes_self(self) -> bool {
        matches!(self, Self::Internal { .. } | Self::Set { .. })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Argument {
    Fixed(Value),
    /// Worked out each tick and kept in a column of the block.
    Varies {
        source: Source,
        sort: Sort,
        column: usize,
    },
}

/// A deed that stands in the way of another if it comes before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocker {
    pub(super) site: usize,
    pub(super) comes_before: Order,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    /// It stands earlier in the same rule.
    Always,
    /// The first goal of a pair is more important than the second.
    FirstOf(usize),
    /// The second goal of a pair is more important than the first.
    SecondOf(usize),
}

/// A character as straight-line code over blocks of agents.
#[derive(Debug)]
pub(super) struct Plan {
    /// What must be known to see which goals are wanted and what is done for them.
    pub(super) code: Vec<Op>,
    pub(super) goals: Vec<GoalPlan>,
    pub(super) sites: Vec<Site>,
    /// Goals of which the one's deeds may stand in the way of the other's.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Places that may do the same action at once: which of them goes on with which run depends on their order.
    pub(super) rivals: Vec<(usize, usize)>,
    /// The actions on the world, in the order of their declaration.
    pub(super) actions: Vec<ActionId>,
    /// How many columns of arguments and of runs a block has.
    pub(super) argument_columns: usize,
    pub(super) run_columns: usize,
    /// How many registers there are, and those that hold the same number always.
    pub(super) registers: usize,
    pub(super) constants: Vec<(usize, f64)>,
    pub(super) sets: usize,
    /// Slots whose former values somebody asks for.
    pub(super) before: Vec<usize>,
    pub(super) changes_self: bool,
    pub(super) profile: Profile,
}

/// Places where one agent does something, in the order of their importance.
pub(super) type Ordered = SmallVec<[usize; 8]>;

/// Room for the results of the code.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) numbers: Vec<Lanes>,
    pub(super) sets: Vec<Mask>,
    /// For each pair of goals, where the first is more important than the second.
    pub(super) first_leads: Vec<Mask>,
    /// For each goal, whose task is new in this tick, and the number of the task before it.
    pub(super) renewed: Vec<Mask>,
    pub(super) former: Vec<[u64; LANES]>,
    /// For each goal, whether priorities were written in this tick, and what importance was made of at the last decision.
    pub(super) rewritten: Vec<bool>,
    pub(super) former_priority: Vec<Lanes>,
    pub(super) former_stays: Vec<Mask>,
    /// The priorities with commitment, if there is any.
    pub(super) rank: Vec<Lanes>,
    /// The deeds of one agent that go on from the last tick and those of this one.
    pub(super) running: Vec<(u64, usize, bool)>,
    pub(super) ordered: Ordered,
}

impl Scratch {
    pub(super) fn new(plan: &Plan) -> Self {
        let mut numbers = vec![[0.0; LANES]; plan.registers];
        for (register, n) in &plan.constants {
            numbers[*register].fill(*n);
        }
        let mut sets = vec![0; plan.sets];
        sets[EVERYBODY.0] = Mask::MAX;
        Self {
            numbers,
            sets,
            first_leads: vec![0; plan.pairs.len()],
            renewed: vec![0; plan.goals.len()],
            former: vec![[0; LANES]; plan.goals.len()],
            rewritten: vec![false; plan.goals.len()],
            former_priority: vec![[0.0; LANES]; plan.goals.len()],
            former_stays: vec![0; plan.goals.len()],
            rank: vec![[0.0; LANES]; plan.goals.len()],
            running: Vec::with_capacity(plan.sites.len()),
            ordered: Ordered::new(),
        }
    }
}
