//! Arguments that say how processes find each other.

use super::serve::failure;
use crate::console::{Console, Failure};
use crate::files;
use clap::Args;
use motive_net::{MeetingPoint, TlsFiles, Users};
use std::path::PathBuf;
use std::time::Duration;

/// How processes find each other. By default only processes of this machine do, and no packet leaves it.
#[derive(Args, Clone, Debug)]
pub(crate) struct MeetingPointArguments {
    /// Find processes of other machines on this network interface; `auto` chooses one
    #[arg(long, value_name = "INTERFACE", conflicts_with_all = ["listen", "connect"])]
    on: Option<String>,
    /// Listen on this endpoint, such as `tcp/127.0.0.1:7447`, without discovery
    #[arg(long, value_name = "ENDPOINT")]
    listen: Option<String>,
    /// Connect to a process or router at this endpoint, without discovery
    #[arg(long, value_name = "ENDPOINT")]
    connect: Vec<String>,
    /// Seconds of silence after which a connection counts as broken
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0, value_parser = seconds, allow_negative_numbers = true)]
    lease: f64,
    /// A configuration file of zenoh; other options override it
    #[arg(long, value_name = "FILE", conflicts_with = "on")]
    zenoh_config: Option<PathBuf>,
    /// Log in as this user
    #[arg(long, value_name = "NAME", requires = "password_file", requires = "connect")]
    user: Option<String>,
    /// The file with the user's password
    #[arg(long, value_name = "FILE", requires = "user")]
    password_file: Option<PathBuf>,
    /// The certificate of the authority that signed the certificates of other processes, for `tls/` endpoints
    #[arg(long, value_name = "FILE")]
    tls_authority: Option<PathBuf>,
    /// The certificate of this process
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_certificate: Option<PathBuf>,
    /// The private key of this process
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    tls_key: Option<PathBuf>,
}

impl MeetingPointArguments {
    pub(super) fn meeting_point(&self) -> Result<MeetingPoint, Failure> {
        let explicit = self.listen.is_some() || !self.connect.is_empty();
        let mut meeting_point = match (&self.zenoh_config, &self.on) {
            (Some(file), _) => MeetingPoint::configured(file),
            (None, Some(interface)) => MeetingPoint::network(interface),
            (None, None) if explicit => MeetingPoint::explicit(),
            (None, None) => MeetingPoint::this_machine(),
        };
        if let Some(listen) = &self.listen {
            meeting_point = meeting_point.listen(listen);
        }
        for endpoint in &self.connect {
            meeting_point = meeting_point.connect(endpoint);
        }
        let tls = TlsFiles {
            authority: self.tls_authority.clone(),
            certificate: self.tls_certificate.clone(),
            key: self.tls_key.clone(),
        };
        if tls != TlsFiles::default() {
            meeting_point = meeting_point.tls(tls);
        }
        if let (Some(user), Some(file)) = (&self.user, &self.password_file) {
            meeting_point = meeting_point.login(user, files::read_text(file)?.text.trim());
        }
        Ok(meeting_point.lease(Duration::from_secs_f64(self.lease.max(0.1))))
    }

    /// The meeting point of a process that waits for others, with a line if other machines can connect.
    pub(super) fn announced(
        &self,
        users: Option<&PathBuf>,
        console: &mut Console,
    ) -> Result<MeetingPoint, Failure> {
        let mut meeting_point = self.meeting_point()?;
        if let Some(users) = users {
            meeting_point = meeting_point.users(Users::read(users).map_err(failure)?);
        }
        let exposed = meeting_point.exposed().join(", ");
        match (meeting_point.file(), meeting_point.protection()) {
            (Some(file), _) => {
                let file = file.display();
                console.remark(format_args!("note: `{file}` says who can connect, and from where"))?;
            }
            _ if exposed.is_empty() => {}
            (None, Some(protection)) => {
                console
                    .remark(format_args!("note: other machines can connect to {exposed}: {protection}"))?;
            }
            (None, None) => console.remark(format_args!(
                "warning: other machines can connect to {exposed}, without authentication or encryption"
            ))?,
        }
        Ok(meeting_point)
    }
}

/// Parses a number of seconds from 0 to a day.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0 to 86400".to_owned()),
    }
}
