//! What stands in the list of entities of a map, and its doors.

use super::*;

#[test]
fn entities_are_read() {
    let text = "{\n\"classname\" \"worldspawn\"\n}\n{ \"classname\" \"item_health\" \"Origin\" \"1 -2.5 3\" }\n{ \"x";
    let list = EntityList::parse(text);
    assert_eq!(list.iter().count(), 2);
    let health = list.of_class("item_health").next().unwrap();
    assert_eq!(health.origin(), Some(Vec3::new(1.0, -2.5, 3.0)));
    assert_eq!(health.get("target"), None);
}

#[test]
fn doors_of_buttons_are_closed_and_those_of_triggers_are_not() {
    let text = r#"{ "classname" "func_door" "model" "*1" "targetname" "a" } { "classname" "func_button" "target" "a" }
        { "classname" "func_door" "model" "*2" "targetname" "b" } { "classname" "trigger_multiple" "target" "b" }
        { "classname" "func_door" "model" "*3" } { "classname" "func_door" "model" "*3" "spawnflags" "1" "targetname" "a" }
        { "classname" "func_door" "model" "*9" "health" "1" }"#;
    let models: Vec<MapBox> =
        (0..4).map(|at| MapBox { least: Vec3::splat(at as f32), most: Vec3::splat(9.0) }).collect();
    assert_eq!(closed_doors(&EntityList::parse(text), &models), [models[1]]);
}

#[test]
fn a_body_touches_a_door_before_its_middle_does() {
    let door = MapBox { least: Vec3::new(100.0, -50.0, 0.0), most: Vec3::new(110.0, 50.0, 80.0) };
    let at = |x: f32, z: f32| Vec3::new(x, 0.0, z);
    assert!(door.is_touched(at(0.0, 24.0), at(90.0, 24.0)));
    assert!(!door.is_touched(at(0.0, 24.0), at(80.0, 24.0)));
    assert!(!door.is_touched(at(0.0, 200.0), at(200.0, 200.0)), "over it");
    assert!(door.is_over(at(105.0, 500.0)) && !door.is_over(at(95.0, 0.0)));
}
