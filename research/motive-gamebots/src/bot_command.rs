//! The commands of a bot, as a table: variant, kind of message, and the fields with their attributes.

use crate::attributes::{AttributeReader, messages};
use crate::{AttributeError, Dialect, Location, Message, Rotation};

messages! {
    /// What a bot wants, as a value. See the types for what is in them.
    enum BotCommand

    records {
        /// Enter the game. `INIT`
        Init "INIT": Init {
            name: Option<String> = "Name", "The bot's name; the server chooses one if there is none.";
            team: Option<i32> = "Team", "The bot's team; the server chooses one if there is none.";
        }
        /// The password that the server asked for. `PASSWORD`, in UT2004.
        Password "PASSWORD": Password {
            password: String = "Password", "The password.";
        }
        /// Where to run. `RUNTO`, in UT2004 `MOVE` if it is a place.
        RunTo "RUNTO": Destination {
            target: Option<String> = "Target", "Something in sight.";
            location: Option<Location> = "Location", "A place, if there is no target.";
        }
        /// Run to a place and face something else. `STRAFE`
        Strafe "STRAFE": Strafe {
            location: Location = "Location", "Where to run.";
            target: Option<String> = "Target", "What to face.";
            focus: Option<Location> = "Focus", "A place to face, if there is no target. Read by our server alone.";
        }
        /// Turn until the bot faces a target, a place or in a direction. `TURNTO`
        TurnTo "TURNTO": TurnTo {
            target: Option<String> = "Target", "Something in sight.";
            rotation: Option<Rotation> = "Rotation", "A direction, if there is no target.";
            location: Option<Location> = "Location", "A place, if there is neither.";
        }
        /// Turn by an angle. `ROTATE`
        Rotate "ROTATE": Rotate {
            amount: i32 = "Amount", "Units of [`Rotation::CIRCLE`]; the sign is the direction.";
            axis: Option<String> = "Axis", "`Vertical` to look up or down.";
        }
        /// Shoot until told otherwise. `SHOOT`
        Shoot "SHOOT": Shoot {
            location: Option<Location> = "Location", "Where to, if nothing is aimed at.";
            target: Option<String> = "Target", "What to aim at.";
            alternate: Option<bool> = "Alt", "Whether to shoot the second way.";
        }
        /// Take another weapon in hand. `CHANGEWEAPON`
        ChangeWeapon "CHANGEWEAPON": ChangeWeapon {
            id: String = "Id", "Id of the weapon, or `Best`.";
        }
        /// Ask for the way to a place. `GETPATH`
        GetPath "GETPATH": GetPath {
            request: Option<String> = "Id", "The id that the answer will have.";
            location: Location = "Location", "Where to.";
        }
        /// Ask whether one can run straight to something. `CHECKREACH`
        CheckReach "CHECKREACH": CheckReach {
            request: Option<String> = "Id", "The id that the answer will have.";
            target: Option<String> = "Target", "Something in sight.";
            location: Option<Location> = "Location", "A place, if there is no target.";
        }
        /// Speak. `MESSAGE`
        Say "MESSAGE": Say {
            text: String = "Text", "What to say.";
            global: Option<bool> = "Global", "Whether everybody hears it, or the team alone.";
        }
        /// Walk or run from now on. `SETWALK`
        Walk "SETWALK": Walk {
            walk: bool = "Walk", "Whether to walk.";
        }
        /// Crouch or stand from now on. `SETCROUCH`, in UT2004.
        Crouch "SETCROUCH": Crouch {
            crouch: bool = "Crouch", "Whether to crouch.";
        }
    }
    written_by_hand {}
    marks {
        Ready "READY", "The client of UT2004 answers the greeting.";
        Stop "STOP", "Stop all motion.";
        Jump "JUMP", "Jump.";
        StopShooting "STOPSHOOT", "Stop shooting.";
        Next "NEXT", "All commands of this turn are sent. Ends a turn of a game in lockstep on our server; others do not know it.";
        Ping "PING", "The server answers `PONG`.";
        Quit "QUIT", "Leave the game.";
        Disconnect "DISCONNECT", "Leave the game, in UT2004.";
    }
}

/// `MOVE {FirstLocation x,y,z}`; `Location` is read too.
fn read_move(message: &Message) -> Result<BotCommand, AttributeError> {
    let reader = AttributeReader::new(message, Dialect::Ut2004);
    let location: Option<Location> = reader.field("Location")?;
    Ok(BotCommand::run_to(location.map_or_else(|| reader.field("FirstLocation"), Ok)?))
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
        Self::read(&AttributeReader::new(message, Dialect::Ut99))
    }

    /// The message in the words of a dialect.
    pub fn encode(&self, dialect: Dialect) -> Message {
        match self {
            BotCommand::RunTo(Destination { target: None, location: Some(location) })
                if dialect == Dialect::Ut2004 =>
            {
                Message::new("MOVE").with("FirstLocation", location)
            }
            command => command.write(dialect),
        }
    }

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
