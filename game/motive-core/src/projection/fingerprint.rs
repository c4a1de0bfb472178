//! The parts of fingerprints.
//!
//! A fingerprint is the sum of these, so the order of changes does not count and each can be subtracted again.

use super::ImaginedThing;
use crate::binding::splitmix64;
use crate::vocabulary::{Id, Property, Relation, Value};

const FACT: u64 = 1;
const IMAGINED: u64 = 2;
const GONE: u64 = 3;
const ROW: u64 = 4;

fn with(print: u64, part: u64) -> u64 {
    splitmix64(print ^ part)
}

fn with_value(print: u64, value: &Value) -> u64 {
    let (sort, bits) = value.key();
    with(with(print, u64::from(sort)), bits)
}

/// A property has this value.
pub(super) fn fact(id: Id, property: Property, value: &Value) -> u64 {
    with_value(with(with(splitmix64(FACT), id.bits()), property.index() as u64), value)
}

/// A thing was created.
pub(super) fn imagined(imagined: &ImaginedThing) -> u64 {
    let start = with(splitmix64(IMAGINED), imagined.thing.id().bits());
    imagined.thing.kind_values().iter().fold(start, with_value)
}

/// A thing of the base was destroyed.
pub(super) fn gone(id: Id) -> u64 {
    with(splitmix64(GONE), id.bits())
}

/// A row of a relation differs from the base.
pub(super) fn row(relation: Relation, row: &[Value]) -> u64 {
    row.iter().fold(with(splitmix64(ROW), relation.index() as u64), with_value)
}
