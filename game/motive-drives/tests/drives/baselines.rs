//! What plans from drives are compared with: GOAP, the printed algorithms, STRIPS, single-step utility, the early utility system, and
//! schedules.

use crate::common::plan;
use crate::dice::Dice;
use crate::printed_planners::{Pick, algorithm2, strips};
use motive::arbiter::{Arbiter, Character, Goal};
use motive::drives::goap::{Goap, GoapAction, GoapBehaviour, GoapFor, GoapGoal};
use motive::drives::{Domain, Drive, DriveStates, GoalTemplate, Interaction, Measure, Rules, best_script};
use motive::kernel::projection::compact::{Astar, Problem};
use motive::kernel::{
    Action, Agent, Budget, Comparison, Condition, Effect, Expr, Id, KeyedRng, Memory, Pattern, Purity, Query,
    Range, Thing, Time, Type, Value, Vocabulary,
};
use motive::machines::schedule::{Schedule, ScheduleError, ScheduleTask, Schedules};
use std::ops::ControlFlow;

/// R-001-058: greedy fails where A* succeeds, and what it gives is found out to be impossible.
#[test]
fn the_printed_algorithm_fails_where_a_star_succeeds() {
    // The cheap way to the key burns the ladder that the door needs.
    let mut problem = Problem::new();
    let (key, ladder, open) = (problem.truth("key"), problem.truth("ladder"), problem.truth("open"));
    problem.action("burn_for_key", 1.0).needs(ladder, true).sets(key, true).sets(ladder, false);
    problem.action("buy_key", 3.0).sets(key, true);
    problem.action("open_door", 1.0).needs(ladder, true).needs(key, true).sets(open, true);
    let goal = problem.goal(&[(open, Comparison::Equal, 1)]);
    let problem = problem.build().unwrap();
    let start = [0, 1, 0];
    let mut search = Astar::new();
    let found = search.plan(&problem, &start, goal, &mut Budget::default()).unwrap();
    assert_eq!(problem.display(found.actions), ["buy_key", "open_door"]);
    let greedy = algorithm2(&problem, &start, goal, &mut Budget::default()).unwrap();
    assert_eq!(problem.display(&greedy), ["burn_for_key", "open_door"]);
    assert_eq!(problem.check(&start, &greedy, goal), Err(1), "the ladder is gone");
}

/// R-001-067: STRIPS, however it picks, and what it cannot do.
#[test]
fn strips_chains_from_the_first_unmet_need() {
    let mut problem = Problem::new();
    let (drawn, loaded, dead) = (problem.truth("drawn"), problem.truth("loaded"), problem.truth("dead"));
    problem.action("attack", 1.0).needs(loaded, true).sets(dead, true);
    problem.action("reload", 1.0).needs(drawn, true).sets(loaded, true);
    problem.action("draw", 1.0).sets(drawn, true);
    let goal = problem.goal(&[(dead, Comparison::Equal, 1)]);
    let never = problem.goal(&[(dead, Comparison::Equal, 1), (drawn, Comparison::Equal, 7)]);
    let problem = problem.build().unwrap();
    for pick in [Pick::First, Pick::FewestUnmet, Pick::Cheapest, Pick::Drawn(KeyedRng::new(1, 2, 3))] {
        let found = strips(&problem, &problem.start(), goal, pick, &mut Budget::default()).unwrap();
        assert_eq!(problem.display(&found), ["draw", "reload", "attack"]);
        assert_eq!(strips(&problem, &problem.start(), never, pick, &mut Budget::default()), None);
    }
}

/// A hunter: walk up to the target and strike it, or throw what is at hand.
struct Hunt {
    names: std::sync::Arc<Vocabulary>,
    enemy: motive::kernel::Kind,
    distance: motive::kernel::Property,
    health: motive::kernel::Property,
    ally: motive::kernel::Kind,
    seen_at: motive::kernel::Property,
    hurt: motive::kernel::Property,
    actions: [motive::kernel::ActionId; 3],
}

