//! Wrong files: each is reported with the code and the words that help, and nothing is built.

use crate::common::{load_in, reports_in};
use motive_core::{Type, Vocabulary};

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.kind("ghost");
    names.kind("dot");
    names.property("distance", Type::Number);
    names.property("blue", Type::Bool);
    names.own("health", Type::Number);
    let (left, right) = (names.symbol("left"), names.symbol("right"));
    let (north, south) = (names.symbol("north"), names.symbol("south"));
    names.own("heading", Type::OneOf([north, south].into()));
    let wave = names.action("wave", 1);
    names.takes(wave, [Type::OneOf([left, right].into())]);
    let flee = names.action("flee", 1);
    names.takes(flee, [Type::Id]);
    names.action("hold", 0);
    names
}

/// Each text has an error that contains the words.
fn check_errors(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let said = reports_in(&names(), text);
        assert!(said.contains(expected), "{text}\nexpected: {expected}\n{said}");
        assert!(load_in(&names(), text).model.is_none(), "{text}\n{said}");
    }
}

/// Each text gives a model, with a warning that contains the words, or without a warning if there are none.
fn check_warnings(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let said = reports_in(&names(), text);
        assert!(load_in(&names(), text).model.is_some(), "{text}\n{said}");
        let is_right = if expected.is_empty() { said.is_empty() } else { said.contains(expected) };
        assert!(is_right, "{text}\nexpected: {expected}\n{said}");
    }
}

#[test]
fn a_symbol_that_only_an_argument_has_is_known() {
    check_warnings(&[("program P { rule r do wave(left) }", "")]);
    check_errors(&[
        ("program P { rule r do wave(north) }", "`north` is not one of left, right"),
        ("program P { rule r do wave(letf) }", "did you mean `left`?"),
        ("task T { do wave(north) }", "`north` is not one of left, right"),
    ]);
}

#[test]
fn values_have_the_types_that_are_needed() {
    check_errors(&[
        (
            "goal g maintains P { priority self.heading } program P { otherwise do hold }",
            "a priority must be a number",
        ),
        ("condition c when self.heading == left", "`left` is not one of north, south"),
        ("condition c when left == north", "these can never be equal"),
        ("condition c when self.heading in 1..3", "what lies in a range must be a number"),
        ("condition c when self.heading in [north, left]", "`left` is not one of north, south"),
        ("condition c when self.health in [1, \"two\"]", "the value here must be a number"),
        ("condition c when some ghost { distance: > blue }", "there is no name called `blue`"),
        ("condition c when some ghost { blue: > 3 }", "`blue` is not a number"),
        ("condition c when some ghost { blue: any lowest }", "`blue` is not a number"),
        ("condition c when self.health.distance > 3", "`health` is a number, so it has no properties"),
        ("condition c when was(self.heading.distance) > 3", "so it has no properties"),
        ("let a = sum(g.blue for g: ghost)", "what is summed up or compared must be a number"),
        ("let a = abs(1, 2)", "`abs` takes 1 argument but is given 2"),
        ("let a = min(self.heading, 2)", "argument 1 of `min` must be a number"),
        ("let f(x: number) = x let a = f(self.heading)", "argument 1 of `f` must be a number"),
        (
            "condition c(x: number) when x > 2 condition d when c(self.heading)",
            "argument 1 of `c` must be a number",
        ),
        ("action a { effect self.heading += 1 }", "`heading` is not a number, so nothing can be added to it"),
        ("drive d { goal self.heading toward 3 }", "what a drive measures must be a number"),
        ("fact self.health", "this is a number, not true or false"),
        ("thing t: ghost { distance: divisible -1 }", "a divisible amount is a number from 0 on"),
    ]);
}

#[test]
fn the_result_of_a_task_has_a_type() {
    check_errors(&[
        (
            "task T { do let x = U(); flee(x) } task U { do hold; return 3 }",
            "argument 1 of `flee` must be a thing",
        ),
        ("task T { do let x = U(); hold } task U { do hold }", "`U` returns nothing"),
        ("task T { do hold; return 1; return 2 }", "a task has one `return`"),
        ("task T { method m when g: ghost do flee(g); return g }", "there is no name called `g`"),
    ]);
    check_warnings(&[("task T { do let x = U(); flee(x) } task U { needs g: ghost do hold; return g }", "")]);
}

#[test]
fn names_are_declared_once() {
    check_errors(&[
        ("program P { otherwise do hold } task P { do hold }", "`P` is already the name of a program"),
        ("program P(a, a) { otherwise do hold }", "there are two parameters called `a`"),
        ("enum e { x, x }", "`x` is listed twice"),
        ("enum e { x } enum e { y }", "there are two enumerations called `e`"),
        ("thing t thing t", "there are two things called `t`"),
        ("action a action a", "there are two actions called `a`"),
        ("relation r(a) relation r(a, b)", "`r` is already a relation of 1 columns"),
        (
            "drive d { goal self.health toward 3 } drive d { goal self.health toward 4 }",
            "there are two drives called `d`",
        ),
        ("machine M starts a { state a { do hold } state a { do hold } }", "there are two states called `a`"),
        (
            "goap G { sense s sense s want s priority 1 skill k { adds s do hold } }",
            "there are two symbols called `s`",
        ),
        (
            "task T { do hold } team C { role r do T role r do T member m takes r }",
            "there are two roles called `r`",
        ),
        ("task ask { do hold } team C { member m do ask }", "`ask` is an order"),
        (
            "goal g maintains P { priority 1 } program P { otherwise do hold } mind M = arbiter { goals g, g }",
            "has the goal `g` already",
        ),
        ("kind a of b kind b of a", "would be its own parent"),
        ("kind a of a", "would be its own parent"),
        ("kind a of goost", "did you mean `ghost`?"),
    ]);
}

