//! Chooses measures by name, takes them and prints the results.

use crate::Arguments;
use crate::measure::{Effort, MeasureReading, SpeedMeasure};
use crate::{measures, report};
use anyhow::Result;
use std::fmt;
use std::io::Write;

/// Whether every limit holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitOutcome {
    /// Every limit holds.
    Holds,
    /// A measure does not hold.
    DoesNotHold,
}

impl LimitOutcome {
    pub(crate) fn holds(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
    }
}

/// A measure that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnknownMeasure {
    name: String,
    nearest: Option<&'static str>,
}

impl std::error::Error for UnknownMeasure {}

impl fmt::Display for UnknownMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if cfg!(not(feature = "net")) && self.name.split('.').next() == Some("net") {
            return write!(f, "the measures `net.*` need a build with `--features net`");
        }
        write!(f, "there is no measure called `{}`", self.name)?;
        if let Some(nearest) = self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        write!(f, " `motive-bench --list` shows them all")
    }
}

/// Takes the measures that were asked for and prints them.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<LimitOutcome> {
    let chosen = choose(&measures::all(), &arguments.measures)?;
    if arguments.list {
        report::list(out, &chosen)?;
        return Ok(LimitOutcome::Holds);
    }
    let effort = Effort { named: !arguments.measures.is_empty(), ..Effort::full(arguments.passes.into()) };
    measure_all(&chosen, &effort, arguments.json, out)
}

fn measure_all(
    chosen: &[SpeedMeasure],
    effort: &Effort,
    json: bool,
    out: &mut impl Write,
) -> Result<LimitOutcome> {
    let mut readings = Vec::with_capacity(chosen.len());
    for measure in chosen {
        let reading = measure.take(effort)?;
        if json {
            report::json(out, &reading)?;
            // A reader that waits for each line gets it.
            out.flush()?;
        }
        readings.push(reading);
    }
    if !json {
        report::table(out, &readings)?;
    }
    let fails = |reading: &MeasureReading| !reading.holds && !reading.info;
    Ok(LimitOutcome::holds(!readings.iter().any(fails)))
}

/// The measures of these names, or whose names begin so, in the order in which they are known; all if none is named.
fn choose(all: &[SpeedMeasure], names: &[String]) -> Result<Vec<SpeedMeasure>, UnknownMeasure> {
    let fits = |measure: &SpeedMeasure, name: &str| {
        measure.name == name || measure.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
    };
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|measure| fits(measure, name))) {
        let nearest = all
            .iter()
            .map(|measure| measure.name)
            .max_by(|a, b| strsim::jaro_winkler(a, unknown).total_cmp(&strsim::jaro_winkler(b, unknown)));
        let nearest = nearest.filter(|nearest| strsim::jaro_winkler(nearest, unknown) > 0.7);
        return Err(UnknownMeasure { name: unknown.clone(), nearest });
    }
    let wanted = |measure: &&SpeedMeasure| names.is_empty() || names.iter().any(|name| fits(measure, name));
    Ok(all.iter().filter(wanted).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Result<Vec<&'static str>, UnknownMeasure> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        Ok(choose(&measures::all(), &names)?.iter().map(|measure| measure.name).collect())
    }

    #[test]
    fn measures_are_chosen_by_name_or_by_what_stands_before_the_dot() {
        assert_eq!(named(&["bind"]).unwrap(), ["bind.growth", "bind.vs_list"]);
        assert_eq!(named(&["tick.idle"]).unwrap(), ["tick.idle"]);
        assert_eq!(named(&[]).unwrap().len(), measures::all().len());
    }

    #[test]
    fn a_misspelt_measure_gets_a_suggestion() {
        let error = named(&["bind.grwth"]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no measure called `bind.grwth`; did you mean `bind.growth`? `motive-bench --list` shows them all"
        );
        assert_eq!(named(&["zzz"]).unwrap_err().nearest, None);
    }

    #[test]
    fn no_name_is_taken_twice() {
        let all = measures::all();
        for (at, measure) in all.iter().enumerate() {
            assert!(all[..at].iter().all(|other| other.name != measure.name), "{}", measure.name);
        }
    }

    /// Every measure at work, with so little to do that its value means nothing.
    #[test]
    fn every_measure_can_be_taken() {
        for measure in measures::all() {
            let mut out = Vec::new();
            measure_all(&[measure], &Effort::short(), true, &mut out).unwrap();
            let line: serde_json::Value = serde_json::from_slice(&out).unwrap();
            assert_eq!(line["measure"], measure.name);
            assert!(line["value"].as_f64().is_some_and(|value| value >= 0.0), "{line}");
            assert!(line["holds"].is_boolean() && line["unit"].is_string(), "{line}");
        }
    }

    #[test]
    fn a_limit_that_does_not_hold_is_an_outcome() {
        let bad = SpeedMeasure { take: |_| Ok(2.0), ..measures::all()[0] };
        let good = SpeedMeasure { take: |_| Ok(1.0), ..bad };
        let outcome = |measures: &[SpeedMeasure]| {
            measure_all(measures, &Effort::short(), false, &mut Vec::new()).unwrap()
        };
        assert_eq!(outcome(&[good]), LimitOutcome::Holds);
        assert_eq!(outcome(&[good, bad]), LimitOutcome::DoesNotHold);
    }
}
