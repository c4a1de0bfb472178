//! Giving something another name, everywhere.

use super::{edits_of, navigation, place};
use crate::analysis::Analysis;
use crate::workspace::Workspace;
use lsp_types::{
    Location, PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use motive_language::NamedDefinition;
use std::rc::Rc;

/// What would be renamed.
pub(crate) fn prepare(
    workspace: &Workspace,
    at: &TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, String> {
    let Some((analysis, offset)) = place(workspace, at) else { return Ok(None) };
    let definition = renamed(&analysis, offset)?;
    let token = analysis.file.token_at(offset).or_else(|| analysis.file.token_at(offset + 1));
    let span = token.map(|token| token.span());
    Ok(span.map(|span| PrepareRenameResponse::RangeWithPlaceholder {
        range: analysis.lines().range(&span),
        placeholder: definition.name.clone(),
    }))
}

pub(crate) fn rename(workspace: &Workspace, params: &RenameParams) -> Result<Option<WorkspaceEdit>, String> {
    let at = &params.text_document_position;
    let Some((analysis, offset)) = place(workspace, at) else { return Ok(None) };
    renamed(&analysis, offset)?;
    let name = written(&params.new_name)?;
    refuse_taken(&analysis, offset, &params.new_name)?;
    let places = navigation::uses(workspace, at, true).unwrap_or_default();
    let edits =
        places.into_iter().map(|Location { uri, range }| (uri, TextEdit { range, new_text: name.clone() }));
    Ok(Some(edits_of(edits)))
}

fn renamed(analysis: &Rc<Analysis>, offset: usize) -> Result<&NamedDefinition, String> {
    let (_, definition) =
        analysis.definition_at(offset).ok_or("there is no name here that has a definition")?;
    match definition.place {
        Some(_) => Ok(definition),
        None => Err(format!("`{}` is declared by the world or game, not by a file", definition.name)),
    }
}

/// The name as it is written: in backquotes if it is not a plain word.
fn written(name: &str) -> Result<String, String> {
    let mut characters = name.chars();
    let is_word = characters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && characters.all(|each| each.is_alphanumeric() || each == '_');
    match name {
        "" | "self" => Err(format!("`{name}` cannot be a name")),
        _ if is_word => Ok(name.to_owned()),
        _ if name.contains(['`', '\n', '\r']) => Err(format!("`{name}` cannot be a name")),
        _ => Ok(format!("`{name}`")),
    }
}

fn refuse_taken(analysis: &Rc<Analysis>, offset: usize, name: &str) -> Result<(), String> {
    let (id, definition) =
        analysis.definition_at(offset).ok_or("there is no name here that has a definition")?;
    let at = definition.place.as_ref().map_or(offset, |place| place.span.end);
    let taken = analysis.index().in_scope(0, at).find(|(other, known)| {
        *other != id && known.kind == definition.kind && known.name.eq_ignore_ascii_case(name)
    });
    match taken {
        Some(_) => Err(format!("there is something else called `{name}`")),
        None => Ok(()),
    }
}
