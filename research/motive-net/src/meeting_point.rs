//! The addresses at which processes find each other.

use crate::error::{NetError, cannot};
use crate::security::{Login, TlsFiles, Users};
use std::path::{Path, PathBuf};
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
#[must_use]
pub struct MeetingPoint {
    listen: Vec<String>,
    connect: Vec<String>,
    /// The interface for multicast discovery.
    scout: Option<String>,
    lease: Duration,
    login_timeout: Duration,
    tls: Option<TlsFiles>,
    users: Option<Users>,
    login: Option<Login>,
    /// A configuration file of zenoh.
    file: Option<PathBuf>,
}

/// The default of [`MeetingPoint::lease`]. The death of a process is noticed at once, because its machine closes the connection.
const LEASE: Duration = Duration::from_secs(3);

/// The default of [`MeetingPoint::login_timeout`].
const LOGIN_TIMEOUT: Duration = Duration::from_secs(10);

/// After how many milliseconds a connection that does not complete its handshake is closed. On a busy machine two peers may need seconds for theirs, and one
/// that failed is not tried again until one of the two is announced anew.
const ACCEPT_TIMEOUT_MS: u64 = 10_000;
/// The most connections in their handshake, so that idle ones do not keep others out.
const MAX_PENDING_CONNECTIONS: u64 = 4_096;

impl MeetingPoint {
    /// Processes of this machine find each other by multicast on the loopback interface; nothing leaves the machine.
    pub fn this_machine() -> Self {
        Self {
            listen: vec!["tcp/127.0.0.1:0".to_owned()],
            connect: Vec::new(),
            scout: Some("lo".to_owned()),
            lease: LEASE,
            login_timeout: LOGIN_TIMEOUT,
            tls: None,
            users: None,
            login: None,
            file: None,
        }
    }

    /// Processes find each other by multicast on an interface, or on the one that zenoh chooses (`auto`). Except for `lo`, other
    /// machines can connect.
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
    pub fn explicit() -> Self {
        Self { scout: None, ..Self::this_machine() }
    }

    /// As a configuration file of zenoh says (JSON5, JSON or YAML): endpoints, discovery, authentication, access. Endpoints, files for TLS, users and
    /// logins that are given here replace those of the file.
    pub fn configured(file: &Path) -> Self {
        Self { listen: Vec::new(), scout: None, file: Some(file.to_owned()), ..Self::this_machine() }
    }

    /// Uses these files for endpoints that begin with `tls/`.
    pub fn tls(mut self, files: TlsFiles) -> Self {
        self.tls = Some(files);
        self
    }

    /// For the process that serves the network: only these users can connect, and each does what its roles allow. All messages go through that
    /// process; others connect to it alone.
    pub fn users(mut self, users: Users) -> Self {
        self.users = Some(users);
        self
    }

    /// For a process that connects to a network with users: its name and password. It listens nowhere, and gives up if it is not let in within
    /// [`MeetingPoint::login_timeout`].
    pub fn login(mut self, user: &str, password: &str) -> Self {
        self.login = Some(Login { user: user.to_owned(), password: password.to_owned() });
        self
    }

    /// Listens on an endpoint (`tcp/127.0.0.1:7447`) instead of on any free port of this machine.
    pub fn listen(mut self, endpoint: &str) -> Self {
        self.listen = vec![endpoint.to_owned()];
        self
    }

    /// Connects to a process or router, and again whenever the connection breaks.
    pub fn connect(mut self, endpoint: &str) -> Self {
        self.connect.push(endpoint.to_owned());
        self
    }

    /// Sets how long a process may be silent before its connection counts as broken.
    pub fn lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// Sets how long a process with a login tries to connect at first, 10 s by default. A connection that breaks later is tried again without limit.
    pub fn login_timeout(mut self, timeout: Duration) -> Self {
        self.login_timeout = timeout;
        self
    }

    /// The configuration of a process that serves the network, or of another one.
    fn config(&self, serves: bool) -> Result<Config, zenoh::Error> {
        let mut config = match &self.file {
            Some(file) => Config::from_file(file)?,
            None => Config::default(),
        };
        let mut set = |key: &str, value: serde_json::Value| config.insert_json5(key, &value.to_string());
        if self.file.is_none() {
            set("scouting/multicast/enabled", self.scout.is_some().into())?;
            set("transport/link/tx/lease", (self.lease.as_millis() as u64).into())?;
        }
        if let Some(interface) = &self.scout {
            set("scouting/multicast/interface", interface.clone().into())?;
        }
        // The process that serves is a router: it passes on what two others have to say to each other if their own connection broke, which
        // peers do not build again. With users it is the one process that checks them, and others have no process besides it to connect to.
        let mode = match (serves, &self.login) {
            (true, _) => "router",
            (false, Some(_)) => "client",
            (false, None) => "peer",
        };
        if self.file.is_none() || mode == "client" || self.users.is_some() {
            set("mode", mode.into())?;
            // Two that serve the same network have to find each other, so that one of them ends.
            let all = serde_json::json!({"router": ["router", "peer"], "peer": ["router", "peer"]});
            set("scouting/multicast/autoconnect", all.clone())?;
            set("scouting/gossip/autoconnect", all)?;
        }
        if mode == "client" {
            set("listen/endpoints", serde_json::json!([]))?;
        } else if !self.listen.is_empty() {
            set("listen/endpoints", self.listen.clone().into())?;
        }
        if !self.connect.is_empty() {
            set("connect/endpoints", self.connect.clone().into())?;
        }
        set("connect/exit_on_failure", false.into())?;
        // A client waits in `zenoh::open` until it is connected; others retry in the background without limit. With 0 it would be tried once.
        let timeout = match mode {
            "client" => i64::try_from(self.login_timeout.as_millis()).unwrap_or(i64::MAX).max(1),
            _ => -1,
        };
        set("connect/timeout_ms", timeout.into())?;
        let retry =
            serde_json::json!({"period_init_ms": 100, "period_max_ms": 1000, "period_increase_factor": 2});
        set("connect/retry", retry)?;
        set("transport/unicast/accept_timeout", ACCEPT_TIMEOUT_MS.into())?;
        set("transport/unicast/accept_pending", MAX_PENDING_CONNECTIONS.into())?;
        if let Some(tls) = &self.tls {
            set("transport/link/tls", tls.config())?;
        }
        if let Some(Login { user, password }) = &self.login {
            set("transport/auth/usrpwd", serde_json::json!({"user": user, "password": password}))?;
        }
        if let Some(users) = &self.users {
            set("access_control", users.access_control())?;
        }
        Ok(config)
    }

