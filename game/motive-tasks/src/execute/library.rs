//! Compiled tasks: names resolved, conditions compiled, all mistakes reported.

use super::any_order::any_order;
use super::definition::{
    Alternative, Behave, Body, Call, GoalsNeeded, HtnTask, Line, Method, OnInterrupt, Primitive, Settings,
};
use super::executor::TaskExecutor;
use super::failure::TaskError;
use motive_core::condition::{
    Bindings, BuildError, CompiledCondition, CompiledExpr, Condition, Expr, ReadSet, Scope,
};
use motive_core::engine::closest_name;
use motive_core::mind::{Behaviour, Callable, MindText, Program, RuleText};
use motive_core::vocabulary::{
    ActionId, ActionLifetime, ActionTarget, Dependency, Facts, Id, Property, Symbol, Value, Vocabulary,
};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct CompiledTask {
    pub(crate) name: Arc<str>,
    pub(crate) parameters: usize,
    pub(crate) variables: usize,
    pub(crate) goals: Vec<CompiledCondition>,
    pub(crate) needs: Vec<CompiledCondition>,
    /// The preconditions as text.
    need_texts: Vec<Arc<str>>,
    pub(crate) body: CompiledBody,
    pub(crate) guarded: bool,
    pub(crate) returns: Option<CompiledExpr>,
    /// Made for a method of another task, which is the one shown to users.
    pub(crate) is_method: bool,
}

impl CompiledTask {
    /// Bindings in which its parameters have these values.
    pub(crate) fn bound(&self, arguments: impl IntoIterator<Item = Value>) -> Bindings {
        let mut bindings = Bindings::new(self.variables);
        for (variable, value) in (0..).zip(arguments) {
            bindings.set(variable, value);
        }
        bindings
    }

    /// Bindings of a method, which sees all variables of its task.
    pub(crate) fn inheriting(&self, from: &Bindings) -> Bindings {
        let mut bindings = Bindings::new(self.variables);
        for variable in 0..self.parameters as u16 {
            if let Some(value) = from.get(variable) {
                bindings.set(variable, value);
            }
        }
        bindings
    }

    /// The values of its parameters.
    pub(crate) fn arguments(&self, bindings: &Bindings) -> Vec<Value> {
        (0..self.parameters as u16).filter_map(|variable| bindings.get(variable)).collect()
    }

    /// One of its preconditions as text.
    pub(crate) fn need_text(&self, part: usize) -> Arc<str> {
        self.need_texts.get(part).cloned().unwrap_or_default()
    }
}

#[derive(Debug)]
pub(crate) enum CompiledBody {
    Lines(Vec<Vec<CompiledAlternative>>),
    Act(CompiledPrimitive),
    Behave(CompiledBehave),
    Slot(Property),
}

#[derive(Debug)]
pub(crate) struct CompiledAlternative {
    pub(crate) calls: Vec<CompiledCall>,
    pub(crate) any: bool,
    pub(crate) weight: Option<f64>,
}

#[derive(Clone, Debug)]
pub(crate) struct CompiledBehave {
    pub(crate) guest: Callable,
    pub(crate) within: Option<u64>,
    pub(crate) interrupts: Vec<(CompiledCondition, OnInterrupt)>,
}

#[derive(Debug)]
pub(crate) struct CompiledCall {
    pub(crate) task: usize,
    pub(crate) arguments: Vec<CompiledExpr>,
    pub(crate) into: Option<u16>,
    /// The call of a method passes on all variables.
    pub(crate) inherits: bool,
}

#[derive(Debug)]
pub(crate) struct CompiledPrimitive {
    pub(crate) action: ActionId,
    pub(crate) name: Symbol,
    pub(crate) is_latched: bool,
    pub(crate) arguments: Vec<CompiledExpr>,
    pub(crate) within: Option<u64>,
    pub(crate) interrupts: Vec<(CompiledCondition, OnInterrupt)>,
}

/// Tasks that call each other, built together and shared by all agents.
#[derive(Debug)]
pub struct TaskLibrary {
    pub(crate) tasks: Vec<CompiledTask>,
    by_name: FxHashMap<Arc<str>, usize>,
    pub(crate) settings: Settings,
    /// The tasks as declared.
    definitions: Vec<HtnTask>,
    /// By task: a hash of it and everything it calls.
    versions: Vec<u64>,
    /// What all of them may read.
    pub(crate) reads: ReadSet,
}

