//! How bots come into a game and leave it.

use crate::bots::{connect, in_team, play};
use crate::{LONG, Peer, Server, fast};
use motive_gamebots::server::{ServerEvent, ServerLimits, ServerSettings};
use motive_gamebots::{ClientEvent, ClientSettings, Dialect, LineEnd};
use motive_shooter::body::ids;
use motive_shooter::game::MatchSettings;
use std::time::{Duration, Instant};
use tokio::time::timeout;

#[tokio::test]
async fn a_client_that_says_nothing_is_greeted_after_a_while_and_one_that_speaks_at_once() {
    let server = Server::with_limits(ServerLimits::default()).await;
    let (mut silent, begun) = (Peer::new(&server).await, Instant::now());
    assert!(silent.line().await.unwrap().starts_with("NFO {Gametype BotDeathMatchPlus} {Level duel}"));
    assert!(begun.elapsed() >= Duration::from_millis(250));
    let (mut hasty, begun) = (Peer::new(&server).await, Instant::now());
    hasty.type_in("INI").await;
    assert!(hasty.line().await.unwrap().starts_with("NFO"));
    assert!(begun.elapsed() < Duration::from_millis(250));
    server.stop().await;
}

/// Commands in any case and with several blanks, vectors with blanks, lines that end in CR: as programs of the time wrote them.
#[tokio::test]
async fn old_habits_are_understood() {
    let server = Server::with_limits(ServerLimits::default()).await;
    let mut old = Peer::new(&server).await;
    old.type_in("Init  {Team 0}  {Name An Old {Bot}}\rgetpath {Location 100 200 0}{id  7}\rRunTo   {location 1, 2,3}\r").await;
    let [own, path] = old.lines_of(["SLF", "PTH"]).await;
    assert!(own.contains("{Name An Old (Bot)}"), "{own}");
    assert!(path.starts_with("PTH {Id 7}"), "{path}");
    old.type_in("ping\rINIT\r").await;
    assert_eq!(old.line_of("PONG").await, "PONG ");
    assert_eq!(old.line_of("ERR").await, "ERR {Text INIT was said already}");
    assert_eq!(old.line_of("BEG").await.split(' ').count(), 3);
    assert!(old.line_of("END").await.starts_with("END "), "a blank follows every kind");
    server.stop().await;
}

#[tokio::test]
async fn the_place_of_a_bot_that_died_is_taken_by_the_next() {
    let server = Server::start("ctf-simple", MatchSettings::default(), ServerSettings::default()).await;
    let _other = connect(&server, in_team("Other", 1)).await;
    let mut first = connect(&server, in_team("First", 0)).await;
    assert!(matches!(timeout(LONG, first.next()).await.unwrap(), Ok(ClientEvent::Sensed(_))));
    let mut second = connect(&server, in_team("Second", 0)).await;
    let refused = timeout(LONG, second.next()).await.unwrap().unwrap();
    let ClientEvent::Refused(why) = refused else { panic!("{refused:?}") };
    assert_eq!(why, "all 1 places of team 0 are taken; try again later");
    // As with `kill -9`: the socket is closed without a word.
    drop(first);
    let left = server.wait_for(|event| matches!(event, ServerEvent::Left { .. })).await;
    assert!(matches!(left, ServerEvent::Left { player: 0, .. }), "{left:?}");
    second.ask_again().await.unwrap();
    let ClientEvent::Sensed(seen) = timeout(LONG, second.next()).await.unwrap().unwrap() else { panic!() };
    assert_eq!((&*seen.own.name, seen.own.id, seen.own.health), ("Second", ids::player(0), 100));
    server.stop().await;
}

#[tokio::test]
async fn a_password_is_asked_for() {
    let settings = ServerSettings { password: Some("secret".into()), ..ServerSettings::default() };
    let server = Server::start("duel", MatchSettings::default(), settings).await;
    for (password, enters) in [(Some("secret"), true), (Some("guess"), false), (None, false)] {
        let password = password.map(str::to_owned);
        let mut bot = connect(&server, ClientSettings { password, ..ClientSettings::default() }).await;
        let event = timeout(LONG, bot.next()).await.unwrap().unwrap();
        assert_eq!(matches!(event, ClientEvent::Sensed(_)), enters);
        assert_eq!(event == ClientEvent::Locked, !enters);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_team_that_does_not_exist_is_refused_and_no_team_is_the_smaller_one() {
    let game = MatchSettings { players: 4, ..Default::default() };
    let server = Server::start("ctf-simple", game, ServerSettings::default()).await;
    let mut wrong = Peer::new(&server).await;
    wrong.type_in("INIT {Team 7}\n").await;
    assert_eq!(wrong.line_of("ERR").await, "ERR {Text there is no team 7; the teams are 0 and 1}");
    for team in ["0", "1", "0", "1"] {
        let mut bot = Peer::new(&server).await;
        bot.type_in("INIT\n").await;
        let own = bot.line_of("SLF").await;
        assert!(own.contains(&format!("{{Team {team}}}")), "{own}");
        std::mem::forget(bot);
    }
    wrong.type_in("INIT\n").await;
    assert_eq!(wrong.line_of("ERR").await, "ERR {Text all 4 places are taken; try again later}");
    server.stop().await;
}

#[tokio::test]
async fn the_end_of_the_game_is_told_to_all() {
    let game = MatchSettings { players: 2, time_limit: 1.0, ..Default::default() };
    for (dialect, line_end) in [(Dialect::Ut99, LineEnd::Lf), (Dialect::Ut2004, LineEnd::Cr)] {
        let settings = ServerSettings { dialect, line_end, ..fast(20.0, 2) };
        let server = Server::start("duel", game.clone(), settings).await;
        let bots = [
            connect(&server, ClientSettings::default()).await,
            connect(&server, ClientSettings::default()).await,
        ];
        for bot in bots.map(|bot| tokio::spawn(play(bot))) {
            let played = bot.await.unwrap().unwrap();
            assert!(played.observations.last().unwrap().time >= 1.0);
        }
        assert!(server.end().await.over);
    }
}

#[tokio::test]
async fn a_server_that_dies_ends_the_connection() {
    let server = Server::with_limits(ServerLimits::default()).await;
    let mut bot = connect(&server, ClientSettings::default()).await;
    assert!(matches!(bot.next().await, Ok(ClientEvent::Sensed(_))));
    server.game.abort();
    let gone = async { while bot.next().await.is_ok() {} };
    timeout(LONG, gone).await.unwrap();
}
