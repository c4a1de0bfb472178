//! Reads the two files into blocks.

use super::lint::lint;
use super::{File, HtnArgument, HtnBlock, HtnDomain, HtnWords, Remark};
use motive_diagnostics::{Diagnostic, DiagnosticLevel, Span, wrong_arity};
use std::collections::BTreeMap;

/// Reads both files.
///
/// # Errors
/// All errors and warnings of both files.
pub fn read(simple: &str, compound: &str) -> Result<(HtnDomain, Vec<Remark>), Vec<Remark>> {
    let mut remarks = Vec::new();
    let simple = blocks(simple, File::Simple, &mut remarks);
    let compound = blocks(compound, File::Compound, &mut remarks);
    let mut domain = HtnDomain { simple, compound };
    check(&mut domain, &mut remarks);
    if !remarks.iter().any(|remark| remark.diagnostic.severity == DiagnosticLevel::Error) {
        lint(&domain, &mut remarks);
    }
    remarks.sort_by_key(|remark| (remark.file, remark.diagnostic.primary.span.start));
    let wrong = remarks.iter().any(|remark| remark.diagnostic.severity == DiagnosticLevel::Error);
    if wrong { Err(remarks) } else { Ok((domain, remarks)) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum HtnSection {
    None,
    Goals,
    Needs,
    Subtasks,
}

fn blocks(text: &str, file: File, remarks: &mut Vec<Remark>) -> Vec<HtnBlock> {
    let mut blocks: Vec<HtnBlock> = Vec::new();
    let mut section = HtnSection::None;
    for (span, line) in lines(text) {
        let mut error = |message: &str| {
            remarks.push(Remark { file, diagnostic: Diagnostic::error("htn", span.clone(), message) });
        };
        let first = line.split_whitespace().next().unwrap_or_default();
        match (first, line.split_whitespace().count()) {
            ("Head", 1) => {
                error("a head needs a name");
                section = HtnSection::None;
            }
            ("Head", _) => {
                blocks.push(head(&line, span.clone()));
                section = HtnSection::None;
            }
            ("Goals", 1) => section = HtnSection::Goals,
            ("Preconditions", 1) => section = HtnSection::Needs,
            ("Subtasks", 1) if file == File::Simple => {
                error("a simple task has no subtasks");
                section = HtnSection::None;
            }
            ("Subtasks", 1) => section = HtnSection::Subtasks,
            ("none", 1) if section != HtnSection::None => {}
            _ => match (blocks.last_mut(), section) {
                (Some(block), HtnSection::Goals) => block.goals.push(words(&line, &span)),
                (Some(block), HtnSection::Needs) => block.needs.push(words(&line, &span)),
                (Some(block), HtnSection::Subtasks) => block.lines.push(alternatives(&line, &span)),
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

fn head(line: &str, span: Span) -> HtnBlock {
    let mut words = line.split_whitespace().skip(1).map(str::to_owned);
    let name = words.next().unwrap_or_default();
    let (goals, needs, lines) = (Vec::new(), Vec::new(), Vec::new());
    HtnBlock { name, parameters: words.collect(), goals, needs, lines, span }
}

fn alternatives(line: &str, span: &Span) -> Vec<HtnWords> {
    let mut place = span.start;
    let mut all = Vec::new();
    for piece in line.split(',') {
        let from = place + piece.len() - piece.trim_start().len();
        place += piece.len() + 1;
        all.push(words(piece.trim(), &(from..from + piece.trim().len())));
    }
    all
}

fn words(text: &str, span: &Span) -> HtnWords {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default().to_owned();
    let argument = |word: &str| match word.strip_prefix('$').and_then(|digits| digits.parse().ok()) {
        Some(place) => HtnArgument::Parameter(place),
        None => HtnArgument::Literal(word.to_owned()),
    };
    HtnWords { name, arguments: words.map(argument).collect(), span: span.clone() }
}

/// Resolves names and checks numbers of arguments. Heads that declare no parameters get as many as they use.
pub(super) fn check(domain: &mut HtnDomain, remarks: &mut Vec<Remark>) {
    for (file, blocks) in [(File::Simple, &mut domain.simple), (File::Compound, &mut domain.compound)] {
        for block in blocks {
            parameters(file, block, remarks);
        }
    }
    let known = heads(domain, remarks);
    let mut arities: BTreeMap<String, usize> = BTreeMap::new();
    for (file, blocks) in [(File::Simple, &domain.simple), (File::Compound, &domain.compound)] {
        for block in blocks {
            for condition in block.goals.iter().chain(&block.needs) {
                let expected = *arities.entry(condition.name.clone()).or_insert(condition.arguments.len());
                arity(file, condition, expected, remarks);
            }
            for call in block.lines.iter().flatten() {
                match known.get(call.name.as_str()) {
                    // The arguments of the task that is assigned come behind it.
                    Some(expected) if call.name == "AssignTask" && call.arguments.len() > *expected => {}
                    // The number of arguments is only known where the head says so.
                    Some(expected) => arity(file, call, *expected, remarks),
                    None => unknown(file, call, &known, remarks),
                }
            }
        }
    }
}

/// `$2` needs three parameters. A head that names none gets as many as it uses.
fn parameters(file: File, block: &mut HtnBlock, remarks: &mut Vec<Remark>) {
    let conditions = block.goals.iter().chain(&block.needs);
    let all: Vec<&HtnWords> = conditions.chain(block.lines.iter().flatten()).collect();
    let used = all.iter().flat_map(|words| &words.arguments).filter_map(|argument| match argument {
        HtnArgument::Parameter(place) => Some(*place),
        HtnArgument::Literal(_) => None,
    });
    let Some(highest) = used.max() else { return };
    if highest < block.parameters.len() {
        return;
    }
    if block.parameters.is_empty() && highest < 64 {
        let message = format!("`{}` uses ${highest} but declares no parameters", block.name);
        let warning = Diagnostic::warning("W-PARAM", block.span.clone(), message);
        remarks.push(Remark { file, diagnostic: warning.with_help("name its parameters after its name") });
        block.parameters = (0..=highest).map(|place| format!("arg{place}")).collect();
        return;
    }
    let is_high = |argument: &HtnArgument| matches!(argument, HtnArgument::Parameter(place) if *place >= block.parameters.len());
    for words in all.iter().filter(|words| words.arguments.iter().any(is_high)) {
        let count = block.parameters.len();
        let message = format!("`{}` has {count} parameters, so there is no ${highest}", block.name);
        remarks.push(Remark { file, diagnostic: Diagnostic::error("htn", words.span.clone(), message) });
    }
}

/// The heads of both files and how many parameters each has.
fn heads(domain: &HtnDomain, remarks: &mut Vec<Remark>) -> BTreeMap<String, usize> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut places: BTreeMap<&str, (File, std::ops::Range<usize>)> = BTreeMap::new();
    for (file, blocks) in [(File::Simple, &domain.simple), (File::Compound, &domain.compound)] {
        for block in blocks {
            known.insert(block.name.clone(), block.parameters.len());
            let Some((before, span)) = places.insert(&block.name, (file, block.span.clone())) else {
                continue;
            };
            let message = format!("the task `{}` is there twice", block.name);
            let twice = Diagnostic::error("duplicate", block.span.clone(), message);
            let twice = if before == file {
                twice.with_secondary(span, "first here")
            } else {
                twice.with_help(format!("it is also in the file of simple tasks, at byte {}", span.start))
            };
            remarks.push(Remark { file, diagnostic: twice });
        }
    }
    known
}

fn arity(file: File, words: &HtnWords, expected: usize, remarks: &mut Vec<Remark>) {
    let found = words.arguments.len();
    if found != expected {
        let message = wrong_arity(&words.name, expected, found);
        remarks.push(Remark { file, diagnostic: Diagnostic::error("arity", words.span.clone(), message) });
    }
}

fn unknown(file: File, call: &HtnWords, known: &BTreeMap<String, usize>, remarks: &mut Vec<Remark>) {
    let message = if call.name.is_empty() {
        "there is nothing between the commas".to_owned()
    } else {
        format!("there is no task called `{}`", call.name)
    };
    let unknown = Diagnostic::error("unknown-task", call.span.clone(), message);
    let diagnostic = unknown.with_nearest(&call.name, known.keys().map(String::as_str));
    remarks.push(Remark { file, diagnostic });
}
