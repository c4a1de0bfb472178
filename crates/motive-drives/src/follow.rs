//! Planning for drives as a behaviour: plans are made when they are due, followed action by action, and given up for better.

use super::ambiance::Felt;
use super::domain::Domain;
use super::drive_state::DriveStates;
use super::plan::{Plan, SearchCounts, Step, Termination};
use super::running_step::{self, RunningStep, StepStatus};
use super::scripted_plan::{best_of, with_targets};
use super::search::{Search, SearchProgress};
use super::simulate::{ChainLink, Simulator};
use motive_core::action::Command;
use motive_core::condition::ReadSet;
use motive_core::engine::ExpectedFact;
use motive_core::engine::prefetch_slice;
use motive_core::memory::{Channel, Memory};
use motive_core::mind::{Behaviour, Context, Outcome, Program};
use motive_core::trace::Event;
use motive_core::vocabulary::{Dependency, Facts, Id, Time, Value};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// "Plan for these drives", as a program that can pursue a goal.
#[derive(Clone, Debug)]
pub struct PlanFor {
    name: Arc<str>,
    domain: Arc<Domain>,
    version: u64,
}

impl PlanFor {
    /// Plans for the drives of a domain.
    #[must_use]
    pub fn new(name: &str, domain: Arc<Domain>) -> Self {
        Self { name: name.into(), domain, version: 0 }
    }

    /// A number that changes when the domain does.
    #[must_use]
    pub fn versioned(mut self, version: u64) -> Self {
        self.version = version;
        self
    }

    /// What it plans with.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }
}

impl Program for PlanFor {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        Box::new(DriveBehaviour::new(self.domain.clone()))
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }
}

/// Why a plan could not be followed to its end.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Failure {
    /// The step that could not be done.
    pub step: Step,
    /// The need that was not met, as its author would write it; nothing if the action itself failed.
    pub unmet: Option<String>,
    /// When.
    pub time: Time,
}

/// What sort of change was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// Only what the action at hand was to change, as it was to change it.
    ExpectedFact,
    /// Only what nothing but drives look at.
    Measured,
    /// Anything else.
    Matters,
}

/// Plans for drives and follows its plans.
///
/// A new plan is looked for when there is none, when the one at hand is at its end or can no longer be followed, and every so often
/// ([`Rules::period`](super::Rules)) if something changed that plans depend on and the action at hand may be interrupted. What an action of the plan
/// was to change, and what is all the same to every drive, is no such change. A plan at hand is given up
/// only for one that is better by more than [`Rules::hysteresis`](super::Rules).
pub struct DriveBehaviour {
    domain: Arc<Domain>,
    drive_states: DriveStates,
    search: Search,
    plan: Option<Plan>,
    /// Which step is at hand.
    at: usize,
    doing: Option<RunningStep>,
    channels: Vec<Channel>,
    /// The memory's clock when it was last looked at.
    seen: Option<u64>,
    /// When a plan may next be looked for, in microseconds.
    due: u64,
    /// Something changed since a plan was last looked for.
    stirred: bool,
    why: Cow<'static, str>,
    /// How the drives stand has been told since they were last looked at.
    told: bool,
    /// So have they been scored, with this number for what was measured.
    scored: bool,
    measured: u64,
    /// What the action at hand is to change.
    expected: SmallVec<[ExpectedFact; 2]>,
    failure: Option<Failure>,
    /// When goals that were let be are taken up again, in microseconds.
    resumes: Option<u64>,
    /// When what is around will lie otherwise on the actions though nothing in memory changed, in microseconds.
    turns: Option<u64>,
    /// The tick in which it was last asked.
    asked: Option<u64>,
}

impl DriveBehaviour {
    /// Has not planned yet.
    #[must_use]
    pub fn new(domain: Arc<Domain>) -> Self {
        Self {
            drive_states: DriveStates::new(&domain),
            domain,
            search: Search::new(),
            plan: None,
            at: 0,
            doing: None,
            channels: Vec::new(),
            seen: None,
            due: 0,
            stirred: false,
            why: "it had none yet".into(),
            told: false,
            scored: false,
            measured: 0,
            expected: SmallVec::new(),
            failure: None,
            resumes: None,
            turns: None,
            asked: None,
        }
    }

