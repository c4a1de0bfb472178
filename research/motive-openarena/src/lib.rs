//! OpenArena for bots: a client of the game's own network protocol, its maps and navigation files, and a body for the minds of `motive-shooter`.
//!
//! Each module uses only those above it:
//!
//! - [`game`]: what the game consists of, in the shooter's words: kinds of games, weapons, items.
//! - [`wire`]: the protocol without sockets, in both directions.
//! - [`session`]: a client's conversation with a server, without sockets and without a clock.
//! - [`map`]: maps and navigation, read from the installed game. Nothing of the game is part of this crate.
//! - [`body`] and [`bot`]: what a player senses, and how commands become moves.
//! - [`socket`], [`log`] and [`server`]: a socket for a bot, what a log of the server says, and the game's own server on this machine.
//!
//! ```
//! use motive_openarena::session::{ConnectionSettings, GameSession, SessionEvent};
//! use motive_openarena::wire::OutOfBand;
//!
//! // A conversation is datagrams in and out; the owner of a socket and a clock drives it.
//! let mut session = GameSession::new(ConnectionSettings::default());
//! let (datagrams, _) = session.poll(0);
//! assert_eq!(OutOfBand::read(&datagrams[0])?, OutOfBand::GetChallenge { own: 1 });
//!
//! let refusal = OutOfBand::Print("Server is full.".into()).write();
//! assert!(matches!(session.receive(&refusal, 5).as_slice(), [SessionEvent::Ended(_)]));
//! # Ok::<(), motive_openarena::wire::WireError>(())
//! ```
//!
//! # What holds
//!
//! - **Nothing that a server sends can stop a program.** Messages and memory are bounded; every fault is an error value or a count, and a server that is of no use comes to a clear end.
//! - **The same datagrams give the same moves.** Nothing here looks at a clock but [`socket`] and [`server`]; random numbers are keyed by a seed.
//! - **Perception is that of a player.** What the server sends for what may be visible is narrowed to what is in sight ([`body`]).
//!
//! The engine of the game is under another licence. Of it, this crate has only facts of the wire and of file formats: field orders, bit widths, weights of symbols, constants.

pub mod body;
pub mod bot;
pub mod game;
pub mod log;
pub mod map;
pub mod server;
pub mod session;
pub mod socket;
pub mod wire;
