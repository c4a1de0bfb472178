//! Changes that somebody makes in the page: parts of minds that are disabled, facts, and ends of actions.

use motive_core::trace::MindPart;
use motive_core::{ActionEnd, Agent, Id, Kind, Mind, Point, Property, Thing, Type, Value, Vocabulary};
use serde::{Deserialize, Serialize};

/// A part of a mind that can be disabled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DisabledPart {
    /// A goal.
    Goal(String),
    /// A rule of a program, by its position from 0.
    Rule(String, usize),
    /// A task of a hierarchy.
    Task(String),
    /// A skill of a network.
    Skill(String),
}

impl DisabledPart {
    pub(crate) fn is(&self, part: MindPart<'_>) -> bool {
        match (self, part) {
            (Self::Goal(name), MindPart::Goal(of)) => name == of,
            (Self::Rule(of, at), MindPart::Rule { program, rule }) => *at == rule && of == program,
            (Self::Task(name), MindPart::Task(of)) => name == of,
            (Self::Skill(name), MindPart::Skill(of)) => name == of,
            _ => false,
        }
    }

    /// As words: `the goal flee`.
    pub(crate) fn describe(&self, rule_name: impl Fn(&str, usize) -> String) -> String {
        match self {
            Self::Goal(name) => format!("goal `{name}`"),
            Self::Rule(program, rule) => format!("rule `{}` of {program}", rule_name(program, *rule)),
            Self::Task(name) => format!("task `{name}`"),
            Self::Skill(name) => format!("skill `{name}`"),
        }
    }
}

/// A change of what an agent knows, or the end of one of its actions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum HandChange {
    /// A property of a thing gets a value; the thing appears if it is not known.
    Set { id: Id, property: Property, value: Value },
    /// A thing appears.
    New { id: Id, kind: Kind, properties: Vec<(Property, Value)> },
    /// A thing is forgotten.
    Forget(Id),
    /// A running action ends.
    End { action: String, succeeded: bool },
}

impl HandChange {
    /// Reads a change: `self.hunger = 80`, `#12.distance = 3`, `new ghost { distance: 3, blue: false }`, `forget #12`.
    pub(crate) fn read(text: &str, names: &Vocabulary) -> Result<Self, String> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("new ") {
            return new_thing(rest.trim(), names);
        }
        if let Some(thing) = text.strip_prefix("forget ") {
            return Ok(Self::Forget(id_of(thing.trim(), names)?));
        }
        let (place, value) = text.split_once('=').ok_or(
            "write `self.hunger = 80`, `#12.distance = 3`, `new KIND { property: value }` or `forget #12`",
        )?;
        let (thing, property) = place.trim().rsplit_once('.').ok_or_else(|| {
            format!("`{}` is no property of a thing: write `self.hunger` or `#12.distance`", place.trim())
        })?;
        let property = property_of(property.trim(), names)?;
        let value = value_of(value.trim(), property, names)?;
        Ok(Self::Set { id: id_of(thing.trim(), names)?, property, value })
    }

    /// Makes the change. Says what is wrong if it cannot be made.
    pub(crate) fn apply<M: Mind>(&self, agent: &mut Agent<M>) -> Result<(), String> {
        match self {
            Self::Set { id, property, value } => {
                agent.memory_mut().set(*id, *property, value.clone()).map_err(|error| error.to_string())
            }
            Self::New { id, kind, properties } => {
                let thing = properties.iter().cloned();
                let thing =
                    thing.fold(Thing::new(*id).kind(*kind), |thing, (of, value)| thing.with(of, value));
                agent.memory_mut().put(thing).map_err(|error| error.to_string())
            }
            Self::Forget(id) => match agent.memory_mut().remove(*id) {
                true => Ok(()),
                false => Err("the agent does not know it".to_owned()),
            },
            Self::End { action, succeeded } => {
                let names = agent.memory().shared_vocabulary().clone();
                let run = agent
                    .decision()
                    .actions
                    .iter()
                    .find(|active| names.action_name(active.action) == *action);
                let run = run.map(|active| active.run).ok_or_else(|| format!("`{action}` is not running"))?;
                let failed = ActionEnd::Failed(names.builtin().failed);
                let end = if *succeeded { ActionEnd::Succeeded } else { failed };
                match agent.finish(run, end) {
                    true => Ok(()),
                    false => Err(format!("`{action}` takes no time, so it cannot be ended")),
                }
            }
        }
    }
}

