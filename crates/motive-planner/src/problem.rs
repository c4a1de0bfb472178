//! The planning form: what a planning problem is, whatever it was written in.
//!
//! HDDL files and tasks of `.motive` files both become a [`Problem`]. It is plain data with integer ids: objects, types, predicates,
//! actions, compound tasks and methods are numbered in the order in which they were added, and names are only for people.

/// The number of a type.
pub type TypeId = u32;
/// The number of an object.
pub type ObjectId = u32;
/// The number of a predicate.
pub type PredicateId = u32;
/// The number of a variable within its schema.
pub type Variable = u32;

/// A type of objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// What it is called.
    pub name: String,
    /// The types that it is directly a kind of.
    pub parents: Vec<TypeId>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// What it is called.
    pub name: String,
    /// The types that it was declared with.
    pub types: Vec<TypeId>,
}

/// A predicate, or a function with numbers, and the types of its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// What it is called.
    pub name: String,
    /// The type of each place.
    pub places: Vec<TypeId>,
}

/// What stands in the place of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A variable of the schema.
    Variable(Variable),
    /// An object.
    Object(ObjectId),
}

/// A predicate with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// Which predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub terms: Vec<Term>,
}

/// A condition on a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Formula {
    /// Holds always.
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
    /// It holds for all objects of the variables' types.
    All(Vec<Variable>, Box<Formula>),
    /// It holds for some objects of the variables' types.
    Some(Vec<Variable>, Box<Formula>),
}

/// One change that an action makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// It happens for all objects of these variables' types.
    pub each: Vec<Variable>,
    /// It happens only where this holds before the action.
    pub when: Formula,
    /// What becomes true or false.
    pub atom: Atom,
    /// Whether it becomes true.
    pub becomes: bool,
}

/// What an action costs: a constant and the values of functions that never change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The constant part.
    pub constant: u32,
    /// Functions whose values in the beginning are added.
    pub functions: Vec<Atom>,
}

/// Variables of an action, a method or the first tasks. The first `arity` are its parameters; the others belong to quantifiers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    /// The type of each variable.
    pub types: Vec<TypeId>,
    /// How many of them are parameters.
    pub arity: usize,
}

/// Something that can be done at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it is called.
    pub name: String,
    /// Its variables.
    pub variables: Variables,
    /// When it can be done.
    pub needs: Formula,
    /// What it changes. What it makes true wins over what it makes false.
    pub effects: Vec<Effect>,
    /// What it costs.
    pub cost: Cost,
}

/// A task that must be broken into smaller ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompoundTask {
    /// What it is called.
    pub name: String,
    /// The types of its parameters.
    pub places: Vec<TypeId>,
}

/// Which task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    /// An action.
    Action(u32),
    /// A compound task.
    Compound(u32),
}

/// A task with its arguments, as a method calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtask {
    /// Which task.
    pub task: Task,
    /// Its arguments.
    pub terms: Vec<Term>,
}

/// Tasks and the order among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskNetwork {
    /// What must hold before its first task, or, without tasks, when it is chosen.
    pub needs: Formula,
    /// The tasks.
    pub calls: Vec<Subtask>,
    /// Pairs of places in `calls` of which the first comes before the second.
    pub order: Vec<(u32, u32)>,
}

/// One way to do a compound task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// What it is called.
    pub name: String,
    /// Which compound task it is for.
    pub task: u32,
    /// The task's arguments in terms of the method's variables.
    pub terms: Vec<Term>,
    /// Its variables.
    pub variables: Variables,
    /// What it consists of.
    pub network: TaskNetwork,
}

/// A planning problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// Types.
    pub types: Vec<Type>,
    /// Objects.
    pub objects: Vec<Object>,
    /// Predicates.
    pub predicates: Vec<Predicate>,
    /// Functions with numbers, for costs.
    pub functions: Vec<Predicate>,
    /// Actions.
    pub actions: Vec<Action>,
    /// Compound tasks.
    pub compounds: Vec<CompoundTask>,
    /// Methods, in the order in which they are preferred.
    pub methods: Vec<Method>,
    /// What is true in the beginning.
    pub facts: Vec<(PredicateId, Vec<ObjectId>)>,
    /// The values of functions in the beginning.
    pub values: Vec<(PredicateId, Vec<ObjectId>, u32)>,
    /// The variables of the first tasks.
    pub variables: Variables,
    /// The first tasks.
    pub tasks: TaskNetwork,
    /// What must hold in the end.
    pub goal: Formula,
    /// The variables of the goal's quantifiers.
    pub goal_variables: Variables,
}

impl Problem {
    /// The name of a task.
    #[must_use]
    pub fn task_name(&self, task: Task) -> &str {
        let name = match task {
            Task::Action(number) => self.actions.get(number as usize).map(|action| &action.name),
            Task::Compound(number) => self.compounds.get(number as usize).map(|compound| &compound.name),
        };
        name.map_or("?", String::as_str)
    }

    /// The name of an object.
    #[must_use]
    pub fn object_name(&self, object: ObjectId) -> &str {
        self.objects.get(object as usize).map_or("?", |object| object.name.as_str())
    }

    /// An atom with its objects, as people write it: `at(robot, kitchen)`.
    #[must_use]
    pub fn fact_name(&self, predicate: PredicateId, objects: &[ObjectId]) -> String {
        let name = self.predicates.get(predicate as usize).map_or("?", |predicate| predicate.name.as_str());
        let objects: Vec<&str> = objects.iter().map(|object| self.object_name(*object)).collect();
        if objects.is_empty() { name.to_owned() } else { format!("{name}({})", objects.join(", ")) }
    }
}
