//! Crowds: many agents, of which only those decide whose decision may have changed, and those of one character together.

mod herds;
mod sleep;

use crate::action::{ActionEnd, ActiveAction, Decision, Phase};
use crate::memory::{Memory, MemoryError};
use crate::mind::{Agent, CrowdObserver};
use crate::trace::NoTrace;
use crate::vocabulary::{Id, Property, Time, Value};
use herds::Herds;
use sleep::{SleepState, TickClock};
use std::borrow::Cow;
use std::fmt;

/// Many agents with minds of any type. The decisions are the same as if every [`Agent`] were ticked on its own.
///
/// - **Agents sleep.** Most characters of a game continue what they are doing most of the time. A crowd wakes an agent when it is told
///   something that its last decision depends on, when one of its latched actions ends, and when its
///   [wake time](crate::WakeCondition) is reached. All others sleep, and a tick costs next to nothing for them.
/// - **Agents form herds.** From eight agents on whose minds can decide together ([`Mind::joint_key`](crate::Mind::joint_key)), they do so by themselves, in a
///   fraction of the time. Characters of the arbiter can if they read nothing but own properties. An agent is in a herd while it knows
///   nothing but its own properties. [`Crowd::tell`] and [`Crowd::agent_mut`] take it out for the moment; [`Crowd::get`],
///   [`Crowd::set`], [`Crowd::set_codes`] and [`Crowd::unset`] do not.
///
/// Agents are addressed by number. They can be [added](Crowd::add) and [removed](Crowd::remove) between ticks; a number is stable
/// while its agent is in the crowd.
///
/// | | |
/// |---|---|
/// | agents come and go | [`add`](Crowd::add), [`remove`](Crowd::remove), [`numbers`](Crowd::numbers), [`len`](Crowd::len) |
/// | what they know | [`tell`](Crowd::tell), [`set`](Crowd::set), [`set_codes`](Crowd::set_codes), [`unset`](Crowd::unset), [`get`](Crowd::get), [`memory`](Crowd::memory), [`agent_mut`](Crowd::agent_mut), [`finish`](Crowd::finish) |
/// | all decide | [`tick`](Crowd::tick), [`tick_observed`](Crowd::tick_observed), [`tick_in_parallel`](Crowd::tick_in_parallel) |
/// | what they do | the decisions passed to `act`; [`actions`](Crowd::actions), [`stopped`](Crowd::stopped), [`changed`](Crowd::changed) |
///
/// ```
/// use motive_core::engine::WakeCondition;
/// use motive_core::{
///     Agent, Crowd, Decision, Dependency, Memory, Mind, Property, TickContext, Time, Type, Vocabulary,
/// };
///
/// /// Sleeps until `enemy` changes.
/// struct Guard { enemy: Property, decision: Decision, wake: Option<WakeCondition> }
///
/// impl Mind for Guard {
///     fn think(&mut self, cx: &mut TickContext<'_>) {
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
///     let mind = Guard { enemy, decision: Decision::default(), wake: None };
///     Agent::new(Memory::new(names.clone()), mind, 7, number)
/// };
/// let mut crowd: Crowd = (0..1_000).map(|number| guard(number).boxed()).collect();
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
/// assert_eq!((left.number(), crowd.len()), (42, 999));
/// assert_eq!(crowd.add(guard(1_000).boxed()), 42, "the number is free again");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Crowd {
    /// By number; empty for agents in herds, and for numbers that are free until they are reused.
    agents: Vec<Option<Agent>>,
    /// Free numbers, the next one last.
    free: Vec<usize>,
    awake: Vec<bool>,
    sleep_states: Vec<SleepState>,
    herds: Herds,
    /// A buffer for the numbers of agents that decide in a tick.
    next: Vec<u32>,
    /// The earliest wake time of all sleeping agents, in microseconds.
    first: u64,
    clock: TickClock,
}

