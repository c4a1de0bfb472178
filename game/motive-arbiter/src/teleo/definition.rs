//! Teleo-reactive programs in source form.

use motive_core::action::Catalogue;
use motive_core::condition::{Condition, Expr, Pattern};
use motive_core::engine::{KnownKinds, PossibleChange, constant_change};
use motive_core::vocabulary::{ActionId, Kind, Property};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A step of a rule. All steps of a rule are proposed in the same tick.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Proposes an action.
    Do(ActionId, Vec<Expr>),
    /// Runs another program now, as if its rules stood here.
    Call(Arc<str>, Vec<Expr>),
    /// Runs a behaviour of another engine: a task, a plan, a network. It starts with the rule, restarts if it ends while the rule
    /// still runs, and ends with the rule.
    Ask(Arc<str>, Vec<Expr>),
    /// Writes a note to memory. It is forgotten when the task ends.
    Note(Kind, Vec<(Property, Expr)>),
    /// Forgets a thing. Does nothing if the value is no thing.
    Forget(Expr),
    /// Sets a property of a thing in memory.
    Set(Expr, Property, Expr),
    /// Ends the task of a goal.
    End(Arc<str>),
    /// The first of these steps that succeeds.
    FirstOf(Vec<Step>),
    /// One group of steps after the other, each for a number of microseconds since the rule started; the last continues.
    InTurn(Vec<(u64, Vec<Step>)>),
}

impl Step {
    /// Proposes an action.
    pub fn act<const N: usize>(action: ActionId, arguments: [Expr; N]) -> Self {
        Self::Do(action, arguments.into())
    }

    /// Runs another program.
    pub fn call<const N: usize>(program: &str, arguments: [Expr; N]) -> Self {
        Self::Call(program.into(), arguments.into())
    }

    /// Writes a note to memory.
    pub fn note<const N: usize>(kind: Kind, properties: [(Property, Expr); N]) -> Self {
        Self::Note(kind, properties.into())
    }

    /// Forgets the thing that a variable is bound to.
    pub fn forget(variable: &str) -> Self {
        Self::Forget(Expr::var(variable))
    }
}

/// A rule: a condition, and the steps to take while it holds.
///
/// ```
/// use motive::arbiter::teleo::{Rule, Step};
/// use motive::kernel::{Expr, Pattern, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let fruit = names.kind("fruit");
/// let move_to = names.action("move_to", 1);
///
/// let rule = Rule::new("eat")
///     .when(Pattern::of(fruit).named("it"))
///     .act(move_to, [Expr::var("it")]);
/// # let _ = rule;
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Rule {
    /// Its name.
    pub name: Arc<str>,
    /// When it runs.
    pub when: Condition,
    /// What it does.
    pub steps: Vec<Step>,
    /// Once it runs, it also continues while this holds, with what it had when it began.
    pub holds_on: Option<Condition>,
    /// Once it runs, no rule above it is tried until this holds.
    pub until: Option<Condition>,
    /// Once it runs, it continues for at least this many microseconds.
    pub at_least: u64,
    /// When it runs, the goal is reached.
    pub is_success: bool,
}

impl Rule {
    /// A rule that always runs and does nothing.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds a condition; all of them must hold.
    pub fn when(mut self, condition: impl Into<Condition>) -> Self {
        self.when = self.when & condition.into();
        self
    }

    /// Binds a variable to a value.
    pub fn with(self, name: &str, value: impl Into<Expr>) -> Self {
        self.when(Condition::named(name, value))
    }

    /// Adds a step.
    pub fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Adds the proposal of an action.
    pub fn act<const N: usize>(self, action: ActionId, arguments: [Expr; N]) -> Self {
        self.step(Step::act(action, arguments))
    }

    /// Once it runs, it also continues while this holds.
    pub fn holds_on_while(mut self, condition: impl Into<Condition>) -> Self {
        self.holds_on = Some(condition.into());
        self
    }

    /// Once it runs, no rule above it is tried until this holds.
    pub fn until(mut self, condition: impl Into<Condition>) -> Self {
        self.until = Some(condition.into());
        self
    }

    /// Once it runs, it continues for at least this many microseconds.
    pub fn for_at_least(mut self, micros: u64) -> Self {
        self.at_least = micros;
        self
    }

    /// When it runs, the goal is reached.
    pub fn succeeds(mut self) -> Self {
        self.is_success = true;
        self
    }
}

/// Which rules are tried first, given which one ran last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Caching {
    /// All, from the top.
    #[default]
    None,
    /// The one above the last, then the last, then all; every so many ticks all from the top (Benson and Nilsson).
    Neighbour {
        /// All rules are tried once in this many ticks.
        scan_every: u32,
    },
    /// The last one while it can run, then all from the top (Bryson).
    Stay,
}

impl Caching {
    /// The order in which rules are tried in a tick, given which one ran last.
    pub(crate) fn order(
        self,
        count: usize,
        last: Option<usize>,
        tick: u64,
    ) -> impl Iterator<Item = usize> + use<> {
        let near = match (self, last) {
            (Self::Neighbour { scan_every }, Some(last))
                if !tick.is_multiple_of(scan_every.max(1).into()) =>
            {
                Some(last.saturating_sub(1)..last + 1)
            }
            (Self::Stay, Some(last)) => Some(last..last + 1),
            _ => None,
        };
        let tried = near.clone().unwrap_or(0..0);
        near.unwrap_or(0..0).chain((0..count).filter(move |rule| !tried.contains(rule)))
    }
}

