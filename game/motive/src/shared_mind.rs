//! What the agents of a mind share.

use crate::kernel::{self, Memory, Vocabulary};
use crate::traits::{Actions, DeclaredTypes};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

/// Creates the minds of agents.
pub(crate) trait StartMind: Send + Sync {
    /// A mind for a new agent.
    fn start(&self) -> Box<dyn kernel::Mind>;

    /// Replaces a running mind.
    fn replace(&self, mind: &mut Box<dyn kernel::Mind>, memory: &mut Memory) {
        let _ = memory;
        *mind = self.start();
    }

    /// Writes the initial knowledge of a new agent.
    fn begin(&self, memory: &mut Memory) {
        let _ = memory;
    }
}

/// A character built in Rust.
#[cfg(feature = "arbiter")]
pub(crate) struct RustCharacter(pub(crate) Arc<motive_arbiter::Character>);

#[cfg(feature = "arbiter")]
impl StartMind for RustCharacter {
    fn start(&self) -> Box<dyn kernel::Mind> {
        Box::new(motive_arbiter::Arbiter::new(self.0.clone()))
    }
}

impl<F, M> StartMind for F
where
    F: Fn() -> M + Send + Sync,
    M: kernel::Mind + 'static,
{
    fn start(&self) -> Box<dyn kernel::Mind> {
        Box::new(self())
    }
}

/// The current version of a mind.
#[derive(Clone)]
pub(crate) struct MindVersion {
    pub(crate) number: u64,
    pub(crate) vocabulary: Arc<Vocabulary>,
    pub(crate) start: Arc<dyn StartMind>,
}

/// What the agents of a mind share.
pub(crate) struct SharedMind<A: Actions> {
    pub(crate) types: DeclaredTypes,
    /// Where the mind comes from, such as a file.
    pub(crate) source: Box<str>,
    pub(crate) actions: A::Names,
    number: AtomicU64,
    version: RwLock<MindVersion>,
}

impl<A: Actions> SharedMind<A> {
    pub(crate) fn new(
        types: DeclaredTypes,
        actions: A::Names,
        source: &str,
        vocabulary: Arc<Vocabulary>,
        start: Arc<dyn StartMind>,
    ) -> Self {
        let version = RwLock::new(MindVersion { number: 0, vocabulary, start });
        Self { types, actions, source: source.into(), number: AtomicU64::new(0), version }
    }

    /// The number of the version. Costs one atomic read.
    pub(crate) fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    pub(crate) fn version(&self) -> MindVersion {
        self.version.read().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    /// Sets a new version, which agents use from their next decision on.
    pub(crate) fn replace(&self, vocabulary: Arc<Vocabulary>, start: Arc<dyn StartMind>) {
        let mut version = self.version.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        *version = MindVersion { number: version.number + 1, vocabulary, start };
        self.number.store(version.number, Ordering::Release);
    }
}
