//! Changing what is known: things, their properties and their kinds.

use super::change_log::{FormerValues, ThingEvent};
use super::thing::{Former, Thing, ValueList};
use super::validation::{check_values, clamp};
use super::watches::Watches;
use super::{Memory, MemoryError};
use crate::vocabulary::{Facts, Id, Kind, Property, Time, Type, Value};
use smallvec::SmallVec;

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
            return Err(MemoryError::Missing(thing.id.display(&self.vocabulary), property));
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
            let former = self.log_former(thing.id, entry.property, ValueList::Nothing);
            entry.note_change(self.epoch, former);
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
            let divisible = entry.is_divisible();
            self.write(id, entry.property, entry.values, divisible);
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
        self.set_values(id, property, ValueList::One(value), false)
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
        self.set_values(id, property, ValueList::One(Value::Number(amount)), true)
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
        self.set_values(Id::SELF, property, ValueList::One(value), false)
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
        values: ValueList,
        divisible: bool,
    ) -> Result<(), MemoryError> {
        check_values(&self.vocabulary, property, &values, divisible)?;
        if !self.exists(id) {
            return Err(MemoryError::Unknown(id));
        }
        if property == Property::KIND {
            let mut thing = Thing::new(id).with_all(property, values.iter().cloned());
            self.inherit_kinds(&mut thing);
            self.write_kinds(id, thing.entries.swap_remove(0).values);
            return Ok(());
        }
        self.write(id, property, values, divisible);
        Ok(())
    }

    /// Notes that a thing is perceived now, so that it is not forgotten as one that was not seen for long. Nothing else changes.
    pub fn see(&mut self, id: Id) {
        let now = self.time;
        if let Some(thing) = self.locate(id) {
            thing.seen = now;
        }
    }

    /// Removes a property of a thing. Returns whether the thing had it.
    pub fn unset(&mut self, id: Id, property: Property) -> bool {
        let had = self.thing(id).is_some_and(|thing| thing.entry(property).is_some());
        if had && property != Property::KIND {
            self.write(id, property, ValueList::Nothing, false);
        }
        had
    }

    /// Forgets a thing. Returns whether it was known.
    pub fn remove(&mut self, id: Id) -> bool {
        let Some(mut thing) = self.store.remove(id, &self.vocabulary) else { return false };
        self.happened.push((id, ThingEvent::Removed));
        self.watches.thing_changed(&thing);
        for entry in &mut thing.entries {
            let property = entry.property;
            let former = if entry.has_changed(self.epoch) { Some(entry.former()) } else { None };
            let values = match former {
                None => std::mem::take(&mut entry.values),
                Some(Former::Nothing) => ValueList::Nothing,
                Some(Former::Number(number)) => ValueList::One(Value::Number(number)),
                Some(Former::Logged(at)) => {
                    self.note_removed(id, property, at);
                    continue;
                }
            };
            let logged = self.push_former(FormerValues { id, property, values });
            self.note_removed(id, property, logged);
        }
        true
    }
}

/// Replaces numbers: what that changes of a memory beside the thing.
struct NumberWriter<'a> {
    time: Time,
    epoch: u32,
    notice: u32,
    happened: &'a mut SmallVec<[(Id, ThingEvent); 1]>,
    watches: &'a mut Watches,
}

impl NumberWriter<'_> {
    /// Replaces a number that is expected at a position among the properties of a thing. Returns `false`, without writing anything,
    /// if something else is there.
    #[inline(always)]
    fn replace(self, thing: &mut Thing, at: usize, property: Property, number: f64, is_own: bool) -> bool {
        let Some(entry) = thing.entries.get_mut(at) else { return false };
        if entry.is_divisible() || entry.property != property {
            return false;
        }
        let ValueList::One(Value::Number(stored)) = &mut entry.values else { return false };
        (thing.seen, entry.stamp) = (self.time, self.time);
        let old = *stored;
        if old == number {
            return true;
        }
        *stored = number;
        if !entry.has_changed(self.epoch) {
            entry.note_change(self.epoch, Former::Number(old));
        }
        self.watches.number_changed(thing, property, is_own, (old, number));
        if std::mem::replace(&mut thing.noted, self.notice) != self.notice {
            self.happened.push((thing.id, ThingEvent::Changed));
        }
        true
    }
}

/// The only place where other values are written.
impl Memory {
    pub(super) fn check_thing(&self, thing: &Thing) -> Result<(), MemoryError> {
        for entry in &thing.entries {
            if entry.property != Property::KIND || !entry.values.is_empty() {
                check_values(&self.vocabulary, entry.property, &entry.values, entry.is_divisible())?;
            }
        }
        let foreign = |kind: Kind| !self.vocabulary.has_kind(kind);
        if thing.kinds().any(foreign) { Err(MemoryError::Foreign) } else { Ok(()) }
    }