/// By depth: how many decisions before its own an agent is prefetched. Early enough for the memory to arrive, late enough for it to be
/// still in the cache.
const AHEAD: [usize; 6] = [13, 10, 8, 6, 4, 2];

impl fmt::Debug for Crowd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crowd")
            .field("agents", &self.len())
            .field("in_herds", &self.in_herds())
            .finish_non_exhaustive()
    }
}

impl Default for Crowd {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl FromIterator<Agent> for Crowd {
    fn from_iter<T: IntoIterator<Item = Agent>>(agents: T) -> Self {
        Self::new(agents.into_iter().collect())
    }
}

/// Agents come and go.
impl Crowd {
    /// A crowd of these agents, all of them awake.
    pub fn new(agents: Vec<Agent>) -> Self {
        let mut crowd = Self {
            agents: Vec::with_capacity(agents.len()),
            free: Vec::new(),
            awake: Vec::with_capacity(agents.len()),
            sleep_states: Vec::with_capacity(agents.len()),
            herds: Herds::default(),
            next: Vec::new(),
            first: u64::MAX,
            clock: TickClock::default(),
        };
        agents.into_iter().for_each(|agent| _ = crowd.add(agent));
        crowd
    }

    /// Makes a herd only of so many agents or more; of none with [`usize::MAX`]. Must be said before agents are added.
    pub fn with_herds_from(mut self, fewest: usize) -> Self {
        self.herds.fewest = fewest;
        self
    }

    /// Adds an agent, awake, and returns its number, which stays the same until the agent is removed. Numbers of removed agents are reused.
    pub fn add(&mut self, agent: Agent) -> usize {
        let number = self.free.pop().unwrap_or(self.agents.len());
        if number == self.agents.len() {
            self.agents.push(None);
            self.awake.push(false);
            self.sleep_states.push(SleepState::new());
        }
        self.herds.wait(number, &agent, self.clock.count);
        self.put(number, agent, SleepState::starting(&self.clock));
        number
    }

    /// An agent decides by itself from now on, and is awake.
    fn put(&mut self, number: usize, agent: Agent, sleep: SleepState) {
        (self.agents[number], self.sleep_states[number], self.awake[number]) = (Some(agent), sleep, true);
    }

    /// Takes an agent out. The other agents keep their numbers.
    pub fn remove(&mut self, agent: usize) -> Option<Agent> {
        let removed = match self.herds.leave(agent) {
            Some(left) => left,
            None => {
                // Brings it up to date if it sleeps.
                self.agent_mut(agent)?;
                self.agents.get_mut(agent)?.take()?
            }
        };
        self.vacate(agent);
        self.free.push(agent);
        Some(removed)
    }

    /// No single agent has this number any more.
    fn vacate(&mut self, number: usize) {
        (self.awake[number], self.sleep_states[number]) = (false, SleepState::new());
    }

    /// The numbers of all agents, in order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        let is_there = |number: &usize| self.agents[*number].is_some() || self.herds.has(*number);
        (0..self.agents.len()).filter(is_there)
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.agents.len() - self.free.len()
    }

    /// Whether there are no agents.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many agents are in herds.
    pub fn in_herds(&self) -> usize {
        self.herds.len()
    }

    /// The number of agents outside herds that will decide in the next tick, unless more are woken.
    pub fn awake(&self) -> usize {
        self.awake.iter().filter(|awake| **awake).count()
    }
}

/// What agents know.
impl Crowd {
    /// An agent that decides by itself; `None` for one in a herd. Its memory is up to date except for the time.
    pub fn agent(&self, agent: usize) -> Option<&Agent> {
        self.agents.get(agent)?.as_ref()
    }

    /// One agent, mutably. It wakes up in any case, and leaves its herd for the moment.
    pub fn agent_mut(&mut self, agent: usize) -> Option<&mut Agent> {
        let (inner, _, awake) = self.single(agent)?;
        *awake = true;
        Some(inner)
    }

