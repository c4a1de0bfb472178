//! The program `motive-bench`: how fast Motive is, as ratios measured within one run.

mod allocations;
mod drive_waves;
mod latency;
mod measure;
mod measures;
#[cfg(feature = "net")]
mod net_peer;
mod report;
mod run;
mod timing;

use clap::Parser;
use run::{LimitOutcome, UnknownMeasure};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Measures speed and says whether every limit holds
///
/// What is compared runs in turns within one run, and the median of all turns counts: ratios mean the same on a slow
/// machine as on a fast one. Times are the thread's own CPU time, so that other programs disturb little. The first line
/// names the build profile; only numbers of the same profile can be compared.
///
/// Exit code 0: every limit holds. 1: a limit does not hold, or a measure failed. 2: there is no such measure.
///
/// Examples:
///   motive-bench                     all measures, as a table
///   motive-bench bind                those whose names begin with `bind.`
///   motive-bench s1.vs_handwritten --passes 21
///   motive-bench --json              one JSON object per line
///   motive-bench latency             single decisions: the middle and the tail, for every mind in every world
#[derive(Debug, Parser)]
#[command(name = "motive-bench", version, verbatim_doc_comment, args_conflicts_with_subcommands = true)]
struct Arguments {
    /// Names of measures, or the part before the dot; all measures if none is named
    #[arg(value_name = "MEASURE")]
    measures: Vec<String>,
    /// Print one JSON object per line instead of a table
    #[arg(long)]
    json: bool,
    /// Turns for everything that is compared; the median counts
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=1000))]
    passes: u16,
    /// List the measures with their limits, and measure nothing
    #[arg(long)]
    list: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Latency(latency::LatencyArguments),
    #[cfg(feature = "net")]
    /// One of the processes of the measures `net.*`, which start it themselves
    #[command(hide = true)]
    NetPeer(net_peer::Peer),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    #[cfg(feature = "net")]
    if let Some(Command::NetPeer(peer)) = &arguments.command {
        return peer.run().map_or_else(|error| complain(&error.into()), |()| ExitCode::SUCCESS);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let result = match &arguments.command {
        Some(Command::Latency(latency)) => latency.run(&mut out).map(LimitOutcome::holds),
        _ => run::run(&arguments, &mut out),
    };
    let result = result.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match result {
        Ok(LimitOutcome::Holds) => ExitCode::SUCCESS,
        Ok(LimitOutcome::DoesNotHold) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => complain(&error),
    }
}

/// Whether the reader of the output stopped reading, as `head` does. That is not a failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[expect(clippy::print_stderr, reason = "the one place where the program reports an error")]
fn complain(error: &anyhow::Error) -> ExitCode {
    eprintln!("error: {error:#}");
    ExitCode::from(if error.is::<UnknownMeasure>() { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }
}
