//! A house with one tenant who has seven drives and 25 actions: chapter 5 of C. Sloan, *Drive-Based Utility-Maximizing Computer
//! Game Non-Player Characters*, 2015.
//!
//! Each drive is a level from 0 to 100, more being better, and all begin at 0. The house is done when all of them are above 90
//! at once. Long actions raise a level more than short ones do; every action that does not raise energy lowers it; all levels
//! fall with time. What is begun is brought to its end.
//!
//! - [`Action`], [`Drive`] and [`Furniture`] are what the source gives: the actions, what they cost a planner, which drives they touch.
//! - [`Numbers`] are what it does not give, all of it ours: how long actions take, how much they do, where things stand. One set
//!   was fitted to the published times; every seed gives another set, drawn from stated ranges.
//!
//! The world is static and deterministic. A seed matters only where the numbers are drawn.

mod declared_actions;
mod game;
mod house_settings;
mod published_tables;
mod types;
mod view;
mod world;

pub use game::{Household, HouseholdCounts, Stop};
pub use house_settings::{Gains, Numbers, Source};
pub use published_tables::{Action, Drive, Furniture, Item, Length};
pub use view::HouseholdFrame;
pub use world::{HouseholdOptions, HouseholdWorld};
