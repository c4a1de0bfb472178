//! A client's side of one connection, without sockets and without a clock of its own: datagrams and the time in, datagrams and events out.

use crate::game::{GameKind, PlayerInfo, plain_name};
use crate::wire::{
    ChannelSide, ClientHeader, ClientMessage, GameSnapshot, Gamestate, InfoString, NetChannel, OutOfBand,
    PROTOCOL, RELIABLE_COMMANDS, ScrambleKey, ServerOperation, SnapshotHistory, UserMove, WireError,
    command_hash, read_server_message, scramble,
};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Milliseconds between two attempts to be let in.
const ATTEMPT: u64 = 1_000;
/// Milliseconds after which something is sent even if nobody moves.
const KEEP_ALIVE: u64 = 250;
/// The same for a client that has not entered the game, which it does by sending a move.
const ENTERING: u64 = 50;
/// So many messages in a row that cannot be read end a connection.
const MOST_UNREADABLE: u32 = 400;
/// How often old moves are sent again, in case the message before was lost.
const REPEATED_MOVES: usize = 2;
/// The configuration string of the server's variables.
const SYSTEM_INFO: u16 = 1;
/// Where the configuration strings of players begin.
const PLAYERS: u16 = 544;
const SCORES: [u16; 2] = [6, 7];
const FLAG_STATUS: u16 = 23;
const INTERMISSION: u16 = 22;
const LEVEL_START: u16 = 21;
/// The configuration string of what everybody may know about the game.
const SERVER_INFO: u16 = 0;

/// Who wants to play, and how long it waits.
#[derive(Clone, Debug, PartialEq)]
pub struct ConnectionSettings {
    /// The name of the player.
    pub name: String,
    /// Its model, such as `sarge`.
    pub model: String,
    /// What to answer if the server wants a password.
    pub password: Option<String>,
    /// A number that tells this client from others on the same machine.
    pub port: u16,
    /// Milliseconds until a server that has said nothing is given up.
    pub silence: u64,
}

impl Default for ConnectionSettings {
    fn default() -> Self {
        Self { name: "Motive".into(), model: "sarge".into(), password: None, port: 1, silence: 10_000 }
    }
}

impl ConnectionSettings {
    /// What the server is told about the player.
    fn user_info(&self) -> InfoString {
        // Servers of this generation want 32 hexadecimal digits that stay the same from one visit to the next.
        let id = (0..4u32).map(|part| {
            let text = self.name.bytes().fold(2_166_136_261 ^ part, |sum: u32, byte| {
                (sum ^ u32::from(byte)).wrapping_mul(16_777_619)
            });
            format!("{:08X}", text ^ u32::from(self.port) << 8)
        });
        let info = InfoString::default()
            .with("name", &self.name)
            .with("model", &self.model)
            .with("headmodel", &self.model)
            .with("team_model", &self.model)
            .with("team_headmodel", &self.model)
            .with("handicap", 100)
            .with("rate", 100_000)
            // As many snapshots as the server makes; it sends no more than that.
            .with("snaps", 1_000)
            .with("cg_predictItems", 0)
            .with("color1", 4)
            .with("color2", 5)
            .with("sex", "neuter")
            .with("cl_guid", id.collect::<String>());
        match &self.password {
            Some(password) => info.with("password", password),
            None => info,
        }
    }
}

/// Why a connection is over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectionEnd {
    /// The server does not let the player in.
    #[error("the server lets nobody in: {0}")]
    Refused(String),
    /// The server has sent the player away.
    #[error("the server ended the connection: {0}")]
    Dropped(String),
    /// The server says nothing any more.
    #[error("the server does not answer")]
    Silent,
    /// What comes from the server cannot be read.
    #[error("the server sends what cannot be read: {0}")]
    Unreadable(WireError),
    /// The server has forgotten to acknowledge commands.
    #[error("the server does not take commands any more")]
    Stuck,
}

