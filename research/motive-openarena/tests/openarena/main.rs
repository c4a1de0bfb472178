//! The codec, conversations with a server that is played by the test and with a real one that was recorded, a hostile server, and the real game where it is installed.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod body;
mod conversation;
mod fake_server;
mod hostile;
mod log;
mod maps;
mod real_game;
mod recorded;
mod server_side;
mod wire;
