//! What changed since the agent last decided.

use super::thing::ValueVec;
use crate::vocabulary::{Id, Property};
use rustc_hash::FxHashMap;

/// Which things came, changed and went since the agent last decided, each in the order in which it happened first.
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
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }

    /// Sums up what happened to each thing: one that came and went is not mentioned.
    pub(super) fn of(happened: &[(Id, ThingEvent)]) -> Self {
        // A thing that only changed is noted once.
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

/// Where the former values of things that went are logged: a short list, or a map once it is no longer short.
#[derive(Clone, Debug, Default)]
pub(super) struct RemovedLog {
    few: Vec<(Id, Property, u32)>,
    many: FxHashMap<(Id, Property), u32>,
}

/// Up to so many are looked through one by one.
const FEW: usize = 32;

impl RemovedLog {
    pub(super) fn is_empty(&self) -> bool {
        self.few.is_empty()
    }

    pub(super) fn get(&self, id: Id, property: Property) -> Option<u32> {
        if self.many.is_empty() {
            let known = self.few.iter().find(|(gone, of, _)| (*gone, *of) == (id, property));
            return known.map(|(_, _, logged)| *logged);
        }
        self.many.get(&(id, property)).copied()
    }

    /// Notes where a property of a thing that went is logged, unless it went before.
    pub(super) fn note(&mut self, id: Id, property: Property, logged: u32) {
        if self.get(id, property).is_some() {
            return;
        }
        if self.few.len() == FEW && self.many.is_empty() {
            self.many.extend(self.few.iter().map(|(id, property, logged)| ((*id, *property), *logged)));
        }
        if self.many.is_empty() {
            self.few.push((id, property, logged));
        } else {
            self.many.insert((id, property), logged);
        }
    }

    pub(super) fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }
}

/// The values that a property had before the agent's last decision.
#[derive(Clone, Debug)]
pub(super) struct FormerValues {
    pub(super) id: Id,
    pub(super) property: Property,
    pub(super) values: ValueVec,
}
