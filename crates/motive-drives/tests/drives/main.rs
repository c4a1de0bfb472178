//! Plans for drives, GOAP and ambiance.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod ambiance;
mod appendix;
mod bad_input;
mod baselines;
mod beyond;
mod checker;
mod common;
#[path = "../../../motive-arbiter/tests/arbiter/dice/mod.rs"]
mod dice;
mod execution;
mod fixtures;
mod goals;
mod surroundings;
