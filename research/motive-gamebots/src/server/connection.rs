//! One client's socket: bytes to lines to requests, and what the game tells to bytes.

use super::ServerLimits;
use crate::{ClientRequest, LineEnd, LineSplitter, Message, ServerReaction, ServerSession, SplitLine};
use motive_shooter::BodyObservation;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Duration, Instant, sleep_until, timeout};

/// What the game tells a connection.
#[derive(Debug)]
pub(super) enum ToClient {
    /// The client plays as the player with this number.
    Joined(usize),
    /// There is no place for it, for this reason.
    Refused(String),
    /// What its bot senses.
    Seen(Box<BodyObservation>),
}

/// What a connection tells the game.
#[derive(Debug)]
pub(super) struct FromClient {
    pub(super) client: u64,
    pub(super) said: ClientNews,
}

#[derive(Debug)]
pub(super) enum ClientNews {
    Request(ClientRequest),
    /// The connection is closed, for this reason.
    Gone(String),
}

/// Whether a client wants to stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stay {
    Yes,
    No,
}

/// Bytes that are read at once.
const CHUNK: usize = 4096;
/// Bytes that wait to be written before nothing more is read from the client.
const MOST_WAITING: usize = 64 * 1024;
/// How long a closed connection may still deliver what the client has sent, which nobody reads any more.
const LINGER: Duration = Duration::from_secs(1);

/// What a connection needs besides its socket.
#[derive(Debug)]
pub(super) struct Connection {
    client: u64,
    session: ServerSession,
    line_end: LineEnd,
    limits: ServerLimits,
    lines: LineSplitter,
    /// What may be read; without a limit in lockstep.
    allowance: Option<Allowance>,
    waiting: Vec<u8>,
    /// When something was last written, or began to wait.
    progress: Instant,
    begun: Instant,
    /// Whether the game hears nothing more: it is over.
    unheard: bool,
    game: mpsc::Sender<FromClient>,
    inbox: mpsc::Receiver<ToClient>,
}

impl Connection {
    pub(super) fn new(
        client: u64,
        session: ServerSession,
        line_end: LineEnd,
        limits: ServerLimits,
        is_limited: bool,
        game: mpsc::Sender<FromClient>,
        inbox: mpsc::Receiver<ToClient>,
    ) -> Connection {
        let now = Instant::now();
        Connection {
            client,
            session,
            line_end,
            limits,
            lines: LineSplitter::new(limits.line),
            allowance: is_limited.then(|| Allowance::new(limits.lines_per_second, now)),
            waiting: Vec::new(),
            progress: now,
            begun: now,
            unheard: false,
            game,
            inbox,
        }
    }

    /// Talks with the client until either side has enough.
    pub(super) async fn run(mut self, mut stream: TcpStream) {
        // Blocks are small and should not wait for each other.
        let _ = stream.set_nodelay(true);
        let why = self.talk(&mut stream).await;
        let said = ClientNews::Gone(why.to_owned());
        let _ = self.game.send(FromClient { client: self.client, said }).await;
        close(stream).await;
    }

