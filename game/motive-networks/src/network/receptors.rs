//! Receptors measure quantities, from which sensors are derived.

use crate::error::NetworkError;
use crate::model::literal::SensorValue;
use crate::network::Network;
use std::sync::Arc;

/// How the truth value of a sensor is derived from receptors.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SensorFunction {
    /// True from `on` upward, false below `off`, unchanged in between.
    Threshold {
        /// The receptor.
        receptor: Arc<str>,
        /// The least strength at which it becomes true.
        on: f64,
        /// Below this strength it becomes false.
        off: f64,
    },
    /// True between two strengths, both included.
    Within {
        /// The receptor.
        receptor: Arc<str>,
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// True while one receptor is stronger than another.
    Stronger {
        /// The stronger receptor.
        one: Arc<str>,
        /// The weaker receptor.
        than: Arc<str>,
    },
    /// True while a number of receptors, or more, have at least a strength.
    Count {
        /// The receptors.
        receptors: Vec<Arc<str>>,
        /// How strong each must be.
        strength: f64,
        /// How many of them.
        at_least: usize,
    },
    /// True while all are.
    All(Vec<SensorFunction>),
    /// True while at least one is.
    Any(Vec<SensorFunction>),
    /// True while it is not.
    Not(Box<SensorFunction>),
    /// Changes only when the other has had its new value for a number of steps.
    Debounce {
        /// The number of steps.
        steps: u32,
        /// The function to debounce.
        of: Box<SensorFunction>,
    },
}

/// The deepest nesting of functions.
const MAX_DEPTH: usize = 16;

#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct FunctionState {
    on: bool,
    same: u32,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct DerivedSensor {
    sensor: Arc<str>,
    function: SensorFunction,
    /// One for each part of the function that has state.
    memory: Vec<FunctionState>,
}

/// Receptors and the sensors derived from them.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Receptors {
    names: Vec<Arc<str>>,
    strengths: Vec<f64>,
    derived: Vec<DerivedSensor>,
}

impl Receptors {
    /// From saved state, without derived sensors that would be rejected now.
    pub(crate) fn restored(mut self) -> Self {
        self.strengths.resize(self.names.len(), 0.0);
        self.strengths
            .iter_mut()
            .filter(|strength| !strength.is_finite())
            .for_each(|strength| *strength = 0.0);
        let derived = std::mem::take(&mut self.derived);
        let sound = |derived: &DerivedSensor| self.check(&derived.sensor, &derived.function).is_ok();
        self.derived = derived.into_iter().filter(sound).collect();
        self
    }

    pub(crate) fn add(&mut self, name: Arc<str>) -> Result<(), NetworkError> {
        if name.is_empty() {
            return Err(NetworkError::NoName { what: "a receptor" });
        }
        if self.names.contains(&name) {
            return Err(NetworkError::Duplicate { kind: "receptor", name: name.to_string() });
        }
        self.names.push(name);
        self.strengths.push(0.0);
        Ok(())
    }

