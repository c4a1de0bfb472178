//! The quickest way from one place to another.

use super::navigation::{AreaId, Navigation, Reach, Travel};
use glam::Vec3;
use pathfinding::directed::astar::astar;

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
enum Stop {
    Start,
    /// After a way of this number.
    After(u32),
    Goal,
}

impl Navigation {
    /// The quickest way from one place to another, both as the middle of a body. `avoid` lists ways, by their numbers, that are left out.
    #[must_use]
    pub fn route(&self, from: Vec3, to: Vec3, avoid: &[usize]) -> Option<Route> {
        let goal = self.area_near(to)?;
        let start = self.area_near(from).filter(|area| *area == goal).or_else(|| self.area_to_leave(from))?;
        let place = |stop: &Stop| match stop {
            Stop::Start => (start, from),
            Stop::After(number) => {
                let reach = &self.reaches()[*number as usize];
                (reach.to, reach.end)
            }
            Stop::Goal => (goal, to),
        };
        let onward = |stop: &Stop| {
            let (area, at) = place(stop);
            let ends = (area == goal).then(|| (Stop::Goal, self.within(area, at, to)));
            let open = |number: &usize| !avoid.contains(number) && !self.is_closed(*number);
            let ways = self.reaches_of(area).filter(open).map(move |number| {
                let reach = &self.reaches()[number];
                (Stop::After(number as u32), self.within(area, at, reach.start) + price(reach))
            });
            ways.chain(ends).collect::<Vec<_>>()
        };
        // Teleporters and pads are faster than walking, so what is left is estimated low.
        let left = |stop: &Stop| (place(stop).1.distance(to) * 0.1) as u32;
        let (stops, time) = astar(&Stop::Start, onward, left, |stop| *stop == Stop::Goal)?;
        let reaches = stops.iter().filter_map(|stop| match stop {
            Stop::After(number) => Some(*number as usize),
            _ => None,
        });
        Some(Route { reaches: reaches.collect(), goal: to, area: goal, time })
    }

    /// The places over which a body gets from one place to another, each within a straight walk, or a jump, ride or fall, from the one before; none if the other
    /// place is within such a walk itself. All are middles of bodies. Cut off after `most` of them. None if there is no way.
    #[must_use]
    pub fn stops(&self, from: Vec3, to: Vec3, longest: f32, most: usize) -> Option<Vec<Vec3>> {
        let walks = |from: Vec3, to: Vec3| from.distance(to) <= longest && self.is_walkable(from, to);
        if walks(from, to) {
            return Some(Vec::new());
        }
        let route = self.route(from, to, &[])?;
        let (mut stops, mut here, mut ahead) = (Vec::new(), from, None);
        let ways = route.reaches.iter().map(|way| &self.reaches()[*way]);
        for way in ways {
            let is_walk = way.travel == Travel::Walk;
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

fn price(reach: &Reach) -> u32 {
    let more = match reach.travel {
        Travel::Jump | Travel::BarrierJump | Travel::WaterJump | Travel::Ladder => RISK,
        Travel::Elevator => LIFT,
        _ => 0,
    };
    reach.time + more
}
