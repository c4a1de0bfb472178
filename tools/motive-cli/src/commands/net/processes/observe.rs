//! `motive net ls`, `watch` and `tell`: watching networks and giving commands.

use super::meeting_point::{MeetingPointArguments, seconds};
use super::serve::failure;
use crate::console::{Console, Exit, Failure, Outcome};
use crate::text::counted;
use clap::Args;
use motive::networks::AgentName;
use motive_net::{CommandAnswer, NetworkObserver, NetworkStatus, ObserverCommand, StepSummary};
use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::time::Duration;

/// Lists the networks that are served, and the number of peers that host their agents
#[derive(Args, Debug)]
pub(crate) struct ListArguments {
    /// How long to look, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds, allow_negative_numbers = true)]
    wait: f64,
    /// Print one JSON object for each network
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    meeting_point: MeetingPointArguments,
}

pub(super) fn list(arguments: &ListArguments, console: &mut Console) -> Outcome {
    let observer = NetworkObserver::open(&arguments.meeting_point.meeting_point()?).map_err(failure)?;
    let networks = observer.networks(Duration::from_secs_f64(arguments.wait)).map_err(failure)?;
    if networks.is_empty() {
        console.remark("no network was found; `motive net serve NAME` serves one")?;
        return Ok(Exit::Failed);
    }
    for network in networks {
        if arguments.json {
            let (name, served) = (&network.name, !network.dispatchers.is_empty());
            let peers = network.peers.len();
            console.json(&serde_json::json!({"name": name, "served": served, "peers": peers}))?;
            continue;
        }
        let served = if network.dispatchers.is_empty() { "not served" } else { "served" };
        let peers = counted(network.peers.len(), "peer");
        console.say(format_args!("{}  {served}, {peers}", network.name))?;
    }
    Ok(Exit::Fine)
}

/// Prints the steps of a network as they are made
#[derive(Args, Debug)]
pub(crate) struct WatchArguments {
    /// The name of the network
    name: String,
    /// End after this number of steps
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// End when there is no step for this time, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds, allow_negative_numbers = true)]
    wait: f64,
    /// Draw the activation of every skill as a bar, updated in place
    #[arg(long, conflicts_with = "json")]
    bars: bool,
    /// Print one JSON object for each step
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    meeting_point: MeetingPointArguments,
}

pub(super) fn watch(arguments: &WatchArguments, console: &mut Console) -> Outcome {
    let observer = NetworkObserver::open(&arguments.meeting_point.meeting_point()?).map_err(failure)?;
    let steps = observer.watch(&arguments.name).map_err(failure)?;
    let mut left = arguments.steps.unwrap_or(u64::MAX);
    let in_place = std::io::stdout().is_terminal();
    let mut drawn = String::new();
    while left > 0 {
        let Some(step) = steps.next(Duration::from_secs_f64(arguments.wait)).map_err(failure)? else {
            let (name, wait) = (&arguments.name, arguments.wait);
            return Err(Failure::Failed(format!("`{name}` made no step for {wait} seconds")));
        };
        if arguments.json {
            console.json(&step)?;
        } else if arguments.bars {
            let erase = if in_place { erase(&drawn) } else { String::new() };
            drawn = bars(&step);
            console.out().write_all(format!("{erase}{drawn}").as_bytes())?;
        } else {
            console.say(line(&step))?;
        }
        console.out().flush()?;
        left -= 1;
    }
    Ok(Exit::Fine)
}

/// A step in a line: the skills that started, or the strongest.
fn line(step: &StepSummary) -> String {
    let best = step.skills.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    let lead = best.map_or(String::new(), |(skill, level)| format!("strongest {skill} {level:.3}"));
    match step.selected.is_empty() {
        true => format!("{:5}  (threshold {:.3}; {lead})", step.step, step.threshold),
        false => format!("{:5}  {}", step.step, step.selected.join(", ")),
    }
}

/// Sends a command to a network
///
/// Commands: show, step N, run, pause, set PARAMETER VALUE, disable AGENT, enable AGENT, amputate AGENT, why SKILL, stop.
/// An AGENT is `skill:NAME` or `sensor:NAME`; a bare name is a skill.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct TellArguments {
    /// The name of the network
    name: String,
    /// The command
    #[arg(required = true, allow_negative_numbers = true)]
    words: Vec<String>,
    /// How long to wait for the answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds, allow_negative_numbers = true)]
    wait: f64,
    #[command(flatten)]
    meeting_point: MeetingPointArguments,
}

pub(super) fn tell(arguments: &TellArguments, console: &mut Console) -> Outcome {
    let words: Vec<&str> = arguments.words.iter().flat_map(|word| word.split_whitespace()).collect();
    let command = command(&words).map_err(Failure::Input)?;
    let observer = NetworkObserver::open(&arguments.meeting_point.meeting_point()?).map_err(failure)?;
    let wait = Duration::from_secs_f64(arguments.wait);
    match observer.tell(&arguments.name, &command, wait).map_err(failure)? {
        CommandAnswer::Done => Ok(Exit::Fine),
        CommandAnswer::Status(status) => show(&status, console),
        CommandAnswer::Flows(flows) => {
            for (kind, amount) in flows.iter().filter(|(_, amount)| *amount != 0.0) {
                console.say(format_args!("{amount:12.6}  {kind}"))?;
            }
            Ok(Exit::Fine)
        }
        CommandAnswer::Refused(why) => Err(Failure::Failed(why)),
    }
}

