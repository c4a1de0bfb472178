//! What an agent is told, and what it knows then.

use motive::kernel::Facts;
use motive::prelude::*;
use std::sync::Arc;

#[derive(PropertyValue, Clone, Copy)]
enum Mood {
    Calm,
    #[motive(name = "furious")]
    Angry,
}

#[derive(Percept, Clone)]
#[motive(name = "wolf", is = "animal", is = "danger")]
struct Beast {
    id: Id,
    mood: Mood,
    #[motive(name = "dist", within = 0..=100)]
    distance: f32,
    prey: Option<Id>,
    tricks: Vec<u32>,
    #[motive(divisible)]
    meat: f64,
    #[motive(skip)]
    _sprite: String,
}

#[derive(Percept)]
struct Marked {
    colour: u8,
}

#[derive(SelfState)]
struct Body {
    at: Point,
    title: String,
    wounded: Option<bool>,
}

#[derive(Actions, Debug, PartialEq)]
enum Act {
    Wait,
}

/// An agent that does nothing, with the handles of the percepts.
struct Scene {
    agent: Agent<Act>,
    beast: BeastNames,
    marked: MarkedNames,
    body: BodyNames,
}

fn scene() -> Scene {
    let mut game = Game::new();
    let (beast, marked, body) = (game.names::<Beast>(), game.names::<Marked>(), game.names::<Body>());
    let game = game.does::<Act>().unwrap();
    let character = game.character().build().unwrap();
    Scene { agent: game.mind_of_character(character).spawn(Seed(1)), beast, marked, body }
}

fn beast(number: u64, mood: Mood, distance: f32) -> Beast {
    Beast {
        id: Id::new(number),
        mood,
        distance,
        prey: Some(Id::new(99)),
        tricks: vec![1, 2],
        meat: 5.0,
        _sprite: "wolf.png".into(),
    }
}

#[test]
fn a_percept_is_known_under_its_declared_names() {
    let mut scene = scene();
    scene.agent.perceive([beast(1, Mood::Angry, 500.0)]);
    let memory = scene.agent.memory();
    let names = memory.shared_vocabulary();
    let thing = memory.thing(Id::new(1)).unwrap();
    let kinds: Vec<&str> = thing.kinds().map(|kind| names.name(kind.symbol())).collect();
    assert_eq!(kinds, ["wolf", "animal", "danger"]);
    assert_eq!(names.name(memory.get(Id::new(1), scene.beast.mood).unwrap().symbol().unwrap()), "furious");
    assert_eq!(names.property_name(scene.beast.distance), "dist");
    assert_eq!(memory.get(Id::new(1), scene.beast.distance), Some(100.into()), "limits are kept");
    assert_eq!(memory.values(Id::new(1), scene.beast.tricks).as_slice(), [1.into(), 2.into()]);
    assert!(thing.is_divisible(scene.beast.meat));
    assert_eq!(names.find_property("_sprite"), None);
}

#[test]
fn what_is_no_longer_perceived_is_forgotten() {
    let mut scene = scene();
    scene.agent.perceive([beast(1, Mood::Calm, 1.0), beast(2, Mood::Calm, 2.0)]);
    scene.agent.remember([beast(3, Mood::Calm, 3.0)]);
    scene.agent.perceive([beast(2, Mood::Calm, 2.0)]);
    let known = |scene: &Scene| scene.agent.memory().things().map(|thing| thing.id()).collect::<Vec<_>>();
    assert_eq!(known(&scene), [Id::new(2), Id::new(3)], "what was only noticed stays");
    assert!(scene.agent.forget(Id::new(3)));
    scene.agent.perceive(Vec::<Beast>::new());
    assert!(known(&scene).is_empty());
}

