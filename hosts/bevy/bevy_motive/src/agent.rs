//! The agent of an entity: what it knows, and the mind that decides for it.

use crate::action::ActionTable;
use crate::clock::SharedClock;
use crate::game::GameAgent;
use crate::mind::MindAsset;
use crate::quiet::QuietNumbers;
use crate::value::with_entities;
use bevy_asset::AssetId;
use bevy_ecs::change_detection::Tick;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::Reflect;
use motive::declare::{PropertyField, PropertyWriter, ValueVec};
use motive::kernel::Observer;
use motive::kernel::engine::WakeCondition;
use motive::kernel::trace::NoTrace;
use motive::kernel::{
    ActionEnd, ActionId, ActiveAction, Decision, Id, Memory, Mind as _, Phase, Property, Symbol, Time, Value,
};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// The number that tells an agent from all others: with the seed of the game it decides the random draws of its mind.
///
/// Agents are numbered in the order in which their entities got a [`Mind`](crate::Mind). Give an entity a number of your own by
/// spawning it with this component.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[reflect(Component)]
pub struct AgentNumber(pub u64);

/// The agent of an entity: what it knows, and what it decided. The plug-in adds it to an entity with a [`Mind`](crate::Mind) as soon as that is
/// loaded, unless the entity becomes a member of a herd: see [`Alone`](crate::Alone).
// In this order, what is read and written in every tick lies together.
#[repr(C)]
#[derive(Component)]
#[component(on_remove = removed)]
pub struct MotiveAgent {
    /// Whether it decides in this tick, as far as level of detail and budget go.
    pub(crate) is_due: bool,
    /// Whether the last decision has something to be carried out.
    pub(crate) has_news: bool,
    /// Whether something was written into its memory since its last decision was found to stand.
    is_touched: bool,
    /// The tick in which it last decided, or was found to have nothing to decide.
    pub(crate) thought: Option<u64>,
    clock: Arc<SharedClock>,
    /// How long the last decision stands.
    wake: Option<WakeCondition>,
    quiet: QuietNumbers,
    /// Tells it from all agents that its entity had before.
    pub(crate) serial: u64,
    ended: SmallVec<[(u64, RunEnd); 1]>,
    /// When its own properties were last read, by the number of the component's type.
    self_read: SmallVec<[Option<Tick>; 1]>,
    agent: GameAgent,
    /// Up to which of the decided ticks its memory has turned.
    turned: u64,
    pub(crate) mind: AssetId<MindAsset>,
    doing: SmallVec<[(u64, ActionId); 2]>,
    /// Runs whose component another system removed.
    lost: SmallVec<[u64; 1]>,
    /// What it sees, once for each type as which it is seen.
    pub(crate) seen: SmallVec<[Id; 2]>,
}

/// How an action ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    Succeeded,
    Failed,
}

impl MotiveAgent {
    pub(crate) fn new(agent: GameAgent, mind: AssetId<MindAsset>, clock: Arc<SharedClock>) -> Self {
        let serial = clock.next_serial();
        Self {
            turned: clock.decided_ticks(),
            agent,
            mind,
            clock,
            wake: None,
            thought: None,
            is_due: true,
            has_news: false,
            is_touched: true,
            quiet: QuietNumbers::default(),
            doing: SmallVec::new(),
            ended: SmallVec::new(),
            lost: SmallVec::new(),
            serial,
            seen: SmallVec::new(),
            self_read: SmallVec::new(),
        }
    }

    /// An agent that decided elsewhere before, and continues what it does.
    pub(crate) fn continuing(
        agent: GameAgent,
        mind: AssetId<MindAsset>,
        clock: Arc<SharedClock>,
        doing: impl IntoIterator<Item = (u64, ActionId)>,
    ) -> Self {
        let mut new = Self { doing: doing.into_iter().collect(), ..Self::new(agent, mind, clock) };
        // The game has ended these, and the mind does not know it yet.
        let runs: SmallVec<[u64; 2]> = new.decision().actions.iter().map(|action| action.run).collect();
        for run in runs.into_iter().filter(|run| !new.doing.iter().any(|(doing, _)| doing == run)) {
            new.ended.push((run, RunEnd::Failed));
            new.lost.push(run);
        }
        new
    }

