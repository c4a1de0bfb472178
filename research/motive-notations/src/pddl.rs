//! PDDL problems as GOAP planners, and GOAP planners as PDDL problems.
//!
//! [`to_motive`] writes a PDDL problem, read and grounded by [`motive_planner::pddl`], as a `.motive` text with a `goap` planner.
//! [`domain`] and [`problem`] write a GOAP planner and its current situation as PDDL.

use crate::grue::plain;
use motive_core::Facts;
use motive_core::projection::compact::{Becomes, Need, Operator};
use motive_drives::goap::{Goap, Situation};
use motive_planner::pddl::{GroundedTask, PddlFact, PddlTask};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A planner that cannot be expressed in PDDL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPddl {
    /// A symbol that is a number.
    #[error("the symbol `{0}` is a number, but predicates of PDDL are true or false")]
    Number(String),
    /// A precondition that no value satisfies.
    #[error("`{0}` needs what `{1}` can never be")]
    Never(String, String),
}

/// The domain: symbols and actions. Actions that are impossible at the moment are left out, and a comment names them.
///
/// # Errors
/// If a symbol is not a truth value.
pub fn domain(name: &str, goap: &Goap, at: &Situation, facts: &impl Facts) -> Result<String, NotPddl> {
    let names = symbols(goap)?;
    let mut text = format!("(define (domain {})\n", word(name));
    text.push_str("  (:requirements :strips :negative-preconditions :action-costs)\n  (:predicates");
    for symbol in &names {
        let _ = write!(text, " ({symbol})");
    }
    text.push_str(")\n  (:functions (total-cost) - number)\n");
    let mut taken = BTreeSet::new();
    let operators = goap.problem().operators().iter().zip(&at.costs);
    for (number, (operator, cost)) in (0..).zip(operators) {
        let shown = match goap.command(number, at.target, facts) {
            Some(command) => command.display(goap.vocabulary()),
            None => operator.name.to_string(),
        };
        let action = unused(&word(&shown), '-', &mut taken);
        if *cost <= 0.0 {
            let _ = writeln!(text, "  ; {action} cannot be done now");
            continue;
        }
        let needs = conditions(&operator.needs, &names, &action)?;
        let _ = write!(
            text,
            "  (:action {action}\n    :parameters ()\n    :precondition {needs}\n    :effect (and{} (increase (total-cost) {cost})))\n",
            effects(operator, &names)
        );
    }
    text.push_str(")\n");
    Ok(text)
}

/// The problem: the current state and a goal.
///
/// # Errors
/// If a symbol is not a truth value.
pub fn problem(name: &str, goap: &Goap, at: &Situation) -> Result<String, NotPddl> {
    let names = symbols(goap)?;
    let mut text = format!("(define (problem {})\n  (:domain {})\n  (:init", word(&at.goal), word(name));
    for (symbol, value) in names.iter().zip(&at.state) {
        if *value != 0 {
            let _ = write!(text, " ({symbol})");
        }
    }
    let goal = conditions(goap.problem().goal(at.id), &names, &at.goal)?;
    let _ = write!(text, " (= (total-cost) 0))\n  (:goal {goal})\n  (:metric minimize (total-cost)))\n");
    Ok(text)
}

/// The predicates with unique names.
fn symbols(goap: &Goap) -> Result<Vec<String>, NotPddl> {
    let mut taken = BTreeSet::new();
    let name = |(name, low, high): (&str, i64, i64)| match (low, high) {
        (0, 1) => Ok(unused(&word(name), '-', &mut taken)),
        _ => Err(NotPddl::Number(name.to_owned())),
    };
    goap.problem().variables().map(name).collect()
}

fn conditions(needs: &[Need], names: &[String], of: &str) -> Result<String, NotPddl> {
    let mut text = "(and".to_owned();
    for need in needs {
        let symbol = at(names, need.variable.index());
        text += &match (need.holds(0), need.holds(1)) {
            (false, true) => format!(" ({symbol})"),
            (true, false) => format!(" (not ({symbol}))"),
            (true, true) => String::new(),
            (false, false) => return Err(NotPddl::Never(of.to_owned(), symbol.to_owned())),
        };
    }
    text.push(')');
    Ok(text)
}

