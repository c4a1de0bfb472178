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

#[test]
fn a_bot_takes_up_a_weapon_and_armour_and_knows_it() {
    if !is_there() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("motive-openarena-items-{}", std::process::id()));
    let settings = MatchSettings {
        map: "aggressor".into(),
        kind: GameKind::FreeForAll,
        minutes: 0.0,
        timescale: 5.0,
        players: 4,
    };
    let server = GameServer::start(&settings, &folder).unwrap();
    let shelf = MapShelf::new(GameFiles::installed().unwrap());
    let mut socket = BotSocket::open(&server.address(), Bot::new(BotSettings::default(), shelf)).unwrap();
    let (mut armour, mut held, mut asked) = (0, None, false);
    let begun = Instant::now();
    while (armour == 0 || held != Some("rocket_launcher")) && begun.elapsed() < Duration::from_secs(60) {
        socket
            .pump(|bot, event| {
                let BotEvent::Sensed(seen) = event else { return };
                (armour, held) = (seen.own.armour, seen.own.weapon);
                let armed = seen.own.weapons.contains(&"rocket_launcher");
                let wanted = if armed { "item_armor_combat" } else { "weapon_rocketlauncher" };
                let place = bot.map().and_then(|map| map.places().iter().find(|place| place.class == wanted));
                if let Some(at) = place.map(|place| place.position) {
                    bot.command(&BodyCommand::RunTo(Aim::At(at)));
                }
                if armed && !asked {
                    asked = true;
                    bot.command(&BodyCommand::ChangeWeapon(Some("rocket_launcher".into())));
                }
            })
            .unwrap();
        std::thread::sleep(Duration::from_micros(500));
    }
    socket.leave();
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
    assert_eq!(held, Some("rocket_launcher"), "it has the weapon that it took up in hand");
    assert!(armour > 0, "it knows that it has armour");
}
