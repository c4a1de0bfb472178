//! Ambiances that planners notice by themselves: since when each has been there, how it comes and goes, and how many count. Costs and times are ours.

use motive::arbiter::{Arbiter, Character, Goal};
use motive::drives::ambiance::{Ambiance, AmbianceError, Modifier, Rate, RateError, Sensitivity};
use motive::drives::goap::{Goap, GoapAction, GoapBehaviour, GoapBuilder, GoapError, GoapFor, GoapGoal};
use motive::drives::{Domain, DomainError, Drive, GoalTemplate, Measure, PlanFor};
use motive::kernel::{
    Action, ActionId, Agent, Behaviour, Budget, Crowd, Effect, Expr, Id, Kind, Memory, Program, Property,
    Standalone, Symbol, Thing, Time, Type, Vocabulary,
};
use std::sync::Arc;

/// Two ways to one end, of which the first has a tag.
struct Choice {
    names: Arc<Vocabulary>,
    tag: Symbol,
    tagged: ActionId,
    plain: ActionId,
    done: Property,
    inside: Property,
    seen: Property,
    camera: Kind,
}

impl Choice {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let (tag, camera) = (names.symbol("loud"), names.kind("camera"));
        let (tagged, plain) = (names.action("run", 0), names.action("walk", 0));
        let (done, inside) = (names.own("done", Type::Number), names.own("inside", Type::Bool));
        let seen = names.own("seen", Type::Number);
        Self { names: names.finish().unwrap(), tag, tagged, plain, done, inside, seen, camera }
    }

    fn memory(&self) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        memory.set_own(self.done, 0).unwrap();
        memory.set_own(self.inside, false).unwrap();
        memory.set_own(self.seen, 0).unwrap();
        memory
    }

    fn inside(&self, modifier: Modifier) -> Ambiance {
        Ambiance::while_so("inside", Expr::own(self.inside).equals(true)).puts(modifier)
    }

    /// The tagged way costs 2 by itself, the other as much as is said.
    fn goap(&self, other: f64, ambiance: Ambiance) -> GoapBuilder {
        let mut goap = Goap::new(self.names.clone());
        let done = goap.truth("done", Expr::own(self.done).at_least(100));
        goap.action(GoapAction::new(self.tagged, vec![], 2.0).tagged([self.tag]).sets(done, true));
        goap.action(GoapAction::new(self.plain, vec![], other).sets(done, true));
        goap.goal(GoapGoal::fixed("done", 1.0).wants(done, true));
        goap.ambiance(ambiance).sensitive_to(Sensitivity::new([self.tag]));
        goap
    }

    /// How much lies on the tagged way after what `live` does to a memory, second by second: found by offering the other way for ever less.
    fn points(&self, ambiance: &Ambiance, seconds: u64, live: impl Fn(u64, &mut Memory)) -> f64 {
        let takes_other = |cost: f64| {
            let mut planned = GoapBehaviour::new(self.goap(cost, ambiance.clone()).build().unwrap());
            let mut memory = self.memory();
            for second in 0..=seconds {
                memory.set_time(Time::of_tick(second, 1_000_000));
                live(second, &mut memory);
                planned.update(&memory, &mut Budget::default());
            }
            planned.rest() == ["walk"]
        };
        let (mut low, mut high) = (0.0, 1_000.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if takes_other(middle) { low = middle } else { high = middle }
        }
        low - 2.0
    }
}

fn near(found: f64, wanted: f64) -> bool {
    (found - wanted).abs() < 1e-6
}

