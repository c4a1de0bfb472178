//! What one agent knows.
//!
//! A [`Memory`] holds [`Thing`]s (an id, kinds, and properties with one or more values) and the rows of declared relations.
//! The properties of the agent itself are fixed slots. Equality is answered from indexes, so that finding a thing costs
//! the same with ten thousand remembered things as with a hundred.
//!
//! ```
//! use motive_core::{Memory, Thing, Type, Vocabulary};
//!
//! let mut names = Vocabulary::new();
//! let gun = names.kind("gun");
//! let rounds = names.property("rounds", Type::Number);
//! let revolver = names.id("Revolver116");
//! let mut memory = Memory::new(names.finish()?);
//!
//! memory.put(Thing::new(revolver).kind(gun).with(rounds, 20))?;
//! memory.set(revolver, rounds, 19)?;
//! assert_eq!(memory.get(revolver, rounds), Some(19.into()));
//! assert_eq!(memory.changes().added, [revolver]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Beliefs may be wrong: nothing here looks at the world. Iteration is always in the order in which things came.

mod change_log;
mod change_tracking;
mod error;
mod forgetting;
mod indexed_store;
mod list_store;
mod relation_rows;
mod snapshot;
mod store;
mod team;
pub(crate) mod thing;
pub(crate) mod validation;
mod watches;

pub use change_log::Changes;
pub use error::MemoryError;
pub use forgetting::ForgettingPolicy;
pub use snapshot::Snapshot;
pub use team::Team;
pub use thing::Thing;
pub use watches::{Channel, WatchToken};

pub(crate) use validation::{agrees, check_row, check_values, clamp};

use crate::vocabulary::{
    Facts, FactsMut, Id, Kind, NameSource, Property, PropertyValues, Query, Relation, Time, Type, Value,
    Vocabulary, VocabularyError,
};
use change_log::{FormerValues, RemovedLog, ThingEvent};
use indexed_store::IndexedStore;
use list_store::ListStore;
use relation_rows::RelationRows;
use smallvec::smallvec;
use std::ops::ControlFlow;
use std::sync::Arc;
use store::Store;
use thing::PropertyEntry;
use thing::ValueVec;
use watches::Watches;

/// What one agent knows: things with properties, and relations between them.
#[derive(Clone, Debug)]
pub struct Memory {
    vocabulary: Arc<Vocabulary>,
    time: Time,
    /// The agent itself: one entry per declared slot, in order, after the kinds.
    own: Thing,
    store: Store,
    relations: Vec<RelationRows>,
    next_order: u64,
    next_note: u64,
    /// Counts decisions: changes of the current epoch are those since the last decision.
    epoch: u64,
    happened: Vec<(Id, ThingEvent)>,
    /// Counts how often `happened` was emptied; a thing that was noted since then is not noted again.
    notice: u64,
    rows_changed: bool,
    /// The clock when the agent last decided.
    turned: u64,
    /// What changed was taken away by [`Memory::take_changes`] since then.
    taken: bool,
    former: Vec<FormerValues>,
    /// Where the former values of things that went since the last decision are logged.
    gone: RemovedLog,
    watches: Watches,
    required: Vec<Property>,
}

impl Memory {
    /// An empty memory.
    #[must_use]
    pub fn new(vocabulary: Arc<Vocabulary>) -> Self {
        Self::with_store(vocabulary, Store::IndexedStore(IndexedStore::default()))
    }

    /// An empty memory without indexes. It behaves the same but is slower; tests and benchmarks compare with it.
    #[must_use]
    pub fn as_list(vocabulary: Arc<Vocabulary>) -> Self {
        Self::with_store(vocabulary, Store::ListStore(ListStore::default()))
    }

    fn with_store(vocabulary: Arc<Vocabulary>, store: Store) -> Self {
        let mut new = Self {
            relations: vec![RelationRows::default(); vocabulary.relations().count()],
            vocabulary: vocabulary.clone(),
            time: Time::default(),
            own: Thing::new(Id::SELF),
            store,
            next_order: 1,
            next_note: 1,
            epoch: 1,
            happened: Vec::new(),
            notice: 1,
            rows_changed: false,
            turned: 0,
            taken: false,
            former: Vec::new(),
            gone: RemovedLog::default(),
            watches: Watches::default(),
            required: Vec::new(),
        };
        new.lay_out_own();
        new
    }

    fn lay_out_own(&mut self) {
        let mut known = std::mem::take(&mut self.own.entries);
        for property in std::iter::once(&Property::KIND).chain(self.vocabulary.own_properties()) {
            let slot = match known.iter().position(|entry| entry.property == *property) {
                Some(at) => known.remove(at),
                None => PropertyEntry::new(*property, ValueVec::new(), false),
            };
            self.own.entries.push(slot);
        }
        // What the agent has without having a slot for it comes after the slots.
        self.own.entries.append(&mut known);
        self.index_own_watchers();
    }

