//! Pac-Man as a world that agents decide in.

use std::sync::Arc;

use motive::kernel::{ActiveAction, Catalogue, Decision, Memory, Time, Value, Vocabulary};

use super::cell::Cell;
use super::event::Event;
use super::game::Game;
use super::ghost::Temper;
use super::maze::Maze;
use super::names::PacmanNames;
use super::nearest_targets::VisibleObject;
use super::percepts::{PacmanReported, tell};
use super::remembered_maze::cell_at;
use super::settings::PacmanSettings;
use crate::direction::Direction;
use crate::error::WorldError;
use crate::frame::Frame;
use crate::options::{KnownOption, Options};
use crate::world::AnyWorld;

/// Ten ticks are a second of the world's time.
const MICROS_PER_TICK: u64 = 100_000;

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
    game: Game,
    names: PacmanNames,
    told: Option<PacmanReported>,
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
    /// The options of the world. Everything else is in [`PacmanSettings`].
    pub(crate) const OPTIONS: &'static [KnownOption] = &[
        KnownOption {
            name: "lives",
            expects: "a number from 1 on",
            default: "3",
            summary: "lives at the start",
        },
        KnownOption {
            name: "ghosts",
            expects: "`none`, or a list of chaser, ambusher, flanker and wanderer, separated by commas",
            default: "chaser,ambusher,flanker,wanderer",
            summary: "the ghosts, by their hunting rule",
        },
        KnownOption {
            name: "release_ticks",
            expects: "a number from 0 on",
            default: "15",
            summary: "ticks between the departures of two ghosts from their house",
        },
        KnownOption {
            name: "scatter_ticks",
            expects: "a number from 0 on",
            default: "30",
            summary: "ticks that the ghosts spend in their corners before they hunt",
        },
        KnownOption {
            name: "chase_ticks",
            expects: "a number from 0 on",
            default: "100",
            summary: "ticks that the ghosts hunt before they return to their corners",
        },
        KnownOption {
            name: "fruit_every",
            expects: "a number from 0 on",
            default: "150",
            summary: "mean number of ticks until a fruit appears; 0 for no fruit",
        },
        KnownOption {
            name: "fruit_ticks",
            expects: "a number from 0 on",
            default: "60",
            summary: "ticks that a fruit stays",
        },
    ];

    /// A world with a custom maze and settings, reset with seed 0.
    ///
    /// # Errors
    /// If the settings ask for ghosts that the maze has no place for, or for too many.
    pub fn new(maze: Arc<Maze>, settings: PacmanSettings) -> Result<Self, WorldError> {
        let names = PacmanNames::new(&maze, &settings.ghosts)?;
        let game = Game::new(maze, settings, 0)?;
        Ok(Self { game, names, told: None, wish: None, counts: PacmanCounts::default() })
    }

    /// The standard maze, with options.
    pub(crate) fn with_options(options: &Options<'_>) -> Result<Self, WorldError> {
        let mut settings = PacmanSettings::default();
        options.set("lives", &mut settings.lives, |text| text.parse().ok().filter(|lives| *lives > 0))?;
        options.set("ghosts", &mut settings.ghosts, tempers)?;
        for (name, number) in [
            ("release_ticks", &mut settings.release_ticks),
            ("scatter_ticks", &mut settings.scatter_ticks),
            ("chase_ticks", &mut settings.chase_ticks),
            ("fruit_every", &mut settings.fruit_every),
            ("fruit_ticks", &mut settings.fruit_ticks),
        ] {
            options.set(name, number, |text| text.parse().ok())?;
        }
        Self::new(Maze::standard(), settings)
    }

    /// The game behind the world.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn check(&self, agent: usize) -> Result<(), WorldError> {
        if agent < self.agents() { Ok(()) } else { Err(WorldError::NoAgent { agent, agents: self.agents() }) }
    }

    /// Where an action wants Pac-Man to go, if it is one that moves it.
    fn direction(&self, act: &ActiveAction) -> Option<Direction> {
        let (actions, maze, me) = (&self.names.actions, self.game.maze(), self.game.pacman());
        let argument = act.arguments.first()?;
        if actions.steps.contains(&act.action) {
            self.names.direction(argument)
        } else if actions.toward.contains(&act.action) {
            maze.step_toward(me, self.cell(argument)?)
        } else if actions.away.contains(&act.action) {
            maze.step_away(me, self.cell(argument)?)
        } else {
            None
        }
    }

    /// Where a thing is, or was when it was last there; or the cell at a place.
    fn cell(&self, value: &Value) -> Option<Cell> {
        match value {
            Value::Point(point) => cell_at(self.game.maze(), *point),
            Value::Id(id) => match self.names.thing(*id)? {
                VisibleObject::Ghost(number) => self.game.ghosts().get(number).map(|ghost| ghost.cell()),
                VisibleObject::Dot(cell) | VisibleObject::Pill(cell) => Some(cell),
                VisibleObject::Fruit => self.game.fruit().map(|fruit| fruit.cell),
            },
            _ => None,
        }
    }
}

