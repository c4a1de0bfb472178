//! Minds that run one program at a time, and where the arbiter does better or merely differently.
use motive::arbiter::baselines::{
    BaselineError, BensonNilsson, DriveCollection, DriveElement, FixedPriority, Minder, Oscillation,
    StableNodes, TimeEstimate,
};
use motive::arbiter::teleo::{Caching, Definition, Library, Rule, Step};
use motive::arbiter::{Arbiter, Character, Filter, Goal, Profile};
use motive::kernel::trace::{Event, Recorder, TaskEnd};
use motive::kernel::{
    Action, ActionId, Agent, Catalogue, Condition, Effect, Expr, Id, Kind, Memory, Mind, Pattern, Property,
    Thing, Time, Type, Vocabulary,
};
use std::sync::Arc;

fn agent<M: Mind>(names: &Arc<Vocabulary>, mind: M) -> Agent<M> {
    Agent::new(Memory::new(names.clone()), mind, 1, 0)
}

fn tick<M: Mind>(agent: &mut Agent<M>, tick: u64) -> Vec<String> {
    let names = agent.memory().shared_vocabulary().clone();
    agent.tick(Time::of_tick(tick, 1_000_000)).display(&names)
}

/// The courier of Benson and Nilsson's example, with own properties for what it holds and where it is.
struct Courier {
    names: Arc<Vocabulary>,
    catalogue: Catalogue,
    holding: Property,
    at: Property,
    delivered: Property,
    go: ActionId,
    pick_up: ActionId,
    hand_over: ActionId,
    drop: ActionId,
    whistle: ActionId,
    shop: motive::kernel::Symbol,
    home: motive::kernel::Symbol,
}

fn courier() -> Courier {
    let mut names = Vocabulary::new();
    let (shop, home) = (names.symbol("shop"), names.symbol("home"));
    let holding = names.own("holding", Type::Bool);
    let at = names.own("at", Type::Symbol);
    let delivered = names.own("delivered", Type::Bool);
    let (go, pick_up) = (names.action("go", 1), names.action("pick_up", 0));
    let (hand_over, drop) = (names.action("hand_over", 0), names.action("drop", 0));
    let whistle = names.action("whistle", 0);
    let names = names.finish().unwrap();
    let mut catalogue = Catalogue::default();
    let actions = [
        Action::new(go, &["place"]).effect(Effect::set_own(at, Expr::var("place"))).takes(5_000_000),
        Action::new(pick_up, &[]).effect(Effect::set_own(holding, true)).takes(1_000_000),
        Action::new(hand_over, &[])
            .effect(Effect::set_own(delivered, true))
            .effect(Effect::set_own(holding, false))
            .takes(1_000_000),
        Action::new(drop, &[]).effect(Effect::set_own(holding, false)),
        Action::new(whistle, &[]),
    ];
    for action in &actions {
        catalogue.add(action, &names).unwrap();
    }
    Courier { names, catalogue, holding, at, delivered, go, pick_up, hand_over, drop, whistle, shop, home }
}

impl Courier {
    fn is(&self, property: Property, value: impl Into<Expr>) -> Condition {
        Expr::own(property).equals(value)
    }

    /// 0 delivered, 1 hand over, 2 holding the object, 3 at the shop, 4 go there.
    fn deliver(&self) -> Definition {
        Definition::new("deliver")
            .done_when(self.is(self.delivered, true))
            .rule(
                Rule::new("hand over")
                    .when(self.is(self.holding, true))
                    .when(self.is(self.at, self.home))
                    .act(self.hand_over, []),
            )
            .rule(Rule::new("carry").when(self.is(self.holding, true)).act(self.go, [self.home.into()]))
            .rule(Rule::new("take").when(self.is(self.at, self.shop)).act(self.pick_up, []))
            .rule(Rule::new("fetch").act(self.go, [self.shop.into()]))
    }

    fn stroll(&self) -> Definition {
        Definition::new("stroll")
            .done_when(self.is(self.at, self.home))
            .rule(Rule::new("go").act(self.go, [self.home.into()]))
    }

    fn tidy(&self) -> Definition {
        Definition::new("tidy")
            .done_when(self.is(self.holding, false))
            .rule(Rule::new("drop").step(Step::call("let go", [])))
    }

    /// Called by `tidy`, so that the deletion is found only in the hierarchy.
    fn let_go(&self) -> Definition {
        Definition::new("let go").rule(Rule::new("drop").act(self.drop, []))
    }

    fn stability(&self, definitions: &[Definition], roots: &[&str]) -> StableNodes {
        StableNodes::of(definitions, roots.iter().copied(), &self.names, &self.catalogue)
    }

    fn character(&self, goals: Vec<Goal>, library: &Arc<Library>) -> Arc<Character> {
        let builder = Character::new(self.names.clone()).library(library).catalogue(self.catalogue.clone());
        goals.into_iter().fold(builder, |builder, goal| builder.goal(goal)).build().unwrap()
    }

