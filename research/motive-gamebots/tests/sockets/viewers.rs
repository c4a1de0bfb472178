//! Viewers of a game, on a port of their own.

use crate::bots::{connect, play};
use crate::{Peer, Server, fast};
use motive_gamebots::ClientSettings;
use motive_gamebots::server::ServerSettings;
use motive_shooter::game::MatchSettings;
use std::time::Duration;
use tokio::net::TcpStream;

fn open(settings: ServerSettings) -> ServerSettings {
    ServerSettings { viewers: Some("127.0.0.1:0".parse().unwrap()), ..settings }
}

async fn viewer(server: &Server) -> Peer {
    let address = server.viewers.unwrap();
    Peer { stream: TcpStream::connect(address).await.unwrap(), read: Vec::new() }
}

/// A block up to its end.
async fn block(viewer: &mut Peer) -> Vec<String> {
    viewer.line_of("BEG").await;
    let mut lines = Vec::new();
    loop {
        let line = viewer.line().await.unwrap();
        if line.starts_with("END") {
            return lines;
        }
        lines.push(line);
    }
}

/// As programs of the time expect it.
#[test]
fn bots_and_viewers_have_the_ports_of_gamebots() {
    assert_eq!((ServerSettings::PORT, ServerSettings::VIEWER_PORT), (3000, 3001));
    assert_eq!(ServerSettings::default().address, "127.0.0.1:3000".parse().unwrap());
}

#[tokio::test]
async fn a_viewer_is_told_everything_and_can_do_nothing() {
    let game = MatchSettings { players: 2, time_limit: 20.0, ..Default::default() };
    let server = Server::start("ctf-simple", game, open(fast(4.0, 2))).await;
    let mut viewer = viewer(&server).await;
    viewer.type_in("INIT {Name Spy}\r\nRUNTO {Location 1,2,3}\r\nPING\r\n").await;
    assert!(viewer.line_of("NFO").await.contains("{Level ctf-simple}"));
    let bots = [
        tokio::spawn(play(connect(&server, ClientSettings::default()).await)),
        tokio::spawn(play(connect(&server, ClientSettings::default()).await)),
    ];
    let first = block(&mut viewer).await;
    let count = |lines: &[String], kind: &str| lines.iter().filter(|line| line.starts_with(kind)).count();
    assert_eq!((count(&first, "PLR"), count(&first, "FLG"), count(&first, "GAM")), (2, 2, 1));
    assert_eq!(count(&first, "SLF"), 0, "it has no bot");
    assert!(count(&first, "NAV") > 20 && count(&first, "INV") == 6, "{first:?}");
    let second = block(&mut viewer).await;
    assert_eq!((count(&second, "PLR"), count(&second, "NAV")), (2, 0), "what does not change is told once");
    let mut last = String::new();
    while let Some(line) = viewer.line().await {
        last = line;
    }
    assert_eq!(last.trim(), "FIN", "the end of the game is told, too");
    for bot in bots {
        assert_eq!(bot.await.unwrap().unwrap().observations.len(), 80);
    }
    let report = server.end().await;
    assert_eq!((report.missed_blocks, report.players.len()), (0, 2));
    assert!(report.players.iter().all(|player| player.name.starts_with("Bot")), "the viewer plays nobody");
}

#[tokio::test]
async fn viewers_that_read_nothing_or_do_not_know_the_password_hold_up_nobody() {
    let game = MatchSettings { players: 1, time_limit: 20.0, ..Default::default() };
    let mut settings = open(fast(8.0, 1));
    settings.limits.stall = Duration::from_millis(50);
    settings.limits.viewers = 3;
    settings.password = Some("secret".to_owned());
    let server = Server::start("stalwart-like", game, settings).await;
    let mut blind = viewer(&server).await;
    blind.type_in("PASSWORD {Password secret}\r\n").await;
    blind.line_of("NFO").await;
    let mut guessing = viewer(&server).await;
    guessing.line_of("PASSREQ").await;
    for _ in 0..3 {
        guessing.type_in("PASSWORD {Password guess}\r\n").await;
        guessing.line_of("PASSWDWRONG").await;
    }
    assert_eq!(guessing.line().await, None, "three guesses are enough");
    let login = ClientSettings { password: Some("secret".to_owned()), ..Default::default() };
    let played = play(connect(&server, login).await).await.unwrap();
    assert_eq!(played.observations.len(), 80, "no block was missed");
    assert!(server.end().await.over);
}
