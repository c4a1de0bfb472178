//! What an agent on the grid sees, is and does, and what it can ask.

use motive::kernel::{
    Action, BuildError, Catalogue, Dependency, Effect, Expr, Facts, Function, Property, Purity, Value,
    Vocabulary,
};
use motive::{Actions, GameBuilder, Id, Percept, Point, PropertyValue, SelfState};

use super::field::GridCell;
use super::path::{Ways, obstacles};
use crate::direction::Direction;

#[derive(Clone, Copy, PropertyValue)]
pub enum Age {
    Young,
    Old,
}

/// tiles of one shape that can be picked up
#[derive(Percept)]
pub struct TileStack {
    pub(super) id: Id,
    pub(super) at: Point,
    /// moves to it, as last seen
    pub(super) distance: u16,
    /// tiles count most in a hole of the same shape
    pub(super) shape: u8,
    /// tiles in a stack, or tiles that a hole still takes
    #[motive(divisible)]
    pub(super) size: u8,
    /// whether it has been there for a short or a long time
    pub(super) age: Age,
    /// whether it is the nearest known one of its kind
    pub(super) nearest: Option<bool>,
    /// whether it is the one of its kind that became known last
    pub(super) newest: Option<bool>,
}

/// wants tiles of its shape
#[derive(Percept)]
pub struct Hole {
    pub(super) id: Id,
    pub(super) at: Point,
    pub(super) distance: u16,
    pub(super) shape: u8,
    pub(super) size: u8,
    pub(super) age: Age,
    pub(super) nearest: Option<bool>,
    pub(super) newest: Option<bool>,
}

/// blocks a cell; the border is made of obstacles
#[derive(Percept)]
pub struct Obstacle {
    pub(super) id: Id,
    pub(super) at: Point,
    pub(super) distance: u16,
    pub(super) nearest: Option<bool>,
    pub(super) newest: Option<bool>,
}

/// another agent
#[derive(Percept)]
#[motive(name = "agent")]
pub struct OtherAgent {
    pub(super) id: Id,
    pub(super) at: Point,
    pub(super) distance: u16,
}

/// refuels an agent
#[derive(Percept)]
#[motive(name = "station")]
pub struct FuelStation {
    pub(super) id: Id,
    pub(super) at: Point,
    pub(super) distance: u16,
}

/// a note of the character that says what it is after; views mark it
#[derive(Percept)]
#[motive(name = "target")]
pub struct TargetNote {
    /// the thing that a target is about
    what: Id,
}

#[derive(SelfState)]
pub struct TileworldBody {
    /// the cell where it is
    pub(super) at: Point,
    /// the stack that the character carries
    pub(super) load: Option<Id>,
    /// how far the character sees, in cells
    pub(super) sensor: u16,
    /// moves left before it must refuel, where moves cost fuel
    pub(super) fuel: Option<u32>,
    /// whether it is time to reconsider, by the boldness of the world
    pub(super) reconsider: bool,
}

/// An agent has one body: every action conflicts with every other and with itself (U-26).
#[derive(Actions, Clone, Copy)]
#[motive(one_at_a_time)]
pub enum AgentAction {
    /// goes one cell in a direction
    Move(Direction),
    /// picks up the stack that lies here
    PickUp(Id),
    /// drops so many tiles (b) of a stack (a) into a hole (c)
    Drop(Id, f64, Id),
    /// fills the tank at a station
    Refuel,
    /// takes the next move toward a thing, around known obstacles
    GoTo(Id),
    /// drops all tiles that fit into a hole
    DropInto(Id),
}

/// Gives names the numbers that they have in older recordings.
pub(super) fn declare_first(game: &mut GameBuilder) {
    let names = game.vocabulary();
    let _ = ["obstacle", "tile_stack", "hole", "agent", "station", "target"].map(|kind| names.kind(kind));
    let _ = (Direction::declare(names), Age::declare(names));
}

/// The id under which memories know what has this number.
pub(super) fn id_of(serial: u64) -> Id {
    Id::new(serial)
}

/// The place of a cell.
pub(super) fn point_of(place: GridCell) -> Point {
    Point::flat(f32::from(place.column), f32::from(place.row))
}

/// The cell at a place.
pub(super) fn place_of(point: Point) -> Option<GridCell> {
    let whole = |n: f32| (n >= 0.0 && n <= f32::from(u16::MAX) && n.trunc() == n).then_some(n as u16);
    Some(GridCell { column: whole(point.x)?, row: whole(point.y)? })
}

