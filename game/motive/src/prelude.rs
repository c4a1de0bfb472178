//! What most games use: `use motive::prelude::*;`.
//!
//! | to | use |
//! |---|---|
//! | declare what agents perceive | derive [`Percept`](derive@Percept) for things and [`Own`](derive@Own) for the agent itself; fields are numbers, `bool`, [`Id`], [`Point`], text, and enums that derive [`PropertyValue`](derive@PropertyValue) |
//! | declare what agents can do | derive [`Actions`](derive@Actions) for an enum |
//! | put the declarations together | [`Game`] |
//! | load a mind from a file, and reload it | [`Game::load`], [`GameMind::reload_changed`]; mistakes in the file are a [`LoadError`] inside [`GameError`] |
//! | run an agent | [`GameMind::agent`], [`GameAgent::perceive`], [`GameAgent::decide`] at a [`Time`] |
//! | carry out a decision | [`Decided`]: its actions, or every [`Active`] action with its [`Phase`] and [`RunId`] |
//! | run many agents | [`GameCrowd`] |
//! | record decisions, for `motive why` | [`Recording`], [`GameAgent::decide_recorded`] |
//! | build a character in Rust | [`Character`] with [`Goal`]s, and a [`Library`] of [`Definition`]s with [`Rule`]s, run by an [`Arbiter`] |
//! | write conditions in Rust | [`Condition`], [`Pattern`], [`Range`] and [`Expr`] over a [`Vocabulary`] of names with a [`Type`] |
//! | read what an agent knows | [`Memory`], with a [`Value`] for each property |
//!
//! A game in one page is the [example of the crate](crate#three-steps). The folder `examples` shows one idea per file.

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
