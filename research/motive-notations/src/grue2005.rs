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

use super::grue_reader::{GrueReader, Result};
use super::grue_scanner::Token;
use super::grue_tree::*;
use super::{ImportError, Notation};
use motive_diagnostics::Diagnostic;

/// Reads a text into its declarations, with warnings.
pub fn read(text: &str) -> std::result::Result<(Library, Vec<Diagnostic>), ImportError> {
    let mut reader = GrueReader::new(text, Notation::Grue2005)?;
    let mut library = Library::default();
    while !reader.is_done() {
        library.items.push(item(&mut reader)?);
    }
    Ok((library, reader.label_warnings()))
}

fn item(reader: &mut GrueReader<'_>) -> Result<Item> {
    if !reader.at(Token::OpenParen) {
        return reader.error("`(` and a resource, goal or program");
    }
    if reader.at_variable() {
        return reader.variable().map(Item::Variable);
    }
    reader.expect(Token::OpenParen, "`(`")?;
    let name = reader.word("the name of a resource, goal or program")?;
    let item = match reader.nth(0) {
        Some(Token::Number) => Item::Goal(goal(reader, name)?),
        Some(Token::OpenBracket | Token::CloseParen) => {
            Item::Thing(Thing { name: Some(name), properties: reader.properties()? })
        }
        _ => Item::Program(program(reader, name)?),
    };
    reader.expect(Token::CloseParen, "`)`")?;
    Ok(item)
}

fn goal(reader: &mut GrueReader<'_>, name: Word) -> Result<Goal> {
    let priority = reader.number("a priority")?;
    let kind = reader.goal_kind()?;
    let want = if reader.at(Token::Word) && reader.nth(1) == Some(Token::CloseParen) {
        Want::Program(reader.word("a program")?)
    } else {
        Want::Condition(reader.condition()?)
    };
    Ok(Goal { name, priority, kind, want })
}

fn program(reader: &mut GrueReader<'_>, name: Word) -> Result<Program> {
    let mut parameters = Vec::new();
    let has_parameters = reader.at(Token::OpenParen)
        && reader.nth(1) == Some(Token::Variable)
        && matches!(reader.nth(2), Some(Token::Comma | Token::CloseParen));
    if has_parameters {
        reader.expect(Token::OpenParen, "`(`")?;
        parameters.push(reader.variable_name()?);
        while reader.eat(Token::Comma) {
            parameters.push(reader.variable_name()?);
        }
        reader.expect(Token::CloseParen, "`)`")?;
    }
    let mut rules = vec![rule(reader)?];
    while !reader.at(Token::CloseParen) {
        rules.push(rule(reader)?);
    }
    Ok(Program { name, parameters, rules })
}

fn rule(reader: &mut GrueReader<'_>) -> Result<Rule> {
    let condition = if reader.at(Token::Implies) { None } else { Some(reader.condition()?) };
    reader.expect(Token::Implies, "`=>` and an action")?;
    let mut actions = vec![action(reader)?];
    while action_follows(reader) {
        actions.push(action(reader)?);
    }
    Ok(Rule { name: None, condition, actions })
}

fn action_follows(reader: &GrueReader<'_>) -> bool {
    let named = reader.at(Token::Word) && !reader.is("NOT") && !reader.is("exists");
    let compared = !matches!(reader.nth(1), Some(Token::OpenParen)) && !reader.is("null");
    named && !compared && (reader.is("null") || !reader.condition_follows_call())
}

fn action(reader: &mut GrueReader<'_>) -> Result<Action> {
    let name = reader.word("`null`, `propose(...)` or a program to call")?;
    if name.is("null") {
        return Ok(Action::Null);
    }
    if !name.is("propose") {
        return Ok(Action::Call(name, reader.terms()?));
    }
    reader.expect(Token::OpenParen, "`(` and an action")?;
    let name = reader.word("the name of an action")?;
    let mut terms = Vec::new();
    while reader.eat(Token::Comma) {
        terms.push(reader.term()?);
    }
    reader.expect(Token::CloseParen, "`,` or `)`")?;
    Ok(Action::Propose(name, terms))
}

/// The text of a library in this notation; reading it gives the same library.
pub fn print(library: &Library) -> String {
    let mut out = String::new();
    for item in &library.items {
        print_item(&mut out, item);
        out.push('\n');
    }
    out
}

