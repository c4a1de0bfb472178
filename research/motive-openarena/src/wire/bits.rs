//! Bits of a message, most of them in a fixed Huffman code.

use super::huffman::FixedCode;
use super::{MAX_MESSAGE, WireError};

/// Reads a message bit by bit.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> BitReader<'a> {
    /// Starts at the first bit.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// One bit, which is not coded.
    ///
    /// # Errors
    /// If there is none left.
    pub fn bit(&mut self) -> Result<bool, WireError> {
        let byte = self.bytes.get(self.at / 8).ok_or(WireError::Short)?;
        let bit = byte >> (self.at % 8) & 1;
        self.at += 1;
        Ok(bit == 1)
    }

    /// A number of up to 32 bits. Those beyond whole bytes come first and plain; the bytes are coded.
    ///
    /// # Errors
    /// If the message ends before.
    pub fn bits(&mut self, count: u32) -> Result<u32, WireError> {
        let plain = count % 8;
        let mut value = 0;
        for place in 0..plain {
            value |= u32::from(self.bit()?) << place;
        }
        for byte in 0..count.min(32) / 8 {
            value |= u32::from(self.symbol()?) << (plain + byte * 8);
        }
        Ok(value)
    }

    /// A number of up to 32 bits with a sign.
    ///
    /// # Errors
    /// If the message ends before.
    pub fn signed(&mut self, count: u32) -> Result<i32, WireError> {
        let value = self.bits(count)?;
        let unused = 32 - count.clamp(1, 32);
        Ok((value << unused) as i32 >> unused)
    }

    /// A byte.
    ///
    /// # Errors
    /// If the message ends before.
    pub fn byte(&mut self) -> Result<u8, WireError> {
        self.symbol()
    }

    /// A number of 32 bits with a sign.
    ///
    /// # Errors
    /// If the message ends before.
    pub fn long(&mut self) -> Result<i32, WireError> {
        self.bits(32).map(|value| value as i32)
    }

    /// A number of 16 bits with a sign.
    ///
    /// # Errors
    /// If the message ends before.
    pub fn short(&mut self) -> Result<i16, WireError> {
        self.bits(16).map(|value| value as i16)
    }

    /// Text up to a zero byte, at most `limit` bytes. What is not plain ASCII, and `%`, becomes a point, as the game itself reads it.
    ///
    /// # Errors
    /// If the text has no end within the limit.
    pub fn text(&mut self, limit: usize) -> Result<String, WireError> {
        let mut text = String::new();
        while text.len() < limit {
            match self.symbol()? {
                0 => return Ok(text),
                byte if byte > 127 || byte == b'%' => text.push('.'),
                byte => text.push(char::from(byte)),
            }
        }
        Err(WireError::Long)
    }

    fn symbol(&mut self) -> Result<u8, WireError> {
        FixedCode::get().read(|| self.bit())
    }
}

/// Writes a message bit by bit.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    used: usize,
}

impl BitWriter {
    /// An empty message.
    pub fn new() -> Self {
        Self::default()
    }

    /// One bit, which is not coded.
    pub fn bit(&mut self, bit: bool) {
        if self.used.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << (self.used % 8);
        }
        self.used += 1;
    }

    /// The lowest bits of a number, up to 32.
    pub fn bits(&mut self, value: u32, count: u32) {
        let plain = count % 8;
        for place in 0..plain {
            self.bit(value >> place & 1 == 1);
        }
        for byte in 0..count.min(32) / 8 {
            self.byte((value >> (plain + byte * 8)) as u8);
        }
    }

    /// A byte.
    pub fn byte(&mut self, byte: u8) {
        let (code, length) = FixedCode::get().code(byte);
        for place in 0..length {
            self.bit(code >> place & 1 == 1);
        }
    }

    /// A number of 32 bits.
    pub fn long(&mut self, value: i32) {
        self.bits(value as u32, 32);
    }

    /// A number of 16 bits.
    pub fn short(&mut self, value: i16) {
        self.bits(u32::from(value as u16), 16);
    }

    /// Text, up to its first zero byte if it has one.
    pub fn text(&mut self, text: &str) {
        for byte in text.bytes().take_while(|byte| *byte != 0) {
            self.byte(if byte > 127 || byte == b'%' { b'.' } else { byte });
        }
        self.byte(0);
    }

    /// How many bytes there are so far.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The message.
    ///
    /// # Errors
    /// If it is too long to be sent.
    pub fn finish(self) -> Result<Vec<u8>, WireError> {
        if self.bytes.len() > MAX_MESSAGE { Err(WireError::Long) } else { Ok(self.bytes) }
    }
}
