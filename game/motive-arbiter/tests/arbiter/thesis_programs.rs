//! Teleo-reactive programs: rules, calls, functions, the additions of later systems, and the demo of the thesis.

use crate::thesis_common::*;
use motive::arbiter::teleo::{Caching, Definition, Library, ProgramError, Rule, Step};
use motive::arbiter::*;
use motive::kernel::trace::{ConditionFailure, Event};
use motive::kernel::*;

/// A player with one goal, pursued by the first program.
fn one_goal(n: &Names, programs: Vec<Definition>) -> Player {
    let first = programs[0].name.to_string();
    play(character(n, programs).goal(Goal::achieve("goal", &first).always(50)))
}

fn mood(n: &Names, mood: i32) -> Condition {
    Expr::own(n.mood).equals(mood)
}

/// R-000-069, D6
#[test]
fn a_variable_of_one_branch_cannot_be_used_after_it() {
    let n = names();
    let either = || {
        Condition::bind(Pattern::of(n.gun).named("it")) | Condition::bind(Pattern::of(n.ghost).named("it"))
    };
    let used = Definition::new("a").rule(Rule::new("r").when(either()).act(n.go, [var("it")]));
    let error = Library::new(&n.all, vec![used]).unwrap_err();
    let expected = ProgramError::Rule {
        program: "a".into(),
        rule: "r".into(),
        error: BuildError::BoundInOneBranch("it".into()),
    };
    assert_eq!(error, expected);
    let read = Definition::new("a")
        .rule(Rule::new("r").when(either()).when(var("it").get(n.size).above(1)).act(n.say, [Expr::from(1)]));
    assert!(Library::new(&n.all, vec![read]).is_err());
    let unused = Definition::new("a").rule(Rule::new("r").when(either()).act(n.say, [Expr::from(1)]));
    let mut player = one_goal(&n, vec![unused]);
    assert!(player.tick().is_empty());
    assert_eq!(player.put(thing(1, n.ghost)).tick(), ["say(1)"]);
}

/// R-000-070
#[test]
fn a_rule_without_a_condition_always_fires() {
    let n = names();
    for profile in both() {
        let built = character(&n, vec![doing("a", n.say, 1)]).goal(always("a", 10));
        assert_eq!(play_as(profile, built).tick(), ["say(1)"]);
    }
}

/// R-000-071
#[test]
fn a_called_program_gets_values_and_things_and_acts_in_the_same_tick() {
    let n = names();
    let caller = Definition::new("main").rule(
        Rule::new("call")
            .when(Pattern::of(n.gun).named("gun"))
            .step(Step::call("tell", [var("gun"), Expr::own(n.mood) + 1, Expr::from(n.pistol)])),
    );
    let callee = Definition::new("tell").parameter("thing").parameter("number").parameter("sort").rule(
        Rule::new("tell")
            .when(var("thing").get(n.size).equals(4))
            .act(n.go, [var("thing")])
            .act(n.say, [var("number")])
            .act(n.spend, [var("sort")]),
    );
    for profile in both() {
        let built =
            character(&n, vec![caller.clone(), callee.clone()]).goal(Goal::achieve("g", "main").always(1));
        let mut player = play_as(profile, built);
        player.put(thing(1, n.gun).with(n.size, 4)).own(n.mood, 1);
        let mut done = player.tick();
        done.sort();
        assert_eq!(done, ["go(#1)", "say(2)", "spend(pistol)"]);
    }
}

/// R-000-071: a pattern in the callee with the name of a parameter checks the thing that was given.
#[test]
fn a_parameter_that_a_pattern_names_is_checked_not_searched() {
    let n = names();
    let caller = Definition::new("main").rule(
        Rule::new("call")
            .when(Pattern::of(n.gun).named("gun").prefer(n.size, 1))
            .step(Step::call("take", [var("gun")])),
    );
    let callee = Definition::new("take").parameter("it").rule(
        Rule::new("take")
            .when(Pattern::of(n.gun).exclusive().with(n.blue, true).named("it"))
            .act(n.go, [var("it")]),
    );
    let mut player = one_goal(&n, vec![caller, callee]);
    player.put(thing(1, n.gun).with(n.size, 1).with(n.blue, false)).put(thing(2, n.gun).with(n.blue, true));
    assert!(player.tick().is_empty(), "the gun that was given is not blue; no other is taken instead");
    assert_eq!(player.set(1, n.blue, true).tick(), ["go(#1)"]);
}

