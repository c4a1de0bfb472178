//! Converts to a `.motive` text: predicates become relations, objects become things, and facts that can change become a planner's symbols.

use crate::grue_to_motive::plain;
use motive_planner::pddl::{GroundedTask, PddlFact, PddlTask};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Writes a task as a `.motive` text with a planner and a mind that follows it.
#[must_use]
pub fn to_motive(task: &PddlTask, grounded: &GroundedTask) -> String {
    let names = Names::new(task, grounded);
    let mut text = format!(
        "// The PDDL problem `{}` of the domain `{}`: what can change is a symbol, what can be done a skill.\n",
        single_line(&task.problem),
        single_line(&task.domain)
    );
    declarations(task, grounded, &names, &mut text);
    let planner = plain(&title(&task.domain));
    let _ = writeln!(text, "\ngoap {planner} {{");
    for symbol in &grounded.symbols {
        let _ = writeln!(text, "    sense {} when {}", names.symbol(symbol), names.stated(symbol));
    }
    let wanted: Vec<String> = task.goal.iter().map(|(fact, holds)| names.signed(fact, *holds)).collect();
    let _ = writeln!(text, "    want {} priority 1", wanted.join(", "));
    for (action, name) in grounded.actions.iter().zip(&names.skills) {
        let _ = writeln!(text, "    skill {name} {{");
        let list = |keyword: &str, facts: Vec<String>, text: &mut String| {
            if !facts.is_empty() {
                let _ = writeln!(text, "        {keyword} {}", facts.join(", "));
            }
        };
        let needs = action.preconditions.iter().map(|(fact, holds)| names.signed(fact, *holds)).collect();
        list("needs", needs, &mut text);
        for (keyword, wanted) in [("adds", true), ("drops", false)] {
            let some = action.effects.iter().filter(|(_, becomes)| **becomes == wanted);
            list(keyword, some.map(|(fact, _)| names.symbol(fact)).collect(), &mut text);
        }
        let command = names.applied(&names.actions, action.schema, &action.objects);
        let _ = writeln!(text, "        cost {}\n        do {command}\n    }}", action.cost);
    }
    let _ = writeln!(text, "}}\n\nmind {planner} = goap {planner}");
    text
}

/// Kinds, relations, actions, and the initial things and facts.
fn declarations(task: &PddlTask, grounded: &GroundedTask, names: &Names, text: &mut String) {
    let used: BTreeSet<usize> = task.objects.iter().map(|(_, kind)| *kind).collect();
    for kind in used {
        let _ = writeln!(text, "kind {}", at(&names.kinds, kind));
    }
    for ((_, arity), name) in task.predicates.iter().zip(&names.predicates) {
        let columns: Vec<String> = (0..*arity).map(|place| format!("arg{place}")).collect();
        let _ = writeln!(text, "relation {name}({})", columns.join(", "));
    }
    let done: BTreeSet<usize> = grounded.actions.iter().map(|action| action.schema).collect();
    for number in done {
        let parameters = task.schemas.get(number).map_or(&[][..], |schema| &schema.parameters);
        let parameters = distinct(parameters.iter().map(|(name, _)| name.trim_start_matches('?')));
        let _ = writeln!(text, "action {}({})", at(&names.actions, number), parameters.join(", "));
    }
    for ((_, kind), name) in task.objects.iter().zip(&names.objects) {
        let _ = writeln!(text, "thing {name}: {}", at(&names.kinds, *kind));
    }
    for fact in task.init.iter().collect::<BTreeSet<_>>() {
        let _ = writeln!(text, "fact {}", names.stated(fact));
    }
}

/// Unique names for everything, by category.
struct Names {
    kinds: Vec<String>,
    objects: Vec<String>,
    predicates: Vec<String>,
    actions: Vec<String>,
    symbols: BTreeMap<PddlFact, String>,
    skills: Vec<String>,
}

impl Names {
    fn new(task: &PddlTask, grounded: &GroundedTask) -> Self {
        let word = |first: Option<&str>, objects: &[usize]| {
            let names =
                objects.iter().filter_map(|object| task.objects.get(*object)).map(|(name, _)| &**name);
            first.into_iter().chain(names).collect::<Vec<_>>().join("_")
        };
        let symbols: Vec<String> = grounded
            .symbols
            .iter()
            .map(|fact| word(task.predicates.get(fact.0).map(|(name, _)| &**name), &fact.1))
            .collect();
        let skills: Vec<String> = grounded
            .actions
            .iter()
            .map(|action| word(task.schemas.get(action.schema).map(|schema| &*schema.name), &action.objects))
            .collect();
        let symbols = distinct(symbols.iter().map(String::as_str));
        Self {
            kinds: distinct(task.types.iter().map(|(name, _)| &**name)),
            objects: distinct(task.objects.iter().map(|(name, _)| &**name)),
            predicates: distinct(task.predicates.iter().map(|(name, _)| &**name)),
            actions: distinct(task.schemas.iter().map(|schema| &*schema.name)),
            symbols: grounded.symbols.iter().cloned().zip(symbols).collect(),
            skills: distinct(skills.iter().map(String::as_str)),
        }
    }

    fn symbol(&self, fact: &PddlFact) -> String {
        self.symbols.get(fact).cloned().unwrap_or_default()
    }

    fn signed(&self, fact: &PddlFact, holds: bool) -> String {
        let symbol = self.symbol(fact);
        if holds { symbol } else { format!("not {symbol}") }
    }

    fn stated(&self, (predicate, objects): &PddlFact) -> String {
        self.applied(&self.predicates, *predicate, objects)
    }

    fn applied(&self, of: &[String], number: usize, objects: &[usize]) -> String {
        let objects: Vec<&str> = objects.iter().map(|object| at(&self.objects, *object)).collect();
        format!("{}({})", at(of, number), objects.join(", "))
    }
}

fn at(names: &[String], number: usize) -> &str {
    names.get(number).map_or("", String::as_str)
}

/// Names with characters that the language allows, numbered where they would repeat.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    names.map(|name| plain(&unused(plain_letters(name), &mut taken))).collect()
}

/// A name that is not taken, with a number appended if needed.
fn unused(name: String, taken: &mut BTreeSet<String>) -> String {
    let mut found = name.clone();
    let mut number = 2;
    while !taken.insert(found.clone()) {
        found = format!("{name}_{number}");
        number += 1;
    }
    found
}

/// The name with letters, digits and underscores only: PDDL's names have dashes and more.
fn plain_letters(name: &str) -> String {
    let letters: String =
        name.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
    if letters.starts_with(|first: char| first.is_ascii_alphabetic()) {
        letters
    } else {
        format!("x{letters}")
    }
}

/// A planner's name begins with a capital.
fn title(name: &str) -> String {
    let letters = plain_letters(name);
    let mut rest = letters.chars();
    rest.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(rest).collect()
}

fn single_line(name: &str) -> String {
    name.chars().filter(|one| !one.is_control()).collect()
}
