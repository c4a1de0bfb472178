//! S3: planners on the same two problems, timed in one run. A plan that cannot be done, or is longer than need be, is said so.

mod contestants;
mod problem;

use cpu_time::ThreadTime;
use problem::PeerProblem;
use serde::Serialize;
use std::hint::black_box;
use std::io::{self, Write};

/// A library's solution of one problem.
pub trait PlanningPeer {
    /// Plans once and gives the number of steps.
    fn plan(&mut self) -> usize;

    /// Plans once and gives the names of the actions.
    fn answer(&mut self) -> Vec<String>;
}

/// The result of one contestant on one problem.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    scenario: &'static str,
    #[serde(skip)]
    title: &'static str,
    contestant: &'static str,
    /// CPU time of the fastest pass, divided by plans.
    ns_per_plan: f64,
    /// Compared with the first contestant.
    ratio_to_first: f64,
    /// Whether its plan can be done and is as short as can be.
    optimal: bool,
}

/// How long a pass should take, so that slow planners do not hold up the run.
const PASS_NS: f64 = 2e7;

/// Measures every contestant whose name contains one of `names` (all, if there are none), beside the first.
pub fn measure(names: &[String], passes: u32) -> Result<Vec<Measurement>, io::Error> {
    let mut all = Vec::new();
    for problem in [problem::LONG_PLAN, problem::SWORD_FORGED] {
        let wanted = |name: &str| {
            names.is_empty() || names.iter().any(|part| name.to_lowercase().contains(&part.to_lowercase()))
        };
        if !contestants::ALL.iter().any(|(name, _)| wanted(name)) {
            continue;
        }
        let mut rows = Vec::new();
        for (number, (name, build)) in contestants::ALL.iter().enumerate() {
            if number == 0 || wanted(name) {
                rows.push((measure_one(name, build(&problem).as_mut(), &problem)?, build(&problem)));
            }
        }
        // The passes are interleaved, so that a busy moment of the machine does not fall on one contestant alone.
        for _ in 0..passes {
            for (row, planner) in &mut rows {
                row.ns_per_plan = row.ns_per_plan.min(time(&mut || planner.plan(), row.ns_per_plan)?);
            }
        }
        let first = rows.first().map_or(1.0, |(row, _)| row.ns_per_plan);
        all.extend(rows.into_iter().map(|(mut row, _)| {
            row.ratio_to_first = row.ns_per_plan / first;
            row
        }));
    }
    Ok(all)
}

fn measure_one(
    name: &'static str,
    planner: &mut dyn PlanningPeer,
    problem: &PeerProblem,
) -> io::Result<Measurement> {
    let optimal = problem.accepts(&planner.answer());
    let ns_per_plan = time(&mut || planner.plan(), PASS_NS)?;
    let (scenario, title) = (problem.id, problem.title);
    Ok(Measurement { scenario, title, contestant: name, ns_per_plan, ratio_to_first: 1.0, optimal })
}

/// The CPU time of one plan, over as many as fit into a pass.
pub fn time(plan: &mut dyn FnMut() -> usize, guess: f64) -> io::Result<f64> {
    let plans = (PASS_NS / guess).clamp(1.0, 100_000.0) as u32;
    let start = ThreadTime::try_now()?;
    for _ in 0..plans {
        black_box(plan());
    }
    Ok(start.try_elapsed()?.as_nanos() as f64 / f64::from(plans))
}

/// One JSON object a line.
pub fn json(out: &mut impl Write, rows: &[Measurement]) -> io::Result<()> {
    for row in rows {
        serde_json::to_writer(&mut *out, row)?;
        writeln!(out)?;
    }
    out.flush()
}

/// A table for each problem.
pub fn table(out: &mut impl Write, rows: &[Measurement]) -> io::Result<()> {
    let mut last = "";
    for row in rows {
        if row.scenario != last {
            last = row.scenario;
            writeln!(out, "\n{}, {}", row.scenario, row.title)?;
            writeln!(out, "  {:<16}  {:>12}  {:>18}", "contestant", "µs per plan", "times the first")?;
            writeln!(out, "  {:-<16}  {:->12}  {:->18}", "", "", "")?;
        }
        let mark = if row.optimal { "" } else { "  not the shortest plan" };
        writeln!(
            out,
            "  {:<16}  {:>12.2}  {:>18.2}{mark}",
            row.contestant,
            row.ns_per_plan / 1e3,
            row.ratio_to_first
        )?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motive_always_finds_the_shortest_plan() {
        let rows = measure(&["Motive".to_owned()], 1).expect("the clock can be read");
        let ours: Vec<_> = rows.iter().filter(|row| row.contestant == "Motive").collect();
        assert_eq!(ours.len(), 2);
        assert!(ours.iter().all(|row| row.optimal), "{ours:?}");
    }
}
