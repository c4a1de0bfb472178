//! Runs a teleo-reactive program.

use super::active_rules::{ActiveRule, ActiveRules, KeptBindings, MAX_CALL_DEPTH};
use super::definition::Caching;
use super::library::{CompiledProgram, CompiledRule, CompiledStep, Library};
use motive_core::action::{Arguments, Command};
use motive_core::condition::{Access, Bindings, CallFailure, ReadSet};
use motive_core::engine::{ConditionCode, ExprCode};
use motive_core::mind::{Behaviour, Context, Outcome, Stuck};
use motive_core::trace::{ConditionFailure, Event, MindPart, TaskEnd};
use motive_core::vocabulary::Value;
use std::ops::Range;
use std::sync::Arc;

/// A running program: which rule ran last, since when, and with what.
pub(super) struct TeleoBehaviour {
    library: Arc<Library>,
    program: u32,
    /// The last rule that was tried: the answer depends on this one and all before it.
    last_tried: u32,
    rules: ActiveRules,
    /// It was traced when it was last asked.
    traced: bool,
    /// What few programs have.
    extras: Option<Box<Extras>>,
}

/// What programs have that take arguments or ask behaviours of other engines.
#[derive(Default)]
struct Extras {
    /// The arguments of the program.
    arguments: Vec<Value>,
    /// Behaviours of other engines that rules ask.
    inner_behaviours: Vec<InnerBehaviour>,
}

/// A behaviour of another engine that a rule asks.
struct InnerBehaviour {
    depth: usize,
    program: u32,
    callable: usize,
    arguments: Vec<Value>,
    behaviour: Box<dyn Behaviour>,
    /// The tick in which it was last asked.
    asked: u64,
    /// The tick in which it ended, and whether it succeeded.
    over: Option<(u64, bool)>,
}

enum RuleResult {
    Fired { rule: usize },
    NoRule,
    Depth,
    TaskFails,
}

impl TeleoBehaviour {
    pub(super) fn new(library: Arc<Library>, program: usize, arguments: Vec<Value>) -> Self {
        let extras = (!arguments.is_empty()).then(|| Box::new(Extras { arguments, ..Extras::default() }));
        let (program, rules) = (program as u32, ActiveRules::default());
        Self { library, program, last_tried: 0, rules, traced: false, extras }
    }

    fn code(&self) -> &CompiledProgram {
        self.library.code(self.program as usize)
    }

    /// Ends the inner behaviours whose rules no longer run.
    fn end_inner_behaviours(&mut self, tick: u64) {
        let Some(extras) = &mut self.extras else { return };
        extras.inner_behaviours.retain_mut(|inner| {
            let goes_on = inner.asked == tick;
            if !goes_on {
                inner.behaviour.leave(TaskEnd::Told);
            }
            goes_on
        });
    }
}

impl Behaviour for TeleoBehaviour {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        let tick = cx.time().tick;
        self.traced = cx.is_traced();
        self.rules.begin(tick);
        let arguments =
            self.extras.as_mut().map_or_else(Vec::new, |extras| std::mem::take(&mut extras.arguments));
        let (library, traced) = (&self.library, self.traced);
        let mut run =
            RuleRunner { cx, library, rules: &mut self.rules, extras: &mut self.extras, traced, depth: 0 };
        let tried = run.program(self.program as usize, &arguments);
        if let Some(extras) = &mut self.extras {
            extras.arguments = arguments;
        }
        self.end_inner_behaviours(tick);
        let code = self.library.code(self.program as usize);
        let last_tried = match (&tried, &code.caching) {
            (RuleResult::Fired { rule }, Caching::None) => *rule,
            // Which rules are tried depends on the tick, so any of them may matter.
            _ => code.rules.len() - 1,
        };
        self.last_tried = last_tried as u32;
        match tried {
            RuleResult::Fired { rule } if code.rules[rule].is_success => Outcome::Done,
            RuleResult::Fired { .. } => Outcome::Acting,
            RuleResult::Depth => Outcome::Stuck(Stuck::Depth),
            RuleResult::NoRule | RuleResult::TaskFails if cx.budget().left() == 0 => {
                Outcome::Stuck(Stuck::Budget)
            }
            RuleResult::NoRule | RuleResult::TaskFails => Outcome::Stuck(Stuck::Nothing),
        }
    }

    fn leave(&mut self, why: TaskEnd) {
        let Some(extras) = &mut self.extras else { return };
        for mut inner in extras.inner_behaviours.drain(..) {
            inner.behaviour.leave(why);
        }
    }

    fn reads(&self) -> Option<&ReadSet> {
        let reads = self.code().reads.get(self.last_tried as usize)?;
        Some(if self.traced { &reads.all } else { &reads.decisive })
    }

    fn unchanged(&mut self, tick: u64) {
        self.rules.unchanged(tick);
    }

    fn current(&self) -> Option<&str> {
        let active = self.rules.now().first()?;
        Some(&self.library.code(active.program as usize).rules.get(active.rule())?.name)
    }
}

