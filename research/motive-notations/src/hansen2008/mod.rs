//! The two `.htn` files of Hansen 2008: simple tasks and compound tasks.
//!
//! A block is `Head` with a name and parameters, then `Goals`, `Preconditions` and, in the file of compound tasks, `Subtasks`, each on a line of
//! its own with its content on the lines below. `$0` is the first argument; commas separate alternatives. Beyond the printed
//! notation, comments (`#`, `//`, `/* */`), indentation, blanks after commas and the word `none` are understood, as the
//! specification decides.
//!
//! [`read`] gives the [`HtnDomain`] or everything that is wrong with both files; [`to_motive`] writes it as a `.motive` text, which
//! runs, and [`write()`] writes it back. [`legacy`] says what the program of 2008 made of the same files.

mod lint;
mod over_words;
mod read;
mod to_motive;

pub use over_words::to_motive_over_words;
pub use read::read;
pub use to_motive::to_motive;

use motive_diagnostics::{Diagnostic, Span};
use std::fmt::Write;

/// Which of the two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum File {
    /// The file of simple tasks.
    Simple,
    /// The file of compound tasks.
    Compound,
}

/// A condition or a call: its name, its arguments and its place.
#[derive(Clone, Debug)]
pub struct HtnWords {
    /// The name.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<HtnArgument>,
    /// Where.
    pub span: Span,
}

impl PartialEq for HtnWords {
    /// Places are not compared.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.arguments == other.arguments
    }
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HtnArgument {
    /// The parameter of the task with this number, as in `$0`.
    Parameter(usize),
    /// A constant.
    Literal(String),
}

/// A task.
#[derive(Clone, Debug)]
pub struct HtnBlock {
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// Its goals.
    pub goals: Vec<HtnWords>,
    /// Its preconditions.
    pub needs: Vec<HtnWords>,
    /// Subtasks, each a list of alternatives; none for a simple task.
    pub lines: Vec<Vec<HtnWords>>,
    /// The place of its head.
    pub span: Span,
}

impl PartialEq for HtnBlock {
    /// Places are not compared.
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.parameters) == (&other.name, &other.parameters)
            && self.goals == other.goals
            && self.needs == other.needs
            && self.lines == other.lines
    }
}

/// Both files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HtnDomain {
    /// Simple tasks, executed by an action.
    pub simple: Vec<HtnBlock>,
    /// Compound tasks, decomposed into subtasks.
    pub compound: Vec<HtnBlock>,
}

/// An error or warning about one of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Which file.
    pub file: File,
    /// The error or warning.
    pub diagnostic: Diagnostic,
}

/// The two files as the thesis prints them, simple tasks first. Read again, they are the same.
///
/// ```
/// use motive_notations::hansen2008::{read, write};
///
/// let compound = "Head Greet who\nSubtasks\nSay $0, Wave\n";
/// let (domain, _) = read("Head Say what\nHead Wave\n", compound).map_err(|_| "it is right")?;
/// let (simple, compound) = write(&domain);
/// assert_eq!(compound, "Head Greet who\nGoals\nPreconditions\nSubtasks\nSay $0,Wave\n");
/// assert_eq!(read(&simple, &compound).map_err(|_| "it is right")?.0, domain);
/// # Ok::<(), &str>(())
/// ```
pub fn write(domain: &HtnDomain) -> (String, String) {
    let simple = domain.simple.iter().map(|block| text(block, false)).collect();
    let compound = domain.compound.iter().map(|block| text(block, true)).collect();
    (simple, compound)
}

fn text(block: &HtnBlock, is_compound: bool) -> String {
    let mut text = String::new();
    let parameters: String = block.parameters.iter().map(|name| format!(" {name}")).collect();
    let _ = writeln!(text, "Head {}{parameters}", block.name);
    for (keyword, conditions) in [("Goals", &block.goals), ("Preconditions", &block.needs)] {
        let _ = writeln!(text, "{keyword}");
        for condition in conditions {
            let _ = writeln!(text, "{}", words(condition));
        }
    }
    if is_compound {
        text.push_str("Subtasks\n");
        for line in &block.lines {
            let _ = writeln!(text, "{}", line.iter().map(words).collect::<Vec<_>>().join(","));
        }
    }
    text
}

