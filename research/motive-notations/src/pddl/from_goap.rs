//! Writes a planner over symbols as a classical planning problem in PDDL.
//!
//! Symbols become predicates without arguments, what can be done becomes actions without parameters, each with its cost of this moment. [`domain`] writes that
//! part, [`problem`] what is so now and one of the goals. [`crate::pddl`] reads both back.

use motive_core::Facts;
use motive_core::projection::compact::{Becomes, Need, Operator};
use motive_drives::goap::{Goap, Situation};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A planner that cannot be expressed in PDDL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotPddl {
    /// A symbol that is a number.
    #[error("the symbol `{symbol}` is a number, but predicates of PDDL are true or false")]
    Number {
        /// The symbol.
        symbol: String,
    },
    /// A precondition that no value satisfies.
    #[error("`{action}` needs what `{symbol}` can never be")]
    Never {
        /// The action, or the goal.
        action: String,
        /// The symbol.
        symbol: String,
    },
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
        let action = unused(&word(&shown), &mut taken);
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
        (0, 1) => Ok(unused(&word(name), &mut taken)),
        _ => Err(NotPddl::Number { symbol: name.to_owned() }),
    };
    goap.problem().variables().map(name).collect()
}

fn conditions(needs: &[Need], names: &[String], of: &str) -> Result<String, NotPddl> {
    let mut text = "(and".to_owned();
    for need in needs {
        let symbol = names.get(need.variable.index()).map_or("", String::as_str);
        match (need.holds(0), need.holds(1)) {
            (false, true) => {
                let _ = write!(text, " ({symbol})");
            }
            (true, false) => {
                let _ = write!(text, " (not ({symbol}))");
            }
            (true, true) => {}
            (false, false) => {
                return Err(NotPddl::Never { action: of.to_owned(), symbol: symbol.to_owned() });
            }
        }
    }
    text.push(')');
    Ok(text)
}

fn effects(operator: &Operator, names: &[String]) -> String {
    let mut text = String::new();
    for (variable, becomes) in &operator.changes {
        let symbol = names.get(variable.index()).map_or("", String::as_str);
        match becomes {
            Becomes::To(0) | Becomes::By(..0) => {
                let _ = write!(text, " (not ({symbol}))");
            }
            Becomes::By(0) => {}
            _ => {
                let _ = write!(text, " ({symbol})");
            }
        }
    }
    text
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
    let word = word.trim_end_matches('-');
    if word.starts_with(|first: char| first.is_ascii_alphabetic()) {
        word.to_owned()
    } else {
        format!("x{word}")
    }
}

fn unused(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut found = name.to_owned();
    let mut number = 2;
    while !taken.insert(found.clone()) {
        found = format!("{name}-{number}");
        number += 1;
    }
    found
}
