//! The server's side of one connection, without sockets: lines in, lines and requests out.

use crate::bridge::{self, Requests, WireIds, observation_messages, to_body_command};
use crate::{AttributeError, BotCommand, CheckReach, Dialect, GameInfo, Initialised, Message, ServerMessage};
use glam::Vec3;
use motive_shooter::body::{BodyCommand, BodyObservation, Id, ids};

/// How a server greets bots.
#[derive(Clone, Debug)]
pub struct SessionSettings {
    /// Which generation of the protocol it speaks.
    pub dialect: Dialect,
    /// What a client must send as `PASSWORD {Password ...}` before anything else.
    pub password: Option<String>,
    /// What `NFO` tells.
    pub game: GameInfo,
}

/// What a client wants of the server.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientRequest {
    /// To join the game.
    Join {
        /// The name that it wants.
        name: Option<String>,
        /// The team that it wants.
        team: Option<i32>,
    },
    /// To do something with its body.
    Command(BodyCommand),
    /// To end its turn, in lockstep.
    EndTurn,
    /// To leave.
    Leave,
}

/// How far a conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LoginStage {
    /// Nothing was said yet.
    Silent,
    /// The client of 2004 has been greeted and should say `READY`.
    Greeted,
    /// A password is wanted.
    Locked,
    /// The client knows the game and should say `INIT`.
    Informed,
    /// The client has said `INIT`, and the server looks for a place.
    Joining,
    /// The client plays.
    Playing,
}

/// How often a client may be wrong before it is told no more, so that a client which sends garbage gets no garbage back for each line.
const MOST_COMPLAINTS: u32 = 20;

/// The most commands that a client may send before it knows whether it plays.
const MOST_EARLY: usize = 16;

/// How often a client may try a password.
const MOST_PASSWORDS: u32 = 3;

/// One client's conversation with the server.
///
/// What a client must not do (a command before `INIT`, `INIT` twice, a line that is no message) is answered with `ERR {Text ...}` and
/// passed over; programs of the time ignore that kind of message.
#[derive(Clone, Debug)]
pub struct ServerSession {
    settings: SessionSettings,
    stage: LoginStage,
    ids: WireIds,
    requests: Requests,
    yaw: i32,
    /// Number and place of what was in sight last.
    sighted: Vec<(Id, Vec3)>,
    complaints: u32,
    passwords: u32,
    over: bool,
    /// Commands between `INIT` and the answer of the server.
    early: Vec<BotCommand>,
}

/// What comes out of a session for one line of a client.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServerReaction {
    /// Messages to send back.
    pub replies: Vec<Message>,
    /// What the client wants.
    pub request: Option<ClientRequest>,
}

impl ServerReaction {
    fn reply(message: Message) -> ServerReaction {
        ServerReaction { replies: vec![message], request: None }
    }

    fn request(request: ClientRequest) -> ServerReaction {
        ServerReaction { replies: Vec::new(), request: Some(request) }
    }
}

impl ServerSession {
    /// A conversation that begins.
    pub fn new(settings: SessionSettings, ids: WireIds) -> ServerSession {
        ServerSession {
            settings,
            stage: LoginStage::Silent,
            ids,
            requests: Requests::default(),
            yaw: 0,
            sighted: Vec::new(),
            complaints: 0,
            passwords: 0,
            over: false,
            early: Vec::new(),
        }
    }

    /// What to say first. At least one client of 2000 fails if this arrives in the same instant as the connection: wait some hundred
    /// milliseconds, or until its first line, which greets by itself.
    pub fn greet(&mut self) -> Vec<Message> {
        if self.stage != LoginStage::Silent {
            return Vec::new();
        }
        match self.settings.dialect {
            Dialect::Ut2004 => {
                self.stage = LoginStage::Greeted;
                ServerMessage::Hello.encode(Dialect::Ut2004)
            }
            Dialect::Ut99 => self.unlock_or_inform(),
        }
    }

    fn unlock_or_inform(&mut self) -> Vec<Message> {
        if self.settings.password.is_some() && self.passwords == 0 {
            self.stage = LoginStage::Locked;
            return ServerMessage::PasswordWanted.encode(self.settings.dialect);
        }
        self.stage = LoginStage::Informed;
        ServerMessage::Game(self.settings.game.clone()).encode(self.settings.dialect)
    }

    /// Takes in a line of the client.
    pub fn line(&mut self, line: &str) -> ServerReaction {
        let mut replies = self.greet();
        let mut reaction = match Message::parse(line) {
            Ok(message) => self.message(&message),
            Err(malformed) => {
                let complaint = malformed.to_string();
                let readable = malformed.readable().filter(|message| message.kind() == "INIT");
                match readable {
                    Some(message) => self.message(&message),
                    None => self.complain(&complaint),
                }
            }
        };
        replies.append(&mut reaction.replies);
        ServerReaction { replies, request: reaction.request }
    }

    fn message(&mut self, message: &Message) -> ServerReaction {
        match BotCommand::decode(message) {
            Ok(Some(command)) => self.command(command),
            Ok(None) => self.complain(&format!("`{}` is no command of this server", message.kind())),
            Err(error) => self.complain(&AttributeError::to_string(&error)),
        }
    }

