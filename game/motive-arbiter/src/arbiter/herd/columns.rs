//! The properties of all agents of a herd, one column a property.

use super::lanes::{LANES, Lanes};
use motive_core::engine::{check_values, clamp};
use motive_core::memory::{Memory, MemoryError};
use motive_core::mind::AgentIdentity;
use motive_core::vocabulary::{
    Facts, FactsMut, Id, Kind, Property, PropertyValues, Query, Relation, Symbol, Time, Type, Value,
    Vocabulary,
};
use rustc_hash::FxHashMap;
use std::ops::{ControlFlow, Deref, DerefMut};
use std::sync::Arc;

/// What the numbers of a column encode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnType {
    Number,
    /// 1 or 0.
    Truth,
    /// The number of a symbol.
    Symbol,
}

impl ColumnType {
    pub(super) fn of(holds: &Type) -> Option<Self> {
        match holds {
            Type::Number => Some(Self::Number),
            Type::Bool => Some(Self::Truth),
            Type::Symbol | Type::OneOf(_) => Some(Self::Symbol),
            _ => None,
        }
    }

    /// The value that a number encodes.
    pub(super) fn value(self, code: f64) -> Option<Value> {
        if code.is_nan() {
            return None;
        }
        Some(match self {
            Self::Number => Value::Number(code),
            Self::Truth => Value::Bool(code != 0.0),
            Self::Symbol => Value::Symbol(Symbol(code as u32)),
        })
    }
}

/// The number that encodes a value in a column, and its type.
pub(super) fn encode(value: &Value) -> Option<(ColumnType, f64)> {
    let column_type = match value {
        Value::Number(_) => ColumnType::Number,
        Value::Bool(_) => ColumnType::Truth,
        Value::Symbol(_) => ColumnType::Symbol,
        _ => return None,
    };
    Some((column_type, value.code()?))
}

/// Which numbers a column may hold. Others are clamped or removed after the host has written them.
#[derive(Clone, Debug)]
pub(super) struct ColumnRule {
    column_type: ColumnType,
    limits: Option<(f64, f64)>,
    one_of: Option<Arc<[Symbol]>>,
}

impl ColumnRule {
    pub(super) fn of(property: Property, vocabulary: &Vocabulary) -> Option<Self> {
        let info = vocabulary.property_info(property)?;
        let one_of = if let Type::OneOf(symbols) = &info.holds { Some(symbols.clone()) } else { None };
        Some(Self { column_type: ColumnType::of(&info.holds)?, limits: info.limits, one_of })
    }

    /// Clamps numbers that the host wrote, and removes values that the property cannot hold.
    pub(super) fn sanitize(&self, numbers: &mut [f64]) {
        match (self.column_type, self.limits) {
            (ColumnType::Number, None) => {}
            (ColumnType::Number, Some((low, high))) => {
                numbers.iter_mut().for_each(|n| *n = n.clamp(low, high));
            }
            (ColumnType::Truth, _) => numbers.iter_mut().filter(|n| !n.is_nan()).for_each(|n| {
                *n = f64::from(u8::from(*n != 0.0));
            }),
            (ColumnType::Symbol, _) => {
                numbers.iter_mut().filter(|n| !self.is_symbol(**n)).for_each(|n| *n = f64::NAN);
            }
        }
    }

    fn is_symbol(&self, code: f64) -> bool {
        let symbol = Symbol(code as u32);
        f64::from(symbol.0) == code && self.one_of.as_ref().is_none_or(|all| all.contains(&symbol))
    }
}

#[derive(Debug)]
enum ColumnSlot {
    Codes(ColumnRule, Vec<f64>),
    /// Values that are not numbers. No condition of a columnar herd reads them.
    Values(Vec<Option<Value>>),
}

/// The properties of all agents. Columns are padded to whole blocks; the padding has no value and is never returned.
#[derive(Debug)]
pub(super) struct Columns {
    /// An empty memory, for its vocabulary.
    pattern: Memory,
    count: usize,
    slots: Vec<ColumnSlot>,
    /// The values of some slots at the last decision.
    before: Vec<(usize, Vec<f64>)>,
    /// What other slots were at the last decision, where they were set one by one since then.
    former: FormerColumns,
    /// Padded, too.
    identities: Vec<AgentIdentity>,
}

