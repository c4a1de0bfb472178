//! What can stand at the cursor.

use super::place;
use crate::workspace::Workspace;
use lsp_types::{CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Documentation};
use motive_language::completion::{CompletionCandidate, CompletionKind, complete_in, wants_world};

pub(crate) fn complete(workspace: &Workspace, params: &CompletionParams) -> Option<CompletionResponse> {
    let (analysis, offset) = place(workspace, &params.text_document_position)?;
    let (loaded, parsed) = (&analysis.loaded, &analysis.file.parse);
    let items = match wants_world(parsed, offset) {
        true => motive_worlds::Worlds::built_in()
            .list()
            .iter()
            .map(|world| {
                item(world.name.to_owned(), CompletionItemKind::MODULE, None, Some(world.summary.to_owned()))
            })
            .collect(),
        false => complete_in(loaded, parsed, offset).into_iter().map(offered).collect(),
    };
    Some(CompletionResponse::Array(items))
}

fn offered(candidate: CompletionCandidate) -> CompletionItem {
    let kind = match candidate.kind {
        CompletionKind::Kind => CompletionItemKind::STRUCT,
        CompletionKind::Property => CompletionItemKind::FIELD,
        CompletionKind::Function => CompletionItemKind::FUNCTION,
        CompletionKind::Action => CompletionItemKind::METHOD,
        CompletionKind::Program => CompletionItemKind::CLASS,
        CompletionKind::Goal => CompletionItemKind::MODULE,
        CompletionKind::Symbol => CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Constant => CompletionItemKind::CONSTANT,
        CompletionKind::Variable => CompletionItemKind::VARIABLE,
        _ => CompletionItemKind::KEYWORD,
    };
    item(candidate.label, kind, candidate.detail, candidate.about)
}

fn item(
    label: String,
    kind: CompletionItemKind,
    detail: Option<String>,
    about: Option<String>,
) -> CompletionItem {
    let documentation = about.map(Documentation::String);
    CompletionItem { label, kind: Some(kind), detail, documentation, ..CompletionItem::default() }
}
