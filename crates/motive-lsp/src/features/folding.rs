//! What can be folded away: blocks in braces, comments of several lines.

use super::file;
use crate::workspace::Workspace;
use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};
use motive_language::syntax::{SyntaxElement, SyntaxKind};
use rowan::{NodeOrToken, TextSize};

pub(crate) fn fold(workspace: &Workspace, params: &FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let analysis = file(workspace, &params.text_document)?;
    let line = |at: TextSize| analysis.lines().position(at.into()).line;
    let root = analysis.parse().syntax();
    let mut ranges = Vec::new();
    let mut open = Vec::new();
    // The first and last line of the comments that follow each other.
    let mut comments: Option<(u32, u32)> = None;
    for token in root.descendants_with_tokens().filter_map(SyntaxElement::into_token) {
        let (start, end) = (line(token.text_range().start()), line(token.text_range().end()));
        match token.kind() {
            SyntaxKind::L_BRACE => open.push(start),
            SyntaxKind::R_BRACE => {
                let first = open.pop();
                ranges
                    .extend(first.filter(|first| *first + 1 < end).map(|first| folded(first, end - 1, None)));
            }
            kind if kind.is_comment() => {
                comments = Some(match comments {
                    Some((first, last)) if last + 1 >= start => (first, end),
                    _ => (start, end),
                });
                let next = following(&NodeOrToken::Token(token));
                if !next.is_some_and(SyntaxKind::is_comment) {
                    let run = comments.take().filter(|(first, last)| first < last);
                    let kind = Some(FoldingRangeKind::Comment);
                    ranges.extend(run.map(|(first, last)| folded(first, last, kind)));
                }
            }
            _ => {}
        }
    }
    ranges.sort_by_key(|range| (range.start_line, range.end_line));
    Some(ranges)
}

/// The kind of the token after white space without an empty line.
fn following(element: &SyntaxElement) -> Option<SyntaxKind> {
    let mut next = element.as_token()?.next_token()?;
    if next.kind() == SyntaxKind::WHITESPACE {
        if next.text().matches('\n').count() > 1 {
            return None;
        }
        next = next.next_token()?;
    }
    Some(next.kind())
}

fn folded(start_line: u32, end_line: u32, kind: Option<FoldingRangeKind>) -> FoldingRange {
    FoldingRange { start_line, end_line, kind, ..FoldingRange::default() }
}
