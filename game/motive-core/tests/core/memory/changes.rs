//! Noticing changes.

use super::*;

/// R-004-009
#[test]
fn changes_tell_what_came_changed_and_went_once() {
    let n = Names::new();
    let mut memory = n.memory();
    for id in [n.b, n.c] {
        memory.put(Thing::new(id).with(n.rounds, 1)).unwrap();
    }
    memory.end_tick();
    memory.put(Thing::new(n.a)).unwrap();
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
    memory.put(Thing::new(n.a).with(n.rounds, 1)).unwrap();
    memory.remove(n.a);
    assert!(memory.changes().is_empty());
    memory.put(Thing::new(n.b).with(n.rounds, 1)).unwrap();
    memory.end_tick();
    memory.remove(n.b);
    memory.put(Thing::new(n.b).with(n.rounds, 2)).unwrap();
    assert_eq!(memory.changes(), Changes { changed: vec![n.b], ..Changes::default() });
}

#[test]
fn rows_count_as_change() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.relate(n.at, &[n.a.into(), n.b.into()]).unwrap();
    assert!(memory.has_changed());
    memory.end_tick();
    assert!(!memory.has_changed());
    memory.unrelate(n.at, &[n.a.into(), n.b.into()]).unwrap();
    assert!(memory.has_changed());
}

#[test]
fn before_is_what_was_at_the_last_decision() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).with(n.rounds, 1)).unwrap();
    assert_eq!(previous(&memory, n.a, n.rounds), None);
    memory.end_tick();
    assert_eq!(previous(&memory, n.a, n.rounds), Some(1.0));
    memory.set(n.a, n.rounds, 2).unwrap();
    memory.set(n.a, n.rounds, 3).unwrap();
    assert_eq!(previous(&memory, n.a, n.rounds), Some(1.0));
    memory.end_tick();
    assert_eq!(previous(&memory, n.a, n.rounds), Some(3.0));
    memory.unset(n.a, n.rounds);
    assert_eq!(previous(&memory, n.a, n.rounds), Some(3.0));
    memory.end_tick();
    assert_eq!(previous(&memory, n.a, n.rounds), None);
    memory.set_own(n.health, 5).unwrap();
    memory.end_tick();
    memory.set_own(n.health, 6).unwrap();
    assert_eq!(previous(&memory, Id::SELF, n.health), Some(5.0));
}

#[test]
fn before_survives_that_a_number_changes_and_then_the_thing_goes() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).with(n.rounds, 1)).unwrap();
    memory.end_tick();
    memory.set(n.a, n.rounds, 2).unwrap();
    assert_eq!(previous(&memory, n.a, n.rounds), Some(1.0));
    memory.remove(n.a);
    assert_eq!(previous(&memory, n.a, n.rounds), Some(1.0));
    assert!(!memory.all_changed(|_, property| property != n.rounds), "the change is still told");
}

#[test]
fn before_survives_that_a_thing_goes_and_comes_back() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).with(n.rounds, 1).with(n.health, 7)).unwrap();
    memory.end_tick();
    memory.set(n.a, n.rounds, 2).unwrap();
    memory.remove(n.a);
    assert_eq!(previous(&memory, n.a, n.rounds), Some(1.0));
    assert_eq!(previous(&memory, n.a, n.health), Some(7.0));
    memory.put(Thing::new(n.a).with(n.rounds, 3)).unwrap();
    memory.set(n.a, n.rounds, 4).unwrap();
    assert_eq!(previous(&memory, n.a, n.rounds), Some(1.0));
    assert_eq!(previous(&memory, n.a, n.health), Some(7.0), "also of what was not told again");
    memory.set(n.a, n.health, 8).unwrap();
    memory.remove(n.a);
    assert_eq!(previous(&memory, n.a, n.health), Some(7.0));
    memory.end_tick();
    assert_eq!(previous(&memory, n.a, n.health), None);
}

#[test]
fn a_channel_moves_with_exactly_the_changes_that_matter() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).kind(n.pickaxe).with(n.rounds, 1)).unwrap();
    memory.put(Thing::new(n.b).kind(n.ghost).with(n.rounds, 1)).unwrap();
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
            &|m| m.put(Thing::new(n.c).kind(n.tool)).unwrap(),
            [true, false, false, false, false, true],
        ),
        ("it goes", &|m| assert!(m.remove(n.c)), [true, false, false, false, false, true]),
        ("a tool goes", &|m| assert!(m.remove(n.a)), [true, true, true, false, false, true]),
        (
            "a ghost becomes a tool",
            &|m| m.put(Thing::new(n.b).kind(n.tool)).unwrap(),
            [true, true, true, false, false, true],
        ),
        (
            "a tool becomes a ghost",
            &|m| m.put(Thing::new(n.b).kind(n.ghost)).unwrap(),
            [true, true, true, false, false, true],
        ),
        ("the turn of the tick", &Memory::end_tick, [false; 6]),
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

/// A host may leave a number unwritten while nothing that was watched last can tell the difference.
#[test]
fn a_number_is_quiet_between_what_the_last_watch_compares_it_with() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).kind(n.ghost).with(n.rounds, 5).with(n.time, 2)).unwrap();
    let at = |number: f64| Threshold::new(number).unwrap();
    let crosses = |number| Dependency::KindCrosses(n.ghost, n.rounds, at(number));
    let [near, far, other] = [crosses(3.0), crosses(6.0), Dependency::KindCrosses(n.tool, n.rounds, at(5.5))]
        .map(|on| memory.watch(on));
    let any = memory.watch(Dependency::KindProperty(n.ghost, n.rounds));
    let watch = memory.watch_for_change([near, far, other]);
    assert_eq!(memory.quiet_range(watch, n.a, n.rounds), Some((3.0, 6.0)), "it is no tool");
    assert_eq!(memory.quiet_range(watch, n.a, n.time), Some((f64::NEG_INFINITY, f64::INFINITY)));
    assert_eq!(memory.quiet_range(watch, n.b, n.rounds), None, "it is not known");
    memory.set(n.a, n.rounds, 5.9).unwrap();
    assert!(memory.is_unchanged(watch));
    memory.set(n.a, n.rounds, 6).unwrap();
    assert!(!memory.is_unchanged(watch));
    assert_eq!(memory.quiet_range(watch, n.a, n.rounds), None, "something has changed");
    let watch = memory.watch_for_change([far]);
    assert_eq!(memory.quiet_range(watch, n.a, n.rounds), None, "it is at the threshold");
    let watch = memory.watch_for_change([any]);
    assert_eq!(memory.quiet_range(watch, n.a, n.rounds), None, "any change is one");
}
