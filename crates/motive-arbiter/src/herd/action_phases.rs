//! Compares what agents do with what they did: which actions start, continue, change and stop.

use super::block::{Block, rank};
use super::column_program::{Argument, ColumnProgram, Scratch, SiteCommand};
use super::lanes::{self, LANES, Mask, members};
use motive_core::action::{ActiveAction, Arguments, Phase};
use motive_core::binding::Holder;
use motive_core::condition::Comparison;
use motive_core::vocabulary::Value;

/// An action that ended because nobody proposes it any more.
#[derive(Clone, Debug)]
pub(super) struct Stopped {
    lane: usize,
    site: usize,
    run: u64,
    /// The task and its priority, if they are others now.
    task: Option<u64>,
    priority: Option<f64>,
    /// Where its arguments that vary begin in the block's list.
    arguments: usize,
}

/// Where an action is done: now or at the last decision.
#[derive(Clone, Copy)]
struct At {
    site: usize,
    turn: usize,
}

impl Block {
    /// Compares what each agent does with what it did.
    ///
    /// Most agents continue what they do, and nothing has to be computed for them. Nearly all others replace one action by another.
    /// Only agents that do several things, change arguments, or do one action at two sites are settled one by one.
    pub(super) fn settle(
        &mut self,
        program: &ColumnProgram,
        scratch: &mut Scratch,
        choices: &mut [u16; LANES],
    ) {
        self.stand();
        let (does, did) = (&self.does[self.now], &self.does[1 - self.now]);
        let mut differs: Mask = 0;
        let (mut one, mut several): ([Mask; 2], [Mask; 2]) = ([0; 2], [0; 2]);
        let mut closely: Mask = 0;
        for (at, site) in program.sites.iter().enumerate().filter(|(_, site)| site.command.is_external()) {
            differs |= does[at] ^ did[at];
            for (turn, does) in [does[at], did[at]].into_iter().enumerate() {
                several[turn] |= one[turn] & does;
                one[turn] |= does;
            }
            let goes_on = does[at] & did[at];
            if goes_on != 0 {
                closely |= goes_on & self.other_arguments(&site.arguments);
            }
        }
        for (one, other) in &program.rivals {
            closely |= (does[*one] | did[*one]) & (does[*other] | did[*other]);
        }
        closely |= differs & (several[0] | several[1]);
        self.switch(program, scratch, differs & !closely & self.there, one, choices);
        for lane in members(closely & self.there) {
            self.settle_one(program, scratch, lane);
        }
        for lane in members((closely | several[0]) & self.there) {
            self.in_order(program, lane, SiteCommand::is_external, &mut scratch.ordered);
            choices[lane] = u16::MAX;
            if let Some(first) = scratch.ordered.first()
                && let SiteCommand::External { choice, .. } = program.sites[*first].command
            {
                // There are fewer sites than a small number can count.
                (choices[lane], self.acts_at[lane]) = (choice, *first as u16);
            }
        }
    }

    /// These agents stop at most one action and start at most one, which is another.
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

    /// Stops the one action of an agent.
    fn stop_only(&mut self, program: &ColumnProgram, scratch: &Scratch, lane: usize) {
        let site = usize::from(self.acts_at[lane]);
        self.stop(program, scratch, lane, site, self.run_of(program, lane, site));
    }

    /// For whom an argument is another than at the last decision.
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

    /// The run of the action that an agent continues at a site.
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
        // Runs are numbered as they start, so this is the order in which they are known.
        running.sort_unstable();
        for site in &scratch.ordered {
            let SiteCommand::External { action, run, .. } = program.sites[*site].command else { continue };
            let block_cx = At { site: *site, turn: self.now };
            let free = |(_, at, taken): &(u64, usize, bool)| {
                !taken && program.sites[*at].command.action() == Some(action)
            };
            let same = |entry: &(u64, usize, bool)| {
                free(entry)
                    && self.same_arguments(program, lane, block_cx, At { site: entry.1, turn: 1 - self.now })
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
        let stays = scratch.former_stays[goal];
        let same = !scratch.rewritten[goal] && stays == self.stays[goal];
        let priority = (!same).then(|| rank(program, former[goal][lane], stays, lane));
        let arguments = self.stopped_with.len();
        for argument in &program.sites[site].arguments {
            if let Argument::Varies { column, .. } = argument {
                self.stopped_with.push(self.arguments[1 - self.now][*column][lane]);
            }
        }
        self.stopped.push(Stopped { lane, site, run, task, priority, arguments });
    }

    fn same_arguments(&self, program: &ColumnProgram, lane: usize, one: At, other: At) -> bool {
        let (ours, theirs) = (&program.sites[one.site].arguments, &program.sites[other.site].arguments);
        ours.len() == theirs.len()
            && ours.iter().zip(theirs).all(|(ours, theirs)| {
                self.argument(ours, lane, one.turn) == self.argument(theirs, lane, other.turn)
            })
    }

    fn argument(&self, argument: &Argument, lane: usize, turn: usize) -> Option<Value> {
        match argument {
            Argument::Fixed(value) => Some(value.clone()),
            Argument::Varies { sort, column, .. } => sort.value(self.arguments[turn][*column][lane]),
        }
    }

    /// The arguments with which an agent does something now.
    pub(super) fn arguments_of(&self, program: &ColumnProgram, lane: usize, site: usize) -> Arguments {
        let arguments = program.sites[site].arguments.iter();
        arguments.filter_map(|argument| self.argument(argument, lane, self.now)).collect()
    }

    /// What an agent does at a site that acts on the world.
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

    /// What an agent stopped doing.
    pub(super) fn stopped(&self, program: &ColumnProgram, lane: usize) -> impl Iterator<Item = ActiveAction> {
        self.stopped.iter().filter(move |stopped| stopped.lane == lane).filter_map(move |stopped| {
            let site = program.sites.get(stopped.site)?;
            let mut varying = self.stopped_with.get(stopped.arguments..)?.iter();
            let arguments = site.arguments.iter().filter_map(|argument| match argument {
                Argument::Fixed(value) => Some(value.clone()),
                Argument::Varies { sort, .. } => sort.value(*varying.next()?),
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
