//! Tests of networks over several processes.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue fails")]

mod attack;
mod broken_connections;
mod dispatch_session;
mod free_endpoint;
mod loopback;
mod meeting_point;
mod over_zenoh;
mod published_takes;
mod security;
