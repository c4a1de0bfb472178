//! The rules that run, and those that ran in the tick before.

use motive_core::condition::Bindings;
use motive_core::engine::Claim;
use smallvec::SmallVec;

/// The rules that run now and those that ran in the last tick. A program may be asked several times in one tick, and then starts
/// from the same point.
#[derive(Default)]
pub(super) struct ActiveRules {
    /// First the rules of the last tick, then those of this one. Most programs call no other, so that there is one of each.
    list: SmallVec<[ActiveRule; 2]>,
    /// How many of them are of the last tick.
    before: u32,
    /// The rules of the last tick ran up to the tick before this one.
    ran_before: bool,
    /// The tick in which the program was last asked.
    asked: u64,
    /// The tick up to which the rules of now have run.
    last: u64,
}

/// A rule that runs.
pub(super) struct ActiveRule {
    /// When it started, in microseconds.
    pub(super) since: u64,
    /// Its bindings and claims, if it may continue without its condition.
    pub(super) kept: Option<Box<KeptBindings>>,
    pub(super) program: u32,
    /// How deeply it was called in the lowest bits, which suffice for [`MAX_CALL_DEPTH`], and its number above them.
    rule_and_depth: u32,
}

pub(super) struct KeptBindings {
    pub(super) bindings: Bindings,
    pub(super) claims: Vec<Claim>,
}

/// How deeply programs can call each other.
pub(super) const MAX_CALL_DEPTH: usize = 32;

const DEPTH_BITS: u32 = 6;

impl ActiveRule {
    pub(super) fn new(program: usize, rule: usize, depth: usize, since: u64) -> Self {
        let rule_and_depth = (rule as u32) << DEPTH_BITS | depth as u32;
        Self { since, kept: None, program: program as u32, rule_and_depth }
    }

    pub(super) fn rule(&self) -> usize {
        (self.rule_and_depth >> DEPTH_BITS) as usize
    }

    pub(super) fn depth(&self) -> usize {
        (self.rule_and_depth & ((1 << DEPTH_BITS) - 1)) as usize
    }

    fn is_at(&self, program: usize, depth: usize) -> bool {
        self.depth() == depth && self.program as usize == program
    }
}

impl ActiveRules {
    /// The program is asked: the rules of now become those of the last tick, unless it was asked in this tick already.
    pub(super) fn begin(&mut self, tick: u64) {
        if self.asked != tick {
            self.list.drain(..self.before as usize);
            self.before = self.list.len() as u32;
            self.ran_before = self.last.saturating_add(1) >= tick;
            self.asked = tick;
        }
        self.list.truncate(self.before as usize);
        self.last = tick;
    }

    /// The rules of now have run on up to this tick.
    pub(super) fn unchanged(&mut self, tick: u64) {
        self.last = tick;
    }

    /// The rules that run now: of the program itself, of what it called, and so on.
    pub(super) fn now(&self) -> &[ActiveRule] {
        &self.list[self.before as usize..]
    }

    /// The rule that ran here in the last tick. The n-th call of a program continues the n-th call of the last tick.
    pub(super) fn before(&self, program: usize, depth: usize) -> Option<&ActiveRule> {
        let here = |active: &&ActiveRule| active.is_at(program, depth);
        let (before, now) = self.list.split_at(self.before as usize);
        before.iter().filter(here).nth(now.iter().filter(here).count())
    }

    /// The same, if it ran in the tick just before this one.
    pub(super) fn just_before(&self, program: usize, depth: usize) -> Option<&ActiveRule> {
        if self.ran_before { self.before(program, depth) } else { None }
    }

    pub(super) fn push(&mut self, rule: ActiveRule) {
        self.list.push(rule);
    }

    /// A point to undo to.
    pub(super) fn mark(&self) -> usize {
        self.list.len()
    }

    /// Removes the rules that began since a mark.
    pub(super) fn undo(&mut self, mark: usize) {
        self.list.truncate(mark);
    }
}
