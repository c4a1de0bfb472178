//! Who runs, with what, and what becomes of the rest.

use crate::report_common::pacman::pill_at;
use crate::report_common::*;
use motive::arbiter::teleo::{Definition, Rule};
use motive::arbiter::*;
use motive::kernel::trace::{Event, Stage, TaskEnd};
use motive::kernel::*;
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn doing(w: &Words, name: &str, action: &str) -> Definition {
    Definition::new(name).done_when(Condition::never()).rule(Rule::new("act").act(w.action(action), []))
}

/// R-004-076
#[test]
fn tasks_run_in_the_order_of_priority_and_equals_by_age() {
    let w = Words::new();
    for _ in 0..100 {
        let mut play = Cast::new(&w, report())
            .task("20", 20, doing(&w, "20", "one"))
            .task("90", 90, doing(&w, "90", "one"))
            .task("50a", 50, doing(&w, "50a", "one"))
            .task("50b", 50, doing(&w, "50b", "one"))
            .play();
        play.step();
        assert_eq!(play.order(), ["90", "50a", "50b", "20"]);
        play.set_own("a", true);
        play.step();
        assert_eq!(play.order(), ["90", "50a", "50b", "20"]);
    }
}

/// What one task of a random scenario asks for.
#[derive(Clone, Debug)]
struct Asking {
    priority: i32,
    /// For each rule, the kinds and amounts that it needs; an amount of nought asks for a whole thing.
    rules: Vec<Vec<(usize, u32)>>,
}

const ASKED: [&str; 3] = ["gun", "money", "item"];

fn asking() -> impl Strategy<Value = Asking> {
    let need = (0..ASKED.len(), 0_u32..8);
    let rules = proptest::collection::vec(proptest::collection::vec(need, 1..3), 1..4);
    (1..6_i32, rules).prop_map(|(priority, rules)| Asking { priority: priority * 10, rules })
}

