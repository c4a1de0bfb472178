//! Conditions are explained in the notation of the language: what is printed can be read back, and means the same.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{load_in, reports_in};
use motive_core::{Type, Vocabulary};

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    for kind in ["goblin", "potion", "door"] {
        names.kind(kind);
    }
    for property in ["health", "distance", "amount"] {
        names.property(property, Type::Number);
    }
    names.property("open", Type::Bool);
    names.own("mana", Type::Number);
    names.own("holding", Type::Any);
    names.relation("knows", 2);
    names
}

/// How a condition is explained.
fn explained(condition: &str) -> String {
    let text = format!("task T {{ needs {condition} do nothing }} mind M = task T");
    let loaded = load_in(&names(), &text);
    let model = loaded.model.unwrap_or_else(|| panic!("{condition}\n{}", reports_in(&names(), &text)));
    let task = model.minds[0].task.as_ref().unwrap();
    let definition = task.tasks.definitions().iter().find(|task| &*task.name == "T").unwrap();
    let parts: Vec<String> = definition.needs.iter().map(|need| need.display(&model.vocabulary)).collect();
    parts.join(", ")
}

/// Every form of condition comes back from its explanation.
#[test]
fn what_is_explained_can_be_read_back() {
    let forms = [
        "self.mana == 3",
        "self.mana != 3 and (self.mana < 5 or self.mana >= 7)",
        "not (self.mana > 3)",
        "self.holding == none",
        "self.holding != none",
        "g: goblin { health: > 0, distance: ..20 }",
        "g: goblin { health: 5.., distance: 0..20 lowest } where g.health < self.mana",
        "exclusive fresh g: goblin prefer { distance: any lowest, health: 1..~9 weight 2 }",
        "(g: goblin where g.health > 1) and self.mana > 2",
        "optional g: goblin",
        "some goblin { open: true or false }",
        "no goblin { health: [1, 2] }",
        "no free potion",
        "some thing { amount: any }",
        "count(goblin { health: > 0 }) >= 2",
        "nearest(potion).amount > (self.mana + 3) * 2",
        "farthest(potion { amount: > 1 }).amount > 2",
        "best(it: potion prefer { amount: any highest }).amount > 2",
        "sum(g.health for g: goblin where g.health > 1) > 4",
        "all(g.health > 1 for g: goblin)",
        "knows(self, any)",
        "was(self.mana) < self.mana",
        "(if self.mana > 3 then 1 else 2) == 1",
        "self.mana in [1, 2]",
    ];
    for form in forms {
        let once = explained(form);
        assert_eq!(explained(&once), once, "of {form}");
    }
}

/// What most people write is explained as they wrote it.
#[test]
fn explanations_are_written_as_people_write() {
    for form in [
        "self.mana == 3",
        "self.holding == none",
        "self.holding != none",
        "g: goblin { health: > 0, distance: ..20 lowest }",
        "some thing { amount: any }",
        "exclusive p: potion prefer { distance: any lowest }",
    ] {
        assert_eq!(explained(form), form);
    }
}