/// A teleo-reactive program: ordered rules, the first of which that can run does, each tick anew.
///
/// By convention the first rule says when the goal is reached; [`Definition::done_when`] writes it.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Definition {
    /// Its name.
    pub name: Arc<str>,
    /// The names of its parameters. Only programs without parameters can pursue a goal.
    pub parameters: Vec<Arc<str>>,
    /// Its rules, in order.
    pub rules: Vec<Rule>,
    /// Which rules are tried first.
    pub caching: Caching,
}

impl Definition {
    /// The program with every pattern of its rules replaced: an ablation.
    pub fn with_patterns(mut self, replace: &dyn Fn(Pattern) -> Pattern) -> Self {
        for rule in &mut self.rules {
            let others = [&mut rule.holds_on, &mut rule.until].into_iter().flatten();
            for condition in std::iter::once(&mut rule.when).chain(others) {
                *condition = condition.with_patterns(replace);
            }
        }
        self
    }

    /// A program without rules.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), parameters: Vec::new(), rules: Vec::new(), caching: Caching::None }
    }

    /// Adds a parameter.
    pub fn parameter(mut self, name: &str) -> Self {
        self.parameters.push(name.into());
        self
    }

    /// Adds the rule that says when the goal is reached.
    pub fn done_when(self, condition: impl Into<Condition>) -> Self {
        self.rule(Rule::new("done").when(condition).succeeds())
    }

    /// Adds a rule.
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Says which rules are tried first.
    pub fn caching(mut self, caching: Caching) -> Self {
        self.caching = caching;
        self
    }
}

/// The programs of a library, and which of them call which.
pub(crate) struct ProgramGraph<'a> {
    definitions: &'a [Definition],
    by_name: FxHashMap<&'a str, usize>,
}

impl<'a> ProgramGraph<'a> {
    pub(crate) fn new(definitions: &'a [Definition]) -> Self {
        let by_name = (0..).zip(definitions).map(|(at, known)| (&*known.name, at)).collect();
        Self { definitions, by_name }
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The programs that a rule calls, in nested steps too.
    pub(crate) fn callees(&self, rule: &Rule) -> Vec<usize> {
        let mut found = Vec::new();
        for_each_step(&rule.steps, &mut |step| {
            if let Step::Call(name, _) = step {
                found.extend(self.find(name));
            }
        });
        found
    }

    /// A program and everything that it calls, directly or not.
    pub(crate) fn hierarchy(&self, from: usize) -> Vec<usize> {
        let mut seen = vec![false; self.definitions.len()];
        let (mut found, mut next) = (Vec::new(), vec![from]);
        while let Some(at) = next.pop() {
            let Some(definition) =
                self.definitions.get(at).filter(|_| !std::mem::replace(&mut seen[at], true))
            else {
                continue;
            };
            found.push(at);
            next.extend(definition.rules.iter().flat_map(|rule| self.callees(rule)));
        }
        found
    }

    /// What programs may change. `None` if an action is not declared.
    pub(crate) fn changes_of(
        &self,
        programs: &[usize],
        catalogue: &Catalogue,
    ) -> Option<Vec<PossibleChange>> {
        let mut changes = Vec::new();
        for rule in programs.iter().flat_map(|at| &self.definitions[*at].rules) {
            changes.extend(own_changes(rule, catalogue)?);
        }
        Some(changes)
    }
}

/// What the steps of a rule may change, without calls. `None` if an action is not declared.
pub(crate) fn own_changes(rule: &Rule, catalogue: &Catalogue) -> Option<Vec<PossibleChange>> {
    let known = KnownKinds::of(&rule.when);
    let (mut changes, mut declared) = (Vec::new(), true);
    for_each_step(&rule.steps, &mut |step| match step {
        Step::Do(action, _) => match catalogue.action(*action) {
            Some(action) => changes.extend(action.declared().changes()),
            None => declared = false,
        },
        Step::Note(kind, _) => changes.push(PossibleChange::Comes(*kind)),
        Step::Forget(thing) => changes.push(PossibleChange::Goes(known.kinds(thing))),
        Step::Set(thing, property, value) => {
            changes.push(PossibleChange::Property(known.whose(thing), *property, constant_change(value)));
        }
        // Another engine may do anything.
        Step::Ask(..) => declared = false,
        Step::Call(..) | Step::End(_) | Step::FirstOf(_) | Step::InTurn(_) => {}
    });
    declared.then_some(changes)
}

/// Visits all steps and the steps within them, in order.
pub(crate) fn for_each_step<'a>(steps: &'a [Step], visit: &mut dyn FnMut(&'a Step)) {
    let mut next: Vec<&'a Step> = steps.iter().rev().collect();
    while let Some(step) = next.pop() {
        visit(step);
        match step {
            Step::FirstOf(inner) => next.extend(inner.iter().rev()),
            Step::InTurn(turns) => next.extend(turns.iter().rev().flat_map(|(_, inner)| inner.iter().rev())),
            _ => {}
        }
    }
}
