//! The notation of the thesis of 2005.
//!
//! ```text
//! (EscapeFromGhosts
//!     NOT (?g SHARED ([TYPE ghost] [DISTANCE #|1 10|#]) ()) => null
//!     (?g SHARED ([TYPE ghost] [DISTANCE #|1 <- 10|#]) ()) => propose(move-away-from, ?g)
//! )
//! (GetAwayFromGhosts 90 ACHIEVEMENT EscapeFromGhosts)
//! ```

use std::fmt::Write;

use super::Notation;
use super::grue_tree::*;
use super::reader::GrueToken;
use super::reader::{GrueReader, Result};
use crate::ImportError;
use motive_diagnostics::Diagnostic;

/// Reads a text into its declarations, with warnings.
pub fn read(text: &str) -> std::result::Result<(GrueLibrary, Vec<Diagnostic>), ImportError> {
    let mut reader = GrueReader::new(text, Notation::Grue2005)?;
    let mut library = GrueLibrary::default();
    while !reader.is_done() {
        library.items.push(item(&mut reader)?);
    }
    Ok((library, reader.label_warnings()))
}

fn item(reader: &mut GrueReader<'_>) -> Result<GrueItem> {
    if !reader.at(GrueToken::OpenParen) {
        return reader.error("`(` and a resource, goal or program");
    }
    if reader.at_variable() {
        return reader.variable().map(GrueItem::Variable);
    }
    reader.expect(GrueToken::OpenParen, "`(`")?;
    let name = reader.word("the name of a resource, goal or program")?;
    let item = match reader.nth(0) {
        Some(GrueToken::Number) => GrueItem::Goal(goal(reader, name)?),
        Some(GrueToken::OpenBracket | GrueToken::CloseParen) => {
            GrueItem::Thing(GrueThing { name: Some(name), properties: reader.properties()? })
        }
        _ => GrueItem::Program(program(reader, name)?),
    };
    reader.expect(GrueToken::CloseParen, "`)`")?;
    Ok(item)
}

fn goal(reader: &mut GrueReader<'_>, name: Word) -> Result<GrueGoal> {
    let priority = reader.number("a priority")?;
    let kind = reader.goal_kind()?;
    let want = if reader.at(GrueToken::Word) && reader.nth(1) == Some(GrueToken::CloseParen) {
        Want::Program(reader.word("a program")?)
    } else {
        Want::Condition(reader.condition()?)
    };
    Ok(GrueGoal { name, priority, kind, want })
}

fn program(reader: &mut GrueReader<'_>, name: Word) -> Result<GrueProgram> {
    let mut parameters = Vec::new();
    let has_parameters = reader.at(GrueToken::OpenParen)
        && reader.nth(1) == Some(GrueToken::Variable)
        && matches!(reader.nth(2), Some(GrueToken::Comma | GrueToken::CloseParen));
    if has_parameters {
        reader.expect(GrueToken::OpenParen, "`(`")?;
        parameters.push(reader.variable_name()?);
        while reader.eat(GrueToken::Comma) {
            parameters.push(reader.variable_name()?);
        }
        reader.expect(GrueToken::CloseParen, "`)`")?;
    }
    let mut rules = vec![rule(reader)?];
    while !reader.at(GrueToken::CloseParen) {
        rules.push(rule(reader)?);
    }
    Ok(GrueProgram { name, parameters, rules })
}

fn rule(reader: &mut GrueReader<'_>) -> Result<GrueRule> {
    let condition = if reader.at(GrueToken::Implies) { None } else { Some(reader.condition()?) };
    reader.expect(GrueToken::Implies, "`=>` and an action")?;
    let mut actions = vec![action(reader)?];
    while action_follows(reader) {
        actions.push(action(reader)?);
    }
    Ok(GrueRule { name: None, condition, actions })
}

fn action_follows(reader: &GrueReader<'_>) -> bool {
    let named = reader.at(GrueToken::Word) && !reader.is("NOT") && !reader.is("exists");
    let compared = !matches!(reader.nth(1), Some(GrueToken::OpenParen)) && !reader.is("null");
    named && !compared && (reader.is("null") || !reader.condition_follows_call())
}

