//! The notation of the report of 2002.
//!
//! ```text
//! [EatFruit 50 Non-maintenance [NOT (?Fruit1 Infinite [[Type fruit]] [])]]
//! [EatFruit
//!     [Rule0 NOT (?Fruit1 Infinite [[Type fruit]] []) => [null]]
//!     [Rule1 (?Fruit1 Infinite [[Type fruit]] []) => [move toward ?Fruit1]]
//! ]
//! ```

use super::grue_reader::{GrueReader, Result};
use super::grue_scanner::Token;
use super::grue_tree::*;
use super::grue2005::{PropertyOrder, condition_text, property_text, requests_text, term_text};
use super::{ImportError, Notation};
use motive_diagnostics::Diagnostic;
use std::fmt::Write;

/// Reads a text into its declarations, with warnings.
pub fn read(text: &str) -> std::result::Result<(Library, Vec<Diagnostic>), ImportError> {
    let mut reader = GrueReader::new(text, Notation::Grue2002)?;
    let mut library = Library::default();
    while !reader.is_done() {
        library.items.push(item(&mut reader)?);
    }
    Ok((library, reader.label_warnings()))
}

fn item(reader: &mut GrueReader<'_>) -> Result<Item> {
    if reader.at_variable() {
        return reader.variable().map(Item::Variable);
    }
    if reader.eat(Token::OpenParen) {
        let properties = reader.properties()?;
        reader.expect(Token::CloseParen, "`[` and a property, or `)`")?;
        return Ok(Item::Thing(Thing { name: None, properties }));
    }
    reader.expect(Token::OpenBracket, "`(` and a resource, or `[` and a goal or program")?;
    let name = reader.word("the name of a goal or program")?;
    if !reader.at(Token::Number) {
        return program(reader, name).map(Item::Program);
    }
    let priority = reader.number("a priority")?;
    let kind = reader.goal_kind()?;
    let item = if at_program(reader) {
        reader.expect(Token::OpenBracket, "`[`")?;
        let inner = reader.word("the name of a program")?;
        let program = program(reader, inner)?;
        let want = Want::Program(program.name.clone());
        Item::Task(Goal { name, priority, kind, want }, program)
    } else {
        Item::Goal(Goal { name, priority, kind, want: want(reader)? })
    };
    reader.expect(Token::CloseBracket, "`]`")?;
    Ok(item)
}

fn at_program(reader: &GrueReader<'_>) -> bool {
    reader.at(Token::OpenBracket)
        && reader.nth(1) == Some(Token::Word)
        && reader.nth(2) == Some(Token::OpenBracket)
        && !reader.nth_is(1, "NOT")
}

fn want(reader: &mut GrueReader<'_>) -> Result<Want> {
    let is_name = reader.at(Token::Word) && reader.nth(1) == Some(Token::CloseBracket);
    if is_name {
        return reader.word("a program").map(Want::Program);
    }
    reader.condition().map(Want::Condition)
}

/// From the parameters to the closing bracket.
fn program(reader: &mut GrueReader<'_>, name: Word) -> Result<Program> {
    let mut parameters = Vec::new();
    let has_parameters = reader.at(Token::OpenBracket)
        && (matches!(reader.nth(1), Some(Token::Variable | Token::CloseBracket)));
    if has_parameters {
        reader.expect(Token::OpenBracket, "`[`")?;
        while !reader.eat(Token::CloseBracket) {
            parameters.push(reader.variable_name()?);
        }
    }
    let mut rules = vec![rule(reader)?];
    while !reader.eat(Token::CloseBracket) {
        rules.push(rule(reader)?);
    }
    Ok(Program { name, parameters, rules })
}

fn rule(reader: &mut GrueReader<'_>) -> Result<Rule> {
    reader.expect(Token::OpenBracket, "`[` and a rule")?;
    let name = Some(reader.word("the name of a rule")?);
    let condition = if reader.at(Token::Implies) { None } else { Some(reader.condition()?) };
    reader.expect(Token::Implies, "`=>` and an action")?;
    reader.expect(Token::OpenBracket, "`[` and an action")?;
    let mut actions = Vec::new();
    if reader.at(Token::OpenBracket) {
        while reader.eat(Token::OpenBracket) {
            actions.push(action(reader)?);
            reader.expect(Token::CloseBracket, "`]`")?;
        }
    } else {
        actions.push(action(reader)?);
    }
    reader.expect(Token::CloseBracket, "`]`")?;
    reader.expect(Token::CloseBracket, "`]` at the end of the rule")?;
    Ok(Rule { name, condition, actions })
}

