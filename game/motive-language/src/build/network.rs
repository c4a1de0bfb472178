//! Skill networks as programs.

use motive_core::Vocabulary;
use motive_networks::{ActionSchema, Blueprint, NetworkError, NetworkProgram, SensorCondition, SkillBody};

/// A skill network of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NetworkDefinition {
    /// How it runs and what it starts with.
    pub blueprint: Blueprint,
    /// The conditions on memory that its propositions stand for.
    pub meanings: Vec<SensorCondition>,
    /// What its skills do in the world.
    pub bodies: Vec<SkillBody>,
    /// Actions of which skills are made, one for each thing that they can be done with.
    pub families: Vec<ActionSchema>,
    /// How often activation spreads in a tick at most until something is being done.
    pub spread: u32,
}

impl NetworkDefinition {
    /// The network as a program that pursues a goal.
    ///
    /// # Errors
    /// If the network is not valid. One that was loaded from a file always is.
    pub fn program(&self, names: &Vocabulary) -> Result<NetworkProgram, NetworkError> {
        let program = NetworkProgram::new(&self.blueprint, &self.meanings, &self.bodies, names)?;
        Ok(program.with_schemas(&self.families, names)?.spread(self.spread))
    }
}
