//! Pac-Man as a world that agents decide in.

use motive::declare::{PropertyValue, Senses};
use motive::kernel::Value;
use motive::{Decision, GameBuilder, Seed};
use std::sync::Arc;

use super::cell::{Cell, CellSet};
use super::event::Event;
use super::game::Game;
use super::ghost::{GhostMode, Temper};
use super::maze::Maze;
use super::nearest_targets::VisibleObject;
use super::remembered_maze::{cell_at, point_of};
use super::settings::PacmanSettings;
use super::vocabulary::{
    Dot, Eyes, NamedThings, PacmanAction, PacmanBody, PacmanCharacter, PowerPill, SeenFruit, SeenGhost,
    declare_effects, declare_functions,
};
use crate::direction::Direction;
use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::Options;
use crate::typed::{World, most_important};

/// Pac-Man as a world with one agent, which is Pac-Man.
///
/// # What there is
///
/// | kind | properties |
/// |---|---|
/// | `ghost` | `position`, `heading`, `temper`, `blue`, `dangerous` (to touch it is to die), `in_house`; while blue `until` |
/// | `eyes` | as `ghost`: an eaten ghost on its way home, harmless |
/// | `dot`, `power_pill` | `position`, `worth` |
/// | `fruit` | `position`, `worth`, `until` |
/// | `state` | the agent itself |
///
/// Everything with a position has these computed properties: `distance` (steps of the shortest way from Pac-Man; none to a ghost in its
/// house) and `safe` (Pac-Man can be there before any ghost that is not blue by then). What has an `until` (a tick) has
/// `time_left` (ticks).
///
/// The agent has `position`, `heading`, `lives`, `score`, `level`, `scattering` (the ghosts go to their corners),
/// `threats_near` (how many dangerous ghosts are nearer than 10 steps), and, where there is one, the nearest thing of a sort:
/// `nearest_threat`, `nearest_prey` (a ghost that can be eaten), `nearest_pill`. And it has directions, where there is one:
/// `way_out` (away from the nearest threat); `way_to_prey`, `way_to_pill`, `way_to_fruit` and `way_to_dot`, to the nearest;
/// `safe_way_to_prey`, `safe_way_to_pill`, `safe_way_to_fruit` and `safe_way_to_dot`, to the nearest that is safe. Prey that
/// would not be caught in time is not safe.
///
/// # What can be asked
///
/// `direction_to(x)` (also called `get_direction`), `direction_away_from(x)` and `distance_between(x, y)`, for things and places;
/// `is_open(direction)`; `widest_way()`, the direction in which most cells are safe, if any is.
///
/// # What can be done
///
/// `move(direction)`, also called `move_to`; `move_toward(x)`; `move_away_from(x)`. For planners and networks, which must know what comes of it,
/// `eat(x)` is the next step toward something edible and `escape(x)` the next step away from a ghost; what they come to in the end is declared. All
/// of them conflict. Directions are `up`, `left`, `down` and `right`. Without an action Pac-Man goes straight on.
#[derive(Debug)]
pub struct PacmanWorld {
    /// The game behind the world.
    pub game: Game,
    things: NamedThings,
    /// The dots and the pills that the agent was told of.
    told: [CellSet; 2],
    wish: Option<Direction>,
    counts: PacmanCounts,
}

/// What happened so far in a run.
#[derive(Clone, Copy, Debug, Default)]
struct PacmanCounts {
    dots: u64,
    pills: u64,
    ghosts: u64,
    fruit: u64,
    deaths: u64,
}

impl PacmanWorld {
    /// A world with a custom maze and settings, reset with seed 0.
    ///
    /// # Errors
    /// If the settings ask for ghosts that the maze has no place for, or for too many.
    pub fn of(maze: Arc<Maze>, settings: PacmanSettings) -> Result<Self, WorldError> {
        Ok(Self {
            game: Game::new(maze, settings, 0)?,
            things: NamedThings::default(),
            told: Default::default(),
            wish: None,
            counts: PacmanCounts::default(),
        })
    }

