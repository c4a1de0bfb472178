//! The phases of actions: which start, continue, change or stop, compared with the last decision.

use super::block::{Block, rank};
use super::lanes::{self, LANES, Mask, members};
use super::program::{Argument, ColumnProgram, Scratch, SiteCommand};
use motive_core::action::{ActiveAction, Arguments, Phase};
use motive_core::binding::Holder;
use motive_core::condition::Comparison;
use motive_core::vocabulary::Value;

/// An action that stopped because it is no longer proposed.
#[derive(Clone, Debug)]
pub(super) struct StoppedAction {
    lane: usize,
    site: usize,
    run: u64,
    /// The task and its priority, if they differ from those of the block.
    task: Option<u64>,
    priority: Option<f64>,
    /// The index of its first varying argument in the block's `stopped_arguments`.
    arguments: usize,
}

/// A site at the present or the last decision.
#[derive(Clone, Copy)]
struct SiteTurn {
    site: usize,
    turn: usize,
}

impl Block {
    /// The agents whose actions do not all continue.
    pub(super) fn changed_lanes(&self) -> Mask {
        let changed = self.started.iter().chain(&self.changed).fold(0, |all, lanes| all | lanes);
        self.stopped.iter().fold(changed, |all, stopped| all | 1 << stopped.lane) & self.present
    }

    /// Forgets which actions of an agent stopped.
    pub(super) fn forget_stopped(&mut self, lane: usize) {
        self.stopped.retain(|stopped| stopped.lane != lane);
    }

    /// Computes the phases of all actions.
    ///
    /// Most agents continue their action, which costs nothing. Nearly all others replace one action by another. Only agents with
    /// several actions, changed arguments, or the same action at two sites are handled one by one.
    pub(super) fn settle(
        &mut self,
        program: &ColumnProgram,
        scratch: &mut Scratch,
        choices: &mut [u16; LANES],
    ) {
        self.repeat();
        let (does, did) = (&self.does[self.now], &self.does[1 - self.now]);
        let mut differs: Mask = 0;
        let (mut one, mut several): ([Mask; 2], [Mask; 2]) = ([0; 2], [0; 2]);
        let mut one_by_one: Mask = 0;
        for (at, site) in program.sites.iter().enumerate().filter(|(_, site)| site.command.is_external()) {
            differs |= does[at] ^ did[at];
            for (turn, does) in [does[at], did[at]].into_iter().enumerate() {
                several[turn] |= one[turn] & does;
                one[turn] |= does;
            }
            let goes_on = does[at] & did[at];
            if goes_on != 0 {
                one_by_one |= goes_on & self.other_arguments(&site.arguments);
            }
        }
        for (one, other) in &program.same_action {
            one_by_one |= (does[*one] | did[*one]) & (does[*other] | did[*other]);
        }
        one_by_one |= differs & (several[0] | several[1]);
        self.switch(program, scratch, differs & !one_by_one & self.present, one, choices);
        for lane in members(one_by_one & self.present) {
            self.settle_one(program, scratch, lane);
        }
        for lane in members((one_by_one | several[0]) & self.present) {
            self.in_order(program, lane, SiteCommand::is_external, &mut scratch.ordered);
            choices[lane] = u16::MAX;
            if let Some(first) = scratch.ordered.first()
                && let SiteCommand::External { choice, .. } = program.sites[*first].command
            {
                // There are at most `MAX_SITES` sites.
                (choices[lane], self.acts_at[lane]) = (choice, *first as u16);
            }
        }
    }

    /// Handles agents that stop at most one action and start at most one other.
    fn switch(
        &mut self,
        program: &ColumnProgram,
        scratch: &Scratch,
        who: Mask,
        [now, then]: [Mask; 2],
        choices: &mut [u16; LANES],
    ) {
        for lane in members(who & then & !now) {
            self.stop_only(program, scratch, lane);
            choices[lane] = u16::MAX;
        }
        for (at, site) in program.sites.iter().enumerate() {
            let SiteCommand::External { choice, .. } = site.command else { continue };
            let starts = who & self.does[self.now][at];
            self.started[at] |= starts;
            for lane in members(starts) {
                if then >> lane & 1 == 1 {
                    self.stop_only(program, scratch, lane);
                }
                self.next_run[lane] += 1;
                self.acts_at[lane] = at as u16;
                choices[lane] = choice;
            }
            self.last_run |= starts;
        }
    }

    /// Stops the only action of an agent.
    fn stop_only(&mut self, program: &ColumnProgram, scratch: &Scratch, lane: usize) {
        let site = usize::from(self.acts_at[lane]);
        self.stop(program, scratch, lane, site, self.run_of(program, lane, site));
    }

    /// The agents for which an argument has changed since the last decision.
    fn other_arguments(&self, arguments: &[Argument]) -> Mask {
        let mut same = Mask::MAX;
        for argument in arguments {
            if let Argument::Varies { column, .. } = argument {
                let (now, then) =
                    (&self.arguments[self.now][*column], &self.arguments[1 - self.now][*column]);
                same &= lanes::compare(Comparison::Equal, now, then);
            }
        }
        !same
    }

    /// The run number of the action that an agent continues at a site.
    fn run_of(&self, program: &ColumnProgram, lane: usize, site: usize) -> u64 {
        match program.sites[site].command {
            _ if self.last_run >> lane & 1 == 1 => self.next_run[lane] - 1,
            SiteCommand::External { run, .. } => self.run[run][lane],
            _ => 0,
        }
    }

