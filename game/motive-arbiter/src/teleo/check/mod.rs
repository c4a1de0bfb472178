//! Static checks of programs.

mod rules;

use super::definition::{Definition, ProgramGraph};
use crate::teleo::definition::{Rule, Step};
use motive_core::action::Catalogue;
use motive_core::engine::PossibleChange;
use motive_core::vocabulary::Vocabulary;
use std::fmt;
use std::sync::Arc;

/// The most comparisons of rules that a check makes, so that it ends soon for any library.
const WORK: usize = 300_000;

/// Finds mistakes in programs that compile but cannot do what was meant. All findings are certain, under one assumption: no thing
/// has two kinds unless one is an ancestor of the other.
///
/// ```
/// use motive::arbiter::teleo::{Definition, Rule, FindingKind, check};
/// use motive::kernel::{Catalogue, Expr, Pattern, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let dot = names.kind("dot");
/// let eat = names.action("eat", 1);
///
/// let glutton = Definition::new("glutton")
///     .rule(Rule::new("eat").when(Pattern::of(dot).named("it")).act(eat, [Expr::var("it")]));
/// let found = check(&[glutton], &names, &Catalogue::default());
/// assert_eq!(found[0].kind, FindingKind::NoSuccessRule);
/// assert!(found[0].to_string().starts_with("warning: program `glutton`, rule `eat`: it acts"));
/// ```
pub fn check(definitions: &[Definition], vocabulary: &Vocabulary, catalogue: &Catalogue) -> Vec<Finding> {
    let mut checker = Checker {
        definitions,
        names: vocabulary,
        changes: vec![None; definitions.len()],
        programs: ProgramGraph::new(definitions),
        catalogue,
        left: WORK,
        found: Vec::new(),
    };
    for at in 0..definitions.len() {
        checker.rules(at);
    }
    checker.completeness();
    checker.calls();
    if checker.left == 0
        && let Some(first) = definitions.first()
    {
        checker.report(first, None, FindingKind::NotAllChecked);
    }
    checker.found
}

/// Finds programs with parameters among those that goals name.
pub fn check_pursued<'a>(
    definitions: &[Definition],
    pursued: impl IntoIterator<Item = &'a str>,
) -> Vec<Finding> {
    let programs = ProgramGraph::new(definitions);
    let found = pursued.into_iter().filter_map(|name| definitions.get(programs.find(name)?));
    found
        .filter(|definition| !definition.parameters.is_empty())
        .map(|definition| Finding {
            program: definition.name.clone(),
            rule: None,
            kind: FindingKind::ArgumentsAtTop,
        })
        .collect()
}

struct Checker<'a> {
    definitions: &'a [Definition],
    names: &'a Vocabulary,
    catalogue: &'a Catalogue,
    programs: ProgramGraph<'a>,
    /// FindingKind each program may change, including its calls. The outer `None` means not yet computed, the inner one unknown.
    changes: Vec<Option<Option<Vec<PossibleChange>>>>,
    left: usize,
    found: Vec<Finding>,
}

impl Checker<'_> {
    fn report(&mut self, definition: &Definition, rule: Option<usize>, kind: FindingKind) {
        let rule = rule.and_then(|at| Some((at, definition.rules.get(at)?.name.clone())));
        self.found.push(Finding { program: definition.name.clone(), rule, kind });
    }

    /// What a program may change, including its calls. `None` if unknown, or if no work is left to compute it.
    fn changes(&mut self, program: usize) -> Option<&[PossibleChange]> {
        if self.changes[program].is_none() {
            let reached = self.programs.hierarchy(program);
            let rules: usize = reached.iter().map(|at| self.definitions[*at].rules.len()).sum();
            let paid = self.spend(self.definitions.len() + rules);
            let found = if paid { self.programs.changes_of(&reached, self.catalogue) } else { None };
            self.changes[program] = Some(found);
        }
        self.changes[program].as_ref()?.as_deref()
    }

    /// Spends work. Returns false if none is left.
    fn spend(&mut self, work: usize) -> bool {
        self.left = self.left.saturating_sub(work);
        self.left > 0
    }
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Not a mistake by itself.
    Note,
    /// Probably not what was meant.
    Warning,
    /// The program cannot work.
    Error,
}

/// The kind of a [`Finding`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// The first rule acts, so nothing says when the goal is reached.
    NoSuccessRule,
    /// An earlier rule runs whenever this one could.
    /// Its parts: the number of the earlier rule, its name.
    Unreachable(usize, Arc<str>),
    /// The condition can never hold.
    NeverHolds(String),
    /// Some rule runs in every state.
    Complete,
    /// There is a state in which no rule runs.
    Incomplete(String),
    /// Nothing that the rule does can make the condition of an earlier rule true.
    NotRegressive,
    /// A thing that others may be using is changed or forgotten.
    /// Its parts: the variable, the action or step that changes it.
    SharedModified(Arc<str>, String),
    /// The rule has no steps and is not marked as success.
    DoesNothing,
    /// Every rule calls another program, so that the calls never end.
    EndlessCalls(Vec<Arc<str>>),
    /// A goal names a program with parameters.
    ArgumentsAtTop,
    /// A program with parameters that nothing calls.
    NeverCalled,
    /// The programs are too large to be checked completely.
    NotAllChecked,
}

