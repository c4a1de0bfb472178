//! Networks with skills for things: derived from actions with parameters, and made from templates.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_core::{Agent, Catalogue, Id, Memory, Mind, Thing, Time, Type, Vocabulary};
use motive_language::{Loaded, NoFiles, SourceText, WorldVocabulary, load};

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    let spot = names.kind("spot");
    names.kind_of("table", spot);
    names.kind("guest");
    for name in ["the_bed", "table_a", "table_b", "ann", "bob"] {
        names.id(name);
    }
    names.own("at", Type::Id);
    names.own("hunger", Type::Number);
    names.property("food", Type::Number);
    names.property("cups", Type::Number);
    names.action("go", 1);
    names.action("eat", 1);
    names.action("pour", 2);
    names
}

fn loaded(text: &str) -> Loaded {
    let (names, catalogue) = (names(), Catalogue::default());
    load(
        SourceText::new("things.motive", text),
        &WorldVocabulary { vocabulary: &names, catalogue: &catalogue },
        &NoFiles,
    )
}

/// A mind of a text in a memory with some things, by kind and name, each with food.
fn agent(text: &str, things: &[(&str, &str, f64)]) -> Agent<Box<dyn Mind>> {
    let loaded = loaded(text);
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    let model = loaded.model.unwrap();
    let names = model.vocabulary.clone();
    let mut memory = Memory::new(names.clone());
    for (kind, name, food) in things {
        let mut all = (*names).clone();
        let thing = Thing::new(all.id(name)).kind(names.find_kind(kind).unwrap());
        memory.put(thing.with(names.find_property("food").unwrap(), *food)).unwrap();
    }
    memory.set_own(names.find_property("hunger").unwrap(), 20).unwrap();
    Agent::new(memory, model.mind(None).unwrap().start().unwrap(), 1, 0)
}

/// Lets the agent act in a world that does as declared; gives what it did.
fn live(agent: &mut Agent<Box<dyn Mind>>, ticks: u64) -> Vec<String> {
    let names = agent.memory().shared_vocabulary().clone();
    let catalogue = commands(&names);
    let mut done: Vec<String> = Vec::new();
    for tick in 0..ticks {
        let decision = agent.tick(Time::of_tick(tick, 1)).clone();
        done.extend(decision.display(&names));
        for act in &decision.actions {
            let action = catalogue.action(act.action).unwrap();
            if action.can(agent.memory(), &act.arguments) {
                action.apply(agent.memory_mut(), &act.arguments);
            }
        }
    }
    done.dedup();
    done
}

/// What the actions of the texts do, in the world.
fn commands(names: &Vocabulary) -> Catalogue {
    use motive_core::{Action, Effect, Expr};
    let property = |name: &str| names.find_property(name).unwrap();
    let action = |name: &str| names.find_action(name).unwrap();
    let (at, hunger, food) = (property("at"), property("hunger"), property("food"));
    let it = || Expr::var("it");
    let go = Action::new(action("go"), &["it"]).effect(Effect::set_own(at, it()));
    let eat = Action::new(action("eat"), &["it"])
        .needs(Expr::own(at).equals(it()))
        .needs(it().get(food).at_least(1))
        .effect(Effect::add_own(hunger, 40))
        .effect(Effect::add(it(), food, -1));
    let cups = property("cups");
    let pour = Action::new(action("pour"), &["it", "to"]).effect(Effect::add(Expr::var("to"), cups, 1));
    let mut catalogue = Catalogue::default();
    for action in [go, eat, pour] {
        catalogue.add(&action, names).unwrap();
    }
    catalogue
}

const EATER: &str = "
    action go(there) { effect self.at = there }
    action eat(it) { needs self.at == it, it.food >= 1 effect self.hunger += 40; it.food -= 1 }
    object spot supplies go
    object table supplies eat
    network Eater threshold 10 {
        want self.hunger >= 90
        skills from actions
    }
    mind Eater = network Eater";

/// There is a skill for each thing that an action can be done with; what is needed for one thing is not taken for another. That
/// one portion is not enough does not matter: it brings what is wanted nearer.
#[test]
fn there_is_a_skill_for_each_thing() {
    let mut eater =
        agent(EATER, &[("spot", "the_bed", 0.0), ("table", "table_a", 0.0), ("table", "table_b", 5.0)]);
    let done = live(&mut eater, 60);
    assert!(done.contains(&"go(table_b)".to_owned()), "{done:?}");
    assert!(!done.contains(&"eat(table_a)".to_owned()), "there is nothing on it: {done:?}");
    assert!(!done.contains(&"eat(the_bed)".to_owned()), "{done:?}");
    let hunger = eater.memory().shared_vocabulary().find_property("hunger").unwrap();
    assert_eq!(eater.memory().own(hunger).unwrap().number(), Some(100.0), "{done:?}");
}

