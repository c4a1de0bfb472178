//! Going somewhere: straight where that works, otherwise along a route with its jumps, falls, pads, teleporters, lifts and water.

use super::{MOVER, position};
use crate::map::{GameMap, Navigation, Reachability, Route, TravelKind};
use crate::wire::{EntityField, GameSnapshot};
use glam::Vec3;
use std::sync::Arc;

/// A body this near to where it goes is there.
const ARRIVED: f32 = 20.0;
/// And the place may be this much higher or lower.
const ARRIVED_HEIGHT: f32 = 56.0;
/// A goal that moved by more than this needs another route.
const GOAL_MOVED: f32 = 72.0;
/// Milliseconds between two searches for a route.
const SEARCH_PAUSE: i32 = 400;
/// Milliseconds off a route after which another is looked for.
const OFF_ROUTE: i32 = 600;
/// A body this near to the end of a way has made it.
const PASSED: f32 = 16.0;
/// Milliseconds within the same few steps after which a body gets nowhere, however much it moves there.
const NOWHERE: i32 = 5_000;
/// How far those steps are.
const FEW_STEPS: f32 = 128.0;
/// Milliseconds without motion after which a body is stuck.
const STUCK: i32 = 400;
/// Milliseconds that a body that is stuck tries another direction.
const DETOUR: i32 = 350;
/// Detours after which a way is left out for a while.
const MOST_DETOURS: u32 = 3;
/// Milliseconds that a way is left out.
const AVOIDED: i32 = 15_000;
/// How many ways ahead a body looks for a short cut.
const LOOK_AHEAD: usize = 10;
const GRAVITY: f32 = 800.0;
/// How fast a jump begins upward.
const JUMP: f32 = 270.0;
/// How far before an edge a run-up begins.
const RUN_UP: f32 = 96.0;
/// The part of the speed that a jump needs with which a body dares it: it gains some in the air.
const FAST_ENOUGH: f32 = 0.8;
/// How high the middle of a body is above its feet, and how high it steps.
const MIDDLE: f32 = 24.0;
const STEP: f32 = 18.0;

/// What legs know of the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footing<'a> {
    /// The middle of the body.
    pub(super) origin: Vec3,
    pub(super) velocity: Vec3,
    /// Whether it stands on something.
    pub(super) grounded: bool,
    /// The server's clock in milliseconds.
    pub(super) now: i32,
    /// What else is there, such as lifts.
    pub(super) snapshot: &'a GameSnapshot,
}

/// What legs do next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stride {
    /// Where to, as a direction of length 1, or nowhere.
    pub(super) direction: Vec3,
    pub(super) jump: bool,
    pub(super) crouch: bool,
    /// Whether the body is stuck, just now.
    pub(super) blocked: bool,
}

/// The legs of one bot on one map.
#[derive(Clone, Debug)]
pub(super) struct Movement {
    map: Arc<GameMap>,
    route: Option<Route>,
    /// The way of the route that is being made.
    at: usize,
    searched: Option<i32>,
    on_route: i32,
    /// Where a jump or fall should end.
    landing: Option<Vec3>,
    /// The start of a jump for which it takes a run-up, and whether it has been where that begins.
    run_up: Option<(Vec3, bool)>,
    moved: i32,
    /// Where it was when it last got somewhere, and when.
    got_to: (Vec3, i32),
    detour: Option<(i32, Vec3)>,
    detours: u32,
    avoided: Vec<(usize, i32)>,
}

impl Movement {
    pub(super) fn new(map: Arc<GameMap>) -> Self {
        Self {
            map,
            route: None,
            at: 0,
            searched: None,
            on_route: 0,
            landing: None,
            run_up: None,
            moved: 0,
            got_to: (Vec3::ZERO, 0),
            detour: None,
            detours: 0,
            avoided: Vec::new(),
        }
    }

    /// Forgets where it went.
    pub(super) fn rest(&mut self, now: i32) {
        (self.route, self.landing, self.run_up, self.detour, self.moved) = (None, None, None, None, now);
        self.got_to.1 = now;
    }