/// Something that a check found in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The program.
    pub program: Arc<str>,
    /// The number and name of the rule, if the finding is about a rule.
    pub rule: Option<(usize, Arc<str>)>,
    /// What is wrong.
    pub kind: FindingKind,
}

impl Finding {
    /// How serious it is.
    pub const fn severity(&self) -> Severity {
        match self.kind {
            FindingKind::Complete | FindingKind::DoesNothing | FindingKind::NotAllChecked => Severity::Note,
            FindingKind::EndlessCalls(..) | FindingKind::ArgumentsAtTop => Severity::Error,
            _ => Severity::Warning,
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: program `{}`", self.severity(), self.program)?;
        if let Some((_, rule)) = &self.rule {
            write!(f, ", rule `{rule}`")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuccessRule => {
                f.write_str("it acts, so nothing says when the goal is reached; put a success rule first")
            }
            Self::Unreachable(_, rule) => {
                write!(f, "it never runs, because rule `{rule}` before it runs first")
            }
            Self::NeverHolds(because) => write!(f, "it never runs: {because}"),
            Self::Complete => f.write_str("in every state some rule runs"),
            Self::Incomplete(when) => write!(f, "no rule runs {when}"),
            Self::NotRegressive => {
                f.write_str("nothing that it does can make an earlier rule run, so it may run forever")
            }
            Self::SharedModified(variable, by) => {
                write!(f, "`{by}` changes `{variable}`, which others may be using; ask for it exclusively")
            }
            Self::DoesNothing => f.write_str("it does nothing"),
            Self::EndlessCalls(through) => {
                write!(
                    f,
                    "every rule calls another program, so the calls never end: {}",
                    through.join(" -> ")
                )
            }
            Self::ArgumentsAtTop => {
                f.write_str("it has parameters, so it can be called but cannot pursue a goal")
            }
            Self::NeverCalled => {
                f.write_str("it has parameters, so it cannot pursue a goal, and nothing calls it")
            }
            Self::NotAllChecked => f.write_str("the programs are too large to be checked completely"),
        }
    }
}

impl Checker<'_> {
    fn calls(&mut self) {
        let calls: Vec<Vec<Vec<usize>>> = self
            .definitions
            .iter()
            .map(|definition| definition.rules.iter().map(|rule| self.certain_calls(rule)).collect())
            .collect();
        let endless = endless(&calls);
        let mut called = vec![false; self.definitions.len()];
        for callee in self
            .definitions
            .iter()
            .flat_map(|known| &known.rules)
            .flat_map(|rule| self.programs.callees(rule))
        {
            called[callee] = true;
        }
        for (at, definition) in self.definitions.iter().enumerate() {
            if endless[at] {
                let through = self.call_cycle(at, &calls, &endless);
                self.report(definition, None, FindingKind::EndlessCalls(through));
            }
            if !definition.parameters.is_empty() && !called[at] {
                self.report(definition, None, FindingKind::NeverCalled);
            }
        }
    }

    /// The programs that a rule always calls: not those in alternatives or in turns.
    fn certain_calls(&self, rule: &Rule) -> Vec<usize> {
        let callee =
            |step: &Step| if let Step::Call(name, _) = step { self.programs.find(name) } else { None };
        rule.steps.iter().filter_map(callee).collect()
    }

    /// The calls from an endless program up to the first that repeats.
    fn call_cycle(&self, from: usize, calls: &[Vec<Vec<usize>>], endless: &[bool]) -> Vec<Arc<str>> {
        let (mut at, mut passed) = (from, vec![from]);
        let name = |at: usize| self.definitions[at].name.clone();
        loop {
            let next = calls[at].iter().flatten().copied().find(|callee| endless[*callee]);
            let Some(next) = next else { break };
            let seen = passed.contains(&next);
            passed.push(next);
            if seen || passed.len() > 16 {
                break;
            }
            at = next;
        }
        passed.into_iter().map(name).collect()
    }
}

/// Which programs recurse without end: those whose every rule calls such a program. Computed by elimination: a program ends if it
/// has a rule all of whose calls end.
fn endless(calls: &[Vec<Vec<usize>>]) -> Vec<bool> {
    let mut endless = vec![true; calls.len()];
    let mut callers: Vec<Vec<(usize, usize)>> = vec![Vec::new(); calls.len()];
    let mut waiting: Vec<Vec<usize>> = Vec::with_capacity(calls.len());
    let mut ending: Vec<usize> = Vec::new();
    for (program, rules) in calls.iter().enumerate() {
        waiting.push(rules.iter().map(Vec::len).collect());
        for (rule, callees) in rules.iter().enumerate() {
            callees.iter().for_each(|callee| callers[*callee].push((program, rule)));
        }
        if rules.is_empty() || rules.iter().any(Vec::is_empty) {
            ending.push(program);
        }
    }
    while let Some(program) = ending.pop() {
        if !std::mem::replace(&mut endless[program], false) {
            continue;
        }
        for (caller, rule) in &callers[program] {
            waiting[*caller][*rule] -= 1;
            if waiting[*caller][*rule] == 0 {
                ending.push(*caller);
            }
        }
    }
    endless
}
