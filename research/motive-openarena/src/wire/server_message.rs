//! Messages of the server, and what it shows a client at one moment: a snapshot, sent as what has changed since a moment that the client has acknowledged.

use super::{BitReader, ENTITY_BITS, EntityState, MAX_CONFIG_STRINGS, NO_ENTITY, PlayerState, WireError};
use std::collections::BTreeMap;
use std::sync::Arc;

const NOTHING: u8 = 1;
const GAMESTATE: u8 = 2;
const CONFIG_STRING: u8 = 3;
const BASELINE: u8 = 4;
const COMMAND: u8 = 5;
const DOWNLOAD: u8 = 6;
const SNAPSHOT: u8 = 7;
const END: u8 = 8;

/// How many snapshots a later one may build on.
const KEPT: u32 = 32;
/// The flag of a snapshot for a client that has not entered the game.
const NOT_ENTERED: u8 = 2;
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
    Snapshot(Box<GameSnapshot>),
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

/// What a client is shown at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSnapshot {
    /// The number of the message that it came in.
    pub sequence: u32,
    /// The server's clock in milliseconds.
    pub time: i32,
    /// What is special about it.
    pub flags: u8,
    /// Which parts of the map are open to the client, a bit each.
    pub areas: Vec<u8>,
    /// The own player, or the one that is looked at.
    pub player: PlayerState,
    /// What may be seen, by number.
    pub entities: Vec<EntityState>,
}

impl GameSnapshot {
    /// Whether the client is in the game. Before that, and while a map changes, a snapshot has the time and the player of another game, and no entities.
    pub fn has_entered(&self) -> bool {
        self.flags & NOT_ENTERED == 0
    }

    /// The entity of a number, if it may be seen.
    pub fn entity(&self, number: u16) -> Option<&EntityState> {
        let place = self.entities.binary_search_by_key(&number, |entity| entity.number);
        place.ok().and_then(|place| self.entities.get(place))
    }
}

/// The snapshots that a later one may build on, and the entities as they were at the beginning.
#[derive(Clone, Debug, Default)]
pub struct SnapshotHistory {
    baselines: BTreeMap<u16, EntityState>,
    kept: BTreeMap<u32, Arc<GameSnapshot>>,
}

impl SnapshotHistory {
    /// A history that begins with these entities.
    pub fn new(baselines: impl IntoIterator<Item = EntityState>) -> Self {
        let baselines = baselines.into_iter().map(|entity| (entity.number, entity)).collect();
        Self { baselines, kept: BTreeMap::new() }
    }

    /// A snapshot that is kept.
    pub fn get(&self, sequence: u32) -> Option<&Arc<GameSnapshot>> {
        self.kept.get(&sequence)
    }

    /// Keeps a snapshot and forgets those that none may build on any more.
    pub fn keep(&mut self, snapshot: GameSnapshot) -> Arc<GameSnapshot> {
        let snapshot = Arc::new(snapshot);
        let oldest = snapshot.sequence.saturating_sub(KEPT);
        self.kept.retain(|sequence, _| *sequence >= oldest);
        self.kept.insert(snapshot.sequence, snapshot.clone());
        while self.kept.len() > KEPT as usize + 1 {
            self.kept.pop_first();
        }
        snapshot
    }

    /// An entity as it was at the beginning.
    pub fn baseline(&self, number: u16) -> EntityState {
        self.baselines.get(&number).copied().unwrap_or_else(|| EntityState::new(number))
    }

    /// Reads the snapshot of a message.
    fn read(&self, bits: &mut BitReader<'_>, sequence: u32) -> Result<GameSnapshot, WireError> {
        let time = bits.long()?;
        let back = u32::from(bits.byte()?);
        let empty = GameSnapshot::default();
        let base = match back {
            0 => &empty,
            back => {
                let wanted = i64::from(sequence) - i64::from(back);
                let known = u32::try_from(wanted).ok().and_then(|wanted| self.kept.get(&wanted));
                known.map(Arc::as_ref).ok_or(WireError::NoBase(wanted))?
            }
        };
        let flags = bits.byte()?;
        let areas = (0..bits.byte()?).map(|_| bits.byte()).collect::<Result<Vec<u8>, _>>()?;
        let player = PlayerState::read(bits, &base.player)?;
        let entities = self.read_entities(bits, &base.entities)?;
        Ok(GameSnapshot { sequence, time, flags, areas, player, entities })
    }

    fn read_entities(
        &self,
        bits: &mut BitReader<'_>,
        before: &[EntityState],
    ) -> Result<Vec<EntityState>, WireError> {
        let mut entities = Vec::with_capacity(before.len());
        let mut old = before.iter().copied().peekable();
        let mut last: Option<u32> = None;
        loop {
            let number = bits.bits(ENTITY_BITS)?;
            if number == NO_ENTITY {
                break;
            }
            if last.is_some_and(|last| number <= last) {
                return Err(WireError::Range { what: "entity", number: i64::from(number) });
            }
            last = Some(number);
            let number = number as u16;
            while let Some(unchanged) = old.next_if(|entity| entity.number < number) {
                entities.push(unchanged);
            }
            let base = old.next_if(|entity| entity.number == number).unwrap_or_else(|| self.baseline(number));
            entities.extend(EntityState::read(bits, &base, number)?);
        }
        entities.extend(old);
        Ok(entities)
    }
}
