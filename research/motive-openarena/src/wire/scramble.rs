//! The veil over the messages of a channel: an XOR with a key that changes from byte to byte.

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
#[must_use]
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
