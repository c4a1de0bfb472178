//! How often who thinks, and how decisions become components.

use crate::action::{ActionStart, ActionTable, Decided};
use crate::agent::{AgentNumber, MotiveAgent};
use crate::clock::MotiveClock;
use crate::observe::Observed;
use crate::why::Explain;
use bevy_ecs::prelude::*;
use bevy_log::warn;
use bevy_reflect::Reflect;
use motive::kernel::Phase;

/// Level of detail: the agent perceives and decides once in this many ticks. In between it continues what it does.
///
/// Agents with the same interval take turns by their numbers, so that each tick has its share of them. Change it as the camera
/// comes near; 0 is the same as 1. Agents in a herd decide in every tick, see [`Alone`](crate::Alone).
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component)]
pub struct ThinkEvery(pub u32);

/// How many agents may decide in a tick; `None` for all of them. Those that have waited longest come first, and of these the one with the
/// lowest number, so that decisions never depend on the machine. Agents in a herd are not counted; while there is a budget, agents that start are
/// single ones.
#[derive(Resource, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Resource)]
pub struct ThinkBudget(pub Option<usize>);

/// Who decides in this tick.
#[derive(Resource, Default)]
pub(crate) struct Due {
    /// Some agents may have to wait, or had to in the last tick.
    is_limited: bool,
    was_limited: bool,
}

impl Due {
    /// Whether all agents decide in this tick and did in the last; if not, each knows whether it does.
    pub(crate) fn is_everybody(&self) -> bool {
        !self.is_limited && !self.was_limited
    }
}

/// Says which agents decide in this tick.
pub(crate) fn select(
    (clock, budget, mut due): (Res<MotiveClock>, Res<ThinkBudget>, ResMut<Due>),
    mut agents: Query<(&AgentNumber, &mut MotiveAgent, Option<&ThinkEvery>)>,
    slowed: Query<(), With<ThinkEvery>>,
) {
    due.was_limited = due.is_limited;
    due.is_limited = budget.0.is_some() || !slowed.is_empty();
    if due.is_everybody() {
        return;
    }
    let tick = clock.now().tick;
    let mut waiting = Vec::new();
    for (number, mut agent, every) in &mut agents {
        let every = every.map_or(1, |every| u64::from(every.0.max(1)));
        agent.is_due = agent.thought.is_none() || tick.wrapping_add(number.0).is_multiple_of(every);
        if budget.0.is_some() {
            let overdue = agent.thought.is_some_and(|thought| tick.saturating_sub(thought) >= every);
            agent.is_due |= overdue;
            if agent.is_due {
                waiting.push((agent.thought, *number, agent));
            }
        }
    }
    if let Some(most) = budget.0 {
        waiting.sort_unstable_by_key(|(thought, number, _)| (*thought, *number));
        waiting.iter_mut().skip(most).for_each(|(_, _, agent)| agent.is_due = false);
    }
}

type Unobserved = (Without<Explain>, Without<Observed>);

/// All agents decide for whom something changed, on all threads. No agent sees another, so their order does not matter.
pub(crate) fn decide(clock: Res<MotiveClock>, mut agents: Query<&mut MotiveAgent, Unobserved>) {
    let now = clock.now();
    agents.par_iter_mut().for_each(|mut agent| agent.bypass_change_detection().decide(now));
}

/// Turns what is new in the decisions into components and events.
pub(crate) fn carry_out(
    (clock, table): (Res<MotiveClock>, Res<ActionTable>),
    mut agents: Query<(Entity, &mut MotiveAgent)>,
    mut commands: Commands,
) {
    for (entity, mut agent) in &mut agents {
        if !agent.has_news {
            continue;
        }
        agent.carry_out(|action, phase| {
            let Some(kind) = table.get(action.action) else {
                warn!("{entity} decided for an action that no plug-in declared; it fails");
                return false;
            };
            let start = ActionStart { entity, action, clock: &clock };
            let is_understood = match phase {
                Phase::Started => kind.start(start, &mut commands),
                Phase::Changed => kind.change(start, &mut commands),
                Phase::Continued => true,
                Phase::Stopped => {
                    kind.stop(entity, action.run, &mut commands);
                    true
                }
            };
            if !is_understood {
                kind.failed_to_start(entity, &mut commands);
            }
            is_understood
        });
        commands.trigger(Decided { entity });
    }
}