/// R-000-071: what the caller calls a thing means nothing to the callee.
#[test]
fn a_called_program_sees_its_parameters_alone() {
    let n = names();
    let caller = Definition::new("main")
        .rule(Rule::new("call").when(Pattern::of(n.gun).named("gun")).step(Step::call("tell", [])));
    let callee = Definition::new("tell").rule(Rule::new("tell").act(n.go, [var("gun")]));
    let error = Library::new(&n.all, vec![caller, callee]).unwrap_err();
    assert!(matches!(error, ProgramError::Rule { error: BuildError::UnknownVariable(..), .. }), "{error}");
}

/// R-000-071
#[test]
fn calls_of_what_does_not_exist_or_with_wrong_arguments_are_found_when_built() {
    let n = names();
    let goto = Definition::new("Goto").parameter("target").rule(Rule::new("go").act(n.go, [var("target")]));
    let calling = |step: Step| {
        Library::new(&n.all, vec![goto.clone(), Definition::new("a").rule(Rule::new("r").step(step))])
            .unwrap_err()
    };
    let unknown = calling(Step::call("Gotto", [Expr::from(1)]));
    assert_eq!(
        unknown.to_string(),
        "program `a`, rule `r` calls `Gotto`, which does not exist; did you mean `Goto`?"
    );
    let arity = calling(Step::call("Goto", []));
    assert_eq!(arity.to_string(), "program `a`, rule `r`: `Goto` takes 1 arguments but is given 0");
}

/// R-000-071
#[test]
fn programs_call_each_other_many_levels_deep() {
    let n = names();
    let depth = 12;
    let mut programs: Vec<Definition> = (0..depth)
        .map(|level| {
            let call = Step::call(&format!("level{}", level + 1), [var("number") + 1]);
            Definition::new(&format!("level{level}")).parameter("number").rule(Rule::new("down").step(call))
        })
        .collect();
    programs.insert(
        0,
        Definition::new("main").rule(Rule::new("start").step(Step::call("level0", [Expr::from(0)]))),
    );
    let bottom = Definition::new(&format!("level{depth}")).parameter("number");
    programs.push(bottom.rule(Rule::new("say").act(n.say, [var("number")])));
    assert_eq!(one_goal(&n, programs).tick(), ["say(12)"]);
}

/// R-000-071
#[test]
fn recursion_is_bounded_and_reported() {
    let n = names();
    let endless = Definition::new("a").rule(Rule::new("again").step(Step::call("b", [])));
    let back =
        Definition::new("b").rule(Rule::new("back").act(n.say, [Expr::from(1)]).step(Step::call("a", [])));
    let mut player = one_goal(&n, vec![endless, back]);
    assert!(player.tick().is_empty(), "nothing is left of what it did on the way");
    assert!(player.failures("goal").contains(&ConditionFailure::CallDepth));
}

/// R-000-071: recursion that ends is fine.
#[test]
fn a_program_may_call_itself_as_long_as_it_ends() {
    let n = names();
    let count = Definition::new("count")
        .parameter("left")
        .rule(Rule::new("end").when(var("left").equals(0)).act(n.say, [Expr::from(0)]))
        .rule(Rule::new("on").act(n.go, [var("left")]).step(Step::call("count", [var("left") - 1])));
    let main = Definition::new("main").rule(Rule::new("start").step(Step::call("count", [Expr::from(3)])));
    assert_eq!(one_goal(&n, vec![main, count]).tick(), ["go(3)", "go(2)", "go(1)", "say(0)"]);
}

