//! The real game, where it is installed.

use motive_openarena::body::GameKind;
use motive_openarena::bot::{Bot, BotEvent, BotSettings, MapShelf};
use motive_openarena::map::{GameFiles, GameMap};
use motive_openarena::server::{GameServer, MatchSettings};
use motive_openarena::socket::BotSocket;
use motive_shooter::body::{Aim, BodyCommand};
use std::time::{Duration, Instant};

/// Whether the game is there; says so if it is not.
#[expect(clippy::print_stderr, reason = "who runs the tests should know what was left out")]
fn is_there() -> bool {
    let there = GameServer::is_installed() && GameFiles::installed().is_ok();
    if !there {
        eprintln!("skipped: OpenArena's server is not on this machine (apt-get install openarena-server)");
    }
    there
}

#[test]
fn maps_of_the_game_are_read_and_their_items_can_be_reached() {
    if !is_there() {
        return;
    }
    let files = GameFiles::installed().unwrap();
    let map = GameMap::load(&files, "oa_dm4").unwrap();
    let items: Vec<_> = map.places().iter().filter(|place| place.kind.is_item()).collect();
    assert!(items.len() > 20);
    let middle = |at: glam::Vec3| at + glam::Vec3::Z * 24.0;
    let from = middle(items[0].position);
    let reached =
        items.iter().filter(|item| map.navigation().route(from, middle(item.position), &[]).is_some());
    let reached = reached.count();
    assert!(reached * 10 >= items.len() * 9, "{reached} of {}", items.len());
    assert!(map.walls().trace(from, from - glam::Vec3::Z * 500.0).is_some(), "there is a floor");
}

#[test]
fn a_bot_plays_on_a_real_server_and_follows_to_another_map() {
    if !is_there() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("motive-openarena-test-{}", std::process::id()));
    let settings = MatchSettings {
        map: "oa_dm4".into(),
        kind: GameKind::FreeForAll,
        minutes: 0.0,
        timescale: 5.0,
        players: 4,
    };
    let server = GameServer::start(&settings, &folder).unwrap();
    let shelf = MapShelf::new(GameFiles::installed().unwrap());
    let mut socket = BotSocket::open(&server.address(), Bot::new(BotSettings::default(), shelf)).unwrap();
    let (mut maps, mut places, mut changed) = (Vec::new(), Vec::new(), false);
    let mut goal = None;
    let begun = Instant::now();
    while maps.len() < 2 && begun.elapsed() < Duration::from_secs(90) {
        socket
            .pump(|bot, event| match event {
                BotEvent::Begins(briefing) => {
                    maps.extend(bot.map().map(|map| map.name().to_owned()));
                    goal = briefing
                        .atlas
                        .places()
                        .iter()
                        .find(|place| place.is_item)
                        .map(|place| place.position);
                }
                BotEvent::Sensed(seen) => {
                    places.push(seen.own.position);
                    if let Some(goal) = goal {
                        bot.command(&BodyCommand::RunTo(Aim::At(goal)));
                    }
                }
                BotEvent::Ended(why) => panic!("{why}"),
            })
            .unwrap();
        if places.len() > 60 && !changed {
            server.command("map dm4ish");
            changed = true;
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    socket.leave();
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
    assert_eq!(maps, ["oa_dm4", "dm4ish"]);
    let way: f32 = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    assert!(way > 200.0, "it has walked {way} units");
}
