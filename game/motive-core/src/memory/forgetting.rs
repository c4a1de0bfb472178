//! Forgetting: things that were not seen for long, those beyond a capacity, and notes of tasks that are over.

use super::Memory;
use super::thing::{PropertyEntry, Thing, ValueList};
use crate::vocabulary::{Facts, Id, Kind, Property, Time, Value};

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

impl Memory {
    /// Creates a note, a thing that exists only in this memory, on behalf of a task. Fill it in with [`Memory::set`].
    pub fn note(&mut self, kind: Kind, creator: Option<u64>) -> Id {
        self.note_with(kind, creator, [])
    }

    /// The same, with properties. The values are not checked.
    pub(crate) fn note_with<const N: usize>(
        &mut self,
        kind: Kind,
        creator: Option<u64>,
        properties: [(Property, Value); N],
    ) -> Id {
        // Notes received from others may have the next number already.
        while self.exists(Id::note(self.next_note)) {
            self.next_note += 1;
        }
        let id = Id::note(self.next_note);
        self.next_note += 1;
        let entry = |(property, value)| PropertyEntry::new(property, ValueList::One(value), false);
        let mut entries = Vec::with_capacity(1 + N);
        entries.push(entry((Property::KIND, Value::Symbol(kind.symbol()))));
        entries.extend(properties.into_iter().map(entry));
        let (order, seen, noted) = (0, Time::default(), 0);
        self.add(Thing { id, entries, order, seen, noted, creator });
        id
    }

    /// Forgets the notes of tasks that have ended. Returns their number.
    pub fn collect_notes(&mut self, is_live: impl Fn(u64) -> bool) -> usize {
        let orphan = |thing: &&Thing| thing.creator.is_some_and(|task| !is_live(task));
        let orphans: Vec<Id> = self.things().filter(orphan).map(Thing::id).collect();
        for id in &orphans {
            self.remove(*id);
        }
        orphans.len()
    }

    /// Subtracts seconds from every life span, and forgets the things whose life span is over.
    pub fn age(&mut self, seconds: f64) {
        if seconds.is_nan() || seconds <= 0.0 {
            return;
        }
        let spans: Vec<Property> = self.vocabulary.life_spans().collect();
        let mut aged: Vec<(Id, Property, f64)> = Vec::new();
        for thing in self.things() {
            for property in &spans {
                if let Some(left) = thing.get(*property).and_then(Value::number)
                    && left.is_finite()
                {
                    aged.push((thing.id, *property, left - seconds));
                }
            }
        }
        for (id, property, left) in aged {
            if left <= 0.0 {
                self.remove(id);
            } else if self.exists(id) {
                let divisible = self.divisible(id, property);
                let seen = self.thing(id).map(Thing::seen);
                self.write(id, property, ValueList::One(Value::Number(left)), divisible);
                // Aging does not count as being seen.
                if let (Some(thing), Some(seen)) = (self.locate(id), seen) {
                    thing.seen = seen;
                }
            }
        }
    }
}
