//! Messages of a client.

use super::{BitReader, BitWriter, UserMove, WireError};

const NOTHING: u8 = 1;
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

    /// Only the beginning, which says how the rest is veiled and keyed.
    ///
    /// # Errors
    /// If it is cut.
    pub fn read_header(bytes: &[u8]) -> Result<ClientHeader, WireError> {
        header(&mut BitReader::new(bytes))
    }

    /// Reads the bytes, without their veil.
    ///
    /// # Errors
    /// If they are cut or break the rules of the protocol.
    pub fn read(bytes: &[u8], key: u32) -> Result<Self, WireError> {
        let mut bits = BitReader::new(bytes);
        let mut message = Self { header: header(&mut bits)?, ..Self::default() };
        loop {
            match bits.byte()? {
                END => return Ok(message),
                NOTHING => {}
                COMMAND => message.commands.push((bits.long()?, bits.text(1_024)?)),
                operation @ (MOVE | MOVE_WITHOUT_DELTA) => {
                    message.delta = operation == MOVE;
                    let count = bits.byte()?;
                    if usize::from(count) > MOST_MOVES {
                        return Err(WireError::Range { what: "number of moves", number: i64::from(count) });
                    }
                    for _ in 0..count {
                        let before = message.moves.last().copied().unwrap_or_default();
                        message.moves.push(UserMove::read(&mut bits, key, &before)?);
                    }
                }
                operation => return Err(WireError::Operation(operation)),
            }
        }
    }
}

fn header(bits: &mut BitReader<'_>) -> Result<ClientHeader, WireError> {
    Ok(ClientHeader {
        server_id: bits.long()?,
        acknowledged: bits.long()?,
        acknowledged_command: bits.long()?,
    })
}
