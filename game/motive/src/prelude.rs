//! What most games use: `use motive::prelude::*;`.
//!
//! | to | use |
//! |---|---|
//! | declare what agents perceive | derive [`Percept`](derive@Percept) for things and [`SelfState`](derive@SelfState) for the agent itself; fields are numbers, `bool`, [`Id`], [`Point`], text, and enums that derive [`PropertyValue`](derive@PropertyValue) |
//! | declare what agents can do | derive [`Actions`](derive@Actions) for an enum |
//! | put the declarations together | [`Game`] |
//! | load a mind from a file, and reload it | [`Game::load`], [`Mind::reload_changed`] |
//! | run an agent | [`Mind::spawn`], [`Agent::perceive`], [`Agent::update`], [`Agent::decide`] |
//! | carry out a decision | [`Decision`]: its actions, or every [`Active`] action with its [`Phase`] and [`RunId`] |
//! | say that an action has ended | [`Agent::succeed`], [`Agent::fail`] |
//! | run many agents | [`Mind::crowd`], [`Crowd`] |
//! | look on: record, explain, debug | [`Agent::decide_with`] an [`Observer`], such as a [`Recording`] |
//!
//! A game in one page is the [example of the crate](crate#three-steps). The folder `examples` shows one idea per file.

#[cfg(feature = "recording")]
pub use crate::recording::Recording;
pub use crate::{
    Actions, Active, Agent, AgentId, Clock, Crowd, Decision, Game, Id, Mind, Percept, Point, PropertyValue,
    RunId, Seed, SelfState, Time,
    kernel::{Observer, Phase},
};
