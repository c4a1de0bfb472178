//! The navigation file of a map (`EAAS`, version 5): areas in which a body moves freely, the ways from one to another with the time that they take, and the
//! quickest way over them.

use super::{GameMapError, Lump, LumpRecord, MapBox};
use glam::Vec3;
use pathfinding::directed::astar::astar;
use pathfinding::directed::bfs::bfs_reach;
use std::collections::BTreeSet;

const PLANES: usize = 2;
const AREAS: usize = 7;
const AREA_SETTINGS: usize = 8;
const REACHES: usize = 9;
const NODES: usize = 10;

/// Bytes of the head; those after the eighth are veiled.
const HEAD: usize = 12 + 14 * 8;

const GROUNDED: i32 = 1;
const LIQUID: i32 = 4;
const DISABLED: i32 = 8;
const LAVA: i32 = 2;
const SLIME: i32 = 4;
const DO_NOT_ENTER: i32 = 256;

/// Hundredths of a second that a body needs for a unit on foot.
const WALK: f32 = 0.33;
/// Swimming.
const SWIM: f32 = 0.8;
/// What a fall or jump costs beyond its time, because it may go wrong.
const RISK: u32 = 30;
/// The same for a lift, for which one may have to wait.
const LIFT: u32 = 150;

/// The most that a way within one area costs.
const FARTHEST: f32 = 1_000_000.0;
/// How high a body steps up without a jump.
const STEP: f32 = 19.0;

/// The number of an area; 0 is no area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaId(pub u32);

/// How a body gets from one area to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TravelKind {
    /// On foot.
    Walk,
    /// Crouching.
    Crouch,
    /// A jump onto something high.
    BarrierJump,
    /// A jump over a gap.
    Jump,
    /// Up or down a ladder.
    Ladder,
    /// A fall.
    WalkOffLedge,
    /// Through water.
    Swim,
    /// Out of water.
    WaterJump,
    /// Through a teleporter.
    Teleport,
    /// With a lift.
    Elevator,
    /// From a jump pad.
    JumpPad,
}

impl TravelKind {
    /// The way of a number in the file. None for those that need a rocket, a hook, or tricks.
    fn of(number: i32) -> Option<Self> {
        Some(match number & 0xff_ffff {
            2 => Self::Walk,
            3 => Self::Crouch,
            4 => Self::BarrierJump,
            5 => Self::Jump,
            6 => Self::Ladder,
            7 => Self::WalkOffLedge,
            8 => Self::Swim,
            9 => Self::WaterJump,
            10 => Self::Teleport,
            11 => Self::Elevator,
            18 => Self::JumpPad,
            _ => return None,
        })
    }
}

/// A way from one area to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reachability {
    /// Where from.
    pub from: AreaId,
    /// Where to.
    pub to: AreaId,
    /// Where it begins, as the middle of a body.
    pub start: Vec3,
    /// Where it ends.
    pub end: Vec3,
    /// How.
    pub travel: TravelKind,
    /// How long it takes, in hundredths of a second.
    pub time: u32,
    /// The number of the model that one rides, for a lift.
    pub lift: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct NavArea {
    center: Vec3,
    flags: i32,
    contents: i32,
    first_reach: usize,
    reaches: usize,
}

impl NavArea {
    fn is_usable(&self) -> bool {
        self.flags & DISABLED == 0 && self.contents & (LAVA | SLIME | DO_NOT_ENTER) == 0
    }
}

#[derive(Clone, Copy, Debug)]
struct SplitNode {
    normal: Vec3,
    distance: f32,
    children: [i32; 2],
}

/// The areas of a map and the ways between them.
#[derive(Clone, Debug)]
pub struct Navigation {
    nodes: Vec<SplitNode>,
    areas: Vec<NavArea>,
    /// Ways, those of an area together.
    reaches: Vec<Reachability>,
    /// Doors that do not open by themselves.
    doors: Vec<MapBox>,
    /// For each way whether such a door is on it.
    closed: Vec<bool>,
}