/// The place of a thing or of a point.
pub(super) fn place_in(facts: &dyn Facts, at: Property, value: &Value) -> Option<GridCell> {
    match value {
        Value::Id(id) => place_of(facts.values(*id, at).first()?.point()?),
        Value::Point(point) => place_of(*point),
        _ => None,
    }
}

/// What can be asked. Gives `moves_to`.
pub(super) fn declare_functions(game: &mut GameBuilder, width: u16, height: u16) -> Function {
    let ObstacleNames { kind: obstacle, at, distance, .. } = game.names::<Obstacle>();
    let ways = Ways { width, height };
    // What lies underfoot and what stands in the way is asked for in every cycle.
    game.vocabulary().index(distance);
    let by_place = Purity::Reads(vec![Dependency::Own(at), Dependency::Property(at)]);
    let me = move |facts: &dyn Facts| place_in(facts, at, &Value::Id(Id::SELF));

    let line = "the first direction of the straight way to it";
    game.computed(("direction", line), by_place.clone(), move |facts, id| {
        me(facts)?.way_to(place_in(facts, at, &Value::Id(id))?)
    });
    let line = "the first direction of the straight way to a thing or place, along the row first";
    game.function(("way_to", line), 1, by_place.clone(), move |facts, args| {
        me(facts)?.way_to(place_in(facts, at, args.first()?)?)
    });
    let line = "moves to a thing or place if nothing is in the way";
    let moves_to = game.function(("moves_to", line), 1, by_place.clone(), move |facts, args| {
        Some(me(facts)?.moves_to(place_in(facts, at, args.first()?)?))
    });
    let line = "moves between two things or places if nothing is in the way";
    game.function(("moves_between", line), 2, by_place.clone(), move |facts, args| {
        let [from, to] = args else { return None };
        Some(place_in(facts, at, from)?.moves_to(place_in(facts, at, to)?))
    });
    let line = "the first direction of the shortest way around known obstacles";
    game.function(("step_to", line), 1, by_place, move |facts, args| {
        let (from, to) = (me(facts)?, place_in(facts, at, args.first()?)?);
        ways.step_around(obstacles(facts, obstacle, at).into_iter(), from, to)
    });
    let (_, directions) = Direction::declare(game.vocabulary());
    for (name, line, turn) in [
        ("reverse", "the opposite of a direction", Direction::opposite as fn(Direction) -> Direction),
        ("left_of", "the direction to the left of a direction", Direction::left),
        ("right_of", "the direction to the right of a direction", Direction::right),
    ] {
        let directions = directions.clone();
        game.function((name, line), 1, Purity::Pure, move |_, args| {
            Direction::from_value(args.first()?, &directions).map(turn)
        });
    }
    moves_to
}

/// A cycle in seconds.
const CYCLE: f64 = 0.1;

/// Says what `go_to`, `pick_up` and `drop_into` need and change: for planners and networks, which think in things. `moves_to` says how far it
/// is to something if nothing is in the way.
pub(super) fn declare_effects(
    game: &mut GameBuilder,
    moves_to: Function,
) -> impl Fn(&mut Catalogue, &Vocabulary) -> Result<(), BuildError> + Send + Sync + 'static {
    let (actions, own) = (game.names::<AgentAction>(), game.names::<TileworldBody>());
    let size = game.names::<TileStack>().size;
    move |catalogue, names| {
        let it = || Expr::var("it");
        let here = || Expr::own(own.at).equals(it().get(own.at));
        let load = || Expr::own(own.load).get(size);
        let carries = || load().above(0);

        let go_to = Action::new(actions.go_to, &["it"])
            .lasts(Expr::call(moves_to, [it()]) * Expr::from(CYCLE))
            .effect(Effect::set_own(own.at, it().get(own.at)));
        let pick_up = Action::new(actions.pick_up, &["it"])
            .needs(here())
            .needs(!carries())
            .lasts(Expr::from(CYCLE))
            .effect(Effect::set_own(own.load, it()));
        // Tiles go in as far as they fit; a stack of which none is left is no more.
        let rest = Effect::When {
            given: load().above(it().get(size)),
            effects: vec![
                Effect::add(Expr::own(own.load), size, -it().get(size)),
                Effect::set(it(), size, 0),
            ],
        };
        let all = Effect::When {
            given: load().at_most(it().get(size)),
            effects: vec![Effect::add(it(), size, -load()), Effect::Destroy(Expr::own(own.load))],
        };
        let drop_into = Action::new(actions.drop_into, &["it"])
            .needs(here())
            .needs(carries())
            .lasts(Expr::from(CYCLE))
            .effect(all)
            .effect(rest);
        [go_to, pick_up, drop_into].iter().try_for_each(|action| catalogue.add(action, names))
    }
}