    async fn talk(&mut self, stream: &mut TcpStream) -> &'static str {
        let (mut reader, mut writer) = stream.split();
        let mut chunk = [0; CHUNK];
        loop {
            let now = Instant::now();
            let resumes = self.allowance.as_ref().map_or(now, Allowance::resumes);
            let reads = resumes <= now && self.waiting.len() < MOST_WAITING && !self.unheard;
            let deadline = self.deadline(resumes, now);
            tokio::select! {
                read = reader.read(&mut chunk), if reads => match read {
                    Ok(0) => return "closed the connection",
                    Ok(length) => {
                        let received = chunk.get(..length).unwrap_or_default();
                        if self.receive(received).await == Stay::No {
                            self.flush(&mut writer).await;
                            return "left";
                        }
                    }
                    Err(_) => return "lost the connection",
                },
                told = self.inbox.recv(), if self.waiting.is_empty() => match told {
                    Some(told) => self.tell(told).await,
                    None => return "the game is over",
                },
                written = writer.write(&self.waiting), if !self.waiting.is_empty() => match written {
                    Ok(0) | Err(_) => return "lost the connection",
                    Ok(length) => {
                        self.waiting.drain(..length);
                        self.progress = Instant::now();
                    }
                },
                () = sleep_until(deadline) => {
                    if let Some(why) = self.overdue(Instant::now()) {
                        self.flush(&mut writer).await;
                        return why;
                    }
                }
            }
        }
    }

    /// When something must happen even if nothing arrives.
    fn deadline(&self, resumes: Instant, now: Instant) -> Instant {
        let far = now + Duration::from_secs(3600);
        let stall = if self.waiting.is_empty() { far } else { self.progress + self.limits.stall };
        let login = if self.session.is_playing() { far } else { self.begun + self.limits.login };
        let greeting = if self.session.is_silent() { self.begun + self.limits.greeting } else { far };
        let resume = if resumes > now { resumes } else { far };
        stall.min(login).min(greeting).min(resume)
    }

    /// Greets if it is time to. Says why the connection must be closed, if it must.
    fn overdue(&mut self, now: Instant) -> Option<&'static str> {
        if self.session.is_silent() && now >= self.begun + self.limits.greeting {
            let greeting = self.session.greet();
            self.write(&greeting);
        }
        if !self.waiting.is_empty() && now >= self.progress + self.limits.stall {
            return Some("reads nothing");
        }
        if !self.session.is_playing() && now >= self.begun + self.limits.login {
            self.write(&[Message::new("ERR").with("Text", "no INIT in time")]);
            return Some("took too long to join");
        }
        None
    }

    /// Takes in bytes of the client. Says whether it wants to stay.
    async fn receive(&mut self, bytes: &[u8]) -> Stay {
        let greeting = self.session.greet();
        self.write(&greeting);
        let lines = self.lines.push(bytes);
        if let Some(allowance) = &mut self.allowance {
            allowance.spend(lines.len().max(1), Instant::now());
        }
        for line in lines {
            let reaction = match line {
                SplitLine::Line(line) => self.session.line(&line),
                SplitLine::TooLong => self.session.too_long(self.limits.line),
            };
            if self.react(reaction).await == Stay::No {
                return Stay::No;
            }
        }
        Stay::Yes
    }

    async fn tell(&mut self, told: ToClient) {
        let messages = match told {
            ToClient::Joined(player) => self.session.joined(player),
            ToClient::Refused(why) => self.session.refused(&why),
            ToClient::Seen(seen) => self.session.observation(&seen),
        };
        self.write(&messages);
        for reaction in self.session.catch_up() {
            self.react(reaction).await;
        }
    }

    /// Answers, and tells the game what the client wants of it.
    async fn react(&mut self, reaction: ServerReaction) -> Stay {
        self.write(&reaction.replies);
        match reaction.request {
            Some(ClientRequest::Leave) => return Stay::No,
            Some(request) => {
                let said = ClientNews::Request(request);
                self.unheard |= self.game.send(FromClient { client: self.client, said }).await.is_err();
            }
            None => {}
        }
        Stay::Yes
    }

    fn write(&mut self, messages: &[Message]) {
        if self.waiting.is_empty() {
            self.progress = Instant::now();
        }
        for message in messages {
            self.waiting.extend_from_slice(message.to_string().as_bytes());
            self.waiting.extend_from_slice(self.line_end.as_str().as_bytes());
        }
    }

    /// Writes what still waits, if the client takes it.
    async fn flush(&mut self, writer: &mut (impl AsyncWriteExt + Unpin)) {
        let _ = timeout(LINGER, writer.write_all(&self.waiting)).await;
    }
}

/// Tells a client that there is no room for it.
pub(super) async fn turn_away(mut stream: TcpStream, line_end: LineEnd, why: &str) {
    let line = format!("{}{}", Message::new("ERR").with("Text", why), line_end.as_str());
    let _ = timeout(LINGER, stream.write_all(line.as_bytes())).await;
    close(stream).await;
}

/// Closes a connection so that the client can read what was last written: a socket that is closed with bytes unread would take that back.
async fn close(mut stream: TcpStream) {
    let rest = async {
        stream.shutdown().await?;
        let mut chunk = [0; CHUNK];
        while stream.read(&mut chunk).await? > 0 {}
        std::io::Result::Ok(())
    };
    let _ = timeout(LINGER, rest).await;
}

/// An allowance that fills up with time. More may be spent than there is; then nothing is read until it is filled again.
#[derive(Debug)]
pub(super) struct Allowance {
    per_second: f64,
    left: f64,
    counted_at: Instant,
}

impl Allowance {
    /// So much in a second; it begins with as much as fills up in two.
    pub(super) fn new(per_second: u32, now: Instant) -> Allowance {
        let per_second = f64::from(per_second.max(1));
        Allowance { per_second, left: 2.0 * per_second, counted_at: now }
    }

    pub(super) fn spend(&mut self, amount: usize, now: Instant) {
        let filled = now.saturating_duration_since(self.counted_at).as_secs_f64() * self.per_second;
        self.left = (self.left + filled).min(2.0 * self.per_second) - amount as f64;
        self.counted_at = now;
    }

    /// When reading may go on.
    pub(super) fn resumes(&self) -> Instant {
        let wait = (-self.left).max(0.0) / self.per_second;
        self.counted_at + Duration::from_secs_f64(wait)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/connection.rs"]
mod tests;