/// R-001-069, R-001-070: every rate at half time, and the dampener.
#[test]
fn rates_are_counted_from_when_an_ambiance_was_first_seen() {
    let choice = Choice::new();
    // One comes inside in the third second; it is looked at in the seventh.
    let after_four = |rate: Rate, dampener: Option<Rate>| {
        let modifier = Modifier::new(choice.tag, 10.0, rate);
        let modifier = match dampener {
            None => modifier,
            Some(dampener) => modifier.dampened(dampener),
        };
        choice.points(&choice.inside(modifier), 7, |second, memory| {
            memory.set_own(choice.inside, second >= 3).unwrap();
        })
    };
    assert!(near(after_four(Rate::AtOnce, None), 10.0));
    assert!(near(after_four(Rate::Over(8.0), None), 5.0));
    assert!(near(after_four(Rate::Swelling(8.0), None), 5.0));
    assert!(near(after_four(Rate::Swelling(16.0), None), 1.5625));
    assert!(near(after_four(Rate::Fading(4.0), None), 10.0 * (1.0 - (-1.0_f64).exp())));
    assert!(near(after_four(Rate::After(4.0, Box::new(Rate::AtOnce)), None), 10.0));
    assert!(near(after_four(Rate::After(2.0, Box::new(Rate::Over(4.0))), None), 5.0));
    assert!(near(after_four(Rate::AtOnce, Some(Rate::Over(8.0))), 5.0));
    assert!(near(after_four(Rate::Over(2.0), Some(Rate::After(3.0, Box::new(Rate::Over(4.0))))), 7.5));
    assert!(near(after_four(Rate::AtOnce, Some(Rate::Over(2.0))), 0.0));
}

/// R-001-072: who leaves and comes again begins anew.
#[test]
fn who_comes_again_begins_anew() {
    let choice = Choice::new();
    let ambiance = choice.inside(Modifier::new(choice.tag, 10.0, Rate::Over(8.0)));
    let points = choice.points(&ambiance, 6, |second, memory| {
        memory.set_own(choice.inside, second != 4).unwrap();
    });
    assert!(near(points, 1.25), "one second of eight: {points}");
}

/// R-001-074: each thing has its own beginning.
#[test]
fn each_thing_has_its_own_beginning() {
    let choice = Choice::new();
    let modifier = Modifier::new(choice.tag, 8.0, Rate::Over(8.0));
    let ambiance =
        Ambiance::around("watched", choice.camera, motive::kernel::Condition::always()).puts(modifier);
    let live = |second: u64, memory: &mut Memory| {
        let mut put = |thing| memory.put(Thing::new(Id::new(thing)).kind(choice.camera)).map(|_| ());
        match second {
            1 => put(5).unwrap(),
            3 => put(2).unwrap(),
            5 => {
                memory.remove(Id::new(5));
            }
            _ => {}
        }
    };
    assert!(near(choice.points(&ambiance, 4, live), 3.0 + 1.0));
    assert!(near(choice.points(&ambiance, 6, live), 3.0), "the one that came later is left");
}

/// R-001-073: each event has its own beginning; when the world forgets, it forgets the oldest first.
#[test]
fn each_event_has_its_own_beginning() {
    let choice = Choice::new();
    let modifier = Modifier::new(choice.tag, 8.0, Rate::AtOnce).dampened(Rate::Over(8.0));
    let ambiance = Ambiance::counted("panic", Expr::own(choice.seen)).puts(modifier);
    let live = |second: u64, memory: &mut Memory| {
        let seen = match second {
            0 => 0.0,
            1..=2 => 2.0,
            3..=4 => 3.0,
            5 => 1.5,
            _ => 0.5,
        };
        memory.set_own(choice.seen, seen).unwrap();
    };
    assert!(near(choice.points(&ambiance, 2, live), 2.0 * 7.0));
    assert!(near(choice.points(&ambiance, 4, live), 2.0 * 5.0 + 7.0));
    assert!(near(choice.points(&ambiance, 5, live), 0.5 * 4.0 + 6.0), "half of one of the first two is left");
    assert!(near(choice.points(&ambiance, 6, live), 0.5 * 5.0));
    let unknown = |_: u64, memory: &mut Memory| {
        memory.unset(Id::SELF, choice.seen);
    };
    assert!(near(choice.points(&ambiance, 2, unknown), 0.0));
}