/// Things may be named with the actions, and actions may have several.
#[test]
fn things_are_named_where_no_object_says_so() {
    let text = EATER.replace("object spot supplies go", "").replace("object table supplies eat", "");
    let text = text.replace("skills from actions", "skills from actions: go(there: spot), eat(it: table)");
    let mut eater = agent(&text, &[("table", "table_a", 5.0)]);
    let done = live(&mut eater, 60);
    assert_eq!(done.first().map(String::as_str), Some("go(table_a)"), "{done:?}");
    assert!(done.contains(&"eat(table_a)".to_owned()), "{done:?}");
    let text = "
        action pour(it, to) { effect to.cups += 1 }
        network Host threshold 10 {
            want no guest { cups: < 1 }
            skills from actions: pour(it: table, to: guest)
        }
        mind Host = network Host";
    let mut host = agent(text, &[("table", "table_a", 1.0), ("guest", "ann", 0.0), ("guest", "bob", 0.0)]);
    let cups = host.memory().shared_vocabulary().find_property("cups").unwrap();
    let mut all = (**host.memory().shared_vocabulary()).clone();
    for guest in ["ann", "bob"] {
        let id = all.id(guest);
        host.memory_mut().set(id, cups, 0).unwrap();
    }
    let mut done = live(&mut host, 60);
    done.sort();
    assert_eq!(done, ["pour(table_a, ann)", "pour(table_a, bob)"]);
}

/// A skill that serves no goal is not done, however easy it is.
#[test]
fn what_is_of_no_use_now_is_left_out() {
    let text = EATER.replace("threshold 10", "threshold 10 state 200");
    let text = text.replace("want self.hunger >= 90", "want self.hunger >= 50 want no guest");
    let mut eater = agent(&text, &[("table", "table_a", 9.0), ("guest", "ann", 0.0)]);
    let done = live(&mut eater, 60);
    assert!(done.contains(&"eat(table_a)".to_owned()), "{done:?}");
    let hunger = eater.memory().shared_vocabulary().find_property("hunger").unwrap();
    assert_eq!(eater.memory().own(hunger).unwrap().number(), Some(60.0), "{done:?}");
}

/// The best thing stays the same as long as it fits; with `fresh` it is always the best.
#[test]
fn the_best_thing_is_kept_unless_it_is_to_be_fresh() {
    let walker = |fresh: &str| {
        let text = "
            action go(there) { effect self.hunger += 1 }
            network Walker threshold 10 {
                want self.hunger >= 90
                skills from actions: go(FRESH there: table prefer { food: any highest })
            }
            mind Walker = network Walker";
        let tables = [("table", "table_a", 5.0), ("table", "table_b", 3.0)];
        let mut walker = agent(&text.replace("FRESH", fresh), &tables);
        let names = walker.memory().shared_vocabulary().clone();
        let mut done = live(&mut walker, 10);
        let mut all = (*names).clone();
        let (table, food) = (all.id("table_b"), names.find_property("food").unwrap());
        walker.memory_mut().set(table, food, 9.0).unwrap();
        done.extend(live(&mut walker, 10));
        done.dedup();
        done
    };
    assert_eq!(walker(""), ["go(table_a)"]);
    assert_eq!(walker("fresh"), ["go(table_a)", "go(table_b)"]);
}

/// What an action is done with may be narrowed, and where something is preferred only the best is meant; an action may be named for several sorts of things.
#[test]
fn a_pattern_says_which_things_are_meant() {
    let eater = |list: &str| {
        let text = EATER.replace("skills from actions", &format!("skills from actions: {list}"));
        let spots = [("spot", "the_bed", 0.0), ("table", "table_a", 3.0), ("table", "table_b", 9.0)];
        live(&mut agent(&text, &spots), 60)
    };
    let only = |done: &[String], table: &str| {
        let eaten: Vec<&String> = done.iter().filter(|command| command.starts_with("eat")).collect();
        assert!(!eaten.is_empty() && eaten.iter().all(|command| command.contains(table)), "{done:?}");
    };
    only(&eater("go, eat(it: table { food: ..5 })"), "table_a");
    only(&eater("go, eat(it: table where it.food > 5)"), "table_b");
    only(&eater("go(there: table { food: any } prefer { food: any highest }), eat"), "table_b");
    only(&eater("go(there: table prefer { food: any lowest }), eat"), "table_a");
    // None of the first sort is there; the second is named too.
    only(&eater("go(there: guest), go(there: table where there.food > 5), eat"), "table_b");
}

