//! A block of 64 agents: their tasks, their actions, and how they decide.

use super::action_phases::StoppedAction;
use super::column_program::{Argument, ColumnProgram, Precedence, Scratch, SiteCommand, SiteOrder};
use super::interpret::BlockContext;
use super::lanes::{self, LANES, Lanes, Mask, members};
use crate::arbiter::{Filter, TieBreak};
use motive_core::condition::Comparison;

/// The state of 64 agents except their properties. Pairs of buffers hold the present and the last decision; `now` is the index
/// of the present one.
#[derive(Debug)]
pub(super) struct Block {
    /// The lanes in use: the last block may not be full.
    pub(super) present: Mask,
    pub(super) now: usize,
    /// For each goal, the agents that have a task for it, and those whose task acted at the last decision.
    pub(super) live: Vec<Mask>,
    pub(super) acted: Vec<Mask>,
    /// For each goal, the number and priority of the task.
    pub(super) number: Vec<[u64; LANES]>,
    pub(super) priority: Vec<Lanes>,
    /// For each goal, the agents whose task ranks higher by the profile's commitment.
    pub(super) committed: Vec<Mask>,
    /// For each pair of goals, the agents whose task for the first goal comes first if both have the same rank.
    pub(super) first_by_age: Vec<Mask>,
    pub(super) next_task: [u64; LANES],
    pub(super) next_run: [u64; LANES],
    /// For each site, the agents that act there.
    pub(super) does: [Vec<Mask>; 2],
    /// For each site, the agents whose action started or changed there.
    pub(super) started: Vec<Mask>,
    pub(super) changed: Vec<Mask>,
    pub(super) run: Vec<[u64; LANES]>,
    /// The agents whose only action is the last one they started. Its run number is `next_run - 1` and not stored in `run`.
    pub(super) last_run: Mask,
    /// The site at which each agent acts on the world. Undefined for agents that act at several sites or none.
    pub(super) acts_at: [u16; LANES],
    pub(super) arguments: [Vec<Lanes>; 2],
    pub(super) stopped: Vec<StoppedAction>,
    /// The varying arguments of `stopped`.
    pub(super) stopped_arguments: Vec<f64>,
}

impl Block {
    pub(super) fn new(program: &ColumnProgram, agents: usize) -> Self {
        let (goals, sites) = (program.goals.len(), program.sites.len());
        let numbers = |count: usize| [vec![[0.0; LANES]; count], vec![[0.0; LANES]; count]];
        Self {
            present: if agents >= LANES { Mask::MAX } else { (1 << agents) - 1 },
            now: 0,
            live: vec![0; goals],
            acted: vec![0; goals],
            number: vec![[0; LANES]; goals],
            priority: vec![[0.0; LANES]; goals],
            committed: vec![0; goals],
            first_by_age: vec![0; program.pairs.len()],
            next_task: [1; LANES],
            next_run: [1; LANES],
            does: [vec![0; sites], vec![0; sites]],
            started: vec![0; sites],
            changed: vec![0; sites],
            acts_at: [0; LANES],
            last_run: 0,
            run: vec![[0; LANES]; program.run_columns],
            arguments: numbers(program.argument_columns),
            stopped: Vec::new(),
            stopped_arguments: Vec::new(),
        }
    }

    /// Every agent of the block decides.
    pub(super) fn decide(
        &mut self,
        program: &ColumnProgram,
        scratch: &mut Scratch,
        block_cx: &BlockContext<'_>,
        choices: &mut [u16; LANES],
    ) {
        self.now = 1 - self.now;
        scratch.run(&program.code, block_cx);
        self.update_goals(program, scratch, block_cx);
        self.rank_tasks(program, scratch);
        self.propose(program, scratch, block_cx);
        self.settle(program, scratch, choices);
        self.end_tasks(program, scratch);
    }

    /// Repeats the last decision: all actions continue.
    pub(super) fn repeat(&mut self) {
        self.started.fill(0);
        self.changed.fill(0);
        self.stopped.clear();
        self.stopped_arguments.clear();
    }

