//! Resources and memory as the 2002 report has them.

use crate::report_common::*;
use motive::arbiter::*;
use motive::kernel::*;

fn memory(w: &Words) -> Memory {
    Memory::new(w.0.clone())
}

/// R-004-002: which labels are mandatory is for the memory to say. An id cannot be left out: a thing is made from one.
#[test]
fn a_thing_that_lacks_a_mandatory_label_is_refused_by_name() {
    let w = Words::new();
    let time = w.prop("TIME");
    let untimed = || w.mortal("Gold1", "money");
    let untyped = || Thing::new(w.id("Gold1")).with(time, f64::INFINITY);

    let mut strict = memory(&w);
    strict.require(&[time, Property::KIND]);
    let lacks = |error: Result<(), MemoryError>| error.unwrap_err().to_string();
    assert!(lacks(strict.put(untimed())).contains("Gold1 lacks `TIME`"));
    assert!(lacks(strict.put(untyped())).contains("Gold1 lacks `kind`"));
    assert!(strict.is_empty() && strict.changes().is_empty());
    strict.put(w.thing("Gold1", "money")).unwrap();

    let mut lenient = memory(&w);
    lenient.put(untimed()).unwrap();
    lenient.put(untyped()).unwrap();
}

/// R-004-003
#[test]
fn a_known_id_is_brought_up_to_date() {
    let w = Words::new();
    let number = w.prop("Number");
    let mut memory = memory(&w);
    memory.put(w.thing("Gold1", "money").with(number, 53)).unwrap();
    memory.take_changes();
    memory.put(w.thing("Gold1", "money").with(number, 40)).unwrap();
    assert_eq!(memory.len(), 1);
    assert_eq!(memory.get(w.id("Gold1"), number), Some(40.into()));
    let changes = memory.take_changes();
    assert_eq!((changes.added, changes.changed), (vec![], vec![w.id("Gold1")]));
}

/// R-004-004
#[test]
fn only_id_and_time_are_single_valued() {
    let w = Words::new();
    let mut memory = memory(&w);
    memory.put(w.thing("Pickaxe1", "pickaxe").kind(w.kind("weapon"))).unwrap();
    let long = w.mortal("Gold1", "money").with_all(w.prop("TIME"), [3.into(), 4.into()]);
    assert_eq!(memory.put(long), Err(MemoryError::SingleValued("TIME".into())));
    let named_twice =
        w.thing("Gold1", "money").with_all(Property::ID, [w.id("x1").into(), w.id("x2").into()]);
    assert!(memory.put(named_twice).is_err());
    assert_eq!(memory.len(), 1);
}

/// R-004-005
#[test]
fn a_property_gives_all_its_values_or_none() {
    let w = Words::new();
    let (colour, location) = (w.prop("Colour"), w.prop("Location"));
    let eco = w.mortal("YellowEco", "eco").with(w.prop("TIME"), 30).with(colour, w.symbol("yellow"));
    let revolver = || w.thing("revolver", "weapon").kind(w.kind("gun")).with(w.prop("Ammunition"), 20);
    let mut memory = memory(&w);
    memory.put(eco).unwrap();
    memory.put(revolver()).unwrap();
    assert_eq!(memory.values(w.id("YellowEco"), colour).as_slice(), [w.symbol("yellow").into()]);
    assert_eq!(memory.get(w.id("revolver"), colour), None);
    let types = memory.values(w.id("revolver"), Property::KIND).to_value();
    assert_eq!(types.map(|types| types.display(&w.0)).as_deref(), Some("[weapon, gun]"));

    // The same through a bound variable, in a rule.
    let gun = || Condition::from(w.a("gun").named("it"));
    let fires = |compared: Condition| {
        let rule = teleo::Rule::new("rule").when(gun() & compared).act(w.action("one"), []);
        let program = teleo::Definition::new("P").done_when(Condition::never()).rule(rule);
        !Cast::new(&w, report()).task("P", 10, program).play().seeing([revolver()]).step().is_empty()
    };
    let it = |property| Expr::var("it").get(property);
    let listed = Expr::list(vec![w.symbol("weapon").into(), w.symbol("gun").into()]);
    assert!(fires(it(Property::KIND).equals(listed)));
    assert!(!fires(it(colour).equals(w.symbol("yellow"))));
    assert!(
        !fires(it(colour).differs(w.symbol("yellow"))),
        "what is not there is neither equal nor different"
    );
    assert!(!fires(it(location).at_most(3)));
}

/// R-004-007: without the notation.
#[test]
fn names_are_found_in_any_case_and_kept_as_written() {
    let w = Words::new();
    assert_eq!(w.0.find_property("time"), Some(w.prop("TIME")));
    assert_eq!(w.0.property_name(w.prop("time")), "TIME");
    let mut names = (*w.0).clone();
    assert_eq!(names.kind("Ghost"), w.kind("ghost"));
    let ghost = w.thing("g1", "ghost");
    assert_eq!(w.bind(report(), Pattern::of(names.kind("GHOST")), vec![ghost]).as_deref(), Some("g1"));
}

/// R-004-008
#[test]
fn time_runs_out_for_what_has_little_of_it() {
    let w = Words::new();
    let (time, eco) = (w.prop("TIME"), w.id("YellowEco"));
    let mut memory = memory(&w);
    memory.put(w.mortal("YellowEco", "eco").with(time, 30)).unwrap();
    memory.put(w.thing("Health1", "Health")).unwrap();
    memory.age(29.5);
    assert_eq!(memory.get(eco, time), Some(0.5.into()));
    memory.take_changes();
    memory.age(1.0);
    assert_eq!(memory.get(eco, time), None);
    assert_eq!(memory.take_changes().removed, [eco]);
    assert_eq!(memory.get(w.id("Health1"), time), Some(f64::INFINITY.into()));
}

/// R-004-009
#[test]
fn the_change_set_tells_what_came_changed_and_went_once() {
    let w = Words::new();
    let mut memory = memory(&w);
    memory.put(w.thing("x2", "item").with(w.prop("Number"), 1)).unwrap();
    memory.put(w.thing("x3", "item")).unwrap();
    memory.take_changes();
    memory.put(w.thing("x1", "item")).unwrap();
    memory.set(w.id("x2"), w.prop("Number"), 2).unwrap();
    memory.remove(w.id("x3"));
    let changes = memory.take_changes();
    let (added, changed, removed) = (vec![w.id("x1")], vec![w.id("x2")], vec![w.id("x3")]);
    assert_eq!(changes, Changes { added, changed, removed });
    assert!(memory.take_changes().is_empty());
}

/// R-004-010
#[test]
fn a_false_belief_is_acted_on_until_it_is_corrected() {
    let w = Words::new();
    let mut world = vec!["x1"];
    let mut play = Cast::new(&w, report()).task("Take", 10, w.taker("Take", w.a("item"))).play();
    play.see(w.thing("x1", "item"));
    play.step();
    world.clear();
    assert_eq!(play.step(), ["take(x1)"], "the thing is gone, but nobody has looked");
    if world.is_empty() {
        play.lose("x1");
    }
    assert_eq!(play.step(), [""; 0]);
}
