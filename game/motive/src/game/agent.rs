//! An agent that perceives and acts in the types of a game.

use super::declare::{Actions, Observation, Own};
use super::error::GameError;
use super::mind::SharedMind;
use super::perception::Perception;
use crate::trace::{NoTrace, Tracer};
use crate::{
    ActionEnd, Agent, Decision, Id, Memory, MemoryError, Mind, Phase, Snapshot, Symbol, Thing, Time,
    Vocabulary,
};
use smallvec::SmallVec;
use std::sync::Arc;

/// An agent that perceives and acts in the types of a game. [`GameMind::agent`](super::GameMind::agent) creates it.
///
/// Each tick: pass in what it perceives, let it decide, carry out the actions.
///
/// ```
/// # #[cfg(feature = "files")] {
/// # use motive::prelude::*;
/// #[derive(Percept)]
/// struct Apple { id: Id, distance: f32 }
///
/// #[derive(Actions, Debug, PartialEq)]
/// enum Act { Eat(Id) }
///
/// let game = Game::new().percept::<Apple>().actions::<Act>();
/// let mind = game.parse("eater.motive", "
/// goal food maintains Eat { priority 10 }
/// program Eat { rule eat when a: apple { distance: ..2 lowest } do eat(a) }
/// mind Eater = arbiter { goals food }
/// ")?;
/// let mut agent = mind.agent(1, 0);
///
/// let apple = Id::new(7);
/// agent.perceive([Apple { id: apple, distance: 1.0 }])?;
/// assert!(agent.decide(Time::of_tick(0, 50_000)).actions().eq([&Act::Eat(apple)]));
///
/// agent.perceive([Apple { id: apple, distance: 9.0 }])?;
/// assert_eq!(agent.decide(Time::of_tick(1, 50_000)).stopped().count(), 1, "it is out of reach");
/// # }
/// # Ok::<(), motive::game::GameError>(())
/// ```
// What says whether the mind is outdated lies at the beginning, and nothing else is read of an agent that sleeps.
#[repr(C)]
pub struct GameAgent<A: Actions> {
    link: MindLink<A>,
    agent: Agent<Box<dyn Mind>>,
}

/// Connects an agent with the types of the game and with its shared mind.
#[repr(C)]
pub(super) struct MindLink<A: Actions> {
    shared: Arc<SharedMind<A>>,
    version: u64,
    perception: Perception,
}

impl<A: Actions> MindLink<A> {
    pub(super) fn perceive<I>(&mut self, memory: &mut Memory, percepts: I) -> Result<(), GameError>
    where
        I: IntoIterator<Item: Observation>,
    {
        self.perception.perceive(&self.shared.registry, memory, percepts)
    }

    pub(super) fn notice<I>(&mut self, memory: &mut Memory, percepts: I) -> Result<(), GameError>
    where
        I: IntoIterator<Item: Observation>,
    {
        self.perception.notice(&self.shared.registry, memory, percepts)
    }

    pub(super) fn own<T: Own>(&mut self, memory: &mut Memory, own: &T) -> Result<(), GameError> {
        self.perception.own(&self.shared.registry, memory, own)
    }

    pub(super) fn read(&self, decision: &Decision) -> Decided<A> {
        Decided::read(decision, &self.shared.actions)
    }

    /// Whether the mind was reloaded since the last decision.
    pub(super) fn is_outdated(&self) -> bool {
        self.shared.number() != self.version
    }

    /// Switches to the reloaded mind.
    pub(super) fn take_newer_mind(&mut self, agent: &mut Agent<Box<dyn Mind>>) {
        let version = self.shared.version();
        self.version = version.number;
        let (mind, memory) = agent.parts_mut();
        // The names of each version extend those of earlier ones, so this cannot fail.
        if memory.extend_vocabulary(version.vocabulary).is_ok() {
            version.source.replace(mind, memory);
        }
    }
}

impl<A: Actions> GameAgent<A> {
    pub(super) fn new(shared: Arc<SharedMind<A>>, seed: u64, number: u64) -> Self {
        let version = shared.version();
        let mut memory = Memory::new(version.vocabulary.clone());
        version.source.begin(&mut memory);
        let agent = Agent::new(memory, version.source.start(), seed, number);
        Self { agent, link: MindLink { perception: Perception::default(), shared, version: version.number } }
    }

    /// An agent that knows what a snapshot says. Its mind starts anew, and none of its actions run.
    pub(super) fn restored(
        shared: Arc<SharedMind<A>>,
        seed: u64,
        number: u64,
        snapshot: &Snapshot,
    ) -> Result<Self, MemoryError> {
        let version = shared.version();
        let mut memory = Memory::restore(version.vocabulary.clone(), snapshot)?;
        let shown = memory.shared_vocabulary().builtin().action;
        let running: Vec<Id> = memory.things().filter(|thing| thing.is_a(shown)).map(Thing::id).collect();
        for action in running {
            memory.remove(action);
        }
        let agent = Agent::new(memory, version.source.start(), seed, number);
        let perception = Perception::default();
        Ok(Self { agent, link: MindLink { perception, shared, version: version.number } })
    }

