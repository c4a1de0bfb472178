//! Writing and reading.

use super::*;

/// R-004-003
#[test]
fn putting_a_known_id_brings_the_thing_up_to_date() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).kind(n.weapon).with(n.rounds, 53).with(n.colour, n.red)).unwrap();
    memory.end_tick();
    memory.put(Thing::new(n.a).with(n.rounds, 40)).unwrap();
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
    memory.insert(Thing::new(n.a).with(n.rounds, 1)).unwrap();
    let twice = memory.insert(Thing::new(n.a).with(n.rounds, 2));
    assert_eq!(twice, Err(MemoryError::Known(n.a)));
    assert_eq!(memory.get(n.a, n.rounds), Some(1.into()));
    assert_eq!(memory.insert(Thing::new(Id::SELF)), Err(MemoryError::Known(Id::SELF)));
}

/// R-000-002
#[test]
fn the_id_is_a_property_like_any_other() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a)).unwrap();
    memory.put(Thing::new(n.b)).unwrap();
    assert_eq!(memory.get(n.a, Property::ID), Some(n.a.into()));
    assert_eq!(memory.get(n.c, Property::ID), None);
    let equal = [(Property::ID, n.b.into())];
    assert_eq!(found(&memory, &Query { kind: None, equal: &equal }), [n.b]);
    assert!(matches!(memory.set(n.a, Property::ID, n.b), Err(MemoryError::Computed(..))));
}

/// R-000-001, R-004-001, R-004-004
#[test]
fn a_property_may_have_several_values() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).with_all(n.colour, [n.red.into(), n.blue.into()])).unwrap();
    assert_eq!(memory.values(n.a, n.colour).as_slice(), [n.red.into(), n.blue.into()]);
    memory.set_all(n.a, n.colour, [Value::from(n.blue)]).unwrap();
    let equal = [(n.colour, n.red.into())];
    assert!(found(&memory, &Query { kind: None, equal: &equal }).is_empty(), "the index follows");
    assert!(matches!(memory.set_all(n.a, n.colour, []), Err(MemoryError::NoValue(..))));
}

/// R-004-004
#[test]
fn a_life_span_has_one_value() {
    let n = Names::new();
    let mut memory = n.memory();
    let two = Thing::new(n.a).with_all(n.time, [3.into(), 4.into()]);
    assert_eq!(memory.put(two), Err(MemoryError::SingleValued("TIME".into())));
    assert!(memory.is_empty());
}

/// R-004-002
#[test]
fn a_thing_that_lacks_a_required_property_is_refused_by_name() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.require(&[n.time, Property::KIND]);
    let missing = |memory: &mut Memory, thing| match memory.put(thing) {
        Err(MemoryError::Missing(_, property)) => property,
        other => panic!("{other:?}"),
    };
    assert_eq!(missing(&mut memory, Thing::new(n.a).kind(n.ghost)), "TIME");
    assert_eq!(missing(&mut memory, Thing::new(n.a).with(n.time, 1)), "kind");
    assert!(memory.is_empty() && !memory.has_changed());
    memory.put(Thing::new(n.a).kind(n.ghost).with(n.time, 1)).unwrap();
    memory.put(Thing::new(n.a).with(n.rounds, 1)).unwrap();
    assert_eq!(memory.len(), 1, "a known thing need not be told in full again");
    memory.require(&[]);
    memory.put(Thing::new(n.b)).unwrap();
}

#[test]
fn a_thing_of_a_kind_is_of_the_parent_kinds_too() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).kind(n.pickaxe).kind(n.weapon)).unwrap();
    for kind in [n.pickaxe, n.weapon, n.tool] {
        assert!(memory.is_a(n.a, kind));
        assert_eq!(found(&memory, &Query { kind: Some(kind), equal: &[] }), [n.a]);
    }
    memory.put(Thing::new(n.a).kind(n.ghost)).unwrap();
    assert!(memory.is_a(n.a, n.ghost) && !memory.is_a(n.a, n.tool), "new kinds replace the old");
    assert!(found(&memory, &Query { kind: Some(n.tool), equal: &[] }).is_empty());
}

#[test]
fn kinds_can_be_set_as_a_property() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).kind(n.ghost)).unwrap();
    let tools = memory.watch(Dependency::Kind(n.tool));
    let version = memory.version(tools);
    memory.set(n.a, Property::KIND, n.pickaxe.symbol()).unwrap();
    assert!(memory.is_a(n.a, n.pickaxe) && memory.is_a(n.a, n.tool) && !memory.is_a(n.a, n.ghost));
    assert!(memory.version(tools) > version);
    let number = Thing::new(n.b).with(Property::KIND, f64::NAN);
    assert!(matches!(memory.put(number), Err(MemoryError::NotANumber(..))));
}

#[test]
fn the_agent_itself_may_be_of_a_kind() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.set_own_kind(n.pickaxe);
    memory.put(Thing::new(n.a).kind(n.tool)).unwrap();
    assert_eq!(found(&memory, &Query { kind: Some(n.tool), equal: &[] }), [Id::SELF, n.a]);
    assert_eq!(ids(&memory), [n.a], "but it is no thing that it knows of");
}