/// R-000-071, section 3.7: a callee of which no rule can run. The published profile fires the caller all the same.
#[test]
fn a_call_that_cannot_run_fails_its_rule_or_adds_nothing() {
    let n = names();
    let callee = Definition::new("shoot")
        .rule(Rule::new("s").when(Pattern::of(n.ghost)).act(n.shoot, [Expr::from(1)]));
    let main = Definition::new("main")
        .rule(Rule::new("try").act(n.say, [Expr::from(1)]).step(Step::call("shoot", [])))
        .rule(Rule::new("else").act(n.say, [Expr::from(2)]));
    let built =
        || character(&n, vec![main.clone(), callee.clone()]).goal(Goal::achieve("g", "main").always(1));
    assert_eq!(play_as(Profile::motive(), built()).tick(), ["say(2)"]);
    assert_eq!(play_as(Profile::thesis2005(), built()).tick(), ["say(1)"]);
    let task = motive_with(|p| p.binding.call_failure = CallFailure::Task);
    assert!(play_as(task, built()).tick().is_empty());
}

/// Section 3.7: a sub-goal that is reached adds nothing and does not end the task.
#[test]
fn a_callee_that_has_reached_its_goal_does_not_end_the_caller() {
    let n = names();
    let callee = Definition::new("near").done_when(Condition::always());
    let main = Definition::new("main")
        .rule(Rule::new("go").act(n.say, [Expr::from(1)]).step(Step::call("near", [])));
    for profile in both() {
        let built =
            character(&n, vec![main.clone(), callee.clone()]).goal(Goal::achieve("g", "main").always(1));
        let mut player = play_as(profile, built);
        for _ in 0..3 {
            assert_eq!(player.tick(), ["say(1)"]);
            assert_eq!(player.task("g").unwrap().created, 0);
        }
    }
}

/// The `GOTO` of the thesis: there, or a step nearer.
fn goto(n: &Names) -> Definition {
    Definition::new("Goto")
        .parameter("target")
        .rule(Rule::new("there").when(Expr::own(n.health).equals(var("target").get(n.value))))
        .rule(
            Rule::new("move").step(Step::note(n.memo, [(n.value, var("target"))])).act(n.go, [var("target")]),
        )
}

/// R-000-072
#[test]
fn two_tasks_that_call_one_program_keep_apart() {
    let n = names();
    let to = |name: &str, kind: Kind| {
        Definition::new(name).rule(
            Rule::new("go")
                .when(Pattern::of(kind).exclusive().named("it"))
                .step(Step::call("Goto", [var("it")])),
        )
    };
    for profile in both() {
        let built = character(&n, vec![to("to gun", n.gun), to("to dot", n.dot), goto(&n)])
            .goal(always("to gun", 20))
            .goal(always("to dot", 10));
        let mut player = play_as(profile, built);
        player
            .put(thing(1, n.gun).with(n.value, 5))
            .put(thing(2, n.dot).with(n.value, 6))
            .own(n.health, 0)
            .tick();
        assert_eq!(
            (player.does("to gun"), player.does("to dot")),
            (vec!["go(#1)".into()], vec!["go(#2)".into()])
        );
        let mut told: Vec<_> = player
            .memory()
            .things()
            .filter(|thing| thing.is_a(n.memo))
            .filter_map(|thing| thing.get(n.value))
            .collect();
        told.sort_by_key(|value| value.id());
        assert_eq!(told, [&Id::new(1).into(), &Id::new(2).into()]);
        player.own(n.health, 5).tick();
        assert_eq!(
            (player.does("to gun"), player.does("to dot")),
            (vec![], vec!["go(#2)".into()]),
            "one is there"
        );
    }
}

/// R-000-072: so do two calls in one rule.
#[test]
fn two_calls_of_one_program_in_one_rule_keep_apart() {
    let n = names();
    let hold = Definition::new("hold").parameter("what").rule(
        Rule::new("hold")
            .when(Expr::own(n.mood).at_least(var("what")))
            .holds_on_while(Expr::own(n.mood).above(0))
            .act(n.say, [var("what")]),
    );
    let main = Definition::new("main").rule(
        Rule::new("both").step(Step::call("hold", [Expr::from(1)])).step(Step::call("hold", [Expr::from(2)])),
    );
    let mut player = one_goal(&n, vec![main, hold]);
    assert_eq!(player.own(n.mood, 2).tick(), ["say(1)", "say(2)"]);
    assert_eq!(player.own(n.mood, 1).tick(), ["say(1)", "say(2)"], "each goes on with what it had");
}

