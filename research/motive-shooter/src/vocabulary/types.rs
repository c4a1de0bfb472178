//! What minds know besides what bodies sense, and the actions that take time.

use crate::body::primitive::{BodyPrimitive, ItemClass};
use crate::geometry::whole_angle;
use crate::rules::GameType;
use glam::Vec3;
use motive::declare::Properties;
use motive::kernel::Value;
use motive::{Actions, Id, Percept, SelfState};
use std::sync::Arc;

/// What is known of a thing that is in sight.
#[derive(Properties)]
pub(crate) struct InSight {
    /// whether it is in sight now
    pub(crate) visible: bool,
    /// when it was last in sight, in seconds of the game
    pub(crate) last_seen: f64,
}

/// What is known of a thing whose last sighting does not matter, or that is out of sight.
#[derive(Properties)]
pub(crate) struct Visibility {
    /// whether it is in sight now
    pub(crate) visible: bool,
}

/// When an event happened.
#[derive(Properties)]
pub(crate) struct EventMoment {
    /// when it happened, in seconds of the game
    pub(crate) time: f64,
}

/// Who holds a domination point.
#[derive(Properties)]
pub(crate) struct Ownership {
    /// the team that holds it; -1 for none
    pub(crate) owner: i32,
}

/// What a door or lift is called.
#[derive(Properties)]
pub(crate) struct MoverLabel {
    /// its name; of a mover, `door` or `lift`
    pub(crate) label: Arc<str>,
}

/// a navigation point, where these are shown
#[derive(Percept)]
pub(crate) struct NavPoint {
    pub(crate) id: Id,
    /// where it is
    pub(crate) position: Vec3,
    /// its name; of a mover, `door` or `lift`
    pub(crate) label: Option<Arc<str>>,
}

/// a place that a team can hold
#[derive(Percept)]
#[motive(name = "domination_point")]
pub(crate) struct PointInSight {
    pub(crate) id: Id,
}

/// a place to run away to
#[derive(Percept)]
pub(crate) struct SafePoint {
    pub(crate) id: Id,
    /// where it is
    pub(crate) position: Vec3,
}

/// the answer to `get_path`
#[derive(Percept)]
pub(crate) struct Path {
    pub(crate) id: Id,
    /// the number of the question that it answers
    pub(crate) query: f64,
    /// whether there is a path
    pub(crate) found: bool,
    /// the places of a path, in order
    pub(crate) nodes: Arc<[Vec3]>,
}

/// the answer to `check_reach`
#[derive(Percept)]
pub(crate) struct ReachAnswer {
    pub(crate) id: Id,
    /// the number of the question that it answers
    pub(crate) query: f64,
    /// whether it could be walked to directly when last seen
    pub(crate) reachable: bool,
}

/// a note of a program that waits for a path; forgotten when the bot dies
#[derive(Percept)]
#[motive(name = "request")]
pub(crate) struct PathRequest {
    /// the program that asked
    caller: Value,
    /// the number of the question that it answers
    query: f64,
    /// where the path starts
    start: Vec3,
    /// where the path ends
    end: Vec3,
}

/// a note of a program that follows a path; forgotten when the bot dies
#[derive(Percept)]
pub(crate) struct CurrentNode {
    /// the place of a path that was reached last
    node: Value,
}

/// How the game stands for a bot.
#[derive(SelfState)]
pub(crate) struct GameStanding {
    /// its team: 0 is red, 1 is blue
    pub(crate) team: u8,
    /// the other team, where there are two
    pub(crate) enemy_team: u8,
    /// points of the own team
    pub(crate) score: f64,
    /// most points of another team
    pub(crate) enemy_score: f64,
}

/// What happens to a bot and its flags.
#[derive(SelfState)]
pub(crate) struct Alarms {
    /// whether the bot was hurt in the last second
    pub(crate) under_attack: bool,
    /// health lost in the last second
    pub(crate) damage: i32,
    /// whether the own flag is not at its base
    pub(crate) own_flag_away: bool,
    /// whether the flag of the other team is not at its base
    pub(crate) enemy_flag_away: bool,
}