    /// The world does what the courier decided.
    fn obey<M: Mind>(&self, agent: &mut Agent<M>, number: u64) -> Vec<String> {
        let done = tick(agent, number);
        let acts: Vec<_> = {
            let names = &self.names;
            let actions = [self.go, self.pick_up, self.hand_over, self.drop, self.whistle];
            let find = |text: &String| {
                actions.iter().copied().find(|action| text.starts_with(names.action_name(*action)))
            };
            done.iter().filter_map(|text| Some((find(text)?, text.clone()))).collect()
        };
        for (action, text) in acts {
            let place = if text.contains("shop") { self.shop } else { self.home };
            let arguments: Vec<motive::kernel::Value> =
                if action == self.go { vec![place.into()] } else { Vec::new() };
            self.catalogue.action(action).unwrap().apply(agent.memory_mut(), &arguments);
        }
        done
    }
}

/// R-000-078, R-004-103
#[test]
fn holding_the_object_is_stable_among_programs_that_never_drop_it() {
    let c = courier();
    let definitions = [c.deliver(), c.stroll(), c.tidy(), c.let_go()];
    let alone = c.stability(&definitions, &["deliver", "stroll"]);
    assert!(alone.is_stable("deliver", 2), "nobody drops it");
    assert!(!alone.is_stable("deliver", 1) && !alone.is_stable("deliver", 3), "the stroller moves");
    let with_tidy = c.stability(&definitions, &["deliver", "stroll", "tidy"]);
    assert!(!with_tidy.is_stable("deliver", 2), "tidy drops it, by way of a program that it calls");
    assert!(with_tidy.nodes().iter().any(|node| &*node.root == "tidy" && &*node.program == "let go"));
}

/// R-000-078: an undeclared action may undo anything.
#[test]
fn nothing_is_stable_beside_an_undeclared_action() {
    let c = courier();
    let unknown = Catalogue::default();
    let definitions = [c.deliver(), c.stroll()];
    let stability = StableNodes::of(&definitions, ["deliver", "stroll"], &c.names, &unknown);
    let stable: Vec<&str> =
        stability.nodes().iter().filter(|node| node.is_stable).map(|node| &*node.name).collect();
    assert_eq!(stable, ["fetch", "go"], "only rules without a condition, which nothing can undo");
}

/// R-000-078
#[test]
fn a_condition_with_a_choice_is_unstable() {
    let c = courier();
    let either = c.is(c.holding, true) | c.is(c.delivered, true);
    let wait = Definition::new("wait").rule(Rule::new("wait").when(either).act(c.whistle, []));
    let stability = c.stability(&[wait, c.stroll()], &["wait", "stroll"]);
    assert!(!stability.is_stable("wait", 0));
}

/// R-000-078: the better ratio wins, but only where the running program may be left.
#[test]
fn the_best_ratio_is_chosen_only_at_stable_nodes() {
    let c = courier();
    let library = Library::new(&c.names, vec![c.deliver(), c.stroll()]).unwrap();
    let goals = vec![
        Goal::achieve("deliver", "deliver").always(10),
        Goal::achieve("stroll", "stroll").when(c.is(c.holding, true), 100),
    ];
    let mind = BensonNilsson::new(c.character(goals, &library), &library, TimeEstimate::RulesLeft).unwrap();
    let mut agent = agent(&c.names, mind);
    // The stroll is worth more from the moment the object is held, which is a stable node of `deliver`.
    assert_eq!(c.obey(&mut agent, 1), ["go(shop)"]);
    assert_eq!(c.obey(&mut agent, 2), ["pick_up()"]);
    assert_eq!(c.obey(&mut agent, 3), ["go(home)"]);
    assert_eq!(agent.mind().current().map(|(goal, _)| goal), Some("stroll"));
}

/// R-000-078: at an unstable node even a far better offer waits.
#[test]
fn an_unstable_node_keeps_its_program_running() {
    let c = courier();
    let library = Library::new(&c.names, vec![c.deliver(), c.stroll()]).unwrap();
    let goals = vec![
        Goal::achieve("deliver", "deliver").always(10),
        // Comes up when the courier stands in the shop, where `deliver` cannot be left.
        Goal::achieve("stroll", "stroll").when(c.is(c.at, c.shop), 1000),
    ];
    let mind = BensonNilsson::new(c.character(goals, &library), &library, TimeEstimate::RulesLeft).unwrap();
    let mut agent = agent(&c.names, mind);
    assert_eq!(c.obey(&mut agent, 1), ["go(shop)"]);
    assert_eq!(c.obey(&mut agent, 2), ["pick_up()"], "`take` is unstable: the stroll would undo it");
    assert_eq!(c.obey(&mut agent, 3), ["go(home)"]);
    assert_eq!(agent.mind().current().map(|(goal, _)| goal), Some("stroll"), "at `carry` it may be left");
}

