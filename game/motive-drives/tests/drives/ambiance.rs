//! Smart ambiance: who is moved by what, when, and how far. Costs are ours; what must come out is the source's.

use motive::drives::ambiance::{
    AmbianceLimits, Area, MIN_COST, Modifier, ObjectModifier, Rate, RateError, Sensitivity,
};
use motive::drives::goap::{Goap, GoapAction, GoapBehaviour, GoapGoal};
use motive::drives::{Domain, Drive, DriveStates, GoalTemplate, Measure, PlanSearch, Rules, SearchProgress};
use motive::kernel::{Action, ActionId, Budget, Effect, Expr, Id, Memory, Point, Symbol, Type, Vocabulary};
use std::sync::Arc;

/// R-001-069: from second 123 on, what is serious costs 10 more, at once.
#[test]
fn the_instance_of_the_source_adds_10_to_serious_actions() {
    let mut names = Vocabulary::new();
    let serious = names.symbol("serious");
    let mut area = Area::new(AmbianceLimits::default());
    area.add(Modifier::new(serious, 10.0, Rate::AtOnce), 123.0);
    let sensitivity = Sensitivity::new([serious]);
    assert_eq!(area.cost(&[serious], &sensitivity, 122.9), 0.0);
    assert_eq!(area.cost(&[serious], &sensitivity, 123.0), 10.0);
    assert_eq!(area.cost(&[serious], &sensitivity, 500.0), 10.0);
}

/// R-001-070: what the booster brings the dampener takes back, and then the modifier is dropped.
#[test]
fn a_dampener_brings_the_cost_back() {
    let mut names = Vocabulary::new();
    let loud = names.symbol("loud");
    let mut area = Area::new(AmbianceLimits::default());
    area.add(
        Modifier::new(loud, 6.0, Rate::Over(2.0)).dampened(Rate::After(10.0, Box::new(Rate::Over(5.0)))),
        0.0,
    );
    let sensitivity = Sensitivity::new([loud]);
    let on = |area: &Area, at: f64| area.cost(&[loud], &sensitivity, at);
    assert_eq!([on(&area, 1.0), on(&area, 2.0), on(&area, 10.0)], [3.0, 6.0, 6.0]);
    assert!((on(&area, 12.5) - 3.0).abs() < 1e-12);
    assert_eq!((on(&area, 15.0), area.remove_expired(14.9), area.remove_expired(15.0)), (0.0, 1, 0));
    for rate in [Rate::AtOnce, Rate::Over(3.0), Rate::Fading(1.0), Rate::Swelling(2.0)] {
        let shares: Vec<f64> = (0..200).map(|step| rate.at(f64::from(step) / 10.0)).collect();
        assert!(shares.windows(2).all(|pair| pair[0] <= pair[1]) && shares[199] == 1.0, "{rate:?}");
    }
    assert_eq!(Rate::Over(f64::NAN).check(), Err(RateError::NotATime));
    assert_eq!(Modifier::new(loud, f64::NAN, Rate::AtOnce).check(), Err(RateError::NotANumber));
    area.add(Modifier::new(loud, f64::INFINITY, Rate::AtOnce), 0.0);
    assert_eq!(on(&area, 100.0), 0.0, "what is no number is not taken up");
}

/// R-001-071, R-001-079: only those who mind are moved, and everything that is active adds up.
#[test]
fn only_those_who_mind_are_moved() {
    let mut names = Vocabulary::new();
    let (loud, nervous) = (names.symbol("loud"), names.symbol("nervous"));
    let mut area = Area::new(AmbianceLimits::default());
    area.add(Modifier::new(loud, 5.0, Rate::AtOnce), 0.0);
    assert!(area.add_event(Modifier::new(nervous, -1.0, Rate::AtOnce).dampened(Rate::Over(100.0)), 0.0));
    let camera = ObjectModifier {
        id: Id::new(9),
        place: Point::flat(0.0, 0.0),
        within: 300.0,
        modifier: Modifier::new(loud, 3.0, Rate::AtOnce),
    };
    area.add_object(camera);
    let both = Sensitivity::new([loud, nervous]);
    let on = |sensitivity: &Sensitivity, at: f32| {
        area.cost_at(&[loud, nervous], sensitivity, 50.0, Point::flat(at, 0.0))
    };
    assert_eq!(on(&both, 10.0), 5.0 + 3.0 - 0.5);
    assert_eq!(on(&both, 301.0), 5.0 - 0.5);
    assert_eq!(on(&Sensitivity::new([nervous]), 10.0), -0.5);
    assert_eq!(on(&Sensitivity::new([]), 10.0), 0.0);
}

/// One who has to choose between two ways to one end.
struct Choice {
    names: Arc<Vocabulary>,
    tag: Symbol,
    actions: [ActionId; 2],
    done: motive::kernel::Property,
}

