//! Skill networks over several processes and machines.
//!
//! A [`Dispatcher`] holds a network, which has a name: it applies updates, makes steps and orders skills to be executed. Sensors,
//! goals and skills live in other processes, its peers, each an [`AgentHost`] of any number of agents. They find each other
//! through [zenoh](https://zenoh.io), peer to peer, without a server. An [`NetworkObserver`] has no agents; its commands are handled before
//! everything else.
//!
//! ```no_run
//! use motive::networks::{NetworkProfile, NetworkSensor, Skill};
//! use motive_net::{AgentHost, Dispatcher, DispatcherOptions, HostEvent, MeetingPoint};
//! use std::time::Duration;
//!
//! // In one process:
//! let options = DispatcherOptions::new("cat", NetworkProfile::Signed)?;
//! let mut dispatcher = Dispatcher::open(options, &MeetingPoint::this_machine())?;
//! dispatcher.run(|_| true)?;
//!
//! // In another:
//! let lift = Skill::new("lift-leg").needs(["tap-on-foot"]).adds(["leg-is-lifted"]);
//! let leg = AgentHost::new("cat")?.skill(lift).sensor(NetworkSensor::new("tap-on-foot", false));
//! let leg = leg.join(&MeetingPoint::this_machine(), Duration::from_secs(5))?;
//! while let Some(event) = leg.next(Duration::from_secs(60)) {
//!     if let HostEvent::Execute { skill, .. } = event {
//!         leg.complete(&skill)?;
//!     }
//! }
//! # Ok::<(), motive_net::NetError>(())
//! ```
//!
//! # Guarantees
//!
//! - **The dispatcher never waits for an agent.** It spreads activation on its own copy. An agent that does not answer is disabled,
//!   and later removed.
//! - **Lost messages are repaired.** A peer sends its complete state when it joins, when it or the dispatcher comes back and when a
//!   message is missing: its agents, their values and the executing skills. The dispatcher reconciles its own state with it.
//! - **Everything that changes the network is an [`Update`](motive::networks::Update)** and can be recorded: a replayed
//!   [`UpdateRecording`] gives the same activations, bit for bit.
//! - **Time only matters for agents that do not answer.** The clock of the dispatcher never runs backward, and does not count time
//!   in which the dispatcher was suspended.
//! - **Floods are bounded.** What waits is limited by peer and in total; peers that send too much or invalid messages are listed in
//!   the [`NetworkStatus`].
//!
//! # Limits
//!
//! Without [`MeetingPoint::users`] and [`MeetingPoint::tls`] nothing is authenticated or encrypted. A peer proves its name with a number that it chose when it started, and a dispatcher
//! exists only if it answers queries, so a forged liveliness token does no harm. That catches mistakes, not attackers who can read the
//! traffic: [`MeetingPoint::exposed`] lists the endpoints to which other machines can connect. With users, each does what its [`UserRole`]s allow.
//!
//! Each module uses only those above it: `error`, `keys`, `message`, `security`, `meeting_point`, `recording`, `roster`,
//! `dispatch_session`, `dispatcher_state`, `inbox`, `dispatcher`, `agent_host`, `observer`.

mod agent_host;
mod dispatch_session;
mod dispatcher;
mod dispatcher_state;
mod error;
mod inbox;
mod keys;
mod meeting_point;
mod message;
mod observer;
mod recording;
mod roster;
mod security;

pub use agent_host::{AgentHost, HostEvent, JoinedHost};
pub use dispatch_session::{DispatchSession, Grace};
pub use dispatcher::{Dispatcher, DispatcherOptions, StepPace};
pub use error::NetError;
pub use meeting_point::MeetingPoint;
pub use message::{
    CommandAnswer, HostedAgent, MAX_MESSAGE_BYTES, NetworkStatus, ObserverCommand, OrderKind, PeerOrder,
    PeerReport, PeerStatus, ReportItem, SensorStatus, SkillStatus, StepSummary, VERSION,
};
pub use observer::{NetworkObserver, ServedNetwork, StepWatch};
pub use recording::{UpdateRecorder, UpdateRecording};
pub use security::{TlsFiles, UserRole, Users};
