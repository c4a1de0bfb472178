//! From tokens to the tree: recursive descent, written by hand, that never fails.
//!
//! Invariants: every token ends up in the tree once and in order; every loop consumes a token or ends; nodes nest at
//! most [`MAX_DEPTH`] constructs deep, since walking and dropping a tree recurses, and long chains such as `a + b + c`
//! are flat nodes for the same reason.

mod blocks;
mod engines;
mod expressions;
mod items;
mod minds;
mod patterns;
mod recovery;
mod steps;

pub use expressions::NOT_NAMES;
pub use items::ITEM_WORDS;

use super::SyntaxNode;
use super::ast::SourceFile;
use super::kind::{SyntaxKind, SyntaxKind::*};
use super::lexer::{Token, lex};
use super::tree::{Tree, TreeBuilder, TreeCheckpoint};
use motive_diagnostics::Diagnostic;
use std::rc::Rc;

/// How deep brackets, blocks and prefix operators may nest.
pub(crate) const MAX_DEPTH: usize = 128;

/// A parsed text: its tree and what is wrong with it.
#[derive(Clone)]
pub struct Parse {
    tree: Rc<Tree>,
    errors: Vec<Diagnostic>,
}

impl Parse {
    /// The root of the tree. Its text is the parsed text.
    pub fn syntax(&self) -> SyntaxNode {
        SyntaxNode::root(self.tree.clone())
    }

    /// The tree as a file of declarations.
    pub fn file(&self) -> SourceFile {
        SourceFile::from_root(self.syntax())
    }

    /// The errors, in the order of their places.
    pub fn errors(&self) -> &[Diagnostic] {
        &self.errors
    }
}

/// Parses a text. Never fails and never panics; a text of 4 GiB or more gives an empty tree and an error.
pub fn parse(text: &str) -> Parse {
    if u32::try_from(text.len()).is_err() {
        let error = Diagnostic::error("too-long", 0..0, "this text is too long: files end at 4 GiB");
        let (tree, _) = Parser::new("", Vec::new()).finish();
        return Parse { tree: Rc::new(tree), errors: vec![error] };
    }
    let (tokens, mut errors) = lex(text);
    let mut parser = Parser::new(text, tokens);
    parser.source_file();
    let (tree, found) = parser.finish();
    errors.extend(found);
    errors.sort_by_key(|error| error.primary.span.start);
    Parse { tree: Rc::new(tree), errors }
}

impl std::fmt::Debug for Parse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parse").field("tree", &self.syntax()).field("errors", &self.errors).finish()
    }
}

