//! The machine that knows a state for every combination of truths.

use super::{Doing, Machine, State};
use motive_core::condition::Condition;
use std::sync::Arc;

/// The most truths for which such a machine is built; it has 2^v states.
const MOST: usize = 16;

/// A machine with a state for every combination of truths, and a transition for every truth that can change: 2^v states and v·2^v transitions.
/// Bit *i* of a state's number is the *i*-th truth; `state` gives its name and what is done in it. It starts with all truths false.
/// At most 16 truths are looked at.
pub fn over_truths(
    name: &str,
    truths: &[Condition],
    mut state: impl FnMut(usize) -> (Arc<str>, Doing),
) -> Machine {
    let truths = &truths[..truths.len().min(MOST)];
    let described: Vec<(Arc<str>, Doing)> = (0..1_usize << truths.len()).map(&mut state).collect();
    let states = described.iter().enumerate().map(|(number, (state_name, doing))| {
        let transitions = truths.iter().enumerate().filter_map(|(place, truth)| {
            let (to, _) = described.get(number ^ (1 << place))?;
            let now_true = number >> place & 1 == 1;
            let when = if now_true { !truth.clone() } else { truth.clone() };
            Some((to.clone(), when))
        });
        State { name: state_name.clone(), doing: doing.clone(), transitions: transitions.collect() }
    });
    Machine { name: name.into(), states: states.collect() }
}
