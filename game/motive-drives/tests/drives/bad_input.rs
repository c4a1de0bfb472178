//! What is wrong is said when it is loaded, and what cannot be said then costs a bounded amount of work.

use motive::drives::{
    Curve, Domain, DomainError, DomainWarning, Drive, DriveBehaviour, DriveStates, GoalTemplate, Interaction,
    Measure, PlanSearch, Rules, SearchProgress,
};
use motive::kernel::mind::Standalone;
use motive::kernel::{
    Action, ActionId, Budget, Effect, Expr, Id, Memory, Pattern, Thing, Time, Type, Vocabulary,
};
use std::sync::Arc;

struct Shop {
    names: Arc<Vocabulary>,
    thing: motive::kernel::Kind,
    worth: motive::kernel::Property,
    wealth: motive::kernel::Property,
    near: motive::kernel::Property,
    take: ActionId,
    walk: ActionId,
}

impl Shop {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let thing = names.kind("thing");
        let worth = names.property("worth", Type::Number);
        let (wealth, near) = (names.own("wealth", Type::Number), names.own("near", Type::Id));
        let (take, walk) = (names.latched("take", 1), names.latched("walk", 1));
        Self { names: names.finish().unwrap(), thing, worth, wealth, near, take, walk }
    }

    fn rich(&self) -> Drive {
        Drive::new("rich", 1.0).goal(GoalTemplate::new("rich").measure(Measure::toward(
            Expr::own(self.wealth),
            0,
            1_000_000,
        )))
    }

    fn domain(&self, rules: Rules) -> Arc<Domain> {
        let it = || Expr::var("it");
        let take = Action::new(self.take, &["it"])
            .needs(Expr::own(self.near).equals(it()))
            .effect(Effect::Destroy(it()))
            // What is gone has no worth any more: this changes nothing, and breaks nothing.
            .effect(Effect::add(it(), self.worth, 1))
            .effect(Effect::add_own(self.wealth, 1));
        Domain::new(self.names.clone())
            .action(take)
            .action(Action::new(self.walk, &["it"]).effect(Effect::set_own(self.near, it())))
            .supplies(self.thing, self.take, Interaction::default())
            .supplies(self.thing, self.walk, Interaction::default())
            .drive(self.rich())
            .rules(rules)
            .build()
            .unwrap()
    }

    fn memory(&self, things: u64) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        memory.set_own(self.wealth, 0).unwrap();
        for number in 0..things {
            memory.put(Thing::new(Id::new(number)).kind(self.thing).with(self.worth, 1)).unwrap();
        }
        memory
    }
}

fn plan(domain: &Domain, memory: &Memory, budget: &mut Budget) -> (SearchProgress, PlanSearch) {
    let mut drive_states = DriveStates::new(domain);
    drive_states.update(domain, memory);
    let mut search = PlanSearch::new();
    let progress = search.run(domain, &drive_states, memory, budget);
    (progress, search)
}

/// R-001-046: 10,000 things are no reason to think for ever: what waits is bounded, and so is what is taken up.
#[test]
fn ten_thousand_things_cost_a_bounded_amount_of_work() {
    let shop = Shop::new();
    let mut rules = Rules::motive();
    (rules.limits.expansions, rules.limits.open) = (4, 100);
    let (domain, memory) = (shop.domain(rules), shop.memory(10_000));
    let mut budget = Budget::new(1_000_000);
    let (_, search) = plan(&domain, &memory, &mut budget);
    let counts = search.counts();
    assert!(counts.open <= 100 && counts.expansions <= 4, "{counts:?}");
    assert!(budget.spent() <= 10_000 + 4 * 4 * 10_000, "{}", budget.spent());
    // With work for less than that it is left unfinished, and goes on from there.
    let (progress, _) = plan(&domain, &memory, &mut Budget::new(1));
    assert_eq!(progress, SearchProgress::Unfinished);
}

/// Among many things an agent looks up those that can help, and no decision does more than the work of a tick; the search goes on in the next.
#[test]
fn a_decision_among_many_things_stays_within_the_work_of_a_tick() {
    let shop = Shop::new();
    let (domain, memory) = (shop.domain(Rules::motive()), shop.memory(2_000));
    let most = domain.rules().limits.work_per_tick;
    let mut behaviour = DriveBehaviour::new(domain.clone());
    let mut alone = Standalone::default();
    let mut ticks = 0;
    let mut memory = memory;
    let acts = loop {
        ticks += 1;
        assert!(ticks < 1_000, "it never decides");
        memory.set_time(Time::of_tick(ticks, 100_000));
        let (_, proposals) = alone.ask(&mut behaviour, &memory);
        if let Some(first) = proposals.first() {
            break first.command.display(&shop.names);
        }
    };
    assert!(acts.starts_with("walk("), "{acts}");
    assert!(most < 1_000 && ticks > 1, "{ticks} ticks with {most} in each");
}

