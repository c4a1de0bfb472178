//! How tasks end: which always act, which cannot fail, which can end, which call themselves in a circle.

use super::{named, value_of};
use crate::check::names::{NameTable, parameter_names};
use crate::syntax::ast::{Argument, AstNode, Expr, Method, Name, NameRef, Step, Steps, TaskItem};
use std::collections::{BTreeMap, BTreeSet};

/// The endings of all tasks.
pub(super) struct TaskEndings {
    numbers: BTreeMap<String, usize>,
    can_wait: bool,
    known: Vec<Known>,
    /// Tasks that can call themselves with the same arguments, directly or not, before any action is certain to be done.
    circling: BTreeSet<usize>,
}

/// The endings of one task.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Known {
    /// Whenever it succeeds, an action has been done.
    acts: bool,
    /// It cannot fail.
    sure: bool,
    /// It can end.
    ends: bool,
}

/// What a task consists of, as far as endings are concerned.
struct Outline {
    bodies: Vec<TaskBody>,
    has_goal: bool,
    has_slot: bool,
    /// Only its steps can make it fail.
    free: bool,
}

/// A method, or the `do` of a task without methods.
struct TaskBody {
    steps: Form,
    free: bool,
}

impl TaskEndings {
    pub(super) fn new(names: &NameTable) -> Self {
        let declared = &names.tasks;
        let numbers: BTreeMap<String, usize> =
            declared.keys().enumerate().map(|(number, name)| (name.clone(), number)).collect();
        let can_wait = names.order_named("wait").is_some();
        let outlines: Vec<Outline> = declared
            .values()
            .map(|(_, item)| {
                let bound = bound_in(item);
                outline(item, &Forms { numbers: &numbers, can_wait, bound })
            })
            .collect();
        let known = vec![Known::default(); outlines.len()];
        let mut flow = Self { numbers, can_wait, known, circling: BTreeSet::new() };
        flow.settle(&outlines);
        let silent: Vec<Vec<usize>> = outlines.iter().map(|outline| flow.silent_calls(outline)).collect();
        flow.circling = circles(&silent);
        flow
    }

    /// Works all endings out, beginning with tasks that call only actions. When those of a task change, its callers are worked out again.
    fn settle(&mut self, outlines: &[Outline]) {
        let mut callers: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); outlines.len()];
        for (number, outline) in outlines.iter().enumerate() {
            for body in &outline.bodies {
                tasks_in(&body.steps, &mut |callee| {
                    if let Some(callers) = callers.get_mut(callee) {
                        callers.insert(number);
                    }
                });
            }
        }
        let mut due: BTreeSet<usize> = (0..outlines.len()).collect();
        while !due.is_empty() {
            let mut next = BTreeSet::new();
            for number in due {
                let Some(outline) = outlines.get(number) else { continue };
                let now = self.judge(outline);
                if let Some(known) = self.known.get_mut(number)
                    && *known != now
                {
                    *known = now;
                    next.extend(callers.get(number).into_iter().flatten());
                }
            }
            due = next;
        }
    }

    fn judge(&self, task: &Outline) -> Known {
        let (has_slot, bodies) = (task.has_slot, &task.bodies);
        Known {
            acts: !task.has_goal
                && (has_slot || !bodies.is_empty() && bodies.iter().all(|body| self.acts(&body.steps))),
            sure: task.free
                && (bodies.is_empty() || bodies.iter().any(|body| body.free && self.sure(&body.steps))),
            ends: task.has_goal
                || has_slot
                || bodies.is_empty()
                || bodies.iter().any(|body| self.ends(&body.steps)),
        }
    }

    fn about(&self, number: usize) -> Known {
        self.known.get(number).copied().unwrap_or_default()
    }

    /// Whether an action has been done when this succeeds.
    fn acts(&self, form: &Form) -> bool {
        match form {
            Form::Task { number, .. } => self.about(*number).acts,
            Form::Command | Form::Wait => true,
            Form::Nothing => false,
            Form::FirstOf(all) => all.iter().all(|form| self.acts(form)),
            Form::InTurn(all) | Form::AtOnce(all) | Form::AnyOrder(all) => {
                all.iter().any(|form| self.acts(form))
            }
        }
    }

    /// Whether this cannot fail.
    fn sure(&self, form: &Form) -> bool {
        match form {
            Form::Task { number, .. } => self.about(*number).sure,
            Form::Command => false,
            Form::Wait | Form::Nothing => true,
            Form::FirstOf(all) => all.iter().any(|form| self.sure(form)),
            Form::InTurn(all) | Form::AtOnce(all) | Form::AnyOrder(all) => {
                all.iter().all(|form| self.sure(form))
            }
        }
    }

    /// Whether this can end.
    fn ends(&self, form: &Form) -> bool {
        match form {
            Form::Task { number, .. } => self.about(*number).ends,
            Form::Command | Form::Wait | Form::Nothing => true,
            Form::FirstOf(all) => all.iter().any(|form| self.ends(form)),
            Form::InTurn(all) | Form::AtOnce(all) | Form::AnyOrder(all) => {
                all.iter().all(|form| self.ends(form))
            }
        }
    }

    /// The tasks that a task can call before any action is certain to be done. Calls with computed arguments are left out: they may
    /// end, as with a list that gets shorter.
    fn silent_calls(&self, task: &Outline) -> Vec<usize> {
        let mut calls = Vec::new();
        task.bodies.iter().for_each(|body| self.gather(&body.steps, &mut calls));
        calls
    }

    fn gather(&self, form: &Form, calls: &mut Vec<usize>) {
        match form {
            Form::Task { number, same: true } => calls.push(*number),
            Form::InTurn(all) => {
                for form in all {
                    self.gather(form, calls);
                    if self.acts(form) {
                        break;
                    }
                }
            }
            Form::FirstOf(all) | Form::AtOnce(all) | Form::AnyOrder(all) => {
                all.iter().for_each(|form| self.gather(form, calls));
            }
            Form::Task { .. } | Form::Command | Form::Wait | Form::Nothing => {}
        }
    }

    /// Whether a step cannot fail.
    pub(super) fn is_sure(&self, step: &Step) -> bool {
        self.sure(&self.forms().of(step))
    }

    /// Whether a method can always be used and cannot fail.
    pub(super) fn is_sure_method(&self, method: &Method) -> bool {
        let body = body_of(method, &self.forms());
        body.free && self.sure(&body.steps)
    }

    /// Whether a task can end.
    pub(super) fn can_end(&self, name: &str) -> bool {
        self.numbers.get(name).is_none_or(|number| self.about(*number).ends)
    }

    /// Whether a task can call itself, directly or not, without an action in between.
    pub(super) fn circles(&self, name: &str) -> bool {
        self.numbers.get(name).is_some_and(|number| self.circling.contains(number))
    }

    fn forms(&self) -> Forms<'_> {
        Forms { numbers: &self.numbers, can_wait: self.can_wait, bound: BTreeSet::new() }
    }
}

