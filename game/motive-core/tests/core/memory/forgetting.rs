//! Notes, time, forgetting.

use super::*;

/// R-000-121
#[test]
fn notes_go_with_the_task_that_wrote_them() {
    let n = Names::new();
    let mut memory = n.memory();
    let (one, two, free) =
        (memory.note(n.tool, Some(1)), memory.note(n.tool, Some(2)), memory.note(n.tool, None));
    memory.put(Thing::new(n.a).kind(n.tool)).unwrap();
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
    memory.put(Thing::new(n.a).with(n.time, 30)).unwrap();
    memory.put(Thing::new(n.b).with(n.time, f64::INFINITY)).unwrap();
    memory.end_tick();
    for nothing in [0.0, -5.0, f64::NAN] {
        memory.age(nothing);
    }
    assert!(!memory.has_changed());
    memory.age(29.5);
    assert_eq!(memory.get(n.a, n.time), Some(0.5.into()));
    memory.end_tick();
    memory.age(1.0);
    assert_eq!(memory.changes(), Changes { removed: vec![n.a], ..Changes::default() });
    assert_eq!(memory.get(n.b, n.time), Some(f64::INFINITY.into()));
}

/// R-000-124
#[test]
fn what_was_not_seen_for_long_is_forgotten() {
    let n = Names::new();
    let mut memory = n.memory();
    memory.put(Thing::new(n.a).kind(n.ghost)).unwrap();
    memory.put(Thing::new(n.b).kind(n.weapon)).unwrap();
    memory.put(Thing::new(n.c).with(n.time, 1000)).unwrap();
    let policy = ForgettingPolicy {
        after: vec![(n.weapon, 100_000_000)],
        after_any: Some(10_000_000),
        ..ForgettingPolicy::default()
    };
    memory.set_time(at_second(6));
    memory.put(Thing::new(n.a).kind(n.ghost)).unwrap();
    memory.set_time(at_second(10));
    assert!(memory.forget(&policy, &|_| false).is_empty());
    memory.set_time(at_second(11));
    memory.age(1.0);
    assert_eq!(memory.forget(&policy, &|_| false), [n.c], "a was seen again; growing old is not being seen");
    memory.set_time(at_second(101));
    assert_eq!(memory.forget(&policy, &|id| id == n.a), [n.b]);
    assert_eq!(ids(&memory), [n.a]);
    assert!(memory.forget(&ForgettingPolicy::default(), &|_| false).is_empty());
}

/// R-000-124
#[test]
fn what_is_too_much_is_forgotten_from_the_least_recently_seen_on() {
    let n = Names::new();
    let mut memory = n.memory();
    for (second, id) in [(0, n.a), (1, n.b), (2, n.c), (3, n.a)] {
        memory.set_time(at_second(second));
        memory.put(Thing::new(id)).unwrap();
    }
    let policy = ForgettingPolicy { capacity: Some(2), ..ForgettingPolicy::default() };
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
            let thing = Thing::new(Id::new(*id));
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
        let policy = ForgettingPolicy { after: vec![(n.ghost, 5_000_000)], after_any: after, capacity };
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
