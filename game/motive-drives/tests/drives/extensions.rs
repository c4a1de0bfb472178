//! What plans from drives can do beyond their source: bounds, focus, odds, ranks, answers from things, failures that are explained, and helping each
//! other. All numbers here are ours.

use crate::common::plan;
use motive::arbiter::{Arbiter, Character, Goal};
use motive::drives::{
    Domain, DomainBuilder, DomainError, Drive, DriveStates, GoalTemplate, Interaction, Limits, Measure, Plan,
    PlanFor, PlanSearch, Rules, SearchProgress, Thoroughness,
};
use motive::kernel::sensing::Sensors;
use motive::kernel::trace::{Event, Tracer};
use motive::kernel::{
    Action, ActionId, Agent, Budget, Dependency, Effect, Expr, Facts, Id, Memory, Pattern, Phase, Property,
    Purity, Thing, Time, Type, Vocabulary,
};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn full(name: &str, property: Property) -> Drive {
    Drive::new(name, 1.0).goal(GoalTemplate::new(name).measure(Measure::toward(Expr::own(property), 0, 100)))
}

/// A trade: it needs some of one good and changes others.
#[derive(Clone, Debug)]
struct Trade {
    needs: (usize, u8),
    gives: (usize, u8),
    costs: (usize, u8),
}

const GOODS: usize = 4;

fn trade() -> impl Strategy<Value = Trade> {
    let one = || (0..GOODS, 0_u8..60);
    (one(), one(), one()).prop_map(|(needs, gives, costs)| Trade { needs, gives, costs })
}

/// A domain of trades among four goods, and a memory with some of each.
fn market(trades: &[Trade], have: &[u8; GOODS], rules: Rules) -> (Arc<Domain>, Memory) {
    let mut names = Vocabulary::new();
    let goods: Vec<Property> =
        (0..GOODS).map(|good| names.own(&format!("good{good}"), Type::Number)).collect();
    for good in &goods {
        names.limit(*good, 0.0, 100.0);
    }
    let actions: Vec<ActionId> =
        (0..trades.len()).map(|trade| names.action(&format!("trade{trade}"), 0)).collect();
    let names = names.finish().unwrap();
    let mut domain = Domain::new(names.clone()).rules(rules);
    for (trade, action) in trades.iter().zip(actions) {
        domain = domain.action(
            Action::new(action, &[])
                .needs(Expr::own(goods[trade.needs.0]).at_least(f64::from(trade.needs.1)))
                .effect(Effect::add_own(goods[trade.gives.0], f64::from(trade.gives.1)))
                .effect(Effect::add_own(goods[trade.costs.0], -f64::from(trade.costs.1))),
        );
    }
    for (good, property) in goods.iter().enumerate() {
        domain = domain.drive(full(&format!("drive{good}"), *property));
    }
    let mut memory = Memory::new(names);
    for (good, amount) in goods.iter().zip(have) {
        memory.set_own(*good, f64::from(*amount)).unwrap();
    }
    (domain.build().unwrap(), memory)
}

fn rules(thoroughness: Thoroughness) -> Rules {
    let mut limits = Limits::default();
    (limits.chain, limits.expansions, limits.open) = (3, 100_000, 100_000);
    let mut rules = Rules::motive();
    (rules.thoroughness, rules.limits) = (thoroughness, limits);
    rules
}

/// What a search finds, what it took up, and what it thought through.
fn search(domain: &Domain, memory: &Memory) -> (Option<Plan>, u32, u32) {
    let mut drive_states = DriveStates::new(domain);
    drive_states.update(domain, memory);
    let mut search = PlanSearch::new();
    let found = search.run(domain, &drive_states, memory, &mut Budget::default());
    let plan = if let SearchProgress::Found(plan) = found { Some(plan) } else { None };
    (plan, search.counts().expansions, search.counts().generated)
}

