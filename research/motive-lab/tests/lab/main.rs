//! Studies, their statistics and the tuner.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod archives;
mod design;
mod host_minds;
mod outcomes;
mod published;
mod ratings;
mod readings;
mod reference;
mod statistics;
mod studies;
mod tune;
mod verdicts;
