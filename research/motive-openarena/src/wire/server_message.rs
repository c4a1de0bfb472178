//! Messages of the server.

use super::{
    BitReader, BitWriter, ENTITY_BITS, EntityState, MAX_CONFIG_STRINGS, Snapshot, SnapshotHistory, WireError,
};
use std::collections::BTreeMap;

const NOTHING: u8 = 1;
const GAMESTATE: u8 = 2;
const CONFIG_STRING: u8 = 3;
const BASELINE: u8 = 4;
const COMMAND: u8 = 5;
const DOWNLOAD: u8 = 6;
const SNAPSHOT: u8 = 7;
const END: u8 = 8;

/// The longest command.
const COMMAND_LENGTH: usize = 1_024;
/// The longest configuration string.
const STRING_LENGTH: usize = 8_192;

/// Everything that a client must know when a map begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gamestate {
    /// The number of the server's last command.
    pub command_sequence: i32,
    /// Facts about map, game and players, by number.
    pub config_strings: BTreeMap<u16, String>,
    /// The entities as they are at the beginning.
    pub baselines: Vec<EntityState>,
    /// The number of the client's player.
    pub client: i32,
    /// A number that keys the moves of clients.
    pub checksum_feed: i32,
}

/// A part of a message of the server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ServerOperation {
    /// A map begins.
    Gamestate(Box<Gamestate>),
    /// A command; those that were received before come again until they are acknowledged.
    Command {
        /// Its number.
        sequence: i32,
        /// Its text.
        text: String,
    },
    /// What the client sees.
    Snapshot(Box<Snapshot>),
}

/// Reads a message whose veil is gone: the last command of the client that the server has, and the operations.
///
/// # Errors
/// If the message is cut or breaks the rules of the protocol.
pub fn read_server_message(
    bytes: &[u8],
    sequence: u32,
    history: &SnapshotHistory,
) -> Result<(i32, Vec<ServerOperation>), WireError> {
    let mut bits = BitReader::new(bytes);
    let acknowledged = bits.long()?;
    let mut operations = Vec::new();
    loop {
        match bits.byte()? {
            END => return Ok((acknowledged, operations)),
            NOTHING => {}
            GAMESTATE => operations.push(ServerOperation::Gamestate(Box::new(read_gamestate(&mut bits)?))),
            COMMAND => {
                let sequence = bits.long()?;
                let text = bits.text(COMMAND_LENGTH)?;
                operations.push(ServerOperation::Command { sequence, text });
            }
            SNAPSHOT => {
                operations.push(ServerOperation::Snapshot(Box::new(history.read(&mut bits, sequence)?)));
            }
            // A client that asks for no file is sent none.
            operation @ DOWNLOAD | operation => return Err(WireError::Operation(operation)),
        }
    }
}

fn read_gamestate(bits: &mut BitReader<'_>) -> Result<Gamestate, WireError> {
    let mut game = Gamestate { command_sequence: bits.long()?, ..Gamestate::default() };
    loop {
        match bits.byte()? {
            END => break,
            CONFIG_STRING => {
                let number = bits.short()?;
                let known = u16::try_from(number).ok().filter(|it| usize::from(*it) < MAX_CONFIG_STRINGS);
                let range = WireError::Range { what: "configuration string", number: i64::from(number) };
                game.config_strings.insert(known.ok_or(range)?, bits.text(STRING_LENGTH)?);
            }
            BASELINE => {
                let number = bits.bits(ENTITY_BITS)? as u16;
                game.baselines.extend(EntityState::read(bits, &EntityState::new(number), number)?);
            }
            operation => return Err(WireError::Operation(operation)),
        }
    }
    (game.client, game.checksum_feed) = (bits.long()?, bits.long()?);
    Ok(game)
}

/// Writes a gamestate into a message of a server.
pub fn write_gamestate(bits: &mut BitWriter, game: &Gamestate) {
    bits.byte(GAMESTATE);
    bits.long(game.command_sequence);
    for (number, text) in &game.config_strings {
        bits.byte(CONFIG_STRING);
        bits.short(*number as i16);
        bits.text(text);
    }
    for entity in &game.baselines {
        bits.byte(BASELINE);
        entity.write(bits, &EntityState::new(entity.number));
    }
    bits.byte(END);
    bits.long(game.client);
    bits.long(game.checksum_feed);
}

/// Writes a command into a message of a server.
pub fn write_command(bits: &mut BitWriter, sequence: i32, text: &str) {
    bits.byte(COMMAND);
    bits.long(sequence);
    bits.text(text);
}

impl SnapshotHistory {
    /// A whole message of a server with one snapshot.
    ///
    /// # Errors
    /// If it is too long.
    pub fn message(
        &self,
        acknowledged: i32,
        commands: &[(i32, &str)],
        snapshot: &Snapshot,
        base: Option<u32>,
    ) -> Result<Vec<u8>, WireError> {
        let mut bits = BitWriter::new();
        bits.long(acknowledged);
        for (sequence, text) in commands {
            write_command(&mut bits, *sequence, text);
        }
        bits.byte(SNAPSHOT);
        self.write(&mut bits, snapshot, base);
        bits.byte(END);
        bits.finish()
    }
}

impl Gamestate {
    /// A whole message of a server with this gamestate.
    ///
    /// # Errors
    /// If it is too long.
    pub fn message(&self, acknowledged: i32) -> Result<Vec<u8>, WireError> {
        let mut bits = BitWriter::new();
        bits.long(acknowledged);
        write_gamestate(&mut bits, self);
        bits.byte(END);
        bits.finish()
    }
}
