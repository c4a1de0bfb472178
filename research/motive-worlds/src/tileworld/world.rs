//! Tileworld as a world that agents decide in.

use motive::declare::Senses;
use motive::kernel::Mind;
use motive::{Decision, Game, GameBuilder, Seed};

use super::cell_rating_agent::Plain;
use super::field::Sort;
use super::game::{Tileworld, TileworldAction};
use super::options;
use super::path::Ways;
use super::percepts::{TileworldReported, begin, offsets, tell};
use super::settings::TileworldSettings;
use super::vocabulary::{
    AgentAction, FuelStation, Hole, Obstacle, OtherAgent, TargetNote, TileStack, TileworldBody,
    declare_effects, declare_first, declare_functions,
};
use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::{OptionInfo, Options};
use crate::typed::{World, most_important};

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
    /// The game behind the world.
    pub game: Tileworld,
    offsets: Vec<((i16, i16), u16)>,
    told: Vec<TileworldReported>,
    commands: Vec<Option<TileworldAction>>,
}

impl TileworldWorld {
    /// The options of the world.
    pub(crate) fn options() -> Vec<OptionInfo> {
        options::known()
    }

    /// A world with custom settings, reset with seed 0.
    ///
    /// # Errors
    /// If there cannot be such a world.
    pub fn with_settings(settings: TileworldSettings) -> Result<Self, WorldError> {
        Ok(Self::of(Tileworld::new(settings, 0).map_err(WorldError::Tileworld)?))
    }

    /// A world that continues a game, such as one that was laid out by hand.
    pub fn of(game: Tileworld) -> Self {
        let settings = game.settings();
        Self {
            offsets: offsets(settings),
            told: vec![TileworldReported::default(); settings.agents],
            commands: vec![None; settings.agents],
            game,
        }
    }

    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        Self::with_settings(options::read(options)?)
    }

    /// Changes the game by hand. Agents learn of it when they sense next.
    pub fn change(&mut self, by: impl FnOnce(&mut Tileworld)) {
        by(&mut self.game);
        self.note_gone();
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
        let TileworldSettings { width, height, .. } = *self.game.settings();
        Ways { width, height }.step_around(told.obstacles(), from, to).map(TileworldAction::Move)
    }

    /// All tiles that the agent carries, as far as they fit.
    fn drop_all(&self, agent: usize, hole: u64) -> Option<TileworldAction> {
        let slot = self.game.bodies().get(agent)?.load?;
        let (load, into) =
            (self.game.field.get(slot)?, self.game.objects().find(|known| known.serial == hole)?);
        Some(TileworldAction::Drop { stack: load.serial, tiles: load.size.min(into.size), hole })
    }

    fn command(&self, agent: usize, action: AgentAction) -> Option<TileworldAction> {
        Some(match action {
            AgentAction::Move(way) => TileworldAction::Move(way),
            AgentAction::PickUp(stack) => TileworldAction::PickUp { stack: stack.number()? },
            // Of more than there are, all are dropped; a cast keeps within the type.
            AgentAction::Drop(stack, tiles, hole) => {
                TileworldAction::Drop { stack: stack.number()?, tiles: tiles as u8, hole: hole.number()? }
            }
            AgentAction::Refuel => TileworldAction::Refuel,
            AgentAction::GoTo(thing) => self.step_to(agent, thing.number()?)?,
            AgentAction::DropInto(hole) => self.drop_all(agent, hole.number()?)?,
        })
    }
}

impl World for TileworldWorld {
    const NAME: &'static str = "tileworld";
    const SUMMARY: &'static str = "tiles to be carried into holes before either vanishes";

    type Sees = (TileStack, Hole, Obstacle, OtherAgent, FuelStation, TargetNote);
    type Is = TileworldBody;
    type Does = AgentAction;
    type Options = ();

    fn new((): &(), seed: Seed) -> Result<Self, WorldError> {
        let mut world = Self::with_settings(TileworldSettings::default())?;
        world.reset(&(), seed);
        Ok(world)
    }

    fn declare_first(&mut self, mut game: GameBuilder) -> GameBuilder {
        declare_first(&mut game);
        game
    }

    fn declare(&mut self, mut game: GameBuilder) -> GameBuilder {
        let TileworldSettings { width, height, .. } = *self.game.settings();
        let moves_to = declare_functions(&mut game, width, height);
        let effects = declare_effects(&mut game, moves_to);
        game.effects(effects)
    }

    fn reset(&mut self, (): &(), seed: Seed) {
        self.game.reset(seed.0);
        self.told.fill(TileworldReported::default());
        self.commands.fill(None);
    }

    fn agents(&self) -> usize {
        self.game.bodies().len()
    }

    fn begin(&mut self, agent: usize, to: &mut Senses<'_>) {
        begin(&mut self.told[agent], to, &self.game);
    }

    fn perceive(&mut self, agent: usize, to: &mut Senses<'_>) {
        tell(&mut self.told[agent], to, agent, &self.game, &self.offsets);
    }

    /// An agent does one thing in a cycle: the most important one.
    fn act(&mut self, agent: usize, decision: Decision<AgentAction>) {
        self.commands[agent] = most_important(&decision, |act| self.command(agent, act.action));
    }

    fn step(&mut self) {
        self.game.step(&self.commands);
        self.commands.fill(None);
        self.note_gone();
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

    fn frame(&self) -> Frame {
        Frame::Tileworld(self.game.frame(|agent| self.told.get(agent)?.target))
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

    fn minds() -> &'static [&'static str] {
        &["plain"]
    }

    fn mind(&self, name: &str, game: &Game<AgentAction>) -> Option<Box<dyn Mind>> {
        (name == "plain").then(|| Plain::new(game)).flatten().map(|mind| Box::new(mind) as Box<dyn Mind>)
    }
}
