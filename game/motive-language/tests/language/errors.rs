//! Syntax errors and their messages.

use expect_test::{Expect, expect};
use motive_language::diagnostic::{Colour, NamedText, render_all};
use motive_language::syntax::parse;

fn check(text: &str, expected: Expect) {
    let parsed = parse(text);
    assert_eq!(parsed.syntax().text(), text);
    expected.assert_eq(&render_all(NamedText { name: "a.motive", text }, parsed.errors(), Colour::Off));
}

#[test]
fn a_misspelt_declaration() {
    check(
        "world pacman\ngaol eat achieves EatDots { priority 20 }\nprogram EatDots { done when no dot }\n",
        expect![[r#"
            error[misspelt]: `gaol` does not begin a declaration
             --> a.motive:2:1
              |
            2 | gaol eat achieves EatDots { priority 20 }
              | ^^^^ unknown keyword
              |
              = help: did you mean `goal`?
        "#]],
    );
}

#[test]
fn a_misspelt_clause() {
    check(
        "program P {\n    done when no dot\n    rull eat when d: dot do move(d)\n    rule rest do nothing\n}\n",
        expect![[r#"
            error[unexpected]: `rull` does not belong in a program
             --> a.motive:3:5
              |
            3 |     rull eat when d: dot do move(d)
              |     ^^^^ not expected here
              |
              = help: did you mean `rule`?
        "#]],
    );
}

#[test]
fn a_block_that_is_never_closed() {
    check(
        "program P {\n    rule a\n        when d: dot\n        do move(d)\n\ngoal g achieves P { priority 1 }\n",
        expect![[r#"
            error[unclosed]: expected `}`, found `goal`
             --> a.motive:4:19
              |
            1 | program P {
              |           - opened here
            ...
            4 |         do move(d)
              |                   ^ expected `}`
        "#]],
    );
}

#[test]
fn a_rule_without_do() {
    check(
        "program P {\n    rule a\n        when d: dot\n    rule b when do move\n}\n",
        expect![[r#"
        error[expected]: expected `do`, found `rule`
         --> a.motive:3:20
          |
        3 |         when d: dot
          |                    ^ expected `do`
          |
          = help: a rule ends with `do` and its steps; `do nothing` does nothing

        error[expected]: expected a condition or a value, found `do`
         --> a.motive:4:17
          |
        4 |     rule b when do move
          |                 ^^ expected a condition or a value
          |
          = help: such as `self.health < 40`, `some enemy`, `no free tile`, or `x: kind { size: 1..10 }`
    "#]],
    );
}

#[test]
fn clauses_out_of_order() {
    check(
        "program P { rule a do move when d: dot rule b when x when y do z }",
        expect![[r#"
        error[order]: `when` comes too late in this rule
         --> a.motive:1:28
          |
        1 | program P { rule a do move when d: dot rule b when x when y do z }
          |                            ^^^^
          |
          = help: the order is `when`, `while`, `until`, `at least`, `let`, `do`

        error[order]: this rule has a second `when`
         --> a.motive:1:54
          |
        1 | program P { rule a do move when d: dot rule b when x when y do z }
          |                                                      ^^^^
          |
          = help: join conditions with `,`, steps with `;`
    "#]],
    );
}

#[test]
fn one_equals_sign_and_chained_comparisons() {
    check(
        "condition c when self.x = 3, 1 < self.x < 3",
        expect![[r#"
        error[expected]: `=` sets a value; `==` compares
         --> a.motive:1:25
          |
        1 | condition c when self.x = 3, 1 < self.x < 3
          |                         ^ expected `==`
          |
          = help: write `==`

        error[chained]: comparisons do not chain
         --> a.motive:1:41
          |
        1 | condition c when self.x = 3, 1 < self.x < 3
          |                                         ^
          |
          = help: join two comparisons with `and`: `a < b and b < c`
    "#]],
    );
}

#[test]
fn requests_that_other_languages_write() {
    check(
        "condition c when some k { a >= 3, b: >= 3, c: != red, d: ~5, e 4 }",
        expect![[r#"
        error[expected]: expected `:` and a value, found `>=`
         --> a.motive:1:29
          |
        1 | condition c when some k { a >= 3, b: >= 3, c: != red, d: ~5, e 4 }
          |                             ^^ expected `:` and a value
          |
          = help: such as `size: 3`, `size: any`, `size: 1..10 highest`

        error[request-operator]: a request has no `>=`
         --> a.motive:1:38
          |
        1 | condition c when some k { a >= 3, b: >= 3, c: != red, d: ~5, e 4 }
          |                                      ^^
          |
          = help: write `10..` for at least 10

        error[request-operator]: a request has no `!=`
         --> a.motive:1:47
          |
        1 | condition c when some k { a >= 3, b: >= 3, c: != red, d: ~5, e 4 }
          |                                               ^^
          |
          = help: write `not` and the value

        error[expected]: expected `..`, found `,`
         --> a.motive:1:60
          |
        1 | condition c when some k { a >= 3, b: >= 3, c: != red, d: ~5, e 4 }
          |                                                            ^ expected `..`
          |
          = help: a soft bound belongs to a range: `~5..~10`

        error[expected]: expected `:` and a value, found `4`
         --> a.motive:1:64
          |
        1 | condition c when some k { a >= 3, b: >= 3, c: != red, d: ~5, e 4 }
          |                                                                ^ expected `:` and a value
          |
          = help: such as `size: 3`, `size: any`, `size: 1..10 highest`
    "#]],
    );
}

#[test]
fn separators_after_the_last() {
    check(
        "program P { rule a when x: k { a: 1, } do b; c; }\nenum e { a, b, }",
        expect![[r#"
        error[expected]: expected a property and its value, found `}`
         --> a.motive:1:38
          |
        1 | program P { rule a when x: k { a: 1, } do b; c; }
          |                                      ^ expected a property and its value
          |
          = help: `,` stands between two, not after the last

        error[expected]: expected another step, found `}`
         --> a.motive:1:49
          |
        1 | program P { rule a when x: k { a: 1, } do b; c; }
          |                                                 ^ expected another step
          |
          = help: `;` stands between two steps, not after the last

        error[expected]: expected a symbol, found `}`
         --> a.motive:2:16
          |
        2 | enum e { a, b, }
          |                ^ expected a symbol
          |
          = help: `,` stands between two, not after the last
    "#]],
    );
}

#[test]
fn a_binding_without_a_name() {
    check(
        "condition c when exclusive target, optional shared exclusive x: y",
        expect![[r#"
        error[expected]: expected a name and `:`, found `target`
         --> a.motive:1:28
          |
        1 | condition c when exclusive target, optional shared exclusive x: y
          |                            ^^^^^^ expected a name and `:`
          |
          = help: a thing that is bound needs a name: `x: kind`

        error[repeated]: `exclusive` has no place after `optional shared`
         --> a.motive:1:52
          |
        1 | condition c when exclusive target, optional shared exclusive x: y
          |                                                    ^^^^^^^^^
          |
          = help: a thing is bound either `shared` or `exclusive`, and each word is said once
    "#]],
    );
}

#[test]
fn brackets_that_do_not_match() {
    check(
        "let a = (1 + 2\nlet b = max(1, 2]\nlet c = 3)\nlet d = [1, 2\n",
        expect![[r#"
        error[unclosed]: expected `)`, found `let`
         --> a.motive:1:15
          |
        1 | let a = (1 + 2
          |         -     ^ expected `)`
          |         |
          |         opened here

        error[unclosed]: expected `)`, found `]`
         --> a.motive:2:17
          |
        2 | let b = max(1, 2]
          |            -    ^ expected `)`
          |            |
          |            opened here

        error[unexpected]: `)` closes nothing
         --> a.motive:3:10
          |
        3 | let c = 3)
          |          ^
          |
          = help: remove it

        error[unclosed]: expected `]`, found the end of the file
         --> a.motive:4:14
          |
        4 | let d = [1, 2
          |         -    ^ expected `]`
          |         |
          |         opened here
    "#]],
    );
}

#[test]
fn times_without_units() {
    check(
        "goal g achieves P { every 5 priority 3 }\nprogram P { rule a at least 2 do b }",
        expect![[r#"
        error[expected]: expected a unit of time, found `priority`
         --> a.motive:1:29
          |
        1 | goal g achieves P { every 5 priority 3 }
          |                             ^^^^^^^^ expected a unit of time
          |
          = help: one of `ms`, `s`, `min`, `ticks`

        error[expected]: expected a unit of time, found `do`
         --> a.motive:2:31
          |
        2 | program P { rule a at least 2 do b }
          |                               ^^ expected a unit of time
          |
          = help: one of `ms`, `s`, `min`, `ticks`
    "#]],
    );
}

#[test]
fn signs_of_other_languages() {
    check(
        "condition c when self.a && !self.b # why\nlet r = #|1 10|#\nlet s = ?x",
        expect![[r#"
            error[unknown-character]: this is not part of the language
             --> a.motive:1:25
              |
            1 | condition c when self.a && !self.b # why
              |                         ^^
              |
              = help: conditions are joined with the words `and`, `or` and `not`

            error[unknown-character]: this is not part of the language
             --> a.motive:1:28
              |
            1 | condition c when self.a && !self.b # why
              |                            ^
              |
              = help: conditions are joined with the words `and`, `or` and `not`

            error[unknown-character]: this is not part of the language
             --> a.motive:1:36
              |
            1 | condition c when self.a && !self.b # why
              |                                    ^
              |
              = help: comments start with `//`, value ranges are written `1..10`

            error[unknown-character]: this is not part of the language
             --> a.motive:2:9
              |
            2 | let r = #|1 10|#
              |         ^^
              |
              = help: comments start with `//`, value ranges are written `1..10`

            error[unknown-character]: this is not part of the language
             --> a.motive:2:15
              |
            2 | let r = #|1 10|#
              |               ^^
              |
              = help: conditions are joined with the words `and`, `or` and `not`

            error[unknown-character]: this is not part of the language
             --> a.motive:3:9
              |
            3 | let s = ?x
              |         ^
              |
              = help: variables need no `?`: write `x: kind`
        "#]],
    );
}

#[test]
fn a_goal_without_a_program() {
    check(
        "goal a { priority 3 }\ngoal b achieves { priority 3 }\ngoal c achieves P { when x 4 }\n",
        expect![[r#"
            error[expected]: expected `achieves` or `maintains`, found `{`
             --> a.motive:1:8
              |
            1 | goal a { priority 3 }
              |        ^ expected `achieves` or `maintains`
              |
              = help: a goal `achieves` a thing once, or `maintains` it

            error[expected]: expected the name of a program, found `{`
             --> a.motive:2:17
              |
            2 | goal b achieves { priority 3 }
              |                 ^ expected the name of a program
              |
              = help: such as `achieves GetTile` or `maintains task Defend(home)`

            error[expected]: expected `priority`, found `4`
             --> a.motive:3:28
              |
            3 | goal c achieves P { when x 4 }
              |                            ^ expected `priority`
              |
              = help: each case of a goal says how much it matters: `priority 50`
        "#]],
    );
}

#[test]
fn a_mind_without_a_body() {
    check(
        "mind A\nmind B = \nmind C = arbiter { goals , filter }\n",
        expect![[r#"
            error[expected]: expected `=`, found `mind`
             --> a.motive:1:7
              |
            1 | mind A
              |       ^ expected `=`
              |
              = help: `mind Guard = arbiter { ... }` or `mind Calm = Guard but { ... }`

            error[expected]: expected the name of a program, found `mind`
             --> a.motive:2:9
              |
            2 | mind B = 
              |         ^ expected the name of a program
              |
              = help: such as `achieves GetTile` or `maintains task Defend(home)`

            error[expected]: expected a goal, found `,`
             --> a.motive:3:26
              |
            3 | mind C = arbiter { goals , filter }
              |                          ^ expected a goal
        "#]],
    );
}

#[test]
fn ten_mistakes_are_ten_errors() {
    let text = "\
program P {
    done when no
    rule a when x: do move(x)
    rule b when y: dot { distance 3 } do move(y)
    rule c when z: dot do
    rule when w: dot do move(w)
    rule e when v: dot prefer { age: } do move(v)
    rule f when (u: dot do move(u)
    rule g when t: dot let = 3 do move(t)
    rule h while do move
    rull i do move
}
";
    let errors = parse(text).errors().to_vec();
    let lines: Vec<usize> =
        errors.iter().map(|error| text[..error.primary.span.start].matches('\n').count() + 1).collect();
    assert_eq!(lines, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "{errors:#?}");
}
