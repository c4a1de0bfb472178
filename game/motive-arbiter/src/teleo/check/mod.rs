//! Static checks of programs.

mod calls;
mod completeness;
mod finding;
mod rules;

pub use finding::{Finding, FindingKind, Severity};

use super::definition::Definition;
use super::program_graph::ProgramGraph;
use motive_core::action::Catalogue;
use motive_core::engine::PossibleChange;
use motive_core::vocabulary::Vocabulary;

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
#[must_use]
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
#[must_use]
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
