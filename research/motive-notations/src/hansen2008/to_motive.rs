//! Converts to a `.motive` text: conditions become relations of the world, simple tasks become latched actions.

use super::{HtnArgument, HtnBlock, HtnDomain, HtnWords, in_brackets, write_task};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Writes both files as one `.motive` text. The task `Main`, or else the first compound task without parameters, becomes a mind.
pub fn to_motive(domain: &HtnDomain) -> String {
    let mut text = String::new();
    let blocks = || domain.simple.iter().chain(&domain.compound);
    let mut relations: BTreeMap<&str, usize> = BTreeMap::new();
    let mut things: BTreeSet<&str> = BTreeSet::new();
    for block in blocks() {
        for condition in block.goals.iter().chain(&block.needs) {
            relations.insert(&condition.name, condition.arguments.len());
        }
        let conditions = block.goals.iter().chain(&block.needs);
        for argument in conditions.chain(block.lines.iter().flatten()).flat_map(|words| &words.arguments) {
            if let HtnArgument::Literal(word) = argument
                && word.parse::<f64>().is_err()
            {
                things.insert(word);
            }
        }
    }
    for (relation, count) in &relations {
        let columns: Vec<String> = (0..*count).map(|place| format!("arg{place}")).collect();
        let _ = writeln!(text, "relation {}({})", named(relation), columns.join(", "));
    }
    for thing in &things {
        let _ = writeln!(text, "thing {}", named(thing));
    }
    for block in &domain.simple {
        let parameters = block.parameters.iter().map(|name| named(name)).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "action {}({parameters}) latched", action(&block.name));
    }
    text.push('\n');
    for block in blocks() {
        task(block, domain.simple.iter().any(|simple| std::ptr::eq(simple, block)), &mut text);
    }
    let without = |block: &&HtnBlock| block.parameters.is_empty();
    let main = domain.compound.iter().find(|block| block.name == "Main");
    if let Some(main) = main.or_else(|| domain.compound.iter().find(without)).filter(without) {
        let _ =
            writeln!(text, "\nmind {} = task {}", named(&format!("{}Mind", main.name)), named(&main.name));
    }
    text
}

fn task(block: &HtnBlock, is_simple: bool, text: &mut String) {
    let parameters: Vec<String> = block.parameters.iter().map(|name| named(name)).collect();
    let joined = |line: &Vec<HtnWords>| {
        line.iter().map(|one| call(one, &parameters, false)).collect::<Vec<_>>().join(" or ")
    };
    let body = if is_simple {
        Some(format!("{}({})", action(&block.name), parameters.join(", ")))
    } else {
        let lines: Vec<String> = block.lines.iter().map(joined).collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    };
    let head = format!("{}{}", named(&block.name), in_brackets(&parameters));
    write_task(text, &head, block, |condition| call(condition, &parameters, true), body);
}

fn call(words: &HtnWords, parameters: &[String], brackets: bool) -> String {
    let argument = |argument: &HtnArgument| match argument {
        HtnArgument::Parameter(place) => parameters.get(*place).cloned().unwrap_or_default(),
        HtnArgument::Literal(word) if word.parse::<f64>().is_ok() => word.clone(),
        HtnArgument::Literal(word) => named(word),
    };
    let arguments: Vec<String> = words.arguments.iter().map(argument).collect();
    if arguments.is_empty() && !brackets {
        named(&words.name)
    } else {
        format!("{}({})", named(&words.name), arguments.join(", "))
    }
}

/// The name of the action of a simple task: the task itself has the plain name.
fn action(task: &str) -> String {
    named(&format!("do_{task}"))
}

/// A name, in backquotes if it is not a plain word.
fn named(name: &str) -> String {
    let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && name.chars().next().is_some_and(|letter| letter.is_ascii_alphabetic());
    if plain { name.to_owned() } else { format!("`{name}`") }
}