/// R-000-073
#[test]
fn a_request_may_use_what_was_bound_before() {
    let n = names();
    let rule = Rule::new("r")
        .when(Pattern::of(n.memo).named("tgt"))
        .when(Pattern::anything().with(Property::ID, var("tgt").get(n.value)).named("it"))
        .when(
            Pattern::of(n.dot)
                .within(n.size, RangeExpr::new(Some(1.into()), Some(var("it").get(n.size))))
                .named("dot"),
        )
        .act(n.go, [var("it")])
        .act(n.say, [var("dot")]);
    for profile in both() {
        let built = character(&n, vec![Definition::new("a").rule(rule.clone())]).goal(always("a", 1));
        let mut player = play_as(profile, built);
        player.put(thing(1, n.memo).with(n.value, Id::new(3)));
        player.put(thing(2, n.gun).with(n.size, 9)).put(thing(3, n.gun).with(n.size, 4));
        player.put(thing(4, n.dot).with(n.size, 5)).put(thing(5, n.dot).with(n.size, 4));
        let mut done = player.tick();
        done.sort();
        assert_eq!(done, ["go(#3)", "say(#5)"]);
    }
}

/// R-000-073
#[test]
fn what_is_bound_later_cannot_be_used() {
    let n = names();
    let rule = Rule::new("r")
        .when(Pattern::anything().with(Property::ID, var("tgt").get(n.value)).named("it"))
        .when(Pattern::of(n.memo).named("tgt"));
    let error = Library::new(&n.all, vec![Definition::new("a").rule(rule)]).unwrap_err();
    assert!(error.to_string().contains("`tgt` is used but nothing before it binds it"), "{error}");
}

/// R-000-074
#[test]
fn functions_of_the_host_are_called_with_the_right_number_of_arguments() {
    let n = names();
    let rule = Rule::new("r")
        .when(Expr::call(n.near, [Expr::own(n.mood), Expr::from(5)]).holds())
        .act(n.say, [Expr::call(n.double, [Expr::own(n.mood)])]);
    let mut player = one_goal(&n, vec![Definition::new("a").rule(rule)]);
    assert_eq!(player.own(n.mood, 4).tick(), ["say(8)"]);
    assert!(player.own(n.mood, 6).tick().is_empty());
    let wrong = Rule::new("r").act(n.say, [Expr::call(n.double, [])]);
    let error = Library::new(&n.all, vec![Definition::new("a").rule(wrong)]).unwrap_err();
    assert_eq!(error.to_string(), "program `a`, rule `r`: `double` takes 1 arguments but is given 0");
    let wrong = Rule::new("r").step(Step::act(n.go, []));
    let error = Library::new(&n.all, vec![Definition::new("a").rule(wrong)]).unwrap_err();
    assert_eq!(error.to_string(), "program `a`, rule `r`: `go` takes 1 arguments but is given 0");
}