/// R-000-078: times from the declared durations can turn the choice.
#[test]
fn declared_durations_count_where_asked_for() {
    let c = courier();
    let quick = Definition::new("quick")
        .done_when(c.is(c.delivered, true))
        .rule(Rule::new("take").act(c.pick_up, []));
    let slow = Definition::new("slow")
        .done_when(c.is(c.delivered, true))
        .rule(Rule::new("walk").act(c.go, [c.home.into()]));
    let library = Library::new(&c.names, vec![quick, slow]).unwrap();
    let goals = || vec![Goal::achieve("slow", "slow").always(20), Goal::achieve("quick", "quick").always(10)];
    let first = |estimate| {
        let mind = BensonNilsson::new(c.character(goals(), &library), &library, estimate).unwrap();
        tick(&mut agent(&c.names, mind), 1)
    };
    assert_eq!(first(TimeEstimate::RulesLeft), ["go(home)"]);
    assert_eq!(first(TimeEstimate::Actions), ["pick_up()"], "20 in 5 s is less than 10 in 1 s");
}

/// R-000-078: a program is removed when its success rule runs, and the others go on.
#[test]
fn a_finished_program_is_removed() {
    let c = courier();
    let library = Library::new(&c.names, vec![c.deliver(), c.stroll()]).unwrap();
    let goals = vec![Goal::achieve("deliver", "deliver").when(!c.is(c.delivered, true), 10)];
    let mind = BensonNilsson::new(c.character(goals, &library), &library, TimeEstimate::RulesLeft).unwrap();
    let mut agent = agent(&c.names, mind);
    let done: Vec<Vec<String>> = (1..=4).map(|number| c.obey(&mut agent, number)).collect();
    assert_eq!(done.concat(), ["go(shop)", "pick_up()", "go(home)", "hand_over()"]);
    let mut recorder = Recorder::default();
    agent.tick_traced(Time::of_tick(5, 1), &mut recorder);
    assert!(recorder.events().contains(&Event::TaskEnded { task: 1, why: TaskEnd::Achieved }));
    assert_eq!(tick(&mut agent, 6), [""; 0]);
    assert_eq!(agent.mind().current(), None);
}

/// R-000-078: near the rule that ran last the program sees what becomes possible at once; farther up only when it scans.
#[test]
fn an_opportunity_far_above_is_taken_when_all_rules_are_tried() {
    let c = courier();
    let place = |n: usize| c.is(c.at, if n == 0 { c.home } else { c.shop });
    let climb = Definition::new("climb")
        .done_when(c.is(c.delivered, true))
        .rule(Rule::new("high").when(c.is(c.holding, true)).act(c.hand_over, []))
        .rule(Rule::new("middle").when(place(1)).when(place(0)).act(c.drop, []))
        .rule(Rule::new("near").when(place(0)).act(c.pick_up, []))
        .rule(Rule::new("low").act(c.whistle, []));
    let library = Library::new(&c.names, vec![climb]).unwrap();
    let start = || {
        let goals = vec![Goal::achieve("climb", "climb").always(1)];
        let mind =
            BensonNilsson::new(c.character(goals, &library), &library, TimeEstimate::RulesLeft).unwrap();
        let mut agent = agent(&c.names, mind);
        assert_eq!(tick(&mut agent, 1), ["whistle()"]);
        agent
    };
    let mut above = start();
    above.memory_mut().set_own(c.at, c.home).unwrap();
    assert_eq!(tick(&mut above, 2), ["pick_up()"], "the rule directly above is seen at once");
    let mut far = start();
    far.memory_mut().set_own(c.holding, true).unwrap();
    for number in 2..10 {
        assert_eq!(tick(&mut far, number), ["whistle()"]);
    }
    assert_eq!(tick(&mut far, 10), ["hand_over()"]);
}

/// R-000-078: stable nodes are worked out once for a set of programs, and again when the set changes.
#[test]
fn a_changed_set_of_programs_has_other_stable_nodes() {
    let c = courier();
    let library = Library::new(&c.names, vec![c.deliver(), c.stroll(), c.tidy(), c.let_go()]).unwrap();
    let goal = |name: &str| Goal::achieve(name, name).always(1);
    let two = c.character(vec![goal("deliver"), goal("stroll")], &library);
    let mut mind = BensonNilsson::new(two, &library, TimeEstimate::RulesLeft).unwrap();
    assert!(mind.stability().is_stable("deliver", 2));
    let three = c.character(vec![goal("deliver"), goal("stroll"), goal("tidy")], &library);
    mind.replace(three, &library).unwrap();
    assert!(!mind.stability().is_stable("deliver", 2));
}

/// Pac-Man's four programs in plain form (E-1), and what each move may do.
struct Pacman {
    names: Arc<Vocabulary>,
    catalogue: Catalogue,
    ghost: Kind,
    dot: Kind,
    pill: Kind,
    fruit: Kind,
    blue: Property,
    distance: Property,
    move_to: ActionId,
    move_away: ActionId,
}

