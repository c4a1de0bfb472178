//! Numbers that changed without a meaning for an agent's last decision.

use motive::kernel::{Id, Memory, Property};
use smallvec::SmallVec;
use std::borrow::Cow;

/// Numbers that changed without a meaning for the agent's last decision. They are written into its memory only when something else is, or
/// when it decides: until then the agent, which is spread over many cache lines, is left alone.
#[derive(Default)]
pub(crate) struct QuietNumbers {
    numbers: SmallVec<[QuietNumber; 2]>,
}

struct QuietNumber {
    id: Id,
    /// What it is now, if that is not in memory.
    number: f64,
    /// What it was at the end of the tick before, if that is not in memory.
    before: f64,
    /// Between these its changes mean nothing.
    low: f32,
    high: f32,
    property: Property,
    /// The tick, counted from any time on, in which it last changed.
    tick: u32,
}

/// Stands for a number that there is not.
const NONE: f64 = f64::NAN;

impl QuietNumbers {
    /// Keeps a number, unless it means something or nothing is known of it.
    #[inline]
    pub(crate) fn keep(&mut self, id: Id, property: Property, number: f64, tick: u32) -> bool {
        let known = self.numbers.iter_mut().find(|known| known.id == id && known.property == property);
        let Some(known) = known else { return false };
        if number <= f64::from(known.low) || number >= f64::from(known.high) || number.is_nan() {
            return false;
        }
        if known.tick != tick && !known.number.is_nan() {
            known.before = known.number;
        }
        (known.number, known.tick) = (number, tick);
        true
    }

    /// From now on, changes of a number between these mean nothing.
    pub(crate) fn learn(&mut self, id: Id, property: Property, (low, high): (f64, f64)) {
        // Rounded towards each other.
        let low = if f64::from(low as f32) < low { (low as f32).next_up() } else { low as f32 };
        let high = if f64::from(high as f32) > high { (high as f32).next_down() } else { high as f32 };
        self.numbers.retain(|known| known.id != id || known.property != property);
        let (number, before, tick) = (NONE, NONE, 0);
        self.numbers.push(QuietNumber { id, number, before, low, high, property, tick });
    }

    /// Writes what changed before a tick.
    pub(crate) fn write_earlier(&mut self, memory: &mut Memory, tick: u32) {
        for known in &mut self.numbers {
            let number = if known.tick == tick { &mut known.before } else { &mut known.number };
            write(memory, known.id, known.property, std::mem::replace(number, NONE));
            known.before = NONE;
        }
    }

    /// Writes what changed in the present tick, after what changed earlier.
    pub(crate) fn write_present(&mut self, memory: &mut Memory) {
        for known in &mut self.numbers {
            write(memory, known.id, known.property, std::mem::replace(&mut known.number, NONE));
        }
    }

    /// The memory with all of it.
    pub(crate) fn complete<'m>(&self, memory: &'m Memory) -> Cow<'m, Memory> {
        let mut memory = Cow::Borrowed(memory);
        for known in self.numbers.iter().filter(|known| !known.number.is_nan()) {
            write(memory.to_mut(), known.id, known.property, known.number);
        }
        memory
    }

    /// Nothing is known any more of what changes of numbers mean.
    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
    }

    /// A thing is no longer known.
    pub(crate) fn forget(&mut self, id: Id) {
        self.numbers.retain(|known| known.id != id);
    }
}

fn write(memory: &mut Memory, id: Id, property: Property, number: f64) {
    if !number.is_nan() {
        // The property held a number before, or the thing is gone.
        let _ = memory.set(id, property, number);
    }
}
