//! All numbers of the arena that are not a weapon's.
//!
//! *Thesis* numbers are Gordon's (2005), *specified* ones are the defaults that the specification of Hansen's system gives for a test arena, and all others are
//! *ours*.

use super::Faults;
use crate::rules::GameType;
use thiserror::Error;

/// What can be chosen about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchSettings {
    /// Which game; the map's first if none is named.
    pub game: Option<GameType>,
    /// How many players. With teams, even numbers are red and odd ones blue.
    pub players: usize,
    /// Seconds after which the game ends (thesis: 300); 0 for never.
    pub time_limit: f64,
    /// Points at which the game ends (specified: 100 in domination); 0 for never.
    pub score_limit: f64,
    /// Seconds between two observations (specified: 0.25). A whole number of [`MatchSettings::STEP`]s.
    pub update: f64,
    /// Whether everybody starts with an enforcer (specified: no).
    pub armed: bool,
    /// Whether shots hurt one's own team (ours: no).
    pub friendly_fire: bool,
    /// Health that a pack gives (thesis: about 20).
    pub health_pack: i32,
    /// Armour that armour gives (specified: 50, of at most 100).
    pub armour_pack: i32,
    /// Seconds until an item is there again (thesis: about 30).
    pub item_returns: f64,
    /// Seconds until a dead player starts again (specified: 2).
    pub respawn: f64,
    /// Seconds until a dropped flag returns by itself (ours: 25).
    pub flag_returns: f64,
    /// Points a second for each domination point that is held (specified: 1).
    pub points_per_second: f64,
    /// How far a player sees to both sides together, of 65,536 (specified: a quarter turn).
    pub field_of_view: i32,
    /// How far a player sees (specified: 5,000).
    pub sight: f32,
    /// Units a second (specified: 400).
    pub speed: f32,
    /// Angle that a player turns in a second (specified: 65,536).
    pub turn_rate: i32,
    /// Whether bots are told of navigation points in sight (ours: yes). Gordon's bots ignored them.
    pub shows_nodes: bool,
    /// What goes wrong on purpose.
    pub faults: Faults,
}

impl Default for MatchSettings {
    fn default() -> Self {
        Self {
            game: None,
            players: 2,
            time_limit: 300.0,
            score_limit: 0.0,
            update: 0.25,
            armed: false,
            friendly_fire: false,
            health_pack: 20,
            armour_pack: 50,
            item_returns: 30.0,
            respawn: 2.0,
            flag_returns: 25.0,
            points_per_second: 1.0,
            field_of_view: 16_384,
            sight: 5000.0,
            speed: 400.0,
            turn_rate: 65_536,
            shows_nodes: true,
            faults: Faults::default(),
        }
    }
}

/// Why there cannot be such a game.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MatchError {
    /// The map has not what the game needs.
    #[error("the map `{map}` is not made for {game}; it is for {known}")]
    WrongGame {
        /// The map.
        map: String,
        /// The game.
        game: &'static str,
        /// The games that it is made for.
        known: String,
    },
    /// No players, or too many.
    #[error("{players} players cannot play: there may be 1 to {most}")]
    Players {
        /// How many were asked for.
        players: usize,
        /// How many there may be.
        most: usize,
    },
    /// A number that is negative, infinite or none.
    #[error("`{setting}` cannot be {value}")]
    Number {
        /// Which.
        setting: &'static str,
        /// What it was.
        value: f64,
    },
}

impl MatchSettings {
    /// Seconds of one step of the game (specified: 0.05).
    pub const STEP: f64 = 0.05;
    /// The most players.
    pub const MOST_PLAYERS: usize = 64;

    pub(super) fn check(&self) -> Result<(), MatchError> {
        if !(1..=Self::MOST_PLAYERS).contains(&self.players) {
            return Err(MatchError::Players { players: self.players, most: Self::MOST_PLAYERS });
        }
        let faults = &self.faults;
        let numbers = [
            ("time_limit", self.time_limit),
            ("score_limit", self.score_limit),
            ("item_returns", self.item_returns),
            ("respawn", self.respawn),
            ("flag_returns", self.flag_returns),
            ("points_per_second", self.points_per_second),
            ("sight", f64::from(self.sight)),
            ("speed", f64::from(self.speed)),
            ("latency", faults.latency),
            ("jitter", faults.jitter),
            ("loss", faults.loss),
            ("push_every", faults.push_every),
            ("slow_paths", faults.slow_paths),
        ];
        let bad = numbers.into_iter().find(|(_, value)| !(value.is_finite() && (0.0..=1e6).contains(value)));
        if let Some((setting, value)) = bad {
            return Err(MatchError::Number { setting, value });
        }
        if !(Self::STEP..=10.0).contains(&self.update) {
            return Err(MatchError::Number { setting: "update", value: self.update });
        }
        Ok(())
    }

    /// Steps between two observations.
    pub fn steps_per_update(&self) -> u64 {
        steps(self.update).max(1)
    }
}

/// The number of steps in a time.
pub(super) fn steps(seconds: f64) -> u64 {
    (seconds / MatchSettings::STEP).round() as u64
}
