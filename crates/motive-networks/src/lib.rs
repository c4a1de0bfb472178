//! Skill networks: no plan and no fixed priorities. Energy spreads among skills from what is sensed and what is wanted, until one
//! is strong enough to act.
//!
//! After P. Maes (*How to Do the Right Thing*, 1989) and M. B. Johnson (*Build-a-Dude*, 1991). A skill says what it needs, what it
//! makes true and what it makes false. From these lists follow all links: a skill passes activation *forward* to those that
//! need what it will make true, *backward* to those that make true what it lacks, and takes activation from those that would undo
//! what it has. What is true and what is wanted feed energy in; the sum is cut down to its limit; the strongest skill that can
//! be done and reaches the threshold is started. It runs as long as it takes, beside others, and reports when it has finished.
//!
//! A [`Network`] is driven by [`Arrival`]s and steps and by nothing else. [`Profile`] names the published rule sets.

mod admit;
mod agent;
mod arrival;
mod blueprint;
mod body;
mod bridge;
mod by_link;
mod by_proposition;
mod check;
mod choice;
mod coefficient;
mod completion;
mod derive;
mod engine;
mod error;
mod explain;
mod extended;
mod family;
mod field;
mod followers;
mod grounds;
mod health;
mod influence;
mod inputs;
mod links;
mod log;
mod names;
mod near;
mod normalise;
mod notice;
mod parameters;
mod profile;
mod program;
mod real;
mod receptor;
mod record;
mod register;
mod rehearsal;
mod rivals;
mod rows;
mod saved;
mod sign;
mod statistics;
mod step;
mod store;
mod take;
mod takers;
mod template;
mod watchdog;
mod whole;

pub use agent::{Fading, Goal, PATIENCE, Prediction, Sensor, Skill};
pub use arrival::{Arrival, Recorded, Who};
pub use blueprint::Blueprint;
pub use body::Body;
pub use bridge::Bridge;
pub use check::Finding;
pub use coefficient::Coefficient;
pub use completion::after_completion;
pub use derive::{Meaning, Undecided, meanings_of, skill_of};
pub use engine::Flows;
pub use error::NetworkError;
pub use explain::{Contribution, Link, Why};
pub use family::Family;
pub use followers::Followed;
pub use grounds::MOST_OF_FAMILIES;
pub use health::Health;
pub use influence::Kind;
pub use notice::Notice;
pub use parameters::{PARAMETER_NAMES, Parameters};
pub use profile::{Acting, Extended, Matching, Normalising, Precision, Profile, Settings, Summing, Tie};
pub use program::{NetworkProgram, SPREAD};
pub use receptor::Function;
pub use rehearsal::Rehearsal;
pub use saved::Saved;
pub use sign::{Pair, Sign};
pub use statistics::{Advice, Advising, Change, Seen};
pub use step::Step;
pub use template::Instances;
pub use watchdog::{Remedy, Watchdog};
pub use whole::Network;
