//! Where the program of 2008 read a file differently.

use super::{File, Remark};
use motive_diagnostics::{Diagnostic, Span};

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
#[must_use]
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