impl Hunt {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let enemy = names.kind("enemy");
        let (distance, health) =
            (names.property("distance", Type::Number), names.property("health", Type::Number));
        let ally = names.kind("ally");
        let (seen_at, hurt) = (names.property("seen_at", Type::Number), names.property("hurt", Type::Bool));
        let actions = [("goto", 1), ("punch", 1), ("kick", 1)].map(|(name, arity)| names.action(name, arity));
        names.function("most_allies_hurt", 0, Purity::Volatile, move |facts, _| {
            let mut allies: Vec<(i64, bool)> = Vec::new();
            facts.candidates(&Query { kind: Some(ally), equal: &[] }, &mut |id| {
                if !facts.is_a(id, ally) {
                    return ControlFlow::Continue(());
                }
                let is_hurt = facts.values(id, hurt).first().is_some_and(Value::is_true);
                allies.push((facts.values(id, seen_at).number().unwrap_or(0.0) as i64, is_hurt));
                ControlFlow::Continue(())
            });
            allies.sort_unstable();
            let last_ten = allies.iter().rev().take(10);
            Some(Value::from(last_ten.filter(|(_, is_hurt)| *is_hurt).count() > 5))
        });
        Self { names: names.finish().unwrap(), enemy, distance, health, ally, seen_at, hurt, actions }
    }

    fn goap(&self, with_context: bool) -> std::sync::Arc<Goap> {
        let target = || Expr::var("target");
        let mut goap = Goap::new(self.names.clone());
        let near = goap.truth("near", target().get(self.distance).at_most(1));
        let dead = goap.truth("dead", target().get(self.health).at_most(0));
        let [goto, punch, kick] = self.actions;
        let mut punching = GoapAction::new(punch, vec![target()], 1.0).needs(near, true).sets(dead, true);
        if with_context {
            let hurt = Expr::call(self.names.find_function("most_allies_hurt").unwrap(), []).holds();
            punching = punching.context(!hurt);
        }
        goap.action(GoapAction::new(goto, vec![target()], 1.0).sets(near, true));
        goap.action(punching);
        goap.action(GoapAction::new(kick, vec![target()], 2.0).needs(near, true).sets(dead, true));
        let nearest = Pattern::of(self.enemy).prefer_within(self.distance, Range::at_least(0.0).lowest());
        goap.goal(GoapGoal::fixed("kill", 2.0).wants(dead, true).target(Expr::choose(nearest)));
        goap.build().unwrap()
    }

    fn memory(&self, distances: &[i32]) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        for (number, distance) in (1..).zip(distances) {
            let enemy = Thing::new(Id::new(number)).kind(self.enemy).with(self.distance, *distance);
            memory.put(enemy.with(self.health, 10)).unwrap();
        }
        memory
    }
}