impl Choice {
    fn new(tag: &str, tagged: &str, plain: &str) -> Self {
        let mut names = Vocabulary::new();
        let tag = names.symbol(tag);
        let done = names.own("done", Type::Bool);
        let actions = [tagged, plain].map(|name| names.action(name, 0));
        Self { names: names.finish().unwrap(), tag, actions, done }
    }

    /// What is chosen when the tagged action and the other cost this, with this much ambiance on the tagged one.
    fn first(&self, costs: [f64; 2], ambiance: f64) -> String {
        let mut goap = Goap::new(self.names.clone());
        let done = goap.truth("done", Expr::own(self.done).equals(true));
        // Where both cost the same, the one without the tag is done.
        for (action, cost) in self.actions.into_iter().zip(costs).rev() {
            goap.action(GoapAction::new(action, vec![], cost).sets(done, true));
        }
        goap.goal(GoapGoal::fixed("done", 1.0).wants(done, true));
        let mut planned = GoapBehaviour::new(goap.build().unwrap());
        planned.set_ambiance(&[0.0, ambiance]);
        let mut memory = Memory::new(self.names.clone());
        memory.set_own(self.done, false).unwrap();
        planned.update(&memory, &mut Budget::default());
        planned.rest().first().map_or_else(String::new, |name| (*name).to_owned())
    }
}

/// R-001-072, R-001-075: in the library the outgoing one looks at the net instead of chatting; where there is nothing else to do, it chats.
#[test]
fn in_the_library_one_is_quiet() {
    let choice = Choice::new("loud", "chat", "check_social_network");
    let outgoing = Sensitivity::new([choice.tag]);
    let mut library = Area::new(AmbianceLimits::default());
    let chooses = |area: &Area| choice.first([2.0, 4.0], area.cost(&[choice.tag], &outgoing, 1.0));
    assert_eq!(chooses(&library), "chat");
    library.add(Modifier::new(choice.tag, 5.0, Rate::AtOnce), 0.0);
    assert_eq!(chooses(&library), "check_social_network");

    let mut goap = Goap::new(choice.names.clone());
    let done = goap.truth("done", Expr::own(choice.done).equals(true));
    goap.action(GoapAction::new(choice.actions[0], vec![], 2.0).sets(done, true));
    goap.goal(GoapGoal::fixed("done", 1.0).wants(done, true));
    let mut alone = GoapBehaviour::new(goap.build().unwrap());
    alone.set_ambiance(&[5.0]);
    let mut memory = Memory::new(choice.names.clone());
    memory.set_own(choice.done, false).unwrap();
    alone.update(&memory, &mut Budget::default());
    assert_eq!(alone.rest(), ["chat"], "ambiance forbids nothing");
}

/// R-001-073: only nervous people run at first; after the fourth has run, a normal one runs too.
#[test]
fn at_the_crossing_nervousness_spreads() {
    let choice = Choice::new("nervous", "run", "walk");
    let minds = Sensitivity::new([choice.tag]);
    let crossing = |nervous: usize| {
        let limits = AmbianceLimits { dampened_events: false, ..AmbianceLimits::default() };
        let mut area = Area::new(limits);
        let mut crossed = Vec::new();
        let people = std::iter::repeat_n([2.0, 5.0], nervous).chain(std::iter::repeat_n([5.0, 2.0], 10));
        for (number, costs) in people.enumerate() {
            let now = number as f64 * 2.0;
            let chosen = choice.first(costs, area.cost(&[choice.tag], &minds, now));
            if chosen == "run" {
                area.add_event(Modifier::new(choice.tag, -1.0, Rate::AtOnce), now);
            }
            crossed.push(chosen);
        }
        crossed
    };
    assert!(crossing(0).iter().all(|way| way == "walk"));
    assert!(crossing(3)[3..].iter().all(|way| way == "walk"), "three are not enough: 5 - 3 is not below 2");
    let with_four = crossing(4);
    assert!(with_four.iter().all(|way| way == "run"), "{with_four:?}");
}

