//! A bot in plain Rust, without a mind from a file: it goes from item to item and shoots at whoever it sees.
//!
//! `cargo run -p motive-openarena --example rover -- 127.0.0.1:27960 60` plays for a minute.
#![expect(clippy::print_stdout, reason = "it is a program")]

use motive_openarena::bot::{Bot, BotEvent, BotSettings, MapCache};
use motive_openarena::map::GameFiles;
use motive_openarena::session::ConnectionSettings;
use motive_openarena::socket::BotSocket;
use motive_shooter::body::{Aim, Atlas, BodyCommand, BodyEvent, BodyObservation};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Rover {
    atlas: Arc<Atlas>,
    goal: usize,
    since: f64,
    reached: u32,
    given_up: u32,
    walls: u32,
    deaths: u32,
    kills: u32,
    items: u32,
}

impl Rover {
    fn decide(&mut self, seen: &BodyObservation) -> Vec<BodyCommand> {
        for event in &seen.events {
            match event {
                BodyEvent::HitWall { .. } => self.walls += 1,
                BodyEvent::Died { .. } => self.deaths += 1,
                BodyEvent::Killed { by, .. } if *by == Some(seen.own.id) => self.kills += 1,
                BodyEvent::PickedUp { .. } => self.items += 1,
                _ => {}
            }
        }
        let items: Vec<_> = self.atlas.places().iter().filter(|place| place.is_item).collect();
        let Some(place) = items.get(self.goal % items.len().max(1)) else { return Vec::new() };
        let there = place.position.distance(seen.own.position) < 50.0;
        if there || seen.time - self.since > 25.0 {
            if there {
                self.reached += 1;
            } else {
                self.given_up += 1;
                println!(
                    "{:6.1} s: gave up {} at {} from {}",
                    seen.time, place.name, place.position, seen.own.position
                );
            }
            (self.goal, self.since) = (self.goal + 7, seen.time);
        }
        let run = BodyCommand::RunTo(Aim::At(place.position));
        match seen.players.first() {
            Some(enemy) => vec![run, BodyCommand::Shoot(Aim::Thing(enemy.id))],
            None => vec![run, BodyCommand::StopShooting],
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:27960".to_owned());
    let seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(60);
    let connection =
        ConnectionSettings { name: "Rover".into(), port: 4_712, ..ConnectionSettings::default() };
    let settings = BotSettings { connection, ..BotSettings::default() };
    let bot = Bot::new(settings, MapCache::new(GameFiles::installed()?));
    let mut socket = BotSocket::open(&address, bot)?;
    let (mut rover, mut over) = (Rover::default(), false);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds) && !over {
        let busy = socket.pump(|bot, event| match event {
            BotEvent::Begins(briefing) => {
                println!("begins on {}", bot.map().map_or("?", |map| map.name()));
                rover.atlas = briefing.atlas.clone();
            }
            BotEvent::Sensed(seen) => {
                for command in rover.decide(&seen) {
                    bot.command(&command);
                }
            }
            BotEvent::Ended(why) => {
                println!("{why}");
                over = true;
            }
        })?;
        if !busy {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    socket.leave();
    let Rover { reached, given_up, walls, deaths, kills, items, .. } = rover;
    println!(
        "reached {reached} places, gave up {given_up}, picked up {items}; hit walls {walls} times, killed {kills}, died {deaths} times"
    );
    Ok(())
}