/// Things that cannot help are not simulated: those with which a precondition fails that no action can make hold, and those that no goal is about.
#[test]
fn things_that_cannot_help_are_not_tried() {
    let mut names = Vocabulary::new();
    let (hole, stack) = (names.kind("hole"), names.kind("stack"));
    let (size, near) = (names.property("size", Type::Number), names.property("near", Type::Bool));
    let loaded = names.own("loaded", Type::Bool);
    let (pick, fill) = (names.latched("pick", 1), names.latched("fill", 1));
    let names = names.finish().unwrap();
    let it = || Expr::var("it");
    let domain = |rules: Rules| {
        Domain::new(names.clone())
            .action(
                Action::new(pick, &["it"])
                    .needs(it().get(near).equals(true))
                    .effect(Effect::set_own(loaded, true)),
            )
            .action(Action::new(fill, &["it"]).needs(Expr::own(loaded).equals(true)).effect(Effect::set(
                it(),
                size,
                0,
            )))
            .supplies(stack, pick, Interaction::default())
            .supplies(hole, fill, Interaction::default())
            .drive(
                Drive::new("tidy", 1.0).goal(
                    GoalTemplate::each("filled", Pattern::of(hole).named("h"))
                        .when(Expr::var("h").get(near).equals(true))
                        .measure(Measure::toward(Expr::var("h").get(size), 10, 0)),
                ),
            )
            .rules(rules)
            .build()
            .unwrap()
    };
    let mut memory = Memory::new(names.clone());
    memory.set_own(loaded, false).unwrap();
    for number in 0..200_u64 {
        let is_near = number % 100 == 70;
        let kind = if number < 100 { hole } else { stack };
        let thing = Thing::new(Id::new(number)).kind(kind).with(size, 10).with(near, is_near);
        memory.put(thing).unwrap();
    }
    let mut everything = Rules::motive();
    everything.relevance = false;
    let mut generated = [0, 0];
    for (generated, rules) in generated.iter_mut().zip([Rules::motive(), everything]) {
        let (progress, search) = plan(&domain(rules), &memory, &mut Budget::new(1_000_000));
        let SearchProgress::Found(found) = progress else { panic!("the near hole can be filled") };
        assert_eq!(found.display(&domain(Rules::motive())), ["pick(#170)", "fill(#70)"]);
        *generated = search.counts().generated;
    }
    assert!(generated[0] <= 4 && generated[1] > 100, "{generated:?}");
}

/// Effects on what is no more change nothing and break nothing.
#[test]
fn effects_on_what_is_gone_change_nothing() {
    let shop = Shop::new();
    let (domain, memory) = (shop.domain(Rules::motive()), shop.memory(1));
    let (progress, _) = plan(&domain, &memory, &mut Budget::default());
    let SearchProgress::Found(found) = progress else { panic!("there is something to take") };
    assert_eq!(found.display(&domain), ["walk(#0)", "take(#0)"]);
    // A thing that there never was can be named in a need, and the action is then never done.
    let mut gone = memory.clone();
    gone.remove(Id::new(0));
    let (progress, _) = plan(&domain, &gone, &mut Budget::default());
    assert_eq!(progress, SearchProgress::Nothing);
}

/// R-001-030: what cannot be meant is refused when it is built, with its name.
#[test]
fn what_cannot_be_meant_is_refused() {
    let shop = Shop::new();
    let none = Domain::new(shop.names.clone()).drive(shop.rich()).build();
    assert_eq!(none.unwrap_err(), DomainError::NoActions);
    let walk = || Action::new(shop.walk, &["it"]).effect(Effect::set_own(shop.near, Expr::var("it")));
    let none = Domain::new(shop.names.clone()).action(walk()).build();
    assert_eq!(none.unwrap_err(), DomainError::NoDrives);
    for bad in [
        Curve::Power(f64::NAN),
        Curve::Power(-1.0),
        Curve::Logistic { steepness: f64::INFINITY, middle: 0.5 },
        Curve::Step(f64::NAN),
    ] {
        let aim =
            GoalTemplate::new("a").measure(Measure::toward(Expr::own(shop.wealth), 0, 1).curve(bad.clone()));
        let built =
            Domain::new(shop.names.clone()).action(walk()).drive(Drive::new("d", 1.0).goal(aim)).build();
        assert!(matches!(built, Err(DomainError::Curve(..))), "{bad:?}: {built:?}");
    }
    for weight in [f64::NAN, -1.0, f64::INFINITY] {
        let built = Domain::new(shop.names.clone()).action(walk()).drive(Drive::new("d", weight)).build();
        assert!(matches!(built, Err(DomainError::Number { .. })), "{weight}");
    }
    let stranger = Vocabulary::new().finish().unwrap();
    let built = Domain::new(stranger).action(walk()).drive(shop.rich()).build();
    assert!(matches!(built, Err(DomainError::Build(..))), "facts that nobody declared: {built:?}");
}

/// A drive from outside that never leaves is pointed at.
#[test]
fn drives_that_never_end_are_pointed_at() {
    let shop = Shop::new();
    let walk = Action::new(shop.walk, &["it"]).effect(Effect::set_own(shop.near, Expr::var("it")));
    let ordered = shop.rich().arrives(Expr::own(shop.wealth).at_least(5));
    let domain = Domain::new(shop.names.clone())
        .action(walk)
        .supplies(shop.thing, shop.walk, Interaction::default())
        .drive(ordered)
        .build()
        .unwrap();
    let found = domain.warnings();
    assert!(found.contains(&DomainWarning::Endless("rich".into())), "{found:?}");
    assert!(found.iter().any(|finding| matches!(finding, DomainWarning::Unserved(..))), "{found:?}");
}

/// R-001-035: a world that answers itself without end comes to rest after a bounded number of rounds.
#[test]
fn answers_without_end_are_cut_off() {
    let shop = Shop::new();
    let mut rules = Rules::motive();
    rules.limits.rounds = 5;
    let work = Action::new(shop.walk, &["it"])
        .effect(Effect::add_own(shop.wealth, 1))
        .reply(Effect::add_own(shop.wealth, 1));
    let domain = Domain::new(shop.names.clone())
        .action(work)
        .supplies(shop.thing, shop.walk, Interaction::default())
        .drive(shop.rich())
        .rules(rules)
        .build()
        .unwrap();
    let (progress, _) = plan(&domain, &shop.memory(1), &mut Budget::default());
    let SearchProgress::Found(found) = progress else { panic!("there is something to gain") };
    assert!(found.utility <= 6e-6, "{}", found.utility);
}
