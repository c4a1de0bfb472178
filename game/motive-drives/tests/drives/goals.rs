//! Drives and their goals: how they come up, are scored and go.

use crate::common::{Arena, me, plan};
use motive::drives::{
    Combine, Curve, CurveError, Domain, DomainError, DomainWarning, Drive, DriveEvent, DriveStates,
    GoalTemplate, Interaction, Measure, Rules, Satisfaction, Utility,
};
use motive::kernel::{
    Action, Condition, Effect, Expr, ForgettingPolicy, Id, Memory, Pattern, Point, Projection, Thing, Time,
    Type, Vocabulary,
};
use proptest::prelude::*;

fn goblins(arena: &Arena, count: u64) -> Memory {
    let mut memory = arena.memory();
    memory.remove(arena.goblin);
    for number in 0..count {
        memory.put(Thing::new(Id::new(number)).kind(arena.enemy).with(arena.health, 30)).unwrap();
    }
    memory
}

/// R-001-010: three goblins make three goals, and seeing them again makes no more.
#[test]
fn each_goblin_makes_one_goal() {
    let arena = Arena::new();
    let (domain, memory) = (arena.appendix(20).build().unwrap(), goblins(&arena, 3));
    let mut drive_states = DriveStates::new(&domain);
    for _ in 0..2 {
        drive_states.update(&domain, &memory);
        assert_eq!(drive_states.drives()[0].goals.len(), 3);
    }
    assert_eq!(drive_states.drives()[0].goals[1].thing, Some(Id::new(1)));
}

/// R-001-003, R-001-011: a goal that comes up when health drops sees what was and what is.
#[test]
fn a_goal_may_come_up_with_a_change() {
    let arena = Arena::new();
    let hurt = GoalTemplate::new("hurt")
        .when(Expr::own(arena.health).below(me().was(arena.health)))
        .measure(Measure::toward(Expr::own(arena.health), 0, 100));
    let domain =
        Domain::new(arena.names.clone()).action(arena.goto(0)).drive(Drive::new("hurt", 1.0).goal(hurt));
    let domain = domain.build().unwrap();
    let mut memory = arena.memory();
    let mut drive_states = DriveStates::new(&domain);
    let mut goals = |memory: &mut Memory, health: i32| {
        memory.end_tick();
        memory.set_own(arena.health, health).unwrap();
        drive_states.update(&domain, memory);
        drive_states.drives()[0].goals.len()
    };
    assert_eq!(goals(&mut memory, 15), 0);
    assert_eq!(goals(&mut memory, 40), 0, "it rose");
    assert_eq!(goals(&mut memory, 30), 1, "it fell");
    assert_eq!(memory.own(arena.health), Some(30.into()), "what is newer counts");
}

/// R-001-012: goals come up, are scored, are dropped, and then the drive is scored; one complete at birth is scored first.
#[test]
fn goals_are_made_scored_and_dropped_in_order() {
    let arena = Arena::new();
    let fit = GoalTemplate::new("fit")
        .measure(Measure::toward(Expr::own(arena.health), 0, 10))
        .until(Expr::own(arena.health).at_least(10));
    let domain = Domain::new(arena.names.clone())
        .action(arena.goto(0))
        .drive(Drive::new("d", 1.0).goal(fit))
        .build()
        .unwrap();
    let mut stirs = Vec::new();
    DriveStates::new(&domain).update_with(&domain, &arena.memory(), &mut |stir| stirs.push(stir));
    let fit = || "fit".into();
    assert_eq!(
        stirs,
        [
            DriveEvent::Made(fit(), None),
            DriveEvent::Scored(fit(), None),
            DriveEvent::Dropped(fit(), None),
            DriveEvent::Rated("d".into())
        ]
    );
}

/// R-001-013: the goal to kill goes when the enemy is dead; a standing goal for health stays at full health.
#[test]
fn some_goals_end_and_some_stand() {
    let arena = Arena::new();
    let standing = GoalTemplate::new("health").measure(Measure::toward(Expr::own(arena.health), 0, 100));
    let domain = arena.appendix(20).drive(Drive::new("standing", 1.0).goal(standing)).build().unwrap();
    let mut memory = arena.memory();
    let mut drive_states = DriveStates::new(&domain);
    drive_states.update(&domain, &memory);
    assert_eq!(drive_states.drives()[0].goals.len(), 1);
    memory.set(arena.goblin, arena.health, 0).unwrap();
    memory.set_own(arena.health, 100).unwrap();
    drive_states.update(&domain, &memory);
    assert!(drive_states.drives()[0].goals.is_empty() && drive_states.drives()[1].goals.is_empty());
    assert_eq!(drive_states.drives()[3].goals.len(), 1);
}

