//! `motive net`: skill networks loaded, run, queried, drawn, and spread over processes.

mod console_command;
mod curves;
mod draw;
mod load;
#[cfg(feature = "net")]
mod processes;
mod prompt;
mod shell;

#[cfg(not(feature = "net"))]
use crate::commands::left_out::processes;
use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use clap::{Args, Subcommand};
use curves::Curves;
use load::load;
use motive::networks::{Blueprint, Flows, NetworkProfile, NetworkStep, Simulation};
use processes::ProcessCommand;
use serde::Serialize;
use shell::{Shell, ShellStatus, state};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs, queries and draws skill networks
///
/// A network is a `network` block of a .motive file, or a file in a published notation: .tcl or .lisp.
///
/// Examples:
///   motive net run agents/networks/sander.motive --trace
///   motive net console agents/networks/door_take_1.motive
///   motive net dot agents/networks/door_take_1.motive > door.svg
///
/// Spread over processes, each in a terminal of its own (in a program built with the feature `net`):
///   motive net serve dude agents/networks/door_take_1.motive
///   motive net join dude agents/networks/door_take_1.motive --sensors --goals
///   motive net join dude agents/networks/door_take_1.motive --skill stand_up --skill walk_to_door
///   motive net tell dude show
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs a network in a simulated world, where skills have the effects that they predict
    Run(RunArguments),
    /// Opens a network at a prompt: add agents, report for them, make steps, explain activations
    Console(ConsoleArguments),
    /// Draws a network as SVG: links by kind, with a width by flow
    Dot(DotArguments),
    #[command(flatten)]
    Processes(Box<ProcessCommand>),
}

#[derive(Args, Debug)]
struct NetworkFile {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The network to use, if the file has several
    #[arg(long, value_name = "NAME")]
    network: Option<String>,
}

#[derive(Args, Debug)]
struct RunArguments {
    #[command(flatten)]
    source: NetworkFile,
    /// The maximum number of steps; the run ends earlier when all goals hold
    #[arg(long, value_name = "N", default_value_t = 100)]
    steps: u64,
    /// Execute the commands of this file instead; see `motive net console`
    #[arg(long, value_name = "FILE", conflicts_with = "steps")]
    script: Option<PathBuf>,
    /// Draw activations, the threshold and executions over time to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print the log of every step
    #[arg(long)]
    trace: bool,
    /// Print one JSON object for each step
    #[arg(long, conflicts_with_all = ["trace", "script"])]
    json: bool,
}

#[derive(Args, Debug)]
struct ConsoleArguments {
    /// The file [default: an empty network]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The network to use, if the file has several
    #[arg(long, value_name = "NAME")]
    network: Option<String>,
}

#[derive(Args, Debug)]
struct DotArguments {
    #[command(flatten)]
    source: NetworkFile,
    /// The number of steps to make first
    #[arg(long, value_name = "N", default_value_t = 2)]
    steps: u64,
}

/// Executes the command.
///
/// # Errors
/// If a file cannot be read, or the network rejects an update.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    match &arguments.command {
        Command::Run(run) => {
            let blueprint = load(&run.source.file, run.source.network.as_deref(), console)?;
            play(run, &blueprint, console)
        }
        Command::Console(arguments) => {
            let blueprint = match &arguments.file {
                Some(file) => load(file, arguments.network.as_deref(), console)?,
                None => Blueprint::new("network", NetworkProfile::default()),
            };
            talk(&blueprint, arguments.file.as_deref(), console)
        }
        Command::Processes(command) => command.run(console),
        Command::Dot(dot) => {
            let blueprint = load(&dot.source.file, dot.source.network.as_deref(), console)?;
            let mut simulation = Simulation::new(&blueprint).map_err(Failure::input)?;
            for _ in 0..dot.steps.max(1) {
                simulation.step().map_err(Failure::input)?;
            }
            console.out().write_all(draw::svg(simulation.network()).as_bytes())?;
            Ok(Exit::Fine)
        }
    }
}

fn folder_of(file: Option<&Path>) -> PathBuf {
    file.and_then(Path::parent)
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
        .to_owned()
}

