//! What goes beyond the thesis: notes, suspension, forgetting, goal cycles, vetoes, reflexes, weights, the other allocation, other
//! engines under the arbiter, and characters that change while they run.

use crate::thesis_common::*;
use motive::arbiter::teleo::{Definition, Rule, Step};
use motive::arbiter::*;
use motive::kernel::trace::{Event, ProposalResult, TaskEnd};
use motive::kernel::*;
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn mood(n: &Names, mood: i32) -> Condition {
    Expr::own(n.mood).equals(mood)
}

fn memos(player: &Player, n: &Names) -> usize {
    player.memory().things().filter(|thing| thing.is_a(n.memo)).count()
}

/// Writes a note where to go and goes there, while there is a gun.
fn noting(name: &str, kind: Kind) -> Definition {
    Definition::new(name)
        .rule(Rule::new("call").when(Pattern::of(kind).named("it")).step(Step::call("Goto", [var("it")])))
}

fn goto(n: &Names) -> Definition {
    Definition::new("Goto")
        .parameter("to")
        .rule(Rule::new("go").when(Pattern::of(n.memo).with(n.value, var("to"))).act(n.go, [var("to")]))
        .rule(Rule::new("note").step(Step::note(n.memo, [(n.value, var("to"))])))
}

/// R-000-121
#[test]
fn the_notes_of_a_task_vanish_in_the_tick_in_which_it_ends() {
    let n = names();
    for removal in [Removal::SameTick, Removal::NextTick] {
        let built = character(&n, vec![noting("gun", n.gun), noting("dot", n.dot), goto(&n)])
            .goal(Goal::achieve("gun", "gun").updated(Condition::always(), Expr::own(n.mood)))
            .goal(always("dot", 5));
        let mut player = play_as(motive_with(|p| p.removal = removal), built);
        player.put(thing(1, n.gun)).put(thing(2, n.dot)).own(n.mood, 10).ticks(2);
        assert_eq!((memos(&player, &n), player.does("gun")), (2, vec!["go(#1)".into()]));
        player.own(n.mood, 0).tick();
        assert_eq!(player.ended(), [("gun".into(), TaskEnd::Filtered)]);
        assert_eq!(memos(&player, &n), 1, "the note of the other task stays");
        assert!(player.saw(|event| *event == Event::NotesCollected { count: 1 }));
        player.remove(2).tick();
        assert_eq!(player.ended(), [("dot".into(), TaskEnd::Stuck)]);
        assert_eq!(memos(&player, &n), 0);
    }
}

/// R-000-121: the published program left its notes behind.
#[test]
fn the_published_profile_leaves_notes_behind() {
    let n = names();
    let built = character(&n, vec![noting("gun", n.gun), goto(&n)]).goal(always("gun", 5));
    let mut player = play_as(Profile::thesis2005(), built);
    player.put(thing(1, n.gun)).ticks(2);
    player.remove(1).ticks(3);
    assert_eq!(memos(&player, &n), 1);
}

/// A task that needs a gun and gold, and a more important one that sometimes wants the gun.
fn suspending(n: &Names, keep: bool) -> Player {
    let both = Definition::new("both").rule(
        Rule::new("use")
            .when(Pattern::of(n.dot).exclusive().named("dot"))
            .when(Pattern::of(n.gun).exclusive().named("gun"))
            .act(n.go, [var("gun")]),
    );
    let programs = vec![
        both,
        using("gun", Pattern::of(n.gun).exclusive(), n.shoot),
        using("dot", Pattern::of(n.dot).exclusive(), n.say),
    ];
    let built = character(n, programs)
        .goal(Goal::achieve("both", "both").when(mood(n, 0), 50))
        .goal(Goal::achieve("gun", "gun").updated(mood(n, 1), 90).updated(!mood(n, 1), 0))
        .goal(always("dot", 10));
    let profile = motive_with(|p| {
        p.on_stuck = OnStuck::Suspend;
        p.suspended_keep = keep;
    });
    let mut player = play_as(profile, built);
    player.put(thing(1, n.gun)).put(thing(2, n.dot)).own(n.mood, 0);
    assert_eq!(player.tick(), ["go(#1)"]);
    player
}