impl Columns {
    pub(super) fn new(
        vocabulary: &Arc<Vocabulary>,
        mut identities: Vec<AgentIdentity>,
        before: &[usize],
    ) -> Self {
        let count = identities.len();
        let padded = count.next_multiple_of(LANES);
        identities.resize(padded, AgentIdentity::new(0, 0));
        let slot = |property: &Property| match ColumnRule::of(*property, vocabulary) {
            Some(rule) => ColumnSlot::Codes(rule, vec![f64::NAN; padded]),
            None => ColumnSlot::Values(vec![None; count]),
        };
        Self {
            pattern: Memory::new(vocabulary.clone()),
            count,
            slots: vocabulary.own_properties().iter().map(slot).collect(),
            before: before.iter().map(|slot| (*slot, vec![f64::NAN; padded])).collect(),
            former: FormerColumns::default(),
            identities,
        }
    }

    /// Makes room for so many agents.
    pub(super) fn grow(&mut self, count: usize) {
        self.count = count;
        let padded = count.next_multiple_of(LANES);
        for slot in &mut self.slots {
            match slot {
                ColumnSlot::Codes(_, codes) => codes.resize(padded, f64::NAN),
                ColumnSlot::Values(values) => values.resize(count, None),
            }
        }
        self.before.iter_mut().for_each(|(_, codes)| codes.resize(padded, f64::NAN));
        self.identities.resize(padded, AgentIdentity::new(0, 0));
    }

    pub(super) fn identity(&self, agent: usize) -> AgentIdentity {
        self.identities[agent]
    }

    pub(super) fn set_identity(&mut self, agent: usize, identity: AgentIdentity) {
        self.identities[agent] = identity;
    }

    /// Whether all that a memory holds has a place here.
    pub(super) fn can_hold(&self, memory: &Memory) -> bool {
        let own = self.vocabulary().own_properties();
        memory.is_own_values_only() && memory.shared_vocabulary().own_properties() == own
    }

    /// Takes in what an agent knows of itself, and knew at its last decision.
    pub(super) fn take_in(&mut self, agent: usize, memory: &Memory) {
        for (slot, property) in self.vocabulary().clone().own_properties().iter().enumerate() {
            let present = memory.own(*property);
            let former = memory.previous(Id::SELF, *property).first().cloned();
            if former != present {
                self.former.note(slot, agent, || former.clone());
            }
            let code =
                |value: &Option<Value>| value.as_ref().and_then(encode).map_or(f64::NAN, |(_, code)| code);
            if let Some((_, before)) = self.before.iter_mut().find(|(of, _)| *of == slot) {
                before[agent] = code(&former);
            }
            match &mut self.slots[slot] {
                ColumnSlot::Codes(_, codes) => codes[agent] = code(&present),
                ColumnSlot::Values(values) => values[agent] = present,
            }
        }
    }

    /// What an agent knows, as a memory.
    pub(super) fn memory_of(&self, agent: usize, time: Time) -> Memory {
        let vocabulary = self.vocabulary();
        let mut memory = Memory::new(vocabulary.clone());
        memory.set_time(time);
        let own = || vocabulary.own_properties().iter().enumerate();
        own().for_each(|(slot, own)| write_own(&mut memory, *own, self.former_value(slot, agent)));
        memory.end_tick();
        own().for_each(|(slot, own)| write_own(&mut memory, *own, self.value(slot, agent)));
        memory
    }

    /// What a property was at the last decision.
    fn former_value(&self, slot: usize, agent: usize) -> Option<Value> {
        if let Some((_, before)) = self.before.iter().find(|(of, _)| *of == slot)
            && let ColumnSlot::Codes(rule, _) = &self.slots[slot]
        {
            return rule.column_type.value(before[agent]);
        }
        self.former.get(slot, agent).cloned().unwrap_or_else(|| self.value(slot, agent))
    }

    fn value(&self, slot: usize, agent: usize) -> Option<Value> {
        match self.slots.get(slot)? {
            ColumnSlot::Codes(rule, codes) => rule.column_type.value(*codes[..self.count].get(agent)?),
            ColumnSlot::Values(values) => values.get(agent)?.clone(),
        }
    }

    /// Notes what a property was, before it is set.
    fn note_former(&mut self, slot: usize, agent: usize) {
        if agent < self.count && !self.former.has(slot, agent) {
            let value = self.value(slot, agent);
            self.former.note(slot, agent, || value);
        }
    }