/// R-001-059, R-001-061: most of the last ten allies that it met are hurt, so it does not come near enough to punch. What its context forbids is not considered; otherwise the dearer of two like actions never is.
#[test]
fn the_context_of_an_action_can_forbid_it() {
    let hunt = Hunt::new();
    let mut memory = hunt.memory(&[5]);
    let meet = |memory: &mut Memory, number: u64, is_hurt: bool| {
        let ally = Thing::new(Id::new(100 + number)).kind(hunt.ally);
        memory.put(ally.with(hunt.seen_at, number as i32).with(hunt.hurt, is_hurt)).unwrap();
    };
    // Ten that were hurt long ago, and ten of whom five are hurt since.
    (0..10).for_each(|number| meet(&mut memory, number, true));
    (10..20).for_each(|number| meet(&mut memory, number, number % 2 == 0));
    let steps = |with_context: bool, memory: &Memory| {
        let mut planned = GoapBehaviour::new(hunt.goap(with_context));
        planned.update(memory, &mut Budget::default());
        planned.rest().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(steps(true, &memory), ["goto", "punch"]);
    // Of the last ten six are hurt now.
    meet(&mut memory, 20, true);
    meet(&mut memory, 21, true);
    assert_eq!(steps(true, &memory), ["goto", "kick"]);
    assert_eq!(steps(false, &memory), ["goto", "punch"], "kick is never chosen while punch is cheaper");
}

/// R-001-060: a goal has one target, held until a better one appears.
#[test]
fn a_goal_has_one_target_until_a_better_one_appears() {
    let hunt = Hunt::new();
    let mut memory = hunt.memory(&[5, 9]);
    let mut planned = GoapBehaviour::new(hunt.goap(false));
    let mut target = |memory: &Memory| {
        planned.update(memory, &mut Budget::default());
        planned.goal().unwrap().1
    };
    assert_eq!(target(&memory), Some(Id::new(1)));
    memory.set(Id::new(2), hunt.distance, 6).unwrap();
    assert_eq!(target(&memory), Some(Id::new(1)));
    memory.set(Id::new(2), hunt.distance, 4).unwrap();
    assert_eq!(target(&memory), Some(Id::new(2)));
}

/// R-001-062: goals by fixed importance, by the lowest drive, or by a function.
#[test]
fn goals_are_chosen_by_three_policies() {
    let mut names = Vocabulary::new();
    let [food, fun] = ["food", "fun"].map(|name| names.own(name, Type::Number));
    let [eat, play] = ["eat", "play"].map(|name| names.action(name, 0));
    let names = names.finish().unwrap();
    let first = |goals: [GoapGoal; 2], food_now: i32, fun_now: i32| {
        let mut goap = Goap::new(names.clone());
        let fed = goap.truth("fed", Expr::own(food).at_least(90));
        let happy = goap.truth("happy", Expr::own(fun).at_least(90));
        goap.action(GoapAction::new(eat, vec![], 1.0).sets(fed, true));
        goap.action(GoapAction::new(play, vec![], 1.0).sets(happy, true));
        let [feed, amuse] = goals;
        goap.goal(feed.wants(fed, true));
        goap.goal(amuse.wants(happy, true));
        let mut memory = Memory::new(names.clone());
        memory.set_own(food, food_now).unwrap();
        memory.set_own(fun, fun_now).unwrap();
        let mut planned = GoapBehaviour::new(goap.build().unwrap());
        planned.update(&memory, &mut Budget::default());
        planned.goal().map(|(goal, _)| goal.to_owned())
    };
    let fixed = || [GoapGoal::fixed("feed", 2.0), GoapGoal::fixed("amuse", 1.0)];
    assert_eq!(first(fixed(), 80, 0).as_deref(), Some("feed"));
    assert_eq!(first(fixed(), 95, 0).as_deref(), Some("amuse"), "what is met is not wanted");
    assert_eq!(first(fixed(), 95, 95), None);
    let lowest = || [GoapGoal::lowest("feed", Expr::own(food)), GoapGoal::lowest("amuse", Expr::own(fun))];
    assert_eq!(first(lowest(), 80, 10).as_deref(), Some("amuse"));
    assert_eq!(first(lowest(), 5, 10).as_deref(), Some("feed"));
    let ranked = || [GoapGoal::ranked("feed", Expr::own(fun)), GoapGoal::ranked("amuse", 50)];
    assert_eq!(first(ranked(), 0, 40).as_deref(), Some("amuse"));
    assert_eq!(first(ranked(), 0, 60).as_deref(), Some("feed"));
}

/// R-001-068: GOAP runs under the arbiter as any other program does.
#[test]
fn goap_runs_under_the_arbiter() {
    let hunt = Hunt::new();
    let character = Character::new(hunt.names.clone())
        .goal(Goal::maintain("hunt", "goap").always(1))
        .program(GoapFor::new("goap", hunt.goap(false)))
        .build()
        .unwrap();
    let mut agent = Agent::new(hunt.memory(&[3]), Arbiter::new(character), 1, 0);
    let mut done = Vec::new();
    for tick in 0..8 {
        let act = agent.tick(Time::of_tick(tick, 50_000)).display(&hunt.names).join(" ");
        if act.starts_with("goto") {
            let distance =
                agent.memory().get(Id::new(1), hunt.distance).and_then(|value| value.number()).unwrap();
            agent.memory_mut().set(Id::new(1), hunt.distance, distance - 1.0).unwrap();
        } else if act.starts_with("punch") {
            agent.memory_mut().set(Id::new(1), hunt.health, 0).unwrap();
        }
        done.push(act);
    }
    assert_eq!(done, ["goto(#1)", "goto(#1)", "punch(#1)", "", "", "", "", ""]);
}

/// A ward with a patient slightly short of medication and one who is very hungry.
struct Ward {
    names: std::sync::Arc<Vocabulary>,
    patient: motive::kernel::Kind,
    medication: motive::kernel::Property,
    food: motive::kernel::Property,
    actions: [motive::kernel::ActionId; 2],
}

impl Ward {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let patient = names.kind("patient");
        let [medication, food] = ["medication", "food"].map(|name| names.property(name, Type::Number));
        names.limit(medication, 0.0, 100.0);
        names.limit(food, 0.0, 100.0);
        let actions = ["medicate", "feed"].map(|name| names.action(name, 1));
        Self { names: names.finish().unwrap(), patient, medication, food, actions }
    }

    fn memory(&self) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        for (number, medication, food) in [(1, 38, 95), (2, 95, 3)] {
            let patient = Thing::new(Id::new(number)).kind(self.patient).with(self.medication, medication);
            memory.put(patient.with(self.food, food)).unwrap();
        }
        memory
    }
}

