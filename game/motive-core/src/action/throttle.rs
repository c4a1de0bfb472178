//! Rate limiting of repeated commands.

use super::running_actions::ActiveAction;
use crate::binding::Holder;
use crate::vocabulary::{ActionId, Time, Value};
use rustc_hash::FxHashSet;

/// A command of a task, with its arguments as numbers that tell them apart.
type SentCommand = (Holder, ActionId, Vec<(u8, u64)>);

/// Lets each command of a task, with its arguments, through once per period; a different command goes through at once.
///
/// Hosts that talk to a server over a wire put it between decisions and the wire.
#[derive(Clone, Debug)]
pub struct Throttle {
    period: u64,
    window: u64,
    /// What was sent in this window.
    sent: FxHashSet<SentCommand>,
}

impl Throttle {
    /// A throttle with a period in microseconds; nothing is held back with a period of 0.
    #[must_use]
    pub fn new(period: u64) -> Self {
        Self { period, window: 0, sent: FxHashSet::default() }
    }

    /// Whether to send the action now.
    pub fn admits(&mut self, act: &ActiveAction, now: Time) -> bool {
        let Some(window) = now.micros.checked_div(self.period) else { return true };
        if window != self.window {
            self.window = window;
            self.sent.clear();
        }
        self.sent.insert((act.task, act.action, act.arguments.iter().map(Value::key).collect()))
    }
}