/// R-001-006, R-001-014: an order that is heard brings a drive; one that is not heard does not. It goes with its goals.
#[test]
fn a_drive_from_outside_comes_with_an_order_and_goes() {
    let mut names = Vocabulary::new();
    let (order, attacker) = (names.kind("order"), names.kind("attacker"));
    let health = names.property("health", Type::Number);
    let hit = names.action("hit", 1);
    let base = names.id("defend_base");
    let names = names.finish().unwrap();
    let defend = Drive::new("defend_base", 1.0)
        .arrives(Condition::exists(Pattern::of(order)))
        .leaves(Condition::no(Pattern::of(attacker)))
        .goal(GoalTemplate::each("repel", Pattern::of(attacker).named("it")).measure(Measure::toward(
            Expr::var("it").get(health),
            10,
            0,
        )));
    let domain = Domain::new(names.clone())
        .action(Action::new(hit, &["it"]).effect(Effect::add(Expr::var("it"), health, -5)))
        .supplies(attacker, hit, Interaction::default())
        .drive(defend)
        .build()
        .unwrap();
    let mut memory = Memory::new(names);
    memory.put(Thing::new(Id::new(1)).kind(attacker).with(health, 10)).unwrap();
    let mut drive_states = DriveStates::new(&domain);
    drive_states.update(&domain, &memory);
    assert!(!drive_states.drives()[0].present, "nobody has given the order");
    memory.put(Thing::new(base).kind(order)).unwrap();
    drive_states.update(&domain, &memory);
    assert!(drive_states.drives()[0].present && drive_states.drives()[0].goals.len() == 1);
    memory.remove(Id::new(1));
    drive_states.update(&domain, &memory);
    assert!(!drive_states.drives()[0].present && drive_states.drives()[0].goals.is_empty());
}

/// R-001-016, R-001-018: a drive is the weighted mean of its goals; without goals it is as satisfied as it says.
#[test]
fn a_drive_is_the_weighted_mean_of_its_goals() {
    let mean = Satisfaction::WeightedMean.of([(1.0, 0.0), (2.0, 1.0)].into_iter(), 1.0);
    assert!((mean - 0.666_666_666_7).abs() < 1e-9);
    assert_eq!(Satisfaction::Least.of([(1.0, 0.25), (2.0, 1.0)].into_iter(), 1.0), 0.25);
    assert_eq!(Satisfaction::WeightedMean.of(std::iter::empty(), 1.0), 1.0);
    let arena = Arena::new();
    let with = |idle: f64| {
        let domain =
            Domain::new(arena.names.clone()).action(arena.goto(0)).drive(Drive::new("empty", 1.0).idle(idle));
        let domain = domain.build().unwrap();
        let mut drive_states = DriveStates::new(&domain);
        drive_states.update(&domain, &arena.memory());
        (drive_states.drives()[0].satisfaction, drive_states.utility(&domain, &arena.memory()))
    };
    assert_eq!((with(1.0), with(0.0)), ((1.0, 1.0), (0.0, 0.0)));
}

/// R-001-017: the weighted mean, with death worth nothing, or any function.
#[test]
fn utility_is_a_function_of_all_drives() {
    let arena = Arena::new();
    let worth = |utility: Utility, health: i32| {
        let domain = arena.appendix(20).utility(utility).build().unwrap();
        let mut memory = arena.memory();
        memory.set_own(arena.health, health).unwrap();
        let mut drive_states = DriveStates::new(&domain);
        drive_states.update(&domain, &memory);
        drive_states.utility(&domain, &memory)
    };
    let bad_death = || Utility::weighted_mean().nothing_without("maximize_health");
    assert!((worth(bad_death(), 15) - 0.05).abs() < 1e-9);
    assert_eq!(worth(bad_death(), 0), 0.0);
    assert_eq!(worth(Utility::weighted_mean().nothing_when(Expr::own(arena.mana).at_most(0)), 90), 0.0);
    assert!((worth(Utility::weighted_mean(), 90) - 0.3).abs() < 1e-9);
    assert!((worth(Utility::function(|drives| drives[1] * 2.0), 40) - 0.8).abs() < 1e-9);
    assert_eq!(worth(Utility::function(|_| f64::NAN), 40), 0.0, "what is not a number is worth nothing");
}

