//! The arena as a world that a mind decides in.

use std::sync::Arc;

use motive::kernel::{
    ActionEnd, ActiveAction, Catalogue, Decision, Id, Memory, Mind, Phase, Time, Value, Vocabulary,
};

use super::game::{Arena, ArenaAction, End, Spell};
use super::minds;
use super::names::ArenaNames;
use super::options;
use super::percepts::{ArenaReported, tell};
use super::settings::ArenaSettings;
use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::{KnownOption, Options};
use crate::world::AnyWorld;

/// The arena as a world for one wizard.
///
/// A tick is the time from one decision to the next, 200 ms unless the settings say otherwise; the game itself goes in smaller steps.
///
/// # What there is
///
/// | kind | properties |
/// |---|---|
/// | `antlion` | `position`, `distance`, `health`; `element` (`fire` or `frost`) where weaknesses are played |
/// | `health_potion`, `mana_potion`, both `potion` | `position`, `distance`, and `heals` or `restores`: how much is in it |
/// | `ally` | `position`, `distance`, `health`, where allies are played |
///
/// The wizard itself has `position`, `health`, `mana`, `busy` (a strike or cast is under way), `badly_hurt` and `lightning_ready`. `distance` is
/// worked out from positions, in plans too.
///
/// # What can be done
///
/// `goto(thing)`, `melee(antlion)`, `lightning(antlion)`, `blast(antlion)`, `heal()`; all of them are latched and conflict. `stand()` does nothing. What they need and
/// change is declared from the settings, and so are bites at the end of a walk, for planners to think of. What was begun goes on while nothing
/// else is decided; walking breaks a cast off.
#[derive(Debug)]
pub struct ArenaWorld {
    game: Arena,
    names: ArenaNames,
    told: ArenaReported,
    command: Option<ArenaAction>,
    /// The run of what the wizard is doing.
    run: Option<u64>,
    /// Runs that ended in the last step.
    over: Vec<(u64, ActionEnd)>,
    steps: u64,
}

impl ArenaWorld {
    /// The options of the world.
    pub(crate) const OPTIONS: &'static [KnownOption] = options::OPTIONS;

    /// A world with custom settings, reset with seed 0.
    ///
    /// # Errors
    /// If there cannot be such a world.
    pub fn new(settings: ArenaSettings) -> Result<Self, WorldError> {
        let names = ArenaNames::new(&settings)?;
        let game = Arena::new(settings, 0).map_err(WorldError::Arena)?;
        Ok(Self {
            game,
            names,
            told: ArenaReported::default(),
            command: None,
            run: None,
            over: Vec::new(),
            steps: 0,
        })
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        Self::new(options::read(options)?)
    }

    /// The game behind the world.
    #[must_use]
    pub fn game(&self) -> &Arena {
        &self.game
    }

    /// Changes the game by hand. The wizard learns of it when it perceives next.
    pub fn change(&mut self, by: impl FnOnce(&mut Arena)) {
        by(&mut self.game);
    }

    fn check(&self, agent: usize) -> Result<(), WorldError> {
        if agent == 0 { Ok(()) } else { Err(WorldError::NoAgent { agent, agents: 1 }) }
    }

    fn command(&self, act: &ActiveAction) -> Option<ArenaAction> {
        let actions = &self.names.actions;
        let target = || act.arguments.first().and_then(Value::id).and_then(Id::number);
        if act.action == actions.goto {
            return target().map(ArenaAction::Goto);
        }
        let spells = [
            (actions.melee, Spell::Melee),
            (actions.lightning, Spell::Lightning),
            (actions.blast, Spell::Blast),
            (actions.heal, Spell::Heal),
        ];
        let (_, spell) = spells.into_iter().find(|(action, _)| act.action == *action)?;
        Some(ArenaAction::Cast(spell, target()))
    }
}

