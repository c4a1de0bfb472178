//! Clients that mean harm, or are broken: the game goes on for the others.

use crate::bots::connect;
use crate::{LONG, Peer, Server, fast};
use motive_gamebots::server::{ServerEvent, ServerLimits, ServerSettings};
use motive_gamebots::{ClientEvent, ClientSettings};
use motive_shooter::game::MatchSettings;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

/// A bot that plays undisturbed: it senses `blocks` blocks.
async fn senses(server: &Server, blocks: usize) {
    let mut bot = connect(server, ClientSettings::default()).await;
    let mut last = 0.0;
    for _ in 0..blocks {
        let ClientEvent::Sensed(seen) = timeout(LONG, bot.next()).await.unwrap().unwrap() else { panic!() };
        assert!(last == 0.0 || (seen.time - last - 0.25_f64).abs() < 1e-6, "no block is missing");
        last = seen.time;
        bot.send(&[]).await.unwrap();
    }
}

#[tokio::test]
async fn garbage_half_lines_and_commands_out_of_turn_are_answered_and_passed_over() {
    let server = Server::with_limits(ServerLimits::default()).await;
    let mut bad = Peer::new(&server).await;
    bad.stream.write_all(b"\x00\xff\xfe}{\r\n\r\r\n{{{{{{\nSTOP\nINIT {Name").await.unwrap();
    assert!(bad.line_of("ERR").await.contains("a message starts with its kind"));
    assert!(bad.line_of("ERR").await.contains("a message starts with its kind"));
    assert_eq!(bad.line_of("ERR").await, "ERR {Text INIT is expected first}");
    bad.type_in(" Late}\n").await;
    assert!(bad.line_of("SLF").await.contains("{Name Late}"));
    senses(&server, 3).await;
    server.stop().await;
}

#[tokio::test]
async fn a_line_without_end_is_passed_over_within_bounds() {
    let limits = ServerLimits { lines_per_second: 100_000, ..ServerLimits::default() };
    let server = Server::with_limits(limits).await;
    let mut bad = Peer::new(&server).await;
    for _ in 0..2_000 {
        bad.stream.write_all(&[b'x'; 8192]).await.unwrap();
    }
    bad.type_in("\nINIT {Name Sorry}\n").await;
    assert_eq!(bad.line_of("ERR").await, "ERR {Text a line may have 4096 bytes}");
    assert!(bad.line_of("SLF").await.contains("Sorry"));
    senses(&server, 3).await;
    server.stop().await;
}

#[tokio::test]
async fn who_sends_too_much_is_read_more_slowly() {
    let server =
        Server::with_limits(ServerLimits { lines_per_second: 1_000, ..ServerLimits::default() }).await;
    let mut flood = Peer::new(&server).await;
    let begun = Instant::now();
    flood.type_in(&"PING\n".repeat(4_000)).await;
    for _ in 0..4_000 {
        flood.line_of("PONG").await;
    }
    assert!(begun.elapsed() >= Duration::from_millis(1_000), "{:?}", begun.elapsed());
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_stops_reading_is_left_behind_and_loses_its_place() {
    let limits = ServerLimits { stall: Duration::from_millis(500), blocks: 2, ..ServerLimits::default() };
    let game = MatchSettings { players: 2, time_limit: 0.0, ..Default::default() };
    let server = Server::start("stalwart-like", game, ServerSettings { limits, ..fast(200.0, 1) }).await;
    let mut lazy = Peer::new(&server).await;
    lazy.type_in("INIT {Name Lazy}\n").await;
    server.wait_for(|event| matches!(event, ServerEvent::Joined { .. })).await;
    let left = server.wait_for(|event| matches!(event, ServerEvent::Left { .. })).await;
    let ServerEvent::Left { player: 0, why, .. } = left else { panic!("{left:?}") };
    assert_eq!(why, "reads nothing");
    let mut next = connect(&server, ClientSettings::default()).await;
    assert!(matches!(timeout(LONG, next.next()).await.unwrap(), Ok(ClientEvent::Sensed(_))));
    assert!(server.stop().await.missed_blocks > 0);
}

#[tokio::test]
async fn a_client_that_never_joins_is_sent_away() {
    let server =
        Server::with_limits(ServerLimits { login: Duration::from_millis(400), ..ServerLimits::default() })
            .await;
    let mut idle = Peer::new(&server).await;
    assert_eq!(idle.line_of("ERR").await, "ERR {Text no INIT in time}");
    assert_eq!(idle.line().await, None);
    server.stop().await;
}

/// The short form; thousands at the same time are measured by hand.
#[tokio::test]
async fn a_thousand_connections_leave_the_game_alone() {
    let limits = ServerLimits { connections: 20, ..ServerLimits::default() };
    let server = Server::with_limits(limits).await;
    let mut first = Peer::new(&server).await;
    first.type_in("INIT {Name First}\n").await;
    first.line_of("SLF").await;
    let mut crowd = Vec::new();
    for number in 0..1_000 {
        let mut peer = Peer::new(&server).await;
        if number % 2 == 0 {
            let _ = peer.stream.write_all(b"INIT {Name").await;
        }
        // A few hundred stay, the others go.
        if number % 4 == 0 {
            crowd.push(peer);
        }
    }
    let mut last = Peer::new(&server).await;
    let told = last.line().await;
    assert!(told.is_none_or(|line| line == "ERR {Text too many connections; try again later}"));
    for _ in 0..4 {
        first.line_of("SLF").await;
    }
    drop(crowd);
    senses(&server, 2).await;
    assert_eq!(server.stop().await.missed_blocks, 0);
}
