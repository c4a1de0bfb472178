//! `motive studio`: recorded and running minds in a browser.

use crate::console::{Console, Exit, Failure, Outcome};
use crate::interrupt::Interrupt;
use clap::Args;
use motive_studio::RunLibrary;
use std::path::Path;
use std::time::Duration;

/// Shows minds at work in a browser: recorded runs, and running games
///
/// The page shows what agents want, which rules were tried and why they failed, what they hold, plan, do and know, tick by tick, and why.
/// A running game can be stopped, stepped and changed, and its minds edited. Several runs are shown side by side.
///
/// A running game prints its address: `motive play WORLD --studio`, or any game with `motive::studio::Studio`. To see a game on another
/// machine, come through a tunnel: `ssh -L 4000:127.0.0.1:PORT MACHINE`, then `http://127.0.0.1:4000/?token=TOKEN`.
///
/// Examples:
///   motive play pacman --steps 400 --record run.trace
///   motive studio run.trace
///   motive studio before.trace after.trace       two runs, and where they begin to differ
///   motive studio http://127.0.0.1:40001/?token=5e1f...
///   motive studio                                an empty page: give it addresses of running games
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Recordings, and addresses of running games; more of these can be added in the page
    #[arg(value_name = "TRACE|ADDRESS")]
    runs: Vec<String>,
    /// Where to serve the page
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    address: String,
    /// Only print the address of the page
    #[arg(long)]
    no_open: bool,
}

/// Serves the page until the program is interrupted.
///
/// # Errors
/// If a recording cannot be used, or nothing can be served.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let is_address = |run: &&String| run.starts_with("http://");
    let live: Vec<String> = arguments.runs.iter().filter(is_address).cloned().collect();
    let files = arguments.runs.iter().filter(|run| !is_address(run)).map(Path::new);
    let library = RunLibrary::open(files).map_err(|(path, error)| super::why::unreadable(&path, &error))?;
    let served = library.serve(&*arguments.address, &live);
    let library = served
        .map_err(|error| Failure::Input(format!("cannot serve at `{}`: {error}", arguments.address)))?;
    let interrupt = Interrupt::catch();
    console.announce_page(library.address(), !arguments.no_open)?;
    console.remark("Ctrl-C ends it")?;
    while !interrupt.asked() {
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(Exit::Fine)
}
