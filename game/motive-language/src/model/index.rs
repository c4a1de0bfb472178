//! What every name refers to: definitions, references and types, as an editor asks for them.

use super::FileSpan;
use motive_core::Type;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::OnceLock;

/// What a name is defined as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DefinitionKind {
    /// A kind of thing.
    Kind,
    /// A property of things or of the agent.
    Property,
    /// A relation between things.
    Relation,
    /// A function of the world.
    Function,
    /// An action.
    Action,
    /// A symbol: a value of an enumeration.
    Symbol,
    /// A thing that a file names, or a member of a team.
    Thing,
    /// A named value (`let`).
    Value,
    /// A named condition.
    Condition,
    /// A goal.
    Goal,
    /// A program of rules.
    Program,
    /// A task.
    Task,
    /// A skill network.
    Network,
    /// A state machine.
    Machine,
    /// A schedule.
    Schedule,
    /// A planner over symbols (`goap`).
    Planner,
    /// A drive.
    Drive,
    /// A team.
    Team,
    /// A mind.
    Mind,
    /// An enumeration of symbols.
    Enumeration,
    /// A tag of actions.
    Tag,
    /// A state of a machine.
    State,
    /// A role of a team.
    Role,
    /// A symbol of a planner (`sense` in `goap`).
    PlannerSymbol,
    /// A proposition of a network.
    Proposition,
    /// A parameter of a program, task, action, named value or named condition.
    Parameter,
    /// A name that a condition or a `let` binds.
    Variable,
}

impl DefinitionKind {
    /// What messages call it.
    pub(crate) fn word(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The word of the language for something that can pursue a goal.
    pub(crate) fn keyword(self) -> String {
        if self == Self::Planner { "goap".to_owned() } else { self.word() }
    }
}

/// A definition of the index, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionId(pub(crate) usize);

/// A definition of a name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedDefinition {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: DefinitionKind,
    /// Where its name is given. `None` for what the world declares.
    pub place: Option<FileSpan>,
    /// The type of its value, where it has one.
    pub value_type: Type,
    /// Where a parameter or variable is visible. `None` for definitions that are visible everywhere.
    pub visible: Option<FileSpan>,
}

/// All definitions, references and types of a set of files.
#[derive(Clone, Debug, Default)]
pub struct SemanticIndex {
    definitions: Vec<NamedDefinition>,
    /// Definitions that are visible everywhere, by kind and name in lower case: case never matters.
    global: FxHashMap<DefinitionKind, FxHashMap<Box<str>, DefinitionId>>,
    /// What the name at a place refers to.
    references: SpanMap<DefinitionId>,
    /// How often each definition is referred to, by its number.
    uses: Vec<usize>,
    /// The types of expressions.
    types: SpanMap<Type>,
}

/// A name in lower case.
fn folded(name: &str) -> Cow<'_, str> {
    let is_lower = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if name.bytes().all(is_lower) { Cow::Borrowed(name) } else { Cow::Owned(name.to_lowercase()) }
}

impl SemanticIndex {
    /// All definitions: those of the world that the files use, and those of the files.
    pub fn definitions(&self) -> impl Iterator<Item = (DefinitionId, &NamedDefinition)> {
        self.definitions.iter().enumerate().map(|(number, definition)| (DefinitionId(number), definition))
    }

    /// A definition by its number.
    pub fn definition(&self, id: DefinitionId) -> Option<&NamedDefinition> {
        self.definitions.get(id.0)
    }

    /// What the name at an offset of a file refers to, or defines.
    pub fn definition_at(&self, file: usize, offset: usize) -> Option<DefinitionId> {
        self.references.innermost(file, offset).copied()
    }

    /// All places that refer to a definition, its own name first, in the order of the files.
    pub fn references_of(&self, id: DefinitionId) -> Vec<FileSpan> {
        let own = self.definition(id).and_then(|definition| definition.place.clone());
        let others = self.references.iter().filter(|(_, known)| **known == id).map(|(place, _)| place);
        own.clone().into_iter().chain(others.filter(|place| Some(place) != own.as_ref())).collect()
    }

    /// The type of the innermost expression at an offset of a file.
    pub fn type_at(&self, file: usize, offset: usize) -> Option<&Type> {
        self.types.innermost(file, offset)
    }

    /// The definitions that a name at an offset of a file could refer to.
    pub fn in_scope(
        &self,
        file: usize,
        offset: usize,
    ) -> impl Iterator<Item = (DefinitionId, &NamedDefinition)> {
        self.definitions().filter(move |(_, definition)| match (&definition.visible, &definition.place) {
            (None, _) => true,
            (Some(visible), place) => {
                let is_given = place.as_ref().is_none_or(|place| place.span.start <= offset);
                visible.file == file && visible.span.contains(&offset) && is_given
            }
        })
    }

