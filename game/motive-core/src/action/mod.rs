//! Actions: declared by the game, proposed by behaviours, resolved against each other, carried out by the world.
//!
//! An [`Action`] declares precondition, effects, duration and cost. Behaviours propose [`Command`]s; a [`Catalogue`] decides which are
//! compatible, blends some and vetoes others. Internal commands change memory at the end of the decision; external ones form the
//! [`Decision`], each marked as started, continued, changed or stopped.

mod catalogue;
mod command;
mod declaration;
pub(crate) mod effect;
pub(crate) mod running_actions;

pub use catalogue::{ActionPattern, Blend, Catalogue, ConflictScope, DropReason, Resolution, Veto};
pub use command::{Arguments, Command, Proposal, Throttle};
pub use declaration::{Action, CompiledAction};
pub use effect::{Effect, Effects};
pub use running_actions::{ActionEnd, ActiveAction, Decision, Phase, RunningActions};
