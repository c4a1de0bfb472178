//! Checks of what is written to memory or a projection.

use super::error::MemoryError;
use crate::vocabulary::{Property, Relation, Type, Value, Vocabulary};

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
        return Err(MemoryError::Computed { property: name() });
    }
    if values.is_empty() {
        return Err(MemoryError::NoValue { property: name() });
    }
    if info.is_life_span && values.len() > 1 {
        return Err(MemoryError::SingleValued { property: name() });
    }
    for value in values {
        if !value.is_sound() {
            return Err(MemoryError::NotANumber { property: name() });
        }
        if !info.holds.admits(value) {
            let (value, expected) = (value.display(vocabulary), describe(&info.holds, vocabulary));
            return Err(MemoryError::WrongType { property: name(), value, expected });
        }
    }
    // Equality on an indexed number is answered from the index, which knows no portions.
    let indexed = info.indexed && info.holds == Type::Number;
    if divisible && (indexed || !matches!(values[..], [Value::Number(amount)] if amount >= 0.0)) {
        return Err(MemoryError::NotDivisible { property: name() });
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
        return Err(MemoryError::NotANumber { property: name() });
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
