//! Tileworld as a world that agents decide in.

use std::sync::Arc;

use motive::kernel::{ActiveAction, Catalogue, Decision, Id, Memory, Mind, Time, Value, Vocabulary};

use super::cell_rating_agent::Plain;
use super::field::Sort;
use super::game::{Tileworld, TileworldAction};
use super::names::TileworldNames;
use super::options;
use super::percepts::{TileworldReported, offsets, tell};
use super::settings::TileworldSettings;
use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::{KnownOption, Options};
use crate::world::AnyWorld;

/// Ten cycles are a second of the world's time; ours, the source has no clock.
const MICROS_PER_TICK: u64 = 100_000;

/// Tileworld as a world for one agent or several.
///
/// # What there is
///
/// | kind | properties |
/// |---|---|
/// | `tile_stack` | `at`, `distance`, `direction`, `shape`, `size` (divisible), `age` (`young` or `old`) |
/// | `hole` | `at`, `distance`, `direction`, `shape`, `size`, `age` |
/// | `obstacle` | `at`, `distance`, `direction`; the border is made of obstacles |
/// | `agent`, `station` | `at`, `distance`, `direction` |
///
/// An agent senses what lies within its sensor range and remembers the rest as it last was, `distance` included; what should be
/// sensed but is not there is forgotten. `direction` is computed when it is read. Of each of the first
/// three kinds exactly one that is known has `nearest: true`, and one has `newest: true`, the one that became known last.
///
/// The agent itself has `at`, `load` (the stack that it carries), `sensor` (its range), `reconsider` (whether it
/// is time to, by the boldness that the world was given) and, if moves cost fuel, `fuel`.
///
/// # What can be asked
///
/// `way_to(x)`: the first move of the straight way, along the row first; `step_to(x)`: the first move of the shortest way around the
/// obstacles that are known; `moves_to(x)`, `moves_between(x, y)`: how many moves it is if nothing is in the way; for things and
/// places. `reverse(d)`, `left_of(d)`, `right_of(d)` turn a direction.
///
/// # What can be done
///
/// `move(direction)`, `pick_up(stack)`, `drop(stack, tiles, hole)`, `refuel()`; for planners, which think in things, `go_to(thing)` is the next
/// `move` around what is known to be in the way, and `drop_into(hole)` drops all tiles that fit. What these two and `pick_up` need and change is
/// declared: `go_to` brings one there, in the end. All of them conflict. A note of the kind `target` whose property `what` is a thing says what the agent is after; views mark it.
#[derive(Debug)]
pub struct TileworldWorld {
    game: Tileworld,
    names: TileworldNames,
    offsets: Vec<((i16, i16), u16)>,
    told: Vec<TileworldReported>,
    commands: Vec<Option<TileworldAction>>,
}

impl TileworldWorld {
    /// The options of the world.
    pub(crate) const OPTIONS: &'static [KnownOption] = options::OPTIONS;

    /// A world with custom settings, reset with seed 0.
    ///
    /// # Errors
    /// If there cannot be such a world.
    pub fn new(settings: TileworldSettings) -> Result<Self, WorldError> {
        Self::of(Tileworld::new(settings, 0).map_err(WorldError::Tileworld)?)
    }

    /// A world that goes on from a game, such as one that was laid out by hand.
    ///
    /// # Errors
    /// If the world's own names contradict each other.
    pub fn of(game: Tileworld) -> Result<Self, WorldError> {
        let settings = game.settings();
        Ok(Self {
            names: TileworldNames::new(settings.width, settings.height)?,
            offsets: offsets(settings),
            told: vec![TileworldReported::default(); settings.agents],
            commands: vec![None; settings.agents],
            game,
        })
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        Self::new(options::read(options)?)
    }

    /// The game behind the world.
    #[must_use]
    pub fn game(&self) -> &Tileworld {
        &self.game
    }

    /// Changes the game by hand. Agents learn of it when they sense next.
    pub fn change(&mut self, by: impl FnOnce(&mut Tileworld)) {
        by(&mut self.game);
        self.note_gone();
    }

    fn check(&self, agent: usize) -> Result<(), WorldError> {
        if agent < self.agents() { Ok(()) } else { Err(WorldError::NoAgent { agent, agents: self.agents() }) }
    }

    fn note_gone(&mut self) {
        for gone in self.game.gone.drain(..) {
            for told in &mut self.told {
                told.gone(gone.slot, &gone.object);
            }
        }
    }

    /// The next step to a thing around what the agent knows to be in the way.
    fn step_to(&self, agent: usize, thing: u64) -> Option<TileworldAction> {
        let told = self.told.get(agent)?;
        let (from, to) = (self.game.bodies().get(agent)?.place, told.place_of(thing)?);
        self.names.ways.step_around(told.obstacles(), from, to).map(TileworldAction::Move)
    }

    /// All tiles that the agent carries, as far as they fit.
    fn drop_all(&self, agent: usize, hole: u64) -> Option<TileworldAction> {
        let slot = self.game.bodies().get(agent)?.load?;
        let (load, into) =
            (self.game.field.get(slot)?, self.game.objects().find(|known| known.serial == hole)?);
        Some(TileworldAction::Drop { stack: load.serial, tiles: load.size.min(into.size), hole })
    }

