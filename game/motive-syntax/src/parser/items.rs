//! Declarations at the top of a file.

use super::recovery::ITEM_WORDS;
use super::*;

impl Parser<'_> {
    pub(super) fn source_file(&mut self) {
        let mut spoken = false;
        while !self.at(EOF) {
            self.said_too_deep = false;
            self.met_unknown = false;
            let errors_before = self.errors.len();
            if self.item() {
                spoken = self.errors.len() > errors_before || self.met_unknown;
                continue;
            }
            // The rest of a line with an error is not another error.
            if !spoken || self.is_on_new_line() {
                self.unexpected_item();
            }
            self.skip_until(|p| p.at_any_word(ITEM_WORDS) && (p.nth_name(1) || p.nth(1) == STRING));
        }
    }

    fn unexpected_item(&mut self) {
        if self.at(IDENT) {
            self.unexpected_in("a file", ITEM_WORDS);
        } else if self.current().closes() {
            let message = format!("{} closes nothing", self.found());
            self.error(Diagnostic::error("unexpected", self.here(), message).with_help("remove it"));
        } else {
            self.expected("a declaration", "such as `goal`, `program`, `action` or `mind`");
        }
    }

    /// One declaration. Says whether there was one.
    pub(super) fn item(&mut self) -> bool {
        if !self.at(IDENT) {
            return false;
        }
        match self.corrected_item().unwrap_or_else(|| self.nth_text(0)) {
            "world" => {
                self.clause(WORLD_ITEM, |p| p.name_ref("the name of a world", "such as `world tileworld`"))
            }
            "use" => self.use_item(),
            "enum" => self.enum_item(),
            "kind" => self.kind_item(),
            "property" => self.property_item(),
            "note" => self.fielded_item(NOTE_ITEM, "the name of a kind of note"),
            "relation" => self.clause(RELATION_ITEM, |p| {
                p.name("the name of a relation", "");
                p.parameters();
            }),
            "function" => self.function_item(),
            "let" => self.let_item(),
            "condition" => self.condition_item(),
            "thing" => self.thing_item(),
            "fact" => self.clause(FACT_ITEM, |p| p.expression()),
            "goal" => self.goal_item(),
            "program" => self.program_item(),
            "action" => self.action_item(),
            "conflicts" => self.conflicts_item(),
            "blend" => self.blend_item(),
            "veto" => self.veto_item(),
            "mind" => self.mind_item(),
            "drive" => self.drive_item(),
            "utility" => self.utility_item(),
            "object" => self.object_item(),
            "ambiance" => self.ambiance_item(),
            "task" => self.task_item(),
            "team" => self.team_item(),
            "machine" => self.machine_item(),
            "schedule" => self.schedule_item(),
            "goap" => self.goap_item(),
            "meanwhile" => self.clause(MEANWHILE_ITEM, Self::steps),
            "network" => self.network_item(),
            _ => false,
        }
    }

    fn use_item(&mut self) -> bool {
        self.clause(USE_ITEM, |p| {
            p.expect(STRING, "a file's name in double quotes", "such as `use \"common.motive\"`");
        })
    }

    fn enum_item(&mut self) -> bool {
        self.clause(ENUM_ITEM, |p| {
            p.name("the name of an enumeration", "");
            if p.at(L_BRACE) {
                p.node(VARIANT_LIST, |p| {
                    p.comma_block("a symbol", Self::at_name, |p| p.name("a symbol", ""));
                });
            } else {
                p.expected("`{` and the symbols", "such as `enum dir { up, down, left, right }`");
            }
        })
    }

    fn fielded_item(&mut self, kind: SyntaxKind, what: &str) -> bool {
        self.clause(kind, |p| {
            p.name(what, "");
            if p.at(L_BRACE) {
                p.fields();
            }
        })
    }

    /// `kind tank of vehicle { armour: number }`
    fn kind_item(&mut self) -> bool {
        self.clause(KIND_ITEM, |p| {
            p.name("the name of a kind of thing", "");
            if p.eat_word("of") {
                p.names("a kind of thing");
            }
            if p.at(L_BRACE) {
                p.fields();
            }
        })
    }

    /// `property health: number own`
    fn property_item(&mut self) -> bool {
        self.clause(PROPERTY_ITEM, |p| {
            p.name("the name of a property", "");
            if p.expect(COLON, "`:` and a type", "such as `property distance: number`") {
                p.type_ref();
            }
            p.eat_word("own");
        })
    }

    fn function_item(&mut self) -> bool {
        self.clause(FUNCTION_ITEM, |p| {
            p.name("the name of a function", "");
            p.parameters();
            if p.expect(COLON, "`:` and the type it gives", "such as `function way_to(x: id): dir pure`") {
                p.type_ref();
            }
            if p.at_any_word(&["pure", "volatile"]) {
                p.bump_word();
            } else if p.eat_word("reads") {
                p.names("what the function reads");
            }
        })
    }

    fn let_item(&mut self) -> bool {
        self.clause(LET_ITEM, |p| {
            p.name("a name", "");
            p.parameters();
            if p.expect(EQ, "`=` and a value", "such as `let near = 80`") {
                p.expression();
            }
        })
    }

    fn condition_item(&mut self) -> bool {
        self.clause(CONDITION_ITEM, |p| {
            p.name("the name of a condition", "");
            p.parameters();
            if p.expect_word("when", "such as `condition armed when self.ammo > 0`") {
                p.condition();
            }
        })
    }

    fn thing_item(&mut self) -> bool {
        self.clause(THING_ITEM, |p| {
            p.name("the name of a thing", "");
            if p.eat(COLON) {
                p.name_ref("a kind of thing", "");
            }
            if p.at(L_BRACE) {
                p.values();
            }
        })
    }

    fn goal_item(&mut self) -> bool {
        self.clause(GOAL_ITEM, |p| {
            p.name("the name of a goal", "");
            if p.at_any_word(&["achieves", "maintains"]) {
                p.bump_word();
                p.behaviour();
            } else {
                p.expected("`achieves` or `maintains`", "a goal `achieves` a thing once, or `maintains` it");
            }
            if p.at(L_BRACE) {
                p.block("a goal", &["when", "update", "priority", "every"], Self::goal_clause);
            }
        })
    }

    /// `[when C] priority E [updated]`, `update [when C] priority E`, `every 5 ticks`, or a setting.
    fn goal_clause(&mut self) -> bool {
        if !self.at(IDENT) {
            return false;
        }
        let word = self.corrected("a goal", &["when", "priority", "update", "every"]);
        match word.unwrap_or_else(|| self.nth_text(0)) {
            "every" => return self.clause(EVERY_CLAUSE, |p| p.duration("a length of time")),
            "when" | "priority" | "update" => {}
            _ => return self.setting(),
        }
        self.start(GOAL_CLAUSE);
        let update_only = word == Some("update") && self.bump_misspelt() || self.eat_word("update");
        if word == Some("when") || self.at_word("when") {
            self.clause(WHEN_CLAUSE, Self::condition);
        }
        if word == Some("priority") && self.bump_misspelt()
            || self.expect_word("priority", "each case of a goal says how much it matters: `priority 50`")
        {
            self.expression();
            if !update_only {
                self.eat_word("updated");
            }
        }
        self.end();
        true
    }

    fn program_item(&mut self) -> bool {
        self.clause(PROGRAM_ITEM, |p| {
            p.name("the name of a program", "");
            p.parameters();
            p.block("a program", &["done", "rule", "otherwise"], Self::program_clause);
        })
    }

    fn program_clause(&mut self) -> bool {
        if !self.at(IDENT) {
            return false;
        }
        match self.nth_text(0) {
            "done" => self.clause(DONE_CLAUSE, |p| {
                p.when_clause("`done when` and the condition that ends the program");
                if p.at_word("do") {
                    p.do_clause();
                }
            }),
            "rule" => self.clause(RULE, |p| {
                p.name("the name of a rule", "each rule has a name, which `why` shows");
                p.rule_clauses("rule");
            }),
            "otherwise" => self.clause(OTHERWISE, |p| p.rule_clauses("rule")),
            _ => false,
        }
    }

    fn action_item(&mut self) -> bool {
        self.clause(ACTION_ITEM, |p| {
            p.name("the name of an action", "");
            p.parameters();
            while p.at_any_word(&["latched", "internal"]) {
                p.bump_word();
            }
            if p.at(L_BRACE) {
                let words =
                    &["needs", "effect", "takes", "cost", "tags", "conflicts", "reply", "adds", "drops"];
                p.block("an action", words, Self::action_clause);
            }
        })
    }

    pub(super) fn action_clause(&mut self) -> bool {
        if !self.at(IDENT) {
            return false;
        }
        match self.nth_text(0) {
            "needs" => self.clause(NEEDS_CLAUSE, Self::condition),
            "effect" => self.clause(EFFECT_CLAUSE, Self::steps),
            "takes" => self.clause(TAKES_CLAUSE, Self::expression),
            "cost" => self.clause(COST_CLAUSE, Self::expression),
            "tags" => self.clause(TAGS_CLAUSE, |p| p.names("a tag")),
            "conflicts" => self.clause(CONFLICTS_CLAUSE, |p| p.names("an action")),
            "reply" => self.clause(REPLY_CLAUSE, Self::steps),
            "adds" => self.clause(ADDS_CLAUSE, Self::condition),
            "drops" => self.clause(DROPS_CLAUSE, Self::condition),
            _ => self.setting(),
        }
    }

    fn conflicts_item(&mut self) -> bool {
        self.clause(CONFLICTS_ITEM, |p| {
            if p.at_word("among") && p.nth_name(1) {
                p.bump_word();
                p.names("an action");
                return;
            }
            p.name_ref("an action", "");
            let help =
                "`conflicts stop with run_to, turn_to`, or `conflicts among a, b, c` for each with each";
            if p.expect_word("with", help) {
                p.names("an action");
            }
        })
    }

    /// `blend a with b into c with d`
    fn blend_item(&mut self) -> bool {
        self.clause(BLEND_ITEM, |p| {
            let help = "`blend move(ne) with move(nw) into move(n)`";
            p.steps();
            if p.expect_word("into", help) {
                p.steps();
            }
            p.when_if_there();
        })
    }

    fn veto_item(&mut self) -> bool {
        self.clause(VETO_ITEM, |p| {
            p.steps();
            p.when_clause("`veto move(d) when deadly(d)`");
        })
    }
}