/// R-001-019: with a standing goal damage is seen at full health; where goals end at full health it is not.
#[test]
fn standing_goals_see_damage_at_full_health() {
    let mut names = Vocabulary::new();
    let (health, gold) = (names.own("health", Type::Number), names.own("gold", Type::Number));
    let (rough, safe) = (names.action("rough", 0), names.action("safe", 0));
    let names = names.finish().unwrap();
    let dig = |action, damage: i32| {
        Action::new(action, &[]).effect(Effect::add_own(gold, 10)).effect(Effect::add_own(health, -damage))
    };
    let first = |standing: bool| {
        let mut aim = GoalTemplate::new("health").measure(Measure::toward(Expr::own(health), 0, 100));
        if !standing {
            aim = aim.until(Expr::own(health).at_least(100));
        }
        let domain = Domain::new(names.clone())
            .action(dig(rough, 30))
            .action(dig(safe, 5))
            .drive(Drive::new("gold", 1.0).goal(GoalTemplate::new("gold").measure(Measure::toward(
                Expr::own(gold),
                0,
                10,
            ))))
            .drive(Drive::new("health", 1.0).goal(aim))
            .build()
            .unwrap();
        let mut memory = Memory::new(names.clone());
        memory.set_own(health, 100).unwrap();
        memory.set_own(gold, 0).unwrap();
        let (found, considered) = plan(&domain, &memory);
        (found.unwrap().display(&domain), considered[0].utility == considered[1].utility)
    };
    assert_eq!(first(true), (vec!["safe()".to_owned()], false));
    assert_eq!(first(false), (vec!["rough()".to_owned()], true), "indifferent: the first is taken");
}

/// R-001-021: several measures of one goal.
#[test]
fn several_measures_become_one() {
    let of = |combine: Combine| combine.of([1.0, 0.5, 0.0].into_iter());
    assert_eq!([of(Combine::Mean), of(Combine::Least), of(Combine::Product)], [0.5, 0.0, 0.0]);
    assert_eq!(Combine::Mean.of(std::iter::empty()), 1.0);
}

/// R-001-015: curves that rise do so everywhere, end where they should, and refuse what is no number.
#[test]
fn curves_rise_and_refuse_what_is_no_number() {
    let rising = [
        Curve::Linear,
        Curve::Power(2.0),
        Curve::Power(0.5),
        Curve::Logistic { steepness: 10.0, middle: 0.5 },
        Curve::Logit { flatness: 0.1 },
        Curve::Step(0.3),
        Curve::Smoothstep,
        Curve::Table(vec![(0.0, 0.0), (0.2, 0.7), (1.0, 1.0)]),
    ];
    for curve in rising {
        curve.check().unwrap();
        let scores: Vec<f64> = (0..=100).map(|share| curve.at(f64::from(share) / 100.0)).collect();
        assert!(scores.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12), "{curve:?}");
        assert!(scores[0].abs() < 1e-9 && (scores[100] - 1.0).abs() < 1e-9, "{curve:?}");
        assert_eq!(curve.at(f64::NAN), 0.0);
    }
    assert_eq!(Curve::Inverse.at(0.3), 0.7);
    assert_eq!(Curve::Power(f64::NAN).check(), Err(CurveError::NotFinite));
    assert_eq!(Curve::Power(-1.0).check(), Err(CurveError::NotPositive));
    assert_eq!(Curve::Table(vec![]).check(), Err(CurveError::Empty));
    assert_eq!(Curve::Table(vec![(0.5, 0.0), (0.5, 1.0)]).check(), Err(CurveError::Unsorted));
    assert_eq!(Curve::Table(vec![(0.5, 7.0)]).check(), Err(CurveError::OutOfRange));
}

