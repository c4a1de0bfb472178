//! The names that agents on the grid use: what there is, what it has, and what can be done.

use std::sync::Arc;

use motive::kernel::{
    ActionId, Catalogue, Dependency, Facts, Function, Id, Kind, Point, Property, Purity, Symbol, Type, Value,
    Vocabulary,
};

use super::field::{GridCell, Sort};
use super::path::Ways;
use crate::direction::Direction;
use crate::error::WorldError;

/// The vocabulary with a handle for every name that the world writes or reads.
#[derive(Debug)]
pub(super) struct TileworldNames {
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) catalogue: Catalogue,
    /// By sort.
    pub(super) kinds: [Kind; 3],
    pub(super) agent: Kind,
    pub(super) station: Kind,
    /// What programs note as their aim, so that views can mark it.
    pub(super) target: Kind,
    pub(super) properties: TileworldProperties,
    pub(super) actions: TileworldActions,
    pub(super) directions: [Symbol; 4],
    pub(super) ways: Ways,
    pub(super) young: Symbol,
    pub(super) old: Symbol,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct TileworldProperties {
    pub(super) at: Property,
    pub(super) distance: Property,
    pub(super) shape: Property,
    pub(super) size: Property,
    pub(super) age: Property,
    pub(super) nearest: Property,
    pub(super) newest: Property,
    /// Which thing a target is.
    pub(super) what: Property,
    pub(super) load: Property,
    pub(super) sensor: Property,
    pub(super) fuel: Property,
    pub(super) reconsider: Property,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct TileworldActions {
    pub(super) go: ActionId,
    pub(super) pick_up: ActionId,
    pub(super) drop: ActionId,
    pub(super) refuel: ActionId,
    pub(super) go_to: ActionId,
    pub(super) drop_into: ActionId,
}

/// The kinds by sort.
pub(super) const KINDS: [&str; 3] = ["obstacle", "tile_stack", "hole"];

impl TileworldNames {
    pub(super) fn new(width: u16, height: u16) -> Result<Self, WorldError> {
        let mut names = Vocabulary::new();
        let kinds = KINDS.map(|name| names.kind(name));
        let (agent, station, target) = (names.kind("agent"), names.kind("station"), names.kind("target"));
        let directions = ["up", "left", "down", "right"].map(|name| names.symbol(name));
        let (young, old) = (names.symbol("young"), names.symbol("old"));
        let properties = declare_properties(&mut names, [young, old]);
        let ways = Ways { width, height, at: properties.at, obstacle: kinds[Sort::Obstacle as usize] };
        let moves_to = declare_functions(&mut names, ways, directions);
        let (actions, mut catalogue) = declare_actions(&mut names, directions);
        names.describe_all(super::descriptions::DESCRIPTIONS);
        let vocabulary = names.finish()?;
        super::action_effects::declare(&mut catalogue, (&actions, &properties), moves_to, &vocabulary)
            .map_err(|error| WorldError::Actions(error.to_string()))?;
        Ok(Self {
            vocabulary,
            catalogue,
            kinds,
            agent,
            station,
            target,
            properties,
            actions,
            directions,
            ways,
            young,
            old,
        })
    }

    /// The direction that a value names.
    pub(super) fn direction(&self, value: &Value) -> Option<Direction> {
        direction_of(&self.directions, value)
    }
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

fn direction_of(directions: &[Symbol; 4], value: &Value) -> Option<Direction> {
    let symbol = value.symbol()?;
    Direction::ALL.into_iter().find(|direction| directions[direction.index()] == symbol)
}

fn declare_properties(names: &mut Vocabulary, ages: [Symbol; 2]) -> TileworldProperties {
    let properties = TileworldProperties {
        at: names.own("at", Type::Point),
        distance: names.property("distance", Type::Number),
        shape: names.property("shape", Type::Number),
        size: names.property("size", Type::Number),
        age: names.property("age", Type::OneOf(ages.as_slice().into())),
        nearest: names.property("nearest", Type::Bool),
        newest: names.property("newest", Type::Bool),
        what: names.property("what", Type::Id),
        load: names.own("load", Type::Id),
        sensor: names.own("sensor", Type::Number),
        fuel: names.own("fuel", Type::Number),
        reconsider: names.own("reconsider", Type::Bool),
    };
    // What lies underfoot and what stands in the way is asked for in every cycle.
    names.index(properties.distance);
    properties
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
fn declare_functions(names: &mut Vocabulary, ways: Ways, directions: [Symbol; 4]) -> Function {
    let at = ways.at;
    let by_place = Purity::Reads(vec![Dependency::Own(at), Dependency::Property(at)]);
    let me = Value::Id(Id::SELF);
    let way = Type::OneOf(directions.as_slice().into());

    let own = me.clone();
    names.computed("direction", way.clone(), by_place.clone(), move |facts, id| {
        let way = place_in(facts, at, &own)?.way_to(place_in(facts, at, &Value::Id(id))?)?;
        Some(directions[way.index()].into())
    });
    let own = me.clone();
    let way_to = names.function("way_to", 1, by_place.clone(), move |facts, args| {
        let way = place_in(facts, at, &own)?.way_to(place_in(facts, at, args.first()?)?)?;
        Some(directions[way.index()].into())
    });
    names.returns(way_to, way.clone());
    let own = me.clone();
    let moves_to = names.function("moves_to", 1, by_place.clone(), move |facts, args| {
        let moves = place_in(facts, at, &own)?.moves_to(place_in(facts, at, args.first()?)?);
        Some(f64::from(moves).into())
    });
    names.returns(moves_to, Type::Number);
    let moves_between = names.function("moves_between", 2, by_place.clone(), move |facts, args| {
        let [from, to] = args else { return None };
        Some(f64::from(place_in(facts, at, from)?.moves_to(place_in(facts, at, to)?)).into())
    });
    names.returns(moves_between, Type::Number);
    let step_to = names.function("step_to", 1, by_place, move |facts, args| {
        let step = ways.step(facts, place_in(facts, at, &me)?, place_in(facts, at, args.first()?)?)?;
        Some(directions[step.index()].into())
    });
    names.returns(step_to, way.clone());
    for (name, turn) in [
        ("reverse", Direction::opposite as fn(Direction) -> Direction),
        ("left_of", Direction::left),
        ("right_of", Direction::right),
    ] {
        let turned = names.function(name, 1, Purity::Pure, move |_, args| {
            Some(directions[turn(direction_of(&directions, args.first()?)?).index()].into())
        });
        names.returns(turned, way.clone());
    }
    moves_to
}

/// An agent has one body: every action conflicts with every other and with itself (U-26).
fn declare_actions(names: &mut Vocabulary, directions: [Symbol; 4]) -> (TileworldActions, Catalogue) {
    let actions = TileworldActions {
        go: names.action("move", 1),
        pick_up: names.action("pick_up", 1),
        drop: names.action("drop", 3),
        refuel: names.action("refuel", 0),
        go_to: names.action("go_to", 1),
        drop_into: names.action("drop_into", 1),
    };
    names.takes(actions.go, [Type::OneOf(directions.as_slice().into())]);
    names.takes(actions.drop, [Type::Id, Type::Number, Type::Id]);
    for action in [actions.pick_up, actions.go_to, actions.drop_into] {
        names.takes(action, [Type::Id]);
    }
    let all = [actions.go, actions.pick_up, actions.drop, actions.refuel, actions.go_to, actions.drop_into];
    let mut catalogue = Catalogue::default();
    for one in all {
        for other in all {
            catalogue.conflict(one, other);
        }
    }
    (actions, catalogue)
}