/// What a datagram means to the player.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionEvent {
    /// A map begins, the first one or another. [`GameSession::config`] knows about it.
    MapBegins,
    /// This is what is seen now, in the game. Until the server lets the player enter it there are none.
    Snapshot(Arc<GameSnapshot>),
    /// The server says something, by its words.
    Command(Vec<String>),
    /// It is over.
    Ended(ConnectionEnd),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionStage {
    Challenging,
    Connecting,
    Waiting,
    Playing,
    Over,
}

/// Commands of the server that arrived.
#[derive(Clone, Debug)]
struct ServerCommands {
    /// The last ones, by number modulo their number.
    texts: Vec<String>,
    last: i32,
}

/// Own commands, which must arrive.
#[derive(Clone, Debug)]
struct OwnCommands {
    /// Those that the server has not acknowledged.
    open: VecDeque<(i32, String)>,
    /// The text of each that was sent, by number modulo their number.
    sent: Vec<String>,
    last: i32,
}

/// What the server said of the map that is played, and what was done on it.
#[derive(Clone, Debug)]
struct MapState {
    config: BTreeMap<u16, String>,
    /// A configuration string that comes in pieces.
    big_string: String,
    client: i32,
    server_id: i32,
    checksum_feed: i32,
    history: SnapshotHistory,
    /// The last message that had a snapshot.
    last_snapshot: u32,
    /// Whether the last snapshot was one of the game.
    entered: bool,
    moves: VecDeque<UserMove>,
}

/// When things happened, in milliseconds.
#[derive(Clone, Debug, Default)]
struct SessionTimes {
    heard: Option<u64>,
    attempt: Option<u64>,
    sent: u64,
}

/// One client's conversation with a server.
#[derive(Clone, Debug)]
pub struct GameSession {
    settings: ConnectionSettings,
    stage: ConnectionStage,
    challenge: i32,
    channel: NetChannel,
    map: MapState,
    server_commands: ServerCommands,
    own_commands: OwnCommands,
    times: SessionTimes,
    unreadable: u32,
    refused: u64,
}

impl GameSession {
    /// A conversation that begins. [`poll`](Self::poll) gives its first datagram.
    pub fn new(settings: ConnectionSettings) -> Self {
        let texts = vec![String::new(); RELIABLE_COMMANDS];
        let map = MapState {
            config: BTreeMap::new(),
            big_string: String::new(),
            client: -1,
            server_id: 0,
            checksum_feed: 0,
            history: SnapshotHistory::default(),
            last_snapshot: 0,
            entered: false,
            moves: VecDeque::new(),
        };
        Self {
            channel: NetChannel::new(ChannelSide::Client { port: settings.port }),
            settings,
            stage: ConnectionStage::Challenging,
            challenge: 0,
            map,
            server_commands: ServerCommands { texts: texts.clone(), last: 0 },
            own_commands: OwnCommands { open: VecDeque::new(), sent: texts, last: 0 },
            times: SessionTimes::default(),
            unreadable: 0,
            refused: 0,
        }
    }

    /// The number of the player.
    pub fn client(&self) -> i32 {
        self.map.client
    }

    /// A configuration string; empty if there is none.
    pub fn config(&self, number: u16) -> &str {
        self.map.config.get(&number).map_or("", String::as_str)
    }

    /// What everybody may know about the game: `mapname`, `g_gametype` and the like.
    pub fn server_info(&self) -> InfoString {
        InfoString::parse(self.config(SERVER_INFO))
    }

    /// Whether the player is in the game.
    pub fn is_playing(&self) -> bool {
        self.stage == ConnectionStage::Playing
    }

    /// How many datagrams could not be used.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// How many commands the server has not acknowledged.
    pub fn unacknowledged(&self) -> usize {
        self.own_commands.open.len()
    }

    /// Says something to the server that must arrive, such as `say hello` or `team red`.
    pub fn command(&mut self, text: &str) {
        if self.own_commands.open.len() < RELIABLE_COMMANDS {
            self.own_commands.last += 1;
            let text: String =
                text.chars().filter(|letter| letter.is_ascii() && *letter != '\0').take(1_000).collect();
            self.own_commands.sent[slot(self.own_commands.last)] = text.clone();
            self.own_commands.open.push_back((self.own_commands.last, text));
        }
    }

