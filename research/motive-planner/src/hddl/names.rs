//! Names and what they stand for, lists of names with types, and types.

use super::reader::HddlReader;
use super::s_expr::{SExpr, with_head};
use crate::problem::ObjectType;
use motive_diagnostics::{Diagnostic, Span};
use std::collections::HashMap;

impl HddlReader<'_> {
    /// A list of names with types: `a b - T c`. Calls back with each name's node and its types.
    pub(super) fn typed<'n>(
        &mut self,
        nodes: &'n [SExpr],
        each: &mut dyn FnMut(&mut Self, &'n SExpr, &[&'n SExpr]),
    ) {
        let mut waiting: Vec<&SExpr> = Vec::new();
        let mut nodes = nodes.iter();
        while let Some(node) = nodes.next() {
            if node.word() != Some("-") {
                waiting.push(node);
                continue;
            }
            let Some(kind) = nodes.next() else {
                self.flaw("expected", node, "expected a type after `-`");
                break;
            };
            if self.is_classical && kind.list().is_some() {
                self.beyond(kind, "either");
            }
            let kinds: Vec<&SExpr> = match kind.list() {
                Some([either, kinds @ ..]) if either.word() == Some("either") => kinds.iter().collect(),
                _ => vec![kind],
            };
            for name in waiting.drain(..) {
                each(self, name, &kinds);
            }
        }
        for name in waiting {
            each(self, name, &[]);
        }
    }

    pub(super) fn declare_types(&mut self, parts: &[&SExpr]) {
        self.declare_type("object", 0..0);
        let mut parents: Vec<(u32, Vec<&SExpr>)> = Vec::new();
        for part in with_head(parts, ":types") {
            self.typed(part.rest(), &mut |this, node, kinds| {
                let Some(name) = node.word() else {
                    this.flaw("expected", node, "expected the name of a type");
                    return;
                };
                let known = this.types.find(name);
                let number = known.unwrap_or_else(|| this.declare_type(name, node.span.clone()));
                parents.push((number, kinds.to_vec()));
            });
        }
        for (number, kinds) in parents {
            for kind in kinds {
                // A type may be named as a parent without being declared itself.
                let name = kind.word().unwrap_or_default();
                let parent =
                    self.types.find(name).unwrap_or_else(|| self.declare_type(name, kind.span.clone()));
                if parent == number && number == 0 {
                    continue;
                }
                if self.is_above(number, parent) {
                    self.flaw("circle", kind, format!("`{name}` is a kind of itself"));
                } else if let Some(declared) = self.problem.types.get_mut(number as usize) {
                    declared.parents.push(parent);
                }
            }
        }
        for (number, declared) in self.problem.types.iter_mut().enumerate().skip(1) {
            if declared.parents.is_empty() && number > 0 {
                declared.parents.push(0);
            }
        }
    }

    fn declare_type(&mut self, name: &str, place: Span) -> u32 {
        let number = self.types.declare(name, place).unwrap_or(0);
        if number as usize == self.problem.types.len() {
            self.problem.types.push(ObjectType { name: name.to_owned(), parents: Vec::new() });
        }
        number
    }

    /// Whether a type is another or one of its ancestors.
    fn is_above(&self, above: u32, kind: u32) -> bool {
        let (mut open, mut seen) = (vec![kind], std::collections::BTreeSet::new());
        while let Some(kind) = open.pop() {
            if kind == above {
                return true;
            }
            if seen.insert(kind) {
                open.extend(self.problem.types.get(kind as usize).into_iter().flat_map(|kind| &kind.parents));
            }
        }
        false
    }

    pub(super) fn type_named(&mut self, node: &SExpr) -> Option<u32> {
        let name = node.word().unwrap_or_default();
        if let Some(found) = self.types.find(name) {
            return Some(found);
        }
        self.unknown("type", node, |this| &this.types);
        None
    }

    /// Refuses a name that is not declared, and says which is most like it.
    pub(super) fn unknown(&mut self, what: &str, node: &SExpr, declared: fn(&Self) -> &DeclaredNumbers) {
        let name = node.word().unwrap_or_default();
        let (code, message) = (format!("unknown-{what}"), format!("there is no {what} `{name}`"));
        let unknown = Diagnostic::error(&code, node.span.clone(), message);
        self.push(unknown.with_nearest(name, declared(self).all()));
    }

    /// One type for a variable or a place. Several (`either`) become a type of their own.
    pub(super) fn one_type(&mut self, kinds: &[&SExpr]) -> Option<u32> {
        match kinds {
            [] => Some(0),
            [kind] => self.type_named(kind),
            _ => {
                let kinds: Vec<u32> = kinds.iter().filter_map(|kind| self.type_named(kind)).collect();
                let names: Vec<&str> = kinds
                    .iter()
                    .filter_map(|kind| self.problem.types.get(*kind as usize))
                    .map(|kind| kind.name.as_str())
                    .collect();
                let name = format!("(either {})", names.join(" "));
                if let Some(known) = self.types.find(&name) {
                    return Some(known);
                }
                let union = self.declare_type(&name, 0..0);
                for kind in kinds {
                    self.problem.types.get_mut(kind as usize)?.parents.push(union);
                }
                Some(union)
            }
        }
    }
}

/// Names of one sort of thing, numbered in the order of declaration.
#[derive(Debug, Default)]
pub(super) struct DeclaredNumbers {
    numbers: HashMap<String, u32>,
    /// By small letters: HDDL does not tell capitals from small letters, but files do not mix them up either, so the exact
    /// spelling is tried first.
    folded: HashMap<String, u32>,
    places: Vec<Span>,
}

impl DeclaredNumbers {
    /// Declares a name, or says where it was declared before.
    pub(super) fn declare(&mut self, name: &str, place: Span) -> Result<u32, Span> {
        if let Some(known) = self.numbers.get(name) {
            return Err(self.places.get(*known as usize).cloned().unwrap_or(0..0));
        }
        let number = self.places.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.folded.entry(name.to_ascii_lowercase()).or_insert(number);
        self.places.push(place);
        Ok(number)
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).or_else(|| self.folded.get(&name.to_ascii_lowercase())).copied()
    }

    /// Where the thing of a number is declared.
    pub(super) fn place(&self, number: usize) -> Span {
        self.places.get(number).cloned().unwrap_or(0..0)
    }

    /// All names, for suggestions, in a fixed order.
    pub(super) fn all(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.numbers.keys().map(String::as_str).collect();
        all.sort_unstable();
        all
    }
}
