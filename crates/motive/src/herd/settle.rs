//! Comparing what agents do with what they did: what starts, goes on, changes and stops.

use super::block::Block;
use super::lanes::{self, LANES, Mask, members};
use super::plan::{Argument, Plan, Scratch, SiteDeed};
use crate::action::{Act, Arguments, Phase};
use crate::binding::Holder;
use crate::condition::Comparison;
use crate::vocabulary::Value;
use smallvec::SmallVec;

/// An action that ended because nobody proposes it any more.
#[derive(Clone, Debug)]
pub(super) struct Stopped {
    pub(super) lane: usize,
    site: usize,
    run: u64,
    task: u64,
    priority: f64,
    /// The arguments that vary.
    arguments: SmallVec<[f64; 2]>,
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
    /// Most agents go on with what they do. Only those are looked at one by one who do something else, or the same with other
    /// arguments, or one action several times over.
    pub(super) fn settle(&mut self, plan: &Plan, scratch: &mut Scratch, choices: &mut [u16; LANES]) {
        self.stand();
        let (does, did) = (&self.does[self.now], &self.does[1 - self.now]);
        let (mut look, mut one, mut several): (Mask, Mask, Mask) = (0, 0, 0);
        for (at, site) in plan.sites.iter().enumerate() {
            if !site.deed.is_external() {
                continue;
            }
            look |= does[at] ^ did[at];
            several |= one & does[at];
            one |= does[at];
            if does[at] & did[at] != 0 {
                look |= does[at] & did[at] & self.other_arguments(&site.arguments);
            }
        }
        for (one, other) in &plan.rivals {
            look |= does[*one] & does[*other];
        }
        for lane in members(look & self.there) {
            self.settle_one(plan, scratch, lane);
        }
        for lane in members((look | several) & self.there) {
            self.in_order(plan, lane, SiteDeed::is_external, &mut scratch.ordered);
            let first = scratch.ordered.first().map(|site| plan.sites[*site].deed);
            choices[lane] =
                if let Some(SiteDeed::External { choice, .. }) = first { choice } else { u16::MAX };
        }
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

    fn settle_one(&mut self, plan: &Plan, scratch: &mut Scratch, lane: usize) {
        self.in_order(plan, lane, SiteDeed::is_external, &mut scratch.ordered);
        let mut running = std::mem::take(&mut scratch.running);
        running.clear();
        for (at, site) in plan.sites.iter().enumerate() {
            if let SiteDeed::External { run, .. } = site.deed
                && self.does[1 - self.now][at] >> lane & 1 == 1
            {
                running.push((self.run[run][lane], at, false));
            }
        }
        // Runs are numbered as they start, so this is the order in which they are known.
        running.sort_unstable();
        for site in &scratch.ordered {
            let SiteDeed::External { verb, run, .. } = plan.sites[*site].deed else { continue };
            let here = At { site: *site, turn: self.now };
            let free =
                |(_, at, taken): &(u64, usize, bool)| !taken && plan.sites[*at].deed.verb() == Some(verb);
            let same = |entry: &(u64, usize, bool)| {
                free(entry) && self.same_arguments(plan, lane, here, At { site: entry.1, turn: 1 - self.now })
            };
            let goal = plan.sites[*site].goal;
            let is_new_task = scratch.renewed[goal] >> lane & 1 == 1;
            let own =
                |entry: &(u64, usize, bool)| free(entry) && plan.sites[entry.1].goal == goal && !is_new_task;
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
            let stopped = self.stop(plan, scratch, lane, *site, *run);
            self.stopped.push(stopped);
        }
        scratch.running = running;
    }

    fn stop(&self, plan: &Plan, scratch: &Scratch, lane: usize, site: usize, run: u64) -> Stopped {
        let goal = plan.sites[site].goal;
        let renewed = scratch.renewed[goal] >> lane & 1 == 1;
        let task = if renewed { scratch.former[goal][lane] } else { self.number[goal][lane] };
        let varying = plan.sites[site].arguments.iter().filter_map(|argument| match argument {
            Argument::Varies { column, .. } => Some(self.arguments[1 - self.now][*column][lane]),
            Argument::Fixed(_) => None,
        });
        let priority = self.rank[1 - self.now][goal][lane];
        Stopped { lane, site, run, task, priority, arguments: varying.collect() }
    }

    fn same_arguments(&self, plan: &Plan, lane: usize, one: At, other: At) -> bool {
        let (ours, theirs) = (&plan.sites[one.site].arguments, &plan.sites[other.site].arguments);
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
    pub(super) fn arguments_of(&self, plan: &Plan, lane: usize, site: usize) -> Arguments {
        let arguments = plan.sites[site].arguments.iter();
        arguments.filter_map(|argument| self.argument(argument, lane, self.now)).collect()
    }

    /// What an agent does at a site that acts on the world.
    pub(super) fn act(&self, plan: &Plan, lane: usize, site: usize) -> Option<Act> {
        let SiteDeed::External { verb, run, .. } = plan.sites[site].deed else { return None };
        let goal = plan.sites[site].goal;
        let phase = if self.started[site] >> lane & 1 == 1 {
            Phase::Started
        } else if self.changed[site] >> lane & 1 == 1 {
            Phase::Changed
        } else {
            Phase::Continued
        };
        Some(Act {
            run: self.run[run][lane],
            verb,
            arguments: self.arguments_of(plan, lane, site),
            phase,
            task: Holder(self.number[goal][lane]),
            priority: self.rank[self.now][goal][lane],
        })
    }
}

impl Stopped {
    /// As the host gets it.
    pub(super) fn act(&self, plan: &Plan) -> Option<Act> {
        let site = plan.sites.get(self.site)?;
        let mut varying = self.arguments.iter();
        let arguments = site.arguments.iter().filter_map(|argument| match argument {
            Argument::Fixed(value) => Some(value.clone()),
            Argument::Varies { sort, .. } => sort.value(*varying.next()?),
        });
        Some(Act {
            run: self.run,
            verb: site.deed.verb()?,
            arguments: arguments.collect(),
            phase: Phase::Stopped,
            task: Holder(self.task),
            priority: self.priority,
        })
    }
}
