//! What an agent in the maze sees, is and does, and what it can ask.

use motive::declare::PropertyValue;
use motive::kernel::{
    Action, BuildError, Catalogue, Condition, Dependency, Effect, Expr, Pattern, Purity, Value, Vocabulary,
};
use motive::{Actions, GameBuilder, Id, Percept, Point, SelfState};
use std::sync::Arc;

use super::cell::Cell;
use super::game::Game;
use super::ghost::{Ghost, Temper};
use super::maze::Maze;
use super::nearest_targets::{PacmanSight, VisibleObject};
use super::remembered_maze::{Picture, Places, point_of};
use crate::direction::Direction;

/// the character itself
#[derive(Percept)]
#[motive(name = "state")]
pub struct PacmanCharacter;

/// hunts the player, and flees while it is blue
#[derive(Percept)]
#[motive(name = "ghost")]
pub struct SeenGhost {
    position: Point,
    heading: Direction,
    /// whether a ghost is blue and can be eaten
    blue: bool,
    /// whether touching it costs a life
    dangerous: bool,
    /// whether a ghost is still in its house
    in_house: bool,
    /// the rule by which a ghost hunts
    temper: Temper,
    /// the tick at which a ghost stops being blue, or the fruit disappears
    until: Option<u64>,
}

impl SeenGhost {
    pub(super) fn of(ghost: &Ghost, game: &Game) -> Self {
        let until = || game.tick.saturating_add(u64::from(ghost.blue_left));
        Self {
            position: point_of(&game.maze, ghost.cell),
            heading: ghost.heading,
            blue: ghost.is_blue(),
            dangerous: ghost.is_dangerous(),
            in_house: ghost.in_house(),
            temper: ghost.temper,
            until: ghost.is_blue().then(until),
        }
    }
}

/// an eaten ghost on its way home, harmless
#[derive(Percept)]
pub struct Eyes;

/// lies in the maze; all of them must be eaten
#[derive(Percept)]
pub struct Dot {
    pub(super) id: Id,
    pub(super) position: Point,
    /// points for eating it
    pub(super) worth: u32,
}

/// makes the ghosts blue for a while
#[derive(Percept)]
pub struct PowerPill {
    pub(super) id: Id,
    pub(super) position: Point,
    pub(super) worth: u32,
}

/// appears for a while and is worth many points
#[derive(Percept)]
#[motive(name = "fruit")]
pub struct SeenFruit {
    pub(super) id: Id,
    pub(super) position: Point,
    pub(super) until: u64,
    pub(super) worth: u32,
}

#[derive(SelfState)]
pub struct PacmanBody {
    /// the cell where it is
    position: Point,
    /// the direction in which it moves
    heading: Direction,
    /// lives left
    lives: u32,
    /// points so far
    score: u64,
    /// the number of the maze being played
    level: u32,
    /// whether the ghosts are going to their corners instead of hunting
    scattering: bool,
    /// how many dangerous ghosts are nearer than 10 steps
    threats_near: u8,
    /// the nearest dangerous ghost
    nearest_threat: Option<Id>,
    /// the nearest ghost that can be eaten
    nearest_prey: Option<Id>,
    /// the nearest power pill
    nearest_pill: Option<Id>,
    /// the direction away from the nearest threat
    way_out: Option<Direction>,
    /// the direction to the nearest ghost that can be eaten
    way_to_prey: Option<Direction>,
    /// the direction to the nearest power pill
    way_to_pill: Option<Direction>,
    /// the direction to the fruit
    way_to_fruit: Option<Direction>,
    /// the direction to the nearest dot
    way_to_dot: Option<Direction>,
    /// the direction to the nearest ghost that can be caught in time
    safe_way_to_prey: Option<Direction>,
    /// the direction to the nearest power pill that no ghost reaches first
    safe_way_to_pill: Option<Direction>,
    /// the direction to the fruit, if no ghost reaches it first
    safe_way_to_fruit: Option<Direction>,
    /// the direction to the nearest dot that no ghost reaches first
    safe_way_to_dot: Option<Direction>,
}

