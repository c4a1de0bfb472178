//! Crowds: many agents, of which only those decide whose decision may have changed.

mod sleep;

use crate::action::{ActionEnd, ActiveAction, Decision, Phase};
use crate::memory::Memory;
use crate::mind::{Agent, Mind};
use crate::trace::Tracer;
use crate::vocabulary::Time;
use sleep::{SleepState, TickClock};
use std::fmt;

/// Many agents with minds of any type. In each tick only those decide whose decision may have changed.
///
/// Most characters of a game continue what they are doing most of the time. A crowd wakes an agent when it is told something
/// that its last decision depends on, when one of its latched actions ends, and when its [wake time](crate::WakeCondition)
/// is reached. All others sleep, and a tick costs next to nothing for them. The decisions are the same as if every [`Agent`] were
/// ticked on its own.
///
/// Agents are addressed by number. They can be [added](Crowd::add) and [removed](Crowd::remove) between ticks; a number is stable
/// while its agent is in the crowd.
///
/// ```
/// use motive_core::engine::WakeCondition;
/// use motive_core::{
///     Agent, Crowd, Decision, Dependency, Memory, Mind, Property, TickContext, Time, Type, Vocabulary,
/// };
///
/// /// Counts how often it was asked. Sleeps until `enemy` changes.
/// struct Guard { enemy: Property, asked: u32, decision: Decision, wake: Option<WakeCondition> }
///
/// impl Mind for Guard {
///     fn think(&mut self, cx: &mut TickContext<'_>) {
///         self.asked += 1;
///         cx.memory.end_tick();
///         let channel = cx.memory.watch(Dependency::Own(self.enemy));
///         let watch = cx.memory.watch_for_change([channel]);
///         self.wake = Some(WakeCondition { watch, until: u64::MAX });
///     }
///     fn decision(&self) -> &Decision { &self.decision }
///     fn wake_condition(&self) -> Option<WakeCondition> { self.wake }
/// }
///
/// let mut names = Vocabulary::new();
/// let enemy = names.own("enemy", Type::Bool);
/// let names = names.finish()?;
/// let guard = |number| {
///     let mind = Guard { enemy, asked: 0, decision: Decision::default(), wake: None };
///     Agent::new(Memory::new(names.clone()), mind, 7, number)
/// };
/// let mut crowd: Crowd<Guard> = (0..1_000).map(guard).collect();
/// for tick in 0..4 {
///     crowd.tick(Time::of_tick(tick, 50_000), |_, _| ());
/// }
/// assert_eq!(crowd.awake(), 0, "nothing changes, so all of them sleep");
///
/// crowd.tell(42, |memory| memory.set_own(enemy, true)).transpose()?;
/// let mut decided = Vec::new();
/// crowd.tick(Time::of_tick(4, 50_000), |agent, _| decided.push(agent));
/// assert_eq!(decided, [42]);
///
/// let left = crowd.remove(42).ok_or("no such agent")?;
/// assert_eq!((left.mind().asked, crowd.len()), (2, 999));
/// assert_eq!(crowd.add(guard(1_000)), 42, "the number is free again");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Crowd<M = Box<dyn Mind>> {
    /// By number; numbers of removed agents are empty until they are reused.
    agents: Vec<Option<Agent<M>>>,
    /// Free numbers, the next one last.
    free: Vec<usize>,
    awake: Vec<bool>,
    sleep_states: Vec<SleepState>,
    /// A buffer for the numbers of agents that decide in a tick.
    next: Vec<u32>,
    /// The earliest wake time of all sleeping agents, in microseconds.
    first: u64,
    clock: TickClock,
}

/// By depth: how many decisions before its own an agent is prefetched. Early enough for the memory to arrive, late enough for it to be
/// still in the cache.
const AHEAD: [usize; 6] = [13, 10, 8, 6, 4, 2];

impl<M> fmt::Debug for Crowd<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crowd")
            .field("agents", &(self.agents.len() - self.free.len()))
            .finish_non_exhaustive()
    }
}

impl<M: Mind> Default for Crowd<M> {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl<M: Mind> FromIterator<Agent<M>> for Crowd<M> {
    fn from_iter<T: IntoIterator<Item = Agent<M>>>(agents: T) -> Self {
        Self::new(agents.into_iter().collect())
    }
}

impl<M: Mind> Crowd<M> {
    /// A crowd of these agents, all of them awake.
    #[must_use]
    pub fn new(agents: Vec<Agent<M>>) -> Self {
        Self::with_places(agents.into_iter().map(Some).collect())
    }

    /// A crowd of agents by number, of which some may be free.
    #[must_use]
    pub fn with_places(agents: Vec<Option<Agent<M>>>) -> Self {
        let count = agents.len();
        Self {
            free: (0..count).rev().filter(|number| agents[*number].is_none()).collect(),
            awake: agents.iter().map(Option::is_some).collect(),
            agents,
            sleep_states: vec![SleepState::new(); count],
            next: Vec::new(),
            first: u64::MAX,
            clock: TickClock::default(),
        }
    }