impl Navigation {
    /// Reads a navigation file.
    ///
    /// # Errors
    /// If it is no such file.
    pub fn read(path: &str, bytes: &[u8]) -> Result<Self, GameMapError> {
        let malformed =
            |reason| GameMapError::Malformed { path: path.to_owned(), expected: "navigation file", reason };
        let mut head = bytes.get(..HEAD).ok_or_else(|| malformed("it is too short"))?.to_vec();
        if !head.starts_with(b"EAAS") || head[4] != 5 {
            return Err(malformed("it does not begin with EAAS and the version 5"));
        }
        for (at, byte) in head[8..].iter_mut().enumerate() {
            *byte ^= (at as u8).wrapping_mul(119);
        }
        let lump = |number: usize| {
            Lump::of(bytes, &head, 12 + number * 8)
                .ok_or_else(|| malformed("a part lies outside of the file"))
        };
        let planes: Vec<(Vec3, f32)> =
            lump(PLANES)?.records(20).map(|record| (record.vector(0), record.float(12))).collect();
        let node = |record: LumpRecord<'_>| {
            let (normal, distance) = planes.get(record.index(0)).copied().unwrap_or((Vec3::Z, 0.0));
            SplitNode { normal, distance, children: [record.int(4), record.int(8)] }
        };
        let nodes = lump(NODES)?.records(12).map(node).collect();
        let raw: Vec<LumpRecord<'_>> = lump(REACHES)?.records(44).collect();
        let centers = lump(AREAS)?.records(48).map(|record| record.vector(36));
        let mut settings = lump(AREA_SETTINGS)?.records(28);
        let mut areas: Vec<NavArea> = centers
            .map(|center| {
                let record = settings.next();
                let int = |at: usize| record.map_or(0, |record| record.int(at));
                let index = |at: usize| record.map_or(0, |record| record.index(at));
                let (first_reach, reaches) = (index(24), index(20));
                NavArea { center, flags: int(4), contents: int(0), first_reach, reaches }
            })
            .collect();
        let usable: Vec<bool> = areas.iter().map(NavArea::is_usable).collect();
        let mut reaches = Vec::new();
        for (number, area) in areas.iter_mut().enumerate() {
            let of_area = raw.get(area.first_reach..area.first_reach.saturating_add(area.reaches));
            let first = reaches.len();
            let from = AreaId(number as u32);
            reaches.extend(of_area.unwrap_or_default().iter().filter_map(|record| {
                usable.get(record.index(0)).filter(|usable| **usable)?;
                let travel = TravelKind::of(record.int(36))?;
                Some(Reachability {
                    from,
                    to: AreaId(record.index(0) as u32),
                    start: record.vector(12),
                    end: record.vector(24),
                    travel,
                    lift: (travel == TravelKind::Elevator).then(|| record.index(4)),
                    time: u32::from(record.half(40)),
                })
            }));
            (area.first_reach, area.reaches) = (first, reaches.len() - first);
        }
        let closed = vec![false; reaches.len()];
        Ok(Self { nodes, areas, reaches, doors: Vec::new(), closed })
    }

    /// The same without the ways that lead through some doors.
    pub fn without_doors(mut self, doors: Vec<MapBox>) -> Self {
        let is_closed =
            |reach: &Reachability| doors.iter().any(|door| door.is_touched(reach.start, reach.end));
        self.closed = self.reaches.iter().map(is_closed).collect();
        self.doors = doors;
        self
    }

    /// Whether a door that does not open by itself is on a way, given by its number.
    pub fn is_closed(&self, reach: usize) -> bool {
        self.closed.get(reach).copied().unwrap_or(false)
    }

    /// How many areas there are.
    pub fn areas(&self) -> usize {
        self.areas.len()
    }

    /// All ways.
    pub fn reaches(&self) -> &[Reachability] {
        &self.reaches
    }

    /// The ways out of an area, by their numbers.
    pub fn reaches_of(&self, area: AreaId) -> std::ops::Range<usize> {
        self.areas.get(area.0 as usize).map_or(0..0, |it| it.first_reach..it.first_reach + it.reaches)
    }

    /// The area in which the middle of a body is.
    pub fn area_at(&self, point: Vec3) -> Option<AreaId> {
        let mut node = 1i32;
        for _ in 0..1_000 {
            if node <= 0 {
                return Some(AreaId(node.unsigned_abs())).filter(|area| area.0 != 0);
            }
            let inner = self.nodes.get(node as usize)?;
            node = inner.children[usize::from(inner.normal.dot(point) - inner.distance < 0.0)];
        }
        None
    }

    /// The area of a body near a point, such as an item whose place is given a little too high or too near to a wall.
    pub fn area_near(&self, point: Vec3) -> Option<AreaId> {
        self.areas_near(point).find(|area| self.can_be_in(*area))
    }

    /// The area near a point from which ways lead on. A body on a slope may be nearer to one that has none, and one on a lift is in an area without a floor.
    fn area_to_leave(&self, point: Vec3) -> Option<AreaId> {
        let leads_on = |area: &AreaId| !self.reaches_of(*area).is_empty();
        let mut near = self.areas_near(point).filter(leads_on);
        near.clone().find(|area| self.can_be_in(*area)).or_else(|| near.next())
    }

    /// Whether a body can stay in an area: it has a floor, or water.
    fn can_be_in(&self, area: AreaId) -> bool {
        self.areas.get(area.0 as usize).is_some_and(|area| area.flags & (GROUNDED | LIQUID) != 0)
    }

    /// The areas near a point that do no harm, the nearest first; some more than once.
    fn areas_near(&self, point: Vec3) -> impl Iterator<Item = AreaId> + Clone {
        let heights = [0.0, 10.0, 20.0, 30.0, -10.0, -20.0, -30.0, -45.0, 45.0];
        let sides = [(0.0, 0.0), (12.0, 0.0), (-12.0, 0.0), (0.0, 12.0), (0.0, -12.0)];
        let wider = move |by: f32| sides.into_iter().skip(1).map(move |(x, y)| (x * by, y * by));
        let sides = sides.into_iter().chain(wider(2.0)).chain(wider(3.0));
        let offsets = sides.flat_map(move |(x, y)| heights.map(|z| Vec3::new(x, y, z)));
        let areas = offsets.filter_map(move |offset| self.area_at(point + offset));
        areas.filter(|area| self.areas.get(area.0 as usize).is_some_and(NavArea::is_usable))
    }

    /// All areas that a body gets to from some, by whatever way, and those themselves.
    pub fn reached_from(&self, starts: &[AreaId]) -> BTreeSet<AreaId> {
        let onward = |area: &AreaId| {
            let open = self.reaches_of(*area).filter(|reach| !self.is_closed(*reach));
            open.map(|reach| self.reaches[reach].to).collect::<Vec<_>>()
        };
        starts.iter().flat_map(|start| bfs_reach(*start, onward)).collect()
    }

    /// The middle of an area.
    pub fn center(&self, area: AreaId) -> Option<Vec3> {
        self.areas.get(area.0 as usize).map(|area| area.center)
    }

    /// Whether a body swims in an area.
    pub fn is_liquid(&self, area: AreaId) -> bool {
        self.areas.get(area.0 as usize).is_some_and(|area| area.flags & LIQUID != 0)
    }

    /// Whether a body can stand in an area.
    pub fn is_ground(&self, area: AreaId) -> bool {
        self.areas.get(area.0 as usize).is_some_and(|area| area.flags & GROUNDED != 0 && area.is_usable())
    }

    /// The highest place between two heights at which a body can stand over a point of the map, as the middle of the body.
    pub fn highest_floor(&self, x: f32, y: f32, heights: std::ops::RangeInclusive<f32>) -> Option<f32> {
        let (low, high) = (*heights.start(), *heights.end());
        let steps = ((high - low) / STEP).ceil().clamp(0.0, 1_000.0) as usize;
        let mut levels = (0..=steps).map(|step| high - step as f32 * STEP);
        levels.find(|z| self.area_at(Vec3::new(x, y, *z)).is_some_and(|area| self.is_ground(area)))
    }

    /// Whether a body can walk in a straight line from one point to another without jumps and falls. Points are middles of bodies.
    pub fn is_walkable(&self, from: Vec3, to: Vec3) -> bool {
        let way = to - from;
        let length = libm::hypotf(way.x, way.y);
        let steps = (length / 16.0).ceil().clamp(1.0, 200.0);
        if length > 16.0 * 200.0 || self.doors.iter().any(|door| door.is_touched(from, to)) {
            return false;
        }
        let mut height = from.z;
        for step in 1..=steps as usize {
            let at = from + way * (step as f32 / steps);
            // The floor rises and falls between the two ends.
            let levels = [0.0, -8.0, 8.0, -STEP, STEP].map(|up| Vec3::new(at.x, at.y, height + up));
            let stands = |point: &Vec3| self.area_at(*point).is_some_and(|area| self.is_ground(area));
            match levels.iter().find(|point| stands(point)) {
                Some(point) => height = point.z,
                None => return false,
            }
        }
        (height - to.z).abs() < 48.0
    }
}

