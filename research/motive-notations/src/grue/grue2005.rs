//! The notation of the thesis of 2005.
//!
//! ```text
//! (EscapeFromGhosts
//!     NOT (?g SHARED ([TYPE ghost] [DISTANCE #|1 10|#]) ()) => null
//!     (?g SHARED ([TYPE ghost] [DISTANCE #|1 <- 10|#]) ()) => propose(move-away-from, ?g)
//! )
//! (GetAwayFromGhosts 90 ACHIEVEMENT EscapeFromGhosts)
//! ```

use super::Notation;
use super::grue_tree::*;
use super::reader::{GrueReader, GrueToken, Result};
use crate::ImportError;
use motive_diagnostics::Diagnostic;

/// Reads a text into its declarations, with warnings.
pub fn read(text: &str) -> std::result::Result<(GrueLibrary, Vec<Diagnostic>), ImportError> {
    GrueReader::new(text, Notation::Grue2005)?.library(item)
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
    Ok(GrueGoal { name, priority, kind, want: reader.want(GrueToken::CloseParen)? })
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
    super::print::print(library, Notation::Grue2005)
}
