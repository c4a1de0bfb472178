//! Patterns that find resources, the requests inside them, and value ranges.

use super::*;

const MODIFIERS: &[&str] = &["shared", "exclusive", "optional", "fresh"];

impl Parser<'_> {
    /// Whether a pattern begins here: `some k`, `no k`, `exclusive x: k`, `x: k`.
    pub(super) fn at_pattern(&self) -> bool {
        let named = self.nth_name(1) && !self.never_name(1);
        (self.at_any_word(&["some", "no"]) || self.at_any_word(MODIFIERS)) && named
            || self.at_name() && self.nth(1) == COLON
    }

    pub(super) fn pattern(&mut self) {
        let first = self.checkpoint();
        let quantified = self.at_any_word(&["some", "no"]) && self.nth(1) != COLON;
        if quantified {
            self.bump_word();
            if self.at_word("free") && self.nth_name(1) && !self.never_name(1) {
                self.bump_word();
            }
        } else {
            self.modifiers();
        }
        if !quantified && self.nth(1) != COLON {
            self.expected("a name and `:`", "a thing that is bound needs a name: `x: kind`");
        }
        self.pattern_body(first);
    }

    fn modifiers(&mut self) {
        let mut seen: Vec<&str> = Vec::new();
        while self.at_any_word(MODIFIERS) && self.nth_name(1) {
            let word = self.nth_text(0);
            let access = matches!(word, "shared" | "exclusive");
            if seen.contains(&word) || access && seen.iter().any(|s| matches!(*s, "shared" | "exclusive")) {
                let message = format!("`{word}` has no place after `{}`", seen.join(" "));
                let help = "a thing is bound either `shared` or `exclusive`, and each word is said once";
                self.error(Diagnostic::error("repeated", self.here(), message).with_help(help));
            } else {
                seen.push(word);
            }
            self.bump_word();
        }
    }

    /// From the name or kind on: `x: kind { ... } where ... prefer { ... }`.
    pub(super) fn pattern_body(&mut self, first: TreeCheckpoint) {
        self.binder_name();
        self.name_ref("a kind of thing", "such as `tile_stack`");
        if self.at(L_BRACE) && self.requests_follow() {
            self.node(REQUEST_LIST, Self::requests);
        }
        self.where_clause();
        if self.at_word("prefer") && self.nth(1) == L_BRACE {
            self.start(PREFER);
            self.bump_word();
            self.node(REQUEST_LIST, Self::requests);
            self.end();
        }
        self.start_at(first, PATTERN);
        self.end();
    }

    /// `x: kind { ... } where C`, the thing that `for` goes over.
    pub(super) fn binder(&mut self) {
        self.start(BINDER);
        if !(self.at_name() && self.nth(1) == COLON) {
            self.expected("a name, `:` and a kind", "such as `for e: enemy where near(e, self)`");
        }
        self.binder_name();
        self.name_ref("a kind of thing", "");
        if self.at(L_BRACE) && self.requests_follow() {
            self.node(REQUEST_LIST, Self::requests);
        }
        self.where_clause();
        self.end();
    }

    fn binder_name(&mut self) {
        if self.at_name() && self.nth(1) == COLON {
            self.name("a name", "");
            self.bump();
        }
    }

    fn where_clause(&mut self) {
        if self.at_word("where") {
            self.start(WHERE_CLAUSE);
            self.bump_word();
            self.expression();
            self.end();
        }
    }

    /// Whether the `{` here holds requests and not the block of the construct around.
    fn requests_follow(&self) -> bool {
        !self.block_follows || self.nth_name(1) && self.nth(2) == COLON
    }

    fn requests(&mut self) {
        self.comma_block("a property and its value", Self::at_name, Self::request);
    }

    fn request(&mut self) {
        self.start(REQUEST);
        self.name_ref("a property's name", "");
        if self.expect(COLON, "`:` and a value", "such as `size: 3`, `size: any`, `size: 1..10 highest`") {
            self.request_value();
        }
        if self.at_word("weight") {
            self.bump_word();
            self.sum();
        }
        self.end();
    }

    fn request_value(&mut self) {
        match self.current() {
            LESS | MORE => self.limit(),
            LESS_EQ | MORE_EQ | EQ_EQ | NOT_EQ | EQ => {
                let help = match self.current() {
                    LESS_EQ => "write `..10` for at most 10",
                    MORE_EQ => "write `10..` for at least 10",
                    NOT_EQ => "write `not` and the value",
                    _ => "write the value alone",
                };
                let message = format!("a request has no {}", self.found());
                self.error(Diagnostic::error("request-operator", self.here(), message).with_help(help));
                self.limit();
            }
            _ if self.at_word("any") && !matches!(self.nth(1), DOT | L_PAREN) => {
                self.start(ANY_VALUE);
                self.bump_word();
                self.preferred_end();
                self.end();
            }
            _ => self.range_or_expression(),
        }
    }

    fn limit(&mut self) {
        self.start(LIMIT);
        self.bump();
        self.sum();
        self.end();
    }

    fn preferred_end(&mut self) {
        if self.at_any_word(&["highest", "lowest"]) {
            self.bump_word();
        }
    }

    fn range_or_expression(&mut self) {
        self.range_or(Self::expression);
    }

    pub(super) fn range_or_sum(&mut self) {
        self.range_or(Self::sum);
    }

    /// A range if `..` follows the first value, the value alone if not.
    fn range_or(&mut self, value: fn(&mut Self)) {
        let first = self.checkpoint();
        let soft = self.at(TILDE);
        if soft {
            self.bump();
        }
        if !self.at(DOT_DOT) || soft {
            if soft {
                self.sum();
            } else {
                value(self);
            }
            if !self.at(DOT_DOT) {
                if soft {
                    self.expected("`..`", "a soft bound belongs to a range: `~5..~10`");
                    self.start_at(first, ERROR);
                    self.end();
                }
                return;
            }
            self.start_at(first, BOUND);
            self.end();
        }
        self.start_at(first, RANGE);
        self.bump();
        self.upper_bound();
        self.preferred_end();
        self.end();
    }

    fn upper_bound(&mut self) {
        let ends = self.at_any_word(&["highest", "lowest", "weight", "of"]);
        if self.at(TILDE) || self.at_expression() && !ends {
            self.start(BOUND);
            self.eat(TILDE);
            self.sum();
            self.end();
        }
    }

    pub(super) fn take_follows(&self) -> bool {
        matches!(self.nth(1), NUMBER | IDENT | QUOTED | TILDE | DOT_DOT | MINUS) && !self.nth_word(1, "in")
    }

    /// `take 15 of gold.amount`
    pub(super) fn take(&mut self) {
        self.start(TAKE_EXPR);
        self.bump_word();
        // Both what is taken and from what can begin with another `take`.
        self.nested(|p| {
            p.range_or_sum();
            if p.expect_word("of", "`take 15 of gold.amount` asks for part of a divisible quantity") {
                p.postfix();
            }
        });
        self.end();
    }
}
