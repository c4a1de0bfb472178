//! The `motive` program.

mod allocations;
mod bench;

use clap::{Parser, Subcommand};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Makes game characters decide.
///
/// Exit codes: 0 when all is well, 1 when something does not hold, 2 when the arguments make no sense.
#[derive(Debug, Parser)]
#[command(name = "motive", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    let Arguments { command: Command::Bench(arguments) } = Arguments::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = bench::run(&arguments, &mut out).and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match result {
        Ok(bench::Outcome::Holds) => ExitCode::SUCCESS,
        Ok(bench::Outcome::DoesNotHold) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => complain(&error),
    }
}

/// The reader of our output has seen enough: not our failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[expect(clippy::print_stderr, reason = "the one place where the program tells a person what went wrong")]
fn complain(error: &anyhow::Error) -> ExitCode {
    eprintln!("error: {error:#}");
    ExitCode::from(if error.is::<bench::UnknownMeasure>() { 2 } else { 1 })
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
