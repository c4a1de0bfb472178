//! The body of a bot, whatever game it is in: what it senses, what it can be told to do, what it knows of the map, and its primitives.

mod atlas;
mod observation;
pub mod primitive;

pub use atlas::{Atlas, AtlasPlace, PriorKnowledge};
pub use observation::{
    BodyEvent, BodyObservation, GameState, MoverClass, Noise, OwnState, PointState, SeenFlag, SeenItem,
    SeenMover, SeenNode, SeenPlayer,
};

use crate::rules::{WeaponClass, named};
use glam::Vec3;
use motive::Actions;
#[doc(no_inline)]
pub use motive::Id;
use motive::declare::{PropertyValue, ValueNames};
use motive::kernel::{Symbol, Type, Value, Vocabulary};
use std::sync::Arc;

/// A place, or a player wherever it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// A place.
    At(Vec3),
    /// Where a thing is that can be seen.
    Thing(Id),
}

/// As an argument of an action it is a place or a thing.
impl PropertyValue for Aim {
    type Term = Value;

    fn declare(_: &mut Vocabulary) -> (Type, ValueNames) {
        (Type::Any, ValueNames::default())
    }

    fn to_value(&self, names: &[Symbol]) -> Option<Value> {
        match self {
            Self::At(place) => place.to_value(names),
            Self::Thing(id) => id.to_value(names),
        }
    }

    fn from_value(value: &Value, names: &[Symbol]) -> Option<Self> {
        let place = || Vec3::from_value(value, names).map(Self::At);
        Id::from_value(value, names).filter(|id| id.number().is_some()).map(Self::Thing).or_else(place)
    }
}

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// Fast, and heard.
    Run,
    /// Slow and silent.
    Walk,
    /// Slower, silent and low.
    Crouch,
}

named! {
    /// A weapon to take in hand.
    #[derive(motive::PropertyValue)]
    pub enum WeaponWish {
        /// The pistol.
        Enforcer = "enforcer",
        /// The minigun.
        Minigun = "minigun",
        /// The sniper rifle.
        SniperRifle = "sniper_rifle",
        /// The rocket launcher.
        RocketLauncher = "rocket_launcher",
        /// The best that has ammunition.
        Best = "best",
    }
}

impl WeaponWish {
    /// The class that is wished for, unless it is the best.
    pub fn class(self) -> Option<WeaponClass> {
        WeaponClass::of_name(self.name())
    }
}

/// A command to a body. It goes on until it is done or another takes its place, as in GameBots.
///
/// Which exclude each other are Gordon's seven pairs (thesis), and the same for strafing, which he did not use. The primitives of
/// [`primitive`] use what these share.
#[derive(Clone, Debug, PartialEq, Actions)]
pub enum BodyCommand {
    /// turns toward a place or thing and runs there in a straight line
    #[motive(shares("legs"), excludes(RunTo, StrafeTo, Stop, TurnTo, GetPath))]
    RunTo(Aim),
    /// runs to a place while looking at another place or thing
    #[motive(shares("legs"), excludes(StrafeTo, Stop, TurnTo, GetPath))]
    StrafeTo(Vec3, Aim),
    /// stops running and turns toward a place or thing
    #[motive(shares("legs"), excludes(TurnTo))]
    TurnTo(Aim),
    /// turns by an angle; a full turn is 65,536
    #[motive(shares("legs"))]
    Rotate(f64),
    /// jumps
    Jump,
    /// fires at a place or thing until `stop_shooting`
    #[motive(shares("trigger"))]
    Shoot(Aim),
    /// ceases fire
    #[motive(shares("trigger"), excludes(Shoot))]
    StopShooting,
    /// stops running and turning
    #[motive(shares("legs"), excludes(TurnTo))]
    Stop,
    /// takes a weapon in hand by its class, `best` for the best with ammunition
    ChangeWeapon(WeaponWish),
    /// asks for the path to a place, with a number that comes back in a thing of kind `path`
    GetPath {
        /// Where to.
        to: Vec3,
        /// Comes back with the answer.
        query: f64,
    },
    /// asks whether a place can be walked to directly, with a number that comes back in a `reach_answer`
    CheckReach {
        /// Where to.
        to: Vec3,
        /// Comes back with the answer.
        query: f64,
    },
    /// says something to the own team
    Say(Arc<str>),
    /// Says something to all.
    #[motive(skip)]
    SayToAll(Arc<str>),
    /// walks from now on, which nobody hears
    Walk,
    /// runs and stands from now on
    Run,
    /// crouches from now on
    Crouch,
}

/// Ids of things: what a mind knows a player, item or flag by.
pub mod ids {
    use motive::Id;

    const PLACES: u64 = 1_000;
    const FLAGS: u64 = 10_000;
    const MOVERS: u64 = 20_000;
    const SAFE_POINTS: u64 = 30_000;
    const EVENTS: u64 = 1_000_000;

    /// A function to an id, and one back where it is needed.
    macro_rules! numbers {
        ($($doc:literal $name:ident($kind:ty) from $first:expr $(, $back_doc:literal $back:ident below $end:expr)?;)*) => { $(
            #[doc = $doc]
            pub fn $name(number: $kind) -> Id {
                Id::new($first + number as u64)
            }

            $(
                #[doc = $back_doc]
                pub fn $back(id: Id) -> Option<$kind> {
                    let number = id.number().filter(|number| ($first..$end).contains(number))?;
                    Some((number - $first) as $kind)
                }
            )?
        )* };
    }

    numbers! {
        "The id of a player." player(usize) from 1, "The player of an id." player_of below PLACES;
        "The id of a place of the map: of its item, navigation point or domination point."
            place(usize) from PLACES, "The place of an id." place_of below FLAGS;
        "The id of the flag of a team." flag(u8) from FLAGS, "The team of a flag." flag_of below MOVERS;
        "The id of a door or lift." mover(usize) from MOVERS, "The door or lift of an id." mover_of below SAFE_POINTS;
        "The id of a safe point." safe_point(usize) from SAFE_POINTS;
        "The id of an event or answer, counted from the beginning." event(u64) from EVENTS;
    }
}
