//! A planner in place of the program selector: programs made from what declared actions need and change.
use motive::arbiter::teleo::Library;
use motive::arbiter::{Arbiter, Chaining, ChainingLimits, Character, Goal, Pursuit, Selector};
use motive::kernel::{
    Action, Agent, Catalogue, Condition, Effect, Expr, GoalMode, Id, Kind, Memory, Pattern, Property, Thing,
    Time, Type, Vocabulary,
};
use std::sync::Arc;

/// A courier who goes to places, picks parcels up and delivers them.
struct Post {
    names: Arc<Vocabulary>,
    catalogue: Catalogue,
    parcel: Kind,
    place: Kind,
    at: Property,
    carrying: Property,
    location: Property,
    destination: Property,
    delivered: Property,
    nothing: Id,
    places: [Id; 3],
    parcels: [Id; 2],
}

fn post() -> Post {
    let mut names = Vocabulary::new();
    let (parcel, place) = (names.kind("parcel"), names.kind("place"));
    let (at, carrying) = (names.own("at", Type::Id), names.own("carrying", Type::Id));
    let location = names.property("location", Type::Id);
    let destination = names.property("destination", Type::Id);
    let delivered = names.property("delivered", Type::Bool);
    let (go_to, pick_up) = (names.action("go_to", 1), names.action("pick_up", 1));
    let deliver = names.action("deliver", 1);
    let nothing = names.id("nothing");
    let places = [names.id("depot"), names.id("mill"), names.id("farm")];
    let parcels = [names.id("parcel1"), names.id("parcel2")];
    let names = names.finish().unwrap();
    let it = || Expr::var("parcel");
    let the_parcel = || Pattern::of(parcel).named("parcel").exclusive();
    let actions = [
        Action::new(go_to, &["place"])
            .needs(Pattern::of(place).named("place"))
            .effect(Effect::set_own(at, Expr::var("place"))),
        Action::new(pick_up, &["parcel"])
            .needs(the_parcel())
            .needs(it().get(location).equals(Expr::own(at)))
            .needs(Expr::own(carrying).equals(nothing))
            .effect(Effect::set_own(carrying, it()))
            .effect(Effect::set(it(), location, nothing)),
        Action::new(deliver, &["parcel"])
            .needs(the_parcel())
            .needs(Expr::own(carrying).equals(it()))
            .needs(it().get(destination).equals(Expr::own(at)))
            .effect(Effect::set(it(), delivered, true))
            .effect(Effect::set_own(carrying, nothing)),
    ];
    let mut catalogue = Catalogue::default();
    for action in &actions {
        catalogue.add(action, &names).unwrap();
    }
    Post {
        names,
        catalogue,
        parcel,
        place,
        at,
        carrying,
        location,
        destination,
        delivered,
        nothing,
        places,
        parcels,
    }
}

impl Post {
    fn all_delivered(&self) -> Condition {
        Condition::no(Pattern::of(self.parcel).with(self.delivered, false))
    }

    fn goal(&self) -> Goal {
        let goal = Goal::new("post", GoalMode::Achieve, Pursuit::Condition(self.all_delivered()));
        goal.when(Condition::exists(Pattern::of(self.parcel).with(self.delivered, false)), 1)
    }

    fn memory(&self) -> Memory {
        let mut memory = Memory::new(self.names.clone());
        for place in self.places {
            memory.put(Thing::new(place).kind(self.place)).unwrap();
        }
        for (parcel, (from, to)) in self.parcels.into_iter().zip([(0, 2), (1, 0)]) {
            let parcel = Thing::new(parcel).kind(self.parcel).with(self.delivered, false);
            let parcel =
                parcel.with(self.location, self.places[from]).with(self.destination, self.places[to]);
            memory.put(parcel).unwrap();
        }
        memory.set_own(self.at, self.places[1]).unwrap();
        memory.set_own(self.carrying, self.nothing).unwrap();
        memory
    }

    /// Lets a mind act in a world that does exactly what the actions say, until nothing is left to do.
    fn play(&self, character: Arc<Character>, ticks: u64) -> (Vec<String>, Memory) {
        let mut agent = Agent::new(self.memory(), Arbiter::new(character), 3, 0);
        let mut done = Vec::new();
        for tick in 1..=ticks {
            let acts = agent.tick(Time::of_tick(tick, 1)).clone();
            done.extend(acts.display(&self.names));
            for act in &acts.actions {
                let action = self.catalogue.action(act.action).unwrap();
                assert!(
                    action.can(agent.memory(), &act.arguments),
                    "{} cannot be done",
                    act.display(&self.names)
                );
                assert_eq!(action.apply(agent.memory_mut(), &act.arguments), 0);
            }
        }
        (done, agent.memory().clone())
    }
}

