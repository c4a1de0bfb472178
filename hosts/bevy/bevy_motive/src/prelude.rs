//! What most games use: `use bevy_motive::prelude::*;`. Components, systems and queries of Bevy come with it.

pub use crate::{
    ActionFailed, ActionStarted, ActionStopped, ActionSucceeded, Alone, Decided, Doing, Everywhere, Explain,
    HerdMember, Listed, Mind, MindAsset, MotiveAgent, MotiveGame, MotivePlugin, MotiveSet, Nearest,
    ObserverPlugin, Sees, ThinkBudget, ThinkEvery, Why, Within,
};
pub use bevy_asset::{AssetServer, Assets, Handle};
pub use bevy_ecs::prelude::*;
pub use bevy_transform::components::Transform;
pub use motive::{Actions, Percept, PropertyValue, SelfState};
