//! How one agent gets into a block of a herd, and out of it again.

use super::block::Block;
use super::column_program::{Argument, ColumnProgram, SiteCommand, SiteOrder};
use super::columns::encode;
use super::lanes::Mask;
use crate::arbiter::{PursuedGoal, Pursuits, TieBreak};
use motive_core::action::{ActiveAction, Decision, RunningActions};
use motive_core::vocabulary::{Time, Value};
use smallvec::SmallVec;

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
    /// Somebody new is at a lane that was free.
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

    /// Nobody is at a lane any more.
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