/// Runs the rules of a program and of those that it calls.
struct RuleRunner<'l, 'c> {
    cx: &'l mut Context<'c>,
    library: &'l Library,
    rules: &'l mut ActiveRules,
    extras: &'l mut Option<Box<Extras>>,
    traced: bool,
    /// How deeply the present program was called.
    depth: usize,
}

/// Why a step failed, and what that means for the program if no further rule is tried.
type StepResult = Result<(), (ConditionFailure, Option<RuleResult>)>;

impl RuleRunner<'_, '_> {
    fn program(&mut self, program: usize, arguments: &[Value]) -> RuleResult {
        let code = self.library.code(program);
        if self.depth > MAX_CALL_DEPTH {
            let task = self.cx.holder().0;
            self.cx.trace(|| failed(task, code, 0, 0, ConditionFailure::CallDepth));
            return RuleResult::Depth;
        }
        let last = self.rules.just_before(program, self.depth);
        let committed = last.is_some_and(|active| is_committed(self.cx, code, active));
        let last = last.map(ActiveRule::rule);
        if let Some(rule) = last.filter(|_| committed) {
            match self.try_rule(program, rule, arguments, true) {
                Ok(()) => return RuleResult::Fired { rule },
                Err(Some(tried)) => return tried,
                Err(None) => {}
            }
        }
        for rule in code.caching.order(code.rules.len(), last, self.cx.time().tick) {
            match self.try_rule(program, rule, arguments, last == Some(rule)) {
                Ok(()) => {
                    // A rule that was not tried may hold when all are tried again.
                    if rule > 1 && matches!(code.caching, Caching::Neighbour { .. }) {
                        self.cx.ask_again();
                    }
                    return RuleResult::Fired { rule };
                }
                Err(Some(tried)) => return tried,
                Err(None) => {}
            }
        }
        RuleResult::NoRule
    }

    /// Tries one rule. A failed rule leaves no claims and no proposals. `Err(Some(_))` means that no further rule is tried.
    fn try_rule(
        &mut self,
        program: usize,
        rule: usize,
        arguments: &[Value],
        ran_before: bool,
    ) -> Result<(), Option<RuleResult>> {
        let code = self.library.code(program);
        let the_rule = &code.rules[rule];
        let (task, mark, kept) = (self.cx.holder().0, self.cx.mark(), self.rules.mark());
        if self.traced && self.cx.is_disabled(MindPart::Rule { program: &code.name, rule }) {
            self.cx.trace(|| failed(task, code, rule, usize::MAX, ConditionFailure::Disabled));
            return Err(None);
        }
        let mut bindings = Bindings::new(the_rule.variables);
        for (variable, value) in (0..).zip(arguments) {
            bindings.set(variable, value.clone());
        }
        let part = if self.cx.spend(1) {
            self.cx.eval(&mut bindings, |eval| eval.first_failure(&the_rule.when))
        } else {
            Some(0)
        };
        if let Some(part) = part {
            let why = if self.cx.is_traced() {
                explain(self.cx, the_rule, part, &mut bindings)
            } else {
                ConditionFailure::False
            };
            self.cx.undo(mark);
            if !(ran_before && self.holds_on(the_rule, program, &mut bindings)) {
                self.cx.trace(|| failed(task, code, rule, part, why));
                return Err(None);
            }
        }
        self.begin(program, rule, ran_before, &bindings, mark.0);
        let bound = self.cx.ledger().mark();
        match self.steps(&the_rule.steps, &mut bindings) {
            Ok(()) => {
                report(self.cx, code, rule, ran_before, mark.0..bound);
                Ok(())
            }
            Err((why, tried)) => {
                self.cx.undo(mark);
                self.rules.undo(kept);
                self.cx.trace(|| failed(task, code, rule, usize::MAX, why));
                Err(tried)
            }
        }
    }

