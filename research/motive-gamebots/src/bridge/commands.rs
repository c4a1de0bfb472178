//! Commands to a body, to the wire and back.

use super::{WireIds, location, place};
use crate::{
    BotCommand, ChangeWeapon, CheckReach, Crouch, Destination, GetPath, Rotate, Say, Shoot, Strafe, TurnTo,
    Walk,
};
use motive_shooter::body::{Aim, BodyCommand, WeaponWish};
use motive_shooter::geometry::{turn_between, whole_angle};
use std::collections::VecDeque;

/// Questions of a client that were not answered yet: the number that the arena knows, and the id that the client gave.
#[derive(Clone, Debug, Default)]
pub struct Requests {
    next: u64,
    open: VecDeque<(u64, Option<String>)>,
}

/// The most questions that are remembered.
const MOST_REQUESTS: usize = 64;

impl Requests {
    /// A number for a question.
    fn ask(&mut self, id: Option<String>) -> f64 {
        if self.open.len() >= MOST_REQUESTS {
            self.open.pop_front();
        }
        self.next += 1;
        self.open.push_back((self.next, id));
        self.next as f64
    }

    /// The id of the question with a number, which is answered now. A question without an id has the answer `0`: clients of the time
    /// find the steps of a path by counting words.
    pub fn answer(&mut self, number: f64) -> Option<String> {
        let at = self.open.iter().position(|(known, _)| *known as f64 == number)?;
        self.open.remove(at).map(|(_, id)| id.unwrap_or_else(|| "0".to_owned()))
    }
}

/// What a client wants of its body, which looks in the direction `yaw`. None for what is not about the body, or makes no sense
/// without a target.
pub fn to_body_command(
    command: BotCommand,
    yaw: i32,
    ids: &mut WireIds,
    requests: &mut Requests,
) -> Option<BodyCommand> {
    Some(match command {
        BotCommand::RunTo(Destination { target, location }) => {
            BodyCommand::RunTo(aim(target, location, ids)?)
        }
        BotCommand::Strafe(Strafe { location, target, focus }) => {
            let to = place(location);
            BodyCommand::StrafeTo(to, aim(target, focus, ids).unwrap_or(Aim::At(to)))
        }
        BotCommand::TurnTo(TurnTo { rotation: Some(rotation), target: None, .. }) => {
            BodyCommand::Rotate(turn_between(yaw, rotation.yaw).into())
        }
        BotCommand::TurnTo(TurnTo { target, location, .. }) => {
            BodyCommand::TurnTo(aim(target, location, ids)?)
        }
        BotCommand::Rotate(Rotate { amount, .. }) => BodyCommand::Rotate(amount.into()),
        BotCommand::Shoot(Shoot { target, location, .. }) => BodyCommand::Shoot(aim(target, location, ids)?),
        BotCommand::StopShooting => BodyCommand::StopShooting,
        BotCommand::Stop => BodyCommand::Stop,
        BotCommand::Jump => BodyCommand::Jump,
        BotCommand::ChangeWeapon(ChangeWeapon { id }) => {
            BodyCommand::ChangeWeapon(WeaponWish::of_name(&id.to_ascii_lowercase())?)
        }
        BotCommand::GetPath(GetPath { request, location }) => {
            BodyCommand::GetPath { to: place(location), query: requests.ask(request) }
        }
        BotCommand::CheckReach(CheckReach { request, location, .. }) => {
            BodyCommand::CheckReach { to: place(location?), query: requests.ask(request) }
        }
        BotCommand::Say(Say { text, global: Some(true) }) => BodyCommand::SayToAll(text.into()),
        BotCommand::Say(Say { text, .. }) => BodyCommand::Say(text.into()),
        BotCommand::Walk(Walk { walk: true }) => BodyCommand::Walk,
        BotCommand::Crouch(Crouch { crouch: true }) => BodyCommand::Crouch,
        BotCommand::Walk(_) | BotCommand::Crouch(_) => BodyCommand::Run,
        _ => return None,
    })
}

fn aim(target: Option<String>, location: Option<crate::Location>, ids: &mut WireIds) -> Option<Aim> {
    match (target, location) {
        (Some(target), _) => Some(Aim::Thing(ids.number(&target))),
        (None, Some(location)) => Some(Aim::At(place(location))),
        (None, None) => None,
    }
}

/// A command to a body as a client sends it.
pub fn to_bot_command(command: &BodyCommand, ids: &WireIds) -> Option<BotCommand> {
    let split = |aim: &Aim| match aim {
        Aim::At(at) => (None, Some(location(*at))),
        Aim::Thing(id) => (Some(ids.id(*id)), None),
    };
    Some(match command {
        BodyCommand::RunTo(aim) => {
            let (target, location) = split(aim);
            BotCommand::RunTo(Destination { target, location })
        }
        BodyCommand::StrafeTo(to, look) => {
            let (target, focus) = split(look);
            BotCommand::Strafe(Strafe { location: location(*to), target, focus })
        }
        BodyCommand::TurnTo(aim) => {
            let (target, location) = split(aim);
            BotCommand::TurnTo(TurnTo { target, rotation: None, location })
        }
        BodyCommand::Rotate(amount) => {
            BotCommand::Rotate(Rotate { amount: whole_angle(*amount), axis: None })
        }
        BodyCommand::Jump => BotCommand::Jump,
        BodyCommand::Shoot(aim) => {
            let (target, location) = split(aim);
            BotCommand::Shoot(Shoot { location, target, alternate: None })
        }
        BodyCommand::StopShooting => BotCommand::StopShooting,
        BodyCommand::Stop => BotCommand::Stop,
        BodyCommand::ChangeWeapon(WeaponWish::Best) => {
            BotCommand::ChangeWeapon(ChangeWeapon { id: "Best".to_owned() })
        }
        BodyCommand::ChangeWeapon(class) => {
            BotCommand::ChangeWeapon(ChangeWeapon { id: class.name().to_owned() })
        }
        BodyCommand::GetPath { to, query } => {
            BotCommand::GetPath(GetPath { request: Some(query.to_string()), location: location(*to) })
        }
        BodyCommand::CheckReach { to, query } => {
            let (request, location) = (Some(query.to_string()), Some(location(*to)));
            BotCommand::CheckReach(CheckReach { request, target: None, location })
        }
        BodyCommand::Say(text) => BotCommand::Say(Say { text: text.to_string(), global: Some(false) }),
        BodyCommand::SayToAll(text) => BotCommand::Say(Say { text: text.to_string(), global: Some(true) }),
        BodyCommand::Crouch => BotCommand::Crouch(Crouch { crouch: true }),
        BodyCommand::Walk => BotCommand::Walk(Walk { walk: true }),
        BodyCommand::Run => BotCommand::Walk(Walk { walk: false }),
    })
}
