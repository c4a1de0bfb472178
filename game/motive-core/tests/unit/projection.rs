use super::*;
use crate::vocabulary::{FactsMut, Kind, Purity, Query, Relation, Type, Vocabulary};
use std::ops::ControlFlow;

struct Yard {
    memory: Memory,
    cat: Kind,
    animal: Kind,
    size: Property,
    colour: Property,
    big: Property,
    near: Relation,
    tom: Id,
    red: Value,
    black: Value,
}

/// A black cat of size 3 that is near itself.
fn yard() -> Yard {
    let mut names = Vocabulary::new();
    let animal = names.kind("animal");
    let cat = names.kind_of("cat", animal);
    let size = names.property("size", Type::Number);
    names.limit(size, 0.0, 10.0);
    let colour = names.property("colour", Type::Symbol);
    let big = names.computed("big", Type::Bool, Purity::Volatile, move |facts, id| {
        facts.values(id, size).number().map(|n| Value::from(n > 5.0))
    });
    let near = names.relation("near", 2);
    let tom = names.id("Tom");
    let (red, black) = (names.symbol("red").into(), names.symbol("black").into());
    let mut memory = Memory::new(names.finish().unwrap());
    let thing = Thing::new(tom).kind(cat).with(size, 3).with(colour, Value::clone(&black));
    memory.put(thing).unwrap();
    memory.relate(near, &[tom.into(), tom.into()]).unwrap();
    Yard { memory, cat, animal, size, colour, big, near, tom, red, black }
}