fn pacman() -> Pacman {
    let mut names = Vocabulary::new();
    let edible = names.kind("edible");
    let ghost = names.kind_of("ghost", edible);
    let (dot, fruit) = (names.kind_of("dot", edible), names.kind_of("fruit", edible));
    let pill = names.kind_of("pill", edible);
    let blue = names.property("blue", Type::Bool);
    let distance = names.property("distance", Type::Number);
    let (move_to, move_away) = (names.action("move_to", 1), names.action("move_away", 1));
    let names = names.finish().unwrap();
    let mut catalogue = Catalogue::default();
    for action in [move_to, move_away] {
        // It eats whatever it runs over, a pill turns every ghost blue, and all distances change.
        let each = |kind: Kind, effects: Vec<Effect>| Effect::Each {
            pattern: Box::new(Pattern::of(kind).named("x")),
            given: Expr::var("x").get(distance).at_most(1),
            effects,
        };
        let further = Expr::var("x").get(distance) + 1;
        let action = Action::new(action, &["it"])
            .effect(each(edible, vec![Effect::Destroy(Expr::var("x"))]))
            .effect(each(ghost, vec![Effect::set(Expr::var("x"), blue, true)]))
            .effect(each(edible, vec![Effect::set(Expr::var("x"), distance, further)]));
        catalogue.add(&action, &names).unwrap();
    }
    catalogue.conflict(move_to, move_to);
    catalogue.conflict(move_to, move_away);
    Pacman { names, catalogue, ghost, dot, pill, fruit, blue, distance, move_to, move_away }
}

impl Pacman {
    fn eat(&self, name: &str, kind: Kind) -> Definition {
        let it = || Pattern::of(kind).named("it");
        Definition::new(name)
            .done_when(Condition::no(it()))
            .rule(Rule::new("eat").when(it()).act(self.move_to, [Expr::var("it")]))
    }

    fn programs(&self) -> Vec<Definition> {
        let near = || {
            Pattern::of(self.ghost).named("ghost").where_is(
                self.distance,
                motive::kernel::Comparison::Less,
                10,
            )
        };
        let danger = || near().with(self.blue, false);
        let blue = || Pattern::of(self.ghost).named("prey").with(self.blue, true);
        let pill = || Pattern::of(self.pill).named("pill");
        let escape = Definition::new("escape")
            .done_when(Condition::no(near()) | Condition::no(Pattern::of(self.ghost).with(self.blue, false)))
            .rule(
                Rule::new("pill")
                    .when(danger())
                    .when(pill().where_is(self.distance, motive::kernel::Comparison::Less, 10))
                    .act(self.move_to, [Expr::var("pill")]),
            )
            .rule(Rule::new("away").when(danger()).act(self.move_away, [Expr::var("ghost")]));
        let eat_blue = Definition::new("eat blue ghosts")
            .done_when(Condition::no(blue()) & Condition::no(pill()))
            .rule(Rule::new("chase").when(blue()).act(self.move_to, [Expr::var("prey")]))
            .rule(
                Rule::new("pill")
                    .when(Condition::no(blue()))
                    .when(pill())
                    .act(self.move_to, [Expr::var("pill")]),
            );
        vec![self.eat("eat dots", self.dot), escape, eat_blue, self.eat("eat fruit", self.fruit)]
    }

    fn character(&self, library: &Arc<Library>, escape: impl Into<Expr>, points: f64) -> Arc<Character> {
        let danger = Pattern::of(self.ghost).with(self.blue, false);
        Character::new(self.names.clone())
            .goal(Goal::achieve("escape", "escape").updated(Condition::exists(danger), escape))
            .goal(Goal::achieve("points", "eat dots").when(Condition::exists(Pattern::of(self.dot)), points))
            .library(library)
            .catalogue(self.catalogue.clone())
            .build()
            .unwrap()
    }

    fn put_dots(&self, memory: &mut Memory, count: u64) {
        for n in 0..count {
            memory.put(Thing::new(Id::new(n)).kind(self.dot).with(self.distance, 5)).unwrap();
        }
    }

    fn put_ghost(&self, memory: &mut Memory, distance: f64) {
        let ghost = Thing::new(Id::new(99)).kind(self.ghost).with(self.blue, false);
        memory.put(ghost.with(self.distance, distance)).unwrap();
    }
}

/// R-000-079, R-004-103, E-1
#[test]
fn pacman_has_no_stable_node_but_where_a_goal_is_reached() {
    let p = pacman();
    let programs = p.programs();
    let roots: Vec<&str> = programs.iter().map(|program| &*program.name).collect();
    let stability = StableNodes::of(&programs, roots.iter().copied(), &p.names, &p.catalogue);
    assert_eq!(stability.nodes().len(), 10);
    let stable = stability.nodes().iter().filter(|node| node.is_stable && !node.is_success);
    assert_eq!(stable.collect::<Vec<_>>(), [].iter().collect::<Vec<&motive::arbiter::baselines::RuleNode>>());
}

