//! What a variable gets: matching, quantities, sharing, persistence.

use crate::report_common::pacman::{ghost_at, pill_at};
use crate::report_common::*;
use motive::arbiter::teleo::{Definition, Rule};
use motive::arbiter::*;
use motive::kernel::*;
use proptest::prelude::*;

fn gun(w: &Words, id: &str, rounds: i32) -> Thing {
    w.thing(id, "gun").with(w.prop("Ammunition"), rounds)
}

fn loaded(w: &Words, rounds: impl Into<Expr>) -> Pattern {
    w.a("gun").with(w.prop("Ammunition"), rounds)
}

/// R-004-012
#[test]
fn all_required_properties_are_needed() {
    let w = Words::new();
    let knife = || w.thing("x1", "knife");
    let things = || vec![gun(&w, "pistol", 5), knife()];
    assert_eq!(w.bind(report(), loaded(&w, 20), things()), None);
    let mut with_revolver = things();
    with_revolver.push(gun(&w, "revolver", 20));
    assert_eq!(w.bind(report(), loaded(&w, 20), with_revolver).as_deref(), Some("revolver"));
}

/// R-004-013
#[test]
fn a_plain_number_asks_for_at_least_that_many() {
    let w = Words::new();
    let binds = |rounds| w.bind(report(), loaded(&w, 20), vec![gun(&w, "revolver", rounds)]).is_some();
    assert_eq!([19, 20, 21].map(binds), [false, true, true]);
}

/// R-004-014
#[test]
fn at_least_works_for_every_number() {
    let w = Words::new();
    let points = w.prop("HealthPts");
    let binds = |asked: i32| {
        let pack = w.thing("Health1", "Health").with(points, 20);
        w.bind(report(), w.a("Health").with(points, asked), vec![pack]).is_some()
    };
    assert!(binds(15) && !binds(25));
}

/// R-004-015
#[test]
fn one_of_several_types_is_enough() {
    let w = Words::new();
    let binds = |profile, kind| {
        let pickaxe = w.thing("Pickaxe1", "pickaxe").kind(w.kind("weapon"));
        w.bind(profile, w.a(kind), vec![pickaxe]).is_some()
    };
    for profile in [report, motive] {
        assert!(binds(profile(), "weapon") && binds(profile(), "pickaxe") && !binds(profile(), "sword"));
    }
}

/// R-004-016
#[test]
fn a_wildcard_needs_the_property_whatever_its_value() {
    let w = Words::new();
    let location = w.prop("Location");
    let placed = w.thing("box1", "container").with_all(location, [3.into(), 4.into()]);
    let lost = w.thing("box2", "container");
    let wanted = || w.a("container").has(location);
    assert_eq!(w.bind(report(), wanted(), vec![lost.clone(), placed]).as_deref(), Some("box1"));
    assert_eq!(w.bind(report(), wanted(), vec![lost]), None);
}

/// R-004-017
#[test]
fn comparisons_are_exact_and_take_nothing() {
    let w = Words::new();
    let (dist, number) = (w.prop("Dist"), w.prop("Number"));
    let binds = |at: f64, comparison| {
        w.bind(report(), w.a("ghost").where_is(dist, comparison, 10), vec![ghost_at(&w, "g1", at, false)])
            .is_some()
    };
    let each = [9.99, 10.0, 10.01];
    assert_eq!(each.map(|at| binds(at, Comparison::Less)), [true, false, false]);
    assert_eq!(each.map(|at| binds(at, Comparison::AtMost)), [true, true, false]);
    assert_eq!(each.map(|at| binds(at, Comparison::Equal)), [false, true, false]);
    assert_eq!(each.map(|at| binds(at, Comparison::AtLeast)), [false, true, true]);
    assert_eq!(each.map(|at| binds(at, Comparison::More)), [false, false, true]);

    let near = || w.a("stairs").where_is(dist, Comparison::Less, 10);
    let mut play = Cast::new(&w, report())
        .task("A", 20, w.taker("A", near()))
        .task("B", 10, w.taker("B", near()))
        .play()
        .seeing([w.thing("Stairs1", "stairs").with(dist, 5).with(number, f64::INFINITY)]);
    assert_eq!(play.step(), ["take(Stairs1)", "take(Stairs1)"]);
}

