//! Built-in commands of Tcl.

use super::words::{element, list};
use super::{Flow, Interpreter};
use crate::ImportError;
use crate::networks::to_motive::plain_name;
use motive_networks::{Literal, NetworkGoal, NetworkSensor, SensorValue, Skill};

impl Interpreter {
    pub(super) fn builtin(&mut self, name: &str, arguments: &[String]) -> Result<Flow, ImportError> {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let value = match (name, &words[..]) {
            ("proc", [name, parameters, body]) => {
                let parameters = self.syntax(list(parameters))?;
                self.define(name, parameters, body);
                String::new()
            }
            ("set", [name, value]) => self.set(name, (*value).to_owned())?,
            ("set", [name]) => match self.get(name) {
                Some(value) => value.clone(),
                None => return self.wrong(format!("there is no variable `{name}`"), "one that is set"),
            },
            ("unset", names) => {
                names.iter().for_each(|name| self.unset(name));
                String::new()
            }
            ("puts" | "source" | "after" | "exit" | "global", _) => String::new(),
            ("return", []) => return Ok(Flow::Return(String::new())),
            ("return", [value]) => return Ok(Flow::Return((*value).to_owned())),
            ("expr", parts) => self.expression(&parts.join(" "))?,
            ("if", _) => return self.branch(&words),
            ("while", [condition, body]) => return self.repeat("", condition, "", body),
            ("for", [start, condition, next, body]) => return self.repeat(start, condition, next, body),
            ("foreach", [variable, items, body]) => return self.for_each(variable, items, body),
            ("eval", parts) => return self.nested(&parts.join(" ")),
            ("catch", [body]) => match self.nested(body) {
                Ok(_) => "0".to_owned(),
                Err(_) => "1".to_owned(),
            },
            ("incr", [name]) => self.increment(name, "1")?,
            ("incr", [name, by]) => self.increment(name, by)?,
            _ => self.list_command(name, &words)?,
        };
        Ok(Flow::Value(value))
    }

    fn nested(&mut self, body: &str) -> Result<Flow, ImportError> {
        let depth = self.depth + 1;
        self.script(body, depth)
    }

    fn list_command(&mut self, name: &str, words: &[&str]) -> Result<String, ImportError> {
        Ok(match (name, words) {
            ("list", items) => items.iter().map(|item| element(item)).collect::<Vec<_>>().join(" "),
            ("llength", [text]) => self.syntax(list(text))?.len().to_string(),
            ("lindex", [text, at]) => {
                let at: usize = at.parse().unwrap_or(usize::MAX);
                self.syntax(list(text))?.get(at).cloned().unwrap_or_default()
            }
            ("lappend", [name, items @ ..]) => {
                let mut text = self.get(name).cloned().unwrap_or_default();
                for item in items {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(&element(item));
                }
                self.set(name, text)?
            }
            ("string", ["length", text]) => text.chars().count().to_string(),
            ("string", ["tolower", text]) => text.to_lowercase(),
            ("string", ["toupper", text]) => text.to_uppercase(),
            ("string", ["compare", one, other]) => (one.cmp(other) as i8).to_string(),
            ("string", ["equal", one, other]) => u8::from(one == other).to_string(),
            _ => return self.wrong(format!("there is no command `{name}` of this form"), "a known command"),
        })
    }

    fn increment(&mut self, name: &str, by: &str) -> Result<String, ImportError> {
        let old = self.get(name).and_then(|value| value.parse::<i64>().ok());
        match (old, by.parse::<i64>()) {
            (Some(old), Ok(by)) => self.set(name, old.wrapping_add(by).to_string()),
            _ => self.wrong(format!("`{name}` cannot be incremented by `{by}`"), "whole numbers"),
        }
    }

    fn branch(&mut self, words: &[&str]) -> Result<Flow, ImportError> {
        let mut rest = words;
        loop {
            let [condition, after @ ..] = rest else {
                return self.wrong("`if` is not complete", "a condition and what to do");
            };
            let after = after.strip_prefix(&["then"]).unwrap_or(after);
            let [body, after @ ..] = after else {
                return self.wrong("`if` is not complete", "what to do");
            };
            if self.truth(condition)? {
                return self.nested(body);
            }
            match after {
                [] => return Ok(Flow::Value(String::new())),
                ["elseif", more @ ..] => rest = more,
                ["else", body] | [body] => return self.nested(body),
                _ => return self.wrong("`if` is not complete", "`else` and what to do"),
            }
        }
    }

    fn repeat(&mut self, start: &str, condition: &str, next: &str, body: &str) -> Result<Flow, ImportError> {
        self.nested(start)?;
        while self.truth(condition)? {
            if let Flow::Return(value) = self.nested(body)? {
                return Ok(Flow::Return(value));
            }
            // An empty loop must be bounded too.
            self.nested("set {} {}")?;
            self.nested(next)?;
        }
        Ok(Flow::Value(String::new()))
    }

    fn for_each(&mut self, variable: &str, items: &str, body: &str) -> Result<Flow, ImportError> {
        for item in self.syntax(list(items))? {
            self.set(variable, item)?;
            if let Flow::Return(value) = self.nested(body)? {
                return Ok(Flow::Return(value));
            }
        }
        Ok(Flow::Value(String::new()))
    }
}

