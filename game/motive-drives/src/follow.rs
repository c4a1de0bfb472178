//! Planning for drives as a behaviour: makes plans, follows them action by action, and replaces them by better ones.

use super::ambiance::AmbianceState;
use super::domain::Domain;
use super::drive_state::DriveStates;
use super::plan::{Plan, SearchCounts, Step, Termination};
use super::running_step::{self, RunningStep, StepStatus};
use super::scripted_plan::{best_script, other_scripts, with_targets};
use super::search::{Search, SearchProgress};
use super::simulate::{ChainLink, Simulator};
use motive_core::action::Command;
use motive_core::binding::Budget;
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

/// A program that plans for the drives of a domain. It can pursue a goal.
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

    /// Sets a version number, which should change when the domain does.
    #[must_use]
    pub fn versioned(mut self, version: u64) -> Self {
        self.version = version;
        self
    }

    /// The domain it plans with.
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

/// Why a plan failed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Failure {
    /// The step that failed.
    pub step: Step,
    /// The part of its precondition that did not hold, as text; none if the action itself failed.
    pub unmet: Option<String>,
    /// When.
    pub time: Time,
}

/// The relevance of a change in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// Only expected effects of the running action.
    ExpectedFact,
    /// Only properties that nothing but drives read.
    Measured,
    /// Anything else. A new plan may be needed.
    Matters,
}

/// Plans for drives and follows its plans.
///
/// It plans when there is no plan, when the current one has ended or failed, and periodically ([`Rules::period`](super::Rules)) if
/// something changed that plans depend on and the running action may be interrupted. Expected effects of the plan, and changes that change
/// no score, do not count. The current plan is replaced only by one that is better by more than [`Rules::hysteresis`](super::Rules).
///
/// A search that needs more than [`Limits::work_per_tick`](super::Limits) goes on in the next ticks. Meanwhile the current plan is followed;
/// without one, the best plan so far.
pub struct DriveBehaviour {
    domain: Arc<Domain>,
    drive_states: DriveStates,
    search: Search,
    plan: Option<Plan>,
    /// The index of the current step.
    at: usize,
    running: Option<RunningStep>,
    channels: Vec<Channel>,
    /// The memory's clock at the last observation.
    seen: Option<u64>,
    /// The time of the next planning, in microseconds.
    next_planning: u64,
    /// Whether something relevant changed since the last planning.
    changed: bool,
    why: Cow<'static, str>,
    /// Whether the drives were reported since the last observation.
    reported: bool,
    /// Whether they were scored since the last observation; `measured` is the hash of their measures.
    scored: bool,
    measured: u64,
    /// The expected effects of the running action.
    expected: SmallVec<[ExpectedFact; 2]>,
    failure: Option<Failure>,
    /// When paused goals are taken up again, in microseconds.
    next_resume: Option<u64>,
    /// When the ambiance will have changed although nothing in memory did, in microseconds.
    next_ambiance: Option<u64>,
    /// The tick in which it was last asked.
    asked: Option<u64>,
}

impl DriveBehaviour {
    /// A behaviour without a plan.
    #[must_use]
    pub fn new(domain: Arc<Domain>) -> Self {
        Self {
            drive_states: DriveStates::new(&domain),
            domain,
            search: Search::new(),
            plan: None,
            at: 0,
            running: None,
            channels: Vec::new(),
            seen: None,
            next_planning: 0,
            changed: false,
            why: "there was no plan yet".into(),
            reported: false,
            scored: false,
            measured: 0,
            expected: SmallVec::new(),
            failure: None,
            next_resume: None,
            next_ambiance: None,
            asked: None,
        }
    }

    /// The state of the drives at the last scoring: when a plan was made, when there was nothing to do, or when events were recorded.
    #[must_use]
    pub fn drive_states(&self) -> &DriveStates {
        &self.drive_states
    }

    /// The current plan and the index of its current step.
    #[must_use]
    pub fn plan(&self) -> Option<(&Plan, usize)> {
        self.plan.as_ref().map(|plan| (plan, self.at))
    }

