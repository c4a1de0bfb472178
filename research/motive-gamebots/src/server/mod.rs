//! The arena behind a TCP port, for bots that speak GameBots.
//!
//! Each connection is a task that reads lines within [`ServerLimits`] and turns them into requests; one loop owns the game, hears the requests of all and lets
//! time pass. No client can stop the game or fill memory: lines, queues, rates, waiting times and the number of connections are bounded.

mod connection;
mod game;
mod viewers;

pub use game::{GameReport, PlayerReport, ServerEvent};

use crate::bridge::WireIds;
use crate::{Dialect, GameInfo, LineEnd, ServerSession, SessionSettings};
use connection::{Connection, FromClient, turn_away};
use game::HostedGame;
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::{Duration, Instant, MissedTickBehavior, interval, sleep_until, timeout};
use viewers::Viewers;

/// The most connections that are being turned away at the same time. Further ones are closed without a word.
const MOST_TURNED_AWAY: usize = 64;
/// What clients have said and the game has not heard yet.
const UNHEARD: usize = 1024;
/// How long to accept nobody if the system cannot give us a connection, for example because there are too many files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// How long clients may take to read the end of the game.
const FAREWELL: Duration = Duration::from_secs(3);
/// A game that is more than this behind its clock, because the machine slept, does not run after it.
const MOST_BEHIND: Duration = Duration::from_secs(1);

/// A server that listens, and the game that it will play.
#[derive(Debug)]
pub struct MatchServer {
    listener: TcpListener,
    settings: ServerSettings,
    game: HostedGame,
    ids: WireIds,
    viewers: Option<Viewers>,
}

impl MatchServer {
    /// Listens. Nothing is played until [`MatchServer::run`].
    ///
    /// # Errors
    /// If the address cannot be had.
    pub async fn bind(
        map: Arc<ArenaMap>,
        arena: Match,
        settings: ServerSettings,
    ) -> std::io::Result<MatchServer> {
        let listener = TcpListener::bind(settings.address).await?;
        let game = HostedGame::new(arena, settings.pace);
        let ids = WireIds::of_map(map);
        let viewers = match settings.viewers {
            Some(address) => Some(Viewers::bind(address, &settings, &ids).await?),
            None => None,
        };
        Ok(MatchServer { listener, settings, game, ids, viewers })
    }

    /// Where it lets viewers in, if it does.
    pub fn viewer_address(&self) -> Option<SocketAddr> {
        self.viewers.as_ref()?.address().ok()
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not know.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Plays one game until it is over or `stop` is done, and tells `watch` what happens.
    pub async fn run(
        mut self,
        stop: impl Future<Output = ()>,
        mut watch: impl FnMut(ServerEvent),
    ) -> GameReport {
        let limits = self.settings.limits;
        let (said, mut heard) = mpsc::channel(UNHEARD);
        let mut admissions = Admissions {
            connections: Arc::new(Semaphore::new(limits.connections)),
            turned_away: Arc::new(Semaphore::new(MOST_TURNED_AWAY)),
            tasks: JoinSet::new(),
            next: 0,
        };
        let mut ticker = interval(self.step_time());
        ticker.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let mut turn = (0, Instant::now() + limits.turn);
        let (mut accepts_from, mut shown) = (Instant::now(), 0);
        tokio::pin!(stop);
        let mut stopped = false;
        while !stopped && !self.game.arena().is_over() {
            let running = self.game.is_running();
            let lockstep = self.settings.pace == GamePace::Lockstep;
            let accepts = accepts_from <= Instant::now();
            tokio::select! {
                accepted = self.listener.accept(), if accepts => match accepted {
                    Ok((stream, peer)) => self.welcome(stream, peer, &said, &mut admissions),
                    Err(_) => accepts_from = Instant::now() + ACCEPT_PAUSE,
                },
                () = sleep_until(accepts_from), if !accepts => {}
                viewer = next_viewer(self.viewers.as_ref()), if accepts && self.viewers.is_some() => match viewer {
                    Ok(stream) => self.show_to(stream, &mut admissions),
                    Err(_) => accepts_from = Instant::now() + ACCEPT_PAUSE,
                },
                Some(from) = heard.recv() => self.game.hear(from),
                scheduled = ticker.tick(), if !lockstep => {
                    if scheduled.elapsed() > MOST_BEHIND {
                        ticker.reset();
                    }
                    if running {
                        self.game.step();
                    }
                }
                () = sleep_until(turn.1), if lockstep && running && !limits.turn.is_zero() => {
                    self.game.turn_is_late();
                    self.game.end_turn();
                }
                () = &mut stop => stopped = true,
            }
            if self.game.is_turn_over() {
                self.game.end_turn();
            }
            if self.game.turns() != turn.0 || !running {
                turn = (self.game.turns(), Instant::now() + limits.turn);
            }
            if let Some(viewers) = self.viewers.as_mut().filter(|_| self.game.updates() != shown) {
                shown = self.game.updates();
                viewers.show(self.game.arena());
            }
            self.game.take_events().into_iter().for_each(&mut watch);
            while admissions.tasks.try_join_next().is_some() {}
        }
        let report = self.game.report(stopped);
        // Connections end when nobody can tell them anything any more, and what was told has been read.
        drop((self, heard));
        let _ = timeout(FAREWELL, async { while admissions.tasks.join_next().await.is_some() {} }).await;
        report
    }

    fn show_to(&mut self, stream: TcpStream, admissions: &mut Admissions) {
        let lockstep = self.settings.pace == GamePace::Lockstep;
        let game = GameInfo::of_arena(self.game.arena(), &self.ids, lockstep);
        if let Some(viewers) = &self.viewers {
            viewers.welcome(stream, game, &self.settings, &mut admissions.tasks);
        }
    }

    /// The time of one step by the clock.
    fn step_time(&self) -> Duration {
        let speed = match self.settings.pace {
            GamePace::Clock { speed, .. } if speed.is_finite() => speed.clamp(0.01, 1000.0),
            GamePace::Clock { .. } | GamePace::Lockstep => 1.0,
        };
        Duration::from_secs_f64(MatchSettings::STEP / speed)
    }

    fn welcome(
        &mut self,
        stream: TcpStream,
        peer: SocketAddr,
        said: &mpsc::Sender<FromClient>,
        admissions: &mut Admissions,
    ) {
        let settings = &self.settings;
        let line_end = settings.line_end;
        let Ok(permit) = admissions.connections.clone().try_acquire_owned() else {
            if let Ok(permit) = admissions.turned_away.clone().try_acquire_owned() {
                admissions.tasks.spawn(async move {
                    turn_away(stream, line_end, "too many connections; try again later").await;
                    drop(permit);
                });
            }
            return;
        };
        let lockstep = settings.pace == GamePace::Lockstep;
        let info = SessionSettings {
            dialect: settings.dialect,
            password: settings.password.clone(),
            game: GameInfo::of_arena(self.game.arena(), &self.ids, lockstep),
        };
        let session = ServerSession::new(info, self.ids.clone());
        let (outbox, inbox) = mpsc::channel(settings.limits.blocks.max(2));
        admissions.next += 1;
        self.game.connect(admissions.next, peer, outbox);
        let connection = Connection::new(
            admissions.next,
            session,
            line_end,
            settings.limits,
            !lockstep,
            said.clone(),
            inbox,
        );
        admissions.tasks.spawn(async move {
            connection.run(stream).await;
            drop(permit);
        });
    }
}

/// The next viewer who comes; nobody ever does where none is let in.
async fn next_viewer(viewers: Option<&Viewers>) -> std::io::Result<TcpStream> {
    match viewers {
        Some(viewers) => viewers.accept().await,
        None => std::future::pending().await,
    }
}

/// Who may come in.
struct Admissions {
    connections: Arc<Semaphore>,
    turned_away: Arc<Semaphore>,
    tasks: JoinSet<()>,
    /// The number of the client that came last.
    next: u64,
}

/// How fast a game goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GamePace {
    /// By the clock, so many times faster than real time.
    Clock {
        /// 1 for real time.
        speed: f64,
        /// How many bots must be there before the game begins.
        wait_for: usize,
    },
    /// The game begins when every place is taken, and each block waits until every bot has answered with `NEXT`. The same bots always play the
    /// same game, however fast they or the network are.
    Lockstep,
}