    /// Whether there is a receptor of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| **known == *name)
    }

    /// Removes a receptor; for sensors derived from it its strength is 0.
    pub(crate) fn remove(&mut self, name: &str) -> Result<(), NetworkError> {
        let unknown = || NetworkError::Unknown { kind: "receptor", name: name.to_owned() };
        let at = self.names.iter().position(|known| **known == *name).ok_or_else(unknown)?;
        self.names.remove(at);
        if at < self.strengths.len() {
            self.strengths.remove(at);
        }
        Ok(())
    }

    pub(crate) fn signal(&mut self, receptor: &str, strength: f64) -> Result<(), NetworkError> {
        let unknown = || NetworkError::Unknown { kind: "receptor", name: receptor.to_owned() };
        let at = self.names.iter().position(|name| **name == *receptor).ok_or_else(unknown)?;
        if !strength.is_finite() {
            return Err(NetworkError::NotFinite { proposition: receptor.to_owned() });
        }
        if let Some(place) = self.strengths.get_mut(at) {
            *place = strength;
        }
        Ok(())
    }

    /// Rejects functions of unknown receptors and functions that are nested too deeply.
    pub(crate) fn check(&self, sensor: &str, function: &SensorFunction) -> Result<(), NetworkError> {
        self.check_at(function, 0)
            .map_err(|why| NetworkError::SensorFunction { sensor: sensor.to_owned(), why })
    }

    fn check_at(&self, function: &SensorFunction, depth: usize) -> Result<(), &'static str> {
        if depth >= MAX_DEPTH {
            return Err("its function is nested too deeply");
        }
        let known = |name: &Arc<str>| {
            self.names
                .contains(name)
                .then_some(())
                .ok_or("its function uses a receptor that is not registered")
        };
        let finite = |value: f64| {
            value.is_finite().then_some(()).ok_or("its function has a number that is not finite")
        };
        match function {
            SensorFunction::Threshold { receptor, on, off } => {
                known(receptor)?;
                finite(*on)?;
                finite(*off)?;
                if on >= off { Ok(()) } else { Err("`off` is above `on`") }
            }
            SensorFunction::Within { receptor, low, high } => {
                known(receptor).and_then(|()| finite(*low)).and_then(|()| finite(*high))
            }
            SensorFunction::Stronger { one, than } => known(one).and_then(|()| known(than)),
            SensorFunction::Count { receptors, strength, .. } => {
                finite(*strength).and_then(|()| receptors.iter().try_for_each(known))
            }
            SensorFunction::All(parts) | SensorFunction::Any(parts) => {
                parts.iter().try_for_each(|part| self.check_at(part, depth + 1))
            }
            SensorFunction::Not(of) | SensorFunction::Debounce { of, .. } => self.check_at(of, depth + 1),
        }
    }

    pub(crate) fn derive(&mut self, sensor: Arc<str>, function: SensorFunction) {
        self.derived.push(DerivedSensor { sensor, function, memory: Vec::new() });
    }

    pub(crate) fn forget(&mut self, sensor: &str) {
        self.derived.retain(|derived| *derived.sensor != *sensor);
    }

    fn strength(&self, receptor: &str) -> f64 {
        let at = self.names.iter().position(|name| **name == *receptor);
        at.and_then(|at| self.strengths.get(at)).copied().unwrap_or(0.0)
    }

    /// The value of a function now. `next` counts the parts that have state.
    fn value(&self, function: &SensorFunction, memory: &mut Vec<FunctionState>, next: &mut usize) -> bool {
        match function {
            SensorFunction::Threshold { receptor, on, off } => {
                let strength = self.strength(receptor);
                let state = state_of_part(memory, next);
                state.on = strength >= *on || (state.on && strength >= *off);
                state.on
            }
            SensorFunction::Within { receptor, low, high } => {
                (*low..=*high).contains(&self.strength(receptor))
            }
            SensorFunction::Stronger { one, than } => self.strength(one) > self.strength(than),
            SensorFunction::Count { receptors, strength, at_least } => {
                receptors.iter().filter(|name| self.strength(name) >= *strength).count() >= *at_least
            }
            // All parts are evaluated, so that the state of each is updated.
            SensorFunction::All(parts) => {
                let held = parts.iter().filter(|part| self.value(part, memory, next)).count();
                held == parts.len()
            }
            SensorFunction::Any(parts) => {
                let held = parts.iter().filter(|part| self.value(part, memory, next)).count();
                held > 0
            }
            SensorFunction::Not(of) => !self.value(of, memory, next),
            SensorFunction::Debounce { steps, of } => {
                let value = self.value(of, memory, next);
                let state = state_of_part(memory, next);
                state.same = if value == state.on { 0 } else { state.same + 1 };
                if state.same >= *steps {
                    (state.on, state.same) = (value, 0);
                }
                state.on
            }
        }
    }

    /// The value of each derived sensor now.
    fn values(&mut self) -> Vec<(Arc<str>, bool)> {
        let mut derived = std::mem::take(&mut self.derived);
        let evaluate = |derived: &mut DerivedSensor| {
            let value = self.value(&derived.function, &mut derived.memory, &mut 0);
            (derived.sensor.clone(), value)
        };
        let values = derived.iter_mut().map(evaluate).collect();
        self.derived = derived;
        values
    }
}

fn state_of_part<'m>(memory: &'m mut Vec<FunctionState>, next: &mut usize) -> &'m mut FunctionState {
    let at = *next;
    *next += 1;
    if memory.len() <= at {
        memory.resize(at + 1, FunctionState::default());
    }
    &mut memory[at]
}

impl Network {
    /// Updates the sensors that are derived from receptors.
    pub(crate) fn process_receptors(&mut self) {
        if self.receptors.derived.is_empty() {
            return;
        }
        for (sensor, value) in self.receptors.values() {
            if let Some(number) = self.registry.sensor_number(&sensor)
                && self.value(&sensor) != Some(&SensorValue::Truth(value))
            {
                self.set_sensor_value(number, SensorValue::Truth(value));
            }
        }
    }
}
