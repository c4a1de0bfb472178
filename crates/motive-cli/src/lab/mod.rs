//! What the `lab` commands share: finding a study, and the progress bar.

mod progress;
mod study;

pub(crate) use progress::Bar;
pub(crate) use study::{failure, find};
