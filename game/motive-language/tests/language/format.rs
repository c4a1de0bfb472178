//! Layout, construct by construct.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use expect_test::{Expect, expect};
use motive_language::format::format;

fn check(text: &str, expected: Expect) {
    let once = format(text).unwrap();
    expected.assert_eq(&once);
    assert_eq!(format(&once).unwrap(), once);
}

#[test]
fn an_empty_text_stays_empty() {
    check("", expect![[""]]);
    check(" \n\n ", expect![[""]]);
    check(
        "\n// only a comment\n\n",
        expect![[r#"
        // only a comment
    "#]],
    );
}

#[test]
fn spaces_are_where_they_belong() {
    check(
        "let a=-1+2*- b . c\nlet p=( 1,2 )  let l=[ ]  condition c when x: k{a:~1 ..~ h.s highest,b : <3} prefer{c:any weight 2},d in ..5",
        expect![[r#"
            let a = -1 + 2 * -b.c
            let p = (1, 2)
            let l = []
            condition c when x: k { a: ~1..~h.s highest, b: < 3 } prefer { c: any weight 2 }, d in ..5
        "#]],
    );
    check(
        "program P{rule r at least 2s do a;b or c with(d;e)}",
        expect![[r#"
        program P {
            rule r
                at least 2 s
                do a; b or c with (d; e)
        }
    "#]],
    );
}

#[test]
fn long_lists_take_a_line_each() {
    check(
        "condition long when some_condition_with_a_name(first_argument, second_argument) and another_one(third_argument) or something_else, self.health > 3",
        expect![[r#"
            condition long when some_condition_with_a_name(first_argument, second_argument)
                                        and another_one(third_argument)
                                    or something_else,
                                self.health > 3
        "#]],
    );
    check(
        "let x = some_function(first_argument_of_many, second_argument_of_many, third_argument_of_many, fourth_argument)",
        expect![[r#"
            let x = some_function(
                first_argument_of_many,
                second_argument_of_many,
                third_argument_of_many,
                fourth_argument
            )
        "#]],
    );
    check(
        "enum names { first_name, second_name, third_name, fourth_name, fifth_name, sixth_name, seventh_name, eighth }",
        expect![[r#"
            enum names {
                first_name,
                second_name,
                third_name,
                fourth_name,
                fifth_name,
                sixth_name,
                seventh_name,
                eighth
            }
        "#]],
    );
}

#[test]
fn comments_stay_where_they_were() {
    check(
        "// above\nworld w // behind\n\n\n/* a */ goal g /* b */ achieves P { // c\n  // d\n  priority 1 // e\n\n  // f\n}\n// end",
        expect![[r#"
            // above
            world w  // behind

            /* a */
            goal g /* b */ achieves P {  // c
                // d
                priority 1  // e

                // f
            }
            // end
        "#]],
    );
    check(
        "condition c when a, // why\n b // because\n and /* not */ d",
        expect![[r#"
            condition c when a,  // why
                                 b  // because
                                 and /* not */ d
        "#]],
    );
    check(
        "let x = f(a, // first\n b)",
        expect![[r#"
        let x = f(
            a,  // first
            b
        )
    "#]],
    );
}

#[test]
fn blank_lines_between_paragraphs_are_kept_once() {
    check(
        "let a = 1\nlet b = 2\n\n\n\nlet c = 3\nprogram P {\n\n\n done when x\n\n\n rule r do y\n\n}\nlet d = 4",
        expect![[r#"
            let a = 1
            let b = 2

            let c = 3

            program P {
                done when x

                rule r
                    do y
            }

            let d = 4
        "#]],
    );
}

#[test]
fn priorities_stand_in_a_column_if_there_is_room() {
    check(
        "goal g achieves P { when a priority 1 when a_longer_one and b priority 2 updated priority 3 }",
        expect![[r#"
            goal g achieves P {
                when a                   priority 1
                when a_longer_one and b  priority 2 updated
                priority 3
            }
        "#]],
    );
    check(
        "goal g achieves P { when a priority 1 when a_very_long_condition_name(with_an_argument) and another_long_condition_name priority some_function(b) }",
        expect![[r#"
            goal g achieves P {
                when a priority 1
                when a_very_long_condition_name(with_an_argument) and another_long_condition_name
                    priority some_function(b)
            }
        "#]],
    );
}

#[test]
fn a_text_with_errors_is_left_alone() {
    let errors = format("goal g achieves { priority 1 }").unwrap_err();
    assert_eq!(errors.len(), 1);
}