    /// Switches to a vocabulary that extends the current one, as when programs are added to a running agent.
    pub fn extend_vocabulary(&mut self, vocabulary: Arc<Vocabulary>) -> Result<(), VocabularyError> {
        if !vocabulary.extends(&self.vocabulary) {
            return Err(VocabularyError::NotAnExtension);
        }
        self.relations.resize_with(vocabulary.relations().count(), RelationRows::default);
        self.store.rebuild(&vocabulary);
        self.vocabulary = vocabulary;
        self.lay_out_own();
        self.inherit_anew();
        Ok(())
    }

    /// Kinds may have got parents.
    fn inherit_anew(&mut self) {
        let things: Vec<Thing> = std::iter::once(&self.own).chain(self.things()).cloned().collect();
        for mut thing in things {
            self.inherit_kinds(&mut thing);
            self.write_kinds(thing.id, thing.entries.swap_remove(0).values);
        }
    }

    /// The shared vocabulary.
    #[must_use]
    pub fn shared_vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// From now on refuses things that lack one of these properties.
    pub fn require(&mut self, properties: &[Property]) {
        self.required = properties.to_vec();
    }

    /// Sets the current time.
    pub fn set_time(&mut self, time: Time) {
        self.time = time;
    }

    /// How many things are known, the agent itself aside.
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether nothing is known but the agent itself.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Everything known, oldest first, the agent itself aside.
    pub fn things(&self) -> impl Iterator<Item = &Thing> + '_ {
        self.store.all()
    }

    /// One thing.
    #[must_use]
    pub fn thing(&self, id: Id) -> Option<&Thing> {
        if id == Id::SELF { Some(&self.own) } else { self.store.get(id) }
    }

    /// The first value of a property of a thing.
    #[must_use]
    pub fn get(&self, id: Id, property: Property) -> Option<Value> {
        self.values(id, property).first().cloned()
    }

    /// The first value of a property of the agent itself.
    #[must_use]
    pub fn own(&self, property: Property) -> Option<Value> {
        self.get(Id::SELF, property)
    }
}

/// Changing what is known.
impl Memory {
    /// Adds a thing, or brings a known one up to date: what is given replaces what was known, other properties stay.
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

    /// Adds a thing, or says that it is known already.
    pub fn insert(&mut self, thing: Thing) -> Result<(), MemoryError> {
        if self.exists(thing.id) {
            return Err(MemoryError::Known(thing.id));
        }
        self.put(thing)
    }

    fn add(&mut self, mut thing: Thing) {
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

    fn inherit_kinds(&self, thing: &mut Thing) {
        let inherited: Vec<Kind> = thing.kinds().flat_map(|kind| self.vocabulary.ancestors(kind)).collect();
        for kind in inherited {
            thing.add_kind(kind);
        }
    }

    /// Gives a property of a known thing one value.
    pub fn set(&mut self, id: Id, property: Property, value: impl Into<Value>) -> Result<(), MemoryError> {
        let value = value.into();
        if let Value::Number(number) = value
            && id == Id::SELF
            && self.replace_own_number(property, number)
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
    pub fn set_own(&mut self, property: Property, value: impl Into<Value>) -> Result<(), MemoryError> {
        self.set(Id::SELF, property, value)
    }

    /// Makes the agent itself a thing of a kind, so that conditions can ask for it as for any other thing.
    pub fn set_own_kind(&mut self, kind: Kind) {
        let mut own = Thing::new(Id::SELF).kind(kind);
        self.inherit_kinds(&mut own);
        self.write_kinds(Id::SELF, own.entries.swap_remove(0).values);
    }

    fn set_values(
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

    /// Takes a property from a thing. Returns whether the thing had it.
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
            }
            self.gone.note(id, entry.property, entry.logged);
        }
        true
    }

    /// Creates a note, a thing that exists only in this memory, on behalf of a task. Fill it in with [`Memory::set`].
    pub fn note(&mut self, kind: Kind, creator: Option<u64>) -> Id {
        self.note_with(kind, creator, [])
    }

    /// The same, filled in at once with values that are known to be right.
    pub(crate) fn note_with<const N: usize>(
        &mut self,
        kind: Kind,
        creator: Option<u64>,
        properties: [(Property, Value); N],
    ) -> Id {
        // Notes that others told of may have the next number already.
        while self.exists(Id::note(self.next_note)) {
            self.next_note += 1;
        }
        let id = Id::note(self.next_note);
        self.next_note += 1;
        let entry = |(property, value)| PropertyEntry::new(property, smallvec![value], false);
        let mut entries = Vec::with_capacity(1 + N);
        entries.push(entry((Property::KIND, Value::Symbol(kind.symbol()))));
        entries.extend(properties.into_iter().map(entry));
        let (order, seen, noted) = (0, Time::default(), 0);
        self.add(Thing { id, entries, order, seen, noted, creator });
        id
    }

