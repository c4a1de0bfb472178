//! Crowds of agents in the types of a game.

use crate::agent::{Agent, MindLink};
use crate::clock::Seed;
use crate::decision::{Decision, RunId};
use crate::error::Mistake;
use crate::kernel::{self, ActionEnd, CrowdObserver, Id, Memory, Observer, Property, Symbol, Time};
use crate::mind::Mind;
use crate::shared_mind::SharedMind;
use crate::traits::{Actions, Observation, SelfState};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// An agent of a [`Crowd`].
///
/// It refers to this agent alone: after it was removed, no other agent gets its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AgentId {
    place: u32,
    /// How many agents had the place before.
    generation: u32,
}

impl AgentId {
    /// A number from 0 on, smaller than the largest number of agents that the crowd has had at once: for arrays beside a crowd.
    pub fn index(self) -> usize {
        self.place as usize
    }
}

impl fmt::Display for AgentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "agent {}", self.place)
    }
}

/// Many agents of one game. Agents sleep until something changes that their decision depends on, and a tick costs almost nothing for
/// sleeping ones. All decide exactly as single [`Agent`]s do.
///
/// ```
/// # #[cfg(feature = "files")] {
/// # use motive::prelude::*;
/// # use std::time::Duration;
/// # #[derive(SelfState)] struct Body { hungry: bool }
/// # #[derive(Actions, Debug)] #[motive(one_at_a_time)] enum Act { Graze, Rest }
/// # let text = "goal eat achieves Eat { when self.hungry == true priority 9 }
/// #             goal rest maintains Rest { priority 1 }
/// #             program Eat { done when self.hungry == false otherwise do graze() }
/// #             program Rest { otherwise do rest() }
/// #             mind Sheep = arbiter { goals eat, rest }";
/// # let mind = Game::new().is::<Body>().does::<Act>()?.parse("sheep", text)?;
/// let mut flock = mind.crowd(Seed(7));
/// let sheep: Vec<AgentId> = (0..1_000).map(|_| flock.spawn()).collect();
/// let mut clock = Clock::new(Duration::from_millis(50));
/// for tick in 0..10 {
///     flock.agent(sheep[42]).update(&Body { hungry: tick == 5 });
///     flock.decide(clock.tick(), |sheep, decision| println!("{sheep}: {decision:?}"));
/// }
/// # }
/// # Ok::<(), motive::Error>(())
/// ```
pub struct Crowd<A: Actions> {
    mind: Mind<A>,
    seed: Seed,
    /// How many agents were ever added, each of which has a number of its own.
    spawned: u64,
    crowd: kernel::Crowd,
    /// By place.
    members: Vec<Member<A>>,
    /// The minds that agents have or had, with the versions that all of their agents have.
    minds: Vec<MindVersionOf<A>>,
}

/// A mind, and the number of its version.
type MindVersionOf<A> = (Arc<SharedMind<A>>, u64);

struct Member<A: Actions> {
    generation: u32,
    /// The number of the agent, as observers know it.
    number: u64,
    /// None for a removed agent.
    link: Option<MindLink<A>>,
}

impl<A: Actions> Mind<A> {
    /// A crowd for agents of this mind, still empty.
    pub fn crowd(&self, seed: Seed) -> Crowd<A> {
        Crowd::new(self.clone(), seed)
    }
}

impl<A: Actions> Crowd<A> {
    fn new(mind: Mind<A>, seed: Seed) -> Self {
        Self {
            mind,
            seed,
            spawned: 0,
            crowd: kernel::Crowd::default(),
            members: Vec::new(),
            minds: Vec::new(),
        }
    }

    /// Adds a new agent with the mind of the crowd.
    pub fn spawn(&mut self) -> AgentId {
        let mind = self.mind.clone();
        self.spawn_with(&mind)
    }

    /// Adds a new agent with another mind of the same game.
    pub fn spawn_with(&mut self, mind: &Mind<A>) -> AgentId {
        let agent = mind.spawn_numbered(self.seed, self.spawned);
        self.add(agent)
    }

    /// Adds an agent that was by itself.
    pub fn add(&mut self, agent: Agent<A>) -> AgentId {
        self.spawned += 1;
        let (agent, link) = agent.into_parts();
        let (mind, version) = link.mind();
        match self.minds.iter_mut().find(|(known, _)| Arc::ptr_eq(known, mind)) {
            // An agent that has not decided since a reload has an earlier version.
            Some((_, known)) => *known = version.min(*known),
            None => self.minds.push((mind.clone(), version)),
        }
        let number = agent.number();
        let place = self.crowd.add(agent);
        if self.members.len() <= place {
            self.members.resize_with(place + 1, || Member { generation: 0, number: 0, link: None });
        }
        self.members[place].number = number;
        self.members[place].link = Some(link);
        AgentId { place: place as u32, generation: self.members[place].generation }
    }

