//! Arguments that say how processes find each other.

use crate::console::Console;
use clap::Args;
use motive_net::MeetingPoint;
use std::time::Duration;

/// How processes find each other. By default those of this machine do, and nothing leaves it.
#[derive(Args, Clone, Debug)]
pub(crate) struct MeetingPointArguments {
    /// Find processes of other machines on this network interface, or on one that is chosen automatically: `auto`
    #[arg(long, value_name = "INTERFACE", conflicts_with_all = ["listen", "connect"])]
    on: Option<String>,
    /// Listen on this endpoint, such as `tcp/127.0.0.1:7447`, without discovery
    #[arg(long, value_name = "ENDPOINT")]
    listen: Option<String>,
    /// Connect to a process or router at this endpoint, without discovery
    #[arg(long, value_name = "ENDPOINT")]
    connect: Vec<String>,
    /// After how many seconds of silence a connection counts as broken
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0, value_parser = seconds, allow_negative_numbers = true)]
    lease: f64,
}

impl MeetingPointArguments {
    pub(super) fn meeting_point(&self) -> MeetingPoint {
        let explicit = self.listen.is_some() || !self.connect.is_empty();
        let mut meeting_point = match &self.on {
            Some(interface) => MeetingPoint::network(interface),
            None if explicit => MeetingPoint::explicit(),
            None => MeetingPoint::this_machine(),
        };
        if let Some(listen) = &self.listen {
            meeting_point = meeting_point.listen(listen);
        }
        for endpoint in &self.connect {
            meeting_point = meeting_point.connect(endpoint);
        }
        meeting_point.lease(Duration::from_secs_f64(self.lease.max(0.1)))
    }

    /// The meeting point of a process that waits for others, with a warning if other machines can connect.
    pub(super) fn announced(&self, console: &mut Console) -> std::io::Result<MeetingPoint> {
        let meeting_point = self.meeting_point();
        let exposed = meeting_point.exposed();
        if !exposed.is_empty() {
            console.remark(format_args!(
                "warning: other machines can connect to {}, without authentication or encryption",
                exposed.join(", ")
            ))?;
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
