//! Planning for drives as a behaviour: makes plans, follows them action by action, and replaces them by better ones.

mod running_step;

pub(crate) use running_step::shown_statuses;

use crate::ambiance::AmbianceState;
use crate::domain::Domain;
use crate::plan::{
    ChainLink, DriveStates, Plan, PlanSearch, PlanStep, SearchCounts, SearchProgress, Simulator, Termination,
    Unmet, best_script, other_scripts, with_targets,
};
use motive_core::action::Command;
use motive_core::binding::Budget;
use motive_core::condition::ReadSet;
use motive_core::engine::{ExpectedFact, prefetch_slice};
use motive_core::memory::{Channel, Memory};
use motive_core::mind::{Behaviour, Context, Outcome, Program};
use motive_core::trace::Event;
use motive_core::vocabulary::{Dependency, Facts, Id, Time, Value};
use running_step::{RunningStep, StepStatus};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// A program that plans for the drives of a domain. It can pursue a goal.
#[derive(Clone, Debug)]
#[must_use]
pub struct PlanFor {
    name: Arc<str>,
    domain: Arc<Domain>,
    version: u64,
}

impl PlanFor {
    /// Plans for the drives of a domain.
    pub fn new(name: &str, domain: Arc<Domain>) -> Self {
        Self { name: name.into(), domain, version: 0 }
    }

    /// Sets a version number, which should change when the domain does.
    pub fn versioned(mut self, version: u64) -> Self {
        self.version = version;
        self
    }

    /// The domain it plans with.
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
pub struct PlanFailure {
    /// The step that failed.
    pub step: PlanStep,
    /// The part of its precondition that did not hold, as text; none if the action itself failed.
    pub unmet: Option<String>,
    /// When.
    pub time: Time,
}

/// What has become invalid since the last decision. A later one includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Staleness {
    /// Nothing.
    Nothing,
    /// The scores of the drives, by expected effects of the running action. The plan takes them into account.
    Scores,
    /// The scores of the drives, by properties that nothing but drives read. The plan is invalid too if a measure changed.
    Measures,
    /// The plan: there may be a better one.
    Plan,
}

/// How current the scores of the drives are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Scores {
    Stale,
    Current,
    /// Current, and recorded in the trace.
    Reported,
}

/// Plans for drives and follows its plans.
///
/// It plans when there is no plan, when the current one has ended or failed, and periodically ([`Rules::period`](crate::Rules)) if
/// something changed that plans depend on and the running action may be interrupted. Expected effects of the plan, and changes that change
/// no score, do not count. The current plan is replaced only by one that is better by more than [`Rules::hysteresis`](crate::Rules).
///
/// A search that needs more than [`Limits::work_per_tick`](crate::Limits) goes on in the next ticks. Meanwhile the current plan is followed;
/// without one, the best plan so far.
pub struct DriveBehaviour {
    domain: Arc<Domain>,
    drive_states: DriveStates,
    search: PlanSearch,
    plan: Option<Plan>,
    /// The index of the current step.
    at: usize,
    running: Option<RunningStep>,
    channels: Vec<Channel>,
    /// The memory's clock at the last observation.
    seen: Option<u64>,
    /// When to plan, in microseconds, if the plan has become invalid since the last planning.
    planning_due: Option<u64>,
    why: Cow<'static, str>,
    scores: Scores,
    /// A hash of all measures of the drives, as they were last scored.
    measures: u64,
    /// The expected effects of the running action.
    expected: SmallVec<[ExpectedFact; 2]>,
    failure: Option<PlanFailure>,
    /// When paused goals are taken up again, in microseconds.
    next_resume: Option<u64>,
    /// When the ambiance will have changed although nothing in memory did, in microseconds.
    next_ambiance: Option<u64>,
    /// The tick in which it was last asked.
    asked: Option<u64>,
}

