//! `motive net serve`: a dude's network, reachable for processes.

use super::meeting_point::{PlaceArguments, seconds};
use crate::console::{Console, Exit, Failure, Outcome};
use crate::net::load::load;
use clap::Args;
use motive::network::{Profile, Settings};
use motive_net::{Dispatcher, Grace, NetError, Pace, Plan};
use std::path::PathBuf;
use std::time::Duration;

/// Serves a network: agents of other processes join it
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The dude's name
    name: String,
    /// A file that says how the network runs; its agents come by `motive net join`
    file: Option<PathBuf>,
    /// The network, if the file has several
    #[arg(long, value_name = "NAME")]
    network: Option<String>,
    /// Seconds from step to step; 0 for as fast as possible
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05, value_parser = seconds, allow_negative_numbers = true)]
    interval: f64,
    /// Make no steps before an observer asks for some
    #[arg(long)]
    paused: bool,
    /// End after so many steps
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Restore the state from this file if it is there, and keep it there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Write down everything that arrives, to be played again with `motive net replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How many seconds agents of a lost process are waited for; 0 gives them up at once
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds, allow_negative_numbers = true)]
    grace: f64,
    /// Print every step as one JSON object, not only what starts
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: PlaceArguments,
}

/// What goes wrong between processes, as the program says it.
pub(super) fn failure(error: NetError) -> Failure {
    match error {
        NetError::Name { .. } | NetError::BadFile { .. } | NetError::Network(_) => Failure::input(error),
        other => Failure::Failed(other.to_string()),
    }
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let settings = match &arguments.file {
        Some(file) => match load(file, arguments.network.as_deref(), console)? {
            Ok(blueprint) => blueprint.settings,
            Err(exit) => return Ok(exit),
        },
        None => Settings::from(Profile::default()),
    };
    let mut plan = Plan::new(&arguments.name, settings).map_err(failure)?;
    plan.pace = Pace::Every(Duration::from_secs_f64(arguments.interval));
    plan.paused = arguments.paused;
    plan.grace = Grace { lost: Duration::from_secs_f64(arguments.grace), ..Grace::default() };
    (plan.state, plan.record) = (arguments.state.clone(), arguments.record.clone());
    let mut dispatcher = Dispatcher::open(plan, &arguments.place.place()).map_err(failure)?;
    console.remark(format_args!("serving `{}`; stop with Ctrl-C", arguments.name))?;
    let mut trouble = None;
    let mut left = arguments.steps.unwrap_or(u64::MAX);
    let ran = dispatcher.run(|stepped| {
        let said = if arguments.json {
            console.json(stepped)
        } else {
            let mut lines = stepped.selected.iter();
            lines.try_for_each(|skill| Ok(console.say(format_args!("{:5}  {skill}", stepped.step))?))
        };
        let flushed = said.and_then(|()| Ok(console.out().flush()?));
        left = left.saturating_sub(1);
        trouble = flushed.err();
        trouble.is_none() && left > 0
    });
    ran.map_err(failure)?;
    trouble.map_or(Ok(Exit::Fine), Err)
}
