//! Conditions and teleo-reactive programs.

use crate::report_common::pacman::{ghost_at, pill_at};
use crate::report_common::*;
use motive::arbiter::teleo::{Definition, Library, ProgramError, Rule, Step};
use motive::arbiter::*;
use motive::kernel::trace::{ConditionFailure, Event};
use motive::kernel::*;

/// Whether a rule with this condition runs.
fn fires(w: &Words, profile: Profile, when: Condition, prepare: impl FnOnce(&mut Play)) -> bool {
    let rule = Rule::new("rule").when(when).act(w.action("one"), []);
    let program = Definition::new("P").done_when(Condition::never()).rule(rule);
    let mut play = Cast::new(w, profile).task("P", 10, program).play();
    prepare(&mut play);
    !play.step().is_empty()
}

/// R-004-040: the operators of the builders; other spellings belong to the notation.
#[test]
fn not_binds_more_tightly_than_and_and_and_than_or() {
    let w = Words::new();
    for bits in 0..8 {
        let [a, b, c] = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
        let set = |play: &mut Play| {
            for (name, value) in [("a", a), ("b", b), ("c", c)] {
                play.set_own(name, value);
            }
        };
        let when = !w.flag("a") & w.flag("b") | w.flag("c");
        assert_eq!(fires(&w, report(), when, set), (!a && b) || c, "{a} {b} {c}");
        let when = !(w.flag("a") & (w.flag("b") | w.flag("c")));
        assert_eq!(fires(&w, report(), when, set), !(a && (b || c)), "{a} {b} {c}");
    }
    let compared = |comparison| {
        [19, 20, 21].map(|health| {
            fires(&w, report(), w.own("health").compare(comparison, 20), |play| {
                play.set_own("health", health);
            })
        })
    };
    assert_eq!(compared(Comparison::Less), [true, false, false]);
    assert_eq!(compared(Comparison::AtMost), [true, true, false]);
    assert_eq!(compared(Comparison::Equal), [false, true, false]);
    assert_eq!(compared(Comparison::AtLeast), [false, true, true]);
    assert_eq!(compared(Comparison::More), [false, false, true]);
}

/// R-004-041
#[test]
fn predicates_of_the_host_decide_and_unknown_ones_are_refused() {
    let w = Words::new();
    for armed in [true, false] {
        assert_eq!(fires(&w, report(), w.flag("armed"), |play| play.set_own("armed", armed)), armed);
    }
    let mut elsewhere = (*w.0).clone();
    let stranger = elsewhere.function("brave", 0, Purity::Pure, |_, _| Some(true.into()));
    let rule = Rule::new("rule").when(Expr::call(stranger, []).holds());
    let error = Library::new(&w.0, vec![Definition::new("P").rule(rule)]).unwrap_err();
    assert!(matches!(error, ProgramError::Rule { error: BuildError::Foreign, .. }), "{error}");
}

/// R-004-042
#[test]
fn a_variable_holds_exactly_when_something_fits() {
    let w = Words::new();
    let mut play = Cast::new(&w, report()).task("Take", 10, w.taker("Take", w.a("gun"))).play();
    assert_eq!(play.step(), [""; 0]);
    play.see(w.thing("pistol", "gun"));
    assert_eq!(play.step(), ["take(pistol)"]);
    play.lose("pistol");
    assert_eq!(play.step(), [""; 0]);
}

/// R-004-043
#[test]
fn or_takes_the_first_side_and_leaves_the_other() {
    let w = Words::new();
    let either = Condition::from(w.a("ruby")) | w.a("emerald").into();
    let bribe = Definition::new("Bribe")
        .done_when(Condition::never())
        .rule(Rule::new("bribe").when(either).act(w.action("bribe"), []));
    let mut play = Cast::new(&w, report())
        .task("Bribe", 90, bribe)
        .task("Ruby", 20, w.taker("Ruby", w.a("ruby")))
        .task("Emerald", 10, w.taker("Emerald", w.a("emerald")))
        .play()
        .seeing([w.thing("ruby1", "ruby"), w.thing("emerald1", "emerald")]);
    assert_eq!(play.step(), ["bribe()", "take(emerald1)"]);
    assert_eq!(play.holdings("Bribe"), ["ruby1"]);
}

