//! TaskLibrary planned ahead: choices taken back, costs, the next steps only, repair, early rejection, and following what was planned.

use motive::arbiter::{Arbiter, Character, Goal};
use motive::kernel::{
    Action, ActionEnd, ActionId, Agent, Budget, Catalogue, Effect, Expr, Memory, Property, Time, Type,
    Vocabulary,
};
use motive::tasks::lookahead::{
    AttemptResult, Lookahead, LookaheadOptions, LookaheadOutcome, Repair, TaskPlan,
};
use motive::tasks::{Call, HtnTask, Line, Method, Primitive, Settings, TaskLibrary};
use std::sync::Arc;

/// A place to get through: keys are taken, doors opened, and a window can be climbed at a price.
struct Stage {
    names: Arc<Vocabulary>,
    key: Property,
    inside: Property,
    at: Property,
    memory: Memory,
    actions: [ActionId; 5],
    catalogue: Arc<Catalogue>,
}

fn stage() -> Stage {
    let mut names = Vocabulary::new();
    let (key, inside) = (names.own("key", Type::Bool), names.own("inside", Type::Bool));
    let at = names.own("at", Type::Number);
    let (take, open, climb) = (names.action("take", 0), names.action("open", 0), names.action("climb", 0));
    let (knock, go) = (names.action("knock", 0), names.latched("go", 1));
    let names = names.finish().unwrap();
    let mut catalogue = Catalogue::default();
    let mut add = |action: Action| catalogue.add(&action, &names).unwrap();
    add(Action::new(take, &[]).effect(Effect::set_own(key, true)));
    add(Action::new(open, &[]).needs(Expr::own(key).holds()).effect(Effect::set_own(inside, true)));
    add(Action::new(climb, &[]).costs(5.0).effect(Effect::set_own(inside, true)));
    add(Action::new(knock, &[]));
    add(Action::new(go, &["to"]).effect(Effect::set_own(at, Expr::var("to"))));
    let mut memory = Memory::new(names.clone());
    memory.set_own(key, false).unwrap();
    memory.set_own(inside, false).unwrap();
    memory.set_own(at, 0).unwrap();
    Stage {
        names,
        key,
        inside,
        at,
        memory,
        actions: [take, open, climb, knock, go],
        catalogue: Arc::new(catalogue),
    }
}

impl Stage {
    fn tasks(&self, tasks: Vec<HtnTask>) -> Arc<TaskLibrary> {
        let [take, open, climb, knock, go] = self.actions;
        let mut all = tasks;
        for (name, action) in [("Take", take), ("Open", open), ("Climb", climb), ("Knock", knock)] {
            all.push(HtnTask::new(name).act(Primitive::new(action)));
        }
        all.push(HtnTask::new("Go").parameter("to").act(Primitive::new(go).with(Expr::var("to"))));
        TaskLibrary::new(&self.names, all, Settings::default()).unwrap()
    }

    fn lookahead(&self, tasks: Vec<HtnTask>) -> Lookahead {
        let first = tasks[0].name.clone();
        self.tasks(tasks).lookahead(&first, vec![], self.catalogue.clone()).unwrap()
    }

    fn plan(&self, ahead: &Lookahead, options: &LookaheadOptions) -> LookaheadOutcome {
        ahead.plan(&self.memory, options, &mut Budget::default())
    }

    fn found_plan(&self, ahead: &Lookahead, options: &LookaheadOptions) -> TaskPlan {
        let outcome = self.plan(ahead, options);
        outcome.clone().plan().unwrap_or_else(|| panic!("{outcome:?}"))
    }

    fn steps(&self, plan: &TaskPlan) -> Vec<String> {
        plan.display(&self.names)
    }
}

fn call(name: &str) -> Call {
    Call::new(name)
}