/// R-000-128
#[test]
fn a_get_and_deliver_program_is_planned_and_succeeds() {
    let post = post();
    let planner = Chaining::new(post.names.clone(), &post.catalogue);
    let character = Character::new(post.names.clone())
        .goal(post.goal())
        .catalogue(post.catalogue.clone())
        .selector(planner)
        .build()
        .unwrap();
    let (done, memory) = post.play(character, 12);
    for parcel in post.parcels {
        assert_eq!(memory.get(parcel, post.delivered), Some(true.into()), "{done:?}");
    }
    // Which parcel comes first is drawn; each is picked up and delivered once, with at most two ways for each.
    let times = |what: &str| done.iter().filter(|act| act.starts_with(what)).count();
    assert_eq!((times("pick_up"), times("deliver")), (2, 2), "{done:?}");
    assert!(times("go_to") <= 4, "{done:?}");
}

/// R-000-128: a program once planned is used again, by the planner and by an agent that has none.
#[test]
fn a_planned_program_is_used_again() {
    let post = post();
    let planner = Chaining::new(post.names.clone(), &post.catalogue);
    let memory = post.memory();
    let first = planner.select(&post.goal(), &memory).expect("there is a way");
    let again = planner.select(&post.goal(), &memory).expect("there still is");
    assert_eq!((first.name(), first.version()), (again.name(), again.version()));
    let programs = planner.programs();
    assert_eq!(programs.len(), 1);
    let rules: Vec<&str> = programs[0].rules.iter().map(|rule| &*rule.name).collect();
    assert_eq!(rules[..2], ["done", "deliver"]);

    let library = Library::new(&post.names, programs).unwrap();
    let character = Character::new(post.names.clone())
        .goal(post.goal())
        .library(&library)
        .catalogue(post.catalogue.clone())
        .build()
        .unwrap();
    let (done, memory) = post.play(character, 12);
    assert!(post.parcels.iter().all(|id| memory.get(*id, post.delivered) == Some(true.into())), "{done:?}");
}

/// R-000-128: a plan that no longer applies is extended from where it stopped.
#[test]
fn a_plan_grows_when_the_world_turns_out_otherwise() {
    let post = post();
    let planner = Chaining::new(post.names.clone(), &post.catalogue);
    let mut memory = post.memory();
    memory.remove(post.parcels[1]);
    memory.set_own(post.carrying, post.parcels[0]).unwrap();
    memory.set_own(post.at, post.places[2]).unwrap();
    assert!(planner.select(&post.goal(), &memory).is_some());
    let short = planner.programs()[0].rules.len();
    memory.set_own(post.carrying, post.nothing).unwrap();
    assert!(planner.select(&post.goal(), &memory).is_some(), "now it has to be fetched first");
    assert!(planner.programs()[0].rules.len() > short);
}

/// R-000-128: an action that undoes another part of what is wanted does not come last.
#[test]
fn an_action_that_undoes_what_is_wanted_comes_first() {
    let mut names = Vocabulary::new();
    let (open, key) = (names.own("open", Type::Bool), names.own("key", Type::Bool));
    let (break_open, take_key) = (names.action("break_open", 0), names.action("take_key", 0));
    let names = names.finish().unwrap();
    let mut catalogue = Catalogue::default();
    let breaking =
        Action::new(break_open, &[]).effect(Effect::set_own(open, true)).effect(Effect::set_own(key, false));
    catalogue.add(&breaking, &names).unwrap();
    catalogue.add(&Action::new(take_key, &[]).effect(Effect::set_own(key, true)), &names).unwrap();
    let planner = Chaining::new(names.clone(), &catalogue);
    let both = Expr::own(open).equals(true) & Expr::own(key).equals(true);
    let goal = Goal::new("both", GoalMode::Achieve, Pursuit::Condition(both));
    let mut memory = Memory::new(names);
    memory.set_own(key, true).unwrap();
    assert!(planner.select(&goal, &memory).is_some());
    let programs = planner.programs();
    let rules: Vec<&str> = programs[0].rules.iter().map(|rule| &*rule.name).collect();
    assert_eq!(rules, ["done", "take_key", "break_open"]);
}

/// R-000-128: a goal that nothing leads to has no program, and looking for one ends.
#[test]
fn where_there_is_no_way_none_is_found_and_the_search_ends() {
    let post = post();
    let mut memory = post.memory();
    for place in post.places {
        memory.remove(place);
    }
    memory.set_own(post.at, post.nothing).unwrap();
    let limits = ChainingLimits { rules: 20, considered: 200 };
    let planner = Chaining::new(post.names.clone(), &post.catalogue).limits(limits);
    assert!(planner.select(&post.goal(), &memory).is_none());
    assert!(planner.select(&post.goal(), &memory).is_none());
    let by_name = Goal::achieve("post", "some program");
    assert!(planner.select(&by_name, &memory).is_none(), "named programs are not the planner's business");
}