impl Interpreter {
    /// A command to an agent manager or a registry.
    pub(super) fn agent_command(&mut self, name: &str, arguments: &[String]) -> Result<(), ImportError> {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match (name, &words[..]) {
            ("ASNA-become-goal", [_, _, _, about, value]) | ("ASNR-register-goal", [about, value]) => {
                self.goal(about, value, false);
            }
            ("ASNA-become-goal", [_, _, _, about, value, "protected"])
            | ("ASNR-register-goal", [about, value, "protected"]) => self.goal(about, value, true),
            ("ASNA-become-sensor", [_, _, _, about, value]) | ("ASNR-register-sensor", [about, value]) => {
                self.network.sensors.push(NetworkSensor::new(about, SensorValue::from(*value)));
            }
            ("ASNA-become-skill", [_, _, _, name, needs, adds, drops])
            | ("ASNR-register-skill", [name, needs, adds, drops]) => {
                let skill = Skill::new(name)
                    .needs(self.pairs(needs)?)
                    .adds(self.pairs(adds)?)
                    .deletes(self.pairs(drops)?);
                self.network.skills.push(skill);
            }
            ("ASNR-set-parameter", [name, value]) => {
                let Ok(value) = value.parse() else {
                    return self.wrong(format!("`{value}` is not a number"), "one");
                };
                if let Err(error) = self.network.settings.parameters.set(name, value) {
                    return self.wrong(error.to_string(), "a parameter and its value");
                }
            }
            ("ASNR-update-sensor-value" | "ASNR-update-sensors-values", updates) => {
                for update in updates {
                    for report in self.pairs(update)? {
                        self.sense(report)?;
                    }
                }
            }
            ("ASNR-spread-for", [steps]) => {
                let Ok(steps) = steps.parse::<u32>() else {
                    return self.wrong(format!("`{steps}` is not a number of steps"), "one");
                };
                self.script.push(format!("spread {steps}"));
            }
            ("ASNR-mark-skill-as-completed", [skill]) => {
                if !self.network.skills.iter().any(|known| &*known.name == *skill) {
                    return self.wrong(format!("there is no skill `{skill}`"), "one");
                }
                self.script.push(format!("complete {}", script_name(skill)));
            }
            // How long a network spreads between these two is up to the clock, and there is no daemon to ask.
            ("ASNR-start-spreading" | "ASNR-stop-spreading", [])
            | ("ASNA-become-unregistered-agent", [_, _, _])
            | ("ASNR-registration-info-request", [_]) => {}
            ("ASNA-become-goal" | "ASNA-become-sensor" | "ASNA-become-skill", _) => {
                let given = words.len();
                return self.wrong(
                    format!("`{name}` has {given} arguments"),
                    "host, port, registry, a name, and a value or three lists",
                );
            }
            _ => {
                return self
                    .wrong(format!("there is no command `{name}`"), "`ASNA-become-skill` or its like");
            }
        }
        Ok(())
    }

    /// A sensor reports. Before the network runs that is its first value, later an event of the run.
    fn sense(&mut self, report: Literal) -> Result<(), ImportError> {
        let Literal { proposition, value } = report;
        let mut sensors = self.network.sensors.iter_mut();
        let Some(sensor) = sensors.find(|sensor| sensor.proposition == proposition) else {
            return self.wrong(format!("there is no sensor `{proposition}`"), "one");
        };
        if self.script.is_empty() {
            sensor.value = value;
        } else {
            self.script.push(format!("sense {} {value}", script_name(&proposition)));
        }
        Ok(())
    }

    fn goal(&mut self, about: &str, value: &str, protected: bool) {
        let goal = NetworkGoal::new((about, SensorValue::from(value)));
        self.network.goals.push(if protected { goal.protected() } else { goal });
    }

    /// A list of pairs, in one to three levels of braces.
    pub(super) fn pairs(&self, text: &str) -> Result<Vec<Literal>, ImportError> {
        let mut text = text.to_owned();
        for _ in 0..4 {
            let elements = self.syntax(list(&text))?;
            match &elements[..] {
                [] => return Ok(Vec::new()),
                // One more level of braces than needed.
                [inner] if inner.is_empty() || inner.contains([' ', '{', '\t', '\n']) => {
                    text.clone_from(inner);
                    continue;
                }
                [about, value] if !text.contains('{') => {
                    return Ok(vec![Literal::new(about, SensorValue::from(value.as_str()))]);
                }
                _ => return elements.iter().map(|element| self.pair(element)).collect(),
            }
        }
        self.wrong("a list has too many braces", "one to three levels")
    }

    fn pair(&self, element: &str) -> Result<Literal, ImportError> {
        match &self.syntax(list(element))?[..] {
            [about, value] => Ok(Literal::new(about, SensorValue::from(value.as_str()))),
            _ => self.wrong(format!("found `{element}`"), "a proposition and its value"),
        }
    }
}

/// A name as the `.motive` file has it. Scripts need no backquotes.
fn script_name(name: &str) -> String {
    plain_name(name).trim_matches('`').to_owned()
}