fn words(words: &HtnWords) -> String {
    let argument = |argument: &HtnArgument| match argument {
        HtnArgument::Parameter(place) => format!(" ${place}"),
        HtnArgument::Literal(word) => format!(" {word}"),
    };
    words.name.clone() + &words.arguments.iter().map(argument).collect::<String>()
}

/// `(a, b)`; nothing for an empty list.
fn in_brackets(list: &[String]) -> String {
    if list.is_empty() { String::new() } else { format!("({})", list.join(", ")) }
}

/// Writes a task of a `.motive` file. `condition` writes what it is for and needs, `body` is what it does.
fn write_task(
    text: &mut String,
    head: &str,
    block: &HtnBlock,
    condition: impl Fn(&HtnWords) -> String,
    body: Option<String>,
) {
    let _ = writeln!(text, "task {head} {{");
    for (keyword, conditions) in [("achieves", &block.goals), ("needs", &block.needs)] {
        let all: Vec<String> = conditions.iter().map(&condition).collect();
        if !all.is_empty() {
            let _ = writeln!(text, "    {keyword} {}", all.join(", "));
        }
    }
    let body = body.map_or_else(String::new, |body| format!("    do {body}\n"));
    let _ = writeln!(text, "{body}}}");
}

/// Everything in the two files that the program of 2008 read differently: indented keywords, blanks after commas, comments,
/// and the word `none`.
///
/// ```
/// use motive_notations::hansen2008::legacy;
///
/// let remarks = legacy("", "Head A\n  Subtasks\nB 1, C\n");
/// let said: Vec<&str> = remarks.iter().map(|remark| remark.diagnostic.message.as_str()).collect();
/// assert_eq!(said, [
///     "the program of 2008 did not see this keyword: it is indented",
///     "the program of 2008 looked for a task without a name here: there is a blank behind the comma",
/// ]);
/// ```
pub fn legacy(simple: &str, compound: &str) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for (file, text) in [(File::Simple, simple), (File::Compound, compound)] {
        let mut place = 0;
        for raw in text.split_inclusive('\n') {
            line(file, raw.trim_end_matches(['\n', '\r']), place, &mut remarks);
            place += raw.len();
        }
    }
    remarks
}

fn line(file: File, raw: &str, start: usize, remarks: &mut Vec<Remark>) {
    let mut say = |span: Span, message: &str| {
        let span = start + span.start..start + span.end;
        let message = format!("the program of 2008 {message}");
        remarks.push(Remark { file, diagnostic: Diagnostic::warning("W-LEGACY", span, message) });
    };
    let trimmed = raw.trim();
    let indent = raw.len() - raw.trim_start().len();
    let whole = indent..indent + trimmed.len();
    let comment = ["#", "//", "/*"].iter().filter_map(|sign| raw.find(sign)).min();
    if let Some(at) = comment {
        say(at..raw.len(), "knew no comments: it read this as part of the line");
        return;
    }
    let first = trimmed.split_whitespace().next().unwrap_or_default();
    let is_keyword = ["Head", "Goals", "Preconditions", "Subtasks"].contains(&first);
    if is_keyword && (indent > 0 || raw.starts_with('\t')) {
        say(whole, "did not see this keyword: it is indented");
    } else if is_keyword && first != "Head" && trimmed.len() > first.len() {
        say(whole, "left out what stands behind this keyword");
    } else if trimmed == "none" {
        say(whole, "took `none` for a condition that never holds");
    } else if file == File::Compound && !is_keyword {
        let blanks = raw.match_indices(", ").chain(raw.match_indices(",\t"));
        for (at, _) in blanks {
            say(at..at + 1, "looked for a task without a name here: there is a blank behind the comma");
        }
        if indent > 0 && !trimmed.is_empty() {
            say(whole, "looked for a task without a name here: the line is indented");
        }
    }
}
