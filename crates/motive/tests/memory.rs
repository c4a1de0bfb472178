//! What an agent knows: writing it, reading it, noticing changes, forgetting, saving.
#![expect(clippy::unwrap_used, reason = "a test whose world cannot be set up should fail")]

use motive::*;
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The names of the tests' small world, and a thing for each.
struct Names {
    all: Arc<Vocabulary>,
    tool: Kind,
    pickaxe: Kind,
    weapon: Kind,
    ghost: Kind,
    rounds: Property,
    colour: Property,
    time: Property,
    place: Property,
    distance: Property,
    health: Property,
    at: Relation,
    red: Symbol,
    blue: Symbol,
    a: Id,
    b: Id,
    c: Id,
}

fn declare() -> Vocabulary {
    let mut names = Vocabulary::new();
    let tool = names.kind("tool");
    names.kind_of("pickaxe", tool);
    names.kind("weapon");
    names.kind("ghost");
    names.property("rounds", Type::Number);
    let colour = names.one_of(["red", "blue"]);
    names.property("colour", colour);
    let time = names.property("TIME", Type::Number);
    names.life_span(time);
    let place = names.own("place", Type::Point);
    let health = names.own("health", Type::Number);
    names.limit(health, 0.0, 100.0);
    let reads = Purity::Reads(vec![Dependency::Property(place)]);
    names.computed("distance", Type::Number, reads, move |facts, id| {
        let here = facts.values(Id::SELF, place).first()?.point()?;
        Some(here.distance(facts.values(id, place).first()?.point()?).into())
    });
    names.relation("at", 2);
    for id in ["a", "b", "c"] {
        names.id(id);
    }
    names
}

impl Names {
    fn of(mut names: Vocabulary) -> Self {
        let (a, b, c) = (names.id("a"), names.id("b"), names.id("c"));
        let all = names.finish().unwrap();
        let kind = |name| all.find_kind(name).unwrap();
        let property = |name| all.find_property(name).unwrap();
        let symbol = |name| all.find_symbol(name).unwrap();
        Self {
            tool: kind("tool"),
            pickaxe: kind("pickaxe"),
            weapon: kind("weapon"),
            ghost: kind("ghost"),
            rounds: property("rounds"),
            colour: property("colour"),
            time: property("time"),
            place: property("place"),
            distance: property("distance"),
            health: property("health"),
            at: all.find_relation("at").unwrap(),
            red: symbol("red"),
            blue: symbol("blue"),
            a,
            b,
            c,
            all,
        }
    }

    fn new() -> Self {
        Self::of(declare())
    }

    fn memory(&self) -> Memory {
        Memory::new(self.all.clone())
    }
}

fn ids(memory: &Memory) -> Vec<Id> {
    memory.things().map(Resource::id).collect()
}

fn found(memory: &Memory, query: &Query<'_>) -> Vec<Id> {
    let mut ids = Vec::new();
    memory.candidates(query, &mut |id| {
        ids.push(id);
        ControlFlow::Continue(())
    });
    ids
}

fn before(memory: &Memory, id: Id, property: Property) -> Option<f64> {
    memory.before(id, property).number()
}

fn at_second(second: u64) -> Time {
    Time { tick: second, micros: second * 1_000_000 }
}

// ---- writing and reading

/// R-004-003
#[test]
fn putting_a_known_id_brings_the_thing_up_to_date() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).kind(n.weapon).with(n.rounds, 53).with(n.colour, n.red)).unwrap();
    memory.turn();
    memory.put(Resource::new(n.a).with(n.rounds, 40)).unwrap();
    assert_eq!(memory.len(), 1);
    assert_eq!(memory.get(n.a, n.rounds), Some(40.into()));
    assert_eq!(memory.get(n.a, n.colour), Some(n.red.into()), "what is not mentioned stays");
    assert!(memory.is_a(n.a, n.weapon));
    assert_eq!(memory.changes(), Changes { changed: vec![n.a], ..Changes::default() });
}

/// R-000-002
#[test]
fn inserting_a_known_id_is_refused() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.insert(Resource::new(n.a).with(n.rounds, 1)).unwrap();
    let twice = memory.insert(Resource::new(n.a).with(n.rounds, 2));
    assert_eq!(twice, Err(MemoryError::Known(n.a)));
    assert_eq!(memory.get(n.a, n.rounds), Some(1.into()));
    assert_eq!(memory.insert(Resource::new(Id::SELF)), Err(MemoryError::Known(Id::SELF)));
}

/// R-000-002
#[test]
fn the_id_is_a_property_like_any_other() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a)).unwrap();
    memory.put(Resource::new(n.b)).unwrap();
    assert_eq!(memory.get(n.a, Property::ID), Some(n.a.into()));
    assert_eq!(memory.get(n.c, Property::ID), None);
    let equal = [(Property::ID, n.b.into())];
    assert_eq!(found(&memory, &Query { kind: None, equal: &equal }), [n.b]);
    assert!(matches!(memory.set(n.a, Property::ID, n.b), Err(MemoryError::Computed { .. })));
}

