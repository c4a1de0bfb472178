//! Writes a plan: the moves of a search, in their order, become steps and decompositions.

use crate::plan::{Decomposition, HtnPlan, PlanPart, PlannedAction};
use crate::problem::ObjectId;
use crate::schema::{LiftedMethod, NONE, Schemas};
use rustc_hash::FxHashMap;

/// What a task became in the plan.
#[derive(Clone, Copy)]
enum TaskOutcome {
    Done(PlanPart),
    SameAs(u32),
}

/// Records the moves of a search, which numbers its tasks.
pub(crate) struct PlanRecorder<'a> {
    schemas: &'a Schemas,
    outcomes: FxHashMap<u32, TaskOutcome>,
    plan: HtnPlan,
    /// For each decomposition and the root tasks, the numbers of the tasks that are its parts.
    families: Vec<(Option<usize>, Vec<u32>)>,
}

impl<'a> PlanRecorder<'a> {
    pub(crate) fn new(schemas: &'a Schemas) -> Self {
        Self { schemas, outcomes: FxHashMap::default(), plan: HtnPlan::default(), families: Vec::new() }
    }

    /// A task was executed as an action.
    pub(crate) fn act(&mut self, task: u32, action: u32, objects: &[ObjectId]) {
        if action != self.schemas.goal {
            let part = PlanPart::Step(self.plan.steps.len() as u32);
            self.outcomes.insert(task, TaskOutcome::Done(part));
            self.plan.steps.push(PlannedAction { action, objects: objects.to_vec() });
        }
    }

    /// A task was decomposed by a method; its parts are numbered from the last call to the first, after sorting the calls.
    pub(crate) fn decompose(
        &mut self,
        task: u32,
        method: Option<&LiftedMethod>,
        first: u32,
        objects: &[ObjectId],
    ) {
        let Some(method) = method.filter(|method| method.method != NONE) else {
            self.outcomes.insert(task, TaskOutcome::SameAs(first));
            return;
        };
        let places = &self.schemas.places[method.method as usize];
        let mut parts = vec![NONE; places.len()];
        for (sorted, original) in places.iter().rev().enumerate() {
            parts[*original as usize] = first + sorted as u32;
        }
        if method.task == self.schemas.root {
            self.families.push((None, parts));
            return;
        }
        let number = self.plan.decompositions.len();
        self.outcomes.insert(task, TaskOutcome::Done(PlanPart::Decomposition(number as u32)));
        self.families.push((Some(number), parts));
        let (task, method) = (method.task, method.method);
        let parts = Vec::new();
        self.plan.decompositions.push(Decomposition { task, objects: objects.to_vec(), method, parts });
    }

    /// The plan, with its cost.
    pub(crate) fn finish(mut self, cost: impl FnOnce(&[PlannedAction]) -> u32) -> HtnPlan {
        for (owner, tasks) in std::mem::take(&mut self.families) {
            let parts = tasks.iter().filter_map(|task| self.part(*task)).collect();
            match owner {
                None => self.plan.roots = parts,
                Some(owner) => self.plan.decompositions[owner].parts = parts,
            }
        }
        self.plan.cost = cost(&self.plan.steps);
        self.plan
    }

    fn part(&self, mut task: u32) -> Option<PlanPart> {
        loop {
            match self.outcomes.get(&task)? {
                TaskOutcome::Done(part) => return Some(*part),
                TaskOutcome::SameAs(other) => task = *other,
            }
        }
    }
}
