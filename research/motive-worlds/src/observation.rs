//! What an agent knows, as arrays of a fixed size.
//!
//! The agent itself is one row of features, and each thing that it knows is another. Which features there are follows from the names that the world
//! declares: a number has two (whether it is known, and what it is), a truth value is 1, -1 or 0 for unknown, a name out of several has one feature each, a point
//! has its coordinates, and a reference to a thing is the row of that thing, counted from 1. Text, lists and values of no declared type are left out.

use motive::kernel::{Facts, Id, Kind, Memory, Property, Symbol, Thing, Type, Value, Vocabulary};

/// One number of a row.
pub struct ObservedFeature {
    /// Its name, such as `position.x`.
    pub name: String,
    /// The least that it can be.
    pub low: f64,
    /// The most that it can be.
    pub high: f64,
    property: Property,
    part: FeaturePart,
}

/// Which aspect of a property a feature is.
#[derive(Clone, Copy)]
enum FeaturePart {
    Known,
    Number,
    Truth,
    Is(Symbol),
    Coordinate(usize),
    Row,
    Kind(Kind),
}

/// The features of the agent itself and of each thing.
pub struct ObservationLayout {
    /// Those of the agent itself.
    pub own: Vec<ObservedFeature>,
    /// Those of each thing.
    pub thing: Vec<ObservedFeature>,
    distance: Option<Property>,
}

/// What an agent knows as numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObservedNumbers {
    /// The features of the agent itself.
    pub own: Vec<f32>,
    /// Those of things, row by row, with rows of zeros after the last thing.
    pub things: Vec<f32>,
    /// The things of the rows.
    pub rows: Vec<Id>,
}

impl ObservationLayout {
    /// The features that follow from the names of a world.
    pub fn of(names: &Vocabulary) -> Self {
        let own = names.own_properties().iter().flat_map(|property| features(names, *property)).collect();
        let builtin = names.builtin();
        let inner = [builtin.status, builtin.run, builtin.reason, builtin.name];
        let kinds =
            names.kinds().iter().filter(|kind| **kind != builtin.action).map(|kind| ObservedFeature {
                name: format!("is {}", names.name(kind.symbol())),
                low: 0.0,
                high: 1.0,
                property: Property::KIND,
                part: FeaturePart::Kind(*kind),
            });
        let stored = names.properties().filter(|property| {
            ![Property::ID, Property::KIND].contains(property) && !inner.contains(property)
        });
        let thing = kinds.chain(stored.flat_map(|property| features(names, property))).collect();
        Self { own, thing, distance: names.find_property("distance") }
    }

    /// What a memory holds, with so many rows for things: the nearest, where the world tells distances.
    pub fn observe(&self, memory: &Memory, most: usize) -> ObservedNumbers {
        let mut near: Vec<(f64, Id)> = memory
            .things()
            .map(Thing::id)
            .filter(|id| *id != Id::SELF && !id.is_note())
            .map(|id| (self.distance_of(memory, id), id))
            .collect();
        near.sort_by(|(one, a), (other, b)| one.total_cmp(other).then(a.cmp(b)));
        near.truncate(most);
        let rows: Vec<Id> = near.into_iter().map(|(_, id)| id).collect();
        let own = self.own.iter().map(|feature| feature.of(memory, Id::SELF, &rows)).collect();
        let mut things: Vec<f32> = rows
            .iter()
            .flat_map(|id| self.thing.iter().map(|feature| feature.of(memory, *id, &rows)))
            .collect();
        things.resize(most * self.thing.len(), 0.0);
        ObservedNumbers { own, things, rows }
    }

    fn distance_of(&self, memory: &Memory, id: Id) -> f64 {
        self.distance.and_then(|property| memory.values(id, property).number()).unwrap_or(f64::INFINITY)
    }
}

/// The features of one property.
fn features(names: &Vocabulary, property: Property) -> Vec<ObservedFeature> {
    let Some(info) = names.property_info(property) else { return Vec::new() };
    let own = names.property_name(property);
    let feature =
        |name: String, low: f64, high: f64, part| ObservedFeature { name, low, high, property, part };
    let any = (f64::NEG_INFINITY, f64::INFINITY);
    match &info.holds {
        Type::Number => {
            let (low, high) = info.limits.unwrap_or(any);
            vec![
                feature(format!("{own} is known"), 0.0, 1.0, FeaturePart::Known),
                // Unknown is 0, which may be outside the limits.
                feature(own.to_owned(), low.min(0.0), high.max(0.0), FeaturePart::Number),
            ]
        }
        Type::Bool => vec![feature(own.to_owned(), -1.0, 1.0, FeaturePart::Truth)],
        Type::OneOf(symbols) => symbols
            .iter()
            .map(|symbol| {
                feature(format!("{own} = {}", names.name(*symbol)), 0.0, 1.0, FeaturePart::Is(*symbol))
            })
            .collect(),
        Type::Point => {
            let known = feature(format!("{own} is known"), 0.0, 1.0, FeaturePart::Known);
            let coordinate =
                |(at, axis)| feature(format!("{own}.{axis}"), any.0, any.1, FeaturePart::Coordinate(at));
            std::iter::once(known).chain(["x", "y", "z"].into_iter().enumerate().map(coordinate)).collect()
        }
        Type::Id => vec![feature(format!("row of {own}"), 0.0, f64::INFINITY, FeaturePart::Row)],
        Type::Any | Type::Symbol | Type::Text | Type::List => Vec::new(),
    }
}

impl ObservedFeature {
    fn of(&self, memory: &Memory, id: Id, rows: &[Id]) -> f32 {
        if let FeaturePart::Kind(kind) = self.part {
            return f32::from(u8::from(memory.is_a(id, kind)));
        }
        let values = memory.values(id, self.property);
        let Some(value) = values.first() else { return 0.0 };
        match (self.part, value) {
            (FeaturePart::Known, _) => 1.0,
            // Whatever is too large for the type is the largest of it.
            (FeaturePart::Number, Value::Number(number)) => (*number as f32).clamp(f32::MIN, f32::MAX),
            (FeaturePart::Truth, Value::Bool(truth)) => {
                if *truth {
                    1.0
                } else {
                    -1.0
                }
            }
            (FeaturePart::Is(symbol), _) => {
                let is_it = |value: &Value| value.symbol() == Some(symbol);
                f32::from(u8::from(values.as_slice().iter().any(is_it)))
            }
            (FeaturePart::Coordinate(axis), Value::Point(point)) => {
                [point.x, point.y, point.z].get(axis).map_or(0.0, |number| number.clamp(f32::MIN, f32::MAX))
            }
            (FeaturePart::Row, Value::Id(of)) => {
                rows.iter().position(|id| id == of).map_or(0.0, |row| (row + 1) as f32)
            }
            _ => 0.0,
        }
    }
}
