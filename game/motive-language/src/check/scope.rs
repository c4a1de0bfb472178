//! The names that are visible at one point of a rule. An inner name hides an outer one.

use crate::model::DefinitionId;
use motive_core::{Expr, Type};
use rustc_hash::FxHashMap;

/// What a name stands for inside a rule.
#[derive(Clone, Debug)]
pub(super) enum NameMeaning {
    /// A variable of the rule, and how the library knows it.
    Variable(String),
    /// A value: the argument of a named value or condition.
    Value(Box<Expr>),
}

/// A name that is visible at this point of a rule.
#[derive(Clone, Debug)]
pub(super) struct LocalName {
    pub(super) name: String,
    pub(super) meaning: NameMeaning,
    pub(super) value_type: Type,
    /// Where it is defined, unless the language itself binds it.
    pub(super) definition: Option<DefinitionId>,
}

/// Visible names, from the outermost to the innermost.
#[derive(Debug, Default)]
pub(super) struct LocalScope {
    names: Vec<LocalName>,
    /// The places of each name in the list, the innermost last.
    places: FxHashMap<String, Vec<usize>>,
}

impl LocalScope {
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &LocalName> {
        self.names.iter()
    }

    pub(super) fn push(&mut self, local: LocalName) {
        self.places.entry(local.name.clone()).or_default().push(self.names.len());
        self.names.push(local);
    }

    /// What a name means here.
    pub(super) fn find(&self, name: &str) -> Option<&LocalName> {
        self.names.get(*self.places.get(name)?.last()?)
    }

    /// Takes away all but the first names, and gives those that were there, the innermost first.
    pub(super) fn cut(&mut self, length: usize) -> Vec<LocalName> {
        let mut cut = Vec::new();
        while self.names.len() > length
            && let Some(local) = self.names.pop()
        {
            self.places.get_mut(&local.name).map(Vec::pop);
            cut.push(local);
        }
        cut
    }
}