/// R-000-001, R-004-001, R-004-004
#[test]
fn a_property_may_have_several_values() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).with_all(n.colour, [n.red.into(), n.blue.into()])).unwrap();
    assert_eq!(memory.values(n.a, n.colour).as_slice(), [n.red.into(), n.blue.into()]);
    memory.set_all(n.a, n.colour, [Value::from(n.blue)]).unwrap();
    let equal = [(n.colour, n.red.into())];
    assert!(found(&memory, &Query { kind: None, equal: &equal }).is_empty(), "the index follows");
    assert!(matches!(memory.set_all(n.a, n.colour, []), Err(MemoryError::NoValue { .. })));
}

/// R-004-004
#[test]
fn a_life_span_has_one_value() {
    let n = Names::new();
    let mut memory = n.memory();
    let two = Resource::new(n.a).with_all(n.time, [3.into(), 4.into()]);
    assert_eq!(memory.put(two), Err(MemoryError::SingleValued { property: "TIME".into() }));
    assert!(memory.is_empty());
}

/// R-004-002
#[test]
fn a_thing_that_lacks_a_required_property_is_refused_by_name() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.require(&[n.time, Property::KIND]);
    let missing = |memory: &mut Memory, thing| match memory.put(thing) {
        Err(MemoryError::Missing { property, .. }) => property,
        other => panic!("{other:?}"),
    };
    assert_eq!(missing(&mut memory, Resource::new(n.a).kind(n.ghost)), "TIME");
    assert_eq!(missing(&mut memory, Resource::new(n.a).with(n.time, 1)), "kind");
    assert!(memory.is_empty() && !memory.has_changed());
    memory.put(Resource::new(n.a).kind(n.ghost).with(n.time, 1)).unwrap();
    memory.put(Resource::new(n.a).with(n.rounds, 1)).unwrap();
    assert_eq!(memory.len(), 1, "a known thing need not be told in full again");
    memory.require(&[]);
    memory.put(Resource::new(n.b)).unwrap();
}

#[test]
fn a_thing_of_a_kind_is_of_the_parent_kinds_too() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).kind(n.pickaxe).kind(n.weapon)).unwrap();
    for kind in [n.pickaxe, n.weapon, n.tool] {
        assert!(memory.is_a(n.a, kind));
        assert_eq!(found(&memory, &Query { kind: Some(kind), equal: &[] }), [n.a]);
    }
    memory.put(Resource::new(n.a).kind(n.ghost)).unwrap();
    assert!(memory.is_a(n.a, n.ghost) && !memory.is_a(n.a, n.tool), "new kinds replace the old");
    assert!(found(&memory, &Query { kind: Some(n.tool), equal: &[] }).is_empty());
}

#[test]
fn kinds_can_be_set_as_a_property() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).kind(n.ghost)).unwrap();
    let tools = memory.watch(Dependency::Kind(n.tool));
    let version = memory.version(tools);
    memory.set(n.a, Property::KIND, n.pickaxe.symbol()).unwrap();
    assert!(memory.is_a(n.a, n.pickaxe) && memory.is_a(n.a, n.tool) && !memory.is_a(n.a, n.ghost));
    assert!(memory.version(tools) > version);
    let number = Resource::new(n.b).with(Property::KIND, f64::NAN);
    assert!(matches!(memory.put(number), Err(MemoryError::NotANumber { .. })));
}

#[test]
fn the_agent_itself_may_be_of_a_kind() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.set_own_kind(n.pickaxe);
    memory.put(Resource::new(n.a).kind(n.tool)).unwrap();
    assert_eq!(found(&memory, &Query { kind: Some(n.tool), equal: &[] }), [Id::SELF, n.a]);
    assert_eq!(ids(&memory), [n.a], "but it is no thing that it knows of");
}

#[test]
fn numbers_are_kept_within_their_limits() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.set_own(n.health, 250).unwrap();
    assert_eq!(memory.own(n.health), Some(100.into()));
    memory.put(Resource::new(n.a).with(n.health, f64::NEG_INFINITY)).unwrap();
    assert_eq!(memory.get(n.a, n.health), Some(0.into()));
}

#[test]
fn values_of_the_wrong_sort_are_refused_and_change_nothing() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).with(n.rounds, 1).with(n.colour, n.red)).unwrap();
    memory.turn();
    let wrong = memory.set(n.a, n.rounds, n.red).unwrap_err();
    assert_eq!(wrong.to_string(), "`rounds` cannot hold red: it holds numbers");
    let wrong = memory.set(n.a, n.colour, n.tool.symbol()).unwrap_err();
    assert_eq!(wrong.to_string(), "`colour` cannot hold tool: it holds one of red, blue");
    assert!(matches!(memory.set(n.a, n.rounds, f64::NAN), Err(MemoryError::NotANumber { .. })));
    assert!(matches!(memory.set(n.a, n.distance, 3), Err(MemoryError::Computed { .. })));
    assert_eq!(memory.set(n.b, n.rounds, 3), Err(MemoryError::Unknown(n.b)));
    let half_good = Resource::new(n.a).with(n.rounds, 2).with(n.health, f64::NAN);
    assert!(memory.put(half_good).is_err());
    assert_eq!(memory.get(n.a, n.rounds), Some(1.into()));
    assert!(!memory.has_changed());
}

