//! OpenArena: minds that play there, matches, and how they are recorded.

pub(crate) mod contestant;
pub(crate) mod league;
pub(crate) mod match_run;
mod scene;