fn print_item(out: &mut String, item: &Item) {
    match item {
        Item::Thing(resource) => out.push_str(&resource_text(resource)),
        Item::Variable(variable) => out.push_str(&variable_text(variable)),
        Item::Goal(goal) => out.push_str(&goal_text(goal)),
        Item::Program(program) => out.push_str(&program_text(program)),
        Item::Task(goal, program) => {
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

fn resource_text(resource: &Thing) -> String {
    let properties: Vec<String> = resource.properties.iter().map(property_text).collect();
    let name = resource.name.as_ref().map_or("", |name| &name.0);
    format!("({})", [&[name.to_owned()], properties.as_slice()].concat().join(" ").trim_start())
}

pub(super) fn property_text(property: &Property) -> String {
    let values: Vec<String> = property.values.iter().map(|value| term_text(value, property_first)).collect();
    let divisible = if property.divisible { "DIV " } else { "" };
    format!("[{} {divisible}{}]", property.name.0, values.join(" "))
}

/// `property(?x, NAME)`, the order of this notation.
fn property_first(of: &str, name: &str) -> String {
    format!("property({of}, {name})")
}

fn goal_text(goal: &Goal) -> String {
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

fn program_text(program: &Program) -> String {
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

fn action_text(action: &Action) -> String {
    let list = |terms: &[Term]| -> Vec<String> {
        terms.iter().map(|term| term_text(term, property_first)).collect()
    };
    match action {
        Action::Null => "null".to_owned(),
        Action::Propose(name, terms) => {
            format!("propose({})", [vec![name.0.clone()], list(terms)].concat().join(", "))
        }
        Action::Call(name, terms) => format!("{}({})", name.0, list(terms).join(", ")),
    }
}

fn variable_text(variable: &Variable) -> String {
    let access = match variable.access {
        Access::Exclusive => "EXCLUSIVE",
        Access::Shared => "SHARED",
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

pub(super) fn requests_text(requests: &[Request], order: PropertyOrder) -> String {
    let parts: Vec<String> = requests
        .iter()
        .map(|one| format!("[{} {}]", one.name.0, pattern_text(&one.pattern, order)))
        .collect();
    parts.join(" ")
}

fn pattern_text(pattern: &Pattern, order: PropertyOrder) -> String {
    match pattern {
        Pattern::Any => "*".to_owned(),
        Pattern::Compare(op, term) => format!("{} {}", comparison_text(*op), term_text(term, order)),
        Pattern::Range(range) => range_text(range, order),
        Pattern::Values(values) => {
            let parts: Vec<String> = values.iter().map(|term| term_text(term, order)).collect();
            parts.join(" ")
        }
    }
}

fn range_text(range: &Range, order: PropertyOrder) -> String {
    let value = |bound: &Bound| bound.value.as_ref().map_or(String::new(), |term| term_text(term, order));
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

pub(super) fn comparison_text(op: Comparison) -> &'static str {
    match op {
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Equal => "=",
        Comparison::GreaterOrEqual => ">=",
        Comparison::Greater => ">",
    }
}

pub(super) fn term_text(term: &Term, order: PropertyOrder) -> String {
    match term {
        Term::Number(number) => number.to_string(),
        Term::Infinite(word) | Term::Word(word) => word.0.clone(),
        Term::Variable(name) => format!("?{}", name.0),
        Term::Property { of, name } => order(&format!("?{}", of.0), &name.0),
        Term::PropertyOf(resource, name) => {
            let properties: Vec<String> = resource.properties.iter().map(property_text).collect();
            format!("property({}, ({}))", name.0, properties.join(" "))
        }
        Term::Call(name, terms) => {
            let parts: Vec<String> = terms.iter().map(|term| term_text(term, order)).collect();
            format!("{}({})", name.0, parts.join(", "))
        }
    }
}

/// A condition, with parentheses where the precedence of operators requires them.
pub(super) fn condition_text(
    condition: &Condition,
    variable: &dyn Fn(&Variable) -> String,
    order: PropertyOrder,
) -> String {
    let inner = |one: &Condition| {
        let text = condition_text(one, variable, order);
        if matches!(one, Condition::And(_) | Condition::Or(_)) { format!("({text})") } else { text }
    };
    let join = |all: &[Condition], word: &str| all.iter().map(inner).collect::<Vec<_>>().join(word);
    match condition {
        Condition::Variable(one) => variable(one),
        Condition::Exists(one) => format!("exists({})", variable(one)),
        Condition::Compare(op, left, right) => {
            format!("{} {} {}", term_text(left, order), comparison_text(*op), term_text(right, order))
        }
        Condition::Call(name, terms) => term_text(&Term::Call(name.clone(), terms.clone()), order),
        Condition::Not(one) => format!("NOT {}", inner(one)),
        Condition::And(all) => join(all, " AND "),
        Condition::Or(any) => join(any, " OR "),
    }
}
