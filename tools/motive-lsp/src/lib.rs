//! A language server for `.motive` files, as editors ask for it through the [Language Server Protocol].
//!
//! It answers from the same checked model that a game loads: an editor shows what `motive check` prints.
//!
//! | asked for | answered with |
//! |---|---|
//! | diagnostics | every error and warning, as you type; code actions for every "did you mean" |
//! | completion | names of the world or of the game's `names.motive`, of the file, and keywords, by what can stand there |
//! | hover | what a name is, its type and its description |
//! | definition, references, highlights, renaming | across all files that `use` each other |
//! | symbols, folding, semantic tokens, inlay hints, formatting | from the tree |
//!
//! # Which names are known
//!
//! A file with a line `world NAME` is checked against that world. A file without one is checked against the nearest `names.motive` in its
//! folder or a folder above it, which a game writes with `Game::write_names`.
//!
//! # What holds
//!
//! - An answer waits for nothing that it does not need: after a change a text is parsed once and checked once, each when something is asked that
//!   depends on it. Errors and warnings are reported when the editor pauses.
//! - Nothing that an editor sends can stop the server: a request that it does not understand gets an error response. Only a stream that is not cut into
//!   messages ends the conversation.
//! - Nothing is written to disk.
//!
//! # Modules
//!
//! Each module uses only those above it: `position`, `vocabularies`, `analysis`, `workspace`, `features`, `framing`, `server`.
//!
//! [Language Server Protocol]: https://microsoft.github.io/language-server-protocol/

mod analysis;
mod features;
mod framing;
mod position;
mod server;
mod vocabularies;
mod workspace;

pub use lsp_server::{Connection, Message, Notification, Request, Response};
pub use server::{ConversationError, serve, serve_streams};
