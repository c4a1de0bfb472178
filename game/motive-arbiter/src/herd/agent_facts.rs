//! One agent of a columnar herd as [`Facts`]: a memory in which only own properties have values.

use super::columns::Columns;
use motive_core::vocabulary::{
    Facts, FactsMut, Id, Kind, Property, PropertyValues, Query, Relation, Time, Value, Vocabulary,
};
use std::ops::ControlFlow;

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
