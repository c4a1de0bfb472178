//! Declarations of the engines beside the arbiter: drives, objects, ambiances, tasks, machines, networks.

use super::*;

impl Parser<'_> {
    pub(super) fn drive_item(&mut self) {
        self.name("the name of a drive", "");
        if self.eat_word("weight") {
            self.sum();
        }
        if self.at_word("when") {
            self.clause(WHEN_CLAUSE, Self::condition_before_block);
        }
        self.block("a drive", &["for", "when", "goal", "until"], Self::drive_clause);
    }

    fn drive_clause(&mut self) -> bool {
        match self.word() {
            "" => false,
            "until" => self.clause(UNTIL_CLAUSE, Self::condition),
            "for" | "when" | "goal" => self.drive_goal(),
            _ => self.setting(),
        }
    }

    /// `[for e: kind] [when C] goal e.health toward 0 from e.max_health curve linear weight 2 until C`
    fn drive_goal(&mut self) -> bool {
        self.start(DRIVE_GOAL);
        if self.eat_word("for") {
            self.binder();
        }
        self.when_if_there();
        if self.expect_word("goal", "`goal self.health toward self.max_health`") {
            self.listed(Self::target);
        }
        if self.eat_word("weight") {
            self.sum();
        }
        if self.at_word("until") {
            self.clause(UNTIL_CLAUSE, Self::condition);
        }
        self.end();
        true
    }

    fn target(&mut self) {
        self.start(TARGET);
        self.expression();
        if self.eat_word("toward") {
            self.sum();
            if self.eat_word("from") {
                self.sum();
            }
        }
        if self.eat_word("curve") {
            self.postfix();
        }
        self.end();
    }

    /// `utility weighted_sum, but 0 when self.health <= 0`
    pub(super) fn utility_item(&mut self) {
        self.sum();
        while self.at(COMMA) {
            self.bump();
            self.start(UTILITY_CASE);
            if self.expect_word("but", "`utility weighted_sum, but 0 when self.health <= 0`") {
                self.sum();
                if self.expect_word("when", "an exception says when it holds") {
                    self.expression();
                }
            }
            self.end();
        }
    }

    pub(super) fn object_item(&mut self) {
        self.name("the name of a smart object", "");
        if self.eat_word("like") {
            self.name_ref("another object", "");
        }
        for word in ["supplies", "consumes"] {
            if self.eat_word(word) {
                self.names("an action");
            }
        }
        if self.at(L_BRACE) {
            self.block("an object", &["manner"], Self::object_clause);
        }
    }

    /// `manner stand_off 0.5 for wash when self.tired`
    fn object_clause(&mut self) -> bool {
        if !self.at_word("manner") {
            return self.setting();
        }
        self.clause(MANNER, |p| {
            p.name_ref("the name of a manner", "");
            p.sum();
            if p.eat_word("for") {
                p.names("an action");
            }
            p.when_if_there();
        })
    }

    /// `ambiance library in area reading_room { ... }`, `ambiance panic on run { ... }`,
    /// `ambiance watched around camera within 300 { ... }`
    pub(super) fn ambiance_item(&mut self) {
        self.name("the name of an ambiance", "");
        if self.eat_word("in") {
            self.expect_word("area", "`in area reading_room`");
            self.name_ref("the name of an area", "");
        } else if self.at_any_word(&["on", "around"]) {
            self.bump_word();
            self.name_ref("the name of an action or a kind of object", "");
            if self.eat_word("within") {
                self.sum();
            }
        }
        self.block("an ambiance", &["booster", "dampener"], Self::ambiance_clause);
    }

    fn ambiance_clause(&mut self) -> bool {
        let known = if self.at_word("booster") {
            self.clause(BOOSTER, |p| {
                p.names("a tag of actions");
                p.eat(PLUS);
                p.sum();
                p.rate();
            })
        } else if self.at_word("dampener") {
            self.clause(DAMPENER, Self::rate)
        } else {
            self.setting()
        };
        if self.at(SEMICOLON) && self.nth(1) != R_BRACE {
            self.bump();
        }
        known
    }

    /// `at once`, `over 5 s`, `fading 3 s`, `swelling 5 s`, `after 10 s`, `after 10 s over 5 s`
    fn rate(&mut self) {
        self.start(RATE);
        if self.eat_word("at") {
            self.expect_word("once", "`at once`");
        } else if self.at_any_word(&["after", "over", "fading", "swelling"]) {
            if self.eat_word("after") {
                self.duration("a length of time");
            }
            if self.at_any_word(&["over", "fading", "swelling"]) {
                self.bump_word();
                self.duration("a length of time");
            }
        } else {
            let message = "`at once`, `over`, `fading`, `swelling` or `after`";
            self.expected(message, "such as `at once`, `swelling 5 s` or `after 10 s over 5 s`");
        }
        self.end();
    }

    pub(super) fn task_item(&mut self) {
        self.name("the name of a task", "");
        self.parameters();
        let words =
            &["achieves", "needs", "do", "method", "let", "fails", "resumes", "within", "guarded", "slot"];
        self.block("a task", words, Self::task_clause);
    }

    fn task_clause(&mut self) -> bool {
        match self.word() {
            "" => false,
            "achieves" => self.clause(ACHIEVES_CLAUSE, Self::condition),
            "needs" => self.clause(NEEDS_CLAUSE, Self::condition),
            "let" => self.let_clause(),
            "do" => self.do_clause(),
            "fails" => self.clause(FAILS_CLAUSE, |p| p.when_clause("`fails when self.hurt`")),
            "resumes" => self.clause(RESUMES_CLAUSE, |p| p.when_clause("`resumes when self.bumped`")),
            "method" => self.clause(METHOD, |p| {
                p.name("the name of a method", "each method has a name, which `why` shows");
                p.rule_clauses("method");
            }),
            _ => self.setting(),
        }
    }

    /// `team Carriers { coordinator Main  role scout do Scout  member ann, bob takes scout }`
    pub(super) fn team_item(&mut self) {
        self.name("the name of a team", "");
        let words = &["coordinator", "role", "member", "select", "unique"];
        self.block("a team", words, |p| match p.nth_text(0) {
            "coordinator" => p.clause(COORDINATOR_CLAUSE, Self::behaviour),
            "role" => p.clause(ROLE_CLAUSE, |p| {
                p.name("the name of a role", "`role scout do Scout`");
                p.task_list();
            }),
            "member" => p.clause(MEMBER_CLAUSE, |p| {
                p.names("the name of a member");
                if p.eat_word("takes") {
                    p.name_ref("the name of a role", "`member ann, bob takes scout`");
                } else if p.at_word("do") {
                    p.do_clause();
                }
            }),
            _ => p.setting(),
        });
    }

    fn task_list(&mut self) {
        if self.at_word("do") {
            self.do_clause();
        } else {
            self.expected("`do` and the tasks", "`role scout do Scout; Rest`");
        }
    }

    pub(super) fn machine_item(&mut self) {
        self.name("the name of a machine", "");
        self.parameters();
        if self.expect_word("starts", "`machine Guard starts patrol { ... }`") {
            self.name_ref("the first state", "");
        }
        self.block("a machine", &["state"], |p| {
            p.at_word("state")
                && p.clause(STATE, |p| {
                    p.name("the name of a state", "");
                    p.block("a state", &["do", "enter", "leave", "to"], Self::state_clause);
                })
        });
    }

    fn state_clause(&mut self) -> bool {
        match self.word() {
            "" => false,
            "do" => self.do_clause(),
            "enter" => self.clause(ENTER_CLAUSE, Self::steps),
            "leave" => self.clause(LEAVE_CLAUSE, Self::steps),
            "to" => self.clause(TRANSITION, |p| {
                p.name_ref("the name of a state", "");
                p.when_clause("`to attack when some enemy`");
            }),
            _ => self.setting(),
        }
    }

    pub(super) fn schedule_item(&mut self) {
        self.name("the name of a schedule", "");
        self.parameters();
        self.block("a schedule", &["when", "do", "until"], |p| match p.nth_text(0) {
            "when" => p.clause(WHEN_CLAUSE, Self::condition),
            "until" => p.clause(UNTIL_CLAUSE, Self::condition),
            "do" => p.do_clause(),
            _ => p.setting(),
        });
    }

    pub(super) fn network_item(&mut self) {
        self.name("the name of a network", "");
        while self.setting() {}
        self.block("a network", &["want", "protect", "sense", "skill", "skills"], Self::network_clause);
    }

    fn network_clause(&mut self) -> bool {
        match self.word() {
            "" => false,
            "want" | "protect" => self.clause(WANT_CLAUSE, |p| p.listed(Self::wanted)),
            "sense" => self.clause(SENSE_CLAUSE, |p| {
                p.name("the name of a proposition", "");
                p.parameters();
                if p.eat_word("is") || p.eat_word("counted") {
                    p.sum();
                }
                p.when_if_there();
            }),
            "skill" => self.clause(SKILL, Self::skill),
            "skills" if self.nth_word(1, "from") => self.clause(SKILLS_FROM, |p| {
                p.bump_word();
                if p.expect_word("actions", "`skills from actions`") && p.eat(COLON) {
                    p.node(DERIVED_LIST, |p| p.listed(Self::derived_action));
                }
            }),
            _ => self.setting(),
        }
    }

    /// `goto(it: spot { free: true } prefer { distance: any lowest })`
    fn derived_action(&mut self) {
        self.start(DERIVED_ACTION);
        self.name_ref("an action", "");
        if self.at(L_PAREN) {
            self.things();
        }
        self.end();
    }

    /// The patterns for the parameters of an action.
    fn things(&mut self) {
        let opener = self.here();
        self.start(THING_LIST);
        self.bump();
        self.inside_brackets(|p| {
            while p.at_name() {
                if p.at_pattern() {
                    p.pattern();
                } else {
                    let first = p.checkpoint();
                    p.pattern_body(first);
                }
                if !p.eat(COMMA) {
                    break;
                }
            }
        });
        self.close(R_PAREN, opener);
        self.end();
    }

    fn skill(&mut self) {
        self.name("the name of a skill", "");
        self.parameters();
        self.block("a skill", &["needs", "adds", "drops", "do"], |p| match p.nth_text(0) {
            "do" => p.do_clause(),
            "when" => p.clause(WHEN_CLAUSE, Self::condition),
            _ => p.action_clause(),
        });
    }

    /// `goap Soldier { sense armed when C  want safe priority 3 when C  skill draw { ... } }`
    pub(super) fn goap_item(&mut self) {
        self.name("the name of a planner", "");
        self.block("a planner", &["sense", "want", "skill"], |p| match p.word() {
            "" => false,
            "want" => p.clause(AIM_CLAUSE, Self::aim_clause),
            "sense" | "skill" => p.network_clause(),
            _ => p.setting(),
        });
    }

    /// `want fed, clean lowest self.hunger target nearest(fridge) when C`
    fn aim_clause(&mut self) {
        self.listed(Self::wanted);
        for word in ["priority", "lowest", "target"] {
            if self.eat_word(word) {
                self.sum();
            }
        }
        self.when_if_there();
    }

    fn wanted(&mut self) {
        self.start(WANTED);
        self.expression();
        if self.eat_word("weight") {
            self.sum();
        }
        self.end();
    }
}
