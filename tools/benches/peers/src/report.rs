//! The results, for people and for programs.

use crate::contest::{ContestOptions, Measurement};
use crate::contestants::FLOOR;
use crate::scenario::PeerScenario;
use serde::Serialize;
use std::io::{self, Write};

/// One line of the JSON output.
#[derive(Serialize)]
struct ReportLine<'a> {
    scenario: &'a str,
    contestant: &'a str,
    ns_per_agent_tick: f64,
    ratio_to_floor: f64,
}

/// The measurements of one scenario, the fastest first.
struct Ranking<'a> {
    scenario: PeerScenario,
    floor: f64,
    rows: Vec<&'a Measurement>,
}

impl Ranking<'_> {
    fn ratio(&self, row: &Measurement) -> f64 {
        row.ns_per_agent_tick / self.floor
    }
}

/// Scenarios without a measured floor are left out.
fn rankings(measurements: &[Measurement]) -> Vec<Ranking<'_>> {
    let ranking = |scenario| {
        let mut rows = measurements.iter().filter(|row| row.entry.scenario == scenario).collect::<Vec<_>>();
        rows.sort_by(|a, b| a.ns_per_agent_tick.total_cmp(&b.ns_per_agent_tick));
        let floor = rows.iter().find(|row| row.entry.name == FLOOR)?.ns_per_agent_tick;
        Some(Ranking { scenario, floor, rows })
    };
    PeerScenario::ALL.into_iter().filter_map(ranking).collect()
}

/// One JSON object a line.
pub fn json(out: &mut impl Write, measurements: &[Measurement]) -> io::Result<()> {
    for ranking in rankings(measurements) {
        for row in &ranking.rows {
            let line = ReportLine {
                scenario: ranking.scenario.id(),
                contestant: row.entry.name,
                ns_per_agent_tick: row.ns_per_agent_tick,
                ratio_to_floor: ranking.ratio(row),
            };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        }
    }
    out.flush()
}

/// A table for each scenario.
pub fn table(out: &mut impl Write, measurements: &[Measurement], options: ContestOptions) -> io::Result<()> {
    let names = measurements.iter().map(|row| row.entry.name.chars().count());
    let width = names.max().unwrap_or_default().max("contestant".len());
    writeln!(
        out,
        "{} agents, {} ticks, least CPU time of {} {}",
        thousands(options.agents),
        thousands(options.ticks),
        options.passes,
        if options.passes == 1 { "pass" } else { "passes" },
    )?;
    for ranking in rankings(measurements) {
        writeln!(out, "\n{}, {}", ranking.scenario.id(), ranking.scenario.title())?;
        writeln!(
            out,
            "  {:<width$}  {:>21}  {:>15}",
            "contestant", "ns per agent and tick", "times the floor"
        )?;
        writeln!(out, "  {:-<width$}  {:->21}  {:->15}", "", "", "")?;
        let mut remarks = Vec::new();
        for row in &ranking.rows {
            let mut mark = String::new();
            if let Some(remark) = &row.remark {
                remarks.push(remark);
                mark = format!("  [{}]", remarks.len());
            }
            let ratio = ranking.ratio(row);
            writeln!(
                out,
                "  {:<width$}  {:>21.1}  {ratio:>15.1}{mark}",
                row.entry.name, row.ns_per_agent_tick
            )?;
        }
        for (index, remark) in remarks.iter().enumerate() {
            writeln!(out, "  [{}] {remark}", index + 1)?;
        }
    }
    writeln!(out, "\nEvery contestant chose as the hand-written program did, agent by agent.")?;
    out.flush()
}

/// `10000` as `10,000`.
fn thousands(number: u32) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contestants;

    fn measurements() -> Vec<Measurement> {
        let floor = contestants::floor(PeerScenario::Tree);
        let slow = crate::scenario::ContestEntry { name: "slow 1.0.0", ..floor };
        let remark = Some("sleeps late".to_owned());
        vec![
            Measurement { entry: slow, ns_per_agent_tick: 1_234.0, remark },
            Measurement { entry: floor, ns_per_agent_tick: 4.0, remark: None },
        ]
    }

    fn text(print: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        print(&mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn the_table_ranks_and_remarks() {
        let options = ContestOptions { agents: 10_000, ticks: 256, passes: 5 };
        let printed = text(|out| table(out, &measurements(), options));
        assert_eq!(
            printed,
            "\
10,000 agents, 256 ticks, least CPU time of 5 passes

S2, reactive tree over three sensors
  contestant    ns per agent and tick  times the floor
  ------------  ---------------------  ---------------
  hand-written                    4.0              1.0
  slow 1.0.0                   1234.0            308.5  [1]
  [1] sleeps late

Every contestant chose as the hand-written program did, agent by agent.
"
        );
    }

    #[test]
    fn json_has_a_line_for_each_contestant() {
        let printed = text(|out| json(out, &measurements()));
        assert_eq!(
            printed,
            r#"{"scenario":"S2","contestant":"hand-written","ns_per_agent_tick":4.0,"ratio_to_floor":1.0}
{"scenario":"S2","contestant":"slow 1.0.0","ns_per_agent_tick":1234.0,"ratio_to_floor":308.5}
"#
        );
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([1, 999, 1_000, 1_234_567].map(thousands), ["1", "999", "1,000", "1,234,567"]);
    }
}
