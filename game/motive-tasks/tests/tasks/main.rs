//! Hierarchical tasks.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue fails")]

mod crowd;
mod execution;
mod latency;
mod lookahead;
mod splice;
