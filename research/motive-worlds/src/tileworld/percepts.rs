//! Writes what an agent senses into its memory, changes only.
//!
//! The world keeps a copy of what each agent knows: a flat array by slot. So a cycle touches only what lies within
//! the sensor range, and only what changed is written.

use std::ops::ControlFlow;
use std::sync::Arc;

use motive::kernel::{Facts, Id, Memory, MemoryError, Query, Thing, Time};

use super::field::{GridCell, Sort, TileworldObject};
use super::game::Tileworld;
use super::names::{TileworldNames, id_of, place_of, point_of};
use super::settings::{Rules, SensorShape, TileworldSettings};
use crate::error::WorldError;

/// The cells around an agent that it senses, nearest first.
pub(super) fn offsets(settings: &TileworldSettings) -> Vec<((i16, i16), u16)> {
    let range = settings.sensor as i16;
    let mut cells = Vec::new();
    for down in -range..=range {
        for right in -range..=range {
            let moves = right.unsigned_abs() + down.unsigned_abs();
            if settings.sensor_shape == SensorShape::Square || moves <= settings.sensor {
                cells.push(((right, down), moves));
            }
        }
    }
    cells.sort_by_key(|(_, moves)| *moves);
    cells
}

/// What was last written about one thing.
#[derive(Clone, Copy, Debug, Default)]
struct KnownObject {
    /// 0 for what is not known.
    serial: u64,
    sort: Option<Sort>,
    /// As it was when it was last sensed.
    distance: u16,
    size: u8,
    young: bool,
    place: GridCell,
    /// When it became known, as a number that only grows.
    order: u64,
}

/// Something that an agent believes in though it is gone.
#[derive(Clone, Copy, Debug)]
struct StaleBelief {
    id: Id,
    sort: Sort,
    place: GridCell,
    distance: u16,
    order: u64,
}

/// Which thing of a sort carries a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marks {
    nearest: Option<Id>,
    newest: Option<Id>,
}

/// What was last written to one agent's memory.
#[derive(Clone, Debug, Default)]
pub(super) struct TileworldReported {
    /// When that was; none if never.
    time: Option<Time>,
    place: Option<GridCell>,
    load: Option<Id>,
    fuel: Option<u32>,
    reconsider: Option<bool>,
    known: Vec<KnownObject>,
    ghosts: Vec<StaleBelief>,
    marks: [Marks; 3],
    /// Of each sort the one that became known last, unless that has to be looked for.
    newest: [Option<Id>; 3],
    next_order: u64,
    /// Other agents, and stations, by number.
    others: Vec<Option<(GridCell, u16)>>,
    stations: Vec<Option<u16>>,
    /// What the agent is after, for views.
    pub(super) target: Option<GridCell>,
}

/// Ids of agents and stations lie far above those of things.
const AGENT_IDS: u64 = 1 << 48;
const STATION_IDS: u64 = 1 << 49;

impl TileworldReported {
    /// Where the agent believes a thing to be.
    pub(super) fn place_of(&self, serial: u64) -> Option<GridCell> {
        let known = self.known.iter().find(|known| known.serial == serial && serial != 0);
        let ghost = || self.ghosts.iter().find(|ghost| ghost.id == id_of(serial));
        known.map(|known| known.place).or_else(|| ghost().map(|ghost| ghost.place))
    }

    /// The obstacles that the agent knows.
    pub(super) fn obstacles(&self) -> impl Iterator<Item = GridCell> + '_ {
        let known = self.known.iter().filter(|known| known.serial != 0 && known.sort == Some(Sort::Obstacle));
        known.map(|known| known.place)
    }

    /// Something is gone, or no longer where it was.
    pub(super) fn gone(&mut self, slot: u32, object: &TileworldObject) {
        let Some(known) = self.known.get_mut(slot as usize) else { return };
        if known.serial == object.serial {
            let KnownObject { place, distance, order, .. } = std::mem::take(known);
            self.ghosts.push(StaleBelief {
                id: id_of(object.serial),
                sort: object.sort,
                place,
                distance,
                order,
            });
        }
    }

    /// Whether the memory is in the state in which it was left.
    fn is_of(&self, memory: &Memory, names: &TileworldNames) -> bool {
        let place = memory.own(names.properties.at).and_then(|at| place_of(at.point()?));
        self.time == Some(memory.time()) && self.place == place
    }
}

