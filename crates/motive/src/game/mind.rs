//! A mind that agents share.

use super::agent::GameAgent;
use super::declare::Actions;
use super::perception::Registry;
use crate::{Memory, Mind, Vocabulary};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

/// Creates the minds of agents.
pub(super) trait MindSource: Send + Sync {
    /// A mind for a new agent.
    fn start(&self) -> Box<dyn Mind>;

    /// Replaces a running mind.
    fn replace(&self, mind: &mut Box<dyn Mind>, memory: &mut Memory) {
        let _ = memory;
        *mind = self.start();
    }

    /// Writes the initial knowledge of a new agent.
    fn begin(&self, memory: &mut Memory) {
        let _ = memory;
    }
}

impl<F, M> MindSource for F
where
    F: Fn() -> M + Send + Sync,
    M: Mind + 'static,
{
    fn start(&self) -> Box<dyn Mind> {
        Box::new(self())
    }
}

/// The current version of a mind.
#[derive(Clone)]
pub(super) struct MindVersion {
    pub(super) number: u64,
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) source: Arc<dyn MindSource>,
}

/// What the agents of a mind share.
pub(super) struct SharedMind<A: Actions> {
    pub(super) registry: Registry,
    pub(super) actions: A::Names,
    number: AtomicU64,
    version: RwLock<MindVersion>,
}

impl<A: Actions> SharedMind<A> {
    /// The number of the version. Costs one atomic read.
    pub(super) fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    pub(super) fn version(&self) -> MindVersion {
        self.version.read().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    /// Sets a new version, which agents use from their next decision on.
    #[cfg(feature = "files")]
    fn replace(&self, vocabulary: Arc<Vocabulary>, source: Arc<dyn MindSource>) {
        let mut version = self.version.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        *version = MindVersion { number: version.number + 1, vocabulary, source };
        self.number.store(version.number, Ordering::Release);
    }
}

/// A mind that any number of agents share: loaded from a file with [`Game::load`](super::Game::load), or built in Rust with
/// [`Game::mind`](super::Game::mind).
///
/// It is a handle: a clone refers to the same mind.
///
/// ```no_run
/// # #[cfg(feature = "files")] {
/// # use motive::prelude::*;
/// # #[derive(Actions, Debug)] enum Act { Wait }
/// # let game = Game::new().actions::<Act>();
/// let mind = game.load("guard.motive")?;
/// let mut guards: Vec<_> = (0..10).map(|number| mind.agent(1, number)).collect();
/// for tick in 0.. {
/// if let Err(mistakes) = mind.reload_changed() {
/// eprintln!("{mistakes}"); // the guards keep their old mind
/// }
/// for guard in &mut guards {
/// println!("{:?}", guard.decide(Time::of_tick(tick, 50_000)));
/// }
/// }
/// # }
/// # Ok::<(), motive::game::GameError>(())
/// ```
pub struct GameMind<A: Actions> {
    pub(super) shared: Arc<SharedMind<A>>,
    #[cfg(feature = "files")]
    pub(super) file: Option<Arc<super::files::MindFile>>,
}

impl<A: Actions> Clone for GameMind<A> {
    fn clone(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            #[cfg(feature = "files")]
            file: self.file.clone(),
        }
    }
}

impl<A: Actions> GameMind<A> {
    pub(super) fn new(
        registry: Registry,
        actions: A::Names,
        vocabulary: Arc<Vocabulary>,
        source: Arc<dyn MindSource>,
    ) -> Self {
        let version = RwLock::new(MindVersion { number: 0, vocabulary, source });
        Self {
            shared: Arc::new(SharedMind { registry, actions, number: AtomicU64::new(0), version }),
            #[cfg(feature = "files")]
            file: None,
        }
    }

    /// A new agent with this mind and an empty memory.
    ///
    /// Seed and number determine its random numbers: give all agents of a run the same seed and different numbers. The same seed, number
    /// and percepts always give the same decisions.
    #[must_use]
    pub fn agent(&self, seed: u64, number: u64) -> GameAgent<A> {
        GameAgent::new(self.shared.clone(), seed, number)
    }

    /// The names that the mind uses: those of the game and those of its file.
    #[must_use]
    pub fn vocabulary(&self) -> Arc<Vocabulary> {
        self.shared.version().vocabulary
    }

    /// Reloads the file if it, or a file that it uses, has changed on disk. Returns whether it was reloaded. It is cheap to call in every
    /// tick: it reads the modification times, and the files only if one differs.
    ///
    /// Running agents use the new mind from their next decision on. Goals whose programs did not change continue. A mind that does not come
    /// from a file never changes.
    ///
    /// # Errors
    /// If the file has mistakes: the old mind stays, and the error is returned once per change of the file.
    #[cfg(feature = "files")]
    pub fn reload_changed(&self) -> Result<bool, super::GameError> {
        let Some(file) = &self.file else { return Ok(false) };
        let current = self.shared.version();
        match file.reload(&current.vocabulary)? {
            Some((vocabulary, source)) => {
                self.shared.replace(vocabulary, source);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// The warnings about the file of the mind, as text in the style of rustc; empty if there are none.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn warnings(&self) -> String {
        self.file.as_ref().map(|file| file.warnings()).unwrap_or_default()
    }
}
