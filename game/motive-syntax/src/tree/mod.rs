//! The syntax tree: a text's tokens in one list, and the nodes over them in another.
//!
//! Nodes lie in preorder, each with the number of nodes beneath it, so a tree is two flat lists. Reading it allocates nothing, and nothing is
//! freed node by node. A tree never changes: whoever edits a text parses it again.
//!
//! [`SyntaxNode`] and [`SyntaxToken`] are the tree and a number. They are cheap to clone, and keep the tree alive.

mod builder;
mod walk;

pub(crate) use builder::{TreeBuilder, TreeCheckpoint};
pub use walk::SyntaxElement;

use crate::SyntaxKind;
use crate::lexer::Token;
use motive_diagnostics::Span;
use std::fmt;
use std::rc::Rc;

/// A text with its tokens and nodes.
pub(crate) struct Tree {
    text: Box<str>,
    tokens: Vec<Token>,
    nodes: Vec<NodeData>,
}

#[derive(Clone, Copy)]
struct NodeData {
    kind: SyntaxKind,
    /// The node around it. The root is its own.
    parent: u32,
    /// How many nodes the part of the tree has that begins here, with this one.
    size: u32,
    /// The first of its tokens, and the first that is no longer in it.
    tokens: (u32, u32),
}

impl Tree {
    fn node(&self, at: u32) -> &NodeData {
        &self.nodes[at as usize]
    }

    fn token(&self, at: u32) -> Token {
        self.tokens[at as usize]
    }

    /// Where a token begins, or the text ends.
    fn start_of(&self, token: u32) -> usize {
        self.tokens.get(token as usize).map_or(self.text.len(), |token| token.start as usize)
    }

    /// The first node in a range of numbers that is of a kind, without looking into nodes.
    fn find_child(&self, mut from: u32, end: u32, is_of_kind: impl Fn(SyntaxKind) -> bool) -> Option<u32> {
        while from < end {
            let node = self.node(from);
            if is_of_kind(node.kind) {
                return Some(from);
            }
            from += node.size;
        }
        None
    }
}

/// A node of a tree.
#[derive(Clone)]
pub struct SyntaxNode {
    tree: Rc<Tree>,
    at: u32,
}

impl SyntaxNode {
    pub(crate) fn root(tree: Rc<Tree>) -> Self {
        Self { tree, at: 0 }
    }

    fn data(&self) -> &NodeData {
        self.tree.node(self.at)
    }

    fn sibling(&self, at: u32) -> Self {
        Self { tree: self.tree.clone(), at }
    }

    fn token(&self, at: u32) -> SyntaxToken {
        SyntaxToken { tree: self.tree.clone(), at }
    }

    /// What it is.
    pub fn kind(&self) -> SyntaxKind {
        self.data().kind
    }

    /// Where it lies in the text.
    pub fn span(&self) -> Span {
        let (first, end) = self.data().tokens;
        let start = self.tree.start_of(first);
        let end = end.checked_sub(1).filter(|last| *last >= first);
        start..end.map_or(start, |last| self.tree.token(last).end as usize)
    }

    /// Where it lies in the text, without white space at its ends. Only a part that the parser did not understand has some.
    pub fn trimmed_span(&self) -> Span {
        let (first, end) = self.data().tokens;
        let solid = |at: &u32| self.tree.token(*at).kind != SyntaxKind::WHITESPACE;
        let ends = (first..end).find(solid).zip((first..end).rev().find(solid));
        ends.map_or_else(
            || self.span(),
            |(first, last)| self.tree.token(first).start as usize..self.tree.token(last).end as usize,
        )
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.tree.text[self.span()]
    }

    /// The node around it.
    pub fn parent(&self) -> Option<SyntaxNode> {
        (self.at > 0).then(|| self.sibling(self.data().parent))
    }

    /// The node itself and all around it, from the inside out.
    pub fn ancestors(&self) -> impl Iterator<Item = SyntaxNode> + use<> {
        std::iter::successors(Some(self.clone()), SyntaxNode::parent)
    }

    /// The first child node of a kind.
    pub fn child_of_kind(&self, is_of_kind: impl Fn(SyntaxKind) -> bool) -> Option<SyntaxNode> {
        let found = self.tree.find_child(self.at + 1, self.at + self.data().size, is_of_kind)?;
        Some(self.sibling(found))
    }