/// `null`, `GOTO [?Enemy1]`, `move toward ?Ghost1`
fn action(reader: &mut GrueReader<'_>) -> Result<Action> {
    let name = reader.word("an action")?;
    if name.is("null") && reader.at(Token::CloseBracket) {
        return Ok(Action::Null);
    }
    if reader.eat(Token::OpenBracket) {
        let mut terms = Vec::new();
        while !reader.eat(Token::CloseBracket) {
            terms.push(Term::Variable(reader.variable_name()?));
        }
        return Ok(Action::Call(name, terms));
    }
    let mut terms = Vec::new();
    while !reader.at(Token::CloseBracket) {
        terms.push(reader.term()?);
    }
    Ok(Action::Propose(name, terms))
}

/// The text of a library in this notation; reading it gives the same library.
pub fn print(library: &Library) -> String {
    let mut out = String::new();
    for item in &library.items {
        let text = match item {
            Item::Thing(resource) => resource_text(resource),
            Item::Variable(variable) => variable_text(variable),
            Item::Goal(goal) => goal_text(goal, None),
            Item::Program(program) => program_text(program),
            Item::Task(goal, program) => goal_text(goal, Some(program)),
        };
        let _ = writeln!(out, "{text}");
    }
    out
}

/// `property(NAME, ?x)`, the order of this notation.
const ORDER: PropertyOrder = |of, name| format!("property({name}, {of})");

fn resource_text(resource: &Thing) -> String {
    let id = resource.name.iter().map(|name| format!("[ID {}]", name.0));
    let properties: Vec<String> = id.chain(resource.properties.iter().map(property_text)).collect();
    format!("({})", properties.join(" "))
}

fn variable_text(variable: &Variable) -> String {
    let time = variable.time.as_ref().map_or(String::new(), |time| format!(" {}", term_text(time, ORDER)));
    let access = match variable.access {
        Access::Exclusive => "",
        Access::Shared => " SHARED",
    };
    let transient = if variable.persistent { "" } else { " TRANSIENT" };
    let (required, preferred) =
        (requests_text(&variable.required, ORDER), requests_text(&variable.preferred, ORDER));
    format!("(?{}{time}{access}{transient} [{required}] [{preferred}])", variable.name.0)
}

fn goal_text(goal: &Goal, program: Option<&Program>) -> String {
    let kind = match goal.kind {
        GoalKind::Achievement => "Non-maintenance",
        GoalKind::Maintenance => "Maintenance",
    };
    let want = match (&goal.want, program) {
        (_, Some(program)) => program_text(program),
        (Want::Condition(condition), _) => format!("[{}]", condition_text(condition, &variable_text, ORDER)),
        (Want::Program(name), _) => name.0.clone(),
    };
    format!("[{} {} {kind} {want}]", goal.name.0, goal.priority)
}

fn program_text(program: &Program) -> String {
    let mut out = format!("[{}", program.name.0);
    if !program.parameters.is_empty() {
        let names: Vec<String> = program.parameters.iter().map(|name| format!("?{}", name.0)).collect();
        let _ = write!(out, " [{}]", names.join(" "));
    }
    for (i, rule) in program.rules.iter().enumerate() {
        let name = rule.name.as_ref().map_or_else(|| format!("Rule{i}"), |name| name.0.clone());
        let _ = write!(out, "\n    [{name} ");
        if let Some(condition) = &rule.condition {
            let _ = write!(out, "{} ", condition_text(condition, &variable_text, ORDER));
        }
        let _ = write!(out, "=> {}]", actions_text(&rule.actions));
    }
    out.push_str("\n]");
    out
}

fn actions_text(actions: &[Action]) -> String {
    let parts: Vec<String> = actions.iter().map(|action| format!("[{}]", action_text(action))).collect();
    if parts.len() == 1 { parts.concat() } else { format!("[{}]", parts.join(" ")) }
}

fn action_text(action: &Action) -> String {
    let list = |terms: &[Term]| -> Vec<String> { terms.iter().map(|term| term_text(term, ORDER)).collect() };
    match action {
        Action::Null => "null".to_owned(),
        Action::Propose(name, terms) => [vec![name.0.clone()], list(terms)].concat().join(" "),
        Action::Call(name, terms) => format!("{} [{}]", name.0, list(terms).join(" ")),
    }
}
