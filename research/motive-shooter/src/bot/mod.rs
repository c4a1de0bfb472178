//! A whole body as a mind uses it: what is sensed goes into memory, what is decided becomes commands.

mod blackboard;
mod observation_writer;

pub use blackboard::TeamBlackboard;
pub use observation_writer::ObservationWriter;

use crate::body::primitive::{PrimitiveFailure, Primitives};
use crate::body::{BodyCommand, BodyObservation, PriorKnowledge};
use crate::vocabulary::{ShooterNames, ShooterTask};
use glam::Vec3;
use motive::Actions;
use motive::kernel::{ActionEnd, Decision, Memory, Phase, Throttle, Time, Value};

/// The body of a bot: perception, plain commands and primitives.
#[derive(Clone, Debug)]
pub struct BotBody {
    perception: ObservationWriter,
    control: CommandRepeater,
    primitives: Primitives,
}

impl BotBody {
    /// For a bot that knows this of its map. The seed and the number of the bot decide what its primitives draw.
    pub fn new(briefing: PriorKnowledge, seed: u64, agent: u64) -> Self {
        let primitives = Primitives::new(briefing.atlas.clone(), seed, agent);
        Self { perception: ObservationWriter::new(briefing), control: CommandRepeater::default(), primitives }
    }

    /// Its primitives.
    pub fn primitives(&self) -> &Primitives {
        &self.primitives
    }

    /// Writes an observation into the memory of the bot, which has the names of this crate, and lets its primitives go on. Gives the commands that
    /// these send.
    pub fn sense(
        &mut self,
        memory: &mut Memory,
        now: Time,
        seen: &BodyObservation,
        names: &ShooterNames,
    ) -> Vec<BodyCommand> {
        let commands = self.primitives.observe(seen);
        self.perception.tell(memory, now, seen, names);
        self.perception.tell_node(memory, self.primitives.last_node().cloned(), names);
        commands
    }

    /// The commands of a decision, most important first.
    pub fn act(&mut self, decision: &Decision, now: Time, names: &ShooterNames) -> Vec<BodyCommand> {
        let mut commands = Vec::new();
        for act in &decision.stopped {
            commands.extend(self.primitives.stop(act.run));
        }
        for act in &decision.actions {
            if !names.is_task(act.action) || act.phase == Phase::Continued {
                continue;
            }
            if act.phase == Phase::Changed {
                commands.extend(self.primitives.stop(act.run));
            }
            let task = ShooterTask::read(names.game.actions(), act.action, &act.arguments);
            commands.extend(match task.and_then(|task| task.primitive(|place| self.place(place, names))) {
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

    /// The place that a value means: a point, a thing, or the name of a place.
    fn place(&self, value: &Value, names: &ShooterNames) -> Option<Vec3> {
        let atlas = self.primitives.atlas();
        let called = |name: &str| atlas.called(name).map(|place| place.position);
        match value {
            Value::Point(at) => Some(Vec3::new(at.x, at.y, at.z)),
            Value::Text(name) => called(name),
            Value::Symbol(symbol) => called(names.vocabulary.name(*symbol)),
            Value::Id(id) => {
                let id = *id;
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
            (new || repeated).then(|| BodyCommand::read(&names.commands, act.action, &act.arguments))?
        })
    }
}
