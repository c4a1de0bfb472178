//! Receptors measure quantities; sensors make signs of them.

use super::error::NetworkError;
use super::sign::Sign;
use super::whole::Network;
use std::sync::Arc;

/// How a sensor makes true or false of what receptors measure.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Function {
    /// True from `on` upward, false below `off`, and in between as it was.
    Threshold {
        /// Of which receptor.
        receptor: Arc<str>,
        /// From here on true.
        on: f64,
        /// Below this false.
        off: f64,
    },
    /// True between two strengths, both included.
    Within {
        /// Of which receptor.
        receptor: Arc<str>,
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// True while one receptor is stronger than another.
    Stronger {
        /// This one.
        one: Arc<str>,
        /// Than this.
        than: Arc<str>,
    },
    /// True while at least so many receptors have at least a strength.
    Count {
        /// Which receptors.
        receptors: Vec<Arc<str>>,
        /// How strong each must be.
        strength: f64,
        /// How many of them.
        at_least: usize,
    },
    /// True while all are.
    All(Vec<Function>),
    /// True while one is.
    Any(Vec<Function>),
    /// True while it is not.
    Not(Box<Function>),
    /// Changes only when the other has said the same for so many steps.
    Debounce {
        /// How many.
        steps: u32,
        /// What is listened to.
        of: Box<Function>,
    },
}

/// How deep functions may be nested.
const DEEPEST: usize = 16;

#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Memory {
    on: bool,
    same: u32,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Derived {
    sensor: Arc<str>,
    function: Function,
    /// One for each part of the function that remembers.
    memory: Vec<Memory>,
}

/// Receptors and the sensors worked out from them.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Receptors {
    names: Vec<Arc<str>>,
    strengths: Vec<f64>,
    derived: Vec<Derived>,
}

impl Receptors {
    /// As it was saved, without what would not pass if it registered now.
    pub(super) fn restored(mut self) -> Self {
        self.strengths.resize(self.names.len(), 0.0);
        let derived = std::mem::take(&mut self.derived);
        let sound = |derived: &Derived| self.check(&derived.sensor, &derived.function).is_ok();
        self.derived = derived.into_iter().filter(sound).collect();
        self
    }

    pub(super) fn add(&mut self, name: Arc<str>) -> Result<(), NetworkError> {
        if name.is_empty() {
            return Err(NetworkError::NoName { what: "a receptor" });
        }
        if self.names.contains(&name) {
            return Err(NetworkError::Twice { kind: "receptor", name: name.to_string() });
        }
        self.names.push(name);
        self.strengths.push(0.0);
        Ok(())
    }