    /// An agent that decided elsewhere before. If its character is not the present one of the mind, it goes on with that.
    #[cfg(feature = "arbiter")]
    pub(super) fn resumed(shared: Arc<SharedMind<A>>, agent: Agent<crate::Arbiter>) -> Self {
        let version = shared.version();
        let present = version.source.character();
        let is_present = present.is_some_and(|present| Arc::ptr_eq(&present, agent.mind().character()));
        let number = if is_present { version.number } else { version.number.wrapping_sub(1) };
        let identity = agent.identity();
        let (memory, mind) = agent.into_parts();
        let agent = Agent::with_identity(memory, Box::new(mind) as Box<dyn Mind>, identity);
        Self { agent, link: MindLink { perception: Perception::default(), shared, version: number } }
    }

    pub(super) fn into_parts(self) -> (Agent<Box<dyn Mind>>, MindLink<A>) {
        (self.agent, self.link)
    }

    pub(super) fn from_parts(agent: Agent<Box<dyn Mind>>, link: MindLink<A>) -> Self {
        Self { agent, link }
    }

    /// Passes in all things of one type that the agent perceives now. Things of this type that it perceived before and that are not among
    /// them are forgotten.
    ///
    /// Takes percepts with an id, references to them, or pairs `(id, &percept)`. A percept that has not changed costs a comparison.
    ///
    /// # Errors
    /// If the game has not declared the type, or if memory refuses a value. The other percepts are still stored.
    pub fn perceive<I>(&mut self, percepts: I) -> Result<(), GameError>
    where
        I: IntoIterator<Item: Observation>,
    {
        self.link.perceive(self.agent.memory_mut(), percepts)
    }

    /// Passes in some things without forgetting others of the type: for things that an agent hears of, or remembers when they are out of
    /// sight. They stay until [`GameAgent::forget`].
    ///
    /// # Errors
    /// As for [`GameAgent::perceive`].
    pub fn notice<I>(&mut self, percepts: I) -> Result<(), GameError>
    where
        I: IntoIterator<Item: Observation>,
    {
        self.link.notice(self.agent.memory_mut(), percepts)
    }

    /// Forgets a thing. Returns whether it was known.
    pub fn forget(&mut self, id: Id) -> bool {
        self.agent.memory_mut().remove(id)
    }

    /// Passes in properties of the agent itself.
    ///
    /// # Errors
    /// As for [`GameAgent::perceive`].
    pub fn own<T: Own>(&mut self, own: &T) -> Result<(), GameError> {
        self.link.own(self.agent.memory_mut(), own)
    }

    /// Decides what to do now.
    pub fn decide(&mut self, now: Time) -> Decided<A> {
        self.decide_traced(now, &mut NoTrace)
    }

    /// Decides what to do now, and reports events to a tracer. The decision is the same.
    pub fn decide_traced(&mut self, now: Time, trace: &mut dyn Tracer) -> Decided<A> {
        self.take_newer_mind();
        self.agent.tick_traced(now, trace);
        self.decided()
    }

    /// Decides what to do now, and records it for `motive why`. The decision is the same.
    #[cfg(feature = "trace")]
    pub fn decide_recorded(&mut self, now: Time, recording: &mut motive_trace::Recording) -> Decided<A> {
        self.take_newer_mind();
        recording.tick(&mut self.agent, now);
        self.decided()
    }

    /// Decides what to do now, under the eyes of the pages of a studio. The decision is the same, unless somebody changes something by
    /// hand there.
    #[cfg(feature = "studio")]
    pub fn decide_in(&mut self, studio: &mut motive_studio::Studio, now: Time) -> Decided<A> {
        self.tick_in(studio, now);
        self.decided()
    }

    /// As [`GameAgent::decide_in`], with handles instead of the game's types.
    #[cfg(feature = "studio")]
    pub fn tick_in(&mut self, studio: &mut motive_studio::Studio, now: Time) -> &Decision {
        self.take_newer_mind();
        studio.tick(&mut self.agent, now)
    }

    /// Decides what to do now, and gives the decision with handles instead of the game's types: for hosts that declare
    /// their actions while they run, as plug-ins of engines do.
    pub fn tick(&mut self, now: Time) -> &Decision {
        self.tick_traced(now, &mut NoTrace)
    }

    /// As [`GameAgent::tick`], and reports why. The decision is the same.
    pub fn tick_traced(&mut self, now: Time, trace: &mut dyn Tracer) -> &Decision {
        self.take_newer_mind();
        self.agent.tick_traced(now, trace)
    }

    /// Reports how a latched action of a decision with handles has ended. Says whether it was running.
    pub fn finish(&mut self, run: u64, end: ActionEnd) -> bool {
        self.agent.finish(run, end)
    }

    /// Whether its mind was loaded again since it last decided.
    #[must_use]
    pub fn is_outdated(&self) -> bool {
        self.link.is_outdated()
    }

    fn take_newer_mind(&mut self) {
        if self.link.is_outdated() {
            self.link.take_newer_mind(&mut self.agent);
        }
    }

