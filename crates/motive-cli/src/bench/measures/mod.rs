//! The measures. To add one, write a file with a list of its measures and name it in [`all`].

mod bind;
mod choice;
mod contest;
mod idle;
mod pacman;
mod plan;
mod threads;
mod tree;

use super::measure::Measure;

/// Everything that can be measured, in the order of the table.
pub(super) fn all() -> Vec<Measure> {
    let subjects = [
        bind::MEASURES,
        idle::MEASURES,
        choice::MEASURES,
        tree::MEASURES,
        pacman::MEASURES,
        plan::MEASURES,
        threads::MEASURES,
    ];
    subjects.into_iter().flatten().copied().collect()
}