    /// An agent is gone, and what it knew.
    pub(super) fn clear(&mut self, agent: usize) {
        for slot in &mut self.slots {
            match slot {
                ColumnSlot::Codes(_, codes) => codes[agent] = f64::NAN,
                ColumnSlot::Values(values) => values[agent] = None,
            }
        }
        self.before.iter_mut().for_each(|(_, codes)| codes[agent] = f64::NAN);
        self.former.forget(self.slots.len(), agent);
    }

    pub(super) fn vocabulary(&self) -> &Arc<Vocabulary> {
        self.pattern.shared_vocabulary()
    }

    pub(super) fn slot_of(&self, property: Property) -> Option<usize> {
        Some(self.vocabulary().property_info(property)?.own? as usize)
    }

    pub(super) fn get(&self, agent: usize, property: Property) -> Option<Value> {
        self.value(self.slot_of(property)?, agent)
    }

    /// Sets a property of an agent, if it can hold the value.
    pub(super) fn set(&mut self, agent: usize, property: Property, value: Value) -> Result<(), MemoryError> {
        let mut values = [value];
        check_values(self.pattern.shared_vocabulary(), property, &values, false)?;
        clamp(self.pattern.shared_vocabulary(), property, &mut values);
        let slot = self.slot_of(property);
        slot.into_iter().for_each(|slot| self.note_former(slot, agent));
        let slot = slot.and_then(|slot| self.slots.get_mut(slot));
        let [value] = values;
        match slot {
            Some(ColumnSlot::Codes(_, codes)) => {
                if let (Some(place), Some((_, code))) = (codes.get_mut(agent), encode(&value)) {
                    *place = code;
                }
                Ok(())
            }
            Some(ColumnSlot::Values(all)) => {
                if let Some(place) = all.get_mut(agent) {
                    *place = Some(value);
                }
                Ok(())
            }
            None => Err(MemoryError::Foreign),
        }
    }

    /// Sets a property of some agents to values given by their codes, as [`Columns::column_mut`] does for all.
    pub(super) fn set_codes(&mut self, property: Property, codes: &[(usize, f64)]) {
        let slot = self.slot_of(property).and_then(|slot| self.slots.get_mut(slot));
        let Some(ColumnSlot::Codes(rule, column)) = slot else { return };
        for (agent, code) in codes {
            if let Some(place) = column[..self.count].get_mut(*agent) {
                *place = *code;
                rule.sanitize(std::slice::from_mut(place));
            }
        }
    }

    /// Removes a property of an agent. Returns whether it had it.
    pub(super) fn unset(&mut self, agent: usize, property: Property) -> bool {
        let Some(slot) = self.slot_of(property) else { return false };
        self.note_former(slot, agent);
        match &mut self.slots[slot] {
            ColumnSlot::Codes(_, codes) => codes[..self.count]
                .get_mut(agent)
                .is_some_and(|code| !std::mem::replace(code, f64::NAN).is_nan()),
            ColumnSlot::Values(values) => values.get_mut(agent).is_some_and(|value| value.take().is_some()),
        }
    }

    pub(super) fn column(&self, property: Property) -> Option<&[f64]> {
        match self.slots.get(self.slot_of(property)?)? {
            ColumnSlot::Codes(_, codes) => Some(&codes[..self.count]),
            ColumnSlot::Values(_) => None,
        }
    }

    pub(super) fn column_mut(&mut self, property: Property) -> Option<ColumnMut<'_>> {
        let slot = self.slot_of(property)?;
        match self.slots.get_mut(slot)? {
            ColumnSlot::Codes(rule, codes) => {
                Some(ColumnMut { rule: rule.clone(), column: &mut codes[..self.count] })
            }
            ColumnSlot::Values(_) => None,
        }
    }

    /// The numbers of one block of agents.
    pub(super) fn lanes(&self, slot: usize, block: usize) -> &Lanes {
        match &self.slots[slot] {
            ColumnSlot::Codes(_, codes) => &codes.as_chunks().0[block],
            ColumnSlot::Values(_) => &NO_VALUES,
        }
    }

    /// The numbers of one block of agents at the last decision.
    pub(super) fn lanes_before(&self, at: usize, block: usize) -> &Lanes {
        &self.before[at].1.as_chunks().0[block]
    }

    /// Keeps the present values as those of the last decision.
    pub(super) fn keep_as_former(&mut self) {
        self.former.clear();
        for (slot, before) in &mut self.before {
            if let ColumnSlot::Codes(_, codes) = &self.slots[*slot] {
                before.copy_from_slice(codes);
            }
        }
    }
}