/// The four goals of the Pac-Man example, written with the builders.
fn pac_man(n: &Names, profile: Profile) -> Player {
    let dangerous = || Pattern::of(n.ghost).with(n.blue, false);
    let blue = || Pattern::of(n.ghost).with(n.blue, true);
    let near = Range::new(1.0, 10.0).lowest();
    let toward =
        |name: &str, pattern: Pattern| Rule::new(name).when(pattern.named("it")).act(n.go, [var("it")]);
    let programs = vec![
        Definition::new("EscapeFromGhosts")
            .done_when(
                !Condition::bind(Pattern::of(n.ghost).within(n.distance, near))
                    | !Condition::bind(Pattern::of(n.ghost).with(n.blue, false)),
            )
            .rule(
                Rule::new("flee")
                    .when(dangerous().exclusive().within(n.distance, near).named("ghost"))
                    .act(n.swim, [var("ghost")]),
            ),
        Definition::new("EatBlueGhosts")
            .done_when(!Condition::bind(blue()) & !Condition::bind(Pattern::of(n.gold)))
            .rule(toward("hunt", blue()))
            .rule(toward("power pill", Pattern::of(n.gold))),
        Definition::new("EatFruit")
            .done_when(!Condition::bind(Pattern::of(n.place)))
            .rule(toward("fruit", Pattern::of(n.place))),
        Definition::new("EatDots")
            .done_when(!Condition::bind(Pattern::of(n.dot)))
            .rule(toward("dots", Pattern::of(n.dot))),
    ];
    let known = |pattern: Pattern| Condition::exists(pattern);
    let built = character(n, programs)
        .goal(
            Goal::achieve("GetAwayFromGhosts", "EscapeFromGhosts")
                .when(known(dangerous().within(n.distance, near)), 90),
        )
        .goal(Goal::achieve("EatBlueGhosts", "EatBlueGhosts").when(known(blue()), 50))
        .goal(Goal::achieve("EatFruit", "EatFruit").when(known(Pattern::of(n.place)), 50))
        .goal(Goal::achieve("EatDots", "EatDots").when(known(Pattern::of(n.dot)), 20))
        .conflict(n.go, n.go)
        .conflict(n.go, n.swim)
        .conflict(n.swim, n.swim);
    play_as(profile, built)
}

/// R-000-076: `swim` stands for moving away.
#[test]
fn pac_man_flees_a_near_ghost_and_eats_dots_otherwise() {
    let n = names();
    for profile in both() {
        let mut player = pac_man(&n, profile);
        player.put(thing(1, n.dot)).put(thing(2, n.ghost).with(n.blue, false).with(n.distance, 5));
        assert_eq!(player.tick(), ["swim(#2)"]);
        let proposed = |wanted: &str| {
            player.saw(|event| matches!(event, Event::Proposed { command, .. } if command == wanted))
        };
        assert!(proposed("swim(#2)") && proposed("go(#1)"), "both move, the more important one is done");
        player.remove(2);
        assert_eq!(player.tick(), ["go(#1)"]);
        player.put(thing(3, n.ghost).with(n.blue, true).with(n.distance, 5));
        player.ticks(2);
        assert_eq!(player.does("EatBlueGhosts"), ["go(#3)"], "a blue ghost is prey");
        player.remove(3).remove(1).ticks(3);
        assert!(player.tasks().is_empty());
    }
}

/// TeleoR: a rule that began goes on while something weaker holds.
#[test]
fn a_rule_holds_on_while_its_guard_holds() {
    let n = names();
    let nearby = Pattern::of(n.ghost).named("it").within(n.distance, Range::at_most(5.0));
    let flee = Rule::new("flee").when(nearby).act(n.go, [var("it")]);
    let program =
        |flee: Rule| Definition::new("a").rule(flee).rule(Rule::new("rest").act(n.say, [Expr::from(0)]));
    let steady = flee.clone().holds_on_while(var("it").get(n.distance).below(9));
    let run = |flee: Rule| {
        let mut player = one_goal(&n, vec![program(flee)]);
        player.put(thing(1, n.ghost).with(n.distance, 7));
        let mut done = Vec::new();
        for distance in [7, 4, 6, 8, 9, 6] {
            done.extend(player.set(1, n.distance, distance).tick());
        }
        done
    };
    assert_eq!(run(steady), ["say(0)", "go(#1)", "go(#1)", "go(#1)", "say(0)", "say(0)"]);
    assert_eq!(run(flee), ["say(0)", "go(#1)", "say(0)", "say(0)", "say(0)", "say(0)"]);
}

