//! Forgetting things that were not seen for long, and those beyond a capacity.

use super::Memory;
use crate::vocabulary::{Facts, Id, Kind};

/// When to forget things. The default never forgets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ForgettingPolicy {
    /// Forget things of a kind that were not seen for this many microseconds. The first matching entry decides.
    pub after: Vec<(Kind, u64)>,
    /// Forget other things that were not seen for this many microseconds.
    pub after_any: Option<u64>,
    /// The most things to keep; those not seen for longest are forgotten first.
    pub capacity: Option<usize>,
}

impl Memory {
    /// Forgets things according to a policy, except those that `spare` keeps. Returns the forgotten ones.
    ///
    /// An `Arbiter` keeps what its tasks hold or refer to. The agent itself is never forgotten.
    pub fn forget(&mut self, policy: &ForgettingPolicy, spare: &dyn Fn(Id) -> bool) -> Vec<Id> {
        let now = self.time().micros;
        let mut gone: Vec<Id> = Vec::new();
        let mut kept: Vec<(u64, u64, Id)> = Vec::new();
        for thing in self.things() {
            if spare(thing.id()) {
                continue;
            }
            let by_kind = policy.after.iter().find(|(kind, _)| thing.is_a(*kind)).map(|(_, after)| *after);
            let age = now.saturating_sub(thing.seen.micros);
            if by_kind.or(policy.after_any).is_some_and(|after| age > after) {
                gone.push(thing.id());
            } else {
                kept.push((thing.seen.micros, thing.order, thing.id()));
            }
        }
        if let Some(capacity) = policy.capacity {
            let too_many = (self.len() - gone.len()).saturating_sub(capacity);
            kept.sort_unstable();
            gone.extend(kept.iter().take(too_many).map(|(_, _, id)| *id));
        }
        for id in &gone {
            self.remove(*id);
        }
        gone
    }
}
