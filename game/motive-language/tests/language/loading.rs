//! From text to characters: what is built, and what is reported.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{load_in, reports_in};
use motive_arbiter::Arbiter;
use motive_core::{Agent, Catalogue, Memory, Thing, Time, Type, Vocabulary};
use motive_language::{Files, Loaded, SourceText, WorldVocabulary, load, world_of};
use std::collections::BTreeMap;

/// A small world: monsters, gold and a way to walk.
fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.kind("monster");
    names.kind("gold");
    names.property("distance", Type::Number);
    names.property("amount", Type::Number);
    let colour = names.one_of(["red", "green", "blue"]);
    names.property("colour", colour);
    names.own("health", Type::Number);
    names.own("place", Type::Symbol);
    names.relation("at", 2);
    names.function("double", 1, motive_core::Purity::Pure, |_, arguments| {
        Some((arguments[0].number()? * 2.0).into())
    });
    names.action("flee", 1);
    names.action("pay", 1);
    names.action("wait", 0);
    names
}

fn load_text(text: &str) -> Loaded {
    load_in(&names(), text)
}

fn reports(text: &str) -> String {
    reports_in(&names(), text)
}

/// Plays the last mind of a text for one tick in a memory made by `fill`.
fn decide(text: &str, fill: impl FnOnce(&Vocabulary, &mut Memory)) -> Vec<String> {
    let loaded = load_text(text);
    assert!(loaded.problems.is_empty(), "{}", reports(text));
    let model = loaded.model.expect("no problems, so there is a model");
    let mut memory = Memory::new(model.vocabulary.clone());
    fill(&model.vocabulary, &mut memory);
    let character = model.mind(None).map(|mind| mind.character()).expect("a mind with goals").clone();
    let mut agent = Agent::new(memory, Arbiter::new(character), 1, 0);
    agent.tick(Time::default()).display(&model.vocabulary)
}

const GUARD: &str = "
    goal survive achieves Escape {
        when some monster { distance: ..10 } priority 100 - nearest(monster).distance updated
    }
    goal idle maintains Wait { priority 1 }
    program Escape {
        done when no monster { distance: ..10 }
        rule run when m: monster { distance: 0..10 lowest } do flee(m)
    }
    program Wait { otherwise do wait }
    conflicts flee with wait
    mind Guard = arbiter { goals survive, idle }
";

fn monster(names: &Vocabulary, number: u64, distance: f64) -> Thing {
    let kind = names.find_kind("monster").unwrap();
    Thing::new(motive_core::Id::new(number))
        .kind(kind)
        .with(names.find_property("distance").unwrap(), distance)
}

#[test]
fn a_text_becomes_a_character_that_decides() {
    let quiet = decide(GUARD, |_, _| {});
    assert_eq!(quiet, ["wait()"]);
    let hunted = decide(GUARD, |names, memory| {
        memory.put(monster(names, 1, 8.0)).unwrap();
        memory.put(monster(names, 2, 3.0)).unwrap();
    });
    assert_eq!(hunted, ["flee(#2)"]);
}

#[test]
fn an_ablation_is_a_line() {
    let text = format!("{GUARD} mind Calm = Guard but {{ without goals survive }}");
    let calm = decide(&text, |names, memory| memory.put(monster(names, 1, 3.0)).unwrap());
    assert_eq!(calm, ["wait()"]);
    let loaded = load_text(&format!("{GUARD} mind Slow = Guard but {{ updates off  persistence off }}"));
    let character = loaded.model.unwrap().minds.last().unwrap().character().clone();
    assert!(!character.profile().updates && !character.profile().binding.persistence);
}

/// The reference says which settings there are: the first word of a row and each of its values.
#[test]
fn every_setting_of_the_reference_can_be_written() {
    let reference = include_str!("../../../../docs/language/reference.md");
    let (_, table) = reference.split_once("Those of an arbiter:").unwrap();
    let rows = table.lines().skip(4).take_while(|line| line.starts_with('|'));
    let mut count = 0;
    for row in rows {
        let cell = row.split('|').nth(1).unwrap();
        let mut words = cell.split('`').skip(1).step_by(2);
        let (name, first) = words.next().unwrap().split_once(' ').unwrap();
        for value in std::iter::once(first).chain(words) {
            let text = format!("{GUARD} mind Other = Guard but {{ {name} {value} }}");
            assert!(load_text(&text).model.is_some(), "{name} {value}: {}", reports(&text));
            count += 1;
        }
        let wrong = format!("{GUARD} mind Other = Guard but {{ {name} fish }}");
        assert!(!load_text(&wrong).problems.is_empty(), "{name} takes anything");
    }
    assert!(count > 20, "{count}");
    let loaded = load_text(&format!("{GUARD} mind Quick = Guard but {{ show_actions off }}"));
    assert!(!loaded.model.unwrap().minds.last().unwrap().character().profile().show_actions);
}

