//! Saving and restoring a memory. Names are stored, so a snapshot can be loaded by a later version of the program.

use super::change_log::{FormerValues, ThingEvent};
use super::thing::{Former, PropertyEntry, Thing, ValueList};
use super::{Memory, MemoryError};
use crate::vocabulary::{Facts, Id, Kind, Point, Property, Symbol, Time, Value, Vocabulary};
use std::sync::Arc;

/// A memory as plain data. With the feature `serde` it can be written in any format.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    time: Time,
    next_order: u64,
    next_note: u64,
    things: Vec<SavedThing>,
    relations: Vec<(String, Vec<Vec<SavedValue>>)>,
    former: Vec<(SavedId, String, Vec<SavedValue>)>,
    happened: Vec<(SavedId, ThingEvent)>,
    rows_changed: bool,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedThing {
    id: SavedId,
    kinds: Vec<String>,
    /// When the kinds were last written.
    kinds_stamp: Time,
    properties: Vec<SavedProperty>,
    order: u64,
    seen: Time,
    creator: Option<u64>,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedProperty {
    name: String,
    values: Vec<SavedValue>,
    divisible: bool,
    stamp: Time,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum SavedId {
    Own,
    Number(u64),
    Note(u64),
    Name(String),
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum SavedValue {
    Symbol(String),
    Number(f64),
    /// For formats without infinities, such as JSON.
    Infinite(bool),
    Truth(bool),
    Id(SavedId),
    Point(Point),
    Text(String),
    List(Vec<SavedValue>),
}

/// The greatest counter that is accepted, so that it cannot overflow later.
const HIGHEST: u64 = 1 << 60;

/// The deepest nesting of lists that is accepted, so that a file cannot exhaust the stack.
const DEEPEST: usize = 64;

impl Memory {
    /// Takes a snapshot.
    pub fn snapshot(&self) -> Snapshot {
        let names = &*self.vocabulary;
        let relations = names
            .relations()
            .map(|relation| {
                let rows = self.rows_of(relation).map(|row| save_all(row, names)).collect();
                (names.relation_name(relation).to_owned(), rows)
            })
            .collect();
        let entries = std::iter::once(&self.own)
            .chain(self.things())
            .flat_map(|thing| thing.entries.iter().map(|entry| (thing.id, entry)));
        let not_logged =
            entries.filter(|(_, entry)| entry.has_changed(self.epoch)).filter_map(|(id, entry)| {
                let name = names.property_name(entry.property).to_owned();
                let values = match entry.former() {
                    Former::Nothing => Vec::new(),
                    Former::Number(number) => save_all(&[Value::Number(number)], names),
                    Former::Logged(_) => return None,
                };
                Some((save_id(id, names), name, values))
            });
        let former = self.former_values().iter().map(|former| {
            let name = names.property_name(former.property).to_owned();
            (save_id(former.id, names), name, save_all(&former.values, names))
        });
        Snapshot {
            time: self.time,
            next_order: self.next_order,
            next_note: self.next_note,
            things: std::iter::once(&self.own).chain(self.things()).map(|thing| save(thing, names)).collect(),
            relations,
            former: former.chain(not_logged).collect(),
            happened: self.happened.iter().map(|(id, what)| (save_id(*id, names), *what)).collect(),
            rows_changed: self.rows_changed,
        }
    }

    /// Restores a memory from a snapshot. Names that the vocabulary does not declare are an error.
    pub fn restore(vocabulary: Arc<Vocabulary>, snapshot: &Snapshot) -> Result<Self, MemoryError> {
        let mut memory = Self::new(vocabulary.clone());
        memory.time = snapshot.time;
        if snapshot.next_order.max(snapshot.next_note) > HIGHEST {
            return Err(MemoryError::Restore("its counters are too high".into()));
        }
        let mut last = 0;
        for saved in &snapshot.things {
            let thing = load(saved, &vocabulary)?;
            memory.check_thing(&thing)?;
            if thing.id == Id::SELF {
                memory.restore_own(thing);
            } else if memory.exists(thing.id) || thing.order <= last || thing.order > HIGHEST {
                return Err(MemoryError::Restore("it holds things twice or out of order".into()));
            } else {
                last = thing.order;
                memory.store.insert(thing, &vocabulary);
            }
        }
        memory.next_order = snapshot.next_order.max(last + 1);
        memory.next_note = snapshot.next_note.max(1);
        for (name, rows) in &snapshot.relations {
            let relation = vocabulary.find_relation(name).ok_or_else(|| unknown("relation", name))?;
            for row in rows {
                memory.relate(relation, &load_all(row, &vocabulary)?)?;
            }
        }
        memory.restore_former(snapshot)?;
        memory.rows_changed = snapshot.rows_changed;
        for (id, what) in &snapshot.happened {
            memory.happened.push((load_id(id, &vocabulary)?, *what));
        }
        Ok(memory)
    }

    fn restore_own(&mut self, thing: Thing) {
        for entry in thing.entries {
            let at = self.own.place_for(entry.property, None);
            self.own.entries[at] = entry;
        }
        self.own.seen = thing.seen;
    }

    fn restore_former(&mut self, snapshot: &Snapshot) -> Result<(), MemoryError> {
        for (id, name, values) in &snapshot.former {
            let id = load_id(id, &self.vocabulary)?;
            let property = self.vocabulary.find_property(name).ok_or_else(|| unknown("property", name))?;
            let values: ValueList = load_all(values, &self.vocabulary)?.into_iter().collect();
            if !values.iter().all(Value::is_sound) {
                return Err(MemoryError::NotANumber(name.clone()));
            }
            let epoch = self.epoch;
            let logged = self.push_former(FormerValues { id, property, values });
            match self.locate(id) {
                Some(thing) => {
                    // A property that was removed has no value in the snapshot.
                    let at = thing.place_for(property, None);
                    thing.entries[at].note_change(epoch, Former::Logged(logged));
                }
                None => {
                    self.note_removed(id, property, logged);
                }
            }
        }
        Ok(())
    }
}

fn unknown(what: &str, name: &str) -> MemoryError {
    MemoryError::Restore(format!("the {what} `{name}` is not declared"))
}

fn save(thing: &Thing, names: &Vocabulary) -> SavedThing {
    let properties =
        thing.entries[1..].iter().filter(|entry| !entry.values.is_empty()).map(|entry| SavedProperty {
            name: names.property_name(entry.property).to_owned(),
            values: save_all(&entry.values, names),
            divisible: entry.is_divisible(),
            stamp: entry.stamp,
        });
    SavedThing {
        id: save_id(thing.id, names),
        kinds: thing.kinds().map(|kind| names.name(kind.0).to_owned()).collect(),
        kinds_stamp: thing.stamp(Property::KIND).unwrap_or_default(),
        properties: properties.collect(),
        order: thing.order,
        seen: thing.seen,
        creator: thing.creator,
    }
}

fn load(saved: &SavedThing, names: &Vocabulary) -> Result<Thing, MemoryError> {
    let mut thing = Thing::new(load_id(&saved.id, names)?);
    for name in &saved.kinds {
        let kind: Kind = names.find_kind(name).ok_or_else(|| unknown("kind", name))?;
        thing.add_kind(kind);
    }
    thing.entries[0].stamp = saved.kinds_stamp;
    for property in &saved.properties {
        let handle: Property =
            names.find_property(&property.name).ok_or_else(|| unknown("property", &property.name))?;
        if thing.entries.iter().any(|entry| entry.property == handle) {
            return Err(MemoryError::Restore(format!("it holds `{}` of one thing twice", property.name)));
        }
        let mut entry = PropertyEntry::new(
            handle,
            load_all(&property.values, names)?.into_iter().collect(),
            property.divisible,
        );
        entry.stamp = property.stamp;
        thing.entries.push(entry);
    }
    (thing.order, thing.seen, thing.creator) = (saved.order, saved.seen, saved.creator);
    Ok(thing)
}

fn save_id(id: Id, names: &Vocabulary) -> SavedId {
    match (id.number(), id) {
        (Some(number), _) => SavedId::Number(number),
        (None, Id::SELF) => SavedId::Own,
        (None, id) if id.is_note() => SavedId::Note(id.bits() & !(3 << 62)),
        (None, id) => SavedId::Name(id.display(names)),
    }
}

fn load_id(id: &SavedId, names: &Vocabulary) -> Result<Id, MemoryError> {
    Ok(match id {
        SavedId::Own => Id::SELF,
        SavedId::Number(number) => Id::new(*number),
        SavedId::Note(number) => Id::note(*number),
        SavedId::Name(name) => Id::named(find_symbol(name, names)?),
    })
}

fn find_symbol(name: &str, names: &Vocabulary) -> Result<Symbol, MemoryError> {
    names.find_symbol(name).ok_or_else(|| unknown("name", name))
}

fn save_all(values: &[Value], names: &Vocabulary) -> Vec<SavedValue> {
    values.iter().map(|value| save_value(value, names)).collect()
}

fn save_value(value: &Value, names: &Vocabulary) -> SavedValue {
    match value {
        Value::Symbol(symbol) => SavedValue::Symbol(names.name(*symbol).to_owned()),
        Value::Number(n) if n.is_infinite() => SavedValue::Infinite(*n > 0.0),
        Value::Number(n) => SavedValue::Number(*n),
        Value::Bool(truth) => SavedValue::Truth(*truth),
        Value::Id(id) => SavedValue::Id(save_id(*id, names)),
        Value::Point(point) => SavedValue::Point(*point),
        Value::Text(text) => SavedValue::Text(text.to_string()),
        Value::List(items) => SavedValue::List(save_all(items, names)),
    }
}

fn load_all(values: &[SavedValue], names: &Vocabulary) -> Result<Vec<Value>, MemoryError> {
    values.iter().map(|value| load_value(value, names, 0)).collect()
}

fn load_value(value: &SavedValue, names: &Vocabulary, depth: usize) -> Result<Value, MemoryError> {
    if depth > DEEPEST {
        return Err(MemoryError::Restore("its lists are nested too deeply".into()));
    }
    Ok(match value {
        SavedValue::Symbol(name) => Value::Symbol(find_symbol(name, names)?),
        SavedValue::Number(n) => Value::Number(*n),
        SavedValue::Infinite(positive) => {
            Value::Number(if *positive { f64::INFINITY } else { f64::NEG_INFINITY })
        }
        SavedValue::Truth(truth) => Value::Bool(*truth),
        SavedValue::Id(id) => Value::Id(load_id(id, names)?),
        SavedValue::Point(point) => Value::Point(*point),
        SavedValue::Text(text) => Value::Text(text.as_str().into()),
        SavedValue::List(items) => {
            let items: Result<Vec<Value>, _> =
                items.iter().map(|item| load_value(item, names, depth + 1)).collect();
            Value::List(items?.into())
        }
    })
}
