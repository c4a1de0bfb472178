//! What editors ask for.

pub(crate) mod completion;
pub(crate) mod diagnostics;
pub(crate) mod hover;
pub(crate) mod layout;
pub(crate) mod navigation;
pub(crate) mod rename;
pub(crate) mod semantic_tokens;
pub(crate) mod symbols;

use crate::analysis::{Analysis, ParsedFile};
use crate::position::uri_to_path;
use crate::workspace::Workspace;
use lsp_types::{TextDocumentIdentifier, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit};
use std::collections::HashMap;
use std::rc::Rc;

/// The analysis of the file that a request is about.
fn file(workspace: &Workspace, document: &TextDocumentIdentifier) -> Option<Rc<Analysis>> {
    workspace.analysis(&uri_to_path(&document.uri)?)
}

/// The tree of the file that a request is about.
fn parsed(workspace: &Workspace, document: &TextDocumentIdentifier) -> Option<Rc<ParsedFile>> {
    workspace.parsed(&uri_to_path(&document.uri)?)
}

/// The analysis of the file and the byte that a request is about.
fn place(workspace: &Workspace, at: &TextDocumentPositionParams) -> Option<(Rc<Analysis>, usize)> {
    let analysis = file(workspace, &at.text_document)?;
    let offset = analysis.lines().offset(at.position);
    Some((analysis, offset))
}

/// Edits of several files as one.
#[expect(
    clippy::mutable_key_type,
    reason = "an address caches its parts, which changes neither its hash nor its order"
)]
fn edits_of(edits: impl IntoIterator<Item = (Uri, TextEdit)>) -> WorkspaceEdit {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for (uri, edit) in edits {
        changes.entry(uri).or_default().push(edit);
    }
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
