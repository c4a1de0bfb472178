//! `motive new`: writes a first character.

use crate::console::did_you_mean;
use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::minds::shipped;
use clap::Args;
use std::path::PathBuf;

/// The starter of the shooter is one of the agents that come with the program.
const SHOOTER: (&str, &str) = ("shooter", "agents/shooter/hunter.motive");

/// The other starters, by the world that they play in.
const STARTERS: &[(&str, &str)] = &[
    ("arena", include_str!("../../templates/arena.motive")),
    ("hospital", include_str!("../../templates/hospital.motive")),
    ("household", include_str!("../../templates/household.motive")),
    ("pacman", include_str!("../../templates/pacman.motive")),
    ("room", include_str!("../../templates/room.motive")),
    ("scenes", include_str!("../../templates/scenes.motive")),
    ("tileworld", include_str!("../../templates/tileworld.motive")),
];

/// Writes a first character of your own, which plays at once
///
/// Creates the directory with `agent.motive`, a small character whose comments explain each part. An existing file is not
/// replaced. `motive world` lists the worlds.
///
/// Examples:
///   motive new my_agent
///   motive play pacman --mind my_agent/agent.motive --watch
///   motive new my_tenant --world household
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The directory; created if it does not exist
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The world that the character plays in
    #[arg(long, value_name = "NAME", default_value = "pacman")]
    world: String,
}

fn starter(world: &str) -> Option<&'static str> {
    if world == SHOOTER.0 {
        return shipped(SHOOTER.1);
    }
    STARTERS.iter().find(|(name, _)| *name == world).map(|(_, text)| *text)
}

/// Writes the starter.
///
/// # Errors
/// If there is no starter for the world, or the file exists already.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let world = arguments.world.as_str();
    let Some(starter) = starter(world) else {
        let mut known: Vec<&str> = STARTERS.iter().map(|(name, _)| *name).chain([SHOOTER.0]).collect();
        known.sort_unstable();
        let hint = did_you_mean(world, known.iter().copied());
        let why = format!("there is no world `{world}`{hint}; the worlds are {}", known.join(", "));
        return Err(Failure::Input(why));
    };
    let folder = &arguments.directory;
    let target = folder.join("agent.motive");
    // `exists` would overlook a link that leads nowhere.
    if target.symlink_metadata().is_ok() {
        let target = target.display();
        return Err(Failure::Input(format!("`{target}` exists already; choose another directory")));
    }
    super::convert::create_directory(folder)?;
    files::write(&target, starter)?;
    console.say(format_args!("wrote {}", target.display()))?;
    console.say(format_args!("\nwatch it play, and change the file while it does:"))?;
    console.say(format_args!("  motive play {world} --mind {} --watch", target.display()))?;
    Ok(Exit::Fine)
}