fn effects(operator: &Operator, names: &[String]) -> String {
    let changes = operator.changes.iter().map(|(variable, becomes)| {
        let symbol = at(names, variable.index());
        match becomes {
            Becomes::To(0) | Becomes::By(..0) => format!(" (not ({symbol}))"),
            Becomes::By(0) => String::new(),
            _ => format!(" ({symbol})"),
        }
    });
    changes.collect()
}

/// A name that PDDL allows: letters, digits, dashes and underscores, beginning with a letter.
fn word(name: &str) -> String {
    let mut word = String::new();
    for one in name.chars() {
        if one.is_ascii_alphanumeric() || one == '_' {
            word.push(one.to_ascii_lowercase());
        } else if !word.is_empty() && !word.ends_with('-') {
            word.push('-');
        }
    }
    begun(word.trim_end_matches('-'))
}

/// A name that begins with a letter.
fn begun(name: &str) -> String {
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins { name.to_owned() } else { format!("x{name}") }
}

/// A name that is not taken, with a number appended if needed.
fn unused(name: &str, joint: char, taken: &mut BTreeSet<String>) -> String {
    let mut found = name.to_owned();
    let mut number = 2;
    while !taken.insert(found.clone()) {
        found = format!("{name}{joint}{number}");
        number += 1;
    }
    found
}

/// Writes a task as a `.motive` text with a planner and a mind that follows it.
pub fn to_motive(task: &PddlTask, grounded: &GroundedTask) -> String {
    let names = PlainNames::new(task, grounded);
    let mut text = format!(
        "// The PDDL problem `{}` of the domain `{}`: what can change is a symbol, what can be done a skill.\n",
        single_line(&task.problem),
        single_line(&task.domain)
    );
    declarations(task, grounded, &names, &mut text);
    let planner = plain(&title(&task.domain));
    let _ = writeln!(text, "\ngoap {planner} {{");
    for symbol in &grounded.symbols {
        let _ = writeln!(text, "    sense {} when {}", names.symbol(symbol), names.stated(symbol));
    }
    let wanted: Vec<String> = task.goal.iter().map(|(fact, holds)| names.signed(fact, *holds)).collect();
    let _ = writeln!(text, "    want {} priority 1", wanted.join(", "));
    for (action, name) in grounded.actions.iter().zip(&names.skills) {
        let _ = writeln!(text, "    skill {name} {{");
        let list = |keyword: &str, facts: Vec<String>, text: &mut String| {
            if !facts.is_empty() {
                let _ = writeln!(text, "        {keyword} {}", facts.join(", "));
            }
        };
        let needs = action.preconditions.iter().map(|(fact, holds)| names.signed(fact, *holds)).collect();
        list("needs", needs, &mut text);
        for (keyword, wanted) in [("adds", true), ("drops", false)] {
            let some = action.effects.iter().filter(|(_, becomes)| **becomes == wanted);
            list(keyword, some.map(|(fact, _)| names.symbol(fact)).collect(), &mut text);
        }
        let command = names.applied(&names.actions, action.schema, &action.objects);
        let _ = writeln!(text, "        cost {}\n        do {command}\n    }}", action.cost);
    }
    let _ = writeln!(text, "}}\n\nmind {planner} = goap {planner}");
    text
}

