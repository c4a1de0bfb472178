//! What tasks hold from tick to tick, to see what becomes free.

use super::allocation::TaskRun;
use super::character::Character;
use super::task::Task;
use motive_core::engine::Claim;
use motive_core::mind::{GoalMode, Outcome};
use motive_core::vocabulary::{Id, Property};
use motive_util::ThinList;

/// What tasks held in the last tick. Suspended tasks may wait for any of it to become free.
#[derive(Default)]
pub(super) struct Holdings {
    held: ThinList<Held>,
    freed: bool,
}

/// A thing that is held as a whole, or an amount of one of its quantities.
type Held = (Id, Option<(Property, f64)>);

impl Holdings {
    /// Whether nothing is held, and nothing was freed.
    pub(super) fn are_empty(&self) -> bool {
        self.held.is_empty() && !self.freed
    }

    /// Whether anything was freed in the last tick, or will be when tasks that are done are gone.
    pub(super) fn any_freed(&self) -> bool {
        self.freed
    }

    /// Compares what tasks hold now with what they held before.
    pub(super) fn update<'a>(
        &mut self,
        tasks: impl Iterator<Item = (&'a Task, TaskRun)>,
        character: &Character,
    ) {
        let stays = |task: &Task, outcome: Outcome| match outcome {
            Outcome::Done => character.goals[task.goal()].mode == GoalMode::Maintain,
            Outcome::Acting | Outcome::Waiting => true,
            Outcome::Stuck(_) => false,
        };
        let (mut kept, mut held): (Vec<Held>, Vec<Held>) = (Vec::new(), Vec::new());
        for (task, run) in tasks {
            // A task that was not asked holds nothing, whatever it had before.
            let TaskRun::Asked(outcome) = run else { continue };
            let had: Vec<Held> = task.bindings.claims().iter().flat_map(entries).collect();
            if stays(task, outcome) {
                kept.extend_from_slice(&had);
            }
            held.extend(had);
        }
        self.freed = is_freed(&self.held, &kept) || is_freed(&held, &kept);
        self.held = kept.into();
    }
}

fn entries(claim: &Claim) -> Vec<Held> {
    if claim.portions().is_empty() {
        return vec![(claim.id(), None)];
    }
    claim.portions().iter().map(|portion| (claim.id(), Some(*portion))).collect()
}

/// Whether a thing that was held as a whole no longer is, or less of a quantity is held than was.
fn is_freed(before: &[Held], now: &[Held]) -> bool {
    let amount = |held: &[Held], id: Id, of: Property| -> f64 {
        let portions = held.iter().filter(|entry| entry.0 == id).filter_map(|entry| entry.1);
        portions.filter(|(property, _)| *property == of).map(|(_, amount)| amount).sum()
    };
    before.iter().any(|entry| match entry {
        (id, Some((property, _))) => amount(before, *id, *property) > amount(now, *id, *property),
        (_, None) => !now.contains(entry),
    })
}