/// R-004-044
#[test]
fn not_takes_nothing_whichever_way_it_ends() {
    let w = Words::new();
    for ghosts in [0, 1] {
        let high = Definition::new("High")
            .done_when(Condition::never())
            .rule(Rule::new("no ghost").when(not(w.a("ghost"))).act(w.action("one"), []))
            .rule(
                Rule::new("a ghost")
                    .when(!(Condition::from(w.a("ghost")) & w.flag("a")))
                    .act(w.action("two"), []),
            );
        let mut play = Cast::new(&w, report())
            .task("High", 90, high)
            .task("Low", 20, w.taker("Low", w.a("ghost")))
            .play();
        play.set_own("a", false);
        if ghosts > 0 {
            play.see(ghost_at(&w, "g1", 5.0, false));
        }
        let expected: &[&str] = if ghosts > 0 { &["two()", "take(g1)"] } else { &["one()"] };
        assert_eq!(play.step(), expected);
        assert!(play.holdings("High").is_empty());
    }
}

/// R-004-046
#[test]
fn a_thing_that_another_task_has_cannot_be_had_but_exists() {
    let w = Words::new();
    let low = Definition::new("Low").done_when(Condition::never()).rule(
        Rule::new("rule")
            .when(not(w.a("powerpill")))
            .when(Condition::exists(w.a("powerpill")))
            .act(w.action("one"), []),
    );
    let mut play = Cast::new(&w, motive())
        .task("High", 90, w.taker("High", w.a("powerpill")))
        .task("Low", 20, low)
        .play()
        .seeing([pill_at(&w, "p1", 4.0)]);
    assert_eq!(play.step(), ["take(p1)", "one()"]);
}

/// R-004-047
#[test]
fn the_first_rule_that_holds_is_chosen_afresh_each_cycle() {
    let w = Words::new();
    let program = Definition::new("P")
        .done_when(Condition::never())
        .rule(Rule::new("one").when(w.flag("a")).act(w.action("one"), []))
        .rule(Rule::new("two").when(w.flag("b")).act(w.action("two"), []));
    let mut play = Cast::new(&w, report()).task("P", 10, program).play();
    let mut chosen = Vec::new();
    for a in [false, true, false] {
        play.set_own("a", a);
        play.set_own("b", true);
        chosen.extend(play.step());
    }
    assert_eq!(chosen, ["two()", "one()", "two()"]);
}

/// R-004-048: a first rule that acts is no success condition, so nothing finds or ends the program by it.
#[test]
fn a_program_whose_first_rule_acts_has_no_success_condition() {
    let w = Words::new();
    let acts = Definition::new("Acts").rule(w.take(w.a("item")));
    let ends = Definition::new("Ends").done_when(not(w.a("item"))).rule(w.take(w.a("item")));
    let null = Definition::new("Null").rule(Rule::new("Rule0").when(not(w.a("item"))));
    let library = Library::new(&w.0, vec![acts, ends, null]).unwrap();
    let success = |name: &str| library.program(name).and_then(|program| program.success().cloned());
    assert_eq!(success("Acts"), None);
    assert!(success("Ends").is_some_and(|success| success.same_as(&not(w.a("item")))));
    assert!(success("Null").is_some_and(|success| success.same_as(&not(w.a("item")))));
}

/// R-004-049
#[test]
fn all_actions_of_a_rule_are_proposed_in_order() {
    let w = Words::new();
    let rule = Rule::new("both").act(w.action("two"), []).act(w.action("one"), []);
    let program = Definition::new("P").done_when(Condition::never()).rule(rule);
    assert_eq!(Cast::new(&w, report()).task("P", 10, program).play().step(), ["two()", "one()"]);
}

/// A caller whose first call finds no rule to run, and whose second rule always runs.
fn caller(w: &Words, call_failure: CallFailure) -> Play {
    let callee = Definition::new("Callee").rule(w.take(w.a("item")));
    let caller = Definition::new("Caller")
        .done_when(Condition::never())
        .rule(Rule::new("call").act(w.action("one"), []).step(Step::call("Callee", [])))
        .rule(Rule::new("else").act(w.action("two"), []));
    let profile = with(report(), |profile| profile.binding.call_failure = call_failure);
    Cast::new(w, profile).task("Caller", 10, caller).program(callee).play()
}

