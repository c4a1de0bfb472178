//! The program: its commands, for the worlds that it is given.

use crate::commands::{
    arena, bot, check, completions, convert, env, fmt, lab, net, new, openarena, plan, play, studio, trace,
    verify, why, world,
};
use crate::console::Console;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use motive_worlds::Worlds;
use std::process::ExitCode;

/// Runs game characters, and explains their decisions.
///
/// A character is a text file: goals with priorities, and programs of ordered rules. Play one, change it while it
/// runs, and ask why it decided as it did.
///
/// Try this:
///   motive play tileworld                        watch a character play
///   motive new my_agent                          write one of your own
///   motive world pacman                          list what it can see and do there
///   motive play pacman --mind my_agent/agent.motive --record run.trace
///   motive why run.trace --tick 40               explain a decision
///
/// Text files may have 16 MiB; the environment variable MOTIVE_LARGEST_FILE=64 allows 64.
///
/// Exit codes: 0 success, 1 something failed, 2 the input cannot be used, 3 gave up (planner limits, or no server for a bot), 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "motive", version, arg_required_else_help = true, verbatim_doc_comment)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Arguments),
    Check(check::Arguments),
    Fmt(fmt::Arguments),
    Convert(convert::Arguments),
    Plan(plan::Arguments),
    Verify(verify::Arguments),
    Net(net::Arguments),
    Arena(arena::Arguments),
    Bot(bot::Arguments),
    Openarena(openarena::Arguments),
    Why(why::Arguments),
    Trace(trace::Arguments),
    Studio(studio::Arguments),
    New(new::Arguments),
    World(world::Arguments),
    Env(env::Arguments),
    Lab(lab::Arguments),
    Completions(completions::Arguments),
}

/// Does what the arguments of this process ask for, with these worlds: `motive` itself, or a program with worlds of its own, which has all
/// commands of `motive`.
///
/// ```no_run
/// # use motive_worlds::Worlds;
/// fn main() -> std::process::ExitCode {
///     motive_cli::run_program(Worlds::built_in()) // and `.with::<Warehouse>()`
/// }
/// ```
pub fn run_program(worlds: Worlds) -> ExitCode {
    let help = play::help_on(&worlds);
    let command = Arguments::command().mut_subcommand("play", |play| play.after_help(help));
    let mut console = Console::of_process().with_worlds(worlds);
    let parsed = command.clone().try_get_matches().and_then(|found| Arguments::from_arg_matches(&found));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        // The help and the version are output like any other.
        Err(told) => {
            let code = ExitCode::from(told.exit_code() as u8);
            return told.print().map_or_else(|error| console.close(Err(error.into())), |()| code);
        }
    };
    let outcome = match &arguments.command {
        Command::Play(arguments) => play::run(arguments, &mut console),
        Command::Check(arguments) => check::run(arguments, &mut console),
        Command::Fmt(arguments) => fmt::run(arguments, &mut console),
        Command::Convert(arguments) => convert::run(arguments, &mut console),
        Command::Plan(arguments) => plan::run(arguments, &mut console),
        Command::Verify(arguments) => verify::run(arguments, &mut console),
        Command::Net(arguments) => net::run(arguments, &mut console),
        Command::Arena(arguments) => arena::run(arguments, &mut console),
        Command::Bot(arguments) => bot::run(arguments, &mut console),
        Command::Openarena(arguments) => openarena::run(arguments, &mut console),
        Command::Why(arguments) => why::run(arguments, &mut console),
        Command::Trace(arguments) => trace::run(arguments, &mut console),
        Command::Studio(arguments) => studio::run(arguments, &mut console),
        Command::New(arguments) => new::run(arguments, &mut console),
        Command::World(arguments) => world::run(arguments, &mut console),
        Command::Env(arguments) => env::run(arguments, &mut console),
        Command::Lab(arguments) => lab::run(arguments, &mut console),
        Command::Completions(arguments) => completions::run(arguments, command, &mut console),
    };
    console.close(outcome)
}

#[cfg(test)]
#[path = "../tests/unit/program.rs"]
mod tests;
