//! The options of the hospital.

use super::game::MOST_WARDS;
use super::settings::HospitalSettings;
use super::staff::Staff;
use crate::error::WorldError;
use crate::options::{KnownOption, Options};

pub(super) const OPTIONS: &[KnownOption] = &[
    KnownOption {
        name: "wards",
        expects: "a number from 1 to 40000",
        default: "1",
        summary: "number of wards, 32 characters each",
    },
    KnownOption {
        name: "seconds",
        expects: "a number from 0 on",
        default: "240",
        summary: "length of the run in seconds; 0 for no end",
    },
    KnownOption {
        name: "staff",
        expects: "`full` or `short`",
        default: "full",
        summary: "8 nurses for 12 patients, or 4 for 16; 4 doctors and 8 visitors",
    },
    KnownOption {
        name: "start",
        expects: "a number from 0 to 100",
        default: "40",
        summary: "lowest level of a patient at the start; levels are spread from here to 100",
    },
    KnownOption {
        name: "low",
        expects: "a number from 1 to 99",
        default: "40",
        summary: "level of a patient below which something has to be done",
    },
    KnownOption {
        name: "pace",
        expects: "a number from 0 to 10",
        default: "1",
        summary: "factor on how fast levels of patients fall",
    },
    KnownOption {
        name: "chart",
        expects: "a number from 0 to 50",
        default: "10",
        summary: "steps in which levels are seen; 0 for as they are, so that there is something new in every query",
    },
];

pub(super) fn read(options: &Options<'_>) -> Result<HospitalSettings, WorldError> {
    let mut settings = HospitalSettings::default();
    options.set("wards", &mut settings.wards, |text| {
        text.parse().ok().filter(|wards| (1..=MOST_WARDS).contains(wards))
    })?;
    options.set("seconds", &mut settings.ends, |text| {
        text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)
    })?;
    options.set("staff", &mut settings.staff, |text| match text {
        "full" => Some(Staff::Full),
        "short" => Some(Staff::Short),
        _ => None,
    })?;
    options.set("start", &mut settings.start_from, within(0.0, 100.0))?;
    options.set("low", &mut settings.low, within(1.0, 99.0))?;
    options.set("chart", &mut settings.chart, within(0.0, 50.0))?;
    let mut pace = 1.0;
    options.set("pace", &mut pace, within(0.0, 10.0))?;
    settings.falls = settings.falls.map(|falls| falls * pace);
    Ok(settings)
}

fn within(least: f64, most: f64) -> impl Fn(&str) -> Option<f64> {
    move |text| text.parse().ok().filter(|number| (least..=most).contains(number))
}
