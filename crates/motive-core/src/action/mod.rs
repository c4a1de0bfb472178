//! Actions: declared once, proposed by behaviours, checked against each other, done by the world.
//!
//! An [`Action`] says what it needs, changes, takes and costs. Behaviours propose [`Command`]s; a [`Catalogue`] decides which go
//! together, blends some and vetoes others; internal ones change memory at the end of the decision, external ones leave as the
//! [`Decision`], each marked as started, continued, changed or stopped.

mod catalogue;
mod command;
mod declaration;
pub(crate) mod effect;
pub(crate) mod possible_changes;
pub(crate) mod running_actions;
mod throttle;

pub use catalogue::{ActionPattern, Blend, Catalogue, ConflictScope, DropReason, Resolution, Veto};
pub use command::{Arguments, Command, Proposal};
pub use declaration::{Action, CompiledAction};
pub use effect::{Effect, Effects};
pub use running_actions::{ActionEnd, ActiveAction, Decision, Phase, RunningActions};
pub use throttle::Throttle;