impl TaskLibrary {
    /// Builds tasks, or reports all mistakes.
    ///
    /// # Errors
    /// All mistakes, in the order of the tasks.
    pub fn new(
        vocabulary: &Vocabulary,
        definitions: Vec<HtnTask>,
        settings: Settings,
    ) -> Result<Arc<Self>, Vec<TaskError>> {
        let tasks: Vec<HtnTask> = definitions.iter().cloned().flat_map(any_order).collect();
        let mut compiler = TaskCompiler {
            vocabulary,
            by_name: FxHashMap::default(),
            tasks: Vec::new(),
            errors: Vec::new(),
            arities: Vec::new(),
            reads: ReadSet::default(),
        };
        for task in &tasks {
            let number = compiler.by_name.len();
            if compiler.by_name.insert(task.name.clone(), number).is_some() {
                compiler.errors.push(TaskError::Twice(task.name.to_string()));
            }
            compiler.arities.push(task.parameters.len());
        }
        if !compiler.errors.is_empty() {
            return Err(compiler.errors);
        }
        // The number of a task is its position; tasks made for methods come after all others.
        compiler.tasks = (0..tasks.len()).map(|_| None).collect();
        for (number, task) in tasks.iter().enumerate() {
            compiler.task(number, task);
        }
        if !compiler.errors.is_empty() {
            return Err(compiler.errors);
        }
        // Whether a latched action runs is read from memory.
        let builtin = vocabulary.builtin();
        compiler.reads.add(Dependency::Kind(builtin.action));
        compiler.reads.add(Dependency::KindProperty(builtin.action, builtin.status));
        let versions = versions_of(&tasks, settings);
        let tasks = compiler.tasks.into_iter().flatten().collect();
        Ok(Arc::new(Self {
            tasks,
            by_name: compiler.by_name,
            settings,
            definitions,
            versions,
            reads: compiler.reads,
        }))
    }

    /// The same tasks with others added. A new task with the name of an old one replaces it wherever it is called. Running tasks continue
    /// with the old definitions; a character that is given the new ones restarts the tasks that changed.
    ///
    /// ```
    /// use motive::tasks::{Call, Primitive, Settings, HtnTask, TaskLibrary};
    /// use motive::kernel::{Agent, Memory, Time, Vocabulary};
    /// use motive::arbiter::{Arbiter, Character, Goal};
    ///
    /// let mut names = Vocabulary::new();
    /// let (wave, shoot) = (names.action("wave", 0), names.action("shoot", 0));
    /// let names = names.finish()?;
    /// let bot = vec![
    ///     HtnTask::new("Patrol").line(Call::new("Greet")),
    ///     HtnTask::new("Greet").act(Primitive::new(wave)),
    /// ];
    /// // A set of tasks from elsewhere, such as an extension of the game.
    /// let war = vec![HtnTask::new("Greet").line(Call::new("Shoot")), HtnTask::new("Shoot").act(Primitive::new(shoot))];
    ///
    /// let peaceful = TaskLibrary::new(&names, bot, Settings::default()).map_err(|errors| errors[0].clone())?;
    /// let hostile = peaceful.splice(&names, war).map_err(|errors| errors[0].clone())?;
    /// let does = |tasks: &std::sync::Arc<TaskLibrary>| {
    ///     let goal = Goal::maintain("it", "Patrol").always(1);
    ///     let character = Character::new(names.clone()).goal(goal).program(tasks.program("Patrol", vec![])?).build()?;
    ///     let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0);
    ///     Ok::<_, Box<dyn std::error::Error>>(agent.tick(Time::of_tick(0, 50_000)).display(&names))
    /// };
    /// assert_eq!(does(&peaceful)?, ["wave()"]);
    /// assert_eq!(does(&hostile)?, ["shoot()"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// All mistakes, as for [`TaskLibrary::new`].
    pub fn splice(&self, vocabulary: &Vocabulary, more: Vec<HtnTask>) -> Result<Arc<Self>, Vec<TaskError>> {
        let mut definitions = self.definitions.clone();
        for task in more {
            match definitions.iter_mut().find(|known| known.name == task.name) {
                Some(known) => *known = task,
                None => definitions.push(task),
            }
        }
        Self::new(vocabulary, definitions, self.settings)
    }

    /// The tasks as declared.
    pub fn definitions(&self) -> &[HtnTask] {
        &self.definitions
    }