/// R-000-004
#[test]
fn only_one_number_can_be_divisible() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).divisible(n.rounds, 53.0)).unwrap();
    assert!(memory.divisible(n.a, n.rounds));
    for amount in [-1.0, f64::NAN] {
        assert!(memory.set_divisible(n.a, n.rounds, amount).is_err());
    }
    assert!(matches!(memory.set_divisible(n.a, n.colour, 1.0), Err(MemoryError::WrongType { .. })));
    assert_eq!(memory.get(n.a, n.rounds), Some(53.into()));
    memory.set(n.a, n.rounds, 53).unwrap();
    assert!(!memory.divisible(n.a, n.rounds));
    assert_eq!(memory.changes().added, [n.a]);
}

#[test]
fn an_indexed_number_cannot_be_divisible() {
    let mut names = declare();
    let rounds = names.property("rounds", Type::Number);
    names.index(rounds);
    let n = Names::of(names);
    let mut memory = n.memory();
    let refused = memory.put(Resource::new(n.a).divisible(n.rounds, 53.0));
    assert_eq!(refused, Err(MemoryError::NotDivisible { property: "rounds".into() }));
}

#[test]
fn names_of_another_vocabulary_are_refused() {
    let n = Names::new();
    let mut other = declare();
    let (kind, property) = (other.kind("alien"), other.property("alien_size", Type::Number));
    let relation = other.relation("alien_at", 1);
    let mut memory = n.memory();
    assert_eq!(memory.put(Resource::new(n.a).with(property, 1)), Err(MemoryError::Foreign));
    assert_eq!(memory.put(Resource::new(n.a).kind(kind)), Err(MemoryError::Foreign));
    assert_eq!(memory.relate(relation, &[n.a.into()]), Err(MemoryError::Foreign));
    memory.put(Resource::new(n.a)).unwrap();
    assert_eq!(memory.get(n.a, property), None);
    assert!(!memory.is_a(n.a, kind) && !memory.related(relation, &[n.a.into()]));
    assert_eq!(memory.count_rows(relation), 0);
}

#[test]
fn a_property_can_be_taken_away() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).with(n.colour, n.red)).unwrap();
    memory.turn();
    assert!(memory.unset(n.a, n.colour));
    assert!(!memory.unset(n.a, n.colour) && !memory.unset(n.b, n.colour));
    assert_eq!(memory.get(n.a, n.colour), None);
    assert_eq!(memory.thing(n.a).unwrap().properties().count(), 0);
    assert_eq!(memory.changes().changed, [n.a]);
    let equal = [(n.colour, n.red.into())];
    assert!(found(&memory, &Query { kind: None, equal: &equal }).is_empty());
}

#[test]
fn a_removed_thing_is_gone_from_every_question() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).kind(n.ghost).with(n.colour, n.red)).unwrap();
    memory.put(Resource::new(n.b).kind(n.ghost).with(n.colour, n.red)).unwrap();
    assert!(memory.remove(n.a) && !memory.remove(n.a) && !memory.remove(Id::SELF));
    assert!(!memory.exists(n.a) && memory.exists(Id::SELF));
    let equal = [(n.colour, n.red.into())];
    assert_eq!(found(&memory, &Query { kind: Some(n.ghost), equal: &equal }), [n.b]);
    memory.put(Resource::new(n.a).kind(n.ghost)).unwrap();
    assert_eq!(ids(&memory), [n.b, n.a], "what comes back comes last");
}

#[test]
fn own_properties_are_slots_and_others_may_have_them_too() {
    let n = Names::new();
    let mut memory = n.memory();
    assert_eq!(memory.own(n.health), None);
    memory.set_own(n.health, 50).unwrap();
    memory.set_own(n.rounds, 6).unwrap();
    memory.put(Resource::new(n.a).with(n.health, 20)).unwrap();
    assert_eq!((memory.own(n.health), memory.get(n.a, n.health)), (Some(50.into()), Some(20.into())));
    assert_eq!(memory.own(n.rounds), Some(6.into()), "a property without a slot can be owned too");
    assert!(memory.unset(Id::SELF, n.health));
    assert_eq!(memory.own(n.health), None);
}

#[test]
fn a_move_changes_one_place_and_no_stored_distance() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.set_own(n.place, Point::flat(0.0, 0.0)).unwrap();
    for id in [n.a, n.b] {
        memory.put(Resource::new(id).with(n.place, Point::flat(3.0, 4.0))).unwrap();
    }
    memory.turn();
    assert_eq!(memory.get(n.a, n.distance), Some(5.into()));
    memory.set_own(n.place, Point::flat(3.0, 0.0)).unwrap();
    assert_eq!(memory.get(n.a, n.distance), Some(4.into()));
    assert_eq!(memory.changes().changed, [Id::SELF]);
    assert_eq!(memory.get(n.c, n.distance), None);
    assert_eq!(memory.get(Id::SELF, n.distance), Some(0.into()));
}