/// Getting in: by the door, for which a key is taken first or not, or through the window.
fn get_in(stage: &Stage) -> Vec<HtnTask> {
    vec![
        HtnTask::new("GetIn")
            .achieves(Expr::own(stage.inside).holds())
            .method(Method::new("window").line(call("Climb")))
            .method(Method::new("door").line(Line::of(call("Knock")).or(call("Take"))).line(call("Open"))),
    ]
}

#[test]
fn an_earlier_choice_is_taken_back_where_it_leads_nowhere() {
    let stage = stage();
    let mut tasks = get_in(&stage);
    tasks[0] = HtnTask::new("GetIn").line(Line::of(call("Knock")).or(call("Take"))).line(call("Open"));
    let ahead = stage.lookahead(tasks);
    let plan = stage.found_plan(&ahead, &LookaheadOptions::default().explained());
    assert_eq!(stage.steps(&plan), ["take()", "open()"]);
    assert_eq!(plan.choices, [1]);
    assert!(plan.rest.is_done());
    let result: Vec<(&str, bool)> = plan
        .attempts
        .iter()
        .map(|attempt| {
            (&*attempt.task, matches!(attempt.result, AttemptResult::Taken | AttemptResult::Step(_)))
        })
        .collect();
    let expected = [("GetIn", true), ("Knock", false), ("Open", false), ("Take", true), ("Open", true)];
    assert_eq!(result, expected);
    assert!(matches!(plan.attempts[2].result, AttemptResult::CannotAct(_)), "{:?}", plan.attempts[2]);
}

#[test]
fn the_first_course_follows_the_order_of_methods_and_the_cheapest_does_not() {
    let stage = stage();
    let ahead = stage.lookahead(get_in(&stage));
    let first = stage.found_plan(&ahead, &LookaheadOptions::default());
    assert_eq!((stage.steps(&first), first.cost), (vec!["climb()".to_owned()], 5.0));
    let cheapest = stage.found_plan(&ahead, &LookaheadOptions::default().cheapest());
    assert_eq!(
        (stage.steps(&cheapest), cheapest.cost),
        (vec!["take()".to_owned(), "open()".to_owned()], 2.0)
    );
    // What costs as much already is not gone on with.
    assert!(matches!(
        stage.plan(&ahead, &LookaheadOptions::default().below(2.0)),
        LookaheadOutcome::NothingBetter
    ));
    assert_eq!(stage.found_plan(&ahead, &LookaheadOptions::default().below(3.0)).cost, 2.0);
    // With no work to spare there is no answer; with little, the best so far.
    let with =
        |work| ahead.plan(&stage.memory, &LookaheadOptions::default().cheapest(), &mut Budget::new(work));
    assert!(matches!(with(1), LookaheadOutcome::GaveUp(_)));
    assert_eq!(with(6).plan().unwrap().cost, 5.0);
}

#[test]
fn what_is_reached_already_needs_no_steps_and_what_cannot_be_is_certain() {
    let mut stage = stage();
    let ahead = stage.lookahead(get_in(&stage));
    stage.memory.set_own(stage.inside, true).unwrap();
    assert!(stage.found_plan(&ahead, &LookaheadOptions::default()).steps.is_empty());
    stage.memory.set_own(stage.inside, false).unwrap();
    let hopeless = stage.lookahead(vec![
        HtnTask::new("Try").line(Line::of(call("Knock")).or(call("Never"))).line(call("Open")),
        HtnTask::new("Never").needs(Expr::own(stage.key).holds()).line(call("Knock")),
    ]);
    let outcome = stage.plan(&hopeless, &LookaheadOptions::default().explained());
    let LookaheadOutcome::Impossible(attempts) = outcome else { panic!("{outcome:?}") };
    let shown: Vec<String> = attempts.iter().map(|attempt| attempt.display(&stage.names)).collect();
    assert!(
        shown.iter().any(|line| line.contains("Never: precondition") && line.contains("key")),
        "{shown:?}"
    );
}

