//! Readers for the two notations that skill networks were published in: Johnson's Tcl scripts and Maes' Lisp forms.

mod lisp;
mod print;
mod tcl;

pub use lisp::read as read_lisp;
pub use print::to_motive as network_to_motive;
pub use tcl::read as read_tcl;
