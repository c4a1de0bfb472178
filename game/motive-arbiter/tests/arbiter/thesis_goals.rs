//! Goals, their generation, the filter and the selection of programs, as the thesis asks for them.

use crate::thesis_common::*;
use motive::arbiter::teleo::{Definition, Library, Rule, Step};
use motive::arbiter::*;
use motive::kernel::trace::{Event, TaskEnd};
use motive::kernel::*;
use proptest::prelude::*;
use std::sync::Arc;

/// R-000-040
#[test]
fn the_five_goals_of_the_example_say_what_they_are() {
    let goals = [
        Goal::achieve("GetAwayFromGhosts", "EscapeFromGhosts").always(90),
        Goal::achieve("EatBlueGhosts", "EatBlueGhosts").always(50),
        Goal::achieve("EatFruit", "EatFruit").always(50),
        Goal::achieve("EatDots", "EatDots").always(20),
        Goal::maintain("MaintainHealthPoints", "RegainHealthPoints").always(95),
    ];
    let n = names();
    let programs = ["EscapeFromGhosts", "EatBlueGhosts", "EatFruit", "EatDots", "RegainHealthPoints"];
    let mut built = character(&n, programs.map(|name| doing(name, n.say, 1)).into());
    for goal in goals {
        built = built.goal(goal);
    }
    let mut player = play(built);
    player.tick();
    let seen: Vec<_> = player.agent.mind().tasks().map(|t| (t.goal, t.priority, t.mode, t.program)).collect();
    assert_eq!(
        seen,
        [
            ("MaintainHealthPoints", 95.0, GoalMode::Maintain, "RegainHealthPoints"),
            ("GetAwayFromGhosts", 90.0, GoalMode::Achieve, "EscapeFromGhosts"),
            ("EatBlueGhosts", 50.0, GoalMode::Achieve, "EatBlueGhosts"),
            ("EatFruit", 50.0, GoalMode::Achieve, "EatFruit"),
            ("EatDots", 20.0, GoalMode::Achieve, "EatDots"),
        ]
    );
}

