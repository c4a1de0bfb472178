//! Running the code over one block of agents.

use super::columns::Columns;
use super::lanes::{self, LANES, Lanes};
use super::plan::{NumberOp, Op, Scratch, Set, Source, WhoOp};
use motive_core::binding::KeyedRng;
use motive_core::vocabulary::Time;

/// One block of agents at one moment.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) columns: &'a Columns,
    pub(super) block: usize,
    pub(super) time: Time,
    pub(super) seed: u64,
}

impl Here<'_> {
    /// The numbers of the block, given the results so far.
    pub(super) fn numbers<'r>(&'r self, results: &'r [Lanes], source: Source) -> &'r Lanes {
        match source {
            Source::Slot(slot) => self.columns.lanes(slot, self.block),
            Source::Before(at) => self.columns.lanes_before(at, self.block),
            Source::Register(at) => &results[at],
        }
    }

    /// The random draws of one agent of the block.
    fn rng(&self, lane: usize) -> KeyedRng {
        KeyedRng::new(self.seed, (self.block * LANES + lane) as u64, self.time.tick)
    }
}

impl Scratch {
    /// Runs code.
    pub(super) fn run(&mut self, code: &[Op], here: &Here<'_>) {
        for op in code {
            match op {
                Op::Number(register, op) => self.number(op, *register, here),
                Op::Who(set, op) => self.sets[set.0] = self.who(op, here),
            }
        }
    }

    fn number(&mut self, op: &NumberOp, register: usize, here: &Here<'_>) {
        let (results, rest) = self.numbers.split_at_mut(register);
        let Some(into) = rest.first_mut() else { return };
        match op {
            NumberOp::Now => into.fill(here.time.seconds()),
            NumberOp::Arithmetic(sign, left, right) => {
                lanes::arithmetic(*sign, here.numbers(results, *left), here.numbers(results, *right), into);
            }
            NumberOp::Fold(builtin, so_far, number) => {
                let so_far = so_far.map(|so_far| here.numbers(results, so_far));
                lanes::fold(*builtin, so_far, here.numbers(results, *number), into);
            }
            NumberOp::Select(who, then, otherwise) => {
                let (then, otherwise) = (here.numbers(results, *then), here.numbers(results, *otherwise));
                lanes::select(self.sets[who.0], then, otherwise, into);
            }
            NumberOp::Drawn { place, task, choices } => {
                for (lane, number) in into.iter_mut().enumerate() {
                    let rng = here.rng(lane);
                    let rng = task.map_or(rng, |task| rng.within(task));
                    let drawn = rng.at(*place) % choices.len() as u64;
                    *number = here.numbers(results, choices[drawn as usize])[lane];
                }
            }
        }
    }

    fn who(&self, op: &WhoOp, here: &Here<'_>) -> lanes::Mask {
        let set = |set: Set| self.sets[set.0];
        match op {
            WhoOp::Known(source) => lanes::known(here.numbers(&self.numbers, *source)),
            WhoOp::Nonzero(source) => lanes::nonzero(here.numbers(&self.numbers, *source)),
            WhoOp::Compare(comparison, left, right) => {
                let (left, right) = (here.numbers(&self.numbers, *left), here.numbers(&self.numbers, *right));
                lanes::compare(*comparison, left, right)
            }
            WhoOp::CompareTo(comparison, left, bits) => {
                lanes::compare_to(*comparison, here.numbers(&self.numbers, *left), f64::from_bits(*bits))
            }
            WhoOp::And(one, other) => set(*one) & set(*other),
            WhoOp::Or(one, other) => set(*one) | set(*other),
            WhoOp::Not(one) => !set(*one),
            WhoOp::Without(one, other) => set(*one) & !set(*other),
        }
    }
}