fn candidates(facts: &impl Facts, kind: Option<Kind>, equal: &[(Property, Value)]) -> Vec<Id> {
    let mut found = Vec::new();
    facts.candidates(&Query { kind, equal }, &mut |id| {
        found.push(id);
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn a_fact_keeps_its_number_through_changes_and_undo() {
    let yard = yard();
    let mut imagined = Projection::new(&yard.memory);
    let size = imagined.fact(yard.tom, yard.size);
    let colour = imagined.fact(yard.tom, yard.colour);
    assert_ne!(size, colour);
    let mark = imagined.mark();
    assert!(imagined.write(size, 7.into()));
    assert_eq!(imagined.fact(yard.tom, yard.size), size);
    assert_eq!(imagined.read(size).number(), Some(7.0));
    imagined.undo(mark);
    assert_eq!(imagined.fact(yard.tom, yard.size), size);
    assert_eq!(imagined.about(size), Some((yard.tom, yard.size)));
    assert_eq!(imagined.read(size).number(), Some(3.0));
}

#[test]
fn what_cannot_be_done_in_memory_cannot_be_imagined() {
    let yard = yard();
    let mut imagined = Projection::new(&yard.memory);
    let nobody = Id::new(99);
    assert!(!imagined.put(nobody, yard.size, 1.into()), "an unknown thing");
    assert!(!imagined.put(yard.tom, yard.size, f64::NAN.into()), "not a number");
    assert!(!imagined.put(yard.tom, yard.size, true.into()), "a wrong type");
    assert!(!imagined.put(yard.tom, yard.big, true.into()), "a computed property");
    assert!(!imagined.put(yard.tom, Property::KIND, yard.red.clone()), "a kind");
    assert!(!imagined.put(yard.tom, Property(999), 1.into()), "a foreign property");
    assert!(!imagined.relate(yard.near, &[1.into()]), "a short row");
    assert!(!imagined.relate(Relation(999), &[]), "a foreign relation");
    assert!(!imagined.destroy(Id::SELF) && !imagined.destroy(nobody));
    assert_eq!((imagined.mark(), imagined.fingerprint()), (Projection::new(&yard.memory).mark(), 0));
}

#[test]
fn limits_clamp_and_computed_properties_follow() {
    let yard = yard();
    let mut imagined = Projection::new(&yard.memory);
    imagined.put(yard.tom, yard.size, 50.into());
    assert_eq!(imagined.values(yard.tom, yard.size).number(), Some(10.0));
    assert_eq!(imagined.values(yard.tom, yard.big).first(), Some(&true.into()));
    assert_eq!(
        imagined.previous(yard.tom, yard.size).number(),
        yard.memory.previous(yard.tom, yard.size).number()
    );
}

#[test]
fn candidates_do_not_trust_an_index_that_is_out_of_date() {
    let yard = yard();
    let mut imagined = Projection::new(&yard.memory);
    let red = [(yard.colour, yard.red.clone())];
    assert!(candidates(&imagined, Some(yard.cat), &red).is_empty());
    imagined.put(yard.tom, yard.colour, yard.red.clone());
    assert_eq!(candidates(&imagined, Some(yard.cat), &red), [yard.tom]);
    let kitten = imagined.create(yard.cat).unwrap();
    assert!(kitten.is_imagined());
    assert_eq!(candidates(&imagined, Some(yard.animal), &[]), [yard.tom, kitten]);
    imagined.destroy(yard.tom);
    assert_eq!(candidates(&imagined, Some(yard.animal), &[]), [kitten]);
    // Once the colour is as in the base, the base's index serves again.
    imagined.destroy(kitten);
    assert!(candidates(&imagined, None, &red).is_empty());
}

#[test]
fn fingerprints_tell_states_apart_and_know_them_again() {
    let yard = yard();
    let mut one = Projection::new(&yard.memory);
    let mut other = Projection::new(&yard.memory);
    let row = [Value::from(yard.tom), yard.red.clone()];
    one.put(yard.tom, yard.size, 8.into());
    let changed_size = one.fingerprint();
    one.relate(yard.near, &row);
    other.relate(yard.near, &row);
    assert_ne!(one.fingerprint(), other.fingerprint());
    other.put(yard.tom, yard.colour, yard.red.clone());
    other.put(yard.tom, yard.size, 8.into());
    other.put(yard.tom, yard.colour, yard.black.clone());
    assert_eq!(one.fingerprint(), other.fingerprint(), "other order, and a detour");
    one.unrelate(yard.near, &row);
    assert_eq!(one.fingerprint(), changed_size);
    one.put(yard.tom, yard.size, 3.into());
    assert_eq!(one.fingerprint(), 0, "back where it began");
    let home = [Value::from(yard.tom), yard.tom.into()];
    assert!(one.unrelate(yard.near, &home) && one.fingerprint() != 0);
    assert!(one.relate(yard.near, &home) && one.fingerprint() == 0);
    one.put(yard.tom, yard.size, 8.into());
    one.destroy(yard.tom);
    let gone = one.fingerprint();
    other.destroy(yard.tom);
    other.unrelate(yard.near, &row);
    assert_eq!(other.fingerprint(), gone, "what a lost thing had does not count");
}

#[test]
fn a_projection_can_lie_over_another() {
    let yard = yard();
    let mut below = Projection::new(&yard.memory);
    let first = below.create(yard.cat).unwrap();
    below.put(first, yard.size, 1.into());
    let mut above = Projection::new(&below);
    let second = above.create(yard.cat).unwrap();
    assert_ne!(first, second);
    above.put(first, yard.size, 2.into());
    assert!(above.destroy(yard.tom) && below.exists(yard.tom));
    assert_eq!(candidates(&above, Some(yard.cat), &[]), [first, second]);
    assert_eq!(
        (above.values(first, yard.size).number(), below.values(first, yard.size).number()),
        (Some(2.0), Some(1.0))
    );
}

#[test]
fn computed_values_are_found_in_memory_and_here() {
    let yard = yard();
    let mut imagined = Projection::new(&yard.memory);
    imagined.put(yard.tom, yard.size, 9.into());
    let found = |facts: &dyn Facts, truth: bool| {
        let mut found = Vec::new();
        facts.candidates(&Query { kind: Some(yard.cat), equal: &[(yard.big, truth.into())] }, &mut |id| {
            found.extend((facts.values(id, yard.big).first() == Some(&truth.into())).then_some(id));
            ControlFlow::Continue(())
        });
        found
    };
    assert_eq!((found(&yard.memory, false), found(&yard.memory, true)), (vec![yard.tom], vec![]));
    assert_eq!((found(&imagined, false), found(&imagined, true)), (vec![], vec![yard.tom]));
}

#[test]
fn what_is_computed_of_the_agent_itself_has_no_slot() {
    let mut names = Vocabulary::new();
    let health = names.own("health", Type::Number);
    let hurt = names.own("hurt", Type::Bool);
    names.computed("hurt", Type::Bool, Purity::Volatile, move |facts, id| {
        facts.values(id, health).number().map(|n| Value::from(n < 50.0))
    });
    let mut memory = Memory::new(names.finish().unwrap());
    memory.set_own(health, 80).unwrap();
    let mut imagined = Projection::new(&memory);
    imagined.put(Id::SELF, health, 20.into());
    assert_eq!(memory.own(hurt), Some(false.into()));
    assert_eq!(imagined.values(Id::SELF, hurt).first(), Some(&true.into()));
}