    /// Forgets the notes of tasks that are gone, and says how many there were.
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
                self.write(id, property, smallvec![Value::Number(left)], divisible);
                // Growing old is not being seen.
                if let (Some(thing), Some(seen)) = (self.locate(id), seen) {
                    thing.seen = seen;
                }
            }
        }
    }

    /// Adds a row to a relation. Returns whether it is new.
    pub fn relate(&mut self, relation: Relation, row: &[Value]) -> Result<bool, MemoryError> {
        check_row(&self.vocabulary, relation, row)?;
        let new = self.relations[relation.index()].insert(row);
        if new {
            self.rows_changed = true;
            self.watches.relation_changed(relation);
        }
        Ok(new)
    }

    /// Removes a row from a relation. Returns whether it was there.
    pub fn unrelate(&mut self, relation: Relation, row: &[Value]) -> Result<bool, MemoryError> {
        check_row(&self.vocabulary, relation, row)?;
        let was_there = self.relations[relation.index()].remove(row);
        if was_there {
            self.rows_changed = true;
            self.watches.relation_changed(relation);
        }
        Ok(was_there)
    }

    /// All rows of a relation, oldest first.
    pub fn rows_of(&self, relation: Relation) -> impl Iterator<Item = &[Value]> + '_ {
        self.relations.get(relation.index()).into_iter().flat_map(RelationRows::iter)
    }

    /// How many rows a relation has.
    #[must_use]
    pub fn count_rows(&self, relation: Relation) -> usize {
        self.relations.get(relation.index()).map_or(0, RelationRows::len)
    }
}

/// The one place where values are written.
impl Memory {
    fn check_thing(&self, thing: &Thing) -> Result<(), MemoryError> {
        for entry in &thing.entries {
            if entry.property != Property::KIND || !entry.values.is_empty() {
                check_values(&self.vocabulary, entry.property, &entry.values, entry.divisible)?;
            }
        }
        let foreign = |kind: Kind| !self.vocabulary.has_kind(kind);
        if thing.kinds().any(foreign) { Err(MemoryError::Foreign) } else { Ok(()) }
    }

    fn locate(&mut self, id: Id) -> Option<&mut Thing> {
        if id == Id::SELF { Some(&mut self.own) } else { self.store.get_mut(id) }
    }

    /// Remembers what a property was at the last decision, unless that is remembered already because the thing went and
    /// came back. Gives the place.
    fn log_former(&mut self, id: Id, property: Property, values: ValueVec) -> u32 {
        if !self.gone.is_empty()
            && let Some(logged) = self.gone.get(id, property)
        {
            return logged;
        }
        self.former.push(FormerValues { id, property, values });
        self.former.len() as u32 - 1
    }

    /// Replaces a number of the agent itself by another: most writes of a game are of this kind. Returns `false` without writing
    /// anything if this is another case.
    fn replace_own_number(&mut self, property: Property, number: f64) -> bool {
        let Some(info) = self.vocabulary.property_info(property) else { return false };
        let (Some(slot), Type::Number) = (info.own, &info.holds) else { return false };
        let Some(entry) = self.own.entries.get_mut(slot as usize + 1) else { return false };
        let [Value::Number(stored)] = entry.values.as_mut_slice() else { return false };
        if number.is_nan() || entry.divisible || entry.property != property || info.computed.is_some() {
            return false;
        }
        let number = match info.limits {
            Some((low, high)) => number.clamp(low, high),
            None => number,
        };
        (self.own.seen, entry.stamp) = (self.time, self.time);
        let old = *stored;
        if old == number {
            return true;
        }
        *stored = number;
        if std::mem::replace(&mut entry.epoch, self.epoch) != self.epoch {
            (entry.logged, entry.former_number) = (PropertyEntry::FORMER_NUMBER, old);
        }
        if std::mem::replace(&mut self.own.noted, self.notice) != self.notice {
            self.happened.push((Id::SELF, ThingEvent::Changed));
        }
        let first_watcher = entry.first_watcher;
        self.watches.own_number_changed(&self.own, property, first_watcher, old, number);
        true
    }

    /// The number in a slot of the agent itself, if there is one and nothing else.
    #[inline]
    pub(crate) fn own_number(&self, slot: u32) -> Option<f64> {
        match self.own.entries.get(slot as usize + 1)?.values.as_slice() {
            [Value::Number(number)] => Some(*number),
            _ => None,
        }
    }

