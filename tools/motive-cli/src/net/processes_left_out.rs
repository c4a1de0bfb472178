//! The commands of the feature `net` in a program that is built without it: each explains how to get it.

use crate::console::{Console, Failure, Outcome};
use clap::{Args, Subcommand};

pub(crate) use LeftOutCommand as ProcessCommand;

#[derive(Debug, Subcommand)]
pub(crate) enum LeftOutCommand {
    /// Serves a network, whose agents other processes host (not in this build)
    Serve(Ignored),
    /// Hosts agents of a file in this process, as part of a network that is served (not in this build)
    Join(Ignored),
    /// Lists the networks that are served (not in this build)
    Ls(Ignored),
    /// Prints the steps of a served network as they are made (not in this build)
    Watch(Ignored),
    /// Sends a command to a served network (not in this build)
    Tell(Ignored),
    /// Replays a recording of `motive net serve --record` (not in this build)
    Replay(Ignored),
}

/// All arguments of the command, `--help` included.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct Ignored {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl LeftOutCommand {
    pub(crate) fn run(&self, _console: &mut Console) -> Outcome {
        let how = "`cargo install --path tools/motive-cli --features net` builds it in";
        Err(Failure::Input(format!("this `motive` is built without networks over several processes; {how}")))
    }
}
