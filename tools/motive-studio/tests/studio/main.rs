//! A game with a studio, and pages that are not ours: a websocket client.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod control;
mod disabled_parts;
mod editing;
mod game;
mod hostile;
mod page;
mod recorded;
mod several_runs;
mod tracks;