    fn settle_one(&mut self, program: &ColumnProgram, scratch: &mut Scratch, lane: usize) {
        self.in_order(program, lane, SiteCommand::is_external, &mut scratch.ordered);
        let mut running = std::mem::take(&mut scratch.running);
        running.clear();
        for (at, site) in program.sites.iter().enumerate() {
            if site.command.is_external() && self.does[1 - self.now][at] >> lane & 1 == 1 {
                running.push((self.run_of(program, lane, at), at, false));
            }
        }
        self.last_run &= !(1 << lane);
        // Run numbers increase, so this is the order in which the actions started.
        running.sort_unstable();
        for site in &scratch.ordered {
            let SiteCommand::External { action, run, .. } = program.sites[*site].command else { continue };
            let block_cx = SiteTurn { site: *site, turn: self.now };
            let free = |(_, at, taken): &(u64, usize, bool)| {
                !taken && program.sites[*at].command.action() == Some(action)
            };
            let same = |entry: &(u64, usize, bool)| {
                free(entry)
                    && self.same_arguments(
                        program,
                        lane,
                        block_cx,
                        SiteTurn { site: entry.1, turn: 1 - self.now },
                    )
            };
            let goal = program.sites[*site].goal;
            let is_new_task = scratch.renewed[goal] >> lane & 1 == 1;
            let own = |entry: &(u64, usize, bool)| {
                free(entry) && program.sites[entry.1].goal == goal && !is_new_task
            };
            let found = running.iter().position(same);
            let changed = if found.is_none() { running.iter().position(own) } else { None };
            if changed.is_some() {
                self.changed[*site] |= 1 << lane;
            }
            self.run[run][lane] = match found.or(changed) {
                Some(at) => {
                    running[at].2 = true;
                    running[at].0
                }
                None => {
                    self.started[*site] |= 1 << lane;
                    self.next_run[lane] += 1;
                    self.next_run[lane] - 1
                }
            };
        }
        for (run, site, _) in running.iter().filter(|(_, _, taken)| !taken) {
            self.stop(program, scratch, lane, *site, *run);
        }
        scratch.running = running;
    }

    fn stop(&mut self, program: &ColumnProgram, scratch: &Scratch, lane: usize, site: usize, run: u64) {
        let goal = program.sites[site].goal;
        let renewed = scratch.renewed[goal] >> lane & 1 == 1;
        let task = renewed.then(|| scratch.former[goal][lane]);
        let former = if scratch.rewritten[goal] { &scratch.former_priority } else { &self.priority };
        let committed = scratch.former_committed[goal];
        let same = !scratch.rewritten[goal] && committed == self.committed[goal];
        let priority = (!same).then(|| rank(program, former[goal][lane], committed, lane));
        let arguments = self.stopped_arguments.len();
        for argument in &program.sites[site].arguments {
            if let Argument::Varies { column, .. } = argument {
                self.stopped_arguments.push(self.arguments[1 - self.now][*column][lane]);
            }
        }
        self.stopped.push(StoppedAction { lane, site, run, task, priority, arguments });
    }

    fn same_arguments(&self, program: &ColumnProgram, lane: usize, one: SiteTurn, other: SiteTurn) -> bool {
        let (ours, theirs) = (&program.sites[one.site].arguments, &program.sites[other.site].arguments);
        ours.len() == theirs.len()
            && ours.iter().zip(theirs).all(|(ours, theirs)| {
                self.argument(ours, lane, one.turn) == self.argument(theirs, lane, other.turn)
            })
    }

    fn argument(&self, argument: &Argument, lane: usize, turn: usize) -> Option<Value> {
        match argument {
            Argument::Fixed(value) => Some(value.clone()),
            Argument::Varies { column_type, column, .. } => {
                column_type.value(self.arguments[turn][*column][lane])
            }
        }
    }

    /// The present arguments of an agent's action at a site.
    pub(super) fn arguments_of(&self, program: &ColumnProgram, lane: usize, site: usize) -> Arguments {
        let arguments = program.sites[site].arguments.iter();
        arguments.filter_map(|argument| self.argument(argument, lane, self.now)).collect()
    }

    /// The action of an agent at a site, if the site acts on the world.
    pub(super) fn act(&self, program: &ColumnProgram, lane: usize, site: usize) -> Option<ActiveAction> {
        let SiteCommand::External { action, .. } = program.sites[site].command else { return None };
        let goal = program.sites[site].goal;
        let phase = if self.started[site] >> lane & 1 == 1 {
            Phase::Started
        } else if self.changed[site] >> lane & 1 == 1 {
            Phase::Changed
        } else {
            Phase::Continued
        };
        Some(ActiveAction {
            run: self.run_of(program, lane, site),
            action,
            arguments: self.arguments_of(program, lane, site),
            phase,
            task: Holder(self.number[goal][lane]),
            priority: self.rank(program, goal, lane),
        })
    }

    /// The actions that an agent stopped.
    pub(super) fn stopped(&self, program: &ColumnProgram, lane: usize) -> impl Iterator<Item = ActiveAction> {
        self.stopped.iter().filter(move |stopped| stopped.lane == lane).filter_map(move |stopped| {
            let site = program.sites.get(stopped.site)?;
            let mut varying = self.stopped_arguments.get(stopped.arguments..)?.iter();
            let arguments = site.arguments.iter().filter_map(|argument| match argument {
                Argument::Fixed(value) => Some(value.clone()),
                Argument::Varies { column_type, .. } => column_type.value(*varying.next()?),
            });
            let task = stopped.task.unwrap_or(self.number[site.goal][lane]);
            Some(ActiveAction {
                run: stopped.run,
                action: site.command.action()?,
                arguments: arguments.collect(),
                phase: Phase::Stopped,
                task: Holder(task),
                priority: stopped.priority.unwrap_or_else(|| self.rank(program, site.goal, lane)),
            })
        })
    }
}
