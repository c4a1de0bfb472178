//! Minds and the behaviours that goals and minds run.

use super::*;

views! {
    /// `arbiter { ... }`
    Arbiter = ARBITER {
        /// Its lines in order.
        clauses -> {MindClause},
    }
    /// `Guard but { ... }`
    Derived = DERIVED {
        /// The mind it is derived from.
        base -> (NameRef),
        /// What is different, in order.
        clauses -> {MindClause},
    }
    /// `GetTile`, `task Defend(home)`
    Named = BEHAVIOUR {
        /// What is run.
        name -> (NameRef),
        /// What it is called with.
        arguments -> (in ArgList Argument),
        /// The same with its parentheses.
        argument_list -> (ArgList),
        /// How far it is planned ahead, if it is.
        ahead -> (Ahead),
    }
    /// `plan for stay_healthy, kill_enemies`
    PlanFor = PLAN_FOR {
        /// The drives.
        drives -> (in NameList NameRef),
    }
    /// `ahead 3 steps cheapest reconsidered`
    Ahead = AHEAD {
        /// Only so many steps at a time; all, if nothing is said.
        steps -> (Literal),
        /// Whether the cheapest course is looked for.
        is_cheapest -> (has "cheapest"),
        /// Whether it is planned again before each step.
        is_reconsidered -> (has "reconsidered"),
    }
    /// `[when C] priority E [updated]`
    GoalClause = GOAL_CLAUSE {
        /// When this case holds; always, if nothing is written.
        when -> (WhenClause),
        /// How much the goal matters then.
        priority -> (after "priority" Expr),
        /// Whether the priority of a running task follows this formula too.
        is_updated -> (has "updated"),
        /// Whether this case changes a running task's priority and makes no goal.
        is_update_only -> (has "update"),
    }
    /// `every 5 ticks`
    EveryClause = EVERY_CLAUSE {
        /// The period.
        period -> (Duration),
    }
    /// `goals a, b`, `with goals a`, `without goals b`
    GoalsSetting = GOALS_SETTING {
        /// Whether the goals are added to those of the mind it is derived from.
        is_addition -> (has "with"),
        /// Whether the goals are taken from those of the mind it is derived from.
        is_removal -> (has "without"),
        /// The goals.
        goals -> (in NameList NameRef),
    }
    /// `constant priorities avoid 75, get_tile 50`
    ConstantPriorities = CONSTANT_PRIORITIES {
        /// Each goal and its priority.
        priorities -> [ConstantPriority],
    }
    /// `avoid 75`
    ConstantPriority = CONSTANT_PRIORITY {
        /// The goal.
        goal -> (NameRef),
        /// Its priority.
        priority -> (Expr),
    }
    /// `one external action`
    OneExternalAction = ONE_EXTERNAL_ACTION {}
    /// `all goals always`
    AllGoalsAlways = ALL_GOALS_ALWAYS {}
    /// `name value, value`
    Setting = SETTING {
        /// What is set.
        name -> (NameRef),
        /// To what.
        values -> [Expr],
    }
}

one_of! {
    /// What a goal runs.
    Behaviour {
        /// A program, task, machine or network by name.
        Named(Named),
        /// A plan made for drives.
        PlanFor(PlanFor),
        /// Whatever program ends with this condition.
        When(WhenClause),
    }
}

one_of! {
    /// What a mind is.
    MindBody {
        /// Goals under arbitration.
        Arbiter(Arbiter),
        /// Another mind with changes.
        Derived(Derived),
        /// A program, task, machine or network by itself.
        Named(Named),
        /// Plans made for drives.
        PlanFor(PlanFor),
    }
}

one_of! {
    /// One line of a mind.
    MindClause {
        /// Which goals it has.
        Goals(GoalsSetting),
        /// Fixed priorities of goals.
        ConstantPriorities(ConstantPriorities),
        /// At most one external action in a tick.
        OneExternalAction(OneExternalAction),
        /// Goals are made whatever the situation.
        AllGoalsAlways(AllGoalsAlways),
        /// A goal in place of the one of that name.
        Goal(GoalItem),
        /// A program in place of the one of that name.
        Program(ProgramItem),
        /// A task in place of the one of that name.
        Task(TaskItem),
        /// Any other switch: `filter 5`, `profile thesis2005`, `preferences off`.
        Setting(Setting),
    }
}

impl Named {
    /// The engine that is named, such as `task`, if one is.
    pub fn engine(&self) -> Option<String> {
        token(&self.node, SyntaxKind::KEYWORD).map(|token| token.text().to_owned())
    }
}