/// What a server allows its clients, so that none of them can harm it or the others.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// The most connections at the same time. Further ones are told so and closed.
    pub connections: usize,
    /// The most viewers at the same time. Further ones are sent away.
    pub viewers: usize,
    /// The longest line, in bytes. Longer ones are passed over.
    pub line: usize,
    /// Lines that are read in a second; a client that sends more is read more slowly. Without effect in lockstep.
    pub lines_per_second: u32,
    /// The most blocks that wait for a client. One that reads too slowly misses blocks, but no events.
    pub blocks: usize,
    /// How long a client may take until it plays.
    pub login: Duration,
    /// How long a client may read nothing while something waits for it.
    pub stall: Duration,
    /// How long a turn waits for a bot in lockstep; for ever if it is zero. Then the game goes on without its commands.
    pub turn: Duration,
    /// How long the server waits before it greets a client that says nothing: at least one client of the time fails if it is greeted at once.
    pub greeting: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 256,
            viewers: 16,
            line: 4096,
            lines_per_second: 200,
            blocks: 8,
            login: Duration::from_secs(120),
            stall: Duration::from_secs(10),
            turn: Duration::from_secs(10),
            greeting: Duration::from_millis(300),
        }
    }
}

/// How a server listens.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Where it listens. Port 0 is any that is free.
    pub address: SocketAddr,
    /// Where viewers are let in, who are told everything and play nobody; nowhere if none is given.
    pub viewers: Option<SocketAddr>,
    /// Which generation of the protocol it speaks.
    pub dialect: Dialect,
    /// How its lines end. Lines of clients may end in any way.
    pub line_end: LineEnd,
    /// What clients must know.
    pub password: Option<String>,
    /// How fast the game goes.
    pub pace: GamePace,
    /// What clients are allowed.
    pub limits: ServerLimits,
}

impl ServerSettings {
    /// The port of GameBots.
    pub const PORT: u16 = 3000;
    /// Its port for viewers.
    pub const VIEWER_PORT: u16 = 3001;
}

impl Default for ServerSettings {
    /// On the loopback interface, without viewers, in real time, from the first bot on.
    fn default() -> ServerSettings {
        ServerSettings {
            address: (Ipv4Addr::LOCALHOST, ServerSettings::PORT).into(),
            viewers: None,
            dialect: Dialect::Ut99,
            line_end: LineEnd::CrLf,
            password: None,
            pace: GamePace::Clock { speed: 1.0, wait_for: 1 },
            limits: ServerLimits::default(),
        }
    }
}