    fn begin(&mut self, program: usize, rule: usize, ran_before: bool, bindings: &Bindings, mark: usize) {
        let since = match self.rules.before(program, self.depth) {
            Some(active) if ran_before => active.since,
            _ => self.cx.time().micros,
        };
        let the_rule = &self.library.code(program).rules[rule];
        // Only a rule that may continue without its condition needs its bindings again.
        let keeps = the_rule.holds_on.is_some() || the_rule.until.is_some() || the_rule.at_least > 0;
        let mut active = ActiveRule::new(program, rule, self.depth, since);
        active.kept = keeps.then(|| {
            let claims = self.cx.ledger().claims_since(mark).cloned().collect();
            Box::new(KeptBindings { bindings: bindings.clone(), claims })
        });
        self.rules.push(active);
    }

    /// Whether a running rule whose condition no longer holds may continue with its former bindings.
    fn holds_on(&mut self, rule: &CompiledRule, program: usize, bindings: &mut Bindings) -> bool {
        let cx = &mut *self.cx;
        let Some(active) = self.rules.before(program, self.depth) else { return false };
        let elapsed = cx.time().micros.saturating_sub(active.since);
        if rule.holds_on.is_none() && rule.at_least <= elapsed {
            return false;
        }
        let Some(kept) = &active.kept else { return false };
        let mark = cx.mark();
        *bindings = kept.bindings.clone();
        let has_all = kept.claims.iter().all(|claim| cx.reclaim(claim));
        let goes_on = has_all
            && (elapsed < rule.at_least
                || rule.holds_on.as_ref().is_some_and(|code| cx.eval(bindings, |eval| eval.holds(code))));
        if !goes_on {
            cx.undo(mark);
        }
        goes_on
    }

    fn steps(&mut self, steps: &[CompiledStep], bindings: &mut Bindings) -> StepResult {
        steps.iter().try_for_each(|step| self.step(step, bindings))
    }

    fn step(&mut self, step: &CompiledStep, bindings: &mut Bindings) -> StepResult {
        let missing = (ConditionFailure::NoValue, None);
        match step {
            CompiledStep::Do(action, arguments) => {
                let arguments: Arguments = values(self.cx, arguments, bindings).ok_or(missing)?.into();
                self.cx.propose(Command::Act { action: *action, arguments });
            }
            CompiledStep::Call(program, arguments) => {
                let arguments = values(self.cx, arguments, bindings).ok_or(missing)?;
                return self.call(*program, &arguments);
            }
            CompiledStep::Ask(callable, arguments) => {
                let arguments = values(self.cx, arguments, bindings).ok_or(missing)?;
                return self.ask(*callable, arguments);
            }
            CompiledStep::Note(kind, properties) => {
                let mut filled = Vec::with_capacity(properties.len());
                for (property, value) in properties {
                    let value = value_of(self.cx, value, bindings);
                    filled.push((*property, value.ok_or((ConditionFailure::NoValue, None))?));
                }
                self.cx.propose(Command::Note { kind: *kind, properties: filled });
            }
            CompiledStep::Forget(thing) => {
                if let Some(id) = value_of(self.cx, thing, bindings).and_then(|value| value.id()) {
                    self.cx.propose(Command::Forget(id));
                }
            }
            CompiledStep::Set(thing, property, value) => {
                let id = value_of(self.cx, thing, bindings).and_then(|value| value.id());
                let (Some(id), Some(value)) = (id, value_of(self.cx, value, bindings)) else {
                    return Err(missing);
                };
                self.cx.propose(Command::Set { id, property: *property, value });
            }
            CompiledStep::End(goal) => self.cx.propose(Command::End { goal: goal.clone() }),
            CompiledStep::FirstOf(steps) => return self.first_of(steps, bindings),
            CompiledStep::InTurn(turns) => return self.in_turn(turns, bindings),
        }
        Ok(())
    }

