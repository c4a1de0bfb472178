//! Tasks: what is broken into smaller tasks until only actions are left.

use super::programs::parameter_names;
use super::{Lowering, Meaning, Network, span_of};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{
    Argument, CallStep, DoClause, Expr as View, LetClause, Method as MethodView, NameRef, Named,
    Step as StepView, Steps, TaskItem,
};
use motive::htn::{Alternative, Call, Line, Method, Primitive, Settings, Task, Tasks};
use motive::teleo::Library;
use motive::{Condition, Expr, Value, Vocabulary};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The tasks that the files declare, and what they use of other things.
#[derive(Clone, Debug, Default)]
pub(super) struct TaskParts {
    tasks: Vec<Task>,
    programs: BTreeSet<String>,
    /// Tasks with their arguments that pursue goals: the name of the whole, the task, the arguments.
    pub(super) pursuits: Vec<(String, String, Vec<Value>)>,
}

impl TaskParts {
    /// Builds the tasks, with programs from a library and networks where they call them.
    pub(super) fn build(
        &self,
        names: &Vocabulary,
        library: &Arc<Library>,
        networks: &[Network],
    ) -> Result<Option<Arc<Tasks>>, Vec<String>> {
        if self.tasks.is_empty() {
            return Ok(None);
        }
        let mut tasks = self.tasks.clone();
        let programs = self.programs.iter().filter_map(|name| Some((name, library.program(name)?)));
        tasks.extend(programs.map(|(name, program)| Task::new(name).behave(program)));
        for network in networks.iter().filter(|network| self.programs.contains(&*network.blueprint.name)) {
            let program = network.program(names).map_err(|error| vec![error.to_string()])?;
            tasks.push(Task::new(&network.blueprint.name).behave(program));
        }
        let built = Tasks::new(names, tasks, Settings::default());
        built.map(Some).map_err(|errors| errors.iter().map(ToString::to_string).collect())
    }
}

/// What a task's steps have needed so far that is not written as a task.
#[derive(Default)]
struct Hidden {
    tasks: Vec<Task>,
    returns: Option<Expr>,
}