fn tempers(text: &str) -> Option<Vec<Temper>> {
    let temper = |word: &str| match word.trim() {
        "chaser" => Some(Temper::Chaser),
        "ambusher" => Some(Temper::Ambusher),
        "flanker" => Some(Temper::Flanker),
        "wanderer" => Some(Temper::Wanderer),
        _ => None,
    };
    if text == "none" { Some(Vec::new()) } else { text.split(',').map(temper).collect() }
}

impl AnyWorld for PacmanWorld {
    fn name(&self) -> &str {
        "pacman"
    }

    fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names.vocabulary
    }

    fn catalogue(&self) -> &Catalogue {
        &self.names.catalogue
    }

    fn reset(&mut self, seed: u64) {
        self.game.reset(seed);
        (self.told, self.wish, self.counts) = (None, None, PacmanCounts::default());
    }

    fn agents(&self) -> usize {
        1
    }

    fn perceive(&mut self, agent: usize, memory: &mut Memory) -> Result<(), WorldError> {
        self.check(agent)?;
        let time = self.time();
        tell(&mut self.told, memory, time, &self.game, &self.names)
    }

    /// The most important action that moves Pac-Man is its wish; the others are left out.
    fn act(&mut self, agent: usize, decision: &Decision) -> Result<(), WorldError> {
        self.check(agent)?;
        let mut best: Option<(f64, Direction)> = None;
        for act in &decision.actions {
            if best.is_none_or(|(priority, _)| act.priority > priority)
                && let Some(direction) = self.direction(act)
            {
                best = Some((act.priority, direction));
            }
        }
        self.wish = best.map(|(_, direction)| direction);
        Ok(())
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

    fn time(&self) -> Time {
        Time::of_tick(self.game.tick(), MICROS_PER_TICK)
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    fn score(&self, agent: usize) -> f64 {
        if agent < self.agents() { self.game.score() as f64 } else { 0.0 }
    }

    fn legend(&self) -> &'static str {
        "► pacman  C A F W ghosts, blue c a f w  \" eyes  · dot  ● pill  % fruit"
    }

    fn draw(&self) -> String {
        self.game.draw()
    }

    fn frame(&self) -> Frame {
        Frame::Pacman(self.game.frame())
    }

    fn redraw(&self, frame: &Frame) -> Option<String> {
        if let Frame::Pacman(frame) = frame { Some(frame.draw(self.game.maze())) } else { None }
    }

    fn metrics(&self) -> Vec<(&'static str, f64)> {
        let PacmanCounts { dots, pills, ghosts, fruit, deaths } = self.counts;
        vec![
            ("score", self.game.score() as f64),
            ("ticks", self.game.tick() as f64),
            ("level", f64::from(self.game.level())),
            ("lives", f64::from(self.game.lives())),
            ("dots_eaten", dots as f64),
            ("pills_eaten", pills as f64),
            ("ghosts_eaten", ghosts as f64),
            ("fruit_eaten", fruit as f64),
            ("deaths", deaths as f64),
        ]
    }
}