/// What a bot knows from the start.
#[derive(SelfState)]
pub(crate) struct Briefing {
    /// which game is played
    pub(crate) game: GameType,
    /// where the own flag stands
    pub(crate) base: Option<Vec3>,
    /// where the flag of the other team stands
    pub(crate) enemy_base: Option<Vec3>,
    /// where a defender stands
    pub(crate) home: Option<Vec3>,
    /// what a defender looks at
    pub(crate) watch_point: Option<Vec3>,
    /// where a defender goes on patrol, as a list
    pub(crate) patrol_points: Arc<[Vec3]>,
}

/// Names of places.
pub(crate) type PlaceNames = Arc<[Arc<str>]>;

/// The place at which a bot stands.
#[derive(SelfState)]
pub(crate) struct Station {
    /// the name of the place that the bot reached last; nothing while it is on its way
    pub(crate) last_node: Option<Arc<str>>,
    /// the names of the places that can be walked to directly from there
    pub(crate) neighbours: Option<PlaceNames>,
}

/// What can be done that takes time and ends by itself: the primitives of [`crate::body::primitive`].
///
/// A body does one motion at a time and fires for one reason at a time.
#[derive(Actions, Clone, Debug, PartialEq)]
pub enum ShooterTask {
    /// runs straight to a place and ends there
    #[motive(until_ended, uses("legs"))]
    DashTo(Value),
    /// runs straight to some navigation point or item in sight and ends there
    #[motive(until_ended, uses("legs"))]
    DashToAnyNode,
    /// turns by an angle and ends when it is done; a full turn is 65,536
    #[motive(until_ended, uses("legs"))]
    TurnBy(f64),
    /// goes to a place over a path and ends there; a place is a point, a thing or a name
    #[motive(until_ended, uses("legs"))]
    TravelTo(Value),
    /// goes to a place over a path; fails when the bot is hurt
    #[motive(until_ended, uses("legs"))]
    TravelToUnlessAttacked(Value),
    /// goes to a place over a path; fails when the bot is hurt or sees an enemy
    #[motive(until_ended, uses("legs"))]
    PatrolTo(Value),
    /// goes to some place of the map where items lie
    #[motive(until_ended, uses("legs"))]
    TravelToAnyItem,
    /// goes to the nearest known item: `weapon`, `ammunition`, `health_pack` or `armour_pack`
    #[motive(until_ended, uses("legs"))]
    Fetch(ItemClass),
    /// goes to the place that is farthest from the enemies in sight
    #[motive(until_ended, uses("legs"))]
    Flee,
    /// runs after a player in sight until it is beside it
    #[motive(until_ended, uses("legs"))]
    Follow(Id),
    /// shoots at enemies until none is in sight; fails without enemy or ammunition
    #[motive(until_ended, uses("trigger"))]
    ShootAtEnemies,
    /// shoots at enemies while it strafes and dodges, and looks for one that it lost, until none is in sight
    #[motive(until_ended, uses("legs", "trigger"))]
    Fight,
    /// does nothing for some seconds
    #[motive(until_ended)]
    WaitFor(f64),
    /// does nothing until the bot is alive
    #[motive(until_ended)]
    WaitForSpawn,
}

impl ShooterTask {
    /// The primitive that does it, if its place means one.
    pub(crate) fn primitive(self, place: impl Fn(&Value) -> Option<Vec3>) -> Option<BodyPrimitive> {
        Some(match self {
            Self::DashTo(to) => BodyPrimitive::DashTo(place(&to)?),
            Self::DashToAnyNode => BodyPrimitive::DashToAnyNode,
            Self::TurnBy(angle) => BodyPrimitive::TurnBy(whole_angle(angle)),
            Self::TravelTo(to) => BodyPrimitive::TravelTo(place(&to)?),
            Self::TravelToUnlessAttacked(to) => BodyPrimitive::TravelToUnlessAttacked(place(&to)?),
            Self::PatrolTo(to) => BodyPrimitive::PatrolTo(place(&to)?),
            Self::TravelToAnyItem => BodyPrimitive::TravelToAnyItem,
            Self::Fetch(class) => BodyPrimitive::Fetch(class),
            Self::Flee => BodyPrimitive::Flee,
            Self::Follow(player) => BodyPrimitive::Follow(player),
            Self::ShootAtEnemies => BodyPrimitive::ShootAtEnemies,
            Self::Fight => BodyPrimitive::Fight,
            Self::WaitFor(seconds) => BodyPrimitive::Wait(seconds.clamp(0.0, 1e6)),
            Self::WaitForSpawn => BodyPrimitive::WaitForSpawn,
        })
    }
}
