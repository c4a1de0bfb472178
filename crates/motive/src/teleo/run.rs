//! Following a teleo-reactive program.

use super::definition::Caching;
use super::library::{Library, ProgramCode, RuleCode, StepCode};
use crate::action::{Arguments, Deed};
use crate::condition::{Access, Bindings, CallFailure, Claim, Code, ExprCode, Reads};
use crate::mind::{Behaviour, Context, Outcome, Stuck};
use crate::trace::{Event, Failure};
use crate::vocabulary::{Time, Value};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// How deeply programs can call each other.
const DEEPEST_CALL: usize = 32;

/// Runs of a program: which rule ran last, since when, and with what.
pub(super) struct Following {
    library: Arc<Library>,
    program: usize,
    /// The rules that run now: of the program itself, of what it called, and so on.
    active: Vec<Active>,
    /// Those that ran before this tick.
    before: Vec<Active>,
    /// The tick in which it was last asked. It may be asked several times in one tick, and then starts from the same point.
    asked: Option<u64>,
    /// Which rules were looked at, for the question what the answer depended on.
    looked_at: usize,
}

#[derive(Clone)]
struct Active {
    depth: usize,
    program: usize,
    rule: usize,
    since: Time,
    last: u64,
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
    pub(super) fn new(library: Arc<Library>, program: usize) -> Self {
        Self { library, program, active: Vec::new(), before: Vec::new(), asked: None, looked_at: 0 }
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
        let mut run = Run { library: &library, before: &self.before, now: std::mem::take(&mut self.active) };
        let tried = run.program(cx, self.program, &[], 0);
        self.active = run.now;
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

    fn reads(&self) -> Option<&Reads> {
        self.library.code(self.program).reads.get(self.looked_at)
    }

    fn unchanged(&mut self, tick: u64) {
        for active in &mut self.active {
            active.last = tick;
        }
    }

    fn current(&self) -> Option<&str> {
        let active = self.active.first()?;
        Some(&self.library.code(active.program).rules.get(active.rule)?.name)
    }
}

struct Run<'l> {
    library: &'l Library,
    before: &'l [Active],
    now: Vec<Active>,
}

impl Run<'_> {
    fn program(&mut self, cx: &mut Context<'_>, program: usize, arguments: &[Value], depth: usize) -> Tried {
        let library = self.library;
        let code = library.code(program);
        if depth > DEEPEST_CALL {
            let task = cx.holder.0;
            cx.trace(|| failed(task, code, 0, 0, Failure::CallDepth));
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
fn value_of(cx: &mut Context<'_>, code: &ExprCode, bindings: &mut Bindings) -> Option<Value> {
    cx.eval(bindings, |eval| eval.value(code))
}

fn values(cx: &mut Context<'_>, codes: &[ExprCode], bindings: &mut Bindings) -> Option<Vec<Value>> {
    cx.eval(bindings, |eval| codes.iter().map(|code| eval.value(code)).collect())
}

fn failed(task: u64, code: &ProgramCode, rule: usize, part: usize, why: Failure) -> Event {
    Event::RuleFailed { task, program: code.name.clone(), rule, part, why }
}

/// Why the part of a condition failed. Asked only when somebody wants to know.
fn explain(cx: &mut Context<'_>, rule: &RuleCode, part: usize, bindings: &mut Bindings) -> Failure {
    if cx.budget.left() == 0 {
        return Failure::Budget;
    }
    let failing = match &rule.when {
        Code::All(parts) => parts.get(part),
        other => Some(other),
    };
    // Explaining must not cost the decision anything: it works on a copy of the budget.
    let budget = *cx.budget;
    if let Some(Code::Compare(left, _, right)) = failing {
        let has_value = |cx: &mut Context<'_>, side, bindings: &mut _| value_of(cx, side, bindings).is_some();
        let compared = has_value(cx, left, bindings) && has_value(cx, right, bindings);
        *cx.budget = budget;
        return if compared { Failure::False } else { Failure::NoValue };
    }
    let Some(Code::Bind(ask)) = failing else { return Failure::False };
    let held = cx.eval(bindings, |eval| eval.wanted_but_held(ask));
    *cx.budget = budget;
    match held {
        None => Failure::Unknown,
        Some(id) => {
            let by = cx.ledger.exclusive_holder(id).or_else(|| cx.ledger.other_holder(id, cx.holder));
            Failure::Held { id, by: by.map(|holder| holder.0) }
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
