//! Arbitration, conflicts and the life of actions, as the thesis asks for them.

use crate::thesis_common::*;
use motive::arbiter::teleo::{Definition, Rule, Step};
use motive::arbiter::*;
use motive::kernel::trace::{ConditionFailure, Event, ProposalResult, Recorder, TaskEnd};
use motive::kernel::*;
use proptest::prelude::*;

/// Two equally important goals that want the only gun; which of them gets it in each tick.
fn winners(n: &Names, tie_break: TieBreak, seed: u64, ticks: usize) -> String {
    let gun = || Pattern::of(n.gun).exclusive();
    let rest = |name: &str| {
        Definition::new(name)
            .rule(Rule::new("use").when(gun().named("it")).act(n.go, [var("it")]))
            .rule(Rule::new("rest"))
    };
    let built = character(n, vec![rest("a"), rest("b")])
        .goal(always("a", 50))
        .goal(Goal::achieve("b", "b").when(Expr::own(n.mood).above(0), 50))
        .profile(motive_with(|p| p.tie_break = tie_break));
    let mut player = Player::new(built.build().unwrap(), seed);
    player.put(thing(1, n.gun)).own(n.mood, 0).tick();
    player.own(n.mood, 1);
    let winner = |player: &mut Player| {
        player.tick();
        match (player.does("a").len(), player.does("b").len()) {
            (1, 0) => 'a',
            (0, 1) => 'b',
            other => panic!("{other:?}"),
        }
    };
    (0..ticks).map(|_| winner(&mut player)).collect()
}

/// R-000-049
#[test]
fn equally_important_tasks_are_ordered_as_the_profile_says() {
    let n = names();
    assert_eq!(winners(&n, TieBreak::OldestFirst, 1, 6), "aaaaaa");
    assert_eq!(winners(&n, TieBreak::NewestFirst, 1, 6), "bbbbbb");
    assert_eq!(winners(&n, TieBreak::Alternate, 1, 6), "bababa");
    let drawn = winners(&n, TieBreak::Drawn, 1, 60);
    let count = drawn.matches('a').count();
    assert!((15..45).contains(&count), "{drawn}");
    assert_eq!(drawn, winners(&n, TieBreak::Drawn, 1, 60));
    assert_ne!(drawn, winners(&n, TieBreak::Drawn, 2, 60));
}