/// R-001-126: a search that stops at the bound finds the plan that an exhaustive one finds, and takes up fewer.
#[test]
fn a_bounded_search_finds_what_an_exhaustive_one_finds() {
    let (mut bounded, mut exhaustive) = (0, 0);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(2_000));
    let problems = (prop::collection::vec(trade(), 1..6), any::<[u8; GOODS]>());
    let taken = std::cell::RefCell::new((&mut bounded, &mut exhaustive));
    runner
        .run(&problems, |(trades, have)| {
            let have = have.map(|amount| amount % 101);
            let (domain, memory) = market(&trades, &have, rules(Thoroughness::Exhaustive));
            let (all, all_taken, _) = search(&domain, &memory);
            let (some, some_taken, _) =
                search(&domain.clone().with_rules(rules(Thoroughness::Bounded)), &memory);
            let (first, ..) = search(&domain.clone().with_rules(rules(Thoroughness::First)), &memory);
            let steps = |plan: &Option<Plan>| plan.as_ref().map(|plan| plan.display(&domain));
            prop_assert_eq!(steps(&all), steps(&some));
            let worth = |plan: &Option<Plan>| plan.as_ref().map_or(0.0, |plan| plan.utility);
            prop_assert!(worth(&first) <= worth(&all) + 1e-12);
            let mut taken = taken.borrow_mut();
            *taken.0 += some_taken;
            *taken.1 += all_taken;
            Ok(())
        })
        .unwrap();
    assert!(bounded < exhaustive, "{bounded} of {exhaustive}");
}

/// R-001-127: with fewer goals in view there is less to think through. What is lost by that is small, but not nothing.
#[test]
fn fewer_goals_in_view_are_less_work() {
    let (work, loss, problems) = (AtomicUsize::new(0), std::cell::Cell::new(0.0), std::cell::Cell::new(0.0));
    let all_work = AtomicUsize::new(0);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(2_000));
    let markets = (prop::collection::vec(trade(), 3..8), any::<[u8; GOODS]>());
    runner
        .run(&markets, |(trades, have)| {
            let have = have.map(|amount| amount % 101);
            let (domain, memory) = market(&trades, &have, rules(Thoroughness::Exhaustive));
            let mut focused = rules(Thoroughness::Exhaustive);
            focused.focus = 1;
            let now = {
                let mut drive_states = DriveStates::new(&domain);
                drive_states.update(&domain, &memory);
                drive_states.utility(&domain, &memory)
            };
            let (all, _, generated) = search(&domain, &memory);
            let (some, _, less) = search(&domain.clone().with_rules(focused), &memory);
            let worth = |plan: &Option<Plan>| plan.as_ref().map_or(now, |plan| plan.utility);
            prop_assert!(less <= generated);
            prop_assert!(worth(&some) <= worth(&all) + 1e-12, "a part is not more than the whole");
            work.fetch_add(less as usize, Ordering::Relaxed);
            all_work.fetch_add(generated as usize, Ordering::Relaxed);
            loss.set(loss.get() + worth(&all) - worth(&some));
            problems.set(problems.get() + 1.0);
            Ok(())
        })
        .unwrap();
    let (less, more, lost) = (work.into_inner(), all_work.into_inner(), loss.get() / problems.get());
    println!(
        "one goal in view of four: {less} plans thought through instead of {more}, {lost:.3} of utility lost"
    );
    assert!(less * 3 < more * 2, "{less} of {more}");
    assert!(lost > 0.0 && lost < 0.2, "{lost}");
}

struct Duel {
    names: Arc<Vocabulary>,
    enemy: motive::kernel::Kind,
    health: Property,
    threat: Property,
    asked: Arc<AtomicUsize>,
    sure: ActionId,
    wild: ActionId,
    goblin: Id,
}

impl Duel {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let enemy = names.kind("enemy");
        let health = names.own("health", Type::Number);
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = asked.clone();
        let reads = Purity::Reads(vec![Dependency::Property(health)]);
        let threat = names.computed("threat", Type::Number, reads, move |facts, id| {
            counter.fetch_add(1, Ordering::Relaxed);
            facts.values(id, health).first().cloned()
        });
        let (sure, wild) = (names.action("sure", 1), names.action("wild", 1));
        let goblin = names.id("goblin");
        Self { names: names.finish().unwrap(), enemy, health, threat, asked, sure, wild, goblin }
    }

    fn blow(&self, action: ActionId, by: i32) -> Action {
        Action::new(action, &["it"]).effect(Effect::add(Expr::var("it"), self.health, -by))
    }

    fn domain(&self) -> DomainBuilder {
        let health = Expr::var("it").get(self.health);
        let kill = GoalTemplate::each("kill", Pattern::of(self.enemy).named("it"))
            .measure(Measure::toward(health, 100, 0));
        Domain::new(self.names.clone())
            .action(self.blow(self.sure, 40))
            .action(self.blow(self.wild, 80))
            .supplies(self.enemy, self.sure, Interaction::default())
            .supplies(self.enemy, self.wild, Interaction::default())
            .drive(Drive::new("kill", 1.0).goal(kill))
    }

    fn memory(&self, enemies: u64) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        memory.set_own(self.health, 100).unwrap();
        for number in 0..enemies {
            let id = if number == 0 { self.goblin } else { Id::new(number) };
            memory.put(Thing::new(id).kind(self.enemy).with(self.health, 100)).unwrap();
        }
        memory
    }
}

