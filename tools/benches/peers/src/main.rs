//! Motive and published decision-making crates on the same small problems, side by side in one run.

mod contest;
mod contestants;
mod plans;
mod report;
mod scenario;
mod troll;

use clap::Parser;
use contest::ContestOptions;
use scenario::{ContestEntry, PeerScenario};
use std::io::{self, BufWriter, ErrorKind};
use std::process::ExitCode;

/// Runs decision-making libraries on the same agents and prints how long a decision takes each of them.
///
/// Every contestant must choose as the hand-written program does; if one differs, the run fails with exit code 1.
#[derive(Debug, Parser)]
#[command(name = "peers", version)]
struct Arguments {
    /// Passes over the ticks; the fastest counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    passes: u32,
    /// Measured ticks a pass
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    ticks: u32,
    /// Agents a contestant
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    agents: u32,
    /// Run only contestants whose name contains NAME, beside the hand-written ones; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Print one JSON object a line instead of a table
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let entries = select(contestants::ALL, &arguments.only);
    let measured = plans::measure(&arguments.only, arguments.passes)
        .and_then(|plans| Ok((plans, troll::measure(&arguments.only, arguments.passes)?)));
    let (plans, trolls) = match measured {
        Ok(measured) => measured,
        Err(error) => {
            eprintln!("error: cannot read the CPU time of this thread: {error}");
            return ExitCode::FAILURE;
        }
    };
    if entries.is_empty() && plans.is_empty() && trolls.is_empty() {
        let names = contestants::ALL.iter().map(|entry| format!("{} {}", entry.scenario.id(), entry.name));
        eprintln!(
            "error: no contestant is called so; there are\n  {}",
            names.collect::<Vec<_>>().join("\n  ")
        );
        return ExitCode::from(2);
    }
    let options =
        ContestOptions { agents: arguments.agents, ticks: arguments.ticks, passes: arguments.passes };
    let measurements = match contest::measure(&entries, options) {
        Ok(measurements) => measurements,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let printed = if arguments.json {
        report::json(&mut out, &measurements)
            .and_then(|()| plans::json(&mut out, &plans))
            .and_then(|()| troll::json(&mut out, &trolls))
    } else {
        report::table(&mut out, &measurements, options)
            .and_then(|()| plans::table(&mut out, &plans))
            .and_then(|()| troll::table(&mut out, &trolls))
    };
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: cannot print the results: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The entries whose names contain one of `names` (all, if there are none), each scenario with its floor.
fn select(all: &[ContestEntry], names: &[String]) -> Vec<ContestEntry> {
    let wanted = |entry: &ContestEntry| {
        let name = entry.name.to_lowercase();
        names.is_empty() || names.iter().any(|part| name.contains(&part.to_lowercase()))
    };
    let chosen = |scenario: PeerScenario| all.iter().any(|entry| entry.scenario == scenario && wanted(entry));
    let floor = |entry: &ContestEntry| entry.name == contestants::FLOOR;
    all.iter().filter(|entry| chosen(entry.scenario) && (floor(entry) || wanted(entry))).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn names(only: &[&str]) -> Vec<(&'static str, &'static str)> {
        let build = contestants::floor(PeerScenario::Choice).build;
        let rival = |scenario, name| ContestEntry { scenario, name, build };
        let all = [
            contestants::floor(PeerScenario::Choice),
            rival(PeerScenario::Choice, "Left 1.0"),
            contestants::floor(PeerScenario::Tree),
            rival(PeerScenario::Tree, "left 1.0"),
            rival(PeerScenario::Tree, "right 2.0"),
        ];
        let only = only.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        select(&all, &only).iter().map(|entry| (entry.scenario.id(), entry.name)).collect()
    }

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn numbers_of_nothing_are_refused() {
        for argument in ["--passes=0", "--ticks=0", "--agents=0", "--agents=many", "--ticks=99999999999"] {
            assert!(Arguments::try_parse_from(["peers", argument]).is_err(), "{argument}");
        }
    }

    #[test]
    fn everyone_runs_unless_told_otherwise() {
        assert_eq!(names(&[]).len(), 5);
    }

    #[test]
    fn only_keeps_the_floor_of_each_scenario_it_needs() {
        assert_eq!(names(&["RIGHT"]), [("S2", "hand-written"), ("S2", "right 2.0")]);
        assert_eq!(
            names(&["left"]),
            [("S1", "hand-written"), ("S1", "Left 1.0"), ("S2", "hand-written"), ("S2", "left 1.0")]
        );
        assert!(names(&["middle"]).is_empty());
    }
}