    /// Writes to the memory of an agent, which leaves its herd for the moment. It wakes up if its decision depends on what changed. `None`
    /// if there is no such agent.
    pub fn tell<R>(&mut self, agent: usize, tell: impl FnOnce(&mut Memory) -> R) -> Option<R> {
        let (inner, sleep, awake) = self.single(agent)?;
        let result = tell(inner.memory_mut());
        *awake |= sleep.is_roused(inner);
        Some(result)
    }

    /// An agent outside its herd, brought up to date.
    fn single(&mut self, agent: usize) -> Option<(&mut Agent, &mut SleepState, &mut bool)> {
        if let Some(left) = self.herds.leave_for_now(agent, self.clock.count) {
            self.put(agent, left, SleepState::leaving_herd(&self.clock));
        }
        let (inner, sleep) = (self.agents.get_mut(agent)?.as_mut()?, self.sleep_states.get_mut(agent)?);
        sleep.catch_up(inner, &self.clock);
        Some((inner, sleep, self.awake.get_mut(agent)?))
    }

    /// What an agent knows, as for saving it.
    pub fn memory(&self, agent: usize) -> Option<Cow<'_, Memory>> {
        match self.herds.herd(agent) {
            Some((herd, place)) => herd.memory(place).map(Cow::Owned),
            None => self.agent(agent).map(|agent| Cow::Borrowed(agent.memory())),
        }
    }

    /// An own property of an agent.
    pub fn get(&self, agent: usize, property: Property) -> Option<Value> {
        match self.herds.herd(agent) {
            Some((herd, place)) => herd.get(place, property),
            None => self.agent(agent)?.memory().own(property),
        }
    }

    /// Sets an own property of an agent, which stays in its herd. `None` if there is no such agent.
    pub fn set(
        &mut self,
        agent: usize,
        property: Property,
        value: impl Into<Value>,
    ) -> Option<Result<(), MemoryError>> {
        let value = value.into();
        let set = self.herds.set(agent, property, &value);
        set.or_else(|| self.tell(agent, |memory| memory.set_own(property, value)))
    }

    /// Removes an own property of an agent, which stays in its herd. Returns whether the agent had it.
    pub fn unset(&mut self, agent: usize, property: Property) -> bool {
        let unset = self.herds.unset(agent, property);
        unset.or_else(|| self.tell(agent, |memory| memory.unset(Id::SELF, property))).unwrap_or(false)
    }

    /// Sets an own property of many agents, by their numbers, to values given by their [codes](Value::code); NaN removes it. It is the quick way
    /// for a host that has them as numbers, and agents stay in their herds. In a herd, what the property was at the last decision (`was`) is
    /// then known only where the mind reads it, as when a whole column is written.
    pub fn set_codes(&mut self, property: Property, codes: impl IntoIterator<Item = (usize, f64)>) {
        for (agent, code) in self.herds.set_codes(property, codes.into_iter()) {
            self.tell(agent, |memory| {
                let holds = memory.shared_vocabulary().property_info(property).map(|info| &info.holds);
                match holds.and_then(|holds| holds.decode(code)) {
                    // What memory refuses is none of its values.
                    Some(value) => _ = memory.set_own(property, value),
                    None => _ = memory.unset(Id::SELF, property),
                }
            });
        }
    }

    /// Reports the end of a latched action of an agent, which wakes up. Returns whether the action was running.
    pub fn finish(&mut self, agent: usize, run: u64, ending: ActionEnd) -> bool {
        // Agents in herds have no latched actions.
        !self.herds.has(agent) && self.agent_mut(agent).is_some_and(|agent| agent.finish(run, ending))
    }
}

/// Decisions.
impl Crowd {
    /// All agents decide that are awake or in a herd. In the order of their numbers, `act` gets the decision of each whose actions may
    /// have changed. All others continue their actions.
    pub fn tick(&mut self, now: Time, act: impl FnMut(usize, &Decision)) {
        self.tick_observed(now, &mut NoTrace, act);
    }