/// R-000-040: a goal may name what is to be reached instead of a program.
#[test]
fn a_goal_finds_its_program_by_what_is_to_be_reached() {
    let n = names();
    let no_dots = |name: &str| Condition::no(Pattern::of(n.dot).named(name));
    let programs = vec![
        Definition::new("EatGhosts")
            .done_when(Condition::no(Pattern::of(n.ghost)))
            .rule(Rule::new("eat").act(n.say, [Expr::from(1)])),
        Definition::new("EatDots").done_when(no_dots("x")).rule(Rule::new("eat").act(n.say, [Expr::from(2)])),
    ];
    let goal = Goal::new("clean", GoalMode::Achieve, Pursuit::Condition(no_dots("other"))).always(20);
    let mut player = play(character(&n, programs).goal(goal));
    player.put(thing(1, n.dot));
    assert_eq!(player.tick(), ["say(2)"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// R-000-041
    #[test]
    fn a_goal_is_never_live_twice(seed in any::<u64>()) {
        let n = names();
        for mut profile in [Profile::motive(), Profile::thesis2005(), Profile::report2002()] {
            profile.filter = Filter::above(10.0);
            let finish = Expr::own(n.mood).above(7);
            let stuck = Expr::own(n.health).above(7);
            let programs = ["a", "b", "c"].map(|name| {
                let act = Rule::new("act").when(!stuck.clone()).act(n.say, [Expr::from(1)]);
                Definition::new(name).done_when(finish.clone()).rule(act)
            });
            let wanted = |name: &str, low: i32| {
                Goal::achieve(name, name)
                    .when(Expr::own(n.mood).at_least(low), 40)
                    .updated(Expr::own(n.health).at_least(low), Expr::own(n.mood) * 10)
                    .when(Condition::always(), Expr::own(n.health) * 3)
            };
            let also = |memory: &Memory, want: &mut dyn FnMut(&str, f64)| {
                if memory.has_changed() {
                    want("b", 30.0);
                    want("b", 20.0);
                }
            };
            let built = character(&n, programs.into())
                .goal(wanted("a", 2)).goal(wanted("b", 5)).goal(wanted("c", 8))
                .generator(3, also);
            let mut player = play_as(profile, built);
            let mut state = seed;
            for _ in 0..1000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                player.own(n.mood, (state >> 40) as i32 % 10).own(n.health, (state >> 50) as i32 % 10);
                player.tick();
                let mut tasks = player.tasks();
                let made = player.events.iter().filter(|event| matches!(event, Event::GoalMade { .. })).count();
                tasks.sort();
                let count = tasks.len();
                tasks.dedup();
                prop_assert_eq!(tasks.len(), count);
                prop_assert!(made <= 3);
            }
        }
    }
}

/// R-000-042
#[test]
fn only_the_first_clause_that_holds_generates() {
    let n = names();
    let unarmed = Expr::own(n.mood).equals(0);
    let sees_gun = Condition::exists(Pattern::of(n.gun));
    let goal = Goal::achieve("GetWeapon", "GetWeapon")
        .when(unarmed.clone() & sees_gun.clone(), 300)
        .when(unarmed, 100)
        .when(sees_gun, 50);
    for profile in both() {
        let mut player =
            play_as(profile, character(&n, vec![doing("GetWeapon", n.say, 1)]).goal(goal.clone()));
        player.put(thing(1, n.gun)).own(n.mood, 0);
        player.tick();
        let made: Vec<_> =
            player.events.iter().filter(|event| matches!(event, Event::GoalMade { .. })).collect();
        assert_eq!(made, [&Event::GoalMade { goal: "GetWeapon".into(), priority: 300.0, clause: 0 }]);
        assert_eq!(player.task("GetWeapon").unwrap().priority, 300.0);
    }
}

/// R-000-043, F3
#[test]
fn the_priority_of_a_live_task_follows_the_situation_before_it_is_filtered() {
    let n = names();
    let goal =
        || Goal::achieve("heal", "heal").updated(Condition::always(), Expr::from(200) - Expr::own(n.health));
    for profile in both() {
        let mut player = play_as(profile, character(&n, vec![doing("heal", n.say, 1)]).goal(goal()));
        player.own(n.health, 50);
        assert_eq!(player.tick(), ["say(1)"]);
        let number = player.task("heal").unwrap().number;
        player.own(n.health, 80);
        player.tick();
        assert!(player.events.contains(&Event::Priority { task: number, from: 150.0, to: 120.0 }));
        assert_eq!(player.task("heal").unwrap().priority, 120.0);
        player.own(n.health, 200);
        assert!(player.tick().is_empty(), "the new priority meets the filter in the same tick");
        assert_eq!(player.ended(), [("heal".into(), TaskEnd::Filtered)]);
    }
    let mut fixed = play_as(
        motive_with(|p| p.updates = false),
        character(&n, vec![doing("heal", n.say, 1)]).goal(goal()),
    );
    fixed.own(n.health, 50).tick();
    fixed.own(n.health, 200).tick();
    assert_eq!(fixed.task("heal").unwrap().priority, 150.0, "without updates it stays as it was made");
}

/// R-000-043: what a goal was made with does not change unless its clause says so.
#[test]
fn a_clause_that_is_not_updated_only_generates() {
    let n = names();
    let goal = Goal::achieve("heal", "heal").when(Condition::always(), Expr::own(n.health));
    let mut player = play(character(&n, vec![doing("heal", n.say, 1)]).goal(goal));
    player.own(n.health, 50).tick();
    player.own(n.health, 80).tick();
    assert_eq!(player.task("heal").unwrap().priority, 50.0);
}

/// The ticks out of twenty in which a goal that always finishes at once came up.
fn ticks_with_goal(player: &mut Player) -> Vec<u64> {
    let mut seen = Vec::new();
    for tick in 0..20 {
        player.tick();
        if player.events.iter().any(|event| matches!(event, Event::GoalMade { .. })) {
            seen.push(tick);
        }
    }
    seen
}

/// R-000-044, R-000-066
#[test]
fn goals_are_evaluated_every_so_many_ticks() {
    let n = names();
    let done = Definition::new("a").done_when(Condition::always());
    let every_five = character(&n, vec![done.clone()]).goal(always("a", 10).every(5));
    assert_eq!(ticks_with_goal(&mut play(every_five)), [0, 5, 10, 15]);
    let all_goals = character(&n, vec![done.clone()]).goal(always("a", 10));
    let mut player = play_as(motive_with(|p| p.goals_every = 4), all_goals);
    assert_eq!(ticks_with_goal(&mut player), [0, 4, 8, 12, 16]);
    let want = |_: &Memory, want: &mut dyn FnMut(&str, f64)| want("a", 10.0);
    let written = character(&n, vec![done]).goal(Goal::achieve("a", "a")).generator(7, want);
    assert_eq!(ticks_with_goal(&mut play(written)), [0, 7, 14]);
}

/// R-000-066: in between, the last decision stands, and the host may sense as seldom as it likes.
#[test]
fn tasks_are_run_every_so_many_ticks() {
    let n = names();
    let tell = Definition::new("tell").rule(Rule::new("tell").act(n.say, [Expr::own(n.health)]));
    let mut player =
        play_as(motive_with(|p| p.tasks_every = 5), character(&n, vec![tell]).goal(always("tell", 10)));
    let mut told = Vec::new();
    for health in 0..11 {
        player.own(n.health, health);
        told.extend(player.tick());
    }
    let expected = [0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 10].map(|health| format!("say({health})"));
    assert_eq!(told, expected);
    assert_eq!(player.phases(), [("say(10)".into(), Phase::Changed)]);
    player.tick();
    assert_eq!(player.phases(), [("say(10)".into(), Phase::Continued)]);
}

/// R-000-045
#[test]
fn goals_and_tasks_that_do_not_exceed_the_threshold_are_dropped() {
    let n = names();
    let programs = || ["a", "b", "c"].map(|name| doing(name, n.say, 1)).to_vec();
    for mut profile in both() {
        profile.filter = Filter::above(10.0);
        let built =
            character(&n, programs()).goal(always("a", 9)).goal(always("b", 10)).goal(always("c", 11));
        let mut player = play_as(profile.clone(), built);
        player.tick();
        assert_eq!(player.tasks(), ["c"]);
        let filtered = |event: &&Event| matches!(event, Event::GoalFiltered { threshold: 10.0, .. });
        assert_eq!(player.events.iter().filter(filtered).count(), 2);

        let sinking = |name: &str, low: i32| {
            Goal::achieve(name, name).updated(Condition::always(), Expr::own(n.mood) + low)
        };
        let built =
            character(&n, programs()).goal(sinking("a", 9)).goal(sinking("b", 10)).goal(sinking("c", 11));
        let mut player = play_as(profile, built);
        player.own(n.mood, 50).tick();
        assert_eq!(player.tasks().len(), 3);
        player.own(n.mood, 0).tick();
        assert_eq!(player.tasks(), ["c"]);
        let mut ended = player.ended();
        ended.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(ended, [("a".into(), TaskEnd::Filtered), ("b".into(), TaskEnd::Filtered)]);
    }
}

/// R-000-046
#[test]
fn the_threshold_can_be_changed_while_the_agent_runs() {
    let n = names();
    let programs = vec![doing("a", n.say, 1), doing("b", n.shoot, 1)];
    let mut player = play(character(&n, programs).goal(always("a", 10)).goal(always("b", 20)));
    player.ticks(3);
    assert_eq!(player.tasks(), ["b", "a"]);
    player.agent.mind_mut().set_threshold(15.0);
    assert_eq!(player.tasks(), ["b", "a"], "it takes effect with the next tick");
    assert_eq!(player.tick(), ["shoot(1)"]);
    assert_eq!(player.tasks(), ["b"]);
    player.agent.mind_mut().set_threshold(f64::NAN);
    assert_eq!(player.agent.mind().threshold(), 15.0);
    player.agent.mind_mut().set_threshold(0.0);
    player.tick();
    assert_eq!(player.tasks(), ["b", "a"]);
}

/// R-000-047
#[test]
fn goals_become_tasks_and_an_unknown_program_is_reported() {
    let n = names();
    let built = character(&n, vec![doing("a", n.say, 1)]).goal(always("a", 10)).goal(always("b", 20));
    let mut player = play(built);
    assert_eq!(player.tick(), ["say(1)"]);
    assert_eq!(player.tasks(), ["a"]);
    assert!(player.events.contains(&Event::NoProgram { goal: "b".into() }));
    player.tick();
    let made =
        player.events.iter().filter(|event| matches!(event, Event::GoalMade { goal, .. } if **goal == *"a"));
    assert_eq!(made.count(), 0, "what became a task is no longer a goal");
}

/// R-000-047, R-000-068: found before anything runs.
#[test]
fn a_program_with_arguments_cannot_pursue_a_goal() {
    let n = names();
    let goto = Definition::new("Goto").parameter("target").rule(Rule::new("go").act(n.go, [var("target")]));
    let error = character(&n, vec![goto]).goal(Goal::achieve("go", "Goto").always(1)).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "goal `go` is to be pursued by `Goto`, which takes 1 arguments; write a program without any that calls it"
    );
    let twice = character(&n, vec![]).goal(always("a", 1)).goal(always("a", 2)).build().unwrap_err();
    assert_eq!(twice, CharacterError::Twice("a".into()));
}

