//! Reading a projection.

use super::Projection;
use super::row_changes::RowStatus;
use crate::memory::agrees;
use crate::vocabulary::{
    Facts, Id, Kind, Property, PropertyValues, Query, Relation, Time, Value, Vocabulary,
};
use smallvec::SmallVec;
use std::ops::ControlFlow;

impl<F: Facts + ?Sized> Facts for Projection<'_, F> {
    fn vocabulary(&self) -> &Vocabulary {
        self.base.vocabulary()
    }

    fn time(&self) -> Time {
        self.base.time()
    }

    fn exists(&self, id: Id) -> bool {
        match self.place(id) {
            Some(place) => self.imagined[place].alive,
            None => !self.is_gone(id) && self.base.exists(id),
        }
    }

    fn is_a(&self, id: Id, kind: Kind) -> bool {
        match self.place(id) {
            Some(place) => self.imagined[place].alive && self.imagined[place].thing.is_a(kind),
            None => !self.is_gone(id) && self.base.is_a(id, kind),
        }
    }

    fn values(&self, id: Id, property: Property) -> PropertyValues<'_> {
        // Destroyed things have no simulated values, so this one is valid.
        if let Some(value) = self.simulated(id, property) {
            return PropertyValues::Stored(std::slice::from_ref(value));
        }
        if is_computed(self.vocabulary(), property) {
            return self.compute(id, property);
        }
        match self.place(id) {
            Some(place) if property == Property::KIND && self.imagined[place].alive => {
                PropertyValues::Stored(self.imagined[place].thing.kind_values())
            }
            Some(_) => PropertyValues::Nothing,
            None if self.is_gone(id) => PropertyValues::Nothing,
            None => self.base.values(id, property),
        }
    }

    /// Simulated changes belong to the current tick, so previous values are those of the base.
    fn previous(&self, id: Id, property: Property) -> PropertyValues<'_> {
        if is_computed(self.vocabulary(), property) {
            return self.compute(id, property);
        }
        // A destroyed thing keeps its previous values, except for its id.
        if self.place(id).is_some() || self.is_gone(id) && property == Property::ID {
            return PropertyValues::Nothing;
        }
        self.base.previous(id, property)
    }

    fn divisible(&self, id: Id, property: Property) -> bool {
        self.place(id).is_none() && !self.is_gone(id) && self.base.divisible(id, property)
    }

    fn is_endless(&self, id: Id) -> bool {
        let names = self.vocabulary();
        if self.place(id).is_none() && !names.properties().any(|p| self.simulated(id, p).is_some()) {
            return !self.is_gone(id) && self.base.is_endless(id);
        }
        names.properties().any(|property| {
            let stored = names
                .property_info(property)
                .is_some_and(|info| !info.is_life_span && info.computed.is_none());
            stored
                && matches!(self.values(id, property).as_slice(), [Value::Number(n)] if *n == f64::INFINITY)
        })
    }

    /// The indexes of the base do not contain simulated values, so it is not queried for properties that have some.
    fn candidates(&self, query: &Query<'_>, visit: &mut dyn FnMut(Id) -> ControlFlow<()>) {
        let mut stopped = false;
        let mut look = |id: Id| {
            let flow = if self.is_gone(id) { ControlFlow::Continue(()) } else { visit(id) };
            stopped = flow.is_break();
            flow
        };
        if query.equal.iter().any(|(property, _)| self.is_written(*property)) {
            let known = query.equal.iter().filter(|(property, _)| !self.is_written(*property));
            let equal: SmallVec<[(Property, Value); 4]> = known.cloned().collect();
            self.base.candidates(&Query { kind: query.kind, equal: &equal }, &mut look);
        } else {
            self.base.candidates(query, &mut look);
        }
        if stopped {
            return;
        }
        for imagined in self.imagined.iter().filter(|imagined| imagined.alive) {
            let fits = query.kind.is_none_or(|kind| imagined.thing.is_a(kind));
            if fits && visit(imagined.thing.id()).is_break() {
                return;
            }
        }
    }

    fn related(&self, relation: Relation, row: &[Value]) -> bool {
        match self.rows.standing(relation, row) {
            RowStatus::Added => true,
            RowStatus::Removed => false,
            RowStatus::AsInBase => self.base.related(relation, row),
        }
    }

    fn rows(
        &self,
        relation: Relation,
        known: &[Option<Value>],
        visit: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) {
        let mut stopped = false;
        self.base.rows(relation, known, &mut |row| {
            let hidden = self.rows.is_hidden(relation, row);
            let flow = if hidden { ControlFlow::Continue(()) } else { visit(row) };
            stopped = flow.is_break();
            flow
        });
        if stopped {
            return;
        }
        for row in self.rows.added(relation) {
            if agrees(known, row) && visit(row).is_break() {
                return;
            }
        }
    }

    fn next_imagined(&self) -> u64 {
        self.first_imagined + self.imagined.len() as u64
    }
}

impl<F: Facts + ?Sized> Projection<'_, F> {
    /// Computes a property from the simulated state.
    fn compute(&self, id: Id, property: Property) -> PropertyValues<'_> {
        if !self.exists(id) {
            return PropertyValues::Nothing;
        }
        if property == Property::ID {
            return PropertyValues::Computed(Value::Id(id));
        }
        let computed = self.vocabulary().property_info(property).and_then(|info| info.computed.as_ref());
        match computed.and_then(|computed| (computed.body)(self, &[Value::Id(id)])) {
            Some(value) if value.is_sound() => PropertyValues::Computed(value),
            _ => PropertyValues::Nothing,
        }
    }
}

fn is_computed(vocabulary: &Vocabulary, property: Property) -> bool {
    property == Property::ID || vocabulary.property_info(property).is_some_and(|info| info.computed.is_some())
}