    fn call(&mut self, program: usize, arguments: &[Value]) -> StepResult {
        self.depth += 1;
        let tried = self.program(program, arguments);
        self.depth -= 1;
        match tried {
            RuleResult::Fired { .. } => Ok(()),
            RuleResult::Depth => Err((ConditionFailure::CallDepth, Some(RuleResult::Depth))),
            RuleResult::TaskFails => Err((ConditionFailure::Call, Some(RuleResult::TaskFails))),
            RuleResult::NoRule => self.call_failed(),
        }
    }

    /// What it means that a program or behaviour that was called did not succeed.
    fn call_failed(&self) -> StepResult {
        match self.cx.rules().call_failure {
            CallFailure::Nothing => Ok(()),
            CallFailure::NextRule => Err((ConditionFailure::Call, None)),
            CallFailure::Task => Err((ConditionFailure::Call, Some(RuleResult::TaskFails))),
        }
    }

    /// Continues the behaviour of another engine for the present rule. There is one for each place and each list of arguments.
    fn ask(&mut self, callable: usize, arguments: Vec<Value>) -> StepResult {
        // It may read anything.
        self.cx.ask_again();
        let (tick, depth) = (self.cx.time().tick, self.depth);
        let program = self.rules.now().last().map_or(0, |active| active.program);
        let here = |inner: &InnerBehaviour| {
            (inner.depth, inner.program, inner.callable) == (depth, program, callable)
                && inner.arguments == arguments
        };
        let inner_behaviours = &mut self.extras.get_or_insert_default().inner_behaviours;
        let at = match inner_behaviours.iter().position(here) {
            Some(at) => at,
            None => {
                let behaviour = self.library.callable(callable).start(&arguments);
                inner_behaviours.push(InnerBehaviour {
                    depth,
                    program,
                    callable,
                    arguments,
                    behaviour,
                    asked: tick,
                    over: None,
                });
                inner_behaviours.len() - 1
            }
        };
        let inner = &mut inner_behaviours[at];
        if inner.over.is_some_and(|(over, _)| over < tick) {
            (inner.behaviour, inner.over) = (self.library.callable(callable).start(&inner.arguments), None);
        }
        inner.asked = tick;
        // It has ended already in this tick.
        let worked = match inner.over {
            Some((_, worked)) => worked,
            None => match inner.behaviour.propose(self.cx) {
                Outcome::Acting | Outcome::Waiting => return Ok(()),
                outcome => outcome == Outcome::Done,
            },
        };
        inner.over = Some((tick, worked));
        if worked { Ok(()) } else { self.call_failed() }
    }

    fn first_of(&mut self, steps: &[CompiledStep], bindings: &mut Bindings) -> StepResult {
        let mut failure = (ConditionFailure::NoValue, None);
        for step in steps {
            let (mark, kept) = (self.cx.mark(), self.rules.mark());
            match self.step(step, bindings) {
                Ok(()) => return Ok(()),
                Err(error) => failure = error,
            }
            self.cx.undo(mark);
            self.rules.undo(kept);
        }
        Err(failure)
    }

