//! The numbers of the hospital. All of them are ours: the thesis gives none.

use super::staff::Staff;

/// How a hospital is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HospitalSettings {
    /// How many wards there are.
    pub wards: usize,
    /// Who is in a ward.
    pub staff: Staff,
    /// By how much medication, food, check-ups and company fall in a second.
    pub falls: [f64; 4],
    /// The first patient's levels fall slower by this part, the last one's faster.
    pub stagger: f64,
    /// Levels at the start are spread evenly from this to 100, so that a ward at the start is like a ward at any time.
    pub start_from: f64,
    /// Below this something has to be done.
    pub low: f64,
    /// By how much a nurse tires in a second of work.
    pub tires: f64,
    /// Above this a nurse wants a break.
    pub tired: f64,
    /// By how much paperwork piles up in a second, and the wish to talk grows.
    pub paper: f64,
    /// See [`HospitalSettings::paper`].
    pub talk: f64,
    /// Levels are seen in steps of this; with 0 as they are.
    pub chart: f64,
    /// Seconds of each task, in the order of [`Task`](super::Task).
    pub seconds: [f64; 13],
    /// Seconds from one decision to the next (thesis).
    pub query: f64,
    /// Seconds after which it is over; 0 for never. About four minutes in the thesis.
    pub ends: f64,
}

impl Default for HospitalSettings {
    fn default() -> Self {
        Self {
            wards: 1,
            staff: Staff::Full,
            falls: [0.55, 0.60, 0.45, 0.50],
            stagger: 0.2,
            start_from: 40.0,
            low: 40.0,
            tires: 0.5,
            tired: 80.0,
            paper: 1.0,
            talk: 2.5,
            chart: 10.0,
            seconds: [3.0, 1.0, 2.0, 1.0, 4.0, 2.0, 4.0, 15.0, 5.0, 4.0, 2.0, 10.0, 2.0],
            query: 0.2,
            ends: 240.0,
        }
    }
}
