//! The options of the hospital.

use super::game::MOST_WARDS;
use super::settings::HospitalSettings;
use crate::error::WorldError;
use crate::options::{OptionInfo, Options};

pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "wards",
        expects: "a number from 1 to 40000",
        default: "1",
        summary: "number of wards, 32 characters each",
    },
    OptionInfo {
        name: "seconds",
        expects: "a number from 0 on",
        default: "240",
        summary: "length of the run in seconds; 0 for no end",
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
    Ok(settings)
}
