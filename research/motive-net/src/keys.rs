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

    /// The key of what the whole network shares, such as `step`.
    pub(crate) fn of(&self, what: &str) -> String {
        format!("motive/{}/{what}", self.name)
    }

    /// The key of what belongs to one process, such as a `report` of a peer; `*` stands for all.
    pub(crate) fn of_process(&self, what: &str, id: &str) -> String {
        format!("motive/{}/{what}/{id}", self.name)
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