impl DriveBehaviour {
    /// A behaviour without a plan.
    pub fn new(domain: Arc<Domain>) -> Self {
        Self {
            drive_states: DriveStates::new(&domain),
            domain,
            search: PlanSearch::new(),
            plan: None,
            at: 0,
            running: None,
            channels: Vec::new(),
            seen: None,
            planning_due: None,
            why: "there was no plan yet".into(),
            scores: Scores::Stale,
            measures: 0,
            expected: SmallVec::new(),
            failure: None,
            next_resume: None,
            next_ambiance: None,
            asked: None,
        }
    }

    /// The state of the drives at the last scoring: when a plan was made, when there was nothing to do, or when events were recorded.
    pub fn drive_states(&self) -> &DriveStates {
        &self.drive_states
    }

    /// The current plan and the index of its current step.
    pub fn plan(&self) -> Option<(&Plan, usize)> {
        self.plan.as_ref().map(|plan| (plan, self.at))
    }

    /// Why the last failed plan failed.
    pub fn failure(&self) -> Option<&PlanFailure> {
        self.failure.as_ref()
    }

    fn step(&self) -> Option<PlanStep> {
        self.plan.as_ref()?.steps.get(self.at).copied()
    }

    /// Finds what has become invalid since the last decision: by changes in memory, or by time.
    fn invalidated(&mut self, memory: &Memory) -> Staleness {
        let by_memory = self.invalidated_by_memory(memory);
        let now = memory.time().micros;
        let resumes = self.next_resume.is_some_and(|until| until <= now);
        self.next_resume = self.next_resume.filter(|_| !resumes);
        let turns = self.next_ambiance.is_some_and(|at| at <= now);
        let next =
            self.domain.ambiances.next_change(&self.drive_states.ambiance, now, self.domain.rules.period);
        self.next_ambiance = self.next_ambiance.filter(|_| !turns).into_iter().chain(next).min();
        if resumes || turns { Staleness::Plan } else { by_memory }
    }

    /// Drives and goals come and go here too.
    fn invalidated_by_memory(&mut self, memory: &Memory) -> Staleness {
        let seen = self.seen.replace(memory.clock());
        let is_newer = |channel: &Channel| seen.is_none_or(|seen| memory.version(*channel) > seen);
        let fresh = match seen {
            Some(seen) if self.channels.is_empty() => memory.clock() > seen,
            _ => seen.is_none() || self.channels.iter().any(is_newer),
        };
        if !fresh && !self.domain.reads.is_volatile() {
            return Staleness::Nothing;
        }
        self.scores = Scores::Stale;
        let may_come_or_go = match (&self.domain.presence_reads, seen) {
            (Some(presence), Some(_)) => {
                presence.iter().any(|at| self.channels.get(usize::from(*at)).is_none_or(is_newer))
            }
            _ => true,
        };
        if may_come_or_go && self.drive_states.renew(&self.domain, memory) || self.planning_due.is_some() {
            return Staleness::Plan;
        }
        seen.map_or(Staleness::Plan, |seen| self.invalidated_since(seen, memory))
    }

    /// What the facts that changed since this time of the memory's clock have made invalid: the plan, unless all of them are known.
    fn invalidated_since(&self, seen: u64, memory: &Memory) -> Staleness {
        let domain = &self.domain;
        let all_known = self.channels.iter().zip(domain.reads.dependencies()).all(|(channel, on)| {
            let version = memory.version(*channel);
            let of_property =
                matches!(on, Dependency::Own(_) | Dependency::Property(_) | Dependency::KindProperty(..));
            version <= seen || version > memory.last_tick_end() && of_property
        });
        if !all_known || self.channels.is_empty() || domain.reads.is_volatile() {
            return Staleness::Plan;
        }
        let mut invalidated = Staleness::Scores;
        let harmless = memory.all_changed(|id, property| {
            if self.running.is_some() && self.expected.iter().any(|fact| fact.is(id, property, memory)) {
                return true;
            }
            if domain.only_wanted.contains(&property) {
                invalidated = Staleness::Measures;
                return true;
            }
            !domain.reads.mentions(property)
        });
        if harmless { invalidated } else { Staleness::Plan }
    }

