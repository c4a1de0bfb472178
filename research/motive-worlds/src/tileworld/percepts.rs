//! Writes what an agent senses into its memory, changes only.
//!
//! The world keeps a copy of what each agent knows: a flat array by slot. So a cycle touches only what lies within
//! the sensor range, and only what changed is written.

use motive::Id;
use motive::declare::Senses;
use motive::kernel::{Facts, Query, Thing, Value};
use std::ops::ControlFlow;

use super::field::{GridCell, Sort, TileworldObject};
use super::game::Tileworld;
use super::settings::{Rules, SensorShape, TileworldSettings};
use super::vocabulary::{
    Age, FuelStation, Hole, Obstacle, OtherAgent, TargetNote, TileStack, TileworldBody, id_of, place_of,
    point_of,
};

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
struct MarkedThings {
    nearest: Option<Id>,
    newest: Option<Id>,
}

/// What was last written to one agent's memory.
#[derive(Clone, Debug, Default)]
pub(super) struct TileworldReported {
    known: Vec<KnownObject>,
    ghosts: Vec<StaleBelief>,
    marks: [MarkedThings; 3],
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
}

/// Forgets what a memory knew of the world before: it is new, or is not as it was left.
pub(super) fn begin(told: &mut TileworldReported, to: &mut Senses<'_>, game: &Tileworld) {
    let names = to.names::<Obstacle>().zip(to.names::<TileStack>()).zip(to.names::<Hole>());
    let Some(((obstacle, stack), hole)) = names else { return };
    let Some((agent, station)) = to.names::<OtherAgent>().zip(to.names::<FuelStation>()) else { return };
    let kinds = [obstacle.kind, stack.kind, hole.kind, agent.kind, station.kind];
    let memory = to.memory();
    let ours = |thing: &&Thing| kinds.iter().any(|kind| thing.is_a(*kind)) && thing.id().number().is_some();
    let stale: Vec<Id> = memory.things().filter(ours).map(Thing::id).collect();
    for id in stale {
        memory.remove(id);
    }
    memory.set_own_kind(agent.kind);
    *told = TileworldReported {
        others: vec![None; game.bodies().len()],
        stations: vec![None; game.stations().len()],
        ..TileworldReported::default()
    };
}

/// Tells an agent what is new.
pub(super) fn tell(
    told: &mut TileworldReported,
    to: &mut Senses<'_>,
    agent: usize,
    game: &Tileworld,
    offsets: &[((i16, i16), u16)],
) {
    let Some(body) = game.bodies().get(agent) else { return };
    to.update(&TileworldBody {
        at: point_of(body.place),
        load: game.load(agent).map(|stack| id_of(stack.serial)),
        sensor: game.settings().sensor,
        fuel: body.fuel,
        reconsider: game.tick().is_multiple_of(game.settings().boldness.max(1).into()),
    });
    let mut teller = TileworldPerceptWriter { told, to, game };
    teller.lay_ghosts(body.place);
    let nearest = teller.sense(body.place, agent, offsets);
    teller.mark(nearest);
    teller.others(agent, body.place);
    teller.find_target();
}

struct TileworldPerceptWriter<'a, 'm> {
    told: &'a mut TileworldReported,
    to: &'a mut Senses<'m>,
    game: &'a Tileworld,
}

impl TileworldPerceptWriter<'_, '_> {
    /// What should be sensed but is not there is forgotten.
    fn lay_ghosts(&mut self, here: GridCell) {
        let settings = self.game.settings();
        let (to, newest) = (&mut *self.to, &mut self.told.newest);
        self.told.ghosts.retain(|ghost| {
            let seen = in_range(settings, here, ghost.place);
            if seen {
                to.forget(ghost.id);
                newest[ghost.sort as usize].take_if(|id| *id == ghost.id);
            }
            !seen
        });
    }

    /// What lies within the sensor range, and the nearest of each sort.
    fn sense(&mut self, here: GridCell, agent: usize, offsets: &[((i16, i16), u16)]) -> [Option<u32>; 3] {
        let field = &self.game.field;
        let mut nearest = [None; 3];
        if self.told.known.len() < field.slots() {
            self.told.known.resize(field.slots(), KnownObject::default());
        }
        if let Some(slot) = self.game.bodies().get(agent).and_then(|body| body.load) {
            self.thing(slot, 0);
            nearest[Sort::Stack as usize] = Some(slot);
        }
        for (offset, moves) in offsets {
            let Some(slot) = field.slot_near(here, *offset) else { continue };
            if let Some(sort) = self.thing(slot, *moves) {
                nearest[sort as usize].get_or_insert(slot);
            }
        }
        nearest
    }