fn play(arguments: &RunArguments, blueprint: &Blueprint, console: &mut Console) -> Outcome {
    if let Some(script) = &arguments.script {
        let text = files::read_text(script)?;
        let folder = folder_of(Some(script));
        let mut shell = Shell::new(blueprint, &folder).map_err(Failure::input)?;
        let mut out = String::new();
        if arguments.trace {
            shell.execute("log on", &mut out).map_err(Failure::Failed)?;
        }
        if arguments.svg.is_some() {
            shell.keep_curves();
        }
        let result = shell.script(&text.name, &text.text, &mut out);
        console.out().write_all(out.as_bytes())?;
        if let (Some(file), Some(curves)) = (&arguments.svg, shell.curves()) {
            files::write(file, &curves.svg())?;
        }
        return result.map(|_| Exit::Fine).map_err(Failure::Input);
    }
    let mut simulation = Simulation::new(blueprint).map_err(Failure::input)?;
    let mut curves = Curves::default();
    for _ in 0..arguments.steps {
        let step = simulation.step().map_err(Failure::input)?;
        let network = simulation.network();
        if arguments.svg.is_some() {
            curves.note(network, step);
        }
        if arguments.json {
            console.json(&StepData::of(network, step))?;
        } else if arguments.trace {
            console.out().write_all(network.log(step).as_bytes())?;
        } else {
            for skill in network.started() {
                console.say(format_args!("{:5}  {}", step.number, network.skill_name(*skill)))?;
            }
        }
        if simulation.is_over() {
            break;
        }
    }
    if let Some(file) = &arguments.svg {
        files::write(file, &curves.svg())?;
    }
    let network = simulation.network();
    let wanted = network.goals().filter(|goal| !goal.protected).count();
    if wanted == 0 || network.is_satisfied() {
        return Ok(Exit::Fine);
    }
    let open: Vec<String> = network
        .goals()
        .filter(|goal| !network.holds(&goal.literal))
        .map(|goal| goal.literal.to_string())
        .collect();
    console.remark(format_args!("not achieved after {} steps: {}", network.steps(), open.join(", ")))?;
    Ok(Exit::Failed)
}

/// One step as JSON.
#[derive(Serialize)]
struct StepData {
    step: u64,
    threshold: f64,
    threshold_after: f64,
    scaled: bool,
    selected: Vec<String>,
    sensors: serde_json::Map<String, serde_json::Value>,
    skills: BTreeMap<String, Flows>,
}

impl StepData {
    fn of(network: &motive::networks::Network, step: NetworkStep) -> Self {
        let name = |skill: usize| network.skill_name(skill).to_owned();
        Self {
            step: step.number,
            threshold: step.used,
            threshold_after: step.threshold,
            scaled: step.scaled,
            selected: network.started().iter().map(|skill| name(*skill)).collect(),
            sensors: state(network),
            skills: (0..network.skill_count()).map(|skill| (name(skill), network.flows(skill))).collect(),
        }
    }
}

fn talk(blueprint: &Blueprint, file: Option<&Path>, console: &mut Console) -> Outcome {
    let mut shell = Shell::new(blueprint, &folder_of(file)).map_err(Failure::input)?;
    let mut prompt =
        prompt::Prompt::new().map_err(|error| Failure::Failed(format!("cannot read lines: {error}")))?;
    loop {
        let Some(text) = prompt.next(&shell.words()).map_err(|error| Failure::Failed(error.to_string()))?
        else {
            return Ok(Exit::Fine);
        };
        let mut out = String::new();
        let status = shell.execute(&text, &mut out);
        console.out().write_all(out.as_bytes())?;
        console.out().flush()?;
        match status {
            Ok(ShellStatus::Continue) => {}
            Ok(ShellStatus::Quit) => return Ok(Exit::Fine),
            Err(error) => console.complain(error)?,
        }
    }
}

/// Executes the lines of a script on a network, as `motive net run --script` does. It can use the scripts of the current folder.
///
/// # Errors
/// A sentence with the first line that cannot be executed.
pub fn run_script(network: &Blueprint, script: &str) -> Result<String, String> {
    let mut shell = Shell::new(network, Path::new(".")).map_err(|error| error.to_string())?;
    let mut out = String::new();
    shell.script("script", script, &mut out).map(|_| out)
}
