//! `motive net`: skill networks loaded, run, queried, drawn, and spread over processes.

pub(crate) mod console_command;
pub(crate) mod curves;
pub(crate) mod draw;
pub(crate) mod load;
#[cfg(feature = "net")]
pub(crate) mod processes;
#[cfg(not(feature = "net"))]
#[path = "processes_left_out.rs"]
pub(crate) mod processes;
pub(crate) mod prompt;
pub(crate) mod shell;