/// R-001-077: whatever has been seen, what lies on a tag is capped, and it goes again.
#[test]
fn it_does_not_run_away() {
    let choice = Choice::new();
    let modifier = Modifier::new(choice.tag, 1.0, Rate::AtOnce)
        .dampened(Rate::After(400.0, Box::new(Rate::Over(100.0))));
    let ambiance = Ambiance::counted("panic", Expr::own(choice.seen)).puts(modifier);
    // Every second another hundred are seen, more often than an agent keeps apart.
    let live = |second: u64, memory: &mut Memory| {
        memory.set_own(choice.seen, 100.0 * second.min(300) as f64).unwrap();
    };
    assert!(near(choice.points(&ambiance, 1, live), 100.0));
    assert!(near(choice.points(&ambiance, 300, live), 100.0));
    assert!(near(choice.points(&ambiance, 800, live), 0.0));
}

/// R-001-070: while something moves, whoever sleeps is woken to look at it, and decides as one does who is asked all the time; once it is
/// whole or gone, nobody is woken any more.
#[test]
fn sleepers_are_woken_while_it_moves() {
    let choice = Choice::new();
    let modifier = |amount| {
        Modifier::new(choice.tag, amount, Rate::After(0.5, Box::new(Rate::Over(4.0))))
            .dampened(Rate::After(10.0, Box::new(Rate::Swelling(4.0))))
    };
    let mut goap = choice.goap(4.5, choice.inside(modifier(5.0)));
    goap.period(0);
    let done = |by: f64| Effect::add_own(choice.done, by);
    let domain = Domain::new(choice.names.clone())
        .action(Action::new(choice.tagged, &[]).tag(choice.tag).takes(90_000_000).effect(done(50.0)))
        .action(Action::new(choice.plain, &[]).takes(90_000_000).effect(done(30.0)))
        .drive(Drive::new("move", 1.0).goal(GoalTemplate::new("moved").measure(Measure::toward(
            Expr::own(choice.done),
            0,
            100,
        ))))
        .ambiance(choice.inside(modifier(5.0)))
        .sensitive_to(Sensitivity::new([choice.tag]))
        .build()
        .unwrap();
    let goap = GoapFor::new("plan", goap.build().unwrap());
    let drives = PlanFor::new("plan", domain);
    let character = |program: &dyn Fn() -> motive::arbiter::CharacterBuilder| program().build().unwrap();
    let base = || Character::new(choice.names.clone()).goal(Goal::maintain("move", "plan").always(1));
    let minds: [(&dyn Program, Arc<Character>); 2] = [
        (&goap, character(&|| base().program(goap.clone()))),
        (&drives, character(&|| base().program(drives.clone()))),
    ];
    for (program, character) in minds {
        let mut memory = choice.memory();
        memory.set_own(choice.inside, true).unwrap();
        let mut crowd: Crowd =
            std::iter::once(Agent::new(memory.clone(), Arbiter::new(character), 1, 0).boxed()).collect();
        let (mut awake, mut alone) = (program.start(), Standalone::default());
        awake.begin(&mut memory);
        let (mut does, mut changes, mut thought) = (String::new(), Vec::new(), Vec::new());
        for tick in 0..400_u64 {
            // Ticks that fit no period.
            let now = Time::of_tick(tick, 70_000);
            memory.set_time(now);
            let (_, proposed) = alone.ask(&mut *awake, &memory);
            let wanted = proposed.first().unwrap().command.display(&choice.names);
            crowd.tick(now, |_, decision| does = decision.display(&choice.names).concat());
            assert_eq!(does, wanted, "{} at {tick}", program.name());
            if changes.last().is_none_or(|(_, last)| *last != does) {
                changes.push((now.seconds(), does.clone()));
            }
            if crowd.has_decided(0) {
                thought.push(now.seconds());
            }
        }
        let ways: Vec<&str> = changes.iter().map(|(_, way)| &way[..]).collect();
        assert_eq!(ways, ["run()", "walk()", "run()"], "{changes:?}");
        assert!((2.5..3.0).contains(&changes[1].0), "2 + 5 (t - 0.5) / 4 is 4.5 at 2.5: {changes:?}");
        assert!((12.0..12.6).contains(&changes[2].0), "half of it is gone at 12: {changes:?}");
        let between = |from: f64, to: f64| thought.iter().filter(|at| (from..to).contains(at)).count();
        assert!(between(5.0, 9.9) <= 1, "it is whole: {thought:?}");
        assert!(between(0.5, 4.5) >= 15, "it comes: {thought:?}");
        assert!(between(14.7, 28.0) == 0, "it is gone: {thought:?}");
    }
}

