//! Monitors: they look at one observation after the other and say when a wait is over.

use crate::body::OwnState;
use crate::geometry::flat_distance;
use glam::Vec3;

/// When waits end. All numbers are the defaults of the specification of Hansen's system (2008), unless they are marked as ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonitorSettings {
    /// A body slower than this stands still, in units a second.
    pub still_speed: f32,
    /// A body that is farther than this from where it was has moved.
    pub moved: f32,
    /// A body that is this near to a place, heights left out, has arrived.
    pub arrive_radius: f32,
    /// How much higher or lower the place may be.
    pub arrive_height: f32,
    /// Observations without motion after which a run is stalled.
    pub stall_updates: u32,
    /// Observations after which a turn takes too long.
    pub turn_updates: u32,
    /// Observations after which a path is not waited for any longer.
    pub path_updates: u32,
    /// How often a run that ended short of its place is ordered again.
    pub reissues: u32,
    /// Seconds after which a shooter aims again.
    pub reaim: f64,
    /// Seconds after which any wait ends.
    pub longest_wait: f64,
    /// Units of a full turn.
    pub full_circle: i32,
    /// A turn ends when less than this is missing.
    pub angle_tolerance: i32,
    /// Whether a turn that takes too long counts as done.
    pub late_turn_succeeds: bool,
    /// Whether each leg of a path ends only when the body stands still, wherever that is.
    pub ends_at_standstill: bool,
    /// Whether a path is looked for in the map that the bot knows if the game does not answer.
    pub local_paths: bool,
}

impl Default for MonitorSettings {
    fn default() -> Self {
        Self {
            still_speed: 1.0,
            moved: 1.0,
            arrive_radius: 60.0,
            arrive_height: 80.0,
            stall_updates: 10,
            turn_updates: 10,
            path_updates: 5,
            reissues: 2,
            reaim: 0.25,
            longest_wait: 30.0,
            full_circle: 65_536,
            angle_tolerance: 500,
            late_turn_succeeds: false,
            ends_at_standstill: false,
            local_paths: true,
        }
    }
}

impl MonitorSettings {
    /// As in the program of 2008: a leg ends wherever the body stands still after it has moved, a full turn has 65,535 units without
    /// wrap-around, and a turn that takes too long counts as done.
    pub fn legacy() -> Self {
        Self {
            full_circle: 65_535,
            late_turn_succeeds: true,
            ends_at_standstill: true,
            local_paths: false,
            ..Self::default()
        }
    }
}

/// What a monitor says after an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitStatus {
    /// The wait goes on.
    Wait,
    /// The command is to be sent again.
    Again,
    /// What was waited for has happened.
    Done,
    /// The body does not move.
    Stalled,
    /// It took too long.
    TooLong,
}

/// Waits until a body has run to a place.
#[derive(Clone, Copy, Debug)]
pub struct MovementMonitor {
    destination: Vec3,
    /// Legs before the last end on arrival, the last one when the body stands still there.
    is_last_leg: bool,
    /// Where the body was when the command was sent.
    former: Vec3,
    still_updates: u32,
    reissued: u32,
    bumped: bool,
    since: f64,
}

impl MovementMonitor {
    /// A body that is told to run to a place now.
    pub fn new(own: &OwnState, now: f64, destination: Vec3, is_last_leg: bool) -> Self {
        Self {
            destination,
            is_last_leg,
            former: own.position,
            still_updates: 0,
            reissued: 0,
            bumped: false,
            since: now,
        }
    }

    /// Where the body runs to.
    pub fn destination(&self) -> Vec3 {
        self.destination
    }

    /// Looks at the next observation. `bumped` says whether the body ran into something since the last.
    pub fn look(&mut self, own: &OwnState, now: f64, bumped: bool, settings: &MonitorSettings) -> WaitStatus {
        let still = own.velocity.length() < settings.still_speed;
        let displaced = own.position.distance(self.former) > settings.moved;
        if settings.ends_at_standstill {
            return self.look_for_standstill(still, displaced, settings);
        }
        let arrived = has_arrived(own.position, self.destination, settings);
        if arrived && (still || !self.is_last_leg) {
            return WaitStatus::Done;
        }
        if now - self.since > settings.longest_wait {
            return WaitStatus::TooLong;
        }
        if bumped && !self.bumped {
            self.bumped = true;
            return WaitStatus::Again;
        }
        if !still || arrived {
            return WaitStatus::Wait;
        }
        if displaced {
            if self.reissued >= settings.reissues {
                return WaitStatus::Stalled;
            }
            self.reissued += 1;
            self.former = own.position;
            return WaitStatus::Again;
        }
        self.count_still(settings)
    }

    /// The rule of 2008: moved and still is arrived.
    fn look_for_standstill(
        &mut self,
        still: bool,
        displaced: bool,
        settings: &MonitorSettings,
    ) -> WaitStatus {
        match (still, displaced) {
            (true, true) => WaitStatus::Done,
            (true, false) => self.count_still(settings),
            (false, _) => WaitStatus::Wait,
        }
    }

    fn count_still(&mut self, settings: &MonitorSettings) -> WaitStatus {
        self.still_updates += 1;
        if self.still_updates >= settings.stall_updates { WaitStatus::Stalled } else { WaitStatus::Wait }
    }
}

/// Whether a body is at a place.
pub fn has_arrived(body: Vec3, place: Vec3, settings: &MonitorSettings) -> bool {
    flat_distance(body, place) <= settings.arrive_radius && (body.z - place.z).abs() <= settings.arrive_height
}

/// Waits until a body has turned by an angle. Only the horizontal angle counts.
#[derive(Clone, Copy, Debug)]
pub struct TurnMonitor {
    target: i32,
    updates: u32,
    since: f64,
}

impl TurnMonitor {
    /// A body that is told to turn by an angle now.
    pub fn new(own: &OwnState, now: f64, by: i32, settings: &MonitorSettings) -> Self {
        let target = own.yaw.wrapping_add(by).rem_euclid(settings.full_circle.max(1));
        Self { target, updates: 0, since: now }
    }

    /// Looks at the next observation.
    pub fn look(&mut self, own: &OwnState, now: f64, settings: &MonitorSettings) -> WaitStatus {
        let apart = (own.yaw - self.target).abs();
        // The program of 2008 did not know that the circle closes.
        let wraps = !settings.ends_at_standstill;
        let missing = if wraps { apart.min(settings.full_circle - apart) } else { apart };
        if missing < settings.angle_tolerance {
            return WaitStatus::Done;
        }
        self.updates += 1;
        if self.updates < settings.turn_updates && now - self.since <= settings.longest_wait {
            WaitStatus::Wait
        } else if settings.late_turn_succeeds {
            WaitStatus::Done
        } else {
            WaitStatus::TooLong
        }
    }
}

/// Waits for the answer to a question for a path. Answers to other questions do not count.
#[derive(Clone, Copy, Debug)]
pub struct PathMonitor {
    query: f64,
    updates: u32,
    since: f64,
}

impl PathMonitor {
    /// A question that is asked now.
    pub fn new(query: f64, now: f64) -> Self {
        Self { query, updates: 0, since: now }
    }

    /// The number of the question.
    pub fn query(&self) -> f64 {
        self.query
    }

    /// Counts an observation without the answer.
    pub fn look(&mut self, now: f64, settings: &MonitorSettings) -> WaitStatus {
        self.updates += 1;
        let late = self.updates >= settings.path_updates || now - self.since > settings.longest_wait;
        if late { WaitStatus::TooLong } else { WaitStatus::Wait }
    }
}
