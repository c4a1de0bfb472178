//! Things and facts that an agent knows before the first tick.

use motive_core::{Id, Memory, MemoryError, Property, Relation, Thing, Value};

/// The things and facts of a file: `thing axe: tool { weight: 3 }` and `fact self.wood == 2`.
///
/// Agents perceive what there is in a world. Only files without a world, and plans that start in another situation, need this.
#[derive(Clone, Debug, Default)]
pub struct InitialState {
    pub(crate) things: Vec<Thing>,
    pub(crate) values: Vec<(Id, Property, Value)>,
    pub(crate) rows: Vec<(Relation, Vec<Value>)>,
}

impl InitialState {
    /// Whether the file declares nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.things.is_empty() && self.values.is_empty() && self.rows.is_empty()
    }

    /// Writes all of it into a memory, over what is there.
    ///
    /// # Errors
    /// If the memory has another vocabulary than the file.
    pub fn apply_to(&self, memory: &mut Memory) -> Result<(), MemoryError> {
        for thing in &self.things {
            memory.put(thing.clone())?;
        }
        for (id, property, value) in &self.values {
            memory.set(*id, *property, value.clone())?;
        }
        for (relation, row) in &self.rows {
            memory.relate(*relation, row)?;
        }
        Ok(())
    }
}
