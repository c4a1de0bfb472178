//! A mind that agents share.

use super::agent::GameAgent;
use super::declare::Actions;
use super::perception::Registry;
use crate::{Memory, MemoryError, Mind, Snapshot, Vocabulary, VocabularyError};
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

    /// The character, if nothing else than the arbiter plays it and agents know nothing from the beginning.
    #[cfg(feature = "arbiter")]
    fn character(&self) -> Option<Arc<crate::Character>> {
        None
    }
}

/// A character built in Rust.
#[cfg(feature = "arbiter")]
pub(super) struct RustCharacter(pub(super) Arc<crate::Character>);

#[cfg(feature = "arbiter")]
impl MindSource for RustCharacter {
    fn start(&self) -> Box<dyn Mind> {
        Box::new(crate::Arbiter::new(self.0.clone()))
    }

    fn character(&self) -> Option<Arc<crate::Character>> {
        Some(self.0.clone())
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

    /// An agent that knows what [`Memory::snapshot`] saved. Its mind starts anew with that: goals come up again, and
    /// actions that were running start again if they are still wanted.
    ///
    /// # Errors
    /// If the snapshot has names that this mind does not know, or is damaged.
    pub fn restore_agent(
        &self,
        seed: u64,
        number: u64,
        snapshot: &Snapshot,
    ) -> Result<GameAgent<A>, MemoryError> {
        GameAgent::restored(self.shared.clone(), seed, number, snapshot)
    }

    /// An agent of this mind that goes on by itself after it was in a [`Herd`](crate::Herd).
    #[cfg(feature = "arbiter")]
    #[must_use]
    pub fn resume(&self, agent: crate::Agent<crate::Arbiter>) -> GameAgent<A> {
        GameAgent::resumed(self.shared.clone(), agent)
    }

    /// Makes all agents of this mind go on with another one at their next decision, as after a reload: goals whose programs
    /// are the same go on where they were.
    ///
    /// # Errors
    /// If the other mind does not know all names of this one: nothing changes then. [`Game::parse_minds`](super::Game::parse_minds)
    /// makes minds that do.
    pub fn replace(&self, newer: &Self) -> Result<(), VocabularyError> {
        let newer = newer.shared.version();
        if !newer.vocabulary.extends(&self.vocabulary()) {
            return Err(VocabularyError::NotAnExtension);
        }
        self.shared.replace(newer.vocabulary, newer.source);
        Ok(())
    }

    /// The character that the arbiter plays for this mind; nothing for minds of other architectures and of your own.
    #[cfg(feature = "arbiter")]
    #[must_use]
    pub fn character(&self) -> Option<Arc<crate::Character>> {
        self.shared.version().source.character()
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

    /// The file of the mind, for pages of a studio that edit it: `studio.add_file(file)`. None if it does not come from a file. The game
    /// has to call [`GameMind::reload_changed`] for a saved file to take effect.
    #[cfg(all(feature = "files", feature = "studio"))]
    #[must_use]
    pub fn studio_file(&self) -> Option<motive_studio::EditableFile> {
        self.file.as_ref()?.studio_file(self.vocabulary())
    }

    /// The warnings about the file of the mind, as text in the style of rustc; empty if there are none.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn warnings(&self) -> String {
        self.file.as_ref().map(|file| file.warnings()).unwrap_or_default()
    }
}
