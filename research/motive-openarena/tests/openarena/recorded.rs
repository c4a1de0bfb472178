//! A conversation with a real server, as it was recorded: what that server sent is read, and what the client sends is to the byte what that server understood.
//!
//! `UPDATE=1 cargo test -p motive-openarena --test openarena recorded` records it anew, where the game is installed.

use super::real_game::{RunningGame, is_there};
use motive_openarena::session::{ConnectionSettings, GameSession, SessionEvent};
use motive_openarena::wire::{EntityField, GameSnapshot, UserMove};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::net::UdpSocket;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// One datagram a line: the milliseconds since the beginning, `<` if the server sent it, and its bytes.
const RECORDING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/openarena/recorded/two_maps.txt");

/// The kind of an entity that can be picked up.
const ITEM: i32 = 2;

/// Snapshots of each map.
const SNAPSHOTS: usize = 48;

/// A client that enters the game, says hello, runs in a circle, and leaves when it has seen enough of the second map.
struct Client {
    session: GameSession,
    /// The maps, each with what was seen there.
    seen: Vec<(String, Vec<Arc<GameSnapshot>>)>,
    heard: Vec<Vec<String>>,
    left: bool,
}

impl Client {
    fn new() -> Self {
        let session = GameSession::new(ConnectionSettings { port: 99, ..ConnectionSettings::default() });
        Self { session, seen: Vec::new(), heard: Vec::new(), left: false }
    }

    /// What it sends because of a datagram.
    fn receive(&mut self, datagram: &[u8], now: u64) -> Vec<Vec<u8>> {
        let mut sent = Vec::new();
        for event in self.session.receive(datagram, now) {
            match event {
                SessionEvent::MapBegins => {
                    let info = self.session.server_info();
                    self.seen.push((info.get("mapname").unwrap_or_default().to_owned(), Vec::new()));
                }
                SessionEvent::Snapshot(snapshot) => {
                    let angles = [0, (snapshot.time * 16) as u16, 0];
                    let run = UserMove { time: snapshot.time, angles, forward: 127, ..UserMove::default() };
                    let seen = &mut self.seen.last_mut().unwrap().1;
                    seen.push(snapshot);
                    // Whoever has not entered the game yet is not listened to.
                    if seen.len() == 5 {
                        self.session.command("team free");
                        self.session.command("say hello");
                    }
                    sent.extend(self.session.send_moves(&[run], now));
                }
                SessionEvent::Command(words) => self.heard.push(words),
                other => panic!("{other:?}"),
            }
        }
        if self.seen.len() == 2 && self.has_seen_enough() && !self.left {
            self.left = true;
            sent.extend(self.session.leave(now));
        }
        sent
    }

    fn has_seen_enough(&self) -> bool {
        self.seen.last().is_some_and(|(_, seen)| seen.len() >= SNAPSHOTS)
    }
}

fn line(now: u64, sign: char, datagram: &[u8]) -> String {
    datagram.iter().fold(format!("{now} {sign} "), |mut line, byte| {
        let _ = write!(line, "{byte:02x}");
        line
    }) + "\n"
}

/// Plays with the real server, and writes down every datagram.
fn record() {
    let game = RunningGame::start("oa_dm4");
    game.server.command("addbot grism 3");
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.connect(game.server.address()).unwrap();
    socket.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
    let (mut client, mut text, mut buffer) = (Client::new(), String::new(), [0; 1 << 16]);
    let (begun, mut changed) = (Instant::now(), false);
    while !client.left {
        let now = begun.elapsed().as_millis() as u64;
        assert!(now < 60_000, "it takes too long");
        let send = |datagrams: Vec<Vec<u8>>, text: &mut String| {
            for datagram in datagrams {
                socket.send(&datagram).unwrap();
                text.push_str(&line(now, '>', &datagram));
            }
        };
        send(client.session.poll(now).0, &mut text);
        if let Ok(length) = socket.recv(&mut buffer) {
            text += &line(now, '<', &buffer[..length]);
            send(client.receive(&buffer[..length], now), &mut text);
        }
        if client.seen.len() == 1 && client.has_seen_enough() && !changed {
            changed = true;
            game.server.command("map dm4ish");
        }
    }
    std::fs::write(RECORDING, text).unwrap();
}

#[test]
fn a_conversation_with_a_real_server_is_read_and_answered_as_it_was() {
    if std::env::var_os("UPDATE").is_some() && is_there() {
        record();
    }
    let text = std::fs::read_to_string(RECORDING).unwrap();
    let (mut client, mut sent) = (Client::new(), VecDeque::new());
    for (number, recorded) in text.lines().enumerate() {
        let (head, hex) = recorded.rsplit_once(' ').unwrap();
        let (now, sign) = head.split_once(' ').unwrap();
        let now = now.parse().unwrap();
        if sign == "<" {
            let digits =
                (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
            sent.extend(client.receive(&digits.collect::<Vec<u8>>(), now));
            continue;
        }
        if sent.is_empty() {
            sent.extend(client.session.poll(now).0);
        }
        let datagram = sent.pop_front().expect("it sends something");
        assert_eq!(line(now, '>', &datagram).trim_end(), recorded, "line {}", number + 1);
    }
    assert!(sent.is_empty() && client.left);
    assert_eq!(client.session.refused(), 0);
    shows_a_game(&client);
}

/// What the recorded game was about.
fn shows_a_game(client: &Client) {
    assert_eq!(client.seen.iter().map(|(map, _)| map.as_str()).collect::<Vec<_>>(), ["oa_dm4", "dm4ish"]);
    let said_hello = |words: &&Vec<String>| words[0] == "chat" && words[1].contains("hello");
    assert_eq!(client.heard.iter().filter(said_hello).count(), 2, "{:?}", client.heard);
    for (map, seen) in &client.seen {
        assert!(seen.windows(2).all(|two| two[0].time < two[1].time), "{map}: time goes on");
        let last = seen.last().unwrap();
        assert!((1..=125).contains(&last.player.stats[0]), "{map}: {:?}", last.player.stats);
        let way: f32 =
            seen.windows(2).map(|two| two[0].player.origin().distance(two[1].player.origin())).sum();
        assert!(way > 100.0, "{map}: it has walked {way} units");
        let entities = seen.iter().flat_map(|snapshot| &snapshot.entities);
        let items = entities.filter(|it| it.int(EntityField::Type) == ITEM);
        assert!(items.clone().count() > 0, "{map}");
        assert!(
            items.clone().all(|it| it.base().abs().max_element() < 8_192.0),
            "{map}: they lie on the map"
        );
    }
}
