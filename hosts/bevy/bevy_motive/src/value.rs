//! Rust types as properties and arguments.

use bevy_ecs::entity::{Entity, EntityGeneration, EntityIndex};
use motive::arbiter::Herd;
use motive::declare::{PropertyValue as GameValue, ValueNames};
use motive::kernel::{Id, Memory, Point, Property, Symbol, Type, Value, Vocabulary};
use std::fmt::Write;
use std::sync::Arc;

/// A type that a field of a component or an action can have to be known to minds: numbers, `bool`, [`Entity`], text, [`Point`],
/// an `Option` of these (a property that can be missing), and enums without fields that derive it.
///
/// ```
/// use bevy_motive::prelude::*;
///
/// #[derive(PropertyValue)]
/// enum Mood { Calm, Angry }
///
/// #[derive(Component, Own)]
/// struct Feelings { mood: Mood, friend: Option<Entity> }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a property or an argument",
    note = "numbers, `bool`, `Entity`, text, `Point` and `Option`s of these can",
    note = "derive `PropertyValue` for an enum without fields",
    note = "mark a field that minds need not know `#[motive(skip)]`"
)]
pub trait PropertyValue: Sized + 'static {
    /// Declares the values: of which type they are, and the symbols of an enum's variants in their order.
    fn declare(vocabulary: &mut Vocabulary) -> (Type, ValueNames);

    /// The value. Nothing for what is missing, and for a number that is not one (NaN).
    fn to_value(&self, names: &[Symbol]) -> Option<Value>;

    /// The value as a number, for agents that decide together: see [`Herd::code`]. NaN for what is missing or cannot be a number.
    fn to_code(&self, names: &[Symbol]) -> f64 {
        self.to_value(names).as_ref().and_then(Herd::code).unwrap_or(f64::NAN)
    }

    /// Converts a value back. Nothing if it is of another type.
    fn from_value(value: &Value, names: &[Symbol]) -> Option<Self>;
}

/// The handle of a declared property, and the symbols of its values if they are an enum's.
#[derive(Clone, Debug)]
pub struct PropertyNames {
    /// The property.
    pub property: Property,
    /// The symbols of an enum's variants, in their order; none for other types.
    pub values: ValueNames,
}

macro_rules! as_in_any_game {
    ($($rust:ty $(, $to_code:expr)?;)*) => {$(
        impl PropertyValue for $rust {
            fn declare(vocabulary: &mut Vocabulary) -> (Type, ValueNames) {
                <$rust as GameValue>::declare(vocabulary)
            }

            #[inline]
            fn to_value(&self, names: &[Symbol]) -> Option<Value> {
                GameValue::to_value(self, names)
            }

            $(
                #[inline]
                fn to_code(&self, _: &[Symbol]) -> f64 {
                    let to_code: fn(&$rust) -> f64 = $to_code;
                    to_code(self)
                }
            )?

            fn from_value(value: &Value, names: &[Symbol]) -> Option<Self> {
                <$rust as GameValue>::from_value(value, names)
            }
        }
    )*};
}

as_in_any_game! {
    bool, |truth| f64::from(u8::from(*truth));
    f32, |number| f64::from(*number);
    f64, |number| *number;
    u8, |number| f64::from(*number);
    u16, |number| f64::from(*number);
    u32, |number| f64::from(*number);
    u64, |number| *number as f64;
    usize, |number| *number as f64;
    i8, |number| f64::from(*number);
    i16, |number| f64::from(*number);
    i32, |number| f64::from(*number);
    i64, |number| *number as f64;
    isize, |number| *number as f64;
    String;
    Arc<str>;
    Point;
    Id;
}

impl PropertyValue for Entity {
    fn declare(_: &mut Vocabulary) -> (Type, ValueNames) {
        (Type::Id, ValueNames::default())
    }

    fn to_value(&self, _: &[Symbol]) -> Option<Value> {
        Some(Value::Id(id_of(*self)))
    }

    fn from_value(value: &Value, _: &[Symbol]) -> Option<Self> {
        entity_of(value.id()?)
    }
}

impl<T: PropertyValue> PropertyValue for Option<T> {
    fn declare(vocabulary: &mut Vocabulary) -> (Type, ValueNames) {
        T::declare(vocabulary)
    }

    fn to_value(&self, names: &[Symbol]) -> Option<Value> {
        self.as_ref()?.to_value(names)
    }

    fn to_code(&self, names: &[Symbol]) -> f64 {
        self.as_ref().map_or(f64::NAN, |value| value.to_code(names))
    }

    fn from_value(value: &Value, names: &[Symbol]) -> Option<Self> {
        T::from_value(value, names).map(Some)
    }
}

/// The id by which minds know an entity: its index, with the generation above.
///
/// Ids have 62 bits, so an entity whose generation exceeds 2^30 shares its id with an older one that is long gone.
#[must_use]
pub fn id_of(entity: Entity) -> Id {
    Id::new(u64::from(entity.generation().to_bits()) << 32 | u64::from(entity.index_u32()))
}

/// The entity that an id means; nothing for notes and named things.
#[must_use]
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
mod tests {
    use super::*;

    #[test]
    fn an_entity_is_its_id_and_back() {
        let entity = Entity::from_raw_u32(7).unwrap();
        assert_eq!(entity_of(id_of(entity)), Some(entity));
        let again = Entity::from_index_and_generation(entity.index(), EntityGeneration::from_bits(3));
        assert_eq!(entity_of(id_of(again)), Some(again));
        assert_eq!(entity_of(Id::SELF), None);
    }

    #[test]
    fn entities_in_texts_are_written_for_people() {
        let mut names = Vocabulary::new();
        let wolf = names.kind("wolf");
        let mut memory = Memory::new(names.finish().unwrap());
        let again = (3_u64 << 32) + 12;
        for id in [7, again] {
            memory.put(motive::kernel::Thing::new(Id::new(id)).kind(wolf)).unwrap();
        }
        let written = |text: &str| with_entities(text, &memory);
        assert_eq!(written(&format!("flee(wolf#7, wolf#{again})")), "flee(wolf#7, wolf#12v3)");
        assert_eq!(written(&format!("flee(#7, #{again}, #9)")), "flee(wolf#7, wolf#12v3, #9)");
        assert_eq!(written("say(#) #1x ##"), "say(#) #1x ##");
        assert_eq!(written(&format!("#{}", u64::MAX)), format!("#{}", Id::new(u64::MAX).bits()));
    }

    #[test]
    fn codes_are_those_of_values() {
        fn same(value: impl PropertyValue) {
            let code = value.to_value(&[]).as_ref().and_then(Herd::code).unwrap_or(f64::NAN);
            assert_eq!(value.to_code(&[]).to_bits(), code.to_bits());
        }
        same(true);
        same(-0.0_f32);
        same(f32::INFINITY);
        same(f64::NAN);
        same(u64::MAX);
        same(-7_i8);
        same(Some(2.5_f32));
        same(None::<f32>);
        same(String::from("text"));
        same(Entity::PLACEHOLDER);
    }

    #[test]
    fn what_is_missing_has_no_value() {
        assert_eq!(PropertyValue::to_value(&None::<f32>, &[]), None);
        assert_eq!(PropertyValue::to_value(&Some(2.5_f32), &[]), Some(Value::Number(2.5)));
        assert_eq!(PropertyValue::to_value(&f32::NAN, &[]), None);
    }
}