    /// Writes checked values, marking the change if there is one.
    fn write(&mut self, id: Id, property: Property, mut values: ValueVec, divisible: bool) {
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

    fn write_kinds(&mut self, id: Id, kinds: ValueVec) {
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

impl Facts for Memory {
    fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    #[inline]
    fn time(&self) -> Time {
        self.time
    }

    fn exists(&self, id: Id) -> bool {
        id == Id::SELF || self.store.get(id).is_some()
    }

    fn is_a(&self, id: Id, kind: Kind) -> bool {
        self.thing(id).is_some_and(|thing| thing.has_kind_symbol(kind.0))
    }

    fn values(&self, id: Id, property: Property) -> PropertyValues<'_> {
        let info = self.vocabulary.property_info(property);
        if id == Id::SELF
            && let Some(slot) = info.filter(|info| info.computed.is_none()).and_then(|info| info.own)
        {
            return match self.own.entries.get(slot as usize + 1) {
                Some(entry) if !entry.values.is_empty() => PropertyValues::Stored(&entry.values),
                _ => PropertyValues::Nothing,
            };
        }
        let Some(thing) = self.thing(id) else { return PropertyValues::Nothing };
        if property == Property::ID {
            return PropertyValues::Computed(Value::Id(id));
        }
        if let Some(computed) = info.and_then(|info| info.computed.as_ref()) {
            return match (computed.body)(self, &[Value::Id(id)]) {
                Some(value) if value.is_sound() => PropertyValues::Computed(value),
                _ => PropertyValues::Nothing,
            };
        }
        thing.values(property).map_or(PropertyValues::Nothing, PropertyValues::Stored)
    }

    fn previous(&self, id: Id, property: Property) -> PropertyValues<'_> {
        let entry = self.thing(id).and_then(|thing| {
            thing.entries.iter().find(|entry| entry.property == property && entry.epoch == self.epoch)
        });
        let logged = match entry {
            Some(entry) if entry.logged == PropertyEntry::FORMER_NUMBER => {
                return PropertyValues::Computed(Value::Number(entry.former_number));
            }
            Some(entry) => entry.logged,
            None => match self.gone.get(id, property) {
                Some(logged) => logged,
                None => return self.values(id, property),
            },
        };
        match self.former.get(logged as usize) {
            Some(former) if !former.values.is_empty() => PropertyValues::Stored(&former.values),
            _ => PropertyValues::Nothing,
        }
    }

    fn divisible(&self, id: Id, property: Property) -> bool {
        self.thing(id).is_some_and(|thing| thing.is_divisible(property))
    }

    fn is_endless(&self, id: Id) -> bool {
        let is_life_span =
            |property| self.vocabulary.property_info(property).is_some_and(|info| info.is_life_span);
        self.thing(id).is_some_and(|thing| {
            thing.properties().any(|(property, values)| {
                matches!(values, [Value::Number(n)] if *n == f64::INFINITY) && !is_life_span(property)
            })
        })
    }

    fn candidates(&self, query: &Query<'_>, visit: &mut dyn FnMut(Id) -> ControlFlow<()>) {
        let wanted = query.kind.is_some_and(|kind| self.own.is_a(kind))
            || query.equal.contains(&(Property::ID, Value::Id(Id::SELF)));
        if wanted && visit(Id::SELF).is_break() {
            return;
        }
        self.store.visit(query, &self.vocabulary, &mut |thing| visit(thing.id));
    }

    fn related(&self, relation: Relation, row: &[Value]) -> bool {
        self.relations.get(relation.index()).is_some_and(|rows| rows.contains(row))
    }

    fn rows(
        &self,
        relation: Relation,
        known: &[Option<Value>],
        visit: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) {
        if let Some(rows) = self.relations.get(relation.index()) {
            rows.visit(known, visit);
        }
    }
}

impl NameSource for Memory {
    fn names(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn thing_name(&self, id: Id) -> Option<String> {
        match self.get(id, self.vocabulary.name_property()?)? {
            Value::Text(text) => Some(text.to_string()),
            Value::Symbol(symbol) => Some(self.vocabulary.name(symbol).to_owned()),
            _ => None,
        }
    }

    fn thing_kind(&self, id: Id) -> Option<Kind> {
        self.thing(id)?.kinds().next()
    }
}

impl FactsMut for Memory {
    fn put(&mut self, id: Id, property: Property, value: Value) -> bool {
        if property == Property::KIND {
            return false;
        }
        let divisible = self.divisible(id, property);
        self.set_values(id, property, smallvec![value], divisible).is_ok()
    }

    fn create(&mut self, kind: Kind) -> Option<Id> {
        Some(self.note(kind, None))
    }

    fn destroy(&mut self, id: Id) -> bool {
        self.remove(id)
    }

    fn relate(&mut self, relation: Relation, row: &[Value]) -> bool {
        Self::relate(self, relation, row).unwrap_or(false)
    }

    fn unrelate(&mut self, relation: Relation, row: &[Value]) -> bool {
        Self::unrelate(self, relation, row).unwrap_or(false)
    }
}
