//! What lies and stands on a map: the entity lump, a text of keys and values.

use glam::Vec3;
use std::collections::BTreeMap;

/// An entity of a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapEntity {
    values: BTreeMap<String, String>,
}

impl MapEntity {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// What it is.
    #[must_use]
    pub fn class(&self) -> &str {
        self.get("classname").unwrap_or_default()
    }

    /// Where it is.
    #[must_use]
    pub fn origin(&self) -> Option<Vec3> {
        let mut parts = self.get("origin")?.split_whitespace().map(str::parse::<f32>);
        let mut next = || parts.next()?.ok().filter(|part| part.is_finite());
        Some(Vec3::new(next()?, next()?, next()?))
    }

    /// A number.
    #[must_use]
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
    #[must_use]
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

#[cfg(test)]
mod tests {
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
}
