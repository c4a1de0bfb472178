//! Named values of an agent's file, set to another value.
//!
//! `let patience = 5` at the top of a file is a parameter of its agents. A study may set it, and `tune` searches it; the
//! file stays as it is.

use motive_language::syntax::ast::{AstNode, Item};
use motive_language::syntax::parse;
use motive_language::{Files, SourceText};
use std::cell::RefCell;

/// Files in which named values are replaced as they are read.
pub(crate) struct Replacing<'a> {
    files: &'a dyn Files,
    set: &'a [(String, f64)],
    met: RefCell<Vec<bool>>,
}

impl<'a> Replacing<'a> {
    pub(crate) fn new(files: &'a dyn Files, set: &'a [(String, f64)]) -> Self {
        Self { files, set, met: RefCell::new(vec![false; set.len()]) }
    }

    /// The text with its named values replaced.
    pub(crate) fn replace(&self, text: SourceText) -> SourceText {
        if self.set.is_empty() {
            return text;
        }
        let mut places = Vec::new();
        for item in parse(&text.text).file().items() {
            let Item::Let(item) = item else { continue };
            let Some((name, value)) = item.name().zip(item.value()) else { continue };
            let name = name.text();
            let Some(number) = self.set.iter().position(|(wanted, _)| *wanted == name) else { continue };
            if let Some(met) = self.met.borrow_mut().get_mut(number) {
                *met = true;
            }
            places.push((value.syntax().span(), self.set[number].1));
        }
        let mut replaced = text.text;
        for (range, value) in places.into_iter().rev() {
            let space = replaced[range.clone()].len() - replaced[range.clone()].trim_start().len();
            // A negative number stands in parentheses, so that it may follow an operator.
            let shown = if value < 0.0 { format!("({value})") } else { value.to_string() };
            replaced.replace_range(range.start + space..range.end, &shown);
        }
        SourceText::new(text.name, replaced)
    }

    /// A value that no file has.
    pub(crate) fn missing(&self) -> Option<&str> {
        let met = self.met.borrow();
        self.set.iter().zip(&*met).find(|(_, met)| !**met).map(|((name, _), _)| name.as_str())
    }
}

impl Files for Replacing<'_> {
    fn read(&self, path: &str, from: &str) -> Result<SourceText, String> {
        self.files.read(path, from).map(|text| self.replace(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motive_language::NoFiles;

    #[test]
    fn only_the_named_value_changes() {
        let set = [("near".to_owned(), 2.5), ("far".to_owned(), -1.0), ("none".to_owned(), 1.0)];
        let replacing = Replacing::new(&NoFiles, &set);
        let text = "let near = 80 // close\nlet other = near + 1\nlet far = 100\n";
        let replaced = replacing.replace(SourceText::new("a", text)).text;
        assert_eq!(replaced, "let near = 2.5 // close\nlet other = near + 1\nlet far = (-1)\n");
        assert_eq!(replacing.missing(), Some("none"));
    }
}
