//! Observers, which have no agents, watch steps and give commands.

use crate::error::NetError;
use crate::keys::{self, Keys};
use crate::meeting_point::MeetingPoint;
use crate::message::{CommandAnswer, ObserverCommand, StepSummary, decode, encode};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use zenoh::handlers::FifoChannelHandler;
use zenoh::pubsub::Subscriber;
use zenoh::sample::Sample;
use zenoh::{Session, Wait};

/// A network that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServedNetwork {
    /// Its name.
    pub name: String,
    /// Its dispatchers; more than one only until one of them ends.
    pub dispatchers: Vec<String>,
    /// The peers that host its agents.
    pub peers: Vec<String>,
}

/// A process that watches networks and gives them commands.
pub struct NetworkObserver {
    session: Session,
}

/// The steps of a network, as they are made.
pub struct StepWatch {
    steps: Subscriber<FifoChannelHandler<Sample>>,
}

impl NetworkObserver {
    /// Opens an observer.
    ///
    /// # Errors
    /// If the network cannot be joined.
    pub fn open(meeting_point: &MeetingPoint) -> Result<Self, NetError> {
        Ok(Self { session: meeting_point.open()? })
    }

    /// All networks that are found within a time, by name.
    ///
    /// # Errors
    /// If they cannot be looked for.
    pub fn networks(&self, wait: Duration) -> Result<Vec<ServedNetwork>, NetError> {
        let mut networks: BTreeMap<String, ServedNetwork> = BTreeMap::new();
        for (name, id) in self.tokens_of("motive/*/dispatcher/*", wait)? {
            networks.entry(name).or_default().dispatchers.push(id);
        }
        // Peers may wait for a dispatcher, so that a network may have none.
        for (name, id) in self.tokens_of("motive/*/peer/*", wait)? {
            networks.entry(name).or_default().peers.push(id);
        }
        Ok(networks.into_iter().map(|(name, network)| ServedNetwork { name, ..network }).collect())
    }

    /// The network and id of all liveliness tokens of a pattern. Returns when there are any, or the time is over.
    fn tokens_of(&self, pattern: &str, wait: Duration) -> Result<Vec<(String, String)>, NetError> {
        let until = Instant::now() + wait;
        loop {
            let tokens = self.session.liveliness().get(pattern).timeout(Duration::from_millis(500)).wait();
            let tokens = tokens.map_err(NetError::transport("look for networks"))?;
            let mut found = Vec::new();
            while let Ok(reply) = tokens.recv() {
                if let Ok(sample) = reply.result() {
                    let key = sample.key_expr().as_str();
                    found.push((keys::network(key).to_owned(), keys::last(key).to_owned()));
                }
            }
            if !found.is_empty() || Instant::now() >= until {
                found.sort();
                return Ok(found);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Gives a command and waits for the answer.
    ///
    /// # Errors
    /// If no dispatcher answers in time.
    pub fn tell(
        &self,
        network: &str,
        command: &ObserverCommand,
        wait: Duration,
    ) -> Result<CommandAnswer, NetError> {
        let keys = Keys::new(network)?;
        let bytes = encode(command)?;
        let until = Instant::now() + wait;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let key = if command.is_question() { keys.of("question") } else { keys.of("command") };
            let query = self.session.get(key).payload(bytes.clone());
            let replies = query.timeout(left.max(Duration::from_millis(1))).wait();
            let replies = replies.map_err(NetError::transport("give a command"))?;
            while let Ok(reply) = replies.recv() {
                if let Ok(sample) = reply.result() {
                    return decode(&sample.payload().to_bytes());
                }
            }
            if Instant::now() >= until {
                return Err(NetError::NoDispatcher(network.to_owned(), wait.as_secs_f64()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The steps of a network from now on.
    ///
    /// # Errors
    /// If it cannot be watched.
    pub fn watch(&self, network: &str) -> Result<StepWatch, NetError> {
        let steps = self.session.declare_subscriber(Keys::new(network)?.of("step")).wait();
        Ok(StepWatch { steps: steps.map_err(NetError::transport("watch"))? })
    }
}

impl StepWatch {
    /// The next step; `None` if there is none within a time.
    ///
    /// # Errors
    /// If a message cannot be parsed.
    pub fn next(&self, wait: Duration) -> Result<Option<StepSummary>, NetError> {
        match self.steps.recv_timeout(wait) {
            Ok(Some(sample)) => decode(&sample.payload().to_bytes()).map(Some),
            _ => Ok(None),
        }
    }
}