/// R-001-064, R-001-083: GOAP medicates first because medication counts more; the early utility system feeds first because it helps more.
#[test]
fn goap_medicates_first_and_utility_feeds_first() {
    let ward = Ward::new();
    let memory = ward.memory();
    let target = || Expr::var("target");
    let lowest = |property| {
        Pattern::of(ward.patient)
            .within(property, Range::at_most(40.0))
            .prefer_within(property, Range::at_least(0.0).lowest())
    };
    let mut goap = Goap::new(ward.names.clone());
    let medicated = goap.truth("medicated", target().get(ward.medication).above(40));
    let fed = goap.truth("fed", target().get(ward.food).above(40));
    goap.action(GoapAction::new(ward.actions[0], vec![target()], 1.0).sets(medicated, true));
    goap.action(GoapAction::new(ward.actions[1], vec![target()], 1.0).sets(fed, true));
    goap.goal(
        GoapGoal::fixed("medicate", 6.0).wants(medicated, true).target(Expr::choose(lowest(ward.medication))),
    );
    goap.goal(GoapGoal::fixed("feed", 5.0).wants(fed, true).target(Expr::choose(lowest(ward.food))));
    let mut planned = GoapBehaviour::new(goap.build().unwrap());
    planned.update(&memory, &mut Budget::default());
    assert_eq!(planned.goal(), Some(("medicate", Some(Id::new(1)))));

    let give =
        |action, property| Action::new(action, &["it"]).effect(Effect::set(Expr::var("it"), property, 100));
    let care = |name: &str, property, weight| {
        let aim = GoalTemplate::each(name, Pattern::of(ward.patient).named("it"));
        Drive::new(name, weight).goal(aim.measure(Measure::toward(Expr::var("it").get(property), 0, 100)))
    };
    let domain = Domain::new(ward.names.clone())
        .action(give(ward.actions[0], ward.medication))
        .action(give(ward.actions[1], ward.food))
        .supplies(ward.patient, ward.actions[0], Interaction::default())
        .supplies(ward.patient, ward.actions[1], Interaction::default())
        .drive(care("medication", ward.medication, 1.0))
        .drive(care("food", ward.food, 0.8))
        .build()
        .unwrap();
    let mut drive_states = DriveStates::new(&domain);
    drive_states.update(&domain, &memory);
    let [medicate, feed] =
        [(0, 1), (1, 2)].map(|(action, patient)| [(ward.actions[action], Some(Id::new(patient)))]);
    let plans = [&medicate[..], &feed[..]].into_iter();
    let (best, _, _) = best_script(plans, &domain, &drive_states, &memory).unwrap();
    assert_eq!(best, 1, "feeding");
}

