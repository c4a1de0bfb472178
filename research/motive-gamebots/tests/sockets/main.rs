//! Games over sockets, on the loopback interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bad_clients;
mod book;
mod bots;
mod joining;
mod lockstep;
mod many;
mod viewers;

use motive_gamebots::server::{GamePace, GameReport, MatchServer, ServerEvent, ServerLimits, ServerSettings};
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// A time-out that only failing tests reach.
const LONG: Duration = Duration::from_secs(60);

/// A server in the background.
struct Server {
    address: SocketAddr,
    viewers: Option<SocketAddr>,
    events: Arc<Mutex<Vec<ServerEvent>>>,
    stop: oneshot::Sender<()>,
    game: JoinHandle<GameReport>,
}

impl Server {
    async fn start(map: &str, game: MatchSettings, settings: ServerSettings) -> Server {
        let map = Arc::new(ArenaMap::shipped(map).unwrap());
        Server::serve(Match::new(map, game, 3).unwrap(), settings).await
    }

    async fn serve(arena: Match, settings: ServerSettings) -> Server {
        let map = Arc::new(ArenaMap::shipped(arena.map().name()).unwrap());
        let settings = ServerSettings { address: "127.0.0.1:0".parse().unwrap(), ..settings };
        let server = MatchServer::bind(map, arena, settings).await.unwrap();
        let (address, viewers) = (server.address().unwrap(), server.viewer_address());
        let events = Arc::new(Mutex::new(Vec::new()));
        let (stop, stopped) = oneshot::channel();
        let noted = events.clone();
        let stopped = async { drop(stopped.await) };
        let game = tokio::spawn(server.run(stopped, move |event| noted.lock().unwrap().push(event)));
        Server { address, viewers, events, stop, game }
    }

    /// A server of a duel in real time, with these limits.
    async fn with_limits(limits: ServerLimits) -> Server {
        let game = MatchSettings { players: 2, time_limit: 0.0, ..Default::default() };
        Server::start("duel", game, ServerSettings { limits, ..ServerSettings::default() }).await
    }

    /// Waits for the game to end by itself.
    async fn end(self) -> GameReport {
        timeout(LONG, self.game).await.unwrap().unwrap()
    }

    async fn stop(self) -> GameReport {
        self.stop.send(()).unwrap();
        timeout(LONG, self.game).await.unwrap().unwrap()
    }

    /// Waits until something was reported.
    async fn wait_for(&self, wanted: impl Fn(&ServerEvent) -> bool) -> ServerEvent {
        let found = async {
            loop {
                let known = self.events.lock().unwrap().iter().find(|event| wanted(event)).cloned();
                match known {
                    Some(event) => return event,
                    None => tokio::time::sleep(Duration::from_millis(5)).await,
                }
            }
        };
        timeout(LONG, found).await.unwrap()
    }
}

/// Somebody at a terminal.
struct Peer {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Peer {
    async fn new(server: &Server) -> Peer {
        Peer { stream: TcpStream::connect(server.address).await.unwrap(), read: Vec::new() }
    }

    async fn type_in(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
    }

    /// The next line, without its end. None if the server has closed the connection.
    async fn line(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.read.windows(2).position(|end| end == b"\r\n") {
                let line: Vec<u8> = self.read.drain(..end + 2).collect();
                return Some(String::from_utf8(line[..end].to_vec()).unwrap());
            }
            let mut chunk = [0; 4096];
            match timeout(LONG, self.stream.read(&mut chunk)).await.unwrap() {
                Ok(0) | Err(_) => return None,
                Ok(length) => self.read.extend_from_slice(&chunk[..length]),
            }
        }
    }

    /// The next line of a kind.
    async fn line_of(&mut self, kind: &str) -> String {
        let [line] = self.lines_of([kind]).await;
        line
    }

    /// The next line of each kind, in whatever order they come.
    async fn lines_of<const N: usize>(&mut self, kinds: [&str; N]) -> [String; N] {
        let mut found = [const { None }; N];
        for _ in 0..1_000 {
            let line = self.line().await.unwrap_or_else(|| panic!("closed before {kinds:?}"));
            let kind = kinds.iter().position(|kind| line.split(' ').next() == Some(kind));
            if let Some(at) = kind {
                found[at].get_or_insert(line);
            }
            if found.iter().all(Option::is_some) {
                return found.map(Option::unwrap_or_default);
            }
        }
        panic!("not all of {kinds:?} in 1,000 lines");
    }
}

fn in_lockstep() -> ServerSettings {
    ServerSettings { pace: GamePace::Lockstep, ..ServerSettings::default() }
}

fn fast(speed: f64, wait_for: usize) -> ServerSettings {
    ServerSettings { pace: GamePace::Clock { speed, wait_for }, ..ServerSettings::default() }
}