impl Lowering<'_> {
    /// All tasks that are declared.
    pub(super) fn tasks(&mut self) -> TaskParts {
        let mut parts = TaskParts::default();
        for (_, (file, item)) in self.declared.tasks.clone() {
            let lowered = self.within(file, |this| this.scoped(|this| this.task(&item)));
            parts.tasks.extend(lowered.into_iter().flatten());
        }
        // Actions and programs that tasks call are tasks of their own.
        let called: BTreeSet<String> = std::mem::take(&mut self.declared.called_by_tasks);
        for name in called {
            match self.names.find_verb(&name) {
                Some(verb)
                    if !self.declared.programs.contains_key(&name)
                        && !self.declared.networks.contains_key(&name) =>
                {
                    let arity = self.names.verb_info(verb).map_or(0, |info| info.arity);
                    let parameters: Vec<String> = (0..arity).map(|place| format!("'{place}")).collect();
                    let primitive = parameters
                        .iter()
                        .fold(Primitive::new(verb), |primitive, name| primitive.with(Expr::var(name)));
                    let task =
                        parameters.iter().fold(Task::new(&name), |task, parameter| task.parameter(parameter));
                    parts.tasks.push(task.act(primitive));
                }
                _ => drop(parts.programs.insert(name)),
            }
        }
        parts.pursuits = std::mem::take(&mut self.declared.task_pursuits);
        parts
    }

    /// A task and those hidden in it, or nothing if something in it is wrong.
    fn task(&mut self, item: &TaskItem) -> Option<Vec<Task>> {
        let name = item.name()?.text();
        let mut task = Task::new(&name);
        for parameter in parameter_names(item.params()) {
            task = task.parameter(&parameter);
            self.scope.push((parameter.clone(), Meaning::Variable(parameter)));
        }
        let mut whole = true;
        for clause in item.achieves() {
            let list = clause.condition()?;
            match self.scoped(|this| this.conditions(&list)) {
                Some(goal) => task = goal.conjuncts().iter().cloned().fold(task, Task::achieves),
                None => whole = false,
            }
        }
        for clause in item.needs() {
            let list = clause.condition()?;
            match self.conditions(&list) {
                Some(need) => task = need.conjuncts().iter().cloned().fold(task, Task::needs),
                None => whole = false,
            }
        }
        for clause in item.lets() {
            match self.let_condition(&clause) {
                Some(condition) => task = task.needs(condition),
                None => whole = false,
            }
        }
        for setting in item.settings() {
            let name = setting.name()?;
            self.unknown(
                "setting of a task",
                &name.text(),
                span_of(&name),
                ["achieves", "needs", "do", "method"],
            );
            whole = false;
        }
        let mut hidden = Hidden::default();
        let lines = self.lines_of(item.action(), &name, &mut hidden);
        let methods: Vec<Option<Method>> = item
            .methods()
            .map(|method| self.scoped(|this| this.method(&method, &name, &mut hidden)))
            .collect();
        let methods: Option<Vec<Method>> = methods.into_iter().collect();
        let (lines, methods) = (lines?, methods?);
        if !lines.is_empty() && !methods.is_empty() {
            let message = format!("task `{name}` has both a `do` and methods");
            let help = "put what `do` says into a method of its own";
            self.report(Diagnostic::error("do-and-methods", span_of(item), message).with_help(help));
            return None;
        }
        task = lines.into_iter().fold(task, Task::line);
        task = methods.into_iter().fold(task, Task::method);
        task.returns = hidden.returns.take();
        let mut all = vec![task];
        all.append(&mut hidden.tasks);
        whole.then_some(all)
    }

    fn let_condition(&mut self, clause: &LetClause) -> Option<Condition> {
        let value = clause.value().and_then(|view| self.value(&view));
        let inner = self.bind(&clause.name()?.text());
        Some(Condition::named(&inner, value?))
    }

    fn method(&mut self, view: &MethodView, task: &str, hidden: &mut Hidden) -> Option<Method> {
        let name = view.name()?.text();
        let when = self.when(view.when());
        let lets: Vec<Option<Condition>> = view.lets().map(|clause| self.let_condition(&clause)).collect();
        let lines = self.lines_of(view.action().into_iter(), &format!("{task}.{name}"), hidden);
        let lets: Option<Vec<Condition>> = lets.into_iter().collect();
        let mut method = Method::new(&name);
        method = when?.conjuncts().iter().cloned().fold(method, Method::when);
        method = lets?.into_iter().fold(method, Method::when);
        Some(lines?.into_iter().fold(method, Method::line))
    }

    fn lines_of(
        &mut self,
        clauses: impl Iterator<Item = DoClause>,
        name: &str,
        hidden: &mut Hidden,
    ) -> Option<Vec<Line>> {
        let mut lines = Vec::new();
        for clause in clauses {
            lines.extend(self.task_lines(&clause.steps()?, name, hidden)?);
        }
        Some(lines)
    }

    fn task_lines(&mut self, steps: &Steps, name: &str, hidden: &mut Hidden) -> Option<Vec<Line>> {
        let mut lines = Vec::new();
        let mut whole = true;
        for step in steps.steps() {
            match &step {
                StepView::Nothing(_) => {}
                StepView::Return(step) => {
                    hidden.returns = step.value().and_then(|view| self.value(&view));
                    whole &= hidden.returns.is_some();
                }
                _ => match self.task_line(&step, name, hidden) {
                    Some(line) => lines.push(line),
                    None => whole = false,
                },
            }
        }
        whole.then_some(lines)
    }

    fn task_line(&mut self, step: &StepView, name: &str, hidden: &mut Hidden) -> Option<Line> {
        match step {
            StepView::Alternatives(alternatives) => {
                let all: Vec<Option<Alternative>> =
                    alternatives.steps().map(|step| self.task_alternative(&step, name, hidden)).collect();
                Some(Line(all.into_iter().collect::<Option<Vec<_>>>()?))
            }
            other => Some(Line(vec![self.task_alternative(other, name, hidden)?])),
        }
    }

    fn task_alternative(&mut self, step: &StepView, name: &str, hidden: &mut Hidden) -> Option<Alternative> {
        let one = |call| Alternative { calls: vec![call], any: false };
        match step {
            StepView::Call(call) => Some(one(self.task_call(call)?)),
            StepView::Together(together) => {
                let calls: Vec<Option<Call>> = together
                    .steps()
                    .map(|step| Some(self.task_alternative(&step, name, hidden)?.calls.swap_remove(0)))
                    .collect();
                Some(Alternative { calls: calls.into_iter().collect::<Option<Vec<_>>>()?, any: false })
            }
            StepView::Let(step) => {
                let Some(View::Call(value)) = step.value() else {
                    let message = "in a task, `let` among the steps keeps what another task returns";
                    self.error("not-a-task", span_of(step), message);
                    return None;
                };
                let callee = value.name()?;
                let arguments = value.arguments().map(|list| list.arguments().collect()).unwrap_or_default();
                let call = self.called(&callee, arguments)?;
                let inner = self.bind(&step.name()?.text());
                Some(one(call.giving(&inner)))
            }
            StepView::Nothing(_) => Some(one(self.hide(name, Vec::new(), hidden))),
            StepView::Paren(paren) => {
                let lines = self.task_lines(&paren.steps()?, name, hidden)?;
                Some(one(self.hide(name, lines, hidden)))
            }
            _ => {
                let message = "a task cannot do this: it calls tasks, programs and actions";
                self.error("not-a-step", span_of(step), message);
                None
            }
        }
    }

    /// Puts lines into a task that nobody names. It sees what is visible here.
    fn hide(&mut self, name: &str, lines: Vec<Line>, hidden: &mut Hidden) -> Call {
        let visible: BTreeSet<String> = self
            .scope
            .iter()
            .filter_map(|(_, meaning)| match meaning {
                Meaning::Variable(inner) => Some(inner.clone()),
                Meaning::Value(_) => None,
            })
            .collect();
        let inner = format!("{name}/{}", hidden.tasks.len() + 1);
        let task = visible.iter().fold(Task::new(&inner), |task, name| task.parameter(name));
        hidden.tasks.push(lines.into_iter().fold(task, Task::line));
        visible.iter().fold(Call::new(&inner), |call, name| call.with(Expr::var(name)))
    }

    fn task_call(&mut self, call: &CallStep) -> Option<Call> {
        let name = call.name()?;
        self.called(&name, call.arguments())
    }

    fn called(&mut self, name: &NameRef, arguments: Vec<Argument>) -> Option<Call> {
        let (text, span) = (name.text(), span_of(name));
        let values = self.arguments(&arguments);
        let expected = if let Some((_, task)) = self.declared.tasks.get(&text) {
            Some(task.params().map_or(0, |params| params.params().count()))
        } else if let Some((_, program)) = self.declared.programs.get(&text) {
            self.declared.called_by_tasks.insert(text.clone());
            let parameters = program.params().map_or(0, |params| params.params().count());
            if parameters > 0 {
                let message = format!("`{text}` has parameters, so a task cannot call it");
                self.error("parameters-at-top", span.clone(), message);
                return None;
            }
            Some(0)
        } else if self.declared.networks.contains_key(&text) {
            self.declared.called_by_tasks.insert(text.clone());
            Some(0)
        } else if let Some(verb) = self.names.find_verb(&text) {
            self.declared.called_by_tasks.insert(text.clone());
            self.names.verb_info(verb).map(|info| info.arity)
        } else {
            None
        };
        let Some(expected) = expected else {
            let names = self.shared_names();
            let mut known: Vec<String> = names.verbs().map(|verb| names.verb_name(verb).to_owned()).collect();
            known.extend(self.declared.programs.keys().chain(self.declared.tasks.keys()).cloned());
            known.extend(self.declared.networks.keys().cloned());
            self.unknown("task, action or program", &text, span, known.iter().map(String::as_str));
            return None;
        };
        let values = values?;
        if values.len() != expected {
            self.wrong_arity(&text, expected, values.len(), span);
            return None;
        }
        Some(values.into_iter().fold(Call::new(&text), Call::with))
    }

    /// The name under which a task with its arguments pursues a goal, as in `maintains task Defend(home)`.
    pub(super) fn task_pursuit(&mut self, named: &Named) -> Option<String> {
        let name = named.name()?;
        let arguments = named.arguments().map(|list| list.arguments().collect()).unwrap_or_default();
        let call = self.called(&name, arguments)?;
        let values: Option<Vec<Value>> =
            call.arguments.iter().map(|value| value.constant().cloned()).collect();
        let Some(values) = values else {
            self.error(
                "not-constant",
                span_of(&name),
                "a task that pursues a goal needs arguments that are known beforehand",
            );
            return None;
        };
        let shown: Vec<String> = values.iter().map(|value| value.display(&self.names)).collect();
        let whole =
            if shown.is_empty() { name.text() } else { format!("{}({})", name.text(), shown.join(", ")) };
        let pursuit = (whole.clone(), name.text(), values);
        if !self.declared.task_pursuits.contains(&pursuit) {
            self.declared.task_pursuits.push(pursuit);
        }
        Some(whole)
    }
}
