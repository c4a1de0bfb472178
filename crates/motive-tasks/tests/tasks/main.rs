//! Hierarchical tasks.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod ahead;
mod execution;
mod latency;
mod splice;