    /// The drives, as they stood when they last mattered: when a plan was looked for, there was nothing to do, or somebody listened.
    #[must_use]
    pub fn drive_states(&self) -> &DriveStates {
        &self.drive_states
    }

    /// The plan at hand and the place of the step that is being done.
    #[must_use]
    pub fn plan(&self) -> Option<(&Plan, usize)> {
        self.plan.as_ref().map(|plan| (plan, self.at))
    }

    /// How the last plan that failed did so.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn step(&self) -> Option<Step> {
        self.plan.as_ref()?.steps.get(self.at).copied()
    }

    /// Looks at what changed.
    fn look(&mut self, memory: &Memory) {
        let fresh = match self.seen {
            None => true,
            Some(seen) if self.channels.is_empty() => memory.clock() > seen,
            Some(seen) => self.channels.iter().any(|channel| memory.version(*channel) > seen),
        };
        if fresh || self.domain.reads.is_volatile() {
            let change = if self.stirred { Change::Matters } else { self.change(memory) };
            let renewed = self.may_come_or_go(memory) && self.drive_states.renew(&self.domain, memory);
            (self.scored, self.told) = (false, false);
            if renewed || !self.is_harmless(change, memory) {
                self.stir(memory.time().micros);
            }
        }
        self.seen = Some(memory.clock());
    }

    /// Whether something changed that decides which drives and goals there are.
    fn may_come_or_go(&self, memory: &Memory) -> bool {
        let (Some(seen), Some(comings)) = (self.seen, &self.domain.comings) else { return true };
        let newer = |at: &u16| {
            self.channels.get(usize::from(*at)).is_none_or(|channel| memory.version(*channel) > seen)
        };
        comings.iter().any(newer)
    }

    /// Whether a change calls for no other plan. What was to be expected of the plan at hand does not, nor does what changes nothing that
    /// any drive measures.
    fn is_harmless(&mut self, change: Change, memory: &Memory) -> bool {
        if change == Change::Matters {
            return false;
        }
        let before = self.measured;
        self.score(memory);
        change == Change::ExpectedFact || self.measured == before
    }

    /// What sort of change was seen. Only if every fact is known that changed since a plan was looked for can it be less than one that
    /// matters.
    fn change(&self, memory: &Memory) -> Change {
        let (Some(seen), domain) = (self.seen, &self.domain) else { return Change::Matters };
        let told = self.channels.iter().zip(domain.reads.dependencies()).all(|(channel, on)| {
            let version = memory.version(*channel);
            let of_property =
                matches!(on, Dependency::Own(_) | Dependency::Property(_) | Dependency::KindProperty(..));
            version <= seen || version > memory.last_tick_end() && of_property
        });
        if !told || self.channels.is_empty() || domain.reads.is_volatile() {
            return Change::Matters;
        }
        let mut sort = Change::ExpectedFact;
        let known = memory.all_changed(|id, property| {
            if self.doing.is_some() && self.expected.iter().any(|fact| fact.is(id, property, memory)) {
                return true;
            }
            if domain.only_wanted.contains(&property) {
                sort = Change::Measured;
                return true;
            }
            !domain.reads.mentions(property)
        });
        if known { sort } else { Change::Matters }
    }

    /// Scores the drives, which is needed only to plan, to rest and to tell of them.
    fn score(&mut self, memory: &Memory) {
        if !std::mem::replace(&mut self.scored, true) {
            self.measured = self.drive_states.score(&self.domain, memory);
        }
    }

    /// Tells those who listen how well the drives are satisfied, when that may have changed.
    fn tell_drives(&mut self, cx: &mut Context<'_>) {
        if !cx.is_traced() || std::mem::replace(&mut self.told, true) {
            return;
        }
        self.score(cx.memory);
        let (task, domain, drive_states) = (cx.holder().0, &self.domain, &self.drive_states);
        cx.trace(|| {
            let present = drive_states
                .drives()
                .iter()
                .zip(&domain.drives)
                .filter(|(drive_state, _)| drive_state.present);
            let drives =
                present.map(|(drive_state, drive)| (drive.name.clone(), drive_state.satisfaction)).collect();
            Event::Driven { task, drives }
        });
    }

    /// A plan is to be looked for: at the next multiple of the period, or now if this is one.
    fn stir(&mut self, now: u64) {
        if !self.stirred {
            self.due = now.next_multiple_of(self.domain.rules.period.max(1));
            self.stirred = true;
        }
    }

    /// Sees how the action at hand goes, and moves on in the plan.
    fn advance(&mut self, memory: &Memory) {
        let (Some(step), Some(doing)) = (self.step(), self.doing) else { return };
        let Some(action) = self.domain.actions.get(step.index as usize) else { return };
        match doing.going(action, &step, &self.domain, memory) {
            StepStatus::On => {}
            StepStatus::Ended => {
                (self.at, self.doing) = (self.at + 1, None);
                if self.step().is_none() {
                    self.give_up("the last one was done", memory.time().micros);
                }
            }
            StepStatus::Failed => self.fail(step, None, memory),
        }
    }

    fn give_up(&mut self, why: impl Into<Cow<'static, str>>, now: u64) {
        (self.plan, self.doing, self.at) = (None, None, 0);
        self.why = why.into();
        self.search.restart();
        self.stir(now);
    }

    /// A step could not be done: remembers why, and lets the goals of the plan be for a while if that is wanted.
    fn fail(&mut self, step: Step, unmet: Option<String>, memory: &Memory) {
        let (now, pause) = (memory.time(), self.domain.rules.pause);
        let why = match &unmet {
            None => format!("`{}` failed", step.display(&self.domain)),
            Some(unmet) => format!("`{}` could not be done: it needs `{unmet}`", step.display(&self.domain)),
        };
        let last = self.plan.as_ref().and_then(|plan| plan.steps.last().copied());
        self.give_up(why, now.micros);
        self.failure = Some(Failure { step, unmet, time: now });
        if let Some(last) = last.filter(|_| pause > 0) {
            let until = now.micros.saturating_add(pause);
            self.drive_states.pause(last.index, &self.domain, now.micros, until);
            self.resumes = Some(until);
        }
    }

    /// Plans again when goals that were let be are to be taken up.
    fn resume(&mut self, now: u64) {
        if self.resumes.is_some_and(|until| until <= now) {
            self.resumes = None;
            self.stir(now);
        }
    }

    /// Plans again when what is around has come or gone with time.
    fn turn(&mut self, now: u64) {
        let turned = self.turns.is_some_and(|at| at <= now);
        if turned {
            self.stir(now);
        }
        let next = self.domain.around.turn(&self.drive_states.felt, now, self.domain.rules.period);
        self.turns = self.turns.filter(|_| !turned).into_iter().chain(next).min();
    }

    /// Whether it is time to look for a plan: there is none, or something changed and the action at hand may be interrupted.
    fn wants_plan(&self, now: u64) -> bool {
        if self.search.is_under_way() {
            return true;
        }
        now >= self.due && self.stirred && self.may_interrupt()
    }

    /// Whether what is being done, if anything is, may be given up for something better.
    fn may_interrupt(&self) -> bool {
        match (self.step(), self.doing) {
            (Some(step), Some(_)) => {
                let action = self.domain.actions.get(step.index as usize);
                self.domain.rules.interrupts && action.is_none_or(|action| action.interruptible)
            }
            _ => true,
        }
    }

    /// Chooses among plans that were written beforehand.
    fn look_among_written(&mut self, cx: &mut Context<'_>) {
        self.stirred = false;
        let plans = with_targets(&self.domain.written, cx.memory());
        cx.budget.spend(plans.iter().map(|steps| steps.len() as u64).sum());
        match best_of(plans.iter().map(|steps| &steps[..]), &self.domain, &self.drive_states, cx.memory()) {
            None => self.tell(cx, &[], self.drive_states.utility(&self.domain, cx.memory()), false),
            Some((_, steps, utility)) => {
                let counts = SearchCounts {
                    generated: plans.len() as u32,
                    termination: Termination::Found,
                    ..SearchCounts::default()
                };
                self.take(Plan { steps, utility, runner_up: None, seconds: 0.0, counts }, cx);
            }
        }
        self.why = "something changed".into();
    }

    fn look_for_plan(&mut self, cx: &mut Context<'_>) {
        // What lies on the actions may have come or gone with time; a search that is under way keeps to what it began with.
        self.scored &= self.domain.around.len() == 0 || self.search.is_under_way();
        self.score(cx.memory);
        if !self.domain.written.is_empty() {
            return self.look_among_written(cx);
        }
        if !self.search.is_under_way() {
            self.stirred = false;
            self.search.restart();
        }
        let holder = cx.holder();
        let ledger = &*cx.ledger;
        let free = |id: Id| ledger.exclusive_holder(id).is_none_or(|by| by == holder);
        let found = self.search.run_with(&self.domain, &self.drive_states, cx.memory, cx.budget, &free);
        match found {
            SearchProgress::Unfinished => cx.ask_again(),
            SearchProgress::Nothing => {
                self.tell(cx, &[], self.drive_states.utility(&self.domain, cx.memory()), false);
            }
            SearchProgress::Found(plan) => self.take(plan, cx),
        }
        if !self.search.is_under_way() {
            self.why = "something changed".into();
        }
    }

    /// Follows a plan unless the one at hand is nearly as good.
    fn take(&mut self, plan: Plan, cx: &mut Context<'_>) {
        let better = match self.plan {
            None => true,
            // What is at hand already is no better than itself.
            Some(_) if plan.steps == self.rest() && self.domain.rules.hysteresis >= 0.0 => false,
            Some(_) => {
                let [new, old] = self.worth([&plan.steps, self.rest()], cx.memory());
                new > old + self.domain.rules.hysteresis
            }
        };
        self.tell(cx, &plan.steps, plan.utility, better);
        if !better {
            return;
        }
        // What is being done already goes on if the new plan begins with it.
        let goes_on = self.doing.is_some() && plan.steps.first() == self.step().as_ref();
        if !goes_on {
            self.doing = None;
        }
        (self.plan, self.at) = (Some(plan), 0);
    }

    fn rest(&self) -> &[Step] {
        self.plan.as_ref().and_then(|plan| plan.steps.get(self.at..)).unwrap_or(&[])
    }

    /// How good it is to do each of these from now on; nothing is worse than what cannot be done.
    fn worth(&self, plans: [&[Step]; 2], memory: &Memory) -> [f64; 2] {
        let free = |_| true;
        let mut sim = Simulator::new(&self.domain, &self.drive_states, memory, &free);
        let now = sim.run(&[], None, None).utility;
        plans.map(|steps| {
            let links: SmallVec<[ChainLink; 8]> = (0..)
                .zip(steps)
                .map(|(joined, step)| ChainLink { action: step.index, thing: step.thing, joined })
                .collect();
            let outcome = sim.run(&links, None, None);
            let first_is_under_way = self.doing.is_some() && steps.first() == self.step().as_ref();
            let possible = match outcome.unmet {
                None => true,
                // The needs of what is being done were met when it began.
                Some(super::simulate::Unmet::Need { at, .. }) => at == 0 && first_is_under_way,
                Some(_) => false,
            };
            if possible && !outcome.broken {
                Search::rate(&outcome, &self.domain, now)
            } else {
                f64::NEG_INFINITY
            }
        })
    }

    fn tell(&self, cx: &mut Context<'_>, steps: &[Step], utility: f64, followed: bool) {
        let task = cx.holder().0;
        cx.trace(|| Event::Planned {
            task,
            why: (*self.why).into(),
            steps: steps.iter().map(|step| step.display(&self.domain)).collect(),
            utility,
            runner_up: self.search.second(&self.domain),
            considered: u64::from(self.search.counts().generated),
            followed,
        });
    }

    /// Does the step at hand: begins it, or goes on with it.
    fn act(&mut self, cx: &mut Context<'_>) -> Outcome {
        let Some(step) = self.step() else { return self.rest_or_done(cx) };
        let domain = self.domain.clone();
        let Some(action) = domain.actions.get(step.index as usize) else { return Outcome::Waiting };
        let ready = match self.doing {
            Some(_) => running_step::still_has(action, step.thing, cx),
            None => {
                step.thing.is_none_or(|thing| cx.memory().exists(thing))
                    && running_step::may_begin(action, step.thing, cx)
            }
        };
        if !ready {
            let unmet = running_step::unmet(action, step.thing, cx.memory());
            self.fail(step, Some(unmet), cx.memory);
            cx.ask_again();
            return Outcome::Waiting;
        }
        if self.doing.is_none() {
            self.doing = Some(RunningStep::begin(action, &step, cx.memory()));
            self.expected = action.built.expected(cx.memory(), &step.arguments());
            let (task, step) = (cx.holder().0, self.at);
            cx.trace(|| Event::Following { task, step });
        }
        // An end that comes with time, or a plan that is due later, is seen only by asking again.
        if let Some(end) = self.doing.and_then(|doing| doing.ends(action, &step, &domain)) {
            cx.ask_at(end);
        }
        if self.stirred && self.may_interrupt() {
            cx.ask_at(self.due);
        }
        self.ask_for_more(cx);
        cx.propose(Command::Act { action: step.action, arguments: step.arguments() });
        Outcome::Acting
    }

    /// A search goes on in the next tick; goals that were let be are taken up again, and what is around comes and goes, by themselves.
    fn ask_for_more(&self, cx: &mut Context<'_>) {
        if self.search.is_under_way() {
            cx.ask_again();
        }
        for until in [self.resumes, self.turns].into_iter().flatten() {
            cx.ask_at(until);
        }
    }

    fn rest_or_done(&mut self, cx: &mut Context<'_>) -> Outcome {
        self.score(cx.memory);
        if self.stirred {
            cx.ask_at(self.due);
        }
        self.ask_for_more(cx);
        let satisfied = self
            .drive_states
            .drives()
            .iter()
            .all(|drive_state| !drive_state.present || drive_state.satisfaction >= 1.0);
        if satisfied { Outcome::Done } else { Outcome::Waiting }
    }
}