    /// The same while something looks on. Agents that are observed decide by themselves, even if they could sleep. The decisions are the
    /// same.
    pub fn tick_observed(
        &mut self,
        now: Time,
        observer: &mut (impl CrowdObserver + ?Sized),
        mut act: impl FnMut(usize, &Decision),
    ) {
        self.begin(now, observer);
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        let decides = |(number, awake): &(u32, &bool)| **awake || observer.wants(*number as usize);
        next.extend((0_u32..).zip(&self.awake).filter(decides).map(|(number, _)| number));
        let mut passed = 0;
        for at in 0..next.len() {
            for (depth, ahead) in (0..).zip(AHEAD) {
                if let Some(agent) = next.get(at + ahead).and_then(|number| self.agent(*number as usize)) {
                    agent.prefetch(depth);
                }
            }
            let number = next[at] as usize;
            passed = self.pass_on(passed, number, &mut act);
            self.decide(number, observer, &mut act);
        }
        self.pass_on(passed, usize::MAX, &mut act);
        self.next = next;
    }

    /// As [`Crowd::tick`], on all cores with the feature `parallel`: all agents decide, then `act` gets the decisions.
    pub fn tick_in_parallel(&mut self, now: Time, mut act: impl FnMut(usize, &Decision)) {
        self.begin(now, &mut NoTrace);
        let clock = self.clock;
        let decide = |((agent, sleep), awake): AgentParts<'_>| {
            if let Some(agent) = agent.as_mut().filter(|_| *awake) {
                *awake = sleep.decide(agent, &clock, |agent, now| _ = agent.tick(now), |_| ());
                if !*awake {
                    return sleep.until();
                }
            }
            u64::MAX
        };
        let first = least(&mut self.agents, &mut self.sleep_states, &mut self.awake, decide);
        self.first = self.first.min(first);
        let mut passed = 0;
        for number in 0..self.agents.len() {
            if let Some(agent) = self.agent(number).filter(|_| self.sleep_states[number].has_decided(&clock))
            {
                passed = self.pass_on(passed, number, &mut act);
                act(number, agent.decision());
            }
        }
        self.pass_on(passed, usize::MAX, &mut act);
    }

    /// Passes the decisions of changed agents in herds on, from an index of their list to the first number that is not below another.
    /// Returns the index after them.
    fn pass_on(&self, from: usize, below: usize, act: &mut impl FnMut(usize, &Decision)) -> usize {
        let next = self.herds.changed[from..].iter().take_while(|number| **number < below);
        next.fold(from, |at, number| {
            if let Some((herd, place)) = self.herds.herd(*number) {
                act(*number, &herd.decision(place));
            }
            at + 1
        })
    }

    /// A tick begins: single agents join herds, herds decide, and agents whose wake time is reached wake up.
    fn begin(&mut self, now: Time, observer: &mut (impl CrowdObserver + ?Sized)) {
        self.group(observer);
        self.clock.advance(now);
        self.herds.tick(now);
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

    /// Observed agents leave their herds, and single ones join where they can.
    fn group(&mut self, observer: &mut (impl CrowdObserver + ?Sized)) {
        let members: Vec<usize> = self.herds.numbers().filter(|at| observer.wants(*at)).collect();
        members.into_iter().for_each(|number| _ = self.single(number));
        let tick = self.clock.count;
        if !self.herds.has_candidates(tick) {
            return;
        }
        let is_observed = |number| observer.wants(number);
        for (number, group) in self.herds.candidates(tick, &self.agents, is_observed) {
            // One that sleeps has to be brought up to date.
            let (Some(agent), Some(sleep)) = (&mut self.agents[number], self.sleep_states.get_mut(number))
            else {
                continue;
            };
            sleep.catch_up(agent, &self.clock);
            if self.herds.join(number, group, agent, tick) {
                self.agents[number] = None;
                self.vacate(number);
            }
        }
    }

    fn decide(
        &mut self,
        number: usize,
        observer: &mut (impl CrowdObserver + ?Sized),
        act: &mut impl FnMut(usize, &Decision),
    ) {
        let agent = self.agents.get_mut(number).and_then(Option::as_mut);
        let (Some(agent), Some(sleep)) = (agent, self.sleep_states.get_mut(number)) else { return };
        let tick = |agent: &mut Agent, now| {
            if observer.wants(number) {
                observer.decide(number, agent, now);
            } else {
                agent.tick(now);
            }
        };
        let awake = sleep.decide(agent, &self.clock, tick, |decision| act(number, decision));
        if !awake {
            self.first = self.first.min(sleep.until());
        }
        if let Some(bit) = self.awake.get_mut(number) {
            *bit = awake;
        }
    }
}