impl AnyWorld for ArenaWorld {
    fn name(&self) -> &str {
        "arena"
    }

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names.vocabulary
    }

    fn catalogue(&self) -> &Catalogue {
        &self.names.catalogue
    }

    fn reset(&mut self, seed: u64) {
        self.game.reset(seed);
        (self.told, self.command, self.run, self.steps) = (ArenaReported::default(), None, None, 0);
        self.over.clear();
    }

    fn agents(&self) -> usize {
        1
    }

    fn perceive(&mut self, agent: usize, memory: &mut Memory) -> Result<(), WorldError> {
        self.check(agent)?;
        let time = self.time();
        tell(&mut self.told, memory, time, &self.game, &self.names)
    }

    /// The wizard does one thing at a time: the most important one.
    fn act(&mut self, agent: usize, decision: &Decision) -> Result<(), WorldError> {
        self.check(agent)?;
        (self.command, self.run) = (None, None);
        let mut best: Option<(f64, u64, ArenaAction)> = None;
        for act in decision.actions.iter().filter(|act| act.phase != Phase::Stopped) {
            if best.is_none_or(|(priority, ..)| act.priority > priority)
                && let Some(command) = self.command(act)
            {
                best = Some((act.priority, act.run, command));
            }
        }
        if let Some((_, run, command)) = best {
            (self.command, self.run) = (Some(command), Some(run));
        }
        Ok(())
    }

    fn ended(&mut self, _agent: usize, report: &mut dyn FnMut(u64, ActionEnd)) {
        for (run, ending) in &self.over {
            report(*run, *ending);
        }
    }

    fn step(&mut self) {
        self.over.clear();
        if self.is_over() {
            return;
        }
        // An action that the wizard interrupts has no run any more; only the last end belongs to the running action.
        self.game.step(self.command.take());
        self.steps += 1;
        let under_way = self.game.act().is_some() || self.game.going().is_some();
        if let (Some(run), false, Some(end)) = (self.run, under_way, self.game.ended().last()) {
            let ending = match end {
                End::Done => ActionEnd::Succeeded,
                _ => ActionEnd::Failed(self.names.failed),
            };
            self.over.push((run, ending));
        }
    }

    fn time(&self) -> Time {
        Time::of_tick(self.steps, (self.game.settings().query() * 1e6).round() as u64)
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Seconds that the wizard has lived.
    fn score(&self, agent: usize) -> f64 {
        if agent == 0 { self.game.seconds() } else { 0.0 }
    }

    fn legend(&self) -> &'static str {
        "@ wizard  x antlion  + health potion  * mana potion  A ally"
    }

    fn draw(&self) -> String {
        self.game.frame().draw()
    }

    fn frame(&self) -> Frame {
        Frame::Arena(self.game.frame())
    }

    fn redraw(&self, frame: &Frame) -> Option<String> {
        if let Frame::Arena(frame) = frame { Some(frame.draw()) } else { None }
    }

    fn metrics(&self) -> Vec<(&'static str, f64)> {
        let (game, counts) = (&self.game, self.game.counts());
        let [melee, lightning, blast, heal] = counts.begun;
        let minutes = game.seconds() / 60.0;
        let rate = |amount: f64, per: f64| if per > 0.0 { amount / per } else { 0.0 };
        vec![
            ("lifespan", game.seconds()),
            ("kills", counts.kills as f64),
            ("melee", melee as f64),
            ("lightning", lightning as f64),
            ("blast", blast as f64),
            ("heal", heal as f64),
            ("missed", counts.missed as f64),
            ("broken_off", counts.broken as f64),
            ("damage", counts.damage),
            ("damage_per_minute", rate(counts.damage, minutes)),
            ("health_potions", counts.drunk[0] as f64),
            ("mana_potions", counts.drunk[1] as f64),
            ("seconds_with_few_near", counts.near_seconds[0]),
            ("seconds_surrounded", counts.near_seconds[1]),
            ("blasts_with_few_near", counts.near_blasts[0] as f64),
            ("blasts_surrounded", counts.near_blasts[1] as f64),
            ("health", game.wizard().health),
            ("mana", game.wizard().mana),
            ("antlions", game.antlions().len() as f64),
        ]
    }

    fn minds(&self) -> &'static [&'static str] {
        &["hl2fsm", "goap"]
    }

    fn mind(&self, name: &str) -> Option<Box<dyn Mind>> {
        minds::make(name, &[], &self.names, self.game.settings()).ok()
    }

    fn mind_numbers(&self, name: &str) -> &'static [(&'static str, f64)] {
        minds::numbers(name)
    }

    fn mind_with(&self, name: &str, set: &[(String, f64)]) -> Result<Box<dyn Mind>, WorldError> {
        minds::make(name, set, &self.names, self.game.settings())
    }
}
