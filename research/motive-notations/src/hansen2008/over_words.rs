//! Converts compound tasks to a `.motive` text over words that another file has: its conditions, its primitives, and the orders of a team.

use super::{HtnArgument, HtnBlock, HtnDomain, HtnWords, in_brackets, write_task};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Orders that a coordinator gives, which are part of the language.
const ASSIGN: &str = "AssignTask";
const CLEAR: &str = "ClearTasks";
/// Bots are members of a team from the start.
const ADD: &str = "AddBot";
const START: &str = "StartBot";

/// Writes the compound tasks as a `.motive` text for a world. Conditions and simple tasks come from the file `words`; names of places become texts.
/// If there is a task `Main`, the bots that are added become the members of a team whose coordinator does it.
pub fn to_motive_over_words(domain: &HtnDomain, world: &str, words: &str) -> String {
    let mut text = format!("world {world}\nuse \"{words}\"\n");
    let asked = tasks_asked_for(domain);
    if !asked.is_empty() {
        let names: Vec<String> = asked.into_iter().collect();
        let _ = writeln!(text, "enum task_name {{ {} }}", names.join(", "));
        text.push_str("condition hasTask(bot, task) when m: member { doing: task } where m == bot\n");
    }
    for block in &domain.compound {
        task(block, &mut text);
    }
    if domain.compound.iter().any(|block| block.name == "Main") {
        let members = members(domain);
        let _ = writeln!(text, "team Match {{\n    coordinator Main");
        if !members.is_empty() {
            let _ = writeln!(text, "    member {}", members.join(", "));
        }
        text.push_str("}\n");
    }
    text
}

/// The tasks that `hasTask` names.
fn tasks_asked_for(domain: &HtnDomain) -> BTreeSet<String> {
    let conditions = domain.compound.iter().flat_map(|block| block.goals.iter().chain(&block.needs));
    let asked = conditions.filter(|words| words.name == "hasTask").filter_map(|words| words.arguments.get(1));
    let literal = |argument: &HtnArgument| match argument {
        HtnArgument::Literal(word) => Some(word.clone()),
        HtnArgument::Parameter(_) => None,
    };
    asked.filter_map(literal).collect()
}

/// The bots that are added, those of teams 0 and 1 in turn.
fn members(domain: &HtnDomain) -> Vec<&str> {
    let mut teams: [Vec<&str>; 2] = [Vec::new(), Vec::new()];
    for words in domain.compound.iter().flat_map(|block| block.lines.iter().flatten()) {
        if let (ADD, [HtnArgument::Literal(name), HtnArgument::Literal(team)]) =
            (&*words.name, &*words.arguments)
            && let Some(team) = teams.get_mut(usize::from(team != "0"))
        {
            team.push(name);
        }
    }
    let longest = teams.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest).flat_map(|place| teams.iter().filter_map(move |team| team.get(place).copied())).collect()
}

fn task(block: &HtnBlock, text: &mut String) {
    let is_order = |words: &&HtnWords| words.name != ADD && words.name != START;
    let line = |line: &Vec<HtnWords>| {
        let calls: Vec<String> =
            line.iter().filter(is_order).map(|one| step(one, &block.parameters)).collect();
        (!calls.is_empty()).then(|| calls.join(" or "))
    };
    let mut lines: Vec<String> = Vec::new();
    let mut rest = block.lines.iter().peekable();
    while let Some(one) = rest.next() {
        // Clearing a list and assigning a task is one order: the coordinator that clears its own list would not get to the second.
        match (single(one, CLEAR), rest.peek().and_then(|next| single(next, ASSIGN))) {
            (Some(cleared), Some(assigned)) if cleared.arguments.first() == assigned.arguments.first() => {
                lines.push(step(assigned, &block.parameters).replacen("assign(", "only(", 1));
                rest.next();
            }
            _ => lines.extend(line(one)),
        }
    }
    // A task that only adds and starts bots has nothing left to do.
    let body = if lines.is_empty() { "wait".to_owned() } else { lines.join("; ") };
    let head = format!("{}{}", block.name, in_brackets(&block.parameters));
    write_task(text, &head, block, |condition| call(condition, &block.parameters), Some(body));
}

/// The only call of a line, if it is of this name.
fn single<'a>(line: &'a [HtnWords], name: &str) -> Option<&'a HtnWords> {
    match line {
        [one] if one.name == name => Some(one),
        _ => None,
    }
}

/// A step: a call, or an order.
fn step(words: &HtnWords, parameters: &[String]) -> String {
    let plain = |at: usize| match words.arguments.get(at) {
        Some(HtnArgument::Literal(word)) if word == "Coordinator" => "coordinator".to_owned(),
        argument => argument.map_or_else(String::new, |argument| bare(argument, parameters)),
    };
    match words.name.as_str() {
        CLEAR => format!("clear({})", plain(0)),
        ASSIGN => {
            let given: Vec<String> =
                words.arguments.iter().skip(2).map(|argument| value(argument, parameters)).collect();
            format!("assign({}, {}{})", plain(0), plain(1), in_brackets(&given))
        }
        _ => call(words, parameters),
    }
}

fn call(words: &HtnWords, parameters: &[String]) -> String {
    let written = if words.name == "hasTask" { bare } else { value };
    let arguments: Vec<String> = words.arguments.iter().map(|one| written(one, parameters)).collect();
    format!("{}{}", words.name, in_brackets(&arguments))
}

fn bare(argument: &HtnArgument, parameters: &[String]) -> String {
    match argument {
        HtnArgument::Literal(word) => word.clone(),
        HtnArgument::Parameter(place) => parameters.get(*place).cloned().unwrap_or_default(),
    }
}

/// A parameter, a number, or a text.
fn value(argument: &HtnArgument, parameters: &[String]) -> String {
    match argument {
        HtnArgument::Literal(word) if word.parse::<f64>().is_err() => format!("\"{word}\""),
        argument => bare(argument, parameters),
    }
}
