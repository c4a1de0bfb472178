//! Following a teleo-reactive program.

use super::definition::Caching;
use super::library::{Library, ProgramCode, RuleCode, StepCode};
use motive_core::action::{Arguments, Command};
use motive_core::condition::{Access, Bindings, CallFailure, Claim, ConditionCode, ExprCode, ReadSet};
use motive_core::mind::{Behaviour, Context, Outcome, Stuck};
use motive_core::trace::{ConditionFailure, Event, TaskEnd};
use motive_core::vocabulary::{Time, Value};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// How deeply programs can call each other.
const DEEPEST_CALL: usize = 32;

/// Runs of a program: which rule ran last, since when, and with what.
pub(super) struct Following {
    library: Arc<Library>,
    program: usize,
    /// What the program is called with.
    arguments: Vec<Value>,
    /// The rules that run now: of the program itself, of what it called, and so on.
    active: Rules,
    /// Those that ran before this tick.
    before: Rules,
    /// The tick in which it was last asked. It may be asked several times in one tick, and then starts from the same point.
    asked: Option<u64>,
    /// Which rules were looked at, for the question what the answer depended on.
    looked_at: usize,
    /// What other engines do for rules that run.
    visits: Vec<Visit>,
}

/// Another engine at work for a rule.
struct Visit {
    depth: usize,
    program: u32,
    guest: usize,
    arguments: Vec<Value>,
    behaviour: Box<dyn Behaviour>,
    /// The tick in which it was last asked.
    asked: u64,
    /// The tick in which it ended, and whether it worked.
    over: Option<(u64, bool)>,
}

/// Most programs call no other, so that one rule runs.
type Rules = SmallVec<[Active; 1]>;

struct Active {
    depth: u32,
    program: u32,
    rule: u32,
    since: Time,
    last: u64,
    /// What it had, if it may go on without its condition.
    kept: Option<Box<Kept>>,
}

struct Kept {
    bindings: Bindings,
    claims: Vec<Claim>,
}

enum Tried {
    Fired { rule: usize },
    NoRule,
    Depth,
    TaskFails,
}

impl Following {
    pub(super) fn new(library: Arc<Library>, program: usize, arguments: Vec<Value>) -> Self {
        let (active, before, visits) = (Rules::new(), Rules::new(), Vec::new());
        Self { library, program, arguments, active, before, asked: None, looked_at: 0, visits }
    }

    /// Other engines whose rules no longer run are told.
    fn end_visits(&mut self, tick: u64) {
        self.visits.retain_mut(|visit| {
            let goes_on = visit.asked == tick;
            if !goes_on {
                visit.behaviour.leave(TaskEnd::Told);
            }
            goes_on
        });
    }
}

impl Behaviour for Following {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        let library = self.library.clone();
        let tick = cx.time().tick;
        if self.asked != Some(tick) {
            std::mem::swap(&mut self.active, &mut self.before);
            self.asked = Some(tick);
        }
        self.active.clear();
        let now = std::mem::take(&mut self.active);
        let mut run = Run { library: &library, before: &self.before, now, visits: &mut self.visits };
        let tried = run.program(cx, self.program, &self.arguments, 0);
        self.active = run.now;
        self.end_visits(tick);
        let code = library.code(self.program);
        self.looked_at = code.rules.len() - 1;
        if let Tried::Fired { rule } = tried {
            self.looked_at = match code.caching {
                Caching::None => rule,
                // Which rules are looked at depends on the tick, so everything may matter.
                Caching::Neighbour { .. } | Caching::Stay => code.rules.len() - 1,
            };
        }
        match tried {
            Tried::Fired { rule } if code.rules[rule].is_success => Outcome::Done,
            Tried::Fired { .. } => Outcome::Acting,
            Tried::Depth => Outcome::Stuck(Stuck::Depth),
            Tried::NoRule | Tried::TaskFails if cx.budget.left() == 0 => Outcome::Stuck(Stuck::Budget),
            Tried::NoRule | Tried::TaskFails => Outcome::Stuck(Stuck::Nothing),
        }
    }

    fn leave(&mut self, why: TaskEnd) {
        for mut visit in self.visits.drain(..) {
            visit.behaviour.leave(why);
        }
    }

    fn reads(&self) -> Option<&ReadSet> {
        self.library.code(self.program).reads.get(self.looked_at)
    }

    fn unchanged(&mut self, tick: u64) {
        for active in &mut self.active {
            active.last = tick;
        }
    }

    fn current(&self) -> Option<&str> {
        let active = self.active.first()?;
        Some(&self.library.code(active.program as usize).rules.get(active.rule as usize)?.name)
    }
}

