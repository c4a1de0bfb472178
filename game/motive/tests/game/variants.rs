//! Percepts whose variants are kinds, things that are remembered out of sight, and lists.

use motive::declare::{NoActions, Perception, Properties};
use motive::kernel::{Facts, Memory, Value};
use motive::prelude::*;
use std::sync::Arc;

/// something that happened
#[derive(Percept)]
#[motive(is = "memory")]
enum Event {
    /// the agent was hurt
    Hurt { amount: u32, by: Option<Id> },
    /// something was heard
    #[motive(name = "noise")]
    Heard(#[motive(name = "at")] Point),
    /// somebody left
    Left {
        #[motive(skip)]
        _why: &'static str,
    },
    #[motive(skip)]
    Tick,
}

#[derive(Percept)]
struct Thief {
    id: Id,
    at: Point,
    way: Arc<[Point]>,
}

/// what holds of things of any kind
#[derive(Properties)]
struct Sight {
    /// whether it is in sight
    visible: bool,
}

struct Scene {
    game: Game<NoActions>,
    perception: Perception,
    memory: Memory,
}

impl Scene {
    fn new() -> Self {
        let game = Game::new().sees::<(Event, Thief, Sight)>().does::<NoActions>().unwrap();
        let memory = Memory::new(game.vocabulary().clone());
        Self { game, perception: Perception::default(), memory }
    }

    fn events(&mut self, events: &[(u64, Event)]) {
        let mut to = self.perception.of(self.game.types(), &mut self.memory);
        to.perceive(events.iter().map(|(id, event)| (Id::new(*id), event)));
        assert_eq!(self.perception.mistakes(), []);
    }

    fn thieves(&mut self, thieves: &[Thief]) {
        let mut to = self.perception.of(self.game.types(), &mut self.memory);
        to.perceive_lasting(thieves, &Sight { visible: false });
        for thief in thieves {
            to.describe(thief.id, &Sight { visible: true });
        }
        assert_eq!(self.perception.mistakes(), []);
    }

    fn is_a(&self, id: u64, kind: &str) -> bool {
        self.memory.is_a(Id::new(id), self.game.vocabulary().find_kind(kind).unwrap())
    }

    fn get(&self, id: u64, property: &str) -> Option<Value> {
        self.memory.get(Id::new(id), self.game.vocabulary().find_property(property).unwrap())
    }
}

#[test]
fn each_variant_is_a_kind_below_that_of_its_enum() {
    let mut scene = Scene::new();
    let heard = Event::Heard(Point::flat(1.0, 2.0));
    scene.events(&[
        (1, Event::Hurt { amount: 3, by: None }),
        (2, heard),
        (3, Event::Left { _why: "tired" }),
        (4, Event::Tick),
    ]);
    assert!(scene.is_a(1, "hurt") && scene.is_a(1, "event") && scene.is_a(1, "memory"));
    assert!(scene.is_a(2, "noise") && !scene.is_a(2, "hurt") && scene.is_a(3, "left"));
    assert!(!scene.memory.exists(Id::new(4)), "a skipped variant is passed over");
    assert_eq!((scene.get(1, "amount"), scene.get(1, "by")), (Some(3.0.into()), None));
    assert_eq!(scene.get(2, "at"), Some(Point::flat(1.0, 2.0).into()));
    let names = scene.game.vocabulary();
    assert_eq!(names.description(names.find_kind("noise").unwrap()), Some("something was heard"));
    assert_eq!(names.description(names.find_kind("event").unwrap()), Some("something that happened"));
    assert_eq!(names.find_kind("tick"), None);
}

#[test]
fn a_thing_that_becomes_another_variant_loses_what_the_first_said() {
    let mut scene = Scene::new();
    scene.events(&[(1, Event::Hurt { amount: 3, by: Some(Id::new(9)) })]);
    scene.events(&[(1, Event::Heard(Point::flat(0.0, 0.0)))]);
    assert!(scene.is_a(1, "noise") && !scene.is_a(1, "hurt"));
    assert_eq!((scene.get(1, "amount"), scene.get(1, "by")), (None, None));
    scene.events(&[]);
    assert!(!scene.memory.exists(Id::new(1)));
}

#[test]
fn what_is_out_of_sight_is_remembered_until_it_is_forgotten() {
    let mut scene = Scene::new();
    let thief = || Thief { id: Id::new(7), at: Point::flat(3.0, 4.0), way: Arc::default() };
    scene.thieves(&[thief()]);
    assert_eq!(scene.get(7, "visible"), Some(true.into()));
    scene.thieves(&[]);
    assert_eq!(scene.get(7, "visible"), Some(false.into()));
    assert_eq!(scene.get(7, "at"), Some(Point::flat(3.0, 4.0).into()));
    scene.thieves(&[thief()]);
    assert_eq!(scene.get(7, "visible"), Some(true.into()));
    scene.memory.remove(Id::new(7));
    scene.thieves(&[]);
    assert!(!scene.memory.exists(Id::new(7)), "it was forgotten meanwhile");
}

#[test]
fn a_list_is_one_value() {
    let mut scene = Scene::new();
    let way: Arc<[Point]> = [Point::flat(1.0, 0.0), Point::flat(2.0, 0.0)].into();
    scene.thieves(&[Thief { id: Id::new(7), at: Point::flat(0.0, 0.0), way: way.clone() }]);
    let Some(Value::List(items)) = scene.get(7, "way") else { panic!("a list") };
    assert_eq!(items.len(), 2);
    let value = scene.get(7, "way").unwrap();
    assert_eq!(<Arc<[Point]> as PropertyValue>::from_value(&value, &[]), Some(way));
}

#[cfg(feature = "glam")]
#[test]
fn vectors_are_points() {
    use glam::{Vec2, Vec3};
    let at = Point { x: 1.0, y: 2.0, z: 3.0 };
    assert_eq!(Vec3::new(1.0, 2.0, 3.0).to_value(&[]), Some(at.into()));
    assert_eq!(Vec3::from_value(&at.into(), &[]), Some(Vec3::new(1.0, 2.0, 3.0)));
    assert_eq!(Vec2::new(1.0, 2.0).to_value(&[]), Some(Point::flat(1.0, 2.0).into()));
    assert_eq!(Vec3::splat(f32::NAN).to_value(&[]), None);
}
