//! The connection between a player and the arena: commands, observations and answers may be late, and events may be lost.

use super::settings::steps;
use crate::body::{BodyCommand, BodyEvent, BodyObservation};
use motive::kernel::KeyedRng;
use std::collections::VecDeque;

/// What goes wrong on purpose between a bot and the arena. Nothing, unless chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Faults {
    /// Seconds that commands and observations are late.
    pub latency: f64,
    /// Seconds that each may be later still, drawn evenly.
    pub jitter: f64,
    /// The part of events that is lost, from 0 to 1. Answers are not.
    pub loss: f64,
    /// Seconds between two pushes that throw a player off its way, on average; 0 for none.
    pub push_every: f64,
    /// Seconds that answers about ways are late.
    pub slow_paths: f64,
}

/// The most commands that wait for a player. Whoever sends more loses the oldest.
const MOST_WAITING: usize = 64;

/// What is under way between a player and the arena.
#[derive(Clone, Debug, Default)]
pub(super) struct DelayedLink {
    commands: VecDeque<(u64, BodyCommand)>,
    observations: VecDeque<(u64, BodyObservation)>,
    answers: VecDeque<(u64, BodyEvent)>,
    last: Option<BodyObservation>,
}

impl DelayedLink {
    /// A command sets out.
    pub(super) fn send(&mut self, command: BodyCommand, now: u64, faults: &Faults, draws: KeyedRng) {
        if self.commands.len() >= MOST_WAITING {
            self.commands.pop_front();
        }
        let due = now + late(faults, draws.fraction(self.commands.len() as u64));
        // One connection keeps the order.
        let due = self.commands.back().map_or(due, |(last, _)| due.max(*last));
        self.commands.push_back((due, command));
    }

    /// The next command that has arrived.
    pub(super) fn receive(&mut self, now: u64) -> Option<BodyCommand> {
        let arrived = self.commands.front().is_some_and(|(due, _)| *due <= now);
        if arrived { self.commands.pop_front().map(|(_, command)| command) } else { None }
    }

    /// An answer about a way is worked out.
    pub(super) fn answer(&mut self, event: BodyEvent, now: u64, faults: &Faults) {
        if self.answers.len() >= MOST_WAITING {
            self.answers.pop_front();
        }
        self.answers.push_back((now + steps(faults.slow_paths), event));
    }

    /// What the player senses: the last observation that has arrived, with the events of all that arrived since it last asked.
    pub(super) fn deliver(
        &mut self,
        mut new: BodyObservation,
        now: u64,
        faults: &Faults,
        draws: KeyedRng,
    ) -> BodyObservation {
        let mut draw = 1;
        new.events.retain(|event| {
            draw += 1;
            event.is_answer() || draws.fraction(draw) >= faults.loss
        });
        while self.answers.front().is_some_and(|(due, _)| *due <= now) {
            new.events.extend(self.answers.pop_front().map(|(_, event)| event));
        }
        let due = now + late(faults, draws.fraction(0));
        let due = self.observations.back().map_or(due, |(last, _)| due.max(*last));
        self.observations.push_back((due, new));
        let mut events = Vec::new();
        while self.observations.front().is_some_and(|(due, _)| *due <= now) {
            if let Some((_, mut arrived)) = self.observations.pop_front() {
                events.append(&mut arrived.events);
                self.last = Some(arrived);
            }
        }
        BodyObservation { events, ..self.last.clone().unwrap_or_default() }
    }
}

fn late(faults: &Faults, draw: f64) -> u64 {
    steps(faults.latency + faults.jitter * draw)
}
