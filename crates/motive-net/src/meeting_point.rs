//! The addresses at which processes find each other.

use crate::error::NetError;
use std::time::Duration;
use zenoh::{Config, Session, Wait};

/// How the processes of a network find each other.
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
    /// The interface for multicast discovery.
    scout: Option<String>,
    lease: Duration,
}

/// The default of [`MeetingPoint::lease`]. The death of a process is noticed at once, because its machine closes the connection.
const LEASE: Duration = Duration::from_secs(3);

/// After how many milliseconds a connection that does not complete its handshake is closed. On a busy machine two peers may need seconds for theirs, and one
/// that failed is not tried again until one of the two is announced anew.
const ACCEPT_TIMEOUT_MS: u64 = 10_000;
/// The most connections in their handshake, so that idle ones do not keep others out.
const MAX_PENDING_CONNECTIONS: u64 = 4_096;

impl MeetingPoint {
    /// Processes of this machine find each other by multicast on the loopback interface; nothing leaves the machine.
    #[must_use]
    pub fn this_machine() -> Self {
        Self {
            listen: vec!["tcp/127.0.0.1:0".to_owned()],
            connect: Vec::new(),
            scout: Some("lo".to_owned()),
            lease: LEASE,
        }
    }

    /// Processes find each other by multicast on an interface, or on the one that zenoh chooses (`auto`). Except for `lo`, other
    /// machines can connect.
    #[must_use]
    pub fn network(interface: &str) -> Self {
        if interface == "lo" {
            return Self::this_machine();
        }
        Self {
            listen: vec!["tcp/[::]:0".to_owned()],
            scout: Some(interface.to_owned()),
            ..Self::this_machine()
        }
    }

    /// No discovery: processes use the endpoints that they are given.
    #[must_use]
    pub fn explicit() -> Self {
        Self { scout: None, ..Self::this_machine() }
    }

    /// Listens on an endpoint (`tcp/127.0.0.1:7447`) instead of on any free port of this machine.
    #[must_use]
    pub fn listen(mut self, endpoint: &str) -> Self {
        self.listen = vec![endpoint.to_owned()];
        self
    }

    /// Connects to a process or router, and again whenever the connection breaks.
    #[must_use]
    pub fn connect(mut self, endpoint: &str) -> Self {
        self.connect.push(endpoint.to_owned());
        self
    }

    /// Sets how long a process may be silent before its connection counts as broken.
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
        // Retried in the background without limit; with 0 it would be tried once.
        set("connect/timeout_ms", (-1).into())?;
        let retry =
            serde_json::json!({"period_init_ms": 100, "period_max_ms": 1000, "period_increase_factor": 2});
        set("connect/retry", retry)?;
        set("scouting/multicast/enabled", self.scout.is_some().into())?;
        if let Some(interface) = &self.scout {
            set("scouting/multicast/interface", interface.clone().into())?;
        }
        set("transport/unicast/accept_timeout", ACCEPT_TIMEOUT_MS.into())?;
        set("transport/unicast/accept_pending", MAX_PENDING_CONNECTIONS.into())?;
        set("transport/link/tx/lease", (self.lease.as_millis() as u64).into())?;
        Ok(config)
    }

    /// The endpoints on which other machines can connect. They are neither authenticated nor encrypted.
    #[must_use]
    pub fn exposed(&self) -> Vec<&str> {
        let is_local = |endpoint: &str| {
            let address = endpoint.strip_prefix("tcp/").and_then(|address| address.rsplit_once(':'));
            let host = address.map_or("", |(host, _)| host.trim_matches(['[', ']']));
            host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
        };
        self.listen.iter().map(String::as_str).filter(|endpoint| !is_local(endpoint)).collect()
    }

    /// Checks that every endpoint has a host and a port.
    fn check(&self) -> Result<(), NetError> {
        let is_one = |endpoint: &str| {
            // Further options of zenoh, such as `#iface=eth0`, are not checked.
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
        let what = "open a zenoh session";
        let config = self.config().map_err(NetError::transport(what))?;
        zenoh::open(config).wait().map_err(NetError::transport(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_beyond_the_loopback_are_exposed() {
        assert!(MeetingPoint::this_machine().exposed().is_empty());
        assert!(MeetingPoint::network("lo").exposed().is_empty());
        for local in ["tcp/127.0.0.1:7447", "tcp/[::1]:7447", "tcp/localhost:1"] {
            assert!(MeetingPoint::explicit().listen(local).exposed().is_empty(), "{local}");
        }
        assert_eq!(MeetingPoint::network("auto").exposed(), ["tcp/[::]:0"]);
        for exposed in ["tcp/0.0.0.0:7447", "tcp/192.0.2.7:1", "tcp/host.example:80"] {
            assert_eq!(MeetingPoint::explicit().listen(exposed).exposed(), [exposed]);
        }
    }

    #[test]
    fn an_endpoint_has_a_host_and_a_port() {
        for endpoint in ["tcp/127.0.0.1:7447", "tcp/[::]:0", "tcp/host.example:80#iface=eth0"] {
            assert!(MeetingPoint::explicit().connect(endpoint).check().is_ok(), "{endpoint}");
        }
        for endpoint in ["", "foo", "tcp/", "tcp/host", "tcp/:1", "tcp/host:99999", "udp/127.0.0.1:1"] {
            let error =
                MeetingPoint::explicit().listen(endpoint).check().err().map(|error| error.to_string());
            let expected =
                format!("`{endpoint}` is not a valid endpoint; write it like `tcp/127.0.0.1:7447`");
            assert_eq!(error, Some(expected));
        }
    }
}
