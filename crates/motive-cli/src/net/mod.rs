//! Skill networks at the terminal: loaded, run, asked, drawn, and spread over processes.

pub(crate) mod bars;
pub(crate) mod curves;
pub(crate) mod draw;
pub(crate) mod join;
pub(crate) mod line;
pub(crate) mod load;
pub(crate) mod observe;
pub(crate) mod place;
pub(crate) mod prompt;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod shell;