    fn command(&mut self, command: BotCommand) -> ServerReaction {
        match (self.stage, command) {
            (_, BotCommand::Quit | BotCommand::Disconnect) => ServerReaction::request(ClientRequest::Leave),
            (_, BotCommand::Ping) => ServerReaction::reply(Message::new("PONG")),
            (LoginStage::Greeted, BotCommand::Ready) => {
                ServerReaction { replies: self.unlock_or_inform(), request: None }
            }
            (LoginStage::Locked, BotCommand::Password(tried)) => self.password(&tried.password),
            (LoginStage::Informed, BotCommand::Init(init)) => {
                self.stage = LoginStage::Joining;
                ServerReaction::request(ClientRequest::Join { name: init.name, team: init.team })
            }
            (LoginStage::Playing, BotCommand::Init(_)) | (LoginStage::Joining, BotCommand::Init(_)) => {
                self.complain("INIT was said already")
            }
            (LoginStage::Playing, BotCommand::Next) => ServerReaction::request(ClientRequest::EndTurn),
            (LoginStage::Playing, command) => {
                let command = self.with_place(command);
                match to_body_command(command, self.yaw, &mut self.ids, &mut self.requests) {
                    Some(command) => ServerReaction::request(ClientRequest::Command(command)),
                    None => self.complain("this command needs a Location, or a Target that is in sight"),
                }
            }
            (LoginStage::Joining, command) if self.early.len() < MOST_EARLY => {
                self.early.push(command);
                ServerReaction::default()
            }
            // A client of either generation may say READY or a password where nobody asks.
            (_, BotCommand::Ready | BotCommand::Password(_)) => ServerReaction::default(),
            (LoginStage::Greeted, _) => self.complain("READY is expected first"),
            (LoginStage::Locked, _) => self.complain("PASSWORD {Password ...} is expected first"),
            (LoginStage::Silent | LoginStage::Informed | LoginStage::Joining, _) => {
                self.complain("INIT is expected first")
            }
        }
    }

    /// A question about something in sight is one about its place.
    fn with_place(&mut self, command: BotCommand) -> BotCommand {
        match command {
            BotCommand::CheckReach(CheckReach { request, target: Some(target), location: None }) => {
                let number = self.ids.number(&target);
                let place = self.sighted.iter().find(|(id, _)| *id == number).map(|(_, at)| *at);
                let location = place.map(bridge::location);
                BotCommand::CheckReach(CheckReach { request, target: Some(target), location })
            }
            other => other,
        }
    }

    fn password(&mut self, tried: &str) -> ServerReaction {
        self.passwords += 1;
        let dialect = self.settings.dialect;
        if self.settings.password.as_deref().is_some_and(|password| same(password, tried)) {
            let mut replies = ServerMessage::PasswordRight.encode(dialect);
            replies.extend(self.unlock_or_inform());
            return ServerReaction { replies, request: None };
        }
        let leave = (self.passwords >= MOST_PASSWORDS).then_some(ClientRequest::Leave);
        ServerReaction { replies: ServerMessage::PasswordWrong.encode(dialect), request: leave }
    }

    fn complain(&mut self, why: &str) -> ServerReaction {
        self.complaints = self.complaints.saturating_add(1);
        if self.complaints > MOST_COMPLAINTS {
            return ServerReaction::default();
        }
        ServerReaction::reply(Message::new("ERR").with("Text", why))
    }

    /// The client plays from now on, as the player with this number.
    pub fn joined(&mut self, player: usize) -> Vec<Message> {
        self.stage = LoginStage::Playing;
        match self.settings.dialect {
            Dialect::Ut99 => Vec::new(),
            Dialect::Ut2004 => {
                let bot = self.ids.id(ids::player(player));
                ServerMessage::Initialised(Initialised { bot }).encode(Dialect::Ut2004)
            }
        }
    }

    /// What the client has commanded since `INIT`, before it knew that it plays.
    pub fn catch_up(&mut self) -> Vec<ServerReaction> {
        let early = std::mem::take(&mut self.early);
        early.into_iter().map(|command| self.command(command)).collect()
    }

    /// There is no place in the game. The client may try again.
    pub fn refused(&mut self, why: &str) -> Vec<Message> {
        self.early.clear();
        self.stage = LoginStage::Informed;
        self.complain(why).replies
    }

    /// What to tell the client of what its bot senses.
    pub fn observation(&mut self, seen: &BodyObservation) -> Vec<Message> {
        if self.stage != LoginStage::Playing || self.over {
            return Vec::new();
        }
        self.yaw = seen.own.yaw;
        self.sighted = seen.sightings().collect();
        let requests = &mut self.requests;
        let mut told = observation_messages(seen, &self.ids, |number| requests.answer(number));
        if seen.game.over {
            self.over = true;
            told.push(ServerMessage::Finished);
        }
        told.iter().flat_map(|information| information.encode(self.settings.dialect)).collect()
    }

    /// A line of the client was longer than so many bytes, and was passed over.
    pub fn too_long(&mut self, most: usize) -> ServerReaction {
        self.complain(&format!("a line may have {most} bytes"))
    }

    /// Whether nothing was said yet, by either side.
    pub fn is_silent(&self) -> bool {
        self.stage == LoginStage::Silent
    }

    /// Whether the client plays.
    pub fn is_playing(&self) -> bool {
        self.stage == LoginStage::Playing
    }

    /// How many lines of the client were refused.
    pub fn complaints(&self) -> u32 {
        self.complaints
    }
}

/// Compares without telling by its time how much of a guess was right.
pub(crate) fn same(password: &str, tried: &str) -> bool {
    let differences = password.bytes().zip(tried.bytes()).fold(0, |found, (a, b)| found | (a ^ b));
    password.len() == tried.len() && differences == 0
}
