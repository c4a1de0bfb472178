//! Building a tree while its text is parsed.

use super::{NodeData, Tree};
use crate::SyntaxKind;
use crate::lexer::Token;

/// A tree under construction. Its tokens are known from the start; nodes are opened and closed over them.
pub(crate) struct TreeBuilder {
    tokens: Vec<Token>,
    nodes: Vec<NodeData>,
    /// The nodes that are not closed yet.
    open: Vec<u32>,
    /// The first token that is in none of the nodes so far.
    next: u32,
}

/// A place in a tree under construction at which a node can still begin later.
#[derive(Clone, Copy)]
pub(crate) struct TreeCheckpoint {
    nodes: usize,
    token: u32,
}

impl TreeBuilder {
    pub(crate) fn new(tokens: Vec<Token>) -> Self {
        let nodes = Vec::with_capacity(tokens.len() / 2);
        Self { tokens, nodes, open: Vec::new(), next: 0 }
    }

    pub(crate) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Lets the open node reach up to a token, which is not in it yet.
    pub(crate) fn advance_to(&mut self, token: u32) {
        self.next = token;
    }

    pub(crate) fn set_kind(&mut self, token: u32, kind: SyntaxKind) {
        self.tokens[token as usize].kind = kind;
    }

    pub(crate) fn start(&mut self, kind: SyntaxKind) {
        let checkpoint = self.checkpoint();
        self.start_at(checkpoint, kind);
    }

    pub(crate) fn checkpoint(&self) -> TreeCheckpoint {
        TreeCheckpoint { nodes: self.nodes.len(), token: self.next }
    }

    /// Starts a node around everything since a checkpoint. All nodes that began after it must have been closed.
    pub(crate) fn start_at(&mut self, checkpoint: TreeCheckpoint, kind: SyntaxKind) {
        let tokens = (checkpoint.token, checkpoint.token);
        self.nodes.insert(checkpoint.nodes, NodeData { kind, parent: 0, size: 1, tokens });
        self.open.push(checkpoint.nodes as u32);
    }

    /// Closes the node that was started last.
    pub(crate) fn end(&mut self) {
        let Some(at) = self.open.pop() else { return };
        let count = self.nodes.len() as u32;
        let node = &mut self.nodes[at as usize];
        node.size = count - at;
        node.tokens.1 = self.next;
    }

    /// Closes everything that is open. The tree's first node is its root.
    pub(crate) fn finish(mut self, text: &str) -> Tree {
        while !self.open.is_empty() {
            self.end();
        }
        // Only now is it certain which number each node has.
        let mut around: Vec<(u32, u32)> = Vec::new();
        for (at, node) in (0u32..).zip(&mut self.nodes) {
            while around.last().is_some_and(|(_, end)| *end <= at) {
                around.pop();
            }
            node.parent = around.last().map_or(0, |(parent, _)| *parent);
            around.push((at, at + node.size));
        }
        Tree { text: text.into(), tokens: self.tokens, nodes: self.nodes }
    }
}
