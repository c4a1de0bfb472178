//! What a bot senses: its state and what it sees, at fixed intervals, and what happened in between.

use crate::map::PlaceKind;
use crate::rules::{Team, named};
use glam::Vec3;
use std::sync::Arc;

/// All that a bot senses at one moment. GameBots sends it as the messages between `BEG` and `END`, and events as messages of their own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyObservation {
    /// Seconds since the game began.
    pub time: f64,
    /// The bot itself.
    pub own: OwnState,
    /// How the game stands.
    pub game: GameState,
    /// Players in sight.
    pub players: Vec<SeenPlayer>,
    /// Items in sight.
    pub items: Vec<SeenItem>,
    /// Flags in sight, carried or not.
    pub flags: Vec<SeenFlag>,
    /// Navigation points in sight.
    pub nodes: Vec<SeenNode>,
    /// Doors and lifts in sight.
    pub movers: Vec<SeenMover>,
    /// Places of items and bases of flags that are in sight and where nothing is.
    pub bare: Vec<u64>,
    /// What happened since the observation before.
    pub events: Vec<BodyEvent>,
}

impl BodyObservation {
    /// Number and place of all that is in sight.
    pub fn sightings(&self) -> impl Iterator<Item = (u64, Vec3)> {
        let players = self.players.iter().map(|it| (it.id, it.position));
        let items = self.items.iter().map(|it| (it.id, it.position));
        let flags = self.flags.iter().map(|it| (it.id, it.position));
        let nodes = self.nodes.iter().map(|it| (it.id, it.position));
        let movers = self.movers.iter().map(|it| (it.id, it.position));
        players.chain(items).chain(flags).chain(nodes).chain(movers)
    }
}

/// A bot's own state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnState {
    /// Its number as a thing.
    pub id: u64,
    /// Its name.
    pub name: Arc<str>,
    /// Its team.
    pub team: Team,
    /// Where its feet are.
    pub position: Vec3,
    /// Units a second.
    pub velocity: Vec3,
    /// The direction it looks in.
    pub yaw: i32,
    /// How far up it looks.
    pub pitch: i32,
    /// 0 when dead.
    pub health: i32,
    /// Part of the damage is taken from it.
    pub armour: i32,
    /// The weapon in hand.
    pub weapon: Option<&'static str>,
    /// Shots left in that weapon.
    pub ammunition: i32,
    /// Shots that the weapon holds at most.
    pub capacity: i32,
    /// All weapons that it has.
    pub weapons: Vec<&'static str>,
    /// Whether it fires.
    pub shooting: bool,
    /// Whether it carries the flag of another team.
    pub has_flag: bool,
    /// Whether it is alive.
    pub alive: bool,
}

/// How the game stands, as everybody is told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameState {
    /// Points of each team, or of each player where there are no teams.
    pub scores: Vec<f64>,
    /// For each team whether its flag is away from its base.
    pub flags_away: Vec<bool>,
    /// Every domination point.
    pub points: Vec<PointState>,
    /// Whether the game is over.
    pub over: bool,
}

/// A domination point.
#[derive(Clone, Debug, PartialEq)]
pub struct PointState {
    /// Its number as a thing.
    pub id: u64,
    /// Its name.
    pub name: Arc<str>,
    /// Where it is.
    pub position: Vec3,
    /// Who holds it.
    pub owner: Option<Team>,
}

/// Another player in sight.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenPlayer {
    /// Its number as a thing.
    pub id: u64,
    /// Its name.
    pub name: Arc<str>,
    /// Its team.
    pub team: Team,
    /// Where its feet are.
    pub position: Vec3,
    /// Units a second.
    pub velocity: Vec3,
    /// The direction it looks in.
    pub yaw: i32,
    /// The weapon in its hand.
    pub weapon: Option<&'static str>,
    /// Whether it can be walked to directly.
    pub reachable: bool,
}

/// An item in sight.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenItem {
    /// Its number as a thing.
    pub id: u64,
    /// What it is.
    pub kind: PlaceKind,
    /// Where it is.
    pub position: Vec3,
    /// Whether it can be walked to directly.
    pub reachable: bool,
}

/// A flag in sight.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenFlag {
    /// Its number as a thing.
    pub id: u64,
    /// Whose it is.
    pub team: Team,
    /// Where it is.
    pub position: Vec3,
    /// Whether it stands at its base.
    pub at_base: bool,
    /// Who carries it.
    pub carrier: Option<u64>,
    /// Whether it can be walked to directly.
    pub reachable: bool,
}

/// A navigation point in sight.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenNode {
    /// Its number as a thing.
    pub id: u64,
    /// Where it is.
    pub position: Vec3,
    /// Whether it can be walked to directly.
    pub reachable: bool,
}

/// A door or lift in sight.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenMover {
    /// Its number as a thing.
    pub id: u64,
    /// Which of them it is.
    pub class: MoverClass,
    /// Where it is now.
    pub position: Vec3,
    /// Whether the door is open, or the lift is up.
    pub open: bool,
}

named! {
    /// Something of a level that moves.
    pub enum MoverClass {
        /// It opens for whoever is near.
        Door = "door",
        /// It takes up whoever stands on it.
        Lift = "lift",
    }
}

named! {
    /// A sound's cause.
    pub enum Noise {
        /// Somebody runs.
        Steps = "steps",
        /// Somebody jumps or lands.
        Landing = "landing",
        /// A shot.
        Shot = "shot",
        /// An explosion.
        Explosion = "explosion",
        /// Something is picked up.
        PickUp = "pick_up",
    }
}

/// Something that happened to or around a bot.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BodyEvent {
    /// It was hurt.
    Hurt {
        /// By how much.
        amount: i32,
        /// By whom; nobody for a fall.
        by: Option<u64>,
    },
    /// It hurt another.
    Hit {
        /// By how much.
        amount: i32,
        /// Whom.
        whom: u64,
    },
    /// It died.
    Died {
        /// By whom; nobody for a fall.
        by: Option<u64>,
    },
    /// Another died.
    Killed {
        /// Who died.
        who: u64,
        /// By whom.
        by: Option<u64>,
    },
    /// It came into the game, for the first time or again.
    Spawned,
    /// It ran into another player.
    Bumped {
        /// Whom.
        whom: u64,
    },
    /// It ran into a wall.
    HitWall {
        /// Where.
        at: Vec3,
    },
    /// It fell and landed.
    Fell {
        /// With which speed.
        speed: f32,
    },
    /// It heard something.
    Heard {
        /// What.
        noise: Noise,
        /// Where it came from.
        at: Vec3,
        /// Who made it.
        by: u64,
    },
    /// It picked an item up.
    PickedUp {
        /// Which.
        item: u64,
    },
    /// A rocket flies near it.
    Projectile {
        /// Where it is.
        at: Vec3,
        /// Units a second.
        velocity: Vec3,
    },
    /// Somebody said something.
    Message {
        /// Who.
        from: u64,
        /// What.
        text: Arc<str>,
    },
    /// The answer to a question for a way.
    Path {
        /// The number of the question.
        query: f64,
        /// The way; empty if the place can be walked to directly. None if there is no way.
        nodes: Option<Vec<Vec3>>,
    },
    /// The answer to a question whether a place can be walked to directly.
    Reach {
        /// The number of the question.
        query: f64,
        /// Whether it can.
        reachable: bool,
    },
}

impl BodyEvent {
    /// Whether it answers a question of the bot. Answers are not lost with other messages.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        matches!(self, Self::Path { .. } | Self::Reach { .. })
    }
}