    /// What it knows. A copy if there are numbers that changed without a meaning for its last decision: those are written down only
    /// when it decides again.
    pub fn memory(&self) -> Cow<'_, Memory> {
        self.quiet.complete(self.agent.memory())
    }

    /// What it knows, to be changed by other means than components: what it hears, remembers or is told.
    pub fn memory_mut(&mut self) -> &mut Memory {
        self.catch_up();
        self.is_touched = true;
        self.agent.memory_mut()
    }

    /// Writes the properties of a thing, or of the agent itself.
    pub(crate) fn writer(&mut self, id: Id) -> AgentWriter<'_> {
        AgentWriter { agent: self, id }
    }

    fn tell(&mut self, id: Id, property: Property, divisible: bool, values: ValueVec) {
        let amount = values.first().and_then(Value::number).filter(|_| divisible);
        let memory = self.memory_mut();
        // What memory refuses (a value of the wrong type cannot occur) stays as it was.
        let _ = match amount {
            Some(amount) => memory.set_divisible(id, property, amount),
            None if values.is_empty() => Ok(_ = memory.unset(id, property)),
            None => memory.set_all(id, property, values),
        };
    }

    /// Tells it a number of a thing or of itself.
    #[inline]
    pub(crate) fn tell_number(&mut self, id: Id, property: Property, number: f64) {
        if !self.quiet.keep(id, property, number, self.clock.decided_ticks() as u32) {
            self.write_number(id, property, number);
        }
    }

    /// Writes a number, and finds out between which its changes mean nothing.
    #[inline(never)]
    fn write_number(&mut self, id: Id, property: Property, number: f64) {
        // The thing is known, and the property holds numbers.
        let _ = self.memory_mut().set(id, property, number);
        let range = self.wake.and_then(|wake| self.agent.memory().quiet_range(wake.watch, id, property));
        if let Some(range) = range {
            self.quiet.learn(id, property, range);
        }
    }

    /// Its number.
    pub fn number(&self) -> AgentNumber {
        AgentNumber(self.agent.untyped().number())
    }

    /// What it decided last.
    pub fn decision(&self) -> &Decision {
        self.agent.untyped().decision()
    }

    /// What it does now as text: `flee(wolf#12)`.
    pub fn actions(&self) -> Vec<String> {
        let memory = self.agent.memory();
        let actions = self.decision().display(memory);
        actions.iter().map(|action| with_entities(action, memory)).collect()
    }

    /// The agent without Bevy. For what it knows, see [`MotiveAgent::memory`].
    pub fn game_agent(&self) -> &GameAgent {
        &self.agent
    }

    /// It no longer sees something as a thing of one type. Returns whether it still sees it as another.
    pub(crate) fn note_lost(&mut self, id: Id) -> bool {
        if let Some(at) = self.seen.iter().position(|seen| *seen == id) {
            self.seen.swap_remove(at);
        }
        self.quiet.forget(id);
        self.seen.contains(&id)
    }

    /// Its own component of a type is read. Returns when it was before.
    pub(crate) fn read_self(&mut self, number: usize, now: Tick) -> Option<Tick> {
        if self.self_read.len() <= number {
            self.self_read.resize(number + 1, None);
        }
        self.self_read[number].replace(now)
    }

    /// It lost its own component of a type.
    pub(crate) fn forget_self(&mut self, number: usize) {
        if let Some(read) = self.self_read.get_mut(number) {
            *read = None;
        }
    }

    /// Brings its memory to where it would be had it been told everything and decided in every tick: changes are those since the last tick.
    fn catch_up(&mut self) {
        let ticks = self.clock.decided_ticks();
        let memory = self.agent.memory_mut();
        self.quiet.write_earlier(memory, ticks as u32);
        if self.turned != ticks {
            self.turned = ticks;
            memory.set_time(self.clock.last_decided());
            memory.end_tick();
        }
        self.quiet.write_present(memory);
    }

    /// The game reports the end of an action. The mind learns it at its next decision.
    pub(crate) fn end_action(&mut self, run: u64, end: RunEnd) {
        if let Some(at) = self.doing.iter().position(|(doing, _)| *doing == run) {
            self.doing.remove(at);
            self.ended.push((run, end));
            self.lost.push(run);
        }
    }

    /// Whether its last decision still stands, so that it need not decide again.
    fn is_asleep(&mut self, now: Time) -> bool {
        let Some(wake) = self.wake.filter(|_| self.ended.is_empty() && !self.agent.is_outdated()) else {
            return false;
        };
        if std::mem::take(&mut self.is_touched) {
            return wake.holds(self.agent.memory(), now.micros);
        }
        now.micros < wake.until
    }

    /// Decides, if it is due and something changed that its decision depends on.
    pub(crate) fn decide(&mut self, now: Time) {
        self.has_news = false;
        if !self.is_due {
            return;
        }
        self.thought = Some(now.tick);
        if !self.is_asleep(now) {
            self.decide_with(now, &mut NoTrace);
        }
    }

    /// Decides in any case while something looks on.
    pub(crate) fn decide_with(&mut self, now: Time, observer: &mut impl Observer) {
        self.catch_up();
        let watched = self.wake.map(|wake| wake.watch);
        (self.turned, self.is_touched) = (self.turned + 1, false);
        let failed = self.agent.memory().shared_vocabulary().builtin().failed;
        for (run, end) in self.ended.drain(..) {
            let end = match end {
                RunEnd::Succeeded => ActionEnd::Succeeded,
                RunEnd::Failed => ActionEnd::Failed(failed),
            };
            self.agent.finish(run, end);
        }
        self.thought = Some(now.tick);
        let decision = self.agent.decide_untyped(now, observer);
        self.has_news = !decision.stopped.is_empty()
            || !self.lost.is_empty()
            || decision.actions.iter().any(|action| action.phase != Phase::Continued);
        let wake = self.agent.untyped().mind().wake_condition();
        self.wake = wake.filter(|wake| wake.holds(self.agent.memory(), now.micros));
        if self.wake.map(|wake| wake.watch) != watched {
            self.quiet.clear();
        }
    }

    /// Gives what the last decision changes: what stops first, then what starts or changes.
    pub(crate) fn carry_out(&mut self, mut change: impl FnMut(&ActiveAction, Phase) -> bool) {
        self.has_news = false;
        let decision = self.agent.untyped().decision();
        for action in &decision.stopped {
            if let Some(at) = self.doing.iter().position(|(run, _)| *run == action.run) {
                self.doing.remove(at);
                change(action, Phase::Stopped);
            }
        }
        let mut refused: SmallVec<[u64; 1]> = SmallVec::new();
        for action in &decision.actions {
            let is_running = self.doing.iter().any(|(run, _)| *run == action.run);
            let phase = match action.phase {
                // Its component was removed, and the mind still wants it.
                Phase::Continued if !is_running && self.lost.contains(&action.run) => Phase::Started,
                Phase::Continued => continue,
                phase => phase,
            };
            if phase == Phase::Started {
                self.doing.push((action.run, action.action));
            }
            if !change(action, phase) {
                refused.push(action.run);
            }
        }
        self.lost.clear();
        for run in refused {
            self.end_action(run, RunEnd::Failed);
        }
    }
}

