//! The prompt of the console: editing, history and completion on a terminal, plain lines otherwise.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

/// Reads lines.
pub(crate) struct Prompt {
    editor: Editor<PromptWords, DefaultHistory>,
}

#[derive(Default)]
struct PromptWords(Vec<String>);

impl Prompt {
    pub(crate) fn new() -> rustyline::Result<Self> {
        let mut editor = Editor::new()?;
        editor.set_helper(Some(PromptWords::default()));
        Ok(Self { editor })
    }

    /// The next line, with `words` for completion; `None` at the end of input. Ctrl-C gives an empty line.
    pub(crate) fn next(&mut self, words: &[String]) -> rustyline::Result<Option<String>> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.0 = words.to_vec();
        }
        match self.editor.readline("net> ") {
            Ok(line) => {
                self.editor.add_history_entry(&line)?;
                Ok(Some(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
            Err(ReadlineError::Eof) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Completer for PromptWords {
    type Candidate = String;

    fn complete(&self, line: &str, place: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..place).unwrap_or(line);
        let start = typed.rfind([' ', ',']).map_or(0, |at| at + 1);
        let begun = &typed[start..];
        let fits = self.0.iter().filter(|word| word.starts_with(begun));
        Ok((start, fits.cloned().collect()))
    }
}

impl Hinter for PromptWords {
    type Hint = String;
}

impl Highlighter for PromptWords {}
impl Validator for PromptWords {}
impl Helper for PromptWords {}
