//! A block of 64 agents: their tasks, their actions, how they decide, and how one of them comes and goes.

use super::action_phases::StoppedAction;
use super::columns::encode;
use super::lanes::{self, LANES, Lanes, Mask, members};
use super::program::{Argument, BlockContext, ColumnProgram, Precedence, Scratch, SiteCommand, SiteOrder};
use crate::arbiter::{Filter, PursuedGoal, Pursuits, TieBreak};
use motive_core::action::{ActiveAction, Decision, RunningActions};
use motive_core::condition::Comparison;
use motive_core::vocabulary::{Time, Value};
use smallvec::SmallVec;

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

/// What becomes of an agent's task for each goal of the program, and where its actions are.
struct LanePlan {
    goals: SmallVec<[GoalPlan; 8]>,
    /// For each action of the decision, its site.
    sites: SmallVec<[usize; 2]>,
}

/// An agent's task for a goal, or the last one that it had.
#[derive(Clone, Copy, Default)]
struct GoalPlan {
    number: u64,
    priority: f64,
    is_live: bool,
    acted: bool,
    /// Whether the rank of the task at the last decision had the profile's commitment, if one of its actions says so.
    committed: Option<bool>,
}

impl GoalPlan {
    /// Takes in that an action of the task runs. `false` if its priority cannot be said in a block.
    fn agrees(&mut self, action: &ActiveAction, commitment: f64) -> bool {
        if !self.is_live {
            let is_same = self.number == 0 || self.number == action.task.0;
            (self.number, self.priority, self.committed) = (action.task.0, action.priority, Some(false));
            return is_same;
        }
        let rank = |committed: bool| self.priority + if committed { commitment } else { 0.0 };
        let fits = |committed: &bool| rank(*committed).to_bits() == action.priority.to_bits();
        let committed = self.committed.map_or_else(|| [false, true].into_iter().find(fits), Some);
        self.committed = committed.filter(fits);
        self.committed.is_some()
    }
}

impl LanePlan {
    /// `None` if there is something that a block of this program has no place for.
    fn new(program: &ColumnProgram, pursuits: &Pursuits) -> Option<Self> {
        let mut goals = SmallVec::from_elem(GoalPlan::default(), program.goals.len());
        for PursuedGoal { goal, task, priority, acted } in &pursuits.goals {
            let at = program.goals.iter().position(|column| column.goal == *goal)?;
            goals[at] = GoalPlan {
                number: *task,
                priority: *priority,
                is_live: true,
                acted: *acted,
                committed: None,
            };
        }
        let mut plan = Self { goals, sites: SmallVec::new() };
        for action in &pursuits.running.decision().actions {
            let site = plan.site_of(program, action)?;
            let goal = &mut plan.goals[program.sites[site].goal];
            if !goal.agrees(action, program.profile.commitment) {
                return None;
            }
            plan.sites.push(site);
        }
        plan.is_in_order(program, &pursuits.running.decision().actions).then_some(plan)
    }

    /// Whether a block has the actions in the same order: it does not store one.
    fn is_in_order(&self, program: &ColumnProgram, actions: &[ActiveAction]) -> bool {
        let oldest_first = program.profile.tie_break == TieBreak::OldestFirst;
        let age = |task: u64| if oldest_first { task } else { u64::MAX - task };
        let pairs = actions.iter().zip(&self.sites).zip(actions.iter().zip(&self.sites).skip(1));
        pairs.into_iter().all(|((one, site), (next, next_site))| {
            let by_rank = next.priority.total_cmp(&one.priority);
            by_rank.then(age(one.task.0).cmp(&age(next.task.0))).then(site.cmp(next_site)).is_lt()
        })
    }

    /// A site at which the agent may have begun an action: of the same task, or of a goal that has none if the task is over.
    fn site_of(&self, program: &ColumnProgram, action: &ActiveAction) -> Option<usize> {
        let of_task = self.goals.iter().position(|goal| goal.is_live && goal.number == action.task.0);
        let fits = |at: &usize| {
            let site = &program.sites[*at];
            let goal = &self.goals[site.goal];
            site.command.is_external()
                && site.command.action() == Some(action.action)
                && !self.sites.contains(at)
                && of_task.map_or(!goal.is_live, |of_task| of_task == site.goal)
                && (goal.is_live || goal.number == 0 || goal.number == action.task.0)
                && can_say(&site.arguments, &action.arguments)
        };
        (0..program.sites.len()).find(fits)
    }
}

