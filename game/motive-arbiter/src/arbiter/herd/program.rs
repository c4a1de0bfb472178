//! A character as straight-line code over blocks of agents, and its execution.

use super::columns::{ColumnType, Columns};
use super::lanes::{self, LANES, Lanes, Mask};
use crate::arbiter::Profile;
use motive_core::binding::KeyedRng;
use motive_core::condition::{BuiltinFunction, Comparison};
use motive_core::engine::Arithmetic;
use motive_core::vocabulary::{ActionId, Property, Time, Value};
use smallvec::SmallVec;
use std::ops::Range;

/// Where an operand of an instruction is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// An own property, by its slot.
    Slot(usize),
    /// A property as it was at the last decision.
    Before(usize),
    /// The result of an earlier instruction.
    Register(usize),
}

/// The index of a computed set of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AgentSet(pub(super) usize);

/// The empty set.
pub(super) const NOBODY: AgentSet = AgentSet(0);
/// The set of all agents.
pub(super) const EVERYBODY: AgentSet = AgentSet(1);

/// One instruction, with the register or set that gets its result. It reads only results of earlier instructions.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Instruction {
    Number(usize, NumberOp),
    Set(AgentSet, SetOp),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum NumberOp {
    Now,
    Arithmetic(Arithmetic, Source, Source),
    Fold(BuiltinFunction, Option<Source>, Source),
    Select(AgentSet, Source, Source),
    /// One of these, drawn at random. The place in the program and the task are keys of the draw.
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
    /// With a constant, given by its bits.
    CompareTo(Comparison, Source, u64),
    And(AgentSet, AgentSet),
    Or(AgentSet, AgentSet),
    Not(AgentSet),
    /// The first without the second.
    Without(AgentSet, AgentSet),
}

/// A goal, compiled.
#[derive(Clone, Debug)]
pub(super) struct ColumnGoal {
    /// The index of the character's goal.
    pub(super) goal: usize,
    /// Its clauses are evaluated once in this many ticks.
    pub(super) every: u64,
    /// The task ends when the goal is reached.
    pub(super) achieve: bool,
    /// The agents that want it, and its priority.
    pub(super) first: (AgentSet, Source),
    /// The agents whose live task gets a new priority, and which.
    pub(super) updated: (AgentSet, Source),
    /// The agents for which a rule of its program can run.
    pub(super) fired: AgentSet,
    /// The agents for which the goal is reached.
    pub(super) success: AgentSet,
    /// The sites of its program.
    pub(super) sites: Range<usize>,
}

/// A step of a program that does something, with all calls expanded.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) goal: usize,
    /// The agents for which the step is reached.
    pub(super) when: AgentSet,
    pub(super) command: SiteCommand,
    pub(super) arguments: Vec<Argument>,
    /// Sites that may prevent this one from acting.
    pub(super) blockers: Vec<Blocker>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SiteCommand {
    /// An action on the world, its index among the character's actions, and the column of its run numbers.
    External { action: ActionId, choice: u16, run: usize },
    /// A declared action that changes own properties.
    Internal { action: ActionId },
    /// Sets a property to the argument.
    Set { property: Property },
    /// Ends the task of a goal.
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
    /// Computed each tick and stored in a column of the block.
    Varies {
        source: Source,
        column_type: ColumnType,
        column: usize,
    },
}

/// A site that prevents another from acting if it comes before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocker {
    pub(super) site: usize,
    pub(super) comes_before: Precedence,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Precedence {
    /// It is an earlier step of the same task.
    Always,
    /// The first goal of a pair is more important than the second.
    FirstOf(usize),
    /// The second goal of a pair is more important than the first.
    SecondOf(usize),
}

/// A character as straight-line code over blocks of agents.
#[derive(Debug)]
pub(super) struct ColumnProgram {
    /// Computes which goals are wanted and which sites are reached.
    pub(super) code: Vec<Instruction>,
    pub(super) goals: Vec<ColumnGoal>,
    pub(super) sites: Vec<Site>,
    /// Pairs of goals whose actions may conflict.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Pairs of sites with the same action: which of them continues a running action depends on their order.
    pub(super) same_action: Vec<(usize, usize)>,
    /// The actions on the world, in the order of their declaration.
    pub(super) actions: Vec<ActionId>,
    /// The numbers of argument columns and of run columns of a block.
    pub(super) argument_columns: usize,
    pub(super) run_columns: usize,
    /// The number of registers, and those that hold a constant.
    pub(super) registers: usize,
    pub(super) constants: Vec<(usize, f64)>,
    pub(super) sets: usize,
    /// Slots whose values at the last decision are read.
    pub(super) before: Vec<usize>,
    pub(super) changes_self: bool,
    pub(super) profile: Profile,
}

/// The sites at which one agent acts, most important first.
pub(super) type SiteOrder = SmallVec<[usize; 8]>;

