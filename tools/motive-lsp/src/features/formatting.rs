//! The canonical layout.

use super::parsed;
use crate::workspace::Workspace;
use lsp_types::{DocumentFormattingParams, TextEdit};
use motive_language::format::format_parsed;

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
