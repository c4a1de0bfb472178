//! Files and their declarations.

use super::*;

views! {
    /// A whole file.
    SourceFile = SOURCE_FILE {
        /// The declarations in order.
        items -> [Item],
    }
    /// `world tileworld`
    WorldItem = WORLD_ITEM {
        /// The world's name.
        name -> (NameRef),
    }
    /// `use "common.motive"`
    UseItem = USE_ITEM {}
    /// `enum dir { up, down }`
    EnumItem = ENUM_ITEM {
        /// The enumeration's name.
        name -> (Name),
        /// Its symbols.
        variants -> (in VariantList Name),
    }
    /// `kind ghost { blue: truth }`
    KindItem = KIND_ITEM {
        /// The kind's name.
        name -> (Name),
        /// The kinds that its things belong to as well.
        parents -> (in NameList NameRef),
        /// Its properties.
        fields -> (in FieldList Field),
    }
    /// `relation at(bot, place)`
    RelationItem = RELATION_ITEM {
        /// The relation's name.
        name -> (Name),
        /// Its columns.
        params -> (ParamList),
    }
    /// `function way_to(x: id): dir pure`
    FunctionItem = FUNCTION_ITEM {
        /// The function's name.
        name -> (Name),
        /// What it is asked with.
        params -> (ParamList),
        /// The type of its answer.
        result -> (Type),
        /// Whether the answer depends on the arguments alone.
        is_pure -> (has "pure"),
    }
    /// `property health: number own`
    PropertyItem = PROPERTY_ITEM {
        /// The property's name.
        name -> (Name),
        /// The type of its values.
        ty -> (Type),
        /// Whether the agent itself has it.
        is_own -> (has "own"),
    }
    /// `let near = 80`
    LetItem = LET_ITEM {
        /// The name of the value.
        name -> (Name),
        /// What it depends on.
        params -> (ParamList),
        /// The value.
        value -> (Expr),
    }
    /// `condition armed when self.ammo > 0`
    ConditionItem = CONDITION_ITEM {
        /// The condition's name.
        name -> (Name),
        /// What it depends on.
        params -> (ParamList),
        /// What it stands for.
        condition -> (Condition),
    }
    /// `note target { value: id }`
    NoteItem = NOTE_ITEM {
        /// The note's kind.
        name -> (Name),
        /// Its properties.
        fields -> (in FieldList Field),
    }
    /// `thing gold1: gold { amount: divisible 53 }`
    ThingItem = THING_ITEM {
        /// The thing's name.
        name -> (Name),
        /// Its kind.
        kind -> (NameRef),
        /// Its properties.
        values -> (in ValueList ValueField),
    }
    /// `fact at(self, home)`
    FactItem = FACT_ITEM {
        /// The relation that holds.
        fact -> (Expr),
    }
    /// `goal get_tile achieves GetTile { ... }`
    GoalItem = GOAL_ITEM {
        /// The goal's name.
        name -> (Name),
        /// Whether it ends once reached.
        is_achieved -> (has "achieves"),
        /// Whether it stays once reached.
        is_maintained -> (has "maintains"),
        /// What is run for it.
        behaviour -> (Behaviour),
        /// When it is wanted and how much, in order.
        cases -> {GoalClause},
        /// How often its cases are looked at.
        every -> {EveryClause},
        /// Other settings.
        settings -> {Setting},
    }
    /// `program GetTile { ... }`
    ProgramItem = PROGRAM_ITEM {
        /// The program's name.
        name -> (Name),
        /// What it is called with.
        params -> (ParamList),
        /// Its rules in order.
        rules -> {ProgramClause},
    }
    /// `action move(d: dir) { ... }`
    ActionItem = ACTION_ITEM {
        /// The action's name.
        name -> (Name),
        /// What it is done with.
        params -> (ParamList),
        /// Whether it runs until the world says so.
        is_latched -> (has "latched"),
        /// Whether it changes memory alone.
        is_internal -> (has "internal"),
        /// Its clauses in order.
        clauses -> {ActionClause},
    }
    /// `conflicts stop with run_to` or `conflicts among a, b`
    ConflictsItem = CONFLICTS_ITEM {
        /// The first action, where there is one against others.
        first -> (NameRef),
        /// The others, or all of them.
        others -> (in NameList NameRef),
        /// Whether each conflicts with each, and with itself.
        is_among -> (has "among"),
    }
    /// `blend move(ne) with move(nw) into move(n)`
    BlendItem = BLEND_ITEM {
        /// What is done instead.
        result -> (after "into" Steps),
        /// When the rule holds.
        when -> (WhenClause),
    }
    /// `veto move(d) when deadly(d)`
    VetoItem = VETO_ITEM {
        /// The proposal that is forbidden.
        proposal -> (Steps),
        /// When.
        when -> (WhenClause),
    }
    /// `mind Guard = ...`
    MindItem = MIND_ITEM {
        /// The mind's name.
        name -> (Name),
        /// What it is.
        definition -> (MindBody),
    }
}

one_of! {
    /// A declaration.
    Item {
        /// `world`
        World(WorldItem),
        /// `use`
        Use(UseItem),
        /// `enum`
        Enum(EnumItem),
        /// `kind`
        Kind(KindItem),
        /// `property`
        Property(PropertyItem),
        /// `relation`
        Relation(RelationItem),
        /// `function`
        Function(FunctionItem),
        /// `let`
        Let(LetItem),
        /// `condition`
        Condition(ConditionItem),
        /// `note`
        Note(NoteItem),
        /// `thing`
        Thing(ThingItem),
        /// `fact`
        Fact(FactItem),
        /// `goal`
        Goal(GoalItem),
        /// `program`
        Program(ProgramItem),
        /// `action`
        Action(ActionItem),
        /// `conflicts`
        Conflicts(ConflictsItem),
        /// `blend`
        Blend(BlendItem),
        /// `veto`
        Veto(VetoItem),
        /// `mind`
        Mind(MindItem),
        /// `drive`
        Drive(DriveItem),
        /// `utility`
        Utility(UtilityItem),
        /// `object`
        Object(ObjectItem),
        /// `ambiance`
        Ambiance(AmbianceItem),
        /// `task`
        Task(TaskItem),
        /// `team`
        Team(TeamItem),
        /// `machine`
        Machine(MachineItem),
        /// `schedule`
        Schedule(ScheduleItem),
        /// `goap`
        Goap(GoapItem),
        /// `meanwhile`
        Meanwhile(MeanwhileItem),
        /// `network`
        Network(NetworkItem),
    }
}

impl SourceFile {
    /// The view of a tree's root, which is always a file.
    pub(crate) fn from_root(node: SyntaxNode) -> Self {
        Self { node }
    }
}

impl UseItem {
    /// The file's name as written, without the quotes.
    pub fn path(&self) -> Option<String> {
        token(&self.node, SyntaxKind::STRING).map(|token| string_value(token.text()))
    }
}

impl BlendItem {
    /// The two proposals that meet.
    pub fn proposals(&self) -> Option<Steps> {
        child(&self.node)
    }
}
