//! GOAP as a behaviour: plans for the unmet goal with the highest priority, and follows the plan.

use super::compiled::{Goap, with_target};
use crate::ambiance::AmbianceState;
use crate::follow::shown_statuses;
use motive_core::action::Command;
use motive_core::binding::Budget;
use motive_core::condition::ReadSet;
use motive_core::mind::{Behaviour, Context, Outcome, Program};
use motive_core::projection::compact::{Astar, Becomes, NoPlan};
use motive_core::trace::Event;
use motive_core::vocabulary::{ActionId, Facts, Id, Value};
use std::sync::Arc;

/// A GOAP planner as a program that can pursue a goal of the arbiter.
#[derive(Clone, Debug)]
pub struct GoapFor {
    name: Arc<str>,
    goap: Arc<Goap>,
}

impl GoapFor {
    /// Plans with these symbols, actions and goals.
    pub fn new(name: &str, goap: Arc<Goap>) -> Self {
        Self { name: name.into(), goap }
    }

    /// The planner.
    pub fn goap(&self) -> &Arc<Goap> {
        &self.goap
    }
}

impl Program for GoapFor {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        Box::new(GoapBehaviour::new(self.goap.clone()))
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }
}

/// The current plan: its goal and target, and the current step.
#[derive(Clone, Debug)]
struct GoapPlan {
    goal: usize,
    target: Option<Id>,
    actions: Vec<u16>,
    at: usize,
}

/// A search that did not end within a tick: its goal, and the costs with which it began.
#[derive(Clone, Debug)]
struct PausedPlanning {
    goal: usize,
    target: Option<Id>,
    costs: Vec<f64>,
}

/// The most states that are expanded in one tick, about half a millisecond. Our choice.
const WORK_PER_TICK: u64 = 1_500;

/// Plans for one goal at a time and follows the plan.
///
/// It plans when there is no plan, when the current one is completed or can no longer be followed, when a goal with a higher priority
/// becomes active, and periodically; but not while it is [committed](super::GoapBuilder::committed_while). An
/// [ambiance](super::GoapBuilder::ambiance) begins for it when it first observes it.
///
/// A search that expands more than 1,500 states goes on in the next tick. Meanwhile the former plan is followed, as long as it can be.
pub struct GoapBehaviour {
    goap: Arc<Goap>,
    search: Astar,
    paused: Option<PausedPlanning>,
    plan: Option<GoapPlan>,
    state: Vec<i64>,
    costs: Vec<f64>,
    ranked: Vec<(f64, usize, Option<Id>)>,
    /// By action: the ambiance set by the host.
    ambiance: Vec<f64>,
    /// The ambiances that the agent observes.
    observed: AmbianceState,
    /// By action: all ambiance on it, during planning.
    lying: Vec<f64>,
    due: u64,
    asked: Option<u64>,
}

impl GoapBehaviour {
    /// A behaviour without a plan.
    pub fn new(goap: Arc<Goap>) -> Self {
        Self {
            goap,
            search: Astar::new(),
            paused: None,
            plan: None,
            state: Vec::new(),
            costs: Vec::new(),
            ranked: Vec::new(),
            ambiance: Vec::new(),
            observed: AmbianceState::default(),
            lying: Vec::new(),
            due: 0,
            asked: None,
        }
    }

    /// Sets the ambiance on each action, in the order of declaration.
    pub fn set_ambiance(&mut self, ambiance: &[f64]) {
        self.ambiance.clear();
        self.ambiance.extend_from_slice(ambiance);
    }

    /// The current goal and its target.
    pub fn goal(&self) -> Option<(&str, Option<Id>)> {
        let plan = self.plan.as_ref()?;
        Some((&self.goap.goals.get(plan.goal)?.name, plan.target))
    }

    /// The remaining steps of the plan, as names of actions.
    pub fn rest(&self) -> Vec<&str> {
        let left = self.plan.as_ref().and_then(|plan| plan.actions.get(plan.at..)).unwrap_or(&[]);
        self.goap.problem.display(left)
    }

