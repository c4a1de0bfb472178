//! What the `lab` commands share: finding a study, and the progress bar.

mod find_study;
mod progress_bar;

pub(crate) use find_study::{failure, find};
pub(crate) use progress_bar::Bar;
