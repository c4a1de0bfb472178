//! `motive studio`: recorded and running minds in a browser.

use crate::console::{Console, Exit, Failure, Outcome};
use crate::interrupt::Interrupt;
use crate::play::Session;
use clap::Args;
use motive_studio::{Library, Studio};
use std::io::IsTerminal;
use std::path::Path;
use std::process::{Command, Stdio};
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
    let library = Library::open(files).map_err(|(path, error)| super::why::unreadable(&path, &error))?;
    let served = library.serve(&*arguments.address, &live);
    let library = served
        .map_err(|error| Failure::Input(format!("cannot serve at `{}`: {error}", arguments.address)))?;
    let interrupt = Interrupt::catch();
    console.say(format_args!("studio: {}", library.address()))?;
    console.out().flush()?;
    if !arguments.no_open {
        open(library.address());
    }
    console.remark("Ctrl-C ends it")?;
    while !interrupt.asked() {
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(Exit::Fine)
}

/// Opens an address in the browser, if somebody sits before the screen. Who has none opens it by hand.
fn open(address: &str) {
    if !std::io::stdout().is_terminal() {
        return;
    }
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// Says where the page of a run is, and waits until it is open. Says whether the run begins.
pub(super) fn wait_for_page(
    session: &Session,
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<bool, Failure> {
    let Some(studio) = session.studio() else { return Ok(true) };
    announce(studio.address(), "the run begins when the page is open", console)?;
    Ok(studio.wait_for_page(|| interrupt.asked()))
}

/// Says where a page is, opens it if somebody sits before the screen, and says what comes next.
pub(crate) fn announce(address: &str, next: &str, console: &mut Console) -> Result<(), Failure> {
    console.say(format_args!("studio: {address}"))?;
    console.out().flush()?;
    open(address);
    console.remark(format_args!("{next}; Ctrl-C ends it"))?;
    Ok(())
}

/// Stays until nobody looks at the page of a run any more.
pub(super) fn stay(session: &Session, interrupt: &Interrupt, console: &mut Console) -> Result<(), Failure> {
    session.studio().inspect(|studio| studio.note_end());
    if session.studio().is_some_and(Studio::has_pages) && !interrupt.asked() {
        console.remark("the run is over; close the page or press Ctrl-C")?;
        while session.studio().is_some_and(Studio::has_pages) && !interrupt.asked() {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    Ok(())
}
