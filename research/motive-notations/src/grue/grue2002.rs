//! The notation of the report of 2002.
//!
//! ```text
//! [EatFruit 50 Non-maintenance [NOT (?Fruit1 Infinite [[Type fruit]] [])]]
//! [EatFruit
//!     [Rule0 NOT (?Fruit1 Infinite [[Type fruit]] []) => [null]]
//!     [Rule1 (?Fruit1 Infinite [[Type fruit]] []) => [move toward ?Fruit1]]
//! ]
//! ```

use super::Notation;
use super::grue_tree::*;
use super::reader::{GrueReader, GrueToken, Result};
use crate::ImportError;
use motive_diagnostics::Diagnostic;

/// Reads a text into its declarations, with warnings.
pub fn read(text: &str) -> std::result::Result<(GrueLibrary, Vec<Diagnostic>), ImportError> {
    GrueReader::new(text, Notation::Grue2002)?.library(item)
}

fn item(reader: &mut GrueReader<'_>) -> Result<GrueItem> {
    if reader.at_variable() {
        return reader.variable().map(GrueItem::Variable);
    }
    if reader.eat(GrueToken::OpenParen) {
        let properties = reader.properties()?;
        reader.expect(GrueToken::CloseParen, "`[` and a property, or `)`")?;
        return Ok(GrueItem::Thing(GrueThing { name: None, properties }));
    }
    reader.expect(GrueToken::OpenBracket, "`(` and a resource, or `[` and a goal or program")?;
    let name = reader.word("the name of a goal or program")?;
    if !reader.at(GrueToken::Number) {
        return program(reader, name).map(GrueItem::Program);
    }
    let priority = reader.number("a priority")?;
    let kind = reader.goal_kind()?;
    let item = if at_program(reader) {
        reader.expect(GrueToken::OpenBracket, "`[`")?;
        let inner = reader.word("the name of a program")?;
        let program = program(reader, inner)?;
        let want = Want::Program(program.name.clone());
        GrueItem::Task(GrueGoal { name, priority, kind, want }, program)
    } else {
        GrueItem::Goal(GrueGoal { name, priority, kind, want: reader.want(GrueToken::CloseBracket)? })
    };
    reader.expect(GrueToken::CloseBracket, "`]`")?;
    Ok(item)
}

fn at_program(reader: &GrueReader<'_>) -> bool {
    reader.at(GrueToken::OpenBracket)
        && reader.nth(1) == Some(GrueToken::Word)
        && reader.nth(2) == Some(GrueToken::OpenBracket)
        && !reader.nth_is(1, "NOT")
}

/// From the parameters to the closing bracket.
fn program(reader: &mut GrueReader<'_>, name: Word) -> Result<GrueProgram> {
    let mut parameters = Vec::new();
    let has_parameters = reader.at(GrueToken::OpenBracket)
        && (matches!(reader.nth(1), Some(GrueToken::Variable | GrueToken::CloseBracket)));
    if has_parameters {
        reader.expect(GrueToken::OpenBracket, "`[`")?;
        while !reader.eat(GrueToken::CloseBracket) {
            parameters.push(reader.variable_name()?);
        }
    }
    let mut rules = vec![rule(reader)?];
    while !reader.eat(GrueToken::CloseBracket) {
        rules.push(rule(reader)?);
    }
    Ok(GrueProgram { name, parameters, rules })
}

fn rule(reader: &mut GrueReader<'_>) -> Result<GrueRule> {
    reader.expect(GrueToken::OpenBracket, "`[` and a rule")?;
    let name = Some(reader.word("the name of a rule")?);
    let condition = if reader.at(GrueToken::Implies) { None } else { Some(reader.condition()?) };
    reader.expect(GrueToken::Implies, "`=>` and an action")?;
    reader.expect(GrueToken::OpenBracket, "`[` and an action")?;
    let mut actions = Vec::new();
    if reader.at(GrueToken::OpenBracket) {
        while reader.eat(GrueToken::OpenBracket) {
            actions.push(action(reader)?);
            reader.expect(GrueToken::CloseBracket, "`]`")?;
        }
    } else {
        actions.push(action(reader)?);
    }
    reader.expect(GrueToken::CloseBracket, "`]`")?;
    reader.expect(GrueToken::CloseBracket, "`]` at the end of the rule")?;
    Ok(GrueRule { name, condition, actions })
}

/// `null`, `GOTO [?Enemy1]`, `move toward ?Ghost1`
fn action(reader: &mut GrueReader<'_>) -> Result<GrueAction> {
    let name = reader.word("an action")?;
    if name.is("null") && reader.at(GrueToken::CloseBracket) {
        return Ok(GrueAction::Null);
    }
    if reader.eat(GrueToken::OpenBracket) {
        let mut terms = Vec::new();
        while !reader.eat(GrueToken::CloseBracket) {
            terms.push(GrueTerm::Variable(reader.variable_name()?));
        }
        return Ok(GrueAction::Call(name, terms));
    }
    let mut terms = Vec::new();
    while !reader.at(GrueToken::CloseBracket) {
        terms.push(reader.term()?);
    }
    Ok(GrueAction::Propose(name, terms))
}

/// The text of a library in this notation; reading it gives the same library.
pub fn print(library: &GrueLibrary) -> String {
    super::print::print(library, Notation::Grue2002)
}
