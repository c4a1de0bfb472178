//! `motive lab`: studies.

mod archives;
mod kubernetes;
mod report;
mod run;
mod shards;
mod slurm;
mod studies;
mod studio;
mod tune;

use crate::console::{Console, Failure, Outcome};
use crate::files;
use crate::text::thousands;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use motive_lab::statistics::Interval;
use motive_lab::{AssetSources, LabError, Progress, Study, find_study, names_a_file, study_of_file};
use std::io::IsTerminal;
use std::path::Path;
use studio::StudyStudio;

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
    command: LabCommand,
}

#[derive(Debug, Subcommand)]
enum LabCommand {
    List(studies::ListStudiesArguments),
    Run(run::Arguments),
    Merge(archives::MergeArguments),
    Report(report::Arguments),
    Rerun(archives::RerunArguments),
    Series(archives::SeriesArguments),
    Register(studies::RegisterArguments),
    Tune(tune::Arguments),
}

/// Does what was asked of the lab.
///
/// # Errors
/// If the study cannot be used, or something cannot be written.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    match &arguments.command {
        LabCommand::List(arguments) => studies::list(arguments, console),
        LabCommand::Run(arguments) => run::run(arguments, console),
        LabCommand::Merge(arguments) => archives::merge(arguments, console),
        LabCommand::Report(arguments) => report::run(arguments, console),
        LabCommand::Rerun(arguments) => archives::rerun(arguments, console),
        LabCommand::Series(arguments) => archives::series(arguments, console),
        LabCommand::Register(arguments) => studies::register(arguments, console),
        LabCommand::Tune(arguments) => tune::run(arguments, console),
    }
}

/// Finds a study by name or file, and where its agents are looked for.
fn find(name: &str, console: &Console) -> Result<(Study, AssetSources), Failure> {
    if !names_a_file(name) {
        return find_study(name).map_err(failure);
    }
    let path = Path::new(name);
    let text = files::read_text(path)?;
    study_of_file(path, &text.text, &console.worlds).map_err(Failure::input)
}

/// Writes a file under a name that the program chooses.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = motive_util::refuse_link(path).and_then(|()| motive_util::write_atomically(path, text));
    written.map_err(|error| Failure::Failed(format!("cannot write `{}`: {error}", path.display())))
}

/// Where a mean probably lies, behind it; nothing if that is not known.
fn between(interval: Option<Interval>) -> String {
    interval.map_or_else(String::new, |it| format!(" ({} to {})", thousands(it.low), thousands(it.high)))
}

/// The failure for an error of the lab: unusable input (exit code 2), or a run that failed (1).
fn failure(error: LabError) -> Failure {
    match error {
        LabError::Results { .. } | LabError::Run { .. } => Failure::Failed(error.to_string()),
        error => Failure::Input(error.to_string()),
    }
}

/// A progress bar with runs, rate and time left. Hidden where there is no terminal.
struct RunProgressBar {
    bar: ProgressBar,
}

impl RunProgressBar {
    /// Shows a bar while something is done, unless the output is JSON.
    fn during<T>(json: bool, work: impl FnOnce(&mut Self) -> T) -> T {
        let is_shown = !json && std::io::stderr().is_terminal();
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let shape = "{wide_bar} {human_pos}/{human_len} runs, {per_sec:.0}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(shape) {
            bar.set_style(style);
        }
        let done = work(&mut Self { bar: bar.clone() });
        bar.finish_and_clear();
        done
    }
}

impl Progress for RunProgressBar {
    fn begin(&mut self, done: usize, total: usize) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        // Runs of an earlier session must not count for the rate.
        self.bar.reset_eta();
    }

    fn advance(&mut self) {
        self.bar.inc(1);
    }
}