/// TeleoR: a rule that holds on still yields to what is more important.
#[test]
fn a_rule_cannot_hold_on_to_what_a_more_important_task_takes() {
    let n = names();
    let part = |name: &str| Pattern::of(n.gold).exclusive().with(n.amount, 3).named(name);
    let low = Definition::new("low")
        .rule(
            Rule::new("hold")
                .when(part("gold"))
                .when(mood(&n, 0))
                .holds_on_while(Condition::always())
                .act(n.say, [Expr::from(1)]),
        )
        .rule(Rule::new("rest").act(n.say, [Expr::from(0)]));
    let high =
        Definition::new("high").rule(Rule::new("take").when(part("gold")).act(n.spend, [Expr::from(3)]));
    let built = character(&n, vec![low, high])
        .goal(always("low", 10))
        .goal(Goal::achieve("high", "high").when(mood(&n, 2), 20));
    let mut player = play(built);
    player.put(thing(1, n.gold).divisible(n.amount, 5.0));
    assert_eq!(player.own(n.mood, 0).tick(), ["say(1)"]);
    assert_eq!(player.own(n.mood, 1).tick(), ["say(1)"], "it holds on");
    assert_eq!(
        player.own(n.mood, 2).tick(),
        ["spend(3)", "say(0)"],
        "of five, three and three cannot both be had"
    );
}

/// TeleoR: a rule that began is not left for one above it before a condition holds.
#[test]
fn a_rule_is_not_left_before_its_end_is_reached() {
    let n = names();
    let program = |finish: Rule| {
        Definition::new("a")
            .rule(Rule::new("above").when(mood(&n, 1)).act(n.go, [Expr::from(1)]))
            .rule(finish)
    };
    let below = Rule::new("below").act(n.say, [Expr::from(2)]);
    let run = |below: Rule| {
        let mut player = one_goal(&n, vec![program(below)]);
        player.own(n.health, 0);
        let mut done = player.own(n.mood, 0).tick();
        done.extend(player.own(n.mood, 1).tick());
        done.extend(player.tick());
        done.extend(player.own(n.health, 5).tick());
        done
    };
    let stays = below.clone().until(Expr::own(n.health).at_least(5));
    assert_eq!(run(stays), ["say(2)", "say(2)", "say(2)", "go(1)"]);
    assert_eq!(run(below), ["say(2)", "go(1)", "go(1)", "go(1)"]);
}

/// TeleoR: a rule that began goes on for a while.
#[test]
fn a_rule_goes_on_for_at_least_its_time() {
    let n = names();
    let program = Definition::new("a")
        .rule(Rule::new("wave").when(mood(&n, 1)).for_at_least(300_000).act(n.go, [Expr::from(1)]))
        .rule(Rule::new("rest").act(n.say, [Expr::from(0)]));
    let mut player = one_goal(&n, vec![program]);
    let mut done = Vec::new();
    for mood in [0, 1, 0, 0, 0, 0] {
        done.extend(player.own(n.mood, mood).tick());
    }
    assert_eq!(done, ["say(0)", "go(1)", "go(1)", "go(1)", "say(0)", "say(0)"]);
}

/// TeleoR: steps one after the other, measured from the moment the rule began.
#[test]
fn steps_come_in_turn() {
    let n = names();
    let turns = Step::InTurn(vec![
        (200_000, vec![Step::act(n.go, [Expr::from(1)])]),
        (100_000, vec![Step::act(n.go, [Expr::from(2)]), Step::act(n.say, [Expr::from(2)])]),
        (0, vec![Step::act(n.go, [Expr::from(3)])]),
    ]);
    let program = Definition::new("a")
        .rule(Rule::new("rest").when(mood(&n, 1)).act(n.say, [Expr::from(0)]))
        .rule(Rule::new("turns").step(turns));
    let mut player = one_goal(&n, vec![program]);
    player.own(n.mood, 0);
    let done: Vec<String> = player.ticks(6).concat();
    assert_eq!(done, ["go(1)", "go(1)", "go(2)", "say(2)", "go(3)", "go(3)", "go(3)"]);
    assert_eq!(player.own(n.mood, 1).tick(), ["say(0)"]);
    assert_eq!(player.own(n.mood, 0).tick(), ["go(1)"], "it begins anew");
}