/// Whether a site can act with these arguments.
fn can_say(site: &[Argument], arguments: &[Value]) -> bool {
    site.len() == arguments.len()
        && site.iter().zip(arguments).all(|(site, value)| match site {
            Argument::Fixed(fixed) => fixed == value,
            Argument::Varies { column_type, .. } => {
                encode(value).is_some_and(|(encoded, _)| encoded == *column_type)
            }
        })
}

impl Block {
    /// A new agent takes a free lane.
    pub(super) fn occupy(&mut self, lane: usize) {
        self.present |= 1 << lane;
    }

    /// Puts what an agent pursues and does at a free lane. `false`, and nothing is changed, if the program has no place for it. Its choice is
    /// written, too.
    pub(super) fn put(
        &mut self,
        program: &ColumnProgram,
        lane: usize,
        pursuits: &Pursuits,
        choice: &mut u16,
    ) -> bool {
        let Some(plan) = LanePlan::new(program, pursuits) else { return false };
        let bit = 1 << lane;
        self.present |= bit;
        for (at, goal) in plan.goals.iter().enumerate() {
            set(&mut self.live[at], bit, goal.is_live);
            set(&mut self.acted[at], bit, goal.is_live && goal.acted);
            set(&mut self.committed[at], bit, goal.committed == Some(true));
            (self.number[at][lane], self.priority[at][lane]) = (goal.number, goal.priority);
        }
        let oldest_first = program.profile.tie_break == TieBreak::OldestFirst;
        for ((one, other), first_by_age) in program.pairs.iter().zip(&mut self.first_by_age) {
            let is_older = plan.goals[*one].number < plan.goals[*other].number;
            set(first_by_age, bit, is_older == oldest_first);
        }
        self.next_task[lane] = pursuits.next_task;
        self.next_run[lane] = pursuits.running.started_so_far() + 1;
        for (action, site) in pursuits.running.decision().actions.iter().zip(&plan.sites) {
            self.does[self.now][*site] |= bit;
            self.write_arguments(program, lane, *site, &action.arguments);
            if let SiteCommand::External { run, .. } = program.sites[*site].command {
                self.run[run][lane] = action.run;
            }
        }
        if let Some(first) = plan.sites.first()
            && let SiteCommand::External { choice: first_choice, .. } = program.sites[*first].command
        {
            // There are at most `MAX_SITES` sites.
            (self.acts_at[lane], *choice) = (*first as u16, first_choice);
        }
        true
    }

    fn write_arguments(&mut self, program: &ColumnProgram, lane: usize, site: usize, arguments: &[Value]) {
        for (argument, value) in program.sites[site].arguments.iter().zip(arguments) {
            if let (Argument::Varies { column, .. }, Some((_, code))) = (argument, encode(value)) {
                self.arguments[self.now][*column][lane] = code;
            }
        }
    }

    /// What an agent pursues and does.
    pub(super) fn pursuits(&self, program: &ColumnProgram, lane: usize, now: Time) -> Pursuits {
        let is_live = |at: &usize| self.live[*at] >> lane & 1 == 1;
        let goals = (0..program.goals.len()).filter(is_live).map(|at| PursuedGoal {
            goal: program.goals[at].goal,
            task: self.number[at][lane],
            priority: self.priority[at][lane],
            acted: self.acted[at] >> lane & 1 == 1,
        });
        let mut sites = SiteOrder::new();
        self.in_order(program, lane, SiteCommand::is_external, &mut sites);
        let decision = Decision {
            actions: sites.into_iter().filter_map(|site| self.act(program, lane, site)).collect(),
            stopped: self.stopped(program, lane).collect(),
        };
        Pursuits {
            goals: goals.collect(),
            next_task: self.next_task[lane],
            running: RunningActions::resumed(decision, self.next_run[lane] - 1, now),
        }
    }

    /// An agent leaves its lane.
    pub(super) fn vacate(&mut self, lane: usize) {
        let others = !(1 << lane);
        self.present &= others;
        self.last_run &= others;
        let by_goal = [&mut self.live, &mut self.acted, &mut self.committed];
        let [even, odd] = &mut self.does;
        let by_site = [even, odd, &mut self.started, &mut self.changed];
        by_goal.into_iter().chain(by_site).flatten().for_each(|lanes| *lanes &= others);
        (self.next_task[lane], self.next_run[lane]) = (1, 1);
        self.forget_stopped(lane);
    }
}

fn set(lanes: &mut Mask, bit: Mask, is_member: bool) {
    *lanes = if is_member { *lanes | bit } else { *lanes & !bit };
}
