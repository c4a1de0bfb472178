//! Studies, their statistics and the tuner.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod statistics;
mod studies;
mod tune;