    /// What must be sent because time has passed. The clock is any that goes forward, in milliseconds.
    pub fn poll(&mut self, now: u64) -> (Vec<Vec<u8>>, Option<SessionEvent>) {
        if self.stage == ConnectionStage::Over {
            return (Vec::new(), None);
        }
        let heard = *self.times.heard.get_or_insert(now);
        if now.saturating_sub(heard) > self.settings.silence {
            return (Vec::new(), Some(self.end(ConnectionEnd::Silent)));
        }
        let datagrams = match self.stage {
            ConnectionStage::Challenging | ConnectionStage::Connecting => {
                if self.times.attempt.is_some_and(|at| now.saturating_sub(at) < ATTEMPT) {
                    return (Vec::new(), None);
                }
                self.times.attempt = Some(now);
                vec![self.attempt().write()]
            }
            _ if now.saturating_sub(self.times.sent) >= self.pause() => self.send(now),
            _ => Vec::new(),
        };
        (datagrams, None)
    }

    /// Milliseconds after which something is sent even if nobody moves.
    fn pause(&self) -> u64 {
        if self.is_entering() { ENTERING } else { KEEP_ALIVE }
    }

    /// Whether the server waits for a first move.
    fn is_entering(&self) -> bool {
        self.stage == ConnectionStage::Playing && !self.map.entered
    }

    fn attempt(&self) -> OutOfBand {
        if self.stage == ConnectionStage::Challenging {
            return OutOfBand::GetChallenge { own: i32::from(self.settings.port) };
        }
        let info = self.settings.user_info();
        let info = info.with("protocol", PROTOCOL).with("qport", self.settings.port);
        OutOfBand::Connect(info.with("challenge", self.challenge))
    }

    /// Takes in a datagram of the server.
    pub fn receive(&mut self, datagram: &[u8], now: u64) -> Vec<SessionEvent> {
        if self.stage == ConnectionStage::Over {
            return Vec::new();
        }
        if OutOfBand::is_one(datagram) {
            return self.receive_out_of_band(datagram, now).into_iter().collect();
        }
        if matches!(self.stage, ConnectionStage::Challenging | ConnectionStage::Connecting) {
            self.refused += 1;
            return Vec::new();
        }
        match self.receive_message(datagram, now) {
            Ok(events) => events,
            Err(error) => {
                self.refused += 1;
                self.unreadable += 1;
                if self.unreadable > MOST_UNREADABLE {
                    return vec![self.end(ConnectionEnd::Unreadable(error))];
                }
                Vec::new()
            }
        }
    }

    fn receive_out_of_band(&mut self, datagram: &[u8], now: u64) -> Option<SessionEvent> {
        let Ok(message) = OutOfBand::read(datagram) else {
            self.refused += 1;
            return None;
        };
        match (self.stage, message) {
            (ConnectionStage::Challenging, OutOfBand::Challenge { challenge, own })
                if own.is_none_or(|own| own == i32::from(self.settings.port)) =>
            {
                (self.challenge, self.stage) = (challenge, ConnectionStage::Connecting);
                (self.times.heard, self.times.attempt) = (Some(now), None);
            }
            (ConnectionStage::Connecting, OutOfBand::ConnectResponse) => {
                (self.stage, self.times.heard) = (ConnectionStage::Waiting, Some(now));
            }
            (ConnectionStage::Challenging | ConnectionStage::Connecting, OutOfBand::Print(why)) => {
                return Some(self.end(ConnectionEnd::Refused(why)));
            }
            _ => self.refused += 1,
        }
        None
    }

