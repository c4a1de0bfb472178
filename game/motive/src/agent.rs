//! An agent that perceives and acts in the types of a game.

use crate::decision::{Decision, RunId};
use crate::error::Mistake;
use crate::kernel::trace::NoTrace;
use crate::kernel::{
    self, ActionEnd, AgentLabel, Id, Memory, MemoryError, Observer, Snapshot, Symbol, Thing, Time,
};
use crate::perception::{Perception, Senses};
use crate::shared_mind::SharedMind;
use crate::traits::{Actions, Observation, SelfState};
use std::sync::Arc;

/// The agent of the kernel under an agent of a game.
pub(crate) type Untyped = kernel::Agent<Box<dyn kernel::Mind>>;

/// An agent that perceives and acts in the types of a game. [`Mind::spawn`](crate::Mind::spawn) creates it.
///
/// Each tick: pass in what it perceives, let it decide, carry out the actions.
///
/// ```
/// # #[cfg(feature = "files")] {
/// # use motive::prelude::*;
/// # use std::time::Duration;
/// #[derive(Percept)]
/// struct Apple { id: Id, distance: f32 }
///
/// #[derive(Actions, Debug, PartialEq)]
/// enum Act { Eat(Id) }
///
/// let game = Game::new().sees::<Apple>().does::<Act>()?;
/// let mind = game.parse("eater.motive", "
/// goal food maintains Eat { priority 10 }
/// program Eat { rule eat when a: apple { distance: ..2 lowest } do eat(a) }
/// mind Eater = arbiter { goals food }
/// ")?;
/// let mut agent = mind.spawn(Seed(7));
/// let mut clock = Clock::new(Duration::from_millis(50));
///
/// let apple = Id::new(7);
/// agent.perceive([Apple { id: apple, distance: 1.0 }]);
/// assert!(agent.decide(clock.tick()).actions().eq([&Act::Eat(apple)]));
///
/// agent.perceive([Apple { id: apple, distance: 9.0 }]);
/// assert_eq!(agent.decide(clock.tick()).stopped().count(), 1, "it is out of reach");
/// # }
/// # Ok::<(), motive::Error>(())
/// ```
// What says whether the mind is outdated lies at the beginning, and nothing else is read of an agent that sleeps.
#[repr(C)]
pub struct Agent<A: Actions> {
    link: MindLink<A>,
    agent: Untyped,
}

/// Connects an agent with the types of the game and with its shared mind.
#[repr(C)]
pub(crate) struct MindLink<A: Actions> {
    shared: Arc<SharedMind<A>>,
    version: u64,
    perception: Perception,
    name: Option<Box<str>>,
}

impl<A: Actions> MindLink<A> {
    fn new(shared: Arc<SharedMind<A>>, version: u64) -> Self {
        Self { perception: Perception::default(), shared, version, name: None }
    }

    pub(crate) fn senses<'a>(&'a mut self, memory: &'a mut Memory) -> Senses<'a> {
        self.perception.of(&self.shared.types, memory)
    }

    pub(crate) fn mistakes(&self) -> &[Mistake] {
        self.perception.mistakes()
    }

    pub(crate) fn read(&self, decision: &kernel::Decision) -> Decision<A> {
        Decision::read(decision, &self.shared.actions)
    }

    pub(crate) fn label(&self) -> AgentLabel<'_> {
        AgentLabel { name: self.name.as_deref().unwrap_or_default(), source: &self.shared.source }
    }

    pub(crate) fn set_name(&mut self, name: &str) {
        self.name = Some(name.into());
    }

    /// The shared mind, and the version of it that the agent has.
    pub(crate) fn mind(&self) -> (&Arc<SharedMind<A>>, u64) {
        (&self.shared, self.version)
    }

    /// Whether the mind was reloaded since the last decision.
    pub(crate) fn is_outdated(&self) -> bool {
        self.shared.number() != self.version
    }

    /// Switches to the reloaded mind.
    pub(crate) fn take_newer_mind(&mut self, agent: &mut Untyped) {
        let version = self.shared.version();
        self.version = version.number;
        let (mind, memory) = agent.parts_mut();
        // The names of each version extend those of earlier ones, so this cannot fail.
        if memory.extend_vocabulary(version.vocabulary).is_ok() {
            version.start.replace(mind, memory);
        }
    }
}

impl<A: Actions> Agent<A> {
    pub(crate) fn new(shared: Arc<SharedMind<A>>, seed: u64, number: u64) -> Self {
        let version = shared.version();
        let mut memory = Memory::new(version.vocabulary.clone());
        version.start.begin(&mut memory);
        let agent = kernel::Agent::new(memory, version.start.start(), seed, number);
        Self { agent, link: MindLink::new(shared, version.number) }
    }

