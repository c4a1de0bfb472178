//! Saving what agents know.

use crate::agent::{AgentNumber, MotiveAgent};
use crate::value::id_of;
use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use motive::game::{GameAgent, GameMind, NoActions};
use motive::{MemoryError, Snapshot};
use serde::{Deserialize, Serialize};

/// What an agent knew, as plain data that serde and Bevy's scenes can write.
///
/// Save with [`MotiveAgent::save`]; load by spawning an entity with this and a [`Mind`](crate::Mind). The mind starts anew with what
/// the agent knew: its goals come up again, and actions that were running start again if they are still wanted.
///
/// What the agent sees is not saved, for it sees it again. Notes that mention entities keep their ids: load entities with the ids that they
/// had, or let programs renew such notes.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[reflect(Component)]
pub struct SavedMind {
    number: u64,
    /// The memory by names, as JSON: reflection cannot see into other crates' types, and every format can carry text.
    memory: String,
}

/// Why a saved mind cannot be restored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// It is not what was saved.
    #[error("it is damaged: {0}")]
    Damaged(#[from] serde_json::Error),
    /// It does not fit the mind, as when a name is gone.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

impl SavedMind {
    /// The number of the agent, which it gets again.
    #[must_use]
    pub fn number(&self) -> AgentNumber {
        AgentNumber(self.number)
    }

    pub(crate) fn restore(
        &self,
        mind: &GameMind<NoActions>,
        seed: u64,
        number: AgentNumber,
    ) -> Result<GameAgent<NoActions>, RestoreError> {
        let snapshot: Snapshot = serde_json::from_str(&self.memory)?;
        Ok(mind.restore_agent(seed, number.0, &snapshot)?)
    }
}

impl MotiveAgent {
    /// What it knows, to be saved.
    ///
    /// # Errors
    /// If the memory cannot be written as text.
    pub fn save(&self) -> Result<SavedMind, serde_json::Error> {
        let mut memory = self.memory().clone();
        for (entity, _) in self.sights.iter().flat_map(|sighted| &sighted.things) {
            memory.remove(id_of(*entity));
        }
        memory.end_tick();
        let memory = serde_json::to_string(&memory.snapshot())?;
        Ok(SavedMind { number: self.number().0, memory })
    }
}
