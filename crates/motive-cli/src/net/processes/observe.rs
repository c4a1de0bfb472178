//! `motive net ls`, `watch` and `tell`: looking on, and giving commands.

use super::bars;
use super::meeting_point::{PlaceArguments, seconds};
use super::serve::failure;
use crate::console::{Console, Exit, Failure, Outcome};
use clap::Args;
use motive::network::{AgentName, SensorValue};
use motive_net::{Answer, Command, Observer, Shown, Stepped};
use std::io::IsTerminal as _;
use std::time::Duration;

/// Lists the dudes that can be seen, and how many processes their agents live in
#[derive(Args, Debug)]
pub(crate) struct ListArguments {
    /// How many seconds to look
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds, allow_negative_numbers = true)]
    wait: f64,
    /// Print one JSON object a dude
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: PlaceArguments,
}

pub(super) fn list(arguments: &ListArguments, console: &mut Console) -> Outcome {
    let observer = Observer::open(&arguments.place.place()).map_err(failure)?;
    let dudes = observer.dudes(Duration::from_secs_f64(arguments.wait)).map_err(failure)?;
    if dudes.is_empty() {
        console.remark("nobody is to be seen; `motive net serve NAME` starts a network")?;
        return Ok(Exit::Failed);
    }
    for dude in dudes {
        if arguments.json {
            let (name, processes) = (&dude.name, dude.agencies.len());
            console.json(&serde_json::json!({"name": name, "served": !dude.dispatchers.is_empty(), "processes": processes}))?;
            continue;
        }
        let served = if dude.dispatchers.is_empty() { "not served" } else { "served" };
        let processes = processes(dude.agencies.len());
        console.say(format_args!("{}  {served}, {processes}", dude.name))?;
    }
    Ok(Exit::Fine)
}

/// Tells the steps of a network as they are made
#[derive(Args, Debug)]
pub(crate) struct WatchArguments {
    /// The dude's name
    name: String,
    /// End after so many steps
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// End when nothing comes for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds, allow_negative_numbers = true)]
    wait: f64,
    /// Draw every skill's activation as a bar, in the same place again and again
    #[arg(long, conflicts_with = "json")]
    bars: bool,
    /// Print one JSON object a step
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: PlaceArguments,
}

pub(super) fn watch(arguments: &WatchArguments, console: &mut Console) -> Outcome {
    let observer = Observer::open(&arguments.place.place()).map_err(failure)?;
    let steps = observer.watch(&arguments.name).map_err(failure)?;
    let mut left = arguments.steps.unwrap_or(u64::MAX);
    let in_place = std::io::stdout().is_terminal();
    let mut drawn = String::new();
    while left > 0 {
        let Some(step) = steps.next(Duration::from_secs_f64(arguments.wait)).map_err(failure)? else {
            let (name, wait) = (&arguments.name, arguments.wait);
            return Err(Failure::Failed(format!("nothing was seen of `{name}` for {wait} seconds")));
        };
        if arguments.json {
            console.json(&step)?;
        } else if arguments.bars {
            let over = if in_place { bars::over(&drawn) } else { String::new() };
            drawn = bars::bars(&step);
            console.out().write_all(format!("{over}{drawn}").as_bytes())?;
        } else {
            console.say(told(&step))?;
        }
        console.out().flush()?;
        left -= 1;
    }
    Ok(Exit::Fine)
}

/// A step in a line: what started, or who is nearest to it.
fn told(step: &Stepped) -> String {
    let best = step.skills.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    let lead = best.map_or(String::new(), |(skill, level)| format!("{skill} leads with {level:.3}"));
    match step.selected.is_empty() {
        true => format!("{:5}  (threshold {:.3}; {lead})", step.step, step.threshold),
        false => format!("{:5}  {}", step.step, step.selected.join(", ")),
    }
}