/// R-001-130: a blow that takes twice as much is chosen as long as it misses less than half of the time; who shuns risk changes earlier, just
/// where 0.8 (1 - m) - 0.5 * 0.8 sqrt(m (1 - m)) falls below 0.4.
#[test]
fn odds_change_the_choice_where_arithmetic_says() {
    let duel = Duel::new();
    let memory = duel.memory(1);
    let choice = |odds: f64, risk: f64| {
        let mut rules = Rules::motive();
        rules.risk = risk;
        let domain = duel.domain().misses(duel.wild, odds).rules(rules).build().unwrap();
        let (found, considered) = plan(&domain, &memory);
        let wild = considered.iter().find(|one| one.steps[0].action == duel.wild).unwrap();
        assert!((wild.utility - 0.8 * (1.0 - odds)).abs() < 1e-12);
        found.unwrap().steps[0].action
    };
    assert_eq!(choice(0.0, 0.0), duel.wild);
    assert_eq!(choice(0.49, 0.0), duel.wild);
    assert_eq!(choice(0.51, 0.0), duel.sure);
    let worth = |miss: f64| 0.8 * (1.0 - miss) - 0.4 * (miss * (1.0 - miss)).sqrt();
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if worth(middle) > 0.4 { low = middle } else { high = middle }
    }
    assert!((0.2..0.4).contains(&low), "{low}");
    assert_eq!(choice(low - 1e-6, 0.5), duel.wild);
    assert_eq!(choice(low + 1e-6, 0.5), duel.sure);
}

/// R-001-130: what is spent is spent on a blow that misses, too, and what it should have made possible is not done.
#[test]
fn a_miss_costs_and_takes_the_ground_from_what_follows() {
    let mut names = Vocabulary::new();
    let (mana, gold) = (names.own("mana", Type::Number), names.own("gold", Type::Number));
    let chest = names.kind("chest");
    let open = names.property("open", Type::Number);
    let (cast, loot) = (names.action("cast", 1), names.action("loot", 1));
    let it = names.id("box");
    let names = names.finish().unwrap();
    let domain = Domain::new(names.clone())
        .action(Action::new(cast, &["it"]).effect(Effect::add_own(mana, -20)).effect(Effect::set(
            Expr::var("it"),
            open,
            1,
        )))
        .action(
            Action::new(loot, &["it"])
                .needs(Expr::var("it").get(open).at_least(1))
                .effect(Effect::add_own(gold, 100)),
        )
        .misses(cast, 0.25)
        .supplies(chest, cast, Interaction::default())
        .supplies(chest, loot, Interaction::default())
        .drive(full("gold", gold))
        .drive(full("mana", mana))
        .build()
        .unwrap();
    let mut memory = Memory::new(names);
    memory.set_own(mana, 60).unwrap();
    memory.set_own(gold, 0).unwrap();
    memory.put(Thing::new(it).kind(chest).with(open, 0)).unwrap();
    let (found, _) = plan(&domain, &memory);
    let found = found.unwrap();
    assert_eq!(found.display(&domain), ["cast(box)", "loot(box)"]);
    // Gold 1 with odds of 3 to 4; mana 0.4 in any case.
    assert!((found.utility - (0.75 * 1.0 + 0.4) / 2.0).abs() < 1e-12, "{}", found.utility);
}

