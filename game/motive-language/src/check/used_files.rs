//! Reading a file and every file that it uses.

use super::Checker;
use crate::diagnostic::{Diagnostic, Span};
use crate::source::{Files, SourceText};
use crate::syntax::ast::{AstNode, Item};
use crate::syntax::{Parse, parse};

/// The limit ends files that use ever new ones, as a generator could.
pub(crate) const MOST_FILES: usize = 1000;

impl Checker<'_> {
    /// Reads a text and all that it uses, each once, and declares what they say. `first` is the tree of the text, if it is known.
    pub(super) fn read_all(
        &mut self,
        text: SourceText,
        mut first: Option<&Parse>,
        files: &dyn Files,
    ) -> Vec<SourceText> {
        let mut texts = vec![text];
        let mut at = 0;
        while at < texts.len() {
            self.file = at;
            let parsed = first.take().cloned().unwrap_or_else(|| parse(&texts[at].text));
            for diagnostic in parsed.diagnostics() {
                self.report(diagnostic);
            }
            let file = parsed.file();
            for item in file.items() {
                if let Item::Use(item) = item
                    && let Some(path) = item.path()
                {
                    self.use_file(&path, item.span(), files, &mut texts);
                }
            }
            self.files.push(file);
            at += 1;
        }
        self.declare();
        self.file = 0;
        texts
    }

    fn use_file(&mut self, path: &str, span: Span, files: &dyn Files, texts: &mut Vec<SourceText>) {
        match files.read(path, &texts[self.file].name) {
            Ok(text) if texts.iter().any(|known| known.name == text.name) => {}
            Ok(_) if texts.len() >= MOST_FILES => {
                self.error("too-many-files", span, format!("more than {MOST_FILES} files are used"));
            }
            Ok(text) => texts.push(text),
            Err(why) => {
                let message = format!("`{path}` cannot be used: {why}");
                self.report(Diagnostic::error("unreadable", span, message));
            }
        }
    }
}
