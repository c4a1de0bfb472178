//! A vocabulary as a file, so that the checker and editors know the names of a game that is not running.
//!
//! [`write_names`] writes what a game declares; [`read_names`] reads it back. The file is an ordinary text of the language
//! that has nothing but declarations:
//!
//! ```
//! use motive_core::{Type, Vocabulary};
//! use motive_language::{SourceText, read_names, write_names};
//!
//! let mut names = Vocabulary::new();
//! names.kind("ghost");
//! names.property("distance", Type::Number);
//! names.own("health", Type::Number);
//! let flee = names.action("flee", 1);
//! names.describe("flee", "runs away from a thing");
//! names.takes(flee, [Type::Id]);
//!
//! let text = write_names(&names);
//! assert!(text.contains("kind ghost\n"));
//! assert!(text.contains("property health: number own\n"));
//! assert!(text.contains("/// runs away from a thing\naction flee(a: id)\n"));
//!
//! let again = read_names(SourceText::new("names.motive", text.clone())).map_err(|loaded| loaded.problems).unwrap();
//! assert_eq!(write_names(&again), text);
//! ```

use crate::check::check_names;
use crate::load::Loaded;
use crate::model::FileProblem;
use crate::source::SourceText;
use motive_core::{ActionLifetime, ActionTarget, Kind, Property, Purity, Type, Vocabulary};
use std::sync::Arc;

/// Reads a vocabulary that was written with [`write_names`], or by hand. Its functions have no bodies: they are there to be
/// checked against, and give no value when they are called.
///
/// # Errors
/// What was read and everything that is wrong with it, if it has an error.
pub fn read_names(text: SourceText) -> Result<Arc<Vocabulary>, Box<Loaded>> {
    let (texts, checked, problems) = check_names(text);
    if problems.iter().any(FileProblem::is_error) {
        return Err(Box::new(Loaded { texts, problems, checked, model: None }));
    }
    Ok(checked.vocabulary().clone())
}

/// Everything that a vocabulary declares, as a text in canonical layout.
pub fn write_names(names: &Vocabulary) -> String {
    let sections = [kinds(names), properties(names), relations(names), functions(names), actions(names)];
    let sections: Vec<String> = sections.into_iter().filter(|section| !section.is_empty()).collect();
    sections.join("\n")
}

fn kinds(names: &Vocabulary) -> String {
    let kinds = names.kinds().iter().filter(|kind| **kind != names.builtin().action);
    let kind = |kind: &Kind| {
        let parents = direct_parents(names, *kind);
        let parents: Vec<String> = parents.iter().map(|parent| quoted(names.name(parent.symbol()))).collect();
        let of = if parents.is_empty() { "" } else { " of " };
        let name = quoted(names.name(kind.symbol()));
        described(names.description(*kind), &format!("kind {name}{of}{}", parents.join(", ")))
    };
    kinds.map(kind).collect()
}

/// The ancestors of a kind that are not ancestors of another of its ancestors.
fn direct_parents(names: &Vocabulary, kind: Kind) -> Vec<Kind> {
    let all: Vec<Kind> = names.ancestors(kind).into_iter().filter(|other| *other != kind).collect();
    let is_indirect =
        |one: &Kind| all.iter().any(|other| other != one && names.ancestors(*other).contains(one));
    all.iter().filter(|one| !is_indirect(one)).copied().collect()
}

fn properties(names: &Vocabulary) -> String {
    let builtin = names.builtin();
    let known = [Property::ID, Property::KIND, builtin.name, builtin.run, builtin.status, builtin.reason];
    let property = |property: Property| {
        let info = names.property_info(property)?;
        let own = if info.own.is_some() { " own" } else { "" };
        let (name, holds) = (quoted(names.property_name(property)), type_name(&info.holds, names));
        Some(described(names.description(property), &format!("property {name}: {holds}{own}")))
    };
    names.properties().filter(|property| !known.contains(property)).filter_map(property).collect()
}

fn relations(names: &Vocabulary) -> String {
    let relation = |relation| {
        let name = quoted(names.relation_name(relation));
        let arity = names.relation_info(relation).map_or(0, |info| info.arity);
        let columns: Vec<String> = (0..arity).map(parameter).collect();
        described(names.description(relation), &format!("relation {name}({})", columns.join(", ")))
    };
    names.relations().map(relation).collect()
}

fn functions(names: &Vocabulary) -> String {
    let function = |function| {
        let info = names.function_info(function)?;
        let (name, result) = (quoted(names.function_name(function)), type_name(&info.result, names));
        let parameters = info.arity.map(|arity| (0..arity).map(parameter).collect::<Vec<_>>().join(", "));
        let parameters = parameters.map_or(String::new(), |all| format!("({all})"));
        let purity = if matches!(info.purity, Purity::Pure) { "pure" } else { "volatile" };
        let declaration = format!("function {name}{parameters}: {result} {purity}");
        Some(described(names.description(function), &declaration))
    };
    names.functions().filter_map(function).collect()
}

fn actions(names: &Vocabulary) -> String {
    let action = |action| {
        let info = names.action_info(action)?;
        let typed = |number: usize| match info.parameters.as_ref().and_then(|types| types.get(number)) {
            None | Some(Type::Any) => parameter(number),
            Some(value_type) => format!("{}: {}", parameter(number), type_name(value_type, names)),
        };
        let parameters: Vec<String> = (0..info.arity).map(typed).collect();
        let parameters =
            if parameters.is_empty() { String::new() } else { format!("({})", parameters.join(", ")) };
        let manner = match (info.target, info.lifetime) {
            (ActionTarget::Memory, _) => " internal",
            (ActionTarget::World, ActionLifetime::Latched) => " latched",
            (ActionTarget::World, ActionLifetime::WhileProposed) => "",
        };
        let declaration = format!("action {}{parameters}{manner}", quoted(names.action_name(action)));
        Some(described(names.description(action), &declaration))
    };
    names.actions().filter_map(action).collect()
}

/// A declaration on a line of its own, below the line that describes it.
fn described(description: Option<&str>, declaration: &str) -> String {
    let above = description.map_or_else(String::new, |line| format!("/// {}\n", line.replace('\n', " ")));
    format!("{above}{declaration}\n")
}

/// The names of parameters: a vocabulary knows only how many there are.
fn parameter(number: usize) -> String {
    match u8::try_from(number) {
        Ok(small) if small < 26 => char::from(b'a' + small).to_string(),
        _ => format!("p{number}"),
    }
}

/// A type as it is written in a file.
pub(crate) fn type_name(value_type: &Type, names: &Vocabulary) -> String {
    match value_type {
        Type::Any => "any".into(),
        Type::Number => "number".into(),
        Type::Bool => "truth".into(),
        Type::Symbol => "symbol".into(),
        Type::OneOf(symbols) => {
            let symbols: Vec<String> = symbols.iter().map(|symbol| quoted(names.name(*symbol))).collect();
            format!("enum({})", symbols.join(", "))
        }
        Type::Id => "id".into(),
        Type::Point => "point".into(),
        Type::Text => "text".into(),
        Type::List => "list".into(),
    }
}

/// A name as it can be written: in backquotes if it is not a plain word.
fn quoted(name: &str) -> String {
    let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|each| each.is_ascii_alphanumeric() || each == '_')
        && name != "self";
    if is_plain { name.to_owned() } else { format!("`{name}`") }
}
