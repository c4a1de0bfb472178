//! A simple bot over a socket.

use crate::{LONG, Server};
use motive_gamebots::client::{BotConnection, ConnectionError, ConnectionTimeouts};
use motive_gamebots::{ClientEvent, ClientSession, ClientSettings, LineEnd};
use motive_shooter::body::{Aim, BodyCommand, BodyObservation};
use tokio::time::timeout;

/// Shoots at players, runs to items, turns otherwise.
pub(crate) fn decide(seen: &BodyObservation) -> Vec<BodyCommand> {
    if let Some(enemy) = seen.players.iter().find(|player| player.team != seen.own.team) {
        return vec![BodyCommand::Shoot(Aim::Thing(enemy.id)), BodyCommand::RunTo(Aim::At(enemy.position))];
    }
    if let Some(item) = seen.items.first() {
        let path = BodyCommand::GetPath { to: item.position, query: seen.time };
        return vec![BodyCommand::StopShooting, path, BodyCommand::RunTo(Aim::At(item.position))];
    }
    vec![BodyCommand::StopShooting, BodyCommand::Rotate(7000.0)]
}

/// What a bot saw of a game.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Played {
    pub(crate) observations: Vec<BodyObservation>,
    pub(crate) refused_lines: u64,
}

pub(crate) async fn connect(server: &Server, settings: ClientSettings) -> BotConnection {
    let session = ClientSession::new(settings);
    let address = server.address.to_string();
    BotConnection::open(&address, session, LineEnd::Cr, ConnectionTimeouts::default()).await.unwrap()
}

pub(crate) fn in_team(name: &str, team: i32) -> ClientSettings {
    ClientSettings { name: Some(name.to_owned()), team: Some(team), password: None }
}

/// Plays until the game is over.
pub(crate) async fn play(mut connection: BotConnection) -> Result<Played, ConnectionError> {
    let mut played = Played::default();
    loop {
        match timeout(LONG, connection.next()).await.unwrap()? {
            ClientEvent::Sensed(seen) => {
                connection.send(&decide(&seen)).await?;
                played.observations.push(*seen);
            }
            ClientEvent::Over => break,
            other => panic!("{other:?}"),
        }
    }
    played.refused_lines = connection.session().refused_lines();
    Ok(played)
}
