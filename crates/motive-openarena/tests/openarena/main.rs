//! The codec, the conversation with a server played by the test, a hostile server, and the real game where it is installed.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod conversation;
mod fake_server;
mod hostile;
mod maps;
mod real_game;
mod wire;
