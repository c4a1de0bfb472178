//! `motive play`: minds in a world, run, recorded, watched, and changed while they run.

mod players;
mod reload;
mod session;
mod watch;

use crate::console::{Console, Exit, Failure, Outcome};
use crate::interrupt::Interrupt;
use crate::text::{counted, figure, thousands, wrapped};
use clap::Args;
use motive_trace::RecordingSize;
use motive_worlds::Worlds;
pub use reload::Reload;
use serde_json::{Map, Value, json};
pub(crate) use session::PlayingMind;
pub use session::{PlaySession, Setup};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Plays minds in a world
///
/// Without `--mind` the world's own agent plays. In a terminal the run is drawn live, unless `--record`, `--steps` or `--headless`
/// is given. The same arguments give the same run on every machine.
///
/// Examples:
///   motive play tileworld                               watch it in the terminal
///   motive play pacman --mind agent.motive --seed 7     your own mind, another seed
///   motive play pacman --mind agents.motive:Coward      one of several minds of a file
///   motive play pacman lives=1 ghosts=chaser,wanderer   other options of the world
///   motive play tileworld --team team.motive            a team with lists of tasks and a coordinator
///   motive play shooter --map duel                      another map, by name or file
///   motive play pacman --mind agent.motive --studio     in the browser: stop, step, ask why, edit
///   motive play pacman --steps 400 --record run.trace   then: motive why run.trace --tick 40
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// The world
    #[arg(value_name = "WORLD")]
    world: String,
    /// Options of the world
    #[arg(value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// A map of the world, by name or file; the same as the option `map`
    #[arg(long, value_name = "MAP")]
    map: Option<String>,
    /// A mind for an agent: the last of a file, or one by name; repeat the option for further agents
    #[arg(long = "mind", value_name = "FILE[:NAME]")]
    minds: Vec<String>,
    /// A team: the last of a file, or one by name; its members play the first bodies, its coordinator has none. Repeat it for a second team,
    /// which plays against the first
    #[arg(long = "team", value_name = "FILE[:NAME]", conflicts_with = "minds")]
    teams: Vec<String>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Stop after N steps, or earlier when the world is over [default: 10000]
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Record every decision, for `motive why`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Draw the run live in the terminal even with `--record` or `--steps`: the world, goals, rules and actions
    #[arg(long, conflicts_with_all = ["json", "headless"])]
    watch: bool,
    /// Draw nothing; print a summary at the end
    #[arg(long)]
    headless: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Also record a picture of the world for each tick, for `motive studio` and `motive trace page`
    #[arg(long, requires = "record")]
    pictures: bool,
    /// Show the run in a browser: stop it, step it, ask why, edit its minds. The run starts when the page connects
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:0", conflicts_with_all = ["watch", "json"])]
    studio: Option<String>,
    /// Start paused
    #[arg(long, requires = "studio")]
    paused: bool,
    /// Reload minds when their files change (always on with `--watch` and `--studio`)
    #[arg(long)]
    reload: bool,
}

impl Arguments {
    fn steps(&self) -> u64 {
        self.steps.unwrap_or(10_000)
    }

    /// Whether to draw the run: by default only in a terminal, and not if a length or an output is asked for.
    fn draws(&self) -> bool {
        let plain = !self.json
            && !self.headless
            && !self.reload
            && self.studio.is_none()
            && self.steps.is_none()
            && self.record.is_none();
        self.watch || plain && has_terminal()
    }
}

fn has_terminal() -> bool {
    std::io::stdout().is_terminal() && std::io::stdin().is_terminal()
}

/// Options of a world, with its map if it is named apart.
pub(crate) fn with_map(map: Option<&str>, options: &[String]) -> Vec<String> {
    map.iter().map(|map| format!("map={map}")).chain(options.iter().cloned()).collect()
}

