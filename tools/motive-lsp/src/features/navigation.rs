//! From a name to its definition and to its uses.

use super::place;
use crate::analysis::Analysis;
use crate::position::path_to_uri;
use crate::workspace::Workspace;
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, GotoDefinitionParams,
    GotoDefinitionResponse, Location, Position, Range, ReferenceParams, TextDocumentPositionParams,
};
use motive_language::syntax::SyntaxKind;
use motive_language::{DefinitionId, FileSpan, Files};

pub(crate) fn definition(
    workspace: &Workspace,
    params: &GotoDefinitionParams,
) -> Option<GotoDefinitionResponse> {
    let (analysis, offset) = place(workspace, &params.text_document_position_params)?;
    let found = match analysis.definition_at(offset) {
        Some((_, definition)) => analysis.location(definition.place.as_ref()?)?,
        None => used_file(workspace, &analysis, offset)?,
    };
    Some(GotoDefinitionResponse::Scalar(found))
}

/// The file that a `use "path"` at an offset means.
fn used_file(workspace: &Workspace, analysis: &Analysis, offset: usize) -> Option<Location> {
    let token = analysis.file.token_at(offset).filter(|token| token.kind() == SyntaxKind::STRING)?;
    token.parent().filter(|parent| parent.kind() == SyntaxKind::USE_ITEM)?;
    let file = workspace.read(token.text().trim_matches('"'), &analysis.loaded.texts.first()?.name).ok()?;
    Some(Location {
        uri: path_to_uri(file.name.as_ref())?,
        range: Range::new(Position::new(0, 0), Position::new(0, 0)),
    })
}

pub(crate) fn references(workspace: &Workspace, params: &ReferenceParams) -> Option<Vec<Location>> {
    let declaration = params.context.include_declaration;
    uses(workspace, &params.text_document_position, declaration)
}

/// All places of the workspace that mean the same as the name at a position, in the order of files and places.
pub(super) fn uses(
    workspace: &Workspace,
    at: &TextDocumentPositionParams,
    with_declaration: bool,
) -> Option<Vec<Location>> {
    let (analysis, offset) = place(workspace, at)?;
    let (id, definition) = analysis.definition_at(offset)?;
    let mut found = Vec::new();
    let mut add = |analysis: &Analysis, id: DefinitionId| {
        let own = analysis.index().definition(id).and_then(|definition| definition.place.as_ref());
        let places = analysis.index().references_of(id);
        let wanted = places.iter().filter(|place| with_declaration || Some(*place) != own);
        found.extend(wanted.filter_map(|place| analysis.location(place)));
    };
    add(&analysis, id);
    // What only the file itself can see is used nowhere else; what the world declares is used everywhere.
    if definition.visible.is_none() {
        let origin = definition
            .place
            .as_ref()
            .and_then(|place| Some((analysis.loaded.texts.get(place.file)?.name.as_str(), place.span.start)));
        for other in workspace.all_analyses() {
            let same = match origin {
                Some((file, start)) => same_definition(&other, file, start),
                None => same_world_name(&analysis, &other, id),
            };
            if let Some(id) = same {
                add(&other, id);
            }
        }
    }
    found.sort_by(|a, b| (a.uri.as_str(), a.range.start).cmp(&(b.uri.as_str(), b.range.start)));
    found.dedup();
    Some(found)
}

/// What is defined at a place, as another analysis numbers it.
fn same_definition(other: &Analysis, file: &str, start: usize) -> Option<DefinitionId> {
    let file = other.file(file)?;
    let is_it = |place: &FileSpan| place.file == file && place.span.start == start;
    other.index().definitions().find(|(_, known)| known.place.as_ref().is_some_and(is_it)).map(|(id, _)| id)
}

/// The same name of the same world in another analysis.
fn same_world_name(analysis: &Analysis, other: &Analysis, id: DefinitionId) -> Option<DefinitionId> {
    let wanted = analysis.index().definition(id)?;
    if analysis.loaded.checked.world() != other.loaded.checked.world() {
        return None;
    }
    let same = other.index().definitions().find(|(_, known)| {
        known.place.is_none() && known.kind == wanted.kind && known.name.eq_ignore_ascii_case(&wanted.name)
    });
    same.map(|(id, _)| id)
}

pub(crate) fn highlights(
    workspace: &Workspace,
    params: &DocumentHighlightParams,
) -> Option<Vec<DocumentHighlight>> {
    let at = &params.text_document_position_params;
    let (analysis, offset) = place(workspace, at)?;
    let (id, _) = analysis.definition_at(offset)?;
    let own = analysis.index().references_of(id).into_iter().filter(|place| place.file == 0);
    let kind = Some(DocumentHighlightKind::TEXT);
    let shown = own.map(|place| DocumentHighlight { range: analysis.lines().range(&place.span), kind });
    Some(shown.collect())
}
