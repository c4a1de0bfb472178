//! Change tracking: since the last decision, and on channels.

use super::change_log::ThingEvent;
use super::thing::{Former, PropertyEntry};
use super::watches::{Channel, WatchTable, WatchToken};
use super::{Changes, Memory, Thing};
use crate::prefetch::prefetch_slice;
use crate::vocabulary::{Dependency, Id, Property, Value};
use motive_util::ThinList;
use std::sync::Arc;

impl Memory {
    /// The changes since the last decision.
    pub fn changes(&self) -> Changes {
        Changes::of(&self.happened)
    }

    /// Whether anything changed since the last decision, relations included.
    pub fn has_changed(&self) -> bool {
        self.rows_changed || !self.happened.is_empty()
    }

    /// The changes since the last decision or the last call of this function.
    pub fn take_changes(&mut self) -> Changes {
        let changes = self.changes();
        self.forget_changes();
        self.taken = true;
        changes
    }

    fn forget_changes(&mut self) {
        self.notice = self.notice.checked_add(1).unwrap_or_else(|| self.restart_notices());
        self.rows_changed = false;
        self.happened.clear();
    }

    /// Ends a tick, after the agent has decided. Changes are counted from here on.
    pub fn end_tick(&mut self) {
        self.epoch =
            if self.epoch < PropertyEntry::LAST_EPOCH { self.epoch + 1 } else { self.restart_epochs() };
        self.forget_changes();
        (self.turned, self.taken) = (self.clock(), false);
        if std::mem::take(&mut self.has_former)
            && let Some(former) = &mut self.former
        {
            former.clear();
        }
    }

    /// After five hundred million decisions epochs are counted from the beginning. Nothing has changed in the first of them.
    fn restart_epochs(&mut self) -> u32 {
        self.for_each_thing(|thing| {
            thing.entries.iter_mut().for_each(|entry| entry.note_change(0, Former::Nothing));
        });
        1
    }

    /// After four thousand million times changes were forgotten, that is counted from the beginning. Nothing is noted yet.
    fn restart_notices(&mut self) -> u32 {
        self.for_each_thing(|thing| thing.noted = 0);
        1
    }

    fn for_each_thing(&mut self, mut change: impl FnMut(&mut Thing)) {
        let ids: Vec<Id> = std::iter::once(Id::SELF).chain(self.things().map(Thing::id)).collect();
        for id in ids {
            if let Some(thing) = self.locate(id) {
                change(thing);
            }
        }
    }

    /// The clock at the last decision.
    pub fn last_tick_end(&self) -> u64 {
        self.turned
    }

    /// Whether a predicate holds for every fact that changed since the last decision, including those of added and removed things. `false`
    /// if the changes are no longer known.
    pub fn all_changed(&self, mut holds: impl FnMut(Id, Property) -> bool) -> bool {
        let mut holds_of = |id: Id, what: ThingEvent| match (what, self.thing(id)) {
            (ThingEvent::Changed, Some(thing)) => {
                let changed = thing.entries.iter().filter(|entry| entry.has_changed(self.epoch));
                changed.map(|entry| entry.property).all(|property| holds(id, property))
            }
            // Kinds are tracked separately.
            (ThingEvent::Added, Some(thing)) => {
                thing.properties().map(|(property, _)| property).all(|property| holds(id, property))
            }
            _ => {
                let gone = self.former_values().iter().filter(|former| former.id == id);
                gone.map(|former| former.property)
                    .filter(|property| *property != Property::KIND)
                    .all(|property| holds(id, property))
            }
        };
        !self.taken && self.happened.iter().all(|(id, what)| holds_of(*id, *what))
    }

    /// Prefetches what memory refers to, and at greater depth what that refers to.
    pub(crate) fn prefetch(&self, depth: u8) {
        match depth {
            0 => {}
            1 => {
                prefetch_slice(&self.own.entries);
                self.store.prefetch();
                self.watches.prefetch();
            }
            2 => self.store.prefetch_things(),
            _ => {}
        }
    }

    /// Starts watching something.
    pub fn watch(&mut self, dependency: Dependency) -> Channel {
        self.watches.watch(dependency)
    }

    /// Starts watching what a table says, if this memory watches nothing yet. Returns whether the channels of the table are those of
    /// this memory.
    pub fn watch_table(&mut self, table: &Arc<WatchTable>) -> bool {
        self.watches.adopt(table)
    }

    /// Starts watching all of these and stores their channels in a list, which may be one that was filled here before.
    pub fn watch_all(&mut self, dependencies: &[Dependency], channels: &mut ThinList<Channel>) {
        if !self.watches.are(channels, dependencies) {
            channels.clear();
            channels.make().extend(dependencies.iter().map(|on| self.watch(*on)));
        }
    }

    /// Makes these channels part of every watch that is started from now on.
    pub fn watch_always(&mut self, channels: impl IntoIterator<Item = Channel>) {
        self.watches.watch_always(channels.into_iter());
    }

    /// The number of channels that belong to every watch.
    pub fn always_watched(&self) -> u32 {
        self.watches.always()
    }

    /// Forgets changes on the always-watched channels, after they have been evaluated.
    #[inline]
    pub fn reset_always(&mut self) {
        self.watches.reset_always();
    }

    /// Whether nothing changed on the channels that belong to every watch.
    #[inline]
    pub fn is_always_unchanged(&self, token: WatchToken) -> bool {
        self.watches.is_always_unchanged(token)
    }

    /// Whether nothing changed on the channels of a watch, whatever changed on those that belong to every watch. `false` also if it
    /// shares a channel with those.
    #[inline]
    pub fn is_unchanged_but_always(&self, alarm: WatchToken) -> bool {
        self.watches.is_unchanged_but_always(alarm)
    }

    /// A number that grows whenever what the channel watches changes.
    #[inline]
    pub fn version(&self, channel: Channel) -> u64 {
        self.watches.version(channel)
    }

    /// Starts watching these channels. Only the last watch is kept; an earlier one counts as changed.
    pub fn watch_for_change(&mut self, channels: impl IntoIterator<Item = Channel>) -> WatchToken {
        self.watches.watch_for_change(channels.into_iter())
    }

    /// Whether nothing changed on the channels of a watch since it was started. The cost does not depend on the number of channels.
    #[inline]
    pub fn is_unchanged(&self, token: WatchToken) -> bool {
        self.watches.is_unchanged(token)
    }

    /// Between which numbers a number of a thing can change without a change on the channels of a watch, both excluded. `None` if any change
    /// is one, if there is no number, and if the watch is not the last one.
    ///
    /// A host that tells many agents numbers that hardly matter to them can leave them unwritten while they are in this range, and write them before
    /// anything else is written or asked.
    pub fn quiet_range(&self, watch: WatchToken, id: Id, property: Property) -> Option<(f64, f64)> {
        let thing = self.thing(id)?;
        let Some([Value::Number(number)]) = thing.values(property) else { return None };
        if !self.watches.is_unchanged(watch) || thing.is_divisible(property) {
            return None;
        }
        self.watches.quiet_range(thing, property, id == Id::SELF, *number)
    }

    /// A number that grows with every change. No channel's version is greater.
    #[inline]
    pub fn clock(&self) -> u64 {
        self.watches.clock()
    }
}

#[cfg(test)]
#[path = "../../tests/unit/change_tracking.rs"]
mod tests;
