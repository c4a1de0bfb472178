//! Tasks in `.motive` files.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_core::{Agent, Catalogue, Memory, Time, Type, Vocabulary};
use motive_language::{Loaded, NoFiles, SourceText, WorldVocabulary, load};

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.own("ammo", Type::Number);
    names.own("armed", Type::Bool);
    names.own("enemy", Type::Bool);
    names.own("at", Type::Number);
    for (action, arity) in
        [("fetch", 0), ("shoot", 0), ("rotate", 1), ("travel", 1), ("shout", 0), ("walk", 0)]
    {
        names.action(action, arity);
    }
    names
}

fn loaded(text: &str) -> Loaded {
    let (vocabulary, catalogue) = (names(), Catalogue::default());
    load(
        SourceText::new("tasks.motive", text),
        &WorldVocabulary { vocabulary: &vocabulary, catalogue: &catalogue },
        &NoFiles,
    )
}

/// What an agent does in the first ticks, with these truths and numbers of its own.
fn done(text: &str, own: &[(&str, f64)], ticks: u64) -> Vec<Vec<String>> {
    let loaded = loaded(text);
    let Some(model) = loaded.model else { panic!("{:#?}", loaded.problems) };
    let names = model.vocabulary.clone();
    let mut agent = Agent::new(Memory::new(names.clone()), model.minds[0].start().unwrap(), 1, 0);
    for (name, value) in own {
        let property = names.find_property(name).unwrap();
        match name {
            &"armed" | &"enemy" => agent.memory_mut().set_own(property, *value > 0.0).unwrap(),
            _ => agent.memory_mut().set_own(property, *value).unwrap(),
        };
    }
    (0..ticks).map(|tick| agent.tick(Time::of_tick(tick, 100_000)).display(&names)).collect()
}

/// The defender of the thesis, in our notation.
const DEFENDER: &str = "
    task DefendPoint(point) { do GetWeapon; GetAmmo; Defend(point) }
    task GetWeapon { achieves self.armed  do fetch }
    task GetAmmo {
        achieves self.ammo > 1
        do fetch
    }
    task Defend(point) {
        needs self.armed, self.ammo > 1
        do Reach(point); (Fight or rotate(7000))
    }
    task Reach(point) { achieves self.at == point  do travel(point) }
    task Fight { needs self.enemy  do shoot }
    goal hold maintains task DefendPoint(3) { priority 10 }
    mind Defender = arbiter { goals hold }
";

