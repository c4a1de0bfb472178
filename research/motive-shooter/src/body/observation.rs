//! What a bot senses: its state and what it sees, at fixed intervals, and what happened in between.

use crate::map::PlaceKind;
use crate::rules::{Team, WeaponClass, named};
use glam::Vec3;
use motive::declare::Properties;
use motive::{Id, Percept, PropertyValue, SelfState};
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
    pub bare: Vec<Id>,
    /// What happened since the observation before.
    pub events: Vec<BodyEvent>,
}

impl BodyObservation {
    /// Number and place of all that is in sight.
    pub fn sightings(&self) -> impl Iterator<Item = (Id, Vec3)> {
        let players = self.players.iter().map(|it| (it.id, it.position));
        let items = self.items.iter().map(|it| (it.id, it.position));
        let flags = self.flags.iter().map(|it| (it.id, it.position));
        let nodes = self.nodes.iter().map(|it| (it.id, it.position));
        let movers = self.movers.iter().map(|it| (it.id, it.position));
        players.chain(items).chain(flags).chain(nodes).chain(movers)
    }
}

/// A bot's own state.
#[derive(Clone, Debug, Default, PartialEq, SelfState)]
pub struct OwnState {
    /// Its number as a thing.
    #[motive(skip)]
    pub id: Id,
    /// Its name.
    #[motive(skip)]
    pub name: Arc<str>,
    /// where it is
    pub position: Vec3,
    /// the direction it looks in; a full turn is 65,536
    #[motive(name = "rotation")]
    pub yaw: i32,
    /// units a second
    pub velocity: Vec3,
    /// its team: 0 is red, 1 is blue
    pub team: Team,
    /// How far up it looks.
    #[motive(skip)]
    pub pitch: i32,
    /// health left, of 100
    pub health: i32,
    /// armour left, of 100
    pub armour: i32,
    /// the class of the weapon in hand; nothing if there is none
    pub weapon: Option<WeaponClass>,
    /// shots left in the weapon in hand
    #[motive(name = "ammo")]
    pub ammunition: i32,
    /// shots that the weapon in hand holds
    #[motive(name = "ammo_capacity")]
    pub capacity: i32,
    /// All weapons that it has.
    #[motive(skip)]
    pub weapons: Vec<WeaponClass>,
    /// whether the bot fires
    pub shooting: bool,
    /// whether the bot carries the flag of the other team
    pub has_flag: bool,
    /// whether the bot is alive
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

/// a place that a team can hold
#[derive(Clone, Debug, PartialEq, Percept)]
#[motive(name = "domination_point")]
pub struct PointState {
    /// Its number as a thing.
    pub id: Id,
    /// its name; of a mover, `door` or `lift`
    #[motive(name = "label")]
    pub name: Arc<str>,
    /// where it is
    pub position: Vec3,
    /// Who holds it.
    #[motive(skip)]
    pub owner: Option<Team>,
}

/// another player, in sight or remembered
#[derive(Clone, Debug, PartialEq, Percept)]
#[motive(name = "player")]
pub struct SeenPlayer {
    /// Its number as a thing.
    pub id: Id,
    /// its name; of a mover, `door` or `lift`
    #[motive(name = "label")]
    pub name: Arc<str>,
    /// its team: 0 is red, 1 is blue
    pub team: Team,
    /// where it is
    pub position: Vec3,
    /// units a second
    pub velocity: Vec3,
    /// the direction it looks in; a full turn is 65,536
    #[motive(name = "rotation")]
    pub yaw: i32,
    /// the class of the weapon in hand; nothing if there is none
    pub weapon: Option<WeaponClass>,
    /// whether it could be walked to directly when last seen
    pub reachable: bool,
}

/// An item in sight.
#[derive(Clone, Debug, PartialEq, Properties)]
pub struct SeenItem {
    /// Its number as a thing.
    #[motive(skip)]
    pub id: Id,
    /// What it is.
    #[motive(skip)]
    pub kind: PlaceKind,
    /// where it is
    pub position: Vec3,
    /// whether it could be walked to directly when last seen
    pub reachable: bool,
}

/// the flag of a team, in sight or remembered
#[derive(Clone, Debug, PartialEq, Percept)]
#[motive(name = "flag")]
pub struct SeenFlag {
    /// Its number as a thing.
    pub id: Id,
    /// its team: 0 is red, 1 is blue
    pub team: Team,
    /// where it is
    pub position: Vec3,
    /// whether the flag stands at its base
    pub at_base: bool,
    /// who carries it
    pub carrier: Option<Id>,
    /// whether it could be walked to directly when last seen
    pub reachable: bool,
}

/// A navigation point in sight.
#[derive(Clone, Debug, PartialEq, Properties)]
pub struct SeenNode {
    /// Its number as a thing.
    #[motive(skip)]
    pub id: Id,
    /// Where it is.
    #[motive(skip)]
    pub position: Vec3,
    /// whether it could be walked to directly when last seen
    pub reachable: bool,
}

/// a door or a lift, as `label` says
#[derive(Clone, Debug, PartialEq, Percept)]
#[motive(name = "mover")]
pub struct SeenMover {
    /// Its number as a thing.
    pub id: Id,
    /// Which of them it is.
    #[motive(skip)]
    pub class: MoverClass,
    /// where it is
    pub position: Vec3,
    /// whether a door is open, or a lift is up
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
    #[derive(PropertyValue)]
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

/// something that happened in the last seconds
#[derive(Clone, Debug, PartialEq, Percept)]
#[motive(name = "event")]
pub enum BodyEvent {
    /// the bot was hurt, by `amount`
    #[motive(name = "hurt_event")]
    Hurt {
        /// how much
        amount: i32,
        /// who did it
        by: Option<Id>,
    },
    /// the bot hurt `who`, by `amount`
    #[motive(name = "hit_event")]
    Hit {
        /// how much
        amount: i32,
        /// who or what it is about
        #[motive(name = "who")]
        whom: Id,
    },
    /// the bot died
    #[motive(name = "death_event")]
    Died {
        /// By whom; nobody for a fall.
        by: Option<Id>,
    },
    /// `who` was killed
    #[motive(name = "kill_event")]
    Killed {
        /// Who died.
        who: Id,
        /// By whom; nobody for a fall.
        by: Option<Id>,
    },
    /// It came into the game, for the first time or again.
    #[motive(skip)]
    Spawned,
    /// the bot ran into `who`
    #[motive(name = "bump_event")]
    Bumped {
        /// Whom.
        #[motive(name = "who")]
        whom: Id,
    },
    /// the bot ran into a wall
    #[motive(name = "wall_event")]
    HitWall {
        /// where it is
        #[motive(name = "position")]
        at: Vec3,
    },
    /// the bot fell and landed with the speed `amount`
    #[motive(name = "fall_event")]
    Fell {
        /// With which speed.
        #[motive(name = "amount")]
        speed: f32,
    },
    /// something was heard at `position`
    #[motive(name = "noise_event")]
    Heard {
        /// what was heard
        noise: Noise,
        /// Where it came from.
        #[motive(name = "position")]
        at: Vec3,
        /// Who made it.
        by: Id,
    },
    /// the bot picked `who` up
    #[motive(name = "pick_up_event")]
    PickedUp {
        /// Which.
        #[motive(name = "who")]
        item: Id,
    },
    /// a rocket is at `position` with `velocity`
    #[motive(name = "projectile_event")]
    Projectile {
        /// Where it is.
        #[motive(name = "position")]
        at: Vec3,
        /// units a second
        velocity: Vec3,
    },
    /// `who` said something
    #[motive(name = "message_event")]
    Message {
        /// Who.
        #[motive(name = "who")]
        from: Id,
        /// what was said
        #[motive(name = "said")]
        text: Arc<str>,
    },
    /// The answer to a question for a way.
    #[motive(skip)]
    Path {
        /// The number of the question.
        query: f64,
        /// The way; empty if the place can be walked to directly. None if there is no way.
        nodes: Option<Vec<Vec3>>,
    },
    /// The answer to a question whether a place can be walked to directly.
    #[motive(skip)]
    Reach {
        /// The number of the question.
        query: f64,
        /// Whether it can.
        reachable: bool,
    },
}

impl BodyEvent {
    /// Whether it answers a question of the bot. Answers are not lost with other messages.
    pub fn is_answer(&self) -> bool {
        matches!(self, Self::Path { .. } | Self::Reach { .. })
    }
}
