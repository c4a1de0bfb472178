//! `motive plan`: finds a plan. One file for each kind of problem.

mod drives;
mod goap;
pub(super) mod hddl;
mod search_svg;
mod tasks;

use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::interrupt::Interrupt;
use crate::minds::{self, Choice};
use clap::Args;
use cpu_time::ProcessTime;
use motive::kernel::{Catalogue, Memory, Vocabulary};
use motive_language::WorldVocabulary;
use std::path::PathBuf;
use std::time::Duration;

/// Finds a plan: for a mind in a file, or for a planning problem in HDDL
///
/// The mind plans from the initial state of its world, or from the things and facts in its file. It is one of
///   - a task (`mind Troll = task BeTrunkThumper`): decomposed into actions;
///   - drives (`mind Wizard = plan for health`): the plan that serves them best; `--explain` lists the others;
///   - GOAP (`mind Soldier = goap Soldier`): the cheapest plan for the most important goal that can be reached.
///
/// A plan for a problem in HDDL is printed in the format of the International Planning Competition. If there is no plan, the output names the furthest point
/// that the tasks reach, and the obstacle there.
///
/// Exit code 0: a plan was found. 1: it is proved that there is no plan. 2: the files cannot be used. 3: gave up.
///
/// Examples:
///   motive plan troll.motive
///   motive plan troll.motive:Troll --explain
///   motive plan agents/tileworld/tasks.motive --seed 7 --steps 1
///   motive plan troll.motive --dot --depth 4
///   motive plan agents/household/udgoap.motive --explain --svg search.svg
///   motive plan agents/household/goap.motive --explain
///   motive plan --hddl domain.hddl problem.hddl
///   motive plan --hddl domain.hddl problem.hddl --check
///   motive plan --hddl domain.hddl problem.hddl --time 10 --memory 4096 --out problem.plan
///   motive plan --hddl domain.hddl problem.hddl --quality --time 10
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A file, and one of its minds [default: the last]
    #[arg(value_name = "FILE[:MIND]", required_unless_present = "hddl", conflicts_with = "hddl")]
    file: Option<String>,
    /// A domain and a problem in HDDL
    #[arg(long, num_args = 2, value_names = ["DOMAIN", "PROBLEM"])]
    hddl: Vec<PathBuf>,
    /// The seed of the world, and of the choice among weighted alternatives
    #[arg(long, default_value_t = 1, conflicts_with = "hddl")]
    seed: u64,
    /// Give up after this many seconds of CPU time
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds, allow_negative_numbers = true)]
    time: f64,
    /// Give up when more than this many mebibytes of memory are needed
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    memory: usize,
    /// Keep looking for cheaper plans until none is left or a limit is reached; prints the cost of each
    #[arg(long)]
    quality: bool,
    /// Lint the domain and the problem; do not plan
    #[arg(long, requires = "hddl", conflicts_with_all = ["out", "explain", "quality"])]
    check: bool,
    /// Plan only the next N steps of a task; needed if the task never ends
    #[arg(long, value_name = "N", conflicts_with = "hddl")]
    steps: Option<usize>,
    /// Write the plan into a file instead of printing it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print how the plan was found: for tasks the decomposition as a tree, for drives the plans that were considered. After a search in HDDL that gave up, print
    /// how far its tasks can be decomposed
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    /// Write a drawing of the search as SVG; only for drives
    #[arg(long, value_name = "FILE", conflicts_with = "hddl")]
    svg: Option<PathBuf>,
    /// Print the and/or graph of the task for Graphviz instead of a plan
    #[arg(long, conflicts_with_all = ["hddl", "json", "explain"])]
    dot: bool,
    /// Depth of the graph, in nested tasks
    #[arg(long, value_name = "N", default_value_t = 3, requires = "dot")]
    depth: usize,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds >= 0.0);
    seconds.ok_or("expected seconds, such as 10 or 0.5")
}

/// Plans.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    Interrupt::ends_with(
        "interrupted; there is no plan yet; `--time S` gives up by itself after S seconds".to_owned(),
    );
    let Some(file) = &arguments.file else { return hddl::run(arguments, console) };
    let source = read_source(file, arguments.seed, console)?;
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

/// The CPU time that may be used, counted from its creation.
struct CpuClock {
    start: ProcessTime,
    allowed: Duration,
}

impl CpuClock {
    fn new(arguments: &Arguments) -> Self {
        let allowed = Duration::try_from_secs_f64(arguments.time.max(0.0)).unwrap_or(Duration::MAX);
        Self { start: ProcessTime::now(), allowed }
    }

    fn is_over(&self) -> bool {
        self.start.elapsed() >= self.allowed
    }

    /// Whether a part of the time is used up.
    fn has_used(&self, share: f64) -> bool {
        self.seconds() >= self.allowed.as_secs_f64() * share
    }

    fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

/// The steps of a plan, a line each.
fn numbered(steps: &[String]) -> String {
    (1..).zip(steps).map(|(number, step)| format!("{number}. {step}\n")).collect()
}

impl Arguments {
    /// Writes a plan to the file that is asked for, or prints it.
    fn put_out(&self, text: &str, console: &mut Console) -> Result<(), Failure> {
        match &self.out {
            Some(file) => files::write(file, text),
            None => Ok(console.out().write_all(text.as_bytes())?),
        }
    }
}

/// A mind, and what it knows when planning begins.
pub(super) struct PlanSource {
    pub(super) mind: motive_language::MindDefinition,
    pub(super) memory: Memory,
}

/// Reads `FILE[:MIND]`. The mind knows what its world shows it first, if the file is for a world, and over that what the file states.
pub(super) fn read_source(file: &str, seed: u64, console: &mut Console) -> Result<PlanSource, Failure> {
    let choice = Choice::read(file);
    let Choice::File(path, _) = &choice else { return Err(Failure::input("a file is expected here")) };
    let text = files::read_text(path)?;
    let name = motive_language::world_of(&text.text);
    let world = name.as_ref().map(|name| console.worlds.find::<&str>(name, &[]));
    let mut world = world.transpose().map_err(Failure::input)?;
    if let Some(world) = &mut world {
        world.reset(seed);
    }
    let (names, catalogue) = (Vocabulary::new(), Catalogue::default());
    let given = match &world {
        Some(world) => WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() },
        None => WorldVocabulary { vocabulary: &names, catalogue: &catalogue },
    };
    let found = minds::load(text, &choice, name.as_deref().unwrap_or_default(), &given, console.error_colour);
    let found = found.map_err(|unusable| unusable.told(console))?;
    let mut memory = Memory::new(found.vocabulary.clone());
    if let Some(world) = &mut world {
        world.perceive(0, &mut memory).map_err(Failure::input)?;
    }
    found.initial_state.apply_to(&mut memory).map_err(Failure::input)?;
    Ok(PlanSource { mind: found.definition, memory })
}
