//! Results, for people and for programs.

use crate::measure::{Limit, MeasureReading, SpeedMeasure, Unit};
use serde::Serialize;
use std::io::{self, Write};

/// The profile that this program was built with, such as `release, opt-level 3`.
pub(crate) const PROFILE: &str = if cfg!(debug_assertions) { "dev" } else { "release" };

/// One line of the JSON output.
#[derive(Serialize)]
struct JsonLine {
    measure: &'static str,
    value: f64,
    unit: &'static str,
    limit: Option<f64>,
    holds: bool,
    /// Reported, but without effect on the exit code.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    info: bool,
    profile: &'static str,
}

/// One JSON object on a line.
pub(crate) fn json(out: &mut impl Write, reading: &MeasureReading) -> io::Result<()> {
    let line = JsonLine {
        measure: reading.measure.name,
        value: rounded(reading.value),
        unit: reading.measure.unit.name(),
        limit: reading.measure.limit.number(),
        holds: reading.holds,
        info: reading.info,
        profile: PROFILE,
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)
}

/// Four digits are more than a measurement is good for.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// A table, those with limits first.
pub(crate) fn table(out: &mut impl Write, readings: &[MeasureReading]) -> io::Result<()> {
    writeln!(out, "profile: {PROFILE}\n")?;
    let width = width(readings.iter().map(|reading| &reading.measure));
    let (limited, others): (Vec<&MeasureReading>, Vec<&MeasureReading>) =
        readings.iter().partition(|reading| reading.measure.limit != Limit::None);
    if !limited.is_empty() {
        writeln!(out, "{:<width$}  {:>12}  {:>10}  ", "measure", "value", "limit")?;
        writeln!(out, "{:-<width$}  {:->12}  {:->10}  {:-<14}", "", "", "", "")?;
    }
    for reading in limited {
        let verdict = match (reading.holds, reading.info) {
            (true, _) => "holds",
            (false, false) => "DOES NOT HOLD",
            (false, true) => "machine busy",
        };
        let (name, value) = (reading.measure.name, shown(reading.measure.unit, reading.value));
        writeln!(out, "{name:<width$}  {value:>12}  {:>10}  {verdict}", limit(reading.measure.limit))?;
    }
    if !others.is_empty() {
        writeln!(out, "\nfor information")?;
    }
    for reading in others {
        let (name, value) = (reading.measure.name, shown(reading.measure.unit, reading.value));
        writeln!(out, "{name:<width$}  {value:>12}  {}", reading.measure.says)?;
    }
    Ok(())
}

/// What can be measured.
pub(crate) fn list(out: &mut impl Write, measures: &[SpeedMeasure]) -> io::Result<()> {
    let width = width(measures.iter());
    for measure in measures {
        writeln!(out, "{:<width$}  {:>10}  {}", measure.name, limit(measure.limit), measure.says)?;
    }
    Ok(())
}

fn width<'a>(measures: impl Iterator<Item = &'a SpeedMeasure>) -> usize {
    measures.map(|measure| measure.name.len()).max().unwrap_or_default().max("measure".len())
}

fn limit(limit: Limit) -> String {
    match limit {
        Limit::AtMost(most) => format!("<= {most}"),
        Limit::AtLeast(least) => format!(">= {least}"),
        Limit::None => String::new(),
    }
}

fn shown(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Ratio => format!("{value:.3}"),
        Unit::Count => format!("{value:.0}"),
        Unit::Nanoseconds if value < 100.0 => format!("{value:.1} ns"),
        Unit::Nanoseconds => format!("{} ns", thousands(value)),
        Unit::PerSecond => format!("{} /s", thousands(value)),
        Unit::Bytes => format!("{} B", thousands(value)),
    }
}

/// `1234567` as `1,234,567`.
fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut grouped = String::with_capacity(digits.len() * 2);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings() -> Vec<MeasureReading> {
        crate::measure::measures! {
            /// growth
            "bind.growth" Ratio <= 1.5 => |_| Ok(0.0);
            /// speed-up
            "threads.speedup" Ratio >= 1.7 => |_| Ok(0.0);
            /// one agent, one decision
            "s1.single" Nanoseconds => |_| Ok(0.0);
        }
        let [growth, speedup, single] = [0, 1, 2].map(|at| MEASURES[at]);
        vec![
            MeasureReading { measure: growth, value: 1.23456, holds: true, info: false },
            MeasureReading { measure: growth, value: 2.0, holds: false, info: false },
            MeasureReading { measure: speedup, value: 1.1, holds: false, info: true },
            MeasureReading { measure: single, value: 1234.0, holds: true, info: true },
        ]
    }

    fn text(print: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        print(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn json_is_one_object_a_line() {
        let printed: String = readings().iter().map(|reading| text(|out| json(out, reading))).collect();
        let profile = format!(",\"profile\":\"{PROFILE}\"}}\n");
        assert_eq!(
            printed.replace(&profile, "}\n"),
            r#"{"measure":"bind.growth","value":1.235,"unit":"ratio","limit":1.5,"holds":true}
{"measure":"bind.growth","value":2.0,"unit":"ratio","limit":1.5,"holds":false}
{"measure":"threads.speedup","value":1.1,"unit":"ratio","limit":1.7,"holds":false,"info":true}
{"measure":"s1.single","value":1234.0,"unit":"ns","limit":null,"holds":true,"info":true}
"#
        );
    }

    #[test]
    fn the_table_says_what_holds() {
        assert_eq!(
            text(|out| table(out, &readings())).replace(PROFILE, "test"),
            "\
profile: test

measure                 value       limit  
---------------  ------------  ----------  --------------
bind.growth             1.235      <= 1.5  holds
bind.growth             2.000      <= 1.5  DOES NOT HOLD
threads.speedup         1.100      >= 1.7  machine busy

for information
s1.single            1,234 ns  one agent, one decision
"
        );
    }
}