/// Gives a command to a network; it is served before anything that agents say
///
/// Commands: show, step N, run, pause, set PARAMETER VALUE, disable AGENT, enable AGENT, amputate AGENT, why SKILL, stop.
/// An AGENT is `skill:NAME` or `sensor:NAME`; a bare name is a skill.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct TellArguments {
    /// The dude's name
    name: String,
    /// The command
    #[arg(required = true, allow_negative_numbers = true)]
    words: Vec<String>,
    /// How many seconds to wait for the answer
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds, allow_negative_numbers = true)]
    wait: f64,
    #[command(flatten)]
    place: PlaceArguments,
}

pub(super) fn tell(arguments: &TellArguments, console: &mut Console) -> Outcome {
    let words: Vec<&str> = arguments.words.iter().flat_map(|word| word.split_whitespace()).collect();
    let command = command(&words).map_err(Failure::Input)?;
    let observer = Observer::open(&arguments.place.place()).map_err(failure)?;
    let wait = Duration::from_secs_f64(arguments.wait);
    match observer.tell(&arguments.name, &command, wait).map_err(failure)? {
        Answer::Done => Ok(Exit::Fine),
        Answer::Shown(shown) => show(&shown, console),
        Answer::Because(sources) => {
            for (source, amount) in sources.iter().filter(|(_, amount)| *amount != 0.0) {
                console.say(format_args!("{amount:12.6}  {source}"))?;
            }
            Ok(Exit::Fine)
        }
        Answer::Refused(why) => Err(Failure::Failed(why)),
        _ => Err(Failure::Failed("the dispatcher speaks a newer language".to_owned())),
    }
}

fn who(name: &str) -> AgentName {
    match name.split_once(':') {
        Some(("sensor", name)) => AgentName::sensor(name),
        Some(("skill", name)) => AgentName::skill(name),
        _ => AgentName::skill(name),
    }
}

fn command(words: &[&str]) -> Result<Command, String> {
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
    Ok(match words {
        ["show"] => Command::Show,
        ["step"] => Command::Step(1),
        ["step", steps] => {
            Command::Step(steps.parse().map_err(|_| format!("`{steps}` is not a number of steps"))?)
        }
        ["run"] => Command::Run,
        ["pause"] => Command::Pause,
        ["set", name, value] => Command::Set { name: (*name).into(), value: number(value)? },
        ["disable", name] => Command::Disable(who(name)),
        ["enable", name] => Command::Enable(who(name)),
        ["amputate", name] => Command::Amputate(who(name)),
        ["why", skill] => Command::Explanation((*skill).into()),
        ["stop"] => Command::Stop,
        _ => return Err(format!("there is no command `{}`; see `motive net tell --help`", words.join(" "))),
    })
}

fn processes(count: usize) -> String {
    if count == 1 { "1 process".to_owned() } else { format!("{count} processes") }
}

fn show(shown: &Shown, console: &mut Console) -> Outcome {
    let (all, lost) = shown.agencies;
    let running = if shown.running { "running" } else { "waiting to be asked" };
    console.say(format_args!(
        "step {}, {running}; threshold {:.6}; {}, {lost} of them lost; {} messages refused",
        shown.steps,
        shown.threshold,
        processes(all),
        shown.refused
    ))?;
    for (goal, holds) in &shown.goals {
        console.say(format_args!("goal    {goal}{}", if *holds { "  (holds)" } else { "" }))?;
    }
    for (sensor, value) in &shown.sensors {
        let value = if *value == SensorValue::TRUE { "T".to_owned() } else { value.to_string() };
        console.say(format_args!("sensor  {sensor} {value}"))?;
    }
    for skill in &shown.skills {
        let marks = [(skill.executable, "can"), (skill.executing, "doing"), (skill.disabled, "disabled")];
        let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
        console.say(format_args!("skill   {}  {:.6}  {}", skill.name, skill.level, marks.join(" ")))?;
    }
    Ok(Exit::Fine)
}