    /// Its first token.
    pub fn first_token(&self) -> Option<SyntaxToken> {
        let (first, end) = self.data().tokens;
        (first < end).then(|| self.token(first))
    }

    /// The text of its first token, or nothing if it has none.
    pub fn first_token_text(&self) -> &str {
        let (first, end) = self.data().tokens;
        if first < end { self.tree.token(first).text(&self.tree.text) } else { "" }
    }

    /// The token that contains an offset of the text. Between two tokens it is the one before.
    pub fn token_at(&self, offset: usize) -> Option<SyntaxToken> {
        let (first, end) = self.data().tokens;
        let own = &self.tree.tokens[first as usize..end as usize];
        let before = own.partition_point(|token| (token.end as usize) < offset);
        let found = own.get(before).filter(|token| token.start as usize <= offset)?;
        debug_assert!(found.end as usize >= offset);
        Some(self.token(first + before as u32))
    }
}

/// Nodes are the same if they are the same part of the same tree.
impl PartialEq for SyntaxNode {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && Rc::ptr_eq(&self.tree, &other.tree)
    }
}

impl Eq for SyntaxNode {}

impl std::hash::Hash for SyntaxNode {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (Rc::as_ptr(&self.tree), self.at).hash(state);
    }
}

/// A node as `KIND@start..end`; in the alternate form (`{:#?}`) with everything in it, a line for each node and token.
impl fmt::Debug for SyntaxNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return write!(f, "{:?}@{:?}", self.kind(), self.span());
        }
        let depth = |node: &SyntaxNode| node.ancestors().count();
        let own = depth(self);
        for element in self.descendants_with_tokens() {
            match element {
                SyntaxElement::Node(node) => {
                    let indent = 2 * (depth(&node) - own);
                    writeln!(f, "{:indent$}{node:?}", "")?;
                }
                SyntaxElement::Token(token) => {
                    let indent = 2 * (token.parent().map_or(0, |node| depth(&node)) + 1 - own);
                    writeln!(f, "{:indent$}{token:?}", "")?;
                }
            }
        }
        Ok(())
    }
}

/// A token of a tree.
#[derive(Clone)]
pub struct SyntaxToken {
    tree: Rc<Tree>,
    at: u32,
}

impl SyntaxToken {
    fn data(&self) -> Token {
        self.tree.token(self.at)
    }

    /// What it is.
    pub fn kind(&self) -> SyntaxKind {
        self.data().kind
    }

    /// Its text.
    pub fn text(&self) -> &str {
        self.data().text(&self.tree.text)
    }

    /// Where it lies in the text.
    pub fn span(&self) -> Span {
        let Token { start, end, .. } = self.data();
        start as usize..end as usize
    }

    /// The node that it stands in.
    pub fn parent(&self) -> Option<SyntaxNode> {
        // The last node that begins at or before the token is in the node that is sought, or is it.
        let begun = self.tree.nodes.partition_point(|node| node.tokens.0 <= self.at);
        let last = SyntaxNode { tree: self.tree.clone(), at: u32::try_from(begun).ok()?.checked_sub(1)? };
        last.ancestors().find(|node| node.data().tokens.1 > self.at)
    }

    /// The token before it in the text.
    pub fn prev_token(&self) -> Option<SyntaxToken> {
        Some(SyntaxToken { tree: self.tree.clone(), at: self.at.checked_sub(1)? })
    }

    /// The token after it in the text.
    pub fn next_token(&self) -> Option<SyntaxToken> {
        let is_there = (self.at as usize + 1) < self.tree.tokens.len();
        is_there.then(|| SyntaxToken { tree: self.tree.clone(), at: self.at + 1 })
    }
}

/// Tokens are the same if they are the same part of the same tree.
impl PartialEq for SyntaxToken {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && Rc::ptr_eq(&self.tree, &other.tree)
    }
}

impl Eq for SyntaxToken {}

impl fmt::Debug for SyntaxToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{:?} {:?}", self.kind(), self.span(), self.text())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/tree.rs"]
mod tests;
