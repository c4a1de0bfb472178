//! A mind in the body of a bot on a server.

use crate::console::Failure;
use crate::minds::FoundMind;
use motive::kernel::{Agent, Decision, Memory, Mind, Time};
use motive_gamebots::GameInfo;
use motive_shooter::BodyObservation;
use motive_shooter::body::{BodyCommand, PriorKnowledge, ids};
use motive_shooter::bot::BotBody;
use motive_shooter::map::ArenaMap;
use motive_shooter::vocabulary::ShooterNames;
use std::sync::Arc;

/// A mind that plays one game.
pub(crate) struct BotMind {
    agent: Agent<Box<dyn Mind>>,
    body: BotBody,
    ticks: u64,
    last: f64,
}

impl BotMind {
    /// A mind that begins to play with what its body senses first. The number of the bot's player decides its random draws, as in the arena.
    pub(crate) fn new(
        found: &FoundMind,
        seed: u64,
        briefing: PriorKnowledge,
        seen: &BodyObservation,
    ) -> Result<Self, Failure> {
        let number = ids::player_of(seen.own.id).unwrap_or(0) as u64;
        let mind = found.definition.start().map_err(Failure::input)?;
        let agent = Agent::new(Memory::new(found.vocabulary.clone()), mind, seed, number);
        let body = BotBody::new(briefing, seed, number);
        Ok(Self { agent, body, ticks: 0, last: seen.time })
    }

    /// The agent, for recordings.
    pub(crate) fn agent(&self) -> &Agent<Box<dyn Mind>> {
        &self.agent
    }

    /// How many decisions it has made.
    #[cfg(feature = "openarena")]
    pub(crate) fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Whether an observation belongs to the same game: time goes on.
    pub(crate) fn is_of(&self, seen: &BodyObservation) -> bool {
        seen.time >= self.last
    }

    /// What the mind wants its body to do.
    pub(crate) fn decide(
        &mut self,
        seen: &BodyObservation,
        names: &ShooterNames,
        think: impl FnOnce(&mut Agent<Box<dyn Mind>>, Time) -> Decision,
    ) -> Vec<BodyCommand> {
        let micros = (seen.time.clamp(0.0, 1e9) * 1e6).round() as u64;
        let now = Time { tick: self.ticks, micros };
        (self.ticks, self.last) = (self.ticks + 1, seen.time);
        let mut commands = self.body.sense(self.agent.memory_mut(), now, seen, names);
        for (run, end) in self.body.take_ended(names) {
            self.agent.finish(run, end);
        }
        let decision = think(&mut self.agent, now);
        commands.extend(self.body.act(&decision, now, names));
        commands
    }
}

/// What the bot knows before it plays: of a map that is not known, only the game.
pub(crate) fn briefing(
    game: Option<&GameInfo>,
    map: Option<&ArenaMap>,
    seen: &BodyObservation,
) -> PriorKnowledge {
    let game = game.map_or(motive_shooter::rules::GameType::Deathmatch, GameInfo::game);
    match map {
        Some(map) => PriorKnowledge::of(map, game, seen.own.team),
        None => PriorKnowledge {
            game,
            base: None,
            enemy_base: None,
            home: None,
            watch_point: None,
            patrol_points: Vec::new(),
            safe_points: Vec::new(),
            atlas: Arc::default(),
        },
    }
}
