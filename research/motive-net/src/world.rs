//! A simulated world between processes: the effects of skills reach the sensors of all peers.
//!
//! In a game, sensors observe its world. In a simulation, skills publish their effects, and peers with sensors for them report those
//! before the skills report that they have finished.

use crate::agent_host::JoinedHost;
use crate::error::NetError;
use crate::message::{decode, encode};
use motive::networks::{Literal, SensorValue};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use zenoh::Wait;
use zenoh::query::{ConsolidationMode, QueryTarget};

impl JoinedHost {
    /// Publishes the effects of a skill. Waits until every peer with sensors has answered, but not longer than `wait`. Returns the
    /// number of answers.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn publish_effects(&self, changes: &[Literal], wait: Duration) -> Result<usize, NetError> {
        let query = self.session.get(self.keys.world()).payload(encode(&changes)?).timeout(wait);
        let query = query.target(QueryTarget::All).consolidation(ConsolidationMode::None);
        let replies = query.wait().map_err(NetError::transport("publish effects"))?;
        let mut answers = 0;
        while let Ok(reply) = replies.recv() {
            answers += usize::from(reply.result().is_ok());
        }
        Ok(answers)
    }

    /// Makes the sensors of this process report the effects that skills publish. Some propositions are counted, so that one of two
    /// empty hands can be filled.
    ///
    /// # Errors
    /// If effects cannot be received.
    pub fn simulate_sensors(
        &self,
        counted: impl IntoIterator<Item = (Arc<str>, i64)>,
    ) -> Result<(), NetError> {
        let counts: Mutex<BTreeMap<Arc<str>, i64>> = Mutex::new(counted.into_iter().collect());
        let shared = self.shared.clone();
        let key = self.keys.world();
        let world = self.session.declare_queryable(key.clone()).callback(move |query| {
            let bytes = query.payload().map(|payload| payload.to_bytes().into_owned()).unwrap_or_default();
            let changes: Vec<Literal> = decode(&bytes).unwrap_or_default();
            for Literal { proposition, value } in changes {
                let value = counted_value(&counts, &proposition, value);
                // A proposition without a sensor here belongs to another peer.
                let _ = shared.sense(&proposition, value);
            }
            let _ = query.reply(key.clone(), "").wait();
        });
        world.background().wait().map_err(NetError::transport("receive effects"))
    }
}

fn counted_value(
    counts: &Mutex<BTreeMap<Arc<str>, i64>>,
    proposition: &Arc<str>,
    value: SensorValue,
) -> SensorValue {
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    match counts.get_mut(proposition) {
        Some(count) => {
            *count = count.saturating_add(if value == SensorValue::TRUE { 1 } else { -1 });
            SensorValue::Truth(*count > 0)
        }
        None => value,
    }
}