    /// Takes an agent out. None if it was taken out before.
    pub fn remove(&mut self, id: AgentId) -> Option<Agent<A>> {
        let member = self.members.get_mut(id.index()).filter(|member| member.generation == id.generation)?;
        let link = member.link.take()?;
        member.generation = member.generation.wrapping_add(1);
        Some(Agent::from_parts(self.crowd.remove(id.index())?, link))
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.crowd.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.crowd.is_empty()
    }

    /// The number of agents that will decide in the next tick.
    pub fn awake(&self) -> usize {
        self.crowd.awake()
    }

    /// Whether an agent is still in the crowd.
    pub fn contains(&self, id: AgentId) -> bool {
        self.members.get(id.index()).is_some_and(|member| member.is(id))
    }

    /// All agents, in the order of their places.
    pub fn ids(&self) -> impl Iterator<Item = AgentId> + '_ {
        let members = (0..).zip(&self.members).filter(|(_, member)| member.link.is_some());
        members.map(|(place, member)| AgentId { place, generation: member.generation })
    }

    /// One agent, to tell it something. An agent that was removed ignores it.
    pub fn agent(&mut self, id: AgentId) -> AgentMut<'_, A> {
        let member = self.members.get_mut(id.index()).filter(|member| member.is(id));
        AgentMut { crowd: &mut self.crowd, place: id.index(), link: member.and_then(|it| it.link.as_mut()) }
    }

    /// The crowd of the kernel, in which an agent has the number that is the index of its id.
    pub fn untyped(&self) -> &kernel::Crowd {
        &self.crowd
    }

    /// Sets an own property of many agents at once: see [`kernel::Crowd::set_codes`].
    pub fn set_codes(&mut self, property: Property, codes: impl IntoIterator<Item = (AgentId, f64)>) {
        let Self { members, crowd, .. } = self;
        let is_there = |id: AgentId| members.get(id.index()).is_some_and(|member| member.is(id));
        let codes = codes.into_iter().filter(|(id, _)| is_there(*id));
        crowd.set_codes(property, codes.map(|(id, code)| (id.index(), code)));
    }

    /// What an agent knows. None if it was removed.
    pub fn memory(&self, id: AgentId) -> Option<Cow<'_, Memory>> {
        if self.contains(id) { self.crowd.memory(id.index()) } else { None }
    }

    /// All agents that are awake decide, in the order of their places, and `act` gets each decision. All other agents continue
    /// their actions.
    pub fn decide(&mut self, now: Time, act: impl FnMut(AgentId, Decision<A>)) {
        self.take_newer_minds();
        let mut reader = DecisionReader { members: &self.members, act, unreadable: Vec::new() };
        self.crowd.tick(now, |place, decision| reader.read(place, decision));
        let unreadable = reader.unreadable;
        self.fail_unreadable(unreadable);
    }

    /// The same with handles instead of the game's types: see [`Agent::decide_untyped`].
    pub fn decide_untyped(&mut self, now: Time, mut act: impl FnMut(AgentId, &kernel::Decision)) {
        self.take_newer_minds();
        let members = &self.members;
        self.crowd.tick(now, |place, decision| {
            let generation = members.get(place).map_or(0, |member| member.generation);
            act(AgentId { place: place as u32, generation }, decision);
        });
    }

    /// The same while something looks on: a recording, a studio, a tracer. The decisions are the same.
    pub fn decide_with(
        &mut self,
        now: Time,
        observer: &mut impl Observer,
        act: impl FnMut(AgentId, Decision<A>),
    ) {
        self.take_newer_minds();
        let members = &self.members;
        let mut reader = DecisionReader { members, act, unreadable: Vec::new() };
        observer.begin(now);
        let mut labelled = Labelled { members, observer };
        self.crowd.tick_observed(now, &mut labelled, |place, decision| reader.read(place, decision));
        let unreadable = reader.unreadable;
        self.fail_unreadable(unreadable);
    }

    fn fail_unreadable(&mut self, unreadable: Vec<(AgentId, RunId)>) {
        for (id, run) in unreadable {
            self.agent(id).fail(run);
        }
    }

    fn take_newer_minds(&mut self) {
        if self.minds.iter().all(|(mind, version)| mind.number() == *version) {
            return;
        }
        self.minds.iter_mut().for_each(|(mind, version)| *version = mind.number());
        for (place, member) in self.members.iter_mut().enumerate() {
            // Mutable access wakes an agent, so only those with a reloaded mind are accessed.
            if let Some(link) = member.link.as_mut().filter(|link| link.is_outdated())
                && let Some(agent) = self.crowd.agent_mut(place)
            {
                link.take_newer_mind(agent);
            }
        }
    }
}

