//! Messages on a stream: a few header lines with the length of the message, an empty line, the message as JSON.
//!
//! What comes in may be anything. A header line and a message are read up to a limit, and memory is taken as bytes arrive, not as a header promises them. A message
//! that is none of the protocol is passed over, since the next one begins at a known place; after a broken header none does, and the conversation ends.

use crossbeam_channel::{Receiver, Sender};
use lsp_server::{Message, Notification};
use lsp_types::notification::{Exit, Notification as _};
use std::io::{self, BufRead, Read, Write};

/// The longest header line.
const LONGEST_HEADER: u64 = 4 << 10;

/// The most header lines of one message. The protocol knows two.
const MOST_HEADERS: usize = 16;

/// The longest message: a text of 16 MiB, each byte of which JSON writes as six.
const LONGEST_MESSAGE: u64 = 100 << 20;

/// Hands the messages of an editor on until it says goodbye, is gone, or breaks off.
pub(crate) fn read_all(mut input: impl BufRead, to: &Sender<Message>) -> io::Result<()> {
    while let Some(body) = read_body(&mut input)? {
        let Ok(message) = serde_json::from_slice::<Message>(&body) else { continue };
        let is_last =
            matches!(&message, Message::Notification(Notification { method, .. }) if method == Exit::METHOD);
        // Nobody listens any more once the conversation has ended.
        if to.send(message).is_err() || is_last {
            break;
        }
    }
    Ok(())
}

/// Writes the messages of the server until there are no more.
pub(crate) fn write_all(mut output: impl Write, from: &Receiver<Message>) -> io::Result<()> {
    from.iter().try_for_each(|message| message.write(&mut output))
}

/// The bytes of the next message. `None` at the end.
fn read_body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    for _ in 0..MOST_HEADERS {
        let mut line = Vec::new();
        input.take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let Some(line) = line.strip_suffix(b"\r\n") else {
            return Err(wrong("a header line has no end"));
        };
        if line.is_empty() {
            let length = length.ok_or_else(|| wrong("no header says how long the message is"))?;
            let mut body = Vec::new();
            // A message that is cut off is the end, as a header would be.
            return Ok((input.take(length).read_to_end(&mut body)? as u64 == length).then_some(body));
        }
        length = length_in(line)?.or(length);
    }
    Err(wrong("there are too many header lines"))
}

/// The length that a header line gives, if it is the one that does.
fn length_in(line: &[u8]) -> io::Result<Option<u64>> {
    let line = String::from_utf8_lossy(line);
    let Some((name, value)) = line.split_once(':') else {
        return Err(wrong("a header line has no colon"));
    };
    if !name.eq_ignore_ascii_case("Content-Length") {
        return Ok(None);
    }
    match value.trim().parse() {
        Ok(length) if length <= LONGEST_MESSAGE => Ok(Some(length)),
        Ok(_) => Err(wrong("a message is longer than 100 MiB, the most that is read")),
        Err(_) => Err(wrong("the length of a message is not a number")),
    }
}

fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
