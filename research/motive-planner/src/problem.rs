//! Planning problems as plain data.
//!
//! A [`HtnProblem`] uses integer ids: objects, types, predicates, actions, compound tasks and methods are numbered in order of declaration.
//! Names are for output only.

use motive_util::Rows;
use rustc_hash::FxHashSet;

/// The number of a type.
pub type TypeId = u32;
/// The number of an object.
pub type ObjectId = u32;
/// The number of a predicate.
pub type PredicateId = u32;
/// The number of a variable within its schema.
pub type VariableId = u32;

/// A type of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectType {
    /// Its name.
    pub name: String,
    /// Its direct parents.
    pub parents: Vec<TypeId>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// The types that it was declared with.
    pub types: Vec<TypeId>,
}

/// A predicate or numeric function with the types of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// The type of each parameter.
    pub places: Vec<TypeId>,
}

/// An argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A variable of the schema.
    Variable(VariableId),
    /// An object.
    Object(ObjectId),
}

/// A predicate with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub terms: Vec<Term>,
}

/// A condition on a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Formula {
    /// Always true.
    #[default]
    True,
    /// The atom is true.
    Atom(Atom),
    /// The two are the same object.
    Equal(Term, Term),
    /// The object is of the type.
    OfType(Term, TypeId),
    /// It does not hold.
    Not(Box<Formula>),
    /// All hold.
    And(Vec<Formula>),
    /// At least one holds.
    Or(Vec<Formula>),
    /// Universal quantification over the types of the variables.
    All(Vec<VariableId>, Box<Formula>),
    /// Existential quantification over the types of the variables.
    Some(Vec<VariableId>, Box<Formula>),
}

impl Formula {
    /// Calls back with every part that must hold in any case: the members of conjunctions, or the whole.
    pub(crate) fn each_conjunct<'f>(&'f self, each: &mut dyn FnMut(&'f Self)) {
        match self {
            Self::And(parts) => parts.iter().for_each(|part| part.each_conjunct(each)),
            other => each(other),
        }
    }
}

/// One effect of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionEffect {
    /// Variables that are quantified universally.
    pub each: Vec<VariableId>,
    /// The condition, evaluated before the action.
    pub when: Formula,
    /// The atom that becomes true or false.
    pub atom: Atom,
    /// Whether it becomes true.
    pub becomes: bool,
}

/// The cost of an action: a constant, and the values of functions that never change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionCost {
    /// The constant part.
    pub constant: u32,
    /// Functions whose initial values are added.
    pub functions: Vec<Atom>,
}

/// Variables of an action, a method or the root tasks. The first `arity` are parameters; the others belong to quantifiers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaVariables {
    /// The type of each variable.
    pub types: Vec<TypeId>,
    /// How many of them are parameters.
    pub arity: usize,
}

/// A primitive action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrimitiveAction {
    /// Its name.
    pub name: String,
    /// Its variables.
    pub variables: SchemaVariables,
    /// Its precondition.
    pub precondition: Formula,
    /// Its effects. Additions win over deletions.
    pub effects: Vec<ActionEffect>,
    /// Its cost.
    pub cost: ActionCost,
}

/// A compound task, which methods decompose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompoundTask {
    /// Its name.
    pub name: String,
    /// The types of its parameters.
    pub places: Vec<TypeId>,
}

/// A task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TaskId {
    /// An action.
    Action(u32),
    /// A compound task.
    Compound(u32),
}

/// A subtask of a method: a task with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtask {
    /// The task.
    pub task: TaskId,
    /// Its arguments.
    pub terms: Vec<Term>,
}

/// A task network: subtasks and their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskNetwork {
    /// The precondition. It must hold when the network is used, before all its tasks.
    pub precondition: Formula,
    /// The tasks.
    pub calls: Vec<Subtask>,
    /// Pairs of indices into `calls`: the first comes before the second.
    pub order: Vec<(u32, u32)>,
}

impl TaskNetwork {
    /// The subtasks in an order that respects theirs; none if that is circular.
    pub(crate) fn in_order(&self) -> Option<Vec<usize>> {
        let mut waits_for = vec![0_usize; self.calls.len()];
        for (_, second) in &self.order {
            waits_for[*second as usize] += 1;
        }
        let after = Rows::from_pairs(waits_for.len(), self.order.iter().copied());
        let mut sorted: Vec<usize> = (0..waits_for.len()).filter(|place| waits_for[*place] == 0).collect();
        let mut next = 0;
        while let Some(&first) = sorted.get(next) {
            next += 1;
            for second in after.row(first) {
                waits_for[*second as usize] -= 1;
                if waits_for[*second as usize] == 0 {
                    sorted.push(*second as usize);
                }
            }
        }
        (sorted.len() == waits_for.len()).then_some(sorted)
    }
}

/// A method of a compound task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HtnMethod {
    /// Its name.
    pub name: String,
    /// The number of its compound task.
    pub task: u32,
    /// The arguments of the task, as terms over the variables of the method.
    pub terms: Vec<Term>,
    /// Its variables.
    pub variables: SchemaVariables,
    /// Its subtasks.
    pub network: TaskNetwork,
}

