//! Checking plans. The problem is read as it is written: no code is shared with grounding or search.
//!
//! A plan is valid if its steps can be executed, if the decompositions form a tree in which every task is decomposed as its method says, and
//! if there is a moment for every method at which its precondition holds. A method takes effect before all its subtasks, and after
//! everything that is ordered before its task. A task without steps can be decomposed at any moment that the order allows, but the moments
//! must fit together: [`decomposition`] chooses the earliest possible one for each.

mod conditions;
mod decomposition;

use crate::error::{Fault, Halt, PlanError};
use crate::limits::{LimitReached, WorkMeter};
use crate::plan::{HtnPlan, PlanPart};
use crate::problem::{HtnProblem, ObjectId, ObjectTypes, PrimitiveAction, SchemaVariables, TaskId};
use crate::validate::validate;
use conditions::{Binding, Evaluator, Timeline};
use rustc_hash::FxHashMap;

/// Checks a plan.
///
/// # Errors
/// The first thing that is wrong with it, steps before decompositions.
pub fn verify(problem: &HtnProblem, plan: &HtnPlan) -> Result<(), Fault> {
    validate(problem)?;
    Verifier::new(problem, &ObjectTypes::of(problem), plan, None).check()
}

/// The work of checking a step or a part, in steps of the planner. Our choice.
const WORK_OF_A_PART: u64 = 16;

/// As [`verify`], for a problem that is known to be valid, while there is time.
pub(crate) fn verify_within(
    problem: &HtnProblem,
    kinds: &ObjectTypes,
    plan: &HtnPlan,
    work: &mut WorkMeter<'_>,
) -> Result<(), Halt> {
    let mut ask = || work.check_time(WORK_OF_A_PART);
    let mut verifier = Verifier::new(problem, kinds, plan, Some(&mut ask));
    let checked = verifier.check();
    match verifier.limit {
        Some(limit) => Err(Halt::Limit(limit)),
        None => checked.map_err(|fault| Halt::Error(PlanError::InvalidPlan(Box::new(fault)))),
    }
}

struct Verifier<'a> {
    problem: &'a HtnProblem,
    plan: &'a HtnPlan,
    evaluator: Evaluator<'a>,
    timeline: Timeline<'a>,
    /// The first step of each part; none if it has no steps.
    first_steps: FxHashMap<PlanPart, Option<usize>>,
    /// Asks if it is time, and the limit that was reached. Nothing is checked after that.
    work: Option<&'a mut dyn FnMut() -> Result<(), LimitReached>>,
    limit: Option<LimitReached>,
}

impl<'a> Verifier<'a> {
    fn new(
        problem: &'a HtnProblem,
        kinds: &'a ObjectTypes,
        plan: &'a HtnPlan,
        work: Option<&'a mut dyn FnMut() -> Result<(), LimitReached>>,
    ) -> Self {
        Self {
            problem,
            plan,
            evaluator: Evaluator { problem, kinds },
            timeline: Timeline::new(&problem.facts),
            first_steps: FxHashMap::default(),
            work,
            limit: None,
        }
    }

    fn check(&mut self) -> Result<(), Fault> {
        self.execute()?;
        self.check_tree()?;
        self.check_networks()
    }

    /// Whether a limit is reached, asked for each step and each part.
    fn is_over(&mut self) -> bool {
        if let (Some(ask), None) = (&mut self.work, self.limit) {
            self.limit = ask().err();
        }
        self.limit.is_some()
    }
}

impl Verifier<'_> {
    fn name(&self, task: TaskId, objects: &[ObjectId]) -> String {
        let objects: Vec<&str> = objects.iter().map(|object| self.problem.object_name(*object)).collect();
        format!("{}({})", self.problem.task_name(task), objects.join(", "))
    }

    fn part_name(&self, part: PlanPart) -> String {
        match self.task_of(part) {
            Some((task, objects)) => self.name(task, objects),
            None => "a part that is not in the plan".to_owned(),
        }
    }

    fn task_of(&self, part: PlanPart) -> Option<(TaskId, &[ObjectId])> {
        match part {
            PlanPart::Step(step) => self
                .plan
                .steps
                .get(step as usize)
                .map(|step| (TaskId::Action(step.action), step.objects.as_slice())),
            PlanPart::Decomposition(number) => {
                let one = self.plan.decompositions.get(number as usize)?;
                Some((TaskId::Compound(one.task), one.objects.as_slice()))
            }
        }
    }

    /// Executes all steps in order, from the initial state.
    fn execute(&mut self) -> Result<(), Fault> {
        for (number, step) in self.plan.steps.iter().enumerate() {
            if self.is_over() {
                return Ok(());
            }
            let what = || self.name(TaskId::Action(step.action), &step.objects);
            let fault = |why: String| Fault::Step { step: number, what: what(), why };
            let Some(action) = self.problem.actions.get(step.action as usize) else {
                return Err(fault("there is no such action".to_owned()));
            };
            let mut binding = self.bind(&action.variables, &step.objects).map_err(fault)?;
            let types = &action.variables.types;
            let state = self.timeline.after(number);
            if let Some(why) = self.evaluator.why_not(&action.precondition, types, &mut binding, state) {
                return Err(fault(why));
            }
            self.apply(action, &mut binding, number);
        }
        let types = &self.problem.goal_variables.types;
        let end = self.timeline.after(self.plan.steps.len());
        let mut binding = vec![None; types.len()];
        match self.evaluator.why_not(&self.problem.goal, types, &mut binding, end) {
            Some(why) => Err(Fault::Goal(why)),
            None => Ok(()),
        }
    }

    /// Binds parameters to objects.
    fn bind(&self, variables: &SchemaVariables, objects: &[ObjectId]) -> Result<Binding, String> {
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

    /// Applies the effects of the action that follows the first `steps` steps.
    fn apply(&mut self, action: &PrimitiveAction, binding: &mut Binding, steps: usize) {
        let state = self.timeline.after(steps);
        let (mut adds, mut drops) = (Vec::new(), Vec::new());
        for effect in &action.effects {
            self.each(&effect.each, &action.variables.types, binding, &mut |binding| {
                let when = self.evaluator.why_not(&effect.when, &action.variables.types, binding, state);
                if when.is_none()
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
}
