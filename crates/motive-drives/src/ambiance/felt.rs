//! Since when an agent has noticed what is around it.

use motive_core::vocabulary::{Id, Value};

/// A part of an ambiance that came at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layer {
    /// The thing that brings it; [`Id::SELF`] if none does.
    pub(super) thing: Id,
    pub(super) weight: f64,
    /// In microseconds.
    pub(super) since: u64,
    /// Whether the thing was there when it was last looked for.
    here: bool,
}

impl Layer {
    const fn of(weight: f64, since: u64) -> Self {
        Self { thing: Id::SELF, weight, since, here: true }
    }
}

/// One ambiance as an agent notices it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Presence {
    level: f64,
    /// The oldest first, or by their things.
    pub(super) layers: Vec<Layer>,
}

impl Presence {
    /// There is now so much of it, and time changes nothing about it: it is all one. Says whether it changed.
    pub(super) fn set_still(&mut self, level: f64, now: u64) -> bool {
        let changed = level != self.level;
        if changed {
            self.level = level;
            self.layers.clear();
            self.layers.extend((level > 0.0).then_some(Layer::of(level, now)));
        }
        changed
    }

    /// There is now so much of it. What is more than before begins now; what is less has gone from the oldest. Beyond `most` parts the two
    /// oldest become one. Says whether anything changed.
    pub(super) fn set_level(&mut self, level: f64, now: u64, most: usize) -> bool {
        if level == self.level {
            return false;
        }
        let rise = level - std::mem::replace(&mut self.level, level);
        if level <= 0.0 {
            self.layers.clear();
        } else if rise > 0.0 {
            self.layers.push(Layer::of(rise, now));
            if self.layers.len() > most.max(1) {
                let next = self.layers.remove(1);
                self.layers.iter_mut().take(1).for_each(|oldest| oldest.weight += next.weight);
            }
        } else {
            self.take(-rise);
        }
        true
    }

    fn take(&mut self, mut weight: f64) {
        let mut gone = 0;
        for layer in &mut self.layers {
            if layer.weight > weight {
                layer.weight -= weight;
                break;
            }
            weight -= layer.weight;
            gone += 1;
        }
        self.layers.drain(..gone);
    }

    /// Things are about to be looked for.
    pub(super) fn begin_looking(&mut self) {
        self.layers.iter_mut().for_each(|layer| layer.here = false);
    }

    /// A thing is there. Beyond `most` no more are taken in. Says whether it is new.
    pub(super) fn see(&mut self, thing: Id, now: u64, most: usize) -> bool {
        match self.layers.binary_search_by_key(&thing, |layer| layer.thing) {
            Ok(at) => {
                self.layers.iter_mut().skip(at).take(1).for_each(|layer| layer.here = true);
                false
            }
            Err(_) if self.layers.len() >= most => false,
            Err(at) => {
                self.layers.insert(at, Layer { thing, weight: 1.0, since: now, here: true });
                true
            }
        }
    }

    /// Things that were not seen are gone. Says whether any is.
    pub(super) fn end_looking(&mut self) -> bool {
        let before = self.layers.len();
        self.layers.retain(|layer| layer.here);
        self.layers.len() < before
    }
}

/// Everything around an agent as it notices it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Felt {
    /// By ambiance.
    pub(super) presences: Vec<Presence>,
}

/// How many values a part becomes when it is saved.
const SAVED: usize = 4;

impl Felt {
    /// What was noticed and since when, if anything was.
    pub(crate) fn save(&self) -> Option<Value> {
        let mut values = Vec::new();
        for (number, presence) in self.presences.iter().enumerate() {
            for layer in &presence.layers {
                values.extend([
                    Value::Number(number as f64),
                    Value::Id(layer.thing),
                    Value::Number(layer.weight),
                    Value::Number(layer.since as f64),
                ]);
            }
        }
        (!values.is_empty()).then(|| Value::List(values.into()))
    }

    /// Takes up what was saved, of so many ambiances. What makes no sense is left out.
    pub(crate) fn restored(state: &Value, ambiances: usize) -> Self {
        let mut presences = vec![Presence::default(); ambiances];
        let Value::List(values) = state else { return Self { presences } };
        for part in values.chunks_exact(SAVED) {
            let [Value::Number(number), Value::Id(thing), Value::Number(weight), Value::Number(since)] = part
            else {
                continue;
            };
            let sensible = *number >= 0.0 && *weight > 0.0 && weight.is_finite() && *since >= 0.0;
            if let Some(presence) = presences.get_mut(*number as usize).filter(|_| sensible) {
                presence.level += weight;
                presence.layers.push(Layer {
                    thing: *thing,
                    weight: *weight,
                    since: *since as u64,
                    here: true,
                });
            }
        }
        for presence in &mut presences {
            // Layers of things are looked up by them; those of a level keep their order.
            presence.layers.sort_by_key(|layer| layer.thing);
        }
        Self { presences }
    }
}
