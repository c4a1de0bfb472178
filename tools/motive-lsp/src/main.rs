//! `motive-lsp`: the language server on standard input and output.

use std::io::{BufReader, Write as _};
use std::process::ExitCode;

/// Checking a long file makes and drops many small values, which takes two thirds of the time with mimalloc.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const HELP: &str = "\
motive-lsp: a language server for .motive files

Editors start it and speak with it through standard input and output. It has no options but these:

  --help       print this text
  --version    print the version

How to set up an editor: docs/book/src/editors.md
";

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        None | Some("--stdio") => run(),
        Some("--help" | "-h") => print(HELP),
        Some("--version" | "-V") => print(concat!("motive-lsp ", env!("CARGO_PKG_VERSION"), "\n")),
        Some(other) => {
            let _ = writeln!(std::io::stderr(), "motive-lsp: unknown option `{other}`\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}

fn print(text: &str) -> ExitCode {
    match std::io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn run() -> ExitCode {
    match motive_lsp::serve_streams(BufReader::new(std::io::stdin()), std::io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "motive-lsp: {error}");
            ExitCode::FAILURE
        }
    }
}