/// Plans that cannot become the best are not thought through; the one that is chosen is that of thinking each through by itself.
#[test]
fn the_most_useful_plan_is_the_best_of_each_alone() {
    let mut names = Vocabulary::new();
    let levels = ["food", "sleep", "mirth"].map(|name| names.own(name, Type::Number));
    let actions = ["eat", "rest", "play", "feast"].map(|name| names.action(name, 0));
    let names = names.finish().unwrap();
    let mut chosen_late = 0;
    for number in 0..2_000 {
        let mut dice = Dice(number);
        let mut builder = Domain::new(names.clone());
        for (at, action) in actions.into_iter().enumerate() {
            // Each serves a level, some at the cost of another, and some need one.
            let mut action = Action::new(action, &[])
                .effect(Effect::add_own(levels[at % 3], 10.0 * dice.roll(6) as f64))
                .effect(Effect::add_own(dice.of(&levels), -5.0 * dice.roll(4) as f64));
            if dice.chance(3) {
                action = action.needs(Expr::own(dice.of(&levels)).at_least(10 * dice.roll(8) as i32));
            }
            builder = builder.action(action);
        }
        for (at, level) in levels.into_iter().enumerate() {
            let enough = Measure::toward(Expr::own(level), 0, 100);
            let weight = 0.5 * (1 + dice.roll(4)) as f64;
            builder = builder
                .drive(Drive::new(&format!("d{at}"), weight).goal(GoalTemplate::new("full").measure(enough)));
        }
        let domain = builder.build().unwrap();
        let mut memory = Memory::new(names.clone());
        for level in levels {
            memory.set_own(level, 10.0 * dice.roll(11) as f64).unwrap();
        }
        let mut drive_states = DriveStates::new(&domain);
        drive_states.update(&domain, &memory);
        let plans: Vec<Vec<_>> = (0..1 + dice.roll(6))
            .map(|_| (0..1 + dice.roll(3)).map(|_| (dice.of(&actions), None)).collect())
            .collect();
        let mut best: Option<(usize, f64)> = None;
        for (at, plan) in plans.iter().enumerate() {
            let alone = best_script(std::iter::once(&plan[..]), &domain, &drive_states, &memory);
            if let Some((_, _, utility)) = alone.filter(|alone| best.is_none_or(|(_, most)| alone.2 > most)) {
                best = Some((at, utility));
            }
        }
        let all = best_script(plans.iter().map(|plan| &plan[..]), &domain, &drive_states, &memory)
            .map(|(at, _, utility)| (at, utility));
        assert_eq!(all, best, "scenario {number}");
        chosen_late += usize::from(best.is_some_and(|(at, _)| at > 0));
    }
    assert!(chosen_late > 500, "the first plan is nearly always the best: {chosen_late}");
}

/// R-001-067: single-step utility takes the one action that leads to the best state, and sees no further.
#[test]
fn single_step_utility_sees_one_action_ahead() {
    let mut names = Vocabulary::new();
    let (hunger, meal) = (names.own("hunger", Type::Number), names.own("meal", Type::Bool));
    let [snack, cook, eat] = ["snack", "cook", "eat"].map(|name| names.action(name, 0));
    let names = names.finish().unwrap();
    let build = |rules: Rules| {
        Domain::new(names.clone())
            .action(Action::new(snack, &[]).effect(Effect::add_own(hunger, 10)))
            .action(Action::new(cook, &[]).effect(Effect::set_own(meal, true)))
            .action(
                Action::new(eat, &[]).needs(Expr::own(meal).equals(true)).effect(Effect::add_own(hunger, 60)),
            )
            .drive(Drive::new("hunger", 1.0).goal(GoalTemplate::new("full").measure(Measure::toward(
                Expr::own(hunger),
                0,
                100,
            ))))
            .rules(rules)
            .build()
            .unwrap()
    };
    let mut memory = Memory::new(names.clone());
    memory.set_own(hunger, 0).unwrap();
    memory.set_own(meal, false).unwrap();
    let (far, near) = (build(Rules::motive()), build(Rules::single_step()));
    assert_eq!(plan(&far, &memory).0.unwrap().display(&far), ["cook()", "eat()"]);
    assert_eq!(plan(&near, &memory).0.unwrap().display(&near), ["snack()"]);
}

