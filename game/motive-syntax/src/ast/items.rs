//! Files and their declarations.

use super::*;

nodes! {
    /// A whole file.
    SourceFile = SOURCE_FILE;
    /// `world tileworld`
    WorldItem = WORLD_ITEM;
    /// `use "common.motive"`
    UseItem = USE_ITEM;
    /// `enum dir { up, down }`
    EnumItem = ENUM_ITEM;
    /// `kind ghost { blue: truth }`
    KindItem = KIND_ITEM;
    /// `relation at(bot, place)`
    RelationItem = RELATION_ITEM;
    /// `function way_to(x: id): dir pure`
    FunctionItem = FUNCTION_ITEM;
    /// `property health: number own`
    PropertyItem = PROPERTY_ITEM;
    /// `let near = 80`
    LetItem = LET_ITEM;
    /// `condition armed when self.ammo > 0`
    ConditionItem = CONDITION_ITEM;
    /// `note target { value: id }`
    NoteItem = NOTE_ITEM;
    /// `thing gold1: gold { amount: divisible 53 }`
    ThingItem = THING_ITEM;
    /// `fact at(self, home)`
    FactItem = FACT_ITEM;
    /// `goal get_tile achieves GetTile { ... }`
    GoalItem = GOAL_ITEM;
    /// `program GetTile { ... }`
    ProgramItem = PROGRAM_ITEM;
    /// `action move(d: dir) { ... }`
    ActionItem = ACTION_ITEM;
    /// `conflicts stop with run_to` or `conflicts among a, b`
    ConflictsItem = CONFLICTS_ITEM;
    /// `blend move(ne) with move(nw) into move(n)`
    BlendItem = BLEND_ITEM;
    /// `veto move(d) when deadly(d)`
    VetoItem = VETO_ITEM;
    /// `mind Guard = ...`
    MindItem = MIND_ITEM;
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

accessors! { SourceFile {
    /// The declarations in order.
    items -> [Item],
} }

accessors! { WorldItem {
    /// The world's name.
    name -> (NameRef),
} }

impl UseItem {
    /// The file's name as written, without the quotes.
    pub fn path(&self) -> Option<String> {
        token(&self.node, SyntaxKind::STRING).map(|token| string_value(token.text()))
    }
}

accessors! { EnumItem {
    /// The enumeration's name.
    name -> (Name),
    /// Its symbols.
    variants -> (VariantList),
} }

accessors! { KindItem {
    /// The kind's name.
    name -> (Name),
    /// The kinds that its things belong to as well.
    parents -> (NameList),
    /// Its properties.
    fields -> (FieldList),
} }

accessors! { PropertyItem {
    /// The property's name.
    name -> (Name),
    /// The type of its values.
    ty -> (Type),
    /// Whether the agent itself has it.
    is_own -> (has "own"),
} }

accessors! { NoteItem {
    /// The note's kind.
    name -> (Name),
    /// Its properties.
    fields -> (FieldList),
} }

accessors! { RelationItem {
    /// The relation's name.
    name -> (Name),
    /// Its columns.
    params -> (ParamList),
} }

accessors! { FunctionItem {
    /// The function's name.
    name -> (Name),
    /// What it is asked with.
    params -> (ParamList),
    /// The type of its answer.
    result -> (Type),
    /// Whether the answer depends on the arguments alone.
    is_pure -> (has "pure"),
    /// Whether the answer may change at any time.
    is_volatile -> (has "volatile"),
    /// What the answer depends on, beside the arguments.
    reads -> (NameList),
} }

accessors! { LetItem {
    /// The name of the value.
    name -> (Name),
    /// What it depends on.
    params -> (ParamList),
    /// The value.
    value -> (Expr),
} }

accessors! { ConditionItem {
    /// The condition's name.
    name -> (Name),
    /// What it depends on.
    params -> (ParamList),
    /// What it stands for.
    condition -> (Condition),
} }

accessors! { ThingItem {
    /// The thing's name.
    name -> (Name),
    /// Its kind.
    kind -> (NameRef),
    /// Its properties.
    values -> (ValueList),
} }

accessors! { FactItem {
    /// The relation that holds.
    fact -> (Expr),
} }

accessors! { GoalItem {
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
} }

accessors! { ProgramItem {
    /// The program's name.
    name -> (Name),
    /// What it is called with.
    params -> (ParamList),
    /// Its rules in order.
    rules -> {ProgramClause},
} }

accessors! { ActionItem {
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
} }

accessors! { ConflictsItem {
    /// The first action, where there is one against others.
    first -> (NameRef),
    /// The others, or all of them.
    others -> (NameList),
    /// Whether each conflicts with each, and with itself.
    is_among -> (has "among"),
} }

impl BlendItem {
    /// The two proposals that meet.
    pub fn proposals(&self) -> Option<Steps> {
        child(&self.node)
    }
}

accessors! { BlendItem {
    /// What is done instead.
    result -> (after "into" Steps),
    /// When the rule holds.
    when -> (WhenClause),
} }

accessors! { VetoItem {
    /// The proposal that is forbidden.
    proposal -> (Steps),
    /// When.
    when -> (WhenClause),
} }

accessors! { MindItem {
    /// The mind's name.
    name -> (Name),
    /// What it is.
    definition -> (MindBody),
} }