/// What was felt can be saved and taken up again.
#[test]
fn what_is_felt_is_kept() {
    let choice = Choice::new();
    let goap =
        choice.goap(5.0, choice.inside(Modifier::new(choice.tag, 8.0, Rate::Over(8.0)))).build().unwrap();
    let mut memory = choice.memory();
    memory.set_own(choice.inside, true).unwrap();
    let mut first = GoapBehaviour::new(goap.clone());
    let mut way = |planned: &mut GoapBehaviour, second: u64| {
        memory.set_time(Time::of_tick(second, 1_000_000));
        planned.update(&memory, &mut Budget::default());
        planned.rest().concat()
    };
    assert_eq!(GoapBehaviour::new(goap.clone()).save(), None);
    assert_eq!(way(&mut first, 1), "run");
    let saved = first.save().unwrap();
    let mut second = GoapBehaviour::new(goap.clone());
    second.restore(&saved);
    let mut forgetful = GoapBehaviour::new(goap);
    assert_eq!([way(&mut second, 5), way(&mut forgetful, 5)], ["walk", "run"]);
    for nonsense in [
        motive::kernel::Value::from(3),
        motive::kernel::Value::List([motive::kernel::Value::from(-1)].into()),
    ] {
        second.restore(&nonsense);
        assert_eq!(way(&mut second, 6), "run");
    }
}

/// What cannot be is refused when the planner is made.
#[test]
fn nonsense_is_refused() {
    let choice = Choice::new();
    let wrong = |modifier| choice.goap(4.0, choice.inside(modifier)).build().map(|_| ());
    let name = "inside".to_owned();
    assert_eq!(
        wrong(Modifier::new(choice.tag, f64::NAN, Rate::AtOnce)),
        Err(GoapError::Ambiance(AmbianceError::Rate(name.clone(), RateError::NotANumber)))
    );
    assert_eq!(
        wrong(Modifier::new(choice.tag, 1.0, Rate::Over(-1.0))),
        Err(GoapError::Ambiance(AmbianceError::Rate(name.clone(), RateError::NotATime)))
    );
    let domain = Domain::new(choice.names.clone())
        .action(Action::new(choice.tagged, &[]))
        .drive(Drive::new("move", 1.0))
        .ambiance(choice.inside(Modifier::new(choice.tag, 1.0, Rate::AtOnce).dampened(Rate::Over(f64::NAN))));
    let error = domain.build().map(|_| ()).unwrap_err();
    assert_eq!(error, DomainError::Ambiance(AmbianceError::Rate(name, RateError::NotATime)), "{error}");
    let unknown =
        Ambiance::counted("odd", Expr::var("nobody")).puts(Modifier::new(choice.tag, 1.0, Rate::AtOnce));
    assert!(choice.goap(4.0, unknown).build().unwrap_err().to_string().starts_with("the ambiance `odd`"));
    assert!(Modifier::new(choice.tag, 1.0, Rate::Over(2.0)).dampened(Rate::AtOnce).is_overtaken());
    assert!(!Modifier::new(choice.tag, 1.0, Rate::Over(2.0)).dampened(Rate::Over(4.0)).is_overtaken());
}
