//! The time that agents live in.

use bevy_ecs::prelude::*;
use bevy_tasks::{ComputeTaskPool, TaskPool};
use motive::kernel::Time;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts the ticks of the plug-in's schedule. Agents and actions share it, so that asking how long an action takes costs
/// nothing in between.
/// Only [`advance`] and [`end_decision`] write its times.
#[derive(Debug, Default)]
pub(crate) struct SharedClock {
    tick: AtomicU64,
    micros: AtomicU64,
    decided_ticks: AtomicU64,
    decided_micros: AtomicU64,
    agents: AtomicU64,
}

impl SharedClock {
    /// The tick that is under way.
    pub(crate) fn now(&self) -> Time {
        Time { tick: self.tick.load(Relaxed), micros: self.micros.load(Relaxed) }
    }

    pub(crate) fn seconds_since(&self, micros: u64) -> f32 {
        (self.micros.load(Relaxed).saturating_sub(micros) as f64 / 1e6) as f32
    }

    /// The last tick that has been decided.
    pub(crate) fn last_decided(&self) -> Time {
        Time { tick: self.decided_ticks().saturating_sub(1), micros: self.decided_micros.load(Relaxed) }
    }

    /// A number that no other agent gets, from 1 on.
    pub(crate) fn next_serial(&self) -> u64 {
        self.agents.fetch_add(1, Relaxed) + 1
    }

    /// How many ticks have been decided.
    pub(crate) fn decided_ticks(&self) -> u64 {
        self.decided_ticks.load(Relaxed)
    }
}

/// The clock of all agents: ticks are counted from 0, and time never runs backwards.
#[derive(Resource, Clone, Debug, Default)]
pub struct MotiveClock(pub(crate) Arc<SharedClock>);

impl MotiveClock {
    /// The number and the time of the tick that is under way, as minds see it.
    pub fn now(&self) -> Time {
        self.0.now()
    }
}

/// Without a `Time` resource a tick takes this long.
const DEFAULT_TICK: u64 = 1_000_000 / 64;

/// A tick begins. If the game's time jumped back, as after loading a saved game, it stands still until it has caught up.
pub(crate) fn advance(clock: Res<MotiveClock>, time: Option<Res<bevy_time::Time>>) {
    // Agents decide on all threads; only some of Bevy's executors start the pool by themselves.
    ComputeTaskPool::get_or_init(TaskPool::default);
    let clock = &clock.0;
    let before = clock.micros.load(Relaxed);
    let now = match time {
        Some(time) => u64::try_from(time.elapsed().as_micros()).unwrap_or(u64::MAX),
        None => before.saturating_add(DEFAULT_TICK),
    };
    clock.micros.store(now.max(before), Relaxed);
    clock.tick.store(clock.decided_ticks(), Relaxed);
}

/// All agents have decided.
pub(crate) fn end_decision(clock: Res<MotiveClock>) {
    let clock = &clock.0;
    clock.decided_ticks.fetch_add(1, Relaxed);
    clock.decided_micros.store(clock.micros.load(Relaxed), Relaxed);
}