    /// Updates the priorities of live tasks, ends those that the filter drops, and starts tasks for new goals.
    fn update_goals(&mut self, program: &ColumnProgram, scratch: &mut Scratch, block_cx: &BlockContext<'_>) {
        let filter = &program.profile.filter;
        let all_in_turn = block_cx.time.tick.is_multiple_of(program.profile.goals_every.max(1));
        for (at, goal) in program.goals.iter().enumerate() {
            let in_turn = all_in_turn && block_cx.time.tick.is_multiple_of(goal.every.max(1));
            let asked = if in_turn { self.present } else { 0 };
            let follows = scratch.sets[goal.updated.0.0] & self.live[at] & asked;
            let wanted = scratch.sets[goal.first.0.0] & !self.live[at] & asked;
            scratch.renewed[at] = 0;
            scratch.rewritten[at] = follows | wanted != 0;
            // A task whose priority has not changed still passes the filter.
            if scratch.rewritten[at] {
                scratch.former_priority[at] = self.priority[at];
                let (updated, first) = (goal.updated.1, goal.first.1);
                write(follows, block_cx.numbers(&scratch.numbers, updated), &mut self.priority[at]);
                write(wanted, block_cx.numbers(&scratch.numbers, first), &mut self.priority[at]);
                let strong = strong(filter, &self.priority[at]);
                self.live[at] &= strong;
                scratch.renewed[at] = wanted & strong;
            }
        }
        for at in 0..program.goals.len() {
            self.start_tasks(at, program, scratch);
            scratch.former_committed[at] = self.committed[at];
            self.committed[at] = self.acted[at];
        }
    }

    fn start_tasks(&mut self, goal: usize, program: &ColumnProgram, scratch: &mut Scratch) {
        let new = scratch.renewed[goal];
        if new == 0 {
            return;
        }
        self.live[goal] |= new;
        self.acted[goal] &= !new;
        for lane in members(new) {
            scratch.former[goal][lane] = self.number[goal][lane];
            self.number[goal][lane] = self.next_task[lane];
            self.next_task[lane] += 1;
        }
        // The new task is the newest of its agent.
        let oldest_first = program.profile.tie_break == TieBreak::OldestFirst;
        for ((first, second), first_by_age) in program.pairs.iter().zip(&mut self.first_by_age) {
            if (goal == *first) != oldest_first && (goal == *first || goal == *second) {
                *first_by_age |= new;
            } else if goal == *first || goal == *second {
                *first_by_age &= !new;
            }
        }
    }

    /// Computes which of two tasks comes first, for the pairs whose actions may conflict.
    fn rank_tasks(&self, program: &ColumnProgram, scratch: &mut Scratch) {
        let commitment = program.profile.commitment;
        if commitment != 0.0 {
            for (goal, rank) in scratch.rank.iter_mut().enumerate() {
                let (priority, committed) = (&self.priority[goal], self.committed[goal]);
                for lane in 0..LANES {
                    rank[lane] = priority[lane] + lanes::either(committed, lane, commitment, 0.0);
                }
            }
        }
        let rank = if commitment != 0.0 { &scratch.rank } else { &self.priority };
        for (at, (first, second)) in program.pairs.iter().enumerate() {
            let both = self.live[*first] & self.live[*second];
            if both == 0 {
                continue;
            }
            let by_age = self.first_by_age[at];
            let compare = |comparison| lanes::compare(comparison, &rank[*first], &rank[*second]);
            scratch.first_leads[at] = if by_age & both == both {
                compare(Comparison::AtLeast)
            } else if by_age & both == 0 {
                compare(Comparison::More)
            } else {
                compare(Comparison::More) | compare(Comparison::Equal) & by_age
            };
        }
    }

    /// The rank of an agent's task for a goal.
    pub(super) fn rank(&self, program: &ColumnProgram, goal: usize, lane: usize) -> f64 {
        rank(program, self.priority[goal][lane], self.committed[goal], lane)
    }

