//! The front door: derives, games, minds and agents, and the examples.

#![expect(clippy::unwrap_used, reason = "tests")]

mod actions;
mod examples;
mod files;
mod in_rust;
mod perception;
mod recording;
mod variants;