    /// Takes the group of steps whose turn it is by the time since the rule started.
    fn in_turn(&mut self, turns: &[(u64, Vec<CompiledStep>)], bindings: &mut Bindings) -> StepResult {
        let now = self.cx.time().micros;
        let own = self.rules.now().iter().rev().find(|active| active.depth() == self.depth);
        let mut left = now.saturating_sub(own.map_or(now, |active| active.since));
        for (at, (micros, steps)) in turns.iter().enumerate() {
            if left < *micros || at + 1 == turns.len() {
                if at + 1 < turns.len() {
                    self.cx.ask_at(now.saturating_add(micros - left));
                }
                return self.steps(steps, bindings);
            }
            left -= micros;
        }
        Ok(())
    }
}

/// Whether no other rule may replace a running one yet.
fn is_committed(cx: &mut Context<'_>, code: &CompiledProgram, active: &ActiveRule) -> bool {
    let rule = &code.rules[active.rule()];
    if cx.time().micros.saturating_sub(active.since) < rule.at_least {
        cx.ask_at(active.since.saturating_add(rule.at_least));
        return true;
    }
    let Some(until) = &rule.until else { return false };
    let mut bindings = active.kept.as_ref().map_or_else(Bindings::default, |kept| kept.bindings.clone());
    let mark = cx.mark();
    let reached = cx.eval(&mut bindings, |eval| eval.holds(until));
    cx.undo(mark);
    !reached
}

fn value_of(cx: &mut Context<'_>, code: &ExprCode, bindings: &mut Bindings) -> Option<Value> {
    cx.eval(bindings, |eval| eval.value(code))
}

fn values(cx: &mut Context<'_>, codes: &[ExprCode], bindings: &mut Bindings) -> Option<Vec<Value>> {
    cx.eval(bindings, |eval| codes.iter().map(|code| eval.value(code)).collect())
}

fn failed(task: u64, code: &CompiledProgram, rule: usize, part: usize, why: ConditionFailure) -> Event {
    Event::RuleFailed { task, program: code.name.clone(), rule, part, why }
}

/// Why a part of a condition failed, for the trace.
fn explain(
    cx: &mut Context<'_>,
    rule: &CompiledRule,
    part: usize,
    bindings: &mut Bindings,
) -> ConditionFailure {
    if cx.budget().left() == 0 {
        return ConditionFailure::Budget;
    }
    let failing = match &rule.when {
        ConditionCode::All(parts) => parts.get(part),
        other => Some(other),
    };
    if let Some(ConditionCode::Compare(left, _, right)) = failing {
        let has_value = |cx: &mut Context<'_>, side, bindings: &mut _| value_of(cx, side, bindings).is_some();
        let compared =
            cx.without_spending(|cx| has_value(cx, left, bindings) && has_value(cx, right, bindings));
        return if compared { ConditionFailure::False } else { ConditionFailure::NoValue };
    }
    let Some(ConditionCode::Bind(ask)) = failing else { return ConditionFailure::False };
    let held = cx.without_spending(|cx| cx.eval(bindings, |eval| eval.wanted_but_held(ask)));
    match held {
        None => ConditionFailure::Unknown,
        Some(id) => {
            let by = cx.ledger().exclusive_holder(id).or_else(|| cx.ledger().other_holder(id, cx.holder()));
            ConditionFailure::Held { id, by: by.map(|holder| holder.0) }
        }
    }
}

fn report(cx: &mut Context<'_>, code: &CompiledProgram, rule: usize, continued: bool, bound: Range<usize>) {
    if !cx.is_traced() {
        return;
    }
    let task = cx.holder().0;
    let bound: Vec<Event> = cx
        .ledger()
        .since(bound.start)
        .take(bound.len())
        .map(|holding| Event::Bound {
            task,
            name: holding.name.cloned(),
            id: holding.id,
            exclusive: holding.access == Access::Exclusive,
            portions: holding.portions.to_vec(),
        })
        .collect();
    cx.trace(|| Event::RuleFired { task, program: code.name.clone(), rule, continued });
    for event in bound {
        cx.trace(|| event);
    }
}