/// Mixed mode: the next steps only, and then the next ones, from the world as it is then.
#[test]
fn the_next_steps_are_planned_and_then_the_next() {
    let mut stage = stage();
    let rounds = vec![
        HtnTask::new("Rounds").line(call("Go").with(1)).line(call("Go").with(2)).line(call("Go").with(3)),
    ];
    let ahead = stage.lookahead(rounds);
    let first = stage.found_plan(&ahead, &LookaheadOptions::next(2));
    assert_eq!(stage.steps(&first), ["go(1)", "go(2)"]);
    assert!(!first.rest.is_done());
    stage.memory.set_own(stage.at, 2).unwrap();
    let next =
        ahead.plan_rest(&first.rest, &stage.memory, &LookaheadOptions::next(2), &mut Budget::default());
    let next = next.plan().unwrap();
    assert_eq!(stage.steps(&next), ["go(3)"]);
    assert!(next.rest.is_done());
}

/// A task without an end has no whole plan, and that is found out; its next steps can be planned, for ever.
#[test]
fn an_endless_task_is_planned_some_steps_at_a_time() {
    let stage = stage();
    let patrol = || {
        vec![HtnTask::new("Patrol").line(call("Go").with(1)).line(call("Go").with(2)).line(call("Patrol"))]
    };
    let ahead = stage.lookahead(patrol());
    assert!(stage.plan(&ahead, &LookaheadOptions::default()).plan().is_none());
    let mut rest = stage.found_plan(&ahead, &LookaheadOptions::next(3)).rest;
    for _ in 0..1000 {
        let plan = ahead.plan_rest(&rest, &stage.memory, &LookaheadOptions::next(3), &mut Budget::default());
        let plan = plan.plan().unwrap();
        assert!(!plan.steps.is_empty() && !plan.rest.is_done());
        rest = plan.rest;
    }
    let silent = stage.lookahead(vec![HtnTask::new("Spin").line(call("Spin")).line(call("Knock"))]);
    assert!(matches!(stage.plan(&silent, &LookaheadOptions::default()), LookaheadOutcome::GaveUp(_)));
}

#[test]
fn a_course_is_kept_mended_or_planned_anew() {
    let mut stage = stage();
    let ahead = stage.lookahead(vec![
        HtnTask::new("Visit").line(call("Go").with(1)).line(call("GetIn")).line(call("Go").with(2)),
        HtnTask::new("GetIn")
            .method(Method::new("door").line(call("Open")))
            .method(Method::new("window").line(call("Climb"))),
    ]);
    stage.memory.set_own(stage.key, true).unwrap();
    let plan = stage.found_plan(&ahead, &LookaheadOptions::default());
    assert_eq!(stage.steps(&plan), ["go(1)", "open()", "go(2)"]);
    let repair = |stage: &Stage, done| {
        ahead.repair(&plan, done, &stage.memory, &LookaheadOptions::default(), &mut Budget::default())
    };
    assert!(matches!(repair(&stage, 1), Repair::Keep));
    // The key is lost on the way: what was done is not done again.
    stage.memory.set_own(stage.key, false).unwrap();
    let Repair::Mended(mended) = repair(&stage, 1) else { panic!("it can be mended") };
    assert_eq!(stage.steps(&mended), ["climb()", "go(2)"]);
}

/// A replan that cannot beat the running plan is given up at the first choice that the running one made better.
#[test]
fn a_replan_that_cannot_beat_the_running_course_is_rejected_early() {
    let mut stage = stage();
    let ways = vec![
        HtnTask::new("GetIn")
            .method(Method::new("key").when(Expr::own(stage.key).holds()).line(call("Open")))
            .method(Method::new("window").line(call("Climb")))
            .method(Method::new("long").line(call("Long"))),
        HtnTask::new("Long").line(call("Knock")).line(call("Knock")).line(call("Take")).line(call("Open")),
    ];
    let ahead = stage.lookahead(ways);
    let running = stage.found_plan(&ahead, &LookaheadOptions::default());
    assert_eq!(running.choices, [1]);
    let again = LookaheadOptions::default().instead_of(&running);
    let mut budget = Budget::default();
    assert!(matches!(ahead.plan(&stage.memory, &again, &mut budget), LookaheadOutcome::NothingBetter));
    assert!(budget.spent() < 10, "{}", budget.spent());
    stage.memory.set_own(stage.key, true).unwrap();
    assert_eq!(stage.found_plan(&ahead, &again).choices, [0]);
}