    fn command(&self, agent: usize, act: &ActiveAction) -> Option<TileworldAction> {
        let actions = &self.names.actions;
        let number = |value: &Value| value.id().and_then(Id::number);
        if act.action == actions.go {
            return self.names.direction(act.arguments.first()?).map(TileworldAction::Move);
        }
        if act.action == actions.pick_up {
            return Some(TileworldAction::PickUp { stack: number(act.arguments.first()?)? });
        }
        if act.action == actions.drop {
            let [stack, tiles, hole] = &act.arguments[..] else { return None };
            let tiles = tiles.number()?;
            // Of more than there are, all are dropped; a cast keeps within the type.
            return Some(TileworldAction::Drop {
                stack: number(stack)?,
                tiles: tiles as u8,
                hole: number(hole)?,
            });
        }
        if act.action == actions.go_to {
            return self.step_to(agent, number(act.arguments.first()?)?);
        }
        if act.action == actions.drop_into {
            return self.drop_all(agent, number(act.arguments.first()?)?);
        }
        (act.action == actions.refuel).then_some(TileworldAction::Refuel)
    }
}

impl AnyWorld for TileworldWorld {
    fn name(&self) -> &str {
        "tileworld"
    }

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names.vocabulary
    }

    fn catalogue(&self) -> &Catalogue {
        &self.names.catalogue
    }

    fn reset(&mut self, seed: u64) {
        self.game.reset(seed);
        self.told.fill(TileworldReported::default());
        self.commands.fill(None);
    }

    fn agents(&self) -> usize {
        self.game.bodies().len()
    }

    fn perceive(&mut self, agent: usize, memory: &mut Memory) -> Result<(), WorldError> {
        self.check(agent)?;
        let time = self.time();
        let Some(told) = self.told.get_mut(agent) else { return Ok(()) };
        tell(told, memory, agent, time, &self.game, &self.names, &self.offsets)
    }

    /// An agent does one thing in a cycle: the most important one.
    fn act(&mut self, agent: usize, decision: &Decision) -> Result<(), WorldError> {
        self.check(agent)?;
        let mut best: Option<(f64, TileworldAction)> = None;
        for act in &decision.actions {
            if best.is_none_or(|(priority, _)| act.priority > priority)
                && let Some(command) = self.command(agent, act)
            {
                best = Some((act.priority, command));
            }
        }
        self.commands[agent] = best.map(|(_, command)| command);
        Ok(())
    }

    fn step(&mut self) {
        self.game.step(&self.commands);
        self.commands.fill(None);
        self.note_gone();
    }

    fn time(&self) -> Time {
        Time::of_tick(self.game.tick(), MICROS_PER_TICK)
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    fn score(&self, agent: usize) -> f64 {
        self.game.bodies().get(agent).map_or(0.0, |body| body.counts.score as f64)
    }

    fn legend(&self) -> &'static str {
        "@ agent  ▲■● stack and its tiles  △□○ hole and its room  > target  ▒ obstacle"
    }

    fn draw(&self) -> String {
        self.game.frame(|agent| self.told.get(agent)?.target).draw()
    }

    fn frame(&self) -> Frame {
        Frame::Tileworld(self.game.frame(|agent| self.told.get(agent)?.target))
    }

    fn redraw(&self, frame: &Frame) -> Option<String> {
        if let Frame::Tileworld(frame) = frame { Some(frame.draw()) } else { None }
    }

    /// Sums over all agents. `potential` is the most that could have been scored on average
    /// ([`TileworldSettings::potential`]), and `normalised_score` the score as a part of it; `potential_created` is the same
    /// computed from what appeared in this run.
    fn metrics(&self) -> Vec<(&'static str, f64)> {
        let (counts, game) = (self.game.total(), &self.game);
        let potential = game.settings().potential(game.tick());
        let created =
            super::MATCH_SCORE * game.tiles_created() + super::FILL_SCORE * game.created(Sort::Hole);
        let part = |of: f64| if of > 0.0 { counts.score as f64 / of } else { 0.0 };
        vec![
            ("score", counts.score as f64),
            ("potential", potential),
            ("normalised_score", part(potential)),
            ("potential_created", created as f64),
            ("cycles", game.tick() as f64),
            ("stacks_grabbed", counts.stacks_grabbed as f64),
            ("tiles_grabbed", counts.tiles_grabbed as f64),
            ("drops", counts.drops as f64),
            ("tiles_dropped", counts.tiles_dropped as f64),
            ("shape_matched", counts.shape_matched as f64),
            ("wasted", counts.wasted as f64),
            ("holes_filled", counts.holes_filled as f64),
            ("stacks_lost", counts.stacks_lost as f64),
            ("moves", counts.moves as f64),
            ("bumps", counts.bumps as f64),
            ("stacks_created", game.created(Sort::Stack) as f64),
            ("tiles_created", game.tiles_created() as f64),
            ("holes_created", game.created(Sort::Hole) as f64),
            ("obstacles_created", game.created(Sort::Obstacle) as f64),
        ]
    }

    fn minds(&self) -> &'static [&'static str] {
        &["plain"]
    }

    fn mind(&self, name: &str) -> Option<Box<dyn Mind>> {
        (name == "plain").then(|| Box::new(Plain::new(&self.names)) as Box<dyn Mind>)
    }
}