    /// Adds an agent, awake, and returns its number, which stays the same until the agent is removed. Numbers of removed agents are reused.
    pub fn add(&mut self, agent: Agent<M>) -> usize {
        let number = self.free.pop().unwrap_or(self.agents.len());
        if number == self.agents.len() {
            self.agents.push(None);
            self.awake.push(false);
            self.sleep_states.push(SleepState::new());
        }
        self.agents[number] = Some(agent);
        self.awake[number] = true;
        self.sleep_states[number] = SleepState::starting(&self.clock);
        number
    }

    /// Takes an agent out. The other agents keep their numbers.
    pub fn remove(&mut self, agent: usize) -> Option<Agent<M>> {
        // Brings it up to date if it sleeps.
        self.agent_mut(agent)?;
        let removed = self.agents.get_mut(agent)?.take()?;
        self.awake[agent] = false;
        self.sleep_states[agent] = SleepState::new();
        self.free.push(agent);
        Some(removed)
    }

    /// The numbers of all agents, in order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..).zip(&self.agents).filter(|(_, agent)| agent.is_some()).map(|(number, _)| number)
    }

    /// How many agents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.agents.len() - self.free.len()
    }

    /// How many numbers there are, with those that are free.
    #[must_use]
    pub fn places(&self) -> usize {
        self.agents.len()
    }

    /// Whether there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of agents that will decide in the next tick, unless more are woken.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.awake.iter().filter(|awake| **awake).count()
    }

    /// Whether an agent decided in the last tick. Otherwise it slept: its last decision is still valid, and all its actions continue.
    #[must_use]
    pub fn has_decided(&self, agent: usize) -> bool {
        self.sleep_states.get(agent).is_some_and(|sleep| sleep.has_decided(&self.clock))
    }

    /// What an agent does as of the last tick, most important first. All of it continues if the agent slept.
    pub fn actions(&self, agent: usize) -> impl Iterator<Item = ActiveAction> + '_ {
        let slept = !self.has_decided(agent);
        let actions = self.agent(agent).map_or(&[][..], |agent| &agent.decision().actions);
        let continued = |act: ActiveAction| ActiveAction { phase: Phase::Continued, ..act };
        actions.iter().cloned().map(move |act| if slept { continued(act) } else { act })
    }

    /// The actions that an agent stopped in the last tick.
    pub fn stopped(&self, agent: usize) -> impl Iterator<Item = ActiveAction> + '_ {
        let decided = self.agent(agent).filter(|_| self.has_decided(agent));
        decided.map_or(&[][..], |agent| &agent.decision().stopped).iter().cloned()
    }

    /// The agents whose actions did not all go on as before in the last tick, in the order of their numbers.
    pub fn changed(&self) -> impl Iterator<Item = usize> + '_ {
        self.numbers().filter(|agent| {
            self.stopped(*agent).next().is_some()
                || self.actions(*agent).any(|act| act.phase != Phase::Continued)
        })
    }

    /// One agent. Its memory is up to date except for the time.
    #[must_use]
    pub fn agent(&self, agent: usize) -> Option<&Agent<M>> {
        self.agents.get(agent)?.as_ref()
    }

    /// One agent, mutably. It wakes up in any case.
    pub fn agent_mut(&mut self, agent: usize) -> Option<&mut Agent<M>> {
        let (inner, sleep) = (self.agents.get_mut(agent)?.as_mut()?, self.sleep_states.get_mut(agent)?);
        sleep.catch_up(inner, &self.clock);
        *self.awake.get_mut(agent)? = true;
        Some(inner)
    }

    /// Writes to the memory of an agent. It wakes up if its decision depends on what changed. `None` if there is no such agent.
    pub fn tell<R>(&mut self, agent: usize, tell: impl FnOnce(&mut Memory) -> R) -> Option<R> {
        let (inner, sleep) = (self.agents.get_mut(agent)?.as_mut()?, self.sleep_states.get_mut(agent)?);
        sleep.catch_up(inner, &self.clock);
        let result = tell(inner.memory_mut());
        *self.awake.get_mut(agent)? |= sleep.is_roused(inner);
        Some(result)
    }

    /// Reports the end of a latched action of an agent, which wakes up. Returns whether the action was running.
    pub fn finish(&mut self, agent: usize, run: u64, ending: ActionEnd) -> bool {
        self.agent_mut(agent).is_some_and(|agent| agent.finish(run, ending))
    }

    /// All agents that are awake decide, in the order of their numbers, and `act` gets each decision. All others continue their actions.
    pub fn tick(&mut self, now: Time, mut act: impl FnMut(usize, &Decision)) {
        self.begin(now);
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        next.extend((0_u32..).zip(&self.awake).filter(|(_, awake)| **awake).map(|(number, _)| number));
        for at in 0..next.len() {
            for (depth, ahead) in (0..).zip(AHEAD) {
                if let Some(agent) = next.get(at + ahead).and_then(|number| self.agent(*number as usize)) {
                    agent.prefetch(depth);
                }
            }
            self.decide(next[at] as usize, &mut plain_tick, &mut act);
        }
        self.next = next;
    }

    /// The same, and records the events of one agent, which decides even if it could sleep. The decisions are the same.
    pub fn tick_traced(
        &mut self,
        now: Time,
        traced: usize,
        trace: &mut dyn Tracer,
        mut act: impl FnMut(usize, &Decision),
    ) {
        self.begin(now);
        for number in 0..self.awake.len() {
            if number == traced {
                let mut tick = |agent: &mut Agent<M>, now| _ = agent.tick_traced(now, trace);
                self.decide(number, &mut tick, &mut act);
            } else if self.awake.get(number) == Some(&true) {
                self.decide(number, &mut plain_tick, &mut act);
            }
        }
    }

    /// The same, and `tick` makes each agent decide, by number: for observers that need the agent itself.
    pub fn tick_with(
        &mut self,
        now: Time,
        mut tick: impl FnMut(usize, &mut Agent<M>, Time),
        mut act: impl FnMut(usize, &Decision),
    ) {
        self.begin(now);
        for number in 0..self.awake.len() {
            if self.awake.get(number) == Some(&true) {
                self.decide(number, &mut |agent: &mut Agent<M>, now| tick(number, agent, now), &mut act);
            }
        }
    }

    /// A tick begins: agents whose wake time is reached wake up.
    fn begin(&mut self, now: Time) {
        self.clock.advance(now);
        if now.micros < self.first {
            return;
        }
        self.first = u64::MAX;
        for (awake, sleep) in self.awake.iter_mut().zip(&self.sleep_states).filter(|(awake, _)| !**awake) {
            *awake = sleep.until() <= now.micros;
            if !*awake {
                self.first = self.first.min(sleep.until());
            }
        }
    }

    fn decide(
        &mut self,
        number: usize,
        tick: &mut impl FnMut(&mut Agent<M>, Time),
        act: &mut impl FnMut(usize, &Decision),
    ) {
        let agent = self.agents.get_mut(number).and_then(Option::as_mut);
        let (Some(agent), Some(sleep)) = (agent, self.sleep_states.get_mut(number)) else { return };
        let awake = sleep.decide(agent, &self.clock, tick, |decision| act(number, decision));
        if !awake {
            self.first = self.first.min(sleep.until());
        }
        if let Some(bit) = self.awake.get_mut(number) {
            *bit = awake;
        }
    }

    /// Every agent that is awake decides, on all cores with the feature `parallel`. `note` writes the decision of agent `n` to
    /// `places[n]`; agents beyond the end of `places` do not decide.
    pub fn tick_into<T: Send>(
        &mut self,
        now: Time,
        places: &mut [T],
        note: impl Fn(&Decision, &mut T) + Sync + Send,
    ) {
        self.begin(now);
        let clock = self.clock;
        let decide = |(((agent, sleep), awake), place): AgentParts<'_, M, T>| {
            if let Some(agent) = agent.as_mut().filter(|_| *awake) {
                *awake = sleep.decide(agent, &clock, plain_tick, |decision| note(decision, place));
                if !*awake {
                    return sleep.until();
                }
            }
            u64::MAX
        };
        let first = least(&mut self.agents, &mut self.sleep_states, &mut self.awake, places, decide);
        self.first = self.first.min(first);
    }
}