fn action(reader: &mut GrueReader<'_>) -> Result<GrueAction> {
    let name = reader.word("`null`, `propose(...)` or a program to call")?;
    if name.is("null") {
        return Ok(GrueAction::Null);
    }
    if !name.is("propose") {
        return Ok(GrueAction::Call(name, reader.terms()?));
    }
    reader.expect(GrueToken::OpenParen, "`(` and an action")?;
    let name = reader.word("the name of an action")?;
    let mut terms = Vec::new();
    while reader.eat(GrueToken::Comma) {
        terms.push(reader.term()?);
    }
    reader.expect(GrueToken::CloseParen, "`,` or `)`")?;
    Ok(GrueAction::Propose(name, terms))
}

/// The text of a library in this notation; reading it gives the same library.
pub fn print(library: &GrueLibrary) -> String {
    let mut out = String::new();
    for item in &library.items {
        print_item(&mut out, item);
        out.push('\n');
    }
    out
}

fn print_item(out: &mut String, item: &GrueItem) {
    match item {
        GrueItem::Thing(resource) => out.push_str(&resource_text(resource)),
        GrueItem::Variable(variable) => out.push_str(&variable_text(variable)),
        GrueItem::Goal(goal) => out.push_str(&goal_text(goal)),
        GrueItem::Program(program) => out.push_str(&program_text(program)),
        GrueItem::Task(goal, program) => {
            let _ = write!(
                out,
                "{}
{}",
                program_text(program),
                goal_text(goal)
            );
        }
    }
}

fn resource_text(resource: &GrueThing) -> String {
    let properties: Vec<String> = resource.properties.iter().map(property_text).collect();
    let name = resource.name.as_ref().map_or("", |name| &name.0);
    format!("({})", [&[name.to_owned()], properties.as_slice()].concat().join(" ").trim_start())
}

pub(super) fn property_text(property: &GrueProperty) -> String {
    let values: Vec<String> = property.values.iter().map(|value| term_text(value, property_first)).collect();
    let divisible = if property.divisible { "DIV " } else { "" };
    format!("[{} {divisible}{}]", property.name.0, values.join(" "))
}

/// `property(?x, NAME)`, the order of this notation.
fn property_first(of: &str, name: &str) -> String {
    format!("property({of}, {name})")
}

fn goal_text(goal: &GrueGoal) -> String {
    let kind = match goal.kind {
        GoalKind::Achievement => "ACHIEVEMENT",
        GoalKind::Maintenance => "MAINTENANCE",
    };
    let want = match &goal.want {
        Want::Program(name) => name.0.clone(),
        Want::Condition(condition) => condition_text(condition, &variable_text, property_first),
    };
    format!("({} {} {kind} {want})", goal.name.0, goal.priority)
}

fn program_text(program: &GrueProgram) -> String {
    let mut out = format!("({}", program.name.0);
    if !program.parameters.is_empty() {
        let names: Vec<String> = program.parameters.iter().map(|name| format!("?{}", name.0)).collect();
        let _ = write!(out, " ({})", names.join(", "));
    }
    for rule in &program.rules {
        out.push_str("\n    ");
        if let Some(condition) = &rule.condition {
            let _ = write!(out, "{} ", condition_text(condition, &variable_text, property_first));
        }
        out.push_str("=>");
        for action in &rule.actions {
            let _ = write!(out, " {}", action_text(action));
        }
    }
    out.push_str("\n)");
    out
}

fn action_text(action: &GrueAction) -> String {
    let list = |terms: &[GrueTerm]| -> Vec<String> {
        terms.iter().map(|term| term_text(term, property_first)).collect()
    };
    match action {
        GrueAction::Null => "null".to_owned(),
        GrueAction::Propose(name, terms) => {
            format!("propose({})", [vec![name.0.clone()], list(terms)].concat().join(", "))
        }
        GrueAction::Call(name, terms) => format!("{}({})", name.0, list(terms).join(", ")),
    }
}

