//! The `motive` program.

use mimalloc::MiMalloc;
use motive_worlds::Worlds;
use std::process::ExitCode;

/// Checking a long file makes and drops many small values, which takes two thirds of the time with mimalloc.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    motive_cli::run_program(Worlds::built_in())
}
