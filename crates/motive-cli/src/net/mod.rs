//! Skill networks at the terminal: loaded, run, asked, drawn.

pub(crate) mod draw;
pub(crate) mod line;
pub(crate) mod load;
pub(crate) mod prompt;
pub(crate) mod shell;