/// R-001-074: the spy walks where a camera sees it and runs beyond.
#[test]
fn the_spy_walks_where_a_camera_sees_it() {
    let choice = Choice::new("suspicious", "run", "walk");
    let spy = Sensitivity::new([choice.tag]);
    let mut area = Area::new(AmbianceLimits::default());
    let way = |area: &Area, at: f32| {
        choice.first([1.0, 2.0], area.cost_at(&[choice.tag], &spy, 0.0, Point::flat(at, 0.0)))
    };
    assert_eq!(way(&area, 0.0), "run");
    let camera = |thing, x| ObjectModifier {
        id: Id::new(thing),
        place: Point::flat(x, 0.0),
        within: 300.0,
        modifier: Modifier::new(choice.tag, 3.0, Rate::AtOnce),
    };
    for (thing, x) in [(1, 400.0), (2, 900.0), (3, 1_400.0)] {
        area.add_object(camera(thing, x));
    }
    let ways: Vec<String> =
        [0.0, 99.0, 100.0, 700.0, 1_700.0, 1_701.0].iter().map(|at| way(&area, *at)).collect();
    assert_eq!(ways, ["run", "run", "walk", "walk", "walk", "run"]);
    area.remove_object(Id::new(1));
    assert_eq!(way(&area, 400.0), "run", "the camera is gone");
}

/// R-001-076: whatever the ambiance, an action costs something, and the search ends.
#[test]
fn an_action_always_costs_something() {
    let choice = Choice::new("nervous", "run", "walk");
    assert_eq!(choice.first([5.0, MIN_COST / 2.0], -100.0), "walk", "0.01 is more than half of it");
    assert_eq!(choice.first([5.0, 1.0], -100.0), "run");
}

/// R-001-077: in a city of 10,000 nervousness dies down once its cause is gone; without the limits it does not.
#[test]
fn nervousness_dies_down() {
    let mut names = Vocabulary::new();
    let nervous = names.symbol("nervous");
    let sensitivity = Sensitivity::new([nervous]);
    let city = |limits: AmbianceLimits, event: Modifier| {
        let mut area = Area::new(limits);
        // Everybody runs for whom running has become cheaper than walking; who runs makes others nervous.
        let mut left = Vec::new();
        for second in 0..60_u32 {
            let now = f64::from(second);
            area.remove_expired(now);
            let frightened = second < 10;
            let run = 5.0 + area.cost(&[nervous], &sensitivity, now) < 2.0;
            for person in 0..10_000_u64 {
                let runs = run || frightened && person % 100 == 0;
                if runs {
                    area.add_event(event.clone(), now);
                }
            }
            left.push(area.cost(&[nervous], &sensitivity, now));
        }
        left
    };
    // The same event in both: it fades within five seconds.
    let lasting = Modifier::new(nervous, -1.0, Rate::AtOnce);
    let event = lasting.clone().dampened(Rate::After(1.0, Box::new(Rate::Over(4.0))));
    let mut limits = AmbianceLimits::default();
    (limits.cap, limits.refractory) = (10.0, 2.0);
    let guarded = city(limits.clone(), event.clone());
    assert_eq!(guarded[59], 0.0);
    let mut open = AmbianceLimits::off();
    open.modifiers = 10_000;
    let unguarded = city(open, event);
    assert!(unguarded[59] < -1_000.0, "{}", unguarded[59]);
    // An event that would last for ever is one of the things that the limits keep out.
    assert!(!Area::new(limits).add_event(lasting.clone(), 0.0));
    assert!(Area::new(AmbianceLimits::off()).add_event(lasting, 0.0));
}

/// R-001-078: with plans from drives the library works too, if ambiance counts at all.
#[test]
fn plans_from_drives_mind_the_library_too() {
    let choice = Choice::new("loud", "chat", "check_social_network");
    let mut names = Vocabulary::new();
    let social = names.own("social", Type::Number);
    let [chat, net] = ["chat", "check_social_network"].map(|name| names.action(name, 0));
    let names = names.finish().unwrap();
    let first = |weight: f64| {
        let mut rules = Rules::motive();
        rules.ambiance = weight;
        let domain = Domain::new(names.clone())
            .action(Action::new(chat, &[]).effect(Effect::add_own(social, 60)))
            .action(Action::new(net, &[]).effect(Effect::add_own(social, 40)))
            .drive(Drive::new("social", 1.0).goal(GoalTemplate::new("social").measure(Measure::toward(
                Expr::own(social),
                0,
                100,
            ))))
            .rules(rules)
            .build()
            .unwrap();
        let mut library = Area::new(AmbianceLimits::default());
        library.add(Modifier::new(choice.tag, 5.0, Rate::AtOnce), 0.0);
        let mut memory = Memory::new(names.clone());
        memory.set_own(social, 0).unwrap();
        let mut drive_states = DriveStates::new(&domain);
        drive_states.update(&domain, &memory);
        drive_states.set_ambiance(&[library.cost(&[choice.tag], &Sensitivity::new([choice.tag]), 1.0), 0.0]);
        match PlanSearch::new().run(&domain, &drive_states, &memory, &mut Budget::default()) {
            SearchProgress::Found(plan) => plan.display(&domain).join(" "),
            _ => String::new(),
        }
    };
    assert_eq!(first(0.0), "chat()");
    assert_eq!(first(0.1), "check_social_network()");
}
