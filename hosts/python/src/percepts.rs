//! What an agent knows, as a dictionary, and back.

use crate::errors::mind_error;
use crate::values::{ThingId, from_python, hint, to_list, to_python};
use motive::kernel::{Facts, Id, Kind, Memory, Property, Thing, Type, Value, Vocabulary};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::collections::BTreeSet;

/// Everything in a memory: `{"tick", "time", "self": {...}, "things": [{"id", "kind", ...}], "relations": {...}}`.
pub(crate) fn to_dict<'py>(py: Python<'py>, memory: &Memory) -> PyResult<Bound<'py, PyDict>> {
    let names = memory.shared_vocabulary();
    let percepts = PyDict::new(py);
    percepts.set_item("tick", memory.time().tick)?;
    percepts.set_item("time", memory.time().seconds())?;
    let own = PyDict::new(py);
    if let Some(thing) = memory.thing(Id::SELF) {
        own.set_item("kind", kind_names(thing, names))?;
    }
    for property in names.own_properties() {
        add(&own, names, *property, memory.values(Id::SELF, *property).as_slice())?;
    }
    percepts.set_item("self", own)?;
    let computed: Vec<Property> = names.properties().filter(|one| is_computed(names, *one)).collect();
    let things = PyList::empty(py);
    for thing in memory.things().filter(|thing| thing.id() != Id::SELF) {
        things.append(thing_to_dict(py, memory, thing, &computed)?)?;
    }
    percepts.set_item("things", things)?;
    let relations = PyDict::new(py);
    for relation in names.relations() {
        let rows: Vec<_> =
            memory.rows_of(relation).map(|row| to_list(py, row, names)).collect::<PyResult<_>>()?;
        if !rows.is_empty() {
            relations.set_item(names.relation_name(relation), rows)?;
        }
    }
    percepts.set_item("relations", relations)?;
    Ok(percepts)
}

fn kind_names<'n>(thing: &Thing, names: &'n Vocabulary) -> Vec<&'n str> {
    thing.kinds().map(|kind| names.name(kind.symbol())).collect()
}

/// Whether a property is computed when it is asked for.
fn is_computed(names: &Vocabulary, property: Property) -> bool {
    names.property_info(property).is_some_and(|info| info.computed.is_some())
}

fn thing_to_dict<'py>(
    py: Python<'py>,
    memory: &Memory,
    thing: &Thing,
    computed: &[Property],
) -> PyResult<Bound<'py, PyDict>> {
    let names = memory.shared_vocabulary();
    let dict = PyDict::new(py);
    dict.set_item("id", ThingId::of(thing.id(), names))?;
    dict.set_item("kind", kind_names(thing, names))?;
    let divisible = thing.properties().filter(|(property, _)| thing.is_divisible(*property));
    let divisible: Vec<&str> = divisible.map(|(property, _)| names.property_name(property)).collect();
    if !divisible.is_empty() {
        dict.set_item("divisible", divisible)?;
    }
    for (property, values) in thing.properties().filter(|(property, _)| *property != Property::KIND) {
        add(&dict, names, property, values)?;
    }
    for property in computed {
        add(&dict, names, *property, memory.values(thing.id(), *property).as_slice())?;
    }
    Ok(dict)
}

/// Adds a property, as its value if it has one, or as a list of several.
fn add(dict: &Bound<'_, PyDict>, names: &Vocabulary, property: Property, values: &[Value]) -> PyResult<()> {
    let name = names.property_name(property);
    match values {
        [] => Ok(()),
        [value] => dict.set_item(name, to_python(dict.py(), value, names)?),
        values => dict.set_item(name, to_list(dict.py(), values, names)?),
    }
}

/// What the last percepts contained.
#[derive(Debug, Default)]
pub(crate) struct LastPercepts {
    things: BTreeSet<Id>,
    own: BTreeSet<Property>,
}

/// Writes percepts into a memory. Things and own properties of the last percepts that are not among these are forgotten.
pub(crate) fn write(
    percepts: &Bound<'_, PyAny>,
    memory: &mut Memory,
    last: &mut LastPercepts,
) -> PyResult<()> {
    let percepts = percepts
        .cast::<PyDict>()
        .map_err(|_| mind_error("percepts are a dictionary such as {\"self\": {...}, \"things\": [...]}"))?;
    const KNOWN: [&str; 5] = ["tick", "time", "self", "things", "relations"];
    for key in percepts.keys() {
        let key = key.str()?.to_string();
        if !KNOWN.contains(&key.as_str()) {
            let hint = hint(&key, KNOWN.into_iter());
            return Err(mind_error(format!("percepts have no entry `{key}`{hint}")));
        }
    }
    if let Some(own) = percepts.get_item("self")? {
        let now = write_own(&own, memory)?;
        for property in last.own.difference(&now) {
            memory.unset(Id::SELF, *property);
        }
        last.own = now;
    }
    let mut now = BTreeSet::new();
    if let Some(things) = percepts.get_item("things")? {
        for thing in things.try_iter()? {
            now.insert(write_thing(&thing?, memory)?);
        }
    }
    for id in last.things.difference(&now) {
        memory.remove(*id);
    }
    last.things = now;
    if let Some(relations) = percepts.get_item("relations")? {
        write_relations(&relations, memory)?;
    }
    Ok(())
}