fn write_own(memory: &mut Memory, property: Property, value: Option<Value>) {
    match value {
        // A column holds it, so the property can.
        Some(value) => _ = memory.set_own(property, value),
        None => _ = memory.unset(Id::SELF, property),
    }
}

static NO_VALUES: Lanes = [f64::NAN; LANES];

/// Write access to one property of all agents, as a slice of numbers. See [`Herd::column_mut`](super::Herd::column_mut).
///
/// When it is dropped, numbers are clamped to the property's limits, and values that the property cannot hold are removed.
pub struct ColumnMut<'h> {
    rule: ColumnRule,
    column: &'h mut [f64],
}

impl Deref for ColumnMut<'_> {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        self.column
    }
}

impl DerefMut for ColumnMut<'_> {
    fn deref_mut(&mut self) -> &mut [f64] {
        self.column
    }
}

impl Drop for ColumnMut<'_> {
    fn drop(&mut self) {
        self.rule.sanitize(self.column);
    }
}

/// What properties of some agents were at the last decision, as far as it was noted.
///
/// Only [`Herd::leave`](super::Herd::leave) and what stands on it ask for this, so nothing is noted when whole columns are written.
#[derive(Debug, Default)]
struct FormerColumns {
    /// By slot and agent. The order does not matter: entries are only asked for.
    values: FxHashMap<(u32, u32), Option<Value>>,
}

/// There are at most [`Herd::MOST`](super::Herd::MOST) agents, and fewer properties.
fn key(slot: usize, agent: usize) -> (u32, u32) {
    (slot as u32, agent as u32)
}

impl FormerColumns {
    fn has(&self, slot: usize, agent: usize) -> bool {
        self.values.contains_key(&key(slot, agent))
    }

    /// The value that was noted; the inner one is `None` if there was none.
    fn get(&self, slot: usize, agent: usize) -> Option<&Option<Value>> {
        self.values.get(&key(slot, agent))
    }

    /// Notes a value, unless there is an earlier one.
    fn note(&mut self, slot: usize, agent: usize, value: impl FnOnce() -> Option<Value>) {
        self.values.entry(key(slot, agent)).or_insert_with(value);
    }

    /// Forgets what so many properties of an agent were.
    fn forget(&mut self, slots: usize, agent: usize) {
        (0..slots).for_each(|slot| _ = self.values.remove(&key(slot, agent)));
    }

    fn clear(&mut self) {
        self.values.clear();
    }
}

/// One agent of a columnar herd. Internal actions change it by the same code that changes a memory.
pub(super) struct AgentFacts<'a> {
    pub(super) columns: &'a mut Columns,
    pub(super) agent: usize,
    pub(super) time: Time,
}

impl Facts for AgentFacts<'_> {
    fn vocabulary(&self) -> &Vocabulary {
        self.columns.vocabulary()
    }

    fn time(&self) -> Time {
        self.time
    }

    fn exists(&self, id: Id) -> bool {
        id == Id::SELF
    }

    fn is_a(&self, _: Id, _: Kind) -> bool {
        false
    }

    fn values(&self, id: Id, property: Property) -> PropertyValues<'_> {
        let value = if id == Id::SELF { self.columns.get(self.agent, property) } else { None };
        value.map_or(PropertyValues::Nothing, PropertyValues::Computed)
    }

    fn previous(&self, id: Id, property: Property) -> PropertyValues<'_> {
        self.values(id, property)
    }

    fn divisible(&self, _: Id, _: Property) -> bool {
        false
    }

    fn is_endless(&self, _: Id) -> bool {
        false
    }

    fn candidates(&self, _: &Query<'_>, _: &mut dyn FnMut(Id) -> ControlFlow<()>) {}

    fn related(&self, _: Relation, _: &[Value]) -> bool {
        false
    }

    fn rows(&self, _: Relation, _: &[Option<Value>], _: &mut dyn FnMut(&[Value]) -> ControlFlow<()>) {}
}

impl FactsMut for AgentFacts<'_> {
    fn put(&mut self, id: Id, property: Property, value: Value) -> bool {
        id == Id::SELF && self.columns.set(self.agent, property, value).is_ok()
    }

    fn create(&mut self, _: Kind) -> Option<Id> {
        None
    }

    fn destroy(&mut self, _: Id) -> bool {
        false
    }

    fn relate(&mut self, _: Relation, _: &[Value]) -> bool {
        false
    }

    fn unrelate(&mut self, _: Relation, _: &[Value]) -> bool {
        false
    }
}
