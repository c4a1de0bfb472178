//! A server as far as a client can tell: our own encoder, nothing of the game.

use super::server_side::{gamestate_message, read_client_header, read_client_message, snapshot_message};
use motive_openarena::wire::{
    ChannelSide, EntityField, EntityState, GameSnapshot, Gamestate, InfoString, NetChannel, OutOfBand,
    PlayerField, PlayerState, ScrambleKey, SnapshotHistory, UserMove, command_hash, scramble,
};

pub(crate) struct FakeServer {
    pub(crate) challenge: i32,
    pub(crate) channel: NetChannel,
    pub(crate) history: SnapshotHistory,
    pub(crate) game: Gamestate,
    pub(crate) server_id: i32,
    pub(crate) time: i32,
    /// Commands to the client, the first with the number 1.
    pub(crate) commands: Vec<String>,
    /// What the client said.
    pub(crate) heard: Vec<String>,
    pub(crate) moves: Vec<UserMove>,
    pub(crate) user: Option<InfoString>,
    acknowledged: u32,
    delta: bool,
}

impl FakeServer {
    pub(crate) fn new() -> Self {
        Self {
            challenge: -1_234_567,
            channel: NetChannel::new(ChannelSide::Server),
            history: SnapshotHistory::default(),
            game: gamestate("box", 4),
            server_id: 4,
            time: 1_000,
            commands: Vec::new(),
            heard: Vec::new(),
            moves: Vec::new(),
            user: None,
            acknowledged: 0,
            delta: false,
        }
    }

    /// Takes in a datagram and answers those that are out of band.
    pub(crate) fn receive(&mut self, datagram: &[u8]) -> Vec<Vec<u8>> {
        if OutOfBand::is_one(datagram) {
            return match OutOfBand::read(datagram) {
                Ok(OutOfBand::GetChallenge { own }) => {
                    vec![OutOfBand::Challenge { challenge: self.challenge, own: Some(own) }.write()]
                }
                Ok(OutOfBand::Connect(info)) => {
                    self.user = Some(info);
                    vec![OutOfBand::ConnectResponse.write()]
                }
                _ => Vec::new(),
            };
        }
        if let Ok(Some(message)) = self.channel.receive(datagram) {
            self.read(message.bytes);
        }
        Vec::new()
    }

    fn read(&mut self, mut bytes: Vec<u8>) {
        let header = read_client_header(&bytes).expect("a header");
        let command = self.command_text(header.acknowledged_command);
        let number = self.challenge ^ header.server_id ^ header.acknowledged;
        scramble(&mut bytes, ScrambleKey { number, command: &command, plain: 12 });
        let key = self.game.checksum_feed as u32 ^ header.acknowledged as u32 ^ command_hash(&command);
        let message = read_client_message(&bytes, key).expect("a message that can be read");
        for (sequence, text) in message.commands {
            if sequence as usize == self.heard.len() + 1 {
                self.heard.push(text);
            }
        }
        let newest = self.moves.last().map_or(i32::MIN, |last| last.time);
        self.moves.extend(message.moves.into_iter().filter(|user_move| user_move.time > newest));
        (self.acknowledged, self.delta) = (header.acknowledged as u32, message.delta);
    }

    fn command_text(&self, number: i32) -> String {
        let at = usize::try_from(number - 1).ok();
        at.and_then(|at| self.commands.get(at)).cloned().unwrap_or_default()
    }

    /// The datagrams of a gamestate.
    pub(crate) fn send_gamestate(&mut self) -> Vec<Vec<u8>> {
        self.history = SnapshotHistory::new(self.game.baselines.iter().copied());
        (self.game.command_sequence, self.delta) = (self.commands.len() as i32, false);
        let message = gamestate_message(&self.game, self.heard.len() as i32).expect("a message");
        self.send(message)
    }

    /// The datagrams of the next snapshot, with all commands.
    pub(crate) fn send_snapshot(&mut self) -> Vec<Vec<u8>> {
        self.time += 50;
        let step = self.time as f32;
        let player = PlayerState::default()
            .with(PlayerField::CommandTime, self.time)
            .with_float(PlayerField::OriginX, step * 0.37)
            .with(PlayerField::Weapon, 2);
        let entity = EntityState::new(3)
            .with(EntityField::Type, 1)
            .with_float(EntityField::PosBaseX, -step)
            .with(EntityField::Client, 3);
        let still = EntityState::new(70).with(EntityField::Type, 2).with(EntityField::Model, 5);
        let entities = if self.time % 200 == 0 { vec![entity, still] } else { vec![entity] };
        let sequence = self.channel.next_sequence();
        let snapshot =
            GameSnapshot { sequence, time: self.time, flags: 0, areas: vec![1, 2], player, entities };
        let commands: Vec<(i32, &str)> =
            self.commands.iter().enumerate().map(|(at, text)| (at as i32 + 1, text.as_str())).collect();
        let base = Some(self.acknowledged).filter(|_| self.delta);
        let message = snapshot_message(&self.history, self.heard.len() as i32, &commands, &snapshot, base)
            .expect("a message");
        self.history.keep(snapshot);
        self.send(message)
    }

    fn send(&mut self, mut message: Vec<u8>) -> Vec<Vec<u8>> {
        let number = self.challenge ^ self.channel.next_sequence() as i32;
        let command = self.heard.last().cloned().unwrap_or_default();
        scramble(&mut message, ScrambleKey { number, command: &command, plain: 4 });
        self.channel.send(&message)
    }
}

pub(crate) fn gamestate(map: &str, server_id: i32) -> Gamestate {
    let mut game = Gamestate { client: 1, checksum_feed: 77_123, ..Gamestate::default() };
    game.config_strings.insert(0, format!("\\mapname\\{map}\\g_gametype\\0"));
    game.config_strings.insert(1, format!("\\sv_serverid\\{server_id}"));
    game.config_strings.insert(545, "n\\^1Anna\\t\\0".to_owned());
    // Long enough for several fragments.
    for number in 100..180 {
        game.config_strings
            .insert(number, format!("a long text of no use, number {number}, 0123456789 abcdefghijkl"));
    }
    game.baselines = (3..40).map(|number| EntityState::new(number).with(EntityField::Model, 9)).collect();
    game
}
