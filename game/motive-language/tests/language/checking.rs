//! Errors and warnings of the checker: text in, diagnostics out.

use crate::common::{load_in, reports_in};
use expect_test::{Expect, expect};
use motive_core::{Purity, Type, Vocabulary};
use motive_language::DefinitionKind;

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.kind("ghost");
    names.kind("dot");
    names.property("distance", Type::Number);
    names.property("blue", Type::Bool);
    let dir = names.one_of(["n", "e", "s", "w"]);
    names.own("heading", dir.clone());
    names.own("health", Type::Number);
    let go = names.action("go", 1);
    names.takes(go, [dir.clone()]);
    let flee = names.action("flee", 1);
    names.takes(flee, [Type::Id]);
    names.action("say", 1);
    let way = names.function("way_to", 1, Purity::Volatile, |_, _| None);
    names.returns(way, dir);
    names
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&reports_in(&names(), text));
}

#[test]
fn a_priority_is_a_number() {
    check(
        r#"goal a maintains P { priority "high" }
goal b maintains P { priority self.heading }
goal c maintains P { priority 3 + self.health }
program P { rule x do say(1) }
mind M = arbiter { goals a, b, c }
"#,
        expect![[r#"
            error[wrong-type]: a priority must be a number, and this is a text
             --> test.motive:1:31
              |
            1 | goal a maintains P { priority "high" }
              |                               ^^^^^^ a number expected

            error[wrong-type]: a priority must be a number, and this is one of n, e, s, w
             --> test.motive:2:31
              |
            2 | goal b maintains P { priority self.heading }
              |                               ^^^^^^^^^^^^ a number expected
        "#]],
    );
}

#[test]
fn arguments_have_the_types_that_are_declared() {
    check(
        r#"program P(how: number) {
    rule a when g: ghost do go("nowhere")
    rule b when g: ghost do go(g)
    rule c when g: ghost do go(way_to(g))
    rule d do flee(3)
    rule e do P("much")
}
"#,
        expect![[r#"
            error[wrong-type]: argument 1 of `go` must be one of n, e, s, w, and this is a text
             --> test.motive:2:32
              |
            2 |     rule a when g: ghost do go("nowhere")
              |                                ^^^^^^^^^ one of n, e, s, w expected

            error[wrong-type]: argument 1 of `go` must be one of n, e, s, w, and this is a thing
             --> test.motive:3:32
              |
            3 |     rule b when g: ghost do go(g)
              |                                ^ one of n, e, s, w expected

            error[wrong-type]: argument 1 of `flee` must be a thing, and this is a number
             --> test.motive:5:20
              |
            5 |     rule d do flee(3)
              |                    ^ a thing expected

            error[wrong-type]: argument 1 of `P` must be a number, and this is a text
             --> test.motive:6:17
              |
            6 |     rule e do P("much")
              |                 ^^^^^^ a number expected
        "#]],
    );
}

#[test]
fn operands_have_types() {
    check(
        r#"condition a when self.health < "low"
condition b when self.heading == 3
condition c when some ghost { distance: "far" }
let d = 1 + self.heading
program P { rule x when a, b, c do say(d) }
"#,
        expect![[r#"
            error[wrong-type]: what is compared by size must be a number, and this is a text
             --> test.motive:1:32
              |
            1 | condition a when self.health < "low"
              |                                ^^^^^ a number expected

            error[wrong-type]: the value here must be one of n, e, s, w, and this is a number
             --> test.motive:2:34
              |
            2 | condition b when self.heading == 3
              |                                  ^ one of n, e, s, w expected

            error[wrong-type]: the value here must be a number, and this is a text
             --> test.motive:3:41
              |
            3 | condition c when some ghost { distance: "far" }
              |                                         ^^^^^ a number expected

            error[wrong-type]: an operand of arithmetic must be a number, and this is one of n, e, s, w
             --> test.motive:4:13
              |
            4 | let d = 1 + self.heading
              |             ^^^^^^^^^^^^ a number expected
        "#]],
    );
}

#[test]
fn a_kind_that_is_not_there_lists_those_that_are() {
    check(
        "condition c when some tank\nprogram P { rule x when c do say(1) }\n",
        expect![[r#"
            error[unknown-kind]: there is no kind called `tank`
             --> test.motive:1:23
              |
            1 | condition c when some tank
              |                       ^^^^ no such kind
              |
              = help: known here: ghost, dot
        "#]],
    );
}

#[test]
fn misspelt_keywords_are_read_as_what_was_meant() {
    check(
        "goal a maintains P { priorty 3 }
program P { rule x if some dot do say(1) }
mind M = arbitr { goals a }
",
        expect![[r#"
            error[misspelt]: `priorty` does not belong in a goal
             --> test.motive:1:22
              |
            1 | goal a maintains P { priorty 3 }
              |                      ^^^^^^^ not expected here
              |
              = help: did you mean `priority`?

            error[misspelt]: `if` does not belong in a rule
             --> test.motive:2:20
              |
            2 | program P { rule x if some dot do say(1) }
              |                    ^^ not expected here
              |
              = help: did you mean `when`?

            error[misspelt]: `arbitr` does not belong in a mind
             --> test.motive:3:10
              |
            3 | mind M = arbitr { goals a }
              |          ^^^^^^ not expected here
              |
              = help: did you mean `arbiter`?
        "#]],
    );
}

#[test]
fn what_can_never_happen_is_warned_about() {
    check(
        "goal a achieves P { priority 3 }
goal b maintains P { priority 3 }
goal c maintains P { update priority 3 }
program P {
    rule x do say(1)
    rule y when some dot do say(2)
}
mind M = arbiter { goals a, c }
",
        expect![[r#"
            warning[never-achieved]: goal `a` is never achieved: program `P` never ends
             --> test.motive:1:17
              |
            1 | goal a achieves P { priority 3 }
              |                 ^
              |
              = help: add `done when ...` to `P`, or write `maintains P`

            warning[never-comes-up]: goal `b` never comes up: no mind has it
             --> test.motive:2:6
              |
            2 | goal b maintains P { priority 3 }
              |      ^
              |
              = help: add it to a mind: `goals b`

            warning[never-comes-up]: goal `c` never comes up: its cases only update a priority
             --> test.motive:3:6
              |
            3 | goal c maintains P { update priority 3 }
              |      ^
              |
              = help: add a case without `update`, such as `priority 20`

            warning[never-runs]: rule `y` never runs: `x` before it has no condition, so it always runs
             --> test.motive:6:10
              |
            6 |     rule y when some dot do say(2)
              |          ^
              |
              = help: put `x` last, or give it a `when`
        "#]],
    );
}

#[test]
fn every_name_leads_to_its_definition() {
    let text = "let near = 10
condition close(g) when g.distance < near
program P { rule x when it: ghost, close(it) do flee(it) }
goal g maintains P { priority near }
mind M = arbiter { goals g }
";
    let loaded = load_in(&names(), text);
    assert!(loaded.model.is_some(), "{:?}", loaded.problems);
    let index = loaded.checked.index();
    let show = |offset: usize| {
        let id = index.definition_at(0, offset).expect("there is a name");
        let definition = index.definition(id).expect("it is defined");
        let places: Vec<usize> = index.references_of(id).iter().map(|place| place.span.start).collect();
        (definition.kind, definition.name.clone(), places)
    };
    let at = |part: &str| text.find(part).expect("it is there");
    assert_eq!(
        show(at("near\nprogram")),
        (DefinitionKind::Value, "near".into(), vec![4, at("near\nprogram"), at("near }")])
    );
    assert_eq!(show(at("ghost")), (DefinitionKind::Kind, "ghost".into(), vec![at("ghost")]));
    assert_eq!(show(at("flee")).0, DefinitionKind::Action);
    assert_eq!(
        show(at("it)")),
        (DefinitionKind::Variable, "it".into(), vec![at("it: ghost"), at("it) do"), at("it) }")])
    );
    assert_eq!(
        show(at("P { priority")),
        (DefinitionKind::Program, "P".into(), vec![at("P { rule"), at("P { priority")])
    );
    assert_eq!(index.type_at(0, at("distance")), Some(&Type::Number));
    assert_eq!(index.type_at(0, at("it) }")), Some(&Type::Id));
    let visible = |offset: usize| -> Vec<String> {
        let locals = index.in_scope(0, offset).filter(|(_, one)| one.visible.is_some());
        locals.map(|(_, local)| local.name.clone()).collect()
    };
    assert_eq!(visible(at("flee")), ["it"]);
    assert_eq!(visible(at("goal g")), Vec::<String>::new());
    assert!(index.in_scope(0, 0).any(|(_, one)| one.kind == DefinitionKind::Kind && one.name == "dot"));
}
