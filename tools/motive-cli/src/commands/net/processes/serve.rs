//! `motive net serve`: a network that other processes join.

use super::meeting_point::{MeetingPointArguments, seconds};
use crate::commands::net::load::load;
use crate::console::{Console, Exit, Failure, Outcome};
use clap::Args;
use motive::networks::{NetworkProfile, NetworkSettings};
use motive_net::{Dispatcher, DispatcherOptions, Grace, NetError, StepPace};
use std::path::PathBuf;
use std::time::Duration;

/// Serves a network, whose agents other processes host with `motive net join`
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The name of the network
    name: String,
    /// A file with the profile and parameters of the network; its agents are not used
    file: Option<PathBuf>,
    /// The network to use, if the file has several [default: the first]
    #[arg(long, value_name = "NAME")]
    network: Option<String>,
    /// The time between steps, in seconds; 0 for as fast as possible
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05, value_parser = seconds, allow_negative_numbers = true)]
    interval: f64,
    /// Make no steps until they are requested with `motive net tell`
    #[arg(long)]
    paused: bool,
    /// End after this number of steps
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Restore the state from this file if it exists, and save it there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Record all updates to this file, for `motive net replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How long agents of an unreachable process are kept, in seconds; 0 removes them at once
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds, allow_negative_numbers = true)]
    grace: f64,
    /// Print every step as one JSON object, not only the skills that start
    #[arg(long)]
    json: bool,
    /// Admit only the users of this file, which has a line `NAME:PASSWORD:ROLES` for each; the roles are `join`, `read` and `command`
    #[arg(long, value_name = "FILE", requires = "listen")]
    users: Option<PathBuf>,
    #[command(flatten)]
    meeting_point: MeetingPointArguments,
}

/// The failure of the program for an error of a network over several processes.
pub(super) fn failure(error: NetError) -> Failure {
    match error {
        NetError::Name { .. }
        | NetError::Endpoint { .. }
        | NetError::NoTlsFiles { .. }
        | NetError::BadFile { .. }
        | NetError::Network(_) => Failure::input(error),
        other => Failure::Failed(other.to_string()),
    }
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let settings = match &arguments.file {
        Some(file) => load(file, arguments.network.as_deref(), console)?.settings,
        None => NetworkSettings::from(NetworkProfile::default()),
    };
    let mut options = DispatcherOptions::new(&arguments.name, settings).map_err(failure)?;
    options.pace = StepPace::Every(Duration::from_secs_f64(arguments.interval));
    options.paused = arguments.paused;
    options.grace = Grace { lost: Duration::from_secs_f64(arguments.grace), ..Grace::default() };
    (options.state, options.record) = (arguments.state.clone(), arguments.record.clone());
    let meeting_point = arguments.meeting_point.announced(arguments.users.as_ref(), console)?;
    let mut dispatcher = Dispatcher::open(options, &meeting_point).map_err(failure)?;
    console.remark(format_args!("serving `{}`; stop with Ctrl-C", arguments.name))?;
    let mut failed = None;
    let mut left = arguments.steps.unwrap_or(u64::MAX);
    let ran = dispatcher.run(|summary| {
        let printed = if arguments.json {
            console.json(summary)
        } else {
            let mut lines = summary.selected.iter();
            lines.try_for_each(|skill| Ok(console.say(format_args!("{:5}  {skill}", summary.step))?))
        };
        let flushed = printed.and_then(|()| Ok(console.out().flush()?));
        left = left.saturating_sub(1);
        failed = flushed.err();
        failed.is_none() && left > 0
    });
    ran.map_err(failure)?;
    failed.map_or(Ok(Exit::Fine), Err)
}