/// Makes a one-rule program for any goal, once the agent knows a gun.
struct Planner {
    names: Arc<Vocabulary>,
    gun: Kind,
    go: ActionId,
}

impl Selector for Planner {
    fn select(&self, goal: &Goal, memory: &Memory) -> Option<Arc<dyn Program>> {
        let gun = memory.things().find(|thing| thing.is_a(self.gun))?.id();
        let plan = Definition::new(&goal.name).rule(Rule::new("planned").act(self.go, [Expr::from(gun)]));
        let program = Library::new(&self.names, vec![plan]).ok()?.program(&goal.name)?;
        Some(Arc::new(program))
    }
}

/// R-000-048
#[test]
fn a_selector_can_make_programs_up() {
    let n = names();
    let planner = Planner { names: n.all.clone(), gun: n.gun, go: n.go };
    let mut player = play(character(&n, vec![]).goal(always("arm", 10)).selector(planner));
    for _ in 0..4 {
        assert!(player.tick().is_empty());
    }
    player.put(thing(7, n.gun));
    assert_eq!(player.tick(), ["go(#7)"], "it is asked again though nothing that a goal looks at changed");
    assert_eq!(player.task("arm").unwrap().current, Some("planned"));
}

/// R-000-048: known programs stay available where the selector has none.
#[test]
fn a_selector_without_an_answer_leaves_the_choice_to_names() {
    let n = names();
    let planner = Planner { names: n.all.clone(), gun: n.gun, go: n.go };
    let built = character(&n, vec![doing("arm", n.say, 1)]).goal(always("arm", 10)).selector(planner);
    assert_eq!(play(built).tick(), ["say(1)"]);
}

