//! What the kernel promises, seen through its public types.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod actions;
mod compact;
mod condition;
mod kernel_fits;
mod list_agrees;
mod memory;