    /// Why the last failed plan failed.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn step(&self) -> Option<Step> {
        self.plan.as_ref()?.steps.get(self.at).copied()
    }

    /// Checks what changed in memory.
    fn observe(&mut self, memory: &Memory) {
        let fresh = match self.seen {
            None => true,
            Some(seen) if self.channels.is_empty() => memory.clock() > seen,
            Some(seen) => self.channels.iter().any(|channel| memory.version(*channel) > seen),
        };
        if fresh || self.domain.reads.is_volatile() {
            let change = if self.changed { Change::Matters } else { self.change(memory) };
            let renewed = self.may_come_or_go(memory) && self.drive_states.renew(&self.domain, memory);
            (self.scored, self.reported) = (false, false);
            if renewed || !self.is_harmless(change, memory) {
                self.schedule_planning(memory.time().micros);
            }
        }
        self.seen = Some(memory.clock());
    }

    /// Whether something changed that decides which drives and goals are present.
    fn may_come_or_go(&self, memory: &Memory) -> bool {
        let (Some(seen), Some(presence)) = (self.seen, &self.domain.presence_reads) else { return true };
        let newer = |at: &u16| {
            self.channels.get(usize::from(*at)).is_none_or(|channel| memory.version(*channel) > seen)
        };
        presence.iter().any(newer)
    }

    /// Whether a change needs no new plan: it was an expected effect, or it changed no measure.
    fn is_harmless(&mut self, change: Change, memory: &Memory) -> bool {
        if change == Change::Matters {
            return false;
        }
        let before = self.measured;
        self.score(memory);
        change == Change::ExpectedFact || self.measured == before
    }

    /// The relevance of what changed. It can be less than [`Change::Matters`] only if all changed facts are known.
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
            if self.running.is_some() && self.expected.iter().any(|fact| fact.is(id, property, memory)) {
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

    /// Scores the drives, unless that was done since the last observation.
    fn score(&mut self, memory: &Memory) {
        if !std::mem::replace(&mut self.scored, true) {
            self.measured = self.drive_states.score(&self.domain, memory);
        }
    }

    /// Records the satisfaction of the drives, if it may have changed.
    fn report_drives(&mut self, cx: &mut Context<'_>) {
        if !cx.is_traced() || std::mem::replace(&mut self.reported, true) {
            return;
        }
        self.score(cx.memory());
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

    /// Schedules planning for the next multiple of the period, which may be now.
    fn schedule_planning(&mut self, now: u64) {
        if !self.changed {
            self.next_planning = now.next_multiple_of(self.domain.rules.period.max(1));
            self.changed = true;
        }
    }

    /// Checks the running action, and moves on in the plan when it has ended.
    fn advance(&mut self, memory: &Memory) {
        let (Some(step), Some(running)) = (self.step(), self.running) else { return };
        match running.status(&step, &self.domain, memory) {
            StepStatus::Running => {}
            StepStatus::Ended => {
                (self.at, self.running) = (self.at + 1, None);
                if self.step().is_none() {
                    self.drop_plan("the last plan was completed", memory.time().micros);
                }
            }
            StepStatus::Failed => self.fail(step, None, memory),
        }
    }

    fn drop_plan(&mut self, why: impl Into<Cow<'static, str>>, now: u64) {
        (self.plan, self.running, self.at) = (None, None, 0);
        self.why = why.into();
        self.search.restart();
        self.schedule_planning(now);
    }

    /// A step failed: stores why, and pauses the goals of the plan if the rules say so.
    fn fail(&mut self, step: Step, unmet: Option<String>, memory: &Memory) {
        let (now, pause) = (memory.time(), self.domain.rules.pause);
        let why = match &unmet {
            None => format!("`{}` failed", step.display(&self.domain)),
            Some(unmet) => format!(
                "`{}` could not be done: its precondition `{unmet}` does not hold",
                step.display(&self.domain)
            ),
        };
        let last = self.plan.as_ref().and_then(|plan| plan.steps.last().copied());
        self.drop_plan(why, now.micros);
        self.failure = Some(Failure { step, unmet, time: now });
        if let Some(last) = last.filter(|_| pause > 0) {
            let until = now.micros.saturating_add(pause);
            self.drive_states.pause(last.index, &self.domain, now.micros, until);
            self.next_resume = Some(until);
        }
    }

    /// Schedules planning when paused goals are taken up again.
    fn resume(&mut self, now: u64) {
        if self.next_resume.is_some_and(|until| until <= now) {
            self.next_resume = None;
            self.schedule_planning(now);
        }
    }

    /// Schedules planning when the ambiance has changed with time.
    fn check_ambiance(&mut self, now: u64) {
        let turned = self.next_ambiance.is_some_and(|at| at <= now);
        if turned {
            self.schedule_planning(now);
        }
        let next =
            self.domain.ambiances.next_change(&self.drive_states.ambiance, now, self.domain.rules.period);
        self.next_ambiance = self.next_ambiance.filter(|_| !turned).into_iter().chain(next).min();
    }

    /// Whether to plan now.
    fn should_plan(&self, now: u64) -> bool {
        (self.search.is_under_way() || now >= self.next_planning && self.changed) && self.may_interrupt()
    }

    /// Whether the running action, if there is one, may be interrupted.
    fn may_interrupt(&self) -> bool {
        match (self.step(), self.running) {
            (Some(step), Some(_)) => {
                let action = self.domain.actions.get(step.index as usize);
                self.domain.rules.interrupts && action.is_none_or(|action| action.interruptible)
            }
            _ => true,
        }
    }

    /// Chooses among the scripted plans.
    fn choose_script(&mut self, cx: &mut Context<'_>) {
        self.changed = false;
        let plans = with_targets(&self.domain.scripts, cx.memory());
        cx.spend(plans.iter().map(|steps| steps.len() as u64).sum());
        match best_script(plans.iter().map(|steps| &steps[..]), &self.domain, &self.drive_states, cx.memory())
        {
            None => self.report(cx, &[], self.drive_states.utility(&self.domain, cx.memory()), false),
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

    fn find_plan(&mut self, cx: &mut Context<'_>) {
        // The ambiance may have changed with time. A search in progress keeps the values that it began with.
        self.scored &= self.domain.ambiances.len() == 0 || self.search.is_under_way();
        self.score(cx.memory());
        if !self.domain.scripts.is_empty() {
            return self.choose_script(cx);
        }
        if !self.search.is_under_way() {
            self.changed = false;
            self.search.restart();
        }
        let holder = cx.holder();
        let memory = cx.memory();
        let (ledger, budget) = cx.ledger_and_budget();
        let free = |id: Id| ledger.exclusive_holder(id).is_none_or(|by| by == holder);
        // Other tasks of the decision get what is left.
        let mut slice = Budget::new(budget.left().min(self.domain.rules.limits.work_per_tick));
        let found = self.search.run_with(&self.domain, &self.drive_states, memory, &mut slice, &free);
        budget.spend(slice.spent());
        match found {
            SearchProgress::Unfinished => {
                cx.ask_again();
                if let Some(plan) = self.search.best_so_far(&self.domain).filter(|_| self.plan.is_none()) {
                    self.take(plan, cx);
                }
            }
            SearchProgress::Nothing => {
                self.report(cx, &[], self.drive_states.utility(&self.domain, cx.memory()), false);
            }
            SearchProgress::Found(plan) => self.take(plan, cx),
        }
        if !self.search.is_under_way() {
            self.why = "something changed".into();
        }
    }

    /// Follows a plan unless the current one is nearly as good.
    fn take(&mut self, plan: Plan, cx: &mut Context<'_>) {
        let better = match self.plan {
            None => true,
            // The same plan is no better than itself.
            Some(_) if plan.steps == self.rest() && self.domain.rules.hysteresis >= 0.0 => false,
            Some(_) => {
                let [new, old] = self.ratings([&plan.steps, self.rest()], cx.memory());
                new > old + self.domain.rules.hysteresis
            }
        };
        self.report(cx, &plan.steps, plan.utility, better);
        if !better {
            return;
        }
        // The running action continues if the new plan begins with it.
        let goes_on = self.running.is_some() && plan.steps.first() == self.step().as_ref();
        if !goes_on {
            self.running = None;
        }
        (self.plan, self.at) = (Some(plan), 0);
    }

    fn rest(&self) -> &[Step] {
        self.plan.as_ref().and_then(|plan| plan.steps.get(self.at..)).unwrap_or(&[])
    }

    /// The ratings of two plans from now on; negative infinity for a plan that cannot be executed.
    fn ratings(&self, plans: [&[Step]; 2], memory: &Memory) -> [f64; 2] {
        let free = |_| true;
        let mut sim = Simulator::new(&self.domain, &self.drive_states, memory, &free);
        let now = sim.run(&[], None, None).utility;
        plans.map(|steps| {
            let links: SmallVec<[ChainLink; 8]> = (0..)
                .zip(steps)
                .map(|(joined, step)| ChainLink { action: step.index, thing: step.thing, joined })
                .collect();
            let outcome = sim.run(&links, None, None);
            let first_is_under_way = self.running.is_some() && steps.first() == self.step().as_ref();
            let possible = match outcome.unmet {
                None => true,
                // The precondition of the running action held when it began.
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

    fn report(&self, cx: &mut Context<'_>, steps: &[Step], utility: f64, followed: bool) {
        if !cx.is_traced() {
            return;
        }
        let (task, domain) = (cx.holder().0, &self.domain);
        let chosen_over = if domain.scripts.is_empty() {
            self.search.other_plans(steps, domain)
        } else {
            other_scripts(steps, domain, &self.drive_states, cx.memory())
        };
        cx.trace(|| Event::Planned {
            task,
            why: (*self.why).into(),
            steps: steps.iter().map(|step| step.display(domain)).collect(),
            utility,
            chosen_over,
            considered: u64::from(self.search.counts().generated),
            followed,
        });
    }

    /// Begins or continues the current step.
    fn act(&mut self, cx: &mut Context<'_>) -> Outcome {
        let Some(step) = self.step() else { return self.rest_or_done(cx) };
        let domain = self.domain.clone();
        let Some(action) = domain.actions.get(step.index as usize) else { return Outcome::Waiting };
        let ready = match self.running {
            Some(_) => running_step::still_holds(action, step.thing, cx),
            None => {
                step.thing.is_none_or(|thing| cx.memory().exists(thing))
                    && running_step::may_begin(action, step.thing, cx)
            }
        };
        if !ready {
            let unmet = running_step::unmet(action, step.thing, cx.memory());
            self.fail(step, Some(unmet), cx.memory());
            cx.ask_again();
            return Outcome::Waiting;
        }
        if self.running.is_none() {
            self.running = Some(RunningStep::begin(action, &step, cx.memory()));
            self.expected = action.built.expected(cx.memory(), &step.arguments());
            let (task, step) = (cx.holder().0, self.at);
            cx.trace(|| Event::Following { task, step });
        }
        // Ends by time and scheduled planning need another call although nothing in memory changes.
        if let Some(end) = self.running.and_then(|running| running.ends(&step, &domain)) {
            cx.ask_at(end);
        }
        if self.changed && self.may_interrupt() {
            cx.ask_at(self.next_planning);
        }
        self.request_calls(cx);
        cx.propose(Command::Act { action: step.action, arguments: step.arguments() });
        Outcome::Acting
    }

    /// Requests the calls that a search in progress, paused goals and changing ambiances need.
    fn request_calls(&self, cx: &mut Context<'_>) {
        if self.search.is_under_way() {
            cx.ask_again();
        }
        for until in [self.next_resume, self.next_ambiance].into_iter().flatten() {
            cx.ask_at(until);
        }
    }

    fn rest_or_done(&mut self, cx: &mut Context<'_>) -> Outcome {
        self.score(cx.memory());
        if self.changed {
            cx.ask_at(self.next_planning);
        }
        self.request_calls(cx);
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
        // A second call in the same tick starts from the same state.
        if self.asked != Some(now.tick) {
            self.asked = Some(now.tick);
            self.observe(cx.memory());
            self.report_drives(cx);
            self.advance(cx.memory());
            self.resume(now.micros);
            self.check_ambiance(now.micros);
            if self.should_plan(now.micros) {
                self.find_plan(cx);
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

    /// The ambiances that the agent observes. The plan is not saved; it is found again.
    fn save(&self) -> Option<Value> {
        self.drive_states.ambiance.save()
    }

    fn restore(&mut self, state: &Value) {
        self.drive_states.ambiance = AmbianceState::restored(state, self.domain.ambiances.len());
    }
}