impl Behaviour for DriveBehaviour {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        let now = cx.time();
        // Asked twice in one tick it starts from the same point.
        if self.asked != Some(now.tick) {
            self.asked = Some(now.tick);
            self.look(cx.memory);
            self.tell_drives(cx);
            self.advance(cx.memory);
            self.resume(now.micros);
            self.turn(now.micros);
            if self.wants_plan(now.micros) {
                self.look_for_plan(cx);
            }
        }
        self.act(cx)
    }

    fn begin(&mut self, memory: &mut Memory) {
        self.channels = self.domain.reads.dependencies().iter().map(|on| memory.watch(*on)).collect();
    }

    fn reads(&self) -> Option<&ReadSet> {
        Some(&self.domain.reads)
    }

    fn reacts_to_action_end(&self) -> bool {
        true
    }

    fn prefetch(&self, depth: u8) {
        self.drive_states.prefetch(depth);
        if depth == 0 {
            prefetch_slice(&self.channels);
            self.plan.iter().for_each(|plan| prefetch_slice(&plan.steps));
        }
    }

    fn current(&self) -> Option<&str> {
        self.step().map(|step| self.domain.names.action_name(step.action))
    }

    /// Since when it has noticed what is around. A plan is found again.
    fn save(&self) -> Option<Value> {
        self.drive_states.felt.save()
    }

    fn restore(&mut self, state: &Value) {
        self.drive_states.felt = Felt::restored(state, self.domain.around.len());
    }
}