#[test]
fn what_an_engine_would_refuse_is_reported_where_it_stands() {
    check_errors(&[
        ("mind M = program P program P(it) { otherwise do flee(it) }", "`P` has parameters"),
        ("mind M = program P(3) program P { otherwise do hold }", "only a task takes arguments here"),
        (
            "program P { otherwise do hold } mind M = arbiter { program Q { otherwise do hold } }",
            "no program called `Q` that this mind could replace",
        ),
        (
            "program P { otherwise do hold } mind M = arbiter { program P(a) { otherwise do hold } }",
            "has 0 parameters where it is declared, and 1 here",
        ),
        ("drive d weight -1 { goal self.health toward 3 }", "expected a number from 0 on"),
        ("drive d { idle 2 goal self.health toward 3 }", "expected a number from 0 to 1"),
        ("drive d { goal self.health toward 3 } mind M = plan for d", "there is no action to plan with"),
        ("object ghost like goost", "no object called `goost`"),
        ("blend hold with flee(x) into hold when self.health > 3", "a blend has no condition"),
        ("goap G { sense s want s priority 1 skill flee { adds s } }", "the action `flee` takes arguments"),
    ]);
}

#[test]
fn names_that_use_each_other_twice_do_not_explode() {
    let mut text = String::from("let a0 = self.health\n");
    for number in 1..30 {
        text.push_str(&format!("let a{number} = a{} + a{}\n", number - 1, number - 1));
    }
    check_errors(&[(&text, "this uses named values and conditions more than 4096 times")]);
}

#[test]
fn keywords_of_before_and_of_other_languages_are_understood() {
    check_errors(&[
        ("resource axe: ghost", "did you mean `thing`?"),
        ("progam P { otherwise do hold }", "did you mean `program`?"),
        (
            "goal g maintains P { if self.health > 3 priority 3 } program P { otherwise do hold }",
            "did you mean `when`?",
        ),
        ("goal g maintains P { priorty 3 } program P { otherwise do hold }", "did you mean `priority`?"),
        ("program P { otherwise do hold } mind M = arbitr { goals g }", "did you mean `arbiter`?"),
        ("program P { rule r if self.health > 3 then hold }", "did you mean `do`?"),
        ("program P { rule r when ghost { blue: true } do hold }", "write `some kind { ... }`"),
    ]);
}

#[test]
fn an_unknown_kind_lists_those_of_the_world() {
    check_errors(&[("condition c when some unicorn", "known here: ghost, dot")]);
}

#[test]
fn goals_that_never_come_up_and_rules_that_never_run_are_warned_about() {
    let program = "program P { done when no ghost rule r when some ghost do hold }";
    let goal = |case: &str| {
        format!("goal g achieves P {{ {case} }} {program} mind M = arbiter {{ goals g filter 5 }}")
    };
    check_warnings(&[
        (&goal("priority 10"), ""),
        (&goal("priority 3"), "its priority does not pass the filter of 5"),
        (&goal("when self.health > 3 priority self.health"), ""),
        (&goal("when false priority 10"), "its condition never holds"),
        (&goal("when 1 > 2 priority 10"), "its condition never holds"),
        (&goal("update priority 10"), "its cases only update a priority"),
        ("goal g achieves P { priority 10 } program P { otherwise do hold }", "program `P` never ends"),
        ("goal g maintains P { priority 10 } program P { otherwise do hold }", ""),
        ("program P { rule a do hold rule b when some ghost do hold }", "`a` before it has no condition"),
        ("program P { rule a when false do hold }", "its condition never holds"),
        (
            "program P { rule a when g: ghost do flee(g) rule b when g: ghost, self.health > 3 do hold }",
            "whenever it could, `a` before it does",
        ),
        ("program P { rule a when g: ghost, self.health > 3 do flee(g) rule b when g: ghost do hold }", ""),
        (
            "program P { rule a when g: ghost do Q rule b when g: ghost do hold } program Q { rule r when some dot do hold }",
            "",
        ),
    ]);
}

#[test]
fn what_is_nested_too_deep_is_reported_where_it_stands() {
    let sum = vec!["self.health"; 150].join(" + ");
    let text = format!("program P {{\n    rule r\n        when {sum} > 3\n        do   hold\n}}");
    let said = reports_in(&names(), &text);
    assert!(said.contains("can be nested 100 deep at most"), "{said}");
    assert!(said.contains("test.motive:3:14"), "{said}");
}