    /// The remaining steps of the plan, as text.
    fn told(&self, facts: &impl Facts) -> Vec<String> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let step = |action: &u16| match self.goap.command(*action, plan.target, facts) {
            Some(command) => command.display(&self.goap.names),
            None => self.goap.problem.display(&[*action]).concat(),
        };
        plan.actions.get(plan.at..).unwrap_or(&[]).iter().map(step).collect()
    }

    /// Whether the running action must not be interrupted.
    fn is_bound(&self, facts: &impl Facts) -> bool {
        let busy = self.goap.busy.as_ref();
        if self.plan.is_some()
            && busy.is_some_and(|busy| busy.holds(facts, &mut with_target(busy.variables, None)))
        {
            return true;
        }
        let at_hand = self.plan.as_ref().and_then(|plan| plan.actions.get(plan.at));
        let action = at_hand.and_then(|action| self.goap.actions.get(usize::from(*action)));
        !self.goap.interrupts && action.is_some_and(|action| self.is_running(action.action, facts))
    }

    /// Whether memory shows that this latched action is running.
    fn is_running(&self, action: ActionId, facts: &impl Facts) -> bool {
        let names = &self.goap.names;
        shown_statuses(action, names, facts).contains(&Some(names.builtin().running))
    }

    /// Reads memory, and plans or continues. Returns whether it planned.
    pub fn update(&mut self, facts: &impl Facts, budget: &mut Budget) -> bool {
        self.notice(facts);
        if self.is_bound(facts) {
            return false;
        }
        self.rank(facts);
        let overtaken = self.is_overtaken();
        let mut former = None;
        if let Some(plan) = &mut self.plan {
            let goap = self.goap.clone();
            goap.sense(plan.target, facts, &mut self.state);
            while plan.actions.get(plan.at).is_some_and(|action| has_happened(&goap, *action, &self.state)) {
                plan.at += 1;
            }
            let next = plan
                .actions
                .get(plan.at)
                .and_then(|action| goap.problem.operators().get(usize::from(*action)));
            let possible = next.is_some_and(|operator| goap.problem.meets(&self.state, &operator.needs));
            let again = facts.time().micros >= self.due;
            if possible && !overtaken && !again && self.paused.is_none() {
                return false;
            }
            former = self.plan.take().filter(|_| possible);
        }
        // Other tasks of the decision get what is left.
        let mut slice = Budget::new(budget.left().min(WORK_PER_TICK));
        self.find(facts, &mut slice);
        budget.spend(slice.spent());
        if self.paused.is_some() {
            self.plan = former;
        }
        self.paused.is_none()
    }

    /// Whether an unmet goal has a higher priority than the current one, even if it cannot be reached.
    fn is_overtaken(&self) -> bool {
        let best = self.ranked.first().zip(self.plan.as_ref());
        best.is_some_and(|((_, goal, target), plan)| (*goal, *target) != (plan.goal, plan.target))
    }

    /// Observes the ambiances. If one began or ended, the next update plans.
    fn notice(&mut self, facts: &impl Facts) {
        if self.goap.ambiances.observe(&mut self.observed, facts) {
            let soon = facts.time().micros.next_multiple_of(self.goap.period.max(1));
            self.due = self.due.min(soon);
        }
    }

    /// The active unmet goals, highest priority first; among equals the one declared first.
    fn rank(&mut self, facts: &impl Facts) {
        self.ranked.clear();
        let goap = self.goap.clone();
        for (number, goal) in goap.goals.iter().enumerate() {
            let Some((priority, target)) = goap.wanted(goal, facts) else { continue };
            goap.sense(target, facts, &mut self.state);
            if !goap.problem.meets(&self.state, goap.problem.goal(goal.id)) {
                self.ranked.push((priority, number, target));
            }
        }
        self.ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    }

    /// Plans for the goal with the highest priority that can be reached, or goes on with that.
    fn find(&mut self, facts: &impl Facts, budget: &mut Budget) {
        let (goap, now) = (self.goap.clone(), facts.time().micros);
        self.due = match goap.period {
            // Ambiances may change costs although nothing in memory changes.
            0 => goap.ambiances.next_change(&self.observed, now, 0).unwrap_or(u64::MAX),
            period => (now / period + 1).saturating_mul(period),
        };
        self.lying.clear();
        self.lying.extend_from_slice(&self.ambiance);
        goap.ambiances.add(&self.observed, now, &mut self.lying);
        let mut ranked = self.ranked.clone();
        if let Some(paused) = &self.paused {
            // Goals before it have no plan. If it is no longer wanted, all are looked at again.
            let at =
                ranked.iter().position(|(_, goal, target)| (*goal, *target) == (paused.goal, paused.target));
            ranked.drain(..at.unwrap_or(0));
            self.paused = self.paused.take().filter(|_| at.is_some());
        }
        for (_, number, target) in ranked {
            let Some(goal) = goap.goals.get(number) else { continue };
            goap.sense(target, facts, &mut self.state);
            let paused = self.paused.take();
            let found = match &paused {
                Some(paused) => self.search.go_on_at(&goap.problem, goal.id, &paused.costs, budget),
                None => {
                    goap.costs(target, facts, &self.lying, &mut self.costs);
                    self.search.plan_at(&goap.problem, &self.state, goal.id, &self.costs, budget)
                }
            };
            match found {
                // What was found in the state of an earlier tick must work now.
                Ok(found) if goap.problem.check(&self.state, found.actions, goal.id).is_ok() => {
                    self.plan =
                        Some(GoapPlan { goal: number, target, actions: found.actions.to_vec(), at: 0 });
                    return;
                }
                Err(NoPlan::Budget) => {
                    let begun = || PausedPlanning { goal: number, target, costs: self.costs.clone() };
                    self.paused = Some(paused.unwrap_or_else(begun));
                    return;
                }
                _ => {}
            }
        }
    }

    /// The current action.
    pub fn command(&self, facts: &impl Facts) -> Option<Command> {
        let plan = self.plan.as_ref()?;
        self.goap.command(*plan.actions.get(plan.at)?, plan.target, facts)
    }
}

