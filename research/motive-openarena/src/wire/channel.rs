//! The channel: messages with numbers, cut into fragments where they are too long for a datagram, under a veil: an XOR with a key that changes from byte to
//! byte.

use super::{MAX_MESSAGE, WireError};

/// Messages from this length on are cut into pieces of this length.
const FRAGMENT: usize = 1_300;
/// The bit of a message's number that says that it is a fragment.
const IS_FRAGMENT: u32 = 1 << 31;

/// Which end of a channel it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelSide {
    /// A client, which names itself by a port number of its own because some routers change the real one.
    Client {
        /// That number.
        port: u16,
    },
    /// A server.
    Server,
}

/// A message that is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedMessage {
    /// Its number; later ones have higher numbers.
    pub sequence: u32,
    /// Its bytes, still veiled.
    pub bytes: Vec<u8>,
    /// How many messages were lost since the one before.
    pub lost: u32,
}

/// One end of a channel.
#[derive(Clone, Debug)]
pub struct NetChannel {
    side: ChannelSide,
    sent: u32,
    received: u32,
    fragment_sequence: u32,
    fragments: Vec<u8>,
}

impl NetChannel {
    /// A channel on which nothing was sent yet.
    pub fn new(side: ChannelSide) -> Self {
        Self { side, sent: 1, received: 0, fragment_sequence: 0, fragments: Vec::new() }
    }

    /// The number of the next message that is sent.
    pub fn next_sequence(&self) -> u32 {
        self.sent
    }

    /// The number of the last message that was received.
    pub fn received(&self) -> u32 {
        self.received
    }

    /// The datagrams that carry a message.
    pub fn send(&mut self, message: &[u8]) -> Vec<Vec<u8>> {
        let sequence = self.sent;
        self.sent = self.sent.wrapping_add(1) & !IS_FRAGMENT;
        if message.len() < FRAGMENT {
            let mut datagram = self.head(sequence);
            datagram.extend_from_slice(message);
            return vec![datagram];
        }
        let mut datagrams = Vec::new();
        // A piece that is not full is the last, so a message that fills its pieces has an empty one at its end.
        for start in (0..=message.len()).step_by(FRAGMENT) {
            let piece = &message[start..message.len().min(start + FRAGMENT)];
            let mut datagram = self.head(sequence | IS_FRAGMENT);
            datagram.extend_from_slice(&(start as u16).to_le_bytes());
            datagram.extend_from_slice(&(piece.len() as u16).to_le_bytes());
            datagram.extend_from_slice(piece);
            datagrams.push(datagram);
        }
        datagrams
    }

    fn head(&self, sequence: u32) -> Vec<u8> {
        let mut head = sequence.to_le_bytes().to_vec();
        if let ChannelSide::Client { port } = self.side {
            head.extend_from_slice(&port.to_le_bytes());
        }
        head
    }

    /// Takes in a datagram. None if no message is complete by it, or if it is old or doubled.
    ///
    /// # Errors
    /// If it is cut, or continues a message of which a piece was lost.
    pub fn receive(&mut self, datagram: &[u8]) -> Result<Option<ReceivedMessage>, WireError> {
        let (number, mut rest) = split_u32(datagram)?;
        if self.side == ChannelSide::Server {
            rest = split_u16(rest)?.1;
        }
        let sequence = number & !IS_FRAGMENT;
        if sequence <= self.received {
            return Ok(None);
        }
        if number & IS_FRAGMENT == 0 {
            return Ok(Some(self.complete(sequence, rest.to_vec())));
        }
        let (start, rest) = split_u16(rest)?;
        let (length, piece) = split_u16(rest)?;
        let (start, length) = (usize::from(start), usize::from(length));
        if self.fragment_sequence != sequence {
            (self.fragment_sequence, self.fragments) = (sequence, Vec::new());
        }
        if start != self.fragments.len() || piece.len() != length || length > FRAGMENT {
            return Err(WireError::Fragment);
        }
        if self.fragments.len() + length > MAX_MESSAGE {
            self.fragments.clear();
            return Err(WireError::Long);
        }
        self.fragments.extend_from_slice(piece);
        if length == FRAGMENT {
            return Ok(None);
        }
        let bytes = std::mem::take(&mut self.fragments);
        Ok(Some(self.complete(sequence, bytes)))
    }

    fn complete(&mut self, sequence: u32, bytes: Vec<u8>) -> ReceivedMessage {
        let lost = sequence - self.received - 1;
        self.received = sequence;
        ReceivedMessage { sequence, bytes, lost }
    }
}

fn split_u32(bytes: &[u8]) -> Result<(u32, &[u8]), WireError> {
    let (head, rest) = bytes.split_first_chunk::<4>().ok_or(WireError::Short)?;
    Ok((u32::from_le_bytes(*head), rest))
}

fn split_u16(bytes: &[u8]) -> Result<(u16, &[u8]), WireError> {
    let (head, rest) = bytes.split_first_chunk::<2>().ok_or(WireError::Short)?;
    Ok((u16::from_le_bytes(*head), rest))
}

/// What the veil of one message depends on.
#[derive(Clone, Copy, Debug)]
pub struct ScrambleKey<'a> {
    /// Numbers that both sides know, joined by XOR.
    pub number: i32,
    /// The last reliable command that the reader of the message has sent.
    pub command: &'a str,
    /// How many bytes at the beginning are left as they are.
    pub plain: usize,
}

/// Puts the veil over a message, or takes it away.
pub fn scramble(bytes: &mut [u8], key: ScrambleKey<'_>) {
    let mut mask = key.number as u8;
    let mut command = key.command.bytes().cycle();
    for (at, byte) in bytes.iter_mut().enumerate().skip(key.plain) {
        let letter = command.next().map_or(0, plain_letter);
        mask ^= letter << (at & 1);
        *byte ^= mask;
    }
}

/// A hash of the last command of the server, which keys the moves of a client.
pub fn command_hash(command: &str) -> u32 {
    let letters = command.bytes().take(32).enumerate();
    let sum = letters.fold(0u32, |sum, (at, letter)| {
        sum.wrapping_add(u32::from(plain_letter(letter)).wrapping_mul(119 + at as u32))
    });
    sum ^ sum >> 10 ^ sum >> 20
}

fn plain_letter(letter: u8) -> u8 {
    if letter > 127 || letter == b'%' { b'.' } else { letter }
}
