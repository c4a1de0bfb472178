//! A server that sends anything: datagrams cut, doubled, out of order and made up. The client goes on or ends, and does not grow.

use super::conversation::joined;
use super::server_side::read_client_message;
use motive_openarena::session::{ConnectionEnd, ConnectionSettings, GameSession, SessionEvent};
use motive_openarena::wire::{BitReader, OutOfBand, SnapshotHistory, UserMove, read_server_message};
use proptest::prelude::*;

/// What is done to a datagram.
#[derive(Clone, Debug)]
enum Fault {
    None,
    Cut(usize),
    Doubled,
    Delayed,
    Flipped(usize, u8),
    Random(Vec<u8>),
}

fn fault() -> impl Strategy<Value = Fault> {
    prop_oneof![
        3 => Just(Fault::None),
        1 => (0usize..200).prop_map(Fault::Cut),
        1 => Just(Fault::Doubled),
        1 => Just(Fault::Delayed),
        2 => (0usize..200, any::<u8>()).prop_map(|(at, bits)| Fault::Flipped(at, bits)),
        1 => proptest::collection::vec(any::<u8>(), 0..400).prop_map(Fault::Random),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nothing_that_a_server_does_stops_the_program(faults in proptest::collection::vec(fault(), 1..60)) {
        let (mut session, mut server) = joined();
        let mut delayed = Vec::new();
        for (turn, fault) in faults.into_iter().enumerate() {
            let now = 100 + turn as u64 * 50;
            server.commands.push(format!("cs {} \"{turn}\"", turn % 50));
            for mut datagram in server.send_snapshot() {
                match &fault {
                    Fault::None => {}
                    Fault::Cut(length) => datagram.truncate(*length),
                    Fault::Doubled => drop(session.receive(&datagram, now)),
                    Fault::Delayed => {
                        delayed.push(datagram);
                        continue;
                    }
                    Fault::Flipped(at, bits) => {
                        let at = at % datagram.len();
                        datagram[at] ^= bits;
                    }
                    Fault::Random(bytes) => datagram.clone_from(bytes),
                }
                session.receive(&datagram, now);
            }
            if turn % 7 == 6 {
                for datagram in delayed.drain(..).rev() {
                    session.receive(&datagram, now);
                }
            }
            session.command("say still here");
            let sent = session.send_moves(&[UserMove { time: server.time, ..UserMove::default() }], now);
            prop_assert!(sent.iter().map(Vec::len).sum::<usize>() < 16_384 + 400);
            prop_assert!(session.unacknowledged() <= 64);
        }
    }

    #[test]
    fn no_bytes_stop_a_reader(bytes in proptest::collection::vec(any::<u8>(), 0..1_500)) {
        let _ = OutOfBand::read(&bytes);
        let _ = read_server_message(&bytes, 7, &SnapshotHistory::default());
        let _ = read_client_message(&bytes, 3);
        let _ = BitReader::new(&bytes).text(100);
        let marked = [&[0xff; 4][..], b"connect ", &bytes].concat();
        let _ = OutOfBand::read(&marked);
    }

    #[test]
    fn a_client_that_is_not_joined_takes_anything(datagrams in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..200), 0..30)) {
        let mut session = GameSession::new(ConnectionSettings::default());
        for (turn, datagram) in datagrams.iter().enumerate() {
            session.receive(datagram, turn as u64);
            let marked = [&[0xff; 4][..], datagram].concat();
            session.receive(&marked, turn as u64);
            prop_assert!(session.poll(turn as u64 * 700).0.len() <= 1);
        }
    }
}

#[test]
fn a_server_that_sends_only_nonsense_comes_to_a_clear_end() {
    let (mut session, _) = joined();
    let mut end = None;
    for number in 1_000u32..3_000 {
        let mut datagram = number.to_le_bytes().to_vec();
        datagram.extend([0x5a; 40]);
        let events = session.receive(&datagram, 50);
        end = end.or(events.into_iter().find(|event| matches!(event, SessionEvent::Ended(_))));
    }
    let unreadable = matches!(end, Some(SessionEvent::Ended(ConnectionEnd::Unreadable(_))));
    assert!(unreadable, "{end:?}");
    assert!(session.refused() < 1_000, "nothing is counted after the end");
}