    /// An agent that knows what a snapshot says. Its mind starts anew, and none of its actions run.
    pub(crate) fn restored(
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
        let agent = kernel::Agent::new(memory, version.start.start(), seed, number);
        Ok(Self { agent, link: MindLink::new(shared, version.number) })
    }

    pub(crate) fn into_parts(self) -> (Untyped, MindLink<A>) {
        (self.agent, self.link)
    }

    pub(crate) fn from_parts(agent: Untyped, link: MindLink<A>) -> Self {
        Self { agent, link }
    }

    /// Calls it by a name: in recordings and on the pages of a studio.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.link.set_name(name);
        self
    }

    /// Passes in all things of one type that the agent perceives now. Things of this type that it perceived before and that are not among
    /// them are forgotten.
    ///
    /// Takes percepts with an id, references to them, or pairs `(id, &percept)`. A percept that has not changed costs a comparison. What
    /// memory refuses is left out, and is one of the [mistakes](Agent::mistakes).
    pub fn perceive<I>(&mut self, percepts: I)
    where
        I: IntoIterator<Item: Observation>,
    {
        self.senses().perceive(percepts);
    }

    /// Passes in properties of the agent itself.
    pub fn update<T: SelfState>(&mut self, state: &T) {
        self.senses().update(state);
    }

    /// Passes in some things without forgetting others of the type: for things that an agent hears of, or remembers when they are out of
    /// sight. They stay until [`Agent::forget`].
    pub fn remember<I>(&mut self, percepts: I)
    where
        I: IntoIterator<Item: Observation>,
    {
        self.senses().remember(percepts);
    }

    /// Forgets a thing. Returns whether it was known.
    pub fn forget(&mut self, id: Id) -> bool {
        self.agent.memory_mut().remove(id)
    }

    /// Everything that can be passed in.
    pub fn senses(&mut self) -> Senses<'_> {
        self.link.senses(self.agent.memory_mut())
    }

    /// What the game did wrong so far, each mistake once: values that memory refused, types that it has not declared.
    pub fn mistakes(&self) -> &[Mistake] {
        self.link.mistakes()
    }

    /// Decides what to do now.
    pub fn decide(&mut self, now: Time) -> Decision<A> {
        self.decide_with(now, &mut NoTrace)
    }

    /// Decides what to do now while something looks on: a recording, a studio, a tracer. The decision is the same.
    pub fn decide_with(&mut self, now: Time, observer: &mut impl Observer) -> Decision<A> {
        self.decide_untyped(now, observer);
        let decision = self.link.read(self.agent.decision());
        for run in decision.unreadable() {
            self.fail(run);
        }
        decision
    }

    /// Decides what to do now, and gives the decision with handles instead of the game's types: for hosts that declare their actions while
    /// they run, as plug-ins of engines do.
    pub fn decide_untyped(&mut self, now: Time, observer: &mut impl Observer) -> &kernel::Decision {
        if self.link.is_outdated() {
            self.link.take_newer_mind(&mut self.agent);
        }
        observer.decide(&mut self.agent, self.link.label(), now);
        self.agent.decision()
    }

    /// Reports how an action of a decision with handles has ended. Returns whether it was running.
    pub fn finish(&mut self, run: u64, end: ActionEnd) -> bool {
        self.agent.finish(run, end)
    }

    /// Whether its mind was loaded again since it last decided.
    pub fn is_outdated(&self) -> bool {
        self.link.is_outdated()
    }

    /// Reports that an action has succeeded. Returns whether it was running.
    pub fn succeed(&mut self, run: RunId) -> bool {
        self.agent.finish(run.0, ActionEnd::Succeeded)
    }

    /// Reports that an action has failed. Returns whether it was running.
    pub fn fail(&mut self, run: RunId) -> bool {
        let reason = self.agent.memory().shared_vocabulary().builtin().failed;
        self.fail_because(run, reason)
    }

    /// Reports that an action has failed, with a reason that files can read as `action_reason`.
    /// [`GameBuilder::declare`](crate::GameBuilder::declare) gives symbols for reasons. Returns whether it was running.
    pub fn fail_because(&mut self, run: RunId, reason: Symbol) -> bool {
        self.agent.finish(run.0, ActionEnd::Failed(reason))
    }

    /// Its memory.
    pub fn memory(&self) -> &Memory {
        self.agent.memory()
    }

    /// Its memory, for changes other than percepts.
    pub fn memory_mut(&mut self) -> &mut Memory {
        self.agent.memory_mut()
    }

    /// The agent of the kernel, without the types of the game.
    pub fn untyped(&self) -> &kernel::Agent<Box<dyn kernel::Mind>> {
        &self.agent
    }
}
