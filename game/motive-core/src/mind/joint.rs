//! Minds that decide for many agents at once.

use super::agent::Agent;
use crate::action::Decision;
use crate::memory::{Memory, MemoryError};
use crate::vocabulary::{Property, Time, Value};

/// A mind of many agents: each of them decides exactly as it would by itself, but all together take less time. A
/// [`Crowd`](crate::Crowd) makes one for agents whose minds have the same [key](super::Mind::joint_key). The herd of the arbiter is one.
pub trait JointMind: Send + Sync {
    /// How many agents it has.
    fn len(&self) -> usize;

    /// Whether it has no agents.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes in a copy of a single agent, with all that it knows and does. Returns its place, which stays the same until the agent leaves;
    /// `None` if there is something that the joint mind has no room for.
    fn join(&mut self, agent: &Agent) -> Option<usize>;

    /// An agent leaves and continues by itself. Its place becomes free.
    fn leave(&mut self, place: usize) -> Option<Agent>;

    /// What an agent knows, as a memory.
    fn memory(&self, place: usize) -> Option<Memory>;

    /// An own property of an agent.
    fn get(&self, place: usize, property: Property) -> Option<Value>;

    /// Sets an own property of an agent. `None` if it has no room for this property.
    fn set(&mut self, place: usize, property: Property, value: Value) -> Option<Result<(), MemoryError>>;

    /// Removes an own property of an agent. Returns whether the agent had it.
    fn unset(&mut self, place: usize, property: Property) -> bool;

    /// All its agents decide, on all cores with the feature `parallel`.
    fn tick(&mut self, now: Time);

    /// The last decision of an agent.
    fn decision(&self, place: usize) -> Decision;

    /// Calls `note` with the place of each agent whose actions did not all continue in the last tick.
    fn changed(&self, note: &mut dyn FnMut(usize));
}