/// What agents do.
impl Crowd {
    /// Whether an agent decided in the last tick. Otherwise it slept, or is in a herd and its actions did not change: its last decision is
    /// still valid, and all its actions continue.
    pub fn has_decided(&self, agent: usize) -> bool {
        if self.herds.has(agent) {
            return self.herds.changed.binary_search(&agent).is_ok();
        }
        self.sleep_states.get(agent).is_some_and(|sleep| sleep.has_decided(&self.clock))
    }

    /// What an agent does as of the last tick, most important first. All of it continues if the agent slept.
    pub fn actions(&self, agent: usize) -> impl Iterator<Item = ActiveAction> + '_ {
        let slept = !self.has_decided(agent);
        let (joint, single) = self.decision(agent);
        let actions = joint.map(|decision| decision.actions).into_iter().flatten();
        let actions = actions.chain(single.map_or(&[][..], |decision| &decision.actions).iter().cloned());
        let continued = |act: ActiveAction| ActiveAction { phase: Phase::Continued, ..act };
        actions.map(move |act| if slept { continued(act) } else { act })
    }

    /// The actions that an agent stopped in the last tick.
    pub fn stopped(&self, agent: usize) -> impl Iterator<Item = ActiveAction> + '_ {
        let (joint, single) = self.decision(agent);
        let single = single.filter(|_| self.has_decided(agent));
        let stopped = joint.map(|decision| decision.stopped).into_iter().flatten();
        stopped.chain(single.map_or(&[][..], |decision| &decision.stopped).iter().cloned())
    }

    /// The last decision of an agent, in a herd or of its own.
    fn decision(&self, agent: usize) -> (Option<Decision>, Option<&Decision>) {
        match self.herds.herd(agent) {
            Some((herd, place)) => (Some(herd.decision(place)), None),
            None => (None, self.agent(agent).map(Agent::decision)),
        }
    }

    /// The agents whose actions did not all continue in the last tick, in the order of their numbers.
    pub fn changed(&self) -> impl Iterator<Item = usize> + '_ {
        self.numbers().filter(|agent| {
            self.has_decided(*agent)
                && (self.herds.has(*agent)
                    || self.stopped(*agent).next().is_some()
                    || self.actions(*agent).any(|act| act.phase != Phase::Continued))
        })
    }
}

type AgentParts<'a> = ((&'a mut Option<Agent>, &'a mut SleepState), &'a mut bool);

/// Applies `work` to every agent and returns the least result.
fn least<'a>(
    agents: &'a mut [Option<Agent>],
    sleep_states: &'a mut [SleepState],
    awake: &'a mut [bool],
    work: impl Fn(AgentParts<'a>) -> u64 + Sync + Send,
) -> u64 {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        let all = agents.par_iter_mut().zip(sleep_states.par_iter_mut()).zip(awake.par_iter_mut());
        all.map(work).reduce(|| u64::MAX, u64::min)
    }
    #[cfg(not(feature = "parallel"))]
    {
        let all = agents.iter_mut().zip(sleep_states.iter_mut()).zip(awake.iter_mut());
        all.map(work).min().unwrap_or(u64::MAX)
    }
}