/// A shopper who pays with gold: it would rather have green gold, more of it, and near.
const SHOPPER: &str = "
    goal buy maintains Buy { when self.health > 50, g: gold { colour: red } priority g.amount }
    program Buy {
        rule pay
            when g: gold prefer { distance: 1..5 lowest, colour: green }, take 2..10 highest of g.amount
            do   pay(g.amount)
    }
    mind Shopper = arbiter { goals buy }
";

fn gold(names: &Vocabulary, number: u64, distance: f64, amount: f64, colour: &str) -> Thing {
    Thing::new(motive_core::Id::new(number))
        .kind(names.find_kind("gold").unwrap())
        .with(names.find_property("distance").unwrap(), distance)
        .with(names.find_property("colour").unwrap(), names.find_symbol(colour).unwrap())
        .divisible(names.find_property("amount").unwrap(), amount)
}

/// What a shopper with a line of its own pays with 4 red gold far away and 30 green gold at hand.
fn paid(line: &str, healthy: bool) -> Vec<String> {
    let text = format!("{SHOPPER} mind Other = Shopper but {{ {line} }}");
    decide(&text, |names, memory| {
        memory.put(gold(names, 1, 9.0, 4.0, "red")).unwrap();
        memory.put(gold(names, 2, 3.0, 30.0, "green")).unwrap();
        memory.set_own(names.find_property("health").unwrap(), if healthy { 80 } else { 20 }).unwrap();
    })
}

/// Each ablation takes out what its line says.
#[test]
fn ablations_take_out_what_they_say() {
    assert_eq!(paid("", true), ["pay(10)"], "the best portion of the green gold");
    assert_eq!(paid("divisible off", true), ["pay(30)"], "the whole of it");
    assert_eq!(paid("ranges off", true), ["pay(30)"], "no range: all of what is preferred");
    assert_eq!(paid("preferences required", true), ["pay(10)"]);
    assert!(paid("", false).is_empty(), "the goal does not come up");
    assert_eq!(paid("all goals always", false), ["pay(10)"], "nothing is tested");
    let far = |line: &str| {
        let text = format!("{SHOPPER} mind Other = Shopper but {{ {line} }}");
        decide(&text, |names, memory| {
            memory.put(gold(names, 1, 9.0, 4.0, "red")).unwrap();
            memory.set_own(names.find_property("health").unwrap(), 80).unwrap();
        })
    };
    assert_eq!(far("preferences off"), ["pay(4)"]);
    assert!(far("preferences required").is_empty(), "red gold nine steps away is not what is required");
    assert_eq!(far("all goals always"), ["pay(4)"]);
}

/// Where a priority needs a thing that is not there, a goal that always comes up has the lowest that it writes out, or 10.
#[test]
fn a_goal_that_always_comes_up_has_a_priority_without_its_thing() {
    let priority = |line: &str| {
        let text = format!("{SHOPPER} mind Other = Shopper but {{ all goals always {line} }}");
        let model = load_text(&text).model.unwrap();
        let character = model.mind(None).map(|mind| mind.character()).unwrap().clone();
        let mut agent = Agent::new(Memory::new(model.vocabulary.clone()), Arbiter::new(character), 1, 0);
        let names = model.vocabulary.clone();
        agent.memory_mut().put(gold(&names, 2, 3.0, 30.0, "green")).unwrap();
        agent.tick(Time::default());
        agent.mind().tasks().map(|task| task.priority).collect::<Vec<f64>>()
    };
    assert_eq!(priority(""), [10.0], "there is no red gold");
    assert_eq!(priority("constant priorities buy 75"), [75.0]);
}

#[test]
fn a_setting_that_cannot_be_is_a_mistake_with_a_place() {
    let said = reports(&format!("{SHOPPER} mind Other = Shopper but {{ preferences requird }}"));
    assert!(said.contains("`requird` is not one of on, off, required"), "{said}");
    let said = reports(&format!("{SHOPPER} mind Other = Shopper but {{ rangs off }}"));
    assert!(said.contains("did you mean `ranges`?"), "{said}");
}

