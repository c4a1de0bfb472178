//! GOAP as a behaviour: the most important goal that is not met is planned for, and its plan followed symbol by symbol.

use super::build::{Goap, with_target};
use crate::ambiance::Felt;
use motive_core::action::Command;
use motive_core::binding::Budget;
use motive_core::condition::ReadSet;
use motive_core::memory::Memory;
use motive_core::mind::{Behaviour, Context, Outcome, Program};
use motive_core::projection::compact::{Astar, Becomes};
use motive_core::trace::Event;
use motive_core::vocabulary::{ActionId, Facts, Id, Query, Value};
use std::ops::ControlFlow;
use std::sync::Arc;

/// GOAP as a program that can pursue a goal of the arbiter.
#[derive(Clone, Debug)]
pub struct GoapFor {
    name: Arc<str>,
    goap: Arc<Goap>,
}

impl GoapFor {
    /// Plans with these symbols, actions and goals.
    #[must_use]
    pub fn new(name: &str, goap: Arc<Goap>) -> Self {
        Self { name: name.into(), goap }
    }

    /// What it plans with.
    #[must_use]
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

/// The plan at hand: which goal it is for, with which target, and how far it has come.
#[derive(Clone, Debug)]
struct Chosen {
    goal: usize,
    target: Option<Id>,
    actions: Vec<u16>,
    at: usize,
}

/// Plans for one goal at a time and follows the plan.
///
/// A plan is looked for when there is none, when the one at hand is done or can no longer be followed, when a more important goal
/// comes up, and every so often; but not while it is [committed](super::GoapBuilder::committed_while). Since when an
/// [ambiance](super::GoapBuilder::ambiance) has been there it keeps itself: an ambiance begins for it when it first sees it.
pub struct GoapBehaviour {
    goap: Arc<Goap>,
    search: Astar,
    plan: Option<Chosen>,
    state: Vec<i64>,
    costs: Vec<f64>,
    ranked: Vec<(f64, usize, Option<Id>)>,
    /// By action: how much ambiance is on it, as the host says.
    mood: Vec<f64>,
    /// What it notices of its surroundings.
    felt: Felt,
    /// By action: all ambiance that is on it, while a plan is looked for.
    lying: Vec<f64>,
    due: u64,
    asked: Option<u64>,
}

impl GoapBehaviour {
    /// Has not planned yet.
    #[must_use]
    pub fn new(goap: Arc<Goap>) -> Self {
        Self {
            goap,
            search: Astar::new(),
            plan: None,
            state: Vec::new(),
            costs: Vec::new(),
            ranked: Vec::new(),
            mood: Vec::new(),
            felt: Felt::default(),
            lying: Vec::new(),
            due: 0,
            asked: None,
        }
    }

    /// Puts ambiance on the actions, in the order in which they were declared.
    pub fn set_mood(&mut self, mood: &[f64]) {
        self.mood.clear();
        self.mood.extend_from_slice(mood);
    }

    /// The goal at hand and its target.
    #[must_use]
    pub fn goal(&self) -> Option<(&str, Option<Id>)> {
        let plan = self.plan.as_ref()?;
        Some((&self.goap.goals.get(plan.goal)?.name, plan.target))
    }

    /// What is left of the plan at hand, as names of actions.
    #[must_use]
    pub fn rest(&self) -> Vec<&str> {
        let left = self.plan.as_ref().and_then(|plan| plan.actions.get(plan.at..)).unwrap_or(&[]);
        self.goap.problem.display(left)
    }

    /// What is left of the plan at hand, as a person would write it.
    fn told(&self, facts: &impl Facts) -> Vec<String> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let step = |action: &u16| match self.goap.command(*action, plan.target, facts) {
            Some(command) => command.display(&self.goap.names),
            None => self.goap.problem.display(&[*action]).concat(),
        };
        plan.actions.get(plan.at..).unwrap_or(&[]).iter().map(step).collect()
    }

    /// Whether the action at hand is under way and must not be given up.
    fn is_bound(&self, facts: &impl Facts) -> bool {
        let busy = self.goap.busy.as_ref();
        if self.plan.is_some()
            && busy.is_some_and(|busy| busy.holds(facts, &mut with_target(busy.variables, None)))
        {
            return true;
        }
        let at_hand = self.plan.as_ref().and_then(|plan| plan.actions.get(plan.at));
        let action = at_hand.and_then(|action| self.goap.actions.get(usize::from(*action)));
        !self.goap.interrupts && action.is_some_and(|action| under_way(action.action, &self.goap, facts))
    }

