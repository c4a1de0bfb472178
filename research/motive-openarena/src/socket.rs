//! A bot with a socket: one call does what is to be done now, so that one thread can drive many.

use crate::bot::{Bot, BotEvent};
use crate::map::GameMapError;
use std::io::ErrorKind;
use std::net::{SocketAddr, ToSocketAddrs as _, UdpSocket};
use std::time::Instant;

/// The most datagrams that one call takes in, so that no bot keeps the others waiting.
const MOST_DATAGRAMS: usize = 64;

/// Why a bot cannot play.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// There is no such address.
    #[error("`{0}` is no address of a server; expected is HOST:PORT, such as 127.0.0.1:27960")]
    Address(String),
    /// A socket cannot be had.
    #[error("cannot use a socket: {0}")]
    Socket(#[from] std::io::Error),
    /// The map of the server cannot be read.
    #[error(transparent)]
    Map(#[from] GameMapError),
}

/// A bot with a socket. Datagrams of others than its server do not reach it.
#[derive(Debug)]
pub struct BotSocket {
    socket: UdpSocket,
    bot: Bot,
    clock: Instant,
    buffer: Vec<u8>,
}

impl BotSocket {
    /// Opens a socket to a server. Nothing is sent before the first [`pump`](Self::pump).
    ///
    /// # Errors
    /// If there is no such address, or no socket.
    pub fn open(address: &str, bot: Bot) -> Result<Self, SocketError> {
        let unknown = || SocketError::Address(address.to_owned());
        let server: SocketAddr =
            address.to_socket_addrs().map_err(|_| unknown())?.next().ok_or_else(unknown)?;
        let any = if server.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
        let own = if server.ip().is_loopback() && server.is_ipv4() { "127.0.0.1:0" } else { any };
        let socket = UdpSocket::bind(own)?;
        socket.connect(server)?;
        socket.set_nonblocking(true)?;
        Ok(Self { socket, bot, clock: Instant::now(), buffer: vec![0; 1 << 16] })
    }

    /// The bot.
    pub fn bot(&self) -> &Bot {
        &self.bot
    }

    fn now(&self) -> u64 {
        self.clock.elapsed().as_millis() as u64
    }

    /// Does what is to be done now, without waiting. `play` is told what happens and may command the bot. Returns whether anything happened.
    ///
    /// # Errors
    /// If the map of the server cannot be read.
    pub fn pump(&mut self, mut play: impl FnMut(&mut Bot, BotEvent)) -> Result<bool, SocketError> {
        let now = self.now();
        let (datagrams, end) = self.bot.poll(now);
        self.send(&datagrams);
        if let Some(end) = end {
            play(&mut self.bot, end);
            return Ok(true);
        }
        let mut busy = false;
        for _ in 0..MOST_DATAGRAMS {
            let length = match self.socket.recv(&mut self.buffer) {
                Ok(length) => length,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // Nobody listens there yet or any more: the silence tells.
                Err(_) => break,
            };
            busy = true;
            for event in self.bot.receive(&self.buffer[..length], now)? {
                play(&mut self.bot, event);
            }
            let moves = self.bot.moves(now);
            self.send(&moves);
        }
        Ok(busy)
    }

    fn send(&self, datagrams: &[Vec<u8>]) {
        for datagram in datagrams {
            // What cannot be sent is lost, as datagrams are.
            let _ = self.socket.send(datagram);
        }
    }

    /// Says good-bye.
    pub fn leave(mut self) {
        let now = self.now();
        let datagrams = self.bot.leave(now);
        self.send(&datagrams);
    }
}
