//! The shooter as a world that minds decide in.

use std::sync::Arc;

use motive::kernel::{ActionEnd, Catalogue, Decision, Memory, Time, Vocabulary};
use motive_shooter::body::{BodyObservation, PriorKnowledge};
use motive_shooter::bot::{BotBody, TeamBlackboard};
use motive_shooter::game::{Match, MatchSettings, PlayerCounts, ShotTrail};
use motive_shooter::map::ArenaMap;
use motive_shooter::vocabulary::ShooterNames;

use super::backdrop::ShooterBackdrop;
use super::options;
use super::view;
use crate::error::WorldError;
use crate::frame::{Backdrop, Frame};
use crate::options::{OptionInfo, Options};
use crate::world::AnyWorld;

/// The shooter as a world for as many minds as there are players.
///
/// A tick is the time from one decision to the next, 250 ms unless the settings say otherwise; the game itself goes in steps of 50 ms. The names
/// are those of [`motive_shooter::vocabulary`].
#[derive(Debug)]
pub struct ShooterWorld {
    names: ShooterNames,
    map: Arc<ArenaMap>,
    settings: MatchSettings,
    arena: Match,
    bodies: Vec<ShooterBody>,
    blackboard: TeamBlackboard,
    /// The shots of the last tick.
    trails: Vec<ShotTrail>,
    ticks: u64,
}

/// The body of a bot, with what it sensed last and which primitives ended since then.
#[derive(Debug)]
struct ShooterBody {
    body: BotBody,
    seen: BodyObservation,
    ended: Vec<(u64, ActionEnd)>,
}

impl ShooterWorld {
    /// What can be chosen by name.
    pub(crate) fn options() -> Vec<OptionInfo> {
        options::known()
    }

    /// A game on a map, begun with seed 0.
    ///
    /// # Errors
    /// If there cannot be such a game on the map.
    pub fn new(map: Arc<ArenaMap>, settings: MatchSettings) -> Result<Self, WorldError> {
        let names = ShooterNames::new().map_err(|error| WorldError::Actions(error.to_string()))?;
        let arena = Match::new(map.clone(), settings.clone(), 0).map_err(WorldError::Shooter)?;
        let bodies = bodies(&arena, 0);
        let blackboard = TeamBlackboard::default();
        Ok(Self { names, map, settings, arena, bodies, blackboard, trails: Vec::new(), ticks: 0 })
    }

    /// The map and the settings that options choose, as `key=value`.
    ///
    /// # Errors
    /// If there is no such option or value, or a map has mistakes.
    pub fn read_options<S: AsRef<str>>(options: &[S]) -> Result<(Arc<ArenaMap>, MatchSettings), WorldError> {
        options::read(&Options::read("shooter", &options::known(), options)?)
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        let (map, settings) = options::read(options)?;
        Self::new(map, settings)
    }

    /// The game behind the world.
    pub fn arena(&self) -> &Match {
        &self.arena
    }

    /// Changes the game by hand. Bots learn of it when they perceive next.
    pub fn change(&mut self, by: impl FnOnce(&mut Match)) {
        by(&mut self.arena);
    }

    fn no_agent(&self, agent: usize) -> WorldError {
        WorldError::NoAgent(agent, self.agents())
    }
}

fn bodies(arena: &Match, seed: u64) -> Vec<ShooterBody> {
    // The map is the same for both teams; what each is told of it is not.
    let briefings: Vec<PriorKnowledge> =
        (0..2).map(|team| PriorKnowledge::of(arena.map(), arena.game(), team)).collect();
    let body = |(number, player): (usize, &motive_shooter::game::Player)| {
        let briefing = briefings.get(usize::from(player.team().min(1))).cloned();
        let briefing =
            briefing.unwrap_or_else(|| PriorKnowledge::of(arena.map(), arena.game(), player.team()));
        let body = BotBody::new(briefing, seed, number as u64);
        ShooterBody { body, seen: BodyObservation::default(), ended: Vec::new() }
    };
    arena.players().iter().enumerate().map(body).collect()
}