    /// The standard maze, with options.
    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        Self::of(Maze::standard(), PacmanSettings::default().with(options)?)
    }

    /// Where an action wants Pac-Man to go.
    fn direction(&self, action: &PacmanAction) -> Option<Direction> {
        let (maze, me) = (&self.game.maze, self.game.pacman);
        match action {
            PacmanAction::Move(way) | PacmanAction::MoveTo(way) => Some(*way),
            PacmanAction::MoveToward(to) | PacmanAction::Eat(to) => maze.step_toward(me, self.cell(to)?),
            PacmanAction::MoveAwayFrom(from) | PacmanAction::Escape(from) => {
                maze.step_away(me, self.cell(from)?)
            }
        }
    }

    /// Where a thing is, or was when it was last there; or the cell at a place.
    fn cell(&self, value: &Value) -> Option<Cell> {
        match value {
            Value::Point(point) => cell_at(&self.game.maze, *point),
            Value::Id(id) => match self.things.thing(*id)? {
                VisibleObject::Ghost(number) => self.game.ghosts.get(number).map(|ghost| ghost.cell),
                VisibleObject::Dot(cell) | VisibleObject::Pill(cell) => Some(cell),
                VisibleObject::Fruit => self.game.fruit.map(|fruit| fruit.cell),
            },
            _ => None,
        }
    }

    /// Passes in whether a dot or a pill lies where it lies at the beginning of a level.
    fn lies(&self, thing: VisibleObject, to: &mut Senses<'_>) {
        let (game, settings) = (&self.game, &self.game.settings);
        let Some(id) = self.things.id(thing) else { return };
        let position = |cell| point_of(&game.maze, cell);
        match thing {
            VisibleObject::Dot(cell) if game.dots.contains(cell) => {
                to.remember([Dot { id, position: position(cell), worth: settings.dot_score }]);
            }
            VisibleObject::Pill(cell) if game.pills.contains(cell) => {
                to.remember([PowerPill { id, position: position(cell), worth: settings.pill_score }]);
            }
            _ => {
                to.forget(id);
            }
        }
    }

    fn ghosts(&self, to: &mut Senses<'_>) {
        let (Some(ghosts), Some(eyes)) = (to.names::<SeenGhost>(), to.names::<Eyes>()) else { return };
        for (number, ghost) in self.game.ghosts.iter().enumerate() {
            let Some(id) = self.things.id(VisibleObject::Ghost(number)) else { continue };
            let kind = if ghost.mode == GhostMode::Eaten { eyes.kind } else { ghosts.kind };
            to.remember_as(kind, id, &SeenGhost::of(ghost, &self.game));
        }
    }

    fn fruit(&self, to: &mut Senses<'_>) {
        let Some(id) = self.things.id(VisibleObject::Fruit) else { return };
        match self.game.fruit {
            Some(fruit) => to.remember([SeenFruit {
                id,
                position: point_of(&self.game.maze, fruit.cell),
                until: self.game.tick.saturating_add(u64::from(fruit.ticks_left)),
                worth: self.game.rules.fruit_score,
            }]),
            None => {
                to.forget(id);
            }
        }
    }
}

impl World for PacmanWorld {
    const NAME: &'static str = "pacman";
    const SUMMARY: &'static str = "a maze, dots, power pills, fruit, and ghosts that hunt or flee";

    type Sees = (PacmanCharacter, SeenGhost, Eyes, Dot, PowerPill, SeenFruit);
    type Is = PacmanBody;
    type Does = PacmanAction;
    type Options = ();

    fn new((): &(), seed: Seed) -> Result<Self, WorldError> {
        let mut world = Self::of(Maze::standard(), PacmanSettings::default())?;
        world.reset(&(), seed);
        Ok(world)
    }

    fn declare_first(&mut self, mut game: GameBuilder) -> GameBuilder {
        let names = game.vocabulary();
        let _ = ["state", "ghost", "eyes", "dot", "power_pill", "fruit"].map(|kind| names.kind(kind));
        let _ = (Direction::declare(names), Temper::declare(names));
        game.names::<PacmanBody>();
        game
    }

