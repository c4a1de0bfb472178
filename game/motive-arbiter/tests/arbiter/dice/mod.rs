//! Random scenarios, each made from a number.

use motive::kernel::engine::splitmix64;

/// A small generator of its own, so that a scenario depends on nothing but its number.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        let drawn = splitmix64(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        drawn % sides
    }

    pub(crate) fn chance(&mut self, one_in: u64) -> bool {
        self.roll(one_in) == 0
    }

    pub(crate) fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.roll(items.len() as u64) as usize]
    }
}
