//! The canonical layout, and what can be folded away: blocks in braces, comments of several lines.

use super::parsed;
use crate::workspace::Workspace;
use lsp_types::{DocumentFormattingParams, FoldingRange, FoldingRangeKind, FoldingRangeParams, TextEdit};
use motive_language::format::format_parsed;
use motive_language::syntax::{SyntaxKind, SyntaxToken};

/// One edit that replaces the text. None if the layout is canonical already.
pub(crate) fn format(
    workspace: &Workspace,
    params: &DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>, String> {
    let Some(file) = parsed(workspace, &params.text_document) else { return Ok(None) };
    let formatted =
        format_parsed(&file.parse).map_err(|_| "the file has syntax errors: mend them first".to_owned())?;
    let lines = &file.lines;
    if formatted == lines.text() {
        return Ok(Some(Vec::new()));
    }
    let whole = lines.range(&(0..lines.text().len()));
    Ok(Some(vec![TextEdit { range: whole, new_text: formatted }]))
}

pub(crate) fn fold(workspace: &Workspace, params: &FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let file = parsed(workspace, &params.text_document)?;
    let line = |at: usize| file.lines.line(at);
    let root = file.parse.syntax();
    let mut ranges = Vec::new();
    let mut open = Vec::new();
    // The first and last line of the comments that follow each other.
    let mut comments: Option<(u32, u32)> = None;
    for token in root.tokens() {
        match token.kind() {
            SyntaxKind::L_BRACE => open.push(line(token.span().start)),
            SyntaxKind::R_BRACE => {
                let (first, end) = (open.pop(), line(token.span().end));
                ranges
                    .extend(first.filter(|first| *first + 1 < end).map(|first| folded(first, end - 1, None)));
            }
            kind if kind.is_comment() => {
                let (start, end) = (line(token.span().start), line(token.span().end));
                comments = Some(match comments {
                    Some((first, last)) if last + 1 >= start => (first, end),
                    _ => (start, end),
                });
                let next = following(&token);
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
fn following(token: &SyntaxToken) -> Option<SyntaxKind> {
    let mut next = token.next_token()?;
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