    fn declare(&mut self, mut game: GameBuilder) -> GameBuilder {
        declare_functions(&mut game, &self.game.maze);
        // Their numbers come before those of things, as in older recordings.
        let _ =
            ["move", "move_to", "move_toward", "move_away_from"].map(|name| game.vocabulary().symbol(name));
        self.things = NamedThings::new(&mut game, &self.game.maze, &self.game.settings.ghosts);
        let effects = declare_effects(&mut game);
        game.effects(effects)
    }

    fn reset(&mut self, (): &(), seed: Seed) {
        self.game.reset(seed.0);
        (self.wish, self.counts) = (None, PacmanCounts::default());
    }

    /// What lies in the maze hardly ever changes: it is passed in once, and then what was eaten or is there again.
    fn begin(&mut self, _: usize, to: &mut Senses<'_>) {
        if let Some(names) = to.names::<PacmanCharacter>() {
            to.memory().set_own_kind(names.kind);
        }
        let maze = &self.game.maze;
        maze.dots().iter().for_each(|cell| self.lies(VisibleObject::Dot(cell), to));
        maze.pills().iter().for_each(|cell| self.lies(VisibleObject::Pill(cell), to));
        self.told = [self.game.dots.clone(), self.game.pills.clone()];
    }

    fn perceive(&mut self, _: usize, to: &mut Senses<'_>) {
        let (dots, pills) = (&self.game.dots, &self.game.pills);
        self.told[0].differences(dots).for_each(|cell| self.lies(VisibleObject::Dot(cell), to));
        self.told[1].differences(pills).for_each(|cell| self.lies(VisibleObject::Pill(cell), to));
        self.told[0].clone_from(dots);
        self.told[1].clone_from(pills);
        self.ghosts(to);
        self.fruit(to);
        to.update(&PacmanBody::of(&self.game, &self.things));
    }

    /// The most important action that moves Pac-Man is its wish; the others are left out.
    fn act(&mut self, _: usize, decision: Decision<PacmanAction>) {
        self.wish = most_important(&decision, |act| self.direction(&act.action));
    }

    fn step(&mut self) {
        let counts = &mut self.counts;
        for event in self.game.step(self.wish.take()) {
            match event {
                Event::DotEaten { .. } => counts.dots += 1,
                Event::PillEaten { .. } => counts.pills += 1,
                Event::GhostEaten { .. } => counts.ghosts += 1,
                Event::FruitEaten { .. } => counts.fruit += 1,
                Event::Died { .. } => counts.deaths += 1,
                Event::FruitAppeared { .. }
                | Event::FruitVanished { .. }
                | Event::LevelCleared { .. }
                | Event::GameOver => {}
            }
        }
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    fn score(&self, _: usize) -> f64 {
        self.game.score as f64
    }

    fn legend(&self) -> &'static str {
        "► pacman  C A F W ghosts, blue c a f w  \" eyes  · dot  ● pill  % fruit"
    }

    fn frame(&self) -> Frame {
        Frame::Pacman(self.game.frame())
    }

    fn redraw(&self, frame: &Frame) -> Option<String> {
        if let Frame::Pacman(frame) = frame { Some(frame.draw(&self.game.maze)) } else { None }
    }

    fn metrics(&self) -> Vec<(&'static str, f64)> {
        let PacmanCounts { dots, pills, ghosts, fruit, deaths } = self.counts;
        vec![
            ("score", self.game.score as f64),
            ("ticks", self.game.tick as f64),
            ("level", f64::from(self.game.level)),
            ("lives", f64::from(self.game.lives)),
            ("dots_eaten", dots as f64),
            ("pills_eaten", pills as f64),
            ("ghosts_eaten", ghosts as f64),
            ("fruit_eaten", fruit as f64),
            ("deaths", deaths as f64),
        ]
    }
}
