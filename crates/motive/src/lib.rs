//! Motive makes game characters decide.
pub mod vocabulary;
pub mod trace;
pub mod memory;
pub mod condition;
pub mod binding;
pub mod action;
pub mod mind;
pub mod teleo;
pub mod arbiter;
mod herd;
pub use vocabulary::*;
pub use memory::*;
pub use condition::*;
pub use binding::*;
pub use action::*;
pub use mind::*;
pub use arbiter::*;
pub use herd::{ColumnMut, Herd, HerdError, Layout, Obstacle};
