//! Checking the decomposition tree of a plan: names, arguments, order, and the preconditions of methods.

use super::Verifier;
use super::conditions::{Binding, Moment};
use crate::error::Fault;
use crate::plan::PlanPart;
use crate::problem::{Formula, ObjectId, SchemaVariables, Subtask, TaskId, TaskNetwork, Term};
use motive_util::Rows;
use rustc_hash::FxHashMap;

/// Bindings of a method's free variables that are tried before its precondition counts as false. Our choice.
const TRIES: usize = 5_000_000;

/// A task network whose parts are being checked, in an order that the network allows.
///
/// Moments are numbers of executed steps. Each method takes effect at the earliest moment that its predecessors leave and at which its precondition
/// holds. Later moments could only make it harder for what follows, so if this fails, there is no way.
struct OpenNetwork<'a> {
    /// The decomposition; none for the root tasks.
    owner: Option<u32>,
    parts: &'a [PlanPart],
    /// The moment at which the network's precondition was met.
    moment: usize,
    /// By part: the parts that are ordered before it.
    before: Rows,
    /// Parts in an order that respects the network's.
    sorted: Vec<usize>,
    next: usize,
    /// By part: the moment at which the parts that are ordered after it begin, at the latest.
    latest: Vec<usize>,
    /// By part: the moment at which all of it is over. Parts that were not reached yet have 0.
    ends: Vec<usize>,
}

impl OpenNetwork<'_> {
    /// The parts that are ordered before one.
    fn predecessors(&self, part: usize) -> impl Iterator<Item = usize> {
        self.before.row(part).iter().map(|first| *first as usize)
    }

    /// The current part is over at this moment.
    fn finish(&mut self, end: usize) {
        if let Some(end_of_part) = self.sorted.get(self.next).and_then(|part| self.ends.get_mut(*part)) {
            *end_of_part = end;
        }
        self.next += 1;
    }
}

impl<'a> Verifier<'a> {
    /// Checks that every step and every decomposition has exactly one place, and that none is part of itself.
    pub(super) fn check_tree(&mut self) -> Result<(), Fault> {
        let mut owners: FxHashMap<PlanPart, usize> = FxHashMap::default();
        let plan = self.plan;
        let parts = plan.decompositions.iter().flat_map(|one| &one.parts);
        for part in parts.chain(&plan.roots) {
            if self.is_over() {
                return Ok(());
            }
            if self.task_of(*part).is_none() {
                let why = "is listed as a part, but is not in the plan".to_owned();
                return Err(Fault::Tree { what: self.part_name(*part), why, part: *part });
            }
            *owners.entry(*part).or_default() += 1;
        }
        let steps = (0..self.plan.steps.len() as u32).map(PlanPart::Step);
        let compounds = (0..self.plan.decompositions.len() as u32).map(PlanPart::Decomposition);
        for part in steps.chain(compounds) {
            if self.is_over() {
                return Ok(());
            }
            let why = match owners.get(&part).copied().unwrap_or(0) {
                1 => continue,
                0 => "belongs to no task",
                _ => "belongs to more than one task",
            };
            return Err(Fault::Tree { what: self.part_name(part), why: why.to_owned(), part });
        }
        self.find_first_steps()
    }

    /// Finds the first step of each part. A part that is not reached from the root tasks is part of itself.
    fn find_first_steps(&mut self) -> Result<(), Fault> {
        let mut open: Vec<(PlanPart, bool)> = self.plan.roots.iter().map(|root| (*root, false)).collect();
        while let Some((part, parts_known)) = open.pop() {
            if self.is_over() {
                return Ok(());
            }
            let number = match part {
                PlanPart::Step(step) => {
                    self.first_steps.insert(part, Some(step as usize));
                    continue;
                }
                PlanPart::Decomposition(number) => number,
            };
            let Some(one) = self.plan.decompositions.get(number as usize) else { continue };
            if parts_known {
                let first = one.parts.iter().filter_map(|part| self.first_step(*part)).min();
                self.first_steps.insert(part, first);
            } else {
                open.push((part, true));
                open.extend(one.parts.iter().map(|part| (*part, false)));
            }
        }
        for number in 0..self.plan.decompositions.len() as u32 {
            let part = PlanPart::Decomposition(number);
            if !self.first_steps.contains_key(&part) {
                let why = "is a part of itself".to_owned();
                return Err(Fault::Tree { what: self.part_name(part), why, part });
            }
        }
        Ok(())
    }

    fn first_step(&self, part: PlanPart) -> Option<usize> {
        self.first_steps.get(&part).copied().flatten()
    }

