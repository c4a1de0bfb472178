//! The commands that describe agents.

use super::run::Interpreter;
use super::words::list;
use crate::ImportError;
use motive_networks::{Goal, Literal, Sensor, SensorValue, Skill};

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
                self.network.sensors.push(Sensor::new(about, SensorValue::from(*value)));
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
                    for Literal { proposition, value } in self.pairs(update)? {
                        let mut sensors = self.network.sensors.iter_mut();
                        match sensors.find(|sensor| sensor.proposition == proposition) {
                            Some(sensor) => sensor.value = value,
                            None => return self.wrong(format!("there is no sensor `{proposition}`"), "one"),
                        }
                    }
                }
            }
            (
                "ASNA-become-unregistered-agent"
                | "ASNR-spread-for"
                | "ASNR-start-spreading"
                | "ASNR-stop-spreading"
                | "ASNR-registration-info-request"
                | "ASNR-mark-skill-as-completed",
                _,
            ) => {}
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

    fn goal(&mut self, about: &str, value: &str, protected: bool) {
        let goal = Goal::new((about, SensorValue::from(value)));
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
