//! A character as straight-line code over blocks of agents.

use super::columns::ColumnType;
use super::lanes::{LANES, Lanes, Mask};
use crate::arbiter::Profile;
use motive_core::condition::{BuiltinFunction, Comparison};
use motive_core::engine::Arithmetic;
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

/// The index of a computed set of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AgentSet(pub(super) usize);

/// The empty set.
pub(super) const NOBODY: AgentSet = AgentSet(0);
/// The set of all agents.
pub(super) const EVERYBODY: AgentSet = AgentSet(1);

/// One step of the code, with the register or set that gets its result. A step looks only at results before its own.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Op {
    Number(usize, NumberOp),
    Set(AgentSet, SetOp),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum NumberOp {
    Now,
    Arithmetic(Arithmetic, Source, Source),
    Fold(BuiltinFunction, Option<Source>, Source),
    Select(AgentSet, Source, Source),
    /// One of these, drawn at a place by the agent or by the task of a goal, whose draws are kept apart by a key.
    Drawn {
        place: u64,
        task: Option<u64>,
        choices: Vec<Source>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum SetOp {
    Known(Source),
    Nonzero(Source),
    Compare(Comparison, Source, Source),
    /// With one number for everybody, by its bits.
    CompareTo(Comparison, Source, u64),
    And(AgentSet, AgentSet),
    Or(AgentSet, AgentSet),
    Not(AgentSet),
    /// The first without the second.
    Without(AgentSet, AgentSet),
}

/// A goal that the character may pursue.
#[derive(Clone, Debug)]
pub(super) struct GoalCodes {
    /// Its clauses are evaluated once in this many ticks.
    pub(super) every: u64,
    /// The task ends when the goal is reached.
    pub(super) achieve: bool,
    /// Who wants it, and how much.
    pub(super) first: (AgentSet, Source),
    /// For whom the priority of a live task follows the situation, and to what.
    pub(super) updated: (AgentSet, Source),
    /// For whom a rule of its program can run.
    pub(super) fired: AgentSet,
    /// For whom the goal is reached.
    pub(super) success: AgentSet,
    /// What its program may do.
    pub(super) sites: Range<usize>,
}

/// A place in a program where something is done.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) goal: usize,
    /// For whom the place is reached.
    pub(super) when: AgentSet,
    pub(super) command: SiteCommand,
    pub(super) arguments: Vec<Argument>,
    /// Sites that keep this one from acting.
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
        sort: ColumnType,
        column: usize,
    },
}

/// A site that keeps another from acting if it comes before it.
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
pub(super) struct ColumnProgram {
    /// What must be known to see which goals are wanted and what is done for them.
    pub(super) code: Vec<Op>,
    pub(super) goals: Vec<GoalCodes>,
    pub(super) sites: Vec<Site>,
    /// Pairs of goals whose actions may conflict.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Sites that may do the same action at once: which of them continues which run depends on their order.
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

/// Buffers for the results of the code.
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
    /// The running actions of one agent: run, site, and whether it continues.
    pub(super) running: Vec<(u64, usize, bool)>,
    pub(super) ordered: Ordered,
}

impl Scratch {
    pub(super) fn new(program: &ColumnProgram) -> Self {
        let mut numbers = vec![[0.0; LANES]; program.registers];
        for (register, n) in &program.constants {
            numbers[*register].fill(*n);
        }
        let mut sets = vec![0; program.sets];
        sets[EVERYBODY.0] = Mask::MAX;
        Self {
            numbers,
            sets,
            first_leads: vec![0; program.pairs.len()],
            renewed: vec![0; program.goals.len()],
            former: vec![[0; LANES]; program.goals.len()],
            rewritten: vec![false; program.goals.len()],
            former_priority: vec![[0.0; LANES]; program.goals.len()],
            former_stays: vec![0; program.goals.len()],
            rank: vec![[0.0; LANES]; program.goals.len()],
            running: Vec::with_capacity(program.sites.len()),
            ordered: Ordered::new(),
        }
    }
}
