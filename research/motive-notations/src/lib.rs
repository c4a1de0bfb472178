//! Readers for notations that agents were published in, and the way from there to Motive.
//!
//! [`grue2002`] and [`grue2005`] read the two printed notations of the GRUE architecture into the same small
//! [syntax tree](grue_tree), and print it back; [`to_motive`] writes it as a `.motive` text. [`read_tcl`] and [`read_lisp`] read skill networks as Johnson
//! and Maes wrote them; [`network_to_motive`] writes those. [`hansen2008`] reads the two files of
//! tasks of Hansen's thesis, [`pddl`] problems of classical planning.
//!
//! Each module uses only those above it: `grue`, `networks`, `hansen2008`, `pddl`.

mod grue;
pub mod hansen2008;
mod networks;
pub mod pddl;

pub use grue::{Notation, grue_tree, grue2002, grue2005, to_motive};
pub use networks::{TclNetwork, network_to_motive, read_lisp, read_tcl};

use motive_diagnostics::{Diagnostic, Span};

/// A text that is not in the notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}, expected {expected}")]
pub struct ImportError {
    /// Where.
    pub span: Span,
    /// The token that was found.
    pub message: String,
    /// What was expected.
    pub expected: String,
}

impl From<ImportError> for Diagnostic {
    fn from(error: ImportError) -> Self {
        let label = format!("expected {}", error.expected);
        Diagnostic::error("import", error.span.clone(), error.to_string()).with_label(label)
    }
}
