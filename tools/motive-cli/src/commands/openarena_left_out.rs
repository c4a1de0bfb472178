//! `motive openarena` and `motive bot --openarena` in a program that is built without them.

use crate::console::{Console, Failure, Outcome};

/// Plays matches in OpenArena (not in this build)
#[derive(clap::Args, Debug)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Says how to get the command.
///
/// # Errors
/// Always.
pub fn run(_arguments: &Arguments, _console: &mut Console) -> Outcome {
    let how = "`cargo install --path tools/motive-cli --features openarena` builds it in";
    Err(Failure::Input(format!("this `motive` is built without OpenArena; {how}")))
}

/// Says how to get the option.
///
/// # Errors
/// Always.
#[cfg(feature = "gamebots")]
pub(crate) fn join(_address: &str, _arguments: &super::bot::Arguments, console: &mut Console) -> Outcome {
    run(&Arguments { arguments: Vec::new() }, console)
}