/// Buffers for the results of the code.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) numbers: Vec<Lanes>,
    pub(super) sets: Vec<Mask>,
    /// For each pair of goals, the agents for which the first comes before the second.
    pub(super) first_leads: Vec<Mask>,
    /// For each goal, the agents whose task is new in this tick, and the number of their former task.
    pub(super) renewed: Vec<Mask>,
    pub(super) former: Vec<[u64; LANES]>,
    /// For each goal, whether priorities were written in this tick, and what ranks were computed from at the last decision.
    pub(super) rewritten: Vec<bool>,
    pub(super) former_priority: Vec<Lanes>,
    pub(super) former_committed: Vec<Mask>,
    /// The priorities with commitment, if there is any.
    pub(super) rank: Vec<Lanes>,
    /// The running actions of one agent: run number, site, and whether it continues.
    pub(super) running: Vec<(u64, usize, bool)>,
    pub(super) ordered: SiteOrder,
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
            former_committed: vec![0; program.goals.len()],
            rank: vec![[0.0; LANES]; program.goals.len()],
            running: Vec::with_capacity(program.sites.len()),
            ordered: SiteOrder::new(),
        }
    }
}

/// The block that decides, and when.
#[derive(Clone, Copy)]
pub(super) struct BlockContext<'a> {
    pub(super) columns: &'a Columns,
    pub(super) block: usize,
    pub(super) time: Time,
}

impl BlockContext<'_> {
    /// The numbers of the block at a source, given the registers so far.
    pub(super) fn numbers<'r>(&'r self, results: &'r [Lanes], source: Source) -> &'r Lanes {
        match source {
            Source::Slot(slot) => self.columns.lanes(slot, self.block),
            Source::Before(at) => self.columns.lanes_before(at, self.block),
            Source::Register(at) => &results[at],
        }
    }

    /// The random numbers of one agent of the block.
    fn rng(&self, lane: usize) -> KeyedRng {
        self.columns.identity(self.block * LANES + lane).rng(self.time.tick)
    }
}

impl Scratch {
    /// Executes instructions.
    pub(super) fn run(&mut self, code: &[Instruction], block_cx: &BlockContext<'_>) {
        for op in code {
            match op {
                Instruction::Number(register, op) => self.number(op, *register, block_cx),
                Instruction::Set(set, op) => self.sets[set.0] = self.set(op, block_cx),
            }
        }
    }

    fn number(&mut self, op: &NumberOp, register: usize, block_cx: &BlockContext<'_>) {
        let (results, rest) = self.numbers.split_at_mut(register);
        let Some(into) = rest.first_mut() else { return };
        match op {
            NumberOp::Now => into.fill(block_cx.time.seconds()),
            NumberOp::Arithmetic(sign, left, right) => {
                lanes::arithmetic(
                    *sign,
                    block_cx.numbers(results, *left),
                    block_cx.numbers(results, *right),
                    into,
                );
            }
            NumberOp::Fold(builtin, so_far, number) => {
                let so_far = so_far.map(|so_far| block_cx.numbers(results, so_far));
                lanes::fold(*builtin, so_far, block_cx.numbers(results, *number), into);
            }
            NumberOp::Select(who, then, otherwise) => {
                let (then, otherwise) =
                    (block_cx.numbers(results, *then), block_cx.numbers(results, *otherwise));
                lanes::select(self.sets[who.0], then, otherwise, into);
            }
            NumberOp::Drawn { place, task, choices } => {
                for (lane, number) in into.iter_mut().enumerate() {
                    let rng = block_cx.rng(lane);
                    let rng = task.map_or(rng, |task| rng.within(task));
                    let drawn = rng.at(*place) % choices.len() as u64;
                    *number = block_cx.numbers(results, choices[drawn as usize])[lane];
                }
            }
        }
    }

    fn set(&self, op: &SetOp, block_cx: &BlockContext<'_>) -> Mask {
        let members = |set: AgentSet| self.sets[set.0];
        match op {
            SetOp::Known(source) => lanes::known(block_cx.numbers(&self.numbers, *source)),
            SetOp::Nonzero(source) => lanes::nonzero(block_cx.numbers(&self.numbers, *source)),
            SetOp::Compare(comparison, left, right) => {
                let (left, right) =
                    (block_cx.numbers(&self.numbers, *left), block_cx.numbers(&self.numbers, *right));
                lanes::compare(*comparison, left, right)
            }
            SetOp::CompareTo(comparison, left, bits) => {
                lanes::compare_to(*comparison, block_cx.numbers(&self.numbers, *left), f64::from_bits(*bits))
            }
            SetOp::And(one, other) => members(*one) & members(*other),
            SetOp::Or(one, other) => members(*one) | members(*other),
            SetOp::Not(one) => !members(*one),
            SetOp::Without(one, other) => members(*one) & !members(*other),
        }
    }
}
