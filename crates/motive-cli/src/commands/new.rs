//! `motive new`: a character to begin with.

use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::text::did_you_mean;
use clap::Args;
use std::path::PathBuf;

/// The starters, by the world that they play in.
const STARTERS: &[(&str, &str)] = &[("pacman", include_str!("../../templates/pacman.motive"))];

/// Writes a first character of your own, which plays at once
///
/// Makes the directory and in it `agent.motive`, a small character with comments that say what each part does. Nothing
/// that is already there is replaced.
///
/// Examples:
///   motive new my_agent
///   motive play pacman --mind my_agent/agent.motive --watch
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The directory; made if it is not there
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The world that the character is to play in
    #[arg(long, value_name = "NAME", default_value = "pacman")]
    world: String,
}

/// Writes the starter.
///
/// # Errors
/// If there is no starter for the world, or something is in the way.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let world = arguments.world.as_str();
    let Some((_, starter)) = STARTERS.iter().find(|(name, _)| *name == world) else {
        let known: Vec<&str> = STARTERS.iter().map(|(name, _)| *name).collect();
        let hint = did_you_mean(world, known.iter().copied());
        let why =
            format!("there is no starter for a world `{world}`{hint}; there is one for {}", known.join(", "));
        return Err(Failure::Input(why));
    };
    let folder = &arguments.directory;
    let target = folder.join("agent.motive");
    // A link that leads nowhere is there too.
    if target.symlink_metadata().is_ok() {
        return Err(Failure::Input(format!("`{}` exists already, and is left as it is", target.display())));
    }
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| {
        Failure::Input(format!("cannot make the directory `{}`: {error}", folder.display()))
    })?;
    files::write(&target, starter)?;
    console.say(format_args!("wrote {}", target.display()))?;
    console.say(format_args!("\nwatch it play, and change the file while it does:"))?;
    console.say(format_args!("  motive play {world} --mind {} --watch", target.display()))?;
    Ok(Exit::Fine)
}
