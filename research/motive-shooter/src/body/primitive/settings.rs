//! The numbers of the monitors.
//!
//! All are the defaults of the specification of Hansen's system (2008), unless they are marked as ours.

/// When waits end.
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
    #[must_use]
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
