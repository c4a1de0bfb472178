//! Which values a property can hold, and why memory refuses a change.

use crate::vocabulary::{Id, Property, Relation, Type, Value, Vocabulary};

/// Whether a property may be given these values.
pub fn check_values(
    vocabulary: &Vocabulary,
    property: Property,
    values: &[Value],
    divisible: bool,
) -> Result<(), MemoryError> {
    let info = vocabulary.property_info(property).ok_or(MemoryError::Foreign)?;
    let name = || vocabulary.name(info.name).to_owned();
    if property == Property::ID || info.computed.is_some() {
        return Err(MemoryError::Computed(name()));
    }
    if values.is_empty() {
        return Err(MemoryError::NoValue(name()));
    }
    if info.is_life_span && values.len() > 1 {
        return Err(MemoryError::SingleValued(name()));
    }
    for value in values {
        if !value.is_sound() {
            return Err(MemoryError::NotANumber(name()));
        }
        if !info.holds.admits(value) {
            let (value, expected) = (value.display(vocabulary), describe(&info.holds, vocabulary));
            return Err(MemoryError::WrongType { property: name(), value, expected });
        }
    }
    // Equality on an indexed number is answered from the index, which knows no portions.
    let indexed = info.indexed && info.holds == Type::Number;
    if divisible && (indexed || !matches!(values[..], [Value::Number(amount)] if amount >= 0.0)) {
        return Err(MemoryError::NotDivisible(name()));
    }
    Ok(())
}

/// Whether a row may be in a relation.
pub(crate) fn check_row(
    vocabulary: &Vocabulary,
    relation: Relation,
    row: &[Value],
) -> Result<(), MemoryError> {
    let info = vocabulary.relation_info(relation).ok_or(MemoryError::Foreign)?;
    let name = || vocabulary.name(info.name).to_owned();
    if row.len() != info.arity {
        return Err(MemoryError::Arity { relation: name(), expected: info.arity, found: row.len() });
    }
    if !row.iter().all(Value::is_sound) {
        return Err(MemoryError::NotANumber(name()));
    }
    Ok(())
}

/// Keeps numbers within the limits declared for their property.
pub fn clamp(vocabulary: &Vocabulary, property: Property, values: &mut [Value]) {
    if let Some((low, high)) = vocabulary.property_info(property).and_then(|info| info.limits) {
        for value in values {
            if let Value::Number(n) = value {
                *n = n.clamp(low, high);
            }
        }
    }
}

/// Whether a row has the values that are known of it.
pub(crate) fn agrees(known: &[Option<Value>], row: &[Value]) -> bool {
    known.iter().zip(row).all(|(known, value)| known.as_ref().is_none_or(|known| known == value))
}

fn describe(holds: &Type, vocabulary: &Vocabulary) -> String {
    match holds {
        Type::Any => "any value".into(),
        Type::Number => "numbers".into(),
        Type::Bool => "true or false".into(),
        Type::Symbol => "symbols".into(),
        Type::OneOf(symbols) => {
            let names: Vec<_> = symbols.iter().map(|symbol| vocabulary.name(*symbol)).collect();
            format!("one of {}", names.join(", "))
        }
        Type::Id => "the id of a thing".into(),
        Type::Point => "places".into(),
        Type::Text => "text".into(),
        Type::List => "lists".into(),
    }
}

/// Why memory refused a change. Nothing was changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MemoryError {
    /// The thing is not in memory.
    #[error("{0:?} is not in memory; put it there first")]
    Unknown(Id),
    /// The thing is in memory already.
    #[error("{0:?} is in memory already; use `put` to update it")]
    Known(Id),
    /// The value is not of the property's type.
    #[error("`{property}` cannot hold {value}: it holds {expected}")]
    WrongType {
        /// The property.
        property: String,
        /// The value as text.
        value: String,
        /// What the property is declared to hold.
        expected: String,
    },
    /// NaN.
    #[error("`{0}` was given NaN")]
    NotANumber(String),
    /// A divisible quantity is exactly one number, at least 0.
    #[error("the divisible quantity `{0}` must be exactly one number of at least 0")]
    NotDivisible(String),
    /// Ids, and properties that are computed, cannot be set.
    #[error("`{0}` cannot be set: it is computed")]
    Computed(String),
    /// This property holds one value only.
    #[error("`{0}` holds exactly one value")]
    SingleValued(String),
    /// A property without values.
    #[error("`{0}` was given no value; remove the property instead")]
    NoValue(String),
    /// A property that every thing must have in this memory is missing.
    /// Its parts: the thing, the property.
    #[error("{0} lacks `{1}`, which everything in this memory must have")]
    Missing(String, String),
    /// A row of the wrong length.
    #[error("`{relation}` has {expected} columns, but a row of {found} was given")]
    Arity {
        /// The relation.
        relation: String,
        /// Columns declared.
        expected: usize,
        /// Columns given.
        found: usize,
    },
    /// A handle from another vocabulary.
    #[error("a name from another vocabulary was used; declare it in this memory's vocabulary")]
    Foreign,
    /// A saved memory that cannot be read back.
    #[error("this saved memory cannot be restored: {0}")]
    Restore(String),
}
