//! Viewers: programs that show a game and do not play in it. They are told everything, and can do nothing.

use super::{ServerLimits, ServerSettings};
use crate::bridge::{WireIds, overview_messages};
use crate::server_session::same;
use crate::{BotCommand, Dialect, GameInfo, LineEnd, LineSplitter, Message, ServerMessage, SplitLine};
use motive_shooter::game::Match;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};

/// Bytes that are read at once.
const CHUNK: usize = 1024;
/// How often a viewer may try a password.
const MOST_PASSWORDS: u32 = 3;

/// Where viewers come in, and those who are there.
#[derive(Debug)]
pub(super) struct Viewers {
    listener: TcpListener,
    dialect: Dialect,
    line_end: LineEnd,
    ids: WireIds,
    room: Arc<Semaphore>,
    arrivals: (mpsc::Sender<Viewer>, mpsc::Receiver<Viewer>),
    there: Vec<Viewer>,
}

/// Somebody who has been let in.
#[derive(Debug)]
struct Viewer {
    outbox: mpsc::Sender<Arc<str>>,
    /// Whether it was told the navigation points, which do not change.
    knows_map: bool,
}

impl Viewers {
    /// Listens where the settings say so.
    pub(super) async fn bind(
        address: SocketAddr,
        settings: &ServerSettings,
        ids: &WireIds,
    ) -> std::io::Result<Self> {
        Ok(Self {
            listener: TcpListener::bind(address).await?,
            dialect: settings.dialect,
            line_end: settings.line_end,
            ids: ids.clone(),
            room: Arc::new(Semaphore::new(settings.limits.viewers)),
            arrivals: mpsc::channel(settings.limits.viewers.max(1)),
            there: Vec::new(),
        })
    }

    pub(super) fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    pub(super) async fn accept(&self) -> std::io::Result<TcpStream> {
        Ok(self.listener.accept().await?.0)
    }

    /// Lets a viewer in once it knows the password, if there is one. One for whom there is no room is sent away at once.
    pub(super) fn welcome(
        &self,
        stream: TcpStream,
        game: GameInfo,
        settings: &ServerSettings,
        tasks: &mut JoinSet<()>,
    ) {
        let Ok(permit) = self.room.clone().try_acquire_owned() else { return };
        let visit = ViewerVisit {
            stream,
            lines: LineSplitter::new(settings.limits.line),
            dialect: self.dialect,
            line_end: self.line_end,
            limits: settings.limits,
            password: settings.password.clone(),
        };
        let arrivals = self.arrivals.0.clone();
        tasks.spawn(async move {
            // Whatever ends a visit concerns nobody else.
            let _ = visit.run(game, arrivals).await;
            drop(permit);
        });
    }

    /// Tells all viewers how the game stands. One that reads too slowly misses it.
    pub(super) fn show(&mut self, arena: &Match) {
        while let Ok(viewer) = self.arrivals.1.try_recv() {
            self.there.push(viewer);
        }
        if self.there.is_empty() {
            return;
        }
        let mut seen = arena.overview();
        let nodes = std::mem::take(&mut seen.nodes);
        let brief = self.text(&seen);
        let whole = self.there.iter().any(|viewer| !viewer.knows_map).then(|| {
            seen.nodes = nodes;
            self.text(&seen)
        });
        self.there.retain_mut(|viewer| {
            let text = if viewer.knows_map { &brief } else { whole.as_ref().unwrap_or(&brief) };
            let sent = viewer.outbox.try_send(text.clone());
            viewer.knows_map |= sent.is_ok();
            !matches!(sent, Err(mpsc::error::TrySendError::Closed(_)))
        });
    }

    fn text(&self, seen: &motive_shooter::BodyObservation) -> Arc<str> {
        let mut told = overview_messages(seen, &self.ids);
        told.extend(seen.game.over.then_some(ServerMessage::Finished));
        lines(told.iter().flat_map(|information| information.encode(self.dialect)), self.line_end).into()
    }
}