/// F1: a goal that comes up whether it makes sense or not.
#[test]
fn goals_made_only_where_they_make_sense_spare_the_agent_useless_tasks() {
    let n = names();
    let wander = || {
        Definition::new("eat")
            .rule(Rule::new("eat").when(Pattern::of(n.dot).named("it")).act(n.go, [var("it")]))
            .rule(Rule::new("search").act(n.go, [Expr::from(0)]))
    };
    let rest = || doing("rest", n.go, 9);
    let sensible = Goal::achieve("eat", "eat").when(Condition::exists(Pattern::of(n.dot)), 50);
    let blind = Goal::achieve("eat", "eat").always(50);
    for (goal, done) in [(sensible, "go(9)"), (blind, "go(0)")] {
        let built =
            character(&n, vec![wander(), rest()]).goal(goal).goal(always("rest", 10)).conflict(n.go, n.go);
        assert_eq!(play(built).tick(), [done]);
    }
}

/// F2: what matters more now comes first.
#[test]
fn priorities_set_by_the_situation_decide_what_comes_first() {
    let n = names();
    let built = |heal: Goal| {
        character(&n, vec![doing("heal", n.go, 1), doing("fight", n.go, 2)])
            .goal(heal)
            .goal(always("fight", 100))
            .conflict(n.go, n.go)
    };
    let by_situation =
        Goal::achieve("heal", "heal").when(Condition::always(), Expr::from(200) - Expr::own(n.health));
    for (goal, health, done) in
        [(by_situation.clone(), 20, "go(1)"), (by_situation, 150, "go(2)"), (always("heal", 90), 20, "go(2)")]
    {
        let mut player = play(built(goal));
        assert_eq!(player.own(n.health, health).tick(), [done]);
    }
}