/// Tells an agent the properties of a thing or of itself.
pub(crate) struct AgentWriter<'a> {
    agent: &'a mut MotiveAgent,
    id: Id,
}

impl PropertyWriter for AgentWriter<'_> {
    #[inline]
    fn write<Host>(
        &mut self,
        property: Property,
        divisible: bool,
        field: &impl PropertyField<Host>,
        names: &[Symbol],
    ) {
        let mut values = ValueVec::new();
        field.write(names, &mut values);
        match values.as_slice() {
            [Value::Number(number)] if !divisible => self.agent.tell_number(self.id, property, *number),
            _ => self.agent.tell(self.id, property, divisible, values),
        }
    }
}

/// The agent goes: so do its actions.
fn removed(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(mut agent) = world.get_mut::<MotiveAgent>(context.entity) else { return };
    let doing = std::mem::take(&mut agent.doing);
    stop_all(&mut world, context.entity, doing.into_iter());
}

/// Stops actions of an entity that is no longer an agent, unless it is going itself.
pub(crate) fn stop_all(
    world: &mut DeferredWorld<'_>,
    entity: Entity,
    doing: impl ExactSizeIterator<Item = (u64, ActionId)> + Send + 'static,
) {
    if doing.len() == 0 {
        return;
    }
    world.commands().queue(move |world: &mut World| {
        if world.get_entity(entity).is_err() {
            return;
        }
        world.resource_scope(|world, table: Mut<ActionTable>| {
            let mut commands = world.commands();
            for (run, action) in doing {
                if let Some(kind) = table.get(action) {
                    kind.stop(entity, run, &mut commands);
                }
            }
        });
        world.flush();
    });
}
