//! Parts of a map that move: lifts that a body rides, and doors that a button or a shot opens. Navigation files treat doors as if they were open.

use super::{EntityList, MapEntity};
use glam::Vec3;

/// A door that starts open.
const START_OPEN: i32 = 1;
/// Half the width of a body, and how far its middle is from its feet and its head.
const BODY: Vec3 = Vec3::new(15.0, 15.0, 0.0);
const BELOW: f32 = 24.0;
const ABOVE: f32 = 32.0;

/// A box along the axes of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MapBox {
    /// The corner with the least coordinates.
    pub least: Vec3,
    /// The opposite corner.
    pub most: Vec3,
}

impl MapBox {
    /// Its middle.
    #[must_use]
    pub fn middle(&self) -> Vec3 {
        (self.least + self.most) / 2.0
    }

    /// Whether a point is above or below it.
    #[must_use]
    pub fn is_over(&self, point: Vec3) -> bool {
        let (least, most) = (self.least.truncate(), self.most.truncate());
        point.truncate().cmpge(least).all() && point.truncate().cmple(most).all()
    }

    /// Whether the middle of a body that goes straight from one point to another comes so near that the body touches the box.
    #[must_use]
    pub fn is_touched(&self, from: Vec3, to: Vec3) -> bool {
        let least = self.least - BODY - Vec3::Z * ABOVE;
        let most = self.most + BODY + Vec3::Z * BELOW;
        let way = to - from;
        let (mut enter, mut leave) = (0.0f32, 1.0f32);
        for axis in 0..3 {
            if way[axis].abs() < 1e-6 {
                if from[axis] <= least[axis] || from[axis] >= most[axis] {
                    return false;
                }
                continue;
            }
            let (one, other) =
                ((least[axis] - from[axis]) / way[axis], (most[axis] - from[axis]) / way[axis]);
            (enter, leave) = (enter.max(one.min(other)), leave.min(one.max(other)));
        }
        enter < leave
    }
}

/// The doors of a map that do not open by themselves: those of a button and those that must be shot. `models` are the boxes of the map's own models.
#[must_use]
pub fn closed_doors(entities: &EntityList, models: &[MapBox]) -> Vec<MapBox> {
    let opens_by_touch = |name: &str| {
        let mut triggers = entities.iter().filter(|entity| entity.get("target") == Some(name));
        triggers.any(|entity| entity.class() == "trigger_multiple")
    };
    let stays_closed = |door: &&MapEntity| {
        let open = door.number("spawnflags").is_some_and(|flags| flags as i32 & START_OPEN != 0);
        let shot = door.number("health").is_some_and(|health| health > 0.0);
        !open && (shot || door.get("targetname").is_some_and(|name| !opens_by_touch(name)))
    };
    let box_of = |door: &MapEntity| {
        let number = door.get("model")?.strip_prefix('*')?.parse::<usize>().ok()?;
        let at = door.origin().unwrap_or_default();
        models.get(number).map(|it| MapBox { least: it.least + at, most: it.most + at })
    };
    entities.of_class("func_door").filter(stays_closed).filter_map(box_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
