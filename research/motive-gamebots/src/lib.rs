//! The GameBots protocol, which bots of Unreal Tournament have spoken since 2000.
//!
//! A server and its bots exchange lines of text: a message's kind, then attributes in braces.
//!
//! ```text
//! INIT {Name Bob} {Team 1}
//! SLF {Id dom-test.RemoteBot0} {Location 10.0,20.0,5.0} {Health 100} {Weapon None}
//! ```
//!
//! This crate reads and writes these lines, and joins them to the body and the arena of `motive-shooter` ([`bridge`], [`ServerSession`], [`ClientSession`]).
//! Without features it opens no socket and has no clock. The feature `sockets` adds a server for the arena (`server`) and the connection of a bot
//! (`client`), on tokio.
//!
//! ```
//! use motive_gamebots::bridge::{ObservationBuilder, WireIds};
//! use motive_gamebots::{BotCommand, Dialect, ServerMessage, Message};
//!
//! // What a server says becomes a typed value, whatever the order of the attributes.
//! let line = "PLR {Name Enemy One} {Id dm.Bot3} {Location 650,20,5} {Team 1} {Reachable True}";
//! let ServerMessage::Player(enemy) = ServerMessage::decode(&Message::parse(line)?, Dialect::Ut99)? else { panic!() };
//! assert_eq!(enemy.name.as_deref(), Some("Enemy One"));
//!
//! // What a bot wants becomes a line.
//! let run = BotCommand::run_to(enemy.location);
//! assert_eq!(run.encode(Dialect::Ut99).to_string(), "RUNTO {Location 650.0,20.0,5.0}");
//! assert_eq!(run.encode(Dialect::Ut2004).to_string(), "MOVE {FirstLocation 650.0,20.0,5.0}");
//!
//! // What a bot senses is given as a whole, when a block of synchronous messages ends.
//! let mut builder = ObservationBuilder::new(WireIds::of_level("dm"));
//! let mut sensed = None;
//! for line in ["BEG {Time 1.5}", line, "END"] {
//!     sensed = builder.apply(ServerMessage::decode(&Message::parse(line)?, Dialect::Ut99)?);
//! }
//! assert_eq!(sensed.map(|seen| seen.players.len()), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What holds
//!
//! - **Nothing a peer sends can stop a program.** Lines are bounded ([`LineSplitter`]), every other fault is an error value that
//!   names its column or attribute, unknown kinds and attributes are passed over.
//! - **Readers are lenient, the writer is strict.** Kinds and attribute names in any case, vectors with blanks or commas, lines
//!   that end in CR, LF or both are read. What is written cannot be taken for another message: braces and control characters in
//!   values are replaced.
//! - **Two dialects, one set of types.** [`Dialect::Ut99`] is the protocol of 2000, as the sources of Motive's shooter bots used
//!   it; [`Dialect::Ut2004`] the successor's names for the same things.
//!
//! Each module uses only those above it: `message` and `vector`; `attributes`; `bot_command` and `server_message`, the tables of all messages; [`bridge`];
//! `graph`; `client_session` and `server_session`; `client` and `server`.
//!
//! The message kinds and their attributes are facts of the protocol. For `NFO` to `FIN` they follow what Hansen's bots (2008) read and sent;
//! kinds that they ignored follow the public documentation of GameBots and GameBots 2004.

mod attributes;
mod bot_command;
pub mod bridge;
#[cfg(feature = "sockets")]
pub mod client;
mod client_session;
mod graph;
mod message;
#[cfg(feature = "sockets")]
pub mod server;
mod server_message;
mod server_session;
mod vector;

pub use attributes::{AttributeError, Dialect, Switch};
pub use bot_command::{
    BotCommand, ChangeWeapon, CheckReach, Crouch, Destination, GetPath, Init, Password, Rotate, Say, Shoot,
    Strafe, TurnTo, Walk,
};
pub use client_session::{ClientEvent, ClientReaction, ClientSession, ClientSettings};
pub use graph::{GraphError, MapGraph, MapLearner, MapNode};
pub use message::{LineEnd, LineSplitter, MalformedLine, Message, SplitLine};
pub use server_message::{
    BlockMark, Bump, Chat, DamageDone, DamageTaken, Death, DominationPointSeen, EmptyPlace, Fall, FlagSeen,
    GameInfo, GameScore, Heard, Initialised, ItemGained, ItemSeen, Kill, MoverSeen, NodeSeen, PathAnswer,
    PathNode, PlayerSeen, Projectile, ReachAnswer, SelfReport, ServerMessage, WallHit, WeaponChange,
    ZoneChange,
};
pub use server_session::{ClientRequest, ServerReaction, ServerSession, SessionSettings};
pub use vector::{Location, Rotation, VectorError};
