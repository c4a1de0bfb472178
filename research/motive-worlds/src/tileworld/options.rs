//! The options of the Tileworld.

use super::settings::{Change, RateMode, TileworldSettings, Young};
use crate::error::WorldError;
use crate::options::{OptionInfo, OptionValue, Options, word};

pub(super) fn known() -> Vec<OptionInfo> {
    let option = OptionInfo::new;
    vec![
        option(
            "setting",
            "`study`, `pair50` or `pair80`",
            "study",
            "a published set-up that the other options modify: one agent on 20x20, or two with fuel on 50x50 or 80x80",
        ),
        option("size", "columns and rows, such as `20x20`", "20x20", "size of the grid inside its border"),
        option("agents", "a number from 1 to 64", "1", "number of agents"),
        option("density", "a number from 0 on", "40", "number of tile stacks, and of holes, at the start"),
        option(
            "obstacles",
            "a number from 0 on, or `density`",
            "10",
            "number of obstacles at the start, not counting the border",
        ),
        option(
            "rate",
            "a number from 1 on, or `never`",
            "40",
            "N: each cycle one thing of each kind appears, and one disappears, with probability 1/N",
        ),
        option(
            "rate_mode",
            "`exact` or `percent_floor`",
            "percent_floor",
            "how `rate` becomes a probability: `exact` is 1/N; `percent_floor` is 100/N rounded down to whole percent, which the published results imply",
        ),
        option(
            "creation",
            "`rate`, or mean and deviation, such as `0.2,0.05`",
            "rate",
            "replaces `rate`: things of each kind that appear per cycle, as mean and standard deviation",
        ),
        option("life", "a number from 1 on", "100", "lifetime of a thing in cycles, when `creation` is used"),
        option(
            "cycles",
            "a number from 0 on",
            "1000",
            "number of cycles after which the run ends; 0 for never",
        ),
        option("victim", "`any` or `oldest`", "any", "which thing of a kind disappears"),
        option("max_size", "a number from 1 to 255", "10", "largest number of tiles of a stack or hole"),
        option("shapes", "a number from 1 to 255", "3", "number of shapes"),
        option("sensor", "a number from 0 to 100", "5", "sensor range in moves"),
        option(
            "sensor_shape",
            "`diamond` or `square`",
            "diamond",
            "whether the range counts moves, or columns and rows",
        ),
        option(
            "young",
            "a part of the expected life, such as `0.03`, or cycles, such as `50c`",
            "0.03",
            "how long a thing counts as young",
        ),
        option("rules", "`carry` or `push`", "carry", "whether tiles are carried or pushed into holes"),
        option("dynamism", "a number from 0 to 1000", "1", "world cycles per cycle of the agents"),
        option("boldness", "a number from 1 on", "1", "cycles between two signals to reconsider"),
        option("fuel", "a number from 0 on, or `free`", "free", "moves that a full tank lasts"),
        option("stations", "a number from 0 on", "0", "number of fuel stations"),
    ]
}

/// The settings that options ask for.
pub(super) fn read(options: &Options<'_>) -> Result<TileworldSettings, WorldError> {
    let mut settings = TileworldSettings::default();
    options.set("setting", &mut settings, |text| match text {
        "study" => Some(TileworldSettings::default()),
        "pair50" => Some(TileworldSettings::pair(50, 0.2, 0.05, 100)),
        "pair80" => Some(TileworldSettings::pair(80, 2.0, 0.5, 30)),
        _ => None,
    })?;
    let mut size = (settings.width, settings.height);
    options.set("size", &mut size, |text| {
        let (width, height) = text.split_once('x')?;
        Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
    })?;
    (settings.width, settings.height) = size;
    options.set("agents", &mut settings.agents, number)?;
    options.set("density", &mut settings.density, number)?;
    options.set("obstacles", &mut settings.obstacles, |text| {
        if text == "density" { Some(None) } else { number(text).map(Some) }
    })?;
    options.set("cycles", &mut settings.cycles, number)?;
    options.set("max_size", &mut settings.max_size, number)?;
    options.set("shapes", &mut settings.shapes, number)?;
    options.set("sensor", &mut settings.sensor, |text| number(text).filter(|range| *range <= 100))?;
    options.set("dynamism", &mut settings.dynamism, number)?;
    options.set("boldness", &mut settings.boldness, number)?;
    options.set("stations", &mut settings.stations, number)?;
    options.set("fuel", &mut settings.fuel, |text| {
        if text == "free" { Some(None) } else { number(text).map(Some) }
    })?;
    options.set("victim", &mut settings.victim, word)?;
    options.set("sensor_shape", &mut settings.sensor_shape, word)?;
    options.set("rules", &mut settings.rules, word)?;
    options.set("young", &mut settings.young, |text| match text.strip_suffix('c') {
        Some(cycles) => number(cycles).map(Young::Cycles),
        None => number(text).filter(|part: &f64| *part >= 0.0).map(Young::Fraction),
    })?;
    read_change(options, &mut settings)?;
    Ok(settings)
}

/// The rate and its mode, or mean, deviation and life.
fn read_change(options: &Options<'_>, settings: &mut TileworldSettings) -> Result<(), WorldError> {
    let (mut rate, mut mode) = (Some(40.0), RateMode::PercentFloor);
    options.set("rate", &mut rate, |text| match text {
        "never" => Some(None),
        _ => number(text).filter(|n: &f64| n.is_finite() && *n >= 1.0).map(Some),
    })?;
    options.set("rate_mode", &mut mode, word)?;
    let by_rate = rate.map_or(Change::Never, |n| Change::Rate { n, mode });
    let (mut normal, mut stays) = match settings.change {
        Change::Normal { mean, deviation, life } => (Some((mean, deviation)), life),
        Change::Never | Change::Rate { .. } => (None, 100),
    };
    options.set("creation", &mut normal, |text| match text {
        "rate" => Some(None),
        _ => <[f64; 2]>::read(text).map(|[mean, deviation]| Some((mean, deviation))),
    })?;
    options.set("life", &mut stays, |text| number(text).filter(|life| *life > 0))?;
    settings.change = match normal {
        Some((mean, deviation)) => Change::Normal { mean, deviation, life: stays },
        None => by_rate,
    };
    Ok(())
}

fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}