    /// The next stride to a place, given as the middle of a body there.
    pub(super) fn stride(&mut self, body: Footing<'_>, goal: Vec3) -> Stride {
        let away = goal - body.origin;
        let map = self.map.clone();
        let navigation = map.navigation();
        let swims = navigation.area_at(body.origin).is_some_and(|area| navigation.is_liquid(area));
        // Whoever swims has to dive to what lies on the ground.
        let height = if swims { ARRIVED } else { ARRIVED_HEIGHT };
        if flat(away).length() < ARRIVED && away.z.abs() < height {
            (self.moved, self.got_to) = (body.now, (body.origin, body.now));
            return Stride::default();
        }
        if !body.grounded && !swims {
            self.moved = body.now;
            return Stride { direction: self.fly(body, goal), ..Stride::default() };
        }
        if body.grounded {
            self.landing = None;
        }
        let stride = self.walk(body, goal, navigation, swims);
        self.watch(body, stride)
    }

    /// Sideways for a fight: the direction if there is floor, otherwise its opposite, otherwise nowhere.
    pub(super) fn sidestep(&mut self, body: Footing<'_>, to: Vec3) -> Stride {
        let direction = flat(to - body.origin).normalize_or_zero();
        self.moved = body.now;
        if !body.grounded {
            return Stride { direction, ..Stride::default() };
        }
        let navigation = self.map.navigation();
        let safe = |direction: &Vec3| navigation.is_walkable(body.origin, body.origin + *direction * 56.0);
        let direction = [direction, -direction].into_iter().find(safe).unwrap_or_default();
        Stride { direction, ..Stride::default() }
    }

    /// Steers toward the landing while in the air.
    fn fly(&self, body: Footing<'_>, goal: Vec3) -> Vec3 {
        let target = self.landing.unwrap_or(goal);
        let away = target - body.origin;
        // How long until it is as low as the target.
        let rise = body.velocity.z;
        let root = rise * rise - 2.0 * GRAVITY * away.z;
        let left = if root > 0.0 { (rise + root.sqrt()) / GRAVITY } else { 0.4 };
        let wanted = flat(away) / left.max(0.15);
        let more = wanted - flat(body.velocity);
        if more.length() < 24.0 { Vec3::ZERO } else { more.normalize_or_zero() }
    }

    fn walk(&mut self, body: Footing<'_>, goal: Vec3, navigation: &Navigation, swims: bool) -> Stride {
        let near = flat(goal - body.origin).length() < 1_200.0;
        if near && !swims && navigation.is_walkable(body.origin, goal) {
            self.route = None;
            return toward(body.origin, goal);
        }
        self.find(body, goal, navigation);
        self.progress(body, navigation);
        let left = self.route.as_ref().and_then(|route| route.reaches.get(self.at..)).unwrap_or_default();
        let ways: Vec<Reachability> =
            left.iter().take(LOOK_AHEAD).map(|way| navigation.reaches()[*way]).collect();
        self.follow(body, &ways, navigation, goal)
    }

    /// Looks for a route if there is none for this goal.
    fn find(&mut self, body: Footing<'_>, goal: Vec3, navigation: &Navigation) {
        let fits = self.route.as_ref().is_some_and(|route| route.goal.distance(goal) < GOAL_MOVED);
        let lost = body.now.wrapping_sub(self.on_route) > OFF_ROUTE;
        let pauses = self.searched.is_some_and(|at| (0..SEARCH_PAUSE).contains(&body.now.wrapping_sub(at)));
        if (fits && !lost) || pauses {
            return;
        }
        self.avoided.retain(|(_, until)| *until > body.now);
        let avoided: Vec<usize> = self.avoided.iter().map(|(way, _)| *way).collect();
        self.route = navigation.route(body.origin, goal, &avoided);
        (self.at, self.on_route, self.searched) = (0, body.now, Some(body.now));
    }

    /// Finds the body on its route.
    fn progress(&mut self, body: Footing<'_>, navigation: &Navigation) {
        let Some(route) = &self.route else { return };
        let Some(area) = navigation.area_at(body.origin).or_else(|| navigation.area_near(body.origin)) else {
            return;
        };
        let mut ahead = route.reaches.iter().enumerate().skip(self.at).take(LOOK_AHEAD);
        let here = ahead.clone().rfind(|(_, way)| navigation.reaches()[**way].from == area);
        let past = ahead.clone().rfind(|(_, way)| navigation.reaches()[**way].to == area);
        // Areas are drawn for bodies that stand upright; one on a slope may be in none of the route's, and has passed a way all the same.
        let close = ahead.rfind(|(_, way)| is_passed(&navigation.reaches()[**way], body.origin));
        let at = here.map(|(at, _)| at).or(past.map(|(at, _)| at + 1)).max(close.map(|(at, _)| at + 1));
        let ended = area == route.area && at.is_none();
        if let Some(at) = at.or(ended.then_some(route.reaches.len())) {
            if at != self.at {
                self.detours = 0;
            }
            (self.at, self.on_route) = (at, body.now);
        }
    }