    /// Adds the preconditions of every task and method to the description of a mind, each as a program of one rule, and what
    /// the tasks call.
    pub fn describe(&self, names: &Vocabulary, text: &mut MindText) {
        // A task that only calls another engine has the name of what it calls, whose rules are its text.
        let is_call = |task: &HtnTask| matches!(task.body, Body::Behave(_)) && task.needs.is_empty();
        let (calls, own): (Vec<&HtnTask>, Vec<&HtnTask>) =
            self.definitions.iter().partition(|task| is_call(task));
        if own.first().is_some_and(|task| text.programs.contains_key(&*task.name)) {
            return;
        }
        let mut add = |name: String, conditions: &[Condition]| {
            text.programs.insert(name, vec![RuleText::new("needs", conditions, names)]);
        };
        for task in own {
            add(task.name.to_string(), &task.needs);
            if let Body::Methods(methods) = &task.body {
                methods.iter().for_each(|method| add(format!("{}.{}", task.name, method.name), &method.when));
            }
        }
        for task in calls {
            if let Body::Behave(call) = &task.body {
                call.guest.describe(names, text);
            }
        }
    }

    /// Whether the goals of a task are reached.
    pub(crate) fn goals_hold(
        &self,
        code: &CompiledTask,
        facts: &impl Facts,
        bindings: &mut Bindings,
    ) -> bool {
        match self.settings.goals {
            GoalsNeeded::All => {
                !code.goals.is_empty() && code.goals.iter().all(|goal| goal.holds(facts, bindings))
            }
            GoalsNeeded::Any => code.goals.iter().any(|goal| goal.holds(facts, bindings)),
        }
    }

    /// A hash of a task and everything it calls.
    pub(crate) fn version(&self, task: usize) -> u64 {
        self.versions.get(task).copied().unwrap_or(0)
    }

    /// The number of a task.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The number of a task with this many parameters.
    pub(crate) fn number(&self, task: &str, found: usize) -> Result<usize, TaskError> {
        let number = self.find(task).ok_or_else(|| TaskError::NoSuchTask(task.to_owned()))?;
        let expected = self.tasks.get(number).map_or(0, |task| task.parameters);
        if expected != found {
            let callee = task.to_owned();
            return Err(TaskError::Arity { task: callee.clone(), callee, found, expected });
        }
        Ok(number)
    }

    /// The task that currently fills a slot with this many parameters, by the name in a property of the agent. Another slot cannot.
    pub(crate) fn filled(&self, facts: &impl Facts, slot: Property, parameters: usize) -> Option<usize> {
        let name = match facts.values(Id::SELF, slot).first()? {
            Value::Symbol(symbol) => facts.vocabulary().name(*symbol).to_owned(),
            Value::Text(text) => text.to_string(),
            _ => return None,
        };
        let number = self.number(&name, parameters).ok()?;
        // A slot inside a slot could refer to itself.
        let is_slot = self.tasks.get(number).is_some_and(|code| matches!(code.body, CompiledBody::Slot(_)));
        (!is_slot).then_some(number)
    }

    /// A program that does a task with these arguments.
    ///
    /// # Errors
    /// If there is no such task, or it has another number of parameters.
    pub fn program(self: &Arc<Self>, task: &str, arguments: Vec<Value>) -> Result<TaskProgram, TaskError> {
        let number = self.number(task, arguments.len())?;
        Ok(TaskProgram { name: task.into(), tasks: self.clone(), number, arguments })
    }
}

/// A task as a program that can pursue a goal.
#[derive(Clone, Debug)]
#[must_use]
pub struct TaskProgram {
    name: Arc<str>,
    tasks: Arc<TaskLibrary>,
    number: usize,
    arguments: Vec<Value>,
}

impl TaskProgram {
    /// The same under another name, so that one task with different arguments can pursue several goals.
    pub fn named(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// A behaviour that does the task.
    pub fn executor(&self) -> TaskExecutor {
        TaskExecutor::new(self.tasks.clone(), self.number, self.arguments.clone())
    }
}

impl Program for TaskProgram {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        Box::new(self.executor())
    }

    fn version(&self) -> u64 {
        self.tasks.version(self.number)
    }

    fn describe(&self, names: &Vocabulary, text: &mut MindText) {
        self.tasks.describe(names, text);
    }
}

struct TaskCompiler<'v> {
    vocabulary: &'v Vocabulary,
    by_name: FxHashMap<Arc<str>, usize>,
    tasks: Vec<Option<CompiledTask>>,
    arities: Vec<usize>,
    errors: Vec<TaskError>,
    reads: ReadSet,
}