    /// Whether there is a receptor of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| **known == *name)
    }

    /// A receptor is gone; to sensors that are worked out from it, nothing is there any more.
    pub(super) fn remove(&mut self, name: &str) -> Result<(), NetworkError> {
        let unknown = || NetworkError::Unknown { kind: "receptor", name: name.to_owned() };
        let at = self.names.iter().position(|known| **known == *name).ok_or_else(unknown)?;
        self.names.remove(at);
        if at < self.strengths.len() {
            self.strengths.remove(at);
        }
        Ok(())
    }

    pub(super) fn signal(&mut self, receptor: &str, strength: f64) -> Result<(), NetworkError> {
        let unknown = || NetworkError::Unknown { kind: "receptor", name: receptor.to_owned() };
        let at = self.names.iter().position(|name| **name == *receptor).ok_or_else(unknown)?;
        if strength.is_nan() {
            return Err(NetworkError::NotANumber { proposition: receptor.to_owned() });
        }
        if let Some(place) = self.strengths.get_mut(at) {
            *place = strength;
        }
        Ok(())
    }

    /// Refuses functions of unknown receptors and those nested too deeply.
    pub(super) fn check(&self, sensor: &str, function: &Function) -> Result<(), NetworkError> {
        self.check_at(function, 0)
            .map_err(|why| NetworkError::SensorFunction { sensor: sensor.to_owned(), why })
    }

    fn check_at(&self, function: &Function, depth: usize) -> Result<(), &'static str> {
        if depth >= DEEPEST {
            return Err("its function is nested too deeply");
        }
        let known = |name: &Arc<str>| {
            self.names
                .contains(name)
                .then_some(())
                .ok_or("its function asks for a receptor that is not there")
        };
        match function {
            Function::Threshold { receptor, on, off } => {
                known(receptor)?;
                if on >= off { Ok(()) } else { Err("it would be switched off above where it is switched on") }
            }
            Function::Within { receptor, .. } => known(receptor),
            Function::Stronger { one, than } => known(one).and_then(|()| known(than)),
            Function::Count { receptors, .. } => receptors.iter().try_for_each(known),
            Function::All(parts) | Function::Any(parts) => {
                parts.iter().try_for_each(|part| self.check_at(part, depth + 1))
            }
            Function::Not(of) | Function::Debounce { of, .. } => self.check_at(of, depth + 1),
        }
    }

    pub(super) fn derive(&mut self, sensor: Arc<str>, function: Function) {
        self.derived.push(Derived { sensor, function, memory: Vec::new() });
    }

    pub(super) fn forget(&mut self, sensor: &str) {
        self.derived.retain(|derived| *derived.sensor != *sensor);
    }

    fn strength(&self, receptor: &str) -> f64 {
        let at = self.names.iter().position(|name| **name == *receptor);
        at.and_then(|at| self.strengths.get(at)).copied().unwrap_or(0.0)
    }

    /// What a function says now. `next` counts the parts that remember.
    fn value(&self, function: &Function, memory: &mut Vec<Memory>, next: &mut usize) -> bool {
        match function {
            Function::Threshold { receptor, on, off } => {
                let strength = self.strength(receptor);
                let state = remembered(memory, next);
                state.on = strength >= *on || (state.on && strength >= *off);
                state.on
            }
            Function::Within { receptor, low, high } => (*low..=*high).contains(&self.strength(receptor)),
            Function::Stronger { one, than } => self.strength(one) > self.strength(than),
            Function::Count { receptors, strength, at_least } => {
                receptors.iter().filter(|name| self.strength(name) >= *strength).count() >= *at_least
            }
            // All parts are asked, so that those that remember do.
            Function::All(parts) => {
                let held = parts.iter().filter(|part| self.value(part, memory, next)).count();
                held == parts.len()
            }
            Function::Any(parts) => {
                let held = parts.iter().filter(|part| self.value(part, memory, next)).count();
                held > 0
            }
            Function::Not(of) => !self.value(of, memory, next),
            Function::Debounce { steps, of } => {
                let said = self.value(of, memory, next);
                let state = remembered(memory, next);
                state.same = if said == state.on { 0 } else { state.same + 1 };
                if state.same >= *steps {
                    (state.on, state.same) = (said, 0);
                }
                state.on
            }
        }
    }

    /// What each derived sensor says now.
    fn values(&mut self) -> Vec<(Arc<str>, bool)> {
        let mut derived = std::mem::take(&mut self.derived);
        let say = |derived: &mut Derived| {
            let value = self.value(&derived.function, &mut derived.memory, &mut 0);
            (derived.sensor.clone(), value)
        };
        let said = derived.iter_mut().map(say).collect();
        self.derived = derived;
        said
    }
}

fn remembered<'m>(memory: &'m mut Vec<Memory>, next: &mut usize) -> &'m mut Memory {
    let at = *next;
    *next += 1;
    if memory.len() <= at {
        memory.resize(at + 1, Memory::default());
    }
    &mut memory[at]
}

impl Network {
    /// Sensors that are worked out from receptors say what they find.
    pub(super) fn sense_receptors(&mut self) {
        if self.receptors.derived.is_empty() {
            return;
        }
        for (sensor, value) in self.receptors.values() {
            if let Some(number) = self.sensor_number(&sensor)
                && self.value(&sensor) != Some(&Sign::Truth(value))
            {
                self.hear(number, Sign::Truth(value));
            }
        }
    }
}
