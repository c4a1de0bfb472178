//! Messages of a client, and what a player's hands do.

use super::{BitWriter, WireError};

const MOVE: u8 = 2;
const MOVE_WITHOUT_DELTA: u8 = 3;
const COMMAND: u8 = 4;
const END: u8 = 5;
/// The most moves in a message.
const MOST_MOVES: usize = 32;

/// What each message of a client begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientHeader {
    /// The number of the map that the client is on.
    pub server_id: i32,
    /// The last message of the server that the client has.
    pub acknowledged: i32,
    /// The last command of the server that the client has.
    pub acknowledged_command: i32,
}

/// A message of a client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientMessage {
    /// The beginning.
    pub header: ClientHeader,
    /// Commands that the server has not acknowledged, with their numbers.
    pub commands: Vec<(i32, String)>,
    /// Moves, oldest first.
    pub moves: Vec<UserMove>,
    /// Whether the next snapshot may build on the message that is acknowledged.
    pub delta: bool,
}

impl ClientMessage {
    /// The bytes, without their veil. `key` joins the checksum feed, the acknowledged message and the hash of the last command.
    ///
    /// # Errors
    /// If they are too many.
    pub fn write(&self, key: u32) -> Result<Vec<u8>, WireError> {
        let mut bits = BitWriter::new();
        bits.long(self.header.server_id);
        bits.long(self.header.acknowledged);
        bits.long(self.header.acknowledged_command);
        for (sequence, text) in &self.commands {
            bits.byte(COMMAND);
            bits.long(*sequence);
            bits.text(text);
        }
        let moves = &self.moves[self.moves.len().saturating_sub(MOST_MOVES)..];
        if !moves.is_empty() {
            bits.byte(if self.delta { MOVE } else { MOVE_WITHOUT_DELTA });
            bits.byte(moves.len() as u8);
            let mut before = UserMove::default();
            for user_move in moves {
                user_move.write(&mut bits, key, &before);
                before = *user_move;
            }
        }
        bits.byte(END);
        bits.finish()
    }
}

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
    fn write(&self, bits: &mut BitWriter, key: u32, before: &Self) {
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

    /// All but the time, each with its bits.
    fn values(&self) -> [(u32, u32); 8] {
        let [pitch, yaw, roll] = self.angles.map(|angle| (u32::from(angle), 16));
        let [forward, right, up] = [self.forward, self.right, self.up].map(|part| (u32::from(part as u8), 8));
        [pitch, yaw, roll, forward, right, up, (u32::from(self.buttons), 16), (u32::from(self.weapon), 8)]
    }
}
