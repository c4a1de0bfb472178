//! The zenoh key expressions that processes use.
//!
//! | key | written by | contents |
//! |---|---|---|
//! | `motive/NETWORK/dispatcher/ID` | dispatcher | liveliness token; a query is answered, which a forged token cannot do |
//! | `motive/NETWORK/peer/PEER` | peer | liveliness token |
//! | `motive/NETWORK/report/PEER` | peer | [`PeerReport`](crate::PeerReport)s |
//! | `motive/NETWORK/order/PEER` | dispatcher | [`PeerOrder`](crate::PeerOrder)s |
//! | `motive/NETWORK/heartbeat` | dispatcher | the number of each step |
//! | `motive/NETWORK/step` | dispatcher | [`StepSummary`](crate::StepSummary), while there are observers |
//! | `motive/NETWORK/question` | observers query | [`ObserverCommand`](crate::ObserverCommand)s that only read, and their answers |
//! | `motive/NETWORK/command` | observers query | [`ObserverCommand`](crate::ObserverCommand)s and their answers |
//! | `motive/NETWORK/world` | skills query | their effects; peers with sensors answer |

use crate::error::NetError;

/// The most characters of the name of a network.
const MAX_NAME: usize = 64;

/// The keys of one network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keys {
    name: String,
}

impl Keys {
    /// The keys of a network, if the name is valid.
    pub(crate) fn new(name: &str) -> Result<Self, NetError> {
        let fine = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || name.chars().count() > MAX_NAME || !name.chars().all(fine) {
            return Err(NetError::Name(name.chars().take(80).collect(), MAX_NAME));
        }
        Ok(Self { name: name.to_owned() })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn dispatcher(&self, id: &str) -> String {
        format!("motive/{}/dispatcher/{id}", self.name)
    }

    pub(crate) fn peer(&self, peer: &str) -> String {
        format!("motive/{}/peer/{peer}", self.name)
    }

    pub(crate) fn report(&self, peer: &str) -> String {
        format!("motive/{}/report/{peer}", self.name)
    }

    pub(crate) fn order(&self, peer: &str) -> String {
        format!("motive/{}/order/{peer}", self.name)
    }

    pub(crate) fn heartbeat(&self) -> String {
        format!("motive/{}/heartbeat", self.name)
    }

    pub(crate) fn step(&self) -> String {
        format!("motive/{}/step", self.name)
    }

    pub(crate) fn question(&self) -> String {
        format!("motive/{}/question", self.name)
    }

    pub(crate) fn command(&self) -> String {
        format!("motive/{}/command", self.name)
    }

    pub(crate) fn world(&self) -> String {
        format!("motive/{}/world", self.name)
    }
}

/// The last part of a key: a peer or a dispatcher.
pub(crate) fn last(key: &str) -> &str {
    key.rsplit('/').next().unwrap_or("")
}

/// The network of a key.
pub(crate) fn network(key: &str) -> &str {
    key.split('/').nth(1).unwrap_or("")
}

#[cfg(test)]
#[path = "../tests/unit/keys.rs"]
mod tests;
