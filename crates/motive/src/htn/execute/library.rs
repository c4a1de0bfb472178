//! Tasks made ready to be done: names looked up, conditions compiled, all mistakes found.

use super::definition::{Alternative, Behave, Body, Call, Line, Method, OnInterrupt, Primitive, Task};
use super::perform::Performer;
use super::settings::Settings;
use crate::condition::{BuildError, Compiled, CompiledExpr, Condition, Expr, Scope, nearest};
use crate::mind::{Behaviour, Program};
use crate::vocabulary::{Facts, Id, Life, Property, Reach, Symbol, Value, Verb, Vocabulary};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What is wrong with tasks. Found when they are built, never when they are done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// Two tasks of one name.
    #[error("there are two tasks called `{0}`; rename one")]
    Twice(String),
    /// A call of a task that does not exist.
    #[error("task `{task}` calls `{callee}`, which does not exist{}", did_you_mean(.nearest))]
    Unknown {
        /// The task.
        task: String,
        /// What it calls.
        callee: String,
        /// A task that is called nearly so.
        nearest: Option<String>,
    },
    /// A call with the wrong number of arguments.
    #[error("task `{task}` calls `{callee}` with {found} arguments, but it has {expected}")]
    Arity {
        /// The task.
        task: String,
        /// What it calls.
        callee: String,
        /// How many arguments it is given.
        found: usize,
        /// How many it has.
        expected: usize,
    },
    /// A condition or expression.
    #[error("task `{task}`: {error}")]
    Condition {
        /// The task.
        task: String,
        /// What is wrong.
        #[source]
        error: BuildError,
    },
    /// A line without alternatives, or an alternative without calls.
    #[error("task `{0}` has a line in which nothing is called")]
    EmptyLine(String),
    /// There is no such task to begin with.
    #[error("there is no task called `{0}`")]
    NoSuchTask(String),
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

#[derive(Debug)]
pub(crate) struct TaskCode {
    pub(crate) name: Arc<str>,
    pub(crate) parameters: usize,
    pub(crate) variables: usize,
    pub(crate) goals: Vec<Compiled>,
    pub(crate) needs: Vec<Compiled>,
    /// The needs as people write them.
    need_texts: Vec<Arc<str>>,
    pub(crate) body: BodyCode,
    pub(crate) guarded: bool,
    pub(crate) returns: Option<CompiledExpr>,
    /// Made for a method of another task, which is the one that people know.
    pub(crate) is_method: bool,
}

impl TaskCode {
    /// One of its needs, as people write it.
    pub(crate) fn need_text(&self, part: usize) -> Arc<str> {
        self.need_texts.get(part).cloned().unwrap_or_default()
    }
}

#[derive(Debug)]
pub(crate) enum BodyCode {
    Lines(Vec<Vec<AlternativeCode>>),
    Act(PrimitiveCode),
    Behave(Behave),
    Slot(Property),
}

#[derive(Debug)]
pub(crate) struct AlternativeCode {
    pub(crate) calls: Vec<CallCode>,
    pub(crate) any: bool,
}

#[derive(Debug)]
pub(crate) struct CallCode {
    pub(crate) task: usize,
    pub(crate) arguments: Vec<CompiledExpr>,
    pub(crate) into: Option<u16>,
    /// The call of a method passes on all variables as they are.
    pub(crate) inherits: bool,
}

#[derive(Debug)]
pub(crate) struct PrimitiveCode {
    pub(crate) verb: Verb,
    pub(crate) name: Symbol,
    pub(crate) is_latched: bool,
    pub(crate) arguments: Vec<CompiledExpr>,
    pub(crate) within: Option<u64>,
    pub(crate) interrupts: Vec<(Compiled, OnInterrupt)>,
}

/// Tasks that call each other, built together and shared by all agents.
#[derive(Debug)]
pub struct Tasks {
    pub(crate) tasks: Vec<TaskCode>,
    by_name: FxHashMap<Arc<str>, usize>,
    pub(crate) settings: Settings,
    version: u64,
}

impl Tasks {
    /// Builds tasks, or says everything that is wrong with them.
    ///
    /// # Errors
    /// All mistakes, in the order of the tasks.
    pub fn new(
        vocabulary: &Vocabulary,
        tasks: Vec<Task>,
        settings: Settings,
    ) -> Result<Arc<Self>, Vec<TaskError>> {
        let mut builder = Builder {
            vocabulary,
            by_name: FxHashMap::default(),
            tasks: Vec::new(),
            errors: Vec::new(),
            arities: Vec::new(),
        };
        for task in &tasks {
            let number = builder.by_name.len();
            if builder.by_name.insert(task.name.clone(), number).is_some() {
                builder.errors.push(TaskError::Twice(task.name.to_string()));
            }
            builder.arities.push(task.parameters.len());
        }
        if !builder.errors.is_empty() {
            return Err(builder.errors);
        }
        // A task's number is its place; tasks made for methods come after all others.
        builder.tasks = (0..tasks.len()).map(|_| None).collect();
        for (number, task) in tasks.iter().enumerate() {
            builder.task(number, task);
        }
        if !builder.errors.is_empty() {
            return Err(builder.errors);
        }
        let tasks = builder.tasks.into_iter().flatten().collect();
        Ok(Arc::new(Self { tasks, by_name: builder.by_name, settings, version: 0 }))
    }