fn agent(stage: &Stage, ahead: Lookahead, options: LookaheadOptions, reconsiders: bool) -> Agent<Arbiter> {
    let program = ahead.program("plan", options);
    let program = if reconsiders { program.reconsidering() } else { program };
    let character = Character::new(stage.names.clone())
        .goal(Goal::achieve("it", "plan").always(1))
        .program(program)
        .catalogue((*stage.catalogue).clone())
        .build()
        .unwrap();
    Agent::new(stage.memory.clone(), Arbiter::new(character), 1, 0)
}

/// A search that has work for a few steps in each tick waits, and then finds the plan that it would have found at once; also one that leads into dead
/// ends first, and one whose world changes meanwhile.
#[test]
fn a_search_that_is_interrupted_in_every_tick_finds_its_plan() {
    let stage = stage();
    let mut tasks = vec![HtnTask::new("GetIn").line(call("Try0")).line(call("Open"))];
    // Each of these can be done in three ways, of which only the last of all takes the key.
    for number in 0..4 {
        let next = if number < 3 { format!("Try{}", number + 1) } else { "Take".to_owned() };
        let knock = || Method::new("knock").line(call("Knock"));
        tasks.push(
            HtnTask::new(&format!("Try{number}"))
                .method(knock())
                .method(Method::new("twice").line(call("Knock")).line(call("Knock")))
                .method(Method::new("on").line(call("Knock")).line(call(&next))),
        );
    }
    let ahead = stage.lookahead(tasks);
    let expected = stage.found_plan(&ahead, &LookaheadOptions::default()).display(&stage.names);
    for changes in [false, true] {
        for work in [3, 40, 60] {
            let program = ahead.clone().program("plan", LookaheadOptions::default()).work_per_tick(work);
            let character = Character::new(stage.names.clone())
                .goal(Goal::maintain("it", "plan").always(1))
                .program(program)
                .catalogue((*stage.catalogue).clone())
                .build()
                .unwrap();
            let mut agent = Agent::new(stage.memory.clone(), Arbiter::new(character), 1, 0);
            let (mut done, mut waited, mut tick) = (Vec::new(), 0, 0);
            while done.len() < expected.len() {
                tick += 1;
                assert!(tick < 1_000, "no plan with {work}: {done:?}");
                if changes {
                    agent.memory_mut().set_own(stage.at, tick as f64).unwrap();
                }
                let before = agent.work_done();
                let acts = agent.tick(Time::of_tick(tick, 100_000)).display(&stage.names);
                let used = agent.work_done() - before;
                assert!(used < work.max(40) * 2 + 60, "{used}");
                match acts.is_empty() {
                    true => waited += 1,
                    false => {
                        if acts == ["take()"] {
                            agent.memory_mut().set_own(stage.key, true).unwrap();
                        }
                        done.extend(acts);
                    }
                }
            }
            assert_eq!(done, expected, "with {work}");
            assert!(waited > 0, "it is found in the first tick with {work}");
        }
    }
}

/// A plan is followed step by step; a latched action lasts until the world says so; one that fails is planned around.
#[test]
fn a_course_is_followed_and_repaired_on_the_way() {
    let stage = stage();
    let ahead = stage.lookahead(vec![
        HtnTask::new("Visit").line(call("Go").with(1)).line(call("GetIn")),
        HtnTask::new("GetIn")
            .achieves(Expr::own(stage.inside).holds())
            .method(Method::new("door").line(call("Take")).line(call("Open")))
            .method(Method::new("window").line(call("Climb"))),
    ]);
    let mut agent = agent(&stage, ahead, LookaheadOptions::next(2), false);
    let mut tick = 0;
    let mut next = |agent: &mut Agent<Arbiter>| {
        tick += 1;
        agent.tick(Time::of_tick(tick, 100_000)).clone()
    };
    let decision = next(&mut agent);
    assert_eq!(decision.display(&stage.names), ["go(1)"]);
    let run = decision.actions[0].run;
    next(&mut agent);
    agent.finish(run, ActionEnd::Succeeded);
    assert_eq!(next(&mut agent).display(&stage.names), ["take()"]);
    // The door opens from inside: nothing is left to do.
    agent.memory_mut().set_own(stage.inside, true).unwrap();
    assert!(next(&mut agent).display(&stage.names).is_empty());
}

