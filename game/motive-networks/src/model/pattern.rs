//! Names with variables: `actor-at-?x` matches `actor-at-chair`; and the instances of skills with such names.

use super::{Literal, Prediction, Skill};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The text that each variable stands for.
type Substitution = BTreeMap<String, String>;

/// A piece of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Text(&'t str),
    Variable(&'t str),
}

fn pieces(pattern: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = pattern;
    while let Some(at) = rest.find('?') {
        let (before, from) = rest.split_at(at);
        let name = from.get(1..).unwrap_or("");
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        let (name, after) = name.split_at(end);
        if !before.is_empty() {
            pieces.push(Piece::Text(before));
        }
        // A question mark without a name is text.
        pieces.push(if name.is_empty() { Piece::Text("?") } else { Piece::Variable(name) });
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

/// The variables in a text.
pub(crate) fn variables(text: &str) -> Vec<String> {
    let name = |piece: Piece<'_>| match piece {
        Piece::Variable(name) => Some(name.to_owned()),
        Piece::Text(_) => None,
    };
    pieces(text).into_iter().filter_map(name).collect()
}

fn substituted(pattern: &str, substitution: &Substitution) -> String {
    let part = |piece: Piece<'_>| match piece {
        Piece::Text(text) => text.to_owned(),
        Piece::Variable(name) => substitution.get(name).cloned().unwrap_or_else(|| format!("?{name}")),
    };
    pieces(pattern).into_iter().map(part).collect()
}

/// The substitution with which a pattern matches a text. Each variable matches as much as possible; in a pattern with
/// parentheses, one argument.
pub(crate) fn matched(pattern: &str, text: &str) -> Option<Substitution> {
    let structured = pattern.contains('(');
    let pieces = pieces(pattern);
    let mut substitution = Substitution::new();
    let mut rest = text;
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        at += 1;
        match piece {
            Piece::Text(literal) => rest = rest.strip_prefix(literal)?,
            Piece::Variable(name) => {
                let end = match pieces.get(at) {
                    Some(Piece::Text(next)) if structured => rest.find(next)?,
                    Some(Piece::Text(next)) => rest.rfind(next)?,
                    Some(Piece::Variable(_)) => return None,
                    None => rest.len(),
                };
                let (value, after) = rest.split_at(end);
                let one_argument = !structured || !value.contains([' ', '(', ')']);
                if value.is_empty() || value.contains('?') || !one_argument {
                    return None;
                }
                let known = substitution.entry((*name).to_owned()).or_insert_with(|| value.to_owned());
                if known != value {
                    return None;
                }
                rest = after;
            }
        }
    }
    rest.is_empty().then_some(substitution)
}

/// The substitution with which a template achieves a literal.
pub(crate) fn achieving(template: &Skill, wanted: &Literal) -> Option<Substitution> {
    let fits = |add: &Prediction| {
        let substitution = matched(&add.literal.proposition, &wanted.proposition)?;
        (add.literal.value == wanted.value).then_some(substitution)
    };
    let made = template.adds.iter().find_map(fits)?;
    let mut all = template.literals().flat_map(|literal| variables(&literal.proposition));
    all.all(|name| made.contains_key(&name)).then_some(made)
}

/// The instance of a template that has this name.
pub(super) fn instance(template: &Skill, name: &str) -> Option<Skill> {
    Some(filled(template, &matched(&template.name, name)?))
}

pub(crate) fn filled(template: &Skill, substitution: &Substitution) -> Skill {
    let name = |text: &Arc<str>| -> Arc<str> { substituted(text, substitution).into() };
    let mut skill = template.clone();
    skill.name = name(&template.name);
    for literal in &mut skill.preconditions {
        literal.proposition = name(&literal.proposition);
    }
    for made in skill.adds.iter_mut().chain(&mut skill.deletes) {
        made.literal.proposition = name(&made.literal.proposition);
    }
    skill
}

#[cfg(test)]
#[path = "../../tests/unit/pattern.rs"]
mod tests;
