//! Actions: declared once, proposed by behaviours, checked against each other, done by the world.
//!
//! An [`Action`] says what it needs, changes, takes and costs. Behaviours propose [`Deed`]s; a [`Catalogue`] decides which go
//! together, blends some and vetoes others; internal ones change memory at the end of the decision, external ones leave as the
//! [`Decision`], each marked as started, continued, changed or stopped.

mod catalogue;
mod changes;
mod declare;
mod effect;
mod proposal;
mod run;
mod throttle;

pub use catalogue::{Blend, Catalogue, ConflictScope, Dropped, Resolution, Shape, Veto};
pub use declare::{Action, BuiltAction};
pub use effect::{Effect, Effects};
pub use proposal::{Arguments, Deed, Proposal};
pub use run::{Act, Decision, Ending, Phase, Runs};
pub use throttle::Throttle;

pub(crate) use changes::{KnownKinds, becomes};
pub(crate) use effect::{EffectCode, Expected};
pub(crate) use run::remember;