/// R-001-132: a weaker character takes the plan of a lower rank.
#[test]
fn of_ranked_plans_the_wanted_one_is_taken() {
    let trades = [(0, 30), (1, 20), (2, 10)].map(|(good, gives)| Trade {
        needs: (0, 0),
        gives: (good, gives),
        costs: (3, 0),
    });
    for (rank, expected) in [(0, "trade0()"), (1, "trade1()"), (2, "trade2()"), (9, "trade2()")] {
        for thoroughness in [Thoroughness::First, Thoroughness::Bounded, Thoroughness::Exhaustive] {
            let mut rules = rules(thoroughness);
            rules.rank = rank;
            let (domain, memory) = market(&trades, &[0; GOODS], rules);
            assert_eq!(
                plan(&domain, &memory).0.unwrap().display(&domain),
                [expected],
                "{rank} {thoroughness:?}"
            );
        }
    }
}

/// R-001-128: things and places hold how they answer. Where there are no enemies nobody asks after them.
#[test]
fn nobody_asks_after_enemies_where_there_are_none() {
    let duel = Duel::new();
    let strikes = |domain: DomainBuilder| {
        domain.drive(full("health", duel.health)).answer(
            Pattern::of(duel.enemy).named("enemy"),
            Expr::var("enemy").get(duel.threat).above(50),
            Effect::add_own(duel.health, -60),
        )
    };
    let domain = strikes(duel.domain()).build().unwrap();
    assert_eq!(plan(&domain, &duel.memory(0)).0, None);
    assert_eq!(duel.asked.load(Ordering::Relaxed), 0);
    // Only the blow that leaves the goblin too weak to strike back is worth it.
    let (found, _) = plan(&domain, &duel.memory(1));
    assert_eq!(found.unwrap().display(&domain), ["wild(goblin)"]);
    assert!(duel.asked.load(Ordering::Relaxed) > 0);
}

#[test]
fn odds_of_an_action_that_is_not_there_are_an_error() {
    let duel = Duel::new();
    let nothing = Domain::new(duel.names.clone()).misses(duel.wild, 0.5);
    let error = nothing.action(duel.blow(duel.sure, 1)).drive(full("x", duel.health)).build().unwrap_err();
    assert_eq!(error, DomainError::UndeclaredAction("wild".into()));
}

#[derive(Default)]
struct Reasons(Vec<String>);

impl Tracer for Reasons {
    fn wants_events(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        if let Event::Planned { why, .. } = event {
            self.0.push(why.to_string());
        }
    }
}

fn agent(domain: Arc<Domain>, memory: Memory) -> Agent<Arbiter> {
    let character = Character::new(domain.vocabulary().clone())
        .goal(Goal::maintain("live", "plan").always(10))
        .program(PlanFor::new("plan", domain))
        .build()
        .unwrap();
    Agent::new(memory, Arbiter::new(character), 1, 0)
}

/// R-001-134: a plan that fails names the need that was not met; its goal is let be for a while, and taken up again.
#[test]
fn a_failure_is_explained_and_its_goal_waits_and_comes_back() {
    let mut names = Vocabulary::new();
    let door = names.kind("door");
    let (open, near) = (names.property("open", Type::Number), names.property("near", Type::Number));
    let (inside, clean) = (names.own("inside", Type::Number), names.own("clean", Type::Number));
    let (walk, enter, sweep) = (names.action("walk", 1), names.action("enter", 1), names.action("sweep", 0));
    let gate = names.id("gate");
    let names = names.finish().unwrap();
    let it = || Expr::var("it");
    let mut rules = Rules::motive();
    rules.pause = 5_000_000;
    let second = 1_000_000;
    let domain = Domain::new(names.clone())
        .action(Action::new(walk, &["it"]).effect(Effect::set(it(), near, 1)).takes(1_250_000))
        .action(
            Action::new(enter, &["it"])
                .needs(it().get(near).at_least(1))
                .needs(it().get(open).at_least(1))
                .effect(Effect::set_own(inside, 100))
                .takes(second),
        )
        .action(Action::new(sweep, &[]).effect(Effect::add_own(clean, 10)).takes(second))
        .supplies(door, walk, Interaction::default())
        .supplies(door, enter, Interaction::default())
        .drive(full("inside", inside))
        .drive(full("clean", clean))
        .rules(rules)
        .build()
        .unwrap();
    let mut memory = Memory::new(names.clone());
    memory.set_own(inside, 0).unwrap();
    memory.set_own(clean, 0).unwrap();
    memory.put(Thing::new(gate).kind(door).with(open, 1).with(near, 0)).unwrap();
    let mut agent = agent(domain, memory);
    let (mut done, mut reasons) = (Vec::new(), Reasons::default());
    for tick in 0..40_u64 {
        match tick {
            // Between two looks for a plan, just when it is about to enter.
            5 => agent.memory_mut().set(gate, open, 0).unwrap(),
            6 => agent.memory_mut().set(gate, open, 1).unwrap(),
            _ => {}
        };
        let decision = agent.tick_traced(Time::of_tick(tick, 250_000), &mut reasons);
        let acts: Vec<_> =
            decision.actions.iter().filter(|act| act.phase == Phase::Started).cloned().collect();
        for act in acts {
            done.push((tick / 4, names.action_name(act.action).to_owned()));
            if act.action == walk {
                agent.memory_mut().set(gate, near, 1).unwrap();
            }
        }
    }
    let entered = done.iter().find(|(_, what)| what == "enter").unwrap();
    assert!((6..8).contains(&entered.0), "{done:?}");
    assert_eq!(done[0].1, "walk");
    assert!(done.iter().any(|(second, what)| what == "sweep" && *second < 6), "{done:?}");
    let why = "`enter(gate)` could not be done: its precondition `it.open >= 1` does not hold";
    assert!(reasons.0.iter().any(|reason| reason == why), "{:?}", reasons.0);
}

