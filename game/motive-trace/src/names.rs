//! The names that ids, symbols, properties and actions of a trace stand for.

use motive_core::{Type, Vocabulary, VocabularyError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Names in the order of their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// Of symbols, and with them of kinds and named things.
    pub symbols: Vec<String>,
    /// Of properties.
    pub properties: Vec<String>,
    /// Of actions.
    pub actions: Vec<String>,
    /// The property that holds the names of things, if one does.
    pub display_name: Option<String>,
}

impl Names {
    /// The names of a vocabulary.
    #[must_use]
    pub fn of(vocabulary: &Vocabulary) -> Self {
        let property = |property| vocabulary.property_name(property).to_owned();
        let action = |action| vocabulary.action_name(action).to_owned();
        Self {
            symbols: vocabulary.all_names().map(str::to_owned).collect(),
            properties: vocabulary.properties().map(property).collect(),
            actions: vocabulary.actions().map(action).collect(),
            display_name: vocabulary.name_property().map(property),
        }
    }

    /// A vocabulary in which every number has its name again. It is good for printing and for nothing else: types,
    /// functions and the numbers of arguments are not in a trace.
    ///
    /// # Errors
    /// If the names contradict each other, as only those of a damaged trace do.
    pub fn vocabulary(&self) -> Result<Arc<Vocabulary>, VocabularyError> {
        let mut vocabulary = Vocabulary::new();
        for name in &self.symbols {
            vocabulary.symbol(name);
        }
        for name in &self.properties {
            // Properties that every vocabulary has are declared already.
            if vocabulary.find_property(name).is_none() {
                vocabulary.property(name, Type::Any);
            }
        }
        for name in &self.actions {
            vocabulary.action(name, 0);
        }
        if let Some(property) = self.display_name.as_ref().and_then(|name| vocabulary.find_property(name)) {
            vocabulary.display_name(property);
        }
        vocabulary.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motive_core::Value;

    #[test]
    fn numbers_have_their_names_again() {
        let mut names = Vocabulary::new();
        names.kind("ghost");
        let distance = names.property("distance", Type::Number);
        let blinky = names.id("Blinky");
        let left = names.symbol("left");
        let go = names.action("go", 1);
        let again = Names::of(&names).vocabulary().unwrap();
        assert_eq!(blinky.display(&again), "Blinky");
        assert_eq!(Value::from(left).display(&again), "left");
        assert_eq!(again.property_name(distance), "distance");
        assert_eq!(again.action_name(go), "go");
        assert_eq!(Names::of(&again), Names::of(&names));
    }
}
