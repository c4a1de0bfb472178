//! Memory as conditions, host functions and effects see it.

use super::Memory;
use super::thing::{Former, PropertyEntry, ValueList};
use crate::vocabulary::{
    Facts, FactsMut, Id, Kind, NameSource, Property, PropertyValues, Query, Relation, Time, Value, Vocabulary,
};
use std::ops::ControlFlow;

impl Memory {
    /// The number in a slot of the agent itself, if there is one and nothing else.
    #[inline]
    pub(crate) fn own_number(&self, slot: u32) -> Option<f64> {
        match self.own.entries.get(slot as usize + 1)?.values {
            ValueList::One(Value::Number(number)) => Some(number),
            _ => None,
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
            thing.entries.iter().find(|entry| entry.property == property && entry.has_changed(self.epoch))
        });
        let logged = match entry.map(PropertyEntry::former) {
            Some(Former::Nothing) => return PropertyValues::Nothing,
            Some(Former::Number(number)) => return PropertyValues::Computed(Value::Number(number)),
            Some(Former::Logged(at)) => at,
            None => match self.former.as_ref().and_then(|former| former.of_removed(id, property)) {
                Some(logged) => logged,
                None => return self.values(id, property),
            },
        };
        match self.former_values().get(logged as usize) {
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
        self.set_values(id, property, ValueList::One(value), divisible).is_ok()
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
