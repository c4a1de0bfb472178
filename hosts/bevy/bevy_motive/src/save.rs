//! Saving what agents know.

use crate::agent::{AgentNumber, MotiveAgent};
use crate::game::{GameAgent, GameMind};
use crate::herd::HerdMember;
use bevy_ecs::prelude::*;
use bevy_log::error;
use bevy_reflect::Reflect;
use motive::Seed;
use motive::kernel::{MemoryError, Snapshot};
use serde::{Deserialize, Serialize};

/// What an agent knew, as plain data that serde and Bevy's scenes can write.
///
/// [`save_minds`] gives it to all agents, [`MotiveAgent::save`] makes it for one. Load by spawning an entity with this and a
/// [`Mind`](crate::Mind), as a scene does. The mind starts anew with what the agent knew: its goals come up again, and actions that were running start again if they are still wanted.
///
/// What the agent sees is not saved, for it sees it again. Notes that mention entities keep their ids: load entities with the ids that they
/// had, or let programs renew such notes.
#[derive(Component, Reflect, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[reflect(Component)]
pub struct SavedMind {
    number: u64,
    /// The memory by names, as JSON: reflection cannot see into other crates' types, and every format can carry text. Empty for an agent of
    /// a herd, which knows nothing besides its components.
    memory: String,
}

/// Why a saved mind cannot be restored.
#[derive(Debug, thiserror::Error)]
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
    pub fn number(&self) -> AgentNumber {
        AgentNumber(self.number)
    }

    pub(crate) fn of_herd(number: AgentNumber) -> Self {
        Self { number: number.0, memory: String::new() }
    }

    pub(crate) fn is_of_herd(&self) -> bool {
        self.memory.is_empty()
    }

    pub(crate) fn restore(
        &self,
        mind: &GameMind,
        seed: u64,
        number: AgentNumber,
    ) -> Result<GameAgent, RestoreError> {
        if self.is_of_herd() {
            return Ok(mind.spawn_numbered(Seed(seed), number.0));
        }
        let snapshot: Snapshot = serde_json::from_str(&self.memory)?;
        Ok(mind.restore_memory(Seed(seed), number.0, &snapshot)?)
    }
}

impl MotiveAgent {
    /// What it knows, to be saved.
    ///
    /// # Errors
    /// If the memory cannot be written as text.
    pub fn save(&self) -> Result<SavedMind, serde_json::Error> {
        let mut memory = self.memory().into_owned();
        for seen in &self.seen {
            memory.remove(*seen);
        }
        memory.end_tick();
        let memory = serde_json::to_string(&memory.snapshot())?;
        Ok(SavedMind { number: self.number().0, memory })
    }
}

/// Gives every agent its [`SavedMind`], to be written with the other components of its entity. Run it before you write a scene:
///
/// ```
/// # use bevy_motive::save_minds;
/// # use bevy_ecs::prelude::*;
/// # fn save(world: &mut World) -> Result<(), Box<dyn std::error::Error>> {
/// world.run_system_cached(save_minds)?;
/// // Now write the entities, with `SavedMind` among the components.
/// # Ok(())
/// # }
/// ```
pub fn save_minds(
    agents: Query<(Entity, &MotiveAgent)>,
    members: Query<(Entity, &AgentNumber), With<HerdMember>>,
    mut commands: Commands,
) {
    for (entity, agent) in &agents {
        match agent.save() {
            Ok(saved) => _ = commands.entity(entity).insert(saved),
            Err(error) => error!("the mind of {entity} cannot be saved: {error}"),
        }
    }
    for (entity, number) in &members {
        commands.entity(entity).insert(SavedMind::of_herd(*number));
    }
}