#[test]
fn a_computed_property_can_be_asked_for_by_value() {
    let mut names = declare();
    let health = names.own("health", Type::Number);
    let hurt = names.computed("hurt", Type::Truth, Purity::Volatile, move |facts, id| {
        Some((facts.values(id, health).number()? < 50.0).into())
    });
    names.own("hurt", Type::Truth);
    names.computed("broken", Type::Number, Purity::Pure, |_, _| Some(f64::NAN.into()));
    let n = Names::of(names);
    let hurt_one =
        Scope::new(&n.all).condition(&Condition::exists(Pattern::anything().with(hurt, true))).unwrap();
    for mut memory in [n.memory(), Memory::as_list(n.all.clone())] {
        memory.put(Resource::new(n.a).with(n.health, 60)).unwrap();
        assert!(!hurt_one.check(&memory));
        memory.set(n.a, n.health, 20).unwrap();
        assert!(hurt_one.check(&memory), "an index of what is computed would be empty");
        memory.set_own(n.health, 10).unwrap();
        assert_eq!(memory.own(hurt), Some(true.into()), "a slot holds no computed value");
        assert_eq!(memory.get(n.a, n.all.find_property("broken").unwrap()), None, "not a number is no value");
    }
}

#[test]
fn relations_are_sets_of_rows() {
    let n = Names::new();
    let mut memory = n.memory();
    let row = |id: Id, n: i32| [Value::from(id), Value::from(n)];
    assert_eq!(memory.relate(n.at, &row(n.a, 1)), Ok(true));
    assert_eq!(memory.relate(n.at, &row(n.a, 1)), Ok(false));
    assert_eq!(memory.relate(n.at, &row(n.b, 1)), Ok(true));
    assert_eq!(memory.relate(n.at, &row(n.a, 2)), Ok(true));
    assert!(memory.related(n.at, &row(n.b, 1)) && !memory.related(n.at, &row(n.b, 2)));
    let mut of_a = Vec::new();
    memory.rows(n.at, &[Some(n.a.into()), None], &mut |row| {
        of_a.extend(row[1].number());
        ControlFlow::Continue(())
    });
    assert_eq!(of_a, [1.0, 2.0]);
    assert_eq!(memory.unrelate(n.at, &row(n.a, 1)), Ok(true));
    assert_eq!(memory.unrelate(n.at, &row(n.a, 1)), Ok(false));
    assert_eq!(memory.rows_of(n.at).count(), 2);
    let short = memory.relate(n.at, &[n.a.into()]);
    assert_eq!(short, Err(MemoryError::Arity { relation: "at".into(), expected: 2, found: 1 }));
    assert!(memory.relate(n.at, &[n.a.into(), f64::NAN.into()]).is_err());
}

#[test]
fn rows_agree_with_every_known_column_of_a_wide_relation() {
    let mut names = declare();
    let wide = names.relation("wide", 18);
    let mut memory = Names::of(names).memory();
    for last in 0..3 {
        let mut row = vec![Value::from(0); 18];
        row[17] = last.into();
        memory.relate(wide, &row).unwrap();
    }
    let mut known = vec![None; 18];
    known[17] = Some(Value::from(1));
    let mut seen = 0;
    memory.rows(wide, &known, &mut |_| {
        seen += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(seen, 1);
}

// ---- noticing changes

/// R-004-009
#[test]
fn changes_tell_what_came_changed_and_went_once() {
    let n = Names::new();
    let mut memory = n.memory();
    for id in [n.b, n.c] {
        memory.put(Resource::new(id).with(n.rounds, 1)).unwrap();
    }
    memory.turn();
    memory.put(Resource::new(n.a)).unwrap();
    memory.set(n.b, n.rounds, 2).unwrap();
    memory.remove(n.c);
    let changes = Changes { added: vec![n.a], changed: vec![n.b], removed: vec![n.c] };
    assert_eq!(memory.changes(), changes);
    assert_eq!(memory.take_changes(), changes);
    assert!(memory.take_changes().is_empty() && !memory.has_changed());
    memory.set(n.b, n.rounds, 3).unwrap();
    assert_eq!(memory.take_changes().changed, [n.b], "also when it changes again before the decision");
    memory.set(n.b, n.rounds, 3).unwrap();
    assert!(memory.take_changes().is_empty(), "writing what is known already is no change");
}

#[test]
fn what_came_and_went_is_not_mentioned() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).with(n.rounds, 1)).unwrap();
    memory.remove(n.a);
    assert!(memory.changes().is_empty());
    memory.put(Resource::new(n.b).with(n.rounds, 1)).unwrap();
    memory.turn();
    memory.remove(n.b);
    memory.put(Resource::new(n.b).with(n.rounds, 2)).unwrap();
    assert_eq!(memory.changes(), Changes { changed: vec![n.b], ..Changes::default() });
}

#[test]
fn rows_count_as_change() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.relate(n.at, &[n.a.into(), n.b.into()]).unwrap();
    assert!(memory.has_changed());
    memory.turn();
    assert!(!memory.has_changed());
    memory.unrelate(n.at, &[n.a.into(), n.b.into()]).unwrap();
    assert!(memory.has_changed());
}

