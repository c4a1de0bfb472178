//! Not saying the same thing to a slow server over and over.

use super::run::Act;
use crate::binding::Holder;
use crate::vocabulary::{Time, Verb};
use rustc_hash::FxHashMap;

/// Lets a command through once per period while it goes on unchanged; a different command goes through at once.
///
/// Hosts that talk to a server over a wire put it between decisions and the wire.
#[derive(Clone, Debug)]
pub struct Throttle {
    period: u64,
    sent: FxHashMap<(Holder, Verb), (Vec<(u8, u64)>, u64)>,
}

impl Throttle {
    /// A throttle with a period in microseconds; nothing is held back with a period of nought.
    #[must_use]
    pub fn new(period: u64) -> Self {
        Self { period, sent: FxHashMap::default() }
    }

    /// Whether to send the action now.
    pub fn admits(&mut self, act: &Act, now: Time) -> bool {
        let Some(window) = now.micros.checked_div(self.period) else { return true };
        let arguments: Vec<(u8, u64)> = act.arguments.iter().map(crate::vocabulary::Value::key).collect();
        let sent = self.sent.entry((act.task, act.verb)).or_insert((Vec::new(), u64::MAX));
        let again = sent.1 == window && sent.0 == arguments;
        *sent = (arguments, window);
        !again
    }
}
