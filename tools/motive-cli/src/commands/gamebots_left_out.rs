//! The commands of the feature `gamebots` in a program that is built without it: each explains how to get it.

/// `motive arena`, left out.
pub mod arena {
    use super::LeftOutArguments;
    use crate::console::{Console, Outcome};
    use clap::{Args, Subcommand};

    /// Serves the arena of the shooter to bots over a network (not in this build)
    #[derive(Args, Debug)]
    pub struct Arguments {
        #[command(subcommand)]
        _command: Command,
    }

    #[derive(Debug, Subcommand)]
    enum Command {
        /// Serves a game to bots that speak GameBots (not in this build)
        Serve(LeftOutArguments),
        /// Prints a map as a graph of navigation points (not in this build)
        Graph(LeftOutArguments),
    }

    /// Says how to get the command.
    ///
    /// # Errors
    /// Always.
    pub fn run(_arguments: &Arguments, _console: &mut Console) -> Outcome {
        super::left_out()
    }
}

/// `motive bot`, left out.
pub mod bot {
    use crate::console::{Console, Outcome};

    /// Plays a mind on a GameBots server (not in this build)
    pub type Arguments = super::LeftOutArguments;

    /// Says how to get the command.
    ///
    /// # Errors
    /// Always.
    pub fn run(_arguments: &Arguments, _console: &mut Console) -> Outcome {
        super::left_out()
    }
}

use crate::console::{Failure, Outcome};

/// Plays or serves over the GameBots protocol (not in this build)
#[derive(clap::Args, Debug)]
#[command(disable_help_flag = true)]
pub struct LeftOutArguments {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

fn left_out() -> Outcome {
    let how = "`cargo install --path tools/motive-cli --features gamebots` builds it in";
    Err(Failure::Input(format!("this `motive` is built without GameBots; {how}")))
}