#[test]
fn before_is_what_was_at_the_last_decision() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).with(n.rounds, 1)).unwrap();
    assert_eq!(before(&memory, n.a, n.rounds), None);
    memory.turn();
    assert_eq!(before(&memory, n.a, n.rounds), Some(1.0));
    memory.set(n.a, n.rounds, 2).unwrap();
    memory.set(n.a, n.rounds, 3).unwrap();
    assert_eq!(before(&memory, n.a, n.rounds), Some(1.0));
    memory.turn();
    assert_eq!(before(&memory, n.a, n.rounds), Some(3.0));
    memory.unset(n.a, n.rounds);
    assert_eq!(before(&memory, n.a, n.rounds), Some(3.0));
    memory.turn();
    assert_eq!(before(&memory, n.a, n.rounds), None);
    memory.set_own(n.health, 5).unwrap();
    memory.turn();
    memory.set_own(n.health, 6).unwrap();
    assert_eq!(before(&memory, Id::SELF, n.health), Some(5.0));
}

#[test]
fn before_survives_that_a_thing_goes_and_comes_back() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).with(n.rounds, 1).with(n.health, 7)).unwrap();
    memory.turn();
    memory.set(n.a, n.rounds, 2).unwrap();
    memory.remove(n.a);
    assert_eq!(before(&memory, n.a, n.rounds), Some(1.0));
    assert_eq!(before(&memory, n.a, n.health), Some(7.0));
    memory.put(Resource::new(n.a).with(n.rounds, 3)).unwrap();
    memory.set(n.a, n.rounds, 4).unwrap();
    assert_eq!(before(&memory, n.a, n.rounds), Some(1.0));
    assert_eq!(before(&memory, n.a, n.health), Some(7.0), "also of what was not told again");
    memory.set(n.a, n.health, 8).unwrap();
    memory.remove(n.a);
    assert_eq!(before(&memory, n.a, n.health), Some(7.0));
    memory.turn();
    assert_eq!(before(&memory, n.a, n.health), None);
}

#[test]
fn a_channel_moves_with_exactly_the_changes_that_matter() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).kind(n.pickaxe).with(n.rounds, 1)).unwrap();
    memory.put(Resource::new(n.b).kind(n.ghost).with(n.rounds, 1)).unwrap();
    let watched = [
        Dependency::Kind(n.tool),
        Dependency::Property(n.rounds),
        Dependency::KindProperty(n.tool, n.rounds),
        Dependency::Own(n.health),
        Dependency::Relation(n.at),
        Dependency::Anything,
    ];
    let channels = watched.map(|dependency| memory.watch(dependency));
    assert_eq!(memory.watch(watched[0]), channels[0], "one channel a dependency");
    type Step<'a> = (&'a str, &'a dyn Fn(&mut Memory), [bool; 6]);
    let steps: &[Step<'_>] = &[
        ("a tool's rounds", &|m| m.set(n.a, n.rounds, 2).unwrap(), [false, true, true, false, false, true]),
        ("a ghost's rounds", &|m| m.set(n.b, n.rounds, 2).unwrap(), [false, true, false, false, false, true]),
        ("nothing new", &|m| m.set(n.b, n.rounds, 2).unwrap(), [false; 6]),
        ("own health", &|m| m.set_own(n.health, 2).unwrap(), [false, false, false, true, false, true]),
        ("a's health", &|m| m.set(n.a, n.health, 2).unwrap(), [false, false, false, false, false, true]),
        (
            "a row",
            &|m| assert_eq!(m.relate(n.at, &[1.into(), 2.into()]), Ok(true)),
            [false, false, false, false, true, true],
        ),
        ("the row again", &|m| assert_eq!(m.relate(n.at, &[1.into(), 2.into()]), Ok(false)), [false; 6]),
        (
            "a tool without rounds",
            &|m| m.put(Resource::new(n.c).kind(n.tool)).unwrap(),
            [true, false, false, false, false, true],
        ),
        ("it goes", &|m| assert!(m.remove(n.c)), [true, false, false, false, false, true]),
        ("a tool goes", &|m| assert!(m.remove(n.a)), [true, true, true, false, false, true]),
        (
            "a ghost becomes a tool",
            &|m| m.put(Resource::new(n.b).kind(n.tool)).unwrap(),
            [true, true, true, false, false, true],
        ),
        (
            "a tool becomes a ghost",
            &|m| m.put(Resource::new(n.b).kind(n.ghost)).unwrap(),
            [true, true, true, false, false, true],
        ),
        ("the turn of the tick", &Memory::turn, [false; 6]),
    ];
    for (what, step, expected) in steps {
        let versions = channels.map(|channel| memory.version(channel));
        step(&mut memory);
        let moved: Vec<bool> =
            channels.iter().zip(versions).map(|(channel, old)| memory.version(*channel) > old).collect();
        assert_eq!(moved, expected, "{what}");
        assert!(channels.iter().all(|channel| memory.version(*channel) <= memory.clock()));
    }
}

// ---- notes, time, forgetting

