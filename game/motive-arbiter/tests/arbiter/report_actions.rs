//! What of the proposals is done.

use crate::report_common::*;
use motive::arbiter::teleo::{Definition, Rule, Step};
use motive::arbiter::*;
use motive::kernel::trace::ProposalResult;
use motive::kernel::*;

/// An agent each of whose tasks proposes these actions, most important first.
fn proposing(w: &Words, profile: Profile, tasks: &[&[&str]]) -> Cast {
    let mut cast = Cast::new(w, profile);
    for (at, actions) in (0..).zip(tasks) {
        let mut rule = Rule::new("act");
        for action in *actions {
            rule = rule.step(Step::act(w.action(action), []));
        }
        let name = format!("T{at}");
        let program = Definition::new(&name).done_when(Condition::never()).rule(rule);
        cast = cast.task(&name, 90 - at, program);
    }
    cast
}

/// R-004-057
#[test]
fn an_action_starts_goes_on_and_stops() {
    let w = Words::new();
    let program =
        Definition::new("Move").done_when(w.flag("a")).rule(Rule::new("move").act(w.action("one"), []));
    let mut play = Cast::new(&w, report()).once("Move", 10.0, program).play();
    play.set_own("a", false);
    let mut phases = Vec::new();
    for cycle in 1..=5 {
        play.set_own("a", cycle > 3);
        play.step();
        let decision = play.decision();
        phases.extend(decision.actions.iter().chain(&decision.stopped).map(|act| act.phase));
    }
    assert_eq!(phases, [Phase::Started, Phase::Continued, Phase::Continued, Phase::Stopped]);
}

/// R-004-090
#[test]
fn the_less_important_of_two_conflicting_actions_is_dropped_and_the_trace_says_why() {
    let w = Words::new();
    let (left, right) = (w.action("left"), w.action("right"));
    let mut play = proposing(&w, report(), &[&["left"], &["right"]])
        .with(move |character| character.conflict(left, right))
        .play();
    assert_eq!(play.step(), ["left()"]);
    let with = ProposalResult::Conflict { with: "left()".into() };
    assert_eq!(play.proposed(), [("left()".into(), ProposalResult::Kept), ("right()".into(), with)]);
}

/// R-004-091
#[test]
fn without_conflicts_all_is_done() {
    let w = Words::new();
    let mut play = proposing(&w, report(), &[&["left"], &["right"], &["one"], &["two"]]).play();
    assert_eq!(play.step(), ["left()", "right()", "one()", "two()"]);
}

/// R-004-092
#[test]
fn a_dropped_action_stands_in_the_way_or_does_not() {
    let w = Words::new();
    let (a, b, c) = (w.action("one"), w.action("two"), w.action("three"));
    let done = |scope| {
        let profile = with(report(), |profile| profile.conflict_scope = scope);
        proposing(&w, profile, &[&["one"], &["two"], &["three"]])
            .with(move |character| character.conflict(a, b).conflict(b, c))
            .play()
            .step()
    };
    assert_eq!(done(ConflictScope::Pairwise), ["one()"]);
    assert_eq!(done(ConflictScope::Greedy), ["one()", "three()"]);
    assert_eq!(report().conflict_scope, ConflictScope::Pairwise);
}

/// R-004-095
#[test]
fn of_two_conflicting_actions_of_one_task_the_first_is_done() {
    let w = Words::new();
    let runto = w.action("RUNTO");
    let rule = Rule::new("run").act(runto, [w.id("x1").into()]).act(runto, [w.id("x2").into()]);
    let mut play = Cast::new(&w, report())
        .task("Run", 10, Definition::new("Run").done_when(Condition::never()).rule(rule))
        .with(move |character| character.conflict(runto, runto))
        .play();
    assert_eq!(play.step(), ["RUNTO(x1)"]);
}

/// R-004-096
#[test]
fn one_action_on_the_world_and_all_on_memory() {
    let w = Words::new();
    let single = with(motive(), |profile| profile.multiple_actions = false);
    let mut play = proposing(&w, single, &[&["one", "jot"], &["two", "three"], &["scribble"]]).play();
    assert_eq!(play.step(), ["one()"]);
    let kept = |play: &Play| {
        let kept = play.proposed().into_iter().filter(|(_, fate)| *fate == ProposalResult::Kept);
        kept.map(|(command, _)| command).collect::<Vec<_>>()
    };
    assert_eq!(kept(&play), ["one()", "jot()", "scribble()"]);
}

/// R-004-097: the pairs of the Unreal Tournament agent; they belong to its world, not to the library.
#[test]
fn seven_pairs_of_the_unreal_tournament_actions_conflict() {
    let w = Words::new();
    let actions =
        ["STOP", "RUNTO", "TURNTO", "SHOOT", "STOPSHOOT", "GETPATH", "ROTATE"].map(|action| w.action(action));
    let pairs = [
        ("RUNTO", "RUNTO"),
        ("STOP", "RUNTO"),
        ("TURNTO", "TURNTO"),
        ("STOP", "TURNTO"),
        ("RUNTO", "TURNTO"),
        ("STOPSHOOT", "SHOOT"),
        ("GETPATH", "RUNTO"),
    ];
    let mut catalogue = Catalogue::default();
    for (one, other) in pairs {
        catalogue.conflict(w.action(one), w.action(other));
    }
    let all = (0..7).flat_map(|one| (one..7).map(move |other| (one, other)));
    let (conflicting, peaceful): (Vec<_>, Vec<_>) =
        all.partition(|(one, other)| catalogue.in_conflict(actions[*one], actions[*other]));
    assert_eq!((conflicting.len(), peaceful.len()), (7, 21));
    assert!(actions.iter().all(|action| !catalogue.in_conflict(w.action("ROTATE"), *action)));
    assert!(catalogue.in_conflict(w.action("RUNTO"), w.action("STOP")), "in either order");
}
