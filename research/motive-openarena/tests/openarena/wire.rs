//! What is written is read as what it is.

use super::server_side::snapshot_message;
use motive_openarena::wire::{
    BitReader, BitWriter, ChannelSide, EntityField, EntityState, GameSnapshot, InfoString, NetChannel,
    OutOfBand, PlayerField, PlayerState, ScrambleKey, ServerOperation, SnapshotHistory, WireError,
    read_server_message, scramble,
};
use proptest::prelude::*;

fn entity(number: u16) -> impl Strategy<Value = EntityState> {
    let field = (0..EntityField::ALL.len(), any::<i32>(), -9_000.0f32..9_000.0);
    proptest::collection::vec(field, 0..12).prop_map(move |fields| {
        fields.into_iter().fold(EntityState::new(number), |entity, (at, whole, part)| {
            let field = EntityField::ALL[at];
            match format!("{field:?}") {
                name if is_float(&name) => entity.with_float(field, part),
                _ => entity.with(field, whole),
            }
        })
    })
}

fn is_float(name: &str) -> bool {
    let parts = ["BaseX", "BaseY", "BaseZ", "DeltaX", "DeltaY", "DeltaZ", "Yaw", "Pitch", "Roll"];
    parts.iter().any(|part| name.ends_with(part)) || name.starts_with("Origin")
}

fn player() -> impl Strategy<Value = PlayerState> {
    let fields =
        proptest::collection::vec((0..PlayerField::ALL.len(), any::<i32>(), -9_000.0f32..9_000.0), 0..12);
    let lists = proptest::collection::vec((0..16usize, any::<i16>(), any::<i32>()), 0..8);
    (fields, lists).prop_map(|(fields, lists)| {
        let mut player = fields.into_iter().fold(PlayerState::default(), |player, (at, whole, part)| {
            let field = PlayerField::ALL[at];
            let floats = [
                "OriginX",
                "OriginY",
                "OriginZ",
                "VelocityX",
                "VelocityY",
                "VelocityZ",
                "ViewYaw",
                "ViewPitch",
                "ViewRoll",
                "GrappleX",
                "GrappleY",
                "GrappleZ",
            ];
            match format!("{field:?}") {
                name if floats.contains(&name.as_str()) => player.with_float(field, part),
                _ => player.with(field, whole),
            }
        });
        for (at, short, long) in lists {
            (player.stats[at], player.ammo[15 - at], player.powerups[at]) =
                (short.into(), short.into(), long);
        }
        player
    })
}

fn snapshot(sequence: u32) -> impl Strategy<Value = GameSnapshot> {
    let numbers = proptest::collection::btree_set(0u16..1_023, 0..8);
    let entities = numbers.prop_flat_map(|numbers| numbers.into_iter().map(entity).collect::<Vec<_>>());
    (player(), entities, any::<i32>(), proptest::collection::vec(any::<u8>(), 0..5)).prop_map(
        move |(player, entities, time, areas)| GameSnapshot {
            sequence,
            time,
            flags: 3,
            areas,
            player,
            entities,
        },
    )
}