/// R-000-121
#[test]
fn notes_go_with_the_task_that_wrote_them() {
    let n = Names::new();
    let mut memory = n.memory();
    let (one, two, free) =
        (memory.note(n.tool, Some(1)), memory.note(n.tool, Some(2)), memory.note(n.tool, None));
    memory.put(Resource::new(n.a).kind(n.tool)).unwrap();
    assert!(one.is_note() && one != two && memory.is_a(one, n.tool));
    assert_eq!(memory.collect_notes(|task| task == 2), 1);
    assert_eq!(ids(&memory), [two, free, n.a]);
    assert_eq!(memory.collect_notes(|task| task == 2), 0);
}

#[test]
fn a_new_note_never_takes_the_place_of_one_told_by_others() {
    let n = Names::new();
    let (mut mine, mut theirs) = (n.memory(), n.memory());
    let theirs_first = theirs.note(n.tool, Some(7));
    theirs.set(theirs_first, n.rounds, 7).unwrap();
    let mut team = Team::new(n.all.clone());
    team.publish(1, theirs.thing(theirs_first).unwrap().clone());
    assert!(team.settle().is_empty());
    team.brief(&mut mine).unwrap();
    let note = mine.note(n.ghost, None);
    assert_ne!(note, theirs_first);
    assert_eq!((mine.len(), mine.get(theirs_first, n.rounds)), (2, Some(7.into())));
    assert_eq!(mine.collect_notes(|_| false), 0, "task 7 of another agent is nobody's task here");
}

/// R-004-008
#[test]
fn time_runs_out() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).with(n.time, 30)).unwrap();
    memory.put(Resource::new(n.b).with(n.time, f64::INFINITY)).unwrap();
    memory.turn();
    for nothing in [0.0, -5.0, f64::NAN] {
        memory.pass(nothing);
    }
    assert!(!memory.has_changed());
    memory.pass(29.5);
    assert_eq!(memory.get(n.a, n.time), Some(0.5.into()));
    memory.turn();
    memory.pass(1.0);
    assert_eq!(memory.changes(), Changes { removed: vec![n.a], ..Changes::default() });
    assert_eq!(memory.get(n.b, n.time), Some(f64::INFINITY.into()));
}

/// R-000-124
#[test]
fn what_was_not_seen_for_long_is_forgotten() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Resource::new(n.a).kind(n.ghost)).unwrap();
    memory.put(Resource::new(n.b).kind(n.weapon)).unwrap();
    memory.put(Resource::new(n.c).with(n.time, 1000)).unwrap();
    let policy = Forgetting {
        after: vec![(n.weapon, 100_000_000)],
        after_any: Some(10_000_000),
        ..Forgetting::default()
    };
    memory.set_time(at_second(6));
    memory.put(Resource::new(n.a).kind(n.ghost)).unwrap();
    memory.set_time(at_second(10));
    assert!(memory.forget(&policy, &|_| false).is_empty());
    memory.set_time(at_second(11));
    memory.pass(1.0);
    assert_eq!(memory.forget(&policy, &|_| false), [n.c], "a was seen again; growing old is not being seen");
    memory.set_time(at_second(101));
    assert_eq!(memory.forget(&policy, &|id| id == n.a), [n.b]);
    assert_eq!(ids(&memory), [n.a]);
    assert!(memory.forget(&Forgetting::default(), &|_| false).is_empty());
}

/// R-000-124
#[test]
fn what_is_too_much_is_forgotten_from_the_least_recently_seen_on() {
    let n = Names::new();
    let mut memory = n.memory();
    for (second, id) in [(0, n.a), (1, n.b), (2, n.c), (3, n.a)] {
        memory.set_time(at_second(second));
        memory.put(Resource::new(id)).unwrap();
    }
    let policy = Forgetting { capacity: Some(2), ..Forgetting::default() };
    assert_eq!(memory.forget(&policy, &|_| false), [n.b]);
    assert!(memory.forget(&policy, &|_| false).is_empty());
}

proptest! {
    /// R-000-124
    #[test]
    fn what_live_tasks_use_is_never_forgotten(
        things in prop::collection::vec((0_u64..40, 0_u64..20, any::<bool>()), 0..40),
        capacity in prop::option::of(0_usize..20),
        after in prop::option::of(0_u64..20_000_000),
        spared in prop::collection::btree_set(0_u64..40, 0..10),
    ) {
        let n = Names::new();
        let mut memory = n.memory();
        for (id, second, ghost) in &things {
            memory.set_time(at_second(*second));
            let thing = Resource::new(Id::new(*id));
            memory.put(if *ghost { thing.kind(n.ghost) } else { thing }).unwrap();
        }
        memory.set_time(at_second(20));
        let all = ids(&memory);
        let old = |id: &Id, memory: &Memory| {
            let thing = memory.thing(*id).unwrap();
            let age = 20_000_000 - thing.seen().micros;
            if thing.is_a(n.ghost) { age > 5_000_000 } else { after.is_some_and(|after| age > after) }
        };
        let before = memory.clone();
        let policy = Forgetting { after: vec![(n.ghost, 5_000_000)], after_any: after, capacity };
        let spare = |id: Id| id.number().is_some_and(|number| spared.contains(&number));
        let gone = memory.forget(&policy, &spare);
        let kept = ids(&memory);
        prop_assert!(all.iter().filter(|id| spare(**id)).all(|id| kept.contains(id)));
        prop_assert_eq!(all.len(), kept.len() + gone.len());
        let unspared = kept.iter().filter(|id| !spare(**id)).count();
        if let Some(capacity) = capacity {
            prop_assert!(kept.len() <= capacity || unspared == 0);
        }
        let young = gone.iter().filter(|id| !old(id, &before)).count();
        prop_assert!(young == 0 || capacity.is_some_and(|capacity| kept.len() >= capacity), "no more than need be");
        prop_assert!(kept.iter().filter(|id| !spare(**id)).all(|id| !old(id, &memory)));
    }
}

