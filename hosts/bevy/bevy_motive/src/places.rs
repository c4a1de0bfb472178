//! Where the entities of a type are: gathered once a tick, for all agents.

use crate::sight::SightLimits;
use bevy_ecs::change_detection::Tick;
use bevy_ecs::entity::Entity;
use smallvec::SmallVec;

pub(crate) type Point3 = [f32; 3];

/// Up to this many are searched one by one, without a grid.
const FEW: usize = 32;

/// Rounding errors of distances are smaller than this part of them.
const ROUNDING: f64 = 1e-5;

/// The places of all entities of a type.
#[derive(Default)]
pub(crate) struct EntityPlaces {
    entities: Vec<Entity>,
    at: Vec<Point3>,
    changed: Vec<Option<Tick>>,
    /// The last change of any of them.
    last_change: Option<Tick>,
    /// Increases when entities come or go.
    version: u64,
    /// The sum of the longest steps that any of them made in each tick: no entity has moved further.
    travelled: f64,
    grid: PlaceGrid,
}

/// An entity that is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) entity: Entity,
    pub(crate) distance: f32,
    /// Its index in [`EntityPlaces`], which holds until entities come or go.
    pub(crate) place: u32,
}

/// What is seen from a place, and for how long that stays so.
#[derive(Default)]
pub(crate) struct View {
    pub(crate) seen: SmallVec<[Seen; 2]>,
    pub(crate) stands: Standing,
}

/// What a view depends on besides the places of what is seen.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Standing {
    from: Point3,
    /// How far away the nearest was of those that are not seen; infinite if all are seen.
    next: f64,
    travelled: f64,
    version: u64,
}

impl Standing {
    /// Whether the same entities are seen from a place as when this was made: they are still in sight, and none of the others can have come
    /// nearer than they are.
    pub(crate) fn holds(
        &self,
        places: &EntityPlaces,
        sight: SightLimits,
        from: Point3,
        seen: &[Seen],
    ) -> bool {
        if self.version != places.version {
            return false;
        }
        let mut furthest = 0.0_f32;
        for seen in seen {
            let distance = places.distance(seen.place, from);
            if distance > sight.distance || distance.is_nan() {
                return false;
            }
            furthest = furthest.max(distance);
        }
        if self.next.is_infinite() {
            return true;
        }
        let moved = f64::from(squared(self.from, from).sqrt()) + (places.travelled - self.travelled);
        let others = self.next * (1.0 - ROUNDING) - moved * (1.0 + ROUNDING);
        let is_full = sight.nearest.is_some_and(|count| seen.len() >= count);
        others > f64::from(if is_full { furthest } else { sight.distance })
    }
}

impl EntityPlaces {
    /// Takes the places of all entities as they are now, and when each last changed.
    pub(crate) fn gather(&mut self, all: impl Iterator<Item = (Entity, Point3, Option<Tick>)>, now: Tick) {
        let (mut count, mut is_other, mut has_moved) = (0, false, false);
        let mut longest = 0.0_f32;
        for (entity, at, changed) in all {
            if count == self.entities.len() {
                self.entities.push(entity);
                self.at.push(at);
                self.changed.push(changed);
                is_other = true;
            } else {
                is_other |= std::mem::replace(&mut self.entities[count], entity) != entity;
                let before = std::mem::replace(&mut self.at[count], at);
                if before.map(f32::to_bits) != at.map(f32::to_bits) {
                    let step = squared(before, at);
                    is_other |= !step.is_finite();
                    longest = longest.max(step);
                    has_moved = true;
                }
                self.changed[count] = changed;
            }
            count += 1;
            if let Some(changed) = changed
                && self.last_change.is_none_or(|last| changed.is_newer_than(last, now))
            {
                self.last_change = Some(changed);
            }
        }
        is_other |= count < self.entities.len();
        self.entities.truncate(count);
        self.at.truncate(count);
        self.changed.truncate(count);
        self.version = self.version.max(1) + u64::from(is_other);
        self.travelled += f64::from(longest.sqrt());
        if (is_other || has_moved) && count > FEW {
            self.grid.build(&self.at);
        }
    }

    /// Whether one of the entities has changed since a tick.
    pub(crate) fn have_changed(&self, since: Option<Tick>, now: Tick) -> bool {
        is_newer(self.last_change, since, now)
    }

