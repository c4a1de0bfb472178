//! `motive lab`: studies.

mod list;
mod merge;
mod register;
mod report;
mod rerun;
mod run;
mod series;
mod tune;

use crate::console::{Console, Outcome};
use clap::{Args, Subcommand};

/// Runs experiments, and compares the results with published ones
///
/// A study is a file: worlds, options that are varied, agents, seeds, metrics, and the tables and claims of a paper. The lab
/// runs it on all cores, can resume after a crash, and writes a report with every table beside the published one and a
/// verdict for each claim.
///
/// Try this:
///   motive lab list                              the studies that come with the program
///   motive lab run league-pacman --quick         a first look, in seconds
///   motive lab run gordon2005-tileworld --out o  all experiments of a thesis
///   motive lab report o                          a report: which claims hold
///   motive lab rerun o                           the same again, from what the directory holds
///   motive lab series o --every 100              how the metrics of its runs came about, over time
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::Arguments),
    Run(run::Arguments),
    Merge(merge::Arguments),
    Report(report::Arguments),
    Rerun(rerun::Arguments),
    Series(series::Arguments),
    Register(register::Arguments),
    Tune(tune::Arguments),
}

/// Does what was asked of the lab.
///
/// # Errors
/// If the study cannot be used, or something cannot be written.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    match &arguments.command {
        Command::List(arguments) => list::run(arguments, console),
        Command::Run(arguments) => run::run(arguments, console),
        Command::Merge(arguments) => merge::run(arguments, console),
        Command::Report(arguments) => report::run(arguments, console),
        Command::Rerun(arguments) => rerun::run(arguments, console),
        Command::Series(arguments) => series::run(arguments, console),
        Command::Register(arguments) => register::run(arguments, console),
        Command::Tune(arguments) => tune::run(arguments, console),
    }
}