/// R-000-128: chains without end are cut off.
#[test]
fn an_endless_chain_of_needs_is_cut_off() {
    let mut names = Vocabulary::new();
    let box_kind = names.kind("box");
    let (inside, open) = (names.property("inside", Type::Id), names.property("open", Type::Bool));
    let unlock = names.action("unlock", 1);
    let b1 = names.id("b1");
    let names = names.finish().unwrap();
    // To open a box one needs the box around it to be open, and so on.
    let around = Expr::var("box").get(inside);
    let action = Action::new(unlock, &["box"])
        .needs(Pattern::of(box_kind).named("box"))
        .needs(around.get(open).equals(true))
        .effect(Effect::set(Expr::var("box"), open, true));
    let mut catalogue = Catalogue::default();
    catalogue.add(&action, &names).unwrap();
    let planner = Chaining::new(names.clone(), &catalogue);
    let mut memory = Memory::new(names);
    memory.put(Thing::new(b1).kind(box_kind).with(open, false)).unwrap();
    let goal =
        Goal::new("open", GoalMode::Achieve, Pursuit::Condition(Expr::from(b1).get(open).equals(true)));
    assert!(planner.select(&goal, &memory).is_none());
    assert!(planner.programs()[0].rules.len() <= ChainingLimits::default().rules);
}

/// E-6 planned: raising money needs one rule that sells whatever there is.
#[test]
fn a_planned_program_repeats_what_only_adds_up() {
    let mut names = Vocabulary::new();
    let goods = names.kind("goods");
    let (price, gold) = (names.property("price", Type::Number), names.own("gold", Type::Number));
    let sell = names.action("sell", 1);
    let names = names.finish().unwrap();
    let action = Action::new(sell, &["it"])
        .needs(Pattern::of(goods).named("it").exclusive())
        .effect(Effect::add_own(gold, Expr::var("it").get(price)))
        .effect(Effect::Destroy(Expr::var("it")));
    let mut catalogue = Catalogue::default();
    catalogue.add(&action, &names).unwrap();
    let rich = Expr::own(gold).at_least(100);
    let character = Character::new(names.clone())
        .goal(Goal::new("rich", GoalMode::Achieve, Pursuit::Condition(rich)).always(1))
        .selector(Chaining::new(names.clone(), &catalogue))
        .build()
        .unwrap();
    let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0);
    agent.memory_mut().set_own(gold, 0).unwrap();
    for n in 0..3 {
        agent.memory_mut().put(Thing::new(Id::new(n)).kind(goods).with(price, 50)).unwrap();
    }
    let mut sold = 0;
    for tick in 1..6 {
        let acts = agent.tick(Time::of_tick(tick, 1)).clone();
        for act in &acts.actions {
            catalogue.action(act.action).unwrap().apply(agent.memory_mut(), &act.arguments);
            sold += 1;
        }
    }
    assert_eq!((sold, agent.memory().own(gold)), (2, Some(100.into())), "the third is kept");
}

/// R-000-128: rows of relations, things that come into being and plain flags can be planned for too.
#[test]
fn relations_and_new_things_can_be_planned_for() {
    let mut names = Vocabulary::new();
    let (robot, loaf) = (names.kind("robot"), names.kind("loaf"));
    let at = names.relation("at", 2);
    let hot = names.own("hot", Type::Bool);
    let (drive, bake, heat) = (names.action("drive", 2), names.action("bake", 0), names.action("heat", 0));
    let (r1, kitchen) = (names.id("r1"), names.id("kitchen"));
    let names = names.finish().unwrap();
    let var = Expr::var;
    let row = || [var("robot"), var("to")];
    let create = Effect::Create { kind: loaf, name: "bread".into(), properties: Vec::new() };
    let mut catalogue = Catalogue::default();
    for action in [
        Action::new(drive, &["robot", "to"])
            .needs(Pattern::of(robot).named("robot"))
            .effect(Effect::Relate(at, row().into())),
        Action::new(heat, &[]).effect(Effect::set_own(hot, true)),
        Action::new(bake, &[])
            .needs(Expr::own(hot).holds())
            .needs(Condition::related(at, [Expr::from(r1).into(), Expr::from(kitchen).into()]))
            .effect(create),
    ] {
        catalogue.add(&action, &names).unwrap();
    }
    let planner = Chaining::new(names.clone(), &catalogue);
    let mut memory = Memory::new(names.clone());
    memory.put(Thing::new(r1).kind(robot)).unwrap();
    memory.set_own(hot, false).unwrap();
    let goal =
        Goal::new("bread", GoalMode::Achieve, Pursuit::Condition(Condition::exists(Pattern::of(loaf))));
    assert!(planner.select(&goal, &memory).is_some());
    let character = Character::new(names.clone()).goal(goal.always(1)).selector(planner).build().unwrap();
    let mut agent = Agent::new(memory, Arbiter::new(character), 1, 0);
    let mut done = Vec::new();
    for tick in 1..6 {
        let acts = agent.tick(Time::of_tick(tick, 1)).clone();
        done.extend(acts.display(&names));
        for act in &acts.actions {
            catalogue.action(act.action).unwrap().apply(agent.memory_mut(), &act.arguments);
        }
    }
    assert_eq!(done.last().map(String::as_str), Some("bake()"));
    assert_eq!(done.len(), 3, "{done:?}");
    assert!(done.contains(&"drive(r1, kitchen)".into()) && done.contains(&"heat()".into()), "{done:?}");
}
