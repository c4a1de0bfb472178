//! The sleep state of the agents of a crowd, stored in one array because every tick scans it.

use crate::action::Decision;
use crate::memory::WatchToken;
use crate::mind::{Agent, Mind, WakeCondition};
use crate::vocabulary::Time;

/// An agent sleeps while its decision is valid: until something changes that the decision depends on, or until a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct SleepState {
    watch: WatchToken,
    until: u64,
    /// The tick up to which its memory is current, and the one in which it last decided.
    turned: u32,
    decided: u32,
}

/// Counts ticks independently of the time of the host, which may jump.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TickClock {
    pub(super) now: Time,
    pub(super) count: u32,
}

impl TickClock {
    pub(super) fn advance(&mut self, now: Time) {
        (self.now, self.count) = (now, self.count.wrapping_add(1));
    }
}

impl SleepState {
    pub(super) fn new() -> Self {
        Self { watch: WatchToken::default(), until: u64::MAX, turned: 0, decided: 0 }
    }

    /// The state of an agent that is added now.
    pub(super) fn starting(clock: &TickClock) -> Self {
        Self { turned: clock.count, decided: clock.count.wrapping_sub(1), ..Self::new() }
    }

    /// The state of an agent that leaves its herd now, where it decided in the last tick.
    pub(super) fn leaving_herd(clock: &TickClock) -> Self {
        Self { turned: clock.count, decided: clock.count, ..Self::new() }
    }

    /// The wake time of the agent, in microseconds.
    pub(super) fn until(&self) -> u64 {
        self.until
    }

    /// Whether the agent decided in the last tick.
    pub(super) fn has_decided(&self, clock: &TickClock) -> bool {
        self.decided == clock.count
    }

    /// Brings the memory of a sleeping agent to the state it would have had it decided in every tick: the time is that of the last tick,
    /// and changes count from then.
    pub(super) fn catch_up<M: Mind>(&mut self, agent: &mut Agent<M>, clock: &TickClock) {
        if std::mem::replace(&mut self.turned, clock.count) != clock.count {
            agent.memory_mut().set_time(clock.now);
            agent.memory_mut().end_tick();
        }
    }

    /// Whether something changed that the decision of the agent depends on.
    pub(super) fn is_roused<M: Mind>(&self, agent: &Agent<M>) -> bool {
        !agent.memory().is_unchanged(self.watch)
    }

    /// The agent decides in the current tick. Returns whether it is still awake.
    pub(super) fn decide<M: Mind>(
        &mut self,
        agent: &mut Agent<M>,
        clock: &TickClock,
        tick: impl FnOnce(&mut Agent<M>, Time),
        act: impl FnOnce(&Decision),
    ) -> bool {
        if self.turned.wrapping_add(1) != clock.count {
            agent.memory_mut().end_tick();
        }
        (self.turned, self.decided) = (clock.count, clock.count);
        tick(agent, clock.now);
        act(agent.decision());
        // A mind that does not think in every tick may not have handled yet what woke it up.
        let holds = |wake_condition: &WakeCondition| wake_condition.holds(agent.memory(), clock.now.micros);
        let Some(wake_condition) = agent.mind().wake_condition().filter(holds) else { return true };
        (self.watch, self.until) = (wake_condition.watch, wake_condition.until);
        false
    }
}
