//! A mind that agents share.

use crate::agent::Agent;
use crate::clock::Seed;
use crate::kernel::{MemoryError, Snapshot, Vocabulary, VocabularyError};
use crate::shared_mind::{SharedMind, StartMind};
use crate::traits::{Actions, DeclaredTypes};
use std::sync::Arc;

/// A mind that any number of agents share: loaded from a file with [`Game::load`](crate::Game::load), or built in Rust with
/// [`Game::mind`](crate::Game::mind).
///
/// It is a handle: a clone refers to the same mind.
///
/// ```no_run
/// # #[cfg(feature = "files")] {
/// # use motive::prelude::*;
/// # use std::time::Duration;
/// # #[derive(Actions, Debug)] enum Act { Wait }
/// # let game = Game::new().does::<Act>()?;
/// let mind = game.load("guard.motive")?;
/// let mut guards = mind.crowd(Seed(7));
/// (0..10).for_each(|_| _ = guards.spawn());
/// let mut clock = Clock::new(Duration::from_millis(50));
/// loop {
///     if let Err(mistakes) = mind.reload_changed() {
///         eprintln!("{mistakes}"); // the guards keep their old mind
///     }
///     guards.decide(clock.tick(), |guard, decision| println!("{guard}: {decision:?}"));
/// }
/// # }
/// # Ok::<(), motive::Error>(())
/// ```
pub struct Mind<A: Actions> {
    pub(crate) shared: Arc<SharedMind<A>>,
    #[cfg(feature = "files")]
    pub(crate) file: Option<Arc<crate::files::MindFile>>,
}

impl<A: Actions> Clone for Mind<A> {
    fn clone(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            #[cfg(feature = "files")]
            file: self.file.clone(),
        }
    }
}

impl<A: Actions> Mind<A> {
    pub(crate) fn new(
        types: DeclaredTypes,
        actions: A::Names,
        source: &str,
        vocabulary: Arc<Vocabulary>,
        start: Arc<dyn StartMind>,
    ) -> Self {
        Self {
            shared: Arc::new(SharedMind::new(types, actions, source, vocabulary, start)),
            #[cfg(feature = "files")]
            file: None,
        }
    }

    /// A new agent with this mind and an empty memory. The same seed and percepts always give the same decisions.
    pub fn spawn(&self, seed: Seed) -> Agent<A> {
        self.spawn_numbered(seed, 0)
    }

    /// A new agent with a number of its own: agents of one game have the same seed and different numbers, which make their random draws
    /// differ, and recordings tell them apart by it.
    pub fn spawn_numbered(&self, seed: Seed, number: u64) -> Agent<A> {
        Agent::new(self.shared.clone(), seed.0, number)
    }

    /// An agent that knows what [`Memory::snapshot`](crate::kernel::Memory::snapshot) saved. Its mind starts anew with that: goals come up again, and
    /// actions that were running start again if they are still wanted.
    ///
    /// # Errors
    /// If the snapshot has names that this mind does not know, or is damaged.
    pub fn restore_memory(
        &self,
        seed: Seed,
        number: u64,
        snapshot: &Snapshot,
    ) -> Result<Agent<A>, MemoryError> {
        Agent::restored(self.shared.clone(), seed.0, number, snapshot)
    }

    /// Gives all agents of this mind another one at their next decision, as after a reload: goals whose programs
    /// are the same continue where they were.
    ///
    /// # Errors
    /// If the other mind does not know all names of this one: nothing changes then. [`Game::parse_minds`](crate::Game::parse_minds)
    /// makes minds that do.
    pub fn replace(&self, newer: &Self) -> Result<(), VocabularyError> {
        let newer = newer.shared.version();
        if !newer.vocabulary.extends(&self.vocabulary()) {
            return Err(VocabularyError::NotAnExtension);
        }
        self.shared.replace(newer.vocabulary, newer.start);
        Ok(())
    }

    /// Whether agents of this mind can decide together in a [`Crowd`](crate::Crowd): its present version asks for nothing but own properties, and
    /// agents know of no things from the beginning.
    pub fn can_decide_together(&self) -> bool {
        let agent = self.spawn(Seed(0));
        let joint = agent.untyped().mind().joint_mind();
        joint.is_some_and(|mut joint| joint.join(agent.untyped()).is_some())
    }

    /// The names that the mind uses: those of the game and those of its file.
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
    pub fn reload_changed(&self) -> Result<bool, crate::Error> {
        let Some(file) = &self.file else { return Ok(false) };
        let current = self.shared.version();
        match file.reload(&current.vocabulary)? {
            Some((vocabulary, start)) => {
                self.shared.replace(vocabulary, start);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// The path of its file; nothing for a mind that does not come from a file. A studio edits it; the game has to call
    /// [`Mind::reload_changed`] for a saved file to take effect.
    #[cfg(feature = "files")]
    pub fn path(&self) -> Option<&std::path::Path> {
        self.file.as_ref()?.path()
    }

    /// The conflicts and effects of actions that its file was checked with.
    #[cfg(feature = "files")]
    pub fn catalogue(&self) -> Option<&crate::kernel::Catalogue> {
        self.file.as_ref().map(|file| file.catalogue())
    }

    /// The warnings about the file of the mind, as text in the style of rustc; empty if there are none.
    #[cfg(feature = "files")]
    pub fn warnings(&self) -> String {
        self.file.as_ref().map(|file| file.warnings()).unwrap_or_default()
    }
}