/// Writes what the agent itself has, and says which properties those are.
fn write_own(own: &Bound<'_, PyAny>, memory: &mut Memory) -> PyResult<BTreeSet<Property>> {
    let mut written = BTreeSet::new();
    let own = own.cast::<PyDict>().map_err(|_| mind_error("`self` is a dictionary of properties"))?;
    let names = memory.shared_vocabulary().clone();
    for (key, value) in own.iter() {
        if key.str()? == "kind" {
            let kinds = kinds_of(&value, &names)?.into_iter().map(|kind| Value::Symbol(kind.symbol()));
            memory.set_all(Id::SELF, Property::KIND, kinds).map_err(mind_error)?;
            continue;
        }
        let (property, values) = property_values(&key, &value, &names)?;
        if is_computed(&names, property) {
            continue;
        }
        match values {
            Some(values) => {
                memory.set_all(Id::SELF, property, values).map_err(mind_error)?;
                written.insert(property);
            }
            None => {
                memory.unset(Id::SELF, property);
            }
        }
    }
    Ok(written)
}

fn write_thing(thing: &Bound<'_, PyAny>, memory: &mut Memory) -> PyResult<Id> {
    let dict = thing
        .cast::<PyDict>()
        .map_err(|_| mind_error("a thing is a dictionary such as {\"id\": 1, \"kind\": \"ghost\"}"))?;
    let names = memory.shared_vocabulary().clone();
    let id =
        dict.get_item("id")?.ok_or_else(|| mind_error("a thing needs an `id`: a number, or its name"))?;
    let id =
        from_python(&id, &Type::Id, &names, &|| "the `id` of a thing".to_owned())?.id().unwrap_or(Id::SELF);
    if id == Id::SELF {
        return Err(mind_error("what the agent itself has stands under `self`, not among the things"));
    }
    let mut made = Thing::new(id);
    let mut given = vec![Property::KIND];
    if let Some(kinds) = dict.get_item("kind")? {
        for kind in kinds_of(&kinds, &names)? {
            made = made.kind(kind);
        }
    }
    let divisible: Vec<String> = match dict.get_item("divisible")? {
        Some(names) => names.extract().map_err(|_| mind_error("`divisible` is a list of properties"))?,
        None => Vec::new(),
    };
    for (key, value) in dict.iter() {
        let key_text = key.str()?.to_string();
        if ["id", "kind", "divisible"].contains(&key_text.as_str()) {
            continue;
        }
        let (property, values) = property_values(&key, &value, &names)?;
        // What is computed follows from the rest.
        if let Some(values) = values.filter(|_| !is_computed(&names, property)) {
            let amount = values.first().and_then(Value::number).filter(|_| divisible.contains(&key_text));
            made = match amount {
                Some(amount) => made.divisible(property, amount),
                None => made.with_all(property, values),
            };
            given.push(property);
        }
    }
    let stale: Vec<Property> = memory
        .thing(id)
        .map(|known| {
            known.properties().map(|(property, _)| property).filter(|one| !given.contains(one)).collect()
        })
        .unwrap_or_default();
    for property in stale {
        memory.unset(id, property);
    }
    memory.put(made).map_err(mind_error)?;
    Ok(id)
}

fn kinds_of(kinds: &Bound<'_, PyAny>, names: &Vocabulary) -> PyResult<Vec<Kind>> {
    let texts: Vec<String> = match kinds.cast::<PyString>() {
        Ok(one) => vec![one.to_string()],
        Err(_) => kinds.extract().map_err(|_| mind_error("`kind` is a name, or a list of names"))?,
    };
    let known = || names.kinds().iter().map(|kind| names.name(kind.symbol()));
    let kind = |text: &String| {
        names
            .find_kind(text)
            .ok_or_else(|| mind_error(format!("there is no kind `{text}`{}", hint(text, known()))))
    };
    texts.iter().map(kind).collect()
}

/// A property by its name, with its values; no values for `None`.
fn property_values(
    key: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    names: &Vocabulary,
) -> PyResult<(Property, Option<Vec<Value>>)> {
    let name = key.str()?.to_string();
    let Some(property) = names.find_property(&name) else {
        let known: Vec<&str> = names.properties().map(|property| names.property_name(property)).collect();
        let hint = hint(&name, known.iter().copied());
        return Err(mind_error(format!("there is no property `{name}`{hint}")));
    };
    if value.is_none() {
        return Ok((property, None));
    }
    let expected = names.property_info(property).map_or(Type::Any, |info| info.holds.clone());
    let what = || format!("the property `{name}`");
    // Several values of one property are a list, unless its one value is.
    let several = expected != Type::List && value.is_instance_of::<PyList>();
    let values = if several {
        let each = value.try_iter()?.map(|item| from_python(&item?, &expected, names, &what));
        each.collect::<PyResult<Vec<_>>>()?
    } else {
        vec![from_python(value, &expected, names, &what)?]
    };
    Ok((property, Some(values)))
}

/// Replaces the rows of the relations that are given.
fn write_relations(relations: &Bound<'_, PyAny>, memory: &mut Memory) -> PyResult<()> {
    let relations =
        relations.cast::<PyDict>().map_err(|_| mind_error("`relations` is a dictionary of rows"))?;
    let names = memory.shared_vocabulary().clone();
    for (key, rows) in relations.iter() {
        let name = key.str()?.to_string();
        let known: Vec<&str> = names.relations().map(|relation| names.relation_name(relation)).collect();
        let relation = names.find_relation(&name).ok_or_else(|| {
            mind_error(format!("there is no relation `{name}`{}", hint(&name, known.iter().copied())))
        })?;
        let before: Vec<Vec<Value>> = memory.rows_of(relation).map(<[Value]>::to_vec).collect();
        for row in before {
            memory.unrelate(relation, &row).map_err(mind_error)?;
        }
        for row in rows.try_iter()? {
            let what = || format!("the relation `{name}`");
            let row: Vec<Value> = row?
                .try_iter()?
                .map(|item| from_python(&item?, &Type::Any, &names, &what))
                .collect::<PyResult<_>>()?;
            memory.relate(relation, &row).map_err(mind_error)?;
        }
    }
    Ok(())
}