/// R-000-079: the ghost waits until the last dot is eaten, or does not; the arbiter flees in the tick after it appears.
#[test]
fn an_urgent_goal_waits_for_a_stable_node_while_the_arbiter_reacts_at_once() {
    let p = pacman();
    let library = Library::new(&p.names, p.programs()).unwrap();
    let character = p.character(&library, 90, 20.0);
    let benson = BensonNilsson::new(character.clone(), &library, TimeEstimate::RulesLeft).unwrap();
    assert_eq!(delay(&p, benson, 4), Some(4), "one tick a dot, then it may be left");
    assert_eq!(delay(&p, Arbiter::new(character), 4), Some(0));
}

/// How many ticks pass from the ghost's coming until the agent flees; each tick a dot is eaten.
fn delay<M: Mind>(p: &Pacman, mind: M, dots: u64) -> Option<u64> {
    let mut agent = agent(&p.names, mind);
    p.put_dots(agent.memory_mut(), dots + 1);
    assert!(tick(&mut agent, 1)[0].starts_with("move_to"));
    agent.memory_mut().remove(Id::new(0));
    p.put_ghost(agent.memory_mut(), 5.0);
    for waited in 0..dots + 2 {
        let done = tick(&mut agent, 2 + waited);
        if done.first().is_some_and(|act| act.starts_with("move_away")) {
            return Some(waited);
        }
        agent.memory_mut().remove(Id::new(waited + 1));
    }
    None
}

/// E-6, R-004-104: one rule that sells what it gets serves every set of things that is worth enough.
#[test]
fn one_selling_rule_covers_every_set_that_is_worth_enough() {
    let mut names = Vocabulary::new();
    let goods = names.kind("goods");
    let (price, gold) = (names.property("price", Type::Number), names.own("gold", Type::Number));
    let sell = names.action("sell", 1);
    let names = names.finish().unwrap();
    let raise = Definition::new("raise money").done_when(Expr::own(gold).at_least(100)).rule(
        Rule::new("sell").when(Pattern::of(goods).named("it").exclusive()).act(sell, [Expr::var("it")]),
    );
    let library = Library::new(&names, vec![raise]).unwrap();
    let character = Character::new(names.clone())
        .goal(Goal::achieve("money", "raise money").always(1))
        .library(&library)
        .build()
        .unwrap();
    let mut reached = 0;
    for owned in 0_u64..8 {
        let mut agent = agent(&names, Arbiter::new(character.clone()));
        agent.memory_mut().set_own(gold, 0).unwrap();
        let prices = [50.0, 100.0, 50.0];
        let worth: f64 = (0..3).filter(|n| owned >> n & 1 == 1).map(|n| prices[n]).sum();
        for (n, price_of) in prices.into_iter().enumerate().filter(|(n, _)| owned >> n & 1 == 1) {
            let thing = Thing::new(Id::new(n as u64)).kind(goods).with(price, price_of);
            agent.memory_mut().put(thing).unwrap();
        }
        for number in 1..=4 {
            let sold =
                agent.tick(Time::of_tick(number, 1)).actions.first().map(|act| act.arguments[0].clone());
            let Some(id) = sold.and_then(|value| value.id()) else { continue };
            let earned = agent.memory().get(id, price).and_then(|value| value.number()).unwrap();
            let had = agent.memory().own(gold).and_then(|value| value.number()).unwrap();
            agent.memory_mut().set_own(gold, had + earned).unwrap();
            agent.memory_mut().remove(id);
        }
        let has = agent.memory().own(gold).and_then(|value| value.number()).unwrap();
        assert_eq!(has >= 100.0, worth >= 100.0, "owning {owned:03b}");
        reached += usize::from(has >= 100.0);
    }
    assert_eq!(reached, 5);
}