/// A planning problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HtnProblem {
    /// Types.
    pub types: Vec<ObjectType>,
    /// Objects.
    pub objects: Vec<Object>,
    /// Predicates.
    pub predicates: Vec<Predicate>,
    /// Numeric functions, for costs.
    pub functions: Vec<Predicate>,
    /// Actions.
    pub actions: Vec<PrimitiveAction>,
    /// Compound tasks.
    pub compounds: Vec<CompoundTask>,
    /// Methods, in order of preference.
    pub methods: Vec<HtnMethod>,
    /// The initial facts.
    pub facts: Vec<(PredicateId, Vec<ObjectId>)>,
    /// The initial values of functions.
    pub values: Vec<(PredicateId, Vec<ObjectId>, u32)>,
    /// The variables of the root tasks.
    pub variables: SchemaVariables,
    /// The root tasks.
    pub tasks: TaskNetwork,
    /// The goal.
    pub goal: Formula,
    /// The variables of the goal's quantifiers.
    pub goal_variables: SchemaVariables,
}

impl HtnProblem {
    /// Its approximate size in bytes, and that of the tables that are made from its objects and facts.
    pub(crate) fn bytes(&self) -> usize {
        let facts: usize = self.facts.iter().map(|(_, objects)| 48 + objects.len() * 4).sum();
        let tasks: usize = self.tasks.calls.iter().map(|call| 56 + call.terms.len() * 8).sum();
        facts + self.objects.len() * 256 + tasks + self.tasks.order.len() * 8
    }

    /// The name of a task.
    pub fn task_name(&self, task: TaskId) -> &str {
        let name = match task {
            TaskId::Action(number) => self.actions.get(number as usize).map(|action| &action.name),
            TaskId::Compound(number) => self.compounds.get(number as usize).map(|compound| &compound.name),
        };
        name.map_or("?", String::as_str)
    }

    /// The name of an object.
    pub fn object_name(&self, object: ObjectId) -> &str {
        self.objects.get(object as usize).map_or("?", |object| object.name.as_str())
    }

    /// A fact as text: `at(robot, kitchen)`.
    pub fn fact_name(&self, predicate: PredicateId, objects: &[ObjectId]) -> String {
        let name = self.predicates.get(predicate as usize).map_or("?", |predicate| predicate.name.as_str());
        let objects: Vec<&str> = objects.iter().map(|object| self.object_name(*object)).collect();
        if objects.is_empty() { name.to_owned() } else { format!("{name}({})", objects.join(", ")) }
    }
}

/// For each type its objects, in order, and a membership test.
#[derive(Clone, Debug)]
pub(crate) struct ObjectTypes {
    members: Vec<Vec<ObjectId>>,
    words: usize,
    is_a: Vec<u64>,
    /// Whether a predicate is one that no action changes.
    fixed: Vec<bool>,
    /// The facts of those.
    facts: FxHashSet<(PredicateId, Box<[ObjectId]>)>,
}

impl ObjectTypes {
    /// The bytes that they take for a problem, with the static facts.
    pub(crate) fn bytes_for(problem: &HtnProblem) -> usize {
        let words = problem.types.len().div_ceil(64).max(1);
        problem.objects.len() * (words * 8 + 64) + problem.facts.len() * 64
    }

    /// Computes the types of all objects. Types in a cycle have the same members.
    pub(crate) fn of(problem: &HtnProblem) -> Self {
        let types = problem.types.len();
        let words = types.div_ceil(64).max(1);
        let mut is_a = vec![0; words * problem.objects.len()];
        let mut members = vec![Vec::new(); types];
        let mut open = Vec::new();
        for (number, object) in problem.objects.iter().enumerate() {
            let row = &mut is_a[number * words..(number + 1) * words];
            open.clone_from(&object.types);
            while let Some(kind) = open.pop() {
                let Some(declared) = problem.types.get(kind as usize) else { continue };
                let (word, bit) = (kind as usize / 64, 1 << (kind % 64));
                if row[word] & bit == 0 {
                    row[word] |= bit;
                    members[kind as usize].push(number as ObjectId);
                    open.extend(&declared.parents);
                }
            }
        }
        let mut fixed = vec![true; problem.predicates.len()];
        for effect in problem.actions.iter().flat_map(|action| &action.effects) {
            if let Some(fixed) = fixed.get_mut(effect.atom.predicate as usize) {
                *fixed = false;
            }
        }
        let is_fixed = |predicate: PredicateId| fixed.get(predicate as usize) == Some(&true);
        let known = problem.facts.iter().filter(|(predicate, _)| is_fixed(*predicate));
        let facts = known.map(|(predicate, objects)| (*predicate, objects.as_slice().into())).collect();
        Self { members, words, is_a, fixed, facts }
    }

    /// The truth of a static fact; none if actions can change it.
    pub(crate) fn always(&self, predicate: PredicateId, objects: &[ObjectId]) -> Option<bool> {
        let is_fixed = self.fixed.get(predicate as usize) == Some(&true);
        is_fixed.then(|| self.facts.contains(&(predicate, objects.into())))
    }

    /// The objects of a type.
    pub(crate) fn members(&self, kind: TypeId) -> &[ObjectId] {
        self.members.get(kind as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether an object is of a type.
    pub(crate) fn is(&self, object: ObjectId, kind: TypeId) -> bool {
        let word = object as usize * self.words + kind as usize / 64;
        self.is_a.get(word).is_some_and(|bits| bits >> (kind % 64) & 1 == 1)
    }
}
