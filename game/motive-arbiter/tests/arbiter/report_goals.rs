//! Goals, what generates them, and how they find their programs.

use crate::report_common::pacman::{self, ghost_at};
use crate::report_common::*;
use motive::arbiter::teleo::{Definition, Rule};
use motive::arbiter::*;
use motive::kernel::trace::{Event, TaskEnd};
use motive::kernel::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A program that goes on doing one thing.
fn doing(w: &Words, name: &str, action: &str) -> Definition {
    Definition::new(name).done_when(Condition::never()).rule(Rule::new("act").act(w.action(action), []))
}

/// R-004-061
#[test]
fn the_worse_the_health_the_more_it_is_wanted() {
    let w = Words::new();
    let wanted = |health: i32| {
        let weak = w.own("health").below(50);
        let heal = Goal::achieve("Heal", "Heal").when(weak, Expr::from(100) / w.own("health"));
        let mut play = Cast::new(&w, report()).goal(heal).program(doing(&w, "Heal", "one")).play();
        play.set_own("health", health);
        play.step();
        play.priority("Heal")
    };
    assert_eq!([60, 40, 20].map(wanted), [None, Some(2.5), Some(5.0)]);
}

/// How often a generator is asked in nine cycles.
fn asked(w: &Words, period: u64) -> usize {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = count.clone();
    let generator = move |_: &Memory, _: &mut dyn FnMut(&str, f64)| {
        counter.fetch_add(1, Ordering::Relaxed);
    };
    let mut play =
        Cast::new(w, report()).with(move |character| character.generator(period, generator)).play();
    (0..9).for_each(|_| drop(play.step()));
    count.load(Ordering::Relaxed)
}

/// R-004-062
#[test]
fn a_generator_has_a_period() {
    let w = Words::new();
    assert_eq!([1, 3].map(|period| asked(&w, period)), [9, 3]);
}

/// R-004-062: the same for goals that are wanted by clauses.
#[test]
fn a_goal_has_a_period() {
    let w = Words::new();
    let heal = Goal::achieve("Heal", "Heal").when(w.flag("a"), 10).every(3);
    let mut play = Cast::new(&w, report()).goal(heal).program(doing(&w, "Heal", "one")).play();
    play.set_own("a", false);
    play.step();
    play.set_own("a", true);
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.step(), ["one()"]);
}

/// The priority of one task whose generator asks for 10, then for 80.
fn asked_again(w: &Words, profile: Profile) -> (usize, Option<f64>) {
    let health = w.prop("health");
    let generator = move |memory: &Memory, wanted: &mut dyn FnMut(&str, f64)| {
        wanted("Heal", memory.own(health).and_then(|health| health.number()).unwrap_or(0.0));
    };
    let mut play = Cast::new(w, profile)
        .goal(Goal::achieve("Heal", "Heal"))
        .program(doing(w, "Heal", "one"))
        .with(move |character| character.generator(1, generator))
        .play();
    for health in [10, 80] {
        play.set_own("health", health);
        play.step();
    }
    (play.goals().len(), play.priority("Heal"))
}

/// R-004-063
#[test]
fn a_goal_has_one_task_whose_priority_follows_or_stays() {
    let w = Words::new();
    assert_eq!(asked_again(&w, motive()), (1, Some(80.0)));
    assert_eq!(asked_again(&w, report()), (1, Some(10.0)));
}

/// R-004-064
#[test]
fn reward_by_time_is_a_priority_like_any_other() {
    let w = Words::new();
    let rate = |reward: i32, time: i32| Expr::from(reward) / time;
    let mut play = Cast::new(&w, report())
        .task("A", rate(100, 50), doing(&w, "A", "one"))
        .task("B", rate(10, 2), doing(&w, "B", "two"))
        .play();
    assert_eq!(play.step(), ["two()", "one()"]);
    assert_eq!((play.priority("A"), play.priority("B")), (Some(2.0), Some(5.0)));
    assert_eq!(play.order(), ["B", "A"]);
}

/// The program that a goal with this condition finds among those of Pac-Man.
fn program_for(w: &Words, goal: Condition) -> Option<String> {
    let goal = Goal::new("Goal", GoalMode::Achieve, Pursuit::Condition(goal)).always(90);
    let cast = Cast::new(w, report())
        .goal(goal.clone())
        .program(pacman::eat_blue(w))
        .program(pacman::escape(w))
        .program(pacman::eat(w, "EatDots", "dot"));
    let character = cast.build().expect("the character of a test can be built");
    character.select(&goal, &Memory::new(w.0.clone())).map(|program| program.name().to_string())
}

/// R-004-066
#[test]
fn a_goal_finds_the_program_that_reaches_it_whatever_variables_are_called() {
    let w = Words::new();
    assert_eq!(program_for(&w, pacman::safe(&w, "Ghost1")).as_deref(), Some("EscapeFromGhosts"));
    assert_eq!(program_for(&w, pacman::safe(&w, "Spook")).as_deref(), Some("EscapeFromGhosts"));

    // The order of properties does not matter, that of alternatives does.
    let (dist, blue) = (w.prop("Dist"), w.prop("Blue"));
    let ordered = |first: bool| {
        let ghost = w.a("ghost").named("g");
        let near = |ghost: Pattern| ghost.where_is(dist, Comparison::Less, 10);
        not(if first { near(ghost.with(blue, false)) } else { near(ghost).with(blue, false) })
    };
    assert!(ordered(true).same_as(&ordered(false)));
    let ghost = || w.a("ghost").named("g").for_seconds(f64::INFINITY);
    let turned = not(ghost().with(blue, false)) | not(ghost().where_is(dist, Comparison::Less, 10));
    assert_eq!(program_for(&w, turned), None);
    assert_eq!(program_for(&w, not(ghost().where_is(dist, Comparison::Less, 11))), None);
}

