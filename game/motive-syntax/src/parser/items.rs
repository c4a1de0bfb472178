//! Declarations at the top of a file.

use super::*;

/// How the rest of a declaration is read after the word that begins it.
type ReadItem = fn(&mut Parser<'_>);

/// All declarations, by the word that begins each.
const ITEMS: [(&str, SyntaxKind, ReadItem); 30] = [
    ("world", WORLD_ITEM, |p| p.name_ref("the name of a world", "such as `world tileworld`")),
    ("use", USE_ITEM, |p| p.use_item()),
    ("enum", ENUM_ITEM, |p| p.enum_item()),
    ("kind", KIND_ITEM, |p| p.kind_item()),
    ("property", PROPERTY_ITEM, |p| p.property_item()),
    ("note", NOTE_ITEM, |p| p.note_item()),
    ("relation", RELATION_ITEM, |p| p.relation_item()),
    ("function", FUNCTION_ITEM, |p| p.function_item()),
    ("let", LET_ITEM, |p| p.let_item()),
    ("condition", CONDITION_ITEM, |p| p.condition_item()),
    ("thing", THING_ITEM, |p| p.thing_item()),
    ("fact", FACT_ITEM, |p| p.expression()),
    ("goal", GOAL_ITEM, |p| p.goal_item()),
    ("program", PROGRAM_ITEM, |p| p.program_item()),
    ("action", ACTION_ITEM, |p| p.action_item()),
    ("conflicts", CONFLICTS_ITEM, |p| p.conflicts_item()),
    ("blend", BLEND_ITEM, |p| p.blend_item()),
    ("veto", VETO_ITEM, |p| p.veto_item()),
    ("mind", MIND_ITEM, |p| p.mind_item()),
    ("drive", DRIVE_ITEM, |p| p.drive_item()),
    ("utility", UTILITY_ITEM, |p| p.utility_item()),
    ("object", OBJECT_ITEM, |p| p.object_item()),
    ("ambiance", AMBIANCE_ITEM, |p| p.ambiance_item()),
    ("task", TASK_ITEM, |p| p.task_item()),
    ("team", TEAM_ITEM, |p| p.team_item()),
    ("machine", MACHINE_ITEM, |p| p.machine_item()),
    ("schedule", SCHEDULE_ITEM, |p| p.schedule_item()),
    ("goap", GOAP_ITEM, |p| p.goap_item()),
    ("meanwhile", MEANWHILE_ITEM, |p| p.steps()),
    ("network", NETWORK_ITEM, |p| p.network_item()),
];

/// The words that begin a declaration at the top of a file.
pub const ITEM_WORDS: &[&str] = &{
    let (mut words, mut at) = ([""; ITEMS.len()], 0);
    while at < ITEMS.len() {
        words[at] = ITEMS[at].0;
        at += 1;
    }
    words
};

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
        let word = self.corrected_item().unwrap_or_else(|| self.word());
        let item = ITEMS.iter().find(|(known, ..)| *known == word);
        item.is_some_and(|(_, kind, content)| self.clause(*kind, content))
    }

    fn use_item(&mut self) {
        self.expect(STRING, "a file's name in double quotes", "such as `use \"common.motive\"`");
    }

    fn enum_item(&mut self) {
        self.name("the name of an enumeration", "");
        if self.at(L_BRACE) {
            self.node(VARIANT_LIST, |p| {
                p.comma_block("a symbol", Self::at_name, |p| p.name("a symbol", ""));
            });
        } else {
            self.expected("`{` and the symbols", "such as `enum dir { up, down, left, right }`");
        }
    }

    fn note_item(&mut self) {
        self.name("the name of a kind of note", "");
        if self.at(L_BRACE) {
            self.fields();
        }
    }

    fn relation_item(&mut self) {
        self.name("the name of a relation", "");
        self.parameters();
    }

    /// `kind tank of vehicle { armour: number }`
    fn kind_item(&mut self) {
        self.name("the name of a kind of thing", "");
        if self.eat_word("of") {
            self.names("a kind of thing");
        }
        if self.at(L_BRACE) {
            self.fields();
        }
    }

    /// `property health: number own`
    fn property_item(&mut self) {
        self.name("the name of a property", "");
        if self.expect(COLON, "`:` and a type", "such as `property distance: number`") {
            self.type_ref();
        }
        self.eat_word("own");
    }

    fn function_item(&mut self) {
        self.name("the name of a function", "");
        self.parameters();
        if self.expect(COLON, "`:` and the type it gives", "such as `function way_to(x: id): dir pure`") {
            self.type_ref();
        }
        if self.at_any_word(&["pure", "volatile"]) {
            self.bump_word();
        } else if self.eat_word("reads") {
            self.names("what the function reads");
        }
    }

    fn let_item(&mut self) {
        self.name("a name", "");
        self.parameters();
        if self.expect(EQ, "`=` and a value", "such as `let near = 80`") {
            self.expression();
        }
    }

    fn condition_item(&mut self) {
        self.name("the name of a condition", "");
        self.parameters();
        if self.expect_word("when", "such as `condition armed when self.ammo > 0`") {
            self.condition();
        }
    }

    fn thing_item(&mut self) {
        self.name("the name of a thing", "");
        if self.eat(COLON) {
            self.name_ref("a kind of thing", "");
        }
        if self.at(L_BRACE) {
            self.values();
        }
    }

    fn goal_item(&mut self) {
        self.name("the name of a goal", "");
        if self.at_any_word(&["achieves", "maintains"]) {
            self.bump_word();
            self.behaviour();
        } else {
            self.expected("`achieves` or `maintains`", "a goal `achieves` a thing once, or `maintains` it");
        }
        if self.at(L_BRACE) {
            self.block("a goal", &["when", "update", "priority", "every"], Self::goal_clause);
        }
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

    fn program_item(&mut self) {
        self.name("the name of a program", "");
        self.parameters();
        self.block("a program", &["done", "rule", "otherwise"], Self::program_clause);
    }

    fn program_clause(&mut self) -> bool {
        match self.word() {
            "" => false,
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

    fn action_item(&mut self) {
        self.name("the name of an action", "");
        self.parameters();
        while self.at_any_word(&["latched", "internal"]) {
            self.bump_word();
        }
        if self.at(L_BRACE) {
            let words = &["needs", "effect", "takes", "cost", "tags", "conflicts", "reply", "adds", "drops"];
            self.block("an action", words, Self::action_clause);
        }
    }

    pub(super) fn action_clause(&mut self) -> bool {
        match self.word() {
            "" => false,
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

    fn conflicts_item(&mut self) {
        if self.at_word("among") && self.nth_name(1) {
            self.bump_word();
            self.names("an action");
            return;
        }
        self.name_ref("an action", "");
        let help = "`conflicts stop with run_to, turn_to`, or `conflicts among a, b, c` for each with each";
        if self.expect_word("with", help) {
            self.names("an action");
        }
    }

    /// `blend a with b into c with d`
    fn blend_item(&mut self) {
        let help = "`blend move(ne) with move(nw) into move(n)`";
        self.steps();
        if self.expect_word("into", help) {
            self.steps();
        }
        self.when_if_there();
    }

    fn veto_item(&mut self) {
        self.steps();
        self.when_clause("`veto move(d) when deadly(d)`");
    }
}
