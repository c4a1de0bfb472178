//! Many agents of any minds.

mod sleep;

use crate::action::{ActionEnd, Decision};
use crate::memory::Memory;
use crate::mind::{Agent, Mind};
use crate::trace::{NoTrace, Tracer};
use crate::vocabulary::Time;
use sleep::{SleepState, TickClock};
use std::fmt;

/// Many agents of any minds, of whom only those decide for whom something has changed.
///
/// Most characters of a game go on with what they do most of the time. A crowd notices when one of them is told something that its
/// decision depends on, when an action of it ends, and when its time has come; the others sleep, and a tick costs next to nothing for
/// them. They decide exactly as so many single [`Agent`]s do that are ticked one by one.
///
/// ```
/// use motive::fsm::{Machine, State};
/// use motive::{Agent, Arbiter, Character, Crowd, Expr, Goal, Memory, Time, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let enemy = names.own("enemy", Type::Bool);
/// let (walk, shoot) = (names.action("walk", 0), names.action("shoot", 0));
/// let names = names.finish()?;
/// let guard = Machine::new("Guard")
///     .state(State::new("patrol").act(walk, vec![]).to("attack", Expr::own(enemy).holds()))
///     .state(State::new("attack").act(shoot, vec![]).to("patrol", !Expr::own(enemy).holds()))
///     .build(&names)?;
/// let guards = Character::new(names.clone()).goal(Goal::maintain("guard", "Guard").always(1)).program(guard).build()?;
///
/// let mut crowd: Crowd<Arbiter> = (0..1_000)
///     .map(|number| Agent::new(Memory::new(names.clone()), Arbiter::new(guards.clone()), 7, number))
///     .collect();
/// for tick in 0..4 {
///     crowd.tick(Time::of_tick(tick, 50_000), |_, _| ());
/// }
/// assert_eq!(crowd.awake(), 0, "all of them go on patrolling");
///
/// crowd.tell(42, |memory| memory.set_own(enemy, true)).transpose()?;
/// let mut acts = Vec::new();
/// crowd.tick(Time::of_tick(4, 50_000), |agent, decision| acts.push((agent, decision.display(&names))));
/// assert_eq!(acts, [(42, vec!["shoot()".to_owned()])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Crowd<M = Box<dyn Mind>> {
    agents: Vec<Agent<M>>,
    awake: Vec<bool>,
    sleep_states: Vec<SleepState>,
    /// Room for the numbers of those who decide in a tick.
    next: Vec<u32>,
    /// The earliest time at which a sleeper is to be woken, in microseconds.
    first: u64,
    clock: TickClock,
}

/// How many decisions before its own what an agent will look at is asked for, at each depth: far enough for memory to come, and not so far that
/// it would be gone again.
const AHEAD: [usize; 6] = [13, 10, 8, 6, 4, 2];