// ---- saving, adopting, teams

/// Everything that can be observed of a memory.
fn observed(memory: &Memory) -> Vec<String> {
    let names = memory.vocabulary();
    let mut seen = vec![format!("{:?} {:?} {}", memory.time(), memory.changes(), memory.has_changed())];
    for id in std::iter::once(Id::SELF).chain(ids(memory)).chain(memory.changes().removed) {
        let thing = memory.thing(id);
        seen.push(format!("{id:?} {:?} {:?}", memory.exists(id), thing.map(Resource::seen)));
        for property in names.properties() {
            seen.push(format!(
                "  {} {:?} was {:?} {} {:?}",
                names.property_name(property),
                memory.values(id, property).as_slice(),
                memory.before(id, property).as_slice(),
                memory.divisible(id, property),
                thing.and_then(|thing| thing.stamp(property)),
            ));
        }
    }
    for relation in names.relations() {
        seen.push(format!("{:?}", memory.rows_of(relation).collect::<Vec<_>>()));
    }
    seen
}

/// A memory in the middle of a tick, with something of everything.
fn busy(n: &Names) -> Memory {
    let mut memory = n.memory();
    memory.set_time(at_second(1));
    memory.set_own_kind(n.ghost);
    memory.set_own(n.health, 40).unwrap();
    memory.set_own(n.rounds, 6).unwrap();
    memory.put(Resource::new(n.a).kind(n.pickaxe).divisible(n.rounds, 53.0).with(n.colour, n.red)).unwrap();
    memory
        .put(Resource::new(Id::new(5)).with(n.time, f64::INFINITY).with(n.place, Point::flat(1.0, 2.0)))
        .unwrap();
    memory.put(Resource::new(n.c).with(n.rounds, 1)).unwrap();
    let note = memory.note(n.tool, Some(9));
    memory.relate(n.at, &[note.into(), "here".into()]).unwrap();
    memory.relate(n.at, &[n.a.into(), vec![n.red.into(), true.into()].into()]).unwrap();
    memory.turn();
    memory.set_time(at_second(2));
    memory.set_own(n.health, 30).unwrap();
    memory.set(n.a, n.colour, n.blue).unwrap();
    memory.unset(n.a, n.rounds);
    memory.remove(n.c);
    memory.put(Resource::new(n.b).kind(n.weapon)).unwrap();
    memory
}

#[test]
fn a_restored_memory_answers_every_question_alike() {
    let n = Names::new();
    let mut memory = busy(&n);
    let mut restored = Memory::restore(n.all.clone(), &memory.snapshot()).unwrap();
    assert_eq!(observed(&restored), observed(&memory));
    assert_eq!(restored.before(n.c, n.rounds).number(), Some(1.0), "also of what just went");
    assert_eq!(restored.snapshot(), memory.snapshot());
    for memory in [&mut memory, &mut restored] {
        assert_eq!(memory.collect_notes(|_| false), 1);
        memory.note(n.tool, None);
        memory.set(n.b, n.rounds, 1).unwrap();
        memory.turn();
        memory.put(Resource::new(n.c)).unwrap();
    }
    assert_eq!(observed(&restored), observed(&memory), "and goes on alike");
}

#[test]
fn a_snapshot_that_does_not_fit_the_vocabulary_is_refused() {
    let n = Names::new();
    let snapshot = busy(&n).snapshot();
    let bare = Vocabulary::new().finish().unwrap();
    let error = Memory::restore(bare, &snapshot).unwrap_err();
    assert!(error.to_string().starts_with("this saved memory cannot be restored: the kind"), "{error}");
}

#[cfg(feature = "serde")]
mod saved_as_text {
    use super::*;

    #[test]
    fn a_snapshot_survives_as_json() {
        let n = Names::new();
        let snapshot = busy(&n).snapshot();
        let text = serde_json::to_string(&snapshot).unwrap();
        assert_eq!(serde_json::from_str::<Snapshot>(&text).unwrap(), snapshot);
    }

