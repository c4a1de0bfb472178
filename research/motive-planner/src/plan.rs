//! Plans: actions in order, and the decomposition of the tasks.

use crate::problem::ObjectId;

/// An action of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedAction {
    /// The number of the action in `HtnProblem::actions`.
    pub action: u32,
    /// Its arguments.
    pub objects: Vec<ObjectId>,
}

/// The decomposition of a compound task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decomposition {
    /// The number of the task in `HtnProblem::compounds`.
    pub task: u32,
    /// Its arguments.
    pub objects: Vec<ObjectId>,
    /// The number of the method in `HtnProblem::methods`.
    pub method: u32,
    /// Its parts, in the order of the subtasks of the method.
    pub parts: Vec<PlanPart>,
}

/// One task of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlanPart {
    /// The step of this number.
    Step(u32),
    /// The decomposition of this number.
    Decomposition(u32),
}

/// A plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HtnPlan {
    /// The actions in order.
    pub steps: Vec<PlannedAction>,
    /// The decompositions of compound tasks.
    pub decompositions: Vec<Decomposition>,
    /// The root tasks, in the order of the problem.
    pub roots: Vec<PlanPart>,
    /// Its cost.
    pub cost: u32,
}

impl HtnPlan {
    /// Its approximate size in bytes, and that of what the verifier notes about it.
    pub(crate) fn bytes(&self) -> usize {
        const NOTED: usize = 160;
        let steps: usize = self.steps.iter().map(|step| step.objects.len() * 4 + NOTED).sum();
        let parts = self.decompositions.iter().map(|one| (one.objects.len() + one.parts.len()) * 4 + NOTED);
        steps + parts.sum::<usize>() + self.roots.len() * 40
    }
}