/// The state of one parse.
struct Parser<'t> {
    text: &'t str,
    /// The tokens, and the nodes so far.
    builder: TreeBuilder,
    /// The numbers of the tokens that mean something.
    solid: Vec<u32>,
    /// The next token to be read, as an index into `solid`.
    at: usize,
    errors: Vec<Diagnostic>,
    depth: usize,
    /// Whether `{` after a pattern opens a block of the construct around it, unless it looks like `{ name:`.
    block_follows: bool,
    /// Whether the declaration being read has already been called too deep.
    said_too_deep: bool,
    /// Whether it holds strange characters.
    met_unknown: bool,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, tokens: Vec<Token>) -> Self {
        let solid =
            (0u32..).zip(&tokens).filter(|(_, token)| !token.kind.is_trivia()).map(|(i, _)| i).collect();
        let mut builder = TreeBuilder::new(tokens);
        builder.start(SOURCE_FILE);
        Self {
            text,
            builder,
            solid,
            at: 0,
            errors: Vec::new(),
            depth: 0,
            block_follows: false,
            said_too_deep: false,
            met_unknown: false,
        }
    }

    fn finish(mut self) -> (Tree, Vec<Diagnostic>) {
        self.at = self.solid.len();
        self.take_trivia();
        (self.builder.finish(self.text), self.errors)
    }

    // Looking.

    fn token(&self, ahead: usize) -> Option<Token> {
        self.solid.get(self.at + ahead).map(|index| self.builder.tokens()[*index as usize])
    }

    fn nth(&self, ahead: usize) -> SyntaxKind {
        self.token(ahead).map_or(EOF, |token| token.kind)
    }

    fn nth_text(&self, ahead: usize) -> &'t str {
        self.token(ahead).map_or("", |token| token.text(self.text))
    }

    /// The next token if it is a word without quotes; nothing otherwise.
    fn word(&self) -> &'t str {
        if self.at(IDENT) { self.nth_text(0) } else { "" }
    }

    fn current(&self) -> SyntaxKind {
        self.nth(0)
    }

    fn at(&self, kind: SyntaxKind) -> bool {
        self.nth(0) == kind
    }

    /// Whether the next token is this word, unquoted.
    fn at_word(&self, word: &str) -> bool {
        self.nth_word(0, word)
    }

    fn nth_word(&self, ahead: usize, word: &str) -> bool {
        self.nth(ahead) == IDENT && self.nth_text(ahead) == word
    }

    fn at_any_word(&self, words: &[&str]) -> bool {
        self.at(IDENT) && words.contains(&self.nth_text(0))
    }

    fn nth_name(&self, ahead: usize) -> bool {
        matches!(self.nth(ahead), IDENT | QUOTED)
    }

    fn at_name(&self) -> bool {
        self.nth_name(0)
    }

    /// Whether the next token is the first on its line, at the left edge. Only recovery asks: layout means nothing.
    fn at_left_edge(&self) -> bool {
        let Some(token) = self.token(0) else { return true };
        let start = token.start as usize;
        start == 0 || self.text.as_bytes()[start - 1] == b'\n'
    }

    // Consuming.

    /// Puts the next token into the tree as it is.
    fn bump(&mut self) {
        let kind = self.current();
        self.bump_as(kind);
    }

    /// Puts the next token into the tree under another kind.
    fn bump_as(&mut self, kind: SyntaxKind) {
        let Some(&index) = self.solid.get(self.at) else { return };
        self.met_unknown |= self.at(UNKNOWN);
        self.builder.set_kind(index, kind);
        self.builder.advance_to(index + 1);
        self.at += 1;
    }

    fn bump_word(&mut self) {
        self.bump_as(KEYWORD);
    }

    fn eat(&mut self, kind: SyntaxKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump_word();
        }
        found
    }

    /// Puts white space and comments before the next token into the open node.
    fn take_trivia(&mut self) {
        let all = self.builder.tokens().len() as u32;
        self.builder.advance_to(self.solid.get(self.at).copied().unwrap_or(all));
    }

    // Building.

    /// Starts a node at the next token; white space before it stays outside.
    fn start(&mut self, kind: SyntaxKind) {
        self.take_trivia();
        self.builder.start(kind);
    }

    fn checkpoint(&mut self) -> TreeCheckpoint {
        self.take_trivia();
        self.builder.checkpoint()
    }

    fn start_at(&mut self, checkpoint: TreeCheckpoint, kind: SyntaxKind) {
        self.builder.start_at(checkpoint, kind);
    }

    fn end(&mut self) {
        self.builder.end();
    }

    /// One node of this kind around what `content` reads.
    fn node(&mut self, kind: SyntaxKind, content: impl FnOnce(&mut Self)) {
        self.start(kind);
        content(self);
        self.end();
    }

    /// Runs `content` one level deeper, or swallows what is there if that is too deep.
    fn nested(&mut self, content: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            self.too_deep();
            return;
        }
        self.depth += 1;
        content(self);
        self.depth -= 1;
    }

    /// Runs `content` where a pattern's `{` cannot be mistaken for a block's.
    fn inside_brackets(&mut self, content: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.block_follows, false);
        content(self);
        self.block_follows = outer;
    }
}
