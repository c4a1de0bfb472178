//! Networks over several processes: the commands that need the feature `net`.

mod join;
mod meeting_point;
mod observe;
mod serve;

use crate::console::{Console, Exit, Outcome};
use clap::{Args, Subcommand};
use motive_net::UpdateRecording;
use serve::failure;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum ProcessCommand {
    Serve(serve::Arguments),
    Join(join::Arguments),
    Ls(observe::ListArguments),
    Watch(observe::WatchArguments),
    Tell(observe::TellArguments),
    Replay(ReplayArguments),
}

impl ProcessCommand {
    pub(crate) fn run(&self, console: &mut Console) -> Outcome {
        match self {
            Self::Serve(arguments) => serve::run(arguments, console),
            Self::Join(arguments) => join::run(arguments, console),
            Self::Ls(arguments) => observe::list(arguments, console),
            Self::Watch(arguments) => observe::watch(arguments, console),
            Self::Tell(arguments) => observe::tell(arguments, console),
            Self::Replay(arguments) => replay(arguments, console),
        }
    }
}

/// Replays a recording of `motive net serve --record FILE`: every activation is the same, to the last bit
#[derive(Args, Debug)]
pub(crate) struct ReplayArguments {
    /// The recording
    file: PathBuf,
    /// Print the log of every step
    #[arg(long)]
    trace: bool,
}

fn replay(arguments: &ReplayArguments, console: &mut Console) -> Outcome {
    let recording = UpdateRecording::read(&arguments.file).map_err(failure)?;
    let mut printed = Ok(());
    let replayed = recording.replay(|network, step| {
        if printed.is_err() {
            return;
        }
        printed = if arguments.trace {
            console.out().write_all(network.log(step).as_bytes())
        } else {
            let mut started = network.started().iter();
            started.try_for_each(|skill| {
                console.say(format_args!("{:5}  {}", step.number, network.skill_name(*skill)))
            })
        };
    });
    printed?;
    replayed.map_err(failure)?;
    Ok(Exit::Fine)
}