    /// A thing that is sensed at a distance of `moves`.
    fn thing(&mut self, slot: u32, moves: u16) -> Option<Sort> {
        let object = *self.game.field.get(slot)?;
        let young = self.game.tick().saturating_sub(object.born) <= self.game.young;
        let known = self.told.known.get_mut(slot as usize)?;
        let TileworldObject { serial, sort, size, place, .. } = object;
        let ages = known.young != young && sort != Sort::Obstacle;
        if known.serial != serial {
            self.become_known(slot, &object);
        } else if known.distance == moves && known.place == place && known.size == size && !ages {
            return Some(sort);
        }
        self.remember(&object, moves, young);
        let known = self.told.known.get_mut(slot as usize)?;
        *known =
            KnownObject { serial, sort: Some(sort), distance: moves, size, young, place, order: known.order };
        Some(sort)
    }

    fn become_known(&mut self, slot: u32, object: &TileworldObject) {
        let id = id_of(object.serial);
        if self.game.settings().rules == Rules::Push {
            // What was pushed is seen again.
            self.told.ghosts.retain(|ghost| ghost.id != id);
        }
        self.told.next_order += 1;
        if let Some(known) = self.told.known.get_mut(slot as usize) {
            known.order = self.told.next_order;
            self.told.newest[object.sort as usize] = Some(id);
        }
    }

    fn remember(&mut self, object: &TileworldObject, distance: u16, young: bool) {
        let TileworldObject { size, shape, .. } = *object;
        let (id, at) = (id_of(object.serial), point_of(object.place));
        let age = if young { Age::Young } else { Age::Old };
        let Some(has) = self.to.names::<TileStack>() else { return };
        // The marks stay as they are: they depend on the other things too.
        let mut mark = |property| self.to.memory().get(id, property)?.truth();
        let (nearest, newest) = (mark(has.nearest), mark(has.newest));
        match object.sort {
            Sort::Obstacle => self.to.remember([Obstacle { id, at, distance, nearest, newest }]),
            Sort::Stack => {
                self.to.remember([TileStack { id, at, distance, shape, size, age, nearest, newest }]);
            }
            Sort::Hole => self.to.remember([Hole { id, at, distance, shape, size, age, nearest, newest }]),
        }
    }

    /// Of each sort exactly one thing that is known carries each mark.
    fn mark(&mut self, sensed: [Option<u32>; 3]) {
        let Some(has) = self.to.names::<TileStack>() else { return };
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
                        self.to.memory().unset(was, property);
                    }
                    if let Some(is) = is {
                        // The agent may have forgotten it; then there is nothing to mark.
                        let _ = self.to.memory().set(is, property, true);
                    }
                }
            }
            self.told.marks[sort as usize] = MarkedThings { nearest, newest };
        }
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
    fn others(&mut self, agent: usize, here: GridCell) {
        let game = self.game;
        for (number, body) in game.bodies().iter().enumerate().filter(|(number, _)| *number != agent) {
            let id = Id::new(AGENT_IDS + number as u64);
            let (distance, sensed) = (here.moves_to(body.place), in_range(game.settings(), here, body.place));
            let now = sensed.then_some((body.place, distance));
            let Some(before) = self.told.others.get_mut(number) else { continue };
            if *before == now {
                continue;
            }
            *before = now;
            if sensed {
                self.to.remember([OtherAgent { id, at: point_of(body.place), distance }]);
            } else {
                self.to.forget(id);
            }
        }
        for (number, place) in game.stations().iter().enumerate() {
            let distance = here.moves_to(*place);
            let Some(before) = self.told.stations.get_mut(number) else { continue };
            if *before != Some(distance) && in_range(game.settings(), here, *place) {
                *before = Some(distance);
                let id = Id::new(STATION_IDS + number as u64);
                self.to.remember([FuelStation { id, at: point_of(*place), distance }]);
            }
        }
    }

    /// Where the thing is that the agent's notes say it is after.
    fn find_target(&mut self) {
        let Some((note, own)) = self.to.names::<TargetNote>().zip(self.to.names::<TileworldBody>()) else {
            return;
        };
        let (memory, mut target) = (&*self.to.memory(), None);
        memory.candidates(&Query { kind: Some(note.kind), equal: &[] }, &mut |id| {
            let what = memory.values(id, note.what).first().and_then(Value::id);
            target = what.and_then(|what| memory.values(what, own.at).first()?.point()).and_then(place_of);
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