/// What each task of a scenario got and proposed.
fn allotted(
    w: &Words,
    profile: Profile,
    tasks: &[Asking],
    least: i32,
    things: &[(usize, u32)],
) -> Vec<(String, Vec<String>, Option<TaskState>)> {
    let number = w.prop("Number");
    let mut cast = Cast::new(w, profile.clone());
    let kept: Vec<_> = tasks.iter().enumerate().filter(|(_, task)| task.priority >= least).collect();
    for (at, task) in &kept {
        let name = format!("T{at}");
        let mut program = Definition::new(&name).done_when(Condition::never());
        for (which, needs) in task.rules.iter().enumerate() {
            let mut rule = Rule::new(&format!("r{which}")).act(w.action("take"), [Expr::from(which as i32)]);
            for (what, (kind, amount)) in needs.iter().enumerate() {
                let need = w.a(ASKED[*kind]).named(&format!("v{what}"));
                let amount = f64::from(*amount);
                rule = rule.when(if amount > 0.0 { need.with(number, amount) } else { need });
            }
            program = program.rule(rule);
        }
        cast = cast.task(&name, task.priority, program);
    }
    let mut play = cast.play();
    for (at, (kind, amount)) in (0..).zip(things) {
        let thing = Thing::new(Id::new(at)).kind(w.kind(ASKED[*kind]));
        let amount = f64::from(*amount);
        let report = profile.binding.sharing == Sharing::ByQuantity;
        play.see(if report { thing.with(number, amount) } else { thing.divisible(number, amount) });
    }
    play.step();
    kept.iter()
        .map(|(at, _)| {
            let name = format!("T{at}");
            (name.clone(), play.holdings(&name), play.state(&name))
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    /// R-004-077: each case is played under both profiles.
    #[test]
    fn tasks_of_lower_priority_change_nothing_for_those_above(
        tasks in proptest::collection::vec(asking(), 1..6),
        least in 1..6_i32,
        things in proptest::collection::vec((0..ASKED.len(), 0_u32..12), 0..6),
    ) {
        let w = Words::new();
        for profile in [report(), with(motive(), |profile| profile.binding.tie_break = BindingTieBreak::Oldest)] {
            let all = allotted(&w, profile.clone(), &tasks, 0, &things);
            let above = allotted(&w, profile, &tasks, least * 10, &things);
            for task in &above {
                prop_assert!(all.contains(task), "{task:?} is not among {all:?}");
            }
        }
    }
}

/// A task that would have a power pill, and would otherwise run, and one above it that turns up later and wants the same pill.
fn rivals(w: &Words, profile: Profile, low: Definition) -> Play {
    let near = w.a("powerpill").prefer_where(w.prop("Dist"), Comparison::Less, 10);
    let high = Goal::achieve("High", "High").when(w.flag("a"), 90);
    let mut play =
        Cast::new(w, profile).task("Low", 20, low).goal(high).program(w.taker("High", near)).play();
    play.set_own("a", false);
    play
}

/// R-004-078
#[test]
fn a_task_that_loses_a_thing_tries_another_thing_then_another_rule() {
    let w = Words::new();
    let pill = || w.a("powerpill");
    let two_rules = || w.taker("Low", pill()).rule(Rule::new("else").act(w.action("one"), []));
    let (near, far) = (pill_at(&w, "p1", 4.0), pill_at(&w, "p2", 15.0));

    let mut play = rivals(&w, report(), two_rules()).seeing([near.clone(), far]);
    assert_eq!(play.step(), ["take(p1)"]);
    play.set_own("a", true);
    assert_eq!(play.step(), ["take(p1)", "take(p2)"]);
    assert_eq!(
        (play.got("High", "it").as_deref(), play.got("Low", "it").as_deref()),
        (Some("p1"), Some("p2"))
    );

    let mut play = rivals(&w, report(), two_rules()).seeing([near.clone()]);
    play.step();
    play.set_own("a", true);
    assert_eq!(play.step(), ["take(p1)", "one()"]);

    for (profile, state, ended) in
        [(report(), Some(TaskState::Suspended), None), (motive(), None, Some(TaskEnd::Stuck))]
    {
        let mut play = rivals(&w, profile, w.taker("Low", pill())).seeing([near.clone()]);
        play.step();
        play.set_own("a", true);
        assert_eq!(play.step(), ["take(p1)"]);
        assert_eq!((play.state("Low"), play.ended("Low")), (state, ended));
    }
}

/// R-004-079
#[test]
fn a_suspended_task_holds_nothing() {
    let w = Words::new();
    let both = Definition::new("High")
        .done_when(Condition::never())
        .rule(Rule::new("both").when(w.a("gun")).when(w.a("money")).act(w.action("one"), []));
    let mut play = Cast::new(&w, report())
        .task("High", 90, both)
        .task("Low", 20, w.taker("Low", w.a("gun")))
        .play()
        .seeing([w.thing("pistol", "gun"), w.thing("Gold1", "money")]);
    assert_eq!(play.step(), ["one()"]);
    play.lose("Gold1");
    assert_eq!(play.step(), ["take(pistol)"]);
    assert_eq!((play.state("High"), play.priority("High")), (Some(TaskState::Suspended), Some(90.0)));
}

/// R-004-080
#[test]
fn a_suspended_task_comes_back_when_a_thing_comes_changes_or_is_freed() {
    let w = Words::new();
    for gate in [ResumeGate::Always, ResumeGate::OnChange] {
        let profile = with(report(), |profile| profile.resume = gate);
        let near = w.a("item").where_is(w.prop("Dist"), Comparison::Less, 10);
        let count = Arc::new(AtomicUsize::new(0));
        let counter = count.clone();
        let generator = move |_: &Memory, wanted: &mut dyn FnMut(&str, f64)| {
            counter.fetch_add(1, Ordering::Relaxed);
            wanted("Take", 10.0);
        };
        let high = Definition::new("High").done_when(w.flag("b")).rule(w.take(w.a("item")));
        let mut play = Cast::new(&w, profile)
            .goal(Goal::achieve("Take", "Take"))
            .program(w.taker("Take", near))
            .goal(Goal::achieve("High", "High").when(w.flag("a"), 90))
            .program(high)
            .with(move |character| character.generator(1_000, generator))
            .play();
        let set = |play: &mut Play, a: bool, b: bool| {
            play.set_own("a", a);
            play.set_own("b", b);
        };
        set(&mut play, false, false);
        assert_eq!(play.step(), [""; 0]);
        play.see(w.thing("x1", "item").with(w.prop("Dist"), 20));
        assert_eq!(play.step(), [""; 0], "too far");
        play.set("x1", "Dist", 5);
        assert_eq!(play.step(), ["take(x1)"]);
        set(&mut play, true, false);
        assert_eq!(play.step(), ["take(x1)"], "somebody more important has it");
        assert_eq!(play.state("Take"), Some(TaskState::Suspended));
        set(&mut play, false, true);
        assert_eq!(play.step(), ["take(x1)"], "it is done with it");
        assert_eq!(play.goals(), ["Take"]);
        assert_eq!(count.load(Ordering::Relaxed), 1, "the generator ran in the first cycle only");
    }
}

/// How many rules of a goal's task were tried in the last step.
fn tried(play: &Play, goal: &str) -> usize {
    play.failures(goal).len() + play.holdings(goal).len()
}

/// R-004-081
#[test]
fn with_the_strict_gate_a_suspended_task_sleeps_until_something_is_freed() {
    // Without reuse every task that is not asleep is asked again in every cycle.
    let profile = with(report(), |profile| {
        profile.resume = ResumeGate::OnChange;
        profile.reuse = false;
    });
    let ends = Arc::new(AtomicUsize::new(0));
    let end = ends.clone();
    let w = Words::having(|names| {
        names.function("ends", 0, Purity::Volatile, move |_, _| {
            Some((end.load(Ordering::Relaxed) > 0).into())
        });
    });
    let ending = Expr::call(w.0.find_function("ends").unwrap(), []).holds();
    let high =
        Definition::new("High").done_when(Condition::from(w.a("item")) & ending).rule(w.take(w.a("item")));
    let mut play = Cast::new(&w, profile)
        .once("High", 90.0, high)
        .once("Low", 20.0, w.taker("Low", w.a("item")))
        .play()
        .seeing([w.thing("x1", "item")]);
    assert_eq!(play.step(), ["take(x1)"]);
    assert!(tried(&play, "Low") > 0);
    for cycle in 1..=10 {
        assert_eq!(play.step(), ["take(x1)"]);
        assert_eq!(tried(&play, "Low"), 0, "cycle {cycle}");
        assert!(tried(&play, "High") > 0);
    }
    ends.store(1, Ordering::Relaxed);
    play.step();
    assert_eq!(play.ended("High"), Some(TaskEnd::Achieved));
    assert_eq!(tried(&play, "Low"), 0);
    assert_eq!(play.step(), ["take(x1)"]);
    assert!(play.events().iter().any(|event| matches!(event, Event::TaskResumed { .. })));
}

/// R-004-081: a task that the limit put aside has nothing to free.
#[test]
fn with_the_strict_gate_a_task_beyond_the_limit_sleeps_too() {
    let w = Words::new();
    let profile = with(report(), |profile| {
        profile.resume = ResumeGate::OnChange;
        profile.reuse = false;
        profile.max_runnable = Some(1);
    });
    let high = Goal::achieve("High", "High").when(w.flag("a"), 90);
    let mut play = Cast::new(&w, profile)
        .task("Low", 20, w.taker("Low", w.a("item")))
        .goal(high)
        .program(doing(&w, "High", "one"))
        .play()
        .seeing([w.thing("x1", "item")]);
    play.set_own("a", false);
    assert_eq!(play.step(), ["take(x1)"]);
    play.set_own("a", true);
    assert_eq!(play.step(), ["one()"]);
    assert_eq!(play.step(), ["one()"], "what it held is free now");
    for cycle in 3..10 {
        assert_eq!(play.step(), ["one()"]);
        let resumed = play.events().iter().any(|event| matches!(event, Event::TaskResumed { .. }));
        assert!(!resumed, "cycle {cycle}");
    }
}

/// R-004-082
#[test]
fn what_a_completed_task_held_is_free_in_the_next_cycle() {
    let w = Words::new();
    for gate in [ResumeGate::Always, ResumeGate::OnChange] {
        let profile = with(report(), |profile| profile.resume = gate);
        let high = Definition::new("High").done_when(w.a("powerpill"));
        let mut play = Cast::new(&w, profile)
            .once("High", 90.0, high)
            .once("Low", 20.0, w.taker("Low", w.a("powerpill")))
            .play()
            .seeing([pill_at(&w, "p1", 4.0)]);
        assert_eq!(play.step(), [""; 0]);
        assert_eq!(
            (play.ended("High"), play.state("Low")),
            (Some(TaskEnd::Achieved), Some(TaskState::Suspended))
        );
        assert_eq!(play.step(), ["take(p1)"]);
    }
}

/// R-004-083
#[test]
fn a_removed_task_comes_back_through_its_generator_only() {
    let w = Words::new();
    let climb = || w.taker("GoUpstairs", w.a("stairs"));
    let seen = Condition::exists(w.a("stairs"));
    let disabled = Cast::new(&w, motive()).once("GoUpstairs", 40.0, climb());
    let enabled = Cast::new(&w, motive())
        .goal(Goal::achieve("GoUpstairs", "GoUpstairs").when(seen, 40))
        .program(climb());
    for (cast, comes_back) in [(disabled, false), (enabled, true)] {
        let mut play = cast.play().seeing([w.thing("Stairs1", "stairs")]);
        assert_eq!(play.step(), ["take(Stairs1)"]);
        play.lose("Stairs1");
        assert_eq!(play.step(), [""; 0]);
        assert_eq!(play.ended("GoUpstairs"), Some(TaskEnd::Stuck));
        assert_eq!(play.state("GoUpstairs"), None);
        play.see(w.thing("Stairs1", "stairs"));
        assert_eq!(!play.step().is_empty(), comes_back);
    }
}

/// R-004-088
#[test]
fn read_literally_the_report_stops_when_nothing_is_left() {
    let w = Words::new();
    let played = |stops, gold: Thing, asked: Pattern| {
        let profile = with(report(), |profile| profile.stop_when_exhausted = stops);
        let mut play = Cast::new(&w, profile)
            .task("High", 90, w.taker("High", asked))
            .task("Low", 20, doing(&w, "Low", "one"))
            .play()
            .seeing([gold]);
        play.step();
        play.state("Low")
    };
    let number = w.prop("Number");
    let gold = || w.thing("Gold1", "money").with(number, 20);
    assert_eq!(played(false, gold(), w.a("money")), Some(TaskState::Active));
    assert_eq!(played(true, gold(), w.a("money")), Some(TaskState::Suspended));
    assert_eq!(played(true, gold(), w.a("money").with(number, 20)), Some(TaskState::Suspended));
    assert_eq!(
        played(true, gold(), w.a("money").with(number, 5)),
        Some(TaskState::Active),
        "fifteen are left"
    );
}

/// R-004-089
#[test]
fn the_four_stages_are_seen_once_each_and_in_order() {
    let w = Words::new();
    let mut play = Cast::new(&w, report()).task("A", 20, doing(&w, "A", "one")).play();
    play.step();
    let stages: Vec<Stage> = play
        .events()
        .iter()
        .filter_map(|event| if let Event::Stage(stage) = event { Some(*stage) } else { None })
        .collect();
    assert_eq!(stages, [Stage::Resume, Stage::Allocate, Stage::Propose, Stage::Resolve]);
}
