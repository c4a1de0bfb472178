//! Notes, which exist only in memory, and things with a life span.

use super::Memory;
use super::property_values::ValueList;
use super::thing::{PropertyEntry, Thing};
use crate::vocabulary::{Facts, Id, Kind, Property, Time, Value};

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