    /// Looks at memory, and plans or goes on. Says whether it looked for a plan.
    pub fn update(&mut self, facts: &impl Facts, budget: &mut Budget) -> bool {
        self.notice(facts);
        if self.is_bound(facts) {
            return false;
        }
        self.rank(facts);
        let overtaken = self.is_overtaken();
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
            if possible && !overtaken && !again {
                return false;
            }
        }
        self.plan = None;
        self.find(facts, budget);
        true
    }

    /// Whether there is a goal more important than that of the plan at hand, be it one that cannot be reached.
    fn is_overtaken(&self) -> bool {
        let best = self.ranked.first().zip(self.plan.as_ref());
        best.is_some_and(|((_, goal, target), plan)| (*goal, *target) != (plan.goal, plan.target))
    }

    /// Looks at its surroundings. When something has come or gone, it is time for another plan.
    fn notice(&mut self, facts: &impl Facts) {
        if self.goap.around.look(&mut self.felt, facts) {
            let soon = facts.time().micros.next_multiple_of(self.goap.period.max(1));
            self.due = self.due.min(soon);
        }
    }

    /// The goals that are wanted and not met, the most important first, among equals the earlier.
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

    /// Plans for the most important goal that can be reached.
    fn find(&mut self, facts: &impl Facts, budget: &mut Budget) {
        let (goap, now) = (self.goap.clone(), facts.time().micros);
        self.due = match goap.period {
            // What is around may change what actions cost though nothing in memory does.
            0 => goap.around.turn(&self.felt, now, 0).unwrap_or(u64::MAX),
            period => (now / period + 1).saturating_mul(period),
        };
        self.lying.clear();
        self.lying.extend_from_slice(&self.mood);
        goap.around.add(&self.felt, now, &mut self.lying);
        for (_, number, target) in self.ranked.clone() {
            let Some(goal) = goap.goals.get(number) else { continue };
            goap.sense(target, facts, &mut self.state);
            goap.costs(target, facts, &self.lying, &mut self.costs);
            let found = self.search.plan_at(&goap.problem, &self.state, goal.id, &self.costs, budget);
            if let Ok(found) = found
                && goap.problem.check(&self.state, found.actions, goal.id).is_ok()
            {
                self.plan = Some(Chosen { goal: number, target, actions: found.actions.to_vec(), at: 0 });
                return;
            }
        }
    }

    /// What is to be done now.
    #[must_use]
    pub fn command(&self, facts: &impl Facts) -> Option<Command> {
        let plan = self.plan.as_ref()?;
        self.goap.command(*plan.actions.get(plan.at)?, plan.target, facts)
    }
}

/// Whether memory shows that a latched action of this verb is being done.
fn under_way(action: ActionId, goap: &Goap, facts: &impl Facts) -> bool {
    let builtin = goap.names.builtin();
    let Some(action) = goap.names.action_info(action).map(|info| info.name) else { return false };
    let mut running = false;
    let query = Query { kind: Some(builtin.action), equal: &[(builtin.name, Value::Symbol(action))] };
    facts.candidates(&query, &mut |id| {
        let shows = |property, symbol| facts.values(id, property).first() == Some(&Value::Symbol(symbol));
        running |= shows(builtin.name, action) && shows(builtin.status, builtin.running);
        ControlFlow::Continue(())
    });
    running
}

/// Whether what an action sets is already so.
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
            let memory: &Memory = cx.memory;
            if self.update(memory, cx.budget) {
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
                    runner_up: None,
                    considered: 0,
                    followed: true,
                });
            }
        }
        // A plan is looked for anew when it is time, whatever changed.
        if self.plan.is_some() {
            cx.ask_at(self.due);
        }
        // Who is kept from a more important goal plans whenever it is asked, and so as often as costs change.
        if self.is_overtaken()
            && let Some(turn) = self.goap.around.turn(&self.felt, cx.time().micros, 1)
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

    /// What must not be given up is over when memory shows its end.
    fn reacts_to_action_end(&self) -> bool {
        !self.goap.interrupts
    }

    fn current(&self) -> Option<&str> {
        self.goal().map(|(goal, _)| goal)
    }

    /// Since when it has noticed what is around. A plan is found again.
    fn save(&self) -> Option<Value> {
        self.felt.save()
    }

    fn restore(&mut self, state: &Value) {
        self.felt = Felt::restored(state, self.goap.around.len());
    }
}