    #[test]
    fn a_snapshot_tampered_with_is_refused_without_a_panic() {
        let n = Names::new();
        let good = serde_json::to_value(busy(&n).snapshot()).unwrap();
        let restore = |value: serde_json::Value| {
            Memory::restore(n.all.clone(), &serde_json::from_value(value).unwrap())
        };
        for (path, value) in [
            ("/next_order", serde_json::json!(u64::MAX)),
            ("/next_note", serde_json::json!(u64::MAX)),
            ("/things/1/order", serde_json::json!(u64::MAX)),
            ("/things/2/order", serde_json::json!(0)),
            ("/things/1/properties/0/name", serde_json::json!("ID")),
            ("/things/1/properties/0/name", serde_json::json!("nonsense")),
            ("/things/1/properties/0/name", serde_json::json!("kind")),
        ] {
            let mut bad = good.clone();
            *bad.pointer_mut(path).unwrap() = value;
            assert!(restore(bad).is_err(), "{path}");
        }
        let mut bad = good.clone();
        let first = bad["things"][1].clone();
        bad["things"][2] = first;
        assert!(restore(bad).is_err(), "one thing twice");
        let mut low = good;
        low["next_note"] = serde_json::json!(0);
        let mut memory = restore(low).unwrap();
        let notes = memory.things().filter(|thing| thing.id().is_note()).count();
        memory.note(n.tool, None);
        assert_eq!(memory.things().filter(|thing| thing.id().is_note()).count(), notes + 1);
    }
}

#[test]
fn a_memory_goes_on_with_a_larger_vocabulary() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.set_own(n.health, 7).unwrap();
    memory.set_own(n.rounds, 6).unwrap();
    memory.put(Resource::new(n.a).kind(n.weapon).with(n.rounds, 3)).unwrap();
    memory.relate(n.at, &[n.a.into(), n.b.into()]).unwrap();
    let mut more = (*n.all).clone();
    let shape = more.own("shape", Type::Symbol);
    let near = more.relation("near", 1);
    let thing = more.kind("thing");
    more.kind_of("weapon", thing);
    more.index(n.rounds);
    let more = more.finish().unwrap();
    memory.adopt(more.clone()).unwrap();
    assert_eq!((memory.own(n.health), memory.own(n.rounds)), (Some(7.into()), Some(6.into())));
    assert_eq!(memory.own(shape), None);
    memory.set_own(shape, n.red).unwrap();
    assert_eq!((memory.own(shape), memory.own(n.rounds)), (Some(n.red.into()), Some(6.into())));
    assert_eq!(memory.relate(near, &[n.a.into()]), Ok(true));
    assert!(memory.related(n.at, &[n.a.into(), n.b.into()]));
    assert!(memory.is_a(n.a, thing), "the new parent of a kind is one of what is known too");
    let equal = [(n.rounds, 3.into())];
    assert_eq!(found(&memory, &Query { kind: Some(thing), equal: &equal }), [n.a]);
    let stranger = Vocabulary::new().finish().unwrap();
    assert!(matches!(memory.adopt(stranger), Err(VocabularyError::NotAnExtension)));
    assert_eq!(memory.own(n.health), Some(7.into()));
}

#[test]
fn handles_in_another_order_are_no_extension() {
    let declare = |first, second| {
        let mut names = Vocabulary::new();
        names.symbol("a");
        names.symbol("b");
        names.property(first, Type::Number);
        names.property(second, Type::Number);
        names.finish().unwrap()
    };
    assert!(!declare("b", "a").extends(&declare("a", "b")));
    assert!(declare("a", "b").extends(&declare("a", "b")));
}

#[test]
fn a_team_learns_the_same_whichever_member_speaks_first() {
    let n = Names::new();
    let news = [
        (2, Some(Resource::new(n.a).with(n.rounds, 2))),
        (1, Some(Resource::new(n.a).with(n.rounds, 1).with(n.colour, n.red))),
        (3, Some(Resource::new(n.b))),
        (4, None),
    ];
    let learn = |order: [usize; 4]| {
        let mut team = Team::new(n.all.clone());
        for at in order {
            match &news[at] {
                (member, Some(thing)) => team.publish(*member, thing.clone()),
                (member, None) => team.retract(*member, n.b),
            }
            assert!(team.memory().is_empty(), "nothing is known before the tick ends");
        }
        assert!(team.settle().is_empty());
        observed(team.memory())
    };
    let first = learn([0, 1, 2, 3]);
    assert_eq!(learn([3, 2, 1, 0]), first);
    assert_eq!(learn([1, 3, 0, 2]), first);
}

#[test]
fn a_team_tells_its_members_and_what_was_refused() {
    let n = Names::new();
    let mut team = Team::new(n.all.clone());
    team.publish(1, Resource::new(n.a).with(n.rounds, 2));
    team.publish(1, Resource::new(n.b).with(n.rounds, f64::NAN));
    assert_eq!(team.settle(), [MemoryError::NotANumber { property: "rounds".into() }]);
    assert_eq!(team.memory().changes().added, [n.a]);
    let mut member = n.memory();
    member.put(Resource::new(n.a).with(n.colour, n.red)).unwrap();
    team.brief(&mut member).unwrap();
    assert_eq!(member.get(n.a, n.rounds), Some(2.into()));
    assert_eq!(member.get(n.a, n.colour), Some(n.red.into()));
    assert!(team.settle().is_empty());
    assert!(team.memory().changes().is_empty(), "a quiet tick has no news");
}
