//! What only servers do on the wire: writing what clients read, and reading what they write.

use motive_openarena::wire::{
    BitReader, BitWriter, ClientHeader, ClientMessage, EntityField, EntityState, FieldFormat, GameSnapshot,
    Gamestate, MAX_ENTITIES, PlayerField, PlayerState, SnapshotHistory, UserMove, WireError,
};
use std::collections::BTreeSet;

/// Bits of an entity's number.
const ENTITY_BITS: u32 = 10;
/// The number that ends a list of entities.
const NO_ENTITY: u32 = MAX_ENTITIES as u32 - 1;
/// How many snapshots a later one may build on.
const KEPT: u32 = 32;
/// Bits of a floating point number that is whole and small, and what is added to it.
const WHOLE_BITS: u32 = 13;
const WHOLE_BIAS: i32 = 1 << (WHOLE_BITS - 1);
/// The most moves in a message.
const MOST_MOVES: usize = 32;

/// A whole message of a server with one snapshot.
pub(crate) fn snapshot_message(
    history: &SnapshotHistory,
    acknowledged: i32,
    commands: &[(i32, &str)],
    snapshot: &GameSnapshot,
    base: Option<u32>,
) -> Result<Vec<u8>, WireError> {
    let mut bits = BitWriter::new();
    bits.long(acknowledged);
    for (sequence, text) in commands {
        bits.byte(5);
        bits.long(*sequence);
        bits.text(text);
    }
    bits.byte(7);
    write_snapshot(&mut bits, history, snapshot, base);
    bits.byte(8);
    bits.finish()
}

/// A whole message of a server with a gamestate.
pub(crate) fn gamestate_message(game: &Gamestate, acknowledged: i32) -> Result<Vec<u8>, WireError> {
    let mut bits = BitWriter::new();
    bits.long(acknowledged);
    bits.byte(2);
    bits.long(game.command_sequence);
    for (number, text) in &game.config_strings {
        bits.byte(3);
        bits.short(*number as i16);
        bits.text(text);
    }
    for entity in &game.baselines {
        bits.byte(4);
        write_entity(&mut bits, entity, &EntityState::new(entity.number));
    }
    bits.byte(8);
    bits.long(game.client);
    bits.long(game.checksum_feed);
    bits.byte(8);
    bits.finish()
}

/// Writes a snapshot as a delta of an earlier one, or whole.
fn write_snapshot(
    bits: &mut BitWriter,
    history: &SnapshotHistory,
    snapshot: &GameSnapshot,
    base: Option<u32>,
) {
    let empty = GameSnapshot::default();
    let known = base.and_then(|base| history.get(base).map(|known| (base, known)));
    let back = known.map(|(base, _)| snapshot.sequence.saturating_sub(base)).filter(|back| *back < KEPT);
    let before = known.filter(|_| back.is_some()).map_or(&empty, |(_, known)| known);
    bits.long(snapshot.time);
    bits.byte(back.unwrap_or(0) as u8);
    bits.byte(snapshot.flags);
    bits.byte(snapshot.areas.len().min(255) as u8);
    for area in snapshot.areas.iter().take(255) {
        bits.byte(*area);
    }
    write_player(bits, &snapshot.player, &before.player);
    let all = before.entities.iter().chain(&snapshot.entities).map(|entity| entity.number);
    let numbers: BTreeSet<u16> = all.filter(|it| usize::from(*it) < MAX_ENTITIES - 1).collect();
    for number in numbers {
        match (before.entity(number), snapshot.entity(number)) {
            (Some(old), Some(new)) if old == new => {}
            (Some(old), Some(new)) => write_entity(bits, new, old),
            (None, Some(new)) => write_entity(bits, new, &history.baseline(number)),
            (_, None) => {
                bits.bits(u32::from(number), ENTITY_BITS);
                bits.bit(true);
            }
        }
    }
    bits.bits(NO_ENTITY, ENTITY_BITS);
}

/// Writes the number of an entity and what has changed against `before`.
fn write_entity(bits: &mut BitWriter, entity: &EntityState, before: &EntityState) {
    bits.bits(u32::from(entity.number), ENTITY_BITS);
    bits.bit(false);
    let fields = EntityField::ALL.map(|field| (before.int(field), entity.int(field), field.format()));
    let changed = fields.iter().any(|(old, new, _)| old != new);
    bits.bit(changed);
    if changed {
        write_fields(bits, &fields, true);
    }
}

