//! Changing what is known: things, their properties and their kinds.

use super::change_log::{FormerValues, ThingEvent};
use super::thing::{PropertyEntry, Thing, ValueVec};
use super::validation::{check_values, clamp};
use super::{Memory, MemoryError};
use crate::vocabulary::{Facts, Id, Kind, Property, Type, Value};
use smallvec::smallvec;

impl Memory {
    /// Adds a thing, or updates a known one: given properties replace the old values, other properties stay.
    pub fn put(&mut self, thing: Thing) -> Result<(), MemoryError> {
        self.check_thing(&thing)?;
        let known = self.thing(thing.id);
        let lacks = |property: &&Property| {
            thing.entry(**property).is_none() && known.is_none_or(|known| known.entry(**property).is_none())
        };
        if let Some(missing) = self.required.iter().find(lacks) {
            let property = self.vocabulary.property_name(*missing).to_owned();
            return Err(MemoryError::Missing { id: thing.id.display(&self.vocabulary), property });
        }
        if known.is_some() {
            self.update(thing);
        } else {
            self.add(thing);
        }
        Ok(())
    }

    /// Adds a thing; an error if it is known already.
    pub fn insert(&mut self, thing: Thing) -> Result<(), MemoryError> {
        if self.exists(thing.id) {
            return Err(MemoryError::Known(thing.id));
        }
        self.put(thing)
    }

    pub(super) fn add(&mut self, mut thing: Thing) {
        thing.order = self.next_order;
        self.next_order += 1;
        thing.seen = self.time;
        thing.noted = self.notice;
        self.inherit_kinds(&mut thing);
        for entry in &mut thing.entries {
            clamp(&self.vocabulary, entry.property, &mut entry.values);
            entry.stamp = self.time;
            entry.epoch = self.epoch;
            entry.logged = self.log_former(thing.id, entry.property, ValueVec::new());
        }
        self.happened.push((thing.id, ThingEvent::Added));
        self.watches.thing_changed(&thing);
        self.store.insert(thing, &self.vocabulary);
    }

    fn update(&mut self, mut thing: Thing) {
        self.inherit_kinds(&mut thing);
        let id = thing.id;
        let mut entries = thing.entries.into_iter();
        if let Some(kinds) = entries.next()
            && !kinds.values.is_empty()
        {
            self.write_kinds(id, kinds.values);
        }
        for entry in entries {
            self.write(id, entry.property, entry.values, entry.divisible);
        }
        let now = self.time;
        if let Some(known) = self.locate(id) {
            known.seen = now;
        }
    }

    pub(super) fn inherit_kinds(&self, thing: &mut Thing) {
        let inherited: Vec<Kind> = thing.kinds().flat_map(|kind| self.vocabulary.ancestors(kind)).collect();
        for kind in inherited {
            thing.add_kind(kind);
        }
    }

    /// Gives a property of a known thing one value.
    pub fn set(&mut self, id: Id, property: Property, value: impl Into<Value>) -> Result<(), MemoryError> {
        let value = value.into();
        if let Value::Number(number) = value
            && self.replace_number(id, property, number)
        {
            return Ok(());
        }
        self.set_values(id, property, smallvec![value], false)
    }

    /// Gives a property of a known thing several values.
    pub fn set_all(
        &mut self,
        id: Id,
        property: Property,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<(), MemoryError> {
        self.set_values(id, property, values.into_iter().collect(), false)
    }

    /// Gives a property of a known thing a quantity that several users can divide among themselves.
    pub fn set_divisible(&mut self, id: Id, property: Property, amount: f64) -> Result<(), MemoryError> {
        self.set_values(id, property, smallvec![Value::Number(amount)], true)
    }

    /// Gives a property of the agent itself one value.
    #[inline]
    pub fn set_own(&mut self, property: Property, value: impl Into<Value>) -> Result<(), MemoryError> {
        let value = value.into();
        if let Value::Number(number) = value
            && self.replace_own_number(property, number)
        {
            return Ok(());
        }
        self.set_values(Id::SELF, property, smallvec![value], false)
    }

    /// Makes the agent itself a thing of a kind, so that conditions can ask for it as for any other thing.
    pub fn set_own_kind(&mut self, kind: Kind) {
        let mut own = Thing::new(Id::SELF).kind(kind);
        self.inherit_kinds(&mut own);
        self.write_kinds(Id::SELF, own.entries.swap_remove(0).values);
    }

    pub(super) fn set_values(
        &mut self,
        id: Id,
        property: Property,
        values: ValueVec,
        divisible: bool,
    ) -> Result<(), MemoryError> {
        check_values(&self.vocabulary, property, &values, divisible)?;
        if !self.exists(id) {
            return Err(MemoryError::Unknown(id));
        }
        if property == Property::KIND {
            let mut thing = Thing::new(id).with_all(property, values);
            self.inherit_kinds(&mut thing);
            self.write_kinds(id, thing.entries.swap_remove(0).values);
            return Ok(());
        }
        self.write(id, property, values, divisible);
        Ok(())
    }

    /// Removes a property of a thing. Returns whether the thing had it.
    pub fn unset(&mut self, id: Id, property: Property) -> bool {
        let had = self.thing(id).is_some_and(|thing| thing.entry(property).is_some());
        if had && property != Property::KIND {
            self.write(id, property, ValueVec::new(), false);
        }
        had
    }

    /// Forgets a thing. Returns whether it was known.
    pub fn remove(&mut self, id: Id) -> bool {
        let Some(mut thing) = self.store.remove(id, &self.vocabulary) else { return false };
        self.happened.push((id, ThingEvent::Removed));
        self.watches.thing_changed(&thing);
        for entry in &mut thing.entries {
            if entry.epoch != self.epoch {
                entry.logged = self.log_former(id, entry.property, std::mem::take(&mut entry.values));
            } else if entry.logged == PropertyEntry::FORMER_NUMBER {
                let former = smallvec![Value::Number(entry.former_number)];
                entry.logged = self.log_former(id, entry.property, former);
            }
            self.gone.note(id, entry.property, entry.logged);
        }
        true
    }
}

/// The only place where values are written.
impl Memory {
    pub(super) fn check_thing(&self, thing: &Thing) -> Result<(), MemoryError> {
        for entry in &thing.entries {
            if entry.property != Property::KIND || !entry.values.is_empty() {
                check_values(&self.vocabulary, entry.property, &entry.values, entry.divisible)?;
            }
        }
        let foreign = |kind: Kind| !self.vocabulary.has_kind(kind);
        if thing.kinds().any(foreign) { Err(MemoryError::Foreign) } else { Ok(()) }
    }