/// A way through the areas of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The ways from area to area, in order, by their numbers.
    pub reaches: Vec<usize>,
    /// Where it ends.
    pub goal: Vec3,
    /// The area of that place.
    pub area: AreaId,
    /// How long it takes, in hundredths of a second.
    pub time: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum RouteStop {
    Start,
    /// After a way of this number.
    After(u32),
    Goal,
}

impl Navigation {
    /// The quickest way from one place to another, both as the middle of a body. `avoid` lists ways, by their numbers, that are left out.
    pub fn route(&self, from: Vec3, to: Vec3, avoid: &[usize]) -> Option<Route> {
        let goal = self.area_near(to)?;
        let start = self.area_near(from).filter(|area| *area == goal).or_else(|| self.area_to_leave(from))?;
        let place = |stop: &RouteStop| match stop {
            RouteStop::Start => (start, from),
            RouteStop::After(number) => {
                let reach = &self.reaches()[*number as usize];
                (reach.to, reach.end)
            }
            RouteStop::Goal => (goal, to),
        };
        let onward = |stop: &RouteStop| {
            let (area, at) = place(stop);
            let ends = (area == goal).then(|| (RouteStop::Goal, self.within(area, at, to)));
            let open = |number: &usize| !avoid.contains(number) && !self.is_closed(*number);
            let ways = self.reaches_of(area).filter(open).map(move |number| {
                let reach = &self.reaches()[number];
                (RouteStop::After(number as u32), self.within(area, at, reach.start) + price(reach))
            });
            ways.chain(ends).collect::<Vec<_>>()
        };
        // Teleporters and pads are faster than walking, so what is left is estimated low.
        let left = |stop: &RouteStop| (place(stop).1.distance(to) * 0.1) as u32;
        let (stops, time) = astar(&RouteStop::Start, onward, left, |stop| *stop == RouteStop::Goal)?;
        let reaches = stops.iter().filter_map(|stop| match stop {
            RouteStop::After(number) => Some(*number as usize),
            _ => None,
        });
        Some(Route { reaches: reaches.collect(), goal: to, area: goal, time })
    }