    /// The number of a task.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The number of a task that has so many parameters.
    pub(crate) fn number(&self, task: &str, found: usize) -> Result<usize, TaskError> {
        let number = self.find(task).ok_or_else(|| TaskError::NoSuchTask(task.to_owned()))?;
        let expected = self.tasks.get(number).map_or(0, |task| task.parameters);
        if expected != found {
            let callee = task.to_owned();
            return Err(TaskError::Arity { task: callee.clone(), callee, found, expected });
        }
        Ok(number)
    }

    /// The task that fills a slot of so many parameters now, by the name that a property of the agent has. Another slot does not.
    pub(crate) fn filled(&self, facts: &impl Facts, slot: Property, parameters: usize) -> Option<usize> {
        let name = match facts.values(Id::SELF, slot).first()? {
            Value::Symbol(symbol) => facts.vocabulary().name(*symbol).to_owned(),
            Value::Text(text) => text.to_string(),
            _ => return None,
        };
        let number = self.number(&name, parameters).ok()?;
        // A slot in a slot could be itself, for ever.
        let is_slot = self.tasks.get(number).is_some_and(|code| matches!(code.body, BodyCode::Slot(_)));
        (!is_slot).then_some(number)
    }

    /// A task with its arguments, to pursue a goal with.
    ///
    /// # Errors
    /// If there is no such task, or it has another number of parameters.
    pub fn program(self: &Arc<Self>, task: &str, arguments: Vec<Value>) -> Result<TaskProgram, TaskError> {
        let number = self.number(task, arguments.len())?;
        Ok(TaskProgram { name: task.into(), tasks: self.clone(), number, arguments })
    }
}

/// A task as a program that pursues a goal.
#[derive(Clone, Debug)]
pub struct TaskProgram {
    name: Arc<str>,
    tasks: Arc<Tasks>,
    number: usize,
    arguments: Vec<Value>,
}

impl TaskProgram {
    /// The same under another name, so that one task with different arguments can pursue several goals.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// Someone who does it.
    #[must_use]
    pub fn performer(&self) -> Performer {
        Performer::new(self.tasks.clone(), self.number, self.arguments.clone())
    }
}

impl Program for TaskProgram {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        Box::new(self.performer())
    }

    fn version(&self) -> u64 {
        self.tasks.version
    }
}

struct Builder<'v> {
    vocabulary: &'v Vocabulary,
    by_name: FxHashMap<Arc<str>, usize>,
    tasks: Vec<Option<TaskCode>>,
    arities: Vec<usize>,
    errors: Vec<TaskError>,
}

