//! A process of the measure `net.zenoh`: agents that all have something to say in every step.

use clap::Args;
use motive::networks::{NetworkGoal, NetworkSensor, SensorValue, Skill};
use motive_net::{AgentHost, HostEvent, JoinedHost, MeetingPoint, NetError};
use std::time::Duration;

/// What such a process is told.
#[derive(Args, Clone, Debug)]
pub(crate) struct Peer {
    /// The dude's name
    name: String,
    /// Which process this is
    number: u64,
    /// How many agents live in it
    agents: u64,
    /// Where the dispatcher waits
    endpoint: String,
}

impl Peer {
    /// One of several processes of a measure.
    pub(crate) fn new(name: &str, number: u64, agents: u64, endpoint: &str) -> Self {
        Self { name: name.to_owned(), number, agents, endpoint: endpoint.to_owned() }
    }

    /// The same as words of a command line.
    pub(crate) fn words(&self) -> Vec<String> {
        let numbers = [self.number.to_string(), self.agents.to_string()];
        let [number, agents] = numbers;
        vec!["net-peer".into(), self.name.clone(), number, agents, self.endpoint.clone()]
    }

    /// Its agents: one goal, and as many sensors as skills. A skill needs what its own sensor says, and makes true what the
    /// next one says, across processes.
    fn host(&self) -> Result<AgentHost, NetError> {
        let sensors = self.agents / 2;
        let name = |number: u64| format!("p{number}");
        let first = self.number * sensors;
        let mut host = AgentHost::new(&self.name)?.goal(NetworkGoal::new((&*name(first + 7), true)));
        for number in first..first + sensors {
            host = host.sensor(NetworkSensor::new(&name(number), number.is_multiple_of(3)));
        }
        for number in first..first + (self.agents - sensors).saturating_sub(1) {
            let skill = Skill::new(&format!("s{number}"));
            host = host.skill(skill.needs([&*name(number)]).adds([&*name(number + 7)]));
        }
        Ok(host)
    }

    /// Joins the network and reports after every step until the dispatcher is gone.
    pub(crate) fn run(&self) -> Result<(), NetError> {
        self.live(&self.join()?)
    }

    fn join(&self) -> Result<JoinedHost, NetError> {
        self.host()?.join(&MeetingPoint::explicit().connect(&self.endpoint), Duration::from_secs(30))
    }

    fn live(&self, joined: &JoinedHost) -> Result<(), NetError> {
        let sensors = self.agents / 2;
        let first = self.number * sensors;
        let names: Vec<String> = (first..first + sensors).map(|number| format!("p{number}")).collect();
        loop {
            match joined.next(Duration::from_secs(10)) {
                Some(HostEvent::Heartbeat(step)) => {
                    let value = |number: u64| SensorValue::Truth((number + step).is_multiple_of(3));
                    let values = names.iter().zip(first..).map(|(name, number)| (&**name, value(number)));
                    joined.sense_all(values)?;
                }
                Some(HostEvent::Execute { skill, .. }) => joined.complete(&skill)?,
                Some(HostEvent::DispatcherLost) | None => return Ok(()),
                Some(_) => {}
            }
        }
    }
}
