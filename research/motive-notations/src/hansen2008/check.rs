//! Errors and warnings about blocks.

use super::{Argument, Block, Domain, File, Remark, Words};
use motive_diagnostics::{Diagnostic, wrong_arity};
use std::collections::BTreeMap;

/// Resolves names and checks numbers of arguments. Heads that declare no parameters get as many as they use.
pub(super) fn check(domain: &mut Domain, remarks: &mut Vec<Remark>) {
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
fn parameters(file: File, block: &mut Block, remarks: &mut Vec<Remark>) {
    let conditions = block.goals.iter().chain(&block.needs);
    let all: Vec<&Words> = conditions.chain(block.lines.iter().flatten()).collect();
    let used = all.iter().flat_map(|words| &words.arguments).filter_map(|argument| match argument {
        Argument::Parameter(place) => Some(*place),
        Argument::Literal(_) => None,
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
    let is_high = |argument: &Argument| matches!(argument, Argument::Parameter(place) if *place >= block.parameters.len());
    for words in all.iter().filter(|words| words.arguments.iter().any(is_high)) {
        let count = block.parameters.len();
        let message = format!("`{}` has {count} parameters, so there is no ${highest}", block.name);
        remarks.push(Remark { file, diagnostic: Diagnostic::error("htn", words.span.clone(), message) });
    }
}

/// The heads of both files and how many parameters each has.
fn heads(domain: &Domain, remarks: &mut Vec<Remark>) -> BTreeMap<String, usize> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut places: BTreeMap<&str, (File, std::ops::Range<usize>)> = BTreeMap::new();
    for (file, blocks) in [(File::Simple, &domain.simple), (File::Compound, &domain.compound)] {
        for block in blocks {
            known.insert(block.name.clone(), block.parameters.len());
            let Some((before, span)) = places.insert(&block.name, (file, block.span.clone())) else {
                continue;
            };
            let twice = Diagnostic::error(
                "duplicate",
                block.span.clone(),
                format!("the task `{}` is there twice", block.name),
            );
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

fn arity(file: File, words: &Words, expected: usize, remarks: &mut Vec<Remark>) {
    let found = words.arguments.len();
    if found != expected {
        let message = wrong_arity(&words.name, expected, found);
        remarks.push(Remark { file, diagnostic: Diagnostic::error("arity", words.span.clone(), message) });
    }
}

fn unknown(file: File, call: &Words, known: &BTreeMap<String, usize>, remarks: &mut Vec<Remark>) {
    let message = if call.name.is_empty() {
        "there is nothing between the commas".to_owned()
    } else {
        format!("there is no task called `{}`", call.name)
    };
    let unknown = Diagnostic::error("unknown-task", call.span.clone(), message);
    let diagnostic = unknown.with_nearest(&call.name, known.keys().map(String::as_str));
    remarks.push(Remark { file, diagnostic });
}