    /// The moment at which a part begins at the latest: before its first step, and before what is ordered after it.
    fn begins(&self, part: PlanPart, latest: usize) -> usize {
        self.first_step(part).map_or(latest, |step| step.min(latest))
    }

    /// Checks the root tasks and every decomposition, from the top down. Plans can be nested deeply, so this does not recurse.
    pub(super) fn check_networks(&mut self) -> Result<(), Fault> {
        let binding = vec![None; self.problem.variables.types.len()];
        let (tasks, variables) = (&self.problem.tasks, &self.problem.variables);
        let (roots, end) = (&self.plan.roots, self.plan.steps.len());
        let first = roots.iter().filter_map(|part| self.first_step(*part)).min().unwrap_or(end);
        let root = self
            .check_network(tasks, variables, binding, roots, (0, first))
            .and_then(|moment| self.open(None, tasks, roots, moment, end));
        let mut open = vec![root.map_err(Fault::Roots)?];
        while let Some(network) = open.last_mut() {
            if self.is_over() {
                return Ok(());
            }
            let Some(&place) = network.sorted.get(network.next) else {
                let end = network.ends.iter().copied().fold(network.moment, usize::max);
                open.pop();
                if let Some(parent) = open.last_mut() {
                    parent.finish(end);
                }
                continue;
            };
            let part = network.parts[place];
            let from = network.predecessors(place).map(|first| network.ends[first]).max();
            let from = from.unwrap_or(0).max(network.moment);
            let to = self.begins(part, network.latest[place]);
            if from > to {
                return Err(self.misplaced(network, place, to));
            }
            match part {
                PlanPart::Step(step) => network.finish(step as usize + 1),
                PlanPart::Decomposition(number) => {
                    let latest = network.latest[place];
                    open.push(self.open_decomposition(number, (from, to), latest)?);
                }
            }
        }
        Ok(())
    }

    /// A part that begins before something that is ordered before it is over.
    fn misplaced(&self, network: &OpenNetwork<'_>, place: usize, to: usize) -> Fault {
        let name =
            |place: usize| network.parts.get(place).map_or_else(String::new, |part| self.part_name(*part));
        let why = match network.predecessors(place).find(|first| network.ends[*first] > to) {
            Some(first) => format!("{} must come before {}", name(first), name(place)),
            None => format!("{} begins too early", name(place)),
        };
        match network.owner {
            None => Fault::Roots(why),
            Some(number) => self.decomposition_fault(number, why),
        }
    }

    fn decomposition_fault(&self, number: u32, why: String) -> Fault {
        let method = self.plan.decompositions.get(number as usize).map_or(u32::MAX, |one| one.method);
        let method = self.problem.methods.get(method as usize).map_or("?", |method| method.name.as_str());
        let what = self.part_name(PlanPart::Decomposition(number));
        Fault::Decomposition { decomposition: number as usize, what, method: method.to_owned(), why }
    }

