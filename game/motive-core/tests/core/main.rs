//! What the kernel promises, seen through its public types.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod actions;
mod binding;
mod compact;
mod condition;
mod memory;
mod memory_stores;