/// R-002-111, R-002-112, without the arena: unarmed it fetches, armed it goes to its point, there it looks around or shoots.
#[test]
fn the_defender_of_the_thesis() {
    let armed = [("armed", 1.0), ("ammo", 5.0)];
    let state = |more: &[(&'static str, f64)]| -> Vec<(&'static str, f64)> {
        armed.iter().chain(more).copied().collect()
    };
    assert_eq!(
        done(DEFENDER, &[("armed", 0.0), ("ammo", 5.0), ("at", 0.0), ("enemy", 0.0)], 1),
        [["fetch()"]]
    );
    assert_eq!(done(DEFENDER, &state(&[("at", 0.0), ("enemy", 0.0)]), 1), [["travel(3)"]]);
    assert_eq!(done(DEFENDER, &state(&[("at", 3.0), ("enemy", 0.0)]), 1), [["rotate(7000)"]]);
    assert_eq!(done(DEFENDER, &state(&[("at", 3.0), ("enemy", 1.0)]), 1), [["shoot()"]]);
}

#[test]
fn methods_values_and_things_done_at_once() {
    let text = "
        task Alarm {
            method loud  when self.enemy  do shout with shoot
            method quiet                  do let n = Count(20); rotate(n); (walk; walk) or shout
        }
        task Count(x) { do return x * 2 + self.ammo }
        mind Guard = task Alarm
    ";
    assert_eq!(done(text, &[("enemy", 1.0)], 1), [["shout()", "shoot()"]]);
    let quiet = done(text, &[("enemy", 0.0), ("ammo", 2.0)], 3);
    assert_eq!(quiet, [["rotate(42)"], ["walk()"], ["walk()"]]);
}

#[test]
fn a_task_calls_a_program() {
    let text = "
        task Watch { do Home; shout }
        program Home { done when self.at == 1  otherwise do walk }
        goal watch maintains Watch { priority 5 }
        mind Guard = arbiter { goals watch }
    ";
    assert_eq!(done(text, &[("at", 0.0)], 2), [["walk()"], ["walk()"]]);
    assert_eq!(done(text, &[("at", 1.0)], 1), [["shout()"]]);
}

/// Tasks, programs and networks are parts of each other, under one arbitration: a network is a primitive of a task that ends when what it
/// wants holds, and the more important goal gets what it proposes.
#[test]
fn tasks_programs_and_networks_under_one_arbitration() {
    let text = "
        conflicts among walk, shout, shoot
        task Round { do GetThere; shout }
        network GetThere profile signed goals 70 state 30 mean 20 threshold 20 {
            want  there
            sense there when self.at == 1
            sense away when self.at != 1
            skill step { needs away adds there takes 1 ticks do walk }
        }
        program Fight { rule strike when self.enemy do shoot }
        goal round maintains task Round { priority 10 }
        goal fight maintains Fight { when self.enemy priority 50 }
        mind Guard = arbiter { goals round, fight }
    ";
    let loaded = loaded(text);
    let Some(model) = loaded.model else { panic!("{:#?}", loaded.problems) };
    let names = model.vocabulary.clone();
    let mut agent = Agent::new(Memory::new(names.clone()), model.minds[0].start().unwrap(), 1, 0);
    let (at, enemy) = (names.find_property("at").unwrap(), names.find_property("enemy").unwrap());
    agent.memory_mut().set_own(at, 0.0).unwrap();
    agent.memory_mut().set_own(enemy, false).unwrap();
    let mut tick = 0..;
    let mut does = |agent: &mut Agent| {
        let time = Time::of_tick(tick.next().unwrap(), 100_000);
        agent.tick(time).display(&names).join(" ")
    };
    let walked = (0..10).any(|_| does(&mut agent) == "walk()");
    assert!(walked, "the network does the first step");
    agent.memory_mut().set_own(enemy, true).unwrap();
    assert_eq!(does(&mut agent), "shoot()");
    agent.memory_mut().set_own(enemy, false).unwrap();
    agent.memory_mut().set_own(at, 1.0).unwrap();
    let shouted = (0..10).any(|_| does(&mut agent) == "shout()");
    assert!(shouted, "the task goes on when the network has what it wants");
}

#[test]
fn mistakes_in_tasks_have_their_places() {
    let cases = [
        ("task A { do Bee }  task Be { do walk }", "Bee", "did you mean `Be`?"),
        ("task A(x) { do rotate(x, x) }", "rotate", ""),
        ("task A { do rotate(y) }", "y", ""),
        ("task A { do walk  method m do walk }", "task A { do walk  method m do walk }", "into a method"),
        ("task A { do forget x }", "forget x", ""),
        ("task A { do walk }  goal g maintains task B { priority 1 }", "B", ""),
        ("task A(x) { do walk }  goal g maintains task A { priority 1 }", "A", ""),
    ];
    for (text, marked, help) in cases {
        let problems = loaded(text).problems;
        let found = problems.iter().find(|problem| &text[problem.diagnostic.primary.span.clone()] == marked);
        let found = found.unwrap_or_else(|| panic!("{text}: {problems:#?}"));
        assert!(found.diagnostic.help.join(" ").contains(help), "{found:#?}");
    }
}

/// R-002-012: `and`, `or`, `not` and parentheses in eight formulas over two truths.
#[test]
fn conditions_of_tasks_follow_the_truth_tables() {
    type Formula = fn(bool, bool) -> bool;
    let formulas: [(&str, Formula); 8] = [
        ("self.armed and self.enemy", |a, b| a && b),
        ("self.armed or self.enemy", |a, b| a || b),
        ("not self.armed", |a, _| !a),
        ("not (self.armed and self.enemy)", |a, b| !(a && b)),
        ("not self.armed and self.enemy", |a, b| !a && b),
        ("not (self.armed or self.enemy)", |a, b| !(a || b)),
        ("not self.armed or self.enemy", |a, b| !a || b),
        ("(self.armed or self.enemy) and not (self.armed and self.enemy)", |a, b| a != b),
    ];
    for (text, formula) in formulas {
        for (armed, enemy) in [(false, false), (false, true), (true, false), (true, true)] {
            let mind =
                format!("task T {{ do Yes or walk }} task Yes {{ needs {text} do shout }} mind M = task T");
            let own = [("armed", f64::from(u8::from(armed))), ("enemy", f64::from(u8::from(enemy)))];
            let expected = if formula(armed, enemy) { "shout()" } else { "walk()" };
            assert_eq!(done(&mind, &own, 1), [[expected]], "{text} with {armed} and {enemy}");
        }
    }
}

/// R-002-013: arithmetic and comparisons; what has no value does not hold.
#[test]
fn conditions_of_tasks_reckon() {
    let holds = |condition: &str, ammo: f64| {
        let mind =
            format!("task T {{ do Yes or walk }} task Yes {{ needs {condition} do shout }} mind M = task T");
        done(&mind, &[("ammo", ammo), ("at", 0.0)], 1) == [["shout()"]]
    };
    assert!(holds("self.ammo * 2 > 150", 80.0));
    assert!(!holds("self.ammo * 2 > 150", 70.0));
    assert!(holds("(self.ammo + 10) / 4 == 5 and self.ammo - 3 <= 7", 10.0));
    assert!(!holds("self.ammo / self.at > 1", 80.0));
    assert!(!holds("self.ammo / self.at <= 1", 80.0));
    assert!(holds("not (self.ammo / self.at > 1)", 80.0));
}
