//! Networks over processes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod cut;
mod dispatch_session;
mod loopback;
mod meeting;
mod spread;
mod takes;
