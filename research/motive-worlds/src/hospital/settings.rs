//! The numbers of the hospital. All of them are ours: the thesis gives none.

use super::game::MOST_WARDS;
use super::staff::Staff;
use crate::options::{OptionValue, settings, word};

settings! {
    /// How a hospital is.
    pub struct HospitalSettings {
        options:
        /// number of wards, 32 characters each
        wards: usize [(1..=MOST_WARDS)] = 1,
        /// length of the run in seconds; 0 for no end
        /// In the thesis it is about four minutes.
        seconds: f64 = 240.0,
        /// 8 nurses for 12 patients, or 4 for 16; 4 doctors and 8 visitors
        staff: Staff = Staff::Full,
        /// lowest level of a patient at the start; levels are spread from here to 100
        /// So a ward at the start is like a ward at any time.
        start: f64 [(0.0..=100.0)] = 40.0,
        /// level of a patient below which something has to be done
        low: f64 [(1.0..=99.0)] = 40.0,
        /// factor on how fast levels of patients fall
        pace: f64 [(0.0..=10.0)] = 1.0,
        /// steps in which levels are seen; 0 for as they are, so that there is something new in every query
        chart: f64 [(0.0..=50.0)] = 10.0,
        fixed:
        /// By how much medication, food, check-ups and company fall in a second, before [`HospitalSettings::pace`].
        falls: [f64; 4] = [0.55, 0.60, 0.45, 0.50],
        /// The first patient's levels fall slower by this part, the last one's faster.
        stagger: f64 = 0.2,
        /// By how much a nurse tires in a second of work.
        tires: f64 = 0.5,
        /// Above this a nurse wants a break.
        tired: f64 = 80.0,
        /// By how much paperwork piles up in a second.
        paper: f64 = 1.0,
        /// By how much the wish to talk grows in a second.
        talk: f64 = 2.5,
        /// Seconds of each task, in the order of [`Task`](super::Task).
        task_seconds: [f64; 13] = [3.0, 1.0, 2.0, 1.0, 4.0, 2.0, 4.0, 15.0, 5.0, 4.0, 2.0, 10.0, 2.0],
        /// Seconds from one decision to the next (thesis).
        query: f64 = 0.2,
    }
}

impl OptionValue for Staff {
    const EXPECTS: &'static str = "`full` or `short`";

    fn read(text: &str) -> Option<Self> {
        word(text)
    }

    fn written(&self) -> String {
        if *self == Self::Full { "full" } else { "short" }.to_owned()
    }
}