/// The worlds and their options, for the help.
pub(crate) fn help_on(worlds: &Worlds) -> String {
    let mut text = String::from("Worlds:\n");
    for about in worlds.list() {
        text.push_str(&format!("  {}: {}\n", about.name, about.summary));
        for option in &about.options {
            text.push_str(&format!("    {}={}  {}\n", option.name, option.default, option.summary));
        }
    }
    text
}

/// Plays.
///
/// # Errors
/// If the set-up makes no sense, a mind cannot be loaded, or something cannot be written.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    if arguments.watch && !has_terminal() {
        let why = "`--watch` draws in a terminal, and the output is not one; leave it out, or record with `--record FILE`";
        return Err(Failure::Input(why.to_owned()));
    }
    let setup = Setup {
        worlds: console.worlds.clone(),
        world: arguments.world.clone(),
        options: with_map(arguments.map.as_deref(), &arguments.options),
        minds: arguments.minds.clone(),
        teams: arguments.teams.clone(),
        seed: arguments.seed,
        record: arguments.record.clone(),
        pictures: arguments.pictures,
        studio: arguments.studio.clone(),
        paused: arguments.paused,
    };
    let colour = console.error_colour;
    let interrupt = Interrupt::catch();
    let mut session = PlaySession::with_reports(&setup, colour, &mut |report| console.remark(report))?;
    interrupt.releases(session.studio());
    let begins = wait_for_page(&session, &interrupt, console)?;
    let begun = Instant::now();
    let draws = arguments.draws();
    if draws {
        watch::watch(&mut session, arguments.steps(), console.colour, &interrupt)?;
    } else if begins {
        play(&mut session, arguments, &interrupt, console)?;
    }
    stay(&session, &interrupt, console)?;
    let took = begun.elapsed();
    let recorded = session.finish()?;
    if arguments.json {
        console.json(&summary(&setup, &session, recorded))?;
    } else {
        summarise(&setup, &session, (!draws).then_some(took), console)?;
        tell_recorded(&setup, recorded, console)?;
    }
    Ok(if interrupt.asked() { Exit::Interrupted } else { Exit::Fine })
}

