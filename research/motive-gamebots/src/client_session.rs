//! A bot's side of one connection, without sockets: lines in, lines and what is sensed out.

use crate::bridge::{ObservationBuilder, WireIds, to_bot_command};
use crate::{BotCommand, Dialect, GameInfo, Init, MapLearner, Message, Password, ServerMessage};
use motive_shooter::body::{BodyCommand, BodyObservation};

/// Who wants to play.
#[derive(Clone, Debug, Default)]
pub struct ClientSettings {
    /// The name of the bot; the server chooses one if there is none.
    pub name: Option<String>,
    /// The team; the server chooses one if there is none.
    pub team: Option<i32>,
    /// What to answer if the server asks for a password.
    pub password: Option<String>,
}

/// What a line of the server means to the bot.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientEvent {
    /// A block is complete: this is what the bot senses.
    Sensed(Box<BodyObservation>),
    /// The server does not let the bot play, for this reason. [`ClientSession::ask_again`] tries once more.
    Refused(String),
    /// The server refuses the password, or wants one and there is none.
    Locked,
    /// The game is over.
    Over,
}

/// What comes out of a session for one line of the server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClientReaction {
    /// Messages to send.
    pub replies: Vec<Message>,
    /// What the line means.
    pub event: Option<ClientEvent>,
}

/// One bot's conversation with a server of either generation: a server that greets with `HELLO_BOT` is one of 2004.
///
/// Lines that are no messages, and messages with attributes that cannot be read, are counted and passed over.
#[derive(Clone, Debug)]
pub struct ClientSession {
    settings: ClientSettings,
    dialect: Dialect,
    game: Option<GameInfo>,
    builder: ObservationBuilder,
    learner: Option<MapLearner>,
    playing: bool,
    refused_lines: u64,
}

impl ClientSession {
    /// A conversation that begins.
    pub fn new(settings: ClientSettings) -> ClientSession {
        ClientSession {
            settings,
            dialect: Dialect::Ut99,
            game: None,
            builder: ObservationBuilder::new(WireIds::of_level("")),
            learner: None,
            playing: false,
            refused_lines: 0,
        }
    }

    /// The same conversation, from which the map is learnt.
    pub fn learning(mut self, learner: MapLearner) -> ClientSession {
        self.learner = Some(learner);
        self
    }

    /// What was learnt of the map, if anything should be.
    pub fn learner(&self) -> Option<&MapLearner> {
        self.learner.as_ref()
    }

    /// Takes in a line of the server.
    pub fn line(&mut self, line: &str) -> ClientReaction {
        self.read(line).map_or_else(ClientReaction::default, |told| self.told(told))
    }

    /// The message of a line. One whose last brace is missing is read all the same.
    fn read(&mut self, line: &str) -> Option<ServerMessage> {
        let message = Message::parse(line).or_else(|malformed| malformed.readable().ok_or(()));
        let told = message.ok().and_then(|message| ServerMessage::decode(&message, self.dialect).ok());
        self.refused_lines += u64::from(told.is_none());
        told
    }

    fn told(&mut self, told: ServerMessage) -> ClientReaction {
        match told {
            ServerMessage::Hello => {
                self.dialect = Dialect::Ut2004;
                self.reply(&BotCommand::Ready)
            }
            ServerMessage::PasswordWanted => match self.settings.password.clone() {
                Some(password) => self.reply(&BotCommand::Password(Password { password })),
                None => event(ClientEvent::Locked),
            },
            ServerMessage::PasswordWrong => event(ClientEvent::Locked),
            ServerMessage::Game(game) => self.informed(game),
            ServerMessage::Finished => {
                self.builder.apply(ServerMessage::Finished);
                event(ClientEvent::Over)
            }
            ServerMessage::Other(message) if message.kind() == "ERR" && !self.playing => {
                let why = message.get("Text").unwrap_or("the server gives no reason");
                event(ClientEvent::Refused(why.to_owned()))
            }
            other => match self.builder.apply(other) {
                Some(sensed) => {
                    self.playing = true;
                    if let Some(learner) = &mut self.learner {
                        learner.sensed(&sensed, self.builder.ids());
                    }
                    event(ClientEvent::Sensed(Box::new(sensed)))
                }
                None => ClientReaction::default(),
            },
        }
    }

    fn informed(&mut self, game: GameInfo) -> ClientReaction {
        if self.game.is_some() {
            return ClientReaction::default();
        }
        let ids = WireIds::of_level(game.level.as_deref().unwrap_or_default());
        self.builder = ObservationBuilder::new(ids);
        self.game = Some(game);
        ClientReaction { replies: vec![self.ask_again()], event: None }
    }

    /// The request to join the game.
    pub fn ask_again(&self) -> Message {
        let init = Init { name: self.settings.name.clone(), team: self.settings.team };
        BotCommand::Init(init).encode(self.dialect)
    }

    fn reply(&self, command: &BotCommand) -> ClientReaction {
        ClientReaction { replies: vec![command.encode(self.dialect)], event: None }
    }

    /// What to send for commands to the body, after each block that was sensed. In lockstep it ends the turn.
    pub fn commands(&self, commands: &[BodyCommand]) -> Vec<Message> {
        let commands = commands.iter().filter_map(|command| to_bot_command(command, self.builder.ids()));
        let next = self.is_lockstep().then_some(BotCommand::Next);
        commands.chain(next).map(|command| command.encode(self.dialect)).collect()
    }

    /// What to send before the connection is closed, so that the body does not go on by itself.
    pub fn farewell(&self) -> Vec<Message> {
        let leave = match self.dialect {
            Dialect::Ut99 => BotCommand::Quit,
            Dialect::Ut2004 => BotCommand::Disconnect,
        };
        [BotCommand::StopShooting, BotCommand::Stop, leave].map(|command| command.encode(self.dialect)).into()
    }

    /// The game, once the server has told it.
    pub fn game(&self) -> Option<&GameInfo> {
        self.game.as_ref()
    }

    /// Whether the server waits for `NEXT`.
    pub fn is_lockstep(&self) -> bool {
        self.game.as_ref().and_then(|game| game.lockstep) == Some(true)
    }

    /// Whether the bot has sensed anything yet.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// How many lines could not be read.
    pub fn refused_lines(&self) -> u64 {
        self.refused_lines
    }
}

fn event(event: ClientEvent) -> ClientReaction {
    ClientReaction { replies: Vec::new(), event: Some(event) }
}
