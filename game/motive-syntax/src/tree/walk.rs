//! Ways through a tree.

use super::{SyntaxNode, SyntaxToken};
use crate::SyntaxKind;

/// A node or a token of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxElement {
    /// A node.
    Node(SyntaxNode),
    /// A token.
    Token(SyntaxToken),
}

impl SyntaxElement {
    /// What it is.
    pub fn kind(&self) -> SyntaxKind {
        match self {
            Self::Node(node) => node.kind(),
            Self::Token(token) => token.kind(),
        }
    }

    /// The node, if it is one.
    pub fn as_node(&self) -> Option<&SyntaxNode> {
        match self {
            Self::Node(node) => Some(node),
            Self::Token(_) => None,
        }
    }
}

impl SyntaxNode {
    /// Its child nodes in order.
    pub fn children(&self) -> impl Iterator<Item = SyntaxNode> + use<> {
        self.children_of_kind(|_| true)
    }

    /// Its child nodes of a kind, in order.
    pub fn children_of_kind<F: Fn(SyntaxKind) -> bool>(
        &self,
        is_of_kind: F,
    ) -> impl Iterator<Item = SyntaxNode> + use<F> {
        let (parent, end) = (self.clone(), self.at + self.data().size);
        let mut next = self.at + 1;
        std::iter::from_fn(move || {
            let found = parent.tree.find_child(next, end, &is_of_kind)?;
            next = found + parent.tree.node(found).size;
            Some(parent.sibling(found))
        })
    }

    /// Its child nodes and the tokens directly in it, in order.
    pub fn children_with_tokens(&self) -> impl Iterator<Item = SyntaxElement> + use<> {
        let (parent, end) = (self.clone(), self.at + self.data().size);
        let (mut token, token_end) = self.data().tokens;
        let mut child = self.at + 1;
        std::iter::from_fn(move || {
            if child < end && parent.tree.node(child).tokens.0 == token {
                let found = parent.sibling(child);
                token = found.data().tokens.1;
                child += found.data().size;
                return Some(SyntaxElement::Node(found));
            }
            let is_there = token < token_end;
            is_there.then(|| {
                token += 1;
                SyntaxElement::Token(parent.token(token - 1))
            })
        })
    }

    /// The tokens directly in it that are of a kind, in order.
    pub fn own_tokens<F: Fn(SyntaxKind) -> bool>(
        &self,
        is_of_kind: F,
    ) -> impl Iterator<Item = SyntaxToken> + use<F> {
        let (parent, end) = (self.clone(), self.at + self.data().size);
        let (mut token, token_end) = self.data().tokens;
        let mut child = self.at + 1;
        std::iter::from_fn(move || {
            while token < token_end || child < end {
                if child < end && parent.tree.node(child).tokens.0 == token {
                    let node = parent.tree.node(child);
                    token = node.tokens.1;
                    child += node.size;
                    continue;
                }
                token += 1;
                if is_of_kind(parent.tree.token(token - 1).kind) {
                    return Some(parent.token(token - 1));
                }
            }
            None
        })
    }

    /// The node itself and all nodes in it, each before those in it.
    pub fn descendants(&self) -> impl Iterator<Item = SyntaxNode> + use<> {
        let node = self.clone();
        (self.at..self.at + self.data().size).map(move |at| node.sibling(at))
    }

    /// All tokens in it and in the nodes in it, in the order of the text.
    pub fn tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        let (first, end) = self.data().tokens;
        let node = self.clone();
        (first..end).map(move |at| node.token(at))
    }

    /// The node itself, all nodes in it and all tokens in them, in the order of the text.
    pub fn descendants_with_tokens(&self) -> impl Iterator<Item = SyntaxElement> + use<> {
        let (root, end) = (self.clone(), self.at + self.data().size);
        let (mut token, token_end) = self.data().tokens;
        let mut next = self.at;
        std::iter::from_fn(move || {
            if next < end && root.tree.node(next).tokens.0 <= token {
                next += 1;
                return Some(SyntaxElement::Node(root.sibling(next - 1)));
            }
            let is_there = token < token_end;
            is_there.then(|| {
                token += 1;
                SyntaxElement::Token(root.token(token - 1))
            })
        })
    }
}