/// TeleoR: the first of several steps that works.
#[test]
fn the_first_step_that_works_is_taken() {
    let n = names();
    let shoot = Definition::new("fight")
        .rule(Rule::new("s").when(Pattern::of(n.gun).exclusive().named("gun")).act(n.shoot, [var("gun")]));
    let flee = Definition::new("flee").rule(Rule::new("f").when(mood(&n, 1)).act(n.go, [Expr::from(1)]));
    let either = Step::FirstOf(vec![
        Step::call("fight", []),
        Step::call("flee", []),
        Step::act(n.say, [Expr::from(0)]),
    ]);
    let main = Definition::new("main").rule(Rule::new("r").step(either));
    let mut player = one_goal(&n, vec![main, shoot, flee]);
    assert_eq!(player.own(n.mood, 0).tick(), ["say(0)"]);
    assert_eq!(player.own(n.mood, 1).tick(), ["go(1)"]);
    assert_eq!(player.put(thing(1, n.gun)).tick(), ["shoot(#1)"]);
}

/// TeleoR: a rule that fires is told from one that goes on.
#[test]
fn the_trace_tells_a_rule_that_starts_from_one_that_goes_on() {
    let n = names();
    let program = Definition::new("a")
        .rule(Rule::new("other").when(mood(&n, 9)).act(n.say, [Expr::from(9)]))
        .rule(Rule::new("tell").act(n.say, [Expr::own(n.mood)]));
    let mut player = one_goal(&n, vec![program]);
    let mut seen = Vec::new();
    for mood in [1, 2, 9, 2, 3] {
        player.own(n.mood, mood).tick();
        seen.extend(player.events.iter().filter_map(|event| match event {
            Event::RuleFired { rule, continued, .. } => Some((*rule, *continued)),
            _ => None,
        }));
    }
    assert_eq!(seen, [(1, false), (1, true), (0, false), (1, false), (1, true)]);
}

/// A long program of which one rule fires, under a way of caching; what it did and how many rules were tried.
fn long_program(n: &Names, caching: Caching, moods: &[i32]) -> (Vec<String>, usize) {
    let mut program = Definition::new("a").caching(caching);
    for rule in 0..10 {
        let act = Rule::new("r").when(Expr::own(n.mood).at_least(9 - rule)).act(n.say, [Expr::from(rule)]);
        program = program.rule(act);
    }
    // Answers are not reused here, so that only caching makes a difference.
    let built = character(n, vec![program]).goal(always("a", 1));
    let mut player = play_as(motive_with(|p| p.reuse = false), built);
    let (mut done, mut tried) = (Vec::new(), 0);
    for mood in moods {
        done.extend(player.own(n.mood, *mood).tick());
        tried += player.rules_tried();
    }
    (done, tried)
}

/// R-000-123
#[test]
fn caching_does_the_same_in_a_static_world_and_tries_fewer_rules() {
    let n = names();
    let still = [3; 30];
    let (all, tried) = long_program(&n, Caching::None, &still);
    assert_eq!(tried, 30 * 7);
    for caching in [Caching::Neighbour { scan_every: 10 }, Caching::Stay] {
        let (done, cached) = long_program(&n, caching, &still);
        assert_eq!(done, all);
        assert!(cached < tried / 2, "{caching:?}: {cached} of {tried}");
    }
}

/// R-000-123: what each way of caching overlooks when the world changes, and for how long.
#[test]
fn caching_modes_differ_in_what_they_overlook() {
    let n = names();
    // From the start rule 6 can run; then 5; then 2; then nothing but 9.
    let moods = [3, 3, 4, 4, 7, 7, 7, 7, 7, 7, 7, 0, 0];
    let say = |rules: [i32; 13]| rules.map(|rule| format!("say({rule})")).to_vec();
    assert_eq!(long_program(&n, Caching::None, &moods).0, say([6, 6, 5, 5, 2, 2, 2, 2, 2, 2, 2, 9, 9]));
    assert_eq!(long_program(&n, Caching::Stay, &moods).0, say([6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 9, 9]));
    assert_eq!(
        long_program(&n, Caching::Neighbour { scan_every: 10 }, &moods).0,
        say([6, 6, 5, 5, 4, 3, 2, 2, 2, 2, 2, 9, 9]),
        "one rule up a tick"
    );
}

