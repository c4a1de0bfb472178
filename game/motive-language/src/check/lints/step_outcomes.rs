//! The steps of tasks, reduced to what decides whether they succeed, fail or call themselves.

use super::{named, value_of};
use crate::syntax::ast::{Argument, AstNode, Expr, Name, NameRef, Step, Steps, TaskItem};
use std::collections::{BTreeMap, BTreeSet};

/// A step, with tasks as numbers.
pub(super) enum Form {
    Task {
        number: usize,
        /// Whether its arguments are the same whenever the caller's are.
        same: bool,
    },
    /// An action, a program, another engine or an order to a member.
    Command,
    /// The order `wait`, which cannot fail.
    Wait,
    Nothing,
    InTurn(Vec<Self>),
    FirstOf(Vec<Self>),
    AtOnce(Vec<Self>),
    AnyOrder(Vec<Self>),
}

/// Turns steps into forms.
pub(super) struct Forms<'a> {
    /// The numbers of the tasks.
    pub(super) numbers: &'a BTreeMap<String, usize>,
    /// Whether `wait` means the order.
    pub(super) can_wait: bool,
    /// Names whose values may differ from one call to the next.
    pub(super) bound: BTreeSet<String>,
}

impl Forms<'_> {
    pub(super) fn all(&self, steps: Option<Steps>) -> Form {
        Form::InTurn(steps.into_iter().flat_map(|steps| steps.steps()).map(|step| self.of(&step)).collect())
    }

    pub(super) fn of(&self, step: &Step) -> Form {
        let each = |steps: &mut dyn Iterator<Item = Step>| steps.map(|step| self.of(&step)).collect();
        match step {
            Step::Nothing(_) | Step::Return(_) => Form::Nothing,
            Step::Paren(paren) => self.all(paren.steps()),
            Step::Alternatives(all) => Form::FirstOf(each(&mut all.steps())),
            Step::Together(all) => Form::AtOnce(each(&mut all.steps())),
            Step::AnyOrder(any) => {
                let steps = any.steps().and_then(|paren| paren.steps());
                Form::AnyOrder(each(&mut steps.into_iter().flat_map(|steps| steps.steps())))
            }
            Step::Weighted(weighted) => weighted.step().map_or(Form::Command, |step| self.of(&step)),
            other => called(other).map_or(Form::Command, |(name, arguments)| self.call(&name, &arguments)),
        }
    }

    fn call(&self, name: &NameRef, arguments: &[Argument]) -> Form {
        match self.numbers.get(name.text()) {
            Some(number) => {
                Form::Task { number: *number, same: arguments.iter().all(|value| self.stays(value)) }
            }
            None if self.can_wait && name.text() == "wait" => Form::Wait,
            None => Form::Command,
        }
    }

    fn stays(&self, argument: &Argument) -> bool {
        match value_of(argument.clone()) {
            Some(Expr::Literal(_)) => true,
            Some(value) => named(&value).is_some_and(|name| !self.bound.contains(name.text())),
            None => false,
        }
    }
}

/// What a step calls directly: `Fetch(x)` and `let y = Fetch(x)`.
pub(super) fn called(step: &Step) -> Option<(NameRef, Vec<Argument>)> {
    match step {
        Step::Call(call) => Some((call.name()?, call.arguments())),
        Step::Let(kept) => match kept.value()? {
            Expr::Call(call) => {
                let arguments = call.arguments().map(|list| list.arguments().collect());
                Some((call.name()?, arguments.unwrap_or_default()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Everything that a task calls.
pub(super) fn all_calls(item: &TaskItem) -> impl Iterator<Item = (NameRef, Vec<Argument>)> + use<> {
    item.syntax().descendants().filter_map(Step::cast).filter_map(|step| called(&step))
}

/// The names that a task binds.
pub(super) fn bound_in(item: &TaskItem) -> BTreeSet<String> {
    let parameters: BTreeSet<String> =
        super::super::programs::parameter_names(item.params()).into_iter().collect();
    let given = item.syntax().descendants().filter_map(Name::cast).map(|name| name.text().to_owned());
    given.filter(|name| !parameters.contains(name)).collect()
}
