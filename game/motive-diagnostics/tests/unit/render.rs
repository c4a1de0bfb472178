use super::*;
use expect_test::{Expect, expect};

fn check(text: &str, diagnostic: &Diagnostic, expected: Expect) {
    expected.assert_eq(&render(NamedText { name: "a.motive", text }, diagnostic, Colour::Off));
}

#[test]
fn shows_the_place_and_the_help() {
    let text = "world pacman\ngoal x achieves\nprogram X {}\n";
    let diagnostic = Diagnostic::error("expected", 28..28, "expected a program")
        .with_label("here")
        .with_secondary(13..17, "of this goal")
        .with_help("name the program that achieves it");
    check(
        text,
        &diagnostic,
        expect![[r#"
            error[expected]: expected a program
             --> a.motive:2:16
              |
            2 | goal x achieves
              | ----           ^ here
              | |
              | of this goal
              |
              = help: name the program that achieves it
        "#]],
    );
}

#[test]
fn any_span_in_any_text_is_rendered() {
    for text in ["", "\n", "é", "a\r\nb", &"(".repeat(5000)] {
        for span in [0..0, 0..1, 1..9, 4000..4001] {
            let one = Diagnostic::error("x", span.clone(), "m").with_secondary(span, "s");
            assert!(!render(NamedText { name: "n", text }, &one, Colour::On).is_empty());
        }
    }
}

#[test]
fn far_places_are_named_by_position() {
    let text = format!("open {{\n{}end", "line\n".repeat(100));
    let end = text.len();
    let diagnostic =
        Diagnostic::error("unclosed", end..end, "missing `}`").with_secondary(5..6, "opened here");
    let report = render(NamedText { name: "n", text: &text }, &diagnostic, Colour::Off);
    assert!(report.contains("1:6: opened here"), "{report}");
}