    /// The last decision. Actions that the game cannot carry out end as failed.
    fn decided(&mut self) -> Decided<A> {
        let decided = self.link.read(self.agent.decision());
        for run in decided.unreadable() {
            self.fail(run);
        }
        decided
    }

    /// Reports that a latched action has succeeded. Returns whether it was running.
    pub fn succeed(&mut self, run: RunId) -> bool {
        self.agent.finish(run.0, ActionEnd::Succeeded)
    }

    /// Reports that a latched action has failed. Returns whether it was running.
    pub fn fail(&mut self, run: RunId) -> bool {
        let reason = self.agent.memory().shared_vocabulary().builtin().failed;
        self.fail_because(run, reason)
    }

    /// Reports that a latched action has failed, with a reason that files can read as `action_reason`.
    /// [`Game::declare`](super::Game::declare) gives symbols for reasons. Returns whether it was running.
    pub fn fail_because(&mut self, run: RunId, reason: Symbol) -> bool {
        self.agent.finish(run.0, ActionEnd::Failed(reason))
    }

    /// Its memory.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        self.agent.memory()
    }

    /// Its memory, for changes other than percepts.
    pub fn memory_mut(&mut self) -> &mut Memory {
        self.agent.memory_mut()
    }

    /// The names it uses.
    #[must_use]
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        self.agent.memory().shared_vocabulary()
    }

    /// The agent of the kernel, without the types of the game.
    #[must_use]
    pub fn inner(&self) -> &Agent<Box<dyn Mind>> {
        &self.agent
    }
}

/// One run of an action, from its start to its end.
///
/// It comes with each [`Active`] action; pass it to [`GameAgent::succeed`] or [`GameAgent::fail`] when a latched action has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(pub(super) u64);

/// An action of a decision, with its phase. See [`Decided`] for how to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Active<A> {
    /// The action.
    pub action: A,
    /// Whether it starts, continues, continues with other arguments, or stops.
    pub phase: Phase,
    /// This run of the action, for [`GameAgent::succeed`] and [`GameAgent::fail`].
    pub run: RunId,
    /// The priority of the task that wants it.
    pub priority: f64,
}

/// A decision in the types of a game. It borrows nothing, so the agent can be used while the decision is carried out.
///
/// ```
/// # use motive::prelude::*;
/// # #[derive(Actions, Debug)] enum Move { Walk, Wave }
/// # fn carry_out(decided: Decided<Move>) {
/// // All actions with their phases, those that stop last:
/// for Active { action, phase, .. } in &decided {
///     println!("{phase:?} {action:?}");
/// }
/// // Or only the actions to do in this tick:
/// for action in decided.actions() {
///     match action { Move::Walk => {} Move::Wave => {} }
/// }
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Decided<A> {
    active: SmallVec<[Active<A>; 2]>,
    unreadable: SmallVec<[RunId; 1]>,
}

impl<A: Actions> Decided<A> {
    fn read(decision: &Decision, names: &A::Names) -> Self {
        let mut decided = Self { active: SmallVec::new(), unreadable: SmallVec::new() };
        for one in decision.actions.iter().chain(&decision.stopped) {
            match A::read(names, one.action, &one.arguments) {
                Some(action) => decided.active.push(Active {
                    action,
                    phase: one.phase,
                    run: RunId(one.run),
                    priority: one.priority,
                }),
                None => decided.unreadable.push(RunId(one.run)),
            }
        }
        decided
    }

    /// The actions that cannot be carried out, because an argument is of the wrong type.
    pub(super) fn unreadable(&self) -> impl Iterator<Item = RunId> {
        self.unreadable.iter().copied()
    }
}

impl<A> Decided<A> {
    /// The actions to do in this tick, highest priority first: those that start, continue or change.
    pub fn actions(&self) -> impl Iterator<Item = &A> {
        self.with(|phase| phase != Phase::Stopped)
    }

    /// The actions that start in this tick.
    pub fn started(&self) -> impl Iterator<Item = &A> {
        self.with(|phase| phase == Phase::Started)
    }

    /// The actions that stop in this tick.
    pub fn stopped(&self) -> impl Iterator<Item = &A> {
        self.with(|phase| phase == Phase::Stopped)
    }

    fn with(&self, has: fn(Phase) -> bool) -> impl Iterator<Item = &A> {
        self.active.iter().filter(move |active| has(active.phase)).map(|active| &active.action)
    }

    /// All actions with their phases.
    pub fn iter(&self) -> std::slice::Iter<'_, Active<A>> {
        self.active.iter()
    }

    /// Whether there are no actions at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.active.is_empty()
    }
}

impl<A> IntoIterator for Decided<A> {
    type Item = Active<A>;
    type IntoIter = smallvec::IntoIter<[Active<A>; 2]>;

    fn into_iter(self) -> Self::IntoIter {
        self.active.into_iter()
    }
}

impl<'a, A> IntoIterator for &'a Decided<A> {
    type Item = &'a Active<A>;
    type IntoIter = std::slice::Iter<'a, Active<A>>;

    fn into_iter(self) -> Self::IntoIter {
        self.active.iter()
    }
}