    fn follow(
        &mut self,
        body: Footing<'_>,
        ways: &[Reachability],
        navigation: &Navigation,
        goal: Vec3,
    ) -> Stride {
        let Some(way) = ways.first() else {
            return if body.grounded { toward(body.origin, goal) } else { straight(body.origin, goal) };
        };
        let to_start = flat(way.start - body.origin).length();
        let along = flat(way.end - way.start).normalize_or_zero();
        let passed = flat(body.origin - way.start).dot(along) > -4.0 && to_start < 40.0;
        let at_start = to_start < 20.0 || passed;
        match way.travel {
            TravelKind::Walk => toward(body.origin, short_cut(body.origin, ways, navigation)),
            TravelKind::Crouch => {
                let target = if at_start { way.end } else { way.start };
                Stride { crouch: true, ..toward(body.origin, target) }
            }
            TravelKind::Jump => self.leap(body, way, at_start, navigation),
            TravelKind::BarrierJump if at_start => {
                self.landing = Some(way.end);
                Stride { jump: true, ..toward(body.origin, way.end) }
            }
            TravelKind::WalkOffLedge if at_start => {
                self.landing = Some(way.end);
                toward(body.origin, way.end)
            }
            TravelKind::JumpPad => {
                self.landing = Some(way.end);
                toward(body.origin, way.start)
            }
            TravelKind::Swim => straight(body.origin, if at_start { way.end } else { way.start }),
            TravelKind::WaterJump => Stride { jump: true, ..straight(body.origin, way.end) },
            TravelKind::Ladder => straight(body.origin, if at_start { way.end } else { way.start }),
            TravelKind::Elevator => self.ride(body, way),
            _ if at_start && way.travel != TravelKind::Teleport => toward(body.origin, way.end),
            _ => toward(body.origin, way.start),
        }
    }

    /// Over a gap. Whoever comes to the edge too slowly, or from the side, would fall into it, and takes a run-up first: once, since not every edge has room for one.
    fn leap(
        &mut self,
        body: Footing<'_>,
        way: &Reachability,
        at_start: bool,
        navigation: &Navigation,
    ) -> Stride {
        let along = flat(way.end - way.start).normalize_or_zero();
        let back = way.start - along * RUN_UP;
        match self.run_up {
            Some((start, false)) if start == way.start => {
                let there = flat(back - body.origin).length() < 16.0;
                if there {
                    self.run_up = Some((start, true));
                }
                return toward(body.origin, if there { way.end } else { back });
            }
            Some((start, true)) if start == way.start && !at_start => return toward(body.origin, way.end),
            _ => {}
        }
        if !at_start {
            return toward(body.origin, way.start);
        }
        let fast_enough = body.velocity.dot(along) >= speed_for(way) * FAST_ENOUGH;
        let ran_up = self.run_up == Some((way.start, true));
        if !fast_enough && !ran_up && navigation.is_walkable(body.origin, back) {
            self.run_up = Some((way.start, false));
            return toward(body.origin, back);
        }
        (self.landing, self.run_up) = (Some(way.end), None);
        Stride { jump: true, ..toward(body.origin, way.end) }
    }

    /// Onto a lift when it is down, and off it at the top. Whoever stands under one that comes down is crushed.
    fn ride(&mut self, body: Footing<'_>, way: &Reachability) -> Stride {
        if body.origin.z > way.end.z - 30.0 {
            return toward(body.origin, way.end);
        }
        let Some((model, lift)) =
            way.lift.and_then(|model| Some((model, self.map.walls().models().get(model)?)))
        else {
            return toward(body.origin, way.start);
        };
        let middle = lift.middle();
        let near = |point: Vec3| flat(point - body.origin).length() < 24.0;
        let (feet, floor) = (body.origin.z - MIDDLE, lift.most.z + raised(model, body.snapshot));
        let can_step_on = floor < feet + STEP;
        let rides = lift.is_over(body.origin) && can_step_on;
        if rides {
            self.on_route = body.now;
        }
        match () {
            () if rides && near(middle) => Stride::default(),
            () if can_step_on => toward(body.origin, middle),
            () if near(way.start) => {
                self.on_route = body.now;
                Stride::default()
            }
            () => toward(body.origin, way.start),
        }
    }

