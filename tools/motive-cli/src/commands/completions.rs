//! `motive completions`: completion scripts for shells.

use crate::console::{Console, Exit, Outcome};
use clap::Args;
use clap_complete::Shell;

/// Prints a completion script for a shell
///
/// Examples:
///   motive completions bash > ~/.local/share/bash-completion/completions/motive
///   motive completions zsh > ~/.zfunc/_motive
///   motive completions fish > ~/.config/fish/completions/motive.fish
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script for the commands of the program.
///
/// # Errors
/// If it cannot be written.
pub fn run(arguments: &Arguments, mut command: clap::Command, console: &mut Console) -> Outcome {
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "motive", &mut script);
    console.out().write_all(&script)?;
    Ok(Exit::Fine)
}
