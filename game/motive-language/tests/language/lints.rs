//! Warnings about tasks.

use motive_core::{Catalogue, Vocabulary};
use motive_language::diagnostic::DiagnosticLevel;
use motive_language::{Loaded, NoFiles, SourceText, WorldVocabulary, load};

/// The vocabulary of the cases.
const WORLD: &str = "
kind hero { at: enum(hall, cellar), fit: truth, ammo: number }
relation near(who, what)
action act
action shoot(x)
";

fn loaded(text: &str) -> Loaded {
    let world = WorldVocabulary { vocabulary: &Vocabulary::new(), catalogue: &Catalogue::default() };
    load(SourceText::new("tasks.motive", text), &world, &NoFiles)
}

/// The codes of all warnings, each with the words that it points at.
fn warnings(text: &str) -> Vec<(String, String)> {
    let text = format!("{WORLD}{text}");
    let loaded = loaded(&text);
    assert!(loaded.model.is_some(), "{text}\n{:?}", loaded.problems);
    let said = loaded.problems.into_iter().map(|problem| {
        assert_eq!(problem.diagnostic.severity, DiagnosticLevel::Warning);
        assert!(!problem.diagnostic.help.is_empty(), "{}", problem.diagnostic.message);
        let words = text.get(problem.diagnostic.primary.span.clone()).unwrap_or_default();
        (problem.diagnostic.code, words.to_owned())
    });
    said.collect()
}

fn said(text: &str, code: &str) -> Vec<String> {
    warnings(text).into_iter().filter(|(known, _)| known == code).map(|(_, words)| words).collect()
}

/// R-002-009: a condition that every first step needs, and the task does not.
#[test]
fn what_every_way_to_begin_needs_is_asked_late() {
    let ways = "task B(p) { needs self.fit, near(self, p)  do shoot(p) }
                task C { needs self.ammo > 1 and self.fit  do act }";
    let code = "W-HOIST";
    assert_eq!(said(&format!("task A(p) {{ do B(p) or C }} {ways}"), code), ["A"]);
    assert!(said(&format!("task A(p) {{ needs self.fit  do B(p) or C }} {ways}"), code).is_empty());
    // In terms of the caller.
    let text = format!("task A(x) {{ do B(x); C }} {ways}");
    let messages: Vec<String> = loaded(&format!("{WORLD}{text}"))
        .problems
        .into_iter()
        .map(|problem| problem.diagnostic.message)
        .collect();
    assert_eq!(
        messages,
        [
            "every first step of `A` needs `self.fit`, but the task does not",
            "every first step of `A` needs `near(self, x)`, but the task does not",
        ]
    );
    assert!(
        said(&format!("task A(x) {{ needs near(self, x), self.fit  do B(x); C }} {ways}"), code).is_empty()
    );
    // A task with `achieves` needs nothing where that holds already; an action without needs can always begin.
    assert!(
        said("task A { do B }  task B { achieves self.ammo > 1  needs self.fit  do act }", code).is_empty()
    );
    assert!(said(&format!("task A {{ do C or act }} {ways}"), code).is_empty());
    // Methods count as first steps, too.
    let methods =
        "task A { method one when self.fit, self.ammo > 1 do act  method two when self.fit do act; act }";
    assert_eq!(said(methods, code), ["A"]);
    assert!(said(&methods.replace("when self.fit do", "when self.ammo < 1 do"), code).is_empty());
    // A name that is bound later cannot be used before; a task that is planned ahead is never left half done.
    assert!(said("task A { do B }  task B { needs h: hero, h.fit  do shoot(h) }", code).is_empty());
    let ahead = format!("task A {{ do C }} {ways} mind M = task A ahead");
    assert!(said(&ahead, code).is_empty());
}

/// R-002-009: tasks that call themselves without an action in between.
#[test]
fn tasks_that_come_back_without_doing_anything() {
    let code = "W-LOOP";
    assert_eq!(said("task A { do B }  task B { do A; act }", code), ["A", "B"]);
    assert_eq!(said("task A { do Eat; A }  task Eat { achieves self.fit  do act }", code), ["A"]);
    assert_eq!(said("task A { do nothing or act; A }", code), ["A"]);
    assert_eq!(said("task A(x) { method one when self.fit do A(x)  method two do act }", code), ["A"]);
    assert!(said("task A { do act; A }", code).is_empty());
    assert!(said("task A { do act or shoot(self); A }", code).is_empty());
    assert!(said("task A { do B; A }  task B { do act with nothing }", code).is_empty());
    // Recursion over a list that gets shorter ends.
    let list = "task Go(l) { achieves near(self, first(l))  do shoot(first(l)) }";
    assert!(
        said(&format!("task A(l) {{ needs length(l) > 0  do Go(l); A(rest(l)) }} {list}"), code).is_empty()
    );
    assert_eq!(said(&format!("task A(l) {{ needs length(l) > 0  do Go(l); A(l) }} {list}"), code), ["A"]);
}

