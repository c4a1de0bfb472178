//! The two printed notations of the GRUE architecture, and the way from there to Motive.

pub mod grue2002;
pub mod grue2005;
pub mod grue_tree;
mod print;
mod reader;
mod to_motive;

pub(crate) use to_motive::plain;
pub use to_motive::to_motive;

/// Which of the two notations a text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// The report of 2002.
    Grue2002,
    /// The thesis of 2005.
    Grue2005,
}