fn outline(item: &TaskItem, forms: &Forms<'_>) -> Outline {
    let mut bodies: Vec<TaskBody> = item.methods().map(|method| body_of(&method, forms)).collect();
    let steps = item.action().map(|clause| forms.all(clause.steps())).collect::<Vec<_>>();
    if !steps.is_empty() {
        bodies.push(TaskBody { steps: Form::InTurn(steps), free: true });
    }
    let has_setting =
        |name: &str| item.settings().any(|setting| setting.name().is_some_and(|known| known.text() == name));
    let has_slot = has_setting("slot");
    let is_asked = item.needs().next().is_some() || item.lets().next().is_some();
    let is_limited = item.fails().next().is_some() || has_setting("within");
    Outline {
        bodies,
        has_goal: item.achieves().next().is_some(),
        has_slot,
        free: !(is_asked || is_limited || has_slot),
    }
}

fn body_of(method: &Method, forms: &Forms<'_>) -> TaskBody {
    let steps = forms.all(method.action().and_then(|clause| clause.steps()));
    TaskBody { steps, free: method.when().is_none() && method.lets().next().is_none() }
}

fn tasks_in(form: &Form, found: &mut impl FnMut(usize)) {
    match form {
        Form::Task { number, .. } => found(*number),
        Form::InTurn(all) | Form::FirstOf(all) | Form::AtOnce(all) | Form::AnyOrder(all) => {
            for form in all {
                tasks_in(form, found);
            }
        }
        Form::Command | Form::Wait | Form::Nothing => {}
    }
}

/// The nodes that lie on a cycle: those of strongly connected components with more than one node, and those with an edge to themselves (Kosaraju).
fn circles(edges: &[Vec<usize>]) -> BTreeSet<usize> {
    let mut reversed = vec![Vec::new(); edges.len()];
    for (from, all) in edges.iter().enumerate() {
        for to in all {
            if let Some(back) = reversed.get_mut(*to) {
                back.push(from);
            }
        }
    }
    let mut seen = vec![false; edges.len()];
    let mut order = Vec::new();
    for start in 0..edges.len() {
        order.append(&mut walk(start, edges, &mut seen));
    }
    let mut found = BTreeSet::new();
    let mut seen = vec![false; edges.len()];
    for start in order.into_iter().rev() {
        let part = walk(start, &reversed, &mut seen);
        let comes_back = part.len() > 1
            || part.first().is_some_and(|one| edges.get(*one).is_some_and(|all| all.contains(one)));
        if comes_back {
            found.extend(part);
        }
    }
    found
}

/// The unseen nodes that can be reached from a node, in postorder.
fn walk(start: usize, edges: &[Vec<usize>], seen: &mut [bool]) -> Vec<usize> {
    let mut left = Vec::new();
    let mut stack = Vec::new();
    let mut enter = |node: usize, stack: &mut Vec<(usize, usize)>| {
        if let Some(mark) = seen.get_mut(node)
            && !std::mem::replace(mark, true)
        {
            stack.push((node, 0));
        }
    };
    enter(start, &mut stack);
    while let Some((node, at)) = stack.last_mut() {
        match edges.get(*node).and_then(|all| all.get(*at)) {
            Some(to) => {
                *at += 1;
                enter(*to, &mut stack);
            }
            None => {
                left.push(*node);
                stack.pop();
            }
        }
    }
    left
}

/// A step, with tasks as numbers.
enum Form {
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
struct Forms<'a> {
    /// The numbers of the tasks.
    numbers: &'a BTreeMap<String, usize>,
    /// Whether `wait` means the order.
    can_wait: bool,
    /// Names whose values may differ from one call to the next.
    bound: BTreeSet<String>,
}

impl Forms<'_> {
    fn all(&self, steps: Option<Steps>) -> Form {
        Form::InTurn(steps.into_iter().flat_map(|steps| steps.steps()).map(|step| self.of(&step)).collect())
    }

    fn of(&self, step: &Step) -> Form {
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
            Expr::Call(call) => Some((call.name()?, call.arguments().collect())),
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
fn bound_in(item: &TaskItem) -> BTreeSet<String> {
    let parameters: BTreeSet<String> = parameter_names(item.params().as_ref()).into_iter().collect();
    let given = item.syntax().descendants().filter_map(Name::cast).map(|name| name.text().to_owned());
    given.filter(|name| !parameters.contains(name)).collect()
}