/// R-002-009: tasks that are never used. Files without minds are libraries.
#[test]
fn tasks_that_nothing_leads_to() {
    let code = "W-UNUSED";
    let tasks = "task A { do B }  task B { do act }  task C { do act }  task D { do C }";
    assert_eq!(said(&format!("{tasks} mind M = task A"), code), ["C", "D"]);
    assert!(said(tasks, code).is_empty());
    let goal = format!("{tasks} goal g maintains task D {{ priority 1 }} mind M = arbiter {{ goals g }}");
    assert_eq!(said(&goal, code), ["A", "B"]);
    // What is assigned, called by a rule, or fills a slot, is used.
    let team =
        format!("{tasks} team T {{ coordinator Main  member ann do D }} task Main {{ do only(ann, A) }}");
    assert!(said(&team, code).is_empty());
    let rule = format!(
        "{tasks} program P {{ rule r when self.fit do D }} program Q {{ otherwise do A }} mind M = P"
    );
    assert!(said(&rule, code).is_empty());
    let slot = "kind tactics { tactic: enum(A, B) }  task A { do act }  task B { do act }
                task Any { slot self.tactic }  mind M = task Any";
    assert!(said(slot, code).is_empty());
}

/// R-002-009: alternatives after one that cannot fail.
#[test]
fn alternatives_that_are_never_tried() {
    let code = "W-DEADALT";
    assert_eq!(said("task A { do nothing or shoot(self) }", code), ["shoot(self)"]);
    assert_eq!(said("task A { do B or act; act }  task B { do act or nothing }", code), ["act"]);
    assert_eq!(said("task A { method one do nothing  method two do act }", code), ["two"]);
    assert!(said("task A { do shoot(self) or nothing }", code).is_empty());
    assert!(said("task A { method one when self.fit do nothing  method two do act }", code).is_empty());
    assert!(said("task A { do B or act }  task B { needs self.fit }", code).is_empty());
    // With weights any alternative may come first, and a planner can take a choice back.
    assert!(said("task A { do nothing weight 2 or act weight 1 }", code).is_empty());
    assert!(said("task A { do nothing or act }  mind M = task A ahead", code).is_empty());
    let team = "task A { do wait or act }  team T { member ann do A }";
    assert_eq!(said(team, code), ["act"]);
}

/// R-002-009: a coordinator that assigns the same tasks over and over.
#[test]
fn orders_that_are_given_again_and_again() {
    let code = "W-MAINLOOP";
    let team = "team T { coordinator Main  member ann }  task Work { do act }";
    assert_eq!(said(&format!("{team} task Main {{ do assign(ann, Work) }}"), code), ["Main"]);
    assert_eq!(
        said(&format!("{team} task Main {{ do Begin; wait }} task Begin {{ do assign(ann, Work) }}"), code),
        ["Main"]
    );
    for ended in [
        "task Main { do assign(ann, Work); clear(coordinator) }",
        "task Main { do assign(ann, Work); Steer }  task Steer { do wait; Steer }",
        "task Main { needs some member { tasks: 0 }  do assign(ann, Work) }",
        "task Main { do only(ann, Work) }",
    ] {
        assert!(said(&format!("{team} {ended}"), code).is_empty(), "{ended}");
    }
    let unique = team.replace("coordinator", "unique on  coordinator");
    assert!(said(&format!("{unique} task Main {{ do assign(ann, Work) }}"), code).is_empty());
}

/// R-002-009: tasks that go somewhere without `achieves`.
#[test]
fn going_where_one_may_be_already() {
    let code = "W-NOGOALTRAVEL";
    let by_property = "action go(place) latched { effect self.at = place }";
    let by_relation = "action go(place) latched { effect near(self, place) }";
    for action in [by_property, by_relation] {
        assert_eq!(said(&format!("{action} task Walk(to) {{ do go(to) }}"), code), ["Walk"]);
    }
    let walk = format!("{by_property} task Walk(to) {{ achieves self.at == to  do go(to) }}");
    assert!(said(&walk, code).is_empty());
    // An action that is over at once is not waited for.
    assert!(said("action go(place) { effect self.at = place } task Walk(to) { do go(to) }", code).is_empty());
    // As the files of 2008 are written.
    assert_eq!(
        said("action do_TravelTo(x) latched  task TravelTo(x) { do do_TravelTo(x) }", code),
        ["TravelTo"]
    );
}

/// The work for large files is bounded.
#[test]
fn long_chains_of_tasks_are_looked_at_in_time() {
    let chain: String =
        (0..5_000).map(|at| format!("task T{at} {{ do T{} or nothing }}\n", at + 1)).collect();
    let text = format!("{WORLD}{chain}task T5000 {{ do T0; act }}\nmind M = task T0");
    let loops = loaded(&text).problems.iter().filter(|problem| problem.diagnostic.code == "W-LOOP").count();
    assert_eq!(loops, 5_001);
}