fn lines(messages: impl IntoIterator<Item = Message>, end: LineEnd) -> String {
    messages.into_iter().map(|message| format!("{message}{}", end.as_str())).collect()
}

/// One viewer's connection.
struct ViewerVisit {
    stream: TcpStream,
    lines: LineSplitter,
    dialect: Dialect,
    line_end: LineEnd,
    limits: ServerLimits,
    password: Option<String>,
}

/// Why a visit is over.
struct VisitEnded;

impl ViewerVisit {
    async fn run(mut self, game: GameInfo, arrivals: mpsc::Sender<Viewer>) -> Result<(), VisitEnded> {
        self.unlock().await?;
        self.say(ServerMessage::Game(game).encode(self.dialect)).await?;
        let (outbox, mut inbox) = mpsc::channel(self.limits.blocks.max(1));
        arrivals.send(Viewer { outbox, knows_map: false }).await.map_err(|_| VisitEnded)?;
        let mut chunk = [0; CHUNK];
        loop {
            tokio::select! {
                told = inbox.recv() => self.write(&told.ok_or(VisitEnded)?).await?,
                read = self.stream.read(&mut chunk) => {
                    let length = read.ok().filter(|length| *length > 0).ok_or(VisitEnded)?;
                    self.hear(chunk.get(..length).unwrap_or_default()).await?;
                }
            }
        }
    }

    /// Waits for the password, if there is one.
    async fn unlock(&mut self) -> Result<(), VisitEnded> {
        let Some(password) = self.password.take() else { return Ok(()) };
        self.say(ServerMessage::PasswordWanted.encode(self.dialect)).await?;
        let deadline = Instant::now() + self.limits.login;
        let (mut chunk, mut tried) = ([0; CHUNK], 0);
        while tried < MOST_PASSWORDS {
            let read = timeout_at(deadline, self.stream.read(&mut chunk)).await.map_err(|_| VisitEnded)?;
            let length = read.ok().filter(|length| *length > 0).ok_or(VisitEnded)?;
            for command in self.commands(chunk.get(..length).unwrap_or_default()) {
                match command {
                    BotCommand::Password(guess) if same(&password, &guess.password) => {
                        return self.say(ServerMessage::PasswordRight.encode(self.dialect)).await;
                    }
                    BotCommand::Password(_) => {
                        tried += 1;
                        self.say(ServerMessage::PasswordWrong.encode(self.dialect)).await?;
                    }
                    BotCommand::Quit | BotCommand::Disconnect => return Err(VisitEnded),
                    _ => {}
                }
            }
        }
        Err(VisitEnded)
    }

    /// A viewer may leave and ask whether the server is there. All else is passed over: it plays nobody.
    async fn hear(&mut self, bytes: &[u8]) -> Result<(), VisitEnded> {
        for command in self.commands(bytes) {
            match command {
                BotCommand::Quit | BotCommand::Disconnect => return Err(VisitEnded),
                BotCommand::Ping => self.say([Message::new("PONG")]).await?,
                _ => {}
            }
        }
        Ok(())
    }

    fn commands(&mut self, bytes: &[u8]) -> Vec<BotCommand> {
        let whole = |line| if let SplitLine::Line(line) = line { Some(line) } else { None };
        let read = |line: String| BotCommand::decode(&Message::parse(&line).ok()?).ok()?;
        self.lines.push(bytes).into_iter().filter_map(whole).filter_map(read).collect()
    }

    async fn say(&mut self, messages: impl IntoIterator<Item = Message>) -> Result<(), VisitEnded> {
        let text = lines(messages, self.line_end);
        self.write(&text).await
    }

    /// Writes, unless the viewer reads nothing for too long.
    async fn write(&mut self, text: &str) -> Result<(), VisitEnded> {
        let written = timeout(self.limits.stall, self.stream.write_all(text.as_bytes())).await;
        written.ok().and_then(Result::ok).ok_or(VisitEnded)
    }
}
