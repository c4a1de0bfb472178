//! Blocks of clauses, names, parameters, and the clauses that several blocks share.

use super::*;

/// Words that begin a clause in some block; a list that meets one after a separator was not finished.
const CLAUSE_WORDS: &[&str] = &[
    "when",
    "while",
    "until",
    "let",
    "do",
    "done",
    "rule",
    "otherwise",
    "needs",
    "effect",
    "takes",
    "cost",
    "tags",
    "conflicts",
    "reply",
    "adds",
    "drops",
    "achieves",
    "method",
    "fails",
    "resumes",
    "role",
    "member",
    "state",
    "enter",
    "leave",
    "to",
    "want",
    "sense",
    "skill",
    "skills",
];

/// The clauses of a rule in their order.
const RULE_WORDS: &[&str] = &["when", "while", "until", "at", "let", "do"];

impl Parser<'_> {
    pub(super) fn at_clause_word(&self) -> bool {
        self.at_any_word(CLAUSE_WORDS) && !matches!(self.nth(1), L_PAREN | DOT | COLON | COMMA)
    }

    /// A name being given to something.
    pub(super) fn name(&mut self, what: &str, help: &str) {
        self.a_name(NAME, what, help);
    }

    /// A name that refers to something.
    pub(super) fn name_ref(&mut self, what: &str, help: &str) {
        self.a_name(NAME_REF, what, help);
    }

    fn a_name(&mut self, kind: SyntaxKind, what: &str, help: &str) {
        if self.at_name() && !self.at_new_item() {
            self.node(kind, Self::bump);
        } else {
            self.expected(what, help);
        }
    }

    /// `a, b, c`
    pub(super) fn names(&mut self, what: &str) {
        self.node(NAME_LIST, |p| p.listed(|p| p.name_ref(what, "")));
    }

    /// One or more of what `one` reads, with commas between them.
    pub(super) fn listed(&mut self, one: impl Fn(&mut Self)) {
        one(self);
        while self.eat(COMMA) {
            one(self);
        }
    }

    /// `(a, b: kind)`, if it is there.
    pub(super) fn parameters(&mut self) {
        if !self.at(L_PAREN) {
            return;
        }
        let opener = self.here();
        self.start(PARAM_LIST);
        self.bump();
        if !self.at(R_PAREN) {
            self.listed(Self::parameter);
        }
        self.close(R_PAREN, opener);
        self.end();
    }

    fn parameter(&mut self) {
        if !self.at_name() {
            self.expected("a parameter's name", "");
            return;
        }
        self.start(PARAM);
        self.name("a parameter's name", "");
        if self.eat(COLON) {
            self.type_ref();
        }
        self.end();
    }

    /// `number`, `point`, `enum(a, b)`, `list(number)`
    pub(super) fn type_ref(&mut self) {
        self.start(TYPE);
        self.name_ref(
            "a type",
            "such as `number`, `truth`, `text`, `point`, `id` or the name of an enumeration",
        );
        if self.at(L_PAREN) {
            let opener = self.here();
            self.start(TYPE_LIST);
            self.bump();
            self.nested(|p| p.listed(Self::type_ref));
            self.close(R_PAREN, opener);
            self.end();
        }
        self.end();
    }

    /// `{ p: type, ... }`
    pub(super) fn fields(&mut self) {
        self.start(FIELD_LIST);
        self.comma_block("a property and its type", Self::at_name, |p| {
            p.start(FIELD);
            p.name("a property's name", "");
            if p.expect(COLON, "`:` and a type", "such as `distance: number`") {
                p.eat_divisible();
                p.type_ref();
            }
            p.end();
        });
        self.end();
    }

    fn eat_divisible(&mut self) {
        if self.at_word("divisible") && self.nth_name(1) {
            self.bump_word();
        }
    }

    /// `{ clause clause ... }`. `clause` reads one and says whether it knew what to do.
    pub(super) fn block(&mut self, what: &str, words: &[&str], clause: impl Fn(&mut Self) -> bool) {
        let opener = self.here();
        if !self.at(L_BRACE) {
            self.expected(&format!("`{{` and {what}"), "");
            return;
        }
        self.start(BLOCK);
        self.bump();
        let outer = std::mem::replace(&mut self.block_follows, false);
        self.nested(|p| p.clauses(what, words, &clause));
        self.block_follows = outer;
        self.close(R_BRACE, opener);
        self.end();
    }

    fn clauses(&mut self, what: &str, words: &[&str], clause: &impl Fn(&mut Self) -> bool) {
        while !self.at(R_BRACE) && !self.at(EOF) {
            let before = self.at;
            let known = clause(self);
            if !known && self.at_new_item() {
                break;
            }
            if !known || self.at == before {
                self.unexpected_in(what, words);
                self.skip_until(|p| p.at_any_word(words));
            }
        }
    }

    /// `name value` or `name value, value`, for what has no grammar of its own.
    pub(super) fn setting(&mut self) -> bool {
        if !self.at_name() || self.at_new_item() {
            return false;
        }
        self.start(SETTING);
        self.name_ref("a setting", "");
        if self.at_expression() {
            self.listed(|p| p.nested(Self::sum));
        } else {
            self.expected(
                "a value",
                "settings are written `name value`, such as `filter 5` or `preferences off`",
            );
        }
        self.end();
        true
    }

    /// One clause that is a keyword and what `content` reads.
    pub(super) fn clause(&mut self, kind: SyntaxKind, content: impl FnOnce(&mut Self)) -> bool {
        self.start(kind);
        self.bump_word();
        content(self);
        self.end();
        true
    }

    /// `when C`, which has to be there. `help` is an example of it.
    pub(super) fn when_clause(&mut self, help: &str) {
        if !self.when_if_there() {
            self.expected("`when`", help);
        }
    }

    /// `when C`, if it is there.
    pub(super) fn when_if_there(&mut self) -> bool {
        self.at_word("when") && self.clause(WHEN_CLAUSE, Self::condition)
    }

    pub(super) fn do_clause(&mut self) -> bool {
        self.clause(DO_CLAUSE, Self::steps)
    }

    /// The body of a rule, method or `otherwise`: its clauses, each in its place, `do` last.
    pub(super) fn rule_clauses(&mut self, owner: &str) {
        let mut reached = 0;
        loop {
            let written = RULE_WORDS.iter().position(|word| self.at_word(word));
            let rank = written.or_else(|| {
                let word = self.corrected(&format!("a {owner}"), RULE_WORDS)?;
                RULE_WORDS.iter().position(|known| *known == word)
            });
            let Some(rank) = rank else { break };
            if RULE_WORDS[rank] == "at" && !self.nth_word(1, "least") {
                break;
            }
            let repeated = rank + 1 == reached && RULE_WORDS[rank] != "let";
            if rank + 1 < reached || repeated {
                self.out_of_order(owner, rank, repeated);
            }
            reached = reached.max(rank + 1);
            match RULE_WORDS[rank] {
                "when" => self.clause(WHEN_CLAUSE, Self::condition),
                "while" => self.clause(WHILE_CLAUSE, Self::condition),
                "until" => self.clause(UNTIL_CLAUSE, Self::condition),
                "at" => self.clause(AT_LEAST_CLAUSE, |p| {
                    p.bump_word();
                    p.duration("a length of time");
                }),
                "let" => self.let_clause(),
                _ => self.do_clause(),
            };
        }
        if reached != RULE_WORDS.len() {
            let help = if self.at(L_BRACE) {
                "to ask whether there is such a thing, write `some kind { ... }`; to bind one, `x: kind { ... }`".to_owned()
            } else {
                format!("a {owner} ends with `do` and its steps; `do nothing` does nothing")
            };
            self.expected("`do`", &help);
        }
    }

    fn out_of_order(&mut self, owner: &str, rank: usize, repeated: bool) {
        let word = RULE_WORDS[rank];
        let (message, help) = if repeated {
            (
                format!("this {owner} has a second `{word}`"),
                "join conditions with `,`, steps with `;`".to_owned(),
            )
        } else {
            let order = "`when`, `while`, `until`, `at least`, `let`, `do`";
            (format!("`{word}` comes too late in this {owner}"), format!("the order is {order}"))
        };
        self.error(Diagnostic::error("order", self.here(), message).with_help(help));
    }

    /// `let x = value`
    pub(super) fn let_clause(&mut self) -> bool {
        self.clause(LET_CLAUSE, |p| {
            p.name("a name", "");
            if p.expect(EQ, "`=`", "`let d = way_to(x)`") {
                p.expression();
            }
        })
    }
}