/// R-000-122
#[test]
fn a_suspended_task_resumes_when_what_it_needs_is_free() {
    let n = names();
    let mut player = suspending(&n, false);
    let number = player.task("both").unwrap().number;
    player.own(n.mood, 1).tick();
    assert_eq!(player.task("both").unwrap().state, TaskState::Suspended);
    assert_eq!((player.does("gun"), player.does("dot")), (vec!["shoot(#1)".into()], vec!["say(#2)".into()]));
    player.tick();
    player.own(n.mood, 2).tick();
    let task = player.task("both").unwrap();
    assert_eq!(
        (task.number, task.state),
        (number, TaskState::Active),
        "not a new one: its goal did not come up again"
    );
    assert_eq!(player.does("both"), ["go(#1)"]);
}

/// R-000-122
#[test]
fn a_suspended_task_may_keep_what_no_more_important_task_wants() {
    let n = names();
    let mut player = suspending(&n, true);
    for _ in 0..3 {
        player.own(n.mood, 1).tick();
        assert_eq!(player.task("both").unwrap().state, TaskState::Suspended);
        assert_eq!(player.does("gun"), ["shoot(#1)"], "who is more important gets it");
        assert!(player.does("dot").is_empty(), "who is less important does not get the rest");
    }
    player.own(n.mood, 2).tick();
    assert_eq!(player.does("both"), ["go(#1)"]);
}