type AgentParts<'a, M, T> = (((&'a mut Option<Agent<M>>, &'a mut SleepState), &'a mut bool), &'a mut T);

/// Lets an agent decide, observed by nothing.
fn plain_tick<M: Mind>(agent: &mut Agent<M>, now: Time) {
    agent.tick(now);
}

/// Applies `work` to every agent and returns the least result.
#[cfg(feature = "parallel")]
fn least<'a, M: Mind, T: Send>(
    agents: &'a mut [Option<Agent<M>>],
    sleep_states: &'a mut [SleepState],
    awake: &'a mut [bool],
    places: &'a mut [T],
    work: impl Fn(AgentParts<'a, M, T>) -> u64 + Sync + Send,
) -> u64 {
    use rayon::prelude::*;
    let all = agents.par_iter_mut().zip(sleep_states.par_iter_mut()).zip(awake.par_iter_mut());
    all.zip(places.par_iter_mut()).map(work).reduce(|| u64::MAX, u64::min)
}

#[cfg(not(feature = "parallel"))]
fn least<'a, M: Mind, T: Send>(
    agents: &'a mut [Option<Agent<M>>],
    sleep_states: &'a mut [SleepState],
    awake: &'a mut [bool],
    places: &'a mut [T],
    work: impl Fn(AgentParts<'a, M, T>) -> u64 + Sync + Send,
) -> u64 {
    let all = agents.iter_mut().zip(sleep_states.iter_mut()).zip(awake.iter_mut());
    all.zip(places.iter_mut()).map(work).min().unwrap_or(u64::MAX)
}