#[test]
fn a_better_course_takes_the_place_of_the_running_one() {
    let stage = stage();
    let ahead = stage.lookahead(vec![
        HtnTask::new("GetIn")
            .method(Method::new("key").when(Expr::own(stage.key).holds()).line(call("Open")))
            .method(Method::new("wait").line(call("Knock")).line(call("Knock")).line(call("Knock"))),
    ]);
    for (reconsiders, second) in [(false, "knock()"), (true, "open()")] {
        let mut agent = agent(&stage, ahead.clone(), LookaheadOptions::default(), reconsiders);
        assert_eq!(agent.tick(Time::of_tick(1, 100_000)).display(&stage.names), ["knock()"]);
        agent.memory_mut().set_own(stage.key, true).unwrap();
        assert_eq!(agent.tick(Time::of_tick(2, 100_000)).display(&stage.names), [second]);
    }
}

/// R-002-026: a need that is added to one task changes every behaviour that uses it.
#[test]
fn a_change_in_one_place_changes_every_task_that_uses_it() {
    let stage = stage();
    let behaviours = |goto: HtnTask| {
        let tasks = vec![
            HtnTask::new("Visit").line(call("Goto").with(1)),
            HtnTask::new("Hide").line(call("Goto").with(2)).line(call("Knock")),
            HtnTask::new("WithKey").achieves(Expr::own(stage.key).holds()).line(call("Take")),
            goto.parameter("to"),
        ];
        let tasks = stage.tasks(tasks);
        ["Visit", "Hide"].map(|name| {
            let ahead = tasks.lookahead(name, vec![], stage.catalogue.clone()).unwrap();
            stage.steps(&stage.found_plan(&ahead, &LookaheadOptions::default()))
        })
    };
    let plain = HtnTask::new("Goto").line(call("Go").with(Expr::var("to")));
    assert_eq!(behaviours(plain), [vec!["go(1)"], vec!["go(2)", "knock()"]]);
    let careful = HtnTask::new("Goto").line(call("WithKey")).line(call("Go").with(Expr::var("to")));
    assert_eq!(behaviours(careful), [vec!["take()", "go(1)"], vec!["take()", "go(2)", "knock()"]]);
}

/// The patrol of the thesis: go to two places, fight the enemies there, stock up.
struct Patrol {
    names: Arc<Vocabulary>,
    /// Enemies at the first and the second place, and ammunition near the second.
    believed: [Property; 3],
    tasks: Arc<TaskLibrary>,
    catalogue: Arc<Catalogue>,
}

