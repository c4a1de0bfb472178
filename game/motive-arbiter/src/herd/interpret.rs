//! Executes the instructions of a column program for one block of agents.

use super::column_program::{AgentSet, NumberOp, Op, Scratch, SetOp, Source};
use super::columns::Columns;
use super::lanes::{self, LANES, Lanes};
use motive_core::binding::KeyedRng;
use motive_core::vocabulary::Time;

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
    pub(super) fn run(&mut self, code: &[Op], block_cx: &BlockContext<'_>) {
        for op in code {
            match op {
                Op::Number(register, op) => self.number(op, *register, block_cx),
                Op::Set(set, op) => self.sets[set.0] = self.set(op, block_cx),
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

    fn set(&self, op: &SetOp, block_cx: &BlockContext<'_>) -> lanes::Mask {
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
