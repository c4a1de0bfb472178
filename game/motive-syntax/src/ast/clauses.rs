//! Clauses of rules and actions.

use super::*;

views! {
    /// Conditions that must all hold.
    Condition = CONDITION {
        /// The conditions in order.
        terms -> [Expr],
    }
    /// `when C`
    WhenClause = WHEN_CLAUSE {}
    /// `while C`
    WhileClause = WHILE_CLAUSE {}
    /// `until C`
    UntilClause = UNTIL_CLAUSE {}
    /// `at least 2 s`
    AtLeastClause = AT_LEAST_CLAUSE {
        /// How long.
        duration -> (Duration),
    }
    /// `let x = value`
    LetClause = LET_CLAUSE {
        /// The name.
        name -> (Name),
        /// Its value.
        value -> (Expr),
    }
    /// `do steps`
    DoClause = DO_CLAUSE {}
    /// `done when C [do steps]`
    DoneClause = DONE_CLAUSE {
        /// When the program has ended.
        when -> (WhenClause),
        /// What is tidied up then.
        action -> (DoClause),
    }
    /// `rule name ... do steps`
    Rule = RULE {}
    /// `otherwise ... do steps`
    Otherwise = OTHERWISE {}
    /// `needs C`
    NeedsClause = NEEDS_CLAUSE {}
    /// `effect steps`
    EffectClause = EFFECT_CLAUSE {}
    /// `takes 1.5 s`
    TakesClause = TAKES_CLAUSE {
        /// A length of time.
        duration -> (Expr),
    }
    /// `cost 0.7`
    CostClause = COST_CLAUSE {
        /// The cost.
        cost -> (Expr),
    }
    /// `tags loud`
    TagsClause = TAGS_CLAUSE {
        /// The tags.
        tags -> (in NameList NameRef),
    }
    /// `conflicts move, melee`
    ConflictsClause = CONFLICTS_CLAUSE {
        /// The actions it cannot go together with.
        actions -> (in NameList NameRef),
    }
    /// `reply steps`
    ReplyClause = REPLY_CLAUSE {}
    /// `adds a, b`
    AddsClause = ADDS_CLAUSE {}
    /// `drops a, b`
    DropsClause = DROPS_CLAUSE {}
    /// `achieves C`
    AchievesClause = ACHIEVES_CLAUSE {}
    /// `method name ... do steps`
    Method = METHOD {}
}

one_of! {
    /// One part of a program.
    ProgramClause {
        /// Where it ends.
        Done(DoneClause),
        /// A named rule.
        Rule(Rule),
        /// What is done when no rule holds.
        Otherwise(Otherwise),
    }
}

one_of! {
    /// One line of an action or skill.
    ActionClause {
        /// What must hold before.
        Needs(NeedsClause),
        /// What it changes.
        Effect(EffectClause),
        /// How long it lasts.
        Takes(TakesClause),
        /// What it costs.
        Cost(CostClause),
        /// Words that describe it.
        Tags(TagsClause),
        /// What it cannot go together with.
        Conflicts(ConflictsClause),
        /// How the world may answer.
        Reply(ReplyClause),
        /// What becomes true.
        Adds(AddsClause),
        /// What becomes false.
        Drops(DropsClause),
        /// What is done (skills).
        Do(DoClause),
        /// Anything else.
        Setting(Setting),
    }
}

/// Declares that a clause is a keyword and a condition.
macro_rules! conditions {
    ($($name:ident)*) => { $(accessors! { $name {
        /// What must hold.
        condition -> (Condition),
    } })* };
}

conditions! { WhenClause WhileClause UntilClause NeedsClause AddsClause DropsClause AchievesClause }

/// Declares that a clause is a keyword and steps.
macro_rules! doings {
    ($($name:ident)*) => { $(accessors! { $name {
        /// What is done.
        steps -> (Steps),
    } })* };
}

doings! { DoClause EffectClause ReplyClause }

/// Declares the clauses that rules and methods have in common.
macro_rules! rules {
    ($($name:ident)*) => { $(accessors! { $name {
        /// Its name; `otherwise` has none.
        name -> (Name),
        /// When it may begin.
        when -> (WhenClause),
        /// What must hold for as long as it goes on.
        while_holds -> (WhileClause),
        /// What ends it.
        until -> (UntilClause),
        /// How long it goes on once begun.
        at_least -> (AtLeastClause),
        /// Values computed for its steps, in order.
        lets -> [LetClause],
        /// What it does.
        action -> (DoClause),
    } })* };
}

rules! { Rule Method }

impl Otherwise {
    /// The same as a rule, which has no name.
    pub fn as_rule(&self) -> Rule {
        Rule { node: self.node.clone() }
    }
}