fn who(name: &str) -> AgentName {
    match name.split_once(':') {
        Some(("sensor", name)) => AgentName::sensor(name),
        Some(("skill", name)) => AgentName::skill(name),
        _ => AgentName::skill(name),
    }
}

fn command(words: &[&str]) -> Result<ObserverCommand, String> {
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
    Ok(match words {
        ["show"] => ObserverCommand::Status,
        ["step"] => ObserverCommand::Step(1),
        ["step", steps] => {
            ObserverCommand::Step(steps.parse().map_err(|_| format!("`{steps}` is not a number of steps"))?)
        }
        ["run"] => ObserverCommand::Run,
        ["pause"] => ObserverCommand::Pause,
        ["set", name, value] => ObserverCommand::Set { name: (*name).into(), value: number(value)? },
        ["disable", name] => ObserverCommand::Disable(who(name)),
        ["enable", name] => ObserverCommand::Enable(who(name)),
        ["amputate", name] => ObserverCommand::Amputate(who(name)),
        ["why", skill] => ObserverCommand::Explain((*skill).into()),
        ["stop"] => ObserverCommand::Stop,
        _ => return Err(format!("there is no command `{}`; see `motive net tell --help`", words.join(" "))),
    })
}

fn show(status: &NetworkStatus, console: &mut Console) -> Outcome {
    let joined = status.peers.iter().filter(|peer| peer.agents > 0);
    let (all, lost) = (joined.clone().count(), joined.filter(|peer| !peer.reachable).count());
    console.say(format_args!(
        "step {}, {}; threshold {:.6}; {}, {lost} unreachable; {} messages refused",
        status.steps,
        if status.running { "running" } else { "paused" },
        status.threshold,
        counted(all, "peer"),
        status.refused
    ))?;
    if status.unconfirmed_dispatchers > 0 {
        let count = status.unconfirmed_dispatchers;
        console
            .say(format_args!("warning: {count} announcements of other dispatchers, which do not answer"))?;
    }
    for peer in status.peers.iter().filter(|peer| peer.refused > 0 || peer.floods > 0) {
        let (id, refused, floods) = (&peer.id, peer.refused, peer.floods);
        console.say(format_args!("warning: peer {id}: {refused} messages refused, {floods} floods"))?;
    }
    for (goal, holds) in &status.goals {
        console.say(format_args!("goal    {goal}{}", if *holds { "  (holds)" } else { "" }))?;
    }
    for sensor in &status.sensors {
        let counts = [(sensor.passed_over, "passed over"), (sensor.waiting as u64, "waiting")];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, what)| format!("{count} reports {what}")).collect();
        let counts = if counts.is_empty() { String::new() } else { format!("  ({})", counts.join(", ")) };
        console.say(format_args!("sensor  {} {}{counts}", sensor.name, sensor.value))?;
    }
    for skill in &status.skills {
        let marks =
            [(skill.executable, "executable"), (skill.executing, "executing"), (skill.disabled, "disabled")];
        let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
        console.say(format_args!("skill   {}  {:.6}  {}", skill.name, skill.level, marks.join(" ")))?;
    }
    Ok(Exit::Fine)
}

/// The cells of the longest bar.
const CELLS: usize = 40;
/// The most skills that are drawn; of more, the strongest.
const MOST: usize = 40;

/// Bars of all skills, in the order of registration. Skills that started in the step are marked.
fn bars(step: &StepSummary) -> String {
    let skills = step.skills.iter().enumerate();
    let mut shown: Vec<(usize, &str, f64)> =
        skills.map(|(number, (name, level))| (number, &**name, *level)).collect();
    shown.sort_by(|one, other| other.2.total_cmp(&one.2));
    shown.truncate(MOST);
    shown.sort_by_key(|(number, ..)| *number);
    let most = shown.iter().map(|(.., level)| *level).fold(step.used, f64::max).max(1e-9);
    let cells = |level: f64| ((level / most).clamp(0.0, 1.0) * CELLS as f64).round() as usize;
    let threshold = cells(step.used).min(CELLS - 1);
    let room = shown.iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("step {}, threshold {:.3}\n", step.step, step.used);
    for (_, name, level) in shown {
        let full = cells(level);
        let cell = |at: usize| match (at == threshold, at < full) {
            (true, true) => '╫',
            (true, false) => '│',
            (false, true) => '━',
            (false, false) => ' ',
        };
        let bar: String = (0..CELLS).map(cell).collect();
        let mark = if step.selected.iter().any(|started| **started == *name) { "  starts" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:room$}  {bar} {level:8.3}{mark}");
    }
    if step.skills.len() > MOST {
        let _ = writeln!(text, "and {} weaker ones", step.skills.len() - MOST);
    }
    text
}

/// The escape sequence that erases the last chart.
fn erase(before: &str) -> String {
    match before.lines().count() {
        0 => String::new(),
        lines => format!("\u{1b}[{lines}A\u{1b}[J"),
    }
}

#[cfg(test)]
#[path = "../../../../tests/unit/net_observe.rs"]
mod tests;
