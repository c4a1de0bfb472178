//! From decisions to commands.

use super::command::{Aim, BodyCommand, Gait};
use crate::vocabulary::ShooterNames;
use glam::Vec3;
use motive_core::{ActiveAction, Decision, Phase, Point, Throttle, Time, Value};

/// Microseconds between two sendings of a command that is asked for all the time (thesis: a second).
const REPEAT: u64 = 1_000_000;

/// Sends what a mind decides to a body: new commands at once, those that go on once a second.
#[derive(Clone, Debug)]
pub struct CommandRepeater {
    throttle: Throttle,
}

impl Default for CommandRepeater {
    fn default() -> Self {
        Self { throttle: Throttle::new(REPEAT) }
    }
}

impl CommandRepeater {
    /// The commands to send now, most important first. Actions with arguments that mean nothing to a body are left out.
    pub fn commands<'a>(
        &'a mut self,
        decision: &'a Decision,
        now: Time,
        names: &'a ShooterNames,
    ) -> impl Iterator<Item = BodyCommand> + 'a {
        decision.actions.iter().filter_map(move |act| {
            let repeated = self.throttle.admits(act, now);
            let new = matches!(act.phase, Phase::Started | Phase::Changed);
            (new || repeated).then(|| command(act, names))?
        })
    }
}

fn command(act: &ActiveAction, names: &ShooterNames) -> Option<BodyCommand> {
    let (actions, arguments) = (&names.actions, &act.arguments);
    let aim = |at: usize| arguments.get(at).and_then(aim_of);
    let place = |at: usize| arguments.get(at).and_then(Value::point).map(vector);
    let number = |at: usize| arguments.get(at).and_then(Value::number);
    Some(match act.action {
        it if it == actions.run_to => BodyCommand::RunTo(aim(0)?),
        it if it == actions.strafe_to => BodyCommand::StrafeTo(place(0)?, aim(1)?),
        it if it == actions.turn_to => BodyCommand::TurnTo(aim(0)?),
        it if it == actions.rotate => BodyCommand::Rotate(number(0)?.clamp(-1e9, 1e9) as i32),
        it if it == actions.jump => BodyCommand::Jump,
        it if it == actions.shoot => BodyCommand::Shoot(aim(0)?),
        it if it == actions.stop_shooting => BodyCommand::StopShooting,
        it if it == actions.stop => BodyCommand::Stop,
        it if it == actions.change_weapon => {
            let class = names.vocabulary.name(arguments.first()?.symbol()?);
            BodyCommand::ChangeWeapon((class != "best").then(|| class.into()))
        }
        it if it == actions.get_path => BodyCommand::GetPath { to: place(0)?, query: number(1)? },
        it if it == actions.check_reach => BodyCommand::CheckReach { to: place(0)?, query: number(1)? },
        it if it == actions.say => match arguments.first()? {
            Value::Text(text) => BodyCommand::Say { text: (**text).into(), to_all: false },
            _ => return None,
        },
        it if it == actions.walk => BodyCommand::SetGait(Gait::Walk),
        it if it == actions.crouch => BodyCommand::SetGait(Gait::Crouch),
        it if it == actions.run => BodyCommand::SetGait(Gait::Run),
        _ => return None,
    })
}

fn aim_of(value: &Value) -> Option<Aim> {
    match value {
        Value::Point(place) => Some(Aim::At(vector(*place))),
        Value::Id(id) => Some(Aim::Thing(id.number()?)),
        _ => None,
    }
}

fn vector(place: Point) -> Vec3 {
    Vec3::new(place.x, place.y, place.z)
}
