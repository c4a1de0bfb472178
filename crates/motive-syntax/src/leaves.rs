//! The first and last tokens of a node, read from the immutable tree beneath it.
//!
//! A [`SyntaxNode`] is a cursor: stepping to a token allocates one for every level in between. The checker asks for spans and names
//! so often that this took a fifth of its time.

use crate::{SyntaxKind, SyntaxNode};
use motive_diagnostics::Span;
use rowan::{GreenNodeData, GreenTokenData, Language, NodeOrToken};

/// Where a node lies in the text, without white space at its ends.
#[must_use]
pub fn trimmed_span(node: &SyntaxNode) -> Span {
    let (range, green) = (node.text_range(), node.green());
    let (start, end): (usize, usize) = (range.start().into(), range.end().into());
    let before = leading_space(&green);
    if start + before == end {
        return start..end;
    }
    start + before..end - trailing_space(&green)
}

/// The text of the first token, or nothing if there is none.
#[must_use]
pub fn first_token_text(node: &SyntaxNode) -> String {
    first_text(&node.green()).unwrap_or_default().to_owned()
}

fn first_text(node: &GreenNodeData) -> Option<&str> {
    node.children().find_map(|child| match child {
        NodeOrToken::Token(token) => Some(token.text()),
        NodeOrToken::Node(node) => first_text(node),
    })
}

fn is_space(kind: rowan::SyntaxKind) -> bool {
    crate::MotiveLanguage::kind_from_raw(kind) == SyntaxKind::WHITESPACE
}

fn leading_space(node: &GreenNodeData) -> usize {
    space(node.children(), leading_space)
}

fn trailing_space(node: &GreenNodeData) -> usize {
    space(node.children().rev(), trailing_space)
}

/// The length of the white space that some children begin with. `inner` gives that of a node.
fn space<'t>(
    children: impl Iterator<Item = NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>>,
    inner: fn(&GreenNodeData) -> usize,
) -> usize {
    let mut sum = 0;
    for child in children {
        let (length, blank) = match child {
            NodeOrToken::Token(token) if is_space(token.kind()) => {
                (token.text_len(), token.text_len().into())
            }
            NodeOrToken::Token(token) => (token.text_len(), 0),
            NodeOrToken::Node(node) => (node.text_len(), inner(node)),
        };
        sum += blank;
        if blank < length.into() {
            break;
        }
    }
    sum
}