impl AnyWorld for ShooterWorld {
    fn name(&self) -> &str {
        "shooter"
    }

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names.vocabulary
    }

    fn catalogue(&self) -> &Catalogue {
        &self.names.catalogue
    }

    fn reset(&mut self, seed: u64) {
        // The same map and settings were accepted before.
        if let Ok(arena) = Match::new(self.map.clone(), self.settings.clone(), seed) {
            self.arena = arena;
        }
        self.bodies = bodies(&self.arena, seed);
        self.blackboard = TeamBlackboard::default();
        self.trails.clear();
        self.ticks = 0;
    }

    fn agents(&self) -> usize {
        self.arena.players().len()
    }

    fn perceive(&mut self, agent: usize, memory: &mut Memory) -> Result<(), WorldError> {
        let (now, unknown) = (self.time(), self.no_agent(agent));
        let known = memory.shared_vocabulary();
        if !Arc::ptr_eq(known, &self.names.vocabulary) && !known.extends(&self.names.vocabulary) {
            return Err(WorldError::ForeignMemory);
        }
        let Some(body) = self.bodies.get_mut(agent) else { return Err(unknown) };
        let seen = self.arena.observe(agent).ok_or(unknown)?;
        let commands = body.body.sense(memory, now, &seen, &self.names);
        body.seen = seen;
        body.ended = body.body.take_ended(&self.names);
        for command in commands {
            self.arena.command(agent, command);
        }
        Ok(())
    }

    fn ended(&mut self, agent: usize, report: &mut dyn FnMut(u64, ActionEnd)) {
        for (run, end) in self.bodies.get(agent).into_iter().flat_map(|body| &body.ended) {
            report(*run, *end);
        }
    }

    /// The coordinator knows what its members sense: how they are, the enemies they see, the points and the score.
    fn report(&mut self, members: &[(usize, String)], memory: &mut Memory) -> Result<(), WorldError> {
        memory.set_time(self.time());
        let known = members
            .iter()
            .filter_map(|(number, name)| self.bodies.get(*number).map(|body| (name.as_str(), &body.seen)));
        let known: Vec<(&str, &BodyObservation)> = known.collect();
        self.blackboard.write(memory, &known, &self.names);
        Ok(())
    }

    fn act(&mut self, agent: usize, decision: &Decision) -> Result<(), WorldError> {
        let (now, unknown) = (self.time(), self.no_agent(agent));
        let Some(body) = self.bodies.get_mut(agent) else { return Err(unknown) };
        for command in body.body.act(decision, now, &self.names) {
            self.arena.command(agent, command);
        }
        Ok(())
    }

    fn step(&mut self) {
        if self.is_over() {
            return;
        }
        self.trails.clear();
        for _ in 0..self.settings.steps_per_update() {
            self.arena.step();
            self.trails.extend(self.arena.shot_trails());
        }
        self.ticks += 1;
    }

    fn time(&self) -> Time {
        let micros = self.settings.steps_per_update() as f64 * MatchSettings::STEP * 1e6;
        Time::of_tick(self.ticks, micros.round() as u64)
    }

    fn is_over(&self) -> bool {
        self.arena.is_over()
    }

    /// The points of its team; in a deathmatch its own.
    fn score(&self, agent: usize) -> f64 {
        let team = self.arena.players().get(agent).map(|player| usize::from(player.team()));
        team.and_then(|team| self.arena.scores().get(team)).copied().unwrap_or(0.0)
    }

    fn legend(&self) -> &'static str {
        "→ looks :;% seen w gun a ammo h health y armour RB flag O point + door = lift"
    }

    fn draw(&self) -> String {
        view::draw(&view::frame(&self.arena, &self.trails), self.map.level(), &self.settings)
    }

    fn frame(&self) -> Frame {
        Frame::Shooter(view::frame(&self.arena, &self.trails))
    }

    fn backdrop(&self) -> Option<Backdrop> {
        Some(Backdrop::Shooter(ShooterBackdrop::of(&self.arena)))
    }

    fn redraw(&self, frame: &Frame) -> Option<String> {
        let Frame::Shooter(frame) = frame else { return None };
        Some(view::draw(frame, self.map.level(), &self.settings))
    }

    fn picture(&self) -> Option<String> {
        Some(self.map.svg())
    }

    fn metrics(&self) -> Vec<(&'static str, f64)> {
        let players = self.arena.players();
        let score = |team: usize| self.arena.scores().get(team).copied().unwrap_or(0.0);
        let all = |count: fn(&PlayerCounts) -> u32| {
            players.iter().map(|player| f64::from(count(player.counts()))).sum::<f64>()
        };
        let deaths = |number: usize| players.get(number).map_or(0.0, |it| f64::from(it.counts().deaths));
        vec![
            ("score_first", score(0)),
            ("score_second", score(1)),
            ("score_difference", score(1) - score(0)),
            (
                "first_wins",
                if score(0) > score(1) {
                    1.0
                } else if score(0) == score(1) {
                    0.5
                } else {
                    0.0
                },
            ),
            ("individual_first", self.arena.individual_score(0)),
            ("individual_second", self.arena.individual_score(1)),
            ("individual_difference", self.arena.individual_score(1) - self.arena.individual_score(0)),
            ("deaths_first", deaths(0)),
            ("deaths_second", deaths(1)),
            ("deaths_difference", deaths(1) - deaths(0)),
            ("kills", all(|counts| counts.kills)),
            ("captures", all(|counts| counts.captures)),
            ("returns", all(|counts| counts.returns)),
            ("points_taken", all(|counts| counts.points_taken)),
            ("shots", all(|counts| counts.shots)),
            ("hits", all(|counts| counts.hits)),
            ("items", all(|counts| counts.items)),
            ("commands", all(|counts| counts.commands)),
        ]
    }
}