    /// Whether the entity at a place has changed since a tick.
    pub(crate) fn has_changed(&self, place: u32, since: Option<Tick>, now: Tick) -> bool {
        is_newer(self.changed.get(place as usize).copied().flatten(), since, now)
    }

    pub(crate) fn distance(&self, place: u32, from: Point3) -> f32 {
        self.at.get(place as usize).map_or(f32::NAN, |at| squared(*at, from).sqrt())
    }

    /// The entities but one that are seen from a place: the nearest first, or in the order of their ids.
    pub(crate) fn view(&self, sight: SightLimits, from: Point3, but: Entity) -> View {
        let mut seen = SmallVec::new();
        let next = match sight.nearest {
            _ if sight.distance.is_nan() || sight.distance < 0.0 => f32::INFINITY,
            None => self.within(sight.distance, from, but, &mut seen),
            Some(count) => self.nearest(count, sight.distance, from, but, &mut seen),
        };
        let stands =
            Standing { from, next: f64::from(next), travelled: self.travelled, version: self.version };
        View { seen, stands }
    }

    /// Finds everything within reach. Returns how far away the others are, at least.
    fn within(&self, reach: f32, from: Point3, but: Entity, seen: &mut SmallVec<[Seen; 2]>) -> f32 {
        let around = reach * 1.5;
        let mut next = if self.entities.len() <= FEW { f32::INFINITY } else { around };
        self.visit(around, from, |place, entity, distance| {
            if distance > reach {
                next = next.min(distance);
            } else if entity != but {
                seen.push(Seen { entity, distance, place });
            }
        });
        seen.sort_unstable_by_key(|seen| seen.entity);
        next
    }

    /// Finds the nearest within reach. Returns how far away the others are, at least.
    fn nearest(
        &self,
        count: usize,
        reach: f32,
        from: Point3,
        but: Entity,
        seen: &mut SmallVec<[Seen; 2]>,
    ) -> f32 {
        if count == 0 {
            return f32::INFINITY;
        }
        let is_few = self.entities.len() <= FEW;
        let (mut around, all) = (self.grid.radius_of(count, from), self.grid.radius_of_all(from));
        loop {
            if is_few || around >= all || around.is_nan() {
                around = f32::INFINITY;
            }
            seen.clear();
            self.visit(around, from, |place, entity, distance| {
                if entity == but || distance > around {
                    return;
                }
                let rank = |other: &Seen| other.distance.total_cmp(&distance).then(other.entity.cmp(&entity));
                let at = seen.partition_point(|other| rank(other).is_lt());
                if at <= count {
                    seen.insert(at, Seen { entity, distance, place });
                    seen.truncate(count.saturating_add(1));
                }
            });
            if seen.len() > count || around > reach || around.is_infinite() {
                break;
            }
            around *= 2.0;
        }
        let found = seen.iter().take(count).take_while(|seen| seen.distance <= reach).count();
        let next = seen.get(found).map_or(around, |next| next.distance);
        seen.truncate(found);
        next
    }

    /// Visits all entities within a radius, and perhaps more.
    fn visit(&self, radius: f32, from: Point3, mut visit: impl FnMut(u32, Entity, f32)) {
        let mut visit_one = |place: usize| {
            let distance = squared(self.at[place], from).sqrt();
            if distance.is_finite() {
                visit(place as u32, self.entities[place], distance);
            }
        };
        match self.grid.around(radius, from).filter(|_| self.entities.len() > FEW) {
            Some(cells) => cells.for_each(|place| visit_one(place as usize)),
            None => (0..self.entities.len()).for_each(visit_one),
        }
    }
}

fn is_newer(changed: Option<Tick>, since: Option<Tick>, now: Tick) -> bool {
    changed.is_some_and(|changed| since.is_none_or(|since| changed.is_newer_than(since, now)))
}

pub(crate) fn squared(one: Point3, other: Point3) -> f32 {
    let [x, y, z] = [0, 1, 2].map(|axis| one[axis] - other[axis]);
    x * x + y * y + z * z
}

