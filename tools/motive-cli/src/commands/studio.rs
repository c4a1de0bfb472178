//! `motive studio`: recorded and running minds in a browser.

use crate::console::{Console, Exit, Outcome, unserved};
use crate::interrupt::Interrupt;
use clap::Args;
use motive_studio::RunLibrary;
use std::path::Path;
use std::time::Duration;

/// Shows recorded runs and running games in a browser
///
/// The page shows tick by tick the goals, rules, plans, actions and memory of agents, and why each decision was made. You can stop, step and change a running
/// game, edit its minds, and compare two runs side by side.
///
/// A running game prints its address: `motive play WORLD --studio`, or any game with `motive::studio::Studio`. To reach a game on another
/// machine, use a tunnel: `ssh -L 4000:127.0.0.1:PORT MACHINE`, then `http://127.0.0.1:4000/?token=TOKEN`.
///
/// Examples:
///   motive play pacman --steps 400 --record run.trace
///   motive studio run.trace
///   motive studio before.trace after.trace       two runs, and the first difference
///   motive studio http://127.0.0.1:40001/?token=5e1f...
///   motive studio                                an empty page, for the addresses of running games
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Recordings and addresses of running games; the page can add more addresses
    #[arg(value_name = "TRACE|ADDRESS")]
    runs: Vec<String>,
    /// The address to serve the page at
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    address: String,
    /// Print the address of the page, and do not open it
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
    let library = served.map_err(|error| unserved(&arguments.address, error))?;
    let interrupt = Interrupt::catch();
    console.announce_page(library.address(), !arguments.no_open)?;
    console.remark("Ctrl-C ends it")?;
    while !interrupt.asked() {
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(Exit::Fine)
}
