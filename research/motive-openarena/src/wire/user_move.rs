//! What a player's hands do.

use super::{BitReader, BitWriter, WireError};

/// What a player does until a time: where it looks, where it goes, which buttons it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UserMove {
    /// Until when, in milliseconds of the server's clock.
    pub time: i32,
    /// Pitch, yaw and roll as parts of 65,536, without what the server adds.
    pub angles: [u16; 3],
    /// Forward, from -127 to 127.
    pub forward: i8,
    /// To the right.
    pub right: i8,
    /// Up: jumps, swims up; down: crouches.
    pub up: i8,
    /// Buttons that are held.
    pub buttons: u16,
    /// The weapon to have in hand.
    pub weapon: u8,
}

impl UserMove {
    /// The button that fires.
    pub const ATTACK: u16 = 1;
    /// The button that uses what is carried.
    pub const USE: u16 = 4;
    /// The button that walks.
    pub const WALK: u16 = 16;

    /// Writes what is not as in `before`.
    pub(super) fn write(&self, bits: &mut BitWriter, key: u32, before: &Self) {
        let elapsed = self.time.wrapping_sub(before.time);
        let soon = (0..256).contains(&elapsed);
        bits.bit(soon);
        match soon {
            true => bits.bits(elapsed as u32, 8),
            false => bits.long(self.time),
        }
        let changed = (Self { time: before.time, ..*self }) != *before;
        bits.bit(changed);
        if !changed {
            return;
        }
        let key = key ^ self.time as u32;
        for ((old, width), (new, _)) in before.values().into_iter().zip(self.values()) {
            bits.bit(old != new);
            if old != new {
                bits.bits(new ^ key, width);
            }
        }
    }

    pub(super) fn read(bits: &mut BitReader<'_>, key: u32, before: &Self) -> Result<Self, WireError> {
        let time = match bits.bit()? {
            true => before.time.wrapping_add(bits.bits(8)? as i32),
            false => bits.long()?,
        };
        let mut read = Self { time, ..*before };
        if !bits.bit()? {
            return Ok(read);
        }
        let key = key ^ time as u32;
        let mut values = before.values();
        for (value, width) in &mut values {
            if bits.bit()? {
                *value = (bits.bits(*width)? ^ key) & ((1 << *width) - 1);
            }
        }
        let [pitch, yaw, roll, forward, right, up, buttons, weapon] = values.map(|(value, _)| value);
        read.angles = [pitch, yaw, roll].map(|angle| angle as u16);
        (read.forward, read.right, read.up) = (forward as i8, right as i8, up as i8);
        (read.buttons, read.weapon) = (buttons as u16, weapon as u8);
        Ok(read)
    }

    /// All but the time, each with its bits.
    fn values(&self) -> [(u32, u32); 8] {
        let [pitch, yaw, roll] = self.angles.map(|angle| (u32::from(angle), 16));
        let [forward, right, up] = [self.forward, self.right, self.up].map(|part| (u32::from(part as u8), 8));
        [pitch, yaw, roll, forward, right, up, (u32::from(self.buttons), 16), (u32::from(self.weapon), 8)]
    }
}