impl<A: Actions> Member<A> {
    fn is(&self, id: AgentId) -> bool {
        self.generation == id.generation && self.link.is_some()
    }
}

/// Passes on decisions in the types of the game, and notes which actions cannot be converted.
struct DecisionReader<'a, A: Actions, F> {
    members: &'a [Member<A>],
    act: F,
    unreadable: Vec<(AgentId, RunId)>,
}

impl<A: Actions, F: FnMut(AgentId, Decision<A>)> DecisionReader<'_, A, F> {
    fn read(&mut self, place: usize, decision: &kernel::Decision) {
        let Some(Member { generation, link: Some(link), .. }) = self.members.get(place) else { return };
        let id = AgentId { place: place as u32, generation: *generation };
        let decision = link.read(decision);
        self.unreadable.extend(decision.unreadable().map(|run| (id, run)));
        (self.act)(id, decision);
    }
}

/// Passes the agents of the crowd on to an observer, which knows them by their numbers and names.
struct Labelled<'a, A: Actions, O> {
    members: &'a [Member<A>],
    observer: &'a mut O,
}

impl<A: Actions, O: Observer> CrowdObserver for Labelled<'_, A, O> {
    fn wants(&self, place: usize) -> bool {
        self.members.get(place).is_some_and(|member| self.observer.wants(member.number))
    }

    fn decide(&mut self, place: usize, agent: &mut kernel::Agent, now: Time) {
        let link = self.members.get(place).and_then(|member| member.link.as_ref());
        self.observer.decide(agent, link.map(MindLink::label).unwrap_or_default(), now);
    }
}

/// An agent of a [`Crowd`], to tell it something. It wakes up only if its decision depends on that.
pub struct AgentMut<'a, A: Actions> {
    crowd: &'a mut kernel::Crowd,
    place: usize,
    /// None if the agent was removed.
    link: Option<&'a mut MindLink<A>>,
}

impl<A: Actions> AgentMut<'_, A> {
    /// Calls it by a name: in recordings and on the pages of a studio.
    pub fn name(&mut self, name: &str) {
        if let Some(link) = &mut self.link {
            link.set_name(name);
        }
    }

    /// As [`Agent::perceive`].
    pub fn perceive<I>(&mut self, percepts: I)
    where
        I: IntoIterator<Item: Observation>,
    {
        self.tell(|link, memory| link.senses(memory).perceive(percepts));
    }

    /// As [`Agent::update`].
    pub fn update<T: SelfState>(&mut self, state: &T) {
        self.tell(|link, memory| link.senses(memory).update(state));
    }

    /// As [`Agent::remember`].
    pub fn remember<I>(&mut self, percepts: I)
    where
        I: IntoIterator<Item: Observation>,
    {
        self.tell(|link, memory| link.senses(memory).remember(percepts));
    }

    /// Forgets a thing. Returns whether it was known.
    pub fn forget(&mut self, id: Id) -> bool {
        self.tell(|_, memory| memory.remove(id)).unwrap_or(false)
    }

    fn tell<R>(&mut self, tell: impl FnOnce(&mut MindLink<A>, &mut Memory) -> R) -> Option<R> {
        let link = self.link.as_deref_mut()?;
        self.crowd.tell(self.place, |memory| tell(link, memory))
    }

    /// What the game did wrong so far: see [`Agent::mistakes`].
    pub fn mistakes(&self) -> &[Mistake] {
        self.link.as_ref().map_or(&[], |link| link.mistakes())
    }

    /// Reports that an action has succeeded. Returns whether it was running.
    pub fn succeed(&mut self, run: RunId) -> bool {
        self.finish(run, ActionEnd::Succeeded)
    }

    /// Reports that an action has failed. Returns whether it was running.
    pub fn fail(&mut self, run: RunId) -> bool {
        let Some(agent) = self.crowd.agent(self.place) else { return false };
        let reason = agent.memory().shared_vocabulary().builtin().failed;
        self.finish(run, ActionEnd::Failed(reason))
    }

    /// As [`Agent::fail_because`].
    pub fn fail_because(&mut self, run: RunId, reason: Symbol) -> bool {
        self.finish(run, ActionEnd::Failed(reason))
    }

    fn finish(&mut self, run: RunId, end: ActionEnd) -> bool {
        self.link.is_some() && self.crowd.finish(self.place, run.0, end)
    }
}