impl<'v> TaskCompiler<'v> {
    /// A task, or a method of it, with these variables.
    fn scope<'c>(&'c mut self, number: usize, task: &'c HtnTask, names: &[Arc<str>]) -> TaskScope<'c, 'v> {
        let scope = Scope::new(self.vocabulary).at(number as u64);
        let mut scope = TaskScope { compiler: self, task, scope };
        for name in names {
            let declared = scope.scope.parameter(name);
            scope.check(declared);
        }
        scope
    }

    fn task(&mut self, number: usize, task: &HtnTask) {
        let mut scope = self.scope(number, task, &task.parameters);
        let goals = scope.conditions(&task.goals);
        let needs = scope.conditions(&task.needs);
        let body = match &task.body {
            Body::Lines(lines) => CompiledBody::Lines(scope.lines(lines)),
            Body::Methods(methods) => CompiledBody::Lines(scope.methods(methods)),
            Body::Act(primitive) => match scope.primitive(primitive) {
                Some(primitive) => CompiledBody::Act(primitive),
                None => return,
            },
            Body::Behave(behave) => CompiledBody::Behave(scope.behave(behave)),
            // Expanded into lines before.
            Body::AnyOrder(_) => CompiledBody::Lines(Vec::new()),
            Body::Slot(property) => {
                scope.compiler.reads.add(Dependency::Own(*property));
                CompiledBody::Slot(*property)
            }
        };
        let returns = task.returns.as_ref().and_then(|value| scope.expression(value));
        let (name, parameters) = (task.name.clone(), task.parameters.len());
        let code =
            CompiledTask { goals, returns, ..scope.compiled(name, parameters, &task.needs, needs, body) };
        if let Some(place) = self.tasks.get_mut(number) {
            *place = Some(code);
        }
    }
}

/// A task or a method whose parts are being compiled.
struct TaskScope<'c, 'v> {
    compiler: &'c mut TaskCompiler<'v>,
    task: &'c HtnTask,
    scope: Scope<'v>,
}

impl TaskScope<'_, '_> {
    /// The task without goals and a result.
    fn compiled(
        self,
        name: Arc<str>,
        parameters: usize,
        written: &[Condition],
        needs: Vec<CompiledCondition>,
        body: CompiledBody,
    ) -> CompiledTask {
        self.compiler.reads.extend(self.scope.reads());
        let text = |condition: &Condition| condition.display(self.compiler.vocabulary).into();
        CompiledTask {
            is_method: name != self.task.name,
            name,
            parameters,
            variables: self.scope.names().len(),
            goals: Vec::new(),
            needs,
            need_texts: written.iter().map(text).collect(),
            body,
            guarded: self.task.guarded,
            returns: None,
        }
    }

    /// A task with methods becomes one line whose alternatives are the methods, each a task of its own with the same variables.
    fn methods(&mut self, methods: &[Method]) -> Vec<Vec<CompiledAlternative>> {
        let names = self.scope.names().to_vec();
        let mut alternatives = Vec::new();
        for method in methods {
            let number = self.compiler.tasks.len();
            self.compiler.tasks.push(None);
            let mut scope = self.compiler.scope(number, self.task, &names);
            let needs = scope.conditions(&method.when);
            let body = CompiledBody::Lines(scope.lines(&method.lines));
            let name = format!("{}.{}", self.task.name, method.name).into();
            let code = scope.compiled(name, names.len(), &method.when, needs, body);
            self.compiler.tasks[number] = Some(code);
            let call = CompiledCall { task: number, arguments: Vec::new(), into: None, inherits: true };
            alternatives.push(CompiledAlternative { calls: vec![call], any: false, weight: None });
        }
        if alternatives.is_empty() { Vec::new() } else { vec![alternatives] }
    }

    fn lines(&mut self, lines: &[Line]) -> Vec<Vec<CompiledAlternative>> {
        let mut all = Vec::new();
        for Line(alternatives) in lines {
            let filled = !alternatives.is_empty() && alternatives.iter().all(|one| !one.calls.is_empty());
            if !filled {
                self.compiler.errors.push(TaskError::EmptyLine(self.task.name.to_string()));
            }
            all.push(alternatives.iter().map(|one| self.alternative(one)).collect());
        }
        all
    }

    fn alternative(&mut self, one: &Alternative) -> CompiledAlternative {
        let calls = one.calls.iter().filter_map(|call| self.call(call)).collect();
        if let Some(weight) = one.weight.filter(|weight| !(weight.is_finite() && *weight > 0.0)) {
            let error = TaskError::Weight(self.task.name.to_string(), weight.to_string());
            self.compiler.errors.push(error);
        }
        CompiledAlternative { calls, any: one.any, weight: one.weight }
    }

    fn behave(&mut self, behave: &Behave) -> CompiledBehave {
        let Behave { guest, within, interrupts } = behave;
        self.check_arity(&guest.name, self.task.parameters.len(), guest.arity);
        CompiledBehave { guest: guest.clone(), within: *within, interrupts: self.interrupts(interrupts) }
    }

