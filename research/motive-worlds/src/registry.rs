//! The worlds that a program knows.

use crate::arena::{ArenaSettings, ArenaWorld};
use crate::error::WorldError;
use crate::hospital::{HospitalSettings, HospitalWorld};
use crate::household::HouseholdWorld;
use crate::options::{OptionInfo, Options, nearest};
use crate::pacman::{PacmanSettings, PacmanWorld};
use crate::room::RoomWorld;
use crate::scenes::ScenesWorld;
use crate::shooter::ShooterWorld;
use crate::tileworld::TileworldWorld;
use crate::typed::{TypedWorld, World, about};
use crate::world::AnyWorld;
use std::fmt;
use std::sync::Arc;

/// Makes a world with options.
type Make = dyn Fn(&Options<'_>) -> Result<Box<dyn AnyWorld>, WorldError> + Send + Sync;

/// A world that can be made: its name, summary and options.
#[derive(Clone)]
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What can be chosen.
    pub options: Vec<OptionInfo>,
    make: Arc<Make>,
}

impl About {
    pub(crate) fn new(
        name: &'static str,
        summary: &'static str,
        options: Vec<OptionInfo>,
        make: impl Fn(&Options<'_>) -> Result<Box<dyn AnyWorld>, WorldError> + Send + Sync + 'static,
    ) -> Self {
        Self { name, summary, options, make: Arc::new(make) }
    }

    /// A world written with types that reads its options itself.
    fn typed<W: World>(options: Vec<OptionInfo>, make: fn(&Options<'_>) -> Result<W, WorldError>) -> Self {
        Self::new(W::NAME, W::SUMMARY, options, move |given| Ok(Box::new(TypedWorld::of(make(given)?)?)))
    }
}

/// The worlds that a program knows, in the order of their names.
///
/// ```
/// use motive_worlds::Worlds;
///
/// let worlds = Worlds::built_in();
/// let world = worlds.find("pacman", &["lives=5", "ghosts=chaser,wanderer"])?;
/// assert_eq!(world.name(), "pacman");
///
/// let error = worlds.find::<&str>("pacmn", &[]).err().ok_or("found")?;
/// assert!(error.to_string().contains("did you mean `pacman`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Worlds(Vec<About>);

impl fmt::Debug for Worlds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|about| about.name)).finish()
    }
}

impl Default for Worlds {
    fn default() -> Self {
        Self::built_in()
    }
}

impl Worlds {
    /// The worlds that come with Motive.
    pub fn built_in() -> Self {
        Self(vec![
            About::typed(ArenaSettings::options(), ArenaWorld::with_options),
            About::typed(HospitalSettings::options(), HospitalWorld::with_options),
            about::<HouseholdWorld>(),
            About::typed(PacmanSettings::options(), PacmanWorld::with_options),
            about::<RoomWorld>(),
            about::<ScenesWorld>(),
            About::new(
                "shooter",
                "bots in an arena with weapons, flags and domination points",
                ShooterWorld::options(),
                |options| Ok(Box::new(ShooterWorld::with_options(options)?)),
            ),
            About::typed(TileworldWorld::options(), TileworldWorld::with_options),
        ])
    }

    /// One world of your own.
    pub fn of<W: World>() -> Self {
        Self(vec![about::<W>()])
    }

    /// Another world of your own beside these. One of the same name is replaced.
    pub fn with<W: World>(mut self) -> Self {
        self.0.retain(|about| about.name != W::NAME);
        self.0.push(about::<W>());
        self.0.sort_by_key(|about| about.name);
        self
    }

    /// What is known of each.
    pub fn list(&self) -> &[About] {
        &self.0
    }

    /// Makes the world of a name, with options of the form `key=value`; what is not given has its default.
    ///
    /// # Errors
    /// If there is no such world, or an option is not one of its own or has no such value.
    pub fn find<S: AsRef<str>>(&self, name: &str, options: &[S]) -> Result<Box<dyn AnyWorld>, WorldError> {
        let Some(about) = self.0.iter().find(|about| about.name == name) else {
            return Err(WorldError::UnknownWorld(
                name.into(),
                nearest(name, self.0.iter().map(|about| about.name)),
                self.0.iter().map(|about| about.name.into()).collect(),
            ));
        };
        (about.make)(&Options::read(about.name, &about.options, options)?)
    }
}

/// Makes one of the worlds that come with Motive: see [`Worlds::find`].
///
/// # Errors
/// As there.
pub fn find<S: AsRef<str>>(name: &str, options: &[S]) -> Result<Box<dyn AnyWorld>, WorldError> {
    Worlds::built_in().find(name, options)
}
