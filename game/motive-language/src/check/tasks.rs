//! Tasks, which are decomposed into smaller tasks until only actions are left.

use super::names::{names_of, parameter_names};
use super::{ItemChecker, NameMeaning, every, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{DefinitionKind, Located, LookAhead, TaskPursuit};
use crate::syntax::ast::{
    Ahead, Argument, AstNode, CallStep, DoClause, Expr as View, LetClause, LiteralValue,
    Method as MethodView, NameRef, Named, ReturnStep, Setting, Step as StepView, Steps, TaskItem, TimeValue,
};
use motive_core::{Condition, Expr, Property, Type, Value};
use motive_tasks::{Alternative, Body, Call, HtnTask, Line, Method, OnInterrupt, Primitive};
use std::collections::BTreeSet;

/// How deep the results of tasks are followed to find their types.
const MOST_RESULTS_AT_ONCE: usize = 16;

/// What is collected while the steps of a task are read.
#[derive(Default)]
struct Hidden {
    tasks: Vec<HtnTask>,
    returns: Option<Expr>,
    /// How many names the task itself knows; those of its methods come after them.
    known: usize,
}

impl ItemChecker<'_> {
    /// A task and those hidden in it, or nothing if something in it is wrong.
    pub(super) fn task(&mut self, item: &TaskItem) -> Option<Vec<Located<HtnTask>>> {
        let place = self.findings.place_of(&item.name()?);
        let tasks = self.scoped(|this| this.task_and_hidden(item))?;
        let located = |definition| Located { place: place.clone(), definition };
        Some(tasks.into_iter().map(located).collect())
    }

    fn task_and_hidden(&mut self, item: &TaskItem) -> Option<Vec<HtnTask>> {
        let name = item.name()?;
        let name = name.text();
        self.bind_parameters(item.params().as_ref());
        let goals =
            every(item.achieves().map(|clause| self.scoped(|this| this.conditions(&clause.condition()?))));
        let needs = every(item.needs().map(|clause| self.conditions(&clause.condition()?)));
        let lets = every(item.lets().map(|clause| self.let_condition(&clause)));
        let mut manner = Manner::default();
        let settings = every(item.settings().map(|setting| self.task_setting(&setting, &mut manner)));
        let fails = item.fails().map(|clause| (clause.when(), OnInterrupt::Fail));
        let resumes = item.resumes().map(|clause| (clause.when(), OnInterrupt::Resume));
        let interrupts = every(
            fails.chain(resumes).map(|(when, then)| Some((self.scoped(|this| this.when(when))?, then))),
        );
        let mut hidden = Hidden::default();
        let lines = self.lines_of(item.action(), name, &mut hidden);
        hidden.known = self.scope.len();
        let methods = item.methods();
        let methods =
            every(methods.map(|method| self.scoped(|this| this.method(&method, name, &mut hidden))));
        settings?;
        let (lines, methods) = (lines?, methods?);
        manner.interrupts = interrupts?;
        if !lines.is_empty() && !methods.is_empty() {
            let message = format!("task `{name}` has both a `do` and methods");
            let help = "move the `do` into a method";
            return self.refuse_with_help("do-and-methods", item, message, help);
        }
        let mut task = parameter_names(item.params().as_ref())
            .iter()
            .fold(HtnTask::new(name), |task, parameter| task.parameter(parameter));
        let conjuncts = |all: Vec<Condition>| all.into_iter().flat_map(|one| one.conjuncts().to_vec());
        task = conjuncts(goals?).fold(task, HtnTask::achieves);
        task = conjuncts(needs?).fold(task, HtnTask::needs);
        task = lets?.into_iter().fold(task, HtnTask::needs);
        task.guarded = manner.guarded;
        if let Some(slot) = manner.slot {
            if !lines.is_empty() || !methods.is_empty() {
                let message = format!("task `{name}` is a slot, so it cannot have steps");
                return self.refuse("slot-and-steps", item, message);
            }
            task = task.slot(slot);
        }
        let limits = manner.within.is_some() || !manner.interrupts.is_empty();
        task = lines.into_iter().fold(task, HtnTask::line);
        task = methods.into_iter().fold(task, HtnTask::method);
        if limits {
            task = self.limited(item, task, manner)?;
        }
        task.returns = hidden.returns.take();
        let mut all = vec![task];
        all.append(&mut hidden.tasks);
        Some(all)
    }

    /// `within 5 s`, `guarded on`, `slot self.tactic`
    fn task_setting(&mut self, setting: &Setting, manner: &mut Manner) -> Option<()> {
        let name = setting.name()?;
        match name.text() {
            "guarded" => manner.guarded = self.on(setting)?,
            "within" => {
                let time = match setting.values().next() {
                    Some(View::Duration(duration)) => duration.value(),
                    _ => None,
                };
                let Some(TimeValue::Microseconds(micros)) = time.filter(|_| setting.values().count() == 1)
                else {
                    return self.refuse("not-a-time", setting, "expected a time in `s`, `ms` or `min`");
                };
                manner.within = Some(micros as u64);
            }
            "slot" => {
                let value = setting.values().next();
                let Some(View::Field(field)) = &value else { return self.not_a_slot(setting) };
                let names: Vec<NameRef> = field.names().collect();
                match (field.base(), &names[..]) {
                    (Some(View::Name(base)), [property])
                        if base.name().is_some_and(|name| name.is_self()) =>
                    {
                        manner.slot = Some(self.property(property)?);
                    }
                    _ => return self.not_a_slot(setting),
                }
            }
            other => {
                let known =
                    ["achieves", "needs", "do", "method", "guarded", "within", "slot", "fails", "resumes"];
                return self.no_such("setting of a task", other, &name, known);
            }
        }
        Some(())
    }

    fn not_a_slot<T>(&mut self, setting: &Setting) -> Option<T> {
        let message = "expected a property of the agent, which holds the name of a task";
        let diagnostic = Diagnostic::error("not-a-slot", span_of(setting), message);
        self.report(diagnostic.with_help("write `slot self.tactic`"));
        None
    }

    /// A task with a time limit or interrupts: it does one action and nothing else.
    fn limited(&mut self, item: &TaskItem, mut task: HtnTask, manner: Manner) -> Option<HtnTask> {
        let only = match &task.body {
            Body::Lines(lines) => match &lines[..] {
                [Line(alternatives)] => match &alternatives[..] {
                    [Alternative { calls, .. }] if calls.len() == 1 => calls.first().cloned(),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let action = only.as_ref().and_then(|call| {
            let is_other = self.names.behaviour_kind(&call.task).is_some();
            self.names.vocabulary.find_action(&call.task).filter(|_| !is_other)
        });
        let (Some(call), Some(action)) = (only, action) else {
            let message = "`within`, `fails` and `resumes` need a task that does one action and nothing else";
            let help = "put the action into a task of its own";
            return self.refuse_with_help("not-one-action", item, message, help);
        };
        let mut primitive = call.arguments.into_iter().fold(Primitive::new(action), Primitive::with);
        (primitive.within, primitive.interrupts) = (manner.within, manner.interrupts);
        task.body = Body::Act(primitive);
        Some(task)
    }

    /// `let x = value`, which binds the name from here on.
    pub(super) fn let_condition(&mut self, clause: &LetClause) -> Option<Condition> {
        let value = clause.value().and_then(|view| self.value(&view));
        let value_type = clause.value().map_or(Type::Any, |view| self.type_of_expr(&view));
        let name = clause.name()?;
        let inner = self.bind(&name, name.text(), value_type);
        Some(Condition::named(&inner, value?))
    }

    fn method(&mut self, view: &MethodView, task: &str, hidden: &mut Hidden) -> Option<Method> {
        let name = view.name()?;
        let name = name.text();
        let when = self.when(view.when());
        let lets = every(view.lets().map(|clause| self.let_condition(&clause)));
        let lines = self.lines_of(view.action().into_iter(), &format!("{task}.{name}"), hidden);
        let mut method = Method::new(name);
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
                StepView::Return(step) => whole &= self.task_return(step, hidden).is_some(),
                _ => match self.task_line(&step, name, hidden) {
                    Some(line) => lines.push(line),
                    None => whole = false,
                },
            }
        }
        whole.then_some(lines)
    }

    /// The value that a task returns to its caller. It is computed after the task has succeeded, by whichever method.
    fn task_return(&mut self, step: &ReturnStep, hidden: &mut Hidden) -> Option<()> {
        if hidden.returns.is_some() {
            let message = "a task has one `return`";
            let help = "write one task for each value, or return a value that depends on a condition: `if C then a else b`";
            return self.refuse_with_help("two-returns", step, message, help);
        }
        let in_method = step.syntax().ancestors().any(|node| MethodView::cast(node).is_some());
        let local = if in_method { self.scope.cut(hidden.known) } else { Vec::new() };
        let value = step.value().and_then(|view| self.value(&view));
        local.into_iter().rev().for_each(|local| self.scope.push(local));
        hidden.returns = Some(value?);
        Some(())
    }

    /// The type of what a task returns. `None` if it returns nothing.
    fn task_result(&mut self, name: &str) -> Option<Type> {
        if let Some(known) = self.findings.task_results.get(name) {
            return known.clone();
        }
        let (file, item) = self.names.tasks.get(name)?;
        let step = item.syntax().descendants().find_map(ReturnStep::cast);
        let is_slot = item.settings().any(|setting| setting.name().is_some_and(|name| name.text() == "slot"));
        let Some(value) = step.and_then(|step| step.value()) else {
            // The task that fills a slot may return something.
            return is_slot.then_some(Type::Any);
        };
        // A task whose result depends on itself, directly or through too many others, has a result of any type.
        self.findings.task_results.insert(name.to_owned(), Some(Type::Any));
        if self.result_depth >= MOST_RESULTS_AT_ONCE {
            return Some(Type::Any);
        }
        let problems = self.findings.problems.len();
        self.result_depth += 1;
        self.elsewhere(*file, |this| this.task(item));
        self.result_depth -= 1;
        self.findings.problems.truncate(problems);
        let found = self.elsewhere(*file, |this| this.type_of_expr(&value));
        self.findings.task_results.insert(name.to_owned(), Some(found.clone()));
        Some(found)
    }

    fn task_line(&mut self, step: &StepView, name: &str, hidden: &mut Hidden) -> Option<Line> {
        match step {
            StepView::Weighted(_) => {
                let message = "a weight needs alternatives: it decides which is tried first";
                self.refuse("lonely-weight", step, message)
            }
            StepView::Alternatives(alternatives) => Some(Line(every(
                alternatives.steps().map(|step| self.task_alternative(&step, name, hidden)),
            )?)),
            other => Some(Line(vec![self.task_alternative(other, name, hidden)?])),
        }
    }

    fn task_alternative(&mut self, step: &StepView, name: &str, hidden: &mut Hidden) -> Option<Alternative> {
        let one = |call| Alternative { calls: vec![call], any: false, weight: None };
        match step {
            StepView::Call(call) => Some(one(self.task_call(call)?)),
            StepView::PlanFor(plan) => {
                let title = self.plan_for(plan)?;
                self.findings.calls.by_tasks.insert(title.clone());
                Some(one(Call::new(&title)))
            }
            StepView::Weighted(weighted) => {
                let inner = self.task_alternative(&weighted.step()?, name, hidden)?;
                let weight = self.number(&weighted.weight()?)?;
                if !(weight.is_finite() && weight > 0.0) {
                    return self.refuse("bad-weight", weighted, "a weight is a number above 0");
                }
                Some(Alternative { weight: Some(weight), ..inner })
            }
            StepView::AnyOrder(any) => {
                let lines = self.task_lines(&any.steps()?.steps()?, name, hidden)?;
                let call = self.hide(name, Vec::new(), hidden);
                if let Some(task) = hidden.tasks.last_mut() {
                    task.body = Body::AnyOrder(lines);
                }
                Some(one(call))
            }
            StepView::Together(together) => Some(Alternative {
                calls: every(
                    together
                        .steps()
                        .map(|step| Some(self.task_alternative(&step, name, hidden)?.calls.swap_remove(0))),
                )?,
                any: false,
                weight: None,
            }),
            StepView::Let(step) => {
                let Some(View::Call(value)) = step.value() else {
                    let message = "expected a call of a task: `let` among steps keeps what it returns";
                    return self.refuse("not-a-task", step, message);
                };
                let callee = value.name()?;
                let call = self.called(&callee, value.arguments().collect())?;
                let name = step.name()?;
                let Some(result) = self.task_result(callee.text()) else {
                    let message = format!("`{}` returns nothing", callee.text());
                    let help = "only a task with `return` gives its caller a value";
                    let diagnostic = Diagnostic::error("no-result", span_of(&callee), message);
                    self.report(diagnostic.with_help(help));
                    return None;
                };
                let inner = self.bind(&name, name.text(), result);
                Some(one(call.giving(&inner)))
            }
            StepView::Nothing(_) => Some(one(self.hide(name, Vec::new(), hidden))),
            StepView::Paren(paren) => {
                let lines = self.task_lines(&paren.steps()?, name, hidden)?;
                Some(one(self.hide(name, lines, hidden)))
            }
            _ => {
                let message = "this step does not belong in a task, which calls tasks, programs and actions";
                self.refuse("not-a-step", step, message)
            }
        }
    }

    /// Puts lines into a task without a name of its own, with everything in scope as parameters.
    fn hide(&mut self, name: &str, lines: Vec<Line>, hidden: &mut Hidden) -> Call {
        let visible: BTreeSet<String> = self
            .scope
            .iter()
            .filter_map(|local| match &local.meaning {
                NameMeaning::Variable(inner) => Some(inner.clone()),
                NameMeaning::Value(_) => None,
            })
            .collect();
        let inner = format!("{name}/{}", hidden.tasks.len() + 1);
        let task = visible.iter().fold(HtnTask::new(&inner), |task, name| task.parameter(name));
        hidden.tasks.push(lines.into_iter().fold(task, HtnTask::line));
        visible.iter().fold(Call::new(&inner), |call, name| call.with(Expr::var(name)))
    }

    fn task_call(&mut self, call: &CallStep) -> Option<Call> {
        let name = call.name()?;
        self.called(&name, call.arguments())
    }

    fn called(&mut self, name: &NameRef, arguments: Vec<Argument>) -> Option<Call> {
        let (text, span) = (name.text(), span_of(name));
        if let Some(order) = self.names.order_named(text) {
            return self.order(order, name, &arguments);
        }
        let Some(expected) = self.callee_of_task(name) else {
            self.arguments(&arguments);
            let names = self.names;
            let actions = names.vocabulary.actions().map(|action| names.vocabulary.action_name(action));
            let known = actions.chain(names_of(&names.programs)).chain(names_of(&names.tasks));
            let known = known.chain(names_of(&names.networks));
            self.unknown("task, action or program", text, span, known);
            return None;
        };
        let values = self.call_values(name, &arguments, &expected)?;
        Some(values.into_iter().fold(Call::new(text), Call::with))
    }

    /// The types of the parameters of what a task calls: a task, a program, another engine or an action.
    fn callee_of_task(&mut self, name: &NameRef) -> Option<Vec<Type>> {
        let text = name.text();
        if let Some((_, task)) = self.names.tasks.get(text) {
            self.refer(DefinitionKind::Task, name);
            return Some(self.names.parameter_types(task.params().as_ref()));
        }
        let types = if let Some((_, program)) = self.names.programs.get(text) {
            self.refer(DefinitionKind::Program, name);
            self.names.parameter_types(program.params().as_ref())
        } else if let Some(engine) = self.names.engine_kind(text) {
            self.refer(engine, name);
            Vec::new()
        } else {
            let action = self.names.vocabulary.find_action(text)?;
            self.refer(DefinitionKind::Action, name);
            self.names.action_parameters(action)
        };
        self.findings.calls.by_tasks.insert(text.to_owned());
        Some(types)
    }

    /// The name under which a task with its arguments pursues a goal, as in `maintains task Defend(home)`.
    pub(super) fn task_pursuit(&mut self, named: &Named) -> Option<String> {
        let name = named.name()?;
        let call = self.called(&name, named.arguments().collect())?;
        let values: Option<Vec<Value>> =
            call.arguments.iter().map(|value| value.constant().cloned()).collect();
        let Some(values) = values else {
            return self.refuse(
                "not-constant",
                &name,
                "the arguments of a task that pursues a goal must be constants",
            );
        };
        let shown: Vec<String> = values.iter().map(|value| value.display(&self.names.vocabulary)).collect();
        let mut whole = if shown.is_empty() {
            name.text().to_owned()
        } else {
            format!("{}({})", name.text(), shown.join(", "))
        };
        let ahead = match named.ahead() {
            None => None,
            Some(view) => {
                whole = format!("{whole} {}", view.syntax().text().trim());
                Some(self.look_ahead(&view)?)
            }
        };
        let pursuit =
            TaskPursuit { title: whole.clone(), task: name.text().to_owned(), arguments: values, ahead };
        if !self.findings.calls.task_pursuits.contains(&pursuit) {
            self.findings.calls.task_pursuits.push(pursuit);
        }
        Some(whole)
    }

    fn look_ahead(&mut self, view: &Ahead) -> Option<LookAhead> {
        let steps = match view.steps().and_then(|steps| steps.value()) {
            None => None,
            Some(LiteralValue::Number(steps)) if steps >= 1.0 && steps.fract() == 0.0 => Some(steps as usize),
            Some(_) => {
                return self.refuse("bad-steps", view, "expected a whole number of steps, at least 1");
            }
        };
        let (cheapest, reconsidered) = (view.is_cheapest(), view.is_reconsidered());
        Some(LookAhead { steps, cheapest, reconsidered })
    }
}

/// The settings of a task.
#[derive(Default)]
struct Manner {
    guarded: bool,
    within: Option<u64>,
    slot: Option<Property>,
    interrupts: Vec<(Condition, OnInterrupt)>,
}
