//! The connection of a bot to a GameBots server.

use crate::{ClientEvent, ClientSession, LineEnd, LineSplitter, Message, SplitLine};
use motive_shooter::body::BodyCommand;
use std::collections::VecDeque;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Duration, timeout};

/// How long to wait for a server.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionTimeouts {
    /// Until it takes the connection.
    pub connect: Duration,
    /// Until it is asked whether it is still there, if it says nothing. It may be silent for three times as long.
    pub silence: Duration,
    /// Until it reads what it is sent.
    pub stall: Duration,
}

impl Default for ConnectionTimeouts {
    fn default() -> ConnectionTimeouts {
        let seconds = Duration::from_secs;
        ConnectionTimeouts { connect: seconds(5), silence: seconds(10), stall: seconds(10) }
    }
}

/// Why a connection is of no use.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// Nobody listens, or the address cannot be found.
    #[error("cannot connect to {address}: {reason}")]
    Connect {
        /// Where to.
        address: String,
        /// Why not.
        reason: String,
    },
    /// The server closed the connection, or died.
    #[error("the server closed the connection")]
    Closed,
    /// The connection broke.
    #[error("the connection to the server broke: {0}")]
    Broken(std::io::Error),
    /// The server says nothing any more, or reads nothing.
    #[error("the server does not answer")]
    Silent,
}

/// A bot's connection to a server.
#[derive(Debug)]
pub struct BotConnection {
    stream: TcpStream,
    session: ClientSession,
    lines: LineSplitter,
    line_end: LineEnd,
    patience: ConnectionTimeouts,
    events: VecDeque<ClientEvent>,
}

/// Bytes that are read at once.
const CHUNK: usize = 16 * 1024;

impl BotConnection {
    /// Connects to a server. The session then answers it by itself until the bot plays.
    ///
    /// # Errors
    /// If nobody listens there.
    pub async fn open(
        address: &str,
        session: ClientSession,
        line_end: LineEnd,
        patience: ConnectionTimeouts,
    ) -> Result<BotConnection, ConnectionError> {
        let failed = |reason: String| ConnectionError::Connect { address: address.to_owned(), reason };
        let stream = match timeout(patience.connect, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => return Err(failed(error.to_string())),
            Err(_) => return Err(failed("it does not answer".to_owned())),
        };
        let _ = stream.set_nodelay(true);
        let lines = LineSplitter::new(LineSplitter::USUAL_LIMIT);
        Ok(BotConnection { stream, session, lines, line_end, patience, events: VecDeque::new() })
    }

    /// The conversation so far.
    pub fn session(&self) -> &ClientSession {
        &self.session
    }

    /// Waits for what the server tells next that concerns the bot. It may be called again if it was dropped before it was done.
    ///
    /// # Errors
    /// If the server is gone.
    pub async fn next(&mut self) -> Result<ClientEvent, ConnectionError> {
        let mut asked = 0;
        let mut chunk = [0; CHUNK];
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(event);
            }
            match timeout(self.patience.silence, self.stream.read(&mut chunk)).await {
                Ok(Ok(0)) => return Err(ConnectionError::Closed),
                Ok(Ok(length)) => {
                    asked = 0;
                    self.receive(chunk.get(..length).unwrap_or_default()).await?;
                }
                Ok(Err(error)) => return Err(ConnectionError::Broken(error)),
                Err(_) if asked >= 2 => return Err(ConnectionError::Silent),
                Err(_) => {
                    asked += 1;
                    self.write(&[Message::new("PING")]).await?;
                }
            }
        }
    }

    async fn receive(&mut self, bytes: &[u8]) -> Result<(), ConnectionError> {
        let mut replies = Vec::new();
        for line in self.lines.push(bytes) {
            if let SplitLine::Line(line) = line {
                let reaction = self.session.line(&line);
                replies.extend(reaction.replies);
                self.events.extend(reaction.event);
            }
        }
        self.write(&replies).await
    }

    /// Asks to join the game once more.
    ///
    /// # Errors
    /// If the server is gone.
    pub async fn ask_again(&mut self) -> Result<(), ConnectionError> {
        let init = self.session.ask_again();
        self.write(&[init]).await
    }

    /// Sends commands to the body, after each block that was sensed; in lockstep even if there are none.
    ///
    /// # Errors
    /// If the server is gone.
    pub async fn send(&mut self, commands: &[BodyCommand]) -> Result<(), ConnectionError> {
        let messages = self.session.commands(commands);
        self.write(&messages).await
    }

    /// Stops the body and leaves the game, as well as can be.
    pub async fn leave(mut self) {
        let farewell = self.session.farewell();
        if self.write(&farewell).await.is_ok() {
            let _ = self.stream.shutdown().await;
        }
    }

    async fn write(&mut self, messages: &[Message]) -> Result<(), ConnectionError> {
        if messages.is_empty() {
            return Ok(());
        }
        let end = self.line_end.as_str();
        let text: String = messages.iter().map(|message| format!("{message}{end}")).collect();
        match timeout(self.patience.stall, self.stream.write_all(text.as_bytes())).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(ConnectionError::Broken(error)),
            Err(_) => Err(ConnectionError::Silent),
        }
    }
}