impl PacmanBody {
    pub(super) fn of(game: &Game, things: &NamedThings) -> Self {
        let sight = PacmanSight::of(game);
        let [nearest_threat, nearest_prey, nearest_pill] = sight.things.map(|thing| things.id(thing?));
        let [way_out, way_to_prey, way_to_pill, way_to_fruit, way_to_dot, safe @ ..] = sight.ways;
        let [safe_way_to_prey, safe_way_to_pill, safe_way_to_fruit, safe_way_to_dot] = safe;
        Self {
            position: point_of(&game.maze, game.pacman),
            heading: game.heading,
            lives: game.lives,
            score: game.score,
            level: game.level,
            scattering: game.is_scattering(),
            threats_near: sight.threats_near,
            nearest_threat,
            nearest_prey,
            nearest_pill,
            way_out,
            way_to_prey,
            way_to_pill,
            way_to_fruit,
            way_to_dot,
            safe_way_to_prey,
            safe_way_to_pill,
            safe_way_to_fruit,
            safe_way_to_dot,
        }
    }
}

#[derive(Actions, Clone)]
#[motive(one_at_a_time)]
pub enum PacmanAction {
    /// goes in a direction; without an action the character goes straight on
    Move(Direction),
    /// another name of `move`
    MoveTo(Direction),
    /// takes the next step toward a thing
    MoveToward(Value),
    /// takes the next step away from a thing
    MoveAwayFrom(Value),
    /// for planners and networks: takes the next step toward something edible, which is eaten in the end
    Eat(Value),
    /// for planners and networks: takes the next step away from a ghost
    Escape(Value),
}

/// The things that have names.
#[derive(Debug, Default)]
pub(super) struct NamedThings {
    ghosts: Vec<Id>,
    /// By cell.
    dots: Vec<Option<Id>>,
    /// By cell.
    pills: Vec<Option<Id>>,
    fruit: Option<Id>,
    /// In the order of their ids.
    things: Vec<(Id, VisibleObject)>,
}

impl NamedThings {
    pub(super) fn new(game: &mut GameBuilder, maze: &Maze, ghosts: &[Temper]) -> Self {
        let ghosts = name_ghosts(game, ghosts);
        let dots = name_cells(game, maze, "dot", |cell| maze.dots().contains(cell));
        let pills = name_cells(game, maze, "pill", |cell| maze.pills().contains(cell));
        let fruit = game.thing("the_fruit");
        let mut things = vec![(fruit, VisibleObject::Fruit)];
        things.extend(ghosts.iter().enumerate().map(|(number, id)| (*id, VisibleObject::Ghost(number))));
        for (ids, thing) in [(&dots, VisibleObject::Dot as fn(Cell) -> _), (&pills, VisibleObject::Pill)] {
            things.extend((0..).zip(ids).filter_map(|(cell, id)| Some(((*id)?, thing(Cell(cell))))));
        }
        things.sort_unstable_by_key(|(id, _)| *id);
        Self { ghosts, dots, pills, fruit: Some(fruit), things }
    }

    /// The id under which a memory knows a thing. A cell without a dot or pill of its own has none.
    pub(super) fn id(&self, thing: VisibleObject) -> Option<Id> {
        match thing {
            VisibleObject::Ghost(number) => self.ghosts.get(number).copied(),
            VisibleObject::Dot(cell) => self.dots.get(cell.index()).copied().flatten(),
            VisibleObject::Pill(cell) => self.pills.get(cell.index()).copied().flatten(),
            VisibleObject::Fruit => self.fruit,
        }
    }

    /// The thing that a memory knows under an id.
    pub(super) fn thing(&self, id: Id) -> Option<VisibleObject> {
        let at = self.things.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        self.things.get(at).map(|(_, thing)| *thing)
    }
}

/// A ghost is called by its temper; a second one of the same temper has a number behind.
fn name_ghosts(game: &mut GameBuilder, ghosts: &[Temper]) -> Vec<Id> {
    let name = |(number, temper): (usize, &Temper)| {
        let word = temper.name();
        match ghosts[..number].iter().filter(|other| *other == temper).count() {
            0 => game.thing(word),
            before => game.thing(&format!("{word}_{}", before + 1)),
        }
    };
    ghosts.iter().enumerate().map(name).collect()
}

/// What lies in a cell is called by what it is, its column and its row.
fn name_cells(
    game: &mut GameBuilder,
    maze: &Maze,
    word: &str,
    has: impl Fn(Cell) -> bool,
) -> Vec<Option<Id>> {
    let name = |cell: Cell| {
        let at = maze.position(cell).filter(|_| has(cell))?;
        Some(game.thing(&format!("{word}_{}_{}", at.column, at.row)))
    };
    maze.cells().map(name).collect()
}

