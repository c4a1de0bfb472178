//! Reads the two files into blocks.

use super::check::check;
use super::lint::lint;
use super::{Argument, Block, Domain, File, Remark, Words};
use motive_diagnostics::{Diagnostic, DiagnosticLevel, Span};

/// Reads both files.
///
/// # Errors
/// All errors and warnings of both files.
pub fn read(simple: &str, compound: &str) -> Result<(Domain, Vec<Remark>), Vec<Remark>> {
    let mut remarks = Vec::new();
    let simple = blocks(simple, File::Simple, &mut remarks);
    let compound = blocks(compound, File::Compound, &mut remarks);
    let mut domain = Domain { simple, compound };
    check(&mut domain, &mut remarks);
    if !remarks.iter().any(|remark| remark.diagnostic.severity == DiagnosticLevel::Error) {
        lint(&domain, &mut remarks);
    }
    remarks.sort_by_key(|remark| (remark.file, remark.diagnostic.primary.span.start));
    let wrong = remarks.iter().any(|remark| remark.diagnostic.severity == DiagnosticLevel::Error);
    if wrong { Err(remarks) } else { Ok((domain, remarks)) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    None,
    Goals,
    Needs,
    Subtasks,
}

fn blocks(text: &str, file: File, remarks: &mut Vec<Remark>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut section = Section::None;
    for (span, line) in lines(text) {
        let mut error = |message: &str| {
            remarks.push(Remark { file, diagnostic: Diagnostic::error("htn", span.clone(), message) });
        };
        let first = line.split_whitespace().next().unwrap_or_default();
        match (first, line.split_whitespace().count()) {
            ("Head", 1) => {
                error("a head needs a name");
                section = Section::None;
            }
            ("Head", _) => {
                blocks.push(head(&line, span.clone()));
                section = Section::None;
            }
            ("Goals", 1) => section = Section::Goals,
            ("Preconditions", 1) => section = Section::Needs,
            ("Subtasks", 1) if file == File::Simple => {
                error("a simple task has no subtasks");
                section = Section::None;
            }
            ("Subtasks", 1) => section = Section::Subtasks,
            ("none", 1) if section != Section::None => {}
            _ => match (blocks.last_mut(), section) {
                (Some(block), Section::Goals) => block.goals.push(words(&line, &span)),
                (Some(block), Section::Needs) => block.needs.push(words(&line, &span)),
                (Some(block), Section::Subtasks) => block.lines.push(alternatives(&line, &span)),
                _ => error(
                    "this line belongs to no section: `Goals`, `Preconditions` or `Subtasks` must come before it",
                ),
            },
        }
    }
    blocks
}

/// The lines that are not empty, without comments, with their offsets.
fn lines(text: &str) -> Vec<(Span, String)> {
    let mut lines = Vec::new();
    let (mut place, mut in_comment) = (0, false);
    for raw in text.split_inclusive('\n') {
        let start = place;
        place += raw.len();
        // Comments become blanks, so that offsets stay the same.
        let mut line = String::with_capacity(raw.len());
        let mut rest = raw.trim_end();
        while let Some(next) = rest.chars().next() {
            let (skipped, keep) = if in_comment {
                in_comment = !rest.starts_with("*/");
                (if in_comment { next.len_utf8() } else { 2 }, false)
            } else if rest.starts_with("/*") {
                in_comment = true;
                (2, false)
            } else if rest.starts_with('#') || rest.starts_with("//") {
                break;
            } else {
                (next.len_utf8(), true)
            };
            if keep {
                line.push(next);
            } else {
                line.extend(std::iter::repeat_n(' ', skipped));
            }
            rest = rest.get(skipped..).unwrap_or_default();
        }
        let trimmed = line.trim();
        if !trimmed.is_empty() {
            let from = start + line.len() - line.trim_start().len();
            lines.push((from..from + trimmed.len(), trimmed.to_owned()));
        }
    }
    lines
}

fn head(line: &str, span: Span) -> Block {
    let mut words = line.split_whitespace().skip(1).map(str::to_owned);
    let name = words.next().unwrap_or_default();
    Block { name, parameters: words.collect(), goals: Vec::new(), needs: Vec::new(), lines: Vec::new(), span }
}

fn alternatives(line: &str, span: &Span) -> Vec<Words> {
    let mut place = span.start;
    let mut all = Vec::new();
    for piece in line.split(',') {
        let from = place + piece.len() - piece.trim_start().len();
        place += piece.len() + 1;
        all.push(words(piece.trim(), &(from..from + piece.trim().len())));
    }
    all
}

fn words(text: &str, span: &Span) -> Words {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default().to_owned();
    let argument = |word: &str| match word.strip_prefix('$').and_then(|digits| digits.parse().ok()) {
        Some(place) => Argument::Parameter(place),
        None => Argument::Literal(word.to_owned()),
    };
    Words { name, arguments: words.map(argument).collect(), span: span.clone() }
}
