//! Minds of the program that runs the lab, such as agents in Python.
//!
//! A study names one as `host:NAME`. The program that runs the study brings it along with [`AssetSources::with_host_mind`](crate::AssetSources::with_host_mind); a
//! program that does not know it says so before the first run.

use motive::kernel::Mind;
use motive_language::SourceText;
use motive_worlds::AnyWorld;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The prefix of such a mind: `host:NAME`.
pub(crate) const HOST: &str = "host";

/// Why a run has to end before its time. All minds of the run share it; the first reason counts.
#[derive(Clone, Debug, Default)]
pub struct RunFailure(Arc<OnceLock<String>>);

impl RunFailure {
    /// Ends the run after this tick, with this reason.
    pub fn report(&self, why: impl Into<String>) {
        // A second reason mostly follows from the first.
        let _ = self.0.set(why.into());
    }

    /// The reason, if there is one.
    pub fn reason(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

/// Whom a mind is made for: one body in one run.
#[derive(Clone, Copy)]
pub struct Seat<'a> {
    /// The world, reset with the seed of the run.
    pub world: &'a dyn AnyWorld,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the body.
    pub number: u64,
    /// Where a mind reports that it cannot decide, since deciding itself cannot fail.
    pub failure: &'a RunFailure,
}

/// Makes a mind for a body.
type StartMind = dyn Fn(Seat<'_>) -> Result<Box<dyn Mind>, String> + Send + Sync;

/// A mind of the program that runs the lab.
///
/// ```
/// use motive_lab::{AssetSources, DesignOptions, HostMind, Prepared, Study};
///
/// // Here it is one that the world has; it could be one in another language.
/// let plain = HostMind::new("mine", "version 1", |seat| {
///     seat.world.mind_with("plain", &[]).map_err(|error| error.to_string())
/// });
/// let study = Study::parse("s.toml", "title = 'Mine'\nseed = 1\nruns = 2\nsteps = 20\nmetrics = ['score']\n\
///     [[part]]\nname = 'main'\nworld = 'tileworld'\n\
///     [[agent]]\nname = 'mine'\nmind = 'host:mine'")?;
/// let assets = AssetSources::built_in().with_host_mind(plain);
/// let prepared = Prepared::new(&study, &assets, &DesignOptions::default())?;
/// assert_eq!(prepared.design.total(), 2);
/// # Ok::<(), motive_lab::LabError>(())
/// ```
#[derive(Clone)]
pub struct HostMind {
    name: String,
    source: SourceText,
    start: Arc<StartMind>,
}

impl HostMind {
    /// A mind with the text that says what it is, such as its source. Results keep the text, and a directory is not continued with a mind whose text has
    /// changed.
    pub fn new(
        name: impl Into<String>,
        text: impl Into<String>,
        start: impl Fn(Seat<'_>) -> Result<Box<dyn Mind>, String> + Send + Sync + 'static,
    ) -> Self {
        let name = name.into();
        let source = SourceText::new(format!("{HOST}/{name}"), text);
        Self { name, source, start: Arc::new(start) }
    }

    /// Its name, without `host:`.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn source(&self) -> &SourceText {
        &self.source
    }

    pub(crate) fn start(&self, seat: Seat<'_>) -> Result<Box<dyn Mind>, String> {
        (self.start)(seat)
    }
}

impl fmt::Debug for HostMind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostMind").field("name", &self.name).finish_non_exhaustive()
    }
}
