//! Readers for the two notations that skill networks were published in: Johnson's Tcl scripts and Maes' Lisp forms.

mod lisp;
mod tcl;
mod to_motive;

pub use lisp::read as read_lisp;
pub use tcl::{TclNetwork, read as read_tcl};
pub use to_motive::to_motive as network_to_motive;