/// E-7: with "ruby or emerald" a stable-node mind cannot tell what the bribe needs, and the arbiter takes the ruby first.
#[test]
fn a_bribe_with_either_stone_is_unstable() {
    let mut names = Vocabulary::new();
    let (guard, unicorn) = (names.kind("guard"), names.kind("unicorn"));
    let gem = names.kind("gem");
    let (ruby, emerald) = (names.kind_of("ruby", gem), names.kind_of("emerald", gem));
    let (bribe, give) = (names.action("bribe", 0), names.action("give", 1));
    let ids = [names.id("guard1"), names.id("unicorn1"), names.id("ruby1"), names.id("emerald1")];
    let names = names.finish().unwrap();
    let stone = |kind: Kind| Condition::bind(Pattern::of(kind).exclusive().fresh());
    let program = |name: &str, rule: Rule| {
        Definition::new(name).done_when(Condition::no(Pattern::of(guard))).rule(rule)
    };
    let either =
        || Rule::new("bribe").when(Pattern::of(guard)).when(stone(ruby) | stone(emerald)).act(bribe, []);
    let liked = Pattern::of(gem).exclusive().prefer(Property::KIND, emerald.symbol());
    let any_gem = Rule::new("bribe").when(Pattern::of(guard)).when(liked).act(bribe, []);
    let gift = Rule::new("gift")
        .when(Pattern::of(ruby).named("ruby").exclusive())
        .when(Pattern::of(unicorn))
        .act(give, [Expr::var("ruby")]);
    let run = |rule: Rule, unicorn_priority: i32| {
        let library =
            Library::new(&names, vec![program("bribe", rule), program("gift", gift.clone())]).unwrap();
        let character = Character::new(names.clone())
            .profile(Profile::motive())
            .goal(Goal::achieve("bribe", "bribe").always(80))
            .goal(Goal::achieve("unicorn", "gift").always(unicorn_priority))
            .library(&library)
            .build()
            .unwrap();
        let mut agent = agent(&names, Arbiter::new(character));
        for (id, kind) in ids.into_iter().zip([guard, unicorn, ruby, emerald]) {
            agent.memory_mut().put(Thing::new(id).kind(kind)).unwrap();
        }
        tick(&mut agent, 1)
    };
    assert_eq!(run(either(), 40), ["bribe()"], "the bribe takes the ruby");
    assert_eq!(run(any_gem, 40), ["bribe()", "give(ruby1)"]);
    assert_eq!(run(either(), 90), ["give(ruby1)", "bribe()"], "the bribe falls to the emerald");

    let mut catalogue = Catalogue::default();
    catalogue.add(&Action::new(bribe, &[]), &names).unwrap();
    catalogue.add(&Action::new(give, &["it"]), &names).unwrap();
    let definitions = [program("bribe", either()), program("gift", gift)];
    let stability = StableNodes::of(&definitions, ["bribe", "gift"], &names, &catalogue);
    assert!(!stability.is_stable("bribe", 1) && stability.is_stable("gift", 1));
}

/// Ten motives with insistences 10 to 100, each with a program that does one thing for ever.
fn motives(insistences: &[f64]) -> (Arc<Vocabulary>, Vec<Property>, Arc<Character>) {
    let mut names = Vocabulary::new();
    let work = names.action("work", 1);
    let wants: Vec<Property> =
        (0..insistences.len()).map(|n| names.own(&format!("want{n}"), Type::Number)).collect();
    let names = names.finish().unwrap();
    let programs = (0..insistences.len())
        .map(|n| {
            Definition::new(&format!("program {n}"))
                .done_when(Expr::own(wants[n]).below(0))
                .rule(Rule::new("work").act(work, [(n as f64).into()]))
        })
        .collect();
    let library = Library::new(&names, programs).unwrap();
    let mut character = Character::new(names.clone()).library(&library);
    for (n, want) in wants.iter().enumerate() {
        let goal = Goal::achieve(&format!("motive {n}"), &format!("program {n}"));
        character = character.goal(goal.updated(Condition::always(), Expr::own(*want)));
    }
    (names, wants, character.build().unwrap())
}

fn minder(insistences: &[f64]) -> (Agent<Minder>, Vec<Property>) {
    let (names, wants, character) = motives(insistences);
    let filter = Filter::aiming_at(Minder::TARGET, 8.0, 0.0, 200.0);
    let mut agent = agent(&names, Minder::new(character, filter));
    for (want, insistence) in wants.iter().zip(insistences) {
        agent.memory_mut().set_own(*want, *insistence).unwrap();
    }
    (agent, wants)
}

/// R-000-080
#[test]
fn of_ten_motives_three_are_managed_and_the_most_insistent_is_served() {
    let offered: Vec<f64> = (1..=10).map(|n| f64::from(n) * 10.0).collect();
    let (mut agent, _) = minder(&offered);
    assert_eq!(tick(&mut agent, 1), ["work(9)"]);
    assert!(agent.mind().managed().count() > 3, "at first nearly all pass");
    for number in 2..60 {
        assert_eq!(tick(&mut agent, number), ["work(9)"], "one motive a tick");
    }
    assert_eq!(agent.mind().managed().collect::<Vec<_>>(), ["motive 9", "motive 8", "motive 7"]);
    let threshold = agent.mind().threshold();
    tick(&mut agent, 60);
    assert_eq!((agent.mind().threshold(), agent.mind().noticed()), (threshold, None), "it has settled");
}

/// R-000-080: three equal motives beside a strong one never make three, so the filter swings.
#[test]
fn a_swinging_filter_is_noticed() {
    let (mut agent, _) = minder(&[90.0, 50.0, 50.0, 50.0]);
    let noticed = (1..100).find(|number| {
        tick(&mut agent, *number);
        agent.mind().noticed() == Some(&Oscillation::Filter)
    });
    assert!(noticed.is_some());
    let (mut calm, _) = minder(&[90.0, 60.0, 50.0, 40.0]);
    for number in 1..100 {
        tick(&mut calm, number);
        assert_eq!(calm.mind().noticed(), None);
    }
}

