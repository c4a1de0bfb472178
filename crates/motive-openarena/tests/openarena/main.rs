//! The codec, the conversation with a server played by the test, a hostile server, and the real game where it is installed.

mod body;
mod conversation;
mod fake_server;
mod hostile;
mod maps;
mod real_game;
mod wire;