struct Run<'l> {
    library: &'l Library,
    before: &'l [Active],
    now: Rules,
    visits: &'l mut Vec<Visit>,
}

impl Run<'_> {
    fn program(&mut self, cx: &mut Context<'_>, program: usize, arguments: &[Value], depth: usize) -> Tried {
        let library = self.library;
        let code = library.code(program);
        if depth > DEEPEST_CALL {
            let task = cx.holder.0;
            cx.trace(|| failed(task, code, 0, 0, ConditionFailure::CallDepth));
            return Tried::Depth;
        }
        let last = self.last(program, depth, cx.time());
        if let Some(rule) = last
            && self.active(program, depth).is_some_and(|active| is_committed(cx, code, rule, active))
        {
            match self.try_rule(cx, program, rule, arguments, depth, true) {
                Ok(()) => return Tried::Fired { rule },
                Err(Some(tried)) => return tried,
                Err(None) => {}
            }
        }
        for rule in code.caching.order(code.rules.len(), last, cx.time().tick) {
            match self.try_rule(cx, program, rule, arguments, depth, last == Some(rule)) {
                Ok(()) => {
                    // A rule that was left out may be found when all are looked at.
                    if rule > 1 && matches!(code.caching, Caching::Neighbour { .. }) {
                        cx.ask_again();
                    }
                    return Tried::Fired { rule };
                }
                Err(Some(tried)) => return tried,
                Err(None) => {}
            }
        }
        Tried::NoRule
    }

    /// The rule that ran in the previous tick at this depth of calls.
    fn last(&self, program: usize, depth: usize, now: Time) -> Option<usize> {
        let active = self.active(program, depth)?;
        (active.last + 1 >= now.tick).then_some(active.rule as usize)
    }

    /// What ran at this place before: the first call of a program goes on from the first, the second from the second.
    fn active(&self, program: usize, depth: usize) -> Option<&Active> {
        let here = |active: &&Active| active.depth as usize == depth && active.program as usize == program;
        self.before.iter().filter(here).nth(self.now.iter().filter(here).count())
    }

    /// Tries one rule. On failure nothing is left behind, and the error says whether to give up altogether.
    fn try_rule(
        &mut self,
        cx: &mut Context<'_>,
        program: usize,
        rule: usize,
        arguments: &[Value],
        depth: usize,
        ran_before: bool,
    ) -> Result<(), Option<Tried>> {
        let library = self.library;
        let code = library.code(program);
        let the_rule = &code.rules[rule];
        let (task, mark, kept) = (cx.holder.0, cx.mark(), self.now.len());
        let mut bindings = Bindings::new(the_rule.variables);
        for (variable, value) in (0..).zip(arguments) {
            bindings.set(variable, value.clone());
        }
        let part = if cx.spend(1) {
            cx.eval(&mut bindings, |eval| eval.first_failure(&the_rule.when))
        } else {
            Some(0)
        };
        if let Some(part) = part {
            let why = if cx.is_traced() {
                explain(cx, the_rule, part, &mut bindings)
            } else {
                ConditionFailure::False
            };
            cx.undo(mark);
            if !(ran_before && self.holds_on(cx, the_rule, (program, depth), &mut bindings)) {
                cx.trace(|| failed(task, code, rule, part, why));
                return Err(None);
            }
        }
        self.begin(cx, program, rule, depth, ran_before, &bindings, mark.0);
        let bound = cx.ledger.mark();
        match self.steps(cx, &the_rule.steps, &mut bindings, depth) {
            Ok(()) => {
                report(cx, code, rule, ran_before, mark.0..bound);
                Ok(())
            }
            Err((why, tried)) => {
                cx.undo(mark);
                self.now.truncate(kept);
                cx.trace(|| failed(task, code, rule, usize::MAX, why));
                Err(tried)
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one call site's state, spelled out")]
    fn begin(
        &mut self,
        cx: &Context<'_>,
        program: usize,
        rule: usize,
        depth: usize,
        ran_before: bool,
        bindings: &Bindings,
        mark: usize,
    ) {
        let since = match self.active(program, depth) {
            Some(active) if ran_before => active.since,
            _ => cx.time(),
        };
        let the_rule = &self.library.code(program).rules[rule];
        // Only a rule that may go on without its condition needs to know what it had.
        let keeps = the_rule.holds_on.is_some() || the_rule.until.is_some() || the_rule.at_least > 0;
        let kept = keeps.then(|| {
            let claims = cx.ledger.claims_since(mark).cloned().collect();
            Box::new(Kept { bindings: bindings.clone(), claims })
        });
        let (depth, program, rule) = (depth as u32, program as u32, rule as u32);
        self.now.push(Active { depth, program, rule, since, last: cx.time().tick, kept });
    }

    /// Whether a running rule whose condition no longer holds may go on, with what it had.
    fn holds_on(
        &self,
        cx: &mut Context<'_>,
        rule: &RuleCode,
        (program, depth): (usize, usize),
        bindings: &mut Bindings,
    ) -> bool {
        let Some(active) = self.active(program, depth) else { return false };
        let elapsed = cx.time().micros.saturating_sub(active.since.micros);
        if rule.holds_on.is_none() && rule.at_least <= elapsed {
            return false;
        }
        let Some(kept) = &active.kept else { return false };
        let mark = cx.mark();
        *bindings = kept.bindings.clone();
        let has_all = kept.claims.iter().all(|claim| {
            let free = cx.ledger.can_have(claim, cx.holder, cx.rules, cx.memory);
            if free {
                cx.ledger.claim(cx.holder, claim.clone(), cx.rules);
            }
            free
        });
        let goes_on = has_all
            && (elapsed < rule.at_least
                || rule.holds_on.as_ref().is_some_and(|code| cx.eval(bindings, |eval| eval.holds(code))));
        if !goes_on {
            cx.undo(mark);
        }
        goes_on
    }

    fn steps(
        &mut self,
        cx: &mut Context<'_>,
        steps: &[StepCode],
        bindings: &mut Bindings,
        depth: usize,
    ) -> Result<(), (ConditionFailure, Option<Tried>)> {
        steps.iter().try_for_each(|step| self.step(cx, step, bindings, depth))
    }

    fn step(
        &mut self,
        cx: &mut Context<'_>,
        step: &StepCode,
        bindings: &mut Bindings,
        depth: usize,
    ) -> Result<(), (ConditionFailure, Option<Tried>)> {
        let missing = (ConditionFailure::NoValue, None);
        match step {
            StepCode::Do(action, arguments) => {
                let arguments: Arguments = values(cx, arguments, bindings).ok_or(missing)?.into();
                cx.propose(Command::Act { action: *action, arguments });
            }
            StepCode::Call(program, arguments) => {
                let arguments = values(cx, arguments, bindings).ok_or(missing)?;
                return self.call(cx, *program, &arguments, depth);
            }
            StepCode::Ask(guest, arguments) => {
                let arguments = values(cx, arguments, bindings).ok_or(missing)?;
                return self.ask(cx, *guest, arguments, depth);
            }
            StepCode::Note(kind, properties) => {
                let mut filled = SmallVec::new();
                for (property, value) in properties {
                    filled.push((
                        *property,
                        value_of(cx, value, bindings).ok_or((ConditionFailure::NoValue, None))?,
                    ));
                }
                cx.propose(Command::Note { kind: *kind, properties: filled });
            }
            StepCode::Forget(thing) => {
                if let Some(id) = value_of(cx, thing, bindings).and_then(|value| value.id()) {
                    cx.propose(Command::Forget(id));
                }
            }
            StepCode::Set(thing, property, value) => {
                let id = value_of(cx, thing, bindings).and_then(|value| value.id());
                let (Some(id), Some(value)) = (id, value_of(cx, value, bindings)) else {
                    return Err(missing);
                };
                cx.propose(Command::Set { id, property: *property, value });
            }
            StepCode::End(goal) => cx.propose(Command::End { goal: goal.clone() }),
            StepCode::FirstOf(steps) => return self.first_of(cx, steps, bindings, depth),
            StepCode::InTurn(turns) => return self.in_turn(cx, turns, bindings, depth),
        }
        Ok(())
    }

    fn call(
        &mut self,
        cx: &mut Context<'_>,
        program: usize,
        arguments: &[Value],
        depth: usize,
    ) -> Result<(), (ConditionFailure, Option<Tried>)> {
        match self.program(cx, program, arguments, depth + 1) {
            Tried::Fired { .. } => Ok(()),
            Tried::Depth => Err((ConditionFailure::CallDepth, Some(Tried::Depth))),
            Tried::TaskFails => Err((ConditionFailure::Call, Some(Tried::TaskFails))),
            Tried::NoRule => match cx.rules.call_failure {
                CallFailure::Nothing => Ok(()),
                CallFailure::NextRule => Err((ConditionFailure::Call, None)),
                CallFailure::Task => Err((ConditionFailure::Call, Some(Tried::TaskFails))),
            },
        }
    }

    /// Goes on with what another engine does for the rule at hand. It is a visit of its own for each place and all values.
    fn ask(
        &mut self,
        cx: &mut Context<'_>,
        guest: usize,
        arguments: Vec<Value>,
        depth: usize,
    ) -> Result<(), (ConditionFailure, Option<Tried>)> {
        // Whatever it looks at may change its mind.
        cx.ask_again();
        let tick = cx.time().tick;
        let program = self.now.last().map_or(0, |active| active.program);
        let here = |visit: &Visit| {
            (visit.depth, visit.program, visit.guest) == (depth, program, guest)
                && visit.arguments == arguments
        };
        let at = match self.visits.iter().position(here) {
            Some(at) => at,
            None => {
                let behaviour = self.library.guest(guest).start(&arguments);
                self.visits.push(Visit {
                    depth,
                    program,
                    guest,
                    arguments,
                    behaviour,
                    asked: tick,
                    over: None,
                });
                self.visits.len() - 1
            }
        };
        let visit = &mut self.visits[at];
        if visit.over.is_some_and(|(over, _)| over < tick) {
            (visit.behaviour, visit.over) = (self.library.guest(guest).start(&visit.arguments), None);
        }
        visit.asked = tick;
        // Asked again in the same tick, what has ended has ended.
        let worked = match visit.over {
            Some((_, worked)) => worked,
            None => match visit.behaviour.propose(cx) {
                Outcome::Acting | Outcome::Waiting => return Ok(()),
                outcome => outcome == Outcome::Done,
            },
        };
        visit.over = Some((tick, worked));
        match cx.rules.call_failure {
            _ if worked => Ok(()),
            CallFailure::Nothing => Ok(()),
            CallFailure::NextRule => Err((ConditionFailure::Call, None)),
            CallFailure::Task => Err((ConditionFailure::Call, Some(Tried::TaskFails))),
        }
    }

    fn first_of(
        &mut self,
        cx: &mut Context<'_>,
        steps: &[StepCode],
        bindings: &mut Bindings,
        depth: usize,
    ) -> Result<(), (ConditionFailure, Option<Tried>)> {
        let mut failure = (ConditionFailure::NoValue, None);
        for step in steps {
            let (mark, kept) = (cx.mark(), self.now.len());
            match self.step(cx, step, bindings, depth) {
                Ok(()) => return Ok(()),
                Err(error) => failure = error,
            }
            cx.undo(mark);
            self.now.truncate(kept);
        }
        Err(failure)
    }

    /// Which of the turns it is depends on how long the rule has been running.
    fn in_turn(
        &mut self,
        cx: &mut Context<'_>,
        turns: &[(u64, Vec<StepCode>)],
        bindings: &mut Bindings,
        depth: usize,
    ) -> Result<(), (ConditionFailure, Option<Tried>)> {
        let own = self.now.iter().rev().find(|active| active.depth as usize == depth);
        let since = own.map_or(cx.time(), |active| active.since);
        let mut left = cx.time().micros.saturating_sub(since.micros);
        for (at, (micros, steps)) in turns.iter().enumerate() {
            if left < *micros || at + 1 == turns.len() {
                if at + 1 < turns.len() {
                    let next = cx.time().micros.saturating_add(micros - left);
                    cx.ask_at(next);
                }
                return self.steps(cx, steps, bindings, depth);
            }
            left -= micros;
        }
        Ok(())
    }
}

/// Whether a running rule may not be left yet.
fn is_committed(cx: &mut Context<'_>, code: &ProgramCode, rule: usize, active: &Active) -> bool {
    let rule = &code.rules[rule];
    if cx.time().micros.saturating_sub(active.since.micros) < rule.at_least {
        cx.ask_at(active.since.micros.saturating_add(rule.at_least));
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

fn failed(task: u64, code: &ProgramCode, rule: usize, part: usize, why: ConditionFailure) -> Event {
    Event::RuleFailed { task, program: code.name.clone(), rule, part, why }
}

/// Why the part of a condition failed. Asked only when somebody wants to know.
fn explain(cx: &mut Context<'_>, rule: &RuleCode, part: usize, bindings: &mut Bindings) -> ConditionFailure {
    if cx.budget.left() == 0 {
        return ConditionFailure::Budget;
    }
    let failing = match &rule.when {
        ConditionCode::All(parts) => parts.get(part),
        other => Some(other),
    };
    // Explaining must not cost the decision anything: it works on a copy of the budget.
    let budget = *cx.budget;
    if let Some(ConditionCode::Compare(left, _, right)) = failing {
        let has_value = |cx: &mut Context<'_>, side, bindings: &mut _| value_of(cx, side, bindings).is_some();
        let compared = has_value(cx, left, bindings) && has_value(cx, right, bindings);
        *cx.budget = budget;
        return if compared { ConditionFailure::False } else { ConditionFailure::NoValue };
    }
    let Some(ConditionCode::Bind(ask)) = failing else { return ConditionFailure::False };
    let held = cx.eval(bindings, |eval| eval.wanted_but_held(ask));
    *cx.budget = budget;
    match held {
        None => ConditionFailure::Unknown,
        Some(id) => {
            let by = cx.ledger.exclusive_holder(id).or_else(|| cx.ledger.other_holder(id, cx.holder));
            ConditionFailure::Held { id, by: by.map(|holder| holder.0) }
        }
    }
}

fn report(cx: &mut Context<'_>, code: &ProgramCode, rule: usize, continued: bool, bound: Range<usize>) {
    if !cx.is_traced() {
        return;
    }
    let task = cx.holder.0;
    let bound: Vec<Event> = cx
        .ledger
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