/// Skills come and go with their things, and there are never too many.
#[test]
fn skills_come_and_go_with_their_things() {
    let mut eater = agent(EATER, &[("spot", "the_bed", 0.0)]);
    assert!(live(&mut eater, 20).iter().all(|command| !command.starts_with("eat")));
    let names = eater.memory().shared_vocabulary().clone();
    let (table, food) = (names.find_kind("table").unwrap(), names.find_property("food").unwrap());
    let thing = |number: u64| Thing::new(Id::new(number)).kind(table).with(food, 9.0);
    eater.memory_mut().put(thing(7)).unwrap();
    let done = live(&mut eater, 60);
    assert!(done.iter().any(|command| command.starts_with("eat")), "{done:?}");
    eater.memory_mut().remove(Id::new(7));
    let hunger = names.find_property("hunger").unwrap();
    eater.memory_mut().set_own(hunger, 0).unwrap();
    assert!(live(&mut eater, 20).iter().all(|command| !command.starts_with("eat")));
    for number in 0..2000 {
        eater.memory_mut().put(thing(100 + number)).unwrap();
    }
    let done = live(&mut eater, 40);
    assert!(done.iter().any(|command| command.starts_with("eat")), "{done:?}");
}

const WALKER: &str = "
    network Walker threshold 10 {
        want at_the_bed
        sense at_place(place) when self.at == place
        skill go_to(place) { needs not at_place adds at_place do go(place) }
    }
    mind Walker = network Walker";

/// R-003-074: a template of sensors looks at memory for the thing that is named, and a template of skills acts with it.
#[test]
fn templates_are_about_the_things_that_are_named() {
    let mut walker = agent(WALKER, &[("spot", "the_bed", 0.0), ("table", "table_a", 0.0)]);
    assert_eq!(live(&mut walker, 30), ["go(the_bed)"]);
    // It is there already, so there is nothing to do.
    let mut walker = agent(&WALKER.replace("at_the_bed", "at_table_a"), &[("table", "table_a", 0.0)]);
    let names = walker.memory().shared_vocabulary().clone();
    let mut all = (*names).clone();
    let (at, table) = (names.find_property("at").unwrap(), all.id("table_a"));
    walker.memory_mut().set_own(at, table).unwrap();
    assert!(live(&mut walker, 30).is_empty());
}

/// Derived skills that are not clear are reported, with help.
#[test]
fn what_is_not_clear_is_said() {
    let said = |text: &str| -> Vec<String> {
        let loaded = loaded(text);
        loaded.problems.iter().map(|problem| problem.diagnostic.message.clone()).collect()
    };
    let derived = |list: &str| {
        said(&format!(
            "action go(there) {{ effect self.at = there }} network N {{ skills from actions{list} }}"
        ))
    };
    let nothing = derived("");
    assert_eq!(nothing, ["`go` has parameters, and no object supplies it"]);
    assert_eq!(derived(": go(there: spt)"), ["there is no kind called `spt`"]);
    assert_eq!(derived(": go(there)"), ["expected a name and a kind of thing, such as `it: kind`"]);
    assert_eq!(derived(": go(a: spot, b: spot)"), ["`go` has 1 parameters, and 2 are written here"]);
    assert_eq!(derived(": gone"), ["there is no declared action called `gone`"]);
    let free = said("network N { sense at(place) when self.at == place }");
    assert_eq!(free, ["the parameter `place` is not a part of the name `at`"]);
    let counted = said("network N { sense at_place(place) counted 2 }");
    assert_eq!(counted, ["`counted` does not work with parameters: each sensor of a template stands alone"]);
    let twice = said("network N { sense at_place(place) sense at_place(place) }");
    assert_eq!(twice, ["`at_place` is sensed twice"]);
}

#[test]
fn templates_and_derived_skills_have_one_layout() {
    let text = "network N {
    sense at_place(place) when self.at == place
    skills from actions: go(there: spot),
                         eat(fresh it: table { food: 1.. } prefer { cups: any lowest })
}
";
    assert_eq!(motive_language::format::format(text).unwrap(), text);
    let loose = text.replace("(place) when", " ( place )   when").replace("there: spot", "there :spot");
    assert_eq!(motive_language::format::format(&loose).unwrap(), text);
}
