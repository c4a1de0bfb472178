//! What agents know of themselves: their own components.

use crate::agent::MotiveAgent;
use crate::declare::Own;
use crate::think::Due;
use crate::value::PropertyNames;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemChangeTick;
use motive::kernel::Id;
use std::marker::PhantomData;

/// A component whose fields are properties of the agent itself.
#[derive(Resource)]
pub(crate) struct OwnType<C: Own> {
    pub(crate) number: usize,
    pub(crate) names: Vec<PropertyNames>,
    pub(crate) of: PhantomData<fn() -> C>,
}

/// Tells agents their own properties, if they changed.
pub(crate) fn read_own<C: Own>(
    (own, due): (Res<OwnType<C>>, Res<Due>),
    mut agents: Query<(&mut MotiveAgent, Ref<C>)>,
    ticks: SystemChangeTick,
) {
    let (now, number) = (ticks.this_run(), own.number);
    agents.par_iter_mut().for_each(|(mut agent, component)| {
        // As long as all agents read in every tick, there is nothing to be looked up.
        if due.is_everybody() && !component.is_changed() && !agent.is_added() {
            return;
        }
        let agent = agent.bypass_change_detection();
        if !agent.is_due {
            return;
        }
        let before = agent.read_own(number, now);
        if before.is_none_or(|before| component.last_changed().is_newer_than(before, now)) {
            component.write(&own.names, |at, value| agent.tell(Id::SELF, own.names[at].property, value));
        }
    });
}

/// Agents that lost a component of their own lose its properties.
pub(crate) fn forget_own<C: Own>(
    own: Res<OwnType<C>>,
    mut removed: RemovedComponents<C>,
    mut agents: Query<&mut MotiveAgent, Without<C>>,
) {
    for entity in removed.read() {
        if let Ok(mut agent) = agents.get_mut(entity) {
            agent.forget_own(own.number);
            let memory = agent.memory_mut();
            for names in &own.names {
                memory.unset(Id::SELF, names.property);
            }
        }
    }
}