    /// Notices when the body does not get on, and tries another direction for a moment.
    fn watch(&mut self, body: Footing<'_>, stride: Stride) -> Stride {
        let moves = flat(body.velocity).length() > 40.0 || body.velocity.z.abs() > 40.0;
        if moves || stride.direction == Vec3::ZERO {
            self.moved = body.now;
        }
        if let Some((until, direction)) = self.detour {
            if body.now < until {
                return Stride { direction, jump: true, ..stride };
            }
            (self.detour, self.moved) = (None, body.now);
        }
        if stride.direction == Vec3::ZERO || self.got_to.0.distance(body.origin) > FEW_STEPS {
            self.got_to = (body.origin, body.now);
        }
        let nowhere = body.now.wrapping_sub(self.got_to.1) > NOWHERE;
        if body.now.wrapping_sub(self.moved) <= STUCK && !nowhere {
            return stride;
        }
        if nowhere {
            (self.got_to, self.detours) = ((body.origin, body.now), MOST_DETOURS);
        }
        self.detours += 1;
        let side = Vec3::new(-stride.direction.y, stride.direction.x, 0.0);
        let side = if self.detours.is_multiple_of(2) { side } else { -side };
        self.detour = Some((body.now + DETOUR, (side - stride.direction * 0.4).normalize_or_zero()));
        if self.detours >= MOST_DETOURS {
            self.detours = 0;
            let way = self.route.as_ref().and_then(|route| route.reaches.get(self.at)).copied();
            self.avoided.extend(way.map(|way| (way, body.now + AVOIDED)));
            (self.route, self.searched) = (None, None);
        }
        Stride { blocked: true, jump: true, ..stride }
    }
}

/// Whether a body is at the end of a way on foot or through water.
fn is_passed(way: &Reachability, origin: Vec3) -> bool {
    let away = way.end - origin;
    let plain = matches!(way.travel, TravelKind::Walk | TravelKind::Crouch | TravelKind::Swim);
    plain && flat(away).length() < PASSED && away.z.abs() < ARRIVED_HEIGHT
}

/// How fast a body has to run for a jump to carry it to its end, in units a second.
fn speed_for(way: &Reachability) -> f32 {
    let rise = way.end.z - way.start.z;
    let in_the_air = (JUMP + (JUMP * JUMP - 2.0 * GRAVITY * rise).max(0.0).sqrt()) / GRAVITY;
    flat(way.end - way.start).length() / in_the_air
}

/// The farthest place ahead that can be walked to in a straight line.
fn short_cut(from: Vec3, ways: &[Reachability], navigation: &Navigation) -> Vec3 {
    let walks = ways.iter().take_while(|way| way.travel == TravelKind::Walk).count();
    let next = ways.get(walks).map(|way| way.start);
    let ends = ways.iter().take(walks).map(|way| way.end).chain(next);
    let seen = ends.take_while(|end| navigation.is_walkable(from, *end)).last();
    let first = &ways[0];
    seen.unwrap_or(if flat(first.start - from).length() < 24.0 { first.end } else { first.start })
}

/// How much higher than in the map's file a lift is now. One that is not in sight is taken to be down.
fn raised(model: usize, snapshot: &GameSnapshot) -> f32 {
    let is_it = |number: i32| usize::try_from(number).is_ok_and(|number| number == model);
    let mover = snapshot
        .entities
        .iter()
        .find(|entity| entity.int(EntityField::Type) == MOVER && is_it(entity.int(EntityField::Model)));
    mover.map_or(f32::NEG_INFINITY, |mover| position(mover, snapshot.time).z)
}

fn toward(from: Vec3, to: Vec3) -> Stride {
    Stride { direction: flat(to - from).normalize_or_zero(), ..Stride::default() }
}

fn straight(from: Vec3, to: Vec3) -> Stride {
    Stride { direction: (to - from).normalize_or_zero(), ..Stride::default() }
}

pub(super) fn flat(vector: Vec3) -> Vec3 {
    vector.with_z(0.0)
}
