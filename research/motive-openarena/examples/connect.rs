//! Joins a server and prints what it says: `cargo run -p motive-openarena --example connect -- 127.0.0.1:27960`.
#![expect(clippy::print_stdout, reason = "it is a program")]

use motive_openarena::session::{ConnectionSettings, GameSession, SessionEvent};
use motive_openarena::wire::UserMove;
use std::net::UdpSocket;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:27960".to_owned());
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.connect(&address)?;
    socket.set_read_timeout(Some(Duration::from_millis(20)))?;
    let mut session = GameSession::new(ConnectionSettings { port: 4711, ..ConnectionSettings::default() });
    let start = Instant::now();
    let mut snapshots = 0;
    let mut buffer = [0; 16_384];
    while start.elapsed() < Duration::from_secs(5) {
        let now = start.elapsed().as_millis() as u64;
        let (datagrams, end) = session.poll(now);
        for datagram in datagrams {
            socket.send(&datagram)?;
        }
        let mut events: Vec<SessionEvent> = end.into_iter().collect();
        if let Ok(length) = socket.recv(&mut buffer) {
            events.extend(session.receive(&buffer[..length], now));
        }
        for event in events {
            match event {
                SessionEvent::MapBegins => println!("map {:?}", session.server_info().get("mapname")),
                SessionEvent::Snapshot(seen) => {
                    snapshots += 1;
                    if snapshots % 20 == 1 {
                        println!(
                            "{}: at {}, health {}, {} entities",
                            seen.time,
                            seen.player.origin(),
                            seen.player.stats[0],
                            seen.entities.len()
                        );
                    }
                    let step = UserMove { time: seen.time, forward: 127, ..UserMove::default() };
                    for datagram in session.send_moves(&[step], now) {
                        socket.send(&datagram)?;
                    }
                }
                SessionEvent::Command(words) => println!("{words:?}"),
                SessionEvent::Ended(why) => println!("{why}"),
            }
        }
    }
    for datagram in session.leave(5_000) {
        socket.send(&datagram)?;
    }
    println!("{snapshots} snapshots, {} datagrams refused", session.refused());
    Ok(())
}