/// The same goals and programs under the arbitrators that GRUE is compared with.
#[test]
fn another_architecture_is_a_line() {
    let run = |architecture: &str| {
        let text = format!("{GUARD} mind Other = Guard but {{ architecture {architecture} }}");
        let model = load_text(&text).model.unwrap();
        let mut memory = Memory::new(model.vocabulary.clone());
        memory.put(monster(&model.vocabulary, 1, 3.0)).unwrap();
        let mut agent = Agent::new(memory, model.mind(None).unwrap().start().unwrap(), 1, 0);
        let decision = agent.tick(Time::default()).display(&model.vocabulary);
        (decision, agent.mind().pursued().iter().map(|task| task.goal.to_owned()).collect::<Vec<_>>())
    };
    let all = ["arbiter", "benson_nilsson", "minder", "drive_collection", "fixed_priority"].map(run);
    // All see the monster first; only the arbiter pursues the other goal at the same time.
    assert!(all.iter().all(|(decision, _)| decision[0] == all[0].0[0]), "{all:?}");
    assert!(all[0].1.len() > all[4].1.len(), "{all:?}");
    let errors = reports(&format!("{GUARD} mind Other = Guard but {{ architecture bensen }}"));
    assert!(errors.contains("benson_nilsson"), "{errors}");
}

/// The default mind is the last one of the file itself, not of a file that it uses.
#[test]
fn the_last_mind_is_the_files_own() {
    struct Shared;
    impl Files for Shared {
        fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
            Ok(SourceText::new(path, GUARD))
        }
    }
    let text = "use \"guard.motive\" mind Calm = Guard but { without goals survive }";
    let names = names();
    let world = WorldVocabulary { vocabulary: &names, catalogue: &Catalogue::default() };
    let model = load(SourceText::new("calm.motive", text), &world, &Shared).model.unwrap();
    assert_eq!(model.mind(None).unwrap().name, "Calm");
}

#[test]
fn part_of_a_quantity_can_be_taken_and_reads_as_the_part() {
    let text = "
        goal shop maintains Shop { priority 10 }
        program Shop { rule buy when purse: gold, take 15 of purse.amount do pay(purse.amount) }
        mind Shopper = arbiter { goals shop }";
    let decided = decide(text, |names, memory| {
        let gold = names.find_kind("gold").unwrap();
        let purse = Thing::new(motive_core::Id::new(1)).kind(gold);
        memory.put(purse.divisible(names.find_property("amount").unwrap(), 53.0)).unwrap();
    });
    assert_eq!(decided, ["pay(15)"]);
}

#[test]
fn where_one_of_and_named_conditions_narrow_the_choice() {
    let text = "
        let far = double(2)
        condition dangerous(m) when m.distance < far
        goal go maintains Go { priority 10 }
        program Go { rule run when m: monster { colour: red or green } where not dangerous(m) do flee(m) }
        mind Goer = arbiter { goals go }";
    let decided = decide(text, |names, memory| {
        let colour = names.find_property("colour").unwrap();
        for (number, distance, shade) in [(1, 3.0, "red"), (2, 9.0, "blue"), (3, 9.0, "green")] {
            let shade = names.find_symbol(shade).unwrap();
            memory.put(monster(names, number, distance).with(colour, shade)).unwrap();
        }
    });
    assert_eq!(decided, ["flee(#3)"]);
}

#[test]
fn many_things_are_counted_and_summed() {
    let text = "
        goal go maintains Go { priority 10 }
        program Go {
            rule many when count(monster { distance: ..5 }) >= 2,
                           sum(m.distance for m: monster where m.distance < 5) == 7
                do wait
        }
        mind Goer = arbiter { goals go }";
    let decided = decide(text, |names, memory| {
        for (number, distance) in [(1, 3.0), (2, 4.0), (3, 20.0)] {
            memory.put(monster(names, number, distance)).unwrap();
        }
    });
    assert_eq!(decided, ["wait()"]);
}

