//! The protocol without sockets: datagrams in, values out, and back.
//!
//! A datagram is either [out of band](OutOfBand), or part of a [`NetChannel`]. What comes out of a channel is a message of Huffman-coded bits
//! ([`BitReader`], [`BitWriter`]): from the server acknowledgements, [`Gamestate`], commands and [`GameSnapshot`]s, from the client commands and [`UserMove`]s.
//!
//! This is what a client needs of it; what servers write and how they read clients is in the tests, which play a server. Everything is bounded: a message has at most [`MAX_MESSAGE`] bytes,
//! and no number that is read decides how much memory is taken before it is checked.
//!
//! The constants (field orders, bit widths, weights of symbols) are facts of the protocol of Quake III Arena 1.32, which OpenArena announces as 71.

mod bits;
mod channel;
mod client_message;
mod huffman;
mod out_of_band;
mod server_message;
mod states;

pub use bits::{BitReader, BitWriter};
pub use channel::{ChannelSide, NetChannel, ReceivedMessage, ScrambleKey, command_hash, scramble};
pub use client_message::{ClientHeader, ClientMessage, UserMove};
pub use huffman::{compress, decompress};
pub use out_of_band::{InfoString, OutOfBand};
pub use server_message::{GameSnapshot, Gamestate, ServerOperation, SnapshotHistory, read_server_message};
pub use states::{EntityField, EntityState, FieldFormat, PlayerField, PlayerState};

/// The number by which servers and clients of OpenArena 0.8.8 know each other.
pub const PROTOCOL: u32 = 71;
/// The most bytes of a message.
pub const MAX_MESSAGE: usize = 16_384;
/// The most entities of a game; also the bound of their numbers.
pub const MAX_ENTITIES: usize = 1_024;
/// The most configuration strings.
pub const MAX_CONFIG_STRINGS: usize = 1_024;
/// How many reliable commands may be unacknowledged.
pub const RELIABLE_COMMANDS: usize = 64;

/// Bits of an entity's number.
const ENTITY_BITS: u32 = 10;
/// The number that ends a list of entities.
const NO_ENTITY: u32 = MAX_ENTITIES as u32 - 1;

/// Why bytes are not what they should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The bytes end in the middle of something.
    #[error("the message ends too early")]
    Short,
    /// The bytes do not fit into a message.
    #[error("the message has more than {MAX_MESSAGE} bytes")]
    Long,
    /// A delta names more fields than there are.
    #[error("a delta of {0} fields, which are more than there are")]
    Fields(u32),
    /// A number is out of its range.
    #[error("{what} {number} is out of range")]
    Range {
        /// What it numbers.
        what: &'static str,
        /// The number.
        number: i64,
    },
    /// A snapshot is a delta of one that is not known.
    #[error("a snapshot builds on message {0}, which is not known")]
    NoBase(i64),
    /// A message has an operation that does not exist.
    #[error("there is no operation {0}")]
    Operation(u8),
    /// A fragment does not continue what was received before.
    #[error("a fragment is missing")]
    Fragment,
    /// An out-of-band message is no text.
    #[error("an out-of-band message that cannot be read")]
    OutOfBand,
}