impl Builder<'_> {
    fn task(&mut self, number: usize, task: &Task) {
        let mut scope = Scope::new(self.vocabulary).at(number as u64);
        for parameter in &task.parameters {
            let declared = scope.parameter(parameter);
            self.check(&task.name, declared);
        }
        let goals = self.conditions(&task.name, &task.goals, &mut scope);
        let needs = self.conditions(&task.name, &task.needs, &mut scope);
        let body = match &task.body {
            Body::Lines(lines) => BodyCode::Lines(self.lines(&task.name, lines, &mut scope)),
            Body::Methods(methods) => BodyCode::Lines(self.methods(task, methods, &scope)),
            Body::Act(primitive) => match self.primitive(&task.name, primitive, &mut scope) {
                Some(primitive) => BodyCode::Act(primitive),
                None => return,
            },
            Body::Behave(behave) => BodyCode::Behave(behave.clone()),
            Body::Slot(property) => BodyCode::Slot(*property),
        };
        let returns = task.returns.as_ref().and_then(|value| self.expression(&task.name, value, &mut scope));
        let code = TaskCode {
            name: task.name.clone(),
            parameters: task.parameters.len(),
            variables: scope.names().len(),
            goals,
            needs,
            need_texts: self.texts(&task.needs),
            body,
            guarded: task.guarded,
            returns,
            is_method: false,
        };
        if let Some(place) = self.tasks.get_mut(number) {
            *place = Some(code);
        }
    }

    /// A task with methods is one line whose alternatives are the methods, each a task of its own that sees the same variables.
    fn methods(&mut self, task: &Task, methods: &[Method], outer: &Scope<'_>) -> Vec<Vec<AlternativeCode>> {
        let mut alternatives = Vec::new();
        for method in methods {
            let number = self.tasks.len();
            self.tasks.push(None);
            let mut scope = Scope::new(self.vocabulary).at(number as u64);
            for name in outer.names() {
                let declared = scope.parameter(name);
                self.check(&task.name, declared);
            }
            let needs = self.conditions(&task.name, &method.when, &mut scope);
            let lines = self.lines(&task.name, &method.lines, &mut scope);
            let code = TaskCode {
                name: format!("{}.{}", task.name, method.name).into(),
                parameters: outer.names().len(),
                variables: scope.names().len(),
                goals: Vec::new(),
                needs,
                need_texts: self.texts(&method.when),
                body: BodyCode::Lines(lines),
                guarded: task.guarded,
                returns: None,
                is_method: true,
            };
            self.tasks[number] = Some(code);
            let call = CallCode { task: number, arguments: Vec::new(), into: None, inherits: true };
            alternatives.push(AlternativeCode { calls: vec![call], any: false });
        }
        if alternatives.is_empty() { Vec::new() } else { vec![alternatives] }
    }

    fn lines(&mut self, task: &Arc<str>, lines: &[Line], scope: &mut Scope<'_>) -> Vec<Vec<AlternativeCode>> {
        let mut all = Vec::new();
        for Line(alternatives) in lines {
            let filled = !alternatives.is_empty() && alternatives.iter().all(|one| !one.calls.is_empty());
            if !filled {
                self.errors.push(TaskError::EmptyLine(task.to_string()));
            }
            all.push(alternatives.iter().map(|one| self.alternative(task, one, scope)).collect());
        }
        all
    }

    fn alternative(&mut self, task: &Arc<str>, one: &Alternative, scope: &mut Scope<'_>) -> AlternativeCode {
        let calls = one.calls.iter().filter_map(|call| self.call(task, call, scope)).collect();
        AlternativeCode { calls, any: one.any }
    }

    fn call(&mut self, task: &Arc<str>, call: &Call, scope: &mut Scope<'_>) -> Option<CallCode> {
        let arguments: Vec<CompiledExpr> =
            call.arguments.iter().filter_map(|argument| self.expression(task, argument, scope)).collect();
        let Some(number) = self.by_name.get(&call.task).copied() else {
            let mut known: Vec<&str> = self.by_name.keys().map(|name| &**name).collect();
            known.sort_unstable();
            let nearest = nearest(&call.task, known.into_iter());
            let (task, callee) = (task.to_string(), call.task.to_string());
            self.errors.push(TaskError::Unknown { task, callee, nearest });
            return None;
        };
        let (expected, found) = (self.arities.get(number).copied().unwrap_or(0), call.arguments.len());
        if expected != found {
            let (task, callee) = (task.to_string(), call.task.to_string());
            self.errors.push(TaskError::Arity { task, callee, found, expected });
        }
        let into = match &call.into {
            Some(name) => match scope.variable(name) {
                Some(known) => Some(known),
                None => {
                    let declared = scope.parameter(name);
                    self.check(task, declared)
                }
            },
            None => None,
        };
        Some(CallCode { task: number, arguments, into, inherits: false })
    }

    fn primitive(
        &mut self,
        task: &Arc<str>,
        primitive: &Primitive,
        scope: &mut Scope<'_>,
    ) -> Option<PrimitiveCode> {
        let info = self.vocabulary.verb_info(primitive.verb);
        let Some(info) = info else {
            self.errors.push(TaskError::Condition { task: task.to_string(), error: BuildError::Foreign });
            return None;
        };
        let (expected, found) = (info.arity, primitive.arguments.len());
        if expected != found {
            let (task, callee) = (task.to_string(), self.vocabulary.verb_name(primitive.verb).to_owned());
            self.errors.push(TaskError::Arity { task, callee, found, expected });
        }
        let arguments = primitive
            .arguments
            .iter()
            .filter_map(|argument| self.expression(task, argument, scope))
            .collect();
        let mut interrupts = Vec::new();
        for (condition, then) in &primitive.interrupts {
            interrupts.extend(self.condition(task, condition, scope).map(|condition| (condition, *then)));
        }
        let is_latched = info.life == Life::Latched && info.reach == Reach::External;
        let name = info.name;
        Some(PrimitiveCode {
            verb: primitive.verb,
            name,
            is_latched,
            arguments,
            within: primitive.within,
            interrupts,
        })
    }

    fn texts(&self, conditions: &[Condition]) -> Vec<Arc<str>> {
        conditions.iter().map(|condition| condition.display(self.vocabulary).into()).collect()
    }

    fn conditions(
        &mut self,
        task: &Arc<str>,
        conditions: &[Condition],
        scope: &mut Scope<'_>,
    ) -> Vec<Compiled> {
        conditions.iter().filter_map(|condition| self.condition(task, condition, scope)).collect()
    }

    fn condition(
        &mut self,
        task: &Arc<str>,
        condition: &Condition,
        scope: &mut Scope<'_>,
    ) -> Option<Compiled> {
        let compiled = scope.condition(condition);
        self.check(task, compiled)
    }

    fn expression(
        &mut self,
        task: &Arc<str>,
        expression: &Expr,
        scope: &mut Scope<'_>,
    ) -> Option<CompiledExpr> {
        let compiled = scope.expression(expression);
        self.check(task, compiled)
    }

    fn check<T>(&mut self, task: &Arc<str>, result: Result<T, BuildError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.errors.push(TaskError::Condition { task: task.to_string(), error });
                None
            }
        }
    }
}