/// R-001-030: what is wrong is said when the domain is built, and what is probably not meant is told.
#[test]
fn bad_content_is_found_when_it_is_loaded() {
    let arena = Arena::new();
    let start = || Domain::new(arena.names.clone());
    assert_eq!(start().build().unwrap_err(), DomainError::NoActions);
    assert_eq!(start().action(arena.goto(0)).build().unwrap_err(), DomainError::NoDrives);
    let heavy = start().action(arena.goto(0)).drive(Drive::new("d", f64::NAN)).build().unwrap_err();
    assert_eq!(heavy.to_string().split(" must").next(), Some("the weight of the drive `d`"));
    let bent = GoalTemplate::new("a")
        .measure(Measure::toward(Expr::own(arena.health), 0, 1).curve(Curve::Power(f64::NAN)));
    let bent = start().action(arena.goto(0)).drive(Drive::new("d", 1.0).goal(bent)).build().unwrap_err();
    assert_eq!(bent.to_string(), "`a` of the drive `d`: a parameter of the curve is not a finite number");
    let stray = start().action(arena.goto(0)).supplies(arena.enemy, arena.melee, Interaction::default());
    let stray = stray.drive(Drive::new("d", 1.0)).build().unwrap_err();
    assert!(stray.to_string().contains("`enemy` supplies `melee`"), "{stray}");
    let unknown = start()
        .action(arena.goto(0))
        .drive(Drive::new("d", 1.0))
        .utility(Utility::weighted_mean().nothing_without("x"));
    assert_eq!(unknown.build().unwrap_err(), DomainError::UnknownDrive("x".into()));
    let twice = start().action(arena.goto(0)).drive(Drive::new("d", 1.0)).drive(Drive::new("d", 1.0)).build();
    assert!(matches!(twice.unwrap_err(), DomainError::Twice("drive", _)));

    let odd = start()
        .action(arena.melee())
        .drive(Drive::new("mana", 1.0).goal(GoalTemplate::new("more").measure(Measure::toward(
            Expr::own(arena.mana),
            0,
            100,
        ))))
        .drive(Drive::new("order", 1.0).arrives(Condition::always()).goal(GoalTemplate::new("nothing")))
        .build()
        .unwrap();
    assert_eq!(
        odd.warnings(),
        [
            DomainWarning::Unsupplied("melee".into()),
            DomainWarning::Unserved("mana".into(), "more".into()),
            DomainWarning::Endless("order".into()),
            DomainWarning::Unmeasured("order".into(), "nothing".into()),
        ]
    );
}

/// R-001-023: what can be done is what the agent can do and the thing lets be done.
#[test]
fn an_action_needs_one_who_can_and_one_who_lets() {
    let mut names = Vocabulary::new();
    let (knight, wizard) = (names.kind("knight"), names.kind("wizard"));
    let health = names.property("health", Type::Number);
    let (heal, wave) = (names.action("heal", 1), names.action("wave", 1));
    let (arthur, merlin) = (names.id("arthur"), names.id("merlin"));
    let names = names.finish().unwrap();
    let healing = Action::new(heal, &["it"]).effect(Effect::add(Expr::var("it"), health, 20));
    let waving = Action::new(wave, &["it"]).effect(Effect::add(Expr::var("it"), health, 0));
    let all_well = |kind| {
        let aim = GoalTemplate::each("well", Pattern::of(kind).named("it"));
        Drive::new("well", 1.0).goal(aim.measure(Measure::toward(Expr::var("it").get(health), 0, 100)))
    };
    let of_wizard = Domain::new(names.clone()).action(healing).supplies(knight, heal, Interaction::default());
    let of_wizard = of_wizard.drive(all_well(knight)).build().unwrap();
    let of_knight = Domain::new(names.clone()).action(waving).supplies(wizard, wave, Interaction::default());
    let of_knight = of_knight.drive(all_well(wizard)).build().unwrap();
    let mut memory = Memory::new(names);
    memory.put(Thing::new(arthur).kind(knight).with(health, 50)).unwrap();
    memory.put(Thing::new(merlin).kind(wizard).with(health, 50)).unwrap();
    assert_eq!(plan(&of_wizard, &memory).0.unwrap().display(&of_wizard), ["heal(arthur)"]);
    assert_eq!(plan(&of_knight, &memory).0, None, "a knight cannot heal");
}