/// R-000-080: serving one motive makes the other more insistent, over and over.
#[test]
fn motives_that_take_turns_are_noticed() {
    let (mut agent, wants) = minder(&[50.0, 40.0]);
    let mut noticed = None;
    for number in 1..20 {
        let served = usize::from(tick(&mut agent, number) == ["work(1)"]);
        agent.memory_mut().set_own(wants[served], 40).unwrap();
        agent.memory_mut().set_own(wants[1 - served], 50).unwrap();
        noticed = noticed.or(agent.mind().noticed().cloned());
    }
    let Some(Oscillation::Decision(goals)) = noticed else { panic!("nothing noticed") };
    assert_eq!(goals.len(), 2);
}

/// R-000-081
#[test]
fn a_frequency_cap_lets_a_lower_drive_run() {
    let c = courier();
    let look =
        Definition::new("look").done_when(Condition::never()).rule(Rule::new("whistle").act(c.whistle, []));
    let walk = Definition::new("walk")
        .done_when(Condition::never())
        .rule(Rule::new("go").act(c.go, [c.home.into()]));
    let library = Library::new(&c.names, vec![look, walk]).unwrap();
    let goals = || vec![Goal::achieve("walk", "walk").always(1), Goal::achieve("look", "look").always(1)];
    let run = |gap: u64| {
        let drives = [DriveElement::new("look").at_most_every(gap), DriveElement::new("walk")];
        let mind = DriveCollection::new(c.character(goals(), &library), &library, drives).unwrap();
        let mut agent = agent(&c.names, mind);
        (1..=6).flat_map(|number| tick(&mut agent, number)).collect::<Vec<_>>()
    };
    assert_eq!(run(0), ["whistle()"; 6], "without a cap the first drive runs alone");
    let capped = ["whistle()", "go(home)", "go(home)", "whistle()", "go(home)", "go(home)"];
    assert_eq!(run(3_000_000), capped);
    let unknown = DriveCollection::new(c.character(goals(), &library), &library, [DriveElement::new("fly")]);
    assert_eq!(unknown.err(), Some(BaselineError::UnknownGoal("fly".into())));
}

/// R-000-081: an interrupted program goes on with the rule that it was at.
#[test]
fn an_interrupted_drive_resumes_where_it_left() {
    let c = courier();
    // Once the courier walks it goes on walking, although whistling would apply again.
    let walk = Definition::new("walk")
        .done_when(Condition::never())
        .rule(Rule::new("whistle").when(!c.is(c.at, c.shop)).act(c.whistle, []))
        .rule(Rule::new("go").act(c.go, [c.home.into()]))
        .caching(Caching::None);
    let rest = Definition::new("rest").done_when(Condition::never()).rule(Rule::new("drop").act(c.drop, []));
    let library = Library::new(&c.names, vec![walk, rest]).unwrap();
    let goals = vec![
        Goal::achieve("rest", "rest").when(c.is(c.holding, true), 1),
        Goal::achieve("walk", "walk").always(1),
    ];
    let drives = [DriveElement::new("rest"), DriveElement::new("walk")];
    let mind = DriveCollection::new(c.character(goals, &library), &library, drives).unwrap();
    let mut agent = agent(&c.names, mind);
    agent.memory_mut().set_own(c.at, c.shop).unwrap();
    assert_eq!(tick(&mut agent, 1), ["go(home)"]);
    agent.memory_mut().set_own(c.at, c.home).unwrap();
    agent.memory_mut().set_own(c.holding, true).unwrap();
    assert_eq!(tick(&mut agent, 2), ["drop()"]);
    agent.memory_mut().set_own(c.holding, false).unwrap();
    assert_eq!(tick(&mut agent, 3), ["go(home)"], "not whistle, which stands above");
}

/// E-13: a drive collection never changes its order; the arbiter's priority may depend on the ghost's distance.
#[test]
fn a_fixed_order_flees_from_a_far_ghost_where_the_arbiter_scores() {
    let p = pacman();
    let mut programs = p.programs();
    let ghost = || Pattern::of(p.ghost).named("ghost").with(p.blue, false);
    programs[1] = Definition::new("escape")
        .done_when(Condition::no(ghost()))
        .rule(Rule::new("away").when(ghost()).act(p.move_away, [Expr::var("ghost")]));
    let library = Library::new(&p.names, programs).unwrap();
    let nearest = Expr::choose(Pattern::of(p.ghost)).get(p.distance);
    let character = p.character(&library, Expr::from(900) / nearest, 50.0);
    let first = |mind: &mut dyn FnMut() -> Box<dyn Mind>, distance: f64| {
        let mut agent = agent(&p.names, mind());
        p.put_dots(agent.memory_mut(), 1);
        p.put_ghost(agent.memory_mut(), distance);
        tick(&mut agent, 1)[0].split('(').next().unwrap_or_default().to_owned()
    };
    let drives = || [DriveElement::new("escape"), DriveElement::new("points")];
    let mut bryson = || -> Box<dyn Mind> {
        Box::new(DriveCollection::new(character.clone(), &library, drives()).unwrap())
    };
    let mut grue = || -> Box<dyn Mind> { Box::new(Arbiter::new(character.clone())) };
    assert_eq!(
        (first(&mut bryson, 10.0), first(&mut bryson, 30.0)),
        ("move_away".into(), "move_away".into())
    );
    assert_eq!((first(&mut grue, 10.0), first(&mut grue, 30.0)), ("move_away".into(), "move_to".into()));
}

