//! Entities as values of minds.

use bevy_ecs::entity::{Entity, EntityGeneration, EntityIndex};
use motive::declare::{ActionArgument, PropertyField, ValueNames, ValueVec};
use motive::kernel::{Id, Memory, Symbol, Type, Value, Vocabulary};
use std::fmt::Write;

/// Bevy as the host of [`PropertyField`]: percepts, states and actions have fields of the types `Entity`, `Option<Entity>` and `Vec<Entity>`.
#[derive(Clone, Copy, Debug)]
pub struct InBevy;

macro_rules! entities {
    ($($rust:ty, $all:expr;)*) => {$(
        impl PropertyField<InBevy> for $rust {
            type Term = Id;

            fn declare(_: &mut Vocabulary) -> (Type, ValueNames) {
                (Type::Id, ValueNames::default())
            }

            fn write(&self, _: &[Symbol], values: &mut ValueVec) {
                let all: fn(&$rust) -> &[Entity] = $all;
                values.extend(all(self).iter().map(|entity| Value::Id(id_of(*entity))));
            }
        }
    )*};
}

entities! {
    Entity, std::slice::from_ref;
    Option<Entity>, Option::as_slice;
    Vec<Entity>, Vec::as_slice;
}

impl ActionArgument<InBevy> for Entity {
    fn to_argument(&self, _: &[Symbol]) -> Option<Value> {
        Some(Value::Id(id_of(*self)))
    }

    fn from_argument(value: &Value, _: &[Symbol]) -> Option<Self> {
        entity_of(value.id()?)
    }
}

/// The id by which minds know an entity: its index, with the generation above.
///
/// Ids have 62 bits, so an entity whose generation exceeds 2^30 shares its id with an older one that is long gone.
pub fn id_of(entity: Entity) -> Id {
    Id::new(u64::from(entity.generation().to_bits()) << 32 | u64::from(entity.index_u32()))
}

/// The entity that an id means; nothing for notes and named things.
pub fn entity_of(id: Id) -> Option<Entity> {
    let number = id.number()?;
    let (generation, index) = ((number >> 32) as u32, number as u32);
    let index = EntityIndex::from_raw_u32(index)?;
    Some(Entity::from_index_and_generation(index, EntityGeneration::from_bits(generation)))
}

/// Writes entities in a text for people. A trace shows a thing without a name as its kind and id, `wolf#12`, and where it does not know the agent's
/// memory as `#12`. This puts what the memory knows in place of the latter, and for an entity whose index was used before, whose id is a long number, index and
/// generation as Bevy does: `wolf#12v3`.
pub(crate) fn with_entities(text: &str, memory: &Memory) -> String {
    let mut parts = text.split('#');
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let (number, rest) = part.split_at(digits);
        let has_kind = written.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        match number.parse().map(Id::new) {
            Ok(id) if has_kind => _ = write!(written, "#{}", index_of(id)),
            Ok(id) => match id.display(memory).split_once('#') {
                Some((kind, _)) => _ = write!(written, "{kind}#{}", index_of(id)),
                None => written.push_str(&id.display(memory)),
            },
            Err(_) => _ = write!(written, "#{number}"),
        }
        written.push_str(rest);
    }
    written
}

/// The index of an entity, with its generation if it is not the first.
fn index_of(id: Id) -> String {
    match entity_of(id) {
        Some(entity) if entity.generation() != EntityGeneration::FIRST => entity.to_string(),
        Some(entity) => entity.index().to_string(),
        None => id.bits().to_string(),
    }
}

#[cfg(test)]
#[path = "../tests/unit/value.rs"]
mod tests;
