//! What lies, stands and moves on a map: the entity lump, a text of keys and values, and the doors that a button or a shot opens.

use glam::Vec3;
use std::collections::BTreeMap;

/// An entity of a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapEntity {
    values: BTreeMap<String, String>,
}

impl MapEntity {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// What it is.
    pub fn class(&self) -> &str {
        self.get("classname").unwrap_or_default()
    }

    /// Where it is.
    pub fn origin(&self) -> Option<Vec3> {
        let mut parts = self.get("origin")?.split_whitespace().map(str::parse::<f32>);
        let mut next = || parts.next()?.ok().filter(|part| part.is_finite());
        Some(Vec3::new(next()?, next()?, next()?))
    }

    /// A number.
    pub fn number(&self, key: &str) -> Option<f32> {
        self.get(key)?.trim().parse().ok()
    }
}

/// All entities of a map, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EntityList {
    entities: Vec<MapEntity>,
}

impl EntityList {
    /// Reads `{ "key" "value" ... } { ... }`. What is not of this form is passed over.
    pub fn parse(text: &str) -> Self {
        let mut entities = Vec::new();
        let mut open: Option<MapEntity> = None;
        let mut key: Option<String> = None;
        let mut rest = text;
        while let Some(start) = rest.find(['{', '}', '"']) {
            let (mark, after) = (rest.as_bytes()[start], &rest[start + 1..]);
            rest = after;
            match mark {
                b'{' => (open, key) = (Some(MapEntity::default()), None),
                b'}' => entities.extend(open.take()),
                _ => {
                    let Some((text, after)) = rest.split_once('"') else { break };
                    rest = after;
                    match (key.take(), &mut open) {
                        (Some(key), Some(entity)) => {
                            entity.values.insert(key, text.to_owned());
                        }
                        (_, Some(_)) => key = Some(text.to_ascii_lowercase()),
                        _ => {}
                    }
                }
            }
        }
        Self { entities }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &MapEntity> {
        self.entities.iter()
    }

    /// Those of a class.
    pub fn of_class<'a>(&'a self, class: &'a str) -> impl Iterator<Item = &'a MapEntity> {
        self.iter().filter(move |entity| entity.class() == class)
    }
}

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
    pub fn middle(&self) -> Vec3 {
        (self.least + self.most) / 2.0
    }

    /// Whether a point is above or below it.
    pub fn is_over(&self, point: Vec3) -> bool {
        let (least, most) = (self.least.truncate(), self.most.truncate());
        point.truncate().cmpge(least).all() && point.truncate().cmple(most).all()
    }

    /// Whether the middle of a body that goes straight from one point to another comes so near that the body touches the box.
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

/// The doors of a map that do not open by themselves, which navigation files treat as if they were open: those of a button and those that must be shot. `models` are the boxes of the map's own models.
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
#[path = "../../tests/unit/entities.rs"]
mod tests;
