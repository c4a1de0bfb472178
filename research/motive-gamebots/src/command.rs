//! What a bot tells a server.

use crate::attributes::{AttributeReader, Record, records};
use crate::{AttributeError, Dialect, Location, Message, Rotation};

records! {
    /// Enter the game. `INIT`
    Init {
        /// The bot's name; the server chooses one if there is none.
        name: Option<String> = "Name",
        /// The bot's team; the server chooses one if there is none.
        team: Option<i32> = "Team",
    }

    /// The password that the server asked for. `PASSWORD`, in UT2004.
    Password {
        /// The password.
        password: String = "Password",
    }

    /// Where to run. `RUNTO`, in UT2004 `MOVE` if it is a place.
    Destination {
        /// Something in sight.
        target: Option<String> = "Target",
        /// A place, if there is no target.
        location: Option<Location> = "Location",
    }

    /// Run to a place and face something else. `STRAFE`
    Strafe {
        /// Where to run.
        location: Location = "Location",
        /// What to face.
        target: Option<String> = "Target",
        /// A place to face, if there is no target. Read by our server alone.
        focus: Option<Location> = "Focus",
    }

    /// Turn until the bot faces a target, a place or in a direction. `TURNTO`
    TurnTo {
        /// Something in sight.
        target: Option<String> = "Target",
        /// A direction, if there is no target.
        rotation: Option<Rotation> = "Rotation",
        /// A place, if there is neither.
        location: Option<Location> = "Location",
    }

    /// Turn by an angle. `ROTATE`
    Rotate {
        /// Units of [`Rotation::CIRCLE`]; the sign is the direction.
        amount: i32 = "Amount",
        /// `Vertical` to look up or down.
        axis: Option<String> = "Axis",
    }

    /// Shoot until told otherwise. `SHOOT`
    Shoot {
        /// Where to, if nothing is aimed at.
        location: Option<Location> = "Location",
        /// What to aim at.
        target: Option<String> = "Target",
        /// Whether to shoot the second way.
        alternate: Option<bool> = "Alt",
    }

    /// Take another weapon in hand. `CHANGEWEAPON`
    ChangeWeapon {
        /// Id of the weapon, or `Best`.
        id: String = "Id",
    }

    /// Ask for the way to a place. `GETPATH`
    GetPath {
        /// The id that the answer will have.
        request: Option<String> = "Id",
        /// Where to.
        location: Location = "Location",
    }

    /// Ask whether one can run straight to something. `CHECKREACH`
    CheckReach {
        /// The id that the answer will have.
        request: Option<String> = "Id",
        /// Something in sight.
        target: Option<String> = "Target",
        /// A place, if there is no target.
        location: Option<Location> = "Location",
    }

    /// Speak. `MESSAGE`
    Say {
        /// What to say.
        text: String = "Text",
        /// Whether everybody hears it, or the team alone.
        global: Option<bool> = "Global",
    }

    /// Walk or run from now on. `SETWALK`
    Walk {
        /// Whether to walk.
        walk: bool = "Walk",
    }

    /// Crouch or stand from now on. `SETCROUCH`, in UT2004.
    Crouch {
        /// Whether to crouch.
        crouch: bool = "Crouch",
    }
}

/// Declares [`BotCommand`] with the kind of message for each variant.
macro_rules! commands {
    (
        records { $($kind:literal $variant:ident($record:ty),)* }
        plain { $($(#[$about:meta])* $plain:literal $plain_variant:ident,)* }
    ) => {
        /// What a bot wants, as a value. See the types for what is in them.
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[non_exhaustive]
        pub enum BotCommand {
            $(#[doc = concat!("`", $kind, "`")] $variant($record),)*
            $($(#[$about])* $plain_variant,)*
        }

        impl BotCommand {
            /// Reads a command in either dialect. `None` if this crate does not know its kind.
            ///
            /// # Errors
            ///
            /// An attribute is missing without which the command makes no sense, or its value has another type.
            pub fn decode(message: &Message) -> Result<Option<BotCommand>, AttributeError> {
                // A place to run to is called so in UT2004, and nothing else is.
                if message.kind() == "MOVE" {
                    return read_move(message).map(Some);
                }
                let reader = AttributeReader::new(message, Dialect::Ut99);
                Ok(Some(match message.kind() {
                    $($kind => BotCommand::$variant(Record::read(&reader)?),)*
                    $($plain => BotCommand::$plain_variant,)*
                    _ => return Ok(None),
                }))
            }

            /// The message in the words of a dialect.
            pub fn encode(&self, dialect: Dialect) -> Message {
                match self {
                    BotCommand::RunTo(Destination { target: None, location: Some(location) })
                        if dialect == Dialect::Ut2004 => Message::new("MOVE").with("FirstLocation", location),
                    $(BotCommand::$variant(record) => record.write($kind, dialect),)*
                    $(BotCommand::$plain_variant => Message::new($plain),)*
                }
            }
        }
    };
}

commands! {
    records {
        "INIT" Init(Init),
        "PASSWORD" Password(Password),
        "RUNTO" RunTo(Destination),
        "STRAFE" Strafe(Strafe),
        "TURNTO" TurnTo(TurnTo),
        "ROTATE" Rotate(Rotate),
        "SHOOT" Shoot(Shoot),
        "CHANGEWEAPON" ChangeWeapon(ChangeWeapon),
        "GETPATH" GetPath(GetPath),
        "CHECKREACH" CheckReach(CheckReach),
        "MESSAGE" Say(Say),
        "SETWALK" Walk(Walk),
        "SETCROUCH" Crouch(Crouch),
    }
    plain {
        /// `READY`: the client of UT2004 answers the greeting.
        "READY" Ready,
        /// `STOP`: stop all motion.
        "STOP" Stop,
        /// `JUMP`
        "JUMP" Jump,
        /// `STOPSHOOT`
        "STOPSHOOT" StopShooting,
        /// `NEXT`: all commands of this turn are sent. Ends a turn of a game in lockstep on our server; others do not know it.
        "NEXT" Next,
        /// `PING`: the server answers `PONG`.
        "PING" Ping,
        /// `QUIT`: leave the game.
        "QUIT" Quit,
        /// `DISCONNECT`: leave the game, in UT2004.
        "DISCONNECT" Disconnect,
    }
}

/// `MOVE {FirstLocation x,y,z}`; `Location` is read too.
fn read_move(message: &Message) -> Result<BotCommand, AttributeError> {
    let reader = AttributeReader::new(message, Dialect::Ut2004);
    let location: Option<Location> = reader.field("Location")?;
    Ok(BotCommand::run_to(location.map_or_else(|| reader.field("FirstLocation"), Ok)?))
}

impl BotCommand {
    /// Run straight to a place.
    pub fn run_to(location: Location) -> BotCommand {
        BotCommand::RunTo(Destination { target: None, location: Some(location) })
    }

    /// Enter the game.
    pub fn init(name: &str, team: i32) -> BotCommand {
        BotCommand::Init(Init { name: Some(name.to_owned()), team: Some(team) })
    }

    /// Shoot at somebody who is at this place.
    pub fn shoot(target: &str, location: Location) -> BotCommand {
        BotCommand::Shoot(Shoot {
            location: Some(location),
            target: Some(target.to_owned()),
            alternate: None,
        })
    }

    /// Ask for the way to a place; the answer has the same id.
    pub fn get_path(request: &str, location: Location) -> BotCommand {
        BotCommand::GetPath(GetPath { request: Some(request.to_owned()), location })
    }
}