fn patrol() -> Patrol {
    let mut names = Vocabulary::new();
    let believed = ["enemy_1", "enemy_2", "item"].map(|name| names.own(name, Type::Bool));
    let [one, two, item] = believed;
    let [go, fight_1, fight_2, pick, fetch] =
        [("go", 1), ("fight_1", 0), ("fight_2", 0), ("pick", 0), ("fetch", 0)]
            .map(|(name, arity)| names.action(name, arity));
    let names = names.finish().unwrap();
    let mut catalogue = Catalogue::default();
    let mut needs = |action, need: Property| {
        catalogue.add(&Action::new(action, &[]).needs(Expr::own(need).holds()), &names).unwrap();
    };
    needs(fight_1, one);
    needs(fight_2, two);
    needs(pick, item);
    let clear = |name: &str, enemy: Property, fight: &str| {
        let enemy = Expr::own(enemy).holds();
        HtnTask::new(name)
            .method(Method::new("fight").when(enemy.clone()).line(call(fight)))
            .method(Method::new("quiet").when(!enemy))
    };
    let act = |name: &str, action| HtnTask::new(name).act(Primitive::new(action));
    let tasks = vec![
        HtnTask::new("Patrol")
            .line(call("Go").with(1))
            .line(call("Clear1"))
            .line(call("Go").with(2))
            .line(call("Clear2"))
            .line(call("StockUp")),
        clear("Clear1", one, "Fight1"),
        clear("Clear2", two, "Fight2"),
        HtnTask::new("StockUp")
            .method(Method::new("near").when(Expr::own(item).holds()).line(call("Pick")))
            .method(Method::new("far").line(call("Fetch"))),
        HtnTask::new("Go").parameter("to").act(Primitive::new(go).with(Expr::var("to"))),
        act("Fight1", fight_1),
        act("Fight2", fight_2),
        act("Pick", pick),
        act("Fetch", fetch),
    ];
    let tasks = TaskLibrary::new(&names, tasks, Settings::default()).unwrap();
    Patrol { names, believed, tasks, catalogue: Arc::new(catalogue) }
}