impl<M> fmt::Debug for Crowd<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crowd").field("count", &self.agents.len()).finish_non_exhaustive()
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
        let count = agents.len();
        Self {
            agents,
            awake: vec![true; count],
            sleep_states: vec![SleepState::new(); count],
            next: Vec::new(),
            first: u64::MAX,
            clock: TickClock::default(),
        }
    }

    /// How many agents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.agents.len()
    }

    /// Whether there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.agents.is_empty()
    }

    /// How many agents will decide in the next tick, unless more of them are woken.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.awake.iter().filter(|awake| **awake).count()
    }

    /// Whether an agent decided in the last tick. Otherwise it slept: its last decision stands, and all its actions go on.
    #[must_use]
    pub fn has_decided(&self, agent: usize) -> bool {
        self.sleep_states.get(agent).is_some_and(|sleep| sleep.has_decided(&self.clock))
    }

    /// One agent. What it knows is as it was when it last decided or was told something; only its time may lie behind.
    #[must_use]
    pub fn agent(&self, agent: usize) -> Option<&Agent<M>> {
        self.agents.get(agent)
    }

    /// One agent with its memory and mind, to be changed. It wakes up, whatever is changed.
    pub fn agent_mut(&mut self, agent: usize) -> Option<&mut Agent<M>> {
        let (inner, sleep) = (self.agents.get_mut(agent)?, self.sleep_states.get_mut(agent)?);
        sleep.catch_up(inner, &self.clock);
        *self.awake.get_mut(agent)? = true;
        Some(inner)
    }

    /// Tells an agent something. It wakes up if that concerns its decision. Nothing if there is no such agent.
    pub fn tell<R>(&mut self, agent: usize, tell: impl FnOnce(&mut Memory) -> R) -> Option<R> {
        let (inner, sleep) = (self.agents.get_mut(agent)?, self.sleep_states.get_mut(agent)?);
        sleep.catch_up(inner, &self.clock);
        let result = tell(inner.memory_mut());
        *self.awake.get_mut(agent)? |= sleep.is_roused(inner);
        Some(result)
    }

    /// Tells an agent that a latched action has ended; it wakes up. Says whether it was doing that.
    pub fn finish(&mut self, agent: usize, run: u64, ending: ActionEnd) -> bool {
        self.agent_mut(agent).is_some_and(|agent| agent.finish(run, ending))
    }

    /// Everybody who is awake decides what to do now, in the order of their numbers. What is decided is given to `act`; whoever is not
    /// mentioned goes on as before.
    pub fn tick(&mut self, now: Time, mut act: impl FnMut(usize, &Decision)) {
        self.begin(now);
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        next.extend((0_u32..).zip(&self.awake).filter(|(_, awake)| **awake).map(|(number, _)| number));
        for at in 0..next.len() {
            for (depth, ahead) in (0..).zip(AHEAD) {
                if let Some(agent) = next.get(at + ahead).and_then(|number| self.agents.get(*number as usize))
                {
                    agent.prefetch(depth);
                }
            }
            self.decide(next[at] as usize, &mut NoTrace, &mut act);
        }
        self.next = next;
    }

    /// The same, and one agent reports why. It decides even if it could sleep; what it decides is the same.
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
                self.decide(number, trace, &mut act);
            } else if self.awake.get(number) == Some(&true) {
                self.decide(number, &mut NoTrace, &mut act);
            }
        }
    }

    /// A tick begins: whoever's time has come wakes up.
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

    fn decide(&mut self, number: usize, trace: &mut dyn Tracer, act: &mut impl FnMut(usize, &Decision)) {
        let (Some(agent), Some(sleep)) = (self.agents.get_mut(number), self.sleep_states.get_mut(number))
        else {
            return;
        };
        let awake = sleep.decide(agent, &self.clock, trace, |decision| act(number, decision));
        if !awake {
            self.first = self.first.min(sleep.until());
        }
        if let Some(bit) = self.awake.get_mut(number) {
            *bit = awake;
        }
    }

    /// Everybody who is awake decides, on all cores if the feature `parallel` is there, and leaves something in their place of a list.
    pub fn tick_into<T: Send>(
        &mut self,
        now: Time,
        places: &mut [T],
        note: impl Fn(&Decision, &mut T) + Sync + Send,
    ) {
        self.begin(now);
        let clock = self.clock;
        let decide =
            |(((agent, sleep), awake), place): (((&mut Agent<M>, &mut SleepState), &mut bool), &mut T)| {
                if *awake {
                    *awake = sleep.decide(agent, &clock, &mut NoTrace, |decision| note(decision, place));
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

type Each<'a, M, T> = (((&'a mut Agent<M>, &'a mut SleepState), &'a mut bool), &'a mut T);

/// The least that comes of all agents.
#[cfg(feature = "parallel")]
fn least<'a, M: Mind, T: Send>(
    agents: &'a mut [Agent<M>],
    sleep_states: &'a mut [SleepState],
    awake: &'a mut [bool],
    places: &'a mut [T],
    work: impl Fn(Each<'a, M, T>) -> u64 + Sync + Send,
) -> u64 {
    use rayon::prelude::*;
    let all = agents.par_iter_mut().zip(sleep_states.par_iter_mut()).zip(awake.par_iter_mut());
    all.zip(places.par_iter_mut()).map(work).reduce(|| u64::MAX, u64::min)
}

#[cfg(not(feature = "parallel"))]
fn least<'a, M: Mind, T: Send>(
    agents: &'a mut [Agent<M>],
    sleep_states: &'a mut [SleepState],
    awake: &'a mut [bool],
    places: &'a mut [T],
    work: impl Fn(Each<'a, M, T>) -> u64 + Sync + Send,
) -> u64 {
    let all = agents.iter_mut().zip(sleep_states.iter_mut()).zip(awake.iter_mut());
    all.zip(places.iter_mut()).map(work).min().unwrap_or(u64::MAX)
}