/// R-001-065, R-001-066: heavy damage makes the heal fail and leads to alert; a flag is set at its threshold.
#[test]
fn a_schedule_fails_on_its_flag_and_another_follows() {
    let mut names = Vocabulary::new();
    let (health, damage) = (names.own("health", Type::Number), names.own("damage", Type::Number));
    let [stop, face, heal, look] =
        ["stop_moving", "face_target", "heal_target", "look_around"].map(|name| names.action(name, 0));
    let names = names.finish().unwrap();
    let wizard = Schedules::new(names.clone())
        .flag("critical_health", Expr::own(health).at_most(35))
        .flag("heavy_damage", Expr::own(damage).at_least(15))
        .state("dead", Expr::own(health).at_most(0))
        .state("combat", Condition::always())
        .schedule(
            Schedule::new("heal", "combat")
                .when("critical_health")
                .task(ScheduleTask::on_failure("alert"))
                .task(ScheduleTask::act(stop, vec![]))
                .task(ScheduleTask::act(face, vec![]))
                .task(ScheduleTask::act_until(heal, vec![], Expr::own(health).above(35)))
                .fails_on("heavy_damage"),
        )
        .schedule(
            Schedule::new("alert", "combat").when("critical_health").task(ScheduleTask::act(look, vec![])),
        )
        .schedule(Schedule::new("watch", "combat").task(ScheduleTask::Wait(0.1)))
        .schedule(Schedule::new("lie", "dead").task(ScheduleTask::Wait(1.0)))
        .build("wizard")
        .unwrap();
    let character =
        Character::new(names.clone()).goal(Goal::maintain("live", "wizard").always(1)).program(wizard);
    let mut memory = Memory::new(names.clone());
    memory.set_own(health, 36).unwrap();
    memory.set_own(damage, 0).unwrap();
    let mut agent = Agent::new(memory, Arbiter::new(character.build().unwrap()), 1, 0);
    let mut tick = 0;
    let mut step = |agent: &mut Agent<Arbiter>| {
        tick += 1;
        agent.tick(Time::of_tick(tick, 50_000)).display(&names).join(" ")
    };
    assert_eq!(step(&mut agent), "", "36 is not critical");
    agent.memory_mut().set_own(health, 35).unwrap();
    let mut seen: Vec<String> = (0..6).map(|_| step(&mut agent)).collect();
    seen.dedup();
    assert_eq!(seen.last().unwrap(), "heal_target()", "{seen:?}");
    assert!(seen.windows(2).any(|pair| pair == ["stop_moving()", "face_target()"]), "{seen:?}");
    agent.memory_mut().set_own(damage, 20).unwrap();
    assert_eq!(step(&mut agent), "look_around()", "the heal failed");
    agent.memory_mut().set_own(health, 0).unwrap();
    agent.memory_mut().set_own(damage, 0).unwrap();
    let last: Vec<String> = (0..3).map(|_| step(&mut agent)).collect();
    assert_eq!(last.last().unwrap(), "", "the dead do nothing: {last:?}");

    let empty =
        Schedules::new(names.clone()).state("s", Condition::always()).schedule(Schedule::new("x", "s"));
    assert!(matches!(empty.build("x"), Err(ScheduleError::Empty(..))));
    let unknown = Schedules::new(names.clone()).state("s", Condition::always());
    let unknown = unknown.schedule(Schedule::new("x", "s").when("y").task(ScheduleTask::Wait(1.0)));
    assert!(matches!(unknown.build("x"), Err(ScheduleError::Unknown { what: "flag", .. })));
}