/// Tells a memory what is new. One that is not as it was left is told everything that the agent senses now; what it knew
/// of the world before is forgotten.
pub(super) fn tell(
    told: &mut TileworldReported,
    memory: &mut Memory,
    agent: usize,
    time: Time,
    game: &Tileworld,
    names: &TileworldNames,
    offsets: &[((i16, i16), u16)],
) -> Result<(), WorldError> {
    let Some(body) = game.bodies().get(agent) else { return Ok(()) };
    let mut teller = TileworldPerceptWriter { told, memory, game, names };
    if !teller.told.is_of(teller.memory, names) {
        teller.begin()?;
    }
    teller.told.time = None;
    teller.memory.set_time(time);
    teller.own(agent)?;
    teller.lay_ghosts(body.place);
    let nearest = teller.sense(body.place, agent, offsets)?;
    teller.mark(nearest)?;
    teller.others(agent, body.place)?;
    teller.find_target();
    teller.told.time = Some(time);
    Ok(())
}

struct TileworldPerceptWriter<'a> {
    told: &'a mut TileworldReported,
    memory: &'a mut Memory,
    game: &'a Tileworld,
    names: &'a TileworldNames,
}

impl TileworldPerceptWriter<'_> {
    /// A memory that was changed by others, or never written.
    fn begin(&mut self) -> Result<(), WorldError> {
        let known = self.memory.shared_vocabulary();
        if !Arc::ptr_eq(known, &self.names.vocabulary) && !known.extends(&self.names.vocabulary) {
            return Err(WorldError::ForeignMemory);
        }
        let names = self.names;
        let ours = |thing: &&Thing| {
            let kinds = names.kinds.iter().chain([&names.agent, &names.station]);
            kinds.into_iter().any(|kind| thing.is_a(*kind)) && thing.id().number().is_some()
        };
        let stale: Vec<Id> = self.memory.things().filter(ours).map(Thing::id).collect();
        for id in stale {
            self.memory.remove(id);
        }
        *self.told = TileworldReported::default();
        self.memory.set_own_kind(names.agent);
        self.memory.set_own(names.properties.sensor, f64::from(self.game.settings().sensor))?;
        self.memory.unset(Id::SELF, names.properties.load);
        self.told.others = vec![None; self.game.bodies().len()];
        self.told.stations = vec![None; self.game.stations().len()];
        Ok(())
    }

    fn own(&mut self, agent: usize) -> Result<(), MemoryError> {
        let (has, game) = (&self.names.properties, self.game);
        let Some(body) = game.bodies().get(agent) else { return Ok(()) };
        if self.told.place != Some(body.place) {
            self.memory.set_own(has.at, point_of(body.place))?;
            self.told.place = Some(body.place);
        }
        let load = game.load(agent).map(|stack| id_of(stack.serial));
        if self.told.load != load {
            match load {
                Some(id) => self.memory.set_own(has.load, id)?,
                None => {
                    self.memory.unset(Id::SELF, has.load);
                }
            }
            self.told.load = load;
        }
        if self.told.fuel != body.fuel {
            if let Some(fuel) = body.fuel {
                self.memory.set_own(has.fuel, f64::from(fuel))?;
            }
            self.told.fuel = body.fuel;
        }
        let reconsider = game.tick().is_multiple_of(game.settings().boldness.max(1).into());
        if self.told.reconsider != Some(reconsider) {
            self.memory.set_own(has.reconsider, reconsider)?;
            self.told.reconsider = Some(reconsider);
        }
        Ok(())
    }

    /// What should be sensed but is not there is forgotten.
    fn lay_ghosts(&mut self, here: GridCell) {
        let settings = self.game.settings();
        let (memory, newest) = (&mut *self.memory, &mut self.told.newest);
        self.told.ghosts.retain(|ghost| {
            let seen = in_range(settings, here, ghost.place);
            if seen {
                memory.remove(ghost.id);
                newest[ghost.sort as usize].take_if(|id| *id == ghost.id);
            }
            !seen
        });
    }

    /// What lies within the sensor range, and the nearest of each sort.
    fn sense(
        &mut self,
        here: GridCell,
        agent: usize,
        offsets: &[((i16, i16), u16)],
    ) -> Result<[Option<u32>; 3], MemoryError> {
        let field = &self.game.field;
        let mut nearest = [None; 3];
        if self.told.known.len() < field.slots() {
            self.told.known.resize(field.slots(), KnownObject::default());
        }
        if let Some(slot) = self.game.bodies().get(agent).and_then(|body| body.load) {
            self.thing(slot, 0)?;
            nearest[Sort::Stack as usize] = Some(slot);
        }
        for (offset, moves) in offsets {
            let Some(slot) = field.slot_near(here, *offset) else { continue };
            if let Some(sort) = self.thing(slot, *moves)? {
                nearest[sort as usize].get_or_insert(slot);
            }
        }
        Ok(nearest)
    }

    /// A thing that is sensed at a distance of `moves`.
    fn thing(&mut self, slot: u32, moves: u16) -> Result<Option<Sort>, MemoryError> {
        let Some(object) = self.game.field.get(slot).copied() else { return Ok(None) };
        let has = &self.names.properties;
        let young = self.game.tick().saturating_sub(object.born) <= self.game.young;
        let Some(known) = self.told.known.get_mut(slot as usize) else { return Ok(None) };
        if known.serial != object.serial {
            self.new_thing(slot, &object, moves, young)?;
            return Ok(Some(object.sort));
        }
        let id = id_of(object.serial);
        if known.distance != moves {
            known.distance = moves;
            self.memory.set(id, has.distance, f64::from(moves))?;
        }
        if known.place != object.place {
            known.place = object.place;
            self.memory.set(id, has.at, point_of(object.place))?;
        }
        if known.size != object.size {
            known.size = object.size;
            match object.sort {
                Sort::Stack => self.memory.set_divisible(id, has.size, object.size.into())?,
                Sort::Hole | Sort::Obstacle => self.memory.set(id, has.size, f64::from(object.size))?,
            }
        }
        if known.young != young && object.sort != Sort::Obstacle {
            known.young = young;
            self.memory.set(id, has.age, if young { self.names.young } else { self.names.old })?;
        }
        Ok(Some(object.sort))
    }

    fn new_thing(
        &mut self,
        slot: u32,
        object: &TileworldObject,
        moves: u16,
        young: bool,
    ) -> Result<(), MemoryError> {
        let (names, has) = (self.names, &self.names.properties);
        let id = id_of(object.serial);
        let thing = Thing::new(id)
            .kind(names.kinds[object.sort as usize])
            .with(has.at, point_of(object.place))
            .with(has.distance, f64::from(moves));
        let age = if young { names.young } else { names.old };
        let size = f64::from(object.size);
        self.memory.put(match object.sort {
            Sort::Obstacle => thing,
            Sort::Stack => {
                thing.with(has.shape, f64::from(object.shape)).divisible(has.size, size).with(has.age, age)
            }
            Sort::Hole => {
                thing.with(has.shape, f64::from(object.shape)).with(has.size, size).with(has.age, age)
            }
        })?;
        if self.game.settings().rules == Rules::Push {
            // What was pushed is seen again.
            self.told.ghosts.retain(|ghost| ghost.id != id);
        }
        self.told.next_order += 1;
        let order = self.told.next_order;
        if let Some(known) = self.told.known.get_mut(slot as usize) {
            let TileworldObject { serial, size, place, .. } = *object;
            *known =
                KnownObject { serial, sort: Some(object.sort), distance: moves, size, young, place, order };
            self.told.newest[object.sort as usize] = Some(id);
        }
        Ok(())
    }

    /// Of each sort exactly one thing that is known carries each mark.
    fn mark(&mut self, sensed: [Option<u32>; 3]) -> Result<(), MemoryError> {
        let has = &self.names.properties;
        for sort in Sort::ALL {
            let before = self.told.marks[sort as usize];
            let nearest = sensed[sort as usize].and_then(|slot| self.told.known.get(slot as usize));
            let nearest = match nearest {
                Some(known) => Some(id_of(known.serial)),
                None => self.least(sort, |distance, order| (distance, order)),
            };
            let newest = self.told.newest[sort as usize]
                .or_else(|| self.least(sort, |_, order| (0, u64::MAX - order)));
            self.told.newest[sort as usize] = newest;
            for (property, was, is) in
                [(has.nearest, before.nearest, nearest), (has.newest, before.newest, newest)]
            {
                if was != is {
                    if let Some(was) = was {
                        self.memory.unset(was, property);
                    }
                    if let Some(is) = is {
                        self.memory.set(is, property, true)?;
                    }
                }
            }
            self.told.marks[sort as usize] = Marks { nearest, newest };
        }
        Ok(())
    }

    /// The thing of a sort that is known and least by a measure of its distance and of when it became known.
    fn least(&self, sort: Sort, measure: impl Fn(u16, u64) -> (u16, u64)) -> Option<Id> {
        let things = self.told.known.iter().filter(|known| known.sort == Some(sort));
        let things = things.map(|known| (measure(known.distance, known.order), id_of(known.serial)));
        let ghosts = self.told.ghosts.iter().filter(|ghost| ghost.sort == sort);
        let ghosts = ghosts.map(|ghost| (measure(ghost.distance, ghost.order), ghost.id));
        things.chain(ghosts).min_by_key(|(measured, _)| *measured).map(|(_, id)| id)
    }

    /// Other agents are known while they are sensed, stations for ever.
    fn others(&mut self, agent: usize, here: GridCell) -> Result<(), MemoryError> {
        let (game, names, has) = (self.game, self.names, &self.names.properties);
        for (number, body) in game.bodies().iter().enumerate().filter(|(number, _)| *number != agent) {
            let id = Id::new(AGENT_IDS + number as u64);
            let (moves, sensed) = (here.moves_to(body.place), in_range(game.settings(), here, body.place));
            let now = sensed.then_some((body.place, moves));
            let Some(before) = self.told.others.get_mut(number) else { continue };
            if *before == now {
                continue;
            }
            *before = now;
            if sensed {
                let other = Thing::new(id).kind(names.agent);
                let at = point_of(body.place);
                self.memory.put(other.with(has.at, at).with(has.distance, f64::from(moves)))?;
            } else {
                self.memory.remove(id);
            }
        }
        for (number, place) in game.stations().iter().enumerate() {
            let moves = here.moves_to(*place);
            let Some(before) = self.told.stations.get_mut(number) else { continue };
            if *before != Some(moves) && in_range(game.settings(), here, *place) {
                *before = Some(moves);
                let station = Thing::new(Id::new(STATION_IDS + number as u64)).kind(names.station);
                let at = point_of(*place);
                self.memory.put(station.with(has.at, at).with(has.distance, f64::from(moves)))?;
            }
        }
        Ok(())
    }

    /// Where the thing is that the agent's notes say it is after.
    fn find_target(&mut self) {
        let (names, memory) = (self.names, &*self.memory);
        let mut target = None;
        memory.candidates(&Query { kind: Some(names.target), equal: &[] }, &mut |note| {
            let what = memory.values(note, names.properties.what).first().and_then(motive::kernel::Value::id);
            target = what
                .and_then(|what| memory.values(what, names.properties.at).first()?.point())
                .and_then(place_of);
            if target.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.told.target = target;
    }
}

fn in_range(settings: &TileworldSettings, here: GridCell, there: GridCell) -> bool {
    match settings.sensor_shape {
        SensorShape::Diamond => here.moves_to(there) <= settings.sensor,
        SensorShape::Square => {
            let (columns, rows) = (here.column.abs_diff(there.column), here.row.abs_diff(there.row));
            columns.max(rows) <= settings.sensor
        }
    }
}
