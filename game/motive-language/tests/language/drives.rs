//! Drives, smart objects and plans for them, from text.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{load_in, reports_in};
use motive_arbiter::Arbiter;
use motive_core::{Agent, Memory, Point, Thing, Time, Type, Vocabulary};
use motive_language::Loaded;
use motive_language::diagnostic::DiagnosticLevel;
use motive_language::format::format;

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.kind("enemy");
    names.kind("item");
    names.own("position", Type::Point);
    let health = names.own("health", Type::Number);
    let mana = names.own("mana", Type::Number);
    names.limit(health, 0.0, 100.0);
    names.limit(mana, 0.0, 100.0);
    names
}

/// Appendix A of Sloan 2015.
const WIZARD: &str = "
    action melee(target: enemy) latched {
        needs  distance(self.position, target.position) <= 2
        effect target.health -= 30
    }
    action lightning(target: enemy) latched {
        needs  self.mana >= 20
        effect self.mana -= 20; target.health -= 30
    }
    action walk_to(target) latched {
        effect self.position = target.position
        reply  for e: enemy where e.health > 0 and distance(e.position, self.position) <= 2 { self.health -= 15 }
    }
    action drink(target: item) latched {
        needs  distance(self.position, target.position) <= 2
        effect self.mana += 40; forget target
    }
    object enemy supplies melee, lightning, walk_to
    object item  supplies drink, walk_to { manner stand_off 0.5 for walk_to }

    drive kill_all_enemies weight 1 {
        for e: enemy where e.health > 0 goal e.health toward 0 from 30 weight 2 until e.health <= 0
    }
    drive maximize_health { when self.health < 100 goal self.health toward 100 until self.health >= 100 }
    drive maximize_mana { when self.mana < 100 goal self.mana toward 100 curve linear until self.mana >= 100 }
    utility weighted_mean, but 0 when self.health <= 0
    ";

fn load_text(text: &str) -> Loaded {
    load_in(&names(), text)
}

fn reports(text: &str) -> String {
    reports_in(&names(), text)
}

/// What the last mind of a text does first, with the goblin at 20 and the potion at 10.
fn first(text: &str, mana: i32) -> Vec<String> {
    let loaded = load_text(text);
    // Nothing in the example heals, which is a warning and no error.
    let wrong = loaded.problems.iter().any(|problem| problem.diagnostic.severity == DiagnosticLevel::Error);
    assert!(!wrong, "{}", reports(text));
    let model = loaded.model.unwrap();
    let names = model.vocabulary.clone();
    let property = |name: &str| names.find_property(name).unwrap();
    let place = |z: f32| Point { x: 0.0, y: 0.0, z };
    let mut memory = Memory::new(names.clone());
    memory.set_own(property("position"), place(-10.0)).unwrap();
    memory.set_own(property("health"), 15).unwrap();
    memory.set_own(property("mana"), mana).unwrap();
    let thing = |number, kind: &str, z| {
        Thing::new(motive_core::Id::new(number))
            .kind(names.find_kind(kind).unwrap())
            .with(property("position"), place(z))
    };
    memory.put(thing(1, "enemy", 20.0).with(property("health"), 30)).unwrap();
    memory.put(thing(2, "item", 10.0)).unwrap();
    let character = model.mind(None).map(|mind| mind.character()).unwrap().clone();
    let mut agent = Agent::new(memory, Arbiter::new(character), 1, 0);
    agent.tick(Time::default()).display(&names)
}

/// R-001-009, R-001-026, R-001-117: Appendix A from a file, with no line of code: the wizard goes for the potion.
#[test]
fn appendix_a_is_planned_from_a_file() {
    let all = "mind Wizard = plan for kill_all_enemies, maximize_health, maximize_mana";
    assert_eq!(first(&format!("{WIZARD} {all}"), 0), ["walk_to(#2)"]);
    assert_eq!(first(&format!("{WIZARD} {all}"), 60), ["lightning(#1)"]);
}

