//! The real game, where it is installed.

use glam::Vec3;
use motive_openarena::bot::{Bot, BotEvent, BotSettings, MapCache};
use motive_openarena::game::GameKind;
use motive_openarena::map::{GameFiles, GameMap};
use motive_openarena::server::{GameServer, GameServerSettings};
use motive_openarena::socket::BotSocket;
use motive_shooter::body::{Aim, BodyCommand, WeaponWish};
use motive_shooter::rules::WeaponClass;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Whether the game is there; says so if it is not.
#[expect(clippy::print_stderr, reason = "who runs the tests should know what was left out")]
pub(crate) fn is_there() -> bool {
    let there = GameServer::is_installed() && GameFiles::installed().is_ok();
    if !there {
        eprintln!("skipped: OpenArena's server is not on this machine (apt-get install openarena-server)");
    }
    there
}

/// A server that plays on a map, five times as fast as real time, until it is dropped.
pub(crate) struct RunningGame {
    pub(crate) server: GameServer,
    folder: PathBuf,
}

impl RunningGame {
    pub(crate) fn start(map: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("motive-openarena-{map}-{}", std::process::id()));
        let settings = GameServerSettings {
            map: map.into(),
            kind: GameKind::FreeForAll,
            minutes: 0.0,
            timescale: 5.0,
            players: 4,
        };
        Self { server: GameServer::start(&settings, &folder).unwrap(), folder }
    }

    fn join(&self) -> BotSocket {
        let maps = MapCache::new(GameFiles::installed().unwrap());
        BotSocket::open(&self.server.address(), Bot::new(BotSettings::default(), maps)).unwrap()
    }
}

impl Drop for RunningGame {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
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
    let middle = |at: Vec3| at + Vec3::Z * 24.0;
    let from = middle(items[0].position);
    let reached =
        items.iter().filter(|item| map.navigation().route(from, middle(item.position), &[]).is_some());
    let reached = reached.count();
    assert!(reached * 10 >= items.len() * 9, "{reached} of {}", items.len());
    assert!(map.walls().trace(from, from - Vec3::Z * 500.0).is_some(), "there is a floor");
}

#[test]
fn a_bot_plays_on_a_real_server_and_follows_to_another_map() {
    if !is_there() {
        return;
    }
    let game = RunningGame::start("oa_dm4");
    let mut socket = game.join();
    // The maps, each with where the bot was on it.
    let mut maps: Vec<(String, Vec<Vec3>)> = Vec::new();
    let (mut goal, mut changed) = (None, false);
    let is_enough = |maps: &[(String, Vec<Vec3>)]| maps.last().is_some_and(|(_, places)| places.len() > 60);
    let begun = Instant::now();
    while (maps.len() < 2 || !is_enough(&maps)) && begun.elapsed() < Duration::from_secs(90) {
        socket
            .pump(|bot, event| match event {
                BotEvent::Begins(briefing) => {
                    maps.extend(bot.map().map(|map| (map.name().to_owned(), Vec::new())));
                    let item = briefing.atlas.places().iter().find(|place| place.is_item);
                    goal = item.map(|place| place.position);
                }
                BotEvent::Sensed(seen) => {
                    maps.last_mut().unwrap().1.push(seen.own.position);
                    if let Some(goal) = goal {
                        bot.command(&BodyCommand::RunTo(Aim::At(goal)));
                    }
                }
                BotEvent::Ended(why) => panic!("{why}"),
            })
            .unwrap();
        if is_enough(&maps) && !changed {
            game.server.command("map dm4ish");
            changed = true;
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    socket.leave();
    assert_eq!(maps.iter().map(|(map, _)| map.as_str()).collect::<Vec<_>>(), ["oa_dm4", "dm4ish"]);
    for (map, places) in &maps {
        let way: f32 = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        assert!(way > 200.0, "it has walked {way} units on {map}");
    }
}

#[test]
fn a_bot_takes_up_a_weapon_and_armour_and_knows_it() {
    if !is_there() {
        return;
    }
    let game = RunningGame::start("aggressor");
    let mut socket = game.join();
    let (mut armour, mut held, mut asked) = (0, None, false);
    let begun = Instant::now();
    while (armour == 0 || held != Some(WeaponClass::RocketLauncher))
        && begun.elapsed() < Duration::from_secs(60)
    {
        socket
            .pump(|bot, event| {
                let BotEvent::Sensed(seen) = event else { return };
                (armour, held) = (seen.own.armour, seen.own.weapon);
                let armed = seen.own.weapons.contains(&WeaponClass::RocketLauncher);
                let wanted = if armed { "item_armor_combat" } else { "weapon_rocketlauncher" };
                let place = bot.map().and_then(|map| map.places().iter().find(|place| place.class == wanted));
                if let Some(at) = place.map(|place| place.position) {
                    bot.command(&BodyCommand::RunTo(Aim::At(at)));
                }
                if armed && !asked {
                    asked = true;
                    bot.command(&BodyCommand::ChangeWeapon(WeaponWish::RocketLauncher));
                }
            })
            .unwrap();
        std::thread::sleep(Duration::from_micros(500));
    }
    socket.leave();
    assert_eq!(held, Some(WeaponClass::RocketLauncher), "it has the weapon that it took up in hand");
    assert!(armour > 0, "it knows that it has armour");
}
