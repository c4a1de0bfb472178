//! The arena behind a TCP port, for bots that speak GameBots.
//!
//! Each connection is a task that reads lines within [`Limits`] and turns them into wishes; one loop owns the game, hears the wishes of all and lets
//! time pass. No client can stop the game or fill memory: lines, queues, rates, waiting times and the number of connections are bounded.

mod connection;
mod game;
mod rate;
mod report;
mod settings;
mod viewers;

pub use report::{GameReport, PlayerReport, ServerEvent};
pub use settings::{Limits, Pace, ServerSettings};

use crate::bridge::WireIds;
use crate::{GameInfo, ServerSession, SessionSettings};
use connection::{Connection, FromClient, turn_away};
use game::Game;
use motive_shooter::arena::{Arena, ArenaSettings};
use motive_shooter::map::ArenaMap;
use std::future::Future;
use std::net::SocketAddr;
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
pub struct ArenaServer {
    listener: TcpListener,
    settings: ServerSettings,
    game: Game,
    ids: WireIds,
    viewers: Option<Viewers>,
}

impl ArenaServer {
    /// Listens. Nothing is played until [`ArenaServer::run`].
    ///
    /// # Errors
    /// If the address cannot be had.
    pub async fn bind(
        map: Arc<ArenaMap>,
        arena: Arena,
        settings: ServerSettings,
    ) -> std::io::Result<ArenaServer> {
        let listener = TcpListener::bind(settings.address).await?;
        let game = Game::new(arena, settings.pace);
        let ids = WireIds::of_map(map);
        let viewers = match settings.viewers {
            Some(address) => Some(Viewers::bind(address, &settings, &ids).await?),
            None => None,
        };
        Ok(ArenaServer { listener, settings, game, ids, viewers })
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
        let mut doorman = Doorman {
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
            let lockstep = self.settings.pace == Pace::Lockstep;
            let accepts = accepts_from <= Instant::now();
            tokio::select! {
                accepted = self.listener.accept(), if accepts => match accepted {
                    Ok((stream, peer)) => self.welcome(stream, peer, &said, &mut doorman),
                    Err(_) => accepts_from = Instant::now() + ACCEPT_PAUSE,
                },
                () = sleep_until(accepts_from), if !accepts => {}
                viewer = next_viewer(self.viewers.as_ref()), if accepts && self.viewers.is_some() => match viewer {
                    Ok(stream) => self.show_to(stream, &mut doorman),
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
            while doorman.tasks.try_join_next().is_some() {}
        }
        let report = self.game.report(stopped);
        // Connections end when nobody can tell them anything any more, and what was told has been read.
        drop((self, heard));
        let _ = timeout(FAREWELL, async { while doorman.tasks.join_next().await.is_some() {} }).await;
        report
    }

    fn show_to(&mut self, stream: TcpStream, doorman: &mut Doorman) {
        let lockstep = self.settings.pace == Pace::Lockstep;
        let game = GameInfo::of_arena(self.game.arena(), &self.ids, lockstep);
        if let Some(viewers) = &self.viewers {
            viewers.welcome(stream, game, &self.settings, &mut doorman.tasks);
        }
    }

    /// The time of one step by the clock.
    fn step_time(&self) -> Duration {
        let speed = match self.settings.pace {
            Pace::Clock { speed, .. } if speed.is_finite() => speed.clamp(0.01, 1000.0),
            Pace::Clock { .. } | Pace::Lockstep => 1.0,
        };
        Duration::from_secs_f64(ArenaSettings::STEP / speed)
    }

    fn welcome(
        &mut self,
        stream: TcpStream,
        peer: SocketAddr,
        said: &mpsc::Sender<FromClient>,
        doorman: &mut Doorman,
    ) {
        let settings = &self.settings;
        let line_end = settings.line_end;
        let Ok(permit) = doorman.connections.clone().try_acquire_owned() else {
            if let Ok(permit) = doorman.turned_away.clone().try_acquire_owned() {
                doorman.tasks.spawn(async move {
                    turn_away(stream, line_end, "too many connections; try again later").await;
                    drop(permit);
                });
            }
            return;
        };
        let lockstep = settings.pace == Pace::Lockstep;
        let info = SessionSettings {
            dialect: settings.dialect,
            password: settings.password.clone(),
            game: GameInfo::of_arena(self.game.arena(), &self.ids, lockstep),
        };
        let session = ServerSession::new(info, self.ids.clone());
        let (outbox, inbox) = mpsc::channel(settings.limits.blocks.max(2));
        doorman.next += 1;
        self.game.connect(doorman.next, peer, outbox);
        let connection =
            Connection::new(doorman.next, session, line_end, settings.limits, !lockstep, said.clone(), inbox);
        doorman.tasks.spawn(async move {
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
struct Doorman {
    connections: Arc<Semaphore>,
    turned_away: Arc<Semaphore>,
    tasks: JoinSet<()>,
    /// The number of the client that came last.
    next: u64,
}