/// Whether the effects of an action already hold.
fn has_happened(goap: &Goap, action: u16, state: &[i64]) -> bool {
    let Some(operator) = goap.problem.operators().get(usize::from(action)) else { return true };
    let only_sets = operator.changes.iter().all(|(_, becomes)| matches!(becomes, Becomes::To(_)));
    only_sets && !goap.problem.would_change(state, operator)
}

impl Behaviour for GoapBehaviour {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        let tick = cx.time().tick;
        if self.asked != Some(tick) {
            self.asked = Some(tick);
            let memory = cx.memory();
            if self.update(memory, cx.ledger_and_budget().1) {
                let task = cx.holder().0;
                let this = &*self;
                cx.trace(|| Event::Planned {
                    task,
                    why: this
                        .goal()
                        .map_or_else(|| "nothing to do".into(), |(goal, _)| format!("the goal is {goal}"))
                        .into(),
                    steps: this.told(memory),
                    utility: 0.0,
                    chosen_over: Vec::new(),
                    considered: 0,
                    followed: true,
                });
            }
        }
        // Planning happens periodically, whatever changed.
        if self.plan.is_some() {
            cx.ask_at(self.due);
        }
        if self.paused.is_some() {
            cx.ask_again();
        }
        // An agent that is kept from a goal with a higher priority plans at every call, so it must be called when costs change.
        if self.is_overtaken()
            && let Some(turn) = self.goap.ambiances.next_change(&self.observed, cx.time().micros, 1)
        {
            cx.ask_at(turn);
        }
        match self.command(cx.memory()) {
            Some(command) => {
                cx.propose(command);
                Outcome::Acting
            }
            None if self.ranked.is_empty() => Outcome::Done,
            None => Outcome::Waiting,
        }
    }

    fn reads(&self) -> Option<&ReadSet> {
        Some(&self.goap.reads)
    }

    /// An action that must not be interrupted ends when memory shows it.
    fn reacts_to_action_end(&self) -> bool {
        !self.goap.interrupts
    }

    fn current(&self) -> Option<&str> {
        self.goal().map(|(goal, _)| goal)
    }

    /// The ambiances that the agent observes. The plan is not saved; it is found again.
    fn save(&self) -> Option<Value> {
        self.observed.save()
    }

    fn restore(&mut self, state: &Value) {
        self.observed = AmbianceState::restored(state, self.goap.ambiances.len());
    }
}
