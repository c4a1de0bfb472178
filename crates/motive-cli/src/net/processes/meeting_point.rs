//! Where processes of a network meet, as arguments.

use clap::Args;
use motive_net::MeetingPoint;
use std::time::Duration;

/// Where processes meet. Unless told otherwise those of this machine find each other, and nothing leaves it.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlaceArguments {
    /// Find processes on the networks of this interface, or of the one that suits best: `auto`
    #[arg(long, value_name = "INTERFACE", conflicts_with_all = ["listen", "connect"])]
    on: Option<String>,
    /// Look for nobody; wait for others here, such as `tcp/127.0.0.1:7447`
    #[arg(long, value_name = "ENDPOINT")]
    listen: Option<String>,
    /// Look for nobody; connect to a process or router there
    #[arg(long, value_name = "ENDPOINT")]
    connect: Vec<String>,
    /// After how many seconds of silence a link counts as cut
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0, value_parser = seconds, allow_negative_numbers = true)]
    lease: f64,
}

impl PlaceArguments {
    pub(super) fn place(&self) -> MeetingPoint {
        let told = self.listen.is_some() || !self.connect.is_empty();
        let mut place = match &self.on {
            Some(interface) => MeetingPoint::network(interface),
            None if told => MeetingPoint::told(),
            None => MeetingPoint::this_machine(),
        };
        if let Some(listen) = &self.listen {
            place = place.listen(listen);
        }
        for endpoint in &self.connect {
            place = place.connect(endpoint);
        }
        place.lease(Duration::from_secs_f64(self.lease.max(0.1)))
    }
}

/// Reads a time from 0 to a day.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0 to 86400 is wanted".to_owned()),
    }
}
