//! Memory: what one agent knows.
//!
//! A [`Memory`] holds [`Thing`]s (an id, kinds, and properties with one or more values) and the rows of declared relations. The properties
//! of the agent itself are fixed slots. Equality is answered from indexes, so finding a thing costs the same with ten thousand things as
//! with a hundred.
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
//! Memory may be wrong: nothing here reads the world. Iteration is always in the order of insertion.

mod change_log;
mod change_tracking;
mod forgetting;
mod indexed_store;
mod reading;
mod relation_rows;
mod snapshot;
mod store;
mod team;
pub(crate) mod thing;
pub(crate) mod validation;
mod watches;
mod writing;

pub use change_log::Changes;
pub use forgetting::ForgettingPolicy;
pub use snapshot::Snapshot;
pub use team::Team;
pub use thing::Thing;
pub use validation::MemoryError;
pub use watches::{Channel, WatchTable, WatchToken};

pub(crate) use validation::{agrees, check_row, check_values, clamp};

use crate::vocabulary::{Facts, Id, Property, Time, Value, Vocabulary, VocabularyError};
use change_log::{FormerLog, FormerValues, ThingEvent};
use motive_util::ThinList;
use relation_rows::RelationRows;
use smallvec::SmallVec;
use std::sync::Arc;
use store::Store;
use thing::{PropertyEntry, ValueList};
use watches::Watches;

/// What one agent knows: things with properties, and relations between them.
// In this order, what every write and every decision touches lies together in a few cache lines.
#[repr(C)]
#[derive(Clone, Debug)]
pub struct Memory {
    vocabulary: Arc<Vocabulary>,
    time: Time,
    /// The agent itself: the kinds, then one entry per declared slot, in order.
    own: Thing,
    /// Counts decisions: changes of the current epoch are those since the last decision.
    epoch: u32,
    /// Counts how often `happened` was cleared; a thing that was noted since then is not noted again.
    notice: u32,
    /// The clock when the agent last decided.
    turned: u64,
    happened: SmallVec<[(Id, ThingEvent); 1]>,
    rows_changed: bool,
    /// Whether [`Memory::take_changes`] was called since then.
    taken: bool,
    /// Whether `former` has entries.
    has_former: bool,
    watches: Watches,
    /// The values that properties had at the last decision, once there was something to log.
    former: Option<Box<FormerLog>>,
    store: Store,
    relations: ThinList<RelationRows>,
    next_order: u64,
    next_note: u64,
    required: ThinList<Property>,
}

impl Memory {
    /// An empty memory.
    pub fn new(vocabulary: Arc<Vocabulary>) -> Self {
        Self::with_store(vocabulary, Store::default())
    }

    /// An empty memory without indexes. It behaves the same but is slower; a baseline for comparison.
    #[cfg(any(test, feature = "list-memory"))]
    pub fn as_list(vocabulary: Arc<Vocabulary>) -> Self {
        Self::with_store(vocabulary, Store::list())
    }

    fn with_store(vocabulary: Arc<Vocabulary>, store: Store) -> Self {
        let mut new = Self {
            relations: vec![RelationRows::default(); vocabulary.relations().count()].into(),
            vocabulary: vocabulary.clone(),
            time: Time::default(),
            own: Thing::new(Id::SELF),
            store,
            next_order: 1,
            next_note: 1,
            epoch: 1,
            happened: SmallVec::new(),
            notice: 1,
            rows_changed: false,
            turned: 0,
            taken: false,
            has_former: false,
            former: None,
            watches: Watches::default(),
            required: ThinList::default(),
        };
        new.lay_out_own();
        new
    }

    fn lay_out_own(&mut self) {
        let mut known = std::mem::take(&mut self.own.entries);
        self.own.entries.reserve_exact(self.vocabulary.own_properties().len() + 1);
        for property in std::iter::once(&Property::KIND).chain(self.vocabulary.own_properties()) {
            let slot = match known.iter().position(|entry| entry.property == *property) {
                Some(at) => known.remove(at),
                None => PropertyEntry::new(*property, ValueList::Nothing, false),
            };
            self.own.entries.push(slot);
        }
        // Properties of the agent without a slot come after the slots.
        self.own.entries.append(&mut known);
    }

    /// Switches to a vocabulary that extends the current one, such as when programs are added to a running agent.
    pub fn extend_vocabulary(&mut self, vocabulary: Arc<Vocabulary>) -> Result<(), VocabularyError> {
        if !vocabulary.extends(&self.vocabulary) {
            return Err(VocabularyError::NotAnExtension);
        }
        self.relations.make().resize(vocabulary.relations().count(), RelationRows::default());
        self.store.rebuild(&vocabulary);
        self.vocabulary = vocabulary;
        self.lay_out_own();
        self.inherit_kinds_again();
        Ok(())
    }

    /// Adds inherited kinds again, since kinds may have new parents.
    fn inherit_kinds_again(&mut self) {
        let things: Vec<Thing> = std::iter::once(&self.own).chain(self.things()).cloned().collect();
        for mut thing in things {
            self.inherit_kinds(&mut thing);
            self.write_kinds(thing.id, thing.entries.swap_remove(0).values);
        }
    }

    /// The shared vocabulary.
    pub fn shared_vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// Requires these properties of all things from now on.
    pub fn require(&mut self, properties: &[Property]) {
        self.required = properties.to_vec().into();
    }

    /// Sets the current time.
    pub fn set_time(&mut self, time: Time) {
        self.time = time;
    }

    /// The number of known things, without the agent itself.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether nothing is known but the agent itself.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All known things, oldest first, without the agent itself.
    pub fn things(&self) -> impl Iterator<Item = &Thing> + '_ {
        self.store.all()
    }

    /// The values that properties had at the last decision, as far as they are logged.
    fn former_values(&self) -> &[FormerValues] {
        self.former.as_ref().map_or(&[], |former| former.all())
    }

    /// Whether it holds nothing but single values of the agent's own properties, and never held a note, whose number the next would follow.
    pub fn is_own_values_only(&self) -> bool {
        let is_plain = |entry: &PropertyEntry| !entry.is_divisible() && entry.values.len() <= 1;
        let slots = self.vocabulary.own_properties().len();
        self.is_empty()
            && self.next_note == 1
            && self.required.is_empty()
            && self.relations.iter().all(|rows| rows.len() == 0)
            && self.own.entries.len() == slots + 1
            && self.own.entries[0].values.is_empty()
            && self.own.entries.iter().all(is_plain)
            && self.former_values().iter().all(|former| former.id == Id::SELF && former.values.len() <= 1)
    }

    /// One thing.
    pub fn thing(&self, id: Id) -> Option<&Thing> {
        if id == Id::SELF { Some(&self.own) } else { self.store.get(id) }
    }

    /// The first value of a property of a thing.
    pub fn get(&self, id: Id, property: Property) -> Option<Value> {
        self.values(id, property).first().cloned()
    }

    /// The first value of a property of the agent itself.
    pub fn own(&self, property: Property) -> Option<Value> {
        self.get(Id::SELF, property)
    }
}