    pub(super) fn locate(&mut self, id: Id) -> Option<&mut Thing> {
        if id == Id::SELF { Some(&mut self.own) } else { self.store.get_mut(id) }
    }

    /// Logs the values that a property had at the last decision, unless they are logged already because the thing was removed and added
    /// again. Returns the position in the log.
    fn log_former(&mut self, id: Id, property: Property, values: ValueVec) -> u32 {
        if !self.gone.is_empty()
            && let Some(logged) = self.gone.get(id, property)
        {
            return logged;
        }
        self.former.push(FormerValues { id, property, values });
        self.has_former = true;
        self.former.len() as u32 - 1
    }

    /// As [`Memory::replace_number`], compiled for the agent itself.
    fn replace_own_number(&mut self, property: Property, number: f64) -> bool {
        self.replace_number(Id::SELF, property, number)
    }

    /// Fast path: replaces a number of a known thing. Returns `false`, without writing anything, in other cases.
    #[inline(always)]
    fn replace_number(&mut self, id: Id, property: Property, number: f64) -> bool {
        let Some(info) = self.vocabulary.property_info(property) else { return false };
        if !matches!(info.holds, Type::Number) || info.computed.is_some() || number.is_nan() {
            return false;
        }
        let is_own = id == Id::SELF;
        let (thing, at) = if is_own {
            let Some(slot) = info.own else { return false };
            (&mut self.own, slot as usize + 1)
        } else {
            // An index has to follow the change.
            let Some(thing) = self.store.get_mut(id).filter(|_| !info.indexed) else { return false };
            let Some(at) = thing.entries.iter().position(|entry| entry.property == property) else {
                return false;
            };
            (thing, at)
        };
        let Some(entry) = thing.entries.get_mut(at) else { return false };
        let [Value::Number(stored)] = entry.values.as_mut_slice() else { return false };
        if entry.divisible || entry.property != property {
            return false;
        }
        let number = match info.limits {
            Some((low, high)) => number.clamp(low, high),
            None => number,
        };
        (thing.seen, entry.stamp) = (self.time, self.time);
        let old = *stored;
        if old == number {
            return true;
        }
        *stored = number;
        if std::mem::replace(&mut entry.epoch, self.epoch) != self.epoch {
            (entry.logged, entry.former_number) = (PropertyEntry::FORMER_NUMBER, old);
        }
        let first_watcher = entry.first_watcher;
        if std::mem::replace(&mut thing.noted, self.notice) != self.notice {
            self.happened.push((id, ThingEvent::Changed));
        }
        self.watches.number_changed(thing, property, is_own, first_watcher, (old, number));
        true
    }

    /// Writes checked values, marking the change if there is one.
    pub(super) fn write(&mut self, id: Id, property: Property, mut values: ValueVec, divisible: bool) {
        clamp(&self.vocabulary, property, &mut values);
        let is_own = id == Id::SELF;
        let thing = if is_own { Some(&mut self.own) } else { self.store.get_mut(id) };
        let Some(thing) = thing else { return };
        thing.seen = self.time;
        let slot = self.vocabulary.property_info(property).filter(|_| is_own).and_then(|info| info.own);
        let at = thing.place_for(property, slot);
        let entry = &mut thing.entries[at];
        entry.stamp = self.time;
        if entry.values == values && entry.divisible == divisible {
            return;
        }
        let first_change = std::mem::replace(&mut entry.epoch, self.epoch) != self.epoch;
        entry.divisible = divisible;
        let old = std::mem::replace(&mut entry.values, values);
        if std::mem::replace(&mut thing.noted, self.notice) != self.notice {
            self.happened.push((id, ThingEvent::Changed));
        }
        self.watches.property_changed(thing, property, is_own, &old);
        if !is_own {
            self.store.reindex(id, at, &old, &self.vocabulary);
        }
        if first_change {
            let logged = self.log_former(id, property, old);
            if let Some(entry) = self.locate(id).and_then(|thing| thing.entries.get_mut(at)) {
                entry.logged = logged;
            }
        }
    }

    pub(super) fn write_kinds(&mut self, id: Id, kinds: ValueVec) {
        let Some(thing) = self.thing(id) else { return };
        if thing.kind_values() == &kinds[..] {
            return;
        }
        let before = thing.clone();
        self.watches.thing_changed(&before);
        self.write(id, Property::KIND, kinds, false);
        if let Some(thing) = self.thing(id) {
            let after = thing.clone();
            self.watches.thing_changed(&after);
        }
    }
}