/// R-001-129: a piano that takes two is lifted by two: one plans for the help of the other and asks, the other hears it as an order and plans for that.
#[test]
fn two_lift_what_neither_can_alone() {
    let piano = Piano::new();
    let alone = piano.leader();
    let mut memory = piano.memory(false);
    assert_eq!(plan(&alone, &memory).0, None, "nobody is there to help");
    memory = piano.memory(true);
    assert_eq!(plan(&piano.helper(), &memory).0, None, "nobody asked");

    let mut crew = [agent(piano.leader(), memory.clone()), agent(piano.helper(), memory)];
    let mut log = Vec::new();
    for tick in 0..60_u64 {
        let mut acts = Vec::new();
        for (who, one) in crew.iter_mut().enumerate() {
            let decision = one.tick(Time::of_tick(tick, 200_000));
            let started = decision.actions.iter().filter(|act| act.phase == Phase::Started);
            acts.extend(started.map(|act| (who, act.action)));
        }
        for (who, action) in acts {
            log.push(format!("{} {}", ["leader", "helper"][who], piano.names.action_name(action)));
            piano.happen(who, action, &mut crew);
        }
    }
    assert_eq!(log, ["leader ask", "leader hold", "helper hold", "leader lift"]);
}

struct Piano {
    names: Arc<Vocabulary>,
    thing: motive::kernel::Kind,
    friend: motive::kernel::Kind,
    hands: Property,
    lifted: Property,
    holding: Property,
    order: Property,
    hold: ActionId,
    ask: ActionId,
    lift: ActionId,
    piano: Id,
    bob: Id,
}

impl Piano {
    fn new() -> Self {
        let mut names = Vocabulary::new();
        let (thing, friend) = (names.kind("piano"), names.kind("friend"));
        let (hands, lifted) = (names.property("hands", Type::Number), names.property("lifted", Type::Number));
        let (holding, order) = (names.own("holding", Type::Number), names.own("order", Type::Number));
        let (hold, ask, lift) = (names.action("hold", 1), names.action("ask", 1), names.action("lift", 1));
        let (piano, bob) = (names.id("piano"), names.id("bob"));
        let names = names.finish().unwrap();
        Self { names, thing, friend, hands, lifted, holding, order, hold, ask, lift, piano, bob }
    }