/// Places by cells of a plane: of the two axes along which they extend most.
#[derive(Default)]
struct PlaceGrid {
    axes: [usize; 2],
    low: [f32; 2],
    high: [f32; 2],
    cell: f32,
    cells: [usize; 2],
    /// Where the places of each cell begin in `places`.
    begins: Vec<u32>,
    places: Vec<u32>,
}

impl PlaceGrid {
    fn build(&mut self, all: &[Point3]) {
        let finite = || all.iter().enumerate().filter(|(_, at)| at.iter().all(|x| x.is_finite()));
        let bounds = |axis: usize| {
            finite()
                .fold((f32::MAX, f32::MIN), |(low, high), (_, at)| (low.min(at[axis]), high.max(at[axis])))
        };
        let mut bounds = [0, 1, 2].map(|axis| (axis, bounds(axis)));
        let extent = |(_, (low, high)): &(usize, (f32, f32))| (f64::from(*high) - f64::from(*low)).max(0.0);
        bounds.sort_by(|one, other| extent(other).total_cmp(&extent(one)));
        let [wide, narrow] = [extent(&bounds[0]), extent(&bounds[1])];
        self.axes = [bounds[0].0, bounds[1].0];
        (self.low, self.high) = ([bounds[0].1.0, bounds[1].1.0], [bounds[0].1.1, bounds[1].1.1]);
        // Two in a cell, if they are spread evenly.
        let count = all.len().max(1) as f64;
        let cell = (wide * narrow * 2.0 / count).sqrt().max(wide * 2.0 / count);
        self.cell = (cell as f32).max(f32::MIN_POSITIVE);
        self.cells = [wide, narrow].map(|extent| (extent / f64::from(self.cell)) as usize + 1);
        self.begins.clear();
        self.begins.resize(self.cells[0] * self.cells[1] + 1, 0);
        for (_, at) in finite() {
            let cell = self.cell_of(at);
            self.begins[cell] += 1;
        }
        let mut end = 0;
        for begin in &mut self.begins {
            end += *begin;
            *begin = end;
        }
        self.places.clear();
        self.places.resize(end as usize, 0);
        // Each cell is filled from its end, so that its begin is right afterwards.
        for (place, at) in finite() {
            let cell = self.cell_of(at);
            self.begins[cell] -= 1;
            self.places[self.begins[cell] as usize] = place as u32;
        }
    }

    /// The index of a coordinate, within the grid.
    fn index(&self, axis: usize, x: f32) -> usize {
        // Casts of what is below 0 or not a number give 0.
        (((x - self.low[axis]) / self.cell) as usize).min(self.cells[axis].saturating_sub(1))
    }

    fn cell_of(&self, at: &Point3) -> usize {
        self.index(1, at[self.axes[1]]) * self.cells[0] + self.index(0, at[self.axes[0]])
    }

    /// The places in all cells that a circle touches; nothing if that is most of them.
    fn around(&self, radius: f32, from: Point3) -> Option<impl Iterator<Item = u32>> {
        let range = |axis: usize| {
            let x = from[self.axes[axis]];
            self.index(axis, x - radius)..self.index(axis, x + radius) + 1
        };
        let (columns, rows) = (range(0), range(1));
        if !radius.is_finite() || columns.len() * rows.len() * 2 > self.begins.len() {
            return None;
        }
        Some(rows.flat_map(move |row| {
            let first = row * self.cells[0];
            let places = self.begins[first + columns.start]..self.begins[first + columns.end];
            self.places[places.start as usize..places.end as usize].iter().copied()
        }))
    }

    /// A radius in which so many are to be expected.
    fn radius_of(&self, count: usize, from: Point3) -> f32 {
        let outside = [0, 1].map(|axis| {
            let x = from[self.axes[axis]];
            (self.low[axis] - x).max(x - self.high[axis]).max(0.0)
        });
        outside[0].hypot(outside[1]) + self.cell * (count as f32).sqrt()
    }

    /// A radius that has all of them, as far as the grid's plane goes.
    fn radius_of_all(&self, from: Point3) -> f32 {
        let furthest = [0, 1].map(|axis| {
            let x = from[self.axes[axis]];
            (self.low[axis] - x).abs().max((self.high[axis] - x).abs())
        });
        furthest[0].hypot(furthest[1])
    }
}

#[cfg(test)]
#[path = "../tests/unit/places.rs"]
mod tests;
