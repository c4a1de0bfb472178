//! The addresses at which processes find each other.

use crate::error::NetError;
use std::time::Duration;
use zenoh::{Config, Session, Wait};

/// Where processes meet: on one machine unless told otherwise.
///
/// ```
/// use motive_net::MeetingPoint;
///
/// let here = MeetingPoint::this_machine();
/// let wide = MeetingPoint::network("auto").connect("tcp/192.0.2.7:7447");
/// # let _ = (here, wide);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeetingPoint {
    listen: Vec<String>,
    connect: Vec<String>,
    /// The interface on which processes call for each other.
    scout: Option<String>,
    lease: Duration,
}

/// How long a process may be silent before its link counts as cut, unless told otherwise; ours. A process that dies is
/// noticed at once, because its machine closes the link.
const LEASE: Duration = Duration::from_secs(3);

impl MeetingPoint {
    /// Processes of this machine find each other by themselves; nothing leaves it.
    #[must_use]
    pub fn this_machine() -> Self {
        Self {
            listen: vec!["tcp/127.0.0.1:0".to_owned()],
            connect: Vec::new(),
            scout: Some("lo".to_owned()),
            lease: LEASE,
        }
    }

    /// Processes find each other on the networks of an interface, or of the one that suits best (`auto`).
    #[must_use]
    pub fn network(interface: &str) -> Self {
        Self {
            listen: vec!["tcp/[::]:0".to_owned()],
            scout: Some(interface.to_owned()),
            ..Self::this_machine()
        }
    }

    /// Nobody is looked for: processes meet where they are told to.
    #[must_use]
    pub fn told() -> Self {
        Self { scout: None, ..Self::this_machine() }
    }

    /// Waits for others here (`tcp/127.0.0.1:7447`) instead of at any free port.
    #[must_use]
    pub fn listen(mut self, endpoint: &str) -> Self {
        self.listen = vec![endpoint.to_owned()];
        self
    }

    /// Connects to a process or router there, and again whenever the link breaks.
    #[must_use]
    pub fn connect(mut self, endpoint: &str) -> Self {
        self.connect.push(endpoint.to_owned());
        self
    }

    /// How long a process may be silent before its link counts as cut.
    #[must_use]
    pub fn lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    fn config(&self) -> Result<Config, zenoh::Error> {
        let mut config = Config::default();
        let mut set = |key: &str, value: serde_json::Value| config.insert_json5(key, &value.to_string());
        set("mode", "peer".into())?;
        set("listen/endpoints", self.listen.clone().into())?;
        set("connect/endpoints", self.connect.clone().into())?;
        set("connect/exit_on_failure", false.into())?;
        // Tried again and again in the background: with 0 it would be tried once.
        set("connect/timeout_ms", (-1).into())?;
        let retry =
            serde_json::json!({"period_init_ms": 100, "period_max_ms": 1000, "period_increase_factor": 2});
        set("connect/retry", retry)?;
        set("scouting/multicast/enabled", self.scout.is_some().into())?;
        if let Some(interface) = &self.scout {
            set("scouting/multicast/interface", interface.clone().into())?;
        }
        set("transport/link/tx/lease", (self.lease.as_millis() as u64).into())?;
        Ok(config)
    }

    /// Every endpoint must name a host and a port.
    fn check(&self) -> Result<(), NetError> {
        let is_one = |endpoint: &str| {
            // What zenoh is told beside that, such as `#iface=eth0`, is its business.
            let address = endpoint.split(['?', '#']).next().and_then(|part| part.strip_prefix("tcp/"));
            let parts = address.and_then(|address| address.rsplit_once(':'));
            parts.is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
        };
        match self.listen.iter().chain(&self.connect).find(|endpoint| !is_one(endpoint)) {
            Some(endpoint) => Err(NetError::Endpoint { endpoint: endpoint.clone() }),
            None => Ok(()),
        }
    }

    pub(crate) fn open(&self) -> Result<Session, NetError> {
        self.check()?;
        let what = "join the network";
        let config = self.config().map_err(NetError::transport(what))?;
        zenoh::open(config).wait().map_err(NetError::transport(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_names_a_host_and_a_port() {
        for endpoint in ["tcp/127.0.0.1:7447", "tcp/[::]:0", "tcp/host.example:80#iface=eth0"] {
            assert!(MeetingPoint::told().connect(endpoint).check().is_ok(), "{endpoint}");
        }
        for endpoint in ["", "foo", "tcp/", "tcp/host", "tcp/:1", "tcp/host:99999", "udp/127.0.0.1:1"] {
            let error = MeetingPoint::told().listen(endpoint).check().err().map(|error| error.to_string());
            let told = format!("`{endpoint}` is no place to meet; write it as `tcp/127.0.0.1:7447`");
            assert_eq!(error, Some(told));
        }
    }
}
