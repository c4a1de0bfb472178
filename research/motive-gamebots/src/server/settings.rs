//! How a server listens, how fast its game goes, and what it allows its clients.

use crate::{Dialect, LineEnd};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// How fast a game goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
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
pub struct Limits {
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

impl Default for Limits {
    fn default() -> Limits {
        Limits {
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
    pub pace: Pace,
    /// What clients are allowed.
    pub limits: Limits,
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
            pace: Pace::Clock { speed: 1.0, wait_for: 1 },
            limits: Limits::default(),
        }
    }
}
