//! Searches for plans of a grounded problem: forwards over situations, and from both ends of a plan.

pub(crate) mod forward;
mod progression;
mod task_graph;
pub(crate) mod two_ended;

use crate::ground::GroundProblem;
use crate::plan::HtnPlan;
use crate::problem::TaskId;
use crate::recorder::PlanRecorder;
use crate::schema::Schemas;
use progression::{NextMoves, Progression, ProgressionMove};

/// Makes the choices of a search again, and records the plan.
pub(crate) fn replay(schemas: &Schemas, ground: &GroundProblem, path: &[(u32, u32)], cost: u32) -> HtnPlan {
    let mut progress = Progression::new(ground, false);
    progress.moves = Some(Vec::new());
    let mut at = progress.start();
    let mut path = path.iter();
    while let NextMoves::Choose(_) = progress.advance(&mut at) {
        let Some(choice) = path.next() else { break };
        progress.choose(&mut at, *choice);
    }
    let moves = progress.moves.take().unwrap_or_default();
    record(schemas, ground, &progress.steps.tasks(), &moves, cost)
}

/// The plan of moves on numbered steps, each with its task. Actions are in the order of the plan.
pub(crate) fn record(
    schemas: &Schemas,
    ground: &GroundProblem,
    tasks: &[u32],
    moves: &[ProgressionMove],
    cost: u32,
) -> HtnPlan {
    let mut recorder = PlanRecorder::new(schemas);
    for one in moves {
        match *one {
            ProgressionMove::Act(step) => {
                let task = tasks[step as usize];
                if let TaskId::Action(action) = ground.origins[task as usize].task {
                    recorder.act(step, action, ground.objects_of(task));
                }
            }
            ProgressionMove::Decompose { step, method, first, .. } => {
                let schema = schemas.methods.get(ground.method_schema[method as usize] as usize);
                recorder.decompose(step, schema, first, ground.objects_of(tasks[step as usize]));
            }
        }
    }
    recorder.finish(|_| cost)
}
