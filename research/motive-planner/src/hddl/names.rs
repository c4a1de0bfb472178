//! Names and what they stand for.

use motive_diagnostics::Span;
use std::collections::HashMap;

/// Names of one sort of thing, numbered in the order of declaration.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: HashMap<String, u32>,
    /// By small letters: HDDL does not tell capitals from small letters, but files do not mix them up either, so the exact
    /// spelling is tried first.
    folded: HashMap<String, u32>,
    places: Vec<Span>,
}

impl Names {
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
