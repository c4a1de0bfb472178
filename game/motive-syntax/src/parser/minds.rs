//! Minds, what they are derived from, and the behaviours that goals name.

use super::*;

const ENGINES: &[&str] = &["task", "machine", "network", "program", "schedule", "goap"];

const MIND_WORDS: &[&str] =
    &["goals", "with", "without", "constant", "one", "all", "filter", "profile", "goal", "program", "task"];

impl Parser<'_> {
    /// What a goal or mind runs: `GetTile`, `task Defend(home)`, `plan for stay_healthy`, `when C`.
    pub(super) fn behaviour(&mut self) {
        if self.at_word("when") {
            self.clause(WHEN_CLAUSE, Self::condition_before_block);
            return;
        }
        if self.at_plan_for() {
            self.plan_for();
            return;
        }
        self.start(BEHAVIOUR);
        if self.at_any_word(ENGINES) && self.nth_name(1) {
            self.bump_word();
        }
        self.name_ref("the name of a program", "such as `achieves GetTile` or `maintains task Defend(home)`");
        if self.at(L_PAREN) {
            self.arguments();
        }
        if self.at_word("ahead") {
            self.ahead();
        }
        self.end();
    }

    pub(super) fn at_plan_for(&self) -> bool {
        self.at_word("plan") && self.nth_word(1, "for")
    }

    /// `plan for stay_healthy, kill_enemies`
    pub(super) fn plan_for(&mut self) {
        self.clause(PLAN_FOR, |p| {
            p.bump_word();
            p.names("a drive");
        });
    }

    /// `ahead`, `ahead 3 steps`, `ahead cheapest reconsidered`
    fn ahead(&mut self) {
        self.clause(AHEAD, |p| {
            if p.at(NUMBER) {
                p.node(LITERAL, Self::bump);
                if !p.eat_word("step") {
                    p.expect_word("steps", "`ahead 3 steps` plans the next three, does them, and goes on");
                }
            }
            p.eat_word("cheapest");
            p.eat_word("reconsidered");
        });
    }

    pub(super) fn mind_item(&mut self) {
        self.name("the name of a mind", "");
        if !self.expect(EQ, "`=`", "`mind Guard = arbiter { ... }` or `mind Calm = Guard but { ... }`") {
            return;
        }
        if self.at_word("arbiter") && self.nth(1) == L_BRACE {
            self.clause(ARBITER, |p| p.block("a mind", MIND_WORDS, Self::mind_clause));
        } else if self.nth(1) == L_BRACE && self.corrected("a mind", &["arbiter"]).is_some() {
            self.clause(ARBITER, |p| p.block("a mind", MIND_WORDS, Self::mind_clause));
        } else if self.nth_name(0) && self.nth_word(1, "but") {
            self.start(DERIVED);
            self.name_ref("a mind", "");
            self.bump_word();
            self.block("a mind", MIND_WORDS, Self::mind_clause);
            self.end();
        } else {
            self.behaviour();
        }
    }

    fn mind_clause(&mut self) -> bool {
        match self.word() {
            "goals" => self.clause(GOALS_SETTING, |p| p.names("a goal")),
            "with" | "without" if self.nth_word(1, "goals") => self.clause(GOALS_SETTING, |p| {
                p.bump_word();
                p.names("a goal");
            }),
            "constant" if self.nth_word(1, "priorities") => {
                self.clause(CONSTANT_PRIORITIES, Self::constant_priorities)
            }
            "one" if self.nth_word(1, "external") => self.clause(ONE_EXTERNAL_ACTION, |p| {
                p.bump_word();
                p.expect_word("action", "`one external action`");
            }),
            "all" if self.nth_word(1, "goals") => self.clause(ALL_GOALS_ALWAYS, |p| {
                p.bump_word();
                p.expect_word("always", "`all goals always`");
            }),
            "goal" | "program" | "task" if self.nth_name(1) && !self.at_new_item() => self.item(),
            _ => self.setting(),
        }
    }

    /// `constant priorities avoid 75, get_tile 50`
    fn constant_priorities(&mut self) {
        self.bump_word();
        self.listed(Self::constant_priority);
    }

    fn constant_priority(&mut self) {
        self.start(CONSTANT_PRIORITY);
        self.name_ref("a goal and its priority", "`constant priorities avoid 75, get_tile 50`");
        self.sum();
        self.end();
    }
}