    /// How connections are protected, in words; none if they are not.
    pub fn protection(&self) -> Option<&'static str> {
        let encrypted = self.listen.iter().chain(&self.connect).any(|endpoint| endpoint.starts_with("tls/"));
        let mutual =
            self.tls.as_ref().is_some_and(|tls| tls.authority.is_some() && tls.certificate.is_some());
        match (encrypted, self.users.is_some() || mutual) {
            (true, true) => Some("encrypted, for known users only"),
            (true, false) => Some("encrypted, for all users"),
            (false, true) => Some("for known users only, not encrypted"),
            (false, false) => None,
        }
    }

    /// The configuration file of zenoh, if there is one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The endpoints on which other machines can connect. [`MeetingPoint::protection`] says how they are protected.
    pub fn exposed(&self) -> Vec<&str> {
        let is_local = |endpoint: &str| {
            let address = endpoint.split_once('/').and_then(|(_, address)| address.rsplit_once(':'));
            let host = address.map_or("", |(host, _)| host.trim_matches(['[', ']']));
            host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
        };
        self.listen.iter().map(String::as_str).filter(|endpoint| !is_local(endpoint)).collect()
    }

    /// Checks that every endpoint has a host and a port, and what it needs.
    fn check(&self) -> Result<(), NetError> {
        for endpoint in self.listen.iter().chain(&self.connect) {
            let wrong = || NetError::Endpoint(endpoint.clone());
            // Further options of zenoh, such as `#iface=eth0`, are not checked.
            let part = endpoint.split(['?', '#']).next().unwrap_or_default();
            let (protocol, address) = part.split_once('/').ok_or_else(wrong)?;
            let (host, port) = address.rsplit_once(':').ok_or_else(wrong)?;
            if !matches!(protocol, "tcp" | "tls") || host.is_empty() || port.parse::<u16>().is_err() {
                return Err(wrong());
            }
            if protocol == "tls" && self.tls.is_none() && self.file.is_none() {
                return Err(NetError::NoTlsFiles(endpoint.clone()));
            }
        }
        Ok(())
    }

    /// A session of a process that hosts agents or observes.
    pub(crate) fn open(&self) -> Result<Session, NetError> {
        let opened = zenoh::open(self.checked_config(false)?).wait();
        match &self.login {
            Some(login) => opened.map_err(|error| self.not_let_in(login, error)),
            None => opened.map_err(NetError::transport(OPEN)),
        }
    }

    fn not_let_in(&self, login: &Login, error: zenoh::Error) -> NetError {
        NetError::NotLetIn {
            user: login.user.clone(),
            endpoints: self.connect.join(", "),
            seconds: self.login_timeout.as_secs_f64(),
            why: error.to_string(),
        }
    }

    /// A session of the process that serves the network.
    pub(crate) fn serve(&self) -> Result<Session, NetError> {
        let mut config = self.checked_config(true)?;
        // zenoh reads passwords from a file when it opens a session. Only the owner can read it, and it is gone afterwards.
        let file = self.users.as_ref().map(PasswordFile::create).transpose()?;
        if let Some(file) = &file {
            let value = serde_json::json!({"dictionary_file": file.0.display().to_string()});
            let set = config.insert_json5("transport/auth/usrpwd", &value.to_string());
            set.map_err(NetError::transport(OPEN))?;
        }
        zenoh::open(config).wait().map_err(NetError::transport(OPEN))
    }

    fn checked_config(&self, serves: bool) -> Result<Config, NetError> {
        self.check()?;
        self.config(serves).map_err(NetError::transport(OPEN))
    }
}

/// What cannot be done, if zenoh refuses its configuration or to connect.
const OPEN: &str = "open a zenoh session";

/// A file with passwords that is removed when it is dropped.
struct PasswordFile(PathBuf);

impl PasswordFile {
    fn create(users: &Users) -> Result<Self, NetError> {
        use std::io::Write as _;
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let name = format!("motive-net-{}-{}", std::process::id(), now.as_nanos());
        let path = std::env::temp_dir().join(name);
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path).map_err(cannot("write", &path))?;
        let kept = Self(path);
        file.write_all(users.dictionary().as_bytes()).map_err(cannot("write", &kept.0))?;
        Ok(kept)
    }
}

impl Drop for PasswordFile {
    fn drop(&mut self) {
        // It is readable by its owner alone, if it cannot be removed.
        let _ = std::fs::remove_file(&self.0);
    }
}
