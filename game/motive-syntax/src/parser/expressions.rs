//! Conditions and expressions, loosest first: `or`, `and`, `not`, comparisons, sums, products, minus, properties.

use super::*;

/// What a primary turned out to be; steps ask.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Name,
    Call,
    Field,
    Other,
}

/// Words that never begin an expression, so that a forgotten condition is noticed where it is missing. As names they
/// need backquotes.
pub const NOT_NAMES: &[&str] = &[
    "and",
    "or",
    "in",
    "then",
    "else",
    "where",
    "prefer",
    "when",
    "do",
    "let",
    "rule",
    "otherwise",
    "priority",
    "updated",
];

const UNITS: &[&str] = &["ms", "s", "min", "tick", "ticks"];

const EXAMPLES: &str =
    "such as `self.health < 40`, `some enemy`, `no free tile`, or `x: kind { size: 1..10 }`";

impl Parser<'_> {
    /// Conditions separated by commas, all of which must hold; names are bound from left to right.
    pub(super) fn condition(&mut self) {
        self.start(CONDITION);
        self.expression();
        while self.at(COMMA) && !self.nth_word(1, "but") {
            self.bump();
            self.expression();
        }
        self.end();
    }

    /// A condition before a block, where `{` opens the block.
    pub(super) fn condition_before_block(&mut self) {
        let outer = std::mem::replace(&mut self.block_follows, true);
        self.condition();
        self.block_follows = outer;
    }

    pub(super) fn expression(&mut self) {
        self.nested(Self::disjunction);
    }

    pub(super) fn at_expression(&self) -> bool {
        match self.current() {
            NUMBER | STRING | QUOTED | L_PAREN | L_BRACK | MINUS => true,
            IDENT => !self.never_name(0) && !self.at_new_item(),
            _ => false,
        }
    }

    /// Whether a word is one that is no name.
    pub(super) fn never_name(&self, ahead: usize) -> bool {
        self.nth(ahead) == IDENT && NOT_NAMES.contains(&self.nth_text(ahead))
    }

    fn chain(&mut self, kind: SyntaxKind, operand: fn(&mut Self), operator: fn(&mut Self) -> bool) {
        let first = self.checkpoint();
        operand(self);
        let mut open = false;
        while operator(self) {
            if !open {
                self.start_at(first, kind);
                open = true;
            }
            // The operator is still to be read: only then does the node hold it.
            if self.at(IDENT) {
                self.bump_word();
            } else {
                self.bump();
            }
            operand(self);
        }
        if open {
            self.end();
        }
    }

    fn disjunction(&mut self) {
        self.chain(OR_EXPR, Self::conjunction, |p| p.at_word("or"));
    }

    fn conjunction(&mut self) {
        self.chain(AND_EXPR, Self::negation, |p| p.at_word("and"));
    }

    fn negation(&mut self) {
        if self.at_word("not") {
            self.start(NOT_EXPR);
            self.bump_word();
            self.nested(Self::negation);
            self.end();
        } else {
            self.comparison();
        }
    }

    fn comparison(&mut self) {
        let first = self.checkpoint();
        self.sum();
        if self.at_word("in") {
            self.start_at(first, IN_EXPR);
            self.bump_word();
            self.range_or_sum();
            self.end();
        } else if self.at_comparison() {
            self.start_at(first, COMPARE_EXPR);
            self.comparison_operator();
            self.sum();
            self.end();
        }
        if self.at_comparison() {
            let help = "join two comparisons with `and`: `a < b and b < c`";
            let error = Diagnostic::error("chained", self.here(), "comparisons do not chain").with_help(help);
            self.error(error);
            self.start(ERROR);
            self.bump();
            self.sum();
            self.end();
        }
    }

    fn at_comparison(&self) -> bool {
        matches!(self.current(), EQ_EQ | NOT_EQ | LESS | LESS_EQ | MORE | MORE_EQ | EQ)
    }

    fn comparison_operator(&mut self) {
        if self.at(EQ) {
            let error = Diagnostic::error("expected", self.here(), "`=` sets a value; `==` compares")
                .with_label("expected `==`")
                .with_help("write `==`");
            self.error(error);
        }
        self.bump();
    }

    pub(super) fn sum(&mut self) {
        self.chain(SUM_EXPR, Self::product, |p| matches!(p.current(), PLUS | MINUS));
    }

    fn product(&mut self) {
        self.chain(PRODUCT_EXPR, Self::minus, |p| matches!(p.current(), STAR | SLASH | PERCENT));
    }

    fn minus(&mut self) {
        if self.at(MINUS) {
            self.start(NEGATE_EXPR);
            self.bump();
            self.nested(Self::minus);
            self.end();
        } else {
            self.postfix();
        }
    }

    /// A primary and the properties asked of it.
    pub(super) fn postfix(&mut self) -> Shape {
        let first = self.checkpoint();
        let shape = self.primary();
        if !self.at(DOT) {
            return shape;
        }
        self.start_at(first, FIELD_EXPR);
        while self.eat(DOT) {
            self.name_ref("a property's name", "");
        }
        self.end();
        Shape::Field
    }

    fn primary(&mut self) -> Shape {
        match self.current() {
            NUMBER => self.number(),
            STRING => self.node(LITERAL, Self::bump),
            L_PAREN => self.parenthesis(),
            L_BRACK => self.list(),
            IDENT | QUOTED if self.at_pattern() => self.pattern(),
            IDENT if self.at_any_word(&["some", "no"]) && !matches!(self.nth(1), DOT | L_PAREN) => {
                self.bump_word();
                self.expected("a kind of thing", "such as `some enemy` or `no free tile { distance: 0 }`");
            }
            IDENT if self.at_word("if") => self.conditional(),
            IDENT if self.at_word("take") && self.take_follows() => self.take(),
            IDENT if self.at_any_word(&["true", "false"]) => self.node(LITERAL, Self::bump_word),
            IDENT | QUOTED if self.at_expression() => return self.name_or_call(),
            _ => self.missing_expression(),
        }
        Shape::Other
    }

    fn missing_expression(&mut self) {
        self.expected("a condition or a value", EXAMPLES);
        // Strange characters in the middle of an expression are not worth losing the rest for.
        if matches!(self.current(), UNKNOWN | TILDE) {
            self.node(ERROR, Self::bump);
            if self.at_expression() {
                self.nested(|p| {
                    p.postfix();
                });
            }
        }
    }

    fn number(&mut self) {
        let has_unit = self.nth(1) == IDENT && UNITS.contains(&self.nth_text(1)) && self.nth(2) != COLON;
        if has_unit {
            self.start(DURATION);
            self.bump();
            self.bump_word();
            self.end();
        } else {
            self.node(LITERAL, Self::bump);
        }
    }

    /// A length of time, such as `2 s`.
    pub(super) fn duration(&mut self, what: &str) {
        if self.at(NUMBER) {
            let is_bare = !(self.nth(1) == IDENT && UNITS.contains(&self.nth_text(1)));
            self.number();
            if is_bare {
                self.expected("a unit of time", "one of `ms`, `s`, `min`, `ticks`");
            }
        } else {
            self.expected(what, "a number and a unit: `200 ms`, `2 s`, `5 ticks`");
        }
    }

    fn parenthesis(&mut self) {
        let opener = self.here();
        let first = self.checkpoint();
        self.bump();
        let mut coordinates = 0;
        self.inside_brackets(|p| {
            p.expression();
            while p.eat(COMMA) {
                coordinates += 1;
                p.expression();
            }
            p.close_or_skip(R_PAREN, opener);
        });
        self.start_at(first, if coordinates == 0 { PAREN_EXPR } else { POINT_EXPR });
        self.end();
    }

    fn list(&mut self) {
        let opener = self.here();
        self.start(LIST_EXPR);
        self.bump();
        self.inside_brackets(|p| {
            if !p.at(R_BRACK) {
                p.listed(Self::expression);
            }
            p.close_or_skip(R_BRACK, opener);
        });
        self.end();
    }

    /// Closes a bracket after skipping what does not belong before it.
    fn close_or_skip(&mut self, kind: SyntaxKind, opener: motive_diagnostics::Span) {
        let ends = |p: &Self| matches!(p.current(), SEMICOLON | L_BRACE | EOF) || p.at_clause_word();
        if ends(self) || self.current().closes() || self.at_new_item() {
            self.close(kind, opener);
            return;
        }
        self.expected("`,` or a closing bracket", "");
        self.skip_until(ends);
        self.eat(kind);
    }

    fn conditional(&mut self) {
        self.start(IF_EXPR);
        self.bump_word();
        self.expression();
        if self.expect_word("then", "`if CONDITION then VALUE else VALUE`") {
            self.expression();
            if self.expect_word("else", "`if CONDITION then VALUE else VALUE`") {
                self.expression();
            }
        }
        self.end();
    }

    fn name_or_call(&mut self) -> Shape {
        let first = self.checkpoint();
        self.name_ref("a name", "");
        let is_call = self.at(L_PAREN);
        if is_call {
            self.arguments();
        }
        self.start_at(first, if is_call { CALL_EXPR } else { NAME_EXPR });
        self.end();
        if is_call { Shape::Call } else { Shape::Name }
    }

    pub(super) fn arguments(&mut self) {
        let opener = self.here();
        self.start(ARG_LIST);
        self.bump();
        self.inside_brackets(|p| {
            if !p.at(R_PAREN) {
                p.listed(Self::argument);
            }
            p.close_or_skip(R_PAREN, opener);
        });
        self.end();
    }

    /// An argument: a value, a kind with requests, or a value `for` each of a kind.
    fn argument(&mut self) {
        let first = self.checkpoint();
        let is_kind = self.at_name() && (self.nth(1) == L_BRACE || self.nth_word(1, "where"));
        if is_kind {
            self.nested(|p| p.pattern_body(first));
        } else {
            self.expression();
        }
        if self.at_word("for") {
            self.start_at(first, COMPREHENSION);
            self.bump_word();
            self.binder();
            self.end();
        }
    }
}