/// R-000-049
#[test]
fn the_more_important_task_comes_first() {
    let n = names();
    for profile in both() {
        let built = character(&n, vec![doing("a", n.say, 1), doing("b", n.say, 2), doing("c", n.say, 3)])
            .goal(always("a", 20))
            .goal(always("b", 30))
            .goal(always("c", 10));
        let mut player = play_as(profile.clone(), built);
        let mut done = player.tick();
        assert_eq!(player.tasks(), ["b", "a", "c"]);
        if profile.least_first {
            done.reverse();
        }
        assert_eq!(done, ["say(2)", "say(1)", "say(3)"], "the published program acts least important first");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// R-000-050
    #[test]
    fn each_task_fires_one_rule_a_tick_and_that_is_its_first_true_one(
        holds in prop::collection::vec(prop::collection::vec(0..4_i32, 1..5), 1..4),
        moods in prop::collection::vec(0..4_i32, 1..6),
    ) {
        let n = names();
        for profile in both() {
            let mut built = character(&n, holds.iter().enumerate().map(|(at, rules)| {
                let mut program = Definition::new(&format!("goal{at}"));
                for (rule, mood) in rules.iter().enumerate() {
                    let when = Expr::own(n.mood).equals(*mood);
                    program = program.rule(Rule::new("r").when(when).act(n.say, [Expr::from(rule as i32)]));
                }
                program
            }).collect());
            for at in 0..holds.len() {
                built = built.goal(always(&format!("goal{at}"), 10 + at as i32));
            }
            let mut player = play_as(profile, built);
            for mood in &moods {
                player.own(n.mood, *mood).tick();
                for (at, rules) in holds.iter().enumerate() {
                    let goal = format!("goal{at}");
                    let fired: Vec<usize> = player.events.iter().filter_map(|event| match event {
                        Event::RuleFired { program, rule, .. } if **program == *goal => Some(*rule),
                        _ => None,
                    }).collect();
                    prop_assert!(fired.len() <= 1);
                    let first = rules.iter().position(|wanted| wanted == mood);
                    if let Some(rule) = fired.first() {
                        prop_assert_eq!(Some(*rule), first);
                    }
                    prop_assert!(player.does(&goal).len() <= 1);
                }
            }
        }
    }
}

/// The ticks in which the task of a goal that is always wanted and always reached ran.
fn ticks_run(n: &Names, profile: Profile) -> Vec<u64> {
    let done = Definition::new("a").done_when(Condition::always());
    let mut player = play_as(profile, character(n, vec![done]).goal(always("a", 10)));
    let mut ran = Vec::new();
    for tick in 0..7 {
        player.tick();
        if player.saw(|event| matches!(event, Event::RuleFired { .. })) {
            assert_eq!(player.ended(), [("a".into(), TaskEnd::Achieved)]);
            ran.push(tick);
        }
    }
    ran
}

/// R-000-051
#[test]
fn an_achieved_task_ends_and_its_goal_comes_up_again_as_the_profile_says() {
    let n = names();
    assert_eq!(ticks_run(&n, Profile::motive()), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(ticks_run(&n, Profile::thesis2005()), [0, 2, 4, 6], "two ticks later");
}

/// R-000-051
#[test]
fn an_achieved_task_leaves_the_list_at_once_or_before_the_next_sort() {
    let n = names();
    let eat = Definition::new("eat")
        .done_when(Condition::no(Pattern::of(n.dot)))
        .rule(Rule::new("eat").when(Pattern::of(n.dot).named("it")).act(n.go, [var("it")]));
    for (removal, lingers) in [(Removal::SameTick, false), (Removal::NextTick, true)] {
        let goal = Goal::achieve("eat", "eat").when(Condition::exists(Pattern::of(n.dot)), 10);
        let mut player =
            play_as(motive_with(|p| p.removal = removal), character(&n, vec![eat.clone()]).goal(goal));
        player.put(thing(1, n.dot));
        assert_eq!(player.tick(), ["go(#1)"]);
        player.remove(1);
        assert!(player.tick().is_empty());
        assert_eq!(player.tasks().len(), usize::from(lingers));
        player.tick();
        assert!(player.tasks().is_empty());
    }
}

/// R-000-051: a task that is over is over once, also where it leaves later and its goal sinks meanwhile.
#[test]
fn a_task_ends_once() {
    let n = names();
    let done = Definition::new("a").done_when(Condition::always());
    let goal = Goal::achieve("a", "a").updated(Condition::always(), Expr::own(n.mood));
    let mut player = play_as(Profile::thesis2005(), character(&n, vec![done]).goal(goal));
    player.own(n.mood, 10).tick();
    assert_eq!(player.ended().len(), 1);
    player.own(n.mood, 0).tick();
    assert!(player.ended().is_empty());
    assert!(player.tasks().is_empty());
}

/// R-000-052: a weapon that is to be kept is not sold for a potion.
#[test]
fn a_maintained_goal_keeps_its_thing_from_less_important_tasks() {
    let n = names();
    let keep = Definition::new("keep")
        .done_when(Condition::bind(Pattern::of(n.gun).exclusive().named("gun")))
        .rule(Rule::new("buy").act(n.say, [Expr::from(1)]));
    let sell = Definition::new("sell").rule(
        Rule::new("sell")
            .when(Pattern::of(n.gun).exclusive().named("gun"))
            .act(n.spend, [var("gun")])
            .step(Step::forget("gun")),
    );
    for profile in both() {
        let run = |weapon: Goal, ticks: usize| {
            let built = character(&n, vec![keep.clone(), sell.clone()]).goal(weapon).goal(always("sell", 50));
            let mut player = play_as(profile.clone(), built);
            player.put(thing(1, n.gun));
            player.ticks(ticks);
            player
        };
        let safe = run(Goal::maintain("keep", "keep").always(90), 6);
        assert!(safe.memory().exists(Id::new(1)));
        assert!(safe.tasks().contains(&"keep".to_owned()));
        let weak = run(Goal::maintain("keep", "keep").always(20), 6);
        assert!(!weak.memory().exists(Id::new(1)), "it must be important enough");
        assert_eq!(weak.does("keep"), ["say(1)"], "and then the agent buys back what it sold");
    }
    let only_reached = character(&n, vec![keep.clone(), sell.clone()])
        .goal(Goal::achieve("keep", "keep").always(90))
        .goal(Goal::achieve("sell", "sell").when(Expr::own(n.mood).above(0), 50));
    let mut player = play_as(Profile::thesis2005(), only_reached);
    player.put(thing(1, n.gun)).own(n.mood, 0).tick();
    player.own(n.mood, 1).tick();
    assert!(!player.memory().exists(Id::new(1)), "a goal that is only reached again and again leaves gaps");
}

/// R-000-053
#[test]
fn a_task_without_a_rule_that_can_run_ends() {
    let n = names();
    for profile in both() {
        let goal = Goal::achieve("use", "use").when(Expr::own(n.mood).above(0), 10);
        let built = character(&n, vec![using("use", Pattern::of(n.gun), n.go)]).goal(goal);
        let mut player = play_as(profile, built);
        player.put(thing(1, n.gun)).own(n.mood, 1);
        assert_eq!(player.tick(), ["go(#1)"]);
        player.remove(1).own(n.mood, 0);
        assert!(player.tick().is_empty());
        assert_eq!(player.ended(), [("use".into(), TaskEnd::Stuck)]);
        player.tick();
        assert!(player.tasks().is_empty());
    }
}

/// R-000-054
#[test]
fn at_most_so_many_tasks_run() {
    let n = names();
    for mut profile in both() {
        profile.max_runnable = Some(2);
        let mut built = character(&n, (1..=5).map(|at| doing(&format!("goal{at}"), n.say, at)).collect());
        for at in 1..=5 {
            built = built.goal(always(&format!("goal{at}"), at * 10));
        }
        let mut player = play_as(profile, built);
        for _ in 0..3 {
            let mut done = player.tick();
            done.sort();
            assert_eq!(done, ["say(4)", "say(5)"]);
            assert_eq!(player.tasks().len(), 5, "the others wait");
        }
    }
}

/// R-000-054: a task that the limit kept from running must not take up what it had when it last ran.
#[test]
fn a_task_that_waited_asks_anew_for_what_it_needs() {
    let n = names();
    let gun = || Pattern::of(n.gun).exclusive().named("it");
    let when = |mood: i32| Expr::own(n.mood).equals(mood);
    let programs = vec![
        Definition::new("top").rule(Rule::new("go on").when(when(2)).act(n.say, [Expr::from(0)])),
        Definition::new("middle")
            .rule(Rule::new("use").when(Expr::own(n.health).equals(1)).when(gun()).act(n.go, [var("it")]))
            .rule(Rule::new("rest").act(n.say, [Expr::from(1)])),
        using("low", Pattern::of(n.gun).exclusive(), n.shoot),
    ];
    let built =
        character(&n, programs).goal(always("top", 30)).goal(always("middle", 20)).goal(always("low", 10));
    let profile = motive_with(|p| {
        p.on_stuck = OnStuck::Suspend;
        p.max_runnable = Some(2);
    });
    let mut player = play_as(profile, built);
    player.put(thing(1, n.gun)).own(n.mood, 1).own(n.health, 0).ticks(3);
    assert_eq!(
        (player.does("middle"), player.does("low")),
        (vec!["say(1)".into()], vec!["shoot(#1)".into()])
    );
    player.own(n.mood, 2).own(n.health, 1).tick();
    assert_eq!((player.does("middle"), player.does("low")), (vec!["go(#1)".into()], vec![]));
    player.own(n.mood, 1).tick();
    assert_eq!((player.does("middle"), player.does("low")), (vec!["go(#1)".into()], vec![]));
}

/// R-000-055, F9
#[test]
fn actions_that_go_together_are_all_done() {
    let n = names();
    let programs = || vec![doing("move", n.go, 1), doing("fight", n.shoot, 2)];
    for profile in both() {
        let mut player =
            play_as(profile, character(&n, programs()).goal(always("move", 20)).goal(always("fight", 10)));
        let mut done = player.tick();
        done.sort();
        assert_eq!(done, ["go(1)", "shoot(2)"]);
    }
    let one = motive_with(|p| p.multiple_actions = false);
    let built = character(&n, programs()).goal(always("move", 20)).goal(always("fight", 10));
    assert_eq!(play_as(one, built).tick(), ["go(1)"]);
}

/// R-000-055: several steps of one rule too.
#[test]
fn a_rule_may_do_several_things_at_once() {
    let n = names();
    let rule = Rule::new("both").act(n.go, [Expr::from(1)]).act(n.shoot, [Expr::from(2)]);
    let mut player = play(character(&n, vec![Definition::new("a").rule(rule)]).goal(always("a", 10)));
    assert_eq!(player.tick(), ["go(1)", "shoot(2)"]);
}

/// What is done when three goals, most important first, each do one thing.
fn resolved(n: &Names, scope: ConflictScope, conflicts: &[(ActionId, ActionId)]) -> Vec<String> {
    let programs = vec![doing("a", n.go, 1), doing("b", n.shoot, 2), doing("c", n.say, 3)];
    let mut built = character(n, programs).goal(always("a", 30)).goal(always("b", 20)).goal(always("c", 10));
    for (one, other) in conflicts {
        built = built.conflict(*one, *other);
    }
    play_as(motive_with(|p| p.conflict_scope = scope), built).tick()
}

/// R-000-056
#[test]
fn of_two_actions_in_conflict_the_less_important_is_dropped() {
    let n = names();
    for pair in [(n.go, n.shoot), (n.shoot, n.go)] {
        assert_eq!(resolved(&n, ConflictScope::Pairwise, &[pair]), ["go(1)", "say(3)"], "either way round");
    }
    for profile in both() {
        let built = character(&n, vec![doing("a", n.go, 1), doing("b", n.go, 2)])
            .goal(always("a", 10))
            .goal(always("b", 20))
            .conflict(n.go, n.go);
        let mut player = play_as(profile, built);
        assert_eq!(player.tick(), ["go(2)"]);
        let with_itself = ProposalResult::Conflict { with: "go(2)".into() };
        assert!(player.saw(|event| matches!(event, Event::Proposed { command, fate, .. } if command == "go(1)" && *fate == with_itself)));
        assert_eq!(player.tasks(), ["b", "a"], "the task whose action was dropped lives on");
    }
}

/// R-000-057
#[test]
fn what_was_dropped_stands_in_the_way_of_others_pairwise_but_not_greedily() {
    let n = names();
    let conflicts = [(n.go, n.shoot), (n.shoot, n.say)];
    assert_eq!(resolved(&n, ConflictScope::Pairwise, &conflicts), ["go(1)"]);
    assert_eq!(resolved(&n, ConflictScope::Greedy, &conflicts), ["go(1)", "say(3)"]);
}

/// R-000-058
#[test]
fn among_equals_the_task_that_ran_earlier_wins_a_conflict() {
    let n = names();
    for (tie_break, done) in [(TieBreak::OldestFirst, "go(1)"), (TieBreak::NewestFirst, "go(2)")] {
        let built = character(&n, vec![doing("a", n.go, 1), doing("b", n.go, 2)])
            .goal(always("a", 10))
            .goal(always("b", 10))
            .conflict(n.go, n.go);
        assert_eq!(play_as(motive_with(|p| p.tie_break = tie_break), built).tick(), [done]);
    }
}

/// R-000-059, F9
#[test]
fn with_one_action_a_tick_all_internal_and_one_external_are_done() {
    let n = names();
    let note = |size: i32| Step::note(n.memo, [(n.size, Expr::from(size))]);
    let programs = vec![
        Definition::new("a").rule(Rule::new("a").step(note(1)).act(n.go, [Expr::from(1)])),
        Definition::new("b").rule(Rule::new("b").step(note(2)).act(n.shoot, [Expr::from(2)])),
    ];
    for mut profile in both() {
        profile.multiple_actions = false;
        // The published rule makes no test of conflicts here.
        let built = character(&n, programs.clone())
            .goal(always("a", 10))
            .goal(always("b", 20))
            .conflict(n.shoot, n.go);
        let mut player = play_as(profile, built);
        assert_eq!(player.tick(), ["shoot(2)"]);
        assert_eq!(player.memory().len(), 2);
        assert!(player.saw(|event| matches!(event, Event::Proposed { fate: ProposalResult::OnlyOne, .. })));
    }
}

/// R-000-060
#[test]
fn an_action_starts_goes_on_changes_and_stops() {
    let n = names();
    let program = Definition::new("walk").rule(
        Rule::new("walk")
            .when(Pattern::of(n.dot).named("it").prefer(n.size, 1).fresh())
            .act(n.go, [var("it")]),
    );
    for profile in both() {
        let mut player = play_as(profile, character(&n, vec![program.clone()]).goal(always("walk", 10)));
        player.put(thing(1, n.dot)).tick();
        assert_eq!(player.phases(), [("go(#1)".into(), Phase::Started)]);
        let run = player.agent.mind().decision().actions[0].run;
        for _ in 0..3 {
            player.tick();
            assert_eq!(player.phases(), [("go(#1)".into(), Phase::Continued)]);
        }
        player.put(thing(2, n.dot).with(n.size, 1)).tick();
        assert_eq!(player.phases(), [("go(#2)".into(), Phase::Changed)]);
        assert_eq!(player.agent.mind().decision().actions[0].run, run, "it is still the same walk");
        player.remove(1).remove(2).tick();
        assert_eq!(player.phases(), [("go(#2)".into(), Phase::Stopped)]);
        player.tick();
        assert!(player.phases().is_empty());
    }
}

/// R-000-060
#[test]
fn an_action_that_a_conflict_drops_stops_and_starts_again() {
    let n = names();
    let built = character(&n, vec![doing("walk", n.go, 1), doing("swim", n.swim, 2)])
        .goal(always("walk", 10))
        .goal(
            Goal::achieve("swim", "swim")
                .updated(Expr::own(n.mood).above(0), 20)
                .updated(Condition::always(), 0),
        )
        .conflict(n.go, n.swim);
    let mut player = play(built);
    player.own(n.mood, 0).tick();
    assert_eq!(player.phases(), [("go(1)".into(), Phase::Started)]);
    player.own(n.mood, 1).tick();
    assert_eq!(player.phases(), [("swim(2)".into(), Phase::Started), ("go(1)".into(), Phase::Stopped)]);
    player.tick();
    assert_eq!(player.phases(), [("swim(2)".into(), Phase::Continued)]);
    player.own(n.mood, 0).tick();
    assert_eq!(player.phases(), [("go(1)".into(), Phase::Started), ("swim(2)".into(), Phase::Stopped)]);
}

/// R-000-061
#[test]
fn a_throttle_lets_a_repeated_command_through_once_a_second() {
    let n = names();
    let tell = Definition::new("tell").rule(Rule::new("tell").act(n.say, [Expr::own(n.mood)]));
    let mut player = play(character(&n, vec![tell]).goal(always("tell", 10)));
    let mut throttle = Throttle::new(1_000_000);
    let mut sent = Vec::new();
    player.own(n.mood, 1);
    for tick in 0..30 {
        if tick == 25 {
            player.own(n.mood, 2);
        }
        player.tick();
        let now = Time::of_tick(tick, player.micros_per_tick);
        let admitted = player.agent.mind().decision().actions.iter().filter(|act| throttle.admits(act, now));
        sent.extend(admitted.map(|act| (tick, act.display(&n.all))));
    }
    let expected = [(0, "say(1)"), (10, "say(1)"), (20, "say(1)"), (25, "say(2)")];
    assert_eq!(sent, expected.map(|(tick, command)| (tick, command.to_owned())));
}

/// A player with rules that draw, divide, keep and conflict, for runs that must repeat themselves.
fn restless(n: &Names, profile: Profile, seed: u64) -> Player {
    let hunt = using("hunt", Pattern::of(n.gun).exclusive(), n.go);
    let wander = Definition::new("wander")
        .rule(Rule::new("go").act(n.go, [Expr::drawn((0..5).map(Expr::from).collect())]));
    let pay = Definition::new("pay").rule(
        Rule::new("pay")
            .when(
                Pattern::of(n.gold)
                    .exclusive()
                    .within(n.amount, Range::new(1.0, 5.0).highest())
                    .named("gold"),
            )
            .when(Pattern::of(n.gun).exclusive().named("gun"))
            .act(n.spend, [var("gold").get(n.amount)]),
    );
    let built = character(n, vec![hunt, wander, pay])
        .goal(always("hunt", 50))
        .goal(Goal::achieve("wander", "wander").updated(Condition::always(), Expr::own(n.mood) * 10))
        .goal(always("pay", 50))
        .conflict(n.go, n.go)
        .profile(profile);
    Player::new(built.build().unwrap(), seed)
}

fn played(player: &mut Player, n: &Names) -> Vec<(Vec<String>, Vec<Event>)> {
    let mut all = Vec::new();
    for tick in 0..60_u64 {
        player.own(n.mood, (tick * 7 % 11) as i32);
        if tick.is_multiple_of(5) {
            player.put(thing(tick, n.gun)).put(thing(100 + tick, n.gold).divisible(n.amount, tick as f64));
        }
        if tick.is_multiple_of(7) && player.memory().exists(Id::new(tick / 7 * 5)) {
            player.remove(tick / 7 * 5);
        }
        let done = player.tick();
        all.push((done, player.events.clone()));
    }
    all
}

/// R-000-062
#[test]
fn the_same_seed_gives_the_same_decisions_and_the_same_trace() {
    let n = names();
    for profile in [Profile::motive(), Profile::thesis2005(), Profile::report2002()] {
        let run = |seed| played(&mut restless(&n, profile.clone(), seed), &n);
        assert_eq!(run(3), run(3));
        assert_ne!(run(3), run(4));
    }
}

/// R-000-062: neither watching nor remembering answers changes what is decided.
#[test]
fn tracing_and_reuse_change_no_decision() {
    let n = names();
    for mut profile in [Profile::motive(), Profile::thesis2005()] {
        let watched: Vec<_> =
            played(&mut restless(&n, profile.clone(), 3), &n).into_iter().map(|t| t.0).collect();
        profile.reuse = false;
        let afresh: Vec<_> =
            played(&mut restless(&n, profile.clone(), 3), &n).into_iter().map(|t| t.0).collect();
        assert_eq!(watched, afresh);
        profile.reuse = true;
        let mut unwatched = restless(&n, profile, 3);
        for (tick, done) in watched.iter().enumerate() {
            let tick = tick as u64;
            unwatched.own(n.mood, (tick * 7 % 11) as i32);
            if tick.is_multiple_of(5) {
                unwatched
                    .put(thing(tick, n.gun))
                    .put(thing(100 + tick, n.gold).divisible(n.amount, tick as f64));
            }
            if tick.is_multiple_of(7) && unwatched.memory().exists(Id::new(tick / 7 * 5)) {
                unwatched.remove(tick / 7 * 5);
            }
            let now = Time::of_tick(tick, unwatched.micros_per_tick);
            assert_eq!(unwatched.agent.tick(now).display(&n.all), *done);
        }
    }
}

/// R-000-063
#[test]
fn the_trace_tells_of_percepts_goals_priorities_bindings_rules_and_dropped_actions() {
    let n = names();
    let programs = vec![using("hunt", Pattern::of(n.gun).exclusive(), n.go), doing("walk", n.go, 1)];
    let built = character(&n, programs)
        .goal(Goal::achieve("hunt", "hunt").updated(Condition::always(), Expr::own(n.mood)))
        .goal(always("walk", 10))
        .conflict(n.go, n.go);
    let mut player = play(built);
    player.put(thing(1, n.gun)).own(n.mood, 20).tick();
    let gun = Id::new(1);
    let expected: [&dyn Fn(&Event) -> bool; 8] = [
        &|event| matches!(event, Event::Tick { time } if time.tick == 0),
        &|event| matches!(event, Event::Perceived { added, .. } if *added == [gun]),
        &|event| matches!(event, Event::GoalMade { goal, priority: 20.0, .. } if **goal == *"hunt"),
        &|event| matches!(event, Event::TaskStarted { goal, program, .. } if (&**goal, &**program) == ("hunt", "hunt")),
        &|event| matches!(event, Event::RuleFired { program, rule: 0, continued: false, .. } if **program == *"hunt"),
        &|event| matches!(event, Event::Bound { id, exclusive: true, name: Some(name), .. } if *id == gun && **name == *"it"),
        &|event| matches!(event, Event::Proposed { command, fate: ProposalResult::Kept, .. } if command == "go(#1)"),
        &|event| matches!(event, Event::Proposed { command, fate: ProposalResult::Conflict { with }, .. } if (&**command, &**with) == ("go(1)", "go(#1)")),
    ];
    let mut rest = player.events.iter();
    for (at, wanted) in expected.iter().enumerate() {
        assert!(rest.any(wanted), "number {at} is missing or out of order: {:#?}", player.events);
    }
    player.own(n.mood, 30).tick();
    assert!(player.saw(|event| matches!(event, Event::Priority { from: 20.0, to: 30.0, .. })));
    assert!(player.saw(|event| matches!(event, Event::Perceived { changed, .. } if *changed == [Id::SELF])));
}

/// R-000-063
#[test]
fn the_trace_explains_why_a_task_did_not_run() {
    let n = names();
    let one_rule = |name: &str, condition: Condition| {
        Definition::new(name).rule(Rule::new("r").when(condition).act(n.say, [Expr::from(1)]))
    };
    let some_gold = || Condition::bind(Pattern::of(n.gold).exclusive().with(n.amount, 4));
    let programs = vec![
        using("first", Pattern::of(n.gun).exclusive(), n.go),
        using("held", Pattern::of(n.gun), n.shoot),
        using("unknown", Pattern::of(n.ghost), n.shoot),
        one_rule("false", Expr::own(n.mood).above(9)),
        one_rule("rich", some_gold()),
        one_rule("poor", some_gold()),
        Definition::new("no value").rule(Rule::new("r").act(n.say, [Expr::from(1) / Expr::from(0)])),
    ];
    let mut built = character(&n, programs);
    let order = ["first", "held", "unknown", "false", "rich", "poor", "no value"];
    for (name, priority) in order.into_iter().zip((10..).step_by(10).map(|below| 100 - below)) {
        built = built.goal(always(name, priority));
    }
    let mut player = play(built);
    player.put(thing(1, n.gun)).put(thing(2, n.gold).divisible(n.amount, 5.0)).own(n.mood, 0).tick();
    let number = |name: &str| player.task(name).map(|task| task.number);
    assert_eq!(player.failures("held"), [ConditionFailure::Held { id: Id::new(1), by: number("first") }]);
    assert_eq!(player.failures("unknown"), [ConditionFailure::Unknown]);
    assert_eq!(player.failures("false"), [ConditionFailure::False]);
    assert_eq!(player.failures("poor"), [ConditionFailure::Held { id: Id::new(2), by: number("rich") }]);
    assert_eq!(player.failures("no value"), [ConditionFailure::NoValue]);
}

/// R-000-054, R-000-063
#[test]
fn the_trace_tells_of_tasks_beyond_the_limit() {
    let n = names();
    let built = character(&n, vec![doing("a", n.say, 1), doing("b", n.say, 2)])
        .goal(always("a", 20))
        .goal(always("b", 10));
    let mut player = play_as(motive_with(|p| p.max_runnable = Some(1)), built);
    player.tick();
    let task = player.task("b").unwrap().number;
    assert!(player.events.contains(&Event::TaskSkipped { task }));
}

/// A task that runs out of work is not ended, and is asked again.
#[test]
fn a_task_that_ran_out_of_work_is_tried_again() {
    let n = names();
    let built =
        character(&n, vec![using("use", Pattern::of(n.gun).with(n.size, 1), n.go), doing("talk", n.say, 1)])
            .goal(always("use", 50))
            .goal(always("talk", 10));
    let character = built.build().unwrap();
    let mut agent = Agent::new(Memory::new(n.all.clone()), Arbiter::new(character), 1, 0).with_budget(20);
    for number in 1..=100 {
        agent.memory_mut().put(thing(number, n.gun).with(n.size, 1)).unwrap();
    }
    let mut recorder = Recorder::default();
    for tick in 0..3 {
        assert!(agent.tick_traced(Time::of_tick(tick, 1), &mut recorder).actions.is_empty());
        assert_eq!(agent.mind().tasks().count(), 2);
        assert!(
            recorder
                .take()
                .iter()
                .any(|event| matches!(event, Event::RuleFailed { why: ConditionFailure::Budget, .. }))
        );
    }
    for number in 6..=100 {
        agent.memory_mut().remove(Id::new(number));
    }
    assert_eq!(agent.tick(Time::of_tick(3, 1)).actions.len(), 2);
}

/// A latched action stays though its task no longer proposes it, is seen in memory, and ends when the world says so.
#[test]
fn a_latched_action_goes_on_until_the_world_ends_it_and_programs_see_how() {
    let n = names();
    let built_in = *n.all.builtin();
    let action = |status: Symbol| Pattern::of(built_in.action).with(built_in.status, status);
    let program = Definition::new("up")
        .rule(
            Rule::new("failed")
                .when(action(built_in.failed).named("it"))
                .act(n.say, [var("it").get(built_in.reason)]),
        )
        .rule(Rule::new("done").when(Condition::bind(action(built_in.succeeded))).act(n.say, [Expr::from(1)]))
        .rule(Rule::new("wait").when(action(built_in.running)).act(n.say, [Expr::from(0)]))
        .rule(Rule::new("climb").act(n.climb, [Expr::from(7)]));
    for (ending, said) in [(ActionEnd::Succeeded, "say(1)"), (ActionEnd::Failed(n.pistol), "say(pistol)")] {
        let mut player = play(character(&n, vec![program.clone()]).goal(always("up", 10)));
        assert_eq!(player.tick(), ["climb(7)"]);
        let run = player.agent.mind().decision().actions[0].run;
        for _ in 0..3 {
            let mut done = player.tick();
            done.sort();
            assert_eq!(done, ["climb(7)", "say(0)"]);
        }
        assert!(player.agent.finish(run, ending));
        assert!(!player.agent.finish(run, ending), "it has ended");
        assert_eq!(player.tick(), [said]);
        assert_eq!(player.agent.mind().runs().running().count(), 1, "only what is said goes on");
    }
}

/// A latched action gives way to something more important that conflicts with it, and not to something less important.
#[test]
fn a_latched_action_gives_way_to_the_more_important_only() {
    let n = names();
    for (priority, phases) in [
        (20, vec![("swim(2)".to_owned(), Phase::Started), ("climb(7)".to_owned(), Phase::Stopped)]),
        (5, vec![("climb(7)".to_owned(), Phase::Continued)]),
    ] {
        let idle = Condition::no(Pattern::of(n.all.builtin().action));
        let up = Definition::new("up")
            .rule(Rule::new("climb").when(idle).act(n.climb, [Expr::from(7)]))
            .rule(Rule::new("wait"));
        let built = character(&n, vec![up, doing("swim", n.swim, 2)])
            .goal(always("up", 10))
            .goal(Goal::achieve("swim", "swim").when(Expr::own(n.mood).above(0), priority))
            .conflict(n.climb, n.swim);
        let mut player = play(built);
        player.own(n.mood, 0);
        assert_eq!(player.tick(), ["climb(7)"]);
        player.own(n.mood, 1).tick();
        assert_eq!(player.phases(), phases);
    }
}

/// Things that are equally important nearly all the time do not take turns.
#[test]
fn commitment_keeps_nearly_equal_goals_from_taking_turns() {
    let n = names();
    let changes = |commitment: f64| {
        let built = character(&n, vec![doing("a", n.go, 1), doing("b", n.go, 2)])
            .goal(Goal::achieve("a", "a").always(50))
            .goal(Goal::achieve("b", "b").updated(Condition::always(), Expr::own(n.mood)))
            .conflict(n.go, n.go);
        let mut player = play_as(motive_with(|p| p.commitment = commitment), built);
        let mut done = Vec::new();
        for tick in 0..20 {
            player.own(n.mood, if tick % 2 == 0 { 51 } else { 49 });
            done.extend(player.tick());
        }
        let turns = done.windows(2).filter(|pair| pair[0] != pair[1]).count();
        player.own(n.mood, 70);
        assert_eq!(player.tick(), ["go(2)"], "what is clearly more important still comes first");
        turns
    };
    assert_eq!(changes(0.0), 19);
    assert_eq!(changes(5.0), 0);
}

/// Every profile has a name and says how it differs.
#[test]
fn the_published_profiles_differ_from_the_default_where_the_source_does() {
    let differing = |profile: Profile| -> Vec<&'static str> {
        let own = Profile::motive().settings();
        let other = profile.settings();
        own.iter().zip(&other).filter(|(a, b)| a != b).map(|(a, _)| a.0).collect()
    };
    let expected = [
        "shared_hold",
        "multi_value_match",
        "range_order",
        "call_failure",
        "removal",
        "remembering",
        "tie_break",
        "least_first",
        "collect_notes",
    ];
    assert_eq!(differing(Profile::thesis2005()), expected);
    for profile in [Profile::motive(), Profile::thesis2005(), Profile::report2002()] {
        assert_eq!(Profile::of_name(profile.name), Some(profile));
    }
    assert_eq!(Profile::of_name("other"), None);
}