/// R-001-009: every field of a drive survives being written out again, and none can be changed without a difference.
#[test]
fn a_drive_reads_back_as_it_was_written() {
    let text = format!("{WIZARD} mind W = plan for kill_all_enemies, maximize_health, maximize_mana");
    let built = |text: &str| {
        let model = load_text(text).model.unwrap_or_else(|| panic!("{}", reports(text)));
        format!("{:?}", model.minds[0].plan)
    };
    let written = format(&text).unwrap();
    assert_ne!(written, text);
    assert_eq!(built(&written), built(&text));
    for (field, other) in [
        ("kill_all_enemies weight 1", "kill_all_enemies weight 2"),
        ("toward 0 from 30", "toward 0 from 40"),
        ("weight 2 until", "weight 3 until"),
        ("until e.health <= 0", "until e.health <= 1"),
        ("where e.health > 0 goal", "where e.health > 1 goal"),
        ("when self.health < 100", "when self.health < 90"),
        ("curve linear", "curve power(2)"),
        (", but 0 when self.health <= 0", ""),
    ] {
        let changed = text.replacen(field, other, 1);
        assert_ne!(changed, text, "{field}");
        assert_ne!(built(&changed), built(&text), "{other}");
        assert_eq!(built(&format(&changed).unwrap()), built(&changed), "{other}");
    }
}

/// A goal of the arbiter may be pursued by a plan for some of the drives.
#[test]
fn a_goal_may_be_pursued_by_a_plan() {
    let goal = "goal refresh achieves plan for maximize_mana { priority 10 }
                mind Thirsty = arbiter { goals refresh }";
    assert_eq!(first(&format!("{WIZARD} {goal}"), 60), ["walk_to(#2)"], "only mana counts");
}

/// R-001-030: errors point at their place, with suggestions.
#[test]
fn mistakes_are_shown_where_they_are() {
    let wrong = |what: &str, with: &str| {
        let text = format!("{WIZARD} mind W = plan for maximize_mana").replace(what, with);
        assert_ne!(text, format!("{WIZARD} mind W = plan for maximize_mana"), "{what} is not in the text");
        reports(&text)
    };
    let report = wrong("plan for maximize_mana", "plan for maximise_mana");
    assert!(
        report.contains("there is no drive called `maximise_mana`") && report.contains("`maximize_mana`"),
        "{report}"
    );
    assert!(wrong("curve linear", "curve liner").contains("there is no curve called `liner`"));
    assert!(
        wrong("curve linear", "curve power(self.mana)")
            .contains("the parameters of a curve are plain numbers")
    );
    assert!(wrong("curve linear", "curve power(0)").contains("must be above 0"));
    assert!(wrong("toward 0 from 30", "toward 0").contains("the goal is always reached"));
    assert!(wrong("supplies drink", "supplies dring").contains("dring"));
    assert!(wrong("object item", "object itme").contains("there is no kind called `itme`"));
    assert!(wrong("weighted_mean", "wieghted_mean").contains("there is no utility called"));
    assert!(wrong("but 0 when", "but 1 when").contains("expected `but 0 when ...`"));
    assert!(wrong("manner stand_off", "manner stand_of").contains("there is no manner called `stand_of`"));
    assert!(
        wrong("{ when self.mana < 100", "{ hunger 3 when self.mana < 100")
            .contains("unknown setting of a drive")
    );
}

/// R-001-014: a drive from outside is written with `when`; one that never ends is warned about, once for all minds.
#[test]
fn a_drive_from_outside_says_when_it_is_over() {
    let text = |until: &str| {
        format!(
            "{WIZARD} drive be_ready when self.health < 10 {{ {until} goal self.mana toward 100 }}
             mind W = plan for be_ready, kill_all_enemies
             mind V = W but {{ hysteresis 0.1 }}"
        )
    };
    let report = reports(&text(""));
    let said = "the drive `be_ready` is external and is never dropped";
    assert_eq!(report.matches(said).count(), 1, "{report}");
    assert!(report.contains("never-ends") && report.contains("`until self.orders == none`"), "{report}");
    assert!(report.contains("drive be_ready when"), "it is shown at the drive: {report}");
    let report = reports(&text("until self.health > 20"));
    assert!(!report.contains("never"), "{report}");
    // It has no effect before it comes up: with 15 of health only the goblin counts.
    assert_eq!(first(&text("until self.health > 20").replace("< 10", "< 5"), 60), ["lightning(#1)"]);
}
