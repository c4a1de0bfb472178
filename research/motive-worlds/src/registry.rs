//! The list of all worlds.

use crate::arena::ArenaWorld;
use crate::error::WorldError;
use crate::hospital::HospitalWorld;
use crate::household::HouseholdWorld;
use crate::options::{OptionInfo, Options, nearest};
use crate::pacman::PacmanWorld;
use crate::room::RoomWorld;
use crate::scenes::ScenesWorld;
use crate::shooter::ShooterWorld;
use crate::tileworld::TileworldWorld;
use crate::world::World;

/// A world that can be made: its name, summary and options.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What can be chosen.
    pub options: &'static [OptionInfo],
    make: fn(&Options<'_>) -> Result<Box<dyn World>, WorldError>,
}

/// Every world there is.
static WORLDS: &[About] = &[
    About {
        name: "arena",
        summary: "a wizard with four spells against an endless stream of antlions",
        options: ArenaWorld::OPTIONS,
        make: |options| Ok(Box::new(ArenaWorld::with_options(options)?)),
    },
    About {
        name: "hospital",
        summary: "wards of nurses, doctors, patients and visitors, 32 characters each",
        options: HospitalWorld::OPTIONS,
        make: |options| Ok(Box::new(HospitalWorld::with_options(options)?)),
    },
    About {
        name: "household",
        summary: "a house whose tenant has seven drives and 25 actions",
        options: HouseholdWorld::OPTIONS,
        make: |options| Ok(Box::new(HouseholdWorld::with_options(options)?)),
    },
    About {
        name: "pacman",
        summary: "a maze, dots, power pills, fruit, and ghosts that hunt or flee",
        options: PacmanWorld::OPTIONS,
        make: |options| Ok(Box::new(PacmanWorld::with_options(options)?)),
    },
    About {
        name: "room",
        summary: "a dude with a glass in its hand and a shut door, or a robot with a board to sand",
        options: RoomWorld::OPTIONS,
        make: |options| Ok(Box::new(RoomWorld::with_options(options)?)),
    },
    About {
        name: "scenes",
        summary: "a library, a crossing and a guarded site, whose surroundings change what people do",
        options: ScenesWorld::OPTIONS,
        make: |options| Ok(Box::new(ScenesWorld::with_options(options)?)),
    },
    About {
        name: "shooter",
        summary: "bots in an arena with weapons, flags and domination points",
        options: ShooterWorld::OPTIONS,
        make: |options| Ok(Box::new(ShooterWorld::with_options(options)?)),
    },
    About {
        name: "tileworld",
        summary: "tiles to be carried into holes before either vanishes",
        options: TileworldWorld::OPTIONS,
        make: |options| Ok(Box::new(TileworldWorld::with_options(options)?)),
    },
];

/// Every world there is.
#[must_use]
pub fn list() -> &'static [About] {
    WORLDS
}

/// Makes the world of a name, with options of the form `key=value`; what is not given has its default.
///
/// ```
/// let world = motive_worlds::find("pacman", &["lives=5", "ghosts=chaser,wanderer"])?;
/// assert_eq!(world.name(), "pacman");
///
/// let error = motive_worlds::find::<&str>("pacmn", &[]).err().ok_or("found")?;
/// assert!(error.to_string().contains("did you mean `pacman`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no such world, or an option is not one of its own or has no such value.
pub fn find<S: AsRef<str>>(name: &str, options: &[S]) -> Result<Box<dyn World>, WorldError> {
    let Some(about) = WORLDS.iter().find(|about| about.name == name) else {
        return Err(WorldError::UnknownWorld {
            name: name.into(),
            nearest: nearest(name, WORLDS.iter().map(|about| about.name)),
            known: WORLDS.iter().map(|about| about.name.into()).collect(),
        });
    };
    (about.make)(&Options::read(about.name, about.options, options)?)
}