/// R-001-024, R-001-025: things say how they are used, and a keyboard is used as a piano is, and in its own way too.
#[test]
fn things_say_how_they_are_used() {
    let mut names = Vocabulary::new();
    let (door, person, piano) = (names.kind("door"), names.kind("person"), names.kind("piano"));
    let keyboard = names.kind_of("keyboard", piano);
    let (goto, play, record) = (names.action("goto", 1), names.action("play", 1), names.action("record", 1));
    let fun = names.own("fun", Type::Number);
    let [d, p, k] = ["d", "p", "k"].map(|name| names.id(name));
    let names = names.finish().unwrap();
    let more = |action| Action::new(action, &["it"]).effect(Effect::add_own(fun, 1));
    let domain = Domain::new(names.clone())
        .action(more(goto))
        .action(more(play))
        .action(more(record))
        .supplies(door, goto, Interaction::at(Point::flat(0.0, -0.4)))
        .supplies(person, goto, Interaction::stand_off(1.2))
        .supplies(piano, play, Interaction::stand_off(0.3))
        .supplies(keyboard, record, Interaction::default())
        .drive(Drive::new("fun", 1.0).goal(GoalTemplate::new("fun").measure(Measure::toward(
            Expr::own(fun),
            0,
            10,
        ))))
        .build()
        .unwrap();
    let mut memory = Memory::new(names);
    for (id, kind) in [(d, door), (p, person), (k, keyboard)] {
        memory.put(Thing::new(id).kind(kind)).unwrap();
    }
    let from = Point::flat(0.0, -10.0);
    let at_door = domain.interaction(goto, d, &memory).unwrap();
    let place = at_door.place(from, Point::flat(0.0, 0.0));
    assert!(place.distance(Point::flat(0.0, 0.0)) < 0.5, "within reach of the handle");
    assert!(at_door.facing(place, Point::flat(0.0, 0.0)).unwrap().y > 0.0);
    let to_person = domain.interaction(goto, p, &memory).unwrap();
    let place = to_person.place(from, Point::flat(0.0, 0.0));
    assert!(
        (place.distance(Point::flat(0.0, 0.0)) - 1.2).abs() < 1e-6 && place.y < 0.0,
        "outside personal space"
    );
    assert!(
        domain.interaction(play, k, &memory).is_some() && domain.interaction(record, k, &memory).is_some()
    );
    assert!(domain.interaction(goto, k, &memory).is_none());
}

/// R-001-027: what is met to 0.99 is not met.
#[test]
fn what_is_nearly_met_is_not_met() {
    let mut names = Vocabulary::new();
    let (ready, fun) = (names.own("ready", Type::Number), names.own("fun", Type::Number));
    let jump = names.action("jump", 0);
    let names = names.finish().unwrap();
    let jumping = Action::new(jump, &[]).needs(Expr::own(ready).holds()).effect(Effect::add_own(fun, 1));
    let domain = Domain::new(names.clone())
        .action(jumping)
        .drive(Drive::new("fun", 1.0).goal(GoalTemplate::new("fun").measure(Measure::toward(
            Expr::own(fun),
            0,
            10,
        ))))
        .build()
        .unwrap();
    let with = |degree: f64| {
        let mut memory = Memory::new(names.clone());
        memory.set_own(ready, degree).unwrap();
        memory.set_own(fun, 0).unwrap();
        plan(&domain, &memory).0.is_some()
    };
    assert_eq!((with(0.99), with(1.0)), (false, true));
}

/// R-001-035: answers that bring each other about come to rest.
#[test]
fn answers_that_answer_each_other_come_to_rest() {
    let mut names = Vocabulary::new();
    let (heat, smoke) = (names.own("heat", Type::Number), names.own("smoke", Type::Number));
    let light = names.action("light", 0);
    let names = names.finish().unwrap();
    let answer = |of, then| Effect::When {
        given: Expr::own(of).above(0),
        effects: vec![Effect::add_own(then, 1), Effect::add_own(of, 1)],
    };
    let action = Action::new(light, &[])
        .effect(Effect::set_own(heat, 1))
        .reply(answer(smoke, heat))
        .reply(answer(heat, smoke));
    let built = action.build(&names).unwrap();
    let mut memory = Memory::new(names);
    memory.set_own(heat, 0).unwrap();
    memory.set_own(smoke, 0).unwrap();
    let mut imagined = Projection::new(&memory);
    built.apply(&mut imagined, &[]);
    assert_eq!(built.settle(&mut imagined, &[], 16), 2, "the second answers what the first round brought");
    use motive::kernel::Facts;
    assert_eq!(imagined.values(Id::SELF, heat).number(), Some(3.0), "each answered once");
    assert_eq!(imagined.values(Id::SELF, smoke).number(), Some(2.0));
    assert_eq!(built.settle(&mut imagined, &[], 1), 1, "and never longer than allowed");
}

