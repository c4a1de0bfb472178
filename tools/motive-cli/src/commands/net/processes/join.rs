//! `motive net join`: hosts agents of a file.

use super::meeting_point::{MeetingPointArguments, seconds};
use super::serve::failure;
use crate::commands::net::load::load;
use crate::console::did_you_mean;
use crate::console::{Console, Failure, Outcome};
use clap::Args;
use motive::networks::Blueprint;
use motive_net::{AgentHost, HostEvent, HostedAgent, JoinedHost};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Hosts agents of a file in this process, as part of a network that is served
///
/// Skills have the effects that they predict, after a time; sensors report the effects of skills of all processes.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The name of the network
    name: String,
    /// The file that describes the network
    file: PathBuf,
    /// The network to use, if the file has several
    #[arg(long, value_name = "NAME")]
    network: Option<String>,
    /// A skill to host; without any of these options all agents of the file are hosted
    #[arg(long = "skill", value_name = "NAME")]
    skills: Vec<String>,
    /// Host all sensors
    #[arg(long)]
    sensors: bool,
    /// Host all goals
    #[arg(long)]
    goals: bool,
    /// How long a skill takes, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0.2, value_parser = seconds, allow_negative_numbers = true)]
    takes: f64,
    /// How long to wait for a dispatcher, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds, allow_negative_numbers = true)]
    wait: f64,
    #[command(flatten)]
    meeting_point: MeetingPointArguments,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let blueprint = load(&arguments.file, arguments.network.as_deref(), console)?;
    let host = AgentHost::new(&arguments.name).map_err(failure)?;
    let host = chosen(arguments, &blueprint)?.into_iter().fold(host, AgentHost::agent);
    let wait = Duration::from_secs_f64(arguments.wait);
    let meeting_point = arguments.meeting_point.announced(None, console)?;
    let joined = host.join(&meeting_point, wait).map_err(failure)?;
    let counts = blueprint.counted.iter().map(|(name, count)| (name.clone(), i64::from(*count)));
    joined.simulate_sensors(counts).map_err(failure)?;
    console.remark(format_args!("joined `{}` as {}", arguments.name, joined.id()))?;
    execute(&joined, &blueprint, Duration::from_secs_f64(arguments.takes), console)
}

/// The agents to host.
fn chosen(arguments: &Arguments, blueprint: &Blueprint) -> Result<Vec<HostedAgent>, Failure> {
    let all = arguments.skills.is_empty() && !arguments.sensors && !arguments.goals;
    let mut agents = Vec::new();
    if all || arguments.sensors {
        agents.extend(blueprint.sensors.iter().cloned().map(HostedAgent::Sensor));
        agents.extend(blueprint.sensor_templates.iter().cloned().map(HostedAgent::SensorTemplate));
    }
    if all || arguments.goals {
        agents.extend(blueprint.goals.iter().cloned().map(HostedAgent::Goal));
    }
    if all {
        agents.extend(blueprint.skills.iter().cloned().map(HostedAgent::Skill));
        agents.extend(blueprint.templates.iter().cloned().map(HostedAgent::Template));
    }
    for name in &arguments.skills {
        let Some(skill) = blueprint.skill(name) else {
            let hint = did_you_mean(name, blueprint.skills.iter().map(|skill| &*skill.name));
            return Err(Failure::Input(format!("there is no skill `{name}` in the network{hint}")));
        };
        agents.push(HostedAgent::Skill(skill.clone()));
    }
    Ok(agents)
}

/// How long a skill waits for the sensors to report its effects.
const SENSING: Duration = Duration::from_secs(2);

/// Executes skills as ordered, until the process is ended.
fn execute(joined: &JoinedHost, blueprint: &Blueprint, takes: Duration, console: &mut Console) -> Outcome {
    let mut executing: Vec<(Instant, Arc<str>)> = Vec::new();
    let mut complaints: Vec<String> = Vec::new();
    loop {
        let now = Instant::now();
        let (over, still) = executing.into_iter().partition(|(end, _)| *end <= now);
        executing = still;
        for (_, name) in over {
            if let Some(skill) = blueprint.skill(&name).cloned().or_else(|| blueprint.instance(&name)) {
                joined.publish_effects(&skill.effects(), SENSING).map_err(failure)?;
            }
            joined.complete(&name).map_err(failure)?;
        }
        let next = executing.iter().map(|(end, _)| end.saturating_duration_since(now)).min();
        match joined.next(next.unwrap_or(Duration::from_secs(1))) {
            Some(HostEvent::Execute { skill, step }) => {
                console.say(format_args!("{step:5}  {skill}"))?;
                executing.push((Instant::now() + takes, skill));
            }
            Some(HostEvent::Stop(skill)) => executing.retain(|(_, other)| *other != skill),
            Some(HostEvent::Registered(refused)) => {
                // The agents are announced again and again; what is refused each time is said once.
                let now: Vec<String> = refused.into_iter().map(|(_, why)| why).collect();
                for why in now.iter().filter(|why| !complaints.contains(why)) {
                    console.complain(why)?;
                }
                complaints = now;
            }
            Some(HostEvent::Refused { why, .. }) => console.complain(why)?,
            Some(HostEvent::DispatcherLost) => {
                console.remark("the dispatcher is not reachable; waiting for it")?;
            }
            _ => {}
        }
        console.out().flush()?;
    }
}
