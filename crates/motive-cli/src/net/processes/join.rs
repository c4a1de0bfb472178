//! `motive net join`: agents of a file, living in this process.

use super::meeting_point::{PlaceArguments, seconds};
use super::serve::failure;
use crate::console::{Console, Failure, Outcome};
use crate::net::load::load;
use crate::text::did_you_mean;
use clap::Args;
use motive::network::Blueprint;
use motive_net::{Agent, AgentHost, Event, Joined};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Lets agents of a file live in this process, as part of a network that is served
///
/// Its skills do what they predict, after as long as they take; its sensors report what skills bring about, in whatever process.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The dude's name
    name: String,
    /// The file with the agents
    file: PathBuf,
    /// The network, if the file has several
    #[arg(long, value_name = "NAME")]
    network: Option<String>,
    /// A skill that lives here; all agents of the file do if none is named
    #[arg(long = "skill", value_name = "NAME")]
    skills: Vec<String>,
    /// All sensors live here
    #[arg(long)]
    sensors: bool,
    /// All goals live here
    #[arg(long)]
    goals: bool,
    /// How many seconds a skill takes
    #[arg(long, value_name = "SECONDS", default_value_t = 0.2, value_parser = seconds, allow_negative_numbers = true)]
    takes: f64,
    /// How many seconds a dispatcher is waited for at first
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds, allow_negative_numbers = true)]
    wait: f64,
    #[command(flatten)]
    place: PlaceArguments,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let blueprint = match load(&arguments.file, arguments.network.as_deref(), console)? {
        Ok(blueprint) => blueprint,
        Err(exit) => return Ok(exit),
    };
    let agency = AgentHost::new(&arguments.name).map_err(failure)?;
    let agency = chosen(arguments, &blueprint)?.into_iter().fold(agency, AgentHost::agent);
    let wait = Duration::from_secs_f64(arguments.wait);
    let joined = agency.join(&arguments.place.place(), wait).map_err(failure)?;
    let counts = blueprint.counted.iter().map(|(name, count)| (name.clone(), i64::from(*count)));
    joined.watch_world(counts).map_err(failure)?;
    console.remark(format_args!("joined `{}` as {}", arguments.name, joined.id()))?;
    live(&joined, &blueprint, Duration::from_secs_f64(arguments.takes), console)
}

/// The agents that live here.
fn chosen(arguments: &Arguments, blueprint: &Blueprint) -> Result<Vec<Agent>, Failure> {
    let all = arguments.skills.is_empty() && !arguments.sensors && !arguments.goals;
    let mut agents = Vec::new();
    if all || arguments.sensors {
        agents.extend(blueprint.sensors.iter().cloned().map(Agent::Sensor));
        agents.extend(blueprint.sensor_templates.iter().cloned().map(Agent::SensorTemplate));
    }
    if all || arguments.goals {
        agents.extend(blueprint.goals.iter().cloned().map(Agent::Goal));
    }
    if all {
        agents.extend(blueprint.skills.iter().cloned().map(Agent::Skill));
        agents.extend(blueprint.templates.iter().cloned().map(Agent::Template));
    }
    for name in &arguments.skills {
        let Some(skill) = blueprint.skill(name) else {
            let hint = did_you_mean(name, blueprint.skills.iter().map(|skill| &*skill.name));
            return Err(Failure::Input(format!("there is no skill `{name}` in the network{hint}")));
        };
        agents.push(Agent::Skill(skill.clone()));
    }
    Ok(agents)
}

/// How long the sensors are waited for when a skill has had its effects.
const SENSING: Duration = Duration::from_secs(2);

/// Does what is ordered, until the process is ended.
fn live(joined: &Joined, blueprint: &Blueprint, takes: Duration, console: &mut Console) -> Outcome {
    let mut doing: Vec<(Instant, Arc<str>)> = Vec::new();
    loop {
        let now = Instant::now();
        let (over, still) = doing.into_iter().partition(|(end, _)| *end <= now);
        doing = still;
        for (_, name) in over {
            if let Some(skill) = blueprint.skill(&name).cloned().or_else(|| blueprint.instance(&name)) {
                joined.bring_about(&skill.effects(), SENSING).map_err(failure)?;
            }
            joined.complete(&name).map_err(failure)?;
        }
        let next = doing.iter().map(|(end, _)| end.saturating_duration_since(now)).min();
        match joined.next(next.unwrap_or(Duration::from_secs(1))) {
            Some(Event::Do { skill, step }) => {
                console.say(format_args!("{step:5}  {skill}"))?;
                doing.push((Instant::now() + takes, skill));
            }
            Some(Event::Stop(skill)) => doing.retain(|(_, doing)| *doing != skill),
            Some(Event::Registered(refused)) => {
                for (_, why) in refused {
                    console.complain(why)?;
                }
            }
            Some(Event::Refused { why, .. }) => console.complain(why)?,
            Some(Event::Standalone) => console.remark("the dispatcher is not to be seen; waiting for it")?,
            _ => {}
        }
        console.out().flush()?;
    }
}