    /// The places over which a body gets from one place to another, each within a straight walk, or a jump, ride or fall, from the one before; none if the other
    /// place is within such a walk itself. All are middles of bodies. Cut off after `most` of them. None if there is no way.
    pub fn stops(&self, from: Vec3, to: Vec3, longest: f32, most: usize) -> Option<Vec<Vec3>> {
        let walks = |from: Vec3, to: Vec3| from.distance(to) <= longest && self.is_walkable(from, to);
        if walks(from, to) {
            return Some(Vec::new());
        }
        let route = self.route(from, to, &[])?;
        let (mut stops, mut here, mut ahead) = (Vec::new(), from, None);
        let ways = route.reaches.iter().map(|way| &self.reaches()[*way]);
        for way in ways {
            let is_walk = way.travel == TravelKind::Walk;
            // Where it walks to before the way, if that is not within a walk of where it was.
            let next = if is_walk { way.end } else { way.start };
            if !walks(here, next) {
                let stop = ahead.take().unwrap_or(next);
                stops.push(stop);
                here = stop;
            }
            ahead = Some(next).filter(|next| *next != here);
            if !is_walk {
                // Where such a way begins is no stop: whoever is to stay on a jump pad is thrown off it.
                stops.push(way.end);
                (here, ahead) = (way.end, None);
            }
            if stops.len() >= most {
                break;
            }
        }
        if !walks(here, to) {
            stops.extend(ahead);
            here = ahead.unwrap_or(here);
        }
        // The last walk may be straight, and too long all the same.
        let legs = (here.distance(to) / longest).ceil().max(1.0);
        let ends = (1..legs as usize).map(|leg| here.lerp(to, leg as f32 / legs));
        stops.extend(ends.take(most));
        stops.truncate(most);
        Some(stops)
    }

    /// The time from one point of an area to another.
    fn within(&self, area: AreaId, from: Vec3, to: Vec3) -> u32 {
        let rate = if self.is_liquid(area) { SWIM } else { WALK };
        // A server may say that somebody is anywhere; sums of these must not overflow.
        (from.distance(to) * rate).min(FARTHEST) as u32
    }
}

fn price(reach: &Reachability) -> u32 {
    let more = match reach.travel {
        TravelKind::Jump | TravelKind::BarrierJump | TravelKind::WaterJump | TravelKind::Ladder => RISK,
        TravelKind::Elevator => LIFT,
        _ => 0,
    };
    reach.time + more
}