    fn receive_message(&mut self, datagram: &[u8], now: u64) -> Result<Vec<SessionEvent>, WireError> {
        let Some(mut message) = self.channel.receive(datagram)? else { return Ok(Vec::new()) };
        // The first number of a message is not veiled and says which command veils the rest.
        let acknowledged = crate::wire::BitReader::new(&message.bytes).long()?;
        let number = self.challenge ^ message.sequence as i32;
        let command = self.own_commands.sent[slot(acknowledged)].as_str();
        scramble(&mut message.bytes, ScrambleKey { number, command, plain: 4 });
        let (acknowledged, operations) =
            read_server_message(&message.bytes, message.sequence, &self.map.history)?;
        (self.times.heard, self.unreadable) = (Some(now), 0);
        self.own_commands.open.retain(|(sequence, _)| *sequence > acknowledged);
        let mut events = Vec::new();
        for operation in operations {
            match operation {
                ServerOperation::Gamestate(game) => events.push(self.begin(*game)),
                ServerOperation::Command { sequence, text } => events.extend(self.told(sequence, text)),
                ServerOperation::Snapshot(snapshot) => {
                    self.map.last_snapshot = snapshot.sequence;
                    let snapshot = self.map.history.keep(*snapshot);
                    self.map.entered = snapshot.has_entered();
                    if self.stage == ConnectionStage::Playing && self.map.entered {
                        events.push(SessionEvent::Snapshot(snapshot));
                    }
                }
            }
        }
        Ok(events)
    }

    fn begin(&mut self, game: Gamestate) -> SessionEvent {
        self.map.history = SnapshotHistory::new(game.baselines);
        self.map.config = game.config_strings;
        (self.map.client, self.map.checksum_feed) = (game.client, game.checksum_feed);
        self.server_commands.last = game.command_sequence;
        (self.map.last_snapshot, self.map.entered) = (0, false);
        self.map.moves.clear();
        self.read_server_id();
        self.stage = ConnectionStage::Playing;
        SessionEvent::MapBegins
    }

    fn read_server_id(&mut self) {
        let info = InfoString::parse(self.config(SYSTEM_INFO));
        if let Some(id) = info.get("sv_serverid").and_then(|id| id.parse().ok()) {
            self.map.server_id = id;
        }
    }

    /// A command that may have come before.
    fn told(&mut self, sequence: i32, text: String) -> Option<SessionEvent> {
        if sequence <= self.server_commands.last {
            return None;
        }
        self.server_commands.last = sequence;
        let words = words(&text);
        self.server_commands.texts[slot(sequence)] = text;
        let number = || words.get(1).and_then(|word| word.parse::<u16>().ok());
        let last = || words.get(2).map_or("", String::as_str);
        match words.first().map_or("", String::as_str) {
            "cs" => self.set_config(number()?, last().to_owned()),
            "bcs0" => self.map.big_string = last().to_owned(),
            "bcs1" => self.extend_big_string(last()),
            "bcs2" => {
                self.extend_big_string(last());
                let whole = std::mem::take(&mut self.map.big_string);
                self.set_config(number()?, whole);
            }
            "disconnect" => {
                let why = words.get(1).map_or("no reason given", String::as_str).to_owned();
                return Some(self.end(ConnectionEnd::Dropped(why)));
            }
            _ => {}
        }
        Some(SessionEvent::Command(words))
    }

    fn extend_big_string(&mut self, text: &str) {
        if self.map.big_string.len() + text.len() <= crate::wire::MAX_MESSAGE {
            self.map.big_string.push_str(text);
        }
    }

    fn set_config(&mut self, number: u16, text: String) {
        if usize::from(number) < crate::wire::MAX_CONFIG_STRINGS {
            self.map.config.insert(number, text);
            if number == SYSTEM_INFO {
                self.read_server_id();
            }
        }
    }

    /// Sends moves, oldest first. Their times go forward.
    pub fn send_moves(&mut self, moves: &[UserMove], now: u64) -> Vec<Vec<u8>> {
        self.map.moves.extend(moves);
        while self.map.moves.len() > moves.len() + REPEATED_MOVES {
            self.map.moves.pop_front();
        }
        self.send(now)
    }