/// R-001-004: what was not seen for longest is forgotten first; the agent itself and what goals are about are spared.
#[test]
fn old_facts_are_forgotten_but_not_those_that_goals_are_about() {
    let arena = Arena::new();
    let (domain, mut memory) = (arena.appendix(20).build().unwrap(), Memory::new(arena.names.clone()));
    memory.set_own(arena.health, 15).unwrap();
    let capacity = 20;
    for number in 0..capacity + 10 {
        memory.set_time(Time::of_tick(number, 1));
        let kind = if number == 0 { arena.enemy } else { arena.item };
        memory.put(Thing::new(Id::new(number)).kind(kind).with(arena.health, 30)).unwrap();
    }
    let mut drive_states = DriveStates::new(&domain);
    drive_states.update(&domain, &memory);
    let about: Vec<Id> = drive_states
        .drives()
        .iter()
        .flat_map(|drive_state| &drive_state.goals)
        .filter_map(|goal| goal.thing)
        .collect();
    let policy = ForgettingPolicy { capacity: Some(capacity as usize), ..ForgettingPolicy::default() };
    memory.forget(&policy, &|id| about.contains(&id));
    use motive::kernel::Facts;
    assert_eq!(memory.len(), capacity as usize);
    assert!(memory.exists(Id::new(0)) && memory.own(arena.health).is_some());
    assert!(!memory.exists(Id::new(1)) && memory.exists(Id::new(29)));
}

/// R-001-008: what nobody has sensed is not known: the plan is made for what is believed.
#[test]
fn plans_are_made_for_what_is_believed() {
    let arena = Arena::new();
    let domain = arena.appendix(20).build().unwrap();
    let believed = arena.memory();
    let mut truth = believed.clone();
    truth.set(arena.goblin, arena.health, 0).unwrap();
    let mut drive_states = DriveStates::new(&domain);
    drive_states.update(&domain, &believed);
    assert_eq!(drive_states.drives()[0].goals.len(), 1, "it does not know that the goblin is dead");
    assert!(plan(&domain, &believed).0.unwrap().display(&domain).contains(&"lightning(goblin)".to_owned()));
    assert!(!plan(&domain, &truth).0.unwrap().display(&domain).contains(&"lightning(goblin)".to_owned()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// R-001-007, R-001-016: whatever is done in thought, no number leaves its range and no score leaves 0 to 1.
    #[test]
    fn nothing_leaves_its_range(steps in prop::collection::vec((0..4_usize, -200..200_i32), 0..12)) {
        let arena = Arena::new();
        let domain = arena.appendix(20).rules(Rules::thesis2015()).build().unwrap();
        let mut memory = arena.memory();
        for (what, by) in steps {
            let (id, property) = [(Id::SELF, arena.health), (Id::SELF, arena.mana), (arena.goblin, arena.health), (arena.goblin, arena.mana)][what];
            let effect = Effect::add(id, property, by);
            let action = Action::new(arena.goto, &["it"]).effect(effect).build(&arena.names).unwrap();
            action.apply(&mut memory, &[arena.goblin.into()]);
            let mut drive_states = DriveStates::new(&domain);
            drive_states.update(&domain, &memory);
            for drive_state in drive_states.drives() {
                prop_assert!((0.0..=1.0).contains(&drive_state.satisfaction));
                prop_assert!(drive_state.goals.iter().all(|goal| (0.0..=1.0).contains(&goal.completeness)));
            }
            prop_assert!((0.0..=1.0).contains(&drive_states.utility(&domain, &memory)));
            for value in [memory.own(arena.health), memory.own(arena.mana), memory.get(arena.goblin, arena.health)] {
                prop_assert!(value.and_then(|value| value.number()).is_none_or(|n| (0.0..=100.0).contains(&n)));
            }
        }
    }
}