/// Prints where the page of a run is, and waits until it is open. Says whether the run begins.
fn wait_for_page(
    session: &PlaySession,
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<bool, Failure> {
    let Some(studio) = session.studio() else { return Ok(true) };
    console.announce_page(studio.address(), true)?;
    console.remark("the run begins when the page is open; Ctrl-C ends it")?;
    Ok(studio.wait_for_page(|| interrupt.asked()))
}

/// Stays until the page of a run is closed.
fn stay(session: &PlaySession, interrupt: &Interrupt, console: &mut Console) -> Result<(), Failure> {
    let Some(studio) = session.studio() else { return Ok(()) };
    studio.note_end();
    if studio.has_pages() && !interrupt.asked() {
        console.remark("the run is over; close the page or press Ctrl-C")?;
        while studio.has_pages() && !interrupt.asked() {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    Ok(())
}

fn play(
    session: &mut PlaySession,
    arguments: &Arguments,
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<(), Failure> {
    while session.steps() < arguments.steps() && !interrupt.asked() {
        if arguments.reload {
            for reload in session.reload_with(console.error_colour) {
                tell(&reload, console)?;
            }
        }
        if !session.step()? {
            break;
        }
    }
    Ok(())
}

fn tell(reload: &Reload, console: &mut Console) -> std::io::Result<()> {
    match reload {
        Reload::Loaded { file, .. } => console.remark(format_args!("reloaded `{file}`")),
        Reload::Broken { report, summary, .. } => {
            if !report.is_empty() {
                console.remark(report.trim_end())?;
            }
            console.complain(format_args!("{summary}; the running mind is kept"))
        }
    }
}

/// What `--json` prints.
fn summary(setup: &Setup, session: &PlaySession, recorded: Option<RecordingSize>) -> Value {
    let world = session.world();
    let agent = |(number, player): (usize, &PlayingMind)| {
        let score = number_of(world.score(number));
        json!({ "mind": player.mind, "file": player.file, "score": score })
    };
    let metrics = world.metrics().into_iter().map(|(name, value)| (name.to_owned(), number_of(value)));
    let mut summary = json!({
        "world": setup.world, "options": setup.options, "seed": setup.seed, "steps": session.steps(),
        "over": world.is_over(), "agents": session.players().iter().enumerate().map(agent).collect::<Vec<_>>(),
        "metrics": metrics.collect::<Map<_, _>>(), "frame": world.frame(),
    });
    if let Some(size) = recorded {
        summary["recording"] = json!({ "bytes": size.bytes, "bytes_per_tick": per_tick(size) });
    }
    summary
}

fn per_tick(size: RecordingSize) -> u64 {
    size.bytes / size.ticks.max(1)
}

/// Whole numbers are written as such.
fn number_of(value: f64) -> Value {
    // Beyond this a double cannot tell whole numbers apart.
    const MOST: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < MOST { (value as i64).into() } else { value.into() }
}

/// Up to this many agents have a line each; of more, those of one mind share a line.
const FEW: usize = 4;

/// The scores, by agent or by mind.
fn scored(session: &PlaySession) -> Vec<String> {
    let (world, players) = (session.world(), session.players());
    if players.len() <= FEW {
        let one = |(number, player): (usize, &PlayingMind)| {
            format!("{}: score {}", player.mind, thousands(world.score(number)))
        };
        return players.iter().enumerate().map(one).collect();
    }
    let mut minds: Vec<(&str, Vec<f64>)> = Vec::new();
    for (number, player) in players.iter().enumerate() {
        match minds.iter_mut().find(|(mind, _)| *mind == player.mind) {
            Some((_, scores)) => scores.push(world.score(number)),
            None => minds.push((&player.mind, vec![world.score(number)])),
        }
    }
    let many = |(mind, scores): (&str, Vec<f64>)| {
        let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let range = if least == most {
            thousands(least)
        } else {
            format!("{} to {}", thousands(least), thousands(most))
        };
        match scores.len() {
            1 => format!("{mind}: score {range}"),
            several => format!("{several} x {mind}: scores {range}"),
        }
    };
    minds.into_iter().map(many).collect()
}

fn summarise(
    setup: &Setup,
    session: &PlaySession,
    took: Option<Duration>,
    console: &mut Console,
) -> Result<(), Failure> {
    let world = session.world();
    let state = if world.is_over() { "the run is over" } else { "the run could continue" };
    let steps = counted(session.steps() as usize, "step");
    for who in scored(session) {
        console.say(format_args!("{who} after {steps} of {}, seed {}; {state}", setup.world, setup.seed))?;
    }
    let metric = |(name, value): (&str, f64)| format!("{} {}", name.replace('_', " "), figure(value));
    let metrics: Vec<String> = world.metrics().into_iter().map(metric).collect();
    console.out().write_all(wrapped(&format!("  {}", metrics.join(", ")), 2).as_bytes())?;
    let decisions = session.steps() as f64 * session.players().len() as f64;
    if let Some(took) = took.filter(|took| !took.is_zero()) {
        console.say(format_args!("  {} decisions per second", thousands(decisions / took.as_secs_f64())))?;
    }
    Ok(())
}

fn tell_recorded(
    setup: &Setup,
    recorded: Option<RecordingSize>,
    console: &mut Console,
) -> Result<(), Failure> {
    if let Some((size, path)) = recorded.zip(setup.record.as_ref()) {
        let (bytes, each) = (thousands(size.bytes as f64), thousands(per_tick(size) as f64));
        let path = path.display();
        console.say(format_args!("  recorded to {path}: {bytes} bytes, {each} per tick"))?;
        console.say(format_args!("  explain a decision: motive why {path} --tick N"))?;
    }
    Ok(())
}