proptest! {
    #[test]
    fn snapshots_survive_the_wire_whole_and_as_deltas(first in snapshot(10), second in snapshot(12)) {
        let mut history = SnapshotHistory::new([EntityState::new(5).with(EntityField::Model, 3)]);
        let read = |history: &SnapshotHistory, snapshot: &GameSnapshot, base: Option<u32>| {
            let message = snapshot_message(history, 4, &[], snapshot, base).unwrap();
            let (acknowledged, operations) = read_server_message(&message, snapshot.sequence, history).unwrap();
            assert_eq!(acknowledged, 4);
            operations
        };
        prop_assert_eq!(read(&history, &first, None), [ServerOperation::Snapshot(Box::new(first.clone()))]);
        history.keep(first);
        prop_assert_eq!(read(&history, &second, Some(10)), [ServerOperation::Snapshot(Box::new(second))]);
    }

    #[test]
    fn numbers_of_any_width_survive(values in proptest::collection::vec((any::<u32>(), 1u32..=32), 0..60)) {
        let mut bits = BitWriter::new();
        for (value, width) in &values {
            bits.bits(*value, *width);
        }
        let bytes = bits.finish().unwrap();
        let mut bits = BitReader::new(&bytes);
        for (value, width) in values {
            let kept = value & (u32::MAX >> (32 - width));
            prop_assert_eq!(bits.bits(width), Ok(kept));
        }
    }

    #[test]
    fn messages_of_any_length_pass_the_channel(length in 0usize..6_000, seed in any::<u8>()) {
        let message: Vec<u8> = (0..length).map(|at| (at as u8).wrapping_mul(seed)).collect();
        for (from, to) in [(ChannelSide::Client { port: 7 }, ChannelSide::Server), (ChannelSide::Server, ChannelSide::Client { port: 7 })] {
            let (mut from, mut to) = (NetChannel::new(from), NetChannel::new(to));
            for sequence in 1..4 {
                let got: Vec<_> = from.send(&message).iter().filter_map(|it| to.receive(it).unwrap()).collect();
                prop_assert_eq!(got.len(), 1);
                prop_assert_eq!((got[0].sequence, &got[0].bytes), (sequence, &message));
            }
        }
    }

    #[test]
    fn the_veil_is_taken_away_by_the_same_key(message in proptest::collection::vec(any::<u8>(), 0..200), number in any::<i32>(), command in ".{0,20}") {
        let key = ScrambleKey { number, command: &command, plain: 4 };
        let mut veiled = message.clone();
        scramble(&mut veiled, key);
        prop_assert_eq!(&veiled[..veiled.len().min(4)], &message[..message.len().min(4)]);
        scramble(&mut veiled, key);
        prop_assert_eq!(veiled, message);
    }
}

#[test]
fn old_and_doubled_datagrams_are_passed_over() {
    let (mut from, mut to) =
        (NetChannel::new(ChannelSide::Server), NetChannel::new(ChannelSide::Client { port: 1 }));
    let (first, second) = (from.send(b"one").remove(0), from.send(b"two").remove(0));
    assert_eq!(to.receive(&second).unwrap().map(|message| message.lost), Some(1));
    assert_eq!(to.receive(&second), Ok(None));
    assert_eq!(to.receive(&first), Ok(None));
}

#[test]
fn a_message_with_a_lost_fragment_is_lost() {
    let (mut from, mut to) =
        (NetChannel::new(ChannelSide::Server), NetChannel::new(ChannelSide::Client { port: 1 }));
    let pieces = from.send(&[7; 3_000]);
    assert_eq!(pieces.len(), 3);
    assert_eq!(to.receive(&pieces[0]), Ok(None));
    assert_eq!(to.receive(&pieces[2]), Err(WireError::Fragment));
    assert_eq!(
        to.receive(&from.send(b"next").remove(0)).unwrap().map(|message| message.bytes),
        Some(b"next".to_vec())
    );
}

#[test]
fn a_delta_of_an_unknown_snapshot_is_refused() {
    let mut known = SnapshotHistory::default();
    known.keep(GameSnapshot { sequence: 5, ..GameSnapshot::default() });
    let snapshot = GameSnapshot { sequence: 9, time: 1, ..GameSnapshot::default() };
    let message = snapshot_message(&known, 0, &[], &snapshot, Some(5)).unwrap();
    assert_eq!(read_server_message(&message, 9, &SnapshotHistory::default()), Err(WireError::NoBase(5)));
}

#[test]
fn a_request_to_connect_is_read_as_it_was_written() {
    let info = InfoString::parse("\\name\\Anna\\rate\\25000");
    let datagram = OutOfBand::Connect(info.clone()).write();
    assert!(datagram.starts_with(b"\xff\xff\xff\xffconnect "));
    assert_eq!(OutOfBand::read(&datagram), Ok(OutOfBand::Connect(info)));
}

#[test]
fn a_text_is_read_and_written() {
    let info = InfoString::parse("\\name\\Anna\\Rate\\1\\rate\\2\\last");
    assert_eq!((info.get("NAME"), info.get("rate"), info.get("none")), (Some("Anna"), Some("2"), None));
    assert_eq!(info.with("name", "B\\\"ob;").to_string(), "\\name\\Bob\\Rate\\2\\last\\");
}