    fn interrupts(
        &mut self,
        interrupts: &[(Condition, OnInterrupt)],
    ) -> Vec<(CompiledCondition, OnInterrupt)> {
        interrupts.iter().filter_map(|(condition, then)| Some((self.condition(condition)?, *then))).collect()
    }

    fn call(&mut self, call: &Call) -> Option<CompiledCall> {
        let arguments = self.expressions(&call.arguments);
        let compiler = &mut *self.compiler;
        let Some(number) = compiler.by_name.get(&call.task).copied() else {
            let mut known: Vec<&str> = compiler.by_name.keys().map(|name| &**name).collect();
            known.sort_unstable();
            let nearest = closest_name(&call.task, known.into_iter());
            let (task, callee) = (self.task.name.to_string(), call.task.to_string());
            compiler.errors.push(TaskError::Unknown { task, callee, nearest });
            return None;
        };
        let expected = compiler.arities.get(number).copied().unwrap_or(0);
        self.check_arity(&call.task, call.arguments.len(), expected);
        let into = call.into.as_ref().and_then(|name| match self.scope.variable(name) {
            Some(known) => Some(known),
            None => {
                let declared = self.scope.parameter(name);
                self.check(declared)
            }
        });
        Some(CompiledCall { task: number, arguments, into, inherits: false })
    }

    fn primitive(&mut self, primitive: &Primitive) -> Option<CompiledPrimitive> {
        let vocabulary = self.compiler.vocabulary;
        let Some(info) = vocabulary.action_info(primitive.action) else {
            return self.check(Err(BuildError::Foreign));
        };
        let name = vocabulary.action_name(primitive.action);
        self.check_arity(name, primitive.arguments.len(), info.arity);
        Some(CompiledPrimitive {
            action: primitive.action,
            name: info.name,
            is_latched: info.lifetime == ActionLifetime::Latched && info.target == ActionTarget::World,
            arguments: self.expressions(&primitive.arguments),
            within: primitive.within,
            interrupts: self.interrupts(&primitive.interrupts),
        })
    }

    fn check_arity(&mut self, callee: &str, found: usize, expected: usize) {
        if expected != found {
            let (task, callee) = (self.task.name.to_string(), callee.to_owned());
            self.compiler.errors.push(TaskError::Arity { task, callee, found, expected });
        }
    }

    fn conditions(&mut self, conditions: &[Condition]) -> Vec<CompiledCondition> {
        conditions.iter().filter_map(|condition| self.condition(condition)).collect()
    }

    fn condition(&mut self, condition: &Condition) -> Option<CompiledCondition> {
        let compiled = self.scope.condition(condition);
        self.check(compiled)
    }

    fn expressions(&mut self, expressions: &[Expr]) -> Vec<CompiledExpr> {
        expressions.iter().filter_map(|expression| self.expression(expression)).collect()
    }

    fn expression(&mut self, expression: &Expr) -> Option<CompiledExpr> {
        let compiled = self.scope.expression(expression);
        self.check(compiled)
    }

    fn check<T>(&mut self, result: Result<T, BuildError>) -> Option<T> {
        let error = |error| TaskError::Condition(self.task.name.to_string(), error);
        result.map_err(|found| self.compiler.errors.push(error(found))).ok()
    }
}

/// By task: a hash of it and everything it calls. A task that reaches a slot may call any.
pub(super) fn versions_of(tasks: &[HtnTask], settings: Settings) -> Vec<u64> {
    let by_name: FxHashMap<&Arc<str>, usize> = (0..).zip(tasks).map(|(at, task)| (&task.name, at)).collect();
    let prints: Vec<u64> = tasks.iter().map(|task| print_of(&format!("{settings:?}{task:?}"))).collect();
    let calls: Vec<Vec<usize>> = tasks
        .iter()
        .map(|task| task.calls().filter_map(|call| by_name.get(&call.task).copied()).collect())
        .collect();
    (0..tasks.len())
        .map(|from| {
            let (mut seen, mut next) = (vec![false; tasks.len()], vec![from]);
            let mut hasher = FxHasher::default();
            while let Some(at) = next.pop() {
                if std::mem::replace(&mut seen[at], true) {
                    continue;
                }
                prints[at].hash(&mut hasher);
                match tasks[at].body {
                    Body::Slot(_) => next.extend((0..tasks.len()).rev()),
                    _ => next.extend(calls[at].iter().rev()),
                }
            }
            hasher.finish()
        })
        .collect()
}

fn print_of(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
