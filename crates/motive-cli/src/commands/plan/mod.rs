//! `motive plan`: a plan, before anybody acts on it. One file for each kind of problem.

mod drawing;
mod drives;
mod goap;
mod hddl;
pub(super) mod source;
mod tasks;

use crate::console::{Console, Exit, Failure, Outcome};
use clap::Args;
use cpu_time::ProcessTime;
use std::path::PathBuf;
use std::time::Duration;

/// Finds a plan: for a mind of a file, or for a problem of hierarchical planning
///
/// A mind that is a task, as in `mind Troll = task BeTrunkThumper`, is planned ahead from what its world shows at the beginning, or
/// from the resources and facts that the file states. So is one that plans for drives, as in `mind Wizard = plan for health`: it shows what
/// the plan is worth, and with `--explain` what else was considered and why it lost. A planner over symbols, as in `mind Soldier = goap Soldier`,
/// gives the cheapest plan for the most important goal that can be reached. A problem in HDDL, as the International Planning Competition writes it,
/// gets a plan in its format.
///
/// Exit code 0: here is a plan. 1: there is none, and that is certain. 2: the files cannot be used. 3: given up.
///
/// Examples:
///   motive plan troll.motive
///   motive plan troll.motive:Troll --explain
///   motive plan agents/tileworld/tasks.motive --seed 7 --steps 1
///   motive plan troll.motive --dot --depth 4
///   motive plan agents/household/udgoap.motive --explain --svg search.svg
///   motive plan agents/household/goap.motive --explain
///   motive plan --hddl domain.hddl problem.hddl
///   motive plan --hddl domain.hddl problem.hddl --time 10 --memory 4096 --out problem.plan
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The file, or one of its minds; without a name, the last
    #[arg(value_name = "FILE[:MIND]", required_unless_present = "hddl", conflicts_with = "hddl")]
    file: Option<String>,
    /// A domain and a problem in HDDL
    #[arg(long, num_args = 2, value_names = ["DOMAIN", "PROBLEM"])]
    hddl: Vec<PathBuf>,
    /// Decides all that is random in the world that the plan begins in, and which of several alternatives with weights is tried first
    #[arg(long, default_value_t = 1, conflicts_with = "hddl")]
    seed: u64,
    /// How many seconds of processor time it may take
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    time: f64,
    /// How many mebibytes it may take, roughly
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    memory: usize,
    /// Go on after the first plan and look for cheaper ones, until time or work is used up or there is none
    #[arg(long)]
    best: bool,
    /// Plan only so many steps of a task; needed where it never ends
    #[arg(long, value_name = "N", conflicts_with = "hddl")]
    steps: Option<usize>,
    /// Write the plan into a file instead of printing it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print how the plan came about instead of the plan: for tasks, how they fall apart, as a tree; for drives, what else was considered
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    /// Write a drawing of the search into a file; for plans for drives
    #[arg(long, value_name = "FILE", conflicts_with = "hddl")]
    svg: Option<PathBuf>,
    /// Print the and/or graph of the task for Graphviz instead of a plan
    #[arg(long, conflicts_with_all = ["hddl", "json", "explain"])]
    dot: bool,
    /// How many tasks inside each other the graph goes down
    #[arg(long, value_name = "N", default_value_t = 3, requires = "dot")]
    depth: usize,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Plans.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let Some(file) = &arguments.file else { return hddl::run(arguments, console) };
    let source = source::read(file, arguments.seed, console)?;
    if let Some(task) = source.mind.task.clone() {
        if arguments.dot {
            let drawing = task.tasks.dot(&task.name, arguments.depth).map_err(Failure::input)?;
            console.out().write_all(drawing.as_bytes())?;
            return Ok(Exit::Fine);
        }
        return tasks::run(&task, &source, arguments, console);
    }
    if let Some(plan) = source.mind.plan.clone() {
        return drives::run(&plan, &source, arguments, console);
    }
    if let Some(goap) = source.mind.goap.clone() {
        return goap::run(goap.goap(), &source, arguments, console);
    }
    let name = &source.mind.name;
    let hint = "a mind that plans is a task, as in `mind Troll = task BeTrunkThumper`, `plan for` drives, or a `goap` planner";
    Err(Failure::Input(format!("mind `{name}` does not plan: {hint}")))
}

/// Processor time that may be used, from the moment it is made.
struct Clock {
    start: ProcessTime,
    allowed: Duration,
}

impl Clock {
    fn new(arguments: &Arguments) -> Self {
        let allowed = Duration::try_from_secs_f64(arguments.time.max(0.0)).unwrap_or(Duration::MAX);
        Self { start: ProcessTime::now(), allowed }
    }

    fn is_over(&self) -> bool {
        self.start.elapsed() >= self.allowed
    }

    fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}
