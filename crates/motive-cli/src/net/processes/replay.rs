//! `motive net replay`: what was recorded between processes, played again in one.

use super::serve::failure;
use crate::console::{Console, Exit, Outcome};
use clap::Args;
use motive_net::Recording;
use std::path::PathBuf;

/// Plays again what `motive net serve --record FILE` wrote down; every activation comes out as it was, to the last bit
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The recording
    file: PathBuf,
    /// Tell every step in full
    #[arg(long)]
    trace: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let recording = Recording::read(&arguments.file).map_err(failure)?;
    let mut told = Ok(());
    let replayed = recording.replay(|network, step| {
        if told.is_err() {
            return;
        }
        told = if arguments.trace {
            console.out().write_all(network.log(step).as_bytes())
        } else {
            let mut started = network.started().iter();
            started.try_for_each(|skill| {
                console.say(format_args!("{:5}  {}", step.number, network.skill_name(*skill)))
            })
        };
    });
    told?;
    replayed.map_err(failure)?;
    Ok(Exit::Fine)
}
