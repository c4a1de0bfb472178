//! Detection of loops: the same skill selected in the same state repeatedly.

use super::{Network, NetworkStep, Notice};
use crate::activation::Stale;
use crate::model::SensorValue;
use motive_core::engine::splitmix64;
use std::collections::VecDeque;
use std::sync::Arc;

/// The reaction to a loop. Every loop is also reported as a [`Notice::Loop`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Remedy {
    /// Nothing else.
    #[default]
    Report,
    /// The energy of true propositions is multiplied by this.
    ScaleState(f64),
    /// The energy of goals is multiplied by this.
    ScaleGoals(f64),
    /// The activation of the skill is reset to 0.
    Reset,
}

/// Detects that the same skill is selected in the same state repeatedly.
#[derive(Clone, Debug, PartialEq)]
pub struct Watchdog {
    window: usize,
    times: u32,
    remedy: Remedy,
    seen: VecDeque<(u64, u64)>,
}

impl Watchdog {
    /// Reports a skill that was selected in the same state `times` times among the last `window` selections.
    pub fn new(window: usize, times: u32, remedy: Remedy) -> Self {
        Self { window: window.clamp(1, 1 << 12), times: times.max(2), remedy, seen: VecDeque::new() }
    }

    /// Notes a selection. Returns how often it was made, if that is a loop.
    fn note(&mut self, state: u64, skill: u64) -> Option<u32> {
        self.seen.push_back((state, skill));
        if self.seen.len() > self.window {
            self.seen.pop_front();
        }
        let times = self.seen.iter().filter(|seen| **seen == (state, skill)).count() as u32;
        (times >= self.times).then(|| {
            self.seen.clear();
            times
        })
    }
}

impl Network {
    /// Sets or removes the watchdog.
    pub fn set_watchdog(&mut self, watchdog: Option<Watchdog>) {
        self.watchdog = watchdog;
    }

    /// A hash of the values of all sensors.
    fn state_hash(&self) -> u64 {
        let number = |value: &SensorValue| match value {
            SensorValue::Truth(truth) => u64::from(*truth),
            SensorValue::Number(number) => number.to_bits(),
            SensorValue::Word(word) => word.bytes().fold(3, |hash, byte| splitmix64(hash ^ u64::from(byte))),
        };
        self.registry.sensors.iter().fold(0, |hash, record| splitmix64(hash ^ number(&record.value)))
    }

    pub(super) fn check_for_loop(&mut self, step: NetworkStep) {
        let Some(skill) = step.selected.filter(|_| self.watchdog.is_some()) else { return };
        let state = self.state_hash();
        let name: Arc<str> = self.skill_name(skill).into();
        let hash = name.bytes().fold(7, |hash, byte| splitmix64(hash ^ u64::from(byte)));
        let Some(watchdog) = &mut self.watchdog else { return };
        let remedy = watchdog.remedy;
        let Some(times) = watchdog.note(state, hash) else { return };
        self.journal.note(Notice::Loop { skill: name, times });
        let parameters = &mut self.settings.parameters;
        // A remedy that would leave the allowed range is ignored.
        let _ = match remedy {
            Remedy::Report => Ok(()),
            Remedy::ScaleState(by) => parameters.set("state", parameters.state * by),
            Remedy::ScaleGoals(by) => parameters.set("goals", parameters.goals * by),
            Remedy::Reset => {
                self.activation.set_level(skill, 0.0);
                Ok(())
            }
        };
        self.activation.invalidate(Stale::Inputs);
    }
}
