//! What the `lab` commands share: finding a study, and showing how far a run is.

mod progress;
mod study;

pub(crate) use progress::Bar;
pub(crate) use study::{failure, find};
