//! A whole body as a mind uses it: what is sensed goes into memory, what is decided becomes commands.

mod observation_writer;

pub use observation_writer::ObservationWriter;

use crate::body::primitive::{BodyPrimitive, PrimitiveFailure, Primitives};
use crate::body::{Aim, BodyCommand, BodyObservation, Gait, PriorKnowledge};
use crate::vocabulary::ShooterNames;
use glam::Vec3;
use motive_core::{
    ActionEnd, ActiveAction, Decision, Memory, MemoryError, Phase, Point, Throttle, Time, Value,
};

/// The body of a bot: perception, plain commands and primitives.
#[derive(Clone, Debug)]
pub struct BotBody {
    perception: ObservationWriter,
    control: CommandRepeater,
    primitives: Primitives,
}

impl BotBody {
    /// For a bot that knows this of its map. The seed and the number of the bot decide what its primitives draw.
    #[must_use]
    pub fn new(briefing: PriorKnowledge, seed: u64, agent: u64) -> Self {
        let primitives = Primitives::new(briefing.atlas.clone(), seed, agent);
        Self { perception: ObservationWriter::new(briefing), control: CommandRepeater::default(), primitives }
    }

    /// Its primitives.
    #[must_use]
    pub fn primitives(&self) -> &Primitives {
        &self.primitives
    }

    /// Writes an observation into the memory of the bot and lets its primitives go on. Gives the commands that these send.
    ///
    /// # Errors
    /// If the memory has not the names of this crate.
    pub fn sense(
        &mut self,
        memory: &mut Memory,
        now: Time,
        seen: &BodyObservation,
        names: &ShooterNames,
    ) -> Result<Vec<BodyCommand>, MemoryError> {
        let commands = self.primitives.observe(seen);
        self.perception.tell(memory, now, seen, names)?;
        let node = self.primitives.last_node().cloned();
        self.perception.tell_node(memory, node, names)?;
        Ok(commands)
    }

    /// The commands of a decision, most important first.
    pub fn act(&mut self, decision: &Decision, now: Time, names: &ShooterNames) -> Vec<BodyCommand> {
        let mut commands = Vec::new();
        for act in &decision.stopped {
            commands.extend(self.primitives.stop(act.run));
        }
        for act in &decision.actions {
            if !names.primitives.is_primitive(act.action) || act.phase == Phase::Continued {
                continue;
            }
            if act.phase == Phase::Changed {
                commands.extend(self.primitives.stop(act.run));
            }
            commands.extend(match self.primitive(act, names) {
                Some(primitive) => self.primitives.start(act.run, primitive),
                None => self.primitives.refuse(act.run, PrimitiveFailure::NothingThere),
            });
        }
        commands.extend(self.control.commands(decision, now, names));
        commands
    }

    /// The primitives that ended since this was last asked, by the number of their run.
    pub fn take_ended(&mut self, names: &ShooterNames) -> Vec<(u64, ActionEnd)> {
        let end = |(run, end): (u64, Result<(), PrimitiveFailure>)| match end {
            Ok(()) => (run, ActionEnd::Succeeded),
            Err(failure) => (run, ActionEnd::Failed(names.failure(failure))),
        };
        self.primitives.take_ended().into_iter().map(end).collect()
    }

    /// What an action means, if its argument means anything.
    fn primitive(&self, act: &ActiveAction, names: &ShooterNames) -> Option<BodyPrimitive> {
        let known = &names.primitives;
        let argument = act.arguments.first();
        let place = || self.place(argument?, names);
        let number = || argument?.number();
        Some(match act.action {
            it if it == known.dash_to => BodyPrimitive::DashTo(place()?),
            it if it == known.dash_to_any_node => BodyPrimitive::DashToAnyNode,
            it if it == known.turn_by => BodyPrimitive::TurnBy(number()?.clamp(-1e9, 1e9) as i32),
            it if it == known.travel_to => BodyPrimitive::TravelTo(place()?),
            it if it == known.travel_to_unless_attacked => BodyPrimitive::TravelToUnlessAttacked(place()?),
            it if it == known.patrol_to => BodyPrimitive::PatrolTo(place()?),
            it if it == known.travel_to_any_item => BodyPrimitive::TravelToAnyItem,
            it if it == known.fetch => BodyPrimitive::Fetch(names.item_class(argument?.symbol()?)?),
            it if it == known.flee => BodyPrimitive::Flee,
            it if it == known.follow => BodyPrimitive::Follow(argument?.id()?.number()?),
            it if it == known.shoot_at_enemies => BodyPrimitive::ShootAtEnemies,
            it if it == known.fight => BodyPrimitive::Fight,
            it if it == known.wait_for => BodyPrimitive::Wait(number()?.clamp(0.0, 1e6)),
            it if it == known.wait_for_spawn => BodyPrimitive::WaitForSpawn,
            _ => return None,
        })
    }

    /// The place that a value means: a point, a thing, or the name of a place.
    fn place(&self, value: &Value, names: &ShooterNames) -> Option<Vec3> {
        let atlas = self.primitives.atlas();
        let called = |name: &str| atlas.called(name).map(|place| place.position);
        match value {
            Value::Point(point) => Some(Vec3::new(point.x, point.y, point.z)),
            Value::Text(name) => called(name),
            Value::Symbol(symbol) => called(names.vocabulary.name(*symbol)),
            Value::Id(id) => {
                let id = id.number()?;
                let place = atlas.place(id).map(|place| place.position);
                place
                    .or_else(|| self.primitives.sees_player(id))
                    .or_else(|| self.primitives.knows_item(id))
                    .or_else(|| self.primitives.knows_flag(id))
            }
            _ => None,
        }
    }
}

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
