//! Checking plans. Only the problem as it is written is used: no code is shared with grounding or search.

mod conditions;
mod timeline;

use super::error::PlanError;
use super::object_types::ObjectTypes;
use super::plan::{Part, Plan};
use super::problem::{Formula, ObjectId, Problem, Subtask, Task, TaskNetwork, Term, Variables};
use super::validate::validate;
use conditions::{Binding, Evaluator};
use rustc_hash::FxHashMap;
use timeline::{Moment, Timeline};

/// What is wrong with a plan. Steps and decompositions are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is nothing to check the plan against: the problem itself is not well formed.
    #[error(transparent)]
    Problem(#[from] PlanError),
    /// A step cannot be done when its turn comes.
    #[error("step {step}, {what}, cannot be done: {why}")]
    Step {
        /// Which step.
        step: usize,
        /// The action and its arguments.
        what: String,
        /// Why not.
        why: String,
    },
    /// A compound task was not done as its method says.
    #[error("{what} is not done as method `{method}` says: {why}")]
    Decomposition {
        /// Which decomposition.
        decomposition: usize,
        /// The task and its arguments.
        what: String,
        /// The method.
        method: String,
        /// Why not.
        why: String,
    },
    /// The first tasks are not those of the problem.
    #[error("the first tasks are not those of the problem: {why}")]
    Roots {
        /// Why not.
        why: String,
    },
    /// Something belongs to no task, or to several, or to itself.
    #[error("{what} {why}")]
    Tree {
        /// The step or task.
        what: String,
        /// What is wrong with its place.
        why: String,
        /// The part itself.
        part: Part,
    },
    /// The goal does not hold in the end.
    #[error("the goal does not hold in the end: {why}")]
    Goal {
        /// What is missing.
        why: String,
    },
}

/// Checks a plan.
///
/// # Errors
/// The first thing that is wrong with it, steps before decompositions.
pub fn verify(problem: &Problem, plan: &Plan) -> Result<(), Fault> {
    validate(problem)?;
    let kinds = ObjectTypes::of(problem);
    let evaluator = Evaluator { problem, kinds: &kinds };
    let timeline = Timeline::new(problem.facts.iter().cloned());
    let mut verifier = Verifier { problem, plan, evaluator, timeline, spans: FxHashMap::default() };
    verifier.execute()?;
    verifier.check_tree()?;
    verifier.check_networks()
}

/// How many ways to fill a method's free variables are tried before its condition is taken not to hold. Ours.
const TRIES: usize = 5_000_000;

struct Verifier<'a> {
    problem: &'a Problem,
    plan: &'a Plan,
    evaluator: Evaluator<'a>,
    timeline: Timeline,
    /// The first step of each part and the one after its last; none if it has no steps.
    spans: FxHashMap<Part, Option<(usize, usize)>>,
}

