//! Tests of `value` from inside.

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
