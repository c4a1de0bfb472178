//! The ambiances that one agent observes, and since when.

use motive_core::vocabulary::{Id, Value};

/// A part of an ambiance that began at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layer {
    /// The thing that it comes from; [`Id::SELF`] if it comes from none.
    pub(super) thing: Id,
    pub(super) weight: f64,
    /// The start time in microseconds.
    pub(super) since: u64,
    /// Whether the thing was found in the last scan.
    present: bool,
}

impl Layer {
    const fn of(weight: f64, since: u64) -> Self {
        Self { thing: Id::SELF, weight, since, present: true }
    }
}

/// The state of one ambiance for one agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Presence {
    level: f64,
    /// Sorted by age, or by thing.
    pub(super) layers: Vec<Layer>,
}

impl Presence {
    /// Sets the level of an ambiance that does not change with time, so that all of it is one layer. Returns whether the level changed.
    pub(super) fn set_constant(&mut self, level: f64, now: u64) -> bool {
        let changed = level != self.level;
        if changed {
            self.level = level;
            self.layers.clear();
            self.layers.extend((level > 0.0).then_some(Layer::of(level, now)));
        }
        changed
    }

    /// Sets the level. An increase begins now; a decrease is taken from the oldest layers. Beyond `most` layers the two oldest are merged.
    /// Returns whether the level changed.
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

    /// Begins a scan for things.
    pub(super) fn begin_scan(&mut self) {
        self.layers.iter_mut().for_each(|layer| layer.present = false);
    }

    /// A thing was found. Beyond `most` things, further ones are ignored. Returns whether it is new.
    pub(super) fn found(&mut self, thing: Id, now: u64, most: usize) -> bool {
        match self.layers.binary_search_by_key(&thing, |layer| layer.thing) {
            Ok(at) => {
                self.layers.iter_mut().skip(at).take(1).for_each(|layer| layer.present = true);
                false
            }
            Err(_) if self.layers.len() >= most => false,
            Err(at) => {
                self.layers.insert(at, Layer { thing, weight: 1.0, since: now, present: true });
                true
            }
        }
    }

    /// Ends the scan: things that were not found are removed. Returns whether any were.
    pub(super) fn end_scan(&mut self) -> bool {
        let before = self.layers.len();
        self.layers.retain(|layer| layer.present);
        self.layers.len() < before
    }
}

/// The state of all ambiances for one agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AmbianceState {
    /// By ambiance.
    pub(super) presences: Vec<Presence>,
}

/// The number of values per saved layer.
const SAVED: usize = 4;

impl AmbianceState {
    /// The layers as a value, if there are any.
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

    /// The state from a saved value. Invalid parts are left out.
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
                    present: true,
                });
            }
        }
        for presence in &mut presences {
            // Layers of things are searched by thing; those of a level keep their order.
            presence.layers.sort_by_key(|layer| layer.thing);
        }
        Self { presences }
    }
}
