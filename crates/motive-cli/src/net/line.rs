//! The commands of the console, one a line.

use motive::network::{AgentName, Goal, Literal, Sensor, SensorValue, Skill, Update};

/// A line of the console or of a script.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line {
    Nothing,
    Take(Box<Update>),
    /// An agent is named without saying of which kind it is.
    Agent(Command, String),
    Spread(u64),
    Step,
    Show(Option<String>),
    Explanation(String),
    Parameters,
    Links,
    Want(String),
    Auto(bool),
    Log(bool),
    Ignore(String),
    Source(String),
    History,
    Help,
    Quit,
}

/// What is done to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Disable,
    Enable,
    Amputate,
}

/// The commands and what they are for.
pub(crate) const COMMANDS: &[(&str, &str, &str)] = &[
    ("sensor", "NAME VALUE", "a sensor registers"),
    ("goal", "NAME [VALUE] [protected]", "a goal registers"),
    ("skill", "NAME needs A, not B adds C drops D", "a skill registers"),
    ("sense", "NAME VALUE", "a sensor reports"),
    ("complete", "SKILL", "a skill reports that it is finished"),
    ("withdraw", "NAME [VALUE]", "a goal is no longer wanted"),
    ("disable", "NAME", "an agent takes no part"),
    ("enable", "NAME", "it does again"),
    ("amputate", "NAME", "an agent is gone for good"),
    ("ignore", "SKILL", "a skill answers nobody from now on"),
    ("spread", "N", "activation spreads N times"),
    ("step", "", "activation spreads until something acts"),
    ("show", "[NAME]", "the network, or one agent"),
    ("why", "SKILL", "where its activation came from in the last step"),
    ("set", "PARAMETER VALUE", "a parameter is changed"),
    ("parameters", "", "all parameters"),
    ("links", "", "all links between skills and what flowed along them"),
    ("want", "WORDS", "the goal that fits the words best: `want open the door`"),
    ("auto", "on|off", "skills do what they predict by themselves, or not"),
    ("log", "on|off", "every step is told in full, or not"),
    ("source", "FILE", "the lines of a file are done"),
    ("history", "", "the lines so far"),
    ("help", "", "this"),
    ("quit", "", "the end"),
];

impl Line {
    /// Reads a line. What is wrong with it is said in a sentence.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let text = text.split('#').next().unwrap_or("").trim();
        let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let take = |arrival: Update| Ok(Self::Take(Box::new(arrival)));
        match (command, &words[..]) {
            ("", _) => Ok(Self::Nothing),
            ("sensor", [name, value]) => take(Sensor::new(name, SensorValue::from(*value)).into()),
            ("goal", [name]) => take(Goal::new(*name).into()),
            ("goal", [name, "protected"]) => take(Goal::new(*name).protected().into()),
            ("goal", [name, value]) => take(Goal::new((*name, *value)).into()),
            ("goal", [name, value, "protected"]) => take(Goal::new((*name, *value)).protected().into()),
            ("skill", [name, ..]) => take(skill(name, rest[name.len()..].trim())?.into()),
            ("sense", [name, value]) => {
                take(Update::Sense { sensor: (*name).into(), value: SensorValue::from(*value) })
            }
            ("complete", [name]) => take(Update::Complete((*name).into())),
            ("withdraw", [name]) => take(Update::Withdraw(Literal::from(*name))),
            ("withdraw", [name, value]) => take(Update::Withdraw(Literal::from((*name, *value)))),
            ("disable", [name]) => Ok(Self::Agent(Command::Disable, (*name).to_owned())),
            ("enable", [name]) => Ok(Self::Agent(Command::Enable, (*name).to_owned())),
            ("amputate", [name]) => Ok(Self::Agent(Command::Amputate, (*name).to_owned())),
            ("ignore", [name]) => Ok(Self::Ignore((*name).to_owned())),
            ("set", [name, value]) => {
                let value = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
                take(Update::Parameter { name: (*name).into(), value })
            }
            ("spread", [count]) => {
                let count: u64 = count.parse().map_err(|_| format!("`{count}` is not a number of steps"))?;
                Ok(Self::Spread(count.min(1_000_000)))
            }
            ("spread" | "step", []) => Ok(if command == "step" { Self::Step } else { Self::Spread(1) }),
            ("show", []) => Ok(Self::Show(None)),
            ("show", [name]) => Ok(Self::Show(Some((*name).to_owned()))),
            ("why", [name]) => Ok(Self::Explanation((*name).to_owned())),
            ("parameters", []) => Ok(Self::Parameters),
            ("links", []) => Ok(Self::Links),
            ("want", [_, ..]) => Ok(Self::Want(rest.to_owned())),
            ("auto", ["on" | "off"]) => Ok(Self::Auto(rest == "on")),
            ("log", ["on" | "off"]) => Ok(Self::Log(rest == "on")),
            ("source", [_, ..]) => Ok(Self::Source(rest.to_owned())),
            ("history", []) => Ok(Self::History),
            ("help", []) => Ok(Self::Help),
            ("quit" | "exit", []) => Ok(Self::Quit),
            _ => Err(usage(command)),
        }
    }
}

/// How a command is written, or which one may be meant.
fn usage(command: &str) -> String {
    match COMMANDS.iter().find(|(name, _, _)| *name == command) {
        Some((name, arguments, _)) => format!("`{name}` is written `{name} {arguments}`").replace(" `", "`"),
        None => {
            let hint = crate::text::did_you_mean(command, COMMANDS.iter().map(|(name, _, _)| *name));
            format!("there is no command `{command}`{hint}; `help` lists them all")
        }
    }
}

/// `needs a, not b adds c drops d`
fn skill(name: &str, text: &str) -> Result<Skill, String> {
    let mut skill = Skill::new(name);
    let mut list: Option<&str> = None;
    let (mut negated, mut empty) = (false, true);
    for word in text.split([',', ' ', '\t']).filter(|word| !word.is_empty()) {
        match word {
            "needs" | "adds" | "drops" => list = Some(word),
            "not" => negated = true,
            about => {
                empty = false;
                let value = !std::mem::take(&mut negated);
                skill = match list {
                    Some("needs") => skill.needs([(about, value)]),
                    Some("adds") => skill.adds([(about, value)]),
                    // What is dropped is written as it was, and kept as it will be.
                    Some(_) => skill.deletes([(about, !value)]),
                    None => return Err(usage("skill")),
                };
            }
        }
    }
    if empty { Err(usage("skill")) } else { Ok(skill) }
}

impl Command {
    pub(crate) fn arrival(self, who: AgentName) -> Update {
        match self {
            Self::Disable => Update::Disable(who),
            Self::Enable => Update::Enable(who),
            Self::Amputate => Update::Amputate(who),
        }
    }
}