    /// Adds a definition that is visible everywhere. A second one of the same kind and name is the first.
    pub(crate) fn define(
        &mut self,
        kind: DefinitionKind,
        name: &str,
        place: Option<FileSpan>,
        value_type: Type,
    ) -> DefinitionId {
        let folded = folded(name);
        if let Some(known) = self.global_definition(kind, &folded) {
            return known;
        }
        let id = self.add(NamedDefinition { name: name.into(), kind, place, value_type, visible: None });
        self.global.entry(kind).or_default().insert(folded.into(), id);
        id
    }

    fn global_definition(&self, kind: DefinitionKind, folded: &str) -> Option<DefinitionId> {
        self.global.get(&kind)?.get(folded).copied()
    }

    /// Adds a parameter or variable. One that is given at the same place again is the same, of the type that was found last.
    pub(crate) fn define_local(
        &mut self,
        kind: DefinitionKind,
        name: &str,
        place: FileSpan,
        visible: FileSpan,
        value_type: Type,
    ) -> DefinitionId {
        if let Some(known) = self.references.get(&place).copied() {
            if let Some(definition) = self.definitions.get_mut(known.0) {
                definition.value_type = value_type;
            }
            return known;
        }
        let (place, visible) = (Some(place), Some(visible));
        self.add(NamedDefinition { name: name.into(), kind, place, value_type, visible })
    }

    fn add(&mut self, definition: NamedDefinition) -> DefinitionId {
        let id = DefinitionId(self.definitions.len());
        if let Some(place) = &definition.place {
            self.references.insert(place, id);
        }
        self.definitions.push(definition);
        self.uses.push(0);
        id
    }

    /// Notes that the name at a place refers to a definition.
    pub(crate) fn refer(&mut self, place: &FileSpan, id: DefinitionId) {
        let before = self.references.insert(place, id);
        if before != Some(id)
            && let Some(uses) = self.uses.get_mut(id.0)
        {
            *uses += 1;
        }
    }

    /// Whether any name but its own refers to a definition that is visible everywhere.
    pub(crate) fn is_used(&self, kind: DefinitionKind, name: &str) -> bool {
        let id = self.global_definition(kind, &folded(name));
        id.and_then(|id| self.uses.get(id.0)).is_some_and(|uses| *uses > 0)
    }

    /// Notes the type of an expression.
    pub(crate) fn set_type(&mut self, place: &FileSpan, value_type: Type) {
        self.types.insert(place, value_type);
    }

    /// The type that was noted for exactly this place.
    pub(crate) fn type_of(&self, place: &FileSpan) -> Option<&Type> {
        self.types.get(place)
    }
}

/// File, start and end.
type Key = (usize, usize, usize);

/// Values by place. While files are checked they are looked up by the place; an editor then asks for what lies at an offset.
#[derive(Clone, Debug)]
struct SpanMap<T> {
    values: FxHashMap<Key, T>,
    /// The length of the longest place.
    longest: usize,
    /// The places in order. Made when they are first asked for: a game never does.
    sorted: OnceLock<Vec<Key>>,
}

impl<T> Default for SpanMap<T> {
    fn default() -> Self {
        Self { values: FxHashMap::default(), longest: 0, sorted: OnceLock::new() }
    }
}

fn key(place: &FileSpan) -> Key {
    (place.file, place.span.start, place.span.end)
}

impl<T> SpanMap<T> {
    fn get(&self, place: &FileSpan) -> Option<&T> {
        self.values.get(&key(place))
    }

    /// Sets the value of a place, and gives the one that it had.
    fn insert(&mut self, place: &FileSpan, value: T) -> Option<T> {
        self.sorted.take();
        self.longest = self.longest.max(place.span.len());
        self.values.insert(key(place), value)
    }

    /// All places with their values, in the order of the files.
    fn iter(&self) -> impl Iterator<Item = (FileSpan, &T)> {
        let place = |(file, start, end): &Key| FileSpan { file: *file, span: *start..*end };
        self.sorted().iter().filter_map(move |key| Some((place(key), self.values.get(key)?)))
    }

    /// The value of the shortest place that contains an offset. Its end counts as inside, as where a cursor stands after a name.
    fn innermost(&self, file: usize, offset: usize) -> Option<&T> {
        let sorted = self.sorted();
        let end = sorted.partition_point(|key| *key <= (file, offset, usize::MAX));
        let first = (file, offset.saturating_sub(self.longest), 0);
        let near = sorted[..end].iter().rev().take_while(|key| **key >= first);
        let around = near.filter(|(_, _, end)| *end >= offset);
        // Of places of the same length the first in the file.
        let shortest = around.min_by_key(|(_, start, end)| (end - start, *start))?;
        self.values.get(shortest)
    }

    fn sorted(&self) -> &[Key] {
        self.sorted.get_or_init(|| {
            let mut keys: Vec<Key> = self.values.keys().copied().collect();
            keys.sort_unstable();
            keys
        })
    }
}