/// R-004-054
#[test]
fn a_call_that_finds_no_rule_fails_its_rule_or_its_task() {
    let w = Words::new();
    assert_eq!(caller(&w, CallFailure::NextRule).step(), ["two()"]);
    let mut play = caller(&w, CallFailure::Task);
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.state("Caller"), Some(TaskState::Suspended));
    assert_eq!(caller(&w, CallFailure::Nothing).step(), ["one()"]);
    let mut play = caller(&w, CallFailure::NextRule);
    play.see(w.thing("x1", "item"));
    assert_eq!(play.step(), ["one()", "take(x1)"]);
}

/// R-004-055
#[test]
fn a_program_with_parameters_cannot_pursue_a_goal() {
    let w = Words::new();
    let goto = Definition::new("GOTO")
        .parameter("target")
        .rule(Rule::new("go").act(w.action("go"), [Expr::var("target")]));
    let error = Cast::new(&w, report()).task("Go", 10, goto).build().unwrap_err();
    let expected = CharacterError::ArgumentsAtTop { goal: "Go".into(), program: "GOTO".into(), arity: 1 };
    assert_eq!(error, expected);
}

/// R-004-056
#[test]
fn calls_without_end_are_cut_off() {
    let w = Words::new();
    let program =
        Definition::new("A").done_when(Condition::never()).rule(Rule::new("again").step(Step::call("A", [])));
    let mut play = Cast::new(&w, report()).task("A", 10, program).play();
    assert_eq!(play.step(), [""; 0]);
    assert_eq!(play.state("A"), Some(TaskState::Suspended));
    assert!(play.failures("A").iter().any(|(_, _, why)| *why == ConditionFailure::CallDepth));
    let deepest = play
        .events()
        .iter()
        .filter(|event| matches!(event, Event::RuleFailed { rule: 0, why: ConditionFailure::False, .. }));
    assert_eq!(deepest.count(), 33, "the program itself and 32 calls");
}

/// R-004-058
#[test]
fn what_only_one_side_of_an_or_binds_cannot_be_used() {
    let w = Words::new();
    let either = || Condition::from(w.a("ruby").named("R")) | w.a("emerald").named("E").into();
    let by_action = Rule::new("give").when(either()).act(w.action("give"), [Expr::var("R")]);
    let by_property = Rule::new("read")
        .when(either())
        .when(Expr::var("E").get(w.prop("Worth")).at_least(1))
        .act(w.action("one"), []);
    for rule in [by_action, by_property] {
        let program = || vec![Definition::new("P").rule(rule.clone())];
        let error = Library::new(&w.0, program()).unwrap_err();
        assert!(
            matches!(error, ProgramError::Rule { error: BuildError::BoundInOneBranch(..), .. }),
            "{error}"
        );
        assert!(Library::lenient(&w.0, program()).is_ok());
    }
}

/// R-004-058, with the check off: the step has no value when the other side held.
#[test]
fn without_the_check_a_missing_side_fails_the_step() {
    let w = Words::new();
    let either = Condition::from(w.a("ruby").named("R")) | w.a("emerald").named("E").into();
    let rule = Rule::new("give").when(either).act(w.action("give"), [Expr::var("R")]);
    let library = Library::lenient(&w.0, vec![Definition::new("P").rule(rule)]).unwrap();
    let given = |jewel: Thing| {
        let character =
            Character::new(w.0.clone()).goal(Goal::achieve("P", "P").always(1)).library(&library).build();
        let mut agent = Agent::new(Memory::new(w.0.clone()), Arbiter::new(character.unwrap()), 1, 0);
        agent.memory_mut().put(jewel).unwrap();
        agent.tick(Time::default()).display(&w.0)
    };
    assert_eq!(given(w.thing("ruby1", "ruby")), ["give(ruby1)"]);
    assert_eq!(given(w.thing("emerald1", "emerald")), [""; 0]);
}
