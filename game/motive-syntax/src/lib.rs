//! The syntax of the Motive language: tokens, a lossless tree, typed views of it, and a formatter. What a text means is not known here:
//! `motive-language` checks it and builds characters from it.
//!
//! [`parse`] never fails. It gives a tree whose text is the input to the last byte, and a list of errors. The tree is
//! read through the typed views in [`ast`]:
//!
//! ```
//! use motive_syntax::{ast::{Item, SourceFile}, parse};
//!
//! let parsed = parse("world pacman  goal eat achieves EatDots { priority 20 }");
//! assert!(parsed.errors().is_empty());
//! let file: SourceFile = parsed.file();
//! let Some(Item::Goal(goal)) = file.items().nth(1) else { panic!() };
//! assert_eq!(goal.name().unwrap().text(), "eat");
//! ```
//!
//! [`mod@format`] gives a text its one canonical layout.

pub mod ast;
pub mod format;
#[expect(unused_qualifications, reason = "the code that the lexer derives names things in full")]
mod kind;
mod lexer;
mod parser;
mod tree;

pub use kind::SyntaxKind;
pub use parser::{ITEM_WORDS, NOT_NAMES, Parse, parse};
pub use tree::{SyntaxElement, SyntaxNode, SyntaxToken};