    fn open_decomposition(
        &self,
        number: u32,
        window: (usize, usize),
        latest: usize,
    ) -> Result<OpenNetwork<'a>, Fault> {
        let fault = |why: String| self.decomposition_fault(number, why);
        let Some(one) = self.plan.decompositions.get(number as usize) else {
            return Err(fault("it is not in the plan".to_owned()));
        };
        let Some(method) = self.problem.methods.get(one.method as usize) else {
            return Err(fault("there is no such method".to_owned()));
        };
        if method.task != one.task {
            let for_task = self.problem.task_name(TaskId::Compound(method.task));
            return Err(fault(format!("that method is for `{for_task}`")));
        }
        if let Some(compound) = self.problem.compounds.get(one.task as usize) {
            let declared = SchemaVariables { types: compound.places.clone(), arity: compound.places.len() };
            self.bind(&declared, &one.objects).map_err(fault)?;
        }
        let mut binding: Binding = vec![None; method.variables.types.len()];
        self.unify(&method.terms, &one.objects, &method.variables, &mut binding).map_err(fault)?;
        let moment = self
            .check_network(&method.network, &method.variables, binding, &one.parts, window)
            .map_err(fault)?;
        self.open(Some(number), &method.network, &one.parts, moment, latest).map_err(fault)
    }

    /// Checks the parts of a network against its subtasks. Returns the first moment of the window at which its precondition holds.
    fn check_network(
        &self,
        network: &TaskNetwork,
        variables: &SchemaVariables,
        mut binding: Binding,
        parts: &[PlanPart],
        window: (usize, usize),
    ) -> Result<usize, String> {
        if parts.len() != network.calls.len() {
            return Err(format!("it has {} subtasks, not {}", network.calls.len(), parts.len()));
        }
        for (call, part) in network.calls.iter().zip(parts) {
            self.check_call(call, *part, variables, &mut binding)?;
        }
        self.earliest(&network.precondition, variables, &mut binding, window).ok_or_else(|| {
            let state = self.timeline.after(window.1);
            let why = self.evaluator.why_not(&network.precondition, &variables.types, &mut binding, state);
            format!("its precondition does not hold: {}", why.as_deref().unwrap_or("no objects satisfy it"))
        })
    }

    /// Begins to check the parts of a network whose precondition is met at a moment, and which is over at the latest at another.
    fn open(
        &self,
        owner: Option<u32>,
        network: &'a TaskNetwork,
        parts: &'a [PlanPart],
        moment: usize,
        latest: usize,
    ) -> Result<OpenNetwork<'a>, String> {
        let sorted = network.in_order().ok_or("its subtasks are ordered in a circle")?;
        let order = network.order.iter();
        let before = Rows::from_pairs(parts.len(), order.map(|(first, second)| (*second, *first)));
        let mut latest = vec![latest; parts.len()];
        for second in sorted.iter().rev().copied() {
            let begins = self.begins(parts[second], latest[second]);
            for first in before.row(second) {
                let latest = &mut latest[*first as usize];
                *latest = (*latest).min(begins);
            }
        }
        let ends = vec![0; parts.len()];
        Ok(OpenNetwork { owner, parts, moment, before, sorted, next: 0, latest, ends })
    }

    fn check_call(
        &self,
        call: &Subtask,
        part: PlanPart,
        variables: &SchemaVariables,
        binding: &mut Binding,
    ) -> Result<(), String> {
        let Some((task, objects)) = self.task_of(part) else { return Err("a part is missing".to_owned()) };
        if task != call.task {
            let (found, due) = (self.problem.task_name(task), self.problem.task_name(call.task));
            return Err(format!("`{found}` is given instead of `{due}`"));
        }
        self.unify(&call.terms, objects, variables, binding)
            .map_err(|why| format!("in {}, {why}", self.part_name(part)))
    }

    /// Binds the variables of terms to objects, or checks that they have these values.
    fn unify(
        &self,
        terms: &[Term],
        objects: &[ObjectId],
        variables: &SchemaVariables,
        binding: &mut Binding,
    ) -> Result<(), String> {
        if terms.len() != objects.len() {
            return Err(format!("it has {} arguments, not {}", terms.len(), objects.len()));
        }
        for (term, object) in terms.iter().zip(objects) {
            let name = |object: ObjectId| self.problem.object_name(object);
            match self.evaluator.object(*term, binding) {
                Some(known) if known == *object => {}
                Some(known) => return Err(format!("{} is given instead of {}", name(*object), name(known))),
                None => {
                    let Term::Variable(variable) = term else { continue };
                    let kind = variables.types.get(*variable as usize).copied().unwrap_or(u32::MAX);
                    if !self.evaluator.kinds.is(*object, kind) {
                        return Err(format!("{} is of the wrong type", name(*object)));
                    }
                    if let Some(slot) = binding.get_mut(*variable as usize) {
                        *slot = Some(*object);
                    }
                }
            }
        }
        Ok(())
    }

    /// The first moment of a window at which a condition holds, with some objects for its free variables.
    fn earliest(
        &self,
        condition: &Formula,
        variables: &SchemaVariables,
        binding: &mut Binding,
        (from, to): (usize, usize),
    ) -> Option<usize> {
        let mut tries = 0;
        (from..=to).find(|steps| {
            self.fill(condition, variables, binding, self.timeline.after(*steps), 0, &mut tries)
        })
    }

    fn fill(
        &self,
        condition: &Formula,
        variables: &SchemaVariables,
        binding: &mut Binding,
        state: Moment<'_>,
        from: usize,
        tries: &mut usize,
    ) -> bool {
        let Some(free) =
            (from..variables.arity).find(|place| binding.get(*place).copied().flatten().is_none())
        else {
            return self.evaluator.why_not(condition, &variables.types, binding, state).is_none();
        };
        let kind = variables.types.get(free).copied().unwrap_or(u32::MAX);
        for object in self.evaluator.kinds.members(kind) {
            if *tries > TRIES {
                break;
            }
            binding[free] = Some(*object);
            *tries += 1;
            if !self.evaluator.is_refuted(condition, binding, state)
                && self.fill(condition, variables, binding, state, free + 1, tries)
            {
                binding[free] = None;
                return true;
            }
        }
        binding[free] = None;
        false
    }
}
