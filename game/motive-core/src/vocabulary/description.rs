//! One-line descriptions of declared names, for documentation, editors and `motive world`.

use super::declarations::{ActionId, Function, Kind, Property, Relation, VocabularyError};
use super::{Category, Vocabulary};

/// A declared name of any category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// A kind.
    Kind(Kind),
    /// A property.
    Property(Property),
    /// A relation.
    Relation(Relation),
    /// A function.
    Function(Function),
    /// An action.
    Action(ActionId),
}

macro_rules! from {
    ($($variant:ident($handle:ty)),*) => {
        $(impl From<$handle> for Declaration {
            fn from(handle: $handle) -> Self {
                Self::$variant(handle)
            }
        })*
    };
}

from!(Kind(Kind), Property(Property), Relation(Relation), Function(Function), Action(ActionId));

/// Describing names.
impl Vocabulary {
    /// Describes everything that is declared under a name, in one line without a full stop.
    ///
    /// ```
    /// use motive_core::Vocabulary;
    ///
    /// let mut names = Vocabulary::new();
    /// let ghost = names.kind("ghost");
    /// names.describe("ghost", "hunts the player, and flees while it is blue");
    /// assert_eq!(names.description(ghost), Some("hunts the player, and flees while it is blue"));
    /// ```
    ///
    /// A name that is not declared is a mistake, which [`Vocabulary::finish`] reports.
    pub fn describe(&mut self, name: &str, line: &str) {
        let symbol = self.symbol(name);
        let kind = self.kinds.contains_key(&symbol).then_some(Declaration::Kind(Kind(symbol)));
        let others = [
            self.lookup(Category::Property, symbol).map(|it| Property(it).into()),
            self.lookup(Category::Relation, symbol).map(|it| Relation(it).into()),
            self.lookup(Category::Function, symbol).map(|it| Function(it).into()),
            self.lookup(Category::Action, symbol).map(|it| ActionId(it).into()),
        ];
        let mut declared = false;
        for declaration in kind.into_iter().chain(others.into_iter().flatten()) {
            self.descriptions.insert(declaration, line.into());
            declared = true;
        }
        if !declared {
            self.mistakes.push(VocabularyError::NothingToDescribe(name.into()));
        }
    }

    /// Describes several names, each like [`Vocabulary::describe`].
    pub fn describe_all(&mut self, lines: &[(&str, &str)]) {
        for (name, line) in lines {
            self.describe(name, line);
        }
    }

    /// Describes one declaration, if a name is declared as several things.
    pub fn describe_as(&mut self, declaration: impl Into<Declaration>, line: &str) {
        self.descriptions.insert(declaration.into(), line.into());
    }

    /// The line that describes a declaration.
    pub fn description(&self, declaration: impl Into<Declaration>) -> Option<&str> {
        self.descriptions.get(&declaration.into()).map(|line| &**line)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/description.rs"]
mod tests;
