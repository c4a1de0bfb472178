//! Steps: what rules do.

use super::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{AssignOp, AssignStep, CallStep, Expr as View, NoteStep, Step as StepView, Steps};
use motive_arbiter::teleo::Step;
use motive_core::{Expr, Property};

impl Checker<'_> {
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
                let parts: Vec<Option<Vec<Step>>> = together.steps().map(|step| self.step(&step)).collect();
                Some(parts.into_iter().collect::<Option<Vec<_>>>()?.concat())
            }
            StepView::Alternatives(alternatives) => {
                let parts: Vec<Option<Vec<Step>>> =
                    alternatives.steps().map(|step| self.step(&step)).collect();
                let parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
                Some(vec![Step::FirstOf(parts.into_iter().map(as_one).collect())])
            }
            StepView::Call(call) => Some(vec![self.call_step(call)?]),
            StepView::PlanFor(plan) => {
                let title = self.plan_for(plan)?;
                self.calls.by_rules.insert(title.clone(), 0);
                Some(vec![Step::Ask(title.into(), Vec::new())])
            }
            StepView::Note(note) => Some(vec![self.note_step(note)?]),
            StepView::Forget(forget) => {
                let name = forget.name()?;
                match self.meaning(&name.text()) {
                    Some(super::NameMeaning::Variable(inner)) => Some(vec![Step::Forget(Expr::var(inner))]),
                    _ => {
                        let message =
                            format!("`{}` is not bound here, so it cannot be forgotten", name.text());
                        self.error("not-bound", span_of(&name), message);
                        None
                    }
                }
            }
            StepView::Assign(assign) => Some(vec![self.assign(assign)?]),
            StepView::Let(_)
            | StepView::Return(_)
            | StepView::Weighted(_)
            | StepView::AnyOrder(_)
            | StepView::For(_)
            | StepView::When(_)
            | StepView::Retract(_) => {
                let message = "a rule cannot do this: it belongs into tasks and effects";
                self.report(Diagnostic::error("not-a-step", span_of(step), message));
                None
            }
        }
    }

    fn call_step(&mut self, call: &CallStep) -> Option<Step> {
        let name = call.name()?;
        let (text, span) = (name.text(), span_of(&name));
        let arguments = self.arguments(&call.arguments());
        // Actions are found however they are capitalised; a task of exactly this name is meant before such a one.
        let action = self.names.find_action(&text);
        let action = action.filter(|action| {
            self.names.action_name(*action) == text || !self.declared.tasks.contains_key(&text)
        });
        if let Some(action) = action {
            let expected = self.names.action_info(action)?.arity;
            let arguments = arguments?;
            if expected != arguments.len() {
                self.wrong_arity(&text, expected, arguments.len(), span);
                return None;
            }
            return Some(Step::Do(action, arguments));
        }
        if let Some((_, program)) = self.declared.programs.get(&text) {
            let expected = program.params().map_or(0, |params| params.params().count());
            let arguments = arguments?;
            if expected != arguments.len() {
                self.wrong_arity(&text, expected, arguments.len(), span);
                return None;
            }
            return Some(Step::Call(text.into(), arguments));
        }
        if let Some(expected) = self.engine_arity(&text) {
            let arguments = arguments?;
            if expected != arguments.len() {
                self.wrong_arity(&text, expected, arguments.len(), span);
                return None;
            }
            self.calls.by_rules.insert(text.clone(), expected);
            return Some(Step::Ask(text.into(), arguments));
        }
        let names = self.shared_names();
        let mut known: Vec<String> =
            names.actions().map(|action| names.action_name(action).to_owned()).collect();
        known.extend(self.declared.programs.keys().cloned());
        known.extend(self.declared.tasks.keys().cloned());
        self.unknown("action or program", &text, span, known.iter().map(String::as_str));
        None
    }

    /// How many values a task, network, machine, planner or schedule of this name is called with.
    fn engine_arity(&self, name: &str) -> Option<usize> {
        let declared = &self.declared;
        if let Some((_, task)) = declared.tasks.get(name) {
            return Some(task.params().map_or(0, |params| params.params().count()));
        }
        self.is_engine(name).then_some(0)
    }

    /// Whether a network, machine, planner or schedule has this name.
    pub(super) fn is_engine(&self, name: &str) -> bool {
        let declared = &self.declared;
        declared.networks.contains_key(name)
            || declared.machines.contains_key(name)
            || declared.goaps.contains_key(name)
            || declared.schedules.contains_key(name)
    }

    fn note_step(&mut self, note: &NoteStep) -> Option<Step> {
        let name = note.kind()?;
        let Some(kind) = self.names.find_kind(&name.text()) else {
            let names = self.shared_names();
            let known: Vec<&str> = names.kinds().iter().map(|kind| names.name(kind.symbol())).collect();
            self.unknown("kind", &name.text(), span_of(&name), known);
            return None;
        };
        let mut properties = Vec::new();
        let mut whole = true;
        for field in note.values().into_iter().flat_map(|values| values.fields().collect::<Vec<_>>()) {
            let property = field.name().and_then(|name| self.property(&name));
            let holds = property.and_then(|property| Some(self.names.property_info(property)?.holds.clone()));
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
            self.error(
                "not-a-property",
                span_of(assign),
                "only a property can be changed, as in `self.mana -= 20`",
            );
            return None;
        };
        let names: Vec<_> = field.names().collect();
        let (last, before) = names.split_last()?;
        let mut thing = self.value(&field.base()?)?;
        for name in before {
            thing = thing.get(self.property(name)?);
        }
        let property = self.property(last)?;
        let holds = self.names.property_info(property)?.holds.clone();
        Some((thing, property, self.value_as(&assign.value()?, Some(&holds))?))
    }
}

/// Several steps as one.
fn as_one(mut steps: Vec<Step>) -> Step {
    if steps.len() == 1 { steps.swap_remove(0) } else { Step::InTurn(vec![(0, steps)]) }
}