#[test]
fn numbers_are_kept_within_their_limits() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.set_own(n.health, 250).unwrap();
    assert_eq!(memory.own(n.health), Some(100.into()));
    memory.put(Thing::new(n.a).with(n.health, f64::NEG_INFINITY)).unwrap();
    assert_eq!(memory.get(n.a, n.health), Some(0.into()));
}

#[test]
fn values_of_the_wrong_sort_are_refused_and_change_nothing() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).with(n.rounds, 1).with(n.colour, n.red)).unwrap();
    memory.end_tick();
    let wrong = memory.set(n.a, n.rounds, n.red).unwrap_err();
    assert_eq!(wrong.to_string(), "`rounds` cannot hold red: it holds numbers");
    let wrong = memory.set(n.a, n.colour, n.tool.symbol()).unwrap_err();
    assert_eq!(wrong.to_string(), "`colour` cannot hold tool: it holds one of red, blue");
    assert!(matches!(memory.set(n.a, n.rounds, f64::NAN), Err(MemoryError::NotANumber(..))));
    assert!(matches!(memory.set(n.a, n.distance, 3), Err(MemoryError::Computed(..))));
    assert_eq!(memory.set(n.b, n.rounds, 3), Err(MemoryError::Unknown(n.b)));
    let half_good = Thing::new(n.a).with(n.rounds, 2).with(n.health, f64::NAN);
    assert!(memory.put(half_good).is_err());
    assert_eq!(memory.get(n.a, n.rounds), Some(1.into()));
    assert!(!memory.has_changed());
}

/// R-000-004
#[test]
fn only_one_number_can_be_divisible() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).divisible(n.rounds, 53.0)).unwrap();
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
    let refused = memory.put(Thing::new(n.a).divisible(n.rounds, 53.0));
    assert_eq!(refused, Err(MemoryError::NotDivisible("rounds".into())));
}

#[test]
fn names_of_another_vocabulary_are_refused() {
    let n = Names::new();
    let mut other = declare();
    let (kind, property) = (other.kind("alien"), other.property("alien_size", Type::Number));
    let relation = other.relation("alien_at", 1);
    let mut memory = n.memory();
    assert_eq!(memory.put(Thing::new(n.a).with(property, 1)), Err(MemoryError::Foreign));
    assert_eq!(memory.put(Thing::new(n.a).kind(kind)), Err(MemoryError::Foreign));
    assert_eq!(memory.relate(relation, &[n.a.into()]), Err(MemoryError::Foreign));
    memory.put(Thing::new(n.a)).unwrap();
    assert_eq!(memory.get(n.a, property), None);
    assert!(!memory.is_a(n.a, kind) && !memory.related(relation, &[n.a.into()]));
    assert_eq!(memory.count_rows(relation), 0);
}

#[test]
fn a_property_can_be_taken_away() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).with(n.colour, n.red)).unwrap();
    memory.end_tick();
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
    memory.put(Thing::new(n.a).kind(n.ghost).with(n.colour, n.red)).unwrap();
    memory.put(Thing::new(n.b).kind(n.ghost).with(n.colour, n.red)).unwrap();
    assert!(memory.remove(n.a) && !memory.remove(n.a) && !memory.remove(Id::SELF));
    assert!(!memory.exists(n.a) && memory.exists(Id::SELF));
    let equal = [(n.colour, n.red.into())];
    assert_eq!(found(&memory, &Query { kind: Some(n.ghost), equal: &equal }), [n.b]);
    memory.put(Thing::new(n.a).kind(n.ghost)).unwrap();
    assert_eq!(ids(&memory), [n.b, n.a], "what comes back comes last");
}

#[test]
fn own_properties_are_slots_and_others_may_have_them_too() {
    let n = Names::new();
    let mut memory = n.memory();
    assert_eq!(memory.own(n.health), None);
    memory.set_own(n.health, 50).unwrap();
    memory.set_own(n.rounds, 6).unwrap();
    memory.put(Thing::new(n.a).with(n.health, 20)).unwrap();
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
        memory.put(Thing::new(id).with(n.place, Point::flat(3.0, 4.0))).unwrap();
    }
    memory.end_tick();
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
    let hurt = names.computed("hurt", Type::Bool, Purity::Volatile, move |facts, id| {
        Some((facts.values(id, health).number()? < 50.0).into())
    });
    names.own("hurt", Type::Bool);
    names.computed("broken", Type::Number, Purity::Pure, |_, _| Some(f64::NAN.into()));
    let n = Names::of(names);
    let hurt_one =
        Scope::new(&n.all).condition(&Condition::exists(Pattern::anything().with(hurt, true))).unwrap();
    for mut memory in [n.memory(), Memory::as_list(n.all.clone())] {
        memory.put(Thing::new(n.a).with(n.health, 60)).unwrap();
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