/// R-000-122: how many are put aside, and for how long.
#[test]
fn suspended_tasks_end_when_they_are_too_many_or_too_old() {
    let n = names();
    let built = || {
        let gun = |name: &str| using(name, Pattern::of(n.gun).exclusive(), n.go);
        character(&n, vec![gun("a"), gun("b"), gun("c")])
            .goal(Goal::achieve("a", "a").when(mood(&n, 0), 30))
            .goal(Goal::achieve("b", "b").when(mood(&n, 0), 20))
            .goal(Goal::achieve("c", "c").when(mood(&n, 0), 10))
    };
    let suspend = |change: &dyn Fn(&mut Profile)| {
        let mut profile = motive_with(|p| p.on_stuck = OnStuck::Suspend);
        change(&mut profile);
        let mut player = play_as(profile, built());
        player.put(thing(1, n.gun)).own(n.mood, 0).tick();
        player.own(n.mood, 1);
        player
    };
    assert_eq!(suspend(&|_| ()).tasks(), ["a", "b", "c"]);
    let capped = suspend(&|p| p.suspended_cap = Some(1));
    assert_eq!(capped.tasks(), ["a", "b"]);
    assert_eq!(capped.ended(), [("c".into(), TaskEnd::Expired)]);
    let mut ageing = suspend(&|p| p.suspended_age = Some(3));
    ageing.ticks(2);
    assert_eq!(ageing.tasks(), ["a", "b", "c"]);
    ageing.tick();
    assert_eq!(ageing.tasks(), ["a"]);
    // A task that ran for long before it was put aside is not old.
    ageing.ticks(20);
    ageing.remove(1).tick();
    assert_eq!(ageing.task("a").unwrap().state, TaskState::Suspended);
    ageing.tick();
    assert_eq!(ageing.tasks(), ["a"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// R-000-124
    #[test]
    fn what_live_tasks_hold_or_refer_to_is_not_forgotten(
        arrivals in prop::collection::vec((1..40_u64, any::<bool>()), 1..60),
        capacity in prop::option::of(0..6_usize),
        age in prop::option::of(100_000..900_000_u64),
    ) {
        let n = names();
        let policy = ForgettingPolicy { after: Vec::new(), after_any: age, capacity };
        let climb = Definition::new("climb").rule(
            Rule::new("climb").when(Expr::choose(Pattern::of(n.place)).holds()).act(n.climb, [Expr::choose(Pattern::of(n.place))]),
        );
        let built = character(&n, vec![using("use", Pattern::of(n.gun), n.shoot), noting("dot", n.dot), goto(&n), climb])
            .goal(always("use", 30)).goal(always("dot", 20)).goal(always("climb", 10))
            .forgetting(policy);
        let mut player = play(built);
        player.put(thing(100, n.place));
        for (number, is_gun) in arrivals {
            if !player.memory().exists(Id::new(number)) {
                player.put(thing(number, if is_gun { n.gun } else { n.dot }));
            }
            player.tick();
            for act in &player.agent.mind().decision().actions {
                let id = act.arguments[0].id().unwrap();
                prop_assert!(player.memory().exists(id), "{} is about something forgotten", act.display(&n.all));
            }
            for task in player.agent.mind().tasks() {
                prop_assert!(task.bindings.iter().all(|(_, id)| player.memory().exists(*id)));
            }
            let shown = player.memory().things().filter(|thing| thing.is_a(n.all.builtin().action)).count();
            prop_assert_eq!(shown, 1, "the climb that goes on is still seen");
        }
    }
}

/// R-000-124: and the rest is.
#[test]
fn what_no_task_needs_is_forgotten() {
    let n = names();
    let policy = ForgettingPolicy { after: Vec::new(), after_any: Some(250_000), capacity: None };
    let built = character(&n, vec![using("use", Pattern::of(n.gun), n.shoot)])
        .goal(always("use", 30))
        .forgetting(policy);
    let mut player = play(built);
    player.put(thing(1, n.gun)).put(thing(2, n.dot)).ticks(3);
    assert!(player.memory().exists(Id::new(2)));
    player.tick();
    assert!(!player.memory().exists(Id::new(2)) && player.memory().exists(Id::new(1)));
}

/// Three goals of which each makes the next more important than itself.
fn ring(n: &Names, guard: Option<CycleGuard>) -> Player {
    let programs = (0..3).map(|at| doing(&format!("goal{at}"), n.go, at)).collect();
    let mut built = character(n, programs).conflict(n.go, n.go);
    for at in 0..3 {
        let lead = Expr::when(mood(n, at), 60, 40 - at);
        built = built.goal(
            Goal::achieve(&format!("goal{at}"), &format!("goal{at}")).updated(Condition::always(), lead),
        );
    }
    play_as(motive_with(|p| p.cycle_guard = guard), built)
}

/// R-000-125
#[test]
fn goals_that_take_turns_without_end_are_noticed_and_damped() {
    let n = names();
    let mut player = ring(&n, Some(CycleGuard::default()));
    let mut noticed = None;
    let mut done = Vec::new();
    for tick in 0..18 {
        done.extend(player.own(n.mood, tick % 3).tick());
        if noticed.is_none()
            && player.saw(|event| matches!(event, Event::GoalCycle { goals } if goals.len() == 3))
        {
            noticed = Some(tick);
        }
    }
    assert_eq!(noticed, Some(8), "with the ninth turn, the end of the third round");
    assert!(done[9..].iter().all(|act| act == "go(0)"), "{done:?}");
    let mut unguarded = ring(&n, None);
    let turns: Vec<String> = (0..18).flat_map(|tick| unguarded.own(n.mood, tick % 3).tick()).collect();
    assert_eq!(turns[9..12], ["go(0)", "go(1)", "go(2)"]);
}

/// R-000-126
#[test]
fn a_dangerous_action_is_never_done() {
    let n = names();
    let veto = Veto {
        pattern: ActionPattern::new(n.go, [Column::named("where")]),
        when: var("where").get(n.blue).equals(true),
    };
    let built = character(&n, vec![using("go", Pattern::of(n.place), n.go), doing("talk", n.say, 1)])
        .goal(always("go", 90))
        .goal(always("talk", 10))
        .veto(veto);
    let mut player = play(built);
    player.put(thing(1, n.place).with(n.blue, false));
    assert_eq!(player.ticks(3).pop().unwrap(), ["go(#1)", "say(1)"]);
    player.set(1, n.blue, true);
    assert_eq!(player.tick(), ["say(1)"]);
    assert!(player.saw(|event| matches!(event, Event::Proposed { fate: ProposalResult::Vetoed, .. })));
    assert!(player.phases().contains(&("go(#1)".into(), Phase::Stopped)));
    player.set(1, n.blue, false);
    assert_eq!(player.tick(), ["go(#1)", "say(1)"]);
}

/// R-000-126
#[test]
fn two_actions_are_replaced_by_one_that_does_both() {
    let n = names();
    let leap = Blend {
        first: ActionPattern::new(n.go, [Column::named("where")]),
        second: ActionPattern::new(n.swim, [Column::Any]),
        into: vec![(n.spend, vec![var("where") + Expr::own(n.health)])],
    };
    let built = character(&n, vec![doing("run", n.go, 5), doing("jump", n.swim, 1)])
        .goal(always("run", 20))
        .goal(Goal::achieve("jump", "jump").when(mood(&n, 1), 30))
        .blend(leap)
        .conflict(n.go, n.swim);
    let mut player = play(built);
    player.own(n.health, 100);
    assert_eq!(player.own(n.mood, 0).tick(), ["go(5)"]);
    assert_eq!(player.own(n.mood, 1).tick(), ["spend(105)"]);
    player.ticks(3);
    assert_eq!(player.own(n.health, 200).tick(), ["spend(205)"], "what the blend looks at matters too");
}

/// R-000-127
#[test]
fn a_reflex_acts_in_the_tick_of_its_percept_whatever_the_tasks_do() {
    let n = names();
    let reflex = || Reflex {
        when: Condition::bind(Pattern::of(n.ghost).within(n.distance, Range::at_most(1.0)).named("it")),
        action: n.swim,
        arguments: vec![var("it")],
    };
    for profile in [
        Profile::motive(),
        motive_with(|p| p.multiple_actions = false),
        motive_with(|p| p.max_runnable = Some(0)),
        motive_with(|p| p.tasks_every = 7),
    ] {
        // The most important task holds every ghost, and its action conflicts with the reflex.
        let built = character(&n, vec![using("hold", Pattern::of(n.ghost).exclusive(), n.go)])
            .goal(always("hold", 1_000_000))
            .reflex(reflex())
            .conflict(n.go, n.swim);
        let mut player = play_as(profile, built);
        player.put(thing(1, n.ghost).with(n.distance, 5)).ticks(2);
        assert!(!player.phases().iter().any(|(act, _)| act.starts_with("swim")));
        assert_eq!(player.set(1, n.distance, 1).tick(), ["swim(#1)"]);
        assert!(
            !player.set(1, n.distance, 5).tick().contains(&"swim(#1)".to_owned()),
            "and stops in that tick too"
        );
    }
}

/// R-000-130
#[test]
fn weights_decide_between_preferences_and_equal_weights_change_nothing() {
    let n = names();
    let chosen = |first: f64, second: f64, seed: u64| {
        let wanted =
            Pattern::of(n.gun).prefer(n.sort, n.pistol).weight(first).prefer(n.size, 1).weight(second);
        let built = character(&n, vec![using("use", wanted, n.go)]).goal(always("use", 1));
        let mut player = Player::new(built.build().unwrap(), seed);
        player.put(thing(1, n.gun).with(n.sort, n.pistol).with(n.size, 2));
        player.put(thing(2, n.gun).with(n.sort, n.machine_gun).with(n.size, 1));
        player.tick().remove(0)
    };
    let unweighted = |seed: u64| {
        let wanted = Pattern::of(n.gun).prefer(n.sort, n.pistol).prefer(n.size, 1);
        let built = character(&n, vec![using("use", wanted, n.go)]).goal(always("use", 1));
        let mut player = Player::new(built.build().unwrap(), seed);
        player.put(thing(1, n.gun).with(n.sort, n.pistol).with(n.size, 2));
        player.put(thing(2, n.gun).with(n.sort, n.machine_gun).with(n.size, 1));
        player.tick().remove(0)
    };
    for seed in 0..40 {
        assert_eq!(chosen(2.0, 1.0, seed), "go(#1)");
        assert_eq!(chosen(1.0, 2.0, seed), "go(#2)");
        assert_eq!(chosen(1.0, 1.0, seed), unweighted(seed));
    }
    assert_ne!((0..40).map(unweighted).collect::<std::collections::BTreeSet<_>>().len(), 1);
}

/// Three tasks that want guns. The first likes the small one but would take any; the second needs a small one, the third a blue one.
fn armoury(n: &Names, allocation: Allocation) -> Player {
    let gun = || Pattern::of(n.gun).exclusive();
    let built = character(
        n,
        vec![
            using("any", gun().prefer(n.size, 1), n.go),
            using("small", gun().with(n.size, 1), n.shoot),
            using("blue", gun().with(n.blue, true), n.say),
        ],
    )
    .goal(always("any", 30))
    .goal(always("small", 20))
    .goal(always("blue", 10));
    let mut player = play_as(motive_with(|p| p.allocation = allocation), built);
    player.put(thing(1, n.gun).with(n.size, 1).with(n.blue, false));
    player.put(thing(2, n.gun).with(n.size, 2).with(n.blue, true));
    player.put(thing(3, n.gun).with(n.size, 3).with(n.blue, false));
    player
}

/// R-000-131
#[test]
fn more_tasks_run_when_each_leaves_to_others_what_it_does_not_need() {
    let n = names();
    assert_eq!(armoury(&n, Allocation::Greedy).tick(), ["go(#1)", "say(#2)"]);
    let mut player = armoury(&n, Allocation::MostTasks);
    for _ in 0..4 {
        assert_eq!(player.tick(), ["go(#3)", "shoot(#1)", "say(#2)"]);
        let fired = player.events.iter().filter(|event| matches!(event, Event::RuleFired { .. })).count();
        assert!(fired <= 3, "tries that came to nothing are not reported");
    }
}

/// R-000-131
#[test]
fn letting_more_tasks_run_never_costs_a_more_important_one_its_rule() {
    let n = names();
    // The first rule works only with the small gun; with another one the task would run a worse rule.
    let picky = Definition::new("picky")
        .rule(
            Rule::new("good")
                .when(Pattern::of(n.gun).exclusive().named("it").prefer(n.size, 1))
                .when(var("it").get(n.size).equals(1))
                .act(n.go, [var("it")]),
        )
        .rule(Rule::new("worse").when(Pattern::of(n.gun).exclusive().named("it")).act(n.swim, [var("it")]));
    let small = using("small", Pattern::of(n.gun).exclusive().with(n.size, 1), n.shoot);
    for allocation in [Allocation::Greedy, Allocation::MostTasks] {
        let built = character(&n, vec![picky.clone(), small.clone()])
            .goal(always("picky", 20))
            .goal(always("small", 10));
        let mut player = play_as(motive_with(|p| p.allocation = allocation), built);
        player.put(thing(1, n.gun).with(n.size, 1)).put(thing(2, n.gun).with(n.size, 2));
        for _ in 0..3 {
            assert_eq!(player.tick(), ["go(#1)"]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// R-000-131
    #[test]
    fn at_least_as_many_tasks_run_and_each_that_ran_still_runs_the_same_rule(
        guns in prop::collection::vec((0..3_i32, any::<bool>()), 0..5),
        asks in prop::collection::vec((prop::option::of(0..3_i32), 0..3_i32, any::<bool>()), 1..5),
    ) {
        let n = names();
        let fired = |allocation: Allocation| -> Vec<Option<usize>> {
            let mut programs = Vec::new();
            for (at, (needs, likes, fussy)) in asks.iter().enumerate() {
                let mut gun = Pattern::of(n.gun).exclusive().prefer(n.size, *likes).named("it");
                if let Some(size) = needs {
                    gun = gun.with(n.size, *size);
                }
                let mut rule = Rule::new("first").when(gun.clone());
                if *fussy {
                    rule = rule.when(var("it").get(n.blue).equals(true));
                }
                let second = Rule::new("second").when(gun).act(n.shoot, [var("it")]);
                programs.push(Definition::new(&format!("goal{at}")).rule(rule.act(n.go, [var("it")])).rule(second));
            }
            let mut built = character(&n, programs).profile(motive_with(|p| {
                p.allocation = allocation;
                p.binding.tie_break = BindingTieBreak::Oldest;
            }));
            for at in 0..asks.len() {
                built = built.goal(always(&format!("goal{at}"), 50 - at as i32));
            }
            let mut player = play(built);
            for (number, (size, blue)) in (1..).zip(&guns) {
                player.put(thing(number, n.gun).with(n.size, *size).with(n.blue, *blue));
            }
            player.tick();
            let decision = player.agent.mind().decision();
            let mut used: Vec<_> = decision.actions.iter().map(|act| act.arguments[0].id()).collect();
            used.sort();
            let count = used.len();
            used.dedup();
            assert_eq!(used.len(), count, "no gun is used twice");
            let rule = |at: usize| {
                let goal = format!("goal{at}");
                player.events.iter().find_map(|event| match event {
                    Event::RuleFired { program, rule, .. } if **program == *goal => Some(*rule),
                    _ => None,
                })
            };
            (0..asks.len()).map(rule).collect()
        };
        let (greedy, most) = (fired(Allocation::Greedy), fired(Allocation::MostTasks));
        for (before, now) in greedy.iter().zip(&most) {
            prop_assert!(before.is_none() || before == now, "{greedy:?} became {most:?}");
        }
    }
}

/// R-000-132: a task that must stay where it is shares its own location; a step would need it exclusively.
#[test]
fn holding_ones_own_location_keeps_a_less_important_task_from_moving() {
    let n = names();
    let guard = Definition::new("guard")
        .rule(Rule::new("guard").when(Pattern::of(n.place).shared().named("here")).act(n.say, [var("here")]));
    let roam = Definition::new("roam").rule(
        Rule::new("roam").when(Pattern::of(n.place).exclusive().named("here")).act(n.go, [Expr::from(1)]),
    );
    let look = using("look", Pattern::of(n.place), n.spend);
    let run = |guarding: i32| {
        let built = character(&n, vec![guard.clone(), roam.clone(), look.clone()])
            .goal(always("guard", guarding))
            .goal(always("roam", 10))
            .goal(always("look", 5));
        let mut player = play(built);
        player.put(thing(1, n.place)).tick();
        ["guard", "roam", "look"].map(|goal| player.does(goal).len())
    };
    assert_eq!(run(90), [1, 0, 1], "to look where one is needs no leave");
    assert_eq!(run(7), [0, 1, 0], "who moves on leaves nobody where they are");
}

/// A program written in Rust: it wants a gun, shoots three times, and is done.
struct ThreeShots {
    name: Arc<str>,
    gun: CompiledCondition,
    variables: Bindings,
    shoot: ActionId,
    left: Arc<AtomicUsize>,
}

impl ThreeShots {
    fn new(n: &Names, left: Arc<AtomicUsize>) -> Self {
        let mut scope = Scope::new(&n.all);
        let gun = scope.condition(&Condition::bind(Pattern::of(n.gun).exclusive().named("gun"))).unwrap();
        Self { name: "ThreeShots".into(), gun, variables: scope.bindings(), shoot: n.shoot, left }
    }
}

impl Program for ThreeShots {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        let (gun, blank, shoot, left) =
            (self.gun.clone(), self.variables.clone(), self.shoot, self.left.clone());
        let mut shots = 0;
        Box::new(move |cx: &mut Context<'_>| {
            let mut variables = blank.clone();
            if shots == 3 {
                return Outcome::Done;
            }
            if !cx.ask(&gun, &mut variables) {
                return Outcome::Waiting;
            }
            shots += 1;
            left.store(3 - shots, Ordering::Relaxed);
            let gun = variables.get(0).into_iter().collect();
            cx.propose(Command::Act { action: shoot, arguments: gun });
            Outcome::Acting
        })
    }
}

/// Architecture: any engine under the arbiter, sharing things with teleo-reactive programs.
#[test]
fn a_behaviour_written_in_rust_competes_for_things_like_any_other() {
    let n = names();
    let left = Arc::new(AtomicUsize::new(3));
    let built = character(
        &n,
        vec![
            using("use", Pattern::of(n.gun).exclusive(), n.go),
            using("low", Pattern::of(n.gun).exclusive(), n.say),
        ],
    )
    .program(ThreeShots::new(&n, left.clone()))
    .goal(Goal::achieve("use", "use").updated(mood(&n, 1), 90).updated(!mood(&n, 1), 0))
    .goal(Goal::achieve("shots", "ThreeShots").when(mood(&n, 0), 50))
    .goal(always("low", 10));
    let mut player = play(built);
    player.put(thing(1, n.gun));
    assert_eq!(player.own(n.mood, 0).tick(), ["shoot(#1)"], "it keeps the gun from who is less important");
    assert_eq!(player.own(n.mood, 1).tick(), ["go(#1)"], "and yields it to who is more important");
    assert!(player.saw(|event| matches!(event, Event::Waiting { .. })), "it waits and keeps its task");
    assert_eq!(left.load(Ordering::Relaxed), 2);
    assert_eq!(player.own(n.mood, 2).ticks(2), [["shoot(#1)"], ["shoot(#1)"]]);
    assert_eq!(player.tick(), ["say(#1)"], "done: the next gets the gun though the task ends only now");
    assert_eq!(player.ended(), [("shots".into(), TaskEnd::Achieved)]);
}

/// Hot replacement.
#[test]
fn a_changed_program_restarts_its_tasks_and_leaves_the_others_alone() {
    let n = names();
    let nearest = || Pattern::of(n.gun).prefer_within(n.distance, Range::at_least(0.0).lowest());
    let first = |size: i32| {
        Definition::new("a").rule(
            Rule::new("a")
                .when(nearest().named("it"))
                .step(Step::call("tell", [Expr::from(size)]))
                .act(n.go, [var("it")]),
        )
    };
    let tell = |action: ActionId| {
        Definition::new("tell").parameter("what").rule(
            Rule::new("tell").step(Step::note(n.memo, [(n.size, var("what"))])).act(action, [var("what")]),
        )
    };
    let built = |a: Definition, tell: Definition, goals: &[&str]| {
        let mut built = character(&n, vec![a, using("b", nearest(), n.shoot), tell]);
        for goal in goals {
            built = built.goal(always(goal, 10 + goal.len() as i32));
        }
        built
    };
    let mut player = play(built(first(1), tell(n.say), &["a", "b"]));
    player.put(thing(1, n.gun).with(n.distance, 9));
    player.tick();
    assert_eq!(player.does("a"), ["say(1)", "go(#1)"]);
    assert_eq!(player.does("b"), ["shoot(#1)"]);
    let (a, b) = (player.task("a").unwrap().number, player.task("b").unwrap().number);
    player.put(thing(2, n.gun).with(n.distance, 1));

    // Nothing changed: everybody goes on, with what they had.
    player.become_(built(first(1), tell(n.say), &["a", "b"]).build().unwrap());
    player.tick();
    assert_eq!(player.does("a"), ["say(1)", "go(#1)"]);
    assert_eq!(player.does("b"), ["shoot(#1)"]);
    assert_eq!((player.task("a").unwrap().number, player.task("b").unwrap().number), (a, b));

    // What a program calls is part of it.
    let before = memos(&player, &n);
    assert!(before > 0);
    player.become_(built(first(1), tell(n.spend), &["a", "b"]).build().unwrap());
    assert_eq!(memos(&player, &n), 0, "the notes of the task that ended went with it");
    player.tick();
    assert_ne!(player.task("a").unwrap().number, a);
    assert_eq!(player.task("b").unwrap().number, b);
    assert_eq!(player.does("b"), ["shoot(#1)"], "the other keeps its thing");
    assert!(player.does("a").contains(&"go(#2)".to_owned()), "a new task takes the best");

    // A goal that is gone takes its task with it.
    player.become_(built(first(1), tell(n.spend), &["b"]).build().unwrap());
    assert_eq!(player.tick(), ["shoot(#1)"]);
    assert_eq!(player.tasks(), ["b"]);
}
