//! The changes since the last decision.

use super::thing::ValueList;
use crate::vocabulary::{Id, Property};
use rustc_hash::FxHashMap;

/// The things that were added, changed and removed since the last decision, each in the order of its first event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Things that were not known before.
    pub added: Vec<Id>,
    /// Known things of which a property changed.
    pub changed: Vec<Id>,
    /// Things that are no longer known.
    pub removed: Vec<Id>,
}

impl Changes {
    /// Whether nothing came, changed or went.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }

    /// Summarises the events of each thing. A thing that was added and removed is not mentioned.
    pub(super) fn of(happened: &[(Id, ThingEvent)]) -> Self {
        // A thing that only changed is in the list once.
        if happened.iter().all(|(_, what)| *what == ThingEvent::Changed) {
            let changed = happened.iter().map(|(id, _)| *id).collect();
            return Self { changed, ..Self::default() };
        }
        let mut sum: FxHashMap<Id, (bool, ThingEvent)> = FxHashMap::default();
        for (id, what) in happened {
            sum.entry(*id)
                .and_modify(|(_, last)| *last = *what)
                .or_insert((*what == ThingEvent::Added, *what));
        }
        let mut changes = Self::default();
        for (id, _) in happened {
            match sum.remove(id) {
                Some((true, ThingEvent::Removed)) | None => {}
                Some((true, _)) => changes.added.push(*id),
                Some((false, ThingEvent::Removed)) => changes.removed.push(*id),
                Some((false, _)) => changes.changed.push(*id),
            }
        }
        changes
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum ThingEvent {
    Added,
    Changed,
    Removed,
}

/// The values that properties had at the last decision, as far as they are not in the properties themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct FormerLog {
    values: Vec<FormerValues>,
    removed: RemovedLog,
}

impl FormerLog {
    /// All values, in the order in which they were logged.
    pub(super) fn all(&self) -> &[FormerValues] {
        &self.values
    }

    /// Logs values. Returns their position.
    pub(super) fn push(&mut self, former: FormerValues) -> u32 {
        self.values.push(former);
        self.values.len() as u32 - 1
    }

    /// Where the values of a property of a removed thing are.
    pub(super) fn of_removed(&self, id: Id, property: Property) -> Option<u32> {
        self.removed.get(id, property)
    }

    /// Notes where the values of a property of a removed thing are, unless it was removed before.
    pub(super) fn note_removed(&mut self, id: Id, property: Property, logged: u32) {
        self.removed.note(id, property, logged);
    }

    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.removed.clear();
    }
}

/// Where the former values of removed things are logged: a short list, or a map once it grows.
#[derive(Clone, Debug, Default)]
struct RemovedLog {
    few: Vec<(Id, Property, u32)>,
    many: Option<Box<FxHashMap<(Id, Property), u32>>>,
}

/// Up to this many entries are searched linearly.
const FEW: usize = 32;

impl RemovedLog {
    fn get(&self, id: Id, property: Property) -> Option<u32> {
        match &self.many {
            Some(many) => many.get(&(id, property)).copied(),
            None => {
                let known = self.few.iter().find(|(gone, of, _)| (*gone, *of) == (id, property));
                known.map(|(_, _, logged)| *logged)
            }
        }
    }

    /// Notes where a property of a removed thing is logged, unless it was removed before.
    fn note(&mut self, id: Id, property: Property, logged: u32) {
        if self.get(id, property).is_some() {
            return;
        }
        if self.few.len() == FEW && self.many.is_none() {
            let few = self.few.iter().map(|(id, property, logged)| ((*id, *property), *logged));
            self.many = Some(Box::new(few.collect()));
        }
        match &mut self.many {
            Some(many) => drop(many.insert((id, property), logged)),
            None => self.few.push((id, property, logged)),
        }
    }

    fn clear(&mut self) {
        self.few.clear();
        self.many = None;
    }
}

/// The values that a property had at the last decision.
#[derive(Clone, Debug)]
pub(super) struct FormerValues {
    pub(super) id: Id,
    pub(super) property: Property,
    pub(super) values: ValueList,
}
