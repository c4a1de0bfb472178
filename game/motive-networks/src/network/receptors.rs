//! Receptors measure quantities, from which sensors are derived.

use crate::error::NetworkError;
use crate::model::{AgentName, SensorFunction, SensorValue, check_name};
use crate::registry::AgentRegistry;
use std::sync::Arc;

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
pub(super) struct Receptors {
    names: Vec<Arc<str>>,
    strengths: Vec<f64>,
    derived: Vec<DerivedSensor>,
}

impl Receptors {
    /// From saved state, without derived sensors that would be rejected now.
    pub(super) fn restored(mut self) -> Self {
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

    pub(super) fn add(&mut self, name: Arc<str>) -> Result<(), NetworkError> {
        check_name(&name, "a receptor")?;
        if self.names.contains(&name) {
            return Err(NetworkError::Duplicate("receptor", name.to_string()));
        }
        self.names.push(name);
        self.strengths.push(0.0);
        Ok(())
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| **known == *name)
    }

    fn known(&self, name: &str) -> Result<usize, NetworkError> {
        self.find(name).ok_or_else(|| AgentName::Receptor(name.into()).unknown())
    }

    /// Whether there is a receptor of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Removes a receptor; for sensors derived from it its strength is 0.
    pub(super) fn remove(&mut self, name: &str) -> Result<(), NetworkError> {
        let at = self.known(name)?;
        self.names.remove(at);
        self.strengths.remove(at);
        Ok(())
    }

    pub(super) fn signal(&mut self, receptor: &str, strength: f64) -> Result<(), NetworkError> {
        let at = self.known(receptor)?;
        if !strength.is_finite() {
            return Err(NetworkError::NotFinite(receptor.to_owned()));
        }
        self.strengths[at] = strength;
        Ok(())
    }

    /// Rejects functions of unknown receptors and functions that are nested too deeply.
    pub(super) fn check(&self, sensor: &str, function: &SensorFunction) -> Result<(), NetworkError> {
        self.check_at(function, 0).map_err(|why| NetworkError::SensorFunction(sensor.to_owned(), why))
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

    pub(super) fn derive(&mut self, sensor: Arc<str>, function: SensorFunction) {
        self.derived.push(DerivedSensor { sensor, function, memory: Vec::new() });
    }

    pub(super) fn forget(&mut self, sensor: &str) {
        self.derived.retain(|derived| *derived.sensor != *sensor);
    }

    fn strength(&self, receptor: &str) -> f64 {
        self.find(receptor).and_then(|at| self.strengths.get(at)).copied().unwrap_or(0.0)
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

    /// The new value of each derived sensor whose value has changed, by sensor number.
    pub(super) fn reports(&mut self, registry: &AgentRegistry) -> Vec<(usize, SensorValue)> {
        let mut derived = std::mem::take(&mut self.derived);
        let mut reports = Vec::new();
        for DerivedSensor { sensor, function, memory } in &mut derived {
            let value = SensorValue::Truth(self.value(function, memory, &mut 0));
            let Some(number) = registry.sensor_number(sensor) else { continue };
            if registry.sensors[number].value != value {
                reports.push((number, value));
            }
        }
        self.derived = derived;
        reports
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