impl Verifier<'_> {
    fn name(&self, task: Task, objects: &[ObjectId]) -> String {
        let objects: Vec<&str> = objects.iter().map(|object| self.problem.object_name(*object)).collect();
        format!("{}({})", self.problem.task_name(task), objects.join(", "))
    }

    fn part_name(&self, part: Part) -> String {
        match self.task_of(part) {
            Some((task, objects)) => self.name(task, objects),
            None => "something that is not there".to_owned(),
        }
    }

    fn task_of(&self, part: Part) -> Option<(Task, &[ObjectId])> {
        match part {
            Part::Step(step) => self
                .plan
                .steps
                .get(step as usize)
                .map(|step| (Task::Action(step.action), step.objects.as_slice())),
            Part::Decomposition(number) => {
                let one = self.plan.decompositions.get(number as usize)?;
                Some((Task::Compound(one.task), one.objects.as_slice()))
            }
        }
    }

    /// Executes all steps, one after the other, from the initial state.
    fn execute(&mut self) -> Result<(), Fault> {
        for (number, step) in self.plan.steps.iter().enumerate() {
            let what = || self.name(Task::Action(step.action), &step.objects);
            let fault = |why: String| Fault::Step { step: number, what: what(), why };
            let Some(action) = self.problem.actions.get(step.action as usize) else {
                return Err(fault("there is no such action".to_owned()));
            };
            let mut binding = self.bind(&action.variables, &step.objects).map_err(fault)?;
            let types = &action.variables.types;
            if let Some(why) =
                self.evaluator.failure(&action.needs, types, &mut binding, self.timeline.after(number), true)
            {
                return Err(fault(why));
            }
            self.apply(action, &mut binding, number);
        }
        let types = &self.problem.goal_variables.types;
        let end = self.timeline.after(self.plan.steps.len());
        let mut binding = vec![None; types.len()];
        match self.evaluator.failure(&self.problem.goal, types, &mut binding, end, true) {
            Some(why) => Err(Fault::Goal { why }),
            None => Ok(()),
        }
    }

    /// Gives parameters their objects.
    fn bind(&self, variables: &Variables, objects: &[ObjectId]) -> Result<Binding, String> {
        if objects.len() != variables.arity {
            return Err(format!("it has {} arguments, not {}", variables.arity, objects.len()));
        }
        for (object, kind) in objects.iter().zip(&variables.types) {
            if !self.evaluator.kinds.is(*object, *kind) {
                let kind = self.problem.types.get(*kind as usize).map_or("?", |kind| kind.name.as_str());
                return Err(format!("{} is not of type {kind}", self.problem.object_name(*object)));
            }
        }
        let mut binding: Binding = objects.iter().copied().map(Some).collect();
        binding.resize(variables.types.len(), None);
        Ok(binding)
    }

    /// Makes the changes of an action that comes after so many steps.
    fn apply(&mut self, action: &super::problem::Action, binding: &mut Binding, steps: usize) {
        let state = self.timeline.after(steps);
        let (mut adds, mut drops) = (Vec::new(), Vec::new());
        for effect in &action.effects {
            self.each(&effect.each, &action.variables.types, binding, &mut |binding| {
                if self.evaluator.holds(&effect.when, &action.variables.types, binding, state)
                    && let Some(fact) = self.evaluator.fact(&effect.atom, binding)
                {
                    if effect.becomes { adds.push(fact) } else { drops.push(fact) }
                }
            });
        }
        for fact in drops {
            self.timeline.set(fact, steps + 1, false);
        }
        for fact in adds {
            self.timeline.set(fact, steps + 1, true);
        }
    }

    fn each(
        &self,
        variables: &[u32],
        types: &[u32],
        binding: &mut Binding,
        visit: &mut dyn FnMut(&mut Binding),
    ) {
        let Some((first, rest)) = variables.split_first() else { return visit(binding) };
        let place = *first as usize;
        let kind = types.get(place).copied().unwrap_or(u32::MAX);
        for object in self.evaluator.kinds.members(kind) {
            if let Some(slot) = binding.get_mut(place) {
                *slot = Some(*object);
            }
            self.each(rest, types, binding, visit);
        }
        if let Some(slot) = binding.get_mut(place) {
            *slot = None;
        }
    }

    /// Whether every step and every decomposition has exactly one place, and none is part of itself.
    fn check_tree(&mut self) -> Result<(), Fault> {
        let mut owners: FxHashMap<Part, usize> = FxHashMap::default();
        let parts = self.plan.decompositions.iter().flat_map(|one| &one.parts);
        for part in parts.chain(&self.plan.roots) {
            if self.task_of(*part).is_none() {
                let why = "is said to be a part, but the plan does not list it".to_owned();
                return Err(Fault::Tree { what: self.part_name(*part), why, part: *part });
            }
            *owners.entry(*part).or_default() += 1;
        }
        let steps = (0..self.plan.steps.len() as u32).map(Part::Step);
        let compounds = (0..self.plan.decompositions.len() as u32).map(Part::Decomposition);
        for part in steps.chain(compounds) {
            let why = match owners.get(&part).copied().unwrap_or(0) {
                1 => continue,
                0 => "belongs to no task",
                _ => "belongs to more than one task",
            };
            return Err(Fault::Tree { what: self.part_name(part), why: why.to_owned(), part });
        }
        self.measure()
    }

    /// Works out which steps each part spans. What is never reached from the first tasks is part of itself.
    fn measure(&mut self) -> Result<(), Fault> {
        let mut open: Vec<(Part, bool)> = self.plan.roots.iter().map(|root| (*root, false)).collect();
        while let Some((part, parts_known)) = open.pop() {
            let Part::Decomposition(number) = part else {
                if let Part::Step(step) = part {
                    self.spans.insert(part, Some((step as usize, step as usize + 1)));
                }
                continue;
            };
            let Some(one) = self.plan.decompositions.get(number as usize) else { continue };
            if parts_known {
                let spans = one.parts.iter().filter_map(|part| self.spans.get(part).copied().flatten());
                let span = spans.reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)));
                self.spans.insert(part, span);
            } else {
                open.push((part, true));
                open.extend(one.parts.iter().map(|part| (*part, false)));
            }
        }
        for number in 0..self.plan.decompositions.len() as u32 {
            let part = Part::Decomposition(number);
            if !self.spans.contains_key(&part) {
                let why = "is a part of itself".to_owned();
                return Err(Fault::Tree { what: self.part_name(part), why, part });
            }
        }
        Ok(())
    }

    /// Checks the first tasks and every decomposition, from the top down.
    fn check_networks(&self) -> Result<(), Fault> {
        let (first, all) = (&self.problem.tasks, (0, self.plan.steps.len()));
        let binding = vec![None; self.problem.variables.types.len()];
        let windows = self
            .check_network(first, &self.problem.variables, binding, &self.plan.roots, all)
            .map_err(|why| Fault::Roots { why })?;
        let mut open: Vec<(Part, (usize, usize))> = self.plan.roots.iter().copied().zip(windows).collect();
        while let Some((part, window)) = open.pop() {
            let Part::Decomposition(number) = part else { continue };
            let Some(one) = self.plan.decompositions.get(number as usize) else { continue };
            let windows = self.check_decomposition(one, window).map_err(|(method, why)| {
                let what = self.part_name(part);
                Fault::Decomposition { decomposition: number as usize, what, method, why }
            })?;
            open.extend(one.parts.iter().copied().zip(windows));
        }
        Ok(())
    }

    fn check_decomposition(
        &self,
        one: &super::plan::Decomposition,
        window: (usize, usize),
    ) -> Result<Vec<(usize, usize)>, (String, String)> {
        let Some(method) = self.problem.methods.get(one.method as usize) else {
            return Err(("?".to_owned(), "there is no such method".to_owned()));
        };
        let fault = |why: String| (method.name.clone(), why);
        if method.task != one.task {
            let for_task = self.problem.task_name(Task::Compound(method.task));
            return Err(fault(format!("that method is for `{for_task}`")));
        }
        if let Some(compound) = self.problem.compounds.get(one.task as usize) {
            let declared = Variables { types: compound.places.clone(), arity: compound.places.len() };
            self.bind(&declared, &one.objects).map_err(fault)?;
        }
        let mut binding: Binding = vec![None; method.variables.types.len()];
        self.unify(&method.terms, &one.objects, &method.variables, &mut binding).map_err(fault)?;
        self.check_network(&method.network, &method.variables, binding, &one.parts, window).map_err(fault)
    }

    /// Makes terms stand for objects.
    fn unify(
        &self,
        terms: &[Term],
        objects: &[ObjectId],
        variables: &Variables,
        binding: &mut Binding,
    ) -> Result<(), String> {
        if terms.len() != objects.len() {
            return Err(format!("{} arguments are given where {} are due", objects.len(), terms.len()));
        }
        for (term, object) in terms.iter().zip(objects) {
            let name = |object: ObjectId| self.problem.object_name(object);
            match self.evaluator.object(*term, binding) {
                Some(known) if known == *object => {}
                Some(known) => return Err(format!("{} stands where {} is due", name(*object), name(known))),
                None => {
                    let Term::Variable(variable) = term else { continue };
                    let kind = variables.types.get(*variable as usize).copied().unwrap_or(u32::MAX);
                    if !self.evaluator.kinds.is(*object, kind) {
                        return Err(format!("{} is not of the type that is due", name(*object)));
                    }
                    if let Some(slot) = binding.get_mut(*variable as usize) {
                        *slot = Some(*object);
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks parts against the calls that they stand for: names, arguments, order, and the condition. Gives for each part between which
    /// steps it takes place.
    fn check_network(
        &self,
        network: &TaskNetwork,
        variables: &Variables,
        mut binding: Binding,
        parts: &[Part],
        window: (usize, usize),
    ) -> Result<Vec<(usize, usize)>, String> {
        if parts.len() != network.calls.len() {
            return Err(format!("it has {} subtasks, not {}", network.calls.len(), parts.len()));
        }
        for (call, part) in network.calls.iter().zip(parts) {
            self.check_call(call, *part, variables, &mut binding)?;
        }
        let span =
            |place: u32| parts.get(place as usize).and_then(|part| self.spans.get(part).copied().flatten());
        for (first, second) in &network.order {
            if let (Some(first_span), Some(second_span)) = (span(*first), span(*second))
                && first_span.1 > second_span.0
            {
                let names = [first, second].map(|place| {
                    parts.get(*place as usize).map_or_else(String::new, |part| self.part_name(*part))
                });
                return Err(format!("{} must come before {}", names[0], names[1]));
            }
        }
        let windows = self.windows(network, parts, window);
        // Orders may also be indirect, through tasks without steps.
        for (part, window) in parts.iter().zip(&windows) {
            if let Some(Some(span)) = self.spans.get(part)
                && (span.0 < window.0 || span.1 > window.1)
            {
                return Err(format!("{} is not in its place in the order", self.part_name(*part)));
            }
        }
        let own =
            parts.iter().filter_map(|part| self.spans.get(part).copied().flatten()).map(|span| span.0).min();
        let last = own.unwrap_or(window.1);
        if self.can_hold(&network.needs, variables, &mut binding, window.0, last) {
            return Ok(windows);
        }
        let state = self.timeline.after(last);
        let why = self.evaluator.failure(&network.needs, &variables.types, &mut binding, state, true);
        Err(format!("its condition does not hold: {}", why.unwrap_or_else(|| "no objects fit".to_owned())))
    }

    fn check_call(
        &self,
        call: &Subtask,
        part: Part,
        variables: &Variables,
        binding: &mut Binding,
    ) -> Result<(), String> {
        let Some((task, objects)) = self.task_of(part) else { return Err("a part is missing".to_owned()) };
        if task != call.task {
            let (found, due) = (self.problem.task_name(task), self.problem.task_name(call.task));
            return Err(format!("`{found}` stands where `{due}` is due"));
        }
        self.unify(&call.terms, objects, variables, binding)
            .map_err(|why| format!("in {}, {why}", self.part_name(part)))
    }

    /// Between which steps each part takes place. For a part without steps that is as wide as its neighbours leave it.
    fn windows(&self, network: &TaskNetwork, parts: &[Part], window: (usize, usize)) -> Vec<(usize, usize)> {
        let span = |place: usize| parts.get(place).and_then(|part| self.spans.get(part).copied().flatten());
        let mut windows = vec![window; parts.len()];
        // Orders may be indirect, so bounds are passed on until nothing moves.
        for _ in 0..parts.len() {
            let before = windows.clone();
            for (first, second) in &network.order {
                let (first, second) = (*first as usize, *second as usize);
                let ends = span(first).map_or(windows[first].0, |span| span.1);
                let starts = span(second).map_or(windows[second].1, |span| span.0);
                windows[second].0 = windows[second].0.max(ends);
                windows[first].1 = windows[first].1.min(starts);
            }
            if before == windows {
                break;
            }
        }
        windows
    }

    /// Whether a condition holds somewhere between two places, with some objects for what is free.
    fn can_hold(
        &self,
        needs: &Formula,
        variables: &Variables,
        binding: &mut Binding,
        from: usize,
        to: usize,
    ) -> bool {
        let mut tries = 0;
        (from..=to.max(from))
            .any(|steps| self.fill(needs, variables, binding, self.timeline.after(steps), 0, &mut tries))
    }

    fn fill(
        &self,
        needs: &Formula,
        variables: &Variables,
        binding: &mut Binding,
        state: Moment<'_>,
        from: usize,
        tries: &mut usize,
    ) -> bool {
        let Some(free) =
            (from..variables.arity).find(|place| binding.get(*place).copied().flatten().is_none())
        else {
            return self.evaluator.holds(needs, &variables.types, binding, state);
        };
        let kind = variables.types.get(free).copied().unwrap_or(u32::MAX);
        for object in self.evaluator.kinds.members(kind) {
            if *tries > TRIES {
                break;
            }
            binding[free] = Some(*object);
            *tries += 1;
            if !self.evaluator.is_refuted(needs, binding, state)
                && self.fill(needs, variables, binding, state, free + 1, tries)
            {
                binding[free] = None;
                return true;
            }
        }
        binding[free] = None;
        false
    }
}
