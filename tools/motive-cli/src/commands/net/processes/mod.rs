//! Networks over several processes: the commands that need the feature `net`.

mod bars;
mod join;
mod meeting_point;
mod observe;
mod replay;
mod serve;

use crate::console::{Console, Outcome};
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum ProcessCommand {
    Serve(serve::Arguments),
    Join(join::Arguments),
    Ls(observe::ListArguments),
    Watch(observe::WatchArguments),
    Tell(observe::TellArguments),
    Replay(replay::Arguments),
}

impl ProcessCommand {
    pub(crate) fn run(&self, console: &mut Console) -> Outcome {
        match self {
            Self::Serve(arguments) => serve::run(arguments, console),
            Self::Join(arguments) => join::run(arguments, console),
            Self::Ls(arguments) => observe::list(arguments, console),
            Self::Watch(arguments) => observe::watch(arguments, console),
            Self::Tell(arguments) => observe::tell(arguments, console),
            Self::Replay(arguments) => replay::run(arguments, console),
        }
    }
}
