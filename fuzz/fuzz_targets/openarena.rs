//! Datagrams of a server to a client, and files of the game: whatever they are, the client goes on or ends.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motive_openarena::map::{Navigation, Walls};
use motive_openarena::session::{ConnectionSettings, GameSession};
use motive_openarena::wire::{BitWriter, OutOfBand, ScrambleKey, UserMove, scramble};

/// The message of a server with a gamestate in which nothing stands.
fn empty_game() -> Vec<u8> {
    let mut bits = BitWriter::new();
    bits.long(0);
    bits.byte(2);
    bits.long(0);
    bits.byte(8);
    bits.long(0);
    bits.long(0);
    bits.byte(8);
    bits.finish().expect("an empty game is short")
}

/// A client that a server has let in and told a game.
fn joined() -> GameSession {
    let mut session = GameSession::new(ConnectionSettings::default());
    session.poll(0);
    session.receive(&OutOfBand::Challenge { challenge: 7, own: None }.write(), 1);
    session.poll(2);
    session.receive(&OutOfBand::ConnectResponse.write(), 3);
    let mut message = empty_game();
    scramble(&mut message, ScrambleKey { number: 7 ^ 1, command: "", plain: 4 });
    session.receive(&[&1u32.to_le_bytes()[..], &message].concat(), 4);
    assert!(session.is_playing());
    session
}

fuzz_target!(|data: &[u8]| {
    let _ = OutOfBand::read(data);
    let _ = Navigation::read("fuzz", data);
    let _ = Walls::read("fuzz", data);
    let mut session = joined();
    // Each piece is a datagram: as it is, and as the message of a server with the right veil.
    for (turn, piece) in data.chunks(64).enumerate() {
        let (now, sequence) = (5 + turn as u64, 2 + turn as u32);
        let mut message = piece.to_vec();
        scramble(&mut message, ScrambleKey { number: 7 ^ sequence as i32, command: "", plain: 4 });
        session.receive(&[&sequence.to_le_bytes()[..], &message].concat(), now);
        session.receive(piece, now);
        session.send_moves(&[UserMove { time: turn as i32, ..UserMove::default() }], now);
        assert!(session.unacknowledged() <= 64);
    }
});
