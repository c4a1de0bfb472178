//! Steps: what rules do.

use super::names::names_of;
use super::types::fits;
use super::{ItemChecker, every, span_of};
use crate::model::DefinitionKind;
use crate::syntax::ast::{
    Argument, AssignOp, AssignStep, CallStep, Expr as View, NameRef, NoteStep, Step as StepView, Steps,
};
use motive_arbiter::teleo::Step;
use motive_core::{Expr, Property, Type};

impl ItemChecker<'_> {
    /// The steps of a rule, all of which are proposed in one tick.
    pub(super) fn steps(&mut self, steps: &Steps) -> Option<Vec<Step>> {
        let mut all = Vec::new();
        let mut whole = true;
        for step in steps.steps() {
            match self.step(&step) {
                Some(mut done) => all.append(&mut done),
                None => whole = false,
            }
        }
        whole.then_some(all)
    }

    fn step(&mut self, step: &StepView) -> Option<Vec<Step>> {
        match step {
            StepView::Nothing(_) => Some(Vec::new()),
            StepView::Paren(paren) => self.steps(&paren.steps()?),
            StepView::Together(together) => {
                Some(every(together.steps().map(|step| self.step(&step)))?.concat())
            }
            StepView::Alternatives(alternatives) => {
                let parts = every(alternatives.steps().map(|step| self.step(&step)))?;
                Some(vec![Step::FirstOf(parts.into_iter().map(as_one).collect())])
            }
            StepView::Call(call) => Some(vec![self.call_step(call)?]),
            StepView::PlanFor(plan) => {
                let title = self.plan_for(plan)?;
                self.findings.calls.by_rules.insert(title.clone(), 0);
                Some(vec![Step::Ask(title.into(), Vec::new())])
            }
            StepView::Note(note) => Some(vec![self.note_step(note)?]),
            StepView::Forget(forget) => {
                let thing = self.variable(&forget.name()?, ", so it cannot be forgotten")?;
                Some(vec![Step::Forget(thing)])
            }
            StepView::Assign(assign) => Some(vec![self.assign(assign)?]),
            StepView::Let(_)
            | StepView::Return(_)
            | StepView::Weighted(_)
            | StepView::AnyOrder(_)
            | StepView::For(_)
            | StepView::When(_)
            | StepView::Retract(_) => {
                let message = "this step does not belong in a rule, but in a task or an effect";
                self.refuse("not-a-step", step, message)
            }
        }
    }

    fn call_step(&mut self, call: &CallStep) -> Option<Step> {
        let (name, names) = (call.name()?, self.names);
        let text = name.text();
        let views = call.arguments();
        // Actions are found however they are capitalised; a task of exactly this name is meant before such a one.
        let action = names.vocabulary.find_action(text).filter(|action| {
            names.vocabulary.action_name(*action) == text || !names.tasks.contains_key(text)
        });
        if let Some(action) = action {
            self.refer(DefinitionKind::Action, &name);
            let types = names.action_parameters(action);
            return Some(Step::Do(action, self.call_values(&name, &views, &types)?));
        }
        if let Some((_, program)) = names.programs.get(text) {
            self.refer(DefinitionKind::Program, &name);
            let types = names.parameter_types(program.params().as_ref());
            let arguments = self.call_values(&name, &views, &types)?;
            return Some(Step::Call(text.into(), arguments));
        }
        if let Some(types) = self.engine_parameters(&name) {
            let arguments = self.call_values(&name, &views, &types)?;
            self.findings.calls.by_rules.insert(text.to_owned(), types.len());
            return Some(Step::Ask(text.into(), arguments));
        }
        self.arguments(&views);
        let actions = names.vocabulary.actions().map(|action| names.vocabulary.action_name(action));
        let known = actions.chain(names_of(&names.programs)).chain(names_of(&names.tasks));
        self.no_such("action or program", text, &name, known)
    }

    /// The arguments of a call, with their number and types checked.
    pub(super) fn call_values(
        &mut self,
        name: &NameRef,
        views: &[Argument],
        types: &[Type],
    ) -> Option<Vec<Expr>> {
        let callee = name.text();
        if types.len() != views.len() {
            self.arguments(views);
            self.findings.wrong_arity(callee, types.len(), views.len(), span_of(name));
            return None;
        }
        let value = |(number, (view, expected)): (usize, (&Argument, &Type))| match view {
            Argument::Expr(view) => {
                self.value_for(view, expected, &format!("argument {} of `{callee}`", number + 1))
            }
            Argument::Each(_) => {
                self.arguments(std::slice::from_ref(view)).and_then(|mut values| values.pop())
            }
        };
        every(views.iter().zip(types).enumerate().map(value))
    }

    /// The types of the parameters of a task, network, machine, planner or schedule.
    fn engine_parameters(&mut self, name: &NameRef) -> Option<Vec<Type>> {
        if let Some((_, task)) = self.names.tasks.get(name.text()) {
            self.refer(DefinitionKind::Task, name);
            return Some(self.names.parameter_types(task.params().as_ref()));
        }
        let engine = self.names.engine_kind(name.text())?;
        self.refer(engine, name);
        Some(Vec::new())
    }

    fn note_step(&mut self, note: &NoteStep) -> Option<Step> {
        let name = note.kind()?;
        let kind = self.kind(&name)?;
        let mut properties = Vec::new();
        let mut whole = true;
        for field in note.values() {
            let property = field.name().and_then(|name| self.property(&name));
            let holds = property
                .and_then(|property| Some(self.names.vocabulary.property_info(property)?.holds.clone()));
            let value = field.value().and_then(|view| self.value_as(&view, holds.as_ref()));
            match (property, value) {
                (Some(property), Some(value)) => properties.push((property, value)),
                _ => whole = false,
            }
        }
        whole.then_some(Step::Note(kind, properties))
    }

    fn assign(&mut self, assign: &AssignStep) -> Option<Step> {
        let (thing, property, value) = self.assignment(assign)?;
        Some(match assign.op()? {
            AssignOp::Set => Step::Set(thing, property, value),
            AssignOp::Add => Step::Set(thing.clone(), property, thing.get(property) + value),
            AssignOp::Subtract => Step::Set(thing.clone(), property, thing.get(property) - value),
        })
    }

    /// The parts of `x.p = v`.
    pub(super) fn assignment(&mut self, assign: &AssignStep) -> Option<(Expr, Property, Expr)> {
        let Some(View::Field(field)) = assign.target() else {
            return self.refuse(
                "not-a-property",
                assign,
                "only a property can be changed, as in `self.mana -= 20`",
            );
        };
        let names: Vec<_> = field.names().collect();
        let (last, before) = names.split_last()?;
        let thing = self.thing_of(&field, before)?;
        let property = self.property(last)?;
        let holds = self.names.vocabulary.property_info(property)?.holds.clone();
        if assign.op()? != AssignOp::Set && !fits(&Type::Number, &holds) {
            let message = format!("`{}` is not a number, so nothing can be added to it", last.text());
            return self.refuse("wrong-type", last, message);
        }
        Some((thing, property, self.value_as(&assign.value()?, Some(&holds))?))
    }
}

/// Several steps as one.
fn as_one(mut steps: Vec<Step>) -> Step {
    if steps.len() == 1 { steps.swap_remove(0) } else { Step::InTurn(vec![(0, steps)]) }
}