    pub(super) fn locate(&mut self, id: Id) -> Option<&mut Thing> {
        if id == Id::SELF { Some(&mut self.own) } else { self.store.get_mut(id) }
    }

    /// Logs the values that a property had at the last decision, unless they are logged already because the thing was removed and added
    /// again, or small enough for the entry of the property.
    fn log_former(&mut self, id: Id, property: Property, values: ValueList) -> Former {
        if let Some(former) = &self.former
            && let Some(logged) = former.of_removed(id, property)
        {
            return Former::Logged(logged);
        }
        match values {
            ValueList::Nothing => Former::Nothing,
            ValueList::One(Value::Number(number)) => Former::Number(number),
            values => Former::Logged(self.push_former(FormerValues { id, property, values })),
        }
    }

    /// Logs values. Returns their position in the log.
    pub(super) fn push_former(&mut self, former: FormerValues) -> u32 {
        self.has_former = true;
        self.former.get_or_insert_default().push(former)
    }

    /// Notes where the former values of a property of a removed thing are logged.
    pub(super) fn note_removed(&mut self, id: Id, property: Property, logged: u32) {
        self.former.get_or_insert_default().note_removed(id, property, logged);
    }

    /// As [`Memory::replace_number`], for the agent itself.
    fn replace_own_number(&mut self, property: Property, number: f64) -> bool {
        match self.vocabulary.free_own_number(property) {
            Some(slot) if !number.is_nan() => {
                let Self { own, time, epoch, notice, happened, watches, .. } = self;
                NumberWriter { time: *time, epoch: *epoch, notice: *notice, happened, watches }.replace(
                    own,
                    slot + 1,
                    property,
                    number,
                    true,
                )
            }
            _ => self.replace_number(Id::SELF, property, number),
        }
    }

    /// Fast path: replaces a number of a known thing. Returns `false`, without writing anything, in other cases.
    fn replace_number(&mut self, id: Id, property: Property, number: f64) -> bool {
        let Self { vocabulary, own, store, time, epoch, notice, happened, watches, .. } = self;
        let Some(info) = vocabulary.property_info(property) else { return false };
        if !matches!(info.holds, Type::Number) || info.computed.is_some() || number.is_nan() {
            return false;
        }
        let number = match info.limits {
            Some((low, high)) => number.clamp(low, high),
            None => number,
        };
        let writer = NumberWriter { time: *time, epoch: *epoch, notice: *notice, happened, watches };
        if id == Id::SELF {
            return info
                .own
                .is_some_and(|slot| writer.replace(own, slot as usize + 1, property, number, true));
        }
        // An index has to follow the change.
        let Some(thing) = store.get_mut(id).filter(|_| !info.indexed) else { return false };
        let at = thing.entries.iter().position(|entry| entry.property == property);
        at.is_some_and(|at| writer.replace(thing, at, property, number, false))
    }

    /// Writes checked values, marking the change if there is one.
    pub(super) fn write(&mut self, id: Id, property: Property, mut values: ValueList, divisible: bool) {
        clamp(&self.vocabulary, property, &mut values);
        let is_own = id == Id::SELF;
        let thing = if is_own { Some(&mut self.own) } else { self.store.get_mut(id) };
        let Some(thing) = thing else { return };
        thing.seen = self.time;
        let slot = self.vocabulary.property_info(property).filter(|_| is_own).and_then(|info| info.own);
        let at = thing.place_for(property, slot);
        let entry = &mut thing.entries[at];
        entry.stamp = self.time;
        if entry.values == values && entry.is_divisible() == divisible {
            return;
        }
        let first_change = !entry.has_changed(self.epoch);
        entry.set_divisible(divisible);
        let old = std::mem::replace(&mut entry.values, values);
        if std::mem::replace(&mut thing.noted, self.notice) != self.notice {
            self.happened.push((id, ThingEvent::Changed));
        }
        self.watches.property_changed(thing, property, is_own, &old);
        if !is_own {
            self.store.reindex(id, at, &old, &self.vocabulary);
        }
        if first_change {
            let (epoch, former) = (self.epoch, self.log_former(id, property, old));
            if let Some(entry) = self.locate(id).and_then(|thing| thing.entries.get_mut(at)) {
                entry.note_change(epoch, former);
            }
        }
    }

    pub(super) fn write_kinds(&mut self, id: Id, kinds: ValueList) {
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
