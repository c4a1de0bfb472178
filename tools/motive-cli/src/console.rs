//! Where output goes, and what exit codes mean.

use motive_language::diagnostic::Colour;
use motive_worlds::Worlds;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::{Command, ExitCode, Stdio};

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Success: exit code 0.
    Fine = 0,
    /// It ran, and something failed: exit code 1. The reason has been printed.
    Failed = 1,
    /// The input cannot be used: exit code 2. The reason has been printed.
    BadInput = 2,
    /// Time, memory or work ran out before there was an answer: exit code 3. That has been printed.
    GaveUp = 3,
    /// A signal stopped it, such as Ctrl-C: exit code 130. What there was until then has been written.
    Interrupted = 130,
}

/// Why a command failed; [`Console::close`] prints it.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The input cannot be used.
    #[error("{0}")]
    Input(String),
    /// The input cannot be used, and why has been printed with its places.
    #[error("the input cannot be used")]
    Told,
    /// It ran and failed.
    #[error("{0}")]
    Failed(String),
    /// Output could not be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// The input cannot be used, for this reason.
    pub(crate) fn input(why: impl Display) -> Self {
        Self::Input(why.to_string())
    }
}

/// A page cannot be served at an address.
pub(crate) fn unserved(address: &str, error: impl Display) -> Failure {
    Failure::Input(format!("cannot serve at `{address}`: {error}"))
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

/// `did you mean x?` behind an error, if there is something that may be meant.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    motive_language::diagnostic::nearest(name, known)
        .map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
}

/// What a command returns.
pub type Outcome = Result<Exit, Failure>;

/// Standard output and standard error, and whether each shows colours.
pub struct Console {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    /// Whether results may have colours.
    pub(crate) colour: Colour,
    /// Whether what goes to standard error may have colours.
    pub(crate) error_colour: Colour,
    /// The worlds that commands can name.
    pub(crate) worlds: Worlds,
}

impl Console {
    /// The streams of this process. Colours only on a terminal, and not with `NO_COLOR` or `TERM=dumb`.
    pub fn of_process() -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let colour = |terminal: bool| if wanted && terminal { Colour::On } else { Colour::Off };
        Self {
            colour: colour(io::stdout().is_terminal()),
            error_colour: colour(io::stderr().is_terminal()),
            out: Box::new(BufWriter::new(io::stdout())),
            err: Box::new(io::stderr()),
            worlds: Worlds::built_in(),
        }
    }

    /// The same for a program with worlds of its own.
    pub fn with_worlds(self, worlds: Worlds) -> Self {
        Self { worlds, ..self }
    }

    /// Where results go.
    pub(crate) fn out(&mut self) -> &mut dyn Write {
        &mut *self.out
    }

    /// Prints a line to standard output.
    pub(crate) fn say(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    /// Prints a line to standard error, for the person at the terminal.
    pub(crate) fn remark(&mut self, line: impl Display) -> io::Result<()> {
        // Said even if standard output cannot be written.
        let flushed = self.out.flush();
        writeln!(self.err, "{line}")?;
        flushed
    }

    /// Prints an error to standard error.
    pub(crate) fn complain(&mut self, why: impl Display) -> io::Result<()> {
        let word = match self.error_colour {
            Colour::On => "\u{1b}[1;31merror\u{1b}[0m",
            Colour::Off => "error",
        };
        self.remark(format_args!("{word}: {why}"))
    }

    /// Prints data as one line of JSON to standard output.
    pub(crate) fn json(&mut self, data: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, data)?;
        Ok(writeln!(self.out)?)
    }

    /// Prints data as JSON, or else as text.
    pub(crate) fn show(
        &mut self,
        as_json: bool,
        data: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        if as_json { self.json(data) } else { Ok(self.out.write_all(text().as_bytes())?) }
    }

    /// Prints the address of a page, and opens it if the output is a terminal.
    pub(crate) fn announce_page(&mut self, address: &str, opens: bool) -> io::Result<()> {
        self.say(format_args!("studio: {address}"))?;
        self.out.flush()?;
        if opens && io::stdout().is_terminal() {
            open_in_browser(address);
        }
        Ok(())
    }

    /// Prints the failure, if there is one, and gives the exit code.
    pub fn close(mut self, outcome: Outcome) -> ExitCode {
        let outcome = outcome.and_then(|exit| {
            self.out.flush()?;
            Ok(exit)
        });
        let (code, why) = match outcome {
            Ok(exit) => (exit as u8, None),
            Err(Failure::Input(why)) => (2, Some(why)),
            Err(Failure::Told) => (2, None),
            Err(Failure::Failed(why)) => (1, Some(why)),
            // The reader stopped reading, as `head` does: not a failure.
            Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => (0, None),
            Err(failure) => (1, Some(failure.to_string())),
        };
        if let Some(why) = why {
            // If this cannot be written, the exit code has to do.
            let _ = self.complain(why);
        }
        ExitCode::from(code)
    }
}

/// Without a browser the user opens the address by hand.
fn open_in_browser(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