    fn send(&mut self, now: u64) -> Vec<Vec<u8>> {
        self.times.sent = now;
        let acknowledged = self.channel.received() as i32;
        let header = ClientHeader {
            server_id: self.map.server_id,
            acknowledged,
            acknowledged_command: self.server_commands.last,
        };
        let last_command = self.server_commands.texts[slot(self.server_commands.last)].as_str();
        let key = self.map.checksum_feed as u32 ^ acknowledged as u32 ^ command_hash(last_command);
        let message = ClientMessage {
            header,
            commands: self.own_commands.open.iter().cloned().collect(),
            moves: self.moves_to_send(),
            delta: self.map.last_snapshot != 0 && self.map.last_snapshot == self.channel.received(),
        };
        let Ok(mut bytes) = message.write(key) else { return Vec::new() };
        let number = self.challenge ^ self.map.server_id ^ acknowledged;
        scramble(&mut bytes, ScrambleKey { number, command: last_command, plain: 12 });
        self.channel.send(&bytes)
    }

    /// A server passes over moves that are not later than the first one, so that one who enters sends a move of no time: the clock of a new map may be
    /// behind that of the last one.
    fn moves_to_send(&self) -> Vec<UserMove> {
        match self.stage {
            ConnectionStage::Playing if self.map.entered => self.map.moves.iter().copied().collect(),
            ConnectionStage::Playing => vec![UserMove::default()],
            _ => Vec::new(),
        }
    }

    /// Says good-bye. The datagrams are sent more than once, because nobody will ask for them again.
    pub fn leave(&mut self, now: u64) -> Vec<Vec<u8>> {
        if !matches!(self.stage, ConnectionStage::Waiting | ConnectionStage::Playing) {
            self.stage = ConnectionStage::Over;
            return Vec::new();
        }
        self.command("disconnect");
        let datagrams = (0..3).flat_map(|_| self.send(now)).collect();
        self.stage = ConnectionStage::Over;
        datagrams
    }

    fn end(&mut self, why: ConnectionEnd) -> SessionEvent {
        self.stage = ConnectionStage::Over;
        SessionEvent::Ended(why)
    }
}

/// Where a command of a number is kept.
fn slot(sequence: i32) -> usize {
    sequence as usize % RELIABLE_COMMANDS
}

/// The words of a command; quotes hold words together.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

/// What the configuration strings say about game and players.
impl GameSession {
    /// What everybody knows about a player; nothing if there is none of this number.
    pub fn player(&self, client: i32) -> Option<PlayerInfo> {
        let number = u16::try_from(client).ok().filter(|client| *client < 64)?;
        let text = self.config(PLAYERS + number);
        if text.is_empty() {
            return None;
        }
        let info = InfoString::parse(text);
        let team = info.get("t").and_then(|team| team.parse().ok()).unwrap_or(0);
        Some(PlayerInfo { name: plain_name(info.get("n").unwrap_or_default()), team })
    }

    /// Which game is played.
    pub fn game_kind(&self) -> GameKind {
        let number = self.server_info().get("g_gametype").and_then(|text| text.parse().ok());
        GameKind::of_number(number.unwrap_or(0))
    }

    /// Points of red and blue, or of the first and the second.
    pub fn scores(&self) -> [i32; 2] {
        SCORES.map(|number| self.config(number).trim().parse().unwrap_or(0))
    }

    /// For red and blue whether the flag is away from its base.
    pub fn flags_away(&self) -> [bool; 2] {
        let mut states = self.config(FLAG_STATUS).bytes();
        let mut away = || states.next().is_some_and(|state| state != b'0');
        [away(), away()]
    }

    /// Whether the game is over and the next one has not begun.
    pub fn is_intermission(&self) -> bool {
        self.config(INTERMISSION).trim() == "1"
    }

    /// When the game began, by the server's clock.
    pub fn level_start(&self) -> i32 {
        self.config(LEVEL_START).trim().parse().unwrap_or(0)
    }
}
