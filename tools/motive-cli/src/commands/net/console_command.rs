//! The commands of the console, one a line.

use motive::networks::{AgentName, Literal, NetworkGoal, NetworkSensor, SensorValue, Skill, Update};

/// A line of the console or of a script.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConsoleCommand {
    Empty,
    Apply(Box<Update>),
    /// A command on an agent of any kind.
    Agent(AgentCommand, String),
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

/// A command on an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AgentCommand {
    Disable,
    Enable,
    Amputate,
}

/// The commands, their arguments and help.
pub(crate) const COMMANDS: &[(&str, &str, &str)] = &[
    ("sensor", "NAME VALUE", "add a sensor"),
    ("goal", "NAME [VALUE] [protected]", "add a goal"),
    ("skill", "NAME needs A, not B adds C deletes D", "add a skill"),
    ("sense", "NAME VALUE", "report the value of a sensor"),
    ("complete", "SKILL", "report that a skill has finished"),
    ("withdraw", "NAME [VALUE]", "remove a goal"),
    ("disable", "NAME", "disable an agent"),
    ("enable", "NAME", "enable an agent"),
    ("amputate", "NAME", "remove an agent"),
    ("ignore", "SKILL", "make a skill ignore messages from now on"),
    ("spread", "N", "make N steps"),
    ("step", "", "make steps until a skill starts"),
    ("show", "[NAME]", "show the network or one agent"),
    ("why", "SKILL", "explain the activation of a skill in the last step"),
    ("set", "PARAMETER VALUE", "change a parameter"),
    ("parameters", "", "list all parameters"),
    ("links", "", "list all links between skills and what flowed along them"),
    ("want", "WORDS", "add the goal that matches the words best: `want open the door`"),
    ("auto", "on|off", "simulate the effects of skills, or not"),
    ("log", "on|off", "print the log of every step, or not"),
    ("source", "FILE", "execute the lines of a file"),
    ("history", "", "list the lines so far"),
    ("help", "", "list the commands"),
    ("quit", "", "end the console"),
];

impl ConsoleCommand {
    /// Parses a line. An error is a sentence.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let text = text.split('#').next().unwrap_or("").trim();
        let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let apply = |update: Update| Ok(Self::Apply(Box::new(update)));
        match (command, &words[..]) {
            ("", _) => Ok(Self::Empty),
            ("sensor", [name, value]) => apply(NetworkSensor::new(name, SensorValue::from(*value)).into()),
            ("goal", [name]) => apply(NetworkGoal::new(*name).into()),
            ("goal", [name, "protected"]) => apply(NetworkGoal::new(*name).protected().into()),
            ("goal", [name, value]) => apply(NetworkGoal::new((*name, *value)).into()),
            ("goal", [name, value, "protected"]) => {
                apply(NetworkGoal::new((*name, *value)).protected().into())
            }
            ("skill", [name, ..]) => apply(skill(name, rest[name.len()..].trim())?.into()),
            ("sense", [name, value]) => {
                apply(Update::Sense { sensor: (*name).into(), value: SensorValue::from(*value) })
            }
            ("complete", [name]) => apply(Update::Complete((*name).into())),
            ("withdraw", [name]) => apply(Update::Withdraw(Literal::from(*name))),
            ("withdraw", [name, value]) => apply(Update::Withdraw(Literal::from((*name, *value)))),
            ("disable", [name]) => Ok(Self::Agent(AgentCommand::Disable, (*name).to_owned())),
            ("enable", [name]) => Ok(Self::Agent(AgentCommand::Enable, (*name).to_owned())),
            ("amputate", [name]) => Ok(Self::Agent(AgentCommand::Amputate, (*name).to_owned())),
            ("ignore", [name]) => Ok(Self::Ignore((*name).to_owned())),
            ("set", [name, value]) => {
                let value = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
                apply(Update::Parameter { name: (*name).into(), value })
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

/// The usage of a command, or a suggestion if there is none of that name.
fn usage(command: &str) -> String {
    match COMMANDS.iter().find(|(name, _, _)| *name == command) {
        Some((name, arguments, _)) => format!("`{name}` is written `{name} {arguments}`").replace(" `", "`"),
        None => {
            let hint = crate::console::did_you_mean(command, COMMANDS.iter().map(|(name, _, _)| *name));
            format!("there is no command `{command}`{hint}; `help` lists them all")
        }
    }
}

/// Parses `needs a, not b adds c deletes d`; `drops` is accepted for `deletes`.
fn skill(name: &str, text: &str) -> Result<Skill, String> {
    let mut skill = Skill::new(name);
    let mut list: Option<&str> = None;
    let (mut negated, mut empty) = (false, true);
    for word in text.split([',', ' ', '\t']).filter(|word| !word.is_empty()) {
        match word {
            "needs" | "adds" | "deletes" | "drops" => list = Some(word),
            "not" => negated = true,
            about => {
                empty = false;
                let value = !std::mem::take(&mut negated);
                skill = match list {
                    Some("needs") => skill.needs([(about, value)]),
                    Some("adds") => skill.adds([(about, value)]),
                    // A delete list names what holds before; entries have the value afterwards.
                    Some(_) => skill.deletes([(about, !value)]),
                    None => return Err(usage("skill")),
                };
            }
        }
    }
    if empty { Err(usage("skill")) } else { Ok(skill) }
}

impl AgentCommand {
    pub(crate) fn update(self, who: AgentName) -> Update {
        match self {
            Self::Disable => Update::Disable(who),
            Self::Enable => Update::Enable(who),
            Self::Amputate => Update::Amputate(who),
        }
    }
}
