//! What things may have in common.

use motive_core::vocabulary::{Property, Value};

/// Something that a thing has or lacks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Feature {
    /// A property has a value.
    Is(Property, Value),
    /// A property is at least a number.
    AtLeast(Property, f64),
    /// A property is at most a number.
    AtMost(Property, f64),
}

type Values = [(Property, Vec<Value>)];

/// How many values of one property are considered.
const MOST_VALUES: usize = 64;

impl Feature {
    /// Whether a thing with these values has it.
    pub(super) fn is_had(&self, values: &Values) -> bool {
        let of = |wanted: Property| {
            let own = values.iter().filter(move |(property, _)| *property == wanted);
            own.flat_map(|(_, values)| values)
        };
        match self {
            Self::Is(property, value) => of(*property).any(|own| own == value),
            Self::AtLeast(property, low) => of(*property).filter_map(Value::number).any(|n| n >= *low),
            Self::AtMost(property, high) => of(*property).filter_map(Value::number).any(|n| n <= *high),
        }
    }
}

/// The values of each property, numbers apart from the rest.
fn by_property<'a>(things: impl Iterator<Item = &'a Values>) -> Vec<(Property, Vec<Value>, Vec<f64>)> {
    let mut found: Vec<(Property, Vec<Value>, Vec<f64>)> = Vec::new();
    for (property, values) in things.flatten() {
        let at = found.iter().position(|(known, ..)| known == property).unwrap_or_else(|| {
            found.push((*property, Vec::new(), Vec::new()));
            found.len() - 1
        });
        let (_, others, numbers) = &mut found[at];
        for value in values {
            match value {
                Value::Number(n) => numbers.push(*n),
                value if others.len() < MOST_VALUES && !others.contains(value) => others.push(value.clone()),
                _ => {}
            }
        }
    }
    for (_, _, numbers) in &mut found {
        numbers.sort_by(f64::total_cmp);
    }
    found
}

/// Features that things may have in common: each value, and the least and the greatest number but for a share at the ends.
pub(super) fn common<'a>(things: impl Iterator<Item = &'a Values>, apart: f64) -> Vec<Feature> {
    let mut features = Vec::new();
    for (property, values, numbers) in by_property(things) {
        features.extend(values.into_iter().map(|value| Feature::Is(property, value)));
        let skipped = (numbers.len() as f64 * apart.clamp(0.0, 0.5)) as usize;
        if let (Some(low), Some(high)) = (numbers.get(skipped), numbers.iter().rev().nth(skipped)) {
            features.extend([Feature::AtLeast(property, *low), Feature::AtMost(property, *high)]);
        }
    }
    features
}

/// Features that tell things apart: each value, and the upper and the lower half of the numbers.
pub(super) fn telling<'a>(things: impl Iterator<Item = &'a Values>) -> Vec<Feature> {
    let mut features = Vec::new();
    for (property, values, numbers) in by_property(things) {
        features.extend(values.into_iter().map(|value| Feature::Is(property, value)));
        if let Some(middle) = numbers.get(numbers.len() / 2) {
            features.extend([Feature::AtLeast(property, *middle), Feature::AtMost(property, *middle)]);
        }
    }
    features
}