    fn memory(&self, friend: bool) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        memory.set_own(self.holding, 0).unwrap();
        memory.set_own(self.order, 0).unwrap();
        memory.put(Thing::new(self.piano).kind(self.thing).with(self.hands, 0).with(self.lifted, 0)).unwrap();
        if friend {
            memory.put(Thing::new(self.bob).kind(self.friend)).unwrap();
        }
        memory
    }

    /// One has only two hands: who holds it cannot hold it again.
    fn holding(&self) -> Action {
        Action::new(self.hold, &["it"])
            .needs(Expr::own(self.holding).at_most(0))
            .effect(Effect::set_own(self.holding, 1))
            .effect(Effect::add(Expr::var("it"), self.hands, 1))
    }

    fn leader(&self) -> Arc<Domain> {
        let piano = || Expr::var("it");
        let help = Effect::Each {
            pattern: Box::new(Pattern::of(self.thing).named("piano")),
            given: motive::kernel::Condition::always(),
            effects: vec![Effect::add(Expr::var("piano"), self.hands, 1)],
        };
        let up = GoalTemplate::each("up", Pattern::of(self.thing).named("it")).measure(Measure::toward(
            piano().get(self.lifted),
            0,
            1,
        ));
        Domain::new(self.names.clone())
            .action(self.holding())
            .action(Action::new(self.ask, &["friend"]).effect(help))
            .action(
                Action::new(self.lift, &["it"])
                    .needs(Expr::own(self.holding).at_least(1))
                    .needs(piano().get(self.hands).at_least(2))
                    .effect(Effect::set(piano(), self.lifted, 1)),
            )
            .supplies(self.thing, self.hold, Interaction::default())
            .supplies(self.friend, self.ask, Interaction::default())
            .supplies(self.thing, self.lift, Interaction::default())
            .drive(Drive::new("move", 1.0).goal(up))
            .build()
            .unwrap()
    }

    fn helper(&self) -> Arc<Domain> {
        let help = GoalTemplate::new("help").measure(Measure::toward(Expr::own(self.holding), 0, 1));
        let obey = Drive::new("obey", 1.0)
            .goal(help)
            .arrives(Expr::own(self.order).at_least(1))
            .leaves(Expr::own(self.order).at_most(0));
        Domain::new(self.names.clone())
            .action(self.holding())
            .supplies(self.thing, self.hold, Interaction::default())
            .drive(obey)
            .build()
            .unwrap()
    }

    /// The world: whoever holds adds a hand that both see, and what is asked is heard.
    fn happen(&self, who: usize, action: ActionId, crew: &mut [Agent<Arbiter>; 2]) {
        let both = |crew: &mut [Agent<Arbiter>; 2], property, value: f64| {
            for one in crew {
                one.memory_mut().set(self.piano, property, value).unwrap();
            }
        };
        if action == self.hold {
            crew[who].memory_mut().set_own(self.holding, 1).unwrap();
            let hands = crew[0].memory().values(self.piano, self.hands).number().unwrap();
            both(crew, self.hands, hands + 1.0);
        } else if action == self.ask {
            crew[1].memory_mut().set_own(self.order, 1).unwrap();
        } else if action == self.lift {
            let hands = crew[0].memory().values(self.piano, self.hands).number().unwrap();
            assert!(hands >= 2.0, "one alone cannot lift it");
            both(crew, self.lifted, 1.0);
        }
    }
}

/// R-001-005: what is switched off adds nothing, and what an agent knows of itself comes first.
#[test]
fn sensors_can_be_switched_off_and_the_inner_ones_come_first() {
    let mut names = Vocabulary::new();
    let (pain, noise, light) =
        (names.own("pain", Type::Number), names.own("noise", Type::Number), names.own("light", Type::Number));
    let names = names.finish().unwrap();
    let order = Arc::new(std::sync::Mutex::new(Vec::new()));
    let sensor = |name: &'static str, property: Property| {
        let order = order.clone();
        move |level: &f64, memory: &mut Memory| {
            order.lock().unwrap().push(name);
            memory.set_own(property, *level)
        }
    };
    let mut sensors = Sensors::new()
        .external("eyes", sensor("eyes", light))
        .external("ears", sensor("ears", noise))
        .internal("nerves", sensor("nerves", pain));
    assert!(sensors.switch("ears", false));
    assert!(!sensors.switch("nose", false));
    assert_eq!(sensors.active().collect::<Vec<_>>(), ["nerves", "eyes"]);
    let mut memory = Memory::new(names);
    sensors.sense(&7.0, &mut memory).unwrap();
    assert_eq!(*order.lock().unwrap(), ["nerves", "eyes"]);
    assert_eq!(memory.own(noise), None);
    assert_eq!(memory.own(light), Some(7.into()));
    sensors.switch("ears", true);
    sensors.sense(&8.0, &mut memory).unwrap();
    assert_eq!(memory.own(noise), Some(8.into()));
}