/// Declares whatever is worked out when it is asked for, so that a step marks one position as changed and not every distance.
pub(super) fn declare_functions(game: &mut GameBuilder, maze: &Arc<Maze>) {
    let SeenGhostNames { kind: ghost, position, until, .. } = game.names::<SeenGhost>();
    let eyes = game.names::<Eyes>().kind;
    let places = Places { maze: Arc::clone(maze), position };
    let by_place = Purity::Reads(vec![Dependency::Own(position), Dependency::Property(position)]);
    // Which of them reaches a cell first depends on how long the ghosts stay blue, and so on the time.
    let by_time = Purity::Volatile;

    let (line, here) = ("steps of the shortest way from the character", places.clone());
    game.computed(("distance", line), by_place.clone(), move |facts, id| {
        here.maze.distance(here.me(facts)?, here.of_id(facts, id)?)
    });
    game.computed(("time_left", "ticks until `until`"), by_time.clone(), move |facts, id| {
        Some((facts.values(id, until).number()? - facts.time().tick as f64).max(0.0))
    });
    let line = "whether the character can be there before any ghost that is not blue by then";
    let here = places.clone();
    game.computed(("safe", line), by_time.clone(), move |facts, id| {
        let picture = Picture::of(facts, &here, ghost, until)?;
        Some(!facts.is_a(id, eyes) && picture.is_safe(&here.maze, here.of_id(facts, id)?))
    });

    let (line, here) = ("steps of the shortest way between two things or places", places.clone());
    game.function(("distance_between", line), 2, by_place.clone(), move |facts, args| {
        let [from, to] = args else { return None };
        here.maze.distance(here.of(facts, from)?, here.of(facts, to)?)
    });
    for (name, line) in [
        ("direction_to", "the first direction of the shortest way to a thing or place"),
        ("get_direction", "another name of `direction_to`"),
    ] {
        let here = places.clone();
        game.function((name, line), 1, by_place.clone(), move |facts, args| {
            here.maze.step_toward(here.me(facts)?, here.of(facts, args.first()?)?)
        });
    }
    let (line, here) = ("a direction that leads away from a thing or place", places.clone());
    game.function(("direction_away_from", line), 1, by_place.clone(), move |facts, args| {
        here.maze.step_away(here.me(facts)?, here.of(facts, args.first()?)?)
    });
    let (line, here) = ("whether one can go in a direction from here", places.clone());
    let (_, directions) = Direction::declare(game.vocabulary());
    game.function(("is_open", line), 1, by_place, move |facts, args| {
        let step = Direction::from_value(args.first()?, &directions)?;
        Some(here.maze.neighbour(here.me(facts)?, step).is_some())
    });
    let line = "the direction in which most cells are safe";
    game.function(("widest_way", line), 0, by_time, move |facts, _| {
        Picture::of(facts, &places, ghost, until)?.widest(&places.maze)
    });
}

/// Says what `eat` and `escape` come to in the end, if nothing interferes: for planners and networks.
pub(super) fn declare_effects(
    game: &mut GameBuilder,
) -> impl Fn(&mut Catalogue, &Vocabulary) -> Result<(), BuildError> + Send + Sync + 'static {
    let actions = game.names::<PacmanAction>();
    let (own, ghost) = (game.names::<PacmanBody>(), game.names::<SeenGhost>());
    let (pill, worth) = (game.names::<PowerPill>().kind, game.names::<Dot>().worth);
    move |catalogue, names| {
        let it = || Expr::var("it");
        let is = |pattern: Pattern| Condition::bind(pattern.named("it"));
        let when = |given: Condition, effects: Vec<Effect>| Effect::When { given, effects };

        let frightened = Effect::Each {
            pattern: Box::new(Pattern::of(ghost.kind).named("ghost")),
            given: Condition::always(),
            effects: vec![
                Effect::set(Expr::var("ghost"), ghost.blue, true),
                Effect::set(Expr::var("ghost"), ghost.dangerous, false),
            ],
        };
        let eat = Action::new(actions.eat, &["it"])
            .effect(Effect::set_own(own.position, it().get(own.position)))
            .effect(when(is(Pattern::of(pill)), vec![frightened, Effect::set_own(own.threats_near, 0)]))
            .effect(when(is(Pattern::of(ghost.kind).with(ghost.blue, true)), vec![Effect::Destroy(it())]))
            .effect(when(
                is(Pattern::anything().has(worth)),
                vec![Effect::add_own(own.score, it().get(worth)), Effect::Destroy(it())],
            ));
        let near = Expr::own(own.threats_near).at_least(1);
        let escape = Action::new(actions.escape, &["it"]).effect(when(
            is(Pattern::of(ghost.kind).with(ghost.dangerous, true)) & near,
            vec![Effect::add_own(own.threats_near, -1)],
        ));
        [eat, escape].iter().try_for_each(|action| catalogue.add(action, names))
    }
}