/// Writes what has changed of a player against `before`.
fn write_player(bits: &mut BitWriter, player: &PlayerState, before: &PlayerState) {
    let fields = PlayerField::ALL.map(|field| (before.int(field), player.int(field), field.format()));
    write_fields(bits, &fields, false);
    let lists = [
        (&before.stats, &player.stats, false),
        (&before.persistent, &player.persistent, false),
        (&before.ammo, &player.ammo, false),
        (&before.powerups, &player.powerups, true),
    ];
    let changed = lists.iter().any(|(old, new, _)| old != new);
    bits.bit(changed);
    if !changed {
        return;
    }
    for (old, new, long) in lists {
        let mask = (0..old.len()).filter(|at| old[*at] != new[*at]).fold(0, |mask, at| mask | 1 << at);
        bits.bit(mask != 0);
        if mask == 0 {
            continue;
        }
        bits.bits(mask, old.len() as u32);
        for (_, value) in new.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1) {
            if long { bits.long(*value) } else { bits.short(*value as i16) }
        }
    }
}

/// Writes the fields that are not as before: each as it was, as it is, and how it is written. `zero` says whether zero has a bit of its own.
fn write_fields(bits: &mut BitWriter, fields: &[(i32, i32, FieldFormat)], zero: bool) {
    let count = fields.iter().rposition(|(old, new, _)| old != new).map_or(0, |at| at + 1);
    bits.byte(count as u8);
    for (old, new, format) in &fields[..count] {
        bits.bit(old != new);
        if old == new {
            continue;
        }
        let value = *new as u32;
        if zero {
            let is_zero = value == 0 || (*format == FieldFormat::Float && f32::from_bits(value) == 0.0);
            bits.bit(!is_zero);
            if is_zero {
                continue;
            }
        }
        match format {
            FieldFormat::Bits(count) | FieldFormat::Signed(count) => bits.bits(value, *count),
            FieldFormat::Float => write_float(bits, f32::from_bits(value)),
        }
    }
}

fn write_float(bits: &mut BitWriter, value: f32) {
    let whole = value as i32;
    let small = (-WHOLE_BIAS..WHOLE_BIAS).contains(&whole) && whole as f32 == value;
    bits.bit(!small);
    match small {
        true => bits.bits((whole + WHOLE_BIAS) as u32, WHOLE_BITS),
        false => bits.bits(value.to_bits(), 32),
    }
}

/// Only the beginning of a client's message, which says how the rest is veiled and keyed.
pub(crate) fn read_client_header(bytes: &[u8]) -> Result<ClientHeader, WireError> {
    header(&mut BitReader::new(bytes))
}

/// Reads a client's message, without its veil.
pub(crate) fn read_client_message(bytes: &[u8], key: u32) -> Result<ClientMessage, WireError> {
    let mut bits = BitReader::new(bytes);
    let mut message = ClientMessage { header: header(&mut bits)?, ..ClientMessage::default() };
    loop {
        match bits.byte()? {
            5 => return Ok(message),
            1 => {}
            4 => message.commands.push((bits.long()?, bits.text(1_024)?)),
            operation @ (2 | 3) => {
                message.delta = operation == 2;
                let count = bits.byte()?;
                if usize::from(count) > MOST_MOVES {
                    return Err(WireError::Range { what: "number of moves", number: i64::from(count) });
                }
                for _ in 0..count {
                    let before = message.moves.last().copied().unwrap_or_default();
                    message.moves.push(read_move(&mut bits, key, &before)?);
                }
            }
            operation => return Err(WireError::Operation(operation)),
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

fn read_move(bits: &mut BitReader<'_>, key: u32, before: &UserMove) -> Result<UserMove, WireError> {
    let time = match bits.bit()? {
        true => before.time.wrapping_add(bits.bits(8)? as i32),
        false => bits.long()?,
    };
    let mut read = UserMove { time, ..*before };
    if !bits.bit()? {
        return Ok(read);
    }
    let key = key ^ time as u32;
    let mut change = |old: u32, width: u32| -> Result<u32, WireError> {
        Ok(if bits.bit()? { (bits.bits(width)? ^ key) & ((1 << width) - 1) } else { old })
    };
    for angle in &mut read.angles {
        *angle = change(u32::from(*angle), 16)? as u16;
    }
    for part in [&mut read.forward, &mut read.right, &mut read.up] {
        *part = change(u32::from(*part as u8), 8)? as i8;
    }
    read.buttons = change(u32::from(read.buttons), 16)? as u16;
    read.weapon = change(u32::from(read.weapon), 8)? as u8;
    Ok(read)
}
