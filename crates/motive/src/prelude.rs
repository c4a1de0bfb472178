//! What most games use: `use motive::prelude::*;`.

#[cfg(feature = "files")]
pub use crate::game::LoadError;
pub use crate::game::{
    Actions, Active, Decided, Game, GameAgent, GameCrowd, GameError, GameMind, Own, Percept, PropertyValue,
    RunId,
};
#[cfg(feature = "arbiter")]
pub use crate::{
    Arbiter, Character, Goal,
    teleo::{Definition, Library, Rule},
};
pub use crate::{Condition, Expr, Id, Memory, Pattern, Phase, Point, Range, Time, Type, Value, Vocabulary};
#[cfg(feature = "derive")]
pub use motive_derive::{Actions, Own, Percept, PropertyValue};
#[cfg(feature = "trace")]
pub use motive_trace::Recording;