/// R-000-123: the look at all rules comes also when nothing changes any more.
#[test]
fn a_neighbour_cache_finds_a_distant_rule_at_its_next_scan() {
    let n = names();
    for reuse in [true, false] {
        let mut program = Definition::new("a").caching(Caching::Neighbour { scan_every: 5 });
        program = program.rule(Rule::new("best").when(mood(&n, 1)).act(n.say, [Expr::from(0)]));
        program = program.rule(Rule::new("never").when(mood(&n, 8)).act(n.say, [Expr::from(1)]));
        program = program.rule(Rule::new("never").when(mood(&n, 9)).act(n.say, [Expr::from(2)]));
        program = program.rule(Rule::new("else").act(n.say, [Expr::from(3)]));
        let mut player =
            play_as(motive_with(|p| p.reuse = reuse), character(&n, vec![program]).goal(always("a", 1)));
        player.own(n.mood, 0).tick();
        player.own(n.mood, 1);
        let done: Vec<String> = player.ticks(6).concat();
        assert_eq!(done, ["say(3)", "say(3)", "say(3)", "say(3)", "say(0)", "say(0)"], "reuse: {reuse}");
    }
}

/// F4: without preferences any thing that fits will do.
#[test]
fn without_preferences_the_better_thing_is_not_sought() {
    let n = names();
    let wanted = Pattern::of(n.gun).prefer(n.sort, n.rocket_launcher);
    let chosen = |preference_scoring: PreferenceScoring| {
        let mut first = 0;
        for seed in 0..40 {
            let built = character(&n, vec![using("use", wanted.clone(), n.go)])
                .goal(always("use", 1))
                .profile(motive_with(|p| p.binding.preference_scoring = preference_scoring));
            let mut player = Player::new(built.build().unwrap(), seed);
            player
                .put(thing(1, n.gun).with(n.sort, n.rocket_launcher))
                .put(thing(2, n.gun).with(n.sort, n.pistol));
            first += usize::from(player.tick() == ["go(#1)"]);
        }
        first
    };
    assert_eq!(chosen(PreferenceScoring::Ranges), 40);
    assert!((8..33).contains(&chosen(PreferenceScoring::Off)));
}

/// F7: a quantity that cannot be divided serves one task.
#[test]
fn only_divisible_quantities_serve_several_tasks() {
    let n = names();
    let pay = |name: &str| {
        let gold = Pattern::of(n.gold).exclusive().within(n.amount, Range::at_least(5.0)).named("gold");
        Definition::new(name).rule(Rule::new("pay").when(gold).act(n.spend, [var("gold").get(n.amount)]))
    };
    let built = || character(&n, vec![pay("a"), pay("b")]).goal(always("a", 20)).goal(always("b", 10));
    let mut divided = play(built());
    assert_eq!(divided.put(thing(1, n.gold).divisible(n.amount, 12.0)).tick(), ["spend(5)", "spend(5)"]);
    let mut whole = play(built());
    assert_eq!(whole.put(thing(1, n.gold).with(n.amount, 12)).tick(), ["spend(12)"]);
}

/// F8: a range with a preferred end orders what fits; a plain one does not.
#[test]
fn a_range_with_an_arrow_chooses_the_better_end() {
    let n = names();
    let chosen = |range: Range| -> std::collections::BTreeSet<String> {
        let wanted = Pattern::of(n.gun).prefer_within(n.distance, range);
        let one = |seed| {
            let built = character(&n, vec![using("use", wanted.clone(), n.go)]).goal(always("use", 1));
            let mut player = Player::new(built.build().unwrap(), seed);
            player
                .put(thing(1, n.gun).with(n.distance, 9))
                .put(thing(2, n.gun).with(n.distance, 2))
                .tick()
                .remove(0)
        };
        (0..30).map(one).collect()
    };
    assert_eq!(chosen(Range::new(1.0, 10.0).lowest()), ["go(#2)".to_owned()].into());
    assert_eq!(chosen(Range::new(1.0, 10.0).highest()), ["go(#1)".to_owned()].into());
    assert_eq!(chosen(Range::new(1.0, 10.0)).len(), 2);
}
