//! The arena: a wizard against an endless stream of antlions.
//!
//! A wizard stands in the middle of a flat square. Antlions come from four corners at random intervals and bite; potions of health and of
//! mana appear at random places and are drunk by walking up to them. The wizard walks, strikes, throws lightning, lets a blast go off or heals
//! itself. A spell's mana is gone when the cast begins, whatever comes of it. An episode lasts from the start to the wizard's death.
//!
//! The rules are those of Sloan's thesis (2015, Dublin Institute of Technology, chapter 6), which was played in a modified Half-Life 2. What it gives and
//! what it leaves open is marked in [`ArenaSettings`], which holds all numbers of the arena.
//!
//! [`Arena`] is the game alone; [`ArenaWorld`] is the game as a [`World`](crate::World) that a mind decides in.

mod body;
mod game;
mod minds;
mod settings;
mod view;
mod vocabulary;
mod world;

pub use body::{Ally, Antlion, ArenaPoint, Element, Potion, Wizard};
pub use game::{Act, Arena, ArenaAction, ArenaCounts, End, Spell};
pub use settings::{ArenaSettings, ArenaSettingsError};
pub use view::{ArenaFrame, Sign};
pub use world::ArenaWorld;
