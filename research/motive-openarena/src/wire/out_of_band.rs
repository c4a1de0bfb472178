//! Datagrams outside a channel: text after four bytes of ones, some of it keys and values: `\name\Anna\rate\25000`.

use super::WireError;
use super::huffman::{compress, decompress};
use std::fmt;

const MARK: [u8; 4] = [0xff; 4];
/// The request to connect, whose rest is compressed.
const CONNECT: &[u8] = b"connect ";
/// The longest text that is read.
const LONGEST: usize = 2_048;

/// An out-of-band message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutOfBand {
    /// A client asks for a challenge. The number comes back.
    GetChallenge {
        /// That number.
        own: i32,
    },
    /// The answer.
    Challenge {
        /// What the request to connect must hold.
        challenge: i32,
        /// The number of the question, if the server repeats it.
        own: Option<i32>,
    },
    /// A client asks to join, with everything about it.
    Connect(InfoString),
    /// The server lets it in.
    ConnectResponse,
    /// The server says something, such as why it lets nobody in.
    Print(String),
    /// The server knows the client no more.
    Disconnect,
    /// Anything else.
    Other(String),
}

impl OutOfBand {
    /// Whether a datagram is out of band.
    pub fn is_one(datagram: &[u8]) -> bool {
        datagram.starts_with(&MARK)
    }

    /// Reads a datagram.
    ///
    /// # Errors
    /// If it is in band, or compressed and broken.
    pub fn read(datagram: &[u8]) -> Result<Self, WireError> {
        let bytes = datagram.strip_prefix(&MARK).ok_or(WireError::OutOfBand)?;
        if let Some(coded) = bytes.strip_prefix(CONNECT) {
            let info = decompress(coded)?;
            let info = text(&info);
            return Ok(Self::Connect(InfoString::parse(info.trim_matches('"'))));
        }
        let text = text(bytes);
        let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let mut words = head.split_whitespace();
        let first = words.next().unwrap_or_default().to_ascii_lowercase();
        let mut number = || words.next().and_then(|word| word.parse::<i32>().ok());
        Ok(match first.as_str() {
            "getchallenge" => Self::GetChallenge { own: number().unwrap_or(0) },
            "challengeresponse" => {
                let challenge = number().ok_or(WireError::OutOfBand)?;
                Self::Challenge { challenge, own: number() }
            }
            "connectresponse" => Self::ConnectResponse,
            "print" => Self::Print(rest.trim().to_owned()),
            "disconnect" => Self::Disconnect,
            _ => Self::Other(text),
        })
    }

    /// The datagram.
    pub fn write(&self) -> Vec<u8> {
        let mut datagram = MARK.to_vec();
        let text = match self {
            Self::Connect(info) => {
                datagram.extend_from_slice(CONNECT);
                datagram.extend(compress(format!("\"{info}\"").as_bytes()));
                return datagram;
            }
            Self::GetChallenge { own } => format!("getchallenge {own}"),
            Self::Challenge { challenge, own: None } => format!("challengeResponse {challenge}"),
            Self::Challenge { challenge, own: Some(own) } => format!("challengeResponse {challenge} {own}"),
            Self::ConnectResponse => "connectResponse".to_owned(),
            Self::Print(text) => format!("print\n{text}"),
            Self::Disconnect => "disconnect".to_owned(),
            Self::Other(text) => text.clone(),
        };
        datagram.extend_from_slice(text.as_bytes());
        datagram
    }
}

fn text(bytes: &[u8]) -> String {
    let bytes = bytes.iter().take(LONGEST).take_while(|byte| **byte != 0);
    bytes.map(|byte| if byte.is_ascii() { char::from(*byte) } else { '.' }).collect()
}

/// Keys and values that are sent as one text. The order stays; a key that comes twice has its last value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InfoString {
    pairs: Vec<(String, String)>,
}

impl InfoString {
    /// Reads a text. A key without a value has an empty one.
    pub fn parse(text: &str) -> Self {
        let mut info = Self::default();
        let mut parts = text.strip_prefix('\\').unwrap_or(text).split('\\');
        while let Some(key) = parts.next() {
            if !key.is_empty() {
                info.set(key, parts.next().unwrap_or_default());
            }
        }
        info
    }

    /// The value of a key, whatever the case of its letters.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a key. Backslashes, quotes and semicolons, which would end the text early, are left out.
    pub fn set(&mut self, key: &str, value: &str) {
        let plain = |text: &str| text.replace(['\\', '"', ';', '\n', '\r', '\0'], "");
        let (key, value) = (plain(key), plain(value));
        match self.pairs.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(&key)) {
            Some((_, old)) => *old = value,
            None => self.pairs.push((key, value)),
        }
    }

    /// The same with a value.
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.set(key, &value.to_string());
        self
    }
}

impl fmt::Display for InfoString {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pairs.iter().try_for_each(|(key, value)| write!(formatter, "\\{key}\\{value}"))
    }
}