fn property_of(name: &str, names: &Vocabulary) -> Result<Property, String> {
    names.find_property(name).ok_or_else(|| format!("there is no property `{name}`"))
}

/// `self`, `#12`, `ghost#12`, or a thing that has a name.
fn id_of(text: &str, names: &Vocabulary) -> Result<Id, String> {
    if text == "self" {
        return Ok(Id::SELF);
    }
    if let Some((_, number)) = text.split_once('#') {
        return number.parse().map(Id::new).map_err(|_| format!("`{text}` is no thing: write `#12`"));
    }
    names
        .find_symbol(text)
        .map(Id::named)
        .ok_or_else(|| format!("there is no thing `{text}`: write `self` or `#12`"))
}

fn new_thing(text: &str, names: &Vocabulary) -> Result<HandChange, String> {
    let (kind, properties) = match text.split_once('{') {
        Some((kind, rest)) => {
            let inner =
                rest.trim().strip_suffix('}').ok_or("the list of properties does not end with `}`")?;
            (kind.trim(), inner)
        }
        None => (text, ""),
    };
    let (kind, id) = match kind.split_once('#') {
        Some((kind, number)) => (kind, id_of(&format!("#{number}"), names)?),
        None => (kind, Id::new(BY_HAND)),
    };
    let kind = names.find_kind(kind).ok_or_else(|| format!("there is no kind `{kind}`"))?;
    let mut given = Vec::new();
    for part in properties.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, value) =
            part.split_once(':').ok_or_else(|| format!("`{part}`: write `property: value`"))?;
        let property = property_of(name.trim(), names)?;
        given.push((property, value_of(value.trim(), property, names)?));
    }
    Ok(HandChange::New { id, kind, properties: given })
}

/// The number of a thing that is made by hand and not given one. No game counts as far.
const BY_HAND: u64 = 9_000_000_000_000;

/// A value of the type of a property.
fn value_of(text: &str, property: Property, names: &Vocabulary) -> Result<Value, String> {
    let holds = names.property_info(property).map_or(Type::Any, |info| info.holds.clone());
    let name = names.property_name(property);
    let number = || text.parse::<f64>().ok().filter(|number| !number.is_nan()).map(Value::Number);
    let truth = || text.parse::<bool>().ok().map(Value::Bool);
    let symbol = || names.find_symbol(text).map(Value::Symbol);
    let thing = || id_of(text, names).ok().map(Value::Id);
    let quoted = || {
        text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map(|text| Value::Text(text.into()))
    };
    let (value, wanted) = match &holds {
        Type::Number => (number(), "a number"),
        Type::Bool => (truth(), "true or false"),
        Type::Symbol => (symbol(), "a name that the game knows"),
        Type::OneOf(symbols) => {
            let known = names.find_symbol(text).filter(|symbol| symbols.contains(symbol));
            let all: Vec<&str> = symbols.iter().map(|symbol| names.name(*symbol)).collect();
            let wanted = format!("`{name}` takes one of {}, not `{text}`", all.join(", "));
            return known.map(Value::Symbol).ok_or(wanted);
        }
        Type::Id => (thing(), "a thing, such as #12"),
        Type::Point => (point_of(text), "a place, such as (1, 2)"),
        Type::Text => (Some(quoted().unwrap_or_else(|| Value::Text(text.into()))), "text"),
        Type::List => (None, "a list, which cannot be given by hand"),
        Type::Any => (
            number().or_else(truth).or_else(quoted).or_else(|| point_of(text)).or_else(symbol).or_else(thing),
            "a number, true, false, \"text\", a name or a thing",
        ),
    };
    value.ok_or_else(|| format!("`{name}` takes {wanted}, not `{text}`"))
}

fn point_of(text: &str) -> Option<Value> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let numbers: Option<Vec<f32>> = inner.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers?[..] {
        [x, y] => Some(Value::Point(Point::flat(x, y))),
        [x, y, z] => Some(Value::Point(Point { x, y, z })),
        _ => None,
    }
}

#[cfg(test)]
#[path = "../tests/unit/hand_change.rs"]
mod tests;
