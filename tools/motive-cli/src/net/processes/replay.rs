//! `motive net replay`: replays a recording in one process.

use super::serve::failure;
use crate::console::{Console, Exit, Outcome};
use clap::Args;
use motive_net::UpdateRecording;
use std::path::PathBuf;

/// Replays a recording of `motive net serve --record FILE`: every activation is the same, to the last bit
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The recording
    file: PathBuf,
    /// Print the log of every step
    #[arg(long)]
    trace: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
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
