//! A client and a server that is played by the test.

use super::fake_server::{FakeServer, gamestate};
use motive_openarena::session::{ConnectionEnd, ConnectionSettings, GameSession, SessionEvent, words};
use motive_openarena::wire::{OutOfBand, UserMove};

/// A client that has joined.
pub(crate) fn joined() -> (GameSession, FakeServer) {
    let mut session = GameSession::new(ConnectionSettings { port: 99, ..ConnectionSettings::default() });
    let mut server = FakeServer::new();
    for now in [0, 10, 20] {
        for datagram in session.poll(now).0 {
            for answer in server.receive(&datagram) {
                assert!(session.receive(&answer, now).is_empty());
            }
        }
    }
    let events: Vec<SessionEvent> =
        server.send_gamestate().iter().flat_map(|datagram| session.receive(datagram, 30)).collect();
    assert_eq!(events, [SessionEvent::MapBegins]);
    (session, server)
}

fn snapshots(events: &[SessionEvent]) -> usize {
    events.iter().filter(|event| matches!(event, SessionEvent::Snapshot(_))).count()
}

fn step(time: i32) -> UserMove {
    UserMove { time, angles: [1, time as u16, 3], forward: 127, right: -5, up: 0, buttons: 1, weapon: 2 }
}

#[test]
fn a_client_joins_and_knows_the_game() {
    let (session, server) = joined();
    assert_eq!(session.server_info().get("mapname"), Some("box"));
    assert_eq!(session.player(1).map(|player| player.name), Some("Anna".to_owned()));
    let user = server.user.expect("the client has told who it is");
    assert_eq!(user.get("cl_guid").map(str::len), Some(32));
    assert_eq!((user.get("protocol"), user.get("qport")), (Some("71"), Some("99")));
}

#[test]
fn moves_arrive_and_snapshots_are_deltas_of_what_was_acknowledged() {
    let (mut session, mut server) = joined();
    let mut sizes = Vec::new();
    for turn in 0..50 {
        let now = 100 + turn * 50;
        for datagram in server.send_snapshot() {
            sizes.push(datagram.len());
            let events = session.receive(&datagram, now);
            let [SessionEvent::Snapshot(seen)] = events.as_slice() else { panic!("{events:?}") };
            assert_eq!(seen.time, server.time);
            assert!((seen.player.origin().x - server.time as f32 * 0.37).abs() < 1e-3);
            assert_eq!(seen.entity(70).is_some(), server.time % 200 == 0);
        }
        for datagram in session.send_moves(&[step(server.time), step(server.time + 25)], now) {
            server.receive(&datagram);
        }
    }
    assert_eq!(server.moves.len(), 100);
    assert_eq!(server.moves.last(), Some(&step(server.time + 25)));
    assert!(sizes.last() < sizes.first(), "a delta is shorter than the whole: {sizes:?}");
}

#[test]
fn commands_arrive_although_datagrams_are_lost() {
    let (mut session, mut server) = joined();
    for turn in 0..60u64 {
        let now = 100 + turn * 50;
        if turn % 4 == 0 {
            session.command(&format!("say {turn}"));
            server.commands.push(format!("print \"turn {turn}\""));
        }
        let lost = turn % 3 == 1;
        for datagram in server.send_snapshot() {
            if !lost {
                session.receive(&datagram, now);
            }
        }
        for datagram in session.send_moves(&[step(server.time)], now) {
            if turn % 5 != 2 {
                server.receive(&datagram);
            }
        }
    }
    let said: Vec<String> = (0..60).step_by(4).map(|turn| format!("say {turn}")).collect();
    assert_eq!(server.heard, said);
    assert_eq!(session.unacknowledged(), 0);
}

#[test]
fn each_command_of_the_server_is_told_once_and_changes_what_is_known() {
    let (mut session, mut server) = joined();
    server.commands.push("cs 6 \"12\"".into());
    server.commands.push("bcs0 23 \"1\"".into());
    server.commands.push("bcs2 23 \"0\"".into());
    let mut told = 0;
    for turn in 0..5 {
        for datagram in server.send_snapshot() {
            let events = session.receive(&datagram, 100 + turn);
            told += events.iter().filter(|event| matches!(event, SessionEvent::Command(_))).count();
        }
    }
    assert_eq!(told, 3);
    assert_eq!((session.scores()[0], session.flags_away()), (12, [true, false]));
}

#[test]
fn another_map_begins_on_the_same_connection() {
    let (mut session, mut server) = joined();
    (server.game, server.server_id) = (gamestate("hall", 9), 9);
    let events: Vec<SessionEvent> =
        server.send_gamestate().iter().flat_map(|datagram| session.receive(datagram, 40)).collect();
    assert_eq!(events, [SessionEvent::MapBegins]);
    assert_eq!(session.server_info().get("mapname"), Some("hall"));
    let events: Vec<SessionEvent> =
        server.send_snapshot().iter().flat_map(|datagram| session.receive(datagram, 50)).collect();
    assert_eq!(snapshots(&events), 1);
    for datagram in session.send_moves(&[step(5)], 60) {
        server.receive(&datagram);
    }
    assert_eq!(server.moves.len(), 1, "moves are keyed by the new map");
}

#[test]
fn a_server_says_why_it_ends_or_does_not_begin() {
    let (mut session, mut server) = joined();
    server.commands.push("disconnect \"Server is full.\"".into());
    let events: Vec<SessionEvent> =
        server.send_snapshot().iter().flat_map(|datagram| session.receive(datagram, 50)).collect();
    let full = ConnectionEnd::Dropped("Server is full.".into());
    assert!(events.contains(&SessionEvent::Ended(full)), "{events:?}");
    assert!(session.poll(60).0.is_empty(), "nothing is sent afterwards");

    let mut session = GameSession::new(ConnectionSettings::default());
    session.poll(0);
    let events = session.receive(&OutOfBand::Print("Invalid password.\n".into()).write(), 5);
    assert_eq!(events, [SessionEvent::Ended(ConnectionEnd::Refused("Invalid password.".into()))]);
}

#[test]
fn a_silent_server_is_given_up() {
    let (mut session, _) = joined();
    assert!(session.poll(9_000).1.is_none());
    assert_eq!(session.poll(10_100).1, Some(SessionEvent::Ended(ConnectionEnd::Silent)));
}

#[test]
fn words_are_held_together_by_quotes() {
    assert_eq!(words("cs 5 \"a b\" c"), ["cs", "5", "a b", "c"]);
    assert_eq!(words(" chat \"open"), ["chat", "open"]);
    assert!(words("  ").is_empty());
}
