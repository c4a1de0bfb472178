use super::*;
use motive_core::Value;

#[test]
fn numbers_have_their_names_again() {
    let mut names = Vocabulary::new();
    names.kind("ghost");
    let distance = names.property("distance", Type::Number);
    let blinky = names.id("Blinky");
    let left = names.symbol("left");
    let go = names.action("go", 1);
    let again = Names::of(&names).vocabulary().unwrap();
    assert_eq!(blinky.display(&again), "Blinky");
    assert_eq!(Value::from(left).display(&again), "left");
    assert_eq!(again.property_name(distance), "distance");
    assert_eq!(again.action_name(go), "go");
    assert_eq!(Names::of(&again), Names::of(&names));
}
