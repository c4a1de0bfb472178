//! Declarations of the engines beside the arbiter.

use super::*;

views! {
    /// `drive stay_healthy weight 0.48 { ... }`
    DriveItem = DRIVE_ITEM {
        /// The drive's name.
        name -> (Name),
        /// How much it counts.
        weight -> (after "weight" Expr),
        /// What brings a drive that comes from outside.
        when -> (WhenClause),
        /// Its goals.
        goals -> {DriveGoal},
        /// What removes it.
        until -> {UntilClause},
        /// Other settings.
        settings -> {Setting},
    }
    /// `for e: kind goal e.health toward 0`
    DriveGoal = DRIVE_GOAL {
        /// One goal for each of these.
        binder -> (Binder),
        /// What makes the goal appear.
        when -> (WhenClause),
        /// What is wanted.
        targets -> [Target],
        /// How much it counts in its drive.
        weight -> (after "weight" Expr),
        /// What makes it go away.
        until -> (UntilClause),
    }
    /// `e.health toward 0 from e.max_health curve linear`
    Target = TARGET {
        /// A condition, or a quantity that is to change.
        subject -> (Expr),
        /// Where the quantity should be.
        toward -> (after "toward" Expr),
        /// Where nothing is achieved yet.
        from -> (after "from" Expr),
        /// How completeness follows the quantity.
        curve -> (after "curve" Expr),
    }
    /// `utility weighted_sum, but 0 when C`
    UtilityItem = UTILITY_ITEM {
        /// How drives are joined.
        function -> (Expr),
        /// The exceptions, in order.
        cases -> [UtilityCase],
    }
    /// `but 0 when C`
    UtilityCase = UTILITY_CASE {
        /// The utility instead.
        value -> (Expr),
        /// When.
        condition -> (after "when" Expr),
    }
    /// `object bath supplies wash_in_bath { ... }`
    ObjectItem = OBJECT_ITEM {
        /// The object's name.
        name -> (Name),
        /// The object whose actions it has too.
        parent -> (after "like" NameRef),
        /// What can be done with it.
        supplies -> (in NameList NameRef after "supplies"),
        /// What it can do.
        consumes -> (in NameList NameRef after "consumes"),
        /// How things are done with it.
        manners -> {Manner},
        /// Other settings.
        settings -> {Setting},
    }
    /// `manner stand_off 0.5 for wash when C`
    Manner = MANNER {
        /// The manner's name.
        name -> (NameRef),
        /// Its value.
        value -> (Expr),
        /// The actions it is for; all, if none are named.
        actions -> (in NameList NameRef after "for"),
        /// When it is so.
        when -> (WhenClause),
    }
    /// `ambiance library in area reading_room { ... }`
    AmbianceItem = AMBIANCE_ITEM {
        /// The ambiance's name.
        name -> (Name),
        /// The area it lies over.
        area -> (after "area" NameRef),
        /// The action that brings it.
        action -> (after "on" NameRef),
        /// The kind of object that carries it.
        around -> (after "around" NameRef),
        /// How near one must be to that object.
        within -> (after "within" Expr),
        /// Its changes of costs.
        clauses -> {AmbianceClause},
    }
    /// `booster loud +5 at once`
    Booster = BOOSTER {
        /// The tags of the actions it touches.
        tags -> (in NameList NameRef),
        /// By how much.
        amount -> (Expr),
        /// How fast.
        rate -> (Rate),
    }
    /// `dampener after 10 s over 5 s`
    Dampener = DAMPENER {
        /// How fast.
        rate -> (Rate),
    }
    /// `at once`, `swelling 5 s`, `after 10 s over 5 s`
    Rate = RATE {
        /// After how long.
        after -> (after "after" Duration),
        /// Evenly, over how long.
        over -> (after "over" Duration),
        /// Fast at first, by how long.
        fading -> (after "fading" Duration),
        /// Slowly at first and at last, over how long.
        swelling -> (after "swelling" Duration),
    }
    /// `task Defend(point) { ... }`
    TaskItem = TASK_ITEM {
        /// The task's name.
        name -> (Name),
        /// What it is done with.
        params -> (ParamList),
        /// What it is for: if that holds, it succeeds at once.
        achieves -> {AchievesClause},
        /// What must hold before.
        needs -> {NeedsClause},
        /// Values for its steps.
        lets -> {LetClause},
        /// Its one way of being done.
        action -> {DoClause},
        /// Or its ways, in order.
        methods -> {Method},
        /// What breaks it off.
        fails -> {FailsClause},
        /// What makes it begin its time anew.
        resumes -> {ResumesClause},
        /// Other settings.
        settings -> {Setting},
    }
    /// `fails when C`
    FailsClause = FAILS_CLAUSE {
        /// When it fails.
        when -> (WhenClause),
    }
    /// `resumes when C`
    ResumesClause = RESUMES_CLAUSE {
        /// When its time begins anew.
        when -> (WhenClause),
    }
    /// `team Carriers { ... }`
    TeamItem = TEAM_ITEM {
        /// The team's name.
        name -> (Name),
        /// Who leads it.
        coordinators -> {CoordinatorClause},
        /// Lists of tasks that have a name.
        roles -> {RoleClause},
        /// Who belongs to it.
        members -> {MemberClause},
        /// Other settings.
        settings -> {Setting},
    }
    /// `coordinator Main`
    CoordinatorClause = COORDINATOR_CLAUSE {
        /// What the coordinator does.
        behaviour -> (Behaviour),
    }
    /// `role scout do Scout; Rest`
    RoleClause = ROLE_CLAUSE {
        /// The role's name.
        name -> (Name),
        /// Its tasks.
        action -> (DoClause),
    }
    /// `member ann, bob takes scout`
    MemberClause = MEMBER_CLAUSE {
        /// The members' names.
        names -> (in NameList NameRef),
        /// Their role, if they have one.
        role -> (after "takes" NameRef),
        /// Or their tasks.
        action -> (DoClause),
    }
    /// `machine Guard starts patrol { ... }`
    MachineItem = MACHINE_ITEM {
        /// The machine's name.
        name -> (Name),
        /// What it is called with.
        params -> (ParamList),
        /// The first state.
        start -> (NameRef),
        /// All states.
        states -> {State},
    }
    /// `state patrol { ... }`
    State = STATE {
        /// The state's name.
        name -> (Name),
        /// What is done in it.
        action -> {DoClause},
        /// What is done on the way in.
        enter -> {EnterClause},
        /// What is done on the way out.
        leave -> {LeaveClause},
        /// Ways to other states, in order.
        transitions -> {Transition},
        /// Other settings.
        settings -> {Setting},
    }
    /// `enter steps`
    EnterClause = ENTER_CLAUSE {}
    /// `leave steps`
    LeaveClause = LEAVE_CLAUSE {}
    /// `to attack when C`
    Transition = TRANSITION {
        /// The next state.
        target -> (NameRef),
        /// When.
        when -> (WhenClause),
    }
    /// `schedule flee { ... }`
    ScheduleItem = SCHEDULE_ITEM {
        /// The schedule's name.
        name -> (Name),
        /// What it is called with.
        params -> (ParamList),
        /// When it may begin.
        when -> {WhenClause},
        /// What breaks it off.
        until -> {UntilClause},
        /// What is done.
        action -> {DoClause},
        /// Other settings.
        settings -> {Setting},
    }
    /// `goap Soldier { ... }`
    GoapItem = GOAP_ITEM {
        /// The planner's name.
        name -> (Name),
        /// What it knows.
        senses -> {SenseClause},
        /// What it wants, one at a time.
        aims -> {AimClause},
        /// What it can do.
        skills -> {Skill},
        /// Other settings.
        settings -> {Setting},
    }
    /// `want fed lowest self.hunger`
    AimClause = AIM_CLAUSE {
        /// What is wanted together.
        wanted -> [Wanted],
        /// How important it is.
        priority -> (after "priority" Expr),
        /// What it is the more important for, the lower it is.
        lowest -> (after "lowest" Expr),
        /// The one thing that it is about.
        target -> (after "target" Expr),
        /// When it is wanted at all.
        when -> (WhenClause),
    }
    /// `meanwhile self.hunger -= seconds`
    MeanwhileItem = MEANWHILE_ITEM {
        /// What happens.
        steps -> (Steps),
    }
    /// `network sander profile maes1989 { ... }`
    NetworkItem = NETWORK_ITEM {
        /// The network's name.
        name -> (Name),
        /// The parameters before the block.
        parameters -> [Setting],
        /// What is wanted or protected.
        wants -> {WantClause},
        /// What is sensed.
        senses -> {SenseClause},
        /// Its skills.
        skills -> {Skill},
        /// Skills made from declared actions.
        derived -> {SkillsFrom},
        /// Other settings.
        settings -> {Setting},
    }
    /// `want a, b` or `protect a`
    WantClause = WANT_CLAUSE {
        /// Whether these are to be kept, not reached.
        is_protected -> (has "protect"),
        /// What is wanted.
        wanted -> [Wanted],
    }
    /// One thing wanted, `a weight 2`.
    Wanted = WANTED {
        /// The proposition.
        proposition -> (Expr),
        /// How much it counts.
        weight -> (after "weight" Expr),
    }
    /// `sense hand_is_empty when C`
    SenseClause = SENSE_CLAUSE {
        /// The proposition.
        name -> (Name),
        /// The variables of a template.
        params -> (ParamList),
        /// What its sensor says at first.
        value -> (after "is" Expr),
        /// How often it holds at first, if that is counted.
        count -> (after "counted" Expr),
        /// When it is true; a sensor says so if nothing is written.
        when -> (WhenClause),
    }
    /// `skill pick_up { ... }`
    Skill = SKILL {
        /// The skill's name.
        name -> (Name),
        /// What it is done with.
        params -> (ParamList),
        /// Its lines in order.
        clauses -> {ActionClause},
        /// When it is considered at all.
        when -> {WhenClause},
    }
    /// `skills from actions`
    SkillsFrom = SKILLS_FROM {
        /// The actions; all declared ones, if none are named.
        actions -> (in DerivedList DerivedAction),
    }
    /// The actions there.
    DerivedList = DERIVED_LIST {}
    /// An action there, `goto(it: spot)`
    DerivedAction = DERIVED_ACTION {
        /// The action.
        name -> (NameRef),
        /// The things that its parameters stand for.
        things -> (ThingList),
    }
    /// `(it: spot { free: true }, with: tool)`
    ThingList = THING_LIST {
        /// By parameter, the pattern of its things.
        patterns -> [Pattern],
    }
}

one_of! {
    /// A part of an ambiance's change of costs.
    AmbianceClause {
        /// What raises or lowers costs.
        Booster(Booster),
        /// What brings them back.
        Dampener(Dampener),
        /// Anything else.
        Setting(Setting),
    }
}