/// Kinds, relations, actions, and the initial things and facts.
fn declarations(task: &PddlTask, grounded: &GroundedTask, names: &PlainNames, text: &mut String) {
    let used: BTreeSet<usize> = task.objects.iter().map(|(_, kind)| *kind).collect();
    for kind in used {
        let _ = writeln!(text, "kind {}", at(&names.kinds, kind));
    }
    for ((_, arity), name) in task.predicates.iter().zip(&names.predicates) {
        let columns: Vec<String> = (0..*arity).map(|place| format!("arg{place}")).collect();
        let _ = writeln!(text, "relation {name}({})", columns.join(", "));
    }
    let done: BTreeSet<usize> = grounded.actions.iter().map(|action| action.schema).collect();
    for number in done {
        let parameters = task.schemas.get(number).map_or(&[][..], |schema| &schema.parameters);
        let parameters = distinct(parameters.iter().map(|(name, _)| name.trim_start_matches('?')));
        let _ = writeln!(text, "action {}({})", at(&names.actions, number), parameters.join(", "));
    }
    for ((_, kind), name) in task.objects.iter().zip(&names.objects) {
        let _ = writeln!(text, "thing {name}: {}", at(&names.kinds, *kind));
    }
    for fact in task.init.iter().collect::<BTreeSet<_>>() {
        let _ = writeln!(text, "fact {}", names.stated(fact));
    }
}

/// Unique names for everything, by category.
struct PlainNames {
    kinds: Vec<String>,
    objects: Vec<String>,
    predicates: Vec<String>,
    actions: Vec<String>,
    symbols: BTreeMap<PddlFact, String>,
    skills: Vec<String>,
}

impl PlainNames {
    fn new(task: &PddlTask, grounded: &GroundedTask) -> Self {
        let word = |first: Option<&str>, objects: &[usize]| {
            let names =
                objects.iter().filter_map(|object| task.objects.get(*object)).map(|(name, _)| &**name);
            first.into_iter().chain(names).collect::<Vec<_>>().join("_")
        };
        let symbols = grounded.symbols.iter().map(|(predicate, objects)| {
            word(task.predicates.get(*predicate).map(|(name, _)| &**name), objects)
        });
        let skills = grounded
            .actions
            .iter()
            .map(|action| word(task.schemas.get(action.schema).map(|schema| &*schema.name), &action.objects));
        let (symbols, skills): (Vec<String>, Vec<String>) = (symbols.collect(), skills.collect());
        let symbols = distinct(symbols.iter().map(String::as_str));
        Self {
            kinds: distinct(task.types.iter().map(|(name, _)| &**name)),
            objects: distinct(task.objects.iter().map(|(name, _)| &**name)),
            predicates: distinct(task.predicates.iter().map(|(name, _)| &**name)),
            actions: distinct(task.schemas.iter().map(|schema| &*schema.name)),
            symbols: grounded.symbols.iter().cloned().zip(symbols).collect(),
            skills: distinct(skills.iter().map(String::as_str)),
        }
    }

    fn symbol(&self, fact: &PddlFact) -> String {
        self.symbols.get(fact).cloned().unwrap_or_default()
    }

    fn signed(&self, fact: &PddlFact, holds: bool) -> String {
        let symbol = self.symbol(fact);
        if holds { symbol } else { format!("not {symbol}") }
    }

    fn stated(&self, (predicate, objects): &PddlFact) -> String {
        self.applied(&self.predicates, *predicate, objects)
    }

    fn applied(&self, of: &[String], number: usize, objects: &[usize]) -> String {
        let objects: Vec<&str> = objects.iter().map(|object| at(&self.objects, *object)).collect();
        format!("{}({})", at(of, number), objects.join(", "))
    }
}

fn at(names: &[String], number: usize) -> &str {
    names.get(number).map_or("", String::as_str)
}

/// Names with characters that the language allows, numbered where they would repeat.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    names.map(|name| plain(&unused(&plain_letters(name), '_', &mut taken))).collect()
}

/// The name with letters, digits and underscores only: PDDL's names have dashes and more.
fn plain_letters(name: &str) -> String {
    let letters: String =
        name.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
    begun(&letters)
}

/// A planner's name begins with a capital.
fn title(name: &str) -> String {
    let letters = plain_letters(name);
    let mut rest = letters.chars();
    rest.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(rest).collect()
}

fn single_line(name: &str) -> String {
    name.chars().filter(|one| !one.is_control()).collect()
}