/// R-004-067
#[test]
fn the_reports_own_goal_to_eat_blue_ghosts_finds_no_program() {
    let w = Words::new();
    let no_blue = || not(pacman::blue(&w, w.a("ghost").named("Ghost1").for_seconds(f64::INFINITY), true));
    let played = |condition| {
        let goal = Goal::new("EatBlueGhosts", GoalMode::Achieve, Pursuit::Condition(condition)).always(50);
        let mut play = Cast::new(&w, report())
            .goal(goal)
            .program(pacman::eat_blue(&w))
            .task("EatDots", 20, pacman::eat(&w, "EatDots", "dot"))
            .play()
            .seeing([ghost_at(&w, "g1", 5.0, true), w.thing("d1", "dot")]);
        let done = play.step();
        let reported = play.events().contains(&Event::NoProgram { goal: "EatBlueGhosts".into() });
        (done.join(" "), reported)
    };
    assert_eq!(played(no_blue()), ("toward(d1)".into(), true));
    let repaired = no_blue() & not(w.a("powerpill").named("PowerPill1"));
    assert_eq!(played(repaired), ("toward(g1) toward(d1)".into(), false));
}

/// R-004-068, R-004-069
#[test]
fn a_task_takes_its_name_priority_and_type_from_the_goal() {
    let w = Words::new();
    let by_name = Goal::achieve("GetAwayFromGhosts", "EscapeFromGhosts").always(90);
    let by_condition =
        Goal::new("GetAwayFromGhosts", GoalMode::Achieve, Pursuit::Condition(pacman::safe(&w, "G")))
            .always(90);
    for goal in [by_name, by_condition] {
        let mut play = Cast::new(&w, report())
            .goal(goal)
            .program(pacman::escape(&w))
            .play()
            .seeing([ghost_at(&w, "g1", 5.0, false)]);
        assert_eq!(play.step(), ["away(g1)"]);
        let task = play.agent.mind().tasks().next().unwrap();
        assert_eq!((task.goal, task.priority, task.mode), ("GetAwayFromGhosts", 90.0, GoalMode::Achieve));
        assert_eq!((task.program, task.current), ("EscapeFromGhosts", Some("Rule2")));
    }
}

/// R-004-070
#[test]
fn a_goal_that_is_reached_leaves_and_proposes_nothing() {
    let w = Words::new();
    let program = Definition::new("P").done_when(w.flag("a")).rule(Rule::new("act").act(w.action("one"), []));
    let mut play = Cast::new(&w, report()).once("P", 10.0, program).play();
    play.set_own("a", false);
    assert_eq!(play.step(), ["one()"]);
    play.set_own("a", true);
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.ended("P"), Some(TaskEnd::Achieved));
    assert!(play.goals().is_empty());
    play.set_own("a", false);
    assert_eq!(play.step(), [""; 0], "it is gone for good");
}

/// R-004-073
#[test]
fn a_maintenance_task_that_can_do_nothing_is_suspended_until_it_can() {
    let w = Words::new();
    let keep = Definition::new("KeepWeapon")
        .done_when(w.a("weapon"))
        .rule(Rule::new("buy").when(w.a("money")).act(w.action("buy"), []));
    let mut play = Cast::new(&w, report()).keep("KeepWeapon", 95, keep).play();
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.state("KeepWeapon"), Some(TaskState::Suspended));
    play.see(w.thing("Gold1", "money"));
    assert_eq!(play.step(), ["buy()"]);
    assert_eq!(play.state("KeepWeapon"), Some(TaskState::Active));
    play.see(w.thing("sword1", "weapon"));
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.holdings("KeepWeapon"), ["sword1"]);
    assert_eq!(play.state("KeepWeapon"), Some(TaskState::Active), "it stays, and keeps the weapon");
}

/// The goals of tasks that pass a filter at 50 out of three, and after one of them has become weak.
fn filtered(w: &Words, profile: Profile) -> (Vec<String>, Vec<String>) {
    let mut cast = Cast::new(w, profile);
    for priority in [49, 50, 51] {
        let name = format!("P{priority}");
        let goal = Goal::achieve(&name, &name).updated(Condition::always(), w.own("health") + priority);
        cast = cast.goal(goal).program(doing(w, &name, "one"));
    }
    let mut play = cast.play();
    play.set_own("health", 0);
    play.step();
    let first = play.goals();
    play.set_own("health", -11);
    play.step();
    (first, play.goals())
}

/// R-004-075
#[test]
fn the_filter_removes_goals_and_tasks() {
    let w = Words::new();
    let at = |filter| with(motive(), |profile| profile.filter = filter);
    let none: Vec<String> = Vec::new();
    assert_eq!(filtered(&w, at(Filter::above(50.0))), (vec!["P51".into()], none.clone()));
    assert_eq!(filtered(&w, at(Filter::from(50.0))), (vec!["P51".into(), "P50".into()], none));
    let (first, second) = filtered(&w, report());
    assert_eq!((first.len(), second.len()), (3, 3), "the report has no filter");
}