fn variable_text(variable: &GrueVariable) -> String {
    let access = match variable.access {
        GrueAccess::Exclusive => "EXCLUSIVE",
        GrueAccess::Shared => "SHARED",
    };
    let time =
        variable.time.as_ref().map_or(String::new(), |time| format!("{} ", term_text(time, property_first)));
    let transient = if variable.persistent { "" } else { " TRANSIENT" };
    let required = requests_text(&variable.required, property_first);
    let preferred = requests_text(&variable.preferred, property_first);
    format!("(?{} {time}{access}{transient} ({required}) ({preferred}))", variable.name.0)
}

/// The order of the arguments of `property` in a notation.
pub(super) type PropertyOrder = fn(&str, &str) -> String;

pub(super) fn requests_text(requests: &[GrueRequest], order: PropertyOrder) -> String {
    let parts: Vec<String> = requests
        .iter()
        .map(|one| format!("[{} {}]", one.name.0, pattern_text(&one.pattern, order)))
        .collect();
    parts.join(" ")
}

fn pattern_text(pattern: &GruePattern, order: PropertyOrder) -> String {
    match pattern {
        GruePattern::Any => "*".to_owned(),
        GruePattern::Compare(op, term) => format!("{} {}", comparison_text(*op), term_text(term, order)),
        GruePattern::Range(range) => range_text(range, order),
        GruePattern::Values(values) => {
            let parts: Vec<String> = values.iter().map(|term| term_text(term, order)).collect();
            parts.join(" ")
        }
    }
}

fn range_text(range: &GrueRange, order: PropertyOrder) -> String {
    let value = |bound: &GrueBound| bound.value.as_ref().map_or(String::new(), |term| term_text(term, order));
    let open = if range.lower.soft { "#:" } else { "#|" };
    let close = if range.upper.soft { ":#" } else { "|#" };
    let arrow = match range.arrow {
        Some(Arrow::Up) => "->",
        Some(Arrow::Down) => "<-",
        None => "",
    };
    let parts = [open, &value(&range.lower), arrow, &value(&range.upper), close];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

pub(super) fn comparison_text(op: GrueComparison) -> &'static str {
    match op {
        GrueComparison::Less => "<",
        GrueComparison::LessOrEqual => "<=",
        GrueComparison::Equal => "=",
        GrueComparison::GreaterOrEqual => ">=",
        GrueComparison::Greater => ">",
    }
}

pub(super) fn term_text(term: &GrueTerm, order: PropertyOrder) -> String {
    match term {
        GrueTerm::Number(number) => number.to_string(),
        GrueTerm::Infinite(word) | GrueTerm::Word(word) => word.0.clone(),
        GrueTerm::Variable(name) => format!("?{}", name.0),
        GrueTerm::Property { of, name } => order(&format!("?{}", of.0), &name.0),
        GrueTerm::PropertyOf(resource, name) => {
            let properties: Vec<String> = resource.properties.iter().map(property_text).collect();
            format!("property({}, ({}))", name.0, properties.join(" "))
        }
        GrueTerm::Call(name, terms) => {
            let parts: Vec<String> = terms.iter().map(|term| term_text(term, order)).collect();
            format!("{}({})", name.0, parts.join(", "))
        }
    }
}

/// A condition, with parentheses where the precedence of operators requires them.
pub(super) fn condition_text(
    condition: &GrueCondition,
    variable: &dyn Fn(&GrueVariable) -> String,
    order: PropertyOrder,
) -> String {
    let inner = |one: &GrueCondition| {
        let text = condition_text(one, variable, order);
        if matches!(one, GrueCondition::And(_) | GrueCondition::Or(_)) { format!("({text})") } else { text }
    };
    let join = |all: &[GrueCondition], word: &str| all.iter().map(inner).collect::<Vec<_>>().join(word);
    match condition {
        GrueCondition::Variable(one) => variable(one),
        GrueCondition::Exists(one) => format!("exists({})", variable(one)),
        GrueCondition::Compare(op, left, right) => {
            format!("{} {} {}", term_text(left, order), comparison_text(*op), term_text(right, order))
        }
        GrueCondition::Call(name, terms) => term_text(&GrueTerm::Call(name.clone(), terms.clone()), order),
        GrueCondition::Not(one) => format!("NOT {}", inner(one)),
        GrueCondition::And(all) => join(all, " AND "),
        GrueCondition::Or(any) => join(any, " OR "),
    }
}
