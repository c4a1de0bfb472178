//! What is done: actions in order, at once, or one for want of another; and effects, which are written the same way.

use super::expressions::Shape;
use super::*;

impl Parser<'_> {
    /// `a; b or c; d with e`
    pub(super) fn steps(&mut self) {
        self.start(STEPS);
        self.nested(|p| {
            p.alternatives();
            while p.at(SEMICOLON) {
                p.bump();
                let clause = p.at_clause_word() && !p.at_any_word(&["let", "when"]);
                if p.at(R_BRACE) || p.at(R_PAREN) || p.at(EOF) || clause {
                    p.expected("another step", "`;` stands between two steps, not after the last");
                    break;
                }
                p.alternatives();
            }
        });
        self.end();
    }

    fn alternatives(&mut self) {
        let first = self.checkpoint();
        self.weighted();
        if self.at_word("or") {
            self.start_at(first, ALTERNATIVES);
            while self.eat_word("or") {
                self.weighted();
            }
            self.end();
        }
    }

    /// `a with b weight 3`
    fn weighted(&mut self) {
        let first = self.checkpoint();
        self.together();
        if self.at_word("weight") {
            self.start_at(first, WEIGHTED);
            self.bump_word();
            self.sum();
            self.end();
        }
    }

    fn together(&mut self) {
        let first = self.checkpoint();
        self.step();
        if self.at_word("with") {
            self.start_at(first, TOGETHER);
            while self.eat_word("with") {
                self.step();
            }
            self.end();
        }
    }

    fn step(&mut self) {
        let named = self.nth_name(1);
        match self.word() {
            "nothing" if !matches!(self.nth(1), L_PAREN | DOT) => self.node(NOTHING_STEP, Self::bump_word),
            "note" if named => self.note_step(),
            "forget" if named => self.node(FORGET_STEP, |p| {
                p.bump_word();
                p.name_ref("the name of a bound thing", "");
            }),
            "not" => self.node(RETRACT_STEP, |p| {
                p.bump_word();
                p.postfix();
            }),
            "let" if named => self.let_step(),
            "return" if !matches!(self.nth(1), L_PAREN | DOT | EQ) => self.node(RETURN_STEP, |p| {
                p.bump_word();
                p.sum();
            }),
            "for" if named => self.node(FOR_STEP, |p| {
                p.bump_word();
                let outer = std::mem::replace(&mut p.block_follows, true);
                p.binder();
                p.block_follows = outer;
                p.step_block();
            }),
            "when" => self.node(WHEN_STEP, |p| {
                p.bump_word();
                p.condition_before_block();
                p.step_block();
            }),
            "plan" if self.at_plan_for() => self.plan_for(),
            "in" if self.nth_word(1, "any") => self.node(ANY_ORDER, |p| {
                p.bump_word();
                p.bump_word();
                if p.expect_word("order", "`in any order (a; b; c)`") && p.at(L_PAREN) {
                    p.paren_step();
                } else {
                    p.expected("`(` and the steps", "`in any order (a; b; c)`");
                }
            }),
            _ if self.at(L_PAREN) => self.paren_step(),
            _ if self.at_name() && self.at_expression() => self.call_or_assignment(),
            _ => self.expected(
                "something to do",
                "such as `move(left)`, `note target { value: x.id }` or `nothing`",
            ),
        }
    }

    fn paren_step(&mut self) {
        let opener = self.here();
        self.start(PAREN_STEP);
        self.bump();
        self.steps();
        self.close(R_PAREN, opener);
        self.end();
    }

    fn step_block(&mut self) {
        let opener = self.here();
        if self.expect(L_BRACE, "`{` and what to do", "") {
            self.inside_brackets(Self::steps);
            self.close(R_BRACE, opener);
        }
    }

    fn note_step(&mut self) {
        self.start(NOTE_STEP);
        self.bump_word();
        self.name_ref("the kind of note", "");
        if self.at(L_BRACE) {
            self.values();
        }
        self.end();
    }

    fn let_step(&mut self) {
        self.start(LET_STEP);
        self.bump_word();
        self.name("a name", "");
        if self.expect(EQ, "`=`", "") {
            self.sum();
        }
        self.end();
    }

    fn call_or_assignment(&mut self) {
        let first = self.checkpoint();
        let shape = self.postfix();
        let kind = match self.current() {
            EQ | PLUS_EQ | MINUS_EQ => {
                self.bump();
                self.sum();
                ASSIGN_STEP
            }
            _ if matches!(shape, Shape::Name | Shape::Call) => CALL_STEP,
            _ => {
                self.expected(
                    "`=`, `+=` or `-=`",
                    "a property is changed with `x.p = value`, `x.p += 1`, `x.p -= 1`",
                );
                ASSIGN_STEP
            }
        };
        self.start_at(first, kind);
        self.end();
    }

    /// `{ p: value, ... }`, the properties of something that is made.
    pub(super) fn values(&mut self) {
        self.start(VALUE_LIST);
        self.comma_block("a property and its value", Self::at_name, |p| {
            p.start(VALUE_FIELD);
            p.name_ref("a property's name", "");
            if p.expect(COLON, "`:` and a value", "such as `toward: tile_stack`") {
                if p.at_word("divisible") && matches!(p.nth(1), NUMBER | MINUS) {
                    p.bump_word();
                }
                p.expression();
            }
            p.end();
        });
        self.end();
    }

    /// `{ a, b, c }` with recovery; a comma after the last is allowed nowhere.
    pub(super) fn comma_block(&mut self, what: &str, starts: fn(&Self) -> bool, one: fn(&mut Self)) {
        let opener = self.here();
        self.bump();
        self.inside_brackets(|p| {
            while !p.at(R_BRACE) && !p.at(EOF) && !p.at_new_item() {
                if starts(p) {
                    p.nested(one);
                } else {
                    p.expected(what, "");
                    p.skip_until(|p| p.at(COMMA));
                }
                if p.at(COMMA) {
                    p.bump();
                    if p.at(R_BRACE) {
                        p.expected(what, "`,` stands between two, not after the last");
                    }
                } else if !p.at(R_BRACE) {
                    p.expected("`,` or `}`", "");
                    if !starts(p) && !p.at(EOF) && !p.current().closes() {
                        p.skip_until(|p| p.at(COMMA));
                        p.eat(COMMA);
                    } else if p.current().closes() {
                        break;
                    }
                }
            }
            p.close(R_BRACE, opener);
        });
    }
}
