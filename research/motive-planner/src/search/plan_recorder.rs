//! The plan of a search: its choices are made again, and each move is noted.

use super::progression::{NextMoves, Progression, ProgressionMove};
use crate::ground::GroundProblem;
use crate::plan::{Decomposition, HtnPlan, PlanPart, PlannedAction};
use crate::problem::{HtnProblem, TaskId};
use crate::schema::{NONE, Schemas};

/// The choices of a search that found a plan.
#[derive(Clone, Debug)]
pub(crate) struct ChoicePath {
    pub(crate) path: Vec<(u32, u32)>,
    pub(crate) cost: u32,
}

/// The part of the plan that a node became.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StepOutcome {
    Open,
    Done(PlanPart),
    SameAs(u32),
}

/// Replays the choices of a search and records the plan.
pub(crate) fn replay(
    problem: &HtnProblem,
    schemas: &Schemas,
    ground: &GroundProblem,
    choices: &ChoicePath,
) -> HtnPlan {
    let (path, cost) = (&choices.path, choices.cost);
    let mut progress = Progression::new(ground, false);
    progress.moves = Some(Vec::new());
    let mut at = progress.start();
    let mut path = path.iter();
    while let NextMoves::Choose(_) = progress.advance(&mut at) {
        let Some(choice) = path.next() else { break };
        progress.choose(&mut at, *choice);
    }
    let moves = progress.moves.take().unwrap_or_default();
    record(problem, schemas, ground, &progress.steps.tasks(), &moves, cost)
}

/// The plan of moves on numbered steps, each with its task. Actions are in the order of the plan.
pub(crate) fn record(
    problem: &HtnProblem,
    schemas: &Schemas,
    ground: &GroundProblem,
    tasks: &[u32],
    moves: &[ProgressionMove],
    cost: u32,
) -> HtnPlan {
    PlanRecorder {
        problem,
        schemas,
        ground,
        tasks,
        outcomes: Vec::new(),
        plan: HtnPlan { cost, ..HtnPlan::default() },
        families: Vec::new(),
    }
    .write(moves)
}

struct PlanRecorder<'a> {
    problem: &'a HtnProblem,
    schemas: &'a Schemas,
    ground: &'a GroundProblem,
    /// The task of each step.
    tasks: &'a [u32],
    outcomes: Vec<StepOutcome>,
    plan: HtnPlan,
    /// For each decomposition and the root, the nodes of its parts.
    families: Vec<(Option<u32>, Vec<u32>)>,
}

impl PlanRecorder<'_> {
    fn write(mut self, moves: &[ProgressionMove]) -> HtnPlan {
        for one in moves {
            match *one {
                ProgressionMove::Act(step) => self.act(step),
                ProgressionMove::Decompose { step, method, first, .. } => self.decompose(step, method, first),
            }
        }
        for (owner, steps) in std::mem::take(&mut self.families) {
            let parts = steps.iter().filter_map(|step| self.part(*step)).collect();
            match owner {
                None => self.plan.roots = parts,
                Some(owner) => self.plan.decompositions[owner as usize].parts = parts,
            }
        }
        self.plan
    }

    fn set(&mut self, step: u32, outcome: StepOutcome) {
        let step = step as usize;
        if self.outcomes.len() <= step {
            self.outcomes.resize(step + 1, StepOutcome::Open);
        }
        self.outcomes[step] = outcome;
    }

    fn part(&self, mut step: u32) -> Option<PlanPart> {
        loop {
            match self.outcomes.get(step as usize)? {
                StepOutcome::Open => return None,
                StepOutcome::Done(part) => return Some(*part),
                StepOutcome::SameAs(other) => step = *other,
            }
        }
    }

    fn act(&mut self, step: u32) {
        let task = self.tasks[step as usize];
        let TaskId::Action(action) = self.ground.origins[task as usize].task else { return };
        if action == self.schemas.goal {
            return;
        }
        let number = self.plan.steps.len() as u32;
        self.plan.steps.push(PlannedAction { action, objects: self.ground.objects_of(task).to_vec() });
        self.set(step, StepOutcome::Done(PlanPart::Step(number)));
    }

    fn decompose(&mut self, step: u32, method: u32, first: u32) {
        let schema = self.ground.method_schema[method as usize];
        let is_hidden = self.schemas.methods.get(schema as usize).is_none_or(|schema| schema.method == NONE);
        if is_hidden {
            self.set(step, StepOutcome::SameAs(first));
            return;
        }
        let count = self.ground.subtasks.row(method as usize).len();
        let schema = &self.schemas.methods[schema as usize];
        // Nodes were created from the last call to the first, after sorting the calls.
        let places = &self.schemas.places[schema.method as usize];
        let mut steps = vec![NONE; count];
        for (sorted, original) in places.iter().enumerate() {
            steps[*original as usize] = first + (count - 1 - sorted) as u32;
        }
        if schema.method as usize >= self.problem.methods.len() {
            self.families.push((None, steps));
            return;
        }
        let task = self.tasks[step as usize];
        let number = self.plan.decompositions.len() as u32;
        let objects = self.ground.objects_of(task).to_vec();
        self.plan.decompositions.push(Decomposition {
            task: schema.task,
            objects,
            method: schema.method,
            parts: Vec::new(),
        });
        self.set(step, StepOutcome::Done(PlanPart::Decomposition(number)));
        self.families.push((Some(number), steps));
    }
}