#[test]
fn a_typo_in_a_property_is_named_pointed_at_and_put_right() {
    let text = "program P { rule r when m: monster { distence: ..10 } do flee(m) }";
    let expected = expect_test::expect![[r#"
        error[unknown-property]: there is no property called `distence`
         --> test.motive:1:38
          |
        1 | program P { rule r when m: monster { distence: ..10 } do flee(m) }
          |                                      ^^^^^^^^ no such property
          |
          = help: did you mean `distance`?
    "#]];
    expected.assert_eq(&reports(text));
}

#[test]
fn ten_mistakes_give_ten_errors() {
    let text = "
goal g achieves Porgram { priority 20 }
goal h achieves P { when some monstre priority 1 }
goal i achieves P { priority self.helth }
program P {
    rule a when m: monster { distance: 10..5 } do flee(m)
    rule b when m: monster { colour: gren } do flee(m)
    rule c when m: monster do fle(m)
    rule d do flee(n)
    rule e when duoble(3) > 1 do wait
    rule f when m: monster do flee(m, m)
}
mind M = arbiter { goals g, h, i  profle motive }
";
    let loaded = load_text(text);
    let codes: Vec<&str> = loaded.problems.iter().map(|problem| problem.diagnostic.code.as_str()).collect();
    assert_eq!(
        codes,
        [
            "unknown-program",
            "unknown-kind",
            "unknown-property",
            "empty-range",
            "unknown-value",
            "unknown-action-or-program",
            "unknown-name",
            "unknown-function",
            "wrong-arity",
            "unknown-setting",
        ]
    );
    let helped = loaded.problems.iter().filter(|problem| !problem.diagnostic.help.is_empty()).count();
    assert!(helped >= 6, "{}", reports(text));
}

#[test]
fn wrong_types_are_refused() {
    for (bad, code) in [
        ("m: monster { distance: red }", "wrong-type"),
        ("m: monster { colour: 1..2 }", "wrong-type"),
        ("m: monster { colour: 3 }", "wrong-type"),
    ] {
        let loaded = load_text(&format!("program P {{ rule r when {bad} do flee(m) }}"));
        assert_eq!(loaded.problems[0].diagnostic.code, code, "{bad}");
        assert!(loaded.model.is_none());
    }
}

#[test]
fn what_uses_itself_is_refused_and_does_not_hang() {
    for text in [
        "let a = b let b = a goal g achieves P { priority a } program P { otherwise do wait }",
        "condition c when c goal g achieves P { when c priority 1 } program P { otherwise do wait }",
        "mind A = B but { } mind B = A but { }",
    ] {
        let loaded = load_text(text);
        assert!(loaded.model.is_none() && !loaded.problems.is_empty(), "{text}");
    }
}

struct Shelf(BTreeMap<&'static str, &'static str>);

impl Files for Shelf {
    fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
        self.0
            .get(path)
            .map(|text| SourceText::new(path, *text))
            .ok_or_else(|| "there is no such file".into())
    }
}

#[test]
fn files_use_each_other_even_in_circles() {
    let names = names();
    let world = WorldVocabulary { vocabulary: &names, catalogue: &Catalogue::default() };
    let shelf = Shelf(BTreeMap::from([
        ("programs.motive", "use \"main.motive\" program Wait { otherwise do wait }"),
        (
            "main.motive",
            "use \"programs.motive\" goal g maintains Wait { priority 1 } mind M = arbiter { goals g }",
        ),
    ]));
    let main = SourceText::new("main.motive", shelf.0["main.motive"]);
    let loaded = load(main, &world, &shelf);
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    assert_eq!(loaded.texts.len(), 2);
    assert_eq!(loaded.model.unwrap().minds[0].name, "M");
    let missing = load(SourceText::new("x.motive", "use \"nowhere.motive\""), &world, &shelf);
    assert_eq!(missing.problems[0].diagnostic.code, "unreadable");
}

#[test]
fn the_world_of_a_text_is_known_before_anything_else() {
    assert_eq!(world_of("// a\nworld pacman goal"), Some("pacman".into()));
    assert_eq!(world_of("goal g"), None);
}

#[test]
fn an_engine_that_is_not_there_is_named() {
    let loaded =
        load_text("goal g achieves machine Gard { priority 1 } machine Guard starts a { state a { } }");
    let diagnostic = &loaded.problems[0].diagnostic;
    assert_eq!(diagnostic.code, "unknown-machine");
    assert!(diagnostic.help[0].contains("`Guard`"), "{diagnostic:?}");
    assert!(loaded.model.is_none());
}