/// R-004-018
#[test]
fn several_numbers_match_in_order_only() {
    let w = Words::new();
    let location = w.prop("Location");
    let binds = |profile: Profile, x: i32, y: i32| {
        let stairs = w.thing("Stairs1", "stairs").with_all(location, [45.into(), 50.into()]);
        w.bind(profile, w.a("stairs").with_all(location, [x.into(), y.into()]), vec![stairs]).is_some()
    };
    for profile in [report, motive] {
        assert!(binds(profile(), 45, 50));
        assert!(!binds(profile(), 50, 45) && !binds(profile(), 40, 50));
    }
}

/// R-004-019
#[test]
fn only_an_infinite_amount_answers_an_infinite_request() {
    let w = Words::new();
    let number = w.prop("Number");
    let binds = |profile: Profile, amount: f64| {
        let stairs = w.thing("Stairs1", "stairs").with(number, amount);
        w.bind(profile, w.a("stairs").with(number, f64::INFINITY), vec![stairs]).is_some()
    };
    for profile in [report, motive] {
        assert!(!binds(profile(), 1_000_000.0) && binds(profile(), f64::INFINITY));
    }
}

/// R-004-020
#[test]
fn the_thing_with_most_preferred_properties_is_taken() {
    let w = Words::new();
    let wanted = || w.a("powerpill").prefer_where(w.prop("Dist"), Comparison::Less, 10);
    let (near, far) = (pill_at(&w, "p1", 4.0), pill_at(&w, "p2", 15.0));
    for things in [[near.clone(), far.clone()], [far, near]] {
        assert_eq!(w.bind(report(), wanted(), things.to_vec()).as_deref(), Some("p1"));
    }
}

/// R-004-021
#[test]
fn preferred_properties_exclude_nothing() {
    let w = Words::new();
    let wanted = w.a("powerpill").prefer_where(w.prop("Dist"), Comparison::Less, 10);
    assert_eq!(w.bind(report(), wanted, vec![pill_at(&w, "p2", 15.0)]).as_deref(), Some("p2"));
}

/// R-004-022
#[test]
fn equals_are_chosen_by_age_or_drawn_by_seed() {
    let w = Words::new();
    let chosen = |tie, seed| {
        let profile = with(report(), |profile| profile.binding.tie_break = tie);
        let mut play =
            Cast::new(&w, profile).seed(seed).task("Take", 10, w.taker("Take", w.a("item"))).play();
        play.see_all([w.thing("x2", "item"), w.thing("x1", "item")]);
        play.step().join("")
    };
    assert!((0..100).all(|seed| chosen(BindingTieBreak::Oldest, seed) == "take(x2)"));
    let drawn: Vec<_> = (0..20).map(|seed| chosen(BindingTieBreak::Drawn, seed)).collect();
    assert_eq!(drawn, (0..20).map(|seed| chosen(BindingTieBreak::Drawn, seed)).collect::<Vec<_>>());
    assert!(drawn.contains(&"take(x1)".into()) && drawn.contains(&"take(x2)".into()));
}

/// R-004-023
#[test]
fn two_tempers_make_two_choices_with_one_program() {
    let w = Words::new();
    let arms = || {
        vec![w.thing("x1", "bow").kind(w.kind("weapon")), w.thing("sword1", "sword").kind(w.kind("weapon"))]
    };
    let who_likes = |kind| w.a("weapon").prefer(Property::KIND, w.symbol(kind));
    assert_eq!(w.bind(report(), who_likes("sword"), arms()).as_deref(), Some("sword1"));
    assert_eq!(w.bind(report(), who_likes("bow"), arms()).as_deref(), Some("x1"));
}

/// Which of two tasks, most important first, gets what it asks for.
fn two(w: &Words, profile: Profile, high: Pattern, low: Pattern, thing: Thing) -> (bool, bool) {
    let mut play = Cast::new(w, profile)
        .task("High", 20, w.taker("High", high))
        .task("Low", 10, w.taker("Low", low))
        .play()
        .seeing([thing]);
    play.step();
    (!play.holdings("High").is_empty(), !play.holdings("Low").is_empty())
}

