//! The tree-sitter grammar of Motive files, as a language for the `tree-sitter` crate.
//!
//! Editors compile `src/parser.c` themselves; this crate is for Rust programs, and for the tests of the grammar.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_motive() -> *const ();
}

/// The language of Motive files.
// SAFETY: the function is that of the generated parser, which returns a pointer to its static tables.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_motive) };

/// Which nodes are coloured how.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../queries/highlights.scm");