/// Section 18.1 of the report; R-004-086 is the other half.
#[test]
fn at_low_health_without_a_pack_a_fixed_priority_agent_stands_waiting_while_the_arbiter_fights() {
    let mut names = Vocabulary::new();
    let (pack, enemy) = (names.kind("health_pack"), names.kind("enemy"));
    let health = names.own("health", Type::Number);
    let (take, attack) = (names.action("take", 1), names.action("attack", 1));
    let guard = names.action("guard", 0);
    let (p1, e1) = (names.id("pack1"), names.id("enemy1"));
    let names = names.finish().unwrap();
    let regain = Definition::new("regain")
        .done_when(Expr::own(health).above(50))
        .rule(Rule::new("take").when(Pattern::of(pack).named("it").exclusive()).act(take, [Expr::var("it")]));
    let fight = Definition::new("fight")
        .done_when(Condition::no(Pattern::of(enemy)))
        .rule(Rule::new("attack").when(Pattern::of(enemy).named("foe")).act(attack, [Expr::var("foe")]));
    let watch =
        Definition::new("watch").done_when(Condition::never()).rule(Rule::new("guard").act(guard, []));
    let library = Library::new(&names, vec![regain, fight, watch]).unwrap();
    let character = Character::new(names.clone())
        .profile(Profile::report2002())
        .goal(Goal::achieve("health", "regain").when(Expr::own(health).at_most(50), 90))
        .goal(Goal::achieve("attack", "fight").when(Condition::exists(Pattern::of(enemy)), 60))
        .goal(Goal::achieve("guard", "watch").always(30))
        .library(&library)
        .build()
        .unwrap();
    let run = |mind: Box<dyn Mind>| {
        let mut agent = agent(&names, mind);
        agent.memory_mut().set_own(health, 20).unwrap();
        agent.memory_mut().put(Thing::new(e1).kind(enemy)).unwrap();
        let without = tick(&mut agent, 1);
        agent.memory_mut().put(Thing::new(p1).kind(pack)).unwrap();
        let with = tick(&mut agent, 2);
        agent.memory_mut().set_own(health, 90).unwrap();
        (without, with, tick(&mut agent, 3))
    };
    let (without, with, healthy) = run(Box::new(FixedPriority::new(character.clone())));
    assert_eq!(without, [""; 0], "the enemy comes nearer, and it waits for a pack");
    assert_eq!(with, ["take(pack1)"]);
    assert_eq!(healthy, ["attack(enemy1)"], "one program a tick");
    let (without, with, _) = run(Box::new(Arbiter::new(character)));
    assert_eq!(without, ["attack(enemy1)", "guard()"]);
    assert_eq!(with, ["take(pack1)", "attack(enemy1)", "guard()"]);
}

/// A generator written in Rust serves these minds as it serves the arbiter.
#[test]
fn generators_are_asked_too() {
    let c = courier();
    let library = Library::new(&c.names, vec![c.stroll()]).unwrap();
    let character = Character::new(c.names.clone())
        .goal(Goal::achieve("stroll", "stroll"))
        .generator(1, |_: &Memory, wanted: &mut dyn FnMut(&str, f64)| {
            wanted("stroll", 1.0);
            wanted("unknown", 1.0);
        })
        .library(&library)
        .build()
        .unwrap();
    assert_eq!(tick(&mut agent(&c.names, FixedPriority::new(character)), 1), ["go(home)"]);
}

/// None panics without programs or work to spend.
#[test]
fn minds_without_anything_to_do_do_nothing() {
    let c = courier();
    let library = Library::new(&c.names, Vec::new()).unwrap();
    let goals = || vec![Goal::achieve("lost", "no such program").always(1)];
    let minds: Vec<Box<dyn Mind>> = vec![
        Box::new(
            BensonNilsson::new(c.character(goals(), &library), &library, TimeEstimate::Actions).unwrap(),
        ),
        Box::new(Minder::new(c.character(goals(), &library), Filter::off())),
        Box::new(
            DriveCollection::new(c.character(goals(), &library), &library, [DriveElement::new("lost")])
                .unwrap(),
        ),
        Box::new(FixedPriority::new(c.character(goals(), &library))),
    ];
    for mind in minds {
        let mut agent = agent(&c.names, mind).with_budget(0);
        assert_eq!(tick(&mut agent, 1), [""; 0]);
    }
}
