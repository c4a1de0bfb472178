//! Observers: they register nothing, see everything, and are served first.

use crate::command::{Answer, Command};
use crate::error::NetError;
use crate::keys::{self, Keys};
use crate::meeting_point::MeetingPoint;
use crate::message::{Stepped, decode, encode};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use zenoh::handlers::FifoChannelHandler;
use zenoh::pubsub::Subscriber;
use zenoh::sample::Sample;
use zenoh::{Session, Wait};

/// A dude that is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dude {
    /// Its name.
    pub name: String,
    /// Its dispatchers; more than one only for a moment.
    pub dispatchers: Vec<String>,
    /// The processes of its agents.
    pub agencies: Vec<String>,
}

/// Somebody who looks on and gives commands.
pub struct Observer {
    session: Session,
}

/// The steps of a dude, as they are made.
pub struct Steps {
    steps: Subscriber<FifoChannelHandler<Sample>>,
}

impl Observer {
    /// Looks on from a place.
    ///
    /// # Errors
    /// If the network cannot be joined.
    pub fn open(place: &MeetingPoint) -> Result<Self, NetError> {
        Ok(Self { session: place.open()? })
    }

    /// All dudes that can be seen within so much time, by name.
    ///
    /// # Errors
    /// If nobody can be asked.
    pub fn dudes(&self, wait: Duration) -> Result<Vec<Dude>, NetError> {
        let mut dudes: BTreeMap<String, Dude> = BTreeMap::new();
        let mut dispatchers = self.seen("motive/*/serve/*", wait)?;
        let agencies = self.seen("motive/*/here/*", wait)?;
        dispatchers.sort();
        for (name, id) in dispatchers {
            let (dispatchers, agencies) = (Vec::new(), Vec::new());
            let new = || Dude { name: name.clone(), dispatchers, agencies };
            dudes.entry(name.clone()).or_insert_with(new).dispatchers.push(id);
        }
        for (name, id) in agencies {
            // Agents without a dispatcher wait for one; they are listed too.
            let (dispatchers, agencies) = (Vec::new(), Vec::new());
            let new = || Dude { name: name.clone(), dispatchers, agencies };
            dudes.entry(name.clone()).or_insert_with(new).agencies.push(id);
        }
        Ok(dudes.into_values().collect())
    }

    /// Dude and last part of every token of a pattern, looking until the time is over or somebody was found.
    fn seen(&self, pattern: &str, wait: Duration) -> Result<Vec<(String, String)>, NetError> {
        let until = Instant::now() + wait;
        loop {
            let tokens = self.session.liveliness().get(pattern).timeout(Duration::from_millis(500)).wait();
            let tokens = tokens.map_err(NetError::transport("look for dudes"))?;
            let mut seen = Vec::new();
            while let Ok(reply) = tokens.recv() {
                if let Ok(sample) = reply.result() {
                    let key = sample.key_expr().as_str();
                    seen.push((keys::dude(key).to_owned(), keys::last(key).to_owned()));
                }
            }
            if !seen.is_empty() || Instant::now() >= until {
                seen.sort();
                return Ok(seen);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Gives a command and waits for the answer.
    ///
    /// # Errors
    /// If nobody answers in time.
    pub fn tell(&self, dude: &str, command: &Command, wait: Duration) -> Result<Answer, NetError> {
        let keys = Keys::new(dude)?;
        let bytes = encode(command)?;
        let until = Instant::now() + wait;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let query = self.session.get(keys.command()).payload(bytes.clone());
            let replies = query.timeout(left.max(Duration::from_millis(1))).wait();
            let replies = replies.map_err(NetError::transport("give a command"))?;
            while let Ok(reply) = replies.recv() {
                if let Ok(sample) = reply.result() {
                    return decode(&sample.payload().to_bytes());
                }
            }
            if Instant::now() >= until {
                return Err(NetError::Nobody { name: dude.to_owned(), seconds: wait.as_secs_f64() });
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The steps of a dude from now on.
    ///
    /// # Errors
    /// If it cannot be watched.
    pub fn watch(&self, dude: &str) -> Result<Steps, NetError> {
        let steps = self.session.declare_subscriber(Keys::new(dude)?.step()).wait();
        Ok(Steps { steps: steps.map_err(NetError::transport("watch"))? })
    }
}

impl Steps {
    /// The next step, within so much time.
    ///
    /// # Errors
    /// If what came cannot be read.
    pub fn next(&self, wait: Duration) -> Result<Option<Stepped>, NetError> {
        match self.steps.recv_timeout(wait) {
            Ok(Some(sample)) => decode(&sample.payload().to_bytes()).map(Some),
            _ => Ok(None),
        }
    }
}
