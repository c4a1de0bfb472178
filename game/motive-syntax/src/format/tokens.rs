//! The tokens of a text that mean something, each with the comments around it.

use crate::{SyntaxKind, SyntaxKind::*, SyntaxNode};

/// A comment and where it stood.
pub(super) struct Comment {
    /// Its text, without white space at its end.
    pub(super) text: String,
    /// Whether a blank line stood before it.
    pub(super) blank_before: bool,
    /// Whether it runs to the end of its line.
    pub(super) to_line_end: bool,
}

/// A token that means something.
pub(super) struct Solid {
    pub(super) kind: SyntaxKind,
    /// The kind of the node it stands in.
    pub(super) parent: SyntaxKind,
    pub(super) text: String,
    pub(super) width: usize,
    /// Comments on lines of their own before it.
    pub(super) above: Vec<Comment>,
    /// Comments behind it on its line.
    pub(super) behind: Vec<Comment>,
    /// Whether a blank line stood before the token itself, after any comments above it.
    pub(super) blank_before: bool,
}

impl Solid {
    /// Whether a blank line stood before it or the comments above it.
    pub(super) fn starts_paragraph(&self) -> bool {
        self.above.first().map_or(self.blank_before, |comment| comment.blank_before)
    }
}

/// All tokens that mean something, in order, and one of kind [`EOF`] for the comments at the end.
pub(super) fn flatten(root: &SyntaxNode) -> Vec<Solid> {
    let mut solids: Vec<Solid> = Vec::new();
    let mut above: Vec<Comment> = Vec::new();
    // Line breaks since the last token or comment; the start of the text counts as the start of a line.
    let mut breaks = 1;
    let tokens = root.tokens();
    for token in tokens {
        let kind = token.kind();
        match kind {
            WHITESPACE => breaks += token.text().matches('\n').count(),
            LINE_COMMENT | BLOCK_COMMENT => {
                let comment = Comment {
                    text: token.text().trim_end().to_owned(),
                    blank_before: breaks > 1,
                    to_line_end: kind == LINE_COMMENT,
                };
                match solids.last_mut() {
                    Some(before) if breaks == 0 && above.is_empty() => before.behind.push(comment),
                    _ => above.push(comment),
                }
                breaks = 0;
            }
            _ => {
                let parent = token.parent().map_or(ERROR, |node| node.kind());
                solids.push(solid(kind, parent, token.text(), std::mem::take(&mut above), breaks > 1));
                breaks = 0;
            }
        }
    }
    solids.push(solid(EOF, SOURCE_FILE, "", above, false));
    solids
}

fn solid(kind: SyntaxKind, parent: SyntaxKind, text: &str, above: Vec<Comment>, blank_before: bool) -> Solid {
    let width = text.chars().count();
    Solid { kind, parent, text: text.to_owned(), width, above, behind: Vec::new(), blank_before }
}

/// Whether two neighbours on one line have a space between them.
pub(super) fn spaced(before: &Solid, after: &Solid) -> bool {
    let tight_before = match after.kind {
        COMMA | SEMICOLON | COLON | R_PAREN | R_BRACK | DOT | DOT_DOT => true,
        L_PAREN => matches!(after.parent, ARG_LIST | PARAM_LIST | THING_LIST | TYPE_LIST),
        R_BRACE => before.kind == L_BRACE,
        _ => false,
    };
    let tight_after = match before.kind {
        L_PAREN | L_BRACK | DOT | TILDE => true,
        DOT_DOT => after.kind != KEYWORD,
        MINUS => before.parent == NEGATE_EXPR,
        PLUS => before.parent == BOOSTER,
        _ => false,
    };
    // `.. 5` after a word, as in `x in ..5`, and `-` after `..`, are clear without looking twice.
    let starts_range = after.kind == DOT_DOT && matches!(before.kind, KEYWORD | COLON);
    starts_range || !(tight_before || tight_after)
}
