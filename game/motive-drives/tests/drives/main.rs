//! Plans for drives, GOAP and ambiance.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod ambiance;
mod appendix_a;
mod bad_input;
mod baselines;
mod common;
#[path = "../../../motive-arbiter/tests/arbiter/dice/mod.rs"]
mod dice;
mod execution;
mod extensions;
mod goals;
mod observed_ambiance;
mod plan_checks;
mod printed_planners;
mod worked_examples;