    /// Computes which agents act at which sites: where a rule runs and nothing more important conflicts.
    fn propose(&mut self, program: &ColumnProgram, scratch: &Scratch, block_cx: &BlockContext<'_>) {
        let proposed = |site: usize| {
            let site = &program.sites[site];
            scratch.sets[site.when.0] & self.live[site.goal]
        };
        let [even, odd] = &mut self.does;
        let does = if self.now == 0 { even } else { odd };
        for (at, site) in program.sites.iter().enumerate() {
            let mut kept = proposed(at);
            for blocker in &site.blockers {
                let first = match blocker.comes_before {
                    Precedence::Always => Mask::MAX,
                    Precedence::FirstOf(pair) => scratch.first_leads[pair],
                    Precedence::SecondOf(pair) => !scratch.first_leads[pair],
                };
                kept &= !(first & proposed(blocker.site));
            }
            does[at] = kept;
            for argument in &site.arguments {
                if let Argument::Varies { source, column, .. } = argument {
                    self.arguments[self.now][*column] = *block_cx.numbers(&scratch.numbers, *source);
                }
            }
        }
    }

    /// Ends tasks that have reached their goal, are stuck, or are ended by a rule.
    fn end_tasks(&mut self, program: &ColumnProgram, scratch: &Scratch) {
        let does = &self.does[self.now];
        for (at, goal) in program.goals.iter().enumerate() {
            let acts = |site: &usize| program.sites[*site].command.is_external();
            self.acted[at] = goal.sites.clone().filter(acts).fold(0, |any, site| any | does[site]);
            let stuck = !scratch.sets[goal.fired.0];
            let reached = if goal.achieve { scratch.sets[goal.success.0] } else { 0 };
            self.live[at] &= !(stuck | reached);
        }
        for (site, does) in program.sites.iter().zip(does) {
            if let SiteCommand::End { goal } = site.command {
                self.live[goal] &= !does;
            }
        }
    }

    /// The sites at which an agent acts, most important first.
    pub(super) fn in_order(
        &self,
        program: &ColumnProgram,
        lane: usize,
        which: impl Fn(SiteCommand) -> bool,
        into: &mut SiteOrder,
    ) {
        into.clear();
        let does = &self.does[self.now];
        into.extend(
            (0..program.sites.len())
                .filter(|at| does[*at] >> lane & 1 == 1 && which(program.sites[*at].command)),
        );
        let oldest_first = program.profile.tie_break == TieBreak::OldestFirst;
        let key = |at: usize| {
            let goal = program.sites[at].goal;
            let number = self.number[goal][lane];
            (self.rank(program, goal, lane), if oldest_first { number } else { u64::MAX - number })
        };
        into.sort_unstable_by(|a, b| {
            let ((rank_a, age_a), (rank_b, age_b)) = (key(*a), key(*b));
            rank_b.total_cmp(&rank_a).then(age_a.cmp(&age_b)).then(a.cmp(b))
        });
    }
}

/// The rank of a task: its priority with commitment. Adding 0.0 turns -0.0 into 0.0, as it does for a single agent.
pub(super) fn rank(program: &ColumnProgram, priority: f64, committed: Mask, lane: usize) -> f64 {
    priority + if committed >> lane & 1 == 1 { program.profile.commitment } else { 0.0 }
}

/// Copies the numbers of some agents.
fn write(who: Mask, numbers: &Lanes, into: &mut Lanes) {
    match who {
        0 => {}
        Mask::MAX => *into = *numbers,
        _ => {
            for lane in 0..LANES {
                into[lane] = lanes::either(who, lane, numbers[lane], into[lane]);
            }
        }
    }
}

/// The agents whose priority passes the filter.
fn strong(filter: &Filter, priority: &Lanes) -> Mask {
    match filter.threshold {
        None => Mask::MAX,
        Some(threshold) if filter.inclusive => lanes::mask(|lane| priority[lane] >= threshold),
        Some(threshold) => lanes::mask(|lane| priority[lane] > threshold),
    }
}