#[test]
fn a_percept_that_says_what_is_known_changes_nothing() {
    let mut scene = scene();
    let all = [beast(1, Mood::Calm, 1.0), beast(2, Mood::Calm, 2.0)];
    scene.agent.perceive(&all);
    scene.agent.decide(Time::of_tick(0, 1));
    scene.agent.perceive(&all);
    assert!(scene.agent.memory().changes().is_empty());
    scene.agent.perceive([beast(1, Mood::Calm, 1.5), beast(2, Mood::Calm, 2.0)]);
    assert_eq!(scene.agent.memory().changes().changed, [Id::new(1)]);
}

#[test]
fn a_perceived_thing_that_the_mind_forgot_is_known_again() {
    let mut scene = scene();
    let all = [beast(1, Mood::Calm, 1.0)];
    scene.agent.perceive(&all);
    scene.agent.memory_mut().remove(Id::new(1));
    scene.agent.perceive(&all);
    assert!(scene.agent.memory().exists(Id::new(1)));
}

#[test]
fn one_thing_can_be_perceived_as_two_kinds() {
    let mut scene = scene();
    let id = Id::new(1);
    scene.agent.perceive([beast(1, Mood::Calm, 1.0)]);
    scene.agent.perceive([(id, &Marked { colour: 7 })]);
    let is = |scene: &Scene, kind| scene.agent.memory().is_a(id, kind);
    assert!(is(&scene, scene.beast.kind) && is(&scene, scene.marked.kind));
    assert_eq!(scene.agent.memory().get(id, scene.marked.colour), Some(7.into()));

    scene.agent.perceive(Vec::<(Id, &Marked)>::new());
    assert!(is(&scene, scene.beast.kind) && !is(&scene, scene.marked.kind));
    assert_eq!(scene.agent.memory().get(id, scene.marked.colour), None);
    assert_eq!(scene.agent.memory().get(id, scene.beast.distance), Some(1.into()));
}

#[test]
fn own_properties_come_and_go() {
    let mut scene = scene();
    let mut body = Body { at: Point::flat(1.0, 2.0), title: "Sir".into(), wounded: Some(true) };
    scene.agent.update(&body);
    assert_eq!(scene.agent.memory().own(scene.body.at), Some(Point::flat(1.0, 2.0).into()));
    assert_eq!(scene.agent.memory().own(scene.body.title), Some("Sir".into()));
    assert_eq!(scene.agent.memory().own(scene.body.wounded), Some(true.into()));
    body.wounded = None;
    scene.agent.update(&body);
    assert_eq!(scene.agent.memory().own(scene.body.wounded), None);
}

#[test]
fn a_number_that_is_none_is_no_value() {
    let mut scene = scene();
    scene.agent.perceive([beast(1, Mood::Calm, 1.0)]);
    scene.agent.perceive([beast(1, Mood::Calm, f32::NAN)]);
    assert_eq!(scene.agent.memory().get(Id::new(1), scene.beast.distance), None);
}

#[test]
fn a_type_that_was_not_declared_is_a_mistake_that_is_kept_once() {
    let game = Game::new().does::<Act>().unwrap();
    let mut agent = game.mind_of_character(game.character().build().unwrap()).spawn(Seed(1));
    for _ in 0..3 {
        agent.perceive([beast(1, Mood::Calm, 1.0)]);
    }
    let [mistake] = agent.mistakes() else { panic!("{:?}", agent.mistakes()) };
    assert!(mistake.to_string().contains("has not declared `game::perception::Beast`"), "{mistake}");
}

#[test]
fn declarations_that_do_not_agree_are_an_error() {
    #[derive(Percept)]
    struct Number {
        size: f32,
    }
    #[derive(Percept)]
    struct Word {
        size: Arc<str>,
    }
    let (number, word) = (Number { size: 1.0 }, Word { size: "big".into() });
    assert!(number.size > 0.0 && !word.size.is_empty());
    let error = Game::new().sees::<(Number, Word)>().does::<Act>().err().unwrap();
    assert!(error.to_string().contains("`size` is declared twice"));
}

#[test]
fn agents_can_move_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<Agent<Act>>();
    check::<Mind<Act>>();
    check::<Game<Act>>();
}
