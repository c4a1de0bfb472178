//! Minds and behaviours: the traits at which the engines meet, and the agent that runs them.
//!
//! A [`Behaviour`] proposes actions; a [`Program`] is what behaviours are made from; a [`Mind`] decides for a whole
//! [`Agent`]. The arbiter is a mind that runs behaviours; the other engines are behaviours, and minds by way of it.

mod agent;
mod ahead;
mod alone;
mod behaviour;
mod context;
mod guest;
mod view;

pub use agent::Agent;
pub(crate) use ahead::{fetch, fetch_list};
pub use alone::Alone;
pub use behaviour::{Behaviour, Mind, Moment, Outcome, Program, Standing, Stuck};
pub use context::Context;
pub use guest::Guest;
pub use view::{Mode, State, TaskView};
