//! What a server tells of its game.

use motive_shooter::map::Team;
use serde::Serialize;
use std::fmt;
use std::net::SocketAddr;

/// Something that happened on a server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ServerEvent {
    /// A bot plays.
    Joined {
        /// Its player.
        player: usize,
        /// Its name.
        name: String,
        /// Its team.
        team: Team,
        /// Where it comes from.
        peer: SocketAddr,
    },
    /// A bot is gone; its place is free.
    Left {
        /// Its player.
        player: usize,
        /// Its name.
        name: String,
        /// Why.
        why: String,
    },
    /// A bot was not let into the game.
    Refused {
        /// Where it comes from.
        peer: SocketAddr,
        /// Why.
        why: String,
    },
    /// A bot did not end its turn in time, in lockstep: the game does not repeat exactly.
    Late {
        /// Its player.
        player: usize,
    },
}

impl fmt::Display for ServerEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerEvent::Joined { player, name, team, peer } => {
                write!(f, "{name} joined from {peer}: player {player}, team {team}")
            }
            ServerEvent::Left { player, name, why } => {
                write!(f, "{name} is gone ({why}): the place of player {player} is free")
            }
            ServerEvent::Refused { peer, why } => write!(f, "{peer} cannot join: {why}"),
            ServerEvent::Late { player } => {
                write!(f, "player {player} did not end its turn in time; the game went on without it")
            }
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameReport {
    /// The map.
    pub map: String,
    /// The game.
    pub game: &'static str,
    /// Seconds that it lasted, in the time of the game.
    pub seconds: f64,
    /// Whether its time was up or its points were reached.
    pub over: bool,
    /// Whether the server was stopped before.
    pub stopped: bool,
    /// Points of each team, or of each player where there are no teams.
    pub scores: Vec<f64>,
    /// Blocks that were sent to bots.
    pub blocks: u64,
    /// Blocks that a bot missed because it read too slowly.
    pub missed_blocks: u64,
    /// Turns that a bot did not end in time, in lockstep.
    pub late_turns: u64,
    /// Every place of the game.
    pub players: Vec<PlayerReport>,
}

/// One place of a game and who had it last.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport {
    /// Its number.
    pub player: usize,
    /// The name of whoever had it last.
    pub name: String,
    /// Its team.
    pub team: Team,
    /// Whether somebody had it at the end.
    pub there: bool,
    /// Points for its own account.
    pub score: f64,
    /// Enemies killed.
    pub kills: u32,
    /// How often it died.
    pub deaths: u32,
    /// Flags brought home.
    pub captures: u32,
    /// Commands obeyed.
    pub commands: u32,
}
