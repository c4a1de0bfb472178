//! What most games use: `use bevy_motive::prelude::*;`. Components, systems and queries of Bevy come with it.

pub use crate::{
    Action, ActionFailed, ActionStarted, ActionStopped, ActionSucceeded, Alone, Decided, Doing, Everywhere,
    Explain, Listed, Mind, MindAsset, MotiveAgent, MotiveGame, MotivePlugin, MotiveSet, Nearest, Own,
    PropertyValue, RecordDecisions, Sees, Thing, ThinkBudget, ThinkEvery, Why, Within,
};
pub use bevy_asset::{AssetServer, Assets, Handle};
pub use bevy_ecs::prelude::*;
pub use bevy_transform::components::Transform;