    /// Renews what has become invalid, or schedules it.
    fn renew(&mut self, invalidated: Staleness, memory: &Memory) {
        match invalidated {
            Staleness::Nothing => {}
            Staleness::Scores => self.score(memory),
            Staleness::Measures => {
                let before = self.measures;
                self.score(memory);
                if self.measures != before {
                    self.schedule_planning(memory.time().micros);
                }
            }
            Staleness::Plan => self.schedule_planning(memory.time().micros),
        }
    }

    /// Scores the drives, unless their scores are current.
    fn score(&mut self, memory: &Memory) {
        if self.scores == Scores::Stale {
            self.score_again(memory);
        }
    }

    fn score_again(&mut self, memory: &Memory) {
        self.measures = self.drive_states.score(&self.domain, memory);
        self.scores = self.scores.max(Scores::Current);
    }

    /// Records the satisfaction of the drives, if it may have changed.
    fn report_drives(&mut self, cx: &mut Context<'_>) {
        if !cx.is_traced() || self.scores == Scores::Reported {
            return;
        }
        self.score(cx.memory());
        self.scores = Scores::Reported;
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
        self.planning_due.get_or_insert(now.next_multiple_of(self.domain.rules.period.max(1)));
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
    fn fail(&mut self, step: PlanStep, unmet: Option<String>, memory: &Memory) {
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
        self.failure = Some(PlanFailure { step, unmet, time: now });
        if let Some(last) = last.filter(|_| pause > 0) {
            let until = now.micros.saturating_add(pause);
            self.drive_states.pause(last.index, &self.domain, now.micros, until);
            self.next_resume = Some(until);
        }
    }

    /// Whether to plan now.
    fn should_plan(&self, now: u64) -> bool {
        (self.search.is_under_way() || self.planning_due.is_some_and(|due| now >= due))
            && self.may_interrupt()
    }

    /// Whether the running action, if there is one, may be interrupted.
    fn may_interrupt(&self) -> bool {
        match (self.step(), self.running) {
            (Some(step), Some(_)) => {
                let action = self.domain.ability(step.index);
                self.domain.rules.interrupts && action.is_none_or(|action| action.interruptible)
            }
            _ => true,
        }
    }

    /// Chooses among the scripted plans.
    fn choose_script(&mut self, cx: &mut Context<'_>) {
        self.planning_due = None;
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
        match self.domain.ambiances.len() > 0 && !self.search.is_under_way() {
            true => self.score_again(cx.memory()),
            false => self.score(cx.memory()),
        }
        if !self.domain.scripts.is_empty() {
            return self.choose_script(cx);
        }
        if !self.search.is_under_way() {
            self.planning_due = None;
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

    fn rest(&self) -> &[PlanStep] {
        self.plan.as_ref().and_then(|plan| plan.steps.get(self.at..)).unwrap_or(&[])
    }

    /// The ratings of two plans from now on; negative infinity for a plan that cannot be executed.
    fn ratings(&self, plans: [&[PlanStep]; 2], memory: &Memory) -> [f64; 2] {
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
                Some(Unmet::Need { at, .. }) => at == 0 && first_is_under_way,
                Some(_) => false,
            };
            if possible && !outcome.broken {
                PlanSearch::rate(&outcome, &self.domain, now)
            } else {
                f64::NEG_INFINITY
            }
        })
    }

    fn report(&self, cx: &mut Context<'_>, steps: &[PlanStep], utility: f64, followed: bool) {
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
        let Some(action) = domain.ability(step.index) else { return Outcome::Waiting };
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
        if let Some(due) = self.planning_due.filter(|_| self.may_interrupt()) {
            cx.ask_at(due);
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
        self.planning_due.into_iter().for_each(|due| cx.ask_at(due));
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
            let invalidated = self.invalidated(cx.memory());
            self.renew(invalidated, cx.memory());
            self.report_drives(cx);
            self.advance(cx.memory());
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
