//! A world between processes: what skills bring about reaches the sensors, wherever they are.
//!
//! A game has a world of its own, and its sensors look at that. This is for rehearsals: skills say what they have brought about,
//! and processes with sensors for it report that, before the skills report that they have finished.

use crate::agent_host::Joined;
use crate::error::NetError;
use crate::message::{decode, encode};
use motive::network::{Literal, SensorValue};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use zenoh::Wait;
use zenoh::query::{ConsolidationMode, QueryTarget};

impl Joined {
    /// The world changes. Waits until every process that has sensors has reported, but no longer than that; gives how many did.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn bring_about(&self, changes: &[Literal], wait: Duration) -> Result<usize, NetError> {
        let query = self.session.get(self.keys.world()).payload(encode(&changes)?).timeout(wait);
        let query = query.target(QueryTarget::All).consolidation(ConsolidationMode::None);
        let replies = query.wait().map_err(NetError::transport("change the world"))?;
        let mut answers = 0;
        while let Ok(reply) = replies.recv() {
            answers += usize::from(reply.result().is_ok());
        }
        Ok(answers)
    }

    /// The sensors of this process report what skills bring about. Some propositions are counted: of two empty hands one may
    /// be filled.
    ///
    /// # Errors
    /// If the world cannot be listened to.
    pub fn watch_world(&self, counted: impl IntoIterator<Item = (Arc<str>, i64)>) -> Result<(), NetError> {
        let counts: Mutex<BTreeMap<Arc<str>, i64>> = Mutex::new(counted.into_iter().collect());
        let shared = self.shared.clone();
        let key = self.keys.world();
        let world = self.session.declare_queryable(key.clone()).callback(move |query| {
            let bytes = query.payload().map(|payload| payload.to_bytes().into_owned()).unwrap_or_default();
            let changes: Vec<Literal> = decode(&bytes).unwrap_or_default();
            for Literal { proposition, value } in changes {
                let value = counted_value(&counts, &proposition, value);
                // What is not sensed here is somebody else's.
                let _ = shared.sense(&proposition, value);
            }
            let _ = query.reply(key.clone(), "").wait();
        });
        world.background().wait().map_err(NetError::transport("watch the world"))
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