/// R-002-035, R-002-036, E1: a plan that was made first has assumed three things that are not so, and is made again three times; doing tasks
/// as they are reached assumes nothing.
#[test]
fn plan_first_replans_three_times_where_the_executor_does_not() {
    let Patrol { names, believed, tasks, catalogue } = patrol();
    let mut memory = Memory::new(names.clone());
    for truth in believed {
        memory.set_own(truth, true).unwrap();
    }
    let ahead = tasks.lookahead("Patrol", vec![], catalogue).unwrap();
    let options = LookaheadOptions::default();
    let mut plan = ahead.plan(&memory, &options, &mut Budget::default()).plan().unwrap();
    assert_eq!(plan.display(&names), ["go(1)", "fight_1()", "go(2)", "fight_2()", "pick()"]);
    // On arrival there is no enemy at the first place and none at the second, and that there is nothing to pick up.
    let (mut replans, mut acts, mut done) = (0, Vec::new(), 0);
    let mut surprises = vec![believed[2], believed[1], believed[0]];
    while let Some(step) = plan.steps.get(done) {
        acts.push(step.display(&names));
        done += 1;
        let here = if acts.len() == 2 { 2 } else { 1 };
        for _ in 0..here {
            let Some(surprise) = surprises.pop() else { break };
            memory.set_own(surprise, false).unwrap();
            match ahead.repair(&plan, done, &memory, &options, &mut Budget::default()) {
                Repair::Keep => {}
                Repair::Mended(mended) => {
                    replans += 1;
                    (plan, done) = (mended, 0);
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!((replans, acts), (3, vec!["go(1)".to_owned(), "go(2)".to_owned(), "fetch()".to_owned()]));

    let character = Character::new(names.clone())
        .goal(Goal::achieve("it", "Patrol").always(1))
        .program(tasks.program("Patrol", vec![]).unwrap())
        .build()
        .unwrap();
    let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0);
    for truth in believed {
        agent.memory_mut().set_own(truth, true).unwrap();
    }
    let mut does = Vec::new();
    for (tick, surprises) in [&believed[..1], &believed[1..], &[]].into_iter().enumerate() {
        does.extend(agent.tick(Time::of_tick(tick as u64, 100_000)).display(&names));
        for surprise in surprises {
            agent.memory_mut().set_own(*surprise, false).unwrap();
        }
    }
    assert_eq!(does, ["go(1)", "go(2)", "fetch()"]);
}

/// R-002-017, planned ahead: alternatives are tried first as often as their weights say, the same number gives the same plan, and a drawn
/// choice that leads nowhere is taken back.
#[test]
fn alternatives_with_weights_are_drawn_when_looking_ahead() {
    let stage = stage();
    let line = Line::default().or_weighted(3.0, call("Take")).or_weighted(1.0, call("Knock"));
    let either = stage.lookahead(vec![HtnTask::new("Either").line(line.clone())]);
    let first = |ahead: &Lookahead, from: u64| {
        stage.steps(&stage.found_plan(ahead, &LookaheadOptions::default().drawing(from))).swap_remove(0)
    };
    let rng = 10_000;
    let taken = (0..rng).filter(|from| first(&either, *from) == "take()").count();
    // Three standard deviations of a binomial with p = 3/4 and n = 10,000.
    assert!(taken.abs_diff(7_500) < 130, "{taken}");
    assert_eq!(first(&either, 5), first(&either, 5));
    let as_written = stage.found_plan(&either, &LookaheadOptions::default());
    assert_eq!(stage.steps(&as_written), ["take()"], "without a number they are tried as they are written");

    let opens = stage.lookahead(vec![HtnTask::new("Enter").line(line).line(call("Open"))]);
    for from in 0..100 {
        let plan = stage.found_plan(&opens, &LookaheadOptions::default().drawing(from));
        assert_eq!(stage.steps(&plan), ["take()", "open()"]);
        // It is the first place of the first task in both.
        assert_eq!(plan.choices, [u16::from(first(&either, from) == "knock()")]);
        // What is preferred is what was drawn first, and a replan keeps the order that was drawn for the plan that it has to beat.
        let again = stage.plan(&opens, &LookaheadOptions::default().instead_of(&plan));
        assert!(matches!(again, LookaheadOutcome::NothingBetter), "{again:?}");
    }
}

/// A slot is filled, changed and emptied at run time, in the executor and in plans.
#[test]
fn a_slot_is_filled_at_run_time() {
    let mut names = Vocabulary::new();
    let (style, say) = (names.own("style", Type::Symbol), names.action("say", 1));
    let (quick, slow) = (names.symbol("Quick"), names.symbol("Slow"));
    let names = names.finish().unwrap();
    let act = |name: &str, number: i32| {
        HtnTask::new(name).parameter("to").act(Primitive::new(say).with(Expr::var("to") + Expr::from(number)))
    };
    let tasks = vec![
        HtnTask::new("Strike").line(Line::of(call("Style").with(10)).or(call("Quick").with(0))),
        HtnTask::new("Again").line(call("Strike")).line(call("Again")),
        HtnTask::new("Style").parameter("to").slot(style),
        act("Quick", 1),
        act("Slow", 2),
    ];
    let tasks = TaskLibrary::new(&names, tasks, Settings::default()).unwrap();
    let ahead = tasks.lookahead("Strike", vec![], Arc::default()).unwrap();
    let mut memory = Memory::new(names.clone());
    let planned = |memory: &Memory| {
        let plan = ahead.plan(memory, &LookaheadOptions::default(), &mut Budget::default()).plan().unwrap();
        plan.display(&names)
    };
    let character = Character::new(names.clone())
        .goal(Goal::maintain("it", "Again").always(1))
        .program(tasks.program("Again", vec![]).unwrap())
        .build()
        .unwrap();
    let mut agent = Agent::new(memory.clone(), Arbiter::new(character), 1, 0);
    let does = |agent: &mut Agent<Arbiter>, tick| agent.tick(Time::of_tick(tick, 100_000)).display(&names);
    assert_eq!(
        (planned(&memory), does(&mut agent, 0)),
        (vec!["say(1)".to_owned()], vec!["say(1)".to_owned()])
    );
    for (tick, filling, said) in [(2, quick, "say(11)"), (4, slow, "say(12)")] {
        memory.set_own(style, filling).unwrap();
        agent.memory_mut().set_own(style, filling).unwrap();
        does(&mut agent, tick - 1);
        let expected = vec![said.to_owned()];
        assert_eq!((planned(&memory), does(&mut agent, tick)), (expected.clone(), expected));
    }
}