/// R-004-024, R-004-029
#[test]
fn a_variable_without_an_amount_takes_the_whole_thing() {
    let w = Words::new();
    let ghost = ghost_at(&w, "g1", 5.0, false);
    assert_eq!(
        ghost.get(w.prop("TIME")),
        Some(&f64::INFINITY.into()),
        "and time without end does not share it"
    );
    assert_eq!(two(&w, report(), w.a("ghost"), w.a("ghost"), ghost), (true, false));
}

/// R-004-027
#[test]
fn two_variables_of_one_rule_cannot_have_more_than_there_is() {
    let w = Words::new();
    let number = w.prop("Number");
    let fires = |profile, gold: Thing, first: i32, second: i32| {
        let money = |name: &str, amount: i32| w.a("money").named(name).with(number, amount);
        let rule = Rule::new("spend")
            .when(money("Money1", first))
            .when(money("Money2", second))
            .act(w.action("one"), []);
        let program = Definition::new("Spend").done_when(Condition::never()).rule(rule);
        !Cast::new(&w, profile).task("Spend", 10, program).play().seeing([gold]).step().is_empty()
    };
    let gold = || w.thing("Gold1", "money");
    let plain = || gold().with(number, 53);
    let divisible = || gold().divisible(number, 53.0);
    for (first, second, enough) in [(40, 40, false), (40, 30, false), (40, 13, true)] {
        assert_eq!(fires(report(), plain(), first, second), enough, "{first} and {second}");
        assert_eq!(fires(motive(), divisible(), first, second), enough, "{first} and {second}, divisible");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    /// R-004-027: each case is played under both profiles.
    #[test]
    fn no_amount_is_ever_given_out_twice_and_all_of_it_comes_back(
        amount in 0_u32..60,
        asked in proptest::collection::vec(proptest::collection::vec(0_u32..45, 1..3), 1..6),
    ) {
        let w = Words::new();
        let number = w.prop("Number");
        for profile in [report(), motive()] {
            let mut cast = Cast::new(&w, profile.clone());
            for (at, amounts) in (0..).zip(&asked) {
                let name = format!("Spend{at}");
                let mut rule = Rule::new("spend").act(w.action("one"), []);
                for (which, amount) in amounts.iter().enumerate() {
                    let money = w.a("money").named(&format!("Money{which}"));
                    rule = rule.when(money.with(number, f64::from(*amount)));
                }
                let program = Definition::new(&name).done_when(Condition::never()).rule(rule);
                cast = cast.task(&name, 100 - at, program);
            }
            let gold = w.thing("Gold1", "money");
            let amount = f64::from(amount);
            let gold = if profile == report() { gold.with(number, amount) } else { gold.divisible(number, amount) };
            let mut play = cast.play().seeing([gold]);
            play.step();
            let taken: f64 = play.events().iter().map(|event| match event {
                trace::Event::Bound { portions, .. } => portions.iter().map(|(_, taken)| *taken).sum(),
                _ => 0.0,
            }).sum();
            prop_assert!(taken <= amount, "{taken} of {amount}");
            let first: f64 = asked[0].iter().map(|amount| f64::from(*amount)).sum();
            prop_assert_eq!(!play.holdings("Spend0").is_empty(), first <= amount);
            prop_assert_eq!(play.agent.memory().get(w.id("Gold1"), number), Some(amount.into()));
        }
    }
}

/// R-004-030
#[test]
fn what_is_partly_taken_cannot_be_had_as_a_whole() {
    let w = Words::new();
    let number = w.prop("Number");
    let gold = || w.thing("Gold1", "money").with(number, 53);
    let ten = || w.a("money").with(number, 10);
    assert_eq!(two(&w, report(), ten(), w.a("money"), gold()), (true, false));
    assert_eq!(two(&w, report(), ten(), ten(), gold()), (true, true));
    assert_eq!(two(&w, report(), w.a("money"), ten(), gold()), (true, false));
}

/// An agent that wants an hour's sixtieth for an item, and a level clock with some seconds left.
fn hurried(w: &Words, seconds: &[f64], clock: Option<f64>) -> Play {
    let rules = (w.kind("time"), w.prop("TIME"));
    let profile = with(report(), |profile| profile.binding.clock = Some(rules));
    let mut cast = Cast::new(w, profile);
    for (at, seconds) in (0..).zip(seconds) {
        let name = format!("T{at}");
        cast = cast.task(&name, 50 - at, w.taker(&name, w.a("stairs").for_seconds(*seconds)));
    }
    let mut play = cast.play();
    play.see(w.thing("Stairs1", "stairs").with(w.prop("Number"), f64::INFINITY));
    if let Some(left) = clock {
        play.see(w.mortal("clock", "time").with(w.prop("TIME"), left));
    }
    play
}

/// R-004-031
#[test]
fn time_is_limited_by_the_clock_if_there_is_one() {
    let w = Words::new();
    let acting = |seconds: &[f64], clock| hurried(&w, seconds, clock).step().len();
    assert_eq!(acting(&[60.0], None), 1);
    assert_eq!(acting(&[60.0], Some(45.0)), 0);
    assert_eq!(acting(&[60.0], Some(90.0)), 1);
    assert_eq!(acting(&[60.0, 30.0], Some(90.0)), 2, "thirty are left");
    assert_eq!(acting(&[60.0, 31.0], Some(90.0)), 1);
}

/// R-004-031
#[test]
fn a_clock_that_is_set_back_lets_a_task_go_on() {
    let w = Words::new();
    let mut play = hurried(&w, &[60.0], Some(45.0));
    assert!(play.step().is_empty() && play.step().is_empty());
    play.set("clock", "TIME", 90);
    assert_eq!(play.step().len(), 1);
}

/// R-004-032
#[test]
fn exclusive_use_hides_a_thing_and_shared_use_does_not() {
    let w = Words::new();
    let (exclusive, shared) = (|| w.a("item"), || w.a("item").shared());
    let item = || w.thing("x1", "item");
    assert_eq!(two(&w, motive(), exclusive(), exclusive(), item()), (true, false));
    assert_eq!(two(&w, motive(), shared(), shared(), item()), (true, true));
    assert_eq!(two(&w, motive(), shared(), exclusive(), item()), (true, false));
    assert_eq!(two(&w, motive(), exclusive(), shared(), item()), (true, false));
}

/// What a gunman who prefers rocket launchers takes over three cycles: a launcher turns up, then the pistol is gone.
fn gunman(w: &Words, profile: Profile, wanted: Pattern) -> [String; 3] {
    let colour = w.prop("Colour");
    let wanted = wanted.prefer(colour, w.symbol("steel"));
    let mut play = Cast::new(w, profile).task("Arm", 10, w.taker("Arm", wanted)).play();
    play.see(gun(w, "pistol", 20));
    let first = play.step().join("");
    play.see(gun(w, "launcher", 20).with(colour, w.symbol("steel")));
    let second = play.step().join("");
    play.lose("pistol");
    [first, second, play.step().join("")]
}

/// R-004-034
#[test]
fn a_variable_keeps_what_it_has_while_it_can() {
    let w = Words::new();
    for profile in [report(), motive()] {
        assert_eq!(gunman(&w, profile, w.a("gun")), ["take(pistol)", "take(pistol)", "take(launcher)"]);
    }
}

/// R-004-035
#[test]
fn keeping_can_be_switched_off_for_all_or_for_one_variable() {
    let w = Words::new();
    let fickle = ["take(pistol)", "take(launcher)", "take(launcher)"];
    let off = with(report(), |profile| profile.binding.persistence = false);
    assert_eq!(gunman(&w, off, w.a("gun")), fickle);
    assert_eq!(gunman(&w, report(), w.a("gun").fresh()), fickle);
}

/// R-004-034: over a rule that does not use the variable.
#[test]
fn a_variable_keeps_what_it_had_when_its_rule_ran_last() {
    let w = Words::new();
    let program = Definition::new("Arm")
        .done_when(Condition::never())
        .rule(Rule::new("rest").when(w.flag("a")).act(w.action("one"), []))
        .rule(w.take(w.a("gun").prefer(w.prop("Colour"), w.symbol("steel"))));
    let mut play = Cast::new(&w, report()).task("Arm", 10, program).play();
    play.set_own("a", false);
    play.see(gun(&w, "pistol", 20));
    assert_eq!(play.step(), ["take(pistol)"]);
    play.set_own("a", true);
    play.see(gun(&w, "launcher", 20).with(w.prop("Colour"), w.symbol("steel")));
    assert_eq!(play.step(), ["one()"]);
    play.set_own("a", false);
    assert_eq!(play.step(), ["take(pistol)"]);
}

/// R-004-036
#[test]
fn what_no_longer_fits_is_let_go_and_values_are_read_afresh() {
    let w = Words::new();
    let ammunition = w.prop("Ammunition");
    let rule = Rule::new("shoot")
        .when(loaded(&w, 20).named("gun"))
        .act(w.action("take"), [Expr::var("gun")])
        .act(w.action("toward"), [Expr::var("gun").get(ammunition)]);
    let program = Definition::new("Shoot").done_when(Condition::never()).rule(rule);
    let mut play = Cast::new(&w, report()).task("Shoot", 10, program).play();
    play.see_all([gun(&w, "pistol", 25), gun(&w, "revolver", 22)]);
    assert_eq!(play.step(), ["take(pistol)", "toward(25)"]);
    play.set("pistol", "Ammunition", 24);
    assert_eq!(play.step(), ["take(pistol)", "toward(24)"]);
    play.set("pistol", "Ammunition", 5);
    assert_eq!(play.step(), ["take(revolver)", "toward(22)"]);
}

/// R-004-037
#[test]
fn what_a_failed_rule_asked_for_is_free_for_others() {
    let w = Words::new();
    let rule = Rule::new("Rule1").when(w.a("ghost")).when(w.a("powerpill")).act(w.action("one"), []);
    let mut play = Cast::new(&w, report())
        .task("High", 90, Definition::new("High").done_when(Condition::never()).rule(rule))
        .task("Low", 20, w.taker("Low", w.a("ghost")))
        .play()
        .seeing([ghost_at(&w, "g1", 9.99, false)]);
    assert_eq!(play.step(), ["take(g1)"]);
    assert_eq!(play.state("High"), Some(TaskState::Suspended));
}

/// R-004-038
#[test]
fn two_tasks_have_two_things_under_one_name() {
    let w = Words::new();
    let mut play = Cast::new(&w, report())
        .task("A", 20, w.taker("A", w.a("sword")))
        .task("B", 10, w.taker("B", w.a("sword")))
        .play()
        .seeing([w.thing("sword1", "sword"), w.thing("sword2", "sword")]);
    let kept = |play: &Play, goal: &str| {
        let task =
            play.agent.mind().tasks().find(|task| task.goal == goal).map(|task| task.bindings.to_vec());
        task.unwrap_or_default().into_iter().map(|(name, id)| (name.to_string(), id)).collect::<Vec<_>>()
    };
    for _ in 0..3 {
        assert_eq!(play.step(), ["take(sword1)", "take(sword2)"]);
        assert_eq!(kept(&play, "A"), [("it".to_owned(), w.id("sword1"))]);
        assert_eq!(kept(&play, "B"), [("it".to_owned(), w.id("sword2"))]);
    }
}

/// R-004-039
#[test]
fn the_work_of_binding_grows_linearly_with_what_is_known() {
    let w = Words::new();
    let work = |count: u64| {
        let liked = || w.a("item").prefer_where(w.prop("Dist"), Comparison::Less, 10);
        let mut play = Cast::new(&w, report())
            .task("A", 20, w.taker("A", liked()))
            .task("B", 10, w.taker("B", liked()))
            .play();
        for number in 0..count {
            let item = Thing::new(Id::new(number)).kind(w.kind("item"));
            play.see(item.with(w.prop("Dist"), f64::from(number as u32)));
        }
        play.step();
        play.work()
    };
    let (one, two) = (work(1_000), work(2_000));
    assert!(one >= 2_000, "every thing is looked at for each task: {one}");
    assert!(two as f64 / one as f64 <= 2.1, "{one} and {two}");
}
