//! Saving, adopting, teams.

use super::*;

/// Everything that can be observed of a memory.
fn observed(memory: &Memory) -> Vec<String> {
    let names = memory.vocabulary();
    let mut seen = vec![format!("{:?} {:?} {}", memory.time(), memory.changes(), memory.has_changed())];
    for id in std::iter::once(Id::SELF).chain(ids(memory)).chain(memory.changes().removed) {
        let thing = memory.thing(id);
        seen.push(format!("{id:?} {:?} {:?}", memory.exists(id), thing.map(Thing::seen)));
        for property in names.properties() {
            seen.push(format!(
                "  {} {:?} was {:?} {} {:?}",
                names.property_name(property),
                memory.values(id, property).as_slice(),
                memory.previous(id, property).as_slice(),
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
    memory.put(Thing::new(n.a).kind(n.pickaxe).divisible(n.rounds, 53.0).with(n.colour, n.red)).unwrap();
    memory
        .put(Thing::new(Id::new(5)).with(n.time, f64::INFINITY).with(n.place, Point::flat(1.0, 2.0)))
        .unwrap();
    memory.put(Thing::new(n.c).with(n.rounds, 1)).unwrap();
    let note = memory.note(n.tool, Some(9));
    memory.relate(n.at, &[note.into(), "here".into()]).unwrap();
    memory.relate(n.at, &[n.a.into(), vec![n.red.into(), true.into()].into()]).unwrap();
    memory.end_tick();
    memory.set_time(at_second(2));
    memory.set_own(n.health, 30).unwrap();
    memory.set(n.a, n.colour, n.blue).unwrap();
    memory.unset(n.a, n.rounds);
    memory.remove(n.c);
    memory.put(Thing::new(n.b).kind(n.weapon)).unwrap();
    memory
}

#[test]
fn a_restored_memory_answers_every_question_alike() {
    let n = Names::new();
    let mut memory = busy(&n);
    let mut restored = Memory::restore(n.all.clone(), &memory.snapshot()).unwrap();
    assert_eq!(observed(&restored), observed(&memory));
    assert_eq!(restored.previous(n.c, n.rounds).number(), Some(1.0), "also of what just went");
    assert_eq!(restored.snapshot(), memory.snapshot());
    for memory in [&mut memory, &mut restored] {
        assert_eq!(memory.collect_notes(|_| false), 1);
        memory.note(n.tool, None);
        memory.set(n.b, n.rounds, 1).unwrap();
        memory.end_tick();
        memory.put(Thing::new(n.c)).unwrap();
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
    memory.put(Thing::new(n.a).kind(n.weapon).with(n.rounds, 3)).unwrap();
    memory.relate(n.at, &[n.a.into(), n.b.into()]).unwrap();
    let mut more = (*n.all).clone();
    let shape = more.own("shape", Type::Symbol);
    let near = more.relation("near", 1);
    let thing = more.kind("thing");
    more.kind_of("weapon", thing);
    more.index(n.rounds);
    let more = more.finish().unwrap();
    memory.extend_vocabulary(more.clone()).unwrap();
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
    assert!(matches!(memory.extend_vocabulary(stranger), Err(VocabularyError::NotAnExtension)));
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
        (2, Some(Thing::new(n.a).with(n.rounds, 2))),
        (1, Some(Thing::new(n.a).with(n.rounds, 1).with(n.colour, n.red))),
        (3, Some(Thing::new(n.b))),
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
    team.publish(1, Thing::new(n.a).with(n.rounds, 2));
    team.publish(1, Thing::new(n.b).with(n.rounds, f64::NAN));
    assert_eq!(team.settle(), [MemoryError::NotANumber("rounds".into())]);
    assert_eq!(team.memory().changes().added, [n.a]);
    let mut member = n.memory();
    member.put(Thing::new(n.a).with(n.colour, n.red)).unwrap();
    team.brief(&mut member).unwrap();
    assert_eq!(member.get(n.a, n.rounds), Some(2.into()));
    assert_eq!(member.get(n.a, n.colour), Some(n.red.into()));
    assert!(team.settle().is_empty());
    assert!(team.memory().changes().is_empty(), "a quiet tick has no news");
}