/// A priority that is not a number leaves the goal alone and is reported.
#[test]
fn a_priority_without_a_value_is_reported() {
    let n = names();
    let goal = Goal::achieve("a", "a").when(Condition::always(), Expr::from(1) / Expr::own(n.mood));
    let mut player = play(character(&n, vec![doing("a", n.say, 1)]).goal(goal));
    assert!(player.own(n.mood, 0).tick().is_empty());
    assert!(player.events.contains(&Event::BadPriority { goal: "a".into() }));
    assert_eq!(player.own(n.mood, 1).tick(), ["say(1)"]);
}

/// R-000-093, through the arbiter: of ten goals offered, three stay.
#[test]
fn a_moving_threshold_keeps_about_as_many_tasks_as_it_aims_at() {
    let n = names();
    let all: Vec<String> = (1..=10).map(|number| format!("goal{number}")).collect();
    let mut built = character(&n, all.iter().map(|name| doing(name, n.say, 1)).collect());
    for (number, name) in (1..).zip(&all) {
        built = built.goal(always(name, number * 10));
    }
    let mut player = play_as(motive_with(|p| p.filter = Filter::aiming_at(3, 8.0, 0.0, 200.0)), built);
    player.ticks(40);
    for _ in 0..10 {
        player.tick();
        assert_eq!(player.tasks(), ["goal10", "goal9", "goal8"]);
    }
}

/// R-000-077
#[test]
fn a_goal_with_its_program_can_be_added_to_a_running_agent() {
    let n = names();
    let mut player = play(character(&n, vec![doing("a", n.say, 1)]).goal(always("a", 10)));
    player.ticks(3);
    let wider = character(&n, vec![doing("a", n.say, 1), doing("b", n.shoot, 2)])
        .goal(always("a", 10))
        .goal(always("b", 20))
        .build()
        .unwrap();
    let task = player.task("a").unwrap().number;
    player.become_(wider);
    assert_eq!(player.tick(), ["shoot(2)", "say(1)"]);
    assert_eq!(player.task("a").unwrap().number, task, "the task that was there goes on");
}

/// R-000-040, R-000-054: a goal that a program ends by name.
#[test]
fn a_program_can_end_the_task_of_another_goal() {
    let n = names();
    let calm = Definition::new("calm").rule(Rule::new("end").step(Step::End("rage".into())));
    for profile in both() {
        let built = character(&n, vec![doing("rage", n.shoot, 1), calm.clone()])
            .goal(Goal::maintain("rage", "rage").when(Expr::own(n.mood).above(0), 90))
            .goal(Goal::achieve("calm", "calm").when(Expr::own(n.mood).equals(0), 10));
        let mut player = play_as(profile, built);
        player.own(n.mood, 1).tick();
        assert_eq!(player.does("rage"), ["shoot(1)"]);
        player.own(n.mood, 0).tick();
        assert_eq!(player.ended(), [("rage".into(), TaskEnd::Told)]);
        player.tick();
        assert!(player.does("rage").is_empty());
    }
}
