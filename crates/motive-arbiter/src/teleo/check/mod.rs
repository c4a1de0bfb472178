//! Checks of programs that need no world and no memory.

mod calls;
mod completeness;
mod finding;
mod rules;

pub use finding::{Finding, Severity, What};

use super::definition::Definition;
use super::program_graph::ProgramGraph;
use motive_core::action::Catalogue;
use motive_core::engine::PossibleChange;
use motive_core::vocabulary::Vocabulary;

/// How many comparisons of rules with each other a check may cost, so that no library can hold it up.
const WORK: usize = 300_000;

/// Looks for mistakes in programs that build but do not do what was meant. Everything found is certain except for what
/// depends on the kinds of things: kinds of which neither is the other's ancestor are taken to have no thing in common.
///
/// ```
/// use motive::teleo::{Definition, Rule, What, check};
/// use motive::{Catalogue, Expr, Pattern, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let dot = names.kind("dot");
/// let eat = names.action("eat", 1);
///
/// let glutton = Definition::new("glutton")
///     .rule(Rule::new("eat").when(Pattern::of(dot).named("it")).act(eat, [Expr::var("it")]));
/// let found = check(&[glutton], &names, &Catalogue::default());
/// assert_eq!(found[0].what, What::NoSuccessRule);
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
        checker.report(first, None, What::NotAllChecked);
    }
    checker.found
}

/// Looks for goals that programs with parameters are to pursue.
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
            what: What::ArgumentsAtTop,
        })
        .collect()
}

struct Checker<'a> {
    definitions: &'a [Definition],
    names: &'a Vocabulary,
    catalogue: &'a Catalogue,
    programs: ProgramGraph<'a>,
    /// What each program may change, with all that it calls, as far as it was asked for and is known.
    changes: Vec<Option<Option<Vec<PossibleChange>>>>,
    left: usize,
    found: Vec<Finding>,
}

impl Checker<'_> {
    fn report(&mut self, definition: &Definition, rule: Option<usize>, what: What) {
        let rule = rule.and_then(|at| Some((at, definition.rules.get(at)?.name.clone())));
        self.found.push(Finding { program: definition.name.clone(), rule, what });
    }

    /// What a program may change, with all that it calls, where that is known and can be paid for.
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

    /// Pays for work; false when there is none left to pay with.
    fn spend(&mut self, work: usize) -> bool {
        self.left = self.left.saturating_sub(work);
        self.left > 0
    }
}
