//! State of the selection of skills.

use super::Step;

/// The threshold, and recently selected skills.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    /// The activation needed for the next selection.
    pub(super) threshold: f64,
    /// Instant skills that acted in the last step: their activation is reset in the next.
    pub(super) spent: Vec<usize>,
    /// Skills that may have been executed several times in a row.
    pub(super) repeated: Vec<usize>,
    /// Skills that started in the last step.
    pub(super) started: Vec<usize>,
    pub(super) last: Option<Step>,
}

impl Selection {
    /// Removes a skill; those after it move up.
    pub(super) fn remove(&mut self, skill: usize) {
        for list in [&mut self.spent, &mut self.started, &mut self.repeated] {
            list.retain(|other| *other != skill);
            list.iter_mut().filter(|other| **other > skill).for_each(|other| *other -= 1);
        }
    }

    /// Notes that a skill may have been executed several times in a row.
    pub(super) fn note_repeated(&mut self, skill: usize) {
        if !self.repeated.contains(&skill) {
            self.repeated.push(skill);
        }
    }
}
