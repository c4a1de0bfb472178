//! The commands that describe agents.

use super::run::Interpreter;
use super::words::list;
use crate::ImportError;
use crate::networks::to_motive::plain_name;
use motive_networks::{Literal, NetworkGoal, NetworkSensor, SensorValue, Skill};

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
