//! Drives, smart objects and ambiances: what plans for drives are made of.

use motive_core::{ActionId, Condition, Effect, Kind};
use motive_drives::ambiance::Ambiance;
use motive_drives::{Drive, Interaction, Utility};

/// Everything that the files declare about drives, for all plans.
#[derive(Clone, Debug, Default)]
pub(crate) struct DrivePlanning {
    pub(crate) drives: Vec<Drive>,
    pub(crate) utility: Utility,
    /// Conditions under which the utility is 0, and planning stops.
    pub(crate) dead: Vec<Condition>,
    /// Actions that kinds of things offer, how they are done, and under which condition in that way.
    pub(crate) offers: Vec<(Kind, ActionId, Interaction, Option<Condition>)>,
    /// Actions that the agent can do. Empty means all.
    pub(crate) consumes: Vec<ActionId>,
    /// What changes while time passes.
    pub(crate) passing: Vec<Effect>,
}

impl DrivePlanning {
    /// The kinds of things that offer an action, with the action.
    pub(crate) fn supplied(&self) -> Vec<(Kind, ActionId)> {
        self.offers.iter().map(|(kind, action, ..)| (*kind, *action)).collect()
    }
}

/// The ambiances of the files.
pub(crate) type Ambiances = Vec<Ambiance>;
