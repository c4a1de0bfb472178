//! Skill networks spread over processes and machines.
//!
//! A *dude* is one skill network with a name. A [`Dispatcher`] holds it: it takes in what arrives, lets activation flow and says
//! what starts. Sensors, goals and skills live in other processes, each a [`AgentHost`] of any number of agents. They find each
//! other through [zenoh](https://zenoh.io), peer to peer: there is no server to start. An [`Observer`] registers nothing; what
//! it asks is served before anything else.
//!
//! ```no_run
//! use motive::network::{Profile, Sensor, Skill};
//! use motive_net::{AgentHost, Dispatcher, Event, MeetingPoint, Plan};
//! use std::time::Duration;
//!
//! // In one process:
//! let mut dude = Dispatcher::open(Plan::new("dude", Profile::Signed)?, &MeetingPoint::this_machine())?;
//! dude.run(|_| true)?;
//!
//! // In another:
//! let reflexes = Skill::new("lift-leg").needs(["tap-on-foot"]).adds(["leg-is-lifted"]);
//! let leg = AgentHost::new("dude")?.skill(reflexes).sensor(Sensor::new("tap-on-foot", false));
//! let leg = leg.join(&MeetingPoint::this_machine(), Duration::from_secs(5))?;
//! while let Some(event) = leg.next(Duration::from_secs(60)) {
//!     if let Event::Do { skill, .. } = event {
//!         leg.complete(&skill)?;
//!     }
//! }
//! # Ok::<(), motive_net::NetError>(())
//! ```
//!
//! # What holds
//!
//! - **The dispatcher never waits for an agent.** It spreads on its own copy. Whoever does not answer is set aside, and given
//!   up later; the rest goes on.
//! - **A process states everything it is, again and again.** When it joins, when it or the dispatcher comes back, when a
//!   message is missing: its agents, what its sensors say, what its skills are doing. The dispatcher compares that with what it
//!   knows and puts right what differs. So it does not matter which messages a cut or a crash has swallowed.
//! - **Everything that changes the network is an [`Update`](motive::network::Update)** and can be recorded: a
//!   [`Recording`] played again in one process gives the same activations, bit for bit.
//! - **Time is told by arrivals.** The dispatcher's clock only finds agents that do not answer; it never runs backward, and a
//!   pause of the dispatcher itself is not taken for silence of the others.
//! - A process proves its name with a number that it chose when it started. That catches mistakes, not attackers: zenoh's
//!   own access control and encryption are for those.

mod agent_host;
mod clock;
mod command;
mod dispatch_session;
mod dispatcher;
mod error;
mod inbox;
mod keys;
mod meeting_point;
mod message;
mod observer;
mod recording;
mod roster;
mod state;
mod world;

pub use agent_host::{AgentHost, Event, Joined};
pub use command::{Answer, Command, Shown, ShownSkill};
pub use dispatch_session::{DispatchSession, Grace};
pub use dispatcher::{Dispatcher, Pace, Plan};
pub use error::NetError;
pub use meeting_point::MeetingPoint;
pub use message::{Agent, LARGEST, Order, Report, Said, Stepped, VERSION, What};
pub use observer::{Dude, Observer, Steps};
pub use recording::{Recorder, Recording};
