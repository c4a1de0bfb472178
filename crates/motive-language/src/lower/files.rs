//! Reading a file and everything that it uses.

use super::Lowering;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{AstNode, Item};
use crate::syntax::parse;

/// A text and the name it goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The file's name, or what stands for it.
    pub name: String,
    /// What it says.
    pub text: String,
}

impl Text {
    /// A text with a name.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// Where used files come from.
pub trait Files {
    /// The text that `path` means in the file `from`, or why it cannot be had.
    fn read(&self, path: &str, from: &str) -> Result<Text, String>;
}

/// No file can use another.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: &str) -> Result<Text, String> {
        Err("files cannot use others here".into())
    }
}

/// More files than anybody writes: whoever uses so many is going round in circles.
const MOST_FILES: usize = 1000;

impl Lowering<'_> {
    /// Reads a text and all that it uses, each once, and declares what they say.
    pub(super) fn read_all(&mut self, text: Text, files: &dyn Files) -> Vec<Text> {
        let mut texts = vec![text];
        let mut at = 0;
        while at < texts.len() {
            self.file = at;
            let parsed = parse(&texts[at].text);
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

    fn use_file(
        &mut self,
        path: &str,
        span: crate::diagnostic::Span,
        files: &dyn Files,
        texts: &mut Vec<Text>,
    ) {
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
