//! Outlines: what a file declares, and what all files of a workspace do.

use super::parsed;
use crate::analysis::ParsedFile;
use crate::workspace::Workspace;
use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolInformation, SymbolKind,
    WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use motive_language::syntax::{SyntaxKind, SyntaxNode};
use motive_language::{DefinitionKind, FileSpan};

pub(crate) fn of_file(
    workspace: &Workspace,
    params: &DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let file = parsed(workspace, &params.text_document)?;
    let root = file.parse.syntax();
    let items = root.children().filter(|node| node.kind().is_item());
    let symbols = items.filter_map(|item| symbol(&file, &item)).collect();
    Some(DocumentSymbolResponse::Nested(symbols))
}

fn symbol(file: &ParsedFile, node: &SyntaxNode) -> Option<DocumentSymbol> {
    let name = node.children().find(|child| child.kind() == SyntaxKind::NAME)?;
    let inner = node.descendants().skip(1).filter(|inner| {
        matches!(inner.kind(), SyntaxKind::RULE | SyntaxKind::METHOD | SyntaxKind::STATE | SyntaxKind::SKILL)
    });
    let children: Vec<_> = inner.filter_map(|inner| symbol(file, &inner)).collect();
    let keyword = node.first_token().map(|token| token.text().to_owned());
    #[expect(deprecated, reason = "the struct has a field that was replaced by tags")]
    Some(DocumentSymbol {
        name: name.text().to_string(),
        detail: keyword,
        kind: symbol_kind(node.kind()),
        tags: None,
        deprecated: None,
        range: file.lines.range(&node.span()),
        selection_range: file.lines.range(&name.span()),
        children: (!children.is_empty()).then_some(children),
    })
}

fn symbol_kind(kind: SyntaxKind) -> SymbolKind {
    match kind {
        SyntaxKind::ENUM_ITEM => SymbolKind::ENUM,
        SyntaxKind::KIND_ITEM | SyntaxKind::NOTE_ITEM => SymbolKind::STRUCT,
        SyntaxKind::PROPERTY_ITEM | SyntaxKind::DRIVE_ITEM => SymbolKind::PROPERTY,
        SyntaxKind::RELATION_ITEM | SyntaxKind::FUNCTION_ITEM | SyntaxKind::CONDITION_ITEM => {
            SymbolKind::FUNCTION
        }
        SyntaxKind::LET_ITEM => SymbolKind::CONSTANT,
        SyntaxKind::ACTION_ITEM | SyntaxKind::RULE | SyntaxKind::METHOD | SyntaxKind::SKILL => {
            SymbolKind::METHOD
        }
        SyntaxKind::GOAL_ITEM => SymbolKind::EVENT,
        SyntaxKind::MIND_ITEM | SyntaxKind::TEAM_ITEM => SymbolKind::MODULE,
        SyntaxKind::STATE => SymbolKind::ENUM_MEMBER,
        _ => SymbolKind::CLASS,
    }
}

/// Definitions of all files whose name contains what is asked for, in any case.
pub(crate) fn of_workspace(
    workspace: &Workspace,
    params: &WorkspaceSymbolParams,
) -> Option<WorkspaceSymbolResponse> {
    let wanted = params.query.to_lowercase();
    let mut found = Vec::new();
    for analysis in workspace.all_analyses() {
        for (_, definition) in analysis.index().definitions() {
            let own = |place: &&FileSpan| place.file == 0 && definition.visible.is_none();
            let Some(place) = definition.place.as_ref().filter(own) else { continue };
            if definition.name.to_lowercase().contains(&wanted)
                && let Some(location) = analysis.location(place)
            {
                #[expect(deprecated, reason = "the struct has a field that was replaced by tags")]
                found.push(SymbolInformation {
                    name: definition.name.clone(),
                    kind: definition_kind(definition.kind),
                    tags: None,
                    deprecated: None,
                    location,
                    container_name: None,
                });
            }
        }
    }
    found.sort_by(|a, b| (&a.name, a.location.uri.as_str()).cmp(&(&b.name, b.location.uri.as_str())));
    Some(WorkspaceSymbolResponse::Flat(found))
}

fn definition_kind(kind: DefinitionKind) -> SymbolKind {
    match kind {
        DefinitionKind::Kind => SymbolKind::STRUCT,
        DefinitionKind::Property | DefinitionKind::Drive => SymbolKind::PROPERTY,
        DefinitionKind::Relation | DefinitionKind::Function | DefinitionKind::Condition => {
            SymbolKind::FUNCTION
        }
        DefinitionKind::Action => SymbolKind::METHOD,
        DefinitionKind::Symbol => SymbolKind::ENUM_MEMBER,
        DefinitionKind::Value => SymbolKind::CONSTANT,
        DefinitionKind::Goal => SymbolKind::EVENT,
        DefinitionKind::Mind | DefinitionKind::Team => SymbolKind::MODULE,
        _ => SymbolKind::CLASS,
    }
}
