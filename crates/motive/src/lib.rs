//! Motive makes game characters decide.
pub mod vocabulary;
pub mod trace;
pub mod memory;
pub mod condition;
pub mod binding;
pub mod action;
pub mod projection;
pub mod mind;
pub use vocabulary::*;
pub use memory::*;
pub use condition::*;
pub use binding::*;
pub use action::*;
pub use projection::*;
pub use mind::*;
