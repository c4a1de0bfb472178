//! The names that agents in the maze use: what there is, what it has, and what can be done.

use std::sync::Arc;

use motive::kernel::{
    ActionId, Catalogue, Dependency, Id, Kind, Property, Purity, Symbol, Type, Value, Vocabulary,
};

use super::cell::Cell;
use super::ghost::Temper;
use super::maze::Maze;
use super::nearest_targets::VisibleObject;
use super::remembered_maze::{Picture, Places};
use crate::direction::Direction;
use crate::error::WorldError;

/// Own properties that name a thing, in the order of [`Sight::things`](super::nearest_targets::Sight).
const THINGS: [&str; 3] = ["nearest_threat", "nearest_prey", "nearest_pill"];

/// Own properties that name a direction, in the order of [`Sight::ways`](super::nearest_targets::Sight).
const WAYS: [&str; 9] = [
    "way_out",
    "way_to_prey",
    "way_to_pill",
    "way_to_fruit",
    "way_to_dot",
    "safe_way_to_prey",
    "safe_way_to_pill",
    "safe_way_to_fruit",
    "safe_way_to_dot",
];

/// The vocabulary with a handle for every name that the world writes or reads.
#[derive(Debug)]
pub(super) struct PacmanNames {
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) catalogue: Catalogue,
    pub(super) kinds: PacmanKinds,
    pub(super) properties: PacmanProperties,
    pub(super) actions: PacmanActions,
    pub(super) directions: [Symbol; 4],
    pub(super) tempers: [Symbol; 4],
    ghosts: Vec<Id>,
    /// By cell.
    dots: Vec<Option<Id>>,
    /// By cell.
    pills: Vec<Option<Id>>,
    fruit: Id,
    /// In the order of their ids.
    things: Vec<(Id, VisibleObject)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PacmanKinds {
    pub(super) state: Kind,
    pub(super) ghost: Kind,
    pub(super) eyes: Kind,
    pub(super) dot: Kind,
    pub(super) pill: Kind,
    pub(super) fruit: Kind,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PacmanProperties {
    pub(super) position: Property,
    pub(super) heading: Property,
    pub(super) lives: Property,
    pub(super) score: Property,
    pub(super) level: Property,
    pub(super) scattering: Property,
    pub(super) threats_near: Property,
    pub(super) things: [Property; THINGS.len()],
    pub(super) ways: [Property; WAYS.len()],
    pub(super) blue: Property,
    pub(super) dangerous: Property,
    pub(super) in_house: Property,
    pub(super) temper: Property,
    pub(super) until: Property,
    pub(super) worth: Property,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PacmanActions {
    /// By direction, under the two names that the sources have.
    pub(super) steps: [ActionId; 2],
    /// Under its own name, and under that by which planners call it.
    pub(super) toward: [ActionId; 2],
    /// Likewise.
    pub(super) away: [ActionId; 2],
}

impl PacmanNames {
    /// The names for a maze and the ghosts in it.
    pub(super) fn new(maze: &Arc<Maze>, ghosts: &[Temper]) -> Result<Self, WorldError> {
        let mut names = Vocabulary::new();
        let kinds = PacmanKinds {
            state: names.kind("state"),
            ghost: names.kind("ghost"),
            eyes: names.kind("eyes"),
            dot: names.kind("dot"),
            pill: names.kind("power_pill"),
            fruit: names.kind("fruit"),
        };
        let directions = ["up", "left", "down", "right"].map(|name| names.symbol(name));
        let tempers = ["chaser", "ambusher", "flanker", "wanderer"].map(|name| names.symbol(name));
        let properties = declare_properties(&mut names, &directions, &tempers);
        declare_functions(&mut names, maze, &kinds, &properties, directions);
        let [go, go_on, toward, away] =
            ["move", "move_to", "move_toward", "move_away_from"].map(|name| names.action(name, 1));
        let ghosts = name_ghosts(&mut names, ghosts);
        let dots = name_cells(&mut names, maze, "dot", |cell| maze.dots().contains(cell));
        let pills = name_cells(&mut names, maze, "pill", |cell| maze.pills().contains(cell));
        let fruit = names.id("the_fruit");
        let things = all_things(&ghosts, &dots, &pills, fruit);
        let [eat, escape] = ["eat", "escape"].map(|name| names.action(name, 1));
        let way = Type::OneOf(directions.as_slice().into());
        for action in [go, go_on] {
            names.takes(action, [way.clone()]);
        }
        let actions = PacmanActions { steps: [go, go_on], toward: [toward, eat], away: [away, escape] };
        names.describe_all(super::descriptions::DESCRIPTIONS);
        let vocabulary = names.finish()?;
        let mut catalogue = conflicts(&actions);
        super::action_effects::declare(&mut catalogue, [eat, escape], (&kinds, &properties), &vocabulary)
            .map_err(|error| WorldError::Actions(error.to_string()))?;
        Ok(Self {
            vocabulary,
            catalogue,
            kinds,
            properties,
            actions,
            directions,
            tempers,
            ghosts,
            dots,
            pills,
            fruit,
            things,
        })
    }

    /// The id under which a memory knows a thing. A cell without a dot or pill of its own has none.
    pub(super) fn id(&self, thing: VisibleObject) -> Option<Id> {
        match thing {
            VisibleObject::Ghost(number) => self.ghosts.get(number).copied(),
            VisibleObject::Dot(cell) => self.dots.get(cell.index()).copied().flatten(),
            VisibleObject::Pill(cell) => self.pills.get(cell.index()).copied().flatten(),
            VisibleObject::Fruit => Some(self.fruit),
        }
    }

    /// The thing that a memory knows under an id.
    pub(super) fn thing(&self, id: Id) -> Option<VisibleObject> {
        let at = self.things.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        self.things.get(at).map(|(_, thing)| *thing)
    }

    /// The direction that a value names.
    pub(super) fn direction(&self, value: &Value) -> Option<Direction> {
        let symbol = value.symbol()?;
        Direction::ALL.into_iter().find(|direction| self.directions[direction.index()] == symbol)
    }
}

fn declare_properties(
    names: &mut Vocabulary,
    directions: &[Symbol; 4],
    tempers: &[Symbol; 4],
) -> PacmanProperties {
    let direction = Type::OneOf(directions.as_slice().into());
    PacmanProperties {
        position: names.own("position", Type::Point),
        heading: names.own("heading", direction.clone()),
        lives: names.own("lives", Type::Number),
        score: names.own("score", Type::Number),
        level: names.own("level", Type::Number),
        scattering: names.own("scattering", Type::Bool),
        threats_near: names.own("threats_near", Type::Number),
        things: THINGS.map(|name| names.own(name, Type::Id)),
        ways: WAYS.map(|name| names.own(name, direction.clone())),
        blue: names.property("blue", Type::Bool),
        dangerous: names.property("dangerous", Type::Bool),
        in_house: names.property("in_house", Type::Bool),
        temper: names.property("temper", Type::OneOf(tempers.as_slice().into())),
        until: names.property("until", Type::Number),
        worth: names.property("worth", Type::Number),
    }
}

/// Whatever is worked out when it is asked for, so that a step marks one position as changed and not every distance.
fn declare_functions(
    names: &mut Vocabulary,
    maze: &Arc<Maze>,
    kinds: &PacmanKinds,
    properties: &PacmanProperties,
    directions: [Symbol; 4],
) {
    let PacmanProperties { position, until, .. } = *properties;
    let places = Places { maze: Arc::clone(maze), position };
    let by_place = Purity::Reads(vec![Dependency::Own(position), Dependency::Property(position)]);
    // Who can be where first depends on how long the ghosts stay blue, and so on the time.
    let by_time = Purity::Volatile;
    let (ghost, eyes) = (kinds.ghost, kinds.eyes);

    let here = places.clone();
    names.computed("distance", Type::Number, by_place.clone(), move |facts, id| {
        here.distance(here.me(facts)?, here.of_id(facts, id)?)
    });
    names.computed("time_left", Type::Number, by_time.clone(), move |facts, id| {
        let until = facts.values(id, until).number()?;
        Some((until - facts.time().tick as f64).max(0.0).into())
    });
    let here = places.clone();
    names.computed("safe", Type::Bool, by_time.clone(), move |facts, id| {
        let picture = Picture::of(facts, &here, ghost, until)?;
        Some((!facts.is_a(id, eyes) && picture.is_safe(&here.maze, here.of_id(facts, id)?)).into())
    });

    let here = places.clone();
    let between = names.function("distance_between", 2, by_place.clone(), move |facts, args| {
        let [from, to] = args else { return None };
        here.distance(here.of(facts, from)?, here.of(facts, to)?)
    });
    names.returns(between, Type::Number);
    let way = Type::OneOf(directions.as_slice().into());
    for name in ["direction_to", "get_direction"] {
        let here = places.clone();
        let toward = names.function(name, 1, by_place.clone(), move |facts, args| {
            let step = here.maze.step_toward(here.me(facts)?, here.of(facts, args.first()?)?)?;
            Some(directions[step.index()].into())
        });
        names.returns(toward, way.clone());
    }
    let here = places.clone();
    let away = names.function("direction_away_from", 1, by_place.clone(), move |facts, args| {
        let step = here.maze.step_away(here.me(facts)?, here.of(facts, args.first()?)?)?;
        Some(directions[step.index()].into())
    });
    names.returns(away, way.clone());
    let here = places.clone();
    let is_open = names.function("is_open", 1, by_place, move |facts, args| {
        let wanted = args.first()?.symbol()?;
        let step = Direction::ALL.into_iter().find(|step| directions[step.index()] == wanted)?;
        Some(here.maze.neighbour(here.me(facts)?, step).is_some().into())
    });
    names.returns(is_open, Type::Bool);
    let widest = names.function("widest_way", 0, by_time, move |facts, _| {
        let step = Picture::of(facts, &places, ghost, until)?.widest(&places.maze)?;
        Some(directions[step.index()].into())
    });
    names.returns(widest, way);
}

/// All ways to move conflict with each other and with themselves: Pac-Man has one body.
fn conflicts(actions: &PacmanActions) -> Catalogue {
    let all: Vec<ActionId> = [actions.steps, actions.toward, actions.away].into_iter().flatten().collect();
    let mut catalogue = Catalogue::default();
    for one in &all {
        for other in &all {
            catalogue.conflict(*one, *other);
        }
    }
    catalogue
}

/// A ghost is called by its temper; a second one of the same temper has a number behind.
fn name_ghosts(names: &mut Vocabulary, ghosts: &[Temper]) -> Vec<Id> {
    let name = |(number, temper): (usize, &Temper)| {
        let word = ["chaser", "ambusher", "flanker", "wanderer"][*temper as usize];
        match ghosts[..number].iter().filter(|other| *other == temper).count() {
            0 => names.id(word),
            before => names.id(&format!("{word}_{}", before + 1)),
        }
    };
    ghosts.iter().enumerate().map(name).collect()
}

/// What lies in a cell is called by what it is, its column and its row.
fn name_cells(
    names: &mut Vocabulary,
    maze: &Maze,
    word: &str,
    has: impl Fn(Cell) -> bool,
) -> Vec<Option<Id>> {
    let name = |cell: Cell| {
        let at = maze.position(cell).filter(|_| has(cell))?;
        Some(names.id(&format!("{word}_{}_{}", at.column, at.row)))
    };
    maze.cells().map(name).collect()
}

fn all_things(
    ghosts: &[Id],
    dots: &[Option<Id>],
    pills: &[Option<Id>],
    fruit: Id,
) -> Vec<(Id, VisibleObject)> {
    let cells = |ids: &[Option<Id>], thing: fn(Cell) -> VisibleObject| -> Vec<(Id, VisibleObject)> {
        (0..).zip(ids).filter_map(|(cell, id)| Some(((*id)?, thing(Cell(cell))))).collect()
    };
    let mut things = vec![(fruit, VisibleObject::Fruit)];
    things.extend(ghosts.iter().enumerate().map(|(number, id)| (*id, VisibleObject::Ghost(number))));
    things.extend(cells(dots, VisibleObject::Dot));
    things.extend(cells(pills, VisibleObject::Pill));
    things.sort_unstable_by_key(|(id, _)| *id);
    things
}
