//! Sensors that write percepts into memory.
//!
//! A host may write into an agent's [`Memory`] directly. Where bodies differ (one is blind, another deaf), sensors that can be switched on
//! and off are easier. Internal sensors run first, so that external ones can use what they write.
//!
//! ```
//! use motive_core::sensing::Sensors;
//! use motive_core::{Memory, Type, Vocabulary};
//!
//! struct Body { health: f64, noise: f64 }
//!
//! let mut names = Vocabulary::new();
//! let (health, noise) = (names.own("health", Type::Number), names.own("noise", Type::Number));
//! let mut memory = Memory::new(names.finish()?);
//!
//! let mut sensors = Sensors::new()
//!     .external("ears", move |body: &Body, memory| memory.set_own(noise, body.noise))
//!     .internal("pain", move |body: &Body, memory| memory.set_own(health, body.health));
//! assert!(sensors.switch("ears", false), "there is a sensor of that name");
//! sensors.sense(&Body { health: 40.0, noise: 3.0 }, &mut memory)?;
//! assert_eq!(memory.own(health), Some(40.into()));
//! assert_eq!(memory.own(noise), None, "it is deaf");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::memory::{Memory, MemoryError};
use std::sync::Arc;

type Sense<W> = Box<dyn FnMut(&W, &mut Memory) -> Result<(), MemoryError> + Send + Sync>;

/// The sensors of an agent, in order.
pub struct Sensors<W: ?Sized> {
    sensors: Vec<Sensor<W>>,
}

struct Sensor<W: ?Sized> {
    name: Arc<str>,
    internal: bool,
    active: bool,
    sense: Sense<W>,
}

impl<W: ?Sized> Sensors<W> {
    /// No sensors.
    pub fn new() -> Self {
        Self { sensors: Vec::new() }
    }

    /// Adds a sensor of the world, after all others.
    pub fn external(
        mut self,
        name: &str,
        sense: impl FnMut(&W, &mut Memory) -> Result<(), MemoryError> + Send + Sync + 'static,
    ) -> Self {
        self.sensors.push(Sensor {
            name: name.into(),
            internal: false,
            active: true,
            sense: Box::new(sense),
        });
        self
    }

    /// Adds a sensor of the agent itself, before all external ones.
    pub fn internal(
        mut self,
        name: &str,
        sense: impl FnMut(&W, &mut Memory) -> Result<(), MemoryError> + Send + Sync + 'static,
    ) -> Self {
        let at = self.sensors.iter().take_while(|sensor| sensor.internal).count();
        let sensor = Sensor { name: name.into(), internal: true, active: true, sense: Box::new(sense) };
        self.sensors.insert(at, sensor);
        self
    }

    /// Switches the sensors with a name on or off. Returns whether there are any.
    pub fn switch(&mut self, name: &str, active: bool) -> bool {
        let mut found = false;
        for sensor in self.sensors.iter_mut().filter(|sensor| &*sensor.name == name) {
            (sensor.active, found) = (active, true);
        }
        found
    }

    /// The names of the active sensors, in order.
    pub fn active(&self) -> impl Iterator<Item = &str> {
        self.sensors.iter().filter(|sensor| sensor.active).map(|sensor| &*sensor.name)
    }

    /// Runs all active sensors.
    ///
    /// # Errors
    /// The first error of a sensor; what was written before stays.
    pub fn sense(&mut self, world: &W, memory: &mut Memory) -> Result<(), MemoryError> {
        let active = self.sensors.iter_mut().filter(|sensor| sensor.active);
        active.into_iter().try_for_each(|sensor| (sensor.sense)(world, memory))
    }
}

impl<W: ?Sized> Default for Sensors<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: ?Sized> std::fmt::Debug for Sensors<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.sensors.iter().map(|sensor| (&sensor.name, sensor.active));
        f.debug_map().entries(names).finish()
    }
}
