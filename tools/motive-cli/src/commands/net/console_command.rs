//! The commands of the console, one a line: their table, and how a skill is written.

use motive::networks::Skill;

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

/// The usage of a command, or a suggestion if there is none of that name.
pub(crate) fn usage(command: &str) -> String {
    match COMMANDS.iter().find(|(name, _, _)| *name == command) {
        Some((name, arguments, _)) => format!("`{name}` is written `{name} {arguments}`").replace(" `", "`"),
        None => {
            let hint = crate::console::did_you_mean(command, COMMANDS.iter().map(|(name, _, _)| *name));
            format!("there is no command `{command}`{hint}; `help` lists them all")
        }
    }
}

/// Parses `needs a, not b adds c deletes d`; `drops` is accepted for `deletes`.
pub(crate) fn skill(name: &str, text: &str) -> Result<Skill, String> {
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
