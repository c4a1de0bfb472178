//! What agents know of themselves: components of their own entities.

use crate::agent::MotiveAgent;
use crate::think::Due;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemChangeTick;
use motive::declare::SelfState;
use motive::kernel::{Id, Property};

/// A component whose fields are properties of the agent itself.
#[derive(Resource)]
pub(crate) struct SelfType<C: SelfState> {
    /// Among all such types.
    pub(crate) number: usize,
    pub(crate) names: C::Names,
    pub(crate) properties: Vec<Property>,
}

/// Tells agents their own properties, if they changed.
pub(crate) fn read_self<C: Component + SelfState>(
    (of, due): (Res<SelfType<C>>, Res<Due>),
    mut agents: Query<(&mut MotiveAgent, Ref<C>)>,
    ticks: SystemChangeTick,
) {
    let (now, number) = (ticks.this_run(), of.number);
    agents.par_iter_mut().for_each(|(mut agent, component)| {
        // As long as all agents read in every tick, there is nothing to be looked up.
        if due.is_everybody() && !component.is_changed() && !agent.is_added() {
            return;
        }
        let agent = agent.bypass_change_detection();
        if !agent.is_due {
            return;
        }
        let before = agent.read_self(number, now);
        if before.is_none_or(|before| component.last_changed().is_newer_than(before, now)) {
            component.write(&of.names, &mut agent.writer(Id::SELF));
        }
    });
}

/// Agents that lost a component of their own lose its properties.
pub(crate) fn forget_self<C: Component + SelfState>(
    of: Res<SelfType<C>>,
    mut removed: RemovedComponents<C>,
    mut agents: Query<&mut MotiveAgent, Without<C>>,
) {
    for entity in removed.read() {
        if let Ok(mut agent) = agents.get_mut(entity) {
            agent.forget_self(of.number);
            let memory = agent.memory_mut();
            for property in &of.properties {
                memory.unset(Id::SELF, *property);
            }
        }
    }
}
