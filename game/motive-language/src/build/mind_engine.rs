//! The architecture that plays a mind.

use motive_arbiter::baselines::{
    BaselineError, BensonNilsson, Drive, DriveCollection, FixedPriority, Minder,
};
use motive_arbiter::teleo::Library;
use motive_arbiter::{Arbiter, Character};
use motive_core::Memory;
use std::sync::Arc;

/// The architecture that plays a mind of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MindEngine {
    /// Goals under arbitration.
    Arbiter(Arc<Character>),
    /// The same goals under another published architecture.
    Baseline(Baseline, Arc<Character>, Arc<Library>),
}

/// A published architecture that runs one program at a time; see [`motive_arbiter::baselines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Baseline {
    /// [`BensonNilsson`], with equal times for all rules.
    BensonNilsson,
    /// [`Minder`], with the mind's own filter.
    Minder,
    /// [`DriveCollection`]: the goals are the drives, in their order.
    DriveCollection,
    /// [`FixedPriority`]
    FixedPriority,
}

impl Baseline {
    /// The architectures by the words that files use; without a baseline it is the arbiter.
    pub(crate) const NAMES: &'static [(&'static str, Option<Self>)] = &[
        ("arbiter", None),
        ("benson_nilsson", Some(Self::BensonNilsson)),
        ("minder", Some(Self::Minder)),
        ("drive_collection", Some(Self::DriveCollection)),
        ("fixed_priority", Some(Self::FixedPriority)),
    ];
}

impl MindEngine {
    /// A mind to give to an agent.
    ///
    /// # Errors
    /// If the architecture cannot play this character. A mind that was loaded from a file always can.
    pub fn start(&self) -> Result<Box<dyn motive_core::Mind>, BaselineError> {
        let (baseline, character, library) = match self {
            Self::Arbiter(character) => return Ok(Box::new(Arbiter::new(character.clone()))),
            Self::Baseline(baseline, character, library) => (baseline, character.clone(), library),
        };
        Ok(match baseline {
            Baseline::BensonNilsson => Box::new(BensonNilsson::new(character, library, Default::default())?),
            Baseline::Minder => {
                let filter = character.profile().filter;
                Box::new(Minder::new(character, filter))
            }
            Baseline::DriveCollection => {
                let drives: Vec<Drive> =
                    character.goals().iter().map(|goal| Drive::new(&goal.name)).collect();
                Box::new(DriveCollection::new(character, library, drives)?)
            }
            Baseline::FixedPriority => Box::new(FixedPriority::new(character)),
        })
    }

    /// Replaces a running mind, as after a reload. An arbiter keeps the tasks whose programs have not changed; any other
    /// mind starts again with what the agent knows.
    ///
    /// # Errors
    /// As for [`MindEngine::start`]; the running mind then stays.
    pub fn take_over(
        &self,
        mind: &mut Box<dyn motive_core::Mind>,
        memory: &mut Memory,
    ) -> Result<(), BaselineError> {
        if let Self::Arbiter(character) = self
            && let Some(running) = mind.as_any_mut().and_then(|mind| mind.downcast_mut::<Arbiter>())
        {
            running.replace(character.clone(), memory);
        } else {
            *mind = self.start()?;
        }
        Ok(())
    }

    /// The goals and programs that it plays.
    #[must_use]
    pub fn character(&self) -> &Arc<Character> {
        match self {
            Self::Arbiter(character) | Self::Baseline(_, character, _) => character,
        }
    }
}
