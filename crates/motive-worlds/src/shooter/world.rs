//! The shooter as a world that minds decide in.

use std::sync::Arc;

use motive::{Catalogue, Decision, Memory, Time, Vocabulary};
use motive_shooter::arena::{Arena, ArenaSettings, PlayerCounts};
use motive_shooter::body::{Briefing, Control, Perception};
use motive_shooter::map::ArenaMap;
use motive_shooter::vocabulary::ShooterNames;

use super::options;
use super::view;
use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::{OptionInfo, Options};
use crate::world::World;

/// The shooter as a world for as many minds as there are players.
///
/// A tick is the time from one decision to the next, 250 ms unless the settings say otherwise; the game itself goes in steps of 50 ms. The names
/// are those of [`motive_shooter::vocabulary`].
#[derive(Debug)]
pub struct ShooterWorld {
    names: ShooterNames,
    map: Arc<ArenaMap>,
    settings: ArenaSettings,
    arena: Arena,
    bodies: Vec<(Perception, Control)>,
    ticks: u64,
}

impl ShooterWorld {
    /// What can be chosen by name.
    pub const OPTIONS: &'static [OptionInfo] = options::OPTIONS;

    /// A game on a map, begun with seed 0.
    ///
    /// # Errors
    /// If there cannot be such a game on the map.
    pub fn new(map: Arc<ArenaMap>, settings: ArenaSettings) -> Result<Self, WorldError> {
        let names = ShooterNames::new()?;
        let arena = Arena::new(map.clone(), settings.clone(), 0).map_err(WorldError::Shooter)?;
        let bodies = bodies(&arena);
        Ok(Self { names, map, settings, arena, bodies, ticks: 0 })
    }

    /// The map and the settings that options choose, as `key=value`.
    ///
    /// # Errors
    /// If there is no such option or value, or a map has mistakes.
    pub fn read_options<S: AsRef<str>>(options: &[S]) -> Result<(Arc<ArenaMap>, ArenaSettings), WorldError> {
        options::read(&Options::read("shooter", options::OPTIONS, options)?)
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        let (map, settings) = options::read(options)?;
        Self::new(map, settings)
    }

    /// The game behind the world.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Changes the game by hand. Bots learn of it when they perceive next.
    pub fn change(&mut self, by: impl FnOnce(&mut Arena)) {
        by(&mut self.arena);
    }

    fn no_agent(&self, agent: usize) -> WorldError {
        WorldError::NoAgent { agent, agents: self.agents() }
    }
}

fn bodies(arena: &Arena) -> Vec<(Perception, Control)> {
    let body = |player: &motive_shooter::arena::Player| {
        let briefing = Briefing::of(arena.map(), arena.game(), player.team());
        (Perception::new(briefing), Control::default())
    };
    arena.players().iter().map(body).collect()
}

impl World for ShooterWorld {
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
        if let Ok(arena) = Arena::new(self.map.clone(), self.settings.clone(), seed) {
            self.arena = arena;
        }
        self.bodies = bodies(&self.arena);
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
        let Some((perception, _)) = self.bodies.get_mut(agent) else { return Err(unknown) };
        let seen = self.arena.observe(agent).ok_or(unknown)?;
        Ok(perception.tell(memory, now, &seen, &self.names)?)
    }

    fn act(&mut self, agent: usize, decision: &Decision) -> Result<(), WorldError> {
        let (now, unknown) = (self.time(), self.no_agent(agent));
        let Some((_, control)) = self.bodies.get_mut(agent) else { return Err(unknown) };
        for command in control.commands(decision, now, &self.names) {
            self.arena.command(agent, command);
        }
        Ok(())
    }

    fn step(&mut self) {
        if self.is_over() {
            return;
        }
        for _ in 0..self.settings.steps_per_update() {
            self.arena.step();
        }
        self.ticks += 1;
    }

    fn time(&self) -> Time {
        let micros = self.settings.steps_per_update() as f64 * ArenaSettings::STEP * 1e6;
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

    fn draw(&self) -> String {
        view::draw(&view::frame(&self.arena), self.map.level())
    }

    fn frame(&self) -> Frame {
        Frame::Shooter(view::frame(&self.arena))
    }

    fn redraw(&self, frame: &Frame) -> Option<String> {
        if let Frame::Shooter(frame) = frame { Some(view::draw(frame, self.map.level())) } else { None }
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
            ("individual_first", self.arena.individual_score(0)),
            ("individual_second", self.arena.individual_score(1)),
            ("deaths_first", deaths(0)),
            ("deaths_second", deaths(1)),
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
